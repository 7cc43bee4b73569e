#!/bin/bash
# `cmcm run` on this machine's CPUs: what is seen, judged, recorded and told.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
compiler=${CMCM_CC:-cc}
command -v "$compiler" >/dev/null || skip "no compiler $compiler to assemble CPU threads"
"$CMCM" --help | grep -q "^  check " || skip "this build has no checker: nothing is judged"
tests=$CMCM_SOURCE/tests/litmus

# Store buffering with a load before and a full fence between. The fence forbids
# the outcome; because of the load it counts as an acquire, and can be dropped.
case $(uname -m) in
x86_64)
    own=$tests/x86 foreign=$tests/arm/MP.litmus foreign_arch=AArch64
    fenced=SB+mfences
    cat >fenced.litmus <<'END'
X86_64 fenced
{ x=0; y=0; z=0; }
 P0            | P1            ;
 movl (z),%ecx | movl (z),%ecx ;
 movl $1,(x)   | movl $1,(y)   ;
 mfence        | mfence        ;
 movl (y),%eax | movl (x),%eax ;
exists (0:rax=0 /\ 1:rax=0)
END
    cat >loop.litmus <<'END'
X86_64 loop
{ x=0; }
 P0    | P1          ;
 L:    | movl $1,(x) ;
 jmp L |             ;
exists (x=1)
END
    ;;
aarch64)
    own=$tests/arm foreign=$tests/x86/MP.litmus foreign_arch=X86
    fenced=SB+dmb.sys
    cat >fenced.litmus <<'END'
AArch64 fenced
{ 0:X1=x; 0:X3=y; 0:X5=z; 1:X1=y; 1:X3=x; 1:X5=z; }
 P0          | P1          ;
 LDR W4,[X5] | LDR W4,[X5] ;
 MOV W0,#1   | MOV W0,#1   ;
 STR W0,[X1] | STR W0,[X1] ;
 DMB SY      | DMB SY      ;
 LDR W2,[X3] | LDR W2,[X3] ;
exists (0:X2=0 /\ 1:X2=0)
END
    cat >loop.litmus <<'END'
AArch64 loop
{ 1:X1=x; }
 P0  | P1          ;
 L:  | MOV W0,#1   ;
 B L | STR W0,[X1] ;
exists (x=1)
END
    ;;
*) skip "$(uname -m): no tests for this CPU" ;;
esac
cpus=$(nproc)

# ---- one test ---------------------------------------------------------

run 0 "store buffering" run --cc "$compiler" --iterations 200k "$own/SB.litmus"
contains "its log" out "Test SB Allowed"
contains "its summary" err "Tests      1 run"
contains "its rates" err "; per second: "
contains "which sums up verdicts" err "; forbidden: 0 not seen, 0 seen"
equal "in 80 columns" "" "$(grep '.\{81\}' err)"
states=$(sed -n 's/^Histogram (\([0-9]*\) states)$/\1/p' out)
checks=$((checks + 1))
{ [ "${states:-0}" -ge 1 ] && [ "$states" -le 4 ]; } || fail "SB has '$states' states, expected 1 to 4"
instances=$(sed -n 's/^Instances=//p' out)
checks=$((checks + 1))
[ "${instances:-0}" -ge 200000 ] || fail "'$instances' instances, expected at least 200000"
equal "every instance has a state" "$instances" \
    "$(awk -F'[*:]>' '/^[0-9]+ *[*:]>/ { n += $1 } END { print n }' out)"
contains "the summary" err "Tests      1 run"
equal "no progress without a terminal" 0 "$(grep -c $'\r' err)"
run 0 "quiet" run -q --iterations 50k "$own/SB.litmus"
equal "quiet: one line" 1 "$(wc -l <out)"
equal "quiet: nothing else" "" "$(cat err)"
run 0 "quiet, with a log" run -q -o quiet.log --iterations 50k "$own/SB.litmus"
contains "the log is whole" quiet.log "Histogram ("
run 4 "conform reads it" conform quiet.log
run 0 "not judged" run --no-check --iterations 50k "$own/SB.litmus"
contains "so it says" err "1 not judged"
run 0 "a number of rounds" run --rounds 3 "$own/SB.litmus"
contains "so many rounds" out "Rounds=3"
run 0 "parameters" run --rounds 1 -p lanes=4,steps=32 --param teams=1 "$own/SB.litmus"
contains "lanes * steps * teams instances" out "Instances=128"
run 0 "the log in a file" run -o log --rounds 1 "$own/SB.litmus"
contains "there it is" log "Test SB Allowed"
equal "and not here" "" "$(cat out)"

"$CMCM" run -q --record stdin.xml --rounds 1 - <"$own/SB.litmus" >out 2>err
equal "standard input: exit status" 0 $?
equal "standard input: the test" "SB" "$(cut -d: -f1 out)"

# What the models forbid these CPUs never do.
run 0 "forbidden outcomes" run -q --iterations 300k "$own/$fenced.litmus" fenced.litmus \
    "$own/CoRR.litmus"
