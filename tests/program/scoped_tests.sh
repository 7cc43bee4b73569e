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
    barrier-divergence barrier-narrow MP+syncwarp-other; do
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

# Under sequential consistency nobody leaves a barrier before all have come to it, in any language.
for test in MP+syncthreads MP+syncwarp CL-MP+barrier ../vulkan/barrier ../wave/MP-barrier ../ptx9/bar.red \
    ../ptx9/bar.red-lanes ../ptx9/MP+bar.sync-lanes ../ptx9/MP+barrier.cluster ../ptx9/MP+shfl-warp-barrier; do
    run 0 "$test under sc" check -q -m sc --assert forbidden "$test.litmus"
done
for test in MP+syncwarp-other ../ptx/bar-twice ../ptx9/MP+barrier.cluster-unsaid; do # meets nobody, or too early
    "$CMCM" check -q --question -m sc "$test.litmus" >"$work/out"
    lacks "$test under sc" "$work/out" Never
done
# A model of another of C's languages says so.
run 4 "C11 under lkmm" check -m lkmm ../c/MP+rel+acq.litmus
contains "C11 under lkmm" "$work/err" 'the model `lkmm` does not know all that such a test says, expected `rc11`'

# gives HEAD PARAMETERS BODY STATE: its only final state.
gives() {
    printf '%s gives\n{ x=5; y=7; int t[2]={3,4}; }\nP0 (%s) { %s }\nforall (%s)\n' "$1" "$2" "$3" "$4" \
        >"$work/gives.litmus"
    run 0 "$3" check -q "$work/gives.litmus"
    contains "$3" "$work/out" "gives: Ok (Always, 1 state)"
}
atomic='std::atomic<int>* x, int* y'
gives C++ "$atomic" 'int r0 = (*x)++; int r1 = ++*x; int r2 = *x += 3; int r3 = *x;' \
    '0:r0=5 /\ 0:r1=7 /\ 0:r2=10 /\ 0:r3=10'
gives C++ "$atomic" 'int r0 = (*x)--; int r1 = --*x; int r2 = *x -= 1; *x |= 8; *x &= 10; *x ^= 1;' \
    '0:r0=5 /\ 0:r1=3 /\ 0:r2=2 /\ x=11'
gives C++ "$atomic" 'int r0 = (*y)++; int r1 = ++*y; int r2 = (*y += 3) + 1; int r3 = (*y %= 5);' \
    '0:r0=7 /\ 0:r1=9 /\ 0:r2=13 /\ 0:r3=2 /\ y=2'
gives C++ 'std::atomic<int>& x, int& y' 'int r0 = x; x = 2; y = r0 + x++; int r1 = x.exchange(y);' \
    '0:r0=5 /\ 0:r1=3 /\ x=7 /\ y=7'
gives C++ "$atomic" 'int r0 = x->fetch_max(9); int r1 = x->fetch_min(2); x->store_add(4); x->store_max(1);' \
    '0:r0=5 /\ 0:r1=9 /\ x=6'
gives C++ "$atomic" 'bool r0 = x->test_and_set(); bool r1 = x->test_and_set(); x->clear(); bool r2 = x->test();' \
    '0:r0=1 /\ 0:r1=1 /\ 0:r2=0'
gives C++ "$atomic" 'int r0 = 5, r1 = 5; bool r2 = x->compare_exchange_strong(r0, 6); bool r3 = x->compare_exchange_strong(r1, 8);' \
    '0:r2=1 /\ 0:r3=0 /\ 0:r1=6 /\ x=6'
gives C++ 'int* x, int* y' 'int r0 = __sync_fetch_and_add(x, 1); int r1 = __sync_sub_and_fetch(x, 2);
    int r2 = __sync_bool_compare_and_swap(x, 4, 9); int r3 = __sync_val_compare_and_swap(x, 4, 1);
    int r4 = __sync_lock_test_and_set(y, 1); __sync_lock_release(y); __sync_synchronize();' \
    '0:r0=5 /\ 0:r1=4 /\ 0:r2=1 /\ 0:r3=9 /\ 0:r4=7 /\ x=9 /\ y=0'
gives C++ 'int* x, int* y' 'int r0, r1 = 2, r2; __atomic_load(x, &r0, __ATOMIC_RELAXED);
    __atomic_store(y, &r1, __ATOMIC_RELAXED); __atomic_exchange(x, &r1, &r2, __ATOMIC_SEQ_CST);
    bool r3 = __atomic_compare_exchange(x, &r1, &r0, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);' \
    '0:r0=5 /\ 0:r2=5 /\ 0:r3=1 /\ x=5 /\ y=2'
gives C++ 'int* x, int* y' 'int r0 = __atomic_add_fetch(x, 1, __ATOMIC_RELAXED); int r1 = __atomic_fetch_nand(x, 3, __ATOMIC_RELAXED);
    bool r2 = __atomic_test_and_set(y, __ATOMIC_ACQUIRE); __atomic_clear(y, __ATOMIC_RELEASE);' \
    '0:r0=6 /\ 0:r1=6 /\ x=-3 /\ 0:r2=1 /\ y=0'
gives CUDA 'int* x, int* y' 'int r0 = atomicMax(x, 8); int r1 = atomicMin(x, 6); int r2 = atomicInc(y, 7);
    int r3 = atomicDec(y, 4); int r4 = atomicDec(y, 4); int r5 = atomicInc(y, 9);' \
    '0:r0=5 /\ 0:r1=8 /\ x=6 /\ 0:r2=7 /\ 0:r3=0 /\ 0:r4=4 /\ 0:r5=3 /\ y=4'
gives CUDA 'int* x, int* y' 'cuda::atomic_ref<int> f(*x); f++; f = f + 1; auto g = cuda::atomic_ref(*y); int r0 = g;
    cuda::atomic_ref<int, cuda::thread_scope_device>{*x}.fetch_sub(4); atomic_init(y, 1);' \
    '0:r0=7 /\ x=3 /\ y=1'
gives C++ 'int* x, int* t' 'unsigned r0 = 0x10u + 1UL; long r1 = static_cast<long>(r0) + sizeof(int) + sizeof(long long);
    asm volatile("" ::: "memory"); atomic_signal_fence(memory_order_seq_cst); t[r0 - 16] = (*x = 2) + 1;' \
    '0:r0=17 /\ 0:r1=29 /\ x=2 /\ t[1]=3'

