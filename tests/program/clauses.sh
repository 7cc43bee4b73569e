#!/bin/bash
# cmcm diff of a model and a copy that lacks one clause: the small programs that tell them apart.
. "$(dirname "$0")/lib.sh"
litmus=$CMCM_SOURCE/tests/litmus
mkdir "$work/edited"
printf '%s\n' '"SC"' 'include "cos.cat"' 'acyclic po | rf | co | fr as sc' \
    'empty rmw & (fre;coe) as atomic' >"$work/sc.cat"
both=(-m x86tso -m "$work/sc.cat")
printf '%s\n' '"twice"' 'include "cos.cat"' 'acyclic po | rf | co | fr as sc' \
    'acyclic po-loc | rf | co | fr as coherence' >"$work/twice.cat"

# edited NAME BASE FILE SED-EXPRESSION...: a copy of models/BASE.cat with its FILE.cat changed.
edited() {
    local name=$1 base=$2 file=$3
    shift 3
    sed "s/$file\.cat/$name-$file.cat/" "$CMCM_SOURCE/models/$base.cat" >"$work/edited/$name.cat"
    [ "$base" = "$file" ] || cp "$CMCM_SOURCE/models/$file.cat" "$work/edited/$name-$file.cat"
    [ "$base" = "$file" ] && file=$name || file=$name-$file
    cp "$work/edited/$file.cat" "$work/before"
    sed -i "$@" "$work/edited/$file.cat"
    checks=$((checks + 1))
    cmp -s "$work/before" "$work/edited/$file.cat" && fail "$name: nothing is edited"
}
# tell NAME OPTION...: what tells models/BASE from its edited copy.
tell() {
    local name=$1 base=$2
    shift 2
    run 1 "without the clause: $name" diff -q -m "$base" -m "$work/edited/$name.cat" \
        -I "$work/edited" --programs "$@"
}
# verdicts NAME BASE PROGRAM CONDITION BASE-VERDICT EDITED-VERDICT EDGE...: of the program that was
# found, by themselves.
verdicts() {
    local name=$1 base=$2 program=$3 condition=$4 first=$5 second=$6 size=$7
    shift 7
    "$CMCM" enumerate small --size "$size" -q -o "$work/$name" "$@" >"$work/out"
    sed -i "s|^forall (true)|exists ($condition)|" "$work/$name/$program.litmus"
    run 0 "$name: $base" check -q --assert "$first" -m "$base" "$work/$name/$program.litmus"
    run 0 "$name: edited" check -q --assert "$second" -m "$work/edited/$name.cat" \
        -I "$work/edited" "$work/$name/$program.litmus"
}
# Arm's atomic exempts a pair with a store of its own thread between. Without that, the one program
# of four instructions that tells has a write of another thread beside the pair.
edited own-store arm arm -e 's/^empty (rmw & (fre;coe)) .* as atomic/empty rmw \& (fre;coe) as atomic/'
run 0 "a pair with its own store: no three" diff -q -m arm -m "$work/edited/own-store.cat" \
    -I "$work/edited" --programs --synthesize 3 PodRWXX LxSx
tell own-store arm --synthesize 5 PodRWXX
equal "a pair with its own store between" RXx-Wx-WXx+Wx "$(cat "$work/out")"
verdicts own-store arm RXx-Wx-WXx+Wx '0:X0=0 /\\ 0:X4=0 /\\ [x]=2' allowed forbidden 4 --threads 2 PodRWXX
# An access takes effect for an observer as a whole (single-copy atomicity). Without that another
# thread sees half of it; for which it takes an access that is a half.
edited torn arm arm -e 's/^let obs = (\(.*\));same-instruction?/let obs = \1/'
run 0 "halves: whole ones alone" diff -q -m arm -m "$work/edited/torn.cat" -I "$work/edited" \
    --programs --synthesize 3 'Pod**q0q0'
tell torn arm --synthesize 3 'Pod**w0w4'
contains "halves" "$work/out" Rq0x-Rw0x+Wq0x
equal "halves: two threads, three accesses, one of them a half" 12 \
    "$(grep -cxE '[RW][qw]0x-[RW][qw]0x\+[RW]q0x' "$work/out")"
equal "halves: nothing else" 12 "$(wc -l <"$work/out")"
verdicts torn arm Rq0x-Rw0x+Wq0x '0:X0=0x1010101' forbidden allowed 3 --threads 2 'Pod**w0w4'

