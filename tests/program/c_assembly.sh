#!/bin/bash
# Inline assembly with operands in C, in threads whose heads fix the instruction set. What a test says stands in the first column.
. "$(dirname "$0")/lib.sh"

# test EXPECTED SET BODY BODY CONDITION: two threads; of PTX in CTAs of a GPU. The mapped test has no other outcomes.
test_of() {
    local second=$2
    [ "$2" != ptx ] || second=ptx,cta\ 1,gpu\ 0
    printf 'CMCM asm\n{ x=0; y=0; }\nP0@%s (int* x, int* y) { %s }\nP1@%s (int* x, int* y) { %s }\n%s\n' \
        "${second/cta 1/cta 0}" "$3" "$second" "$4" "$5" >"$work/asm.litmus"
    "$CMCM" check "$work/asm.litmus" >"$work/out" 2>"$work/err"
    contains "$2: $3" "$work/out" "Observation asm $1"
    [ "$2" = x86_64 ] || [ "$1" = Undefined ] || {
        run 0 "$2: $3, mapped" check -q --target gpu=ptx "$work/asm.litmus"
        contains "$2: $3, mapped" "$work/out" '; within'
    }
}
mp='exists (1:r0=1 /\ 1:r1=0)' sb='exists (0:r0=0 /\ 1:r0=0)'
writes='asm volatile("str %w1, [%0]" :: "r"(x), "r"(1) : "memory"); asm volatile("STR %w1, %0" : "=Q"(*y) : "r"(1) : "memory");'
reads='int r0, r1; asm volatile("ldr %w0, %1" : "=r"(r0) : "Q"(*y) : "memory"); asm volatile("ldr %w[a], [%[p]]" : [a] "=r"(r1) : [p] "r"(x) : "memory");'
both='asm volatile("str %w2, [%0]\n\tdmb ish\n\tstr %w2, [%1]" :: "r"(x), "r"(y), "r"(1) : "memory");'
test_of Sometimes aarch64 "$writes" "$reads" "$mp"
test_of Never aarch64 "${writes/STR/stlr}" "${reads/ldr/ldapr}" "$mp"
test_of Sometimes aarch64 "${writes/STR/stlr}" "$reads" "$mp"
test_of Never aarch64 "$both" 'int r0, r1; asm volatile("ldr %w0, [%2]; dmb ishld; ldr %w1, [%3]" : "=&r"(r0), "=&r"(r1) : "r"(y), "r"(x) : "memory");' "$mp"
test_of Sometimes aarch64 "$both" 'int r0, r1; asm volatile("ldr %w0, [%2]; ldr %w1, [%3]" : "=&r"(r0), "=&r"(r1) : "r"(y), "r"(x) : "memory");' "$mp"
first='int r0; asm volatile("stlr %w2, %1; ldar %w0, %3" : "=r"(r0), "=Q"(*x) : "r"(1), "Q"(*y) : "memory");'
second='int r0; asm volatile("stlr %w2, %1; ldar %w0, %3" : "=r"(r0), "=Q"(*y) : "r"(1), "Q"(*x) : "memory");'
test_of Never aarch64 "$first" "$second" "$sb"
test_of Sometimes aarch64 "${first/ldar/ldapr}" "$second" "$sb"
test_of Always aarch64 'int r0; asm volatile("ldadd %w2, %w0, %1" : "=r"(r0), "+Q"(*x) : "r"(3) : "memory");' \
    'int r0; asm volatile("ldaddal %w2, %w0, [%1]" : "=r"(r0) : "r"(x), "r"(4) : "memory");' 'exists ([x]=7 /\ (0:r0=0 /\ 1:r0=3 \/ 0:r0=4 /\ 1:r0=0))'
test_of Always aarch64 'asm volatile("swpal %w1, wzr, %0" : "+Q"(*x) : "r"(1) : "memory");' \
    'int r0 = -1; asm volatile("casa %w0, %w2, %1" : "+r"(r0), "+Q"(*x) : "r"(2) : "memory");' 'exists ([x]=1 /\ (1:r0=0 \/ 1:r0=1))'
test_of Always aarch64 'int r0, a = -5; asm("add %w0, %w1, #3" : "=r"(r0) : "r"(a)); asm volatile("str %w1, [%0]" :: "r"(x), "r"(-7) : "memory");
    int r1; asm volatile("ldr %w0, [%1]" : "=r"(r1) : "r"(x) : "memory"); r1 = r1 < 0;' 'int r0 = 2; asm volatile("" : "+r"(r0));' 'exists ([x]=-7 /\ 0:r0=-2 /\ 0:r1=1 /\ 1:r0=2)'
