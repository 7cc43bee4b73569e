#!/bin/bash
# Models in herd's and in Dat3M's dialect of cat: docs/cat.md, "Dialects". The models here
# are ours; with CMCM_HERD_LIBDIR and CMCM_DAT3M_CATDIR, the tools' own are tried as well.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# verdict MODEL TEST OPTION...: "No", "Ok", flags; or what was wrong
verdict() {
    local model=$1 test=$2
    shift 2
    "$CMCM" check -q "$@" -m "$model" "$test" 2>&1 | grep -v warning | head -1
}

cat >sb.litmus <<'T'
X86_64 SB
{ int x=0; int y=0; }
 P0           | P1           ;
 movl $1,(x)  | movl $1,(y)  ;
 movl (y),%eax | movl (x),%eax ;
exists (0:EAX=0 /\ 1:EAX=0)
T
cat >swp.litmus <<'T'
AArch64 SWP
{ 0:X1=x; 0:X0=1; }
 P0 ;
 SWP W0,W2,[X1] ;
exists (0:X2=0 /\ x=1)
T
cat >coww.litmus <<'T'
PTX CoWW
{ x=0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;
 st.relaxed.ORDER x,1  | st.relaxed.ORDER x,2 | ld.relaxed.gpu r0,x ;
                     |                | ld.relaxed.gpu r1,x ;
                     |                | ld.relaxed.gpu r2,x ;
exists (2:r0=1 /\ 2:r1=2 /\ 2:r2=1)
T

# Names of coherence without cos.cat: only where the dialect defines them.
echo 'acyclic po | rf | co | fr as sc' >sc.cat
run 3 "co without cos.cat" check -m ./sc.cat sb.litmus
contains "co without cos.cat" "$work/err" "or --dialect herd or dat3m"
for dialect in herd dat3m; do
    equal "co in $dialect" "SB: No (Never, 3 states)" "$(verdict ./sc.cat sb.litmus --dialect $dialect)"
done
# The other verbs that load models know it, too.
for how in "explain -m" "repair -m" "shrink --keep forbidden -m" "diff -m arm -m"; do
    read -r verb options <<<"$how"
    # shellcheck disable=SC2086 # options are words
    run 3 "$verb: co without cos.cat" "$verb" $options ./sc.cat sb.litmus
    contains "$verb: co without cos.cat" "$work/err" "or --dialect herd or dat3m"
done
run 0 "explain: co in herd" explain --dialect herd -m ./sc.cat sb.litmus
contains "explain: co in herd" "$work/out" "is forbidden"
run 0 "repair: co in herd" repair --dialect herd -m ./sc.cat sb.litmus
run 0 "shrink: co in herd" shrink --keep forbidden --dialect herd -m ./sc.cat sb.litmus
run 1 "diff: co in herd" diff --dialect herd -m arm -m ./sc.cat sb.litmus
contains "diff: co in herd" "$work/out" "1 differ"
printf '"sc" withco\nacyclic po | rf | co | fr as sc\n' >withco.cat
equal "withco" "SB: No (Never, 3 states)" "$(verdict ./withco.cat sb.litmus)"

# Used where names are local, and after a file that includes cos.cat.
cat >local.cat <<'T'
procedure coherent(r) =
  acyclic r | co | fr
end
call coherent(po | rf)
T
equal "co in a procedure" "SB: No (Never, 3 states)" "$(verdict ./local.cat sb.litmus --dialect herd)"

# Program order inside an instruction: herd has none.
cat >order.cat <<'T'
include "cos.cat"
irreflexive po;rmw^-1 as none-inside
T
equal "po, cmcm" "SWP: No (Never, 0 states)" "$(verdict ./order.cat swp.litmus --dialect cmcm | sed 's/ *$//')"
run 0 "no execution" explain -m ./order.cat swp.litmus
contains "no execution" "$work/out" "The model allows no execution of this program"
run 0 "some executions" explain --dialect herd -m ./sc.cat sb.litmus
lacks "some executions" "$work/out" "allows no execution"
equal "po, herd" "SWP: Ok (Always, 1 state)" "$(verdict ./order.cat swp.litmus --dialect herd)"
cat >instance.cat <<'T'
include "cos.cat"
flag ~empty rmw & si as together
flag ~empty same-instance \ id as instance
flag ~empty (IW * IW) & (int | ext) as initial
T
run 0 "si" check -f tsv --dialect herd -m ./instance.cat swp.litmus
for flag in together instance; do
    contains "si of herd" "$work/out" "$flag"
done
# herd's machModelChecker.ml: comp_int has the threads, comp_ext one more group, the initial writes.
lacks "int and ext of initial writes" "$work/out" initial
run 0 "si of cmcm" check -f tsv -m ./instance.cat swp.litmus
equal "si of cmcm" 0 "$(grep -c together "$work/out")"

# RISC-V: the names that sets have there.
cat >amo.litmus <<'T'
RISCV AMO
{ 0:x6=x; }
 P0 ;
 amoadd.w.aq x5,x7,(x6) ;
 amoadd.w.aq.rl x5,x7,(x6) ;
 lr.w x8,(x6) ;
exists (0:x5=0)
T
cat >amo.cat <<'T'
include "cos.cat"
flag ~empty [R & X & Acq];amo;[W & X & Acq] as acquire-is-of-both
flag ~empty [AcqRel];amo;[AcqRel] as both-kinds
flag ~empty X & EX as confused
flag ~empty R & EX as exclusive
flag ~empty Sc as old
T
run 0 "RISC-V's sets" check -f tsv --dialect herd -m ./amo.cat amo.litmus
contains "RISC-V's sets" "$work/out" "acquire-is-of-both,both-kinds,exclusive"

# Dat3M's names for PTX make a model one of Dat3M's; its coherence is partial.
cat >ptx.cat <<'T'
PTX
/* coherence where operations are strong for each other, else none */
let strong = ([W & RLX];(sr & loc);[W & RLX]) \ id
empty strong \ (co | co^-1) as total
acyclic rf | co | fr | po-loc as per-location
T
sed 's/ORDER/gpu/g' coww.litmus >strong.litmus
sed 's/ORDER/cta/g' coww.litmus >weak.litmus
# On paper: three reads see 1 and 2 in one order (two orders of 10 sequences, 7 of them
# the same), or in any order after the 0s (8 + 4 + 2 + 1).
equal "sr holds" "CoWW: No (Never, 13 states)" "$(verdict ./ptx.cat strong.litmus)"
equal "sr does not hold" "CoWW: Ok (Sometimes, 15 states)" "$(verdict ./ptx.cat weak.litmus)"
cat >fence.cat <<'T'
(* the write before one fence is seen by the read after each later one *)
irreflexive [W];po;sync_fence;po;[R];fr as fences
acyclic rf | co | fr | po-loc as per-location
T
cat >sb-ptx.litmus <<'T'
PTX SB
{ x=0; y=0; }
 P0@cta 0,gpu 0     | P1@cta 1,gpu 0 ;
 st.relaxed.gpu x,1 | st.relaxed.gpu y,1 ;
 fence.sc.SCOPE     | fence.sc.SCOPE ;
 ld.relaxed.gpu r0,y | ld.relaxed.gpu r0,x ;
exists (0:r0=0 /\ 1:r0=0)
T
sed 's/SCOPE/gpu/g' sb-ptx.litmus >sb-gpu.litmus
sed 's/SCOPE/cta/g' sb-ptx.litmus >sb-cta.litmus
equal "sync_fence" "SB: No (Never, 3 states)" "$(verdict ./fence.cat sb-gpu.litmus)"
equal "sync_fence, too narrow" "SB: Ok (Sometimes, 4 states)" "$(verdict ./fence.cat sb-cta.litmus)"

# A name of Dat3M's that is used says so, whatever others the file defines, and before.
cat >ptx-own.cat <<'T'
let sync_barrier = syncbar & scta
let co = co+
let fr = rf^-1;co
irreflexive [W];po;sync_fence;po;[R];fr as fences
acyclic rf | co | fr | po-loc as per-location
T
equal "names defined and used" "SB: No (Never, 3 states)" "$(verdict ./ptx-own.cat sb-gpu.litmus)"

# x86 in Dat3M's dialect: A has the locked accesses, mfence the fences.
cat >xchg.litmus <<'T'
X86_64 SB+xchgs
{ x=0; y=0; 0:rax=1; 1:rax=1; }
 P0             | P1             ;
 xchgl %eax,(x) | xchgl %eax,(y) ;
 movl (y),%ebx  | movl (x),%ebx  ;
exists (0:rbx=0 /\ 1:rbx=0)
T
cat >mfence.litmus <<'T'
X86_64 SB+mfences
{ int x=0; int y=0; }
 P0            | P1            ;
 movl $1,(x)   | movl $1,(y)   ;
 mfence        | mfence        ;
 movl (y),%eax | movl (x),%eax ;
exists (0:EAX=0 /\ 1:EAX=0)
T
cat >tso.cat <<'T'
let mfence = po;[mfence];po
let implied = po & W*R & ((M * A) | (A * M))
acyclic (po & ((R*M) | (W*W))) | mfence | implied | co | fr | (rf & ext) as tso
T
equal "Dat3M's x86: plain" "SB: Ok (Sometimes, 4 states)" "$(verdict ./tso.cat sb.litmus --dialect dat3m)"
equal "Dat3M's x86: A" "SB+xchgs: No (Never, 3 states)" "$(verdict ./tso.cat xchg.litmus --dialect dat3m)"
equal "Dat3M's x86: mfence" "SB+mfences: No (Never, 3 states)" "$(verdict ./tso.cat mfence.litmus --dialect dat3m)"

# let rec ... when: a definition and a test.
echo 'include "cos.cat"
let rec hb = (po | rf | co | fr) | (hb;hb) when irreflexive hb as sc' >when.cat
equal "when" "SB: No (Never, 3 states)" "$(verdict ./when.cat sb.litmus)"

# Dependencies out of events of registers are those that are given: arm.cat with the ones in
# place of the others judges all tests alike, and without any of them it does not.
cat >registers.cat <<'T'
catdep (* dependencies are computed from the events of registers *)
include "cos.cat"
let through = (rf-reg | iico_data)+
let addr = ([R];through;[ADDR];iico_data;[M]) \ same-instance
let data = ([R];through;[DATA];iico_data;[W]) \ same-instance
let ctrl = [R];through;[BCC];po
(* a decision is on the way, or is the last step *)
let decided = through?;iico_ctrl;(rf-reg | iico_data | iico_ctrl)*
let pick-addr = ([R];decided;[ADDR];iico_data;[M]) \ same-instance
let pick-data = ([R];(decided;[DATA];iico_data | through;[DATA];iico_ctrl);[W]) \ same-instance
let pick-ctrl = [R];decided;[BCC];po | ([R];(decided | through);[Rreg];iico_ctrl;[M]) \ same-instance
let iico_data = [M];iico_data;[M]
let iico_ctrl = [M];iico_ctrl;[M]
include "arm-local.cat"
let ob = ((rfe | fre | coe);sm? | arm-local)+
acyclic po-loc | rmw | rf | co | fr as internal
irreflexive ob as external
let own-store = (rf^-1;[W];co) & int
empty (rmw & (fre;coe)) \ (own-store;[W];coi) as atomic
T
arm="$CMCM_SOURCE/tests/litmus/arm $CMCM_SOURCE/tests/litmus/axioms/arm"
# differences MODEL: how many of our own tests it judges otherwise than arm.cat does
differences() {
    # shellcheck disable=SC2086 # two directories
    "$CMCM" diff -m arm -m "$1" $arm 2>"$work/err" | tail -1 | sed 's/.*tests, //'
}
equal "events of registers" "0 differ, 0 not known" "$(differences ./registers.cat)"
for name in addr data ctrl pick-addr pick-data pick-ctrl iico_data iico_ctrl; do
    sed "s/^let $name = .*/let $name = 0/" registers.cat >less.cat
    [ "$(differences ./less.cat)" = "0 differ, 0 not known" ] && fail "nothing tells $name"
done
sed 's/^let data = .*//' registers.cat >both.cat
run 3 "dependencies twice" check -m ./both.cat swp.litmus
contains "dependencies twice" "$work/err" 'the model uses `data` beside events of registers'

# The same from the places of registers, as herd's aarch64.cat has it since the end of 2025: a read
# of a register and the last write of it before.
sed 's/^let through = .*/let of-one = po \& ([Wreg];loc;[Rreg | Wreg])\
let last = (of-one \\ (of-one;[Wreg];of-one));[Rreg]\
let through = (last | iico_data)+/; s/rf-reg/last/' registers.cat >places.cat
equal "places of registers" "0 differ, 0 not known" "$(differences ./places.cat)"
sed 's/^let last = .*/let last = 0/' places.cat >less.cat
[ "$(differences ./less.cat)" = "0 differ, 0 not known" ] && fail "nothing tells places of registers"

# ctrlcfence takes the dependencies, as herd's does since 7.57. An error in what a function, a
# procedure or a file does is told with who calls it.
cat >ctrlisb.cat <<'T'
include "cos.cat"
empty ctrlcfence(ctrl, ISB) \ (ctrl;[ISB];po) | (ctrl;[ISB];po) \ ctrlcfence(ctrl, ISB)
T
run 0 "ctrlcfence" check -m ./ctrlisb.cat "$CMCM_SOURCE"/tests/litmus/arm/MP+dmb.sy+ctrlisb.litmus
printf 'let after(S) = ctrlcfence(S)\nprocedure none(S) =\n  empty after(S)\nend\n' >after.cat
printf 'include "after.cat"\ncall none(ISB)\n' >calls.cat
run 3 "ctrlcfence of one" check -m ./calls.cat swp.litmus
equal "calls" 'after.cat:1:16: error: `ctrlcfence` takes 2 arguments, found 1
after.cat:3:9: note: in `after`, from here
calls.cat:2:1: note: in `none`, from here' "$(grep -o '[a-z]*\.cat:.*' "$work/err")"
printf 'let f(x) = x;y\nempty try f(po) with 0\nempty f(po)\n' >try.cat
run 3 "calls after try" check -m ./try.cat swp.litmus
equal "calls after try" 'try.cat:3:7: note: in `f`, from here' "$(grep -o 'try.cat:.*note.*' "$work/err")"

# What herd has of translation tables is a function of nothing here; a set of one relation
# to choose from is that one; what is shown and unknown is a warning.
cat >tables.cat <<'T'
include "cos.cat"
let PTE = if "vmsa" then PTE else emptyset
let moved = [PTE];co;[PTE & oa-changes(PTE, co)] | [PTE];PTEtoPA;different-values(W * W);PTEtoPA^-1
let each rs = match rs with || {} -> {0} || x ++ rest -> {0, co} end
with after from (each (same-oa(PTE * PTE)))
empty after as after-nothing
flag ~empty moved | different-values(moved) as moved
show never-heard-of \ id as something
acyclic po | rf | co | fr as sc
T
run 0 "tables" check --dialect herd -m ./tables.cat sb.litmus
contains "tables" "$work/out" "Observation SB Never 0 3"
contains "shown and unknown" "$work/err" 'there is no name `never-heard-of`, so that `something` is not'
sed 's/same-oa(PTE \* PTE)/same-oa(W * W)/' tables.cat >values.cat
run 3 "of something" check --dialect herd -m ./values.cat sb.litmus
contains "of something" "$work/err" "looks at translation tables or values"

# Dat3M's free relations and sets: coherence out of one is that of cos.cat on all our tests of
# CPUs; a set of all reads or none.
cat >free.cat <<'END'
let co = newRelation() & (W * W) & loc
let co = (co | (([IW];loc;[W]) \ id))+
empty (((W * W) & loc) \ id) \ (co | co^-1)
acyclic co
let fr = (rf^-1;co) \ id
acyclic po | rf | co | fr as sc
END
printf 'include "cos.cat"\nacyclic po | rf | co | fr as sc\n' >chosen.cat
for model in free chosen; do
    run 0 "$model" check -f tsv -m ./$model.cat "$CMCM_SOURCE"/tests/litmus/{arm,x86}/*.litmus
    grep -v '^#' "$work/out" | cut -f 1-7 >"$work/$model"
done
same "coherence out of a free relation" "$work/chosen" "$work/free"
checks=$((checks + 1))
[ "$(wc -l <"$work/free")" -ge 100 ] || fail "coherence out of a free relation: few tests"
cat >some.cat <<'END'
include "cos.cat"
let s = newSet() & R
empty (R \ s) * s
~empty s
empty [s];rf^-1;[IW]
acyclic po | rf | co | fr as sc
END
equal "a set of all reads or none" "SB: No (Never, 1 state)" "$(verdict ./some.cat sb.litmus)"
printf 'include "cos.cat"\nlet rec r = newRelation() | r;r\nempty r\n' >again.cat
run 3 "a free relation in a recursion" check -m ./again.cat sb.litmus
contains "a free relation in a recursion" "$work/err" 'newRelation() inside `let rec`'

# A model of the Linux kernel of the time before ONCE, ..., MB: its tags are 'once, 'mb. One operation
# without a suffix is as between two fences, one that failed orders nothing; Once has what is left.
mkdir old
cat >old/old.bell <<'T'
enum Accesses = 'once || 'acquire || 'release || 'noreturn
instructions R[{'once,'acquire,'noreturn}]
enum Barriers = 'mb || 'rcu-lock || 'rcu-unlock || 'sync-rcu
instructions F[Barriers]
T
cat >old/old.cat <<'T'
"an old kernel"
include "cos.cat"
let mb = [M];fencerel(Mb);[M]
let marked = Once | Acquire | Release
acyclic [marked];(mb | ([Acquire];po) | (po;[Release]) | rf | fr | co);[marked]
flag ~empty ([W];po;[R]) & mb as store-load
T
cp old/old.cat old/bare.cat
printf 'flag ~empty [domain(rcu-rscs)];po;[R];po;[range(rcu-rscs)] as section\n' >>old/bare.cat
# sb BETWEEN: store buffering with that between the accesses of each thread
sb() {
    printf 'C SB\n{}\nP0(int *x, int *y, int *z0) { WRITE_ONCE(*x, 1); %s r0 = READ_ONCE(*y); }\n' "${1//Z/z0}"
    printf 'P1(int *x, int *y, int *z1) { WRITE_ONCE(*y, 1); %s r0 = READ_ONCE(*x); }\n' "${1//Z/z1}"
    printf 'exists (0:r0=0 /\\ 1:r0=0)\n'
}
while IFS=$'\t' read -r what between verdict; do
    sb "$between" >kernel.litmus
    for how in "herd old" "dat3m bare"; do
        equal "old kernel, $what, $how" "SB: $verdict" \
            "$(verdict "old/${how#* }.cat" kernel.litmus --dialect "${how% *}" | sed 's/ (.*//')"
    done
done <<'T'
no fence	barrier();	Ok
smp_mb	smp_mb();	No
xchg	r1 = xchg(Z, 1);	No
xchg_relaxed	r1 = xchg_relaxed(Z, 1);	Ok
a failed cmpxchg	r1 = cmpxchg(Z, 2, 1);	Ok
a cmpxchg	r1 = cmpxchg(Z, 0, 1);	No
T
sb 'rcu_read_lock(); r1 = READ_ONCE(*Z); rcu_read_unlock();' >kernel.litmus
run 0 "rcu-rscs without a bell file" check --dialect dat3m -m old/bare.cat kernel.litmus
contains "rcu-rscs without a bell file" "$work/out" "Flag section"

# C in Dat3M's dialect: comments do not nest in its folder, the order of a read-modify-write is split,
# and IMM's names are there.
mkdir dat3m
echo 'let fr = rf^-1;co' >dat3m/stdlib.cat
cat >dat3m/c.cat <<'T'
(* pointers (*x in here, and no end but this *)
flag ~empty (ACQ & W) | (REL & R) | (ACQ_REL & M) | STRONG as not-split
flag ~empty [R & ACQ];rmw;[W & REL] as split
flag ~empty casdep as expected
acyclic po | rf | co | fr as sc
T
cat >cas.litmus <<'T'
C CAS
{ e=0; }
P0(atomic_int *x, int *e) { int r0 = atomic_compare_exchange_strong_explicit(x, e, 1, memory_order_acq_rel, memory_order_acquire); }
exists (0:r0=1)
T
run 0 "C of Dat3M" check -m dat3m/c.cat cas.litmus
contains "C of Dat3M: orders" "$work/out" "Flag split"
contains "C of Dat3M: casdep" "$work/out" "Flag expected"
equal "orders are split" 0 "$(grep -c not-split "$work/out")"
cp dat3m/c.cat nested.cat
run 3 "comments nest elsewhere" check -m ./nested.cat cas.litmus
contains "comments nest elsewhere" "$work/err" 'does not end, expected `*)`'

# The tools' own models, where a user has them: nothing of them is ours to ship.
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
# theirs DIRECTORY MODEL TABLE DIFFERENCES
theirs() {
    local model=$1/$2 table=$corpus/$3 differences=$4
    if [ -e "$model" ] && [ -e "${table%%:*}" ]; then
        "$CMCM" check -q -j2 -t 20 -m "$model" --expect "$table" >"$work/out" 2>/dev/null
        contains "$model, $table" "$work/out" " $differences differences"
    fi
}
# Four tests are about an AMO as one event: docs/cat.md, "What comes out".
if [ -n "${CMCM_HERD_LIBDIR:-}" ]; then
    theirs "$CMCM_HERD_LIBDIR" x86tso.cat X86/expected.tsv 0
    theirs "$CMCM_HERD_LIBDIR" riscv.cat RISCV/expected.tsv 4
    theirs "$CMCM_HERD_LIBDIR" aarch64.cat AARCH64/expected.tsv 0
    theirs "$CMCM_HERD_LIBDIR" aarch64.cat AARCH64/expected-mixed.tsv 0
else
    echo "CMCM_HERD_LIBDIR is not set: herd's own models are not tried"
fi
if [ -n "${CMCM_DAT3M_CATDIR:-}" ]; then
    theirs "$CMCM_DAT3M_CATDIR" tso.cat X86/expected.tsv 0
    theirs "$CMCM_DAT3M_CATDIR" aarch64.cat AARCH64/expected.tsv 0
    theirs "$CMCM_DAT3M_CATDIR" riscv.cat RISCV/expected.tsv 4
    # Versions whose `observation` takes one step differ in one test, MP+RMW: docs/cat.md.
    for version in 6.0 7.5; do
        model=ptx-v$version.cat
        differences=1
        grep -q 'let rec observation\|observation+' "$CMCM_DAT3M_CATDIR/$model" && differences=0
        theirs "$CMCM_DAT3M_CATDIR" "$model" "PTX/expected.tsv:$version" "$differences"
    done
else
    echo "CMCM_DAT3M_CATDIR is not set: Dat3M's own models are not tried"
fi
finish
