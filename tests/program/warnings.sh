#!/bin/bash
# Warnings: every test of tests/warnings has those of NAME.expected, written without the
# file's name, once each; --strict makes them errors. And those about a model for a test.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/warnings" || exit 1
mp=../litmus/arm/MP.litmus sb=../litmus/x86/SB.litmus

# said FILE KIND: the lines of $work/err that are such, without the file's name.
said() {
    grep -F "$1:" "$work/err" | sed "s|^$1:||" | grep "^[0-9]*:[0-9]*: $2: "
}
cases=0
for file in *.litmus; do
    cases=$((cases + 1))
    expected=${file%.litmus}.expected
    [ -e "$expected" ] || { fail "$file has no $expected"; continue; }
    run 0 "$file" check "$file"
    said "$file" warning >"$work/found"
    same "$file" "$expected" "$work/found"
    equal "$file: no error" "" "$(grep "error:" "$work/err")"
    run 0 "$file: quietly" check -q "$file"
    equal "$file: quietly" "" "$(cat "$work/err")"
    status=0
    [ -s "$expected" ] && status=3
    run $status "$file: --strict" check --strict "$file"
    sed 's/ warning: / error: /' "$expected" >"$work/errors"
    said "$file" error >"$work/found"
    same "$file: --strict" "$work/errors" "$work/found"
    [ $status -eq 0 ] || equal "$file: --strict: no result" "" "$(cat "$work/out")"
    run $status "$file: --strict, quietly" check -q --strict "$file"
    said "$file" error >"$work/found"
    same "$file: --strict, quietly" "$work/errors" "$work/found"
done
checks=$((checks + 1))
[ "$cases" -ge 19 ] || fail "$cases cases, expected at least 19"

run 0 "as JSON" check -f json several.litmus
python3 - "$work/out" >"$work/found" <<'END'
import json, sys
for w in json.load(open(sys.argv[1]))["warnings"]:
    print("%d:%d: warning: %s" % (w["line"], w["column"], w["message"]))
END
same "as JSON" several.expected "$work/found"
run 0 "JSON without" check -f json none-numbered.litmus
contains "JSON without" "$work/out" '"warnings":[]'
# What is asked without a question is `forall (true)`, as herd has it.
run 0 "no question" check -f tsv no-question.litmus
cut -f 2- "$work/out" >"$work/found"
{ cat no-question.litmus; echo 'forall (true)'; } >"$work/question.litmus"
run 0 "the same as a question" check --strict -f tsv "$work/question.litmus"
cut -f 2- "$work/out" >"$work/expected"
same "no question" "$work/expected" "$work/found"

run 3 "the others are checked" check -q --strict several.litmus $mp
equal "the others are checked" "MP: Ok (Sometimes, 4 states)" "$(cat "$work/out")"

# ---- a model for a test -----------------------------------------------------
run 3 "a foreign model, strictly" check -q --strict -m arm $sb
contains "a foreign model, strictly" "$work/err" \
    "$sb:1:1: error: the model \`arm\` is written for AArch64 and the test is for X86"
# As others write it: their A are locked accesses.
cat >"$work/tso.cat" <<'END'
include "cos.cat"
acyclic po & loc | rf | co | fr
let locked = po & ((A * M) | (M * A))
acyclic po \ (W * R) | po;[MFENCE];po | locked | rfe | fr | co
END
run 0 "a set that is always empty" check -q -m "$work/tso.cat" ../litmus/x86/SB+xchgs.litmus
equal "a set that is always empty, quietly" "" "$(cat "$work/err")"
run 0 "a set that is always empty" check -m "$work/tso.cat" ../litmus/x86/SB+xchgs.litmus
contains "a set that is always empty" "$work/err" \
    "uses sets that are always empty in this test for X86: \`A\`; was \`X\`, locked accesses, meant?"
run 3 "a set that is always empty, strictly" \
    check -q --strict -m "$work/tso.cat" ../litmus/x86/SB+xchgs.litmus
sed 's/A \*/X */; s/\* A/* X/' "$work/tso.cat" >"$work/own.cat"
run 0 "the set that is meant" check --strict -m "$work/own.cat" ../litmus/x86/SB+xchgs.litmus
contains "the set that is meant" "$work/out" "Observation SB+xchgs Never"
printf 'include "cos.cat"\nlet acq = [A];po\nacyclic acq | po;[L] | po & loc | rf | co | fr\n' \
    >"$work/acquire.cat"
