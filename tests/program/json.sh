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
fits check check -f json "$litmus"/{arm,cdna,cmcm,ptx,values}
fits check check -f json -v --witness "$litmus"/{arm,cmcm} "$CMCM_SOURCE/examples/protocols"
fits check check -f json --question "$litmus/arm"
fits check check -f json --count executions "$litmus/arm"
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
fits conform conform -f json "$CMCM_SOURCE"/tests/records/*.xml
fits conform conform -f json --by machine,verdict --tests "$litmus" "$CMCM_SOURCE"/tests/records/*.log

# Odd tests: names in Unicode, with a backslash, and of bytes that are no text; no condition, one that
# always holds, threads that do nothing, nothing that may be changed.
odd() {
    printf 'X86 %s\n{ }\n P0 | P1 ;\n%s\n%s\n' "$2" "$3" "$4" >"$work/$1.litmus"
}
sb=$' MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;'
both_zero='exists (0:EAX=0 /\ 1:EAX=0)'
odd unicode $'SB\xc3\xa9\xe2\x9c\x93+\\' "$sb" "$both_zero"
odd bytes $'SB\xff\xfe\x80' "$sb" "$both_zero"
odd unasked SB "$sb" ''
odd always SB "$sb" 'forall (true)'
odd never SB "$sb" 'exists (false)'
odd idle SB ' NOP | NOP ;' "$both_zero"
odd listed SB "$sb" 'locations [x; 0:EAX;]'
for test in unicode bytes never idle; do
    fits explain explain -f json "$work/$test.litmus"
    fits repair repair -f json "$work/$test.litmus"
    fits repair repair --weaken -f json "$work/$test.litmus"
done
# A test that asks for nothing has no answer, but flags where the model has some; with an outcome it
# has one.
printf 'PTX unasked\n{ }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.u32 [x], 1 | ld.u32 r0, [x] ;\nlocations [x]\n' \
    >"$work/flagged.litmus"
fits explain explain -f json "$work/flagged.litmus"
run 0 "a flag and no outcome" explain -f json "$work/flagged.litmus"
contains "a flag and no outcome" "$work/out" '"verdict":"none","reason":"","missing":{"text":"'
contains "a flag and no outcome" "$work/out" ',"flags":[{"name":"data-race",'
run 0 "why nothing prevents a flag" explain -f json "$CMCM_SOURCE/docs/tutorial/pass.ptx"
contains "what prevents it" "$work/out" '"missing":{"text":"`fence.acquire.gpu` before `ld.global.u32 r3, [data]`'
contains "why nothing prevents a flag" "$work/out" '"event":"g","next":"h","tags":["ACQ","GPU"],"within":[{"name":"acquire-pattern",'
contains "why nothing prevents a flag" "$work/out" '"text":"there is no `__threadfence()` (fence.acquire, scope gpu) between'
fits repair repair -f json "$work/flagged.litmus"
contains "repair, flagged" "$work/json" '"verdict":"found","reason":"","of_flags":true,'
run 3 "weaken, flagged" repair --weaken -f json "$work/flagged.litmus"
for test in unasked always listed; do
    for how in explain repair "repair --weaken"; do
        run 3 "$how, $test" $how -f json "$work/$test.litmus"
        contains "$how, $test" "$work/err" "$test.litmus:1:1: error: the test asks for no outcome"
    done
    fits explain explain -f json --outcome '0:EAX=0 /\ 1:EAX=0' "$work/$test.litmus"
    fits repair repair -f json --outcome '0:EAX=0 /\ 1:EAX=0' "$work/$test.litmus"
done
for test in unicode bytes; do # of the others there is nothing to say
    fits diff diff -f json "${both[@]}" "$work/$test.litmus"
    fits shrink shrink -f json -k allowed "$work/$test.litmus"
    fits shrink shrink -f json -k differ "${both[@]}" "$work/$test.litmus"
done
fits explain explain -f json --outcome '0:EAX=0' "$work/unasked.litmus"
fits explain explain -f json --outcome 'true' "$work/bytes.litmus"

# The schemas are able to refuse.
checks=$((checks + 1))
echo '{"name":"SB","steps":1,"tried":"2","test":"","diff":"","more":0}' |
    python3 "$CMCM_SOURCE/tests/program/json_schema.py" \
        "$CMCM_SOURCE/schemas/shrink.schema.json" >"$work/out" && fail "a wrong object fits"
contains "a wrong type" "$work/out" "value 1.tried: '2', expected integer"
contains "a wrong member" "$work/out" '`more`, which the schema has not'
finish
