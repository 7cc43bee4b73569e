#!/bin/bash
# Every allocation of our own code and of Jansson fails once (tests/alloc/failing.c): a
# message and status 3 or 4, or what happens without the failure; nothing half-written;
# and in the sanitized build no leak. CMCM_TEST_STEP=N takes every Nth only (CMCM_TEST_ALL=1: all).
. "$(dirname "$0")/lib.sh"
failing=$CMCM_BUILD/tests/cmcm-failing
cd "$CMCM_SOURCE/tests/litmus" || exit 1
# Of each command; the sweep takes steps where there are more. Most is found by sanitizers.
most=16
[ -z "${CMCM_TEST_SAMPLE:-}" ] || most=40

# once N ARGUMENT...: the command with the Nth allocation failing; its status.
once() {
    local number=$1
    shift
    rm -rf "$work/written"
    CMCM_TEST_FAIL=$number "$failing" "$@" >"$work/got" 2>"$work/said" </dev/null
}

# output: what was written to standard output or with -o, but times.
output() {
    {
        cat "$1"
        [ ! -f "$work/written" ] || cat "$work/written"
        [ ! -d "$work/written" ] || cat "$work"/written/*
    } | sed -E 's/^(Time |Seconds=).*//; s/"time": *[0-9.e-]+//g; s/[0-9.]+ s\b//g'
}

# Is a file there as a whole, or not at all? Answers in it may differ: a test may have
# become uncertain. Of `check` each line is a test by itself.
whole() {
    [ -f "$work/written" ] || return 0
    [ -z "$(tail -c 1 "$work/written")" ] || return 1
    case $what in
    "check, TSV"*) ! awk -F '\t' 'NF != 9 { bad = 1 } END { exit !bad }' "$work/written" ;;
    *) [ "$(tail -1 "$work/written")" = "$(tail -1 "$work/file")" ] ;;
    esac
}

# tells STATUS COMMAND: does the command say in its report what it could not judge, and does
# the report?
tells() {
    local report=$work/got
    [ ! -f "$work/written" ] || report=$work/written
    case $1,$2 in
    4,conform) grep -qi 'not judged\|"unjudged": *[1-9]\|skipped="[1-9]' "$report" ;;
    4,diff) grep -q 'not known$\|"verdict":"unknown"' "$report" ;;
    4,map) grep -q 'not known  *[1-9]' "$report" ;;
    4,repair) grep -q 'not known\|"verdict":"unknown"\|"complete":false' "$report" ;;
    *) return 1 ;;
    esac
}

# Is the state after a failure one of those that are right?
right() {
    local status=$1 usual=$2 what=$3
    if grep -q 'Sanitizer\|runtime error' "$work/said"; then
        return 1
    fi
    case $status in
    3 | 4) { [ -s "$work/said" ] || tells "$status" "${what%%,*}"; } && whole ;;
    "$usual") cmp -s <(output "$work/got") "$work/usual" ||
        grep -q '"premises_complete": *false' "$work/got" ;; # said, and the answer is the same
    *) return 1 ;;
    esac
}

# sweep WHAT ARGUMENT...
sweep() {
    local what=$1 usual total step bad=0 tried=0 status
    shift
    rm -rf "$work/written"
    CMCM_TEST_COUNT=$work/count "$failing" "$@" >"$work/got" 2>"$work/said" </dev/null
    usual=$?
    output "$work/got" >"$work/usual"
    cp "$work/written" "$work/file" 2>/dev/null
    total=$(cat "$work/count")
    step=${CMCM_TEST_STEP:-$(((total + most - 1) / most))}
    [ -z "${CMCM_TEST_ALL:-}" ] || step=1
    for ((n = 1; n <= total; n += step)); do
        once "$n" "$@"
        status=$?
        tried=$((tried + 1))
        right "$status" "$usual" "$what" && continue
        bad=$((bad + 1))
        [ $bad -gt 3 ] || {
            echo "$what: allocation $n of $total: status $status" >&2
            head -12 "$work/said" >&2
        }
    done
    checks=$((checks + tried))
    [ $bad -eq 0 ] || fail "$what: $bad of $tried"
    printf '%s: %d of %d allocations\n' "$what" "$tried" "$total"
}

mp=arm/MP+dmb.sys.litmus
compound=cmcm/MP-gpu-x86+st.release.sys.litmus
sweep "check" check $mp
sweep "check, three architectures" check $mp x86/SB+att.litmus ptx/ATOM-cas-gpu.litmus
sweep "check, compound, witnesses" check --debug --witness=all -v $compound
sweep "check, executions counted" check --count executions $mp
sweep "check, executions counted, JSON" check -f json --count executions $mp
sweep "check, JSON" check -f json $compound
sweep "check, TSV, to a file" check -f tsv -o "$work/written" $mp $compound
sweep "check, a table" check -q --expect axioms/x86/expected.tsv
sweep "check, a broken test" check ../malformed/missing-operand.litmus
sweep "check, a broken model" check -m ../malformed/cat-unknown-name.cat $mp
sweep "check, two workers" check -j2 $mp $compound
sweep "explain" explain $mp
sweep "explain, compound, JSON" explain -f json $compound
printf 'include "cos.cat"\nacyclic po | rf | co | fr as sc\n' >"$work/sc.cat"
sweep "diff" diff -m arm -m "$work/sc.cat" $mp
sweep "diff, JSON" diff -f json -m arm -m "$work/sc.cat" $mp
sweep "map" map wave-ptx wave/2+2W-releases.litmus
sweep "repair" repair $mp
sweep "repair, JSON" repair -f json arm/MP+dmb.sys.litmus
sweep "shrink" shrink --keep forbidden arm/MP+dmb.sys.litmus
sweep "new" new mp
sweep "models" models
sweep "enumerate, a list" enumerate --list grace
sweep "enumerate, files" enumerate -q -o "$work/written" --axis producer=rel grace
sweep "enumerate, verdicts" enumerate -q --check -f json --axis producer=rel --axis pf=none grace
sweep "enumerate, a page" enumerate -q --check -f html --axis producer=rel \
    --axis pf=none grace
sweep "enumerate, cycles" enumerate --size 4 cycle
cd "$CMCM_SOURCE/tests/records" || exit 1
for format in text json html junit; do
    sweep "conform, $format" conform -f $format two-tests.xml
done
sweep "conform, to a file" conform -f json -o "$work/written" two-tests.xml
sweep "conform, a log" conform conform-sb.log
sweep "conform, a malformed record" conform malformed/"$(find malformed -name '*.xml' -printf '%f\n' | sort | head -1)"

finish
