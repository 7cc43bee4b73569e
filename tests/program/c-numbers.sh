#!/bin/bash
# Random functions on numbers of all types, as tests of C, against what a compiler's program computes.
# CMCM_TEST_FACTOR: so many times as many; CMCM_TEST_SEED: others.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"
command -v "${CMCM_CC:-cc}" >/dev/null || skip "no compiler of C"
count=$((200 * ${CMCM_TEST_FACTOR:-1}))
python3 "$CMCM_SOURCE/tests/program/c_numbers.py" "${CMCM_CC:-cc}" "${CMCM_TEST_SEED:-1}" "$count" "$work" || exit 1
run 0 "random numbers" check -q -m rc11 "$work"
equal "random numbers" "$count" "$(grep -c '^numbers-[0-9]*: Ok' "$work/out")"
finish
