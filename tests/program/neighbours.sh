#!/bin/bash
# Every base of model/relations.c has neighbours for ./dev mutate, or a reason why not.
# (./dev lint asks whether every change of the code finds its text.)
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"
checks=1
"$CMCM_SOURCE/tests/mutate/mutate.py" neighbours || fail "tests/mutate/neighbours.tsv"
finish
