#!/bin/bash
# Threads that never end, races, and answers about nothing: in every format, and
# asserted. What hangs and what races is by reasoning, beside each test.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
tab=$'\t'

# P1 may see the flag only while it is set: it may wait for ever.
cat >lost.litmus <<'END'
AArch64 lost
{ x=0; 0:X1=x; 1:X1=x; }
 P0           | P1              ;
 MOV W0,#1    | L0: LDR W0,[X1] ;
 STR W0,[X1]  | CBZ W0,L0       ;
 STR WZR,[X1] |                 ;
exists (1:X0=0)
END
# The flag stays.
sed 's/lost/kept/; s/STR WZR,\[X1\]/NOP         /' lost.litmus >kept.litmus
# Nobody sets it: no execution ends.
sed 's/lost/never/; s/STR W0,\[X1\] /NOP         /' lost.litmus >never.litmus
# A loop that counts in every round, where another thread may look: it ends, which is not known.
cat >busy.litmus <<'END'
AArch64 busy
{ x=0; y=0; 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }
 P0          | P1              ;
 MOV W0,#1   | L0: LDR W0,[X1] ;
 STR W0,[X1] | CBNZ W0,L1      ;
 LDR W3,[X2] | LDR W3,[X2]     ;
             | ADD W3,W3,#1    ;
             | STR W3,[X2]     ;
             | B L0            ;
             | L1: NOP         ;
exists (1:X0=0)
END
# One that writes 0 in every round: it may write over the 1 that it waits for.
cat >lossy.litmus <<'END'
AArch64 lossy
{ x=0; 0:X1=x; 1:X1=x; }
 P0          | P1              ;
 MOV W0,#1   | L0: LDR W0,[X1] ;
 STR W0,[X1] | CBNZ W0,L1      ;
             | STR WZR,[X1]    ;
             | B L0            ;
             | L1: NOP         ;
