#!/bin/bash
# What cdna.cat says of rounds that may go (`rewrite`, `coherent`; checker/loops/wait.h): random waves
# with loops end as by a model that says nothing of it, whose loops go round up to five times. A
# `rewrite` that lets everything go does not.
. "$(dirname "$0")/lib.sh"
command -v python3 >"$work/which" || skip "no python3"
rounds=$CMCM_SOURCE/tests/program/cdna_rounds.py
models=$CMCM_SOURCE/models
python3 "$rounds" 5 $((220 * ${CMCM_TEST_FACTOR:-1})) "$work"
sed '/^let rewrite = /d; /^let coherent = /d' "$models/cdna.cat" >"$work/silent.cat"
sed 's/^let rewrite = .*/let rewrite = [domain(rmw)];(M * M)/' "$models/cdna.cat" >"$work/all.cat"
"$CMCM" check -f herd "$work"/*.litmus >"$work/with" 2>"$work/err"
"$CMCM" check -f herd -I "$models" -m "$work/silent.cat" -u 4 "$work"/*.litmus >"$work/without" 2>"$work/err"
"$CMCM" check -f herd -I "$models" -m "$work/all.cat" "$work"/*.litmus >"$work/broken" 2>"$work/err"
python3 "$rounds" "$work/with" "$work/without" >"$work/out"
status=$?
equal "the model: $(cat "$work/out")" 0 "$status"
python3 "$rounds" "$work/broken" "$work/without" >"$work/out"
status=$?
equal "a model that lets everything go: $(cat "$work/out")" 1 "$status"
finish
