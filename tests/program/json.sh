#!/bin/bash
# What is printed as JSON fits schemas/.
. "$(dirname "$0")/lib.sh"
command -v python3 >"$work/which" || skip "no python3"
litmus=$CMCM_SOURCE/tests/litmus

# fits SCHEMA ARGUMENT...: the output of cmcm.
fits() {
    local schema=$1 said
    shift
    checks=$((checks + 1))
    "$CMCM" "$@" >"$work/json" 2>"$work/err"
    said=$(python3 "$CMCM_SOURCE/tests/program/json_schema.py" \
        "$CMCM_SOURCE/schemas/$schema.schema.json" <"$work/json") || fail "$*: $said"
}
for test in cmcm/fig4a-stlr-ld.acquire.sys cmcm/fig4b-stlr-ld.acquire.gpu arm/MP arm/SB x86/SB \
    x86/SB+mfences x86/ATOM-inc riscv/MP ptx/MP+fence.acq_rel.gpu+po; do
    fits explain explain -f json "$litmus/$test.litmus"
    fits repair repair -f json "$litmus/$test.litmus"
    fits repair repair --weaken -f json "$litmus/$test.litmus"
done
printf '%s\n' '"SC"' 'include "cos.cat"' 'acyclic po | rf | co | fr as sc' >"$work/sc.cat"
both=(-m x86tso -m "$work/sc.cat")
fits diff diff -f json "${both[@]}" "$litmus/x86"
fits diff diff -f json "${both[@]}" --arch X86 --synthesize 4 --programs
fits shrink shrink -f json -k differ "${both[@]}" "$litmus/x86/SB.litmus"

# The schemas are able to refuse.
checks=$((checks + 1))
echo '{"name":"SB","steps":1,"tried":"2","test":"","diff":"","more":0}' |
    python3 "$CMCM_SOURCE/tests/program/json_schema.py" \
        "$CMCM_SOURCE/schemas/shrink.schema.json" >"$work/out" && fail "a wrong object fits"
contains "a wrong type" "$work/out" "value 1.tried: '2', expected integer"
contains "a wrong member" "$work/out" '`more`, which the schema has not'
finish