# program NAME HEAD INIT ROW...: what `enumerate small` has by that name, and a question.
program() {
    local name=$1 head=$2 init=$3 asked=$4
    shift 4
    printf '%s\n' "$head $name" "{ $init }" "$@" "exists ($asked)" >"$work/program.litmus"
}
asked() {
    run 0 "$1: $2" check -q --assert "$3" -m "$2" "$work/program.litmus"
    run 0 "$1: edited" check -q --assert "$4" -m "$work/edited/$1.cat" -I "$work/edited" \
        "$work/program.litmus"
}
# Of two atomic operations that overlap one is done before the other begins (PTX ISA 8.7.2). Without
# that an exchange of 8 bytes and one of 4 of them both read what was there in the beginning.
edited halved ptx ptx -e '/(overlapping-atomics & (rf | co | fr));one-atomic[;]*$/d' \
    -e 's/^  as mixed-size-atomicity/  0 as mixed-size-atomicity/'
run 0 "exchanges of halves: of one size" diff -q -m ptx -m "$work/edited/halved.cat" -I "$work/edited" \
    --arch PTX --programs --synthesize 3 --axis placement=cta,gpu Rmw 'Pod**w0w4'
tell halved ptx --arch PTX --synthesize 3 Rmw Rmww4w4
equal "exchanges of halves" Rmwx+Rmww4w4x "$(cat "$work/out")"
program Rmwx+Rmww4w4x PTX 'uint64_t x;' '0:rd0=0 /\ 1:r0=0' ' P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;' \
    ' atom.exch.relaxed.sys.b64 rd0, [x], 0x101010101010101 | atom.exch.relaxed.sys.b32 r0, [x+4], 2 ;'
asked halved ptx forbidden allowed

# DMB LD orders no read whose result is discarded (NoRet). Without that, MP and LB behind an STADD:
# its read orders nothing else, and shows in what it writes.
edited heard arm arm-local -e 's/\[R \\ NoRet\];po/[R];po/'
run 0 "a discarded result: no four" diff -q -m arm -m "$work/edited/heard.cat" -I "$work/edited" \
    --programs --synthesize 4 --threads 2 Amo.StAdd DMB.LDdRR DpDatadW
tell heard arm --synthesize 5 --threads 2 Amo.StAdd DMB.LDdRR DpDatadW
equal "a discarded result" \
    "Amo.StAddx-DMB.LD-Wy+Ry-data-Wx Amo.StAddx-DMB.LD-Amo.StAddy+Ry-data-Wx" "$(paste -sd ' ' "$work/out")"
program Amo.StAddx-DMB.LD-Wy+Ry-data-Wx AArch64 '0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x;' \
    '1:X0=2 /\ [x]=4' ' P0 | P1 ;' ' MOV W0,#1 | LDR W0,[X1] ;' ' STADD W0,[X1] | EOR W2,W0,W0 ;' \
    ' DMB LD | ADD W2,W2,#3 ;' ' MOV W2,#2 | STR W2,[X3] ;' ' STR W2,[X3] | ;'
asked heard arm allowed forbidden
# In a critical cycle: what the read of an STADD reads, and DMB LD behind it.
run 1 "a discarded result in a cycle" diff -q -m arm -m "$work/edited/heard.cat" -I "$work/edited" \
    --synthesize 5 Amo.StAdd DMB.LDdWW DpDatadW
equal "a discarded result in a cycle" LB+amo.stadd-dmb.ld+data "$(cat "$work/out")"
run 0 "a result in a cycle" diff -q -m arm -m "$work/edited/heard.cat" -I "$work/edited" \
    --synthesize 5 Amo.LdAdd DMB.LDdWW DpDatadW
# It is the first or the last access of its thread, not one between two others.
run 0 "an access in a cycle" enumerate cross --size 6 --threads 2 --list -q 'Pod**' Rfe Fre Coe \
    Amo.LdAdd
equal "an access in a cycle: two edges inside a thread" 0 "$(grep -c 'po-amo.ldadd-po' "$work/out")"
contains "an access in a cycle" "$work/out" "MP+po-amo.ldadd+po"
# The same of a CAS of WZR, which writes where it reads 0: where it does not, it read what was made of
# what comes after it.
"$CMCM" enumerate small --size 5 --threads 2 --list -q Amo.StCas DMB.LDdRR DpDatadW >"$work/out"
contains "a CAS of WZR" "$work/out" Amo.StCasx-DMB.LD-Wy+Ry-data-Amo.StCasx
program StCas AArch64 '0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x;' '1:X0=2 /\ [x]=3' ' P0 | P1 ;' \
    ' MOV W0,#1 | LDR W0,[X1] ;' ' CAS WZR,W0,[X1] | EOR W2,W0,W0 ;' ' DMB LD | ADD W2,W2,#3 ;' \
    ' MOV W2,#2 | CAS WZR,W2,[X3] ;' ' STR W2,[X3] | ;'
