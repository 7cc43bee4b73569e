#!/bin/bash
# What the sources leave open, as variants (readings) of the models: of PTX tests/litmus/variants.tsv,
# of others readings.tsv in their folders; each judges a test otherwise than the model without it.
. "$(dirname "$0")/lib.sh"

tests=$CMCM_SOURCE/tests/litmus

# answer MODEL VARIANT FILE: "yes", "no", or "open": the answer is not certain
answer() {
    "$CMCM" check -q -m "$1" ${2:+--variant "$2"} "$tests/$3" >"$work/out" 2>"$work/err"
    sed -n 's/.*(Never.*/no/p; s/.*(\(Sometimes\|Always\).*/yes/p; s/.*: ?? .*/open/p' "$work/out"
}

while IFS=$'\t' read -r file variant expected without _; do
    [ "${file#\#}" = "$file" ] || continue
    for model in ptx cmcm; do
        equal "$file under $model, $variant" "$expected" "$(answer $model "$variant" "$file")"
        equal "$file under $model" "$without" "$(answer $model '' "$file")"
    done
done <"$tests/variants.tsv"
# differ FOLDER VARIANT:COUNT...: each row of FOLDER/readings.tsv; and of all tests there so many
# differ from their table under each reading, but for the rows' own.
differ() {
    local variant files verdicts
    cd "$tests/$1" || exit 1
    while read -r variant; do
        mapfile -t files < <(awk -F '\t' -v of="$variant" '$1 == of { print $2 }' readings.tsv)
        run 0 "tests of $variant" check -q --variant "$variant" "${files[@]}"
        verdicts=$(awk -F '\t' -v of="$variant" '$1 == of { print $3 }' readings.tsv)
        equal "tests of $variant: ${files[*]}" "$verdicts" "$(sed 's/.*(\([A-Z][a-z]*\),.*/\1/' "$work/out")"
    done < <(grep -v '^#' readings.tsv | cut -f1 | sort -u)
    for variant in "${@:2}"; do
        "$CMCM" check -j2 --variant "${variant%:*}" --expect expected.tsv -- *.litmus >"$work/out" 2>&1
        contains "differences of $variant" "$work/out" " ${variant#*:} differences, "
    done
}
differ cdna cdna-xcd:2 cdna-nt:2
differ llvm llvm-narrow-flag:1 llvm-unordered-plain:1 llvm-local-scope:1 llvm-values-only:7 \
    llvm-one-sc-order:1 llvm-inclusive-with-read:1
differ wave wave-unsaid-scope:2 wave-relaxed-plain:3 wave-one-way:1 wave-ordered-atomics:1 \
    wave-stores-only:2 wave-lockstep:1 wave-first-hand:6 wave-no-reordering:2

# Each reading that a model has is listed by `cmcm models`, and told in a document.
"$CMCM" models | sed -n '/^  variants:/,/^[^ ]/{/^[^ ]/d; s/^  variants://; p}' | tr ' ' '\n' |
    sed '/^$/d' | sort -u >"$work/listed"
grep -hoE 'if "[a-zA-Z0-9.-]+"' "$CMCM_SOURCE"/models/*.cat | cut -d'"' -f2 | sort -u >"$work/asked"
same "readings that are listed" "$work/asked" "$work/listed"
while read -r variant; do
    grep -qF -- "\`--variant $variant\`" "$CMCM_SOURCE"/docs/{models,models/*}.md ||
        grep -qF -- "\`$variant\`" "$CMCM_SOURCE"/docs/{models,models/*}.md ||
        fail "no document tells of the reading $variant"
done <"$work/asked"
[ "$checks" -gt 20 ] || fail "only $checks checks"
finish