exists (1:X0=0)
END
# Two threads that exchange until they find another value than their own: the first one does. Until
# they find their own: in turns they never do.
cat >turns.litmus <<'END'
VULKAN turns
{ x=0; }
P0@sg 0,wg 0,qf 0           | P1@sg 1,wg 0,qf 0           ;
L0:                         | L1:                         ;
rmw.atom.wg.sc0 r0, x, 1    | rmw.atom.wg.sc0 r0, x, 2    ;
bne r0, 1, E0               | bne r0, 2, E1               ;
goto L0                     | goto L1                     ;
E0:                         | E1:                         ;
exists (0:r0=0)
END
sed 's/turns/ways/; s/bne r0, 1, E0/beq r0, 1, E0/; s/bne r0, 2, E1/beq r0, 2, E1/' turns.litmus >ways.litmus
# Threads wait at barriers in opposite order.
cat >opposite.litmus <<'END'
PTX opposite
{ x=0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 bar.cta.sync 1 | bar.cta.sync 2 ;
 bar.cta.sync 2 | bar.cta.sync 1 ;
exists (x=0)
END
# PTX ISA 9.7.15.3: P0 waits for an arrival that stands behind a barrier that waits for P0.
cat >cluster.litmus <<'END'
PTX cluster
{ x=0; }
 P0@cta 0,cluster 0,gpu 0   | P1@cta 0,cluster 0,gpu 0  ;
 barrier.cluster.arrive     | bar.sync 0                ;
 barrier.cluster.wait       | barrier.cluster.arrive    ;
 bar.sync 0                 | barrier.cluster.wait      ;
 ld.relaxed.gpu.u32 r0, [x] |                           ;
exists (0:r0=0)
END
# The write and the read are weak and unordered: a race; with a barrier there is none.
cat >race.litmus <<'END'
PTX race
{ x=0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak x, 1   | ld.weak r0, x  ;
exists (1:r0=1)
END
cat >order.litmus <<'END'
PTX order
{ x=0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak x, 1   | bar.cta.sync 1 ;
 bar.cta.sync 1 | ld.weak r0, x  ;
exists (1:r0=1)
END
# The filter excludes the only state.
{ sed '$d' order.litmus; printf 'filter (1:r0=0)\nexists (1:r0=1)\n'; } >filtered.litmus

# ---- every format

run 0 "a hang" check lost.litmus
contains "the herd block has a line that readers go over" out "Hang=P1 in the loop at L0 (line 5)"
equal "it stands between Observation and Time" "Observation Hang= Time" \
    "$(sed -n '/^Observation/,/^Time/p' out | sed -E 's/ .*//; s/=.*/=/' | xargs)"
equal "no other line tells of it" 1 "$(grep -ci hang out)"
run 0 "barriers of a cluster and of a CTA" check cluster.litmus
contains "the barrier of the cluster is named" err "this thread waits for ever: P0 at barrier.cluster.wait (line 5)"
contains "the barrier of the CTA is named" err "P1 at bar.sync 0 (line 4)"
run 0 "no hang" check kept.litmus
equal "no line" "" "$(grep -i hang out)"
run 0 "barriers" check opposite.litmus
contains "barriers by their instruction" out \
    "Hang=P0 at bar.cta.sync 1 (line 4), P1 at bar.cta.sync 2 (line 4)"
run 4 "a loop that may lose what it waits for" check lossy.litmus
contains "where it stays" out 'Hang=P1 in the loop at L0 (line 7)'
run 1 "exchanges in turns" check -q --assert terminates ways.litmus
contains "exchanges in turns" err 'P0 in the loop at L0'
run 0 "exchanges that end" check -q --assert terminates turns.litmus
run 4 "a loop that does more" check busy.litmus
equal "no line where states may be missing, too" "" "$(grep ^Hang out)"

# The GPU's kinds of scheduling. In `kept` P1 waits for P0, in `swapped` P0 for P1: that one may never
# begin, or stop, where only others are scheduled for sure.
sed 's/kept/swapped/; s/^ P0 *| P1 *;/ P0              | P1           ;/' kept.litmus |
    awk -F'|' '/\|/ && !/P0/ { sub(/ *;$/, "", $2); print " " $2 " | " $1 ";"; next } { print }' |
    sed 's/1:X0=0/0:X0=0/' >swapped.litmus
for progress in fair hsa hsa-obe lobe; do
    run 0 "kept, $progress" check -q --assert terminates --progress "$progress" kept.litmus
done
run 1 "kept, obe" check -q --assert terminates --progress obe kept.litmus
contains "kept, obe" err 'the test may never end: P1 in the loop at L0'
run 0 "swapped, fair" check -q --assert terminates swapped.litmus
for progress in hsa hsa-obe lobe obe; do
    run 1 "swapped, $progress" check -q --assert terminates --progress "$progress" swapped.litmus
    contains "swapped, $progress" err 'the test may never end: P0 in the loop at L0'
done
# P1 may stop between its two stores, of which P0 waits for the second if it has seen the first.
cat >between.litmus <<'END'
AArch64 between
{ x=0; y=0; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }
 P0              | P1          ;
 LDR W0,[X1]     | MOV W0,#1   ;
 CBZ W0,L1       | STR W0,[X1] ;
 L0: LDR W2,[X3] | STR W0,[X3] ;
 CBZ W2,L0       |             ;
 L1: NOP         |             ;
exists (0:X0=1)
END
run 1 "between, hsa" check -q --assert terminates --progress hsa between.litmus
run 0 "between, hsa-obe" check -q --assert terminates --progress hsa-obe between.litmus
# A loop that writes, too: P1 may stop before it has stored.
run 1 "exchanges, hsa" check -q --assert terminates --progress hsa ways.litmus

run 0 "one line" check -q lost.litmus kept.litmus race.litmus order.litmus
printf '%s\n' "lost: No (Never, 1 state, hangs)" "kept: No (Never, 1 state)" \
    "race: Ok (Sometimes, 2 states, data-race)" "order: Ok (Always, 1 state)" >expected
same "words of the one-line form" expected out

run 4 "tsv" check -f tsv lost.litmus kept.litmus busy.litmus race.litmus order.litmus
cut -f2,8,9 out >found
printf '%s\n' "name${tab}flags${tab}hangs" "lost${tab}-${tab}1" "kept${tab}-${tab}0" \
    "busy${tab}-${tab}unknown" "race${tab}data-race${tab}0" "order${tab}none${tab}0" >expected
same "columns of the table" expected found

run 0 "json" check -f json lost.litmus
contains "the place in json" out '"ending":"hangs","ending_reason":"","waits":[{"thread":1,"loop":"L0","instruction":"CBZ W0,L0","line":5}]'
run 0 "json of a barrier" check -f json opposite.litmus
contains "a barrier has no loop" out '{"thread":0,"loop":null,"instruction":"bar.cta.sync 1","line":4}'
run 4 "json, not known" check -f json busy.litmus
contains "why it is not known" out '"ending":"unknown","ending_reason":"P1: the loop of `B L0` does more than wait","waits":[]'

run 0 "the execution" check --witness=hang lost.litmus
contains "its head" out "Hang lost: P1 in the loop at L0 (line 5)"
# The round that fails finds what is written last: c.
contains "the failing read" out "  d: R [x]=0  P1  LDR W0,[X1]"
contains "it reads the last write" out "  rf: c->d"
equal "no other witness" 0 "$(grep -c '^Witness ' out)"
run 0 "all executions" check --witness=all lost.litmus
equal "one of a state and one of a hang" "1 1" \
    "$(grep -c '^Witness ' out) $(grep -c '^Hang ' out)"
run 0 "no execution" check --witness=hang kept.litmus
contains "said so" err "kept.litmus: no witness: every execution found ends"

# ---- assertions

run 0 "ends, as asserted" check --assert terminates kept.litmus
run 1 "does not end" check --assert terminates lost.litmus
contains "why" err "lost.litmus: assertion failed: the test may never end: P1 in the loop at L0 (line 5)"
run 4 "not known whether it ends" check --assert terminates busy.litmus
run 0 "as asserted, twice" check --assert terminates --assert forbidden kept.litmus
run 1 "forbidden, but does not end" check --assert forbidden --assert terminates lost.litmus
run 0 "forbidden alone" check --assert forbidden lost.litmus
run 2 "contradicting assertions" check --assert forbidden --assert allowed lost.litmus

run 0 "no race" check --assert race-free order.litmus
run 1 "a race" check --assert race-free race.litmus
contains "which" err "race.litmus: assertion failed: some execution raises the model's flag: data-race"
run 4 "a model without flags says nothing of races" check --assert race-free lost.litmus
contains "said so" err "not known whether it is race-free: the model has no flags"
printf 'include "arm.cat"\nflag ~empty rf & ext as communicates\n' >flagged.cat
run 1 "any flag of a model of one's own" check -m flagged.cat --assert race-free kept.litmus
run 4 "not all executions are known" check -m flagged.cat --assert race-free -t 0.000001 kept.litmus

# ---- about nothing

run 0 "no final state" check never.litmus
contains "a warning says which thread and why" err \
    "never.litmus: warning: there is no final state: this thread waits for ever: P1 in the loop at L0 (line 5)"
for assertion in forbidden allowed; do
    run 4 "no final state is not $assertion" check --assert $assertion never.litmus
    run 4 "nor quietly" check -q --assert $assertion never.litmus
    run 4 "nor with a filter" check --assert $assertion filtered.litmus
done
contains "the filter is named" err "filtered.litmus: warning: there is no final state: the filter excludes every execution"
run 1 "it does not end" check --assert terminates never.litmus

# A loop of C has no label that the test's text has.
cat >while.litmus <<'END'
C while
{}
P0(atomic_int *x) {
  int r0 = 0;
  while (r0 == 0) {
    r0 = atomic_load_explicit(x, memory_order_relaxed);
  }
}
exists (x=1)
END
run 0 "a loop without a label" check while.litmus
contains "a loop without a label" out 'Hang=P0 in the loop (line 5)'

finish
