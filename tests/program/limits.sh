#!/bin/sh
# A time limit holds whatever the solver does, the batch goes on, and what can be
# read only once is judged as well.
set -eu
export CMCM_MODELS="${CMCM_MODELS:-$CMCM_SOURCE/models}" LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1" >&2
    exit 1
}

# hard THREADS: every thread reads and writes three locations that all share.
hard() {
    awk -v n="$1" '
    function row(text,  i, line) {
        line = ""
        for (i = 0; i < n; i++)
            line = line (i ? " | " : " ") text
        print line " ;"
    }
    BEGIN {
        print "AArch64 HARD"
        print "{"
        for (i = 0; i < n; i++)
            printf "%d:X1=x; %d:X3=y; %d:X5=z;\n", i, i, i
        print "}"
        line = ""
        for (i = 0; i < n; i++)
            line = line (i ? " | " : " ") "P" i
        print line " ;"
        row("LDR W0,[X1]")
        row("LDADD W7,W8,[X3]")
        row("STR W0,[X5]")
        row("LDR W2,[X3]")
        row("STR W2,[X1]")
        row("LDR W6,[X5]")
        print "exists (0:X0=1 /\\ x=3)"
    }'
}

# Twice the limit and a second: machines are slow and busy, and without a watchdog
# this test takes ten times its limit.
within() {
    limit=$1
    shift
    begin=$(date +%s)
    status=0
    "$@" > "$work/out" 2> "$work/err" || status=$?
    end=$(date +%s)
    [ $((end - begin)) -le "$limit" ] || fail "$*: $((end - begin)) s, expected at most $limit"
}

hard 120 > "$work/hard.litmus"
cat > "$work/easy.litmus" << 'END'
AArch64 EASY
{ 0:X1=x; 1:X1=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] |             ;
exists (1:X0=1)
END

within 6 "$CMCM" check -q -t 2 "$work/hard.litmus" "$work/easy.litmus"
[ "$status" -eq 4 ] || fail "status $status, expected 4: $(cat "$work/err")"
grep -q '^HARD: ?? (time limit of 2 s reached)$' "$work/out" || fail "no ?? for HARD: $(cat "$work/out")"
grep -q '^EASY: Ok (Sometimes, 2 states)$' "$work/out" || fail "the batch ended: $(cat "$work/out")"

# The same by the processor's time, of which a stopped process takes none.
within 12 "$CMCM" check -q --cpu-time 1 "$work/hard.litmus" "$work/easy.litmus"
[ "$status" -eq 4 ] || fail "status $status after --cpu-time, expected 4: $(cat "$work/err")"
grep -q '^HARD: ?? (limit of 1 s of a processor reached)$' "$work/out" || fail "no ?? by --cpu-time: $(cat "$work/out")"
grep -q '^EASY: Ok (Sometimes, 2 states)$' "$work/out" || fail "the batch ended by --cpu-time: $(cat "$work/out")"
"$CMCM" check -q --cpu-time 2 "$work/hard.litmus" > "$work/out" 2> "$work/err" &
sleep 0.5
kill -STOP $!
sleep 4
grep -q HARD "$work/out" && fail "--cpu-time counts the time in which it was stopped"
kill -CONT $!
wait $! || true
grep -q '^HARD: ?? (limit of 2 s of a processor reached)$' "$work/out" || fail "no ?? after the stop: $(cat "$work/out")"

# Stops the process that checks for the command with this number as soon as it is there,
# so that it heeds nothing, and waits for the command. (It is a child of the process that
# makes them, base/keeper.h.)
stop_checking() {
    child=
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        child=$(ps -e -o pid= -o ppid= | awk -v parent="$1" \
            '{ of[$1] = $2 } END { for (p in of) if (of[of[p]] == parent) print p }')
        [ -z "$child" ] || break
        sleep 0.1
    done
    [ -n "$child" ] || fail "no process of its own checks, after $try tries"
    kill -STOP "$child"
    begin=$(date +%s)
    status=0
    wait "$1" || status=$?
    end=$(date +%s)
    [ $((end - begin)) -le 7 ] || fail "a stopped process holds a test up for $((end - begin)) s"
    [ "$status" -eq 4 ] || fail "status $status after a stopped process, expected 4"
    ! kill -0 "$child" 2> /dev/null || fail "the stopped process is left"
}

