#!/bin/bash
# A campaign's records in two directories, written by several processes at once, which are killed
# again and again: each record can be read at any time, what was recorded stays, and in the end all
# of it is there once. Two processes with one record: the second is refused, and nothing is lost.
. "$(dirname "$0")/lib.sh"
command -v cc >"$work/which" || skip "no compiler cc to assemble CPU threads"
"$CMCM" --help | grep -q "^  check " || skip "this build has no checker: nothing is judged"
cd "$work" || exit 1
writers=4
mkdir first second
record_of() { echo "$( ((k % 2)) && echo first || echo second)/$k.xml"; }
tests_of() { grep -o '<test name="[^"]*"' "$1" | sort; }

# begin SECONDS: all writers, each with its shard; their numbers are in pids.
begin() {
    pids=()
    for ((k = 1; k <= writers; k++)); do
        "$CMCM" run grace -q --time "$1" --shard $k/$writers --resume --record "$(record_of)" \
            >>"log$k" 2>&1 &
        pids+=($!)
    done
}

# Blocks of tests as they stand in a record: what was there must stay, byte for byte.
blocks() { sed -n '/^<test /,/^<\/test>/p' "$1"; }
recorded() { grep -ho '<test ' first/*.xml second/*.xml 2>>log | wc -l; }

for round in 1 2 3; do
    before=$(recorded)
    begin 0.3
    for _ in $(seq 300); do # until one of them has something new
        [ "$(recorded)" -gt "$before" ] && break
        sleep 0.1
    done
    sleep "0.$round"
    kill -KILL "${pids[@]}" 2>>log
    wait "${pids[@]}" 2>>log
    for ((k = 1; k <= writers; k++)); do
        record=$(record_of)
        [ -e "$record" ] || continue
        blocks "$record" >now
        status=$([ -s now ] && echo 0 || echo 4) # 4: nothing was run yet
        run "$status" "round $round: the record of writer $k, killed" conform -q "$record"
        [ -e "kept$k" ] || : >"kept$k"
        equal "round $round: what writer $k had recorded stayed" "$(cat "kept$k")" \
            "$(head -c "$(wc -c <"kept$k")" now)"
        mv now "kept$k"
    done
done
checks=$((checks + 1))
[ "$(recorded)" -ge 1 ] || fail "nothing was recorded before they were killed"

begin 0.05
for pid in "${pids[@]}"; do
    wait "$pid"
    equal "a writer to its end: exit status" 0 $?
done
for ((k = 1; k <= writers; k++)); do
    blocks "$(record_of)" >now
    equal "what writer $k had recorded stayed to the end" "$(cat "kept$k")" \
        "$(head -c "$(wc -c <"kept$k")" now)"
    equal "all of shard $k, each once" \
        "$("$CMCM" run grace --list --shard $k/$writers | sort)" \
        "$(tests_of "$(record_of)" | cut -d'"' -f2)"
done
run 0 "both directories" conform -f tsv first/*.xml second/*.xml
equal "every test of the suite" "$("$CMCM" run grace --list | sort)" \
    "$(grep -v '^#' out | cut -f1 | sort)"
counts=$(grep -ho '<state count="[0-9]*"' first/*.xml second/*.xml | tr -dc '0-9\n' |
    awk '{ n += $1 } END { print n }')
run 0 "as data" conform -f json first/*.xml second/*.xml
equal "all outcomes, once" "$counts" \
    "$(grep -o '"outcomes": *[0-9]*' out | head -1 | tr -dc 0-9)"

# ---- two with one record -----------------------------------------------------

"$CMCM" run grace -q --time 2 --record one.xml >log.one 2>&1 &
pid=$!
for _ in $(seq 200); do
    [ -s one.xml ] && break
    sleep 0.05
done
run 3 "the second" run grace -q --time 0.05 --resume --record one.xml
contains "is told why" err "another process writes this record"
kill -KILL $pid
wait $pid 2>>log
run 0 "once the first is gone" run grace -q --time 0.05 --resume --record one.xml
equal "all of it, once" 10 "$(tests_of one.xml | uniq | wc -l)"
equal "and nothing twice" 10 "$(tests_of one.xml | wc -l)"

finish