run 0 "acquire on x86" check -m "$work/acquire.cat" $sb
contains "acquire on x86" "$work/err" "always empty in this test for X86: \`A\`, \`L\`"
run 0 "acquire on AArch64" check -q --strict -m "$work/acquire.cat" $mp
# A name that hides one of the test's sets; not one that builds upon it, nor in another's dialect.
sed 's/let locked/let X = X \& CPU let A = X let A = M let locked/' "$work/tso.cat" >"$work/hides.cat"
run 0 "a set that is hidden" check -m "$work/hides.cat" ../litmus/x86/SB+xchgs.litmus
contains "a set that is hidden" "$work/err" "warning: \`A\` hides the set of that name (AArch64: load"
equal "a set that is hidden, once" 1 "$(grep -c ' hides the set' "$work/err")"
run 0 "in herd's dialect" check --dialect herd -m "$work/hides.cat" ../litmus/x86/SB+xchgs.litmus
equal "in herd's dialect" 0 "$(grep -c ' hides the set' "$work/err")"
# A model by its path, of the kinds of threads that it knows.
for test in ../litmus/arm/MP.litmus ../litmus/x86/SB+xchgs.litmus ../litmus/ptx/MP+bar.sync.litmus \
    ../litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus; do
    run 0 "the compound model by its path" check -q --strict -m "$CMCM_MODELS/cmcm.cat" "$test"
done
run 3 "AArch64's by its path, for a GPU as well" check -q --strict -m "$CMCM_MODELS/arm.cat" \
    ../litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus
contains "AArch64's for a GPU as well" "$work/err" "but none for PTX"

# What is said of a model is said once, however many processes load it.
mkdir -p "$work/models"
cp "$CMCM_MODELS"/*.cat "$work/models"
echo 'show nothing' >>"$work/models/x86tso.cat"
for i in 1 2 3 4 5 6 7 8; do sed "s/^X86 SB/X86 SB$i/" $sb >"$work/models/SB$i.litmus"; done
for jobs in "-j 1" "-j 3" "-j 3 -t 20" "-j 3 -t 20 -q"; do
    # shellcheck disable=SC2086
    CMCM_MODELS=$work/models run 0 "a model that warns, $jobs" check $jobs "$work"/models/SB?.litmus
    times=1
    [[ $jobs == *-q ]] && times=0
    equal "a model that warns, $jobs" $times "$(grep -c 'there is no name `nothing`' "$work/err")"
done

# conform warns as check does.
run 0 "conform with a foreign model" conform -m arm ../records/conform-sb.log --tests ../litmus/x86
contains "conform with a foreign model" "$work/err" "the model \`arm\` is written for AArch64"
equal "conform: once" 1 "$(grep -c "is written for" "$work/err")"
run 0 "conform as JSON" \
    conform -f json -m arm ../records/conform-sb.log --tests ../litmus/x86
python3 - "$work/out" >"$work/found" <<'END'
import json, sys
for t in json.load(open(sys.argv[1]))["tests"]:
    for w in t["warnings"]:
        print(t["name"], w["line"], w["column"], w["message"].split(":")[0])
END
echo "SB 1 1 the model \`arm\` is written for AArch64 and the test is for X86" >"$work/expected"
same "conform as JSON" "$work/expected" "$work/found"
run 0 "conform, quietly" \
    conform -q -m arm ../records/conform-sb.log --tests ../litmus/x86
equal "conform, quietly" "" "$(cat "$work/err")"

# ---- variants, and tables of which no row is compared -----------------------
run 2 "a variant of nothing" check -q --variant weaker -m arm $mp
contains "a variant of nothing" "$work/err" \
    "error: variant \`weaker\` changes nothing in the model \`arm\`"
run 2 "several variants at once" check -q --variant weaker,stronger -m arm $mp
contains "several variants at once" "$work/err" \
    "error: \`weaker,stronger\` are several variants, expected --variant once for each"
run 3 "a variant of nothing, by default" check -q --variant weaker $mp
printf '%s\n' 'include "cos.cat"' 'let order = if "weaker" then po & loc else po' \
    'acyclic order | rf | co | fr' >"$work/variant.cat"
run 0 "without its variant" check -q -m "$work/variant.cat" $mp
equal "without its variant" "MP: No (Never, 3 states)" "$(cat "$work/out")"
run 0 "with its variant" check -q --variant weaker -m "$work/variant.cat" $mp
equal "with its variant" "MP: Ok (Sometimes, 4 states)" "$(cat "$work/out")"
run 3 "with another, too" check -q --variant weaker --variant other -m "$work/variant.cat" $mp

printf '%s\t-\n' "$PWD/$mp" >"$work/table.tsv"
run 4 "a table that says nothing" check --expect "$work/table.tsv"
contains "a table that says nothing" "$work/err" "nothing was compared"
equal "a table that says nothing: skipped" "expect: 1 tests, 0 differences, 1 skipped" \
    "$(cat "$work/out")"
printf '%s\tyes\n' "$PWD/$sb" >"$work/table.tsv"
run 4 "a table of other tests" check --expect "$work/table.tsv" $mp
printf '%s\t-\n%s\tyes\n' "$PWD/$sb" "$PWD/$mp" >"$work/table.tsv"
run 0 "a table that says something" check --expect "$work/table.tsv"

finish
