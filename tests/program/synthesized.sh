#!/bin/bash
# What `cmcm diff --synthesize N --programs` finds of edited models, against the brute-force
# enumerator, round by round. CMCM_SYNTHESIZED="SEED COUNT" takes others and more of them.
. "$(dirname "$0")/lib.sh"
oracle=$CMCM_BUILD/tests/oracle
[ -x "$oracle" ] || skip "no oracle"
command -v python3 >/dev/null || skip "no python3"
read -r seed count <<<"${CMCM_SYNTHESIZED:-300 14}"
python3 "$CMCM_SOURCE/tests/program/synthesized.py" "$CMCM" "$oracle" "$CMCM_MODELS" "$seed" "$count" \
    >"$work/out" 2>&1 || fail "$(grep -e DIFFERS -e '; status' -e Error "$work/out")"
tail -1 "$work/out"
equal "all edits were tried" "$count edits, 0 wrong" "$(tail -1 "$work/out")"
checks=$((checks + 1))
[ "$(grep -c ' tell: ' "$work/out")" -ge $((count / 3)) ] || fail "too few edits that something tells"
finish
