#!/bin/bash
# What is read and does not run: docs/does-not-run.tsv says why of each, and nothing else is refused.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"
checks=1
python3 "$CMCM_SOURCE/tests/program/run_refused.py" "$CMCM_SOURCE" "$CMCM" \
    "$CMCM_SOURCE/tests/program/run-refused.tsv" >"$work/out" || fail "$(cat "$work/out")"
cat "$work/out"
finish
