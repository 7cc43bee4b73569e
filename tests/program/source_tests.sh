#!/bin/bash
# Tests in C: each of the project's own under each model that is meant for C, flags,
# and what a faulty text is told.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus/c" || exit 1

for model in rc11-lb c11 cpp20 sc; do
    status=0
    [ "$model" = c11 ] && status=4 # LOOP is not certain there
    run $status "models.tsv under $model" check -q --debug -m "$model" --expect "models.tsv:$model"
    contains "$model" "$work/out" " 0 differences, "
done

# A race is undefined behaviour.
for test in MP+rlx+acq MP+rel+con UNINIT UNINIT-round UNSEQ UNSEQ-arguments UNSEQ-choice UNSEQ-index EXCEPTIONAL; do
    run 4 "$test" check "$test.litmus"
    contains "$test" "$work/out" 'Flag *undef*'
    contains "$test" "$work/out" "Observation $test Undefined"
    lacks "$test" "$work/out" Never
    run 1 "$test asserted" check -q --assert forbidden "$test.litmus"
    run 4 "$test allowed" check -q --assert allowed "$test.litmus"
done
# herd's name of the flag is for programs; people read words.
run 0 "a race explained" explain MP+rlx+acq.litmus
contains "a race explained" "$work/out" 'Flag undefined behaviour, in '
lacks "a race explained" "$work/out" '*undef*'
run 0 "a race that stays" repair MP+rlx+acq.litmus
lacks "a race that stays" "$work/out" '*undef*'
# Where a sum might not fit is no fence that someone wrote.
sed 's/int r0 = atomic/int r2 = 1; r2 = r2 + 1; int r0 = atomic/' MP+rel+acq.litmus >"$work/sum.litmus"
run 0 "a sum explained" explain "$work/sum.litmus"
contains "a sum explained" "$work/out" 'The program forbids it'
lacks "a sum explained" "$work/out" 'the fence'
run 0 "a sum under sc" check -m sc "$work/sum.litmus"
lacks "a sum under sc" "$work/err" 'EXCEPTIONAL'
run 1 "a race asserted away" check --assert race-free MP+rlx+acq.litmus
contains "a race asserted away" "$work/err" "raises the model's flag: undefined behaviour"
run 0 "no race" check MP+rel+acq.litmus SEQUENCED.litmus
lacks "no race" "$work/out" 'Flag'

# The kernel's model flags what is not closed.
cat >"$work/unmatched.litmus" <<'END'
C unmatched
{ x=0; }
P0 (int *x) { rcu_read_lock(); WRITE_ONCE(*x, 1); }
exists (x=1)
END
run 0 "unmatched" check "$work/unmatched.litmus"
contains "unmatched" "$work/out" 'Flag unmatched-rcu-lock'

# herd's final writes: no final write is a release, so x is 2 in the end.
cat >"$work/final.litmus" <<'END'
C final
{ x=0; }
P0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_release); }
P1 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed); }
forall (x=2)
END
cat >"$work/final.cat" <<'END'
"final" withco
acyclic po | rf | co | fr
empty [FW & REL]
END
run 0 "final" check -q --debug -m "$work/final.cat" "$work/final.litmus"
contains "final" "$work/out" "final: Ok (Always, 1 state"

# Dat3M's locations that are not atomic: a plain one is never written.
sed 's/atomic_int\* x) { atomic_store_explicit(x, 1, memory_order_release)/int* y) { *y = 1/' \
    "$work/final.litmus" >"$work/plain.litmus"
printf '"plain"\nacyclic po | rf | co | fr\nempty [W \\ IW];loc;[IW & NAL]\n' >"$work/plain.cat"
run 0 "atomic" check -q --dialect dat3m -m "$work/plain.cat" "$work/final.litmus"
contains "atomic" "$work/out" "2 states"
run 0 "plain" check -q --dialect dat3m -m "$work/plain.cat" "$work/plain.litmus"
contains "plain" "$work/out" "0 states"

# A model that orders nothing by branches allows that each is taken because of the other.
printf 'include "cos.cat"\nacyclic po-loc | rf | co | fr\n' >"$work/coherence.cat"
run 0 "branches" check -q --debug -m "$work/coherence.cat" "$CMCM_SOURCE/tests/litmus/arm/LB+ctrls.litmus"
contains "branches" "$work/out" "Sometimes, 4 states"

