#!/bin/bash
# Tests of source languages whose threads have places: axioms, races, places and what is refused.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus/scoped" || exit 1

# Without any one of its axioms a model gives another answer to one of these tests.
mkdir "$work/models"
for model in scoped opencl; do
    while IFS=: read -r line axiom; do
        cp "$CMCM_SOURCE"/models/*.cat "$work/models/"
        sed -i "${line}d" "$work/models/$model.cat"
        CMCM_MODELS=$work/models run 1 "$model without ${axiom##* as }" check -q --expect expected.tsv
    done < <(grep -nE '^(acyclic|irreflexive|empty) ' "$CMCM_SOURCE/models/$model.cat")
done

# A race is undefined behaviour; where the scopes include both threads there is none.
for test in MP+block-other MP+device-other MP+device-cpu CL-MP+wg-other CL-MP+barrier-local \
    barrier-divergence; do
    run 4 "$test" check "$test.litmus"
    contains "$test" "$work/out" 'Flag *undef*'
    contains "$test" "$work/out" "Observation $test Undefined"
done
for test in MP+block-same MP+device MP+system-cpu MP+syncthreads CL-MP+wg-same CL-MP+barrier \
    barrier-in-turn; do
    run 0 "$test" check "$test.litmus"
    lacks "$test" "$work/out" 'Flag'
done

# What meets at a barrier has an order, and there is an execution.
run 0 "barrier" check MP+syncthreads.litmus
contains "barrier" "$work/out" 'States 1'
run 0 "barrier of OpenCL" check CL-MP+barrier.litmus
contains "barrier of OpenCL" "$work/out" 'States 1'

# Other initial values than 0: what is not read from a store is read from these.
sed 's/{ x=0; y=0; }/{ x=3; y=5; }/' MP+device.litmus >"$work/initial.litmus"
sed 's/{ x=0; y=0; }/{ x=3; y=5; }/' MP+device-other.litmus >"$work/other.litmus"
run 0 "initial values" check "$work/initial.litmus"
equal "initial values" "1:r0=1; 1:r1=1; 1:r0=5; 1:r1=2;" "$(grep '^1:r0' "$work/out" | sort | paste -sd ' ')"
run 4 "initial values, a race" check "$work/other.litmus"
contains "initial values, a race" "$work/out" "1:r0=1; 1:r1=3;"

# The paper's Alloy text says less of one location.
run 0 "IRIW+sc" check -q --assert forbidden IRIW+sc.litmus
run 0 "IRIW+sc, artifact" check -q --variant artifact-scb --assert allowed IRIW+sc.litmus

# Tests with one scope are those of C: scoped and RC11 without thin air agree.
for model in scoped rc11-lb; do
    run 0 "C under $model" check -q -m "$model" --expect ../c/models.tsv:rc11-lb
    contains "C under $model" "$work/out" ' 0 differences, '
done

# refused TEXT MESSAGE, the body of a function of the head's test
refused() {
    printf '%s refused\n{ x=0; }\n%s { %s }\nexists (x=1)\n' "$1" "$2" "$3" >"$work/refused.litmus"
    run 3 "$3" check "$work/refused.litmus"
    contains "$3" "$work/err" "$4"
}
refused C 'P0@cpu (int* x)' '*x = 1;' 'threads of a test of C have no places'
refused C 'P0 (int* x)' 'atomic_store_explicit(x, 1, memory_order_release, memory_scope_device);' \
    'has 4 arguments, expected 3'
refused C 'P0 (int* x)' '__syncthreads();' 'unknown function'
refused CUDA 'P0@gpu (int* x)' '*x = 1;' 'thread P0 has no CTA'
refused CUDA 'P0@nowhere 0 (int* x)' '*x = 1;' 'unknown place'
refused CUDA 'P0@cta 0 (int* x)' 'atomic_store_explicit(x, 1, memory_order_release, wide);' \
    'expected a scope, such as memory_scope_device'
refused OPENCL 'P0@wg 0,dev 0 (int* x)' 'barrier(CLK_IMAGE_MEM_FENCE);' \
    'expected CLK_GLOBAL_MEM_FENCE'
refused C++ 'P0@cpu (std::atomic<int>* x)' '*x += 1;' 'expected its operation'
refused OPENCL 'P0@wg 0,dev 0 (int* x)' 'a_long_label: barrier(CLK_LOCAL_MEM_FENCE);' \
    'label of a barrier is too long'

finish
