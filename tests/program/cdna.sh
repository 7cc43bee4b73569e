#!/bin/bash
# CDNA: each reading (docs/models.md) judges a test otherwise than the model without it, as
# tests/litmus/cdna/readings.tsv says; and what it does not touch stays.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus/cdna" || exit 1

while IFS=$'\t' read -r variant test expected _; do
    run 0 "$test, $variant" check -q --variant "$variant" "$test"
    contains "$test, $variant" "$work/out" "($expected,"
done < <(grep -v '^#' readings.tsv)

# No reading but the tests listed differs from the table.
for variant in xcd:2 nt:2; do
    "$CMCM" check -j2 --variant "cdna-${variant%:*}" --expect expected.tsv -- *.litmus >"$work/out" 2>&1
    contains "differences of $variant" "$work/out" " ${variant#*:} differences, "
done

finish