asked heard arm allowed forbidden
run 2 "a CAS of WZR for what is not 0" enumerate cycle --list PodWW Rfe Amo.StCas PodWR Fre
contains "a CAS of WZR for what is not 0" "$work/err" "Amo.StCas expects 0"
run 0 "a CAS of WZR in a cycle" enumerate cycle --check -q PodWR Amo.StCas Coe PodWR Fre
contains "a CAS of WZR in a cycle" "$work/out" "R+po-amo.stcas+po  allowed"
# The read of a red is in no acquire pattern (PTX ISA 9.4, 8.8).
edited loud ptx ptx-common -e 's/^let silent = RED |/let silent =/'
run 0 "a red: no four" diff -q -m ptx -m "$work/edited/loud.cat" -I "$work/edited" --arch PTX \
    --programs --synthesize 4 --threads 2 Amo.StAdd Fence.acquire.sysdRR PodWWPL
tell loud ptx --arch PTX --synthesize 5 --threads 2 Amo.StAdd Fence.acquire.sysdRR PodWWPL
equal "a red" 14 "$(grep -c '^Amo.StAdd[xy]-Fence.acquire.sys-.*+.*WL[xy]$' "$work/out")"
contains "a red" "$work/out" Amo.StAddx-Fence.acquire.sys-Ry+Wy-WLx
program Amo.StAddx-Fence.acquire.sys-Ry+Wy-WLx PTX '' '0:r0=0 /\ [x]=4' \
    ' P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;' ' red.relaxed.sys.add.u32 [x], 1 | st.relaxed.sys.u32 [y], 2 ;' \
    ' fence.acquire.sys | st.release.sys.u32 [x], 3 ;' ' ld.relaxed.sys.u32 r0, [y] | ;'
asked loud ptx allowed forbidden

# Elements of a vector are accesses of their own (PTX ISA 8.2.4). A model that takes them for one, as
# public code does (docs/models/ptx.md, "Vectors"), is told by vectors and by nothing else.
edited whole ptx ptx-common -e 's/(if "vectors-atomic" then \(.*\) else 0)/\1/'
run 0 "vectors: none of scalars" diff -q -m ptx -m "$work/edited/whole.cat" -I "$work/edited" \
    --arch PTX --programs --synthesize 3 'Pod**w0w4' Rmw Rmww4w4
tell whole ptx --arch PTX --synthesize 3 'Pod**w0v2w0'
equal "vectors" "Rw0v2x+Ww0v2x Ww0v2x+Ww0v2x" "$(paste -sd ' ' "$work/out")"
program Rw0v2x+Ww0v2x PTX 'uint64_t x;' '0:r0=0 /\ 0:r1=0x1010101' ' P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;' \
    ' ld.relaxed.sys.v2.u32 {r0, r1}, [x] | st.relaxed.sys.v2.u32 [x], {0x1010101, 0x1010101} ;'
asked whole ptx allowed forbidden
"$CMCM" enumerate small --arch PTX --size 2 -q -o "$work/all-vectors" 'Pod**w0v2w0' >"$work/out"
run 1 "vectors: all of them checked" diff -q -m ptx -m "$work/edited/whole.cat" -I "$work/edited" \
    "$work/all-vectors"
equal "vectors: as many are found" "Rw0v2x+Ww0v2x Ww0v2x+Ww0v2x" "$(sort "$work/out" | paste -sd ' ')"
# Of two numbers that a red adds at once each is an operation of its own, too.
edited one-red ptx ptx-common -e 's/^let one-access = .*/let one-access = same-instance/'
run 0 "two numbers at once: none of one" diff -q -m ptx -m "$work/edited/one-red.cat" -I "$work/edited" \
    --arch PTX --programs --synthesize 3 Rmw Rmww4w4 Amo.StAdd
tell one-red ptx --arch PTX --synthesize 3 Rmw Amo.StAddh0v2h0v2
equal "two numbers at once" Rmwx+Amo.StAddh0v2h0v2x "$(cat "$work/out")"
program Rmwx+Amo.StAddh0v2h0v2x PTX 'uint32_t x;' '0:r0=0x02020000' ' P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;' \
    ' atom.exch.relaxed.sys.b32 r0, [x], 0x1010101 | red.relaxed.sys.add.noftz.f16x2 [x], 0x2020202 ;'
asked one-red ptx allowed forbidden
# The least that an atomic has are 16 bits: within 32 it takes them to see what `halved` lacks.
run 0 "a compare-and-swap of 16 bits: of 32" diff -q -m ptx -m "$work/edited/halved.cat" -I "$work/edited" \
    --arch PTX --programs --synthesize 3 Rmw Amo.Cas 'Pod**h0h2'