# Pointers go by elements (ISO C11 6.5.6/8). A variable hides others of its name in its block. An int
# has 32 bits: a shift keeps these (C++20 [expr.shift]/2), and atomic sums wrap ([atomics.types.int]/8).
gives C 'int* t' 'int *p = t; p++; int r0 = *p; int *q = 1 + t; int r1 = p == q; int r2 = p - t; p -= 1; int r3 = p[1];' \
    '0:r0=4 /\ 0:r1=1 /\ 0:r2=1 /\ 0:r3=4'
gives C 'int* x' 'int a = 1; { int a = 2; { int a = 3; *x += a; } *x += a; } *x += a; { int x = 8; x++; } *x += 1;' 'x=12'
gives C++ 'int* x' 'for (int i = 0; i < 2; i++) { for (int i = 0; i < 3; i++) *x += 1; int x = i; i = x; }' 'x=11'
gives C++ 'int* x' 'int r0 = 1 << 31; unsigned r1 = 1u << 31;' '0:r0=-2147483648 /\ 0:r1=2147483648'
gives CUDA 'int* x' 'atomicExch(x, 2147483647); int r0 = atomicAdd(x, 1); int r1 = atomicSub(x, 1);' \
    '0:r0=2147483647 /\ 0:r1=-2147483648 /\ x=2147483647'

# switch and goto. In C++ they are the same.
gives C 'int* x' 'switch (*x) { case 1: *x = 0; break; case 5: *x = 1; case 6: *x += 10; break; default: *x = 2; }' 'x=11'
gives C++ 'int* x' 'int r0 = 1; switch (r0) { default: *x += 1; case 7: *x += 2; } switch (r0) { case 2: *x = 0; }' 'x=8'
gives C++ 'int* x, int* y' 'for (int i = 0; i < 4; i++) { switch (i) { case 1: continue; case 3: break; default: *x += 10; } *y += 1; }' \
    'x=25 /\ y=10'
gives C++ 'int* x, int* y' 'switch (*x) { case 5: switch (*y) { case 7: *x = 8; break; default: *x = 9; } *y = 1; break; case 8: *y = 2; }' \
    'x=8 /\ y=1'
gives C++ 'int* x' 'switch ((unsigned char)(*x + 251)) { case 256: *x = 1; } int r0 = 0; again: if (++r0 < 2) goto again; *x = r0;' 'x=2'
gives C++ 'int* x, int* y' 'if (*y) goto out; *x = 9; out: *y += *x;' 'x=5 /\ y=12'

# Arrays of functions: their elements are variables, also of a function that is called; what has no
# value in braces is 0; an inner name hides an outer one, as an array or a variable.
gives C 'int* x' 'int a[3] = {1, 2}; int i = 1; a[i] += *x; a[a[0] - 1] = a[1] + a[2]; *x = a[0]++ + a[0 + 2]; int r0 = a[0];' \
    'x=7 /\ 0:r0=8'
gives C++ 'int* x, int* y' 'unsigned char t[2]{255, 1}; t[*x - 5]++; int r0 = t[0], r1 = (t[1] = 300); *y = t[0] + t[1];' \
    '0:r0=0 /\ 0:r1=44 /\ y=44'
gives C++ 'int* x' 'int a[2] = {1, 2}; { int a = 7; *x += a; { int a[1] = {*x}; a[0]++; *x = a[0]; } } *x += a[1];' 'x=15'
gives C++ 'int* x' 'int i = 0, a[3] = {i++, i++, i}; a[i++] = i; *x = 100 * a[0] + 10 * a[1] + a[2] + i;' 'x=15'
gives C++ 'int* x, int* t' 'int* p[2] = {t, x}; for (int i = 0; i < 2; i++) { int s[2]; s[i] = *p[i]; *p[i] = s[i] + 10; }' \
    't[0]=13 /\ x=15'
cat >"$work/arrays.litmus" <<'T'
C arrays
{ x=4; y=0; }
#define N 2
int sum(int n) { int a[N] = {n, 1}; a[n & 1] += 5; return a[0] + a[1]; }
P0 (int* x, int* y) { int a[N] = {sum(*x), 20}; int r0 = sum(a[1] + 1); *y = a[0] + r0; }
forall (y=37)
T
run 0 "arrays" check -q "$work/arrays.litmus"
contains "arrays" "$work/out" "arrays: Ok (Always, 1 state)"

# Conditions that declare, in C++: their names are known in both blocks, and hide others.
gives C++ 'int* x, int* y' 'int r = 1; if (int r = *x; r > 2) { *y = r; } else { *y = -r; } if (int r = *y - 5) *x = 9; else *x = r + 6; *y += r;' \
    'x=6 /\ y=6'
gives C++ 'int* x, int* y' 'if (int* p = y; *p == 7) { if (*x += 1; *x == 6) *p = 1; } switch (int r = *x; r - 5) { case 1: *x = r + 2; } switch (int r = *y) { case 1: *y = r + 3; }' \
    'x=8 /\ y=4'
gives C++ "$atomic" 'for (int i = 0; i < 2; i++) if (bool r0 = x->exchange(i); auto r1 = (*y)++) { *y += r0; }' 'x=1 /\ y=10'

# a, b; several variables of a loop; braces and parentheses as initialisers.
gives C++ 'int* x, int* y' 'for (int i = 0, j = 3; i < j; i++, j--) *y += 1; int r0 = (*x = 2, *x + 1); *x += r0;' 'y=9 /\ x=5'
gives C++ 'int* x' 'int i = 1; i = (i++, i + 1); int r0{i}, r1(r0 + 1); *x = r0 + r1;' 'x=7'
# Constants beside the functions, which variables hide; and what says nothing of a test.
cat >"$work/constants.litmus" <<'T'
C++ constants
{ x=5; y=0; z=0; }
#include <atomic>
using namespace std;
#define SUM(a, b) ((a) + (b))
#define TWO SUM(1, 1)
enum class state { A, B = TWO + 2, C };
enum { D = 7, E };
static constexpr uint8_t N = 257;
const unsigned M = 0 - 1;
__global__ void kernel(int* z) { int E = 1; *z = N + E + D; }
P0@cpu (int* x, int* y, int* z) {
  switch (*x) { case state::A: *y = 1; break; case state::C: *y = 2; }
  kernel(z);
  enum state s = E;
  int r0 = SUM(*x, TWO) * TWO, r1 = M > 5, r2 = s + state::A;
}
forall (y=2 /\ z=9 /\ 0:r0=14 /\ 0:r1=1 /\ 0:r2=8)
T
run 0 "constants" check -q "$work/constants.litmus"
contains "constants" "$work/out" "constants: Ok (Always, 1 state)"

