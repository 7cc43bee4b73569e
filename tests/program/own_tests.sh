#!/bin/bash
# The project's own tests against their tables, each under the models that runs.tsv
# names, every execution found evaluated again; and the flags they raise. No test is
# without an expectation. (./dev mutate asks whether these would notice a wrong model.)
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus" || exit 1
sample=${CMCM_TEST_SAMPLE:-1} # every so many of a table's tests: under sanitizers

# rows TABLE: its lines, without comments.
rows() {
    grep -v '^#' "$1"
}

# judge MODEL TABLE FILES: MODEL "" is each test's own.
judge() {
    local model=$1 table=$2 files=$3 directory
    directory=$(dirname "$table")
    cd "$directory" || exit 1
    # shellcheck disable=SC2086 # patterns
    files=$(printf '%s\n' $files | awk -v every="$sample" 'NR % every == 0 || NR == 1')
    # shellcheck disable=SC2086
    run 0 "$table under $model" \
        check -j2 --debug ${model:+-m "$model"} --expect "$(basename "$table")" $files
    printf '%s under %s: %s\n' "$table" "${model:-its models}" "$(tail -1 "$work/out")"
    [ "$(wc -l <"$work/out")" -eq 1 ] || head -20 "$work/out" >&2
    contains "$table under $model" "$work/out" " 0 differences, "
    printf "./$directory/%s\n" $files | sed 's,^\./\./,./,' >>"$work/judged"
    cd "$CMCM_SOURCE/tests/litmus" || exit 1
}

while IFS=$'\t' read -r model table files; do
    judge "$model" "$table" "$files"
done < <(rows runs.tsv)

# A table that runs.tsv does not name; and every test has an expectation and a judge.
while IFS= read -r table; do
    grep -v '^#' "$table" | cut -f1 | sed "s,^,$(dirname "$table")/," >>"$work/listed"
    grep -qP "\t\Q${table#./}\E\t" runs.tsv ||
        judge "" "${table#./}" "$(rows "$table" | cut -f1 | tr '\n' ' ')"
done < <(find . -name expected.tsv | sort)
find . -name '*.litmus' | sort >"$work/there"
sed 's,^\./\./,./,' "$work/listed" | sort -u >"$work/known"
sort -u "$work/judged" >"$work/run"
same "tests and expectations" "$work/there" "$work/known"
[ "$sample" -gt 1 ] || same "tests and runs" "$work/there" "$work/run"

# Zalasr, ratified after the published tests, has RCsc ordered loads and stores.
run 0 "ordered loads and stores of Zalasr" check -q --variant zalasr --assert forbidden \
    "axioms/riscv/SB+swrl-lwaqs.litmus"
run 0 "ordered loads and stores of Zalasr, compound" check -q -m cmcm --variant zalasr \
    --assert forbidden "axioms/riscv/SB+swrl-lwaqs.litmus"

# Ztso (the manual, "Ztso"): loads acquire, stores release, AMOs do both and are RCsc.
for test in MP+fence.w.w+po:forbidden SB+fence.w.ws:allowed SB+amoswap-lraqs:forbidden; do
    run 0 "Ztso, $test" check -q --variant ztso --assert "${test#*:}" "axioms/riscv/${test%:*}.litmus"
done

while IFS=$'\t' read -r test model flags _; do
    run 0 "$test under $model" check -m "$model" "$test"
    found=$(sed -n 's/^Flag //p' "$work/out" | sort | tr '\n' ' ')
    found=${found% }
    equal "flags of $test under $model" "$flags" "${found:--}"
done < <(rows flags.tsv | awk -v every="$sample" 'NR % every == 0')

finish
