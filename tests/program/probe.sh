#!/bin/bash
# `cmcm probe`: what a CPU alone can measure, the forms of the results, records
# against their schema, and the kernels through ptxas.
. "$(dirname "$0")/lib.sh"

quick=(--iterations 200 --repeat 1 --timeout 10)

run 2 "no probe" probe
run 2 "an unknown probe" probe nonsense
contains "which there are" "$work/err" "expected rmw, value-propagation, ping-pong"
run 2 "an unknown memory" probe rmw --axis memory=gold
run 2 "an unknown scope" probe rmw --axis scope=cta,cluster
run 2 "an unknown pair" probe latency --axis pair=cpu-cpu
run 2 "an unknown variant" probe ping-pong --axis variant=atom

run 0 "info" probe info
contains "the machine" "$work/out" "machine"
contains "memory" "$work/out" "malloc"
run 0 "info as JSON" probe info --format json
if command -v python3 >/dev/null; then
    json() { python3 -c "import json, sys; d = json.load(open(sys.argv[1])); $1" "$work/out" "${@:2}"; }
else
    echo "no python3: JSON is not looked at"
    json() { :; }
fi
json 'assert d["machine"]["cpu"]; assert d["memory"]' || fail "info is no JSON"

statistics='
assert d["probe"] == sys.argv[2] and d["parts"]
for part in d["parts"]:
    assert part["end"] == "done", part
    s = part["statistics"]
    assert s["min"] <= s["p1"] <= s["median"] <= s["p99"] <= s["max"]
    if d["probe"] == "rmw":
        assert part["lost"] == 0 and part["expected"] == 400
    if d["probe"] == "value-propagation":
        assert part["fresh"] == 200 and part["stale"] == 0
    if d["probe"] == "ping-pong":
        assert sum(part["histogram"]["counts"]) == 200
'
cpus=$(nproc) # those that this process may use
[ "$cpus" -ge 2 ] || echo "one CPU: probes of two threads of CPUs are left out"
for probe in rmw value-propagation ping-pong latency fences; do
    pair=cpu-cpu
    [ $probe = latency ] || [ $probe = fences ] && pair=cpu
    [ "$pair" = cpu-cpu ] && [ "$cpus" -lt 2 ] && continue
    quick=(--iterations 200 --repeat 1 --timeout 10)
    [ $probe = latency ] && quick+=(--axis memory=malloc)
    run 0 "$probe" probe $probe --axis pair=$pair "${quick[@]}" --record "$work/$probe.xml"
    contains "$probe: malloc" "$work/out" malloc
    equal "$probe: no line is longer than 80" "" "$(grep '.\{81\}' "$work/out")"
    run 0 "$probe as a picture" probe $probe --axis pair=$pair "${quick[@]}" --format svg
    cp "$work/out" "$work/$probe.svg"
    run 0 "$probe as a table" probe $probe --axis pair=$pair "${quick[@]}" --format tsv
    columns=$(awk -F'\t' '{ print NF }' "$work/out" | sort -u | wc -l)
    equal "$probe: every line of the table has all columns" 1 "$columns"
    run 0 "$probe as JSON" probe $probe --axis pair=$pair "${quick[@]}" --format json
    json "$statistics" $probe || fail "$probe: JSON"
    if command -v xmllint >"$work/which"; then
        xmllint --noout --relaxng "$CMCM_SOURCE/schemas/probe-record.rng" "$work/$probe.xml" \
            2>"$work/err" || fail "$probe: the record does not fit its schema: $(cat "$work/err")"
        xmllint --noout "$work/$probe.svg" || fail "$probe: the plot is no XML"
    fi
done

# What a fence costs, as repairs take it: on every CPU a full fence takes longer than none.
run 0 "a table of costs" probe fences --axis pair=cpu -f costs
cp "$work/out" "$work/costs"
fence=$(grep -E '^(MFENCE|DMB SY|fence rw,rw) ' "$work/costs")
contains "a table of costs" "$work/costs" "# Nanoseconds"
checks=$((checks + 1))
awk '$NF !~ /^[0-9]+([.][0-9]+)?$/ { exit 1 }' <<<"$fence" || fail "no cost: '$fence'"
checks=$((checks + 1))
awk '{ exit !($NF > 0) }' <<<"$fence" || fail "a full fence costs nothing: '$fence'"
run 0 "repairs with it" repair --most 1 --costs "$work/costs" "$CMCM_SOURCE/tests/litmus/x86/SB.litmus"
run 0 "forms by name" probe fences --dry-run --axis pair=gpu --axis variant=fence.sc --axis scope=cluster
contains "forms by name" "$work/out" "fence.sc.cluster;"
contains "forms by name" "$work/out" ".target sm_90"
run 2 "costs of another probe" probe latency --axis pair=cpu -f costs
run 2 "a picture of no measurement" probe info -f svg
run 2 "an axis that probes have not" probe latency --axis order=1
run 2 "a scope of the CPU" probe fences --axis scope=system

