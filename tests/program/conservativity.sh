#!/bin/bash
# On tests of one architecture the compound models, cmcm, cdna and wave, allow exactly the states
# that the architecture's own model allows: the project's tests, and the published ones where
# they are.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
own=$CMCM_SOURCE/tests/litmus
jobs=$(nproc 2>/dev/null || echo 1)

# conservative WHAT MODEL OPERAND...: cmcm is, and for a CPU cdna and wave.
conservative() {
    conservative_in cmcm "$@"
    [ "$2" = ptx ] || for compound in cdna wave; do conservative_in $compound "$@"; done
}

# conservative_in COMPOUND WHAT MODEL OPERAND...
conservative_in() {
    local compound=$1 what=$2 model=$3
    shift 3
    for m in "$model" "$compound"; do
        "$CMCM" check -q -j "$jobs" -t 300 -f tsv -m "$m" "$@" 2>"$work/err" >"$work/rows"
        case $? in
        0 | 4) ;;
        *) fail "$what under $m"; head "$work/err" >&2 ;;
        esac
        cut -f 1-7,9 "$work/rows" >"$work/$m" # the eighth has flags, which are the model's own
    done
    same "$what: $model and $compound" "$work/$model" "$work/$compound"
    printf '%s, %s: %d tests\n' "$what" "$compound" $(($(wc -l <"$work/$model") - 1))
    checks=$((checks + 1))
    [ "$(wc -l <"$work/$model")" -gt 1 ] || fail "$what: no tests"
}

conservative "own AArch64" arm "$own/arm"
conservative "own x86" x86tso "$own/x86"
conservative "own PTX" ptx "$own/ptx"

if [ -e "$corpus/AARCH64/expected.tsv" ]; then
    for directory in HAND HAND2 TUTO RelAcq Fence2 LD CO; do
        conservative "AARCH64/$directory" arm "$corpus/AARCH64/$directory"
    done
    conservative "X86" x86tso "$corpus/X86"
    conservative "PTX" ptx "$corpus/PTX"
else
    echo "no corpus in $corpus: only the project's own tests"
fi

finish
