#!/bin/bash
# cmcm map of C: what is known to be wrong with mappings from C and C++ is found, by tests of a few
# lines and by the tests of the rules, and the others are sound (docs/mappings.md).
. "$(dirname "$0")/lib.sh"
maps=$CMCM_SOURCE/models/mappings

# program NAME: a test of C on standard input.
program() {
    cat >"$work/$1.litmus"
}
# judged WHAT MAPPING TEST VERDICT OPTION...
judged() {
    local status=0
    [[ $4 == too* ]] && status=1
    run "$status" "$1" map "$maps/$2.map" "$work/$3.litmus" -v "${@:5}"
    contains "$1" "$work/out" "  $3: $4"
}

# ---- operations as rows ---------------------------------------------------------
# Each spelling is the operation; what is found goes to the register that it is given to; a compare
# and exchange leaves what it found in the expected value.
program rows <<'T'
CUDA rows
{ x=0; y=0; }
P0@cta 0,gpu 0 (cuda::atomic<int, cuda::thread_scope_device>* x, int* y) {
  int r0 = x->load(cuda::memory_order_acquire);
  x->store(1, cuda::memory_order_release);
  int r1 = atomicAdd(x, 2);
  __threadfence_block();
  int r2 = 3;
  int r3 = x->compare_exchange_strong(r2, 4, cuda::memory_order_acq_rel);
  *y = r1 + 5;
  if (r3 == 1) {
    r1 = __nv_atomic_exchange_n(y, r2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  }
}
exists (0:r0=1)
T
run 0 "rows" map c-ptx --translate "$work/rows.litmus"
cat >"$work/expected" <<'T'
PTX rows
{
 x=0; y=0;
}
 P0@cta 0,gpu 0                          ;
 ld.acquire.gpu.u32 r0, [x]              ;
 st.release.gpu.u32 [x], 1               ;
 atom.relaxed.gpu.add.u32 r1, [x], 2     ;
 fence.sc.cta                            ;
 mov.u32 r2, 3                           ;
 mov.u32 r4, r2                          ;
 atom.acq_rel.gpu.cas.b32 r2, [x], r2, 4 ;
 mov.u32 r18, r2                         ;
 setp.eq.s32 p0, r18, r4                 ;
 selp.b32 r3, 1, 0, p0                   ;
 mov.u32 r18, r1                         ;
 add.u32 r4, r18, 5                      ;
 st.weak.u32 [y], r4                     ;
 mov.u32 r18, r3                         ;
 setp.eq.s32 p0, r18, 1                  ;
 selp.b32 r4, 1, 0, p0                   ;
 mov.u32 r18, r4                         ;
 setp.eq.s32 p0, r18, 0                  ;
 @p0 bra L                               ;
 atom.relaxed.sys.exch.b32 r1, [y], r2   ;
 L:                                      ;
locations [0:r0;]
exists (0:r0=1)

T
sed -i 's/L[0-9][0-9a-z]*\(:*\)  */L\1 /; s/  *;$/ ;/' "$work/out" "$work/expected"
same "rows" "$work/expected" "$work/out"

# Names that are no r and a number get one each, in the order of states.
program names <<'T'
C names
{ x=0; }
P0 (atomic_int* x) { int old = atomic_fetch_sub_explicit(x, 1, memory_order_release); int got = old; }
locations [0:old; 0:got;]
exists (x=0)
T
run 0 "names" map c-aarch64-lse --translate "$work/names.litmus"
contains "names" "$work/out" "LDADDL W9,W1,[X20]"
contains "names" "$work/out" "MOV W0,W1"
judged "names" c-aarch64-lse names sound
program address <<'T'
C address
{ x=0; y=0; }
P0 (int* x, int** y) { *y = x; }
exists (x=0)
T
run 0 "an address as a value" map c-x86 "$work/address.litmus"
contains "an address as a value" "$work/out" "not translated: an address is used as a value"

# ---- NVIDIA's page ------------------------------------------------------------------
# A seq_cst load acquires; the load of the page's middle state is relaxed.
program MP+sc <<'T'
CUDA MP+sc
{ x=0; y=0; }
P0@cta 0,gpu 0 (int* x, cuda::atomic<int>* y) { *x = 1; y->store(1); }
P1@cta 1,gpu 0 (int* x, cuda::atomic<int>* y) {
  int r0 = y->load();
  int r1 = 2;
  if (r0 == 1) { r1 = *x; }
}
exists (1:r0=1 /\ 1:r1=0)
T
judged "the middle page" c-ptx-page-middle MP+sc "too weak: ptx allows 1:r0=1; 1:r1=0;"
judged "the page of CUDA 12.8" c-ptx MP+sc sound
judged "the page of CUDA 13.3" c-ptx-page MP+sc sound
judged "libcu++" c-ptx-libcu MP+sc sound

# Lustig et al., figure 12: the later store continues the release sequence of the read-modify-write
# for RC11 (and scoped C++), not for C++20 ([intro.races]/5 has atomic read-modify-writes only), where
# the program then races.
program figure12 <<'T'
CUDA figure12
{ x=0; y=0; }
P0@cta 0,gpu 0 (int* x, cuda::atomic<int>* y) { *x = 1; y->store(1, cuda::memory_order_release); }
P1@cta 1,gpu 0 (cuda::atomic<int>* y) {
  int r2 = y->exchange(2);
  y->store(3, cuda::memory_order_relaxed);
}
P2@cta 2,gpu 0 (int* x, cuda::atomic<int>* y) {
  int r0 = y->load(cuda::memory_order_acquire);
  int r1 = 4;
  if (r0 == 3) { r1 = *x; }
}
exists (1:r2=1 /\ 2:r0=3 /\ 2:r1=0)
T
program figure12-relaxed <<'T'
CUDA figure12-relaxed
{ x=0; y=0; }
P0@cta 0,gpu 0 (cuda::atomic<int>* x, cuda::atomic<int>* y) {
  x->store(1, cuda::memory_order_relaxed);
  y->store(1, cuda::memory_order_release);
}
P1@cta 1,gpu 0 (cuda::atomic<int>* y) {
  int r2 = y->exchange(2);
  y->store(3, cuda::memory_order_relaxed);
}
P2@cta 2,gpu 0 (cuda::atomic<int>* x, cuda::atomic<int>* y) {
  int r0 = y->load(cuda::memory_order_acquire);
  int r1 = x->load(cuda::memory_order_relaxed);
}
exists (1:r2=1 /\ 2:r0=3 /\ 2:r1=0)
T
weak="too weak: ptx allows 1:r2=1; 2:r0=3; 2:r1=0;"
judged "figure 12, RC11" c-ptx-page figure12-relaxed "$weak" --source-model rc11-lb
judged "figure 12, scoped" c-ptx-page figure12-relaxed "$weak" --source-model scoped
judged "figure 12, C++20" c-ptx-page figure12-relaxed sound --source-model cpp20
judged "figure 12, plain data" c-ptx-page figure12 undefined --source-model cpp20
judged "figure 12, scoped with C++20's sequences" c-ptx-page figure12-relaxed sound --variant cpp20-sequences
judged "figure 11" c-ptx figure12-relaxed sound

# ---- LLVM IR --------------------------------------------------------------------------
# Two causes: IR's model wants the flag at the fence's scope or wider (AMDGPUUsage, "fence-paired-atomic"),
# and has C++20's release sequences. Each is gone in the reading without it.
program narrow-flag <<'T'
CUDA narrow-flag
{ x=0; y=0; }
P0@wave 0,cta 0,gpu 0 (cuda::atomic<int>* x, int* y) {
  x->store(1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  __nv_atomic_store_n(y, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}
P1@wave 1,cta 0,gpu 0 (cuda::atomic<int>* x, int* y) {
  int r0 = __nv_atomic_load_n(y, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  int r1 = x->load(cuda::memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
T
judged "a narrow flag" c-llvm narrow-flag "too weak: llvm-amdgpu allows 1:r0=1; 1:r1=0;"
judged "a narrow flag, another reading" c-llvm-narrow narrow-flag sound
program sequence <<'T'
CUDA sequence
{ x=0; y=0; }
P0@cta 0,gpu 0 (cuda::atomic<int>* x, cuda::atomic<int>* y) {
  x->store(1, cuda::memory_order_relaxed);
  y->store(1, cuda::memory_order_release);
  y->store(2, cuda::memory_order_relaxed);
}
P1@cta 1,gpu 0 (cuda::atomic<int>* x, cuda::atomic<int>* y) {
  int r0 = y->load(cuda::memory_order_acquire);
  int r1 = x->load(cuda::memory_order_relaxed);
}
exists (1:r0=2 /\ 1:r1=0)
T
judged "a release sequence" c-llvm sequence "too weak: llvm-amdgpu allows 1:r0=2; 1:r1=0;"
judged "a release sequence, C++20" c-llvm sequence sound --variant cpp20-sequences
judged "a release sequence, a narrow flag" c-llvm-narrow sequence "too weak: llvm-amdgpu allows 1:r0=2; 1:r1=0;"

# ---- AArch64: the zero register -------------------------------------------------------
# Arm ARM: an atomic whose result is not wanted is no read for DMB ISHLD (NoRet); that [y] ends as 2
# says that the exchange found 1.
program unused <<'T'
C unused
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_exchange_explicit(y, 2, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists ([y]=2 /\ 1:r0=0)
T
judged "the zero register" c-aarch64-zr unused "too weak: arm allows 1:r0=0; [y]=2;"
for mapping in c-aarch64 c-aarch64-lse c-aarch64-rcpc c-x86 c-riscv; do
    judged "another register" $mapping unused sound
done

# ---- RISC-V: A.6 beside A.7, sc.aq ------------------------------------------------------
# Store buffering: nothing is between the store of A.6 and the load of A.7.
program SB+sc <<'T'
C SB+sc
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) { atomic_store(x, 1); int r0 = atomic_load(y); }
P1 (atomic_int* x, atomic_int* y) { atomic_store(y, 1); int r0 = atomic_load(x); }
exists (0:r0=0 /\ 1:r0=0)
T
judged "A.6 beside A.7" c-riscv-a6-a7 SB+sc "too weak: riscv allows 0:r0=0; 1:r0=0;"
for mapping in c-riscv c-riscv-a6 c-riscv-a7 c-aarch64-lse c-x86 c-ptx c-cdna; do
    judged "seq_cst" $mapping SB+sc sound
done
program MP+c <<'T'
C MP+c
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
T
sed 's/^load.seq_cst.*/load.seq_cst.{any} $d, $a => lw.aq $d,$a/; 1i reading zalasr' "$maps/c-riscv.map" >"$work/a6c-a7.map"
# With Ztso a store still passes a later load, and nothing else: without the fence behind a seq_cst
# store, and one before the load, two stores and loads are not in order; MP is (the manual, "Ztso").
judged "Ztso" c-riscv-ztso SB+sc sound
sed '/^load.seq_cst\|^store.seq_cst/s/fence rw,rw ; \| ; (mixed) fence rw,rw//' "$maps/c-riscv-ztso.map" >"$work/ztso.map"
run 1 "Ztso without fences" map "$work/ztso.map" "$work/SB+sc.litmus" -v
contains "Ztso without fences" "$work/out" "SB+sc: too weak: riscv allows 0:r0=0; 1:r0=0;"
run 0 "Ztso without fences, MP" map "$work/ztso.map" "$work/MP+c.litmus" -v
contains "Ztso without fences, MP" "$work/out" "MP+c: sound"
sed 's/^reading ztso//' "$work/ztso.map" >"$work/wmo.map"
run 1 "its code without Ztso" map "$work/wmo.map" "$work/MP+c.litmus" -v
contains "its code without Ztso" "$work/out" "MP+c: too weak"
run 0 "A.6 compatible beside A.7" map "$work/a6c-a7.map" "$work/SB+sc.litmus" -v
contains "A.6 compatible beside A.7" "$work/out" "  SB+sc: sound"
# Store buffering with seq_cst loads of what the thread itself stored before: by [atomics.order]/4 of
# C++20 the load that finds 0 is coherence-ordered before the load that finds 1, through the store that
# is not seq_cst, so that S would have a cycle. RC11 has direct coherence only, and x86 reads its own
# stores early.
program SB+rfis <<'T'
C SB+rfis
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_release);
  int r0 = atomic_load(x);
  int r1 = atomic_load(y);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_release);
  int r0 = atomic_load(y);
  int r1 = atomic_load(x);
}
exists (0:r1=0 /\ 1:r1=0 /\ 0:r0=1 /\ 1:r0=1)
T
judged "x86 and C++20" c-x86 SB+rfis "too weak: x86tso allows 0:r0=1; 0:r1=0; 1:r0=1; 1:r1=0;" --source-model cpp20
judged "x86 and RC11" c-x86 SB+rfis sound
for mapping in c-aarch64 c-aarch64-lse c-riscv; do
    judged "fences or order" $mapping SB+rfis sound
done

# x86: one fence too few is found, be it the leading or the trailing one.
sed 's/^store.seq_cst.*/store.seq_cst.{any} $a, $v => MOV $a,$v/' "$maps/c-x86.map" >"$work/no-fence.map"
run 1 "no fence" map "$work/no-fence.map" "$work/SB+sc.litmus"

program CAS-acquire <<'T'
C CAS-acquire
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = 1;
  int r1 = atomic_compare_exchange_strong_explicit(y, &r0, 2, memory_order_acquire, memory_order_relaxed);
  int r2 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r1=1 /\ 1:r2=0)
T
judged "lr.aq" c-riscv CAS-acquire sound
sed '/^compare/s/lr\.w\.aq /lr.w /; /^compare/s/sc\.w /sc.w.aq /' "$maps/c-riscv.map" >"$work/sc-aq.map"
run 1 "sc.aq orders nothing" map "$work/sc-aq.map" "$work/CAS-acquire.litmus" -v
contains "sc.aq orders nothing" "$work/out" "CAS-acquire: too weak: riscv allows 1:r1=1; 1:r2=0;"

# ---- threads of CPUs and GPUs ------------------------------------------------------------
# The example: both verdicts, the states side by side.
program MP+src <<'T'
CMCM MP+src
{ x=0; y=0; }
P0@cpu (int* x, atomic_int* y) { *x = 1; y->store(1); }
P1@gpu,cta 0 (int* x, int* y) {
  cuda::atomic_ref<int, cuda::thread_scope_system> f(*y);
  int r0 = f.load();
  int r1 = 2;
  if (r0 == 1) r1 = *x;
}
exists (1:r0=1 /\ 1:r1=0)
T
run 0 "within" check --target cpu=aarch64 gpu=ptx "$work/MP+src.litmus"
cat >"$work/expected" <<'T'
Test MP+src
source  target  state
yes     yes     1:r0=0; 1:r1=2;
yes     yes     1:r0=1; 1:r1=1;
Source Never, 2 states, scoped
Target Never, 2 states, cmcm
within: the source has every state of the target

T
same "within" "$work/expected" "$work/out"
for cpu in x86 aarch64-rcpc riscv riscv-a7; do
    run 0 "within, $cpu" check -q --target "cpu=$cpu,gpu=ptx-libcu" "$work/MP+src.litmus"
done
run 1 "leaves" check --target cpu=aarch64 --target gpu=ptx-page-middle "$work/MP+src.litmus"
contains "leaves" "$work/out" "-       yes     1:r0=1; 1:r1=0;"
contains "leaves" "$work/out" "Target Sometimes, 3 states, cmcm"
contains "leaves" "$work/out" "LEAVES: the target has 1 state that the source lacks"
run 1 "leaves, as data" check -f json --target gpu=ptx-page-middle,P0=aarch64 "$work/MP+src.litmus"
equal "leaves, as data" "leaves ['1:r0=1; 1:r1=0;'] Never Sometimes CMCM" "$(python3 -c '
import json, sys
r = json.load(sys.stdin)
print(r["verdict"], r["extra"], r["source"]["observation"], r["target"]["observation"], r["translated"][:4])
' <"$work/out")"

# An assertion becomes a register of the target, which no state of the source has: it fails in the
# middle page's code only, in both where nothing orders, and without a read where it is 0.
program MP+assert <<'T'
CUDA MP+assert
{ x=0; y=0; }
P0@cta 0,gpu 0 (int* x, cuda::atomic<int>* y) { *x = 1; y->store(1); }
P1@cta 1,gpu 0 (int* x, cuda::atomic<int>* y) { if (y->load() == 1) { assert(*x); } int r0 = 5; }
exists (1:r0=5)
T
run 0 "assertion" check -q --target gpu=ptx "$work/MP+assert.litmus"
contains "assertion" "$work/out" "source Always, 1 state, scoped; target Always, 1 state, ptx; within"
run 1 "assertion fails" check --target gpu=ptx-page-middle "$work/MP+assert.litmus"
contains "assertion fails" "$work/out" "Target Always, an assertion may fail, 1 state, ptx"
contains "assertion fails" "$work/out" "LEAVES: an assertion may fail in the target, and holds in the source"
judged "assertion" c-ptx-page-middle MP+assert "too weak: ptx has a failing assertion"
judged "assertion" c-ptx MP+assert sound
run 0 "as register" map c-ptx --translate "$work/MP+assert.litmus"
contains "as register" "$work/out" "Assertions=1:r"
program SB+assert <<'T'
CMCM SB+assert
{ x=0; y=0; }
P0@cpu (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  assert(atomic_load_explicit(y, memory_order_relaxed));
}
P1@gpu,cta 0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r9 = atomic_load_explicit(x, memory_order_relaxed);
  assert(r9 == 1 || r9 == 0);
}
exists (1:r9=0)
T
for cpu in aarch64-lse x86; do
    run 0 "fails in both" check "--target=cpu=$cpu,gpu=ptx" "$work/SB+assert.litmus"
    contains "fails in both" "$work/out" "Source Sometimes, an assertion may fail, 2 states, scoped"
    contains "fails in both" "$work/out" "Target Sometimes, an assertion may fail, 2 states, cmcm"
done
sed -i 's/assert(atomic_load_explicit(y, memory_order_relaxed))/assert(0)/; /^exists/i filter (y=1)' "$work/SB+assert.litmus"
run 4 "a filter" check -q --target cpu=x86 gpu=ptx "$work/SB+assert.litmus"
contains "a filter" "$work/out" "not translated: the test has an assertion, and its filter asks for a value that no state shows"
sed -i '/^filter/d' "$work/SB+assert.litmus"
run 0 "always fails" check --target cpu=x86 gpu=ptx "$work/SB+assert.litmus"
contains "always fails" "$work/out" "Target Sometimes, an assertion may fail, 2 states, cmcm"

sed 's/if (r0 == 1) r1 =/r1 =/' "$work/MP+src.litmus" >"$work/race.litmus"
run 4 "a race" check -q --target cpu=aarch64,gpu=ptx "$work/race.litmus"
contains "a race" "$work/out" "source Undefined, "
contains "a race" "$work/out" "undefined: the source has undefined behaviour, and promises nothing"
run 4 "no target" check -q --target cpu=aarch64 "$work/MP+src.litmus"
contains "no target" "$work/out" "not translated: P1 has no target, expected \`gpu=...\`"
run 2 "no mapping" check --target cpu=vax "$work/MP+src.litmus"
contains "no mapping" "$work/err" "no mapping \`c-vax\`"
run 2 "no word" check --target aarch64 "$work/MP+src.litmus"
contains "no word" "$work/err" "\`aarch64\` is not a target, expected one such as cpu=aarch64"
run 2 "no test" check --target cpu=aarch64 gpu=ptx
contains "no test" "$work/err" "no test is named"
# The larger of -1 and 1, as an int and as an unsigned.
for row in 'int max 1' 'unsigned max 4294967295' 'int min -1' 'unsigned min 1'; do
    read -r type name becomes <<<"$row"
    cat >"$work/extreme.litmus" <<T
CUDA extreme
{ $type x=1; }
P0@cta 0,gpu 0 ($type* x) { int r0 = __nv_atomic_fetch_$name(x, -1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
forall (x=$becomes)
T
    run 0 "fetch_$name of $type" check --target gpu=ptx "$work/extreme.litmus"
    contains "fetch_$name of $type" "$work/out" "Source Always"
    contains "fetch_$name of $type" "$work/out" "Target Always"
    contains "fetch_$name of $type" "$work/out" within
done
# Loops that count, comparisons and products compute on both sides alike.
cat >"$work/counted.litmus" <<'T'
CMCM counted
{ x=0; y=0; }
P0@cpu (std::atomic<int>& x, std::atomic<int>& y) { for (int i = 0; i < 2; i++) { y.fetch_add(i * 3); } int j = x.load(); if (j <= -1) y.store(-8); }
P1@gpu,cta 0 (std::atomic<int>& x, std::atomic<int>& y) { x.store(-1); int j = y.load() * -2; int k = -6 >= j; }
exists (1:j=-6 /\ 1:k=1 /\ y=-8)
T
for target in cpu=aarch64,gpu=ptx cpu=riscv,gpu=ptx; do
    run 0 "$target counts" check --target "$target" "$work/counted.litmus"
    contains "$target counts" "$work/out" "Source Sometimes, 4 states"
    contains "$target counts" "$work/out" "Target Sometimes, 4 states"
done
sed -i 's/fetch_min(x, -1/fetch_add(t + r1, 1/; s/{ unsigned x=1; }/{ t[2]={0,0}; x=1; }/; s/(unsigned\* x) {/(int* t, int* x) { int r1 = *x;/' "$work/extreme.litmus"
run 4 "a place that is refused" check --target gpu=ptx "$work/extreme.litmus"
contains "a place that is refused" "$work/out" 'not translated: an address is computed in `int r0 = __nv_atomic_fetch_add(t + r1, 1'
run 2 "two questions" check --target cpu=x86 --question "$work/MP+src.litmus"

# What a weak exchange, taken for a strong one, says is used everywhere; what only some executions go on behind, and
# what an execution chooses, is refused. Values of one statement leave their registers to the next one.
weak='cuda::atomic_ref<int>(*x).compare_exchange_weak(e, 1'
for row in "1 int r0 = 0; if ($weak)) r0 = 1;" "2 int r0 = $weak) ? 2 : 3;" "4 bool b = !$weak, cuda::memory_order_acquire); int r0 = b + 4;" \
    "3 int r0 = $weak, cuda::memory_order_release, cuda::memory_order_relaxed) && e == 0 ? 3 : 4;" \
    '0 int a = *x + 1 - 1; a = (a + 1 | 2) - (a | 2) - 1; int r0 = (a + 1 | 2) - (a | 2) - 1;' \
    '5 int p; int r0 = 0; for (int i = 0; i < 2; i++) { *x = i + 1 + 2 & 4; if (i == 1) r0 = p; p = *x + 5; }'; do
    printf 'CUDA weak\n{ x=0; }\nP0@cpu (int* x) { int e = 0; %s }\nexists (0:r0=%s)\n' "${row#* }" "${row%% *}" >"$work/weak.litmus"
    run 0 "$row" check --target cpu=aarch64 "$work/weak.litmus"
    contains "$row" "$work/out" "yes     yes     0:r0=${row%% *};"
done
for row in 'assume(r0 == 0);@only some executions go on in `assume' 'y.wait(0);@only some executions go on in `y.wait' \
    'm.lock();@an operation is done on a condition in `m.lock' 'if (m.try_lock()) { m.unlock(); }@mappings do not know an update of this kind in `if (m.try_lock'; do
    printf 'CUDA some\n{ x=0; y=0; m=0; }\nP0@cpu (int* x, std::atomic<int>& y, std::mutex& m) { int r0 = *x; %s }\nexists (0:r0=0)\n' "${row%@*}" >"$work/some.litmus"
    run 4 "${row%@*}" check --target cpu=aarch64 "$work/some.litmus"
    contains "${row%@*}" "$work/out" "not translated: ${row#*@}"
done

# A head may fix what its thread is compiled to: a word for CPUs or GPUs counts where it is for that
# set, and else the usual mapping to it does. Without a target it is a place like others.
program fixed <<'T'
CMCM fixed
{ x=0; y=0; }
P0@aarch64 (int* x, atomic_int* y) { *x = 1; y->store(1); }
P1@ptx,cta 0 (int* x, cuda::atomic<int>* y) { int r0 = y->load(); int r1 = 2; if (r0 == 1) r1 = *x; }
P2@gpu,cta 1 (int* x, cuda::atomic<int>* y) { int r0 = y->load(); int r1 = 2; if (r0 == 1) r1 = *x; }
exists (1:r0=1 /\ 1:r1=0 \/ 2:r0=1 /\ 2:r1=0)
T
run 0 "fixed, no target" check -q --assert forbidden "$work/fixed.litmus"
run 0 "fixed" check -f json --target cpu=x86 gpu=ptx-libcu "$work/fixed.litmus"
equal "fixed" "P0@aarch64 P1@ptx P2@ptx" "$(python3 -c '
import json, re, sys
print(*re.findall(r"P\d@\w+", json.load(sys.stdin)["translated"]))' <"$work/out")"
run 0 "fixed, by another mapping" check --target cpu=aarch64-fenced gpu=ptx P2=ptx-libcu "$work/fixed.litmus"
run 4 "fixed otherwise" check -q --target cpu=aarch64 gpu=ptx P0=x86 "$work/fixed.litmus"
contains "fixed otherwise" "$work/out" 'not translated: P0 is fixed to aarch64, and `c-x86` is a mapping to x86'
run 4 "a CPU is no GPU" check -q --target cpu=aarch64 gpu=x86 "$work/fixed.litmus"
contains "a CPU is no GPU" "$work/out" "P2 is on a GPU, and \`c-x86\` is a mapping to a CPU's instructions"
run 4 "two GPUs' sets" check -q --target cpu=aarch64 gpu=cdna "$work/fixed.litmus"
contains "two GPUs' sets" "$work/out" 'not translated: no model has GPUs of two kinds, P1 of PTX and P2 of CDNA'
run 4 "no model" check -q --target cpu=aarch64 gpu=llvm "$work/MP+src.litmus"
contains "no model" "$work/out" 'target none; not translated: the model `cmcm` says nothing about threads of LLVM'
run 4 "a CPU to PTX" check -q --target cpu=ptx gpu=ptx "$work/MP+src.litmus"
contains "a CPU to PTX" "$work/out" "P0 is on a CPU, and \`c-ptx\` is a mapping to a GPU's instructions"
sed 's/P0@aarch64/P0@x86_64/' "$work/fixed.litmus" >"$work/nowhere.litmus"
run 4 "no mapping to it" check -q --target gpu=ptx "$work/nowhere.litmus" "$work/fixed.litmus"
contains "no mapping to it" "$work/out" 'not translated: P0 is fixed to x86_64, and no mapping leads there'
contains "no mapping to it" "$work/out" '; within'
for head in 'x86,cta 0' 'ptx,cpu' 'x86,riscv'; do
    sed "s/P1@ptx,cta 0/P1@$head/" "$work/fixed.litmus" >"$work/bad.litmus"
    run 3 "head $head" check "$work/bad.litmus"
    contains "head $head" "$work/err" "bad.litmus:4:"
done

# Machines' words have 32 bits: what needs more is not compared.
program wide <<'T'
CUDA wide
{ x=4294967295; z=0; }
P0@cpu (std::atomic<unsigned long>* x) { int r0 = x->fetch_add(1); }
P1@gpu,cta 0 (std::atomic<unsigned long>* z) { int r0 = z->exchange(~7); }
exists (x=0)
T
run 4 "wide" check -q --target cpu=x86 gpu=ptx "$work/wide.litmus"
contains "wide" "$work/out" "not known: a final value is wider than 32 bits"
sed -i 's/4294967295/4294967296/' "$work/wide.litmus"
run 4 "wider" check -q --target cpu=x86 gpu=ptx "$work/wide.litmus"
contains "wider" "$work/out" 'not translated: the initial value of `x` does not fit into 32 bits'
sed -i 's/4294967296/0/; s/~7/4294967296/' "$work/wide.litmus"
run 4 "a wide number" check -q --target cpu=x86 gpu=ptx "$work/wide.litmus"
contains "a wide number" "$work/out" 'not translated: a number does not fit into 32 bits'
sed -i 's/4294967296/~7/' "$work/wide.litmus"
run 0 "negative numbers" check -q --target cpu=x86 gpu=ptx "$work/wide.litmus"
# 4000000000 is negative there.
program compared <<'T'
C++ compared
{ x=0; }
P0@cpu (int* x) { long a = 2000000000; long b = a + a; if (b < 0) *x = 1; }
exists (x=1)
T
run 4 "a wide number is compared" check -q --target cpu=x86 "$work/compared.litmus"
contains "a wide number is compared" "$work/out" 'not translated: numbers of 64 bits are compared, divided or shifted'
# Of a product the lower half is 0, of a sum the one that the exchange expects, in another thread.
program upper <<'T'
C++ upper
{ x=0; y=0; }
P0@cpu (int* x) { long a = 65536; long b = a * a; if (b) *x = 1; }
P1@cpu (std::atomic<long>* y) { y->fetch_add(2147483647); y->fetch_add(2147483647); y->fetch_add(2); }
exists (x=0)
T
sed 's/^P0.*/P0@cpu (std::atomic<long>* y, int* x) { long e = 0; if (y->compare_exchange_strong(e, 1)) *x = 1; }/' \
    "$work/upper.litmus" >"$work/expected.litmus"
for name in upper expected; do
    for target in cpu=aarch64 cpu=x86 cpu=riscv; do
        run 4 "$name, $target" check -q --target "$target" "$work/$name.litmus"
        contains "$name, $target" "$work/out" 'not translated: numbers of 64 bits are computed, and something hangs on values'
    done
done

# Operators on numbers with a sign and without one: x tells of each that is right.
program operators <<'T'
C++ operators
{ x=0; int y=-7; unsigned z=4000000000; }
P0@cpu (int* x, int* y, unsigned* z) {
  int a = *y; unsigned u = *z; int s = 3;
  if (a / s == -2) *x += 1;
  if (a % s == -1) *x += 2;
  if (a >> s == -1) *x += 4;
  if (u / 7 == 571428571) *x += 8;
  if (u % 7 == 3) *x += 16;
  if (u >> s == 500000000) *x += 32;
  if (u > 5) *x += 64;
  if (u >= 4000000000u) *x += 128;
  if (a < 5) *x += 256;
  *z = u << s;
}
forall (x=511 /\ z=1935228928)
T
for cpu in aarch64 aarch64-lse x86 riscv; do
    run 0 "operators, $cpu" check -q --target "cpu=$cpu" "$work/operators.litmus"
    contains "operators, $cpu" "$work/out" "source Always, 1 state, scoped; target Always, 1 state"
done
sed -i 's/@cpu/@cta 0,gpu 0/' "$work/operators.litmus"
run 0 "operators, ptx" check -q --target gpu=ptx "$work/operators.litmus"
contains "operators, ptx" "$work/out" "source Always, 1 state, scoped; target Always, 1 state"
run 4 "operators, cdna" check -q --target gpu=cdna "$work/operators.litmus"
contains "operators, cdna" "$work/out" "there is no rule for"

# Two seq_cst stores of an AArch64 CPU, against a GPU's: the model's order of fences has no STLR in it.
program 2+2W+sc <<'T'
CUDA 2+2W+sc
{ x=0; y=0; }
P0@cpu (std::atomic<int>* x, std::atomic<int>* y) { x->store(1); y->store(2); }
P1@cta 0,gpu 0 (cuda::atomic<int>* x, cuda::atomic<int>* y) { y->store(3); x->store(4); }
exists (x=1 /\ y=3)
T
run 1 "2+2W, STLR" check --target cpu=aarch64 gpu=ptx "$work/2+2W+sc.litmus"
run 1 "2+2W, sw.rl" check --target cpu=riscv-a7 gpu=ptx "$work/2+2W+sc.litmus"
contains "2+2W, STLR" "$work/out" "-       yes     [x]=1; [y]=3;"
for cpu in aarch64-fenced x86 riscv "$maps/c-aarch64-fenced.map"; do
    run 0 "2+2W, a fence" check --target "cpu=$cpu,gpu=ptx" "$work/2+2W+sc.litmus"
done
# Random tests with threads of CPUs and GPUs stay within the source.
python3 "$CMCM_SOURCE/tests/program/map_tests.py" random c 1 100 "$work/random"
for cpu in aarch64-fenced x86; do
    run 4 "random tests, $cpu" check -q --target "cpu=$cpu,gpu=ptx" "$work/random"
    equal "random tests, $cpu" "0 100" "$(grep -c LEAVES "$work/out") $(grep -c 'within\|undefined:' "$work/out")"
done

# ---- a mapping that includes another ---------------------------------------------------------
printf 'include c-x86\nstore.seq_cst.{any} $a, $v => MOV $a,$v\n' >"$work/own.map"
run 1 "its own rule counts" map "$work/own.map" "$work/SB+sc.litmus"
contains "its own rule counts" "$work/out" "(lines c-x86:"
printf 'include c-vax\n' >"$work/none.map"
run 3 "no mapping to include" map "$work/none.map" "$work/SB+sc.litmus"
contains "no mapping to include" "$work/err" "none.map:1:9: error: there is no mapping \`c-vax\`, expected an installed mapping"
# A sequence without an end gives no state, which is no soundness.
sed 's/^exchange.relaxed.*/exchange.relaxed.{any} $d, $a, $v => MOV W9,$v ; Again{here}: ; STXR W10,W9,$a ; CBNZ W10,Again{here}/' \
    "$maps/c-aarch64.map" >"$work/endless.map"
run 1 "no end" map "$work/endless.map" "$work/unused.litmus"
contains "no end" "$work/out" "too weak: arm has no final state"

# ---- the rules and the suite -----------------------------------------------------------------
run 0 "a family of C" map c-ptx mp --axis placement=gpu --axis order=rel-acq --axis scope=gpu,sys
contains "a family of C" "$work/out" "  sound           4"
if [ -z "${CMCM_TEST_SAMPLE:-}" ]; then # under sanitizers: the same code on 22 rules' tests, for most of the time
    run 0 "rules of c-x86" map c-x86 --rules
    contains "rules of c-x86" "$work/out" "sound: all 46 rules are exercised"
    run 0 "rules of c-cdna2" map c-cdna2 --rules # whose waits need what computes
    contains "rules of c-cdna2" "$work/out" "sound: all 139 rules are exercised"
fi
finish