# An enumeration's name is a type; characters, and numbers with parts; and what C++ says to compilers alone.
cat >"$work/enumerations.litmus" <<'T'
C++ enumerations
{ x=0; y=2; }
namespace other = ours;
static_assert(sizeof(int) == 4, "int; {");
enum class state : uint8_t { idle = 1, busy = 255 };
enum mode { off, on = 3 };
int next(state s) { return (int)s + 1; }
P0 (std::atomic<state>* x, mode* y) {
  state s = state::busy; x->store(s); s = static_cast<state>(256); mode m = on; enum mode k = off;
  int t = next(state::idle); int r0 = 'u' + 0b101, r1 = '{' == 123, r2 = '"' + '\\' + '\'' + '\n';
  unsigned r3 = 0xFFFF'FFFF; long r4 = 1'000'0ul;
  if (x->load() == state::busy) [[likely]] { *y = on; }
  if constexpr (sizeof(int) == 4) *y += 4;
}
forall (0:s=0 /\ 0:m=3 /\ 0:k=0 /\ 0:t=2 /\ 0:r0=122 /\ 0:r1=1 /\ 0:r2=175 /\ 0:r3=4294967295 /\ 0:r4=10000 /\ x=255 /\ y=7)
T
run 0 "enumerations" check -q "$work/enumerations.litmus"
contains "enumerations" "$work/out" "enumerations: Ok (Always, 1 state)"
"$CMCM" shrink --command 'grep -q busy "$1"' "$work/enumerations.litmus" >"$work/printed.litmus" 2>"$work/err"
run 0 "enumerations, printed" check -q "$work/printed.litmus"

# A function's reference is the object: a variable, what a pointer leads to, an element, a member.
cat >"$work/references.litmus" <<'T'
C++ references
{ x=5; a[3]={1,2,3}; struct s n={1,2}; }
struct s { int v; std::atomic<int> w; };
void add(int& a, int b) { int r0 = 1; a += b + r0 - 1; }
void swap(int& a, int& b) { int t = a; a = b; b = t; }
int get(const std::atomic<int>& w) { return w; }
P0 (int* x, int* a, struct s* n) {
  int r0 = 3, i = 1, r1 = 1, r2 = 2;
  add(r0, 2); add(*x, 4); add(a[i], 10); add(n->v, 6);
  swap(r1, r2); swap(a[0], a[2]); swap(r1, *x);
  int r3 = get(n->w);
}
forall (0:r0=5 /\ x=2 /\ a[1]=12 /\ 0:r1=9 /\ 0:r2=1 /\ a[0]=3 /\ a[2]=1 /\ n.v=7 /\ 0:r3=2)
T
run 0 references check "$work/references.litmus"
contains references "$work/out" "Observation references Always 1 0"

# Constants by their names, in the initial state and in conditions.
printf 'C++ words\n{ bool a = false; bool b = true; int* p = nullptr; q=NULL; }\nP0 (bool* a, bool* b, int** p, int** q) {
    int r0 = *a, r1 = *b, r2 = *p == *q; }\nforall (0:r0=false /\\ 0:r1=true /\\ 0:r2=1 /\\ a=0 /\\ b=true)\n' >"$work/words.litmus"
run 0 words check "$work/words.litmus"
contains words "$work/out" "Observation words Always 1 0"

# What C and C++ have and tests do not is refused by name, where it stands.
while IFS='|' read -r before body at what; do
    printf 'C++ refused\n{ x=0; }\n%s\nP0 (int* x) { %s }\nexists (x=1)\n' "$before" "$body" >"$work/refused.litmus"
    run 3 "$what" check "$work/refused.litmus"
    contains "$what" "$work/err" "refused.litmus:$at: error: $what"
done <<'T'
union u { int a; short b; };|*x = 1;|3:1|`union` is not read in a test, expected a structure
class c { int a; };|*x = 1;|3:1|`class` is not read in a test
template <class T> T f(T a) { return a; }|*x = 1;|3:1|`template` is not read in a test
struct s { int a; void f(); };|*x = 1;|3:25|a function of a structure is not read
|try { *x = 1; } catch (...) { }|4:15|`try` is not read in a test
|int* p = new int(1);|4:24|`new` is not read in a test
|union u v;|4:15|`union` is not read in a test
|for (int i : {1, 2}) *x = i;|4:26|a `for` over a range is not read
|*x = 'ab';|4:20|`'` begins no character that is known
|*x = 0b12;|4:20|the number is malformed
|int r0 = __sync_fetch_and_add(x, 1) * 2 + __sync_fetch_and_add(x, 1);|4:57|the operation may come before or after
|int r0 = *x + (true ? __atomic_exchange_n(x, 1, 0) : 0);|4:37|the operation may come before or after
|int r0 = __sync_val_compare_and_swap(&x[*x], __atomic_exchange_n(x, 1, 0), 2);|4:60|the operation may come before or after
T

# What a variable points to is as atomic as its type says, and at that scope: of one block, not of two.
while IFS='|' read -r before body; do
    for block in 0 1; do
        printf 'CUDA pointers\n{ x=0; y=x; p=x; }\n%s\nP0@cta 0,gpu 0 HEAD { %s }\nP1@cta %s,gpu 0 HEAD { %s }\nexists (x=2)\n' \
            "$before" "$body" "$block" "$body" |
            sed 's/HEAD/(A* x, A** y, cuda::atomic<A*, cuda::thread_scope_device>* p)/
                s/\bA\b/cuda::atomic<int, cuda::thread_scope_block>/g' >"$work/pointers.litmus"
        run $((block * 4)) "$before $body, $block" check "$work/pointers.litmus"
    done
done <<'T'
|auto q = x; q->fetch_add(1);
|A* q; q = x; ++*q;
|A& q = *x; q = q + 1;
|auto* q = &x[0]; *q += 1;
|auto q = p->load(); q->store(2);
|A* q = *p; *q = 2;
|(*y)->fetch_add(1);
|auto q = *y + 0; *q = 2;
|((A*) x)->fetch_add(1);
void f(A* a) { a->fetch_add(1); }|f(&*x);
void f(A& a) { a++; }|f(**y);
void f(A& a) { a++; } void g(A*& p) { p = p + 0; p->store(2); }|A* q = x; f(q[0]); g(q);
struct s { A a; int b; };|auto q = (struct s*) x; q->a.store(2);
T
printf 'C++ refused\n{ x=0; }\nP0 (int* x) { std::atomic<int> r0(0); *x = r0; }\nexists (x=1)\n' >"$work/refused.litmus"
run 3 "an atomic variable" check "$work/refused.litmus"
contains "an atomic variable" "$work/err" 'refused.litmus:3:32: error: `r0` is an atomic object of the function'