buffer='int r0; asm volatile("movl %2, (%1); movl (%3), %0" : "=&r"(r0) : "r"(y), "r"(1), "r"(x) : "memory");'
test_of Sometimes x86 'int r0; asm volatile("movl $1, %1; movl %2, %0" : "=r"(r0), "=m"(*x) : "m"(*y) : "memory");' "$buffer" "$sb"
test_of Sometimes x86_64 'int r0; asm volatile("movl $1, %1; mfence; movl %2, %0" : "=r"(r0), "=m"(*x) : "m"(*y) : "memory");' "$buffer" "$sb"
test_of Never x86 'int r0; asm volatile("movl $1, %1; mfence; movl %2, %0" : "=r"(r0), "=m"(*x) : "m"(*y) : "memory");' \
    'int r0, t = 1; asm volatile("xchgl %0, (%1)" : "+r"(t) : "r"(y) : "memory"); asm volatile("movl (%1), %0" : "=&r"(r0) : "r"(x) : "memory");' "$sb"
test_of Always x86 'int r0 = 2; asm volatile("lock; xaddl %0, %1" : "+r"(r0), "+m"(*x) :: "memory", "cc");' \
    'asm volatile("lock incl %0" : "+m"(*x) :: "memory", "cc");' 'exists ([x]=3 /\ (0:r0=0 \/ 0:r0=1))'
test_of Always x86_64 'int old = 0; char ok; asm volatile("lock cmpxchgl %3, %1; sete %2" : "+a"(old), "+m"(*x), "=q"(ok) : "r"(7) : "memory", "cc");' \
    'int old; asm volatile("lock cmpxchgl %2, %1" : "=a"(old), "+m"(*x) : "r"(8), "0"(0) : "memory", "cc");' \
    'exists ([x]=7 /\ 0:old=0 /\ 0:ok=1 /\ 1:old=7 \/ [x]=8 /\ 0:old=8 /\ 0:ok=0 /\ 1:old=0)'
test_of Never riscv 'asm volatile("sw %2, 0(%0)\n fence rw, w\n sw %2, (%1)" :: "r"(x), "r"(y), "r"(1) : "memory");' \
    'int r0, r1; asm volatile("lw %0, %2; fence r, rw; lw %1, %3" : "=&r"(r0), "=&r"(r1) : "m"(*y), "m"(*x) : "memory");' "$mp"
test_of Always riscv 'int r0; asm volatile("amoadd.w.aqrl %0, %2, %1" : "=r"(r0), "+A"(*x) : "r"(-3) : "memory");' \
    'asm volatile("amoadd.w x0, %1, %0" : "+A"(*x) : "r"(1) : "memory");' 'exists ([x]=-2 /\ (0:r0=0 \/ 0:r0=1))'
stores='asm volatile("st.global.u32 [%0], %1;" :: "l"(x), "r"(1) : "memory"); asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(y), "r"(1) : "memory");'
loads='int r0, r1 = 2; asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(r0) : "l"(y) : "memory"); if (r0 == 1) asm volatile("ld.weak.u32 %0, [%1];" : "=r"(r1) : "l"(x) : "memory");'
test_of Never ptx "$stores" "$loads" "$mp"
for weaker in release.cta volatile relaxed.gpu; do
    test_of Undefined ptx "${stores/release.gpu/$weaker}" "$loads" "$mp"
done
test_of Always ptx 'int r0; asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], %2;" : "=r"(r0) : "l"(x), "r"(5) : "memory");' \
    'asm volatile("red.relaxed.gpu.add.u32 [%0], 2;" :: "l"(x) : "memory");' 'exists ([x]=7 /\ (0:r0=0 \/ 0:r0=2))'
test_of Always ptx 'int r0; asm volatile("atom.cas.b32 %0, [%1], 0, %2;" : "=r"(r0) : "l"(x), "r"(5) : "memory");' \
    'int r0; asm volatile("atom.relaxed.gpu.cas.b32 %0, [%1], %2, %3;" : "=r"(r0) : "l"(x), "r"(0), "n"(6) : "memory");' \
    'exists ([x]=5 /\ 0:r0=0 /\ 1:r0=5 \/ [x]=6 /\ 0:r0=6 /\ 1:r0=0)'