tell halved ptx --arch PTX --synthesize 3 Rmw Amo.Cash2h2
equal "a compare-and-swap of 16 bits" Rmwx+Amo.Cash2h2x "$(cat "$work/out")"
program Rmwx+Amo.Cash2h2x PTX 'uint32_t x;' '0:r0=0 /\ 1:rs0=0' \
    ' P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;' \
    ' atom.exch.relaxed.sys.b32 r0, [x], 0x1010101 | atom.cas.relaxed.sys.b16 rs0, [x+2], 0, 0x202 ;'
asked halved ptx forbidden allowed

# Programs of which the models say the same by their text are not checked; nothing is lost by that.
"$CMCM" enumerate small --size 3 -q -o "$work/all" 'Pod**w0w4' >"$work/out"
run 1 "all of them checked" diff -q -m arm -m "$work/edited/torn.cat" -I "$work/edited" "$work/all"
sort "$work/out" >"$work/checked"
run 1 "as many are found" diff -q -m arm -m "$work/edited/torn.cat" -I "$work/edited" --programs \
    --synthesize 3 'Pod**w0w4'
grep -v '+.*+' "$work/checked" >"$work/two"
same "as many are found" "$work/two" <(sort "$work/out")

# Where threads are. Of three accesses of one location in three threads, RRW, RWW and WWW, placed in
# one CTA or several: alike ones count once, so 4 + 4 + 3; with clusters and GPUs, by levels that
# two threads share: both pairs with the third alike.
for row in "cta 3" "gpu 3" "sys 3" "cta,gpu 11"; do
    equal "three threads, ${row% *}" "small: ${row#* } tests, ${row#* } distinct programs" \
        "$("$CMCM" enumerate small --arch PTX --size 3 --threads 3 --axis "placement=${row% *}")"
done
run 0 "each placement is a test" enumerate small --arch PTX --size 3 --check -q \
    --axis placement=cta,cluster,gpu,sys
run 0 "their names" enumerate small --arch PTX --size 3 --threads 3 --axis placement=cta,gpu --list -q
equal "their names" "Wx+Wx+Wx@cta Wx+Wx+Wx@cta-gpu-gpu Wx+Wx+Wx@gpu" \
    "$(grep Wx+Wx+Wx "$work/out" | paste -sd ' ')"
run 2 "no such placement" enumerate small --arch PTX --size 2 --axis placement=wave
contains "no such placement" "$work/err" "expected cta, cluster, gpu or sys"
run 2 "no such axis" enumerate small --arch PTX --size 2 --axis cta=1
contains "no such axis" "$work/err" "expected placement=LEVEL"
# A model in which scope cta reaches nobody: no program of threads in CTAs of their own tells.
for file in ptx ptx-common; do
    sed -e 's/ptx-common\.cat/deaf-common.cat/' -e 's/\[CTA\];same-cta | \[CLUSTER\]/[CLUSTER]/' \
        "$CMCM_SOURCE/models/$file.cat" >"$work/edited/${file/ptx/deaf}.cat"
done
deaf=(-m ptx -m "$work/edited/deaf.cat" -I "$work/edited" --arch PTX --synthesize 3 --programs)
run 0 "scope cta, CTAs of their own" diff -q "${deaf[@]}" PodWRP.ctaP.cta
run 1 "scope cta, one CTA" diff -q "${deaf[@]}" --axis placement=cta,gpu PodWRP.ctaP.cta
contains "scope cta, one CTA" "$work/out" "WP.ctax-RP.ctax+WP.ctax@cta"
equal "scope cta: nowhere else" "" "$(grep -v @cta "$work/out")"
run 2 "an axis of nothing" diff -m ptx -m ptx60 --axis placement=cta "$litmus/ptx/SB.litmus"

run 0 "axioms of programs" diff -q --axioms -m x86tso --arch X86 --synthesize 4 --programs --threads 2 \
    Exch
equal "axioms of programs" "sc-per-location Rx-Wx;tso Rx-Ry+Wy-Wx;atomic Wx+Exchx" \
    "$(sed 's/  */ /' "$work/out" | paste -sd ';')"
run 1 "an idle axiom of programs" diff --axioms -m "$work/twice.cat" --arch X86 --synthesize 4 \
    --programs --threads 2
contains "an idle axiom of programs" "$work/out" "1 of them needed for none, 0 not known"
run 2 "programs of nothing" diff "${both[@]}" --programs "$litmus/x86"
finish