# undefined HEAD BODY: whatever else it does. defined HEAD BODY: nothing of it is.
judged() {
    printf '%s judged\n{ x=0; }\nP0 (int* x) { %s }\nexists (x=9)\n' "$2" "$3" >"$work/judged.litmus"
    run "$1" "$3" check "$work/judged.litmus"
}
undefined() {
    judged 4 "$1" "$2"
    contains "$2" "$work/out" 'Flag *undef*'
    lacks "$2" "$work/out" Never
}
defined() {
    judged 0 "$1" "$2"
    lacks "$2" "$work/out" 'Flag'
}
undefined C 'int r0; *x = r0;'
undefined C++ 'int r0, r1 = 1; if (*x) { r0 = 1; } *x = r0 + r1;'
undefined C++ 'int r0; for (int i = 0; i < *x; i++) r0 = 1; *x = r0;'
undefined C++ 'int r0; r0 += 1;'
undefined C++ 'int r0, r1 = *x && (r0 = 1); *x = r0;'
undefined C++ 'int r0; atomic_compare_exchange_strong(x, &r0, 1);'
defined C++ 'int r0; r0 = 1; *x = r0;'
defined C++ 'int r0; if (*x) { r0 = 1; } else { r0 = 2; } *x = r0;'
defined C++ 'int r0; if (*x == 0) { r0 = 1; *x = r0; }'
defined C++ 'int r0; int r1 = (r0 = 1) && r0; *x = r0;'
# A name means its variable from the declaration on (C11 6.2.1/7), which has no value in each new block.
undefined C 'int r0 = r0; *x = r0;'
undefined C++ 'int r0 = 3; { int r0 = r0; *x = r0; }'
undefined C++ 'int r0 = 3; { int r0; *x = r0; }'
undefined C++ '{ int r0 = 3; *x = r0; } { int r0; *x = r0; }'
undefined C++ '{ int r0; r0 = 3; } for (int i = 0; i < 2; i++) { int r0; if (i == 0) r0 = 1; *x = r0; }'
defined C++ '{ int r0; r0 = 3; } { int r0; r0 = 2; *x = r0; } { int r0 = 1; r0 = r0 + 1; }'
undefined C 'int r0; switch (*x) { case 1: r0 = 1; } *x = r0;'
defined C 'int r0; switch (*x) { case 0: r0 = 1; break; default: r0 = 2; } *x = r0;'
undefined C 'int r0; if (*x == 0) goto out; r0 = 1; out: *x = r0;'
defined C 'int r0; if (*x == 1) goto out; r0 = 1; out: *x = r0;'
# An element without a value, and an index from the end on (C11 6.5.6/8).
undefined C++ 'int a[2]; a[0] = 1; *x = a[1];'
undefined C++ 'int a[2]; a[*x] = 1; *x = a[1 - *x];'
undefined C 'int a[2] = {1}; *x = a[2 + *x];'
undefined C++ 'int a[2] = {1}; a[*x - 1] = 2;'
undefined C++ 'int a[2]; for (int i = 0; i < 3; i++) a[i] = i;'
undefined C 'int a[1] = {0}; a[*x] = a[*x]++;'
defined C 'int a[2]; a[*x] = 1; *x = a[0];'
defined C++ 'int a[2] = {}; for (int i = 0; i < 2; i++) a[i] += a[1 - i]; *x = a[0] + a[1];'
undefined C++ '*x = (*x)++ + *x;'
undefined C++ 'int r0 = 1; *x = r0++ + r0;'
undefined C 'int r0 = 1; r0 = r0++ + 1;'
defined C++ 'int r0 = 1; r0 = r0++ + 1;'
defined C++ 'int r0 = 1; *x = r0++ && r0;'
defined C++ 'int r0 = (*x)++ + 1; *x = r0;'

# structured HEAD STRUCTURE INIT THREADS CONDITION SUMMARY: elements of memory with names.
structured() {
    printf '%s structured\n{ %s }\n%s\n%s\n%s\n' "$1" "$3" "$2" "$4" "$5" >"$work/structured.litmus"
    "$CMCM" check -q "$work/structured.litmus" >"$work/out" 2>&1
    contains "$5" "$work/out" "structured: $6"
}
queue='struct queue { std::atomic<int> head; int tail, data[2]; unsigned char low; };'
structured C++ "$queue" 'struct queue q={0, 2, 7, 7};' \
    'P0@cpu (struct queue* q) { q->data[1] = 5; q->low = 300; q->head.store(1, std::memory_order_release); }
P1@cpu (struct queue* q) { int r0 = q->head.load(std::memory_order_acquire); if (r0 == 1) { q->tail += q->data[r0]; } }' \
    'exists (q.tail=7 /\ q.data[1]=5 /\ q.data[0]=7 /\ q.head=1 /\ q.low=44)' 'Ok (Sometimes, 2 states)'
structured C++ "$queue" '' \
    'P0@cpu (struct queue* q) { q->tail = 5; q->head = 1; }
P1@cpu (struct queue* q) { int r0 = q->head; if (r0 == 1) { int r1 = q->tail; } }' \
    'exists (1:r0=1 /\ 1:r1=0)' 'No (Never, 2 states)'
structured CUDA 'struct s { cuda::atomic<int, cuda::thread_scope_block> f; int d; };' '' \
    'P0@cta 0,gpu 0 (struct s* q) { q->d = 1; q->f = 1; }
P1@cta 1,gpu 0 (struct s* q) { if (q->f) { int r1 = q->d; } }' 'exists (1:r1=1)' 'Undef'
structured C 'struct node { int value; struct node* next; };' \
    'struct node n={1, 0}; struct node m={2, &n}; head=m;' \
    'P0 (struct node** head) { struct node* p = atomic_load(head); int a = p->value; p = p->next; int b = p->value;
    int c = p->next == NULL; int* v = &p->value; p->value = 9; *v += 1; }' \
    'forall (0:a=2 /\ 0:b=1 /\ 0:c=1 /\ n.value=10 /\ m.value=2)' 'Ok (Always, 1 state)'

# Structures within structures and in arrays: members lie one behind the other, so i[1].b is element 4
# of n; what has no braces takes the values that it needs (C11 6.7.9/20), and the rest is 0.
inner='struct inner { int a, b; }; struct outer { int k; struct inner i[2]; struct inner* p; };'
structured C++ "$inner" 'struct outer n={1,{{2,3},{4}},0}; struct outer m={1,2,3,4,5}; struct inner t[3]={{1},2,3,{4,5}};' \
    'P0@cpu (struct outer* n, struct outer* m, struct inner* t, int* y) {
  int j = 1; n->i[j].b = n->k + n->i[0].b; n->p = &n->i[1]; n->p->a += 5; struct inner* p = n->i; p++; p->b *= 2;
  t[j].a = t[2].b; (t + 2)->b = 9; struct inner* q = &t[2]; *y = q - t; q -= 2; q->b = m->i[1].b; m->k = p == n->p; }' \
    'forall (n.i[1].b=8 /\ n.i[1].a=9 /\ n.i[0].a=2 /\ m.i[0].a=2 /\ m.i[1].a=4 /\ m.k=1 /\ t[0].a=1 /\ t[0].b=5 /\ t[1].a=5 /\ t[1].b=3 /\ t[2].a=4 /\ t[2].b=9 /\ y=2)' \
    'Ok (Always, 1 state)'
