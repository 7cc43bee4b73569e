#!/bin/bash
# The published tests, state by state: $CMCM_CORPUS, or the folder beside the
# source tree. Without it there is nothing to compare with.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
[ -e "$corpus/AARCH64/expected.tsv" ] ||
    skip "no corpus in $corpus; CMCM_CORPUS names another folder"
jobs=$(nproc 2>/dev/null || echo 1)

# compare WHAT ARGUMENT...: no difference, and at least one test compared.
compare() {
    local what=$1 status
    shift
    "$CMCM" check -q -j "$jobs" -t 60 "$@" >"$work/out" 2>"$work/err"
    status=$?
    printf '%s: %s\n' "$what" "$(tail -1 "$work/out")"
    checks=$((checks + 1))
    case $status,$(tail -1 "$work/out") in
    [04],expect:\ 0\ *) fail "$what: no test was compared" ;;
    [04],expect:\ *" 0 differences,"*) ;;
    *) fail "$what: status $status"; head -20 "$work/err" "$work/out" >&2 ;;
    esac
}
# without DIRECTORY PATTERN: its tests whose text does not have the pattern.
without() {
    find "$corpus/$1" -name '*.litmus' | sort | tr '\n' '\0' | xargs -0 grep -LiE "$2"
}

for directory in HAND HAND2 TUTO RelAcq Fence2 LD CO; do
    compare "AARCH64/$directory" --expect "$corpus/AARCH64/expected.tsv" \
        "$corpus/AARCH64/$directory"
done
compare "X86" --expect "$corpus/X86/expected.tsv"
compare "COMPOUND" -m cmcm --expect "$corpus/COMPOUND/expected.tsv"

# Tests without loops and barriers.
without PTX '\bbar\.|\bbarrier|\b(bra|goto|b(eq|ne|lt|le|gt|ge))\b' >"$work/straight"
compare "PTX 6.0" -m ptx60 --expect "$corpus/PTX/expected.tsv:6.0" "@$work/straight"
compare "PTX 7.5" -m ptx --expect "$corpus/PTX/expected.tsv:7.5" "@$work/straight"

finish
