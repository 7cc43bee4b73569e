#!/bin/bash
# What the sources leave open of PTX, as variants of its models: tests/litmus/variants.tsv.
. "$(dirname "$0")/lib.sh"

tests=$CMCM_SOURCE/tests/litmus

# answer MODEL VARIANT FILE: "yes" or "no"
answer() {
    "$CMCM" check -q -m "$1" ${2:+--variant "$2"} "$tests/$3" >"$work/out" 2>"$work/err"
    sed -n 's/.*(Never.*/no/p; s/.*(\(Sometimes\|Always\).*/yes/p' "$work/out"
}

while IFS=$'\t' read -r file variant expected without _; do
    [ "${file#\#}" = "$file" ] || continue
    for model in ptx cmcm; do
        equal "$file under $model, $variant" "$expected" "$(answer $model "$variant" "$file")"
        equal "$file under $model" "$without" "$(answer $model '' "$file")"
    done
done <"$tests/variants.tsv"
[ "$checks" -gt 20 ] || fail "only $checks checks"
finish