structured CUDA 'struct slot { cuda::atomic<int, cuda::thread_scope_device> full; int v; };' 'struct slot s[2];' \
    'P0@cta 0,gpu 0 (struct slot* s) { for (int i = 0; i < 2; i++) { s[i].v = i + 1; s[i].full.store(1, cuda::memory_order_release); } }
P1@cta 1,gpu 0 (struct slot* s) { int r0 = 2; if (s[1].full.load(cuda::memory_order_acquire)) { r0 = s[1].v; int r1 = s[0].v; } }' \
    'exists (1:r0=2 /\ 1:r1=1 /\ s[1].v=2)' 'Ok (Sometimes, 2 states)'
sed 's/s\[1\].full.load/s[0].full.load/' "$work/structured.litmus" >"$work/other.litmus"
run 4 "another slot" check -q "$work/other.litmus"
for text in 'struct inner n[2]={{1,2,3}};|there are too many values, expected at most 2' \
    'struct inner n[2]={{1},{2},{3}};|there are too many values, expected at most 2' \
    'struct outer n={1,2,3,4,5,6,7};|there are too many values, expected at most 3' \
    'struct inner n[0];|the number of elements is out of range'; do
    printf 'C++ refused\n{ %s }\n%s\nP0 (int* y) { *y = 1; }\nexists (y=1)\n' "${text%%|*}" "$inner" >"$work/refused.litmus"
    run 3 "${text%%|*}" check "$work/refused.litmus"
    contains "${text%%|*}" "$work/err" "${text#*|}"
done
for text in 'n[2].a=1|the index is out of range' 'n[0].c=1|has no member `c`' 'n[0].a.b=1|is not a structure' 'o.i=1|expected `[`' 'o.i[1]=1|expected `.` and a member'; do
    printf 'C++ asked\n{ struct inner n[2]; struct outer o; }\n%s\nP0 (int* y) { *y = 1; }\nexists (%s)\n' "$inner" "${text%%|*}" >"$work/asked.litmus"
    run 3 "${text%%|*}" check "$work/asked.litmus"
    contains "${text%%|*}" "$work/err" "${text#*|}"
done

# What has no value of its type (C11 6.5/5, 6.5.5/5, 6.5.7/3); numbers without a sign wrap.
for head in C C++; do
    undefined "$head" 'int r0 = 2147483647 - *x; r0++;'
    undefined "$head" 'int r0 = -2147483647 - 1 - *x; *x = -r0;'
    undefined "$head" 'int r0 = 65536 + *x; *x = r0 * r0;'
    undefined "$head" 'uint16_t r0 = 65535 - *x; *x = r0 * r0 == 1;'
    undefined "$head" 'int64_t r0 = 9223372036854775807; *x = r0 + 1 < 0;'
    undefined "$head" 'int64_t r0 = -9223372036854775807; *x = r0 - 2 > 0;'
    undefined "$head" 'int64_t r0 = 4611686018427387904 + *x; *x = r0 * 2 < 0;'
    undefined "$head" 'int64_t r0 = -9223372036854775807 - 1; *x = r0 / (*x - 1) < 0;'
    undefined "$head" 'int r0 = -2147483647 - 1; *x = r0 % (*x - 1);'
    undefined "$head" 'int r0 = *x; int r1 = 5 / r0;'
    undefined "$head" 'unsigned r0 = *x; unsigned r1 = 5 % r0;'
    undefined "$head" 'int r0 = *x - 1; int r1 = 1 << r0;'
    undefined "$head" 'unsigned r0 = 32; unsigned r1 = 1u >> r0;'
    defined "$head" 'int r0 = 2147483646; r0++; int r1 = -r0 - 1; int r2 = r1 / 2; int64_t r3 = 2147483647; r3++;'
    defined "$head" 'unsigned r0 = 4294967295; r0++; uint8_t r1 = 255; r1++; int r2 = *x ? 1 / *x : 2; int r3 = 1 << 30;'
    defined "$head" 'int64_t r0 = -3037000499; *x = r0 * r0 < 0; r0 = (-9223372036854775807 - 1) / (*x + 1); r0 %= -5;'
done
# To the left of a negative number, and into the sign (C11 6.5.7/4), as C++20 does not have it.
for body in 'int r0 = *x - 1; r0 = r0 << 1;' 'int64_t r0 = 1; r0 = r0 << (63 + *x);' 'int64_t r0 = *x - 1; r0 <<= 1;'; do
    undefined C "$body"
    defined C++ "$body"
done

# What is volatile may race, or is a relaxed operation of the system: here the object behind *x, y and
# what `q` and the casts lead to, but not p itself.
cat >"$work/volatile.litmus" <<'T'
CUDA volatile
{ x=0; y=0; z=0; p=0; struct s n; }
struct s { volatile int a; int b; };
P0@cpu (volatile int* x, int volatile& y, int* z, volatile int** p, struct s* n) {
  *x = 1; *(volatile int*)z = 1; n->a = 1; y = y + 1;
}
P1@cta 0,gpu 0 (int* x, volatile int* y, int* z, volatile int** p, volatile struct s* n) {
  while (*y != 1) {}
  volatile int* q = x;
  int r0 = *q, r1 = ((volatile int*)z)[0], r2 = n->a, r3 = n->b, r4 = *p != 0;
}
exists (1:r0=0 \/ 1:r1=0 \/ 1:r2=0)
T
run 4 "volatile" check "$work/volatile.litmus"
contains "volatile" "$work/out" 'Flag *undef*'
contains "volatile" "$work/err" "note: an access to a volatile object is not atomic, and may race"
run 0 "volatile is relaxed" check -q --volatile=relaxed --assert race-free "$work/volatile.litmus"
contains "volatile is relaxed" "$work/out" "volatile: Ok (Sometimes, states not listed)"
equal "volatile is relaxed" "" "$(cat "$work/err")"
run 4 "volatile races" check -q --volatile race "$work/volatile.litmus"
# The test may say so itself, as its printed form then does.
sed '2i Volatile=relaxed' "$work/volatile.litmus" >"$work/said.litmus"
run 0 "said to be relaxed" check -q --assert race-free "$work/said.litmus"
for plain in 's/volatile int\* x/int* x/' 's/volatile int\* q/int* q/' 's/(volatile int\*)z)/z)/' 's/(volatile int\*)z =/z =/' \
    's/int volatile& y/int\& y/' 's/volatile int\* y/int* y/' 's/volatile int a/int a/'; do
    sed "$plain" "$work/said.litmus" >"$work/plain.litmus"
    run 4 "$plain" check -q "$work/plain.litmus"
