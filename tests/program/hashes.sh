#!/bin/bash
# The hash of a test is the reference simulator's, as its own published logs have it.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
[ -d "$corpus/HERD" ] || skip "no corpus in $corpus; CMCM_CORPUS names another folder"

grep -v '^#' "$CMCM_SOURCE/tests/litmus/hashes.tsv" >"$work/expected"
while IFS=$'\t' read -r test _; do
    hash=$("$CMCM" check "$corpus/HERD/$test" 2>/dev/null | sed -n 's/^Hash=//p')
    printf '%s\t%s\n' "$test" "$hash"
done <"$work/expected" >"$work/hashes"
same "hashes" "$work/expected" "$work/hashes"
[ "$(wc -l <"$work/expected")" -ge 139 ] || fail "too few hashes to compare with"
# Two tests say their own hash, which must be what their text has.
for test in MP+rel+acqpc MP+rel+swp-acqpc; do
    file=$corpus/HERD/aarch64/$test.litmus
    sed '/^Hash=/d' "$file" >"$work/$test.litmus"
    equal "hash of $test" "$(sed -n 's/^Hash=//p' "$file")" \
        "$("$CMCM" check "$work/$test.litmus" | sed -n 's/^Hash=//p')"
done
finish
