#!/bin/bash
# Random functions on numbers of all types, as tests of C, against what a compiler's program computes.
# CMCM_TEST_FACTOR: so many times as many; CMCM_TEST_SEED: others.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"
command -v "${CMCM_CC:-cc}" >/dev/null || skip "no compiler of C"
count=$((200 * ${CMCM_TEST_FACTOR:-1}))
python3 "$CMCM_SOURCE/tests/program/c_numbers.py" "${CMCM_CC:-cc}" "${CMCM_TEST_SEED:-1}" "$count" "$work" || exit 1
# Of loops that memory decides on the answer may take too long; none is wrong.
"$CMCM" check -q -m rc11 -t 10 "$work" >"$work/out" 2>/dev/null
equal "random numbers, no other" "$count" "$(grep -cE '^numbers-[0-9]*: (Ok|[?][?])' "$work/out")"
[ "$(grep -c '^numbers-[0-9]*: Ok' "$work/out")" -ge $((count * 98 / 100)) ] || fail "random numbers: too few answers"

# Doubles, as IEEE 754 computes them.
# double INITIAL PARAMETERS BODY CONDITION|ERROR
double() {
    printf 'C double\n{ %s }\nP0 (%s) {\n  %s\n}\nforall (%s)\n' "$@" >"$work/double.litmus"
}
holds() {
    double "$@"
    run 0 "$3" check -q -m rc11 "$work/double.litmus"
    contains "$3" "$work/out" 'double: Ok (Always'
}
fails() {
    double "$1" "$2" "$3" true
    run 3 "$3" check -q -m rc11 "$work/double.litmus"
    contains "$3" "$work/err" "$4"
}
x='double x=1.5;'
holds "$x" 'double* x' 'double r0 = *x * 3 - 0.25; *x = -r0 / 2;' '0:r0=4.25 /\ x=-2.125'
holds "$x" 'double* x' 'double r0 = atomic_fetch_sub_explicit(x, 2, memory_order_relaxed);' '0:r0=1.5 /\ x=-0.5'
holds 'x=3; double y=1e300;' 'double* x, double* y' 'double r0 = *x / 2; double r1 = *y * *y;' '0:r0=1.5 /\ 0:r1=inf'
holds 'double x=-0.0; int64_t y=-1; uint64_t z=-1;' 'double* x, int64_t* y, uint64_t* z' \
    'int r0 = *x == 0; int r1 = *x < 0.0; double r2 = *y; double r3 = *z; int r4 = *x != 0;' \
    '0:r0=1 /\ 0:r1=0 /\ 0:r2=-1 /\ 0:r3=18446744073709551616.0 /\ 0:r4=0'
holds "$x" 'double* x' 'double r0 = 1.5; int r1 = atomic_compare_exchange_strong_explicit(x, &r0, 2.5, memory_order_relaxed, memory_order_relaxed);' '0:r1=1 /\ x=2.5'
# Floats compute in 32 bits, and a constant without `f` is a double.
y='float x=0.1; float a[2]={1.5,-2}; double d=0.1;'
holds "$y" 'float* x, double* d' 'float r0 = *x * 3.0f; int r1 = *x == 0.1f; int r2 = *x == 0.1; int r3 = *d == 0.1; int r4 = *d == 0.1f; *x = r0 / 7;' \
    '0:r0=0.3 /\ 0:r1=1 /\ 0:r2=0 /\ 0:r3=1 /\ 0:r4=0 /\ x=0.042857144'
holds "$y" 'float* a, float* x' 'float* p = a; float r0 = -*p - *(p + 1); float r1 = 16777217; double r2 = *x; float r3 = 1.f; float r4 = r3 == 1 ? *x : 0; float r5 = atomic_fetch_add_explicit(a, 2, memory_order_relaxed);' \
    '0:r0=0.5 /\ 0:r1=16777216 /\ 0:r2=0.10000000149011612 /\ 0:r3=1 /\ 0:r4=0.1 /\ 0:r5=1.5 /\ a[0]=3.5'
fails "$y" 'float* x' 'int r0 = *x;' 'a `float` is used where another type is needed'
fails "$y" 'double* x' 'int r0 = 1;' '`x` has two types'
fails "$x" 'double* x' 'int r0 = *x;' 'a `double` is used where another type is needed, or the other way round, and is not converted here, expected a variable or an object of its type'
fails "$x" 'double* x' 'switch (*x) { }' 'this is a `double` or `float`, expected an integer, or a comparison'
fails "$x" 'double* x' 'if (*x) { }' 'this is a `double` or `float`, expected an integer, or a comparison'
fails "$x" 'double* x' 'atomic_fetch_or_explicit(x, 1, memory_order_relaxed);' '`atomic_fetch_or_explicit` does not work on a `double` or `float`, expected an addition or a subtraction'
fails "$x" 'double* x' 'double r0 = *x % 2;' '`double` and `float` do not have this operator, expected +, -, *, / or a comparison'
fails "$x" 'double* x' 'double r0 = *x < 2 ? 1 : 1.5;' 'the second value is a `double` or `float` and the first has another type, expected two of one type'
fails "$x" 'int* x' 'int r0 = 1;' '`x` has two types'
fails "$x" 'long double* x' 'int r0 = 1;' '`long double` is not supported, expected `double`'
fails "$x" 'double* x' 'long double r0 = 1;' '`long double` is not supported, expected `double`'
finish