done
cat >"$work/target.litmus" <<'T'
CUDA target
{ x=0; y=0; }
P0@cpu (volatile int* x, volatile int* y) { *x = 1; *y = 1; }
P1@cta 0,gpu 0 (volatile int* x, volatile int* y) { int r0 = *y; int r1 = *x; }
exists (1:r0=1 /\ 1:r1=0)
T
run 0 "volatile of a target" check -f json --volatile=relaxed --target cpu=x86 gpu=ptx "$work/target.litmus"
contains "volatile of a target" "$work/out" 'ld.relaxed.sys.u32 r0, [y]'

# Repairs are in the language's words, in each of them.
run 0 "repair, members" repair IRIW+sc.litmus --weaken
cat >"$work/repair.litmus" <<'T'
HIP repair
{ x=0; y=0; }
P0@workgroup 0,agent 0 (int* x, int* y) {
  __hip_atomic_store(x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_store(y, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
P1@workgroup 1,agent 0 (int* x, int* y) {
  int r0 = __hip_atomic_load(y, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
  int r1 = __hip_atomic_load(x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
exists (1:r0=1 /\ 1:r1=0)
T
run 0 "repair" repair "$work/repair.litmus"
contains "repair" "$work/out" "+ __hip_atomic_store(y, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);"
contains "repair" "$work/out" '+ __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");'
cat >"$work/repair.litmus" <<'T'
C++ fences
{ x=0; y=0; }
P0 (int* x, int* y) { atomic_store_explicit(x, 1, memory_order_relaxed); atomic_store_explicit(y, 1, memory_order_relaxed); }
P1 (int* x, int* y) { int r0 = atomic_load_explicit(y, memory_order_acquire); int r1 = atomic_load_explicit(x, memory_order_relaxed); }
exists (1:r0=1 /\ 1:r1=0)
T
run 0 "repair, fences of C++" repair --only fences "$work/repair.litmus"
contains "repair, fences of C++" "$work/out" "+ std::atomic_thread_fence(std::memory_order_release);"
cat >"$work/repair.litmus" <<'T'
OPENCL repair
{ x=0; y=0; }
P0@wg 0,dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(y, 1, memory_order_release, memory_scope_work_group);
}
P1@wg 1,dev 0 (global atomic_int* x, global atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire, memory_scope_all_devices);
  int r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
}
exists (1:r0=1 /\ 1:r1=0)
T
run 0 "repair, scopes" repair "$work/repair.litmus"
contains "repair, scopes" "$work/out" \
    "+ atomic_store_explicit(y, 1, memory_order_release, memory_scope_all_svm_devices);"

# OpenCL C 3.0 shifts by the lowest bits of a count, and a quotient by 0 or out of range has a value
# of which nothing is said ("Shift Operators", "Arithmetic Operators"); in CUDA each is undefined.
arithmetic() {
    cat >"$work/arithmetic.litmus" <<T
$1 arithmetic
{ x=33; }
P0@$2 (int* x) {
  int r0 = *x;
  int r1 = 1 << r0, r2 = -8 >> r0, r3 = -1 << 35;
  unsigned int r4 = 0x80000000u >> r0;
  long r5 = 1L << (r0 + 32);
  int r6 = r0 / (r0 - 33), r7 = 7u % (r0 - 33), r8 = (-2147483647 - (r0 - 32)) / (r0 - 34);
}
$3
T
}
arithmetic OPENCL 'wg 0,dev 0' 'forall (0:r1=2 /\ 0:r2=-4 /\ 0:r3=-8 /\ 0:r4=0x40000000 /\ 0:r5=2)'
run 0 "shifts of OpenCL C" check -q "$work/arithmetic.litmus"
equal "shifts of OpenCL C" 'arithmetic: Ok (Always, 1 state)' "$(cat "$work/out")"
for quotient in r6 r7 r8; do
    arithmetic OPENCL 'wg 0,dev 0' "exists (0:$quotient=0)"
    run 4 "$quotient of OpenCL C" check -q "$work/arithmetic.litmus"
    contains "$quotient of OpenCL C" "$work/err" 'may divide by 0'
done
arithmetic CUDA 'cta 0' 'exists (true)'
run 4 "arithmetic of CUDA" check -q "$work/arithmetic.litmus"
contains "arithmetic of CUDA" "$work/out" 'Undefined'

# refused TEXT MESSAGE, the body of a function of the head's test
refused() {
    printf '%s refused\n{ x=0; }\n%s { %s }\nexists (x=1)\n' "$1" "$2" "$3" >"$work/refused.litmus"
    run 3 "$3" check "$work/refused.litmus"
    contains "$3" "$work/err" "$4"
}
refused C 'P0@cpu (int* x)' '*x = 1;' 'threads of a test with the head C have no places'
refused C 'P0 (int* x)' 'atomic_store_explicit(x, 1, memory_order_release, memory_scope_device);' \
    'has 4 arguments, expected 3'
refused C 'P0 (int* x)' '__syncthreads();' is not known
refused CUDA 'P0@gpu (int* x)' '*x = 1;' 'thread P0 has no CTA'
refused CUDA 'P0@nowhere 0 (int* x)' '*x = 1;' 'there is no place'
refused CUDA 'P0@cta 0 (int* x)' 'atomic_store_explicit(x, 1, memory_order_release, wide);' \
    'expected a scope, such as memory_scope_device'
refused OPENCL 'P0@wg 0,dev 0 (int* x)' 'barrier(CLK_IMAGE_MEM_FENCE);' \
    'expected CLK_GLOBAL_MEM_FENCE'
refused C++ 'P0@cpu (std::atomic<int>* x)' '*x *= 2;' 'atomic objects have no such operator'
refused C++ 'P0 (int* x)' '*x = static;' '`static` is not declared, expected a variable'
refused C++ 'P0 (int* x)' 'x->a = 1;' 'no structure has a member `a`'
for text in 'struct s { int a };|expected `;` after the member' \
    'struct s { };|expected a structure with members' \
    'struct s { int a; }; struct s { int b; };|`struct s` is defined twice' \
    'struct s { int a; struct t b; };|the structure of a member is not known' \
    'enum { A = 1, B, ;|expected a constant' \
    'enum { };|expected an enumeration with constants' \
    'enum { A, A };|`A` is defined twice' \
    'enum { A }; P1 (int* x) { A = 2; }|this is not memory' \
    'int *g, h = 3;|a variable is declared outside the functions' \
    'int g = f(3);|expected `;` or `}`' \
    'const int g = (3;|the value is not closed' \
    '#define N|`N` has no value' \
    'struct s { int a[0]; };|the number of elements is out of range' \
    'struct s { int a, b; }; P1 (struct s* x) { x->b = 1; }|`x` is not a structure in the initial state' \
    'struct s { int a, b; }; P1 (struct s* q, struct s* p) { *q = *p; }|a whole structure is read, expected one of its members' \
    'struct s { int a; }; struct t { int b, a; }; P1 (struct s* q) { q->a = 1; }|two structures have a member `a`'; do
    printf 'C++ refused\n{ x=0; }\n%s\nP0 (int* x) { *x = 1; }\nexists (x=1)\n' "${text%%|*}" >"$work/refused.litmus"
    run 3 "${text%%|*}" check "$work/refused.litmus"
    contains "${text%%|*}" "$work/err" "${text#*|}"
done
refused C 'P0 (int* x)' 'int128_t r0 = 1;' 'the type `int128_t` is not known'
past='a jump to here goes past the declaration of a variable'
refused C 'P0 (int* x)' 'if (*x) goto out; int r0 = 1; out: *x = r0;' "$past"
refused C++ 'P0 (int* x)' 'switch (*x) { case 1: int r0 = 1; break; default: *x = 2; }' "$past"
for text in 'int a[0];|the number of elements is out of range' 'int a[65];|the number of elements is out of range' \
    'int a[*x];|the number of elements is not constant' 'int a[];|the number of elements is out of range' \
    'int a[1] = {1, 2};|there are too many values, expected at most 1' 'int a[2][2];|expected `;` after the statement' \
    'int a[2] = {1, a[0]};|an array is used in its own initial value' 'int a[2] = 1;|expected `{`' \
    'int a[2]; *x = *a;|refused.litmus:3:31: error: the address of an array of the function' 'int a[2]; int* p = &a[1];|the address of an array of the function' \
    'int i = 0, a[2] = {i++, i};|C leaves open which of these values is computed first' \
    '__shared__ int a[2];|the variable is one of several threads' 'local int r0 = 1;|the variable is one of several threads'; do
    refused C 'P0 (int* x)' "${text%%|*}" "${text#*|}"
done
refused C 'P0 (int* x)' 'if (int r = *x) *x = r;' 'C allows no declaration in a condition'
refused C++ 'P0 (int* x)' 'if (int r = 1, s = 2) *x = r;' 'expected `)`'
refused C++ 'P0 (int* x)' 'if (int r) *x = 1;' 'the variable of a condition has no value'
refused C++ 'P0 (int* x)' 'if (int r[1] = {1}) *x = 1;' 'the variable of a condition has no value'
refused C++ 'P0 (int* x)' 'if (int r = 1; int s = 2; s) *x = 1;' 'expected `)`'
refused C++ 'P0 (int* x)' 'struct s a[2];' 'cannot declare an array of structures'
refused C 'P0 (int* x)' 'goto out;' 'there is no label `out`, expected one in this function'
refused C 'P0 (int* x)' 'out: *x = 1; goto out; out: ;' 'is defined twice'
refused C 'P0 (int* x)' 'switch (*x) { case 1: case 1: *x = 1; }' 'a switch has the case twice'
refused C 'P0 (int* x)' 'switch (*x) { default: default: *x = 1; }' 'a switch has a second `default`'
refused C 'P0 (int* x)' 'switch (*x) { case *x: *x = 1; }' 'the value of a case is not constant'
refused C 'P0 (int* x)' 'switch (*x) { case 1; *x = 1; }' 'expected `:` after the case'
refused C 'P0 (int* x)' 'switch (*x) *x = 1;' 'expected `{` after `switch (...)`'
refused C 'P0 (int* x)' 'case 1: *x = 1;' '`case` is outside a switch'
refused C 'P0 (int* x)' 'break;' '`break` is outside a loop or switch'
refused C++ 'P0 (int* x)' 'smp_mb();' 'the function `smp_mb` is not known'
printf 'C++ nobody\n{ x=0; y=0; }\nint g(int* p) { return *p; }\nP0 (int* , int* y) { *y = g(z); }\nexists (x=0)\n' >"$work/nobody.litmus"
run 3 "an argument that is not declared" check "$work/nobody.litmus"
contains "an argument that is not declared" "$work/err" '`z` is not declared'
refused C++ 'P0 (int* x)' 'asm volatile("dmb ish" ::: "memory");' 'this instruction in C is not read'
refused CUDA 'P0@cta 0 (int* x)' '__syncwarp(3);' 'expected the mask of all lanes'
refused CUDA 'P0@cta 0 (cuda::barrier<cuda::thread_scope_block>* x)' 'x->arrive();' 'the barrier has no count of threads'
refused HIP 'P0@cta 0 (int* x)' '__builtin_amdgcn_fence(__ATOMIC_RELEASE, "gpu");' \
    'expected a scope as a text'
refused OPENCL 'P0@wg 0,dev 0 (int* x)' 'a_long_label: barrier(CLK_LOCAL_MEM_FENCE);' \
    'the label of a barrier is too long'

# A fence as an instruction is that of C which becomes it, in a thread that is fixed to its set.
fence() {
    cat >"$work/asm.litmus" <<END
CMCM asm
{ x=0; y=0; }
P0@$1 (int* x, int* y) { std::atomic_ref(*x).store(1, std::memory_order_relaxed); asm volatile("$2" ::: "memory"); int r0 = std::atomic_ref(*y).load(std::memory_order_relaxed); }
P1@$1 (int* x, int* y) { std::atomic_ref(*y).store(1, std::memory_order_relaxed); __asm__ __volatile__ ("$2" : : : "memory"); int r0 = std::atomic_ref(*x).load(std::memory_order_relaxed); }
exists (0:r0=0 /\ 1:r0=0)
END
    run 0 "$1: $2" check -q --assert "$3" "$work/asm.litmus"
    run 0 "$1: $2" check -q --target gpu=ptx "$work/asm.litmus"
    contains "$1: $2" "$work/out" '; within'
}
for row in 'aarch64/ dmb ish;' 'x86/mfence' 'riscv/fence rw, rw' 'ptx,cta 0/fence.sc.cta;' 'ptx,cta 0/membar.gl;'; do
    fence "${row%%/*}" "${row#*/}" forbidden
done
for row in 'aarch64/dmb ishld' 'riscv/fence.tso' 'riscv/fence r,rw' 'riscv/fence rw,w' 'ptx,cta 0/fence.acq_rel.sys;'; do
    fence "${row%%/*}" "${row#*/}" allowed
done
for row in 'aarch64|dmb ishst' 'aarch64|mfence' 'cpu|dmb ish' 'ptx,cta 0|fence.sc' 'ptx,cta 0|fence.sc.warp;' 'x86|mfence.sys'; do
    refused CMCM "P0@${row%|*} (int* x)" "asm volatile(\"${row#*|}\" ::: \"memory\");" 'this instruction in C is not read'
done
refused CMCM 'P0@aarch64 (int* x)' 'asm volatile("dmb ish");' 'the compiler may move accesses past the instruction'

# The table of operations is printed from what reads them.
for head in C C++ CUDA HIP OPENCL; do
    run 0 "operations of $head" models --instructions "$head"
    for line in '  atomic_load_explicit(p, order)' '  atomic_exchange(p, v)                                   seq_cst' \
        '  __threadfence()                                         seq_cst DV' '  __sync_lock_test_and_set(p, v)                          acquire' \
        '  xchg(p, v)                                              MB, or _relaxed, _acquire, _release' '  __hip_atomic_' \
        '  __HIP_MEMORY_SCOPE_AGENT                                DV' '  __atomic_load(p, &r, order)' '  __load{words}(*p)'; do
        contains "operations of $head" "$work/out" "$line"
    done
done

# A macro is a text in C: where that makes another tree, the test is refused.
while IFS='|' read -r text found; do
    cat >"$work/macro.litmus" <<EOF
C++ macro
{ x=0; y=0; }
#define SQ(a) a * a
#define ADD(a, b) a + b
#define N 1 + 2
#define G(b) (b * 2)
#define F(a) (G(a))
#define SET(p, v) *p = v
#define SWAP(A,B) { int t = A; A = B; B = t; }
P0 (int* x, int* y) { $text }
exists ([x]=$found)
EOF
    status=0
    [[ $found =~ ^[0-9]+$ ]] || status=3
    run "$status" "$text" check "$work/macro.litmus"
    if [ "$status" = 0 ]; then contains "$text" "$work/out" 'Observation macro Always'; else contains "$text" "$work/err" "$found"; fi
done <<'EOF'
*x = SQ(1 + 2);|macro.litmus:10:31: error: `SQ` has its parameter `a` beside an operator
*x = SQ((1 + 2));|9
int r = 3; *x = SQ(r);|9
*x = ADD(1, 2) * 3;|the value of `ADD` is beside an operator
*x = 3 * N;|the value of `N` is beside an operator
*x = (ADD(1, N)) * 3;|12
*x = F(1 + 2);|`G` has its parameter `b` beside an operator
*x = F(3);|6
if (*y == 0) SET(x, (N));|3
int t = 1, u = 2; SWAP(t, u); *x = t;|`t` is a variable of the macro `SWAP`, too
int s = 1, u = 2; SWAP(s, u); *x = s * 10 + u;|21
EOF

# A variable whose value is thrown away need not have one.
for text in '(void)a;|Always' 'a;|Always' '(void)(a + 1);|Undefined' 'if (a) { }|Undefined'; do
    printf 'C++ thrown\n{ x=0; }\nP0 (int* x) { int a; %s *x = 1; }\nexists (x=1)\n' "${text%|*}" >"$work/thrown.litmus"
    "$CMCM" check "$work/thrown.litmus" >"$work/out" 2>"$work/err"
    contains "${text%|*}" "$work/out" "Observation thrown ${text#*|}"
done
refused C++ 'P0 (int* x)' '{ int b; } (void)b;' 'the block of that one has ended'

# What is assumed holds in every execution.
cat >"$work/assume.litmus" <<'END'
C++ assume
{ x=0; }
P0@cpu (std::atomic<int>& x) { x = 1; }
P1@cpu (std::atomic<int>& x) { int r0 = x; assume(r0 == 1); }
forall (1:r0=1)
END
run 0 "assume" check "$work/assume.litmus"
contains "assume" "$work/out" 'States 1'

# The threads of a GPU are one grid; groups may be variables of their types.
cat >"$work/grid.litmus" <<'END'
CUDA grid
{ x=3; }
P0@cta 0,gpu 0 (int* x) { *x = 4; cg::this_grid().sync(); }
P1@cta 1,gpu 0 (int* x) { cooperative_groups::grid_group g = cg::this_grid(); g.sync(); int r0 = *x; }
forall (1:r0=4)
END
run 0 "a grid meets" check "$work/grid.litmus"
contains "a grid meets" "$work/out" 'Observation grid Always 1 0'
for change in 's/cta 1,gpu 0/cta 1,gpu 1/' 's/g.sync();//' 's/grid_group g = cg::this_grid/thread_block g = cg::this_thread_block/'; do
    sed "$change" "$work/grid.litmus" >"$work/apart.litmus"
    run 4 "$change" check "$work/apart.litmus"
    contains "$change" "$work/out" 'Undefined'
done

# The threads of a cluster meet; of other clusters none comes.
cat >"$work/cluster.litmus" <<'END'
CUDA cluster
{ x=3; }
P0@cta 0,cluster 0,gpu 0 (int* x) { *x = 4; cooperative_groups::this_cluster().sync(); }
P1@cta 1,cluster 0,gpu 0 (int* x) { auto g = cg::this_cluster(); g.sync(); int r0 = *x; }
exists (1:r0=3)
END
run 0 "a cluster meets" check "$work/cluster.litmus"
contains "a cluster meets" "$work/out" 'Observation cluster Never 0 1'
for change in 's/cta 1,cluster 0/cta 1,cluster 1/' 's/g.sync();//' 's/g.sync/__syncthreads/'; do
    sed "$change" "$work/cluster.litmus" >"$work/apart.litmus"
    run 4 "$change" check "$work/apart.litmus"
    contains "$change" "$work/out" 'Undefined'
done
sed 's/cluster 0,//' "$work/cluster.litmus" >"$work/apart.litmus"
run 4 "no cluster" check "$work/apart.litmus"

# OpenCL orders what is in a memory.
sed 's/global //g' CL-MP+device-other.litmus >"$work/nowhere.litmus"
run 4 "no memory" check "$work/nowhere.litmus"
contains "no memory" "$work/err" 'no parameter says which memory `x` is in'
finish
