#!/bin/bash
# A byte order mark (U+FEFF, as some editors begin a file with) is stepped over, in every
# kind of input.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests" || exit 1

# marked FILE TO
marked() {
    printf '\xef\xbb\xbf' | cat - "$1" >"$2"
}
marked litmus/arm/MP.litmus "$work/MP.litmus"
run 0 "a test" check -f tsv "$work/MP.litmus"
cut -f 2- "$work/out" >"$work/with"
run 0 "the same without" check -f tsv litmus/arm/MP.litmus
cut -f 2- "$work/out" >"$work/without"
same "a test: the same states" "$work/without" "$work/with"
run 0 "a test from standard input" check -f tsv litmus/arm/MP.litmus
"$CMCM" check -f tsv - <"$work/MP.litmus" 2>&1 | cut -f 2- >"$work/with"
same "from standard input: the same states" "$work/without" "$work/with"

marked "$CMCM_MODELS/arm.cat" "$work/marked.cat"
run 0 "a model" check -q -m "$work/marked.cat" litmus/arm/MP.litmus
equal "a model: the same answer" "$("$CMCM" check -q litmus/arm/MP.litmus)" "$(cat "$work/out")"

printf '%s\n' "$PWD/litmus/arm/MP.litmus" >"$work/plain"
marked "$work/plain" "$work/list"
run 0 "a list" check -q "@$work/list"

printf '%s\tyes\n' "$PWD/litmus/arm/MP.litmus" >"$work/plain"
marked "$work/plain" "$work/table.tsv"
run 0 "a table" check --expect "$work/table.tsv"

for record in conform-clean.xml conform-sb.log; do
    marked "records/$record" "$work/$record"
    "$CMCM" conform -f tsv --tests litmus/x86 "records/$record" >"$work/without" 2>&1
    wanted=$?
    run "$wanted" "$record" conform -f tsv --tests litmus/x86 "$work/$record"
    sed "s|$work/||" "$work/out" >"$work/with"
    sed "s|records/||" "$work/without" >"$work/plain"
    same "$record: the same report" "$work/plain" "$work/with"
done

finish
