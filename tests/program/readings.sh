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
# Each reading that a model has is listed by `cmcm models`, and told in a document.
"$CMCM" models | sed -n '/^  variants:/,/^[^ ]/{/^[^ ]/d; s/^  variants://; p}' | tr ' ' '\n' |
    sed '/^$/d' | sort -u >"$work/listed"
grep -hoE 'if "[a-zA-Z0-9.-]+"' "$CMCM_SOURCE"/models/*.cat | cut -d'"' -f2 | sort -u >"$work/asked"
same "readings that are listed" "$work/asked" "$work/listed"
while read -r variant; do
    grep -qF -- "\`--variant $variant\`" "$CMCM_SOURCE"/docs/{models,wave}.md ||
        grep -qF -- "\`$variant\`" "$CMCM_SOURCE"/docs/{models,wave}.md ||
        fail "no document tells of the reading $variant"
done <"$work/asked"
[ "$checks" -gt 20 ] || fail "only $checks checks"
finish
