# shellcheck shell=bash
# What the program tests share. Sourced, not run: $CMCM is the built command,
# $CMCM_SOURCE the source tree. A check that fails says so and goes on; finish
# gives the script's exit status.
set -u
: "${CMCM:?the path of the built cmcm}" "${CMCM_SOURCE:?the source tree}"
[ -x "$CMCM" ] || { echo "$CMCM is no program" >&2; exit 1; }
export CMCM_MODELS=${CMCM_MODELS:-$CMCM_SOURCE/models} LC_ALL=C
export SOURCE_DATE_EPOCH=1763784000 # pages say when they were made
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0
failures=0

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$*" >&2
    [ -z "${CMCM_TEST_FIRST:-}" ] || exit 1 # who asks only whether there is one
}

# same WHAT EXPECTED-FILE FOUND-FILE
same() {
    checks=$((checks + 1))
    diff -u "$2" "$3" >&2 || fail "$1"
}

# equal WHAT EXPECTED FOUND
equal() {
    checks=$((checks + 1))
    [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
}

# contains WHAT FILE TEXT
contains() {
    checks=$((checks + 1))
    grep -qF -- "$3" "$2" || { fail "$1: no '$3' in:"; head -20 "$2" >&2; }
}
lacks() {
    checks=$((checks + 1))
    ! grep -qF -- "$3" "$2" || fail "$1: $2 has: $3"
}

# run EXPECTED-STATUS WHAT ARGUMENT...: runs cmcm into $work/out and $work/err.
run() {
    local expected=$1 what=$2 status
    shift 2
    "$CMCM" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    equal "$what: exit status" "$expected" "$status"
    [ "$status" = "$expected" ] || head -20 "$work/err" >&2
}

# counts TO FILE: a test that asks whether a thread that waits has counted so far.
counts() {
    cat <<END >"$2"
AArch64 counting
{ 0:X1=x; 1:X1=x; }
 P0           | P1          ;
 L0:          | MOV W0,#1   ;
 ADD W2,W2,#1 | STR W0,[X1] ;
 LDR W0,[X1]  |             ;
 CBZ W0,L0    |             ;
exists (0:X2=$1)
END
}

# skip WHY: nothing here can be tested.
skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

finish() {
    printf '%d checks, %d failures\n' "$checks" "$failures"
    [ "$failures" -eq 0 ] && [ "$checks" -gt 0 ]
}
