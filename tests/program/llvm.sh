#!/bin/bash
# LLVM IR: each reading (docs/models.md) judges a test otherwise than the model without it, as
# tests/litmus/llvm/readings.tsv says; and what it does not touch stays.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus/llvm" || exit 1

while IFS=$'\t' read -r variant test expected _; do
    run 0 "$test, $variant" check -q --variant "$variant" "$test"
    contains "$test, $variant" "$work/out" "($expected,"
done < <(grep -v '^#' readings.tsv)

# No reading but the tests listed differs from the table.
for variant in narrow-flag:1 unordered-plain:1 local-scope:1 values-only:6 one-sc-order:1 inclusive-with-read:1; do
    "$CMCM" check -j2 --variant "llvm-${variant%:*}" --expect expected.tsv -- *.litmus >"$work/out" 2>&1
    contains "differences of $variant" "$work/out" " ${variant#*:} differences, "
done

finish