# herd's registers may have a percent sign.
cat >"$work/percent.litmus" <<'END'
C percent
{ x=7; y=0; }
P0 (atomic_int* x, int* y) {
  int %r0;
  %r0 = atomic_load_explicit(x, memory_order_relaxed);
  int %r1 = %r0 % 4;
  *y = %r1 + r0;
}
forall (0:r0=7 /\ 0:r1=3 /\ y=10)
END
run 0 "percent" check -q "$work/percent.litmus"
contains "percent" "$work/out" "percent: Ok (Always, 1 state"
sed -i 's/= %r1 + r0/= % 4/' "$work/percent.litmus"
run 3 "no register" check -q "$work/percent.litmus"
contains "no register" "$work/err" ":7:10: error: expected the name of a register, found \`4\`"

# What expressions and statements compute.
cat >"$work/values.litmus" <<'END'
C values
{ x=5; t[3]={7,8,9}; int *p=t; }
P0 (int* x, int* t, int** p) {
  int r0 = 2 + 3 * 4 - 10 / 3 % 2;
  int r1 = (7 & 3 | 8) ^ 1 << 2;
  int r2 = -1 < 0 && !(3 == 4) || 1 / 1;
  int r3 = ~5 + (1 ? 10 : 20);
  int r4 = t[1] + *(t + 2);
  int r5 = 0, r6 = 0;
  while (r5 < 2) {
    r5 = r5 + 1;
    if (r5 == 1) {
      continue;
    }
    r6 = r6 + 10;
  }
  int *q = *p;
  int r7 = *q;
  if (r7 != 7) {
    r7 = 0;
  } else if (*x >= 5) {
    r7 = r7 * 2;
  } else {
    r7 = 1;
  }
  int r8 = atomic_fetch_sub(x, 1);
  int r9 = atomic_exchange(x, r8 + *x);
  int r10 = 0 && *x;
  int r11 = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 0)
      continue;
    r11 += 5 * i;
  }
  r11 |= 2;
  r11--;
  return;
  r0 = 99;
}
forall (0:r0=13 /\ 0:r1=15 /\ 0:r2=1 /\ 0:r3=4 /\ 0:r4=17 /\ 0:r6=10 /\ 0:r7=14 /\ 0:r8=5 /\ 0:r9=4
        /\ 0:r10=0 /\ 0:r11=6 /\ x=9)
END
run 0 "values" check -q "$work/values.litmus"
contains "values" "$work/out" "values: Ok (Always, 1 state"

# A variable is its block's, what a function is called says nothing of its type, and a suffix says
# what a number has (ISO C11 6.2.1/4, 6.4.4.1): 5 * 100 + 44 + 2; -1 / 2; -1 becomes 2^32 - 1.
cat >"$work/scopes.litmus" <<'END'
C++ scopes
{ x=0; }
int blocks(int v) {
  int a = 5;
  if (v == 0) {
    unsigned char a = 300;
    v = a;
  }
  for (int a = 0; a < 2; a++)
    v++;
  return a * 100 + v;
}
int size(int v) { return v - 2; }
P0@cpu (int* x) {
  int r0 = blocks(0), r1 = size(1) / 2, r2 = -1;
  int r3 = r2 < 1u, r4 = r2 == 0xffffffff, r5 = r2 == 4294967295;
  int r6 = (0u - 1) / 2 == 0x7fffffff, r7 = sizeof(int) - 5 > 0;
}
forall (0:r0=546 /\ 0:r1=0 /\ 0:r3=0 /\ 0:r4=1 /\ 0:r5=0 /\ 0:r6=1 /\ 0:r7=1)
END
run 0 "scopes" check -q "$work/scopes.litmus"
contains "scopes" "$work/out" "scopes: Ok (Always, 1 state"

