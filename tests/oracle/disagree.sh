#!/bin/bash
# disagree.sh MODEL TEST: ends with status 0 when cmcm and the oracle, which tries everything, find
# different final states; for `cmcm shrink --command` (docs/diff.md). With status 1 when they
# agree, or the test is too large for one of them, or cut by the loop bound.
# $CMCM and $CMCM_ORACLE are the programs (build/cmcm, build/tests/oracle), $CMCM_MODELS the models.
set -uo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
models=${CMCM_MODELS:-$source/models}
cmcm=${CMCM:-$source/build/cmcm}
oracle=${CMCM_ORACLE:-$source/build/tests/oracle}
[ $# -eq 2 ] || {
    echo "usage: disagree.sh MODEL TEST" >&2
    exit 2
}
# Name, observation, number, states; or that it was skipped, or cut.
tried=$("$oracle" -m "$models" "$1" "$2" | tail -1)
[ "$(awk -F'\t' '{ print NF }' <<<"$tried")" = 4 ] || exit 1
checked=$(CMCM_MODELS=$models "$cmcm" check -f tsv -m "$1" "$2" | tail -1)
[ "$(cut -f4 <<<"$checked")" != unknown ] && [ -n "$(cut -f7 <<<"$checked")" ] || exit 1
[ "$(cut -f4 <<<"$tried")" != "$(cut -f7 <<<"$checked")" ]
