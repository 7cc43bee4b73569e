#!/bin/bash
# Output that cannot be written: a message, the documented status, nothing half-written.
# /dev/full is full from the start; a limit on the size of files stands for a disk that
# fills up.
. "$(dirname "$0")/lib.sh"
[ -c /dev/full ] || skip "no /dev/full here"
cd "$CMCM_SOURCE/tests/litmus" || exit 1
mp=arm/MP.litmus

# full STATUS WHAT ARGUMENT...: standard output is full.
full() {
    local expected=$1 what=$2 status
    shift 2
    "$CMCM" "$@" >/dev/full 2>"$work/err" </dev/null
    status=$?
    equal "$what: exit status" "$expected" "$status"
    contains "$what: says so" "$work/err" "error: standard output could not be written"
}
for words in --help --version help "help run" "run --help" "probe --help" "probe info" \
    "enumerate help" "enumerate mp --list" "enumerate mp" "enumerate grace -o -" \
    "run --list grace"; do
    # shellcheck disable=SC2086
    full 3 "$words" $words
done
for words in "check $mp" "check -q $mp" "check -f json $mp" "check -f tsv $mp" \
    "check --witness $mp" "check --help" "check -t 0.000001 $mp" "models" "models arm" \
    "conform ../records/conform-clean.xml" "enumerate grace --check"; do
    # shellcheck disable=SC2086
    full 3 "$words" $words
done
full 3 "an assertion that is not met comes after" check --assert forbidden $mp
full 1 "a forbidden outcome comes first" conform ../records/conform-forbidden.xml
printf '%s\tNever\t0\t\n' "$PWD/$mp" >"$work/table.tsv"
full 3 "differences" check --expect "$work/table.tsv"

# small STATUS WHAT FILE ARGUMENT...: files may have 1024 bytes, so that FILE cannot be
# written whole; what was there before stays.
small() {
    local expected=$1 what=$2 file=$3 status
    shift 3
    printf 'before\n' >"$file"
    (
        trap '' XFSZ
        ulimit -f 1
        "$CMCM" "$@" </dev/null
    ) >"$work/out" 2>"$work/err"
    status=$?
    equal "$what: exit status" "$expected" "$status"
    contains "$what: says so" "$work/err" "$file: error: cannot be written: "
    equal "$what: as it was before" before "$(cat "$file")"
    equal "$what: nothing beside it" "" "$(find "${file%/*}" -name "${file##*/}.*")"
}
mkdir "$work/to"
out=$work/to/result
small 3 "an archive" "$work/to/tests.tar" enumerate grace -o "$work/to/tests.tar"
small 3 "results" "$out" check -v -o "$out" arm
small 3 "results as JSON" "$out" check -f json -o "$out" arm
small 3 "a report" "$out" conform -f html -o "$out" ../records/conform-clean.xml
small 1 "a report of something forbidden" "$out" \
    conform -f html -o "$out" ../records/conform-forbidden.xml

# The log of a run grows by whole blocks: what is there is kept, and is whole.
case $(uname -m) in
aarch64) own=arm ;;
*) own=x86 ;;
esac
record=$work/record.xml
if "$CMCM" run -q --iterations 1000 --no-check --record "$record" $own/MP.litmus 2>/dev/null |
    grep -q .; then
    # The compiler has files of its own: so the limit is high, and the log full up to it.
    head -c $((1024 * 1024 - 100)) /dev/zero | tr '\0' '#' >"$out"
    (
        trap '' XFSZ
        ulimit -f 1024
        "$CMCM" run --iterations 1000 --no-check --record "$record" --resume -o "$out" \
            $own/SB.litmus $own/LB.litmus </dev/null
    ) >"$work/out" 2>"$work/err"
    equal "a log: exit status" 3 $?
    contains "a log: says so" "$work/err" "$out: error: cannot be written: "
    equal "a log: once" 1 "$(grep -c "cannot be written" "$work/err")"
    equal "a log: no half block" $((1024 * 1024 - 100)) "$(wc -c <"$out")"
fi

finish
