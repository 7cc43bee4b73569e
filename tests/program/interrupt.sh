#!/bin/bash
# Ctrl-C ends a long run at once, with what was finished printed whole.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
set -m # background jobs then receive SIGINT
cp "$CMCM_SOURCE/tests/litmus/x86/SB.litmus" sb.litmus
total=200000
yes "$work/sb.litmus" | head -$total >list

# interrupt SIGNAL STATUS ARGUMENT...: starts, waits for results, interrupts.
interrupt() {
    local signal=$1 status=$2 before after
    shift 2
    : >out # what an earlier run left is no sign that this one has begun
    "$CMCM" check "$@" @list >out 2>err &
    local pid=$!
    for _ in $(seq 100); do
        [ "$(wc -l <"$results")" -gt 50 ] && break
        sleep 0.1
    done
    before=$(date +%s%N)
    kill -s "$signal" $pid
    wait $pid
    equal "status after SIG$signal" "$status" $?
    after=$(date +%s%N)
    checks=$((checks + 1))
    # All tests take minutes; a busy machine may take a while even to wake the program.
    [ $(((after - before) / 1000000)) -lt 15000 ] ||
        fail "SIG$signal: ended after $(((after - before) / 1000000)) ms"
    contains "SIG$signal is told of" err "cmcm: interrupted after "
}

results=out
for jobs in 1 2; do
    interrupt INT 130 -j$jobs -f tsv
    rows=$(grep -vc '^#' out)
    equal "-j$jobs: whole rows" 9 "$(awk -F'\t' '{ print NF }' out | sort -u)"
    equal "-j$jobs: no other answer than that of the test" "$rows" "$(grep -c '	exists	yes	' out)"
    contains "-j$jobs: how many" err "interrupted after $rows of $total tests"
done
interrupt TERM 143 -j1 -f tsv

# The file of --output stays as it was; what was finished is beside it.
echo old >result
"$CMCM" check -f tsv -o result @list 2>err &
pid=$!
for _ in $(seq 100); do
    [ "$(cat result.?????? 2>/dev/null | wc -l)" -gt 5 ] && break
    sleep 0.1
done
kill -s INT $pid
wait $pid
equal "status with --output" 130 $?
equal "the file is as it was" old "$(cat result)"
equal "whole rows are beside it" 9 "$(awk -F'\t' '{ print NF }' result.partial | sort -u)"
equal "nothing else is left" "result result.partial" "$(echo result*)"

finish
