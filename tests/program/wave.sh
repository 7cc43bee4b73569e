#!/bin/bash
# WAVE: each reading (docs/wave.md) judges a test otherwise than the model without it, as
# tests/litmus/wave/readings.tsv says; and what it does not touch stays.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus/wave" || exit 1

while IFS=$'\t' read -r variant test expected _; do
    run 0 "$test, $variant" check -q --variant "$variant" "$test"
    contains "$test, $variant" "$work/out" "($expected,"
done < <(grep -v '^#' readings.tsv)

# No reading but the tests listed differs from the table: how many differ, by variant.
for variant in unsaid-scope:2 relaxed-plain:3 one-way:1 ordered-atomics:1 stores-only:2 lockstep:1 first-hand:6 no-reordering:2; do
    "$CMCM" check -j2 --variant "wave-${variant%:*}" --expect expected.tsv -- *.litmus >"$work/out" 2>&1
    contains "differences of $variant" "$work/out" " ${variant#*:} differences, "
done

finish