# faulty TEXT MESSAGE: a function body and what is said of it.
faulty() {
    printf 'C faulty\n{ x=0; }\nP0 (int *x) { %s }\nexists (x=1)\n' "$1" >"$work/faulty.litmus"
    run 3 "$1" check "$work/faulty.litmus"
    contains "$1" "$work/err" "$2"
}
faulty 'atomic_stor(x, 1);' 'kernel, did you mean `atomic_store`?'
faulty 'atomic_store(x);' 'error: `atomic_store` has 1 argument, expected 2'
faulty 'atomic_load_explicit(x, 3);' 'error: expected a memory_order'
faulty 'atomic_thread_fence(memory_order_strong);' 'error: there is no order `memory_order_strong`'
faulty '*x = 1' 'error: expected `;` after the statement'
faulty 'if (*x) { *x = 1;' 'error: `{` is not closed, expected `}`'
faulty 'break;' 'error: `break` is outside a loop'
faulty 'for (;;' 'is not closed'
faulty '3 = 4;' 'error: this is not memory'
faulty 'int r0 = smp_mb();' 'error: this has no value'
faulty 'int r0 = 010;' 'the number begins with 0, so that C has another value than herd7'
faulty '__load(*x);' 'error: `__load` has no order'

# C++ leaves open which argument comes first, so there the two orders are not undefined.
sed 's/^C /C++ /; s/P0/P0@cpu/' UNSEQ-arguments.litmus >"$work/arguments.litmus"
run 3 "arguments" check "$work/arguments.litmus"
contains "arguments" "$work/err" ':7:3: error: C++ leaves open which argument is evaluated first'
# An assertion that fails is a flag, under each model of C.
for model in rc11 c11 cpp20 scoped lkmm; do
    run 0 "assert under $model" check -m "$model" ASSERT.litmus
    contains "assert under $model" "$work/out" 'Flag assertion'
done
sed 's/^C /OPENCL /; s/P[01]/&@wg 0,dev 0/' ASSERT.litmus >"$work/assert.litmus"
run 0 "assert in OpenCL" check "$work/assert.litmus"
contains "assert in OpenCL" "$work/out" 'Flag assertion'

# Macros of a file, which the .cfg beside the model names: its words decide.
cat >"$work/own.cat" <<'END'
"own"
include "cos.cat"
acyclic po-loc | rf | co | fr
acyclic ([Release];po) | (po;[Release]) | ([Acquire];po) | rfe | fre
END
printf 'macros own.def\n' >"$work/own.cfg"
printf '// own\nPUT(X,V) { __store{release}(*X,V); }\nTAKE(X) __load{acquire}(*X)\n' >"$work/own.def"
cat >"$work/macros.litmus" <<'END'
C macros
{ x=0; y=0; }
P0 (int* x, int* y) { WRITE_ONCE(*x, 1); PUT(y, 1); }
P1 (int* x, int* y) { int r0 = TAKE(y); int r1 = READ_ONCE(*x); }
exists (1:r0=1 /\ 1:r1=0)
END
run 3 "no macros" check "$work/macros.litmus"
contains "no macros" "$work/err" 'the function `PUT` is not known'
run 0 "macros" check -q -m "$work/own.cat" --debug "$work/macros.litmus"
contains "macros" "$work/out" 'macros: No (Never, 3 states'
run 0 "macros explained" explain -m "$work/own.cat" "$work/macros.litmus"
contains "macros explained" "$work/out" 'is forbidden'
mkdir "$work/macros"
mv "$work/own.def" "$work/macros"
run 0 "macros of -I" check -q -I "$work/macros" -m "$work/own.cat" "$work/macros.litmus"
contains "macros of -I" "$work/out" 'macros: No (Never, 3 states'
mv "$work/macros/own.def" "$work"
sed -i 's/acquire/once/' "$work/own.def"
run 0 "other macros" check -q -m "$work/own.cat" --debug "$work/macros.litmus"
contains "other macros" "$work/out" 'macros: Ok (Sometimes, 4 states'
sed -i 's/{once}/{once/' "$work/own.def"
run 3 "faulty macros" check -m "$work/own.cat" "$work/macros.litmus"
contains "faulty macros" "$work/err" 'own.def:3:20: error: expected `}`, found `(`'

