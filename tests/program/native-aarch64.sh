#!/bin/bash
# AArch64 threads as machine code: each thread of our tests, of the published ones
# and of the rows of test_aarch64.c, run alone (on this machine, or under QEMU) and
# compared with the sequential interpreter.
. "$(dirname "$0")/lib.sh"
isa=aarch64
target=aarch64
emulate=qemu-aarch64
options=(-cpu max)
. "$CMCM_SOURCE/tests/hw/native_alone.sh"

corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
places=("$CMCM_SOURCE/tests/litmus/arm" "$CMCM_SOURCE/tests/litmus/cmcm")
[ -d "$corpus" ] && places+=("$corpus/AARCH64" "$corpus/COMPOUND")
prepare "${places[@]}"
# What is refused is refused for one of these reasons.
grep '^left out' "$work/written" | grep -v -e 'an address of code as data cannot be run' \
    -e 'starts with an address of code, which cannot be run' \
    -e 'may end in a fault ([A-Za-z]*), which cannot be run' \
    -e 'threads are on several GPUs, expected one GPU' >"$work/unexpected"
same "refused for another reason" /dev/null "$work/unexpected"
run_alone
# Only what processors have had since 2023 may be missing: FEAT_LRCPC3, FEAT_LSE128 and
# FEAT_CSSC, in the rows and in the tests.
recent='LDIAPP|STILP|LDAPR [WX][0-9]+,\[X[0-9]+\],#|STLR [WX][0-9]+,\[X[0-9]+,#-'
recent="$recent"'|SWPP|LDCLRP|LDSETP|(^|[ "])([SU](MAX|MIN)|ABS|CNT|CTZ) '
sed -n 's/^    {"\(.*\)", "[^"]*", .*},$/\1/p' "$CMCM_SOURCE/tests/unit/aarch64_rows.inc" |
    nl -v 0 -w 1 -s ' ' | grep -E "^[0-9]+.*($recent)" | sed 's/ .*//; s/^/row/' |
    sort >"$work/may_rows"
same "rows with other instructions that the processor lacks" /dev/null \
    <(grep '^row[0-9]*$' "$work/missing" | sort | comm -23 - "$work/may_rows")
xargs grep -liE "$recent" <"$work/list" | sed 's,.*/,,; s,\.litmus$,,' | sort -u >"$work/may"
same "tests with other instructions that the processor lacks" /dev/null \
    <(grep -v '^row[0-9]*$' "$work/missing" | comm -23 - "$work/may")
finish
