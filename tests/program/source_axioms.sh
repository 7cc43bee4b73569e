#!/bin/bash
# Each axiom and flag of the models of source languages has a gloss, and a test notices without it.
. "$(dirname "$0")/lib.sh"
[ -z "${CMCM_TEST_SAMPLE:-}" ] || skip "the same programs as elsewhere"
command -v python3 >"$work/which" || skip "no python3"
python3 "$CMCM_SOURCE/tests/program/source_axioms.py" "$CMCM" "$CMCM_SOURCE" "$work" >"$work/axioms"
equal "axioms: exit status" 0 $?
grep -E 'UNNOTICED|NO GLOSS' "$work/axioms" | grep -v $'^c11\tc11.cat\thappens-before\tgloss' >&2
[ "$(wc -l <"$work/axioms")" -ge 75 ] || fail "too few axioms: $(wc -l <"$work/axioms")"
finish