# calls TEXT MESSAGE: functions beside `int one(int a) { return a; }`, and what is said of them.
calls() {
    printf 'C++ calls\n{ x=0; y=0; }\nint one(int a) { return a; }\n%s\nexists (x=1)\n' "$1" >"$work/calls.litmus"
    run 3 "$1" check "$work/calls.litmus"
    contains "$1" "$work/err" "$2"
}
cat >"$work/mapped.litmus" <<'END'
C++ MP
{ x=0; y=0; }
int take(std::atomic<int>* p) { int r0 = p->load(std::memory_order_acquire); return r0; }
P0@cpu (std::atomic<int>* x, std::atomic<int>* y) {
  x->store(1, std::memory_order_relaxed);
  y->store(1, std::memory_order_release);
}
P1@cta 0 (std::atomic<int>* x, std::atomic<int>* y) {
  int r0 = take(y);
  int r1 = x->load(std::memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
END
run 0 "functions mapped" check --target cpu=aarch64 gpu=ptx "$work/mapped.litmus"
contains "functions mapped" "$work/out" 'Target Never, 3 states'
# Elements and members have addresses of their own.
cat >"$work/elements.litmus" <<'END'
CMCM elements
{ int a[4]={3,4,5,6}; queue q={{1,2},3}; }
typedef struct { int b[2]; int t; } queue;
P0@cpu (int* a, queue* q) { a[2] = 9; q->b[1] = 8; __atomic_store_n(&a[1], 2, __ATOMIC_RELEASE); }
P1@cta 0,gpu 0 (int* a, queue* q) {
  int r0 = __atomic_fetch_add(&a[1], 3, __ATOMIC_ACQUIRE);
  if (r0 == 2) { int r1 = a[2]; int r2 = q->b[1]; q->t = r1; }
}
exists (1:r0=2 /\ 1:r1=9 /\ 1:r2=8 /\ q.t=9 /\ a[1]=5)
END
for target in 'cpu=aarch64 gpu=ptx' 'cpu=x86 gpu=ptx' 'cpu=riscv gpu=ptx'; do
    # shellcheck disable=SC2086 # two operands
    run 0 "elements for $target" check --target $target "$work/elements.litmus"
    contains "elements for $target" "$work/out" 'yes     yes     1:r0=2; 1:r1=9; 1:r2=8; a[1]=5; q[2]=9;'
    contains "elements for $target" "$work/out" 'within: '
done
sed 's/r1 = a\[2\]/r1 = a[r0]/' "$work/elements.litmus" >"$work/index.litmus"
run 4 "an index" check --target cpu=aarch64 gpu=ptx "$work/index.litmus"
contains "an index" "$work/out" 'not translated: an address is computed in `int r1 = a[r0];`'
calls 'P0@cpu (int* x) { *x = one(1, 2); }' 'error: `one` has 2 arguments, expected 1'
calls 'int one(int b) { return b; } P0@cpu (int* x) { *x = 1; }' 'error: `one` is defined twice'
calls 'int two(int a) { return two(a); } P0@cpu (int* x) { *x = two(1); }' 'calls are nested too deep'
calls 'P0@cpu (int* x) { *x = one(1) + *x; }' 'error: the function may be called before or after'
calls 'int two() { return r0; } P0@cpu (int* x) { int r0 = 1; *x = two(); }' '`r0` is a variable of the thread'
calls 'void put(std::atomic<int>* p) { *p = 1; } P0@cpu (int* x) { put(x); }' '`x` has another type in the thread'
calls 'void two(int a) { a = 1; } P0@cpu (int* x) { *x = two(1); }' 'error: this has no value'
calls 'int two(int a { return a; } P0@cpu (int* x) { *x = two(1); }' 'error: the parameters are not closed'
calls 'int two(int a) { return a; P0@cpu (int* x) { *x = two(1); }' 'error: `{` is not closed'

mkdir "$work/faulty"
# Names of types, and what they mean, are one test.
cat >"$work/named.litmus" <<'END'
C named
{ pair n={3,4}; link q=&m; struct node m={7,0}; word w=5; state s=1; int t[]={8,9}; int v=*(&w); }
typedef struct { int a; int b; } pair;
typedef struct node { word v; struct node* next; } node_t;
typedef struct node* link;
typedef unsigned int word;
typedef enum { A, B=4 } state;
P0(pair* n, link* q, word* w, state* s, int t[2]) {
  n->a = 5; int r0 = n->b; link p = *q; node_t *p2 = p; int r1 = p2->v; word r2 = *w - 6;
  state r3 = B; int r4 = sizeof(word); int r5 = (word)-1 > 0; int r6 = t[1];
  return r4;
}
exists (0:r0=4 /\ 0:r1=7 /\ 0:r2=4294967295 /\ 0:r3=4 /\ 0:r4=4 /\ 0:r5=1 /\ 0:r6=9 /\ n.a=5 /\ v=5)
END
cat >"$work/unnamed.litmus" <<'END'
C unnamed
{ struct pair n={3,4}; struct node* q=&m; struct node m={7,0}; unsigned int w=5; enum state s=1; int t[2]={8,9}; int v=5; }
struct pair { int a; int b; };
struct node { unsigned int v; struct node* next; };
enum state { A, B=4 };
P0(struct pair* n, struct node** q, unsigned int* w, enum state* s, int* t) {
  n->a = 5; int r0 = n->b; struct node* p = *q; struct node* p2 = p; int r1 = p2->v; unsigned int r2 = *w - 6;
  enum state r3 = B; int r4 = sizeof(unsigned int); int r5 = (unsigned int)-1 > 0; int r6 = t[1];
  return;
}
exists (0:r0=4 /\ 0:r1=7 /\ 0:r2=4294967295 /\ 0:r3=4 /\ 0:r4=4 /\ 0:r5=1 /\ 0:r6=9 /\ n.a=5 /\ v=5)
END
for named in named unnamed; do
    run 0 "names of types: $named" check "$work/$named.litmus"
    contains "names of types: $named" "$work/out" "Observation $named Always 1 0"
    grep '^0:' "$work/out" >"$work/$named.states"
done
same "names of types" "$work/unnamed.states" "$work/named.states"

# What is said of such a test is said of the text as it was written.
for change in 's/p2->v/p2->w/|named.litmus:9:66: error: no structure has a member `w`' \
    's/n.a=5/n.c=5/|named.litmus:13:88: error: `n` has no member `c`, expected one of `struct pair`' \
    's/word v;/word v[0];/|named.litmus:4:31: error: the number of elements is out of range'; do
    sed "${change%%|*}" "$work/named.litmus" >"$work/faulty/named.litmus"
    run 3 "$change" check "$work/faulty/named.litmus"
    contains "$change" "$work/err" "${change#*|}"
done

# Mutexes: who takes one sees what was done before it was given back.
cat >"$work/mutex.litmus" <<'END'
C mutex
{ x=5; }
P0(int* x, mtx_t* m) { mtx_lock(m); int r0 = *x; *x = r0 + 1; mtx_unlock(m); }
P1(int* x, mtx_t* m) { mtx_lock(m); int r0 = *x; *x = r0 + 1; mtx_unlock(m); }
exists (x=7)
END
for model in rc11 rc11-lb c11 cpp20 sc; do
    run 0 "a mutex under $model" check -m $model "$work/mutex.litmus"
    contains "a mutex under $model" "$work/out" 'Observation mutex Always 1 0'
done
sed 's/^C /C++ /;s/mtx_t\*/std::mutex\&/;s/mtx_\(un\)\?lock(m)/m.\1lock()/g' "$work/mutex.litmus" >"$work/class.litmus"
run 0 "a mutex of C++" check "$work/class.litmus"
contains "a mutex of C++" "$work/out" 'Observation mutex Always 1 0'
sed -i 's/m.lock();//' "$work/class.litmus"
run 4 "no mutex" check "$work/class.litmus"
contains "no mutex" "$work/out" 'Undefined'

# A name that nobody declared has no value.
for text in 'r9 = 1;' 'r9++;' 'x->compare_exchange_weak(r9, 4);' '*r9 = 1;' 'r9->store(1);'; do
    printf 'C++ name\n{ x=1; }\nP0(std::atomic<int>* x) { %s }\nexists (x=1)\n' "$text" >"$work/name.litmus"
    run 3 "$text" check "$work/name.litmus"
    contains "$text" "$work/err" '`r9` is not declared'
done

# Large numbers without a sign.
cat >"$work/large.litmus" <<'END'
C++ large
{ std::atomic<uint64_t> x=-1; }
P0(std::atomic<uint64_t>* x) { uint64_t r0 = x->load(); }
exists (0:r0 > 0 /\ x > 5 /\ x=18446744073709551615)
END
run 0 "large numbers" check "$work/large.litmus"
contains "large numbers" "$work/out" '0:r0=18446744073709551615; [x]=18446744073709551615;'
contains "large numbers" "$work/out" 'Observation large Always 1 0'
finish
