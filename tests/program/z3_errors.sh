#!/bin/bash
# Every call of Z3 that can fail fails once (tests/alloc/failing_z3.c): a message and no
# answer, or the answer that there is without the failure, never another one.
# CMCM_TEST_STEP=N takes every Nth only (CMCM_TEST_ALL=1: all).
. "$(dirname "$0")/lib.sh"
failing=$CMCM_BUILD/tests/cmcm-z3-failing
source=$CMCM_SOURCE/tests/alloc/failing_z3.c
# Of each command; the sweep takes steps where there are more. Most is found by sanitizers.
most=24
[ -z "${CMCM_TEST_SAMPLE:-}" ] || most=60

# ---- every function of Z3 that the library calls is in failing_z3.c ---------------------

# What it leaves alone: errors themselves, interrupts, what frees, settings of a new context,
# and what is asked of the process.
for name in $(cat "$CMCM_SOURCE"/{checker,checker/*,api}/*.c | grep -oE '\bZ3_[a-z_]+\(' |
    tr -d '(' | sort -u); do
    case $name in
    Z3_get_error_* | Z3_set_error_handler | Z3_interrupt | Z3_del_config | Z3_del_context | \
        Z3_set_param_value | Z3_get_estimated_alloc_size) continue ;;
    esac
    checks=$((checks + 1))
    grep -qE "\b(__wrap_)?$name\b" "$source" || fail "$name is not in tests/alloc/failing_z3.c"
done

# ---- the library settles nothing for the whole process ---------------------------------

checks=$((checks + 1))
! grep -nE '\bZ3_(global_param|toggle_warning|enable_trace|disable_trace|open_log|append_log)' \
    -r "$CMCM_SOURCE"/{base,litmus,model,execution,checker,explain,mapping,api,campaign,report} ||
    fail "a setting of the whole process"

# ---- failures ---------------------------------------------------------------------------

# Is what follows a failure one of those that are right?
right() {
    local status=$1 usual=$2
    if grep -q 'Sanitizer\|runtime error' "$work/said"; then
        return 1
    fi
    case $status in
    3) [ -s "$work/said" ] ;;
    4) grep -q 'the solver\|memory limit reached' "$work/said" "$work/got" ;;
    # The answer may be certain though states, repairs or reasons are missing, which is said then.
    "$usual") cmp -s <(output "$work/got") <(output "$work/usual") ||
        cat "$work/said" "$work/got" |
        grep -q 'states may be missing: the solver\|There may be others: the solver\|not all were tried\|others might do as well\|Whether .*axioms which say which orders' ;;
    *) return 1 ;;
    esac
}

# What there is but times.
output() {
    sed -E '/^$/d; s/^Time .*//; s/"time": *[0-9.e-]+//g; s/[0-9.]+ s\b//g' "$1"
}

# sweep WHAT ERROR ARGUMENT...
sweep() {
    local what=$1 error=$2 usual total step status bad=0 tried=0
    shift 2
    CMCM_TEST_COUNT=$work/count "$failing" "$@" >"$work/usual" 2>"$work/said" </dev/null
    usual=$?
    total=$(cat "$work/count")
    [ "$total" -gt 30 ] || fail "$what: only $total calls"
    step=${CMCM_TEST_STEP:-$(((total + most - 1) / most))}
    [ -z "${CMCM_TEST_ALL:-}" ] || step=1
    for ((n = 1; n <= total; n += step)); do
        CMCM_TEST_FAIL=$n CMCM_TEST_ERROR=$error timeout 60 "$failing" "$@" >"$work/got" \
            2>"$work/said" </dev/null
        status=$?
        tried=$((tried + 1))
        right "$status" "$usual" && continue
        bad=$((bad + 1))
        [ $bad -gt 3 ] || {
            echo "$what: call $n of $total: status $status" >&2
            head -5 "$work/said" "$work/got" >&2
        }
    done
    checks=$((checks + tried))
    [ $bad -eq 0 ] || fail "$what: $bad of $tried"
    printf '%s: %d of %d calls\n' "$what" "$tried" "$total"
}

memout=7 exception=12 # Z3_MEMOUT_FAIL, Z3_EXCEPTION
cd "$CMCM_SOURCE/tests/litmus" || exit 1
mp=arm/MP+dmb.sys.litmus
sweep "check" $memout check $mp
sweep "check, another error" $exception check $mp
sweep "check, states without a condition" $memout check arm/SB.litmus
sweep "check, atomics of a GPU" $memout check ptx/ATOM-cas-gpu.litmus
sweep "explain" $memout explain $mp
sweep "explain, another error" $exception explain cmcm/SB-x86+mfence+fence.sc.sys.litmus
sweep "repair" $memout repair arm/SB.litmus
sweep "diff" $memout diff -m x86tso -m arm x86/SB.litmus

failing=$failing-second # CaDiCaL is asked first
sweep "check, compound, verified" $exception check --debug \
    cmcm/MP-gpu-x86+st.release.sys.litmus
sweep "check, atomics of a GPU, verified" $memout check --debug ptx/ATOM-cas-gpu.litmus

finish