equal "three of them, never seen" 3 "$(grep -c ': Ok (0 of ' out)"
if [ "$(uname -m)" = x86_64 ]; then # TSO keeps loads, and stores, in order
    run 0 "message passing" run -q --iterations 1M "$own/MP.litmus" "$own/LB.litmus"
    equal "message passing, never weak" 2 "$(grep -c ': Ok (0 of ' out)"
fi

# ---- a bug planted -----------------------------------------------------

# A dropped fence shows soon where two threads really run at once.
plant() {
    for seed in 1 2 3 4 5 6; do
        "$CMCM" run --inject drop-acquire --seed $seed --time 1 "$@" >out 2>err && continue
        return $?
    done
}
if [ "$cpus" -lt 2 ]; then
    echo "one CPU: nothing is seen of planted bugs, which is not tested"
else
    plant fenced.litmus
    equal "a dropped fence is found: exit status" 1 $?
    contains "so it says" err "!!! FORBIDDEN SEEN: fenced, which the model "
    contains "with the bug" err "planted in the code: drop-acquire"
    contains "in the log" out "Verdict=FORBIDDEN SEEN"
    again=$(sed -n 's/^!!!   again: cmcm //p' err)
    checks=$((checks + 1))
    # shellcheck disable=SC2086 # words of a command line
    "$CMCM" $again >out 2>/dev/null
    grep -q '^Instances=' out || fail "the command line to repeat it does not run: $again"
    contains "with the same bug" out "Test fenced"
    plant -q --stop-on-forbidden fenced.litmus fenced.litmus "$own/SB.litmus"
    equal "stopped after the first" 1 "$(wc -l <out)"
    # Without the model nobody knows.
    run 0 "not judged" run -q --no-check --inject drop-acquire --time 1 fenced.litmus
fi

# ---- what cannot be run -------------------------------------------------

run 5 "code of another CPU" run "$foreign"
contains "refused by name" err "refused: P0 is $foreign_arch code"
run 0 "refused beside others" run --rounds 1 "$foreign" "$own/SB.litmus"
contains "counted" err "Tests      1 run, 1 refused"
if ! [ -e /dev/nvidiactl ]; then
    run 5 "a GPU test without a GPU" run "$tests/ptx/MP-rel-acq-gpu.litmus"
    contains "says what is missing" err "MP-rel-acq-gpu: refused: there is no GPU"
    run 5 "a whole suite" run hopper --axis X=gpu
    contains "the reason once" err "more were refused for the same reason"
fi
run 5 "memory that this machine lacks" run --memory numa:4095 "$own/SB.litmus"
before=$SECONDS
run 4 "a test without end" run --timeout 1 loop.litmus
contains "is stopped" err "loop: failed: not done after 1 s"
checks=$((checks + 1))
[ $((SECONDS - before)) -lt 15 ] || fail "stopped after $((SECONDS - before)) s"
run 4 "the next one is run" run -q --timeout 4 --rounds 1 -p lanes=8,steps=8 loop.litmus "$own/SB.litmus"
equal "in a child of its own" 1 "$(grep -c '^SB: ' out)"
if [ "$(uname -m)" = x86_64 ]; then # no model can know where the next instance lies
    printf '%s\n' 'X86_64 beyond' '{ int64_t x=0; }' ' P0 ;' ' leaq (x),%rax ;' \
        ' addq $64,%rax ;' 'exists (0:rax=0)' >beyond.litmus
    run 4 "an address outside of the locations" run -q --rounds 1 beyond.litmus
    contains "is no forbidden state" err "a final value is an address outside"
fi
run 4 "no compiler" run --cc "$work/none" "$own/SB.litmus"

# ---- a GPU whose driver fails ------------------------------------------------

# The false driver of tests/fakecuda: its kernels do nothing, and its K-th call fails.
if [ -n "${CMCM_FAKECUDA:-}" ]; then
    gpu=$tests/ptx/MP-rlx-gpu.litmus
    export CMCM_LIBCUDA=$CMCM_FAKECUDA
    FAKECUDA_FAIL=0 run 4 "a driver that does nothing" run -q --rounds 1 --record g.xml "$gpu"
    contains "is found out" err "failed: the final states are not as many as the instances"
    contains "the record names the GPU" g.xml ' compute="'
    contains "and what it can do" g.xml pageableMemoryAccess
    for call in $(seq 1 6 121); do
        FAKECUDA_FAIL=$call "$CMCM" run -q --rounds 1 --timeout 20 "$gpu" "$tests/ptx/SB.litmus" \
            >out 2>err
        status=$?
        checks=$((checks + 1))
        case $status-$(grep -c ': refused: ' err)-$(grep -c ': failed: ' err) in
        4-0-2 | 5-1-0) ;; # of several refused alike one is told
        *) fail "call $call fails: exit status $status" && cat err >&2 ;;
        esac
    done
    unset CMCM_LIBCUDA
fi

# ---- records -------------------------------------------------------------

