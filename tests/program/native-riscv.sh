#!/bin/bash
# RISC-V threads as machine code: each thread of our tests, of the published ones and
# of the rows of test_riscv.c, run alone (on this machine, or under QEMU) and compared
# with the sequential interpreter.
. "$(dirname "$0")/lib.sh"
isa=riscv
target=riscv64
emulate=qemu-riscv64
options=()
. "$CMCM_SOURCE/tests/hw/native_alone.sh"

corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
places=("$CMCM_SOURCE/tests/litmus/riscv" "$CMCM_SOURCE/tests/litmus/axioms/riscv"
    "$CMCM_SOURCE/tests/litmus/cmcm")
[ -d "$corpus" ] && places+=("$corpus/RISCV")
prepare "${places[@]}"
grep '^left out' "$work/written" | grep -v -e 'cannot be run, expected addresses of code' \
    -e 'uses the stack pointer x2' -e 'a thread of RV32 cannot be run' >"$work/unexpected"
same "refused for another reason" /dev/null "$work/unexpected"
run_alone
# Only Zalasr, Zabha and Zacas may be missing.
xargs grep -liE '\b(l[bhwd]\.aq|s[bhwd]\.(aq)?rl|s[bhwd]\.aq\.rl|amo[a-z]+\.[bh]|amocas)\b' \
    <"$work/list" | sed 's,.*/,,; s,\.litmus$,,' | sort -u >"$work/may"
same "tests with other instructions that the processor lacks" /dev/null \
    <(comm -23 "$work/missing" "$work/may")
finish