cat >"$work/asm.litmus" <<'EOF'
CUDA asm
{ x=0; y=0; }
P0@ptx,cta 0,gpu 0 (int* x, int* y) { *x = 1; asm volatile("bar.sync 0;" ::: "memory"); }
P1@ptx,cta 0,gpu 0 (int* x, int* y) { asm volatile("barrier.sync 0;" ::: "memory"); int r0 = *x; }
forall (1:r0=1)
EOF
run 0 "bar.sync" check "$work/asm.litmus"

# Beside a GPU's fence.sc a store-release and a load-acquire are no more than that.
cat >"$work/asm.litmus" <<EOF
CMCM asm
{ x=0; y=0; }
P0@aarch64 (int* x, int* y) { $first }
P1@ptx,cta 0,gpu 0 (int* x, int* y) { int r0; asm volatile("st.relaxed.sys.u32 [%2], 1; fence.sc.sys; ld.relaxed.sys.u32 %0, [%1];" : "=r"(r0) : "l"(x), "l"(y) : "memory"); }
$sb
EOF
run 0 "beside a GPU" check -q --assert allowed "$work/asm.litmus"

while IFS='|' read -r set body message; do
    [ "$set" != ptx ] || set='ptx,cta 0,gpu 0'
    printf 'CMCM refused\n{ x=0; long z=0; }\nP0@%s (int* x, long* z) { int r0; %s }\nexists (x=0)\n' "$set" "$body" >"$work/refused.litmus"
    run 3 "$body" check "$work/refused.litmus"
    contains "$body" "$work/err" "$message"
done <<'EOF'
aarch64|asm volatile("ldr %0, [%1]" : "=r"(r0) : "r"(x) : "memory");|refused.litmus:3:40: error: this instruction in C is not read: it accesses 8 bytes, expected 4
aarch64|asm volatile("ldr %w0, [%1]" : "=r"(r0) : "r"(z) : "memory");|it accesses 4 bytes, expected 8
aarch64|asm volatile("ldr %w0, [%1]" : "=r"(r0) : "r"(x));|the compiler may move accesses past the instruction
aarch64|asm("ldr %w0, [%1]" : "=r"(r0) : "r"(x) : "memory");|the compiler may leave out the instruction
aarch64|asm volatile("ldxr %w0, [%1]" : "=r"(r0) : "r"(x) : "memory");|C has nothing like `ldxr w9, [x10]`
aarch64|asm volatile("add %w0, %w1, w3" : "=r"(r0) : "r"(5));|gives this result no value
aarch64|asm volatile("str w3, [%0]" :: "r"(x) : "memory");|it reads the register `X3`, which it has not set
aarch64|asm volatile("ldr %w0, [%1, %2]" : "=r"(r0) : "r"(x), "r"(4L) : "memory");|an address is computed
aarch64|asm volatile("1: b 1b" ::: "memory");|`1: b 1b`: expected an instruction
aarch64|asm volatile("cbz %w0, out" :: "r"(1) : "memory");|there is no label `out`
aarch64|asm volatile("str %w2, [%0]" :: "r"(x), "r"(1) : "memory");|`%` names no operand of it
aarch64|asm volatile("str %w1, [%0]" :: "w"(x), "r"(1) : "memory");|the constraint `w` is not read
aarch64|asm volatile("str %w1, [%0]" : "=r"(x), "r"(1) : "memory");|the constraint is that of a value
aarch64|asm volatile("str %w1, [%0]" :: "r"(x), "r"(1.5) : "memory");|the type of the operand is not read
aarch64|asm volatile("mov %w0, %1" : "=r"(r0) : "i"(*x));|the value is not constant
aarch64|asm volatile("isb" ::: "memory");|C has nothing like `isb`
aarch64|asm volatile("mov %w0, #1" : "=r"(*x));|the result is not a variable
cdna,cta 0,gpu 0|asm volatile("s_waitcnt vmcnt(0)" ::: "memory");|or a thread such as `P0@aarch64`
x86|asm volatile("sete %b0" : "=q"(r0));|gives this result no value
ptx|asm volatile("bar.sync 1;" ::: "memory");|C has nothing like `bar.sync 1`
ptx|asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r0) : "l"(x) : "memory");|C has nothing like `ld.shared.u32
ptx|asm volatile("ld.u32 %0, [%1];" : "=r"(r0) : "r"(x) : "memory");|the operand has 8 bytes, expected the constraint `l`
EOF
finish