run 0 "a record" run -q --record r.xml --rounds 1 "$own/SB.litmus" "$own/MP.litmus"
equal "holds two tests" 2 "$(grep -c '<test ' r.xml)"
if command -v xmllint >/dev/null; then
    checks=$((checks + 1))
    xmllint --noout --relaxng "$CMCM_SOURCE/schemas/run-record.rng" r.xml 2>err ||
        fail "the record is not valid: $(head -3 err)"
fi
run 3 "the same file again" run -q --record r.xml --rounds 1 "$own/SB.litmus"
run 0 "gone on with" run --resume --record r.xml --rounds 1 "$own/SB.litmus" "$own/MP.litmus" \
    "$own/LB.litmus"
contains "two were run before" err "Tests      1 run, 2 run before"
equal "one block" 1 "$(grep -c '^Test ' out)"
equal "three tests now" 3 "$(grep -c '<test ' r.xml)"
# Another filter is another test, though name and hash are the same.
sed 's/^exists\(.*\)/filter ~\1\nexists\1/' "$own/SB.litmus" >filtered.litmus
run 0 "a filter" run --resume --record r.xml --rounds 1 filtered.litmus
contains "is no test that was run before" err "Tests      1 run"
contains "what it excludes is not counted" out "Positive: 0, "
run 0 "nor is it merged with that" conform r.xml
contains "two of one name" out "SB: tests of this name have different filters; they are kept apart"
contains "four tests" out "Nothing forbidden was seen in 4 judged tests"
cp out once
run 0 "a record twice" conform r.xml r.xml
contains "is told of" out "runs counted once, though two records have them: 4"
equal "and counted once" "$(grep -w outcomes once | head -1)" "$(grep -w outcomes out | head -1)"
# A model that allows nothing forbids what was seen then.
printf '"nothing"\nempty W as nothing\n' >nothing.cat
run 1 "judged anew by another model" run --resume --record r.xml -m nothing.cat "$own/SB.litmus"
contains "nothing is run" err "Tests      0 run, 1 run before"
contains "but it is a finding" err "FORBIDDEN SEEN: SB"
run 0 "and by its own again" run --resume --record r.xml "$own/SB.litmus"
sed 's/^exists/~exists/' filtered.litmus >denied.litmus
run 0 "another question" run --resume --record r.xml --rounds 1 denied.litmus
contains "is asked" err "Tests      1 run"
run 3 "a record that is none" run --resume --record fenced.litmus --rounds 1 "$own/SB.litmus"

# ---- interrupted -----------------------------------------------------------

set -m # background jobs then receive SIGINT
"$CMCM" run -q --time 1 --record i.xml "$own" >out 2>err &
pid=$!
for _ in $(seq 100); do
    [ "$(wc -l <out)" -ge 1 ] && break
    sleep 0.1
done
kill -s INT $pid
wait $pid
equal "Ctrl-C: exit status" 130 $?
set +m
contains "Ctrl-C is told of" err "interrupted after "
equal "what was finished is recorded" "$(wc -l <out)" "$(grep -c '<test ' i.xml)"
equal "the record is whole" "</run>" "$(tail -1 i.xml)"

# ---- suites and shards -----------------------------------------------------

run 0 "a suite" run -q --rounds 1 -p steps=64 grace
equal "of ten tests" 10 "$(wc -l <out)"
run 0 "the list" run --list hetero
cp out all
equal "of the whole suite" 1960 "$(wc -l <all)"
for shard in 1 2 3; do
    run 0 "shard $shard" run --list --shard $shard/3 hetero
    cat out >>shards
    sed -n "$shard~3p" all >expected
    same "shard $shard of 3" expected out
done
sort all >all.sorted
sort shards >shards.sorted
same "the shards together" all.sorted shards.sorted
run 0 "a shard of files" run --list --shard 2/2 "$own/SB.litmus" "$own/MP.litmus" "$own/LB.litmus"
equal "every second" "$own/MP.litmus" "$(cat out)"
run 0 "one coordinate" run --list hopper --axis X=cta --axis Y=sys
equal "a fifth of the suite" 112 "$(wc -l <out)"
cp "$own/SB.litmus" grace
run 0 "a file named like a suite" run -q --rounds 1 ./grace
equal "is that file" "SB" "$(cut -d: -f1 out)"

# ---- tuning -----------------------------------------------------------------

run 0 "tuned" run --tune=1 --save-params best --rounds 1 -p steps=128 "$own/SB.litmus"
contains "tells what it tried" err "Tuned "
contains "saves it" best "steps=128"
run 0 "with what was saved" run --param @best --rounds 1 "$own/SB.litmus"
contains "the same" out "steps=128"

# ---- the search of what was not seen ----------------------------------------

run 0 "searched" run --search 3 --record search.xml -p steps=128 "$own/SB.litmus" "$own/$fenced.litmus"
contains "tells how much" err "Search     "
contains "counts tests, not looks" err "Tests      2 run"
equal "the forbidden one is run once" 1 "$(grep -c "<test name=\"$fenced\"" search.xml)"
run 0 "its record" conform -f tsv search.xml
equal "is of two tests" 2 "$(grep -vc '^#' out)"

finish
