#!/bin/bash
# Random kernels with initial values, lanes, arguments and LDS, whose results are computed beside
# them. CMCM_TEST_FACTOR: so many times as many; CMCM_TEST_SEED: others.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"
count=$((120 * ${CMCM_TEST_FACTOR:-1}))
python3 "$CMCM_SOURCE/tests/program/import_random.py" "$CMCM" "${CMCM_TEST_SEED:-1}" "$count" \
    >"$work/out" 2>&1
equal "random kernels" "$count kernels, 0 not known, 0 wrong" "$(tail -1 "$work/out")"
[ "$failures" -eq 0 ] || head -20 "$work/out" >&2
finish
