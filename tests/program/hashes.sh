#!/bin/bash
# The hash of a test is the reference simulator's, as its own published logs have it.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
{ [ -d "$corpus/HERD" ] && [ -d "$corpus/RISCV" ]; } || skip "no corpus in $corpus; CMCM_CORPUS names another folder"

grep -v '^#' "$CMCM_SOURCE/tests/litmus/hashes.tsv" >"$work/expected"
while IFS=$'\t' read -r test _; do
    hash=$("$CMCM" check --question "$corpus/$test" 2>/dev/null | sed -n 's/^Hash=//p')
    printf '%s\t%s\n' "$test" "$hash"
done <"$work/expected" >"$work/hashes"
same "hashes" "$work/expected" "$work/hashes"
[ "$(wc -l <"$work/expected")" -ge 186 ] || fail "too few hashes to compare with"
# Three tests say their own hash, which must be what their text has.
for test in HERD/aarch64/MP+rel+acqpc HERD/aarch64/MP+rel+swp-acqpc RISCV/ISA13; do
    file=$corpus/$test.litmus
    sed '/^Hash=/d' "$file" >"$work/hashed.litmus"
    equal "hash of $test" "$(sed -n 's/^Hash=//p' "$file")" \
        "$("$CMCM" check "$work/hashed.litmus" | sed -n 's/^Hash=//p')"
done
finish
