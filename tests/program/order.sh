#!/bin/bash
# A test's states depend on nothing but the test: alone in a process, in a batch, in the
# batch in reverse order, and with two workers the lines are the same, byte for byte. The
# project's own tests, random ones, and a share of the corpora where they are.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
random=$CMCM_BUILD/tests/random_tests

# states FILE...: a line for each, in the files' order.
states() {
    "$CMCM" check -q -f tsv -t 60 "$@" 2>>"$work/err" | grep -v '^#'
}

# orders WHAT LIST: the list's tests in each way.
orders() {
    local what=$1 list=$2 file
    states "@$list" >"$work/batch"
    tac "$list" >"$work/reversed"
    states "@$work/reversed" | tac >"$work/backwards"
    states -j2 "@$list" >"$work/workers"
    # Alone: a process each is slow, so some of them.
    awk 'NR % 12 == 1' "$list" >"$work/some"
    while IFS= read -r file; do
        states "$file"
    done <"$work/some" >"$work/alone"
    awk -F '\t' 'NR == FNR { some[$1] = 1; next } $1 in some' "$work/some" "$work/batch" \
        >"$work/together"
    equal "$what: a line for each test" "$(wc -l <"$list")" "$(wc -l <"$work/batch")"
    same "$what: in reverse order" "$work/batch" "$work/backwards"
    same "$what: two workers" "$work/batch" "$work/workers"
    same "$what: alone" "$work/together" "$work/alone"
    printf '%s: %d tests\n' "$what" "$(wc -l <"$list")"
}

find "$CMCM_SOURCE/tests/litmus" -name '*.litmus' | sort >"$work/own"
orders "own tests" "$work/own"

# The same seeds each time, and others with CMCM_TEST_SEED.
mkdir "$work/random"
"$random" "${CMCM_TEST_SEED:-1}" 240 "$work/random" || fail "$random"
find "$work/random" -name '*.litmus' | sort >"$work/made"
orders "random tests" "$work/made"

for suite in AARCH64 X86 PTX COMPOUND; do
    [ -d "$corpus/$suite" ] || continue
    find "$corpus/$suite" -name '*.litmus' -size -8k | grep -v /CADP/ | sort |
        awk 'NR % 40 == 7' >"$work/published"
    [ ! -s "$work/published" ] || orders "$suite" "$work/published"
done

finish
