#!/bin/bash
# What the ISA leaves undefined of mbarrier objects (PTX ISA, "mbarrier"): the answer is
# not certain, and says why. Each text is the thread; b is an object of its CTA.
. "$(dirname "$0")/lib.sh"

# undefined REASON LINES
undefined() {
    printf 'PTX t\n{ shared b@cta 0=0; 0:r9=0; }\n P0@cta 0,gpu 0 ;\n%s ;\nexists (true)\n' "$2" \
        >"$work/t.litmus"
    "$CMCM" check -q -m ptx "$work/t.litmus" >"$work/out" 2>"$work/err"
    checks=$((checks + 1))
    grep -qF "?? (P0: " "$work/out" && grep -qF "$1" "$work/out" ||
        fail "$2: expected \"$1\", found $(cat "$work/out" "$work/err")"
}

init='mbarrier.init.b64 [b], 2'
undefined 'may use an mbarrier object that is not initialised' 'mbarrier.arrive.b64 _, [b]'
undefined 'may use an mbarrier object that is not initialised' 'mbarrier.test_wait.parity.b64 p0, [b], 0'
undefined 'may use an mbarrier object that is not initialised' 'mbarrier.inval.b64 [b]'
undefined 'may use an mbarrier object that is not initialised' 'mbarrier.expect_tx.b64 [b], 4'
undefined 'may use an mbarrier object that is not initialised' \
    "$init ; mbarrier.inval.b64 [b] ; mbarrier.arrive.b64 _, [b]"
undefined 'may initialise an mbarrier object a second time' "$init ; $init"
undefined 'more often than its count' "$init ; mbarrier.arrive.b64 _, [b], 3"
undefined 'an mbarrier object whose count is 0' "$init ; mbarrier.arrive_drop.b64 _, [b], 2"
undefined 'with .noComplete' "$init ; mbarrier.arrive.noComplete.b64 _, [b], 2"
undefined 'tx-count that is out of range' \
    "$init ; mbarrier.expect_tx.b64 [b], 1048575 ; mbarrier.expect_tx.b64 [b], 1"
undefined 'tx-count that is out of range' \
    "$init ; mbarrier.complete_tx.b64 [b], 1048575 ; mbarrier.complete_tx.b64 [b], 1"
undefined 'a count that is out of range' "$init ; mbarrier.arrive.b64 _, [b], r9"
undefined 'a count that is out of range' "mbarrier.init.b64 [b], r9"
arrive='mbarrier.arrive.b64 rd0, [b], 2'
undefined 'neither the current one nor the one before' \
    "$init ; $arrive ; mbarrier.arrive.b64 _, [b], 2 ; mbarrier.test_wait.b64 p0, [b], rd0"

undefined 'that is not a state of the mbarrier object' "$init ; mbarrier.test_wait.b64 p0, [b], rd7"
undefined 'of a value that no arrival with .noComplete gave' "$init ; mbarrier.arrive.b64 rd0, [b] ; mbarrier.pending_count.b64 r0, rd0"

# An arrival that the other CTA's fence does not reach (PTX ISA, "membar, fence").
cat >"$work/t.litmus" <<'X'
PTX t
{ shared b@cta 1=0; }
 P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;
 barrier.cluster.arrive.relaxed | mbarrier.init.b64 [b], 1 ;
 barrier.cluster.wait | barrier.cluster.arrive.relaxed ;
 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b] | barrier.cluster.wait ;
  | mbarrier.test_wait.parity.acquire.cluster.b64 p0, [b], 0 ;
exists (1:p0=1 /\ 0:r0=5)
X
run 4 "no fence" check -q -m ptx "$work/t.litmus"
contains "no fence" "$work/out" '?? (P0: '

# st.async and red.async: destination and object lie in one CTA of the thread's cluster, which has
# several; for red.async in another one than the thread's (PTX ISA, "st.async", "red.async"). So do
# those of cp.async.bulk; from shared memory it goes to another CTA (PTX ISA, "cp.async.bulk").
# signals WANTED S M CLUSTER INSTRUCTION: s is in CTA S and the object m in CTA M; the thread is in
# CTA 0 of cluster 0, another one in CTA 1 of that CLUSTER.
signals() {
    local init=('mbarrier.init.b64 [m], 1' '') meet='' operand=1
    case $5 in cp.*) operand='[x], 16' ;; esac
    case $5 in *.shared::cta.SIGNAL) operand='[u], 16' ;; esac
    [ "$3" = 0 ] || init=('' 'mbarrier.init.b64 [m], 1')
    [ "$4" != 0 ] ||
        meet=' barrier.cluster.arrive | barrier.cluster.arrive ;
 barrier.cluster.wait | barrier.cluster.wait ;'
    cat >"$work/t.litmus" <<END
PTX t
{ shared int s[4]@cta $2; shared int64_t m@cta $3=0; shared int u[4]@cta 0; int x[4]; }
 P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster $4,gpu 0 ;
 ${init[0]} | ${init[1]} ;
$meet
 ${5/SIGNAL/mbarrier::complete_tx::bytes} [s], $operand, [m] | ;
exists (true)
END
    "$CMCM" check -q -m ptx "$work/t.litmus" >"$work/out" 2>"$work/err"
    contains "$5, s in CTA $2, m in CTA $3, cluster $4" "$work/out" "$1"
}
st='st.async.shared::cluster.SIGNAL.u32' red='red.async.relaxed.cluster.shared::cluster.SIGNAL.add.u32'
signals 't: Ok (Always' 1 1 0 "$st"
signals 't: Ok (Always' 0 0 0 "$st"
signals 'not in the CTA of what it changes' 1 0 0 "$st"
signals 'not in the CTA of what it changes' 0 1 0 "$st"
signals 'in a cluster of one CTA' 0 0 1 "$st"
signals 't: Ok (Always' 1 1 0 "$red"
signals 'or change the own CTA' 0 0 0 "$red"
signals 'not in the CTA of what it changes' 1 0 0 "$red"
load='cp.async.bulk.shared::cluster.global.SIGNAL' push='cp.async.bulk.shared::cluster.shared::cta.SIGNAL'
signals 't: Ok (Always' 1 1 0 "$load"
signals 't: Ok (Always' 0 0 0 "$load"
signals 't: Ok (Always' 0 0 1 "$load"
signals 'not in the CTA of what it changes' 1 0 0 "$load"
signals 't: Ok (Always' 1 1 0 "$push"
signals 'or change the own CTA' 0 0 0 "$push"
signals 'not in the CTA of what it changes' 1 0 0 "$push"
finish