# A solver that heeds nothing is ended, and the tests after it are checked by another one.
"$CMCM" check -q -t 3 "$work/hard.litmus" "$work/easy.litmus" > "$work/out" 2> "$work/err" &
stop_checking $!
grep -q '^HARD: ?? (time limit of 3 s reached)$' "$work/out" || fail "no ?? for the stopped one"
grep -q '^EASY: Ok' "$work/out" || fail "the batch ended with the stopped process"

# The same where tests are enumerated: store buffering of 32 threads, then of two.
ring=$(printf 'PodWR Fre %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 \
    27 28 29 30 31 32)
"$CMCM" enumerate cycle "$ring" "PodWR Fre PodWR Fre" --check -t 3 -f tsv > "$work/out" 2> "$work/err" &
stop_checking $!
[ "$(grep -c 'unknown' "$work/out")" -eq 1 ] || fail "a stopped program is not unknown: $(cat "$work/out")"
[ "$(grep -c 'allowed' "$work/out")" -eq 1 ] || fail "the table ended with the stopped process"
grep -q '1 of 2 programs could not be decided' "$work/err" || fail "unsaid: $(cat "$work/err")"

# Each of several workers holds the limit, and results stay in order.
within 6 "$CMCM" check -q -j2 -t 1 "$work/hard.litmus" "$work/easy.litmus" \
    "$work/hard.litmus" "$work/easy.litmus"
printf 'HARD\nEASY\nHARD\nEASY\n' > "$work/order"
sed 's/:.*//' "$work/out" | cmp -s - "$work/order" || fail "not in order: $(cat "$work/out")"

# From a pipe: it can be read only once, and is late.
within 6 sh -c 'cat "$1" | "$2" check -q -t 1 -' sh "$work/hard.litmus" "$CMCM"
grep -q '^HARD: ?? (time limit of 1 s reached)$' "$work/out" || fail "no ?? from a pipe: $(cat "$work/out")"

# What cannot be read or parsed is told as without a limit.
status=0
"$CMCM" check -q -t 5 "$work/none.litmus" "$work/easy.litmus" > "$work/out" 2> "$work/err" || status=$?
[ "$status" -eq 3 ] || fail "status $status for a missing file, expected 3"
grep -q 'none.litmus' "$work/err" || fail "nothing is said of a missing file"
grep -q '^EASY' "$work/out" || fail "the batch ended at a missing file"

# The same output with a limit and without.
"$CMCM" check "$work/easy.litmus" | grep -v '^Time' > "$work/without"
"$CMCM" check -t 60 "$work/easy.litmus" | grep -v '^Time' > "$work/with"
cmp -s "$work/without" "$work/with" || fail "a limit changes the output"

# A process that ends by itself answers nothing: an error, and a difference from the table.
[ -e "/proc/$$/task/$$/children" ] || {
    echo "the kernel does not list the children of a process: none is killed"
    exit 0
}
children() {
    cat "/proc/$1/task/$1/children" 2> /dev/null
}
printf '# test\tholds\nhard.litmus\tno\n' > "$work/table"
"$CMCM" check -t 60 --expect "$work/table" > "$work/out" 2> "$work/err" &
pid=$!
for _ in $(seq 100); do
    for keeper in $(children $pid); do worker=$(children "$keeper" | tr -d ' '); done
    [ -z "${worker:-}" ] || break
    sleep 0.1
done
kill -KILL "$worker"
status=0
wait $pid || status=$?
[ $status -eq 3 ] || fail "a process that ended: status $status, expected 3"
grep -q "hard.litmus: error: the process that checked it ended (signal 9)" "$work/err" ||
    fail "a process that ended: $(cat "$work/err")"
grep -qx "expect: 1 tests, 1 differences, 0 skipped" "$work/out" ||
    fail "a process that ended: $(cat "$work/out")"