# Memory of all kinds; what a machine without a GPU lacks is skipped by name.
small=(--iterations 1M --repeat 1 --timeout 5)
for probe in bandwidth granularity atomics timers placement table; do
    count=("${small[@]}")
    [ $probe = atomics ] || [ $probe = timers ] && count=(--iterations 50 --repeat 1)
    [ $probe = granularity ] || [ $probe = placement ] && count+=(--axis memory=malloc,pinned,device)
    run 0 "$probe" probe $probe "${count[@]}" --record "$work/$probe.xml"
    equal "$probe: no line is longer than 80" "" "$(grep '.\{81\}' "$work/out")"
    equal "$probe: nothing failed" "" "$(grep failed "$work/out")"
    count=(--iterations 1 --repeat 1 --axis memory=malloc)
    [ $probe = bandwidth ] || [ $probe = granularity ] || [ $probe = table ] &&
        count=("${small[@]}" --axis memory=malloc --axis pair=cpu)
    [ $probe = table ] && count=("${small[@]}" --axis memory=malloc)
    [ $probe = placement ] && count=("${small[@]}" --axis memory=malloc --axis variant=touch-cpu)
    run 0 "$probe as a picture" probe $probe "${count[@]}" --format svg
    cp "$work/out" "$work/$probe.svg"
    run 0 "$probe as a table" probe $probe "${count[@]}" --format tsv
    columns=$(awk -F'\t' '{ print NF }' "$work/out" | sort -u | wc -l)
    equal "$probe: every line of the table has all columns" 1 "$columns"
    run 0 "$probe as JSON" probe $probe "${count[@]}" --format json
    json 'assert all(p["end"] in ("done", "skipped") for p in d["parts"]); assert d["unit"]' ||
        fail "$probe: JSON"
    if command -v xmllint >"$work/which"; then
        xmllint --noout --relaxng "$CMCM_SOURCE/schemas/probe-record.rng" "$work/$probe.xml" \
            2>"$work/err" || fail "$probe: the record does not fit its schema: $(cat "$work/err")"
        xmllint --noout "$work/$probe.svg" || fail "$probe: the plot is no XML"
    fi
done

# The parts of a GPU, as far as a false driver goes: its kernels do nothing.
if [ -n "${CMCM_FAKECUDA:-}" ]; then
    export CMCM_LIBCUDA=$CMCM_FAKECUDA FAKECUDA_DEVICES=2
    for probe in bandwidth granularity atomics placement table; do
        count=("${small[@]}")
        [ $probe = atomics ] && count=(--iterations 1 --repeat 1)
        [ $probe = granularity ] && count+=(--axis pair=gpu --axis memory=device,pinned,managed:cpu,vmm,peer)
        [ $probe = placement ] && count+=(--axis pair=cpu-gpu)
        run 0 "$probe with a false GPU" probe $probe "${count[@]}" --format tsv
        equal "$probe: nothing failed with a false GPU" "" "$(grep -w failed "$work/out")"
    done
    run 0 "two false GPUs" probe rmw --axis pair=gpu-gpu --timeout 0.1 --axis variant=atom --format tsv
    equal "two false GPUs: device, pinned, peer" "device peer pinned" \
        "$(grep -v '^#' "$work/out" | cut -f2 | sort -u | xargs)"
    unset CMCM_LIBCUDA FAKECUDA_DEVICES
else
    echo "no false driver: the parts of a GPU were not tried"
fi

run 3 "a record that cannot be written" probe latency --axis pair=cpu "${quick[@]}" \
    --record "$work/none/x.xml"

# Device memory is nothing that a CPU shares with a GPU, on any machine.
run 5 "nothing that could run" probe rmw --axis pair=cpu-gpu --axis memory=device --axis scope=sys
contains "why" "$work/out" "skipped:"

ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
for probe in rmw value-propagation ping-pong latency fences bandwidth timers; do
    variants=()
    [ $probe = ping-pong ] && variants=(--axis "variant=cas,exch,load-store")
    run 0 "$probe --dry-run" probe $probe --dry-run "${variants[@]}"
    contains "$probe: PTX" "$work/out" ".visible .entry probe_clock"
    if [ -x "$ptxas" ]; then
        checks=$((checks + 1))
        "$ptxas" -arch=sm_90 "$work/out" -o "$work/kernels.cubin" 2>"$work/err" ||
            fail "$probe: ptxas: $(cat "$work/err")"
    fi
done
[ -x "$ptxas" ] || echo "no ptxas: the kernels were not assembled"

run 3 "a record that cannot be written" probe ping-pong --record none/such/x.xml
equal "nothing was measured before" "" "$(cat "$work/out")"
contains "it is named" "$work/err" "none/such/x.xml: error: cannot be written"

finish
