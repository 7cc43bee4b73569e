#!/bin/bash
# AArch64 threads as machine code: each thread of our tests, of the published ones
# and of the rows of test_aarch64.c, run alone (on this machine, or under QEMU) and
# compared with the sequential interpreter.
. "$(dirname "$0")/lib.sh"
: "${CMCM_BUILD:?the build directory}" "${CMCM_CC:?the C compiler}"

if [ "$(uname -m)" = aarch64 ]; then
    target_cc=$CMCM_CC
    emulator=()
else
    target_cc=aarch64-linux-gnu-gcc
    emulator=(qemu-aarch64 -cpu max)
    command -v "$target_cc" >/dev/null || skip "no $target_cc (package gcc-aarch64-linux-gnu)"
    command -v qemu-aarch64 >/dev/null || skip "no qemu-aarch64 (package qemu-user)"
fi

# shellcheck disable=SC2086 # the flags are words
"$CMCM_CC" -std=c17 -D_POSIX_C_SOURCE=200809L ${CMCM_CFLAGS:-} -I"$CMCM_SOURCE" \
    "$CMCM_SOURCE/tests/hw/native_cases.c" "$CMCM_BUILD/libcmcm.a" -o "$work/native_cases" ||
    fail "native_cases.c does not compile"

corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
places=("$CMCM_SOURCE/tests/litmus/arm" "$CMCM_SOURCE/tests/litmus/cmcm")
[ -d "$corpus" ] && places+=("$corpus/AARCH64" "$corpus/COMPOUND")
find "${places[@]}" -name '*.litmus' | LC_ALL=C sort >"$work/list"

"$work/native_cases" aarch64 "$work/bodies.s" "$work/cases" <"$work/list" >"$work/written" ||
    fail "the cases could not be written"
# What is refused is refused for one of these reasons.
grep '^left out' "$work/written" | grep -v -e 'an address of code as data cannot be run' \
    -e 'threads on several GPUs, expected one GPU' >"$work/unexpected"
same "refused for another reason" /dev/null "$work/unexpected"
grep -v '^left out' "$work/written"

"$target_cc" -std=gnu17 -O1 -static "$CMCM_SOURCE/tests/hw/native_driver.c" "$work/bodies.s" \
    -o "$work/native_driver" || fail "the code does not assemble"
"${emulator[@]}" "$work/native_driver" <"$work/cases" >"$work/ran"
equal "exit status of the run" 0 $?
tail -n 30 "$work/ran"
# Only FEAT_LRCPC3 (LDIAPP, STILP: four rows, and tests with them) may be missing.
sed -n 's/^not run: \(.*\):P[0-9]*:.*/\1/p' "$work/ran" | sort -u >"$work/missing"
rows=$(grep -c '^row[0-9]*$' "$work/missing")
[ "$rows" -le 4 ] || fail "$rows rows with instructions that the processor lacks"
xargs grep -liE 'LDIAPP|STILP' <"$work/list" | sed 's,.*/,,; s,\.litmus$,,' | sort -u >"$work/may"
same "tests with other instructions that the processor lacks" /dev/null \
    <(grep -v '^row[0-9]*$' "$work/missing" | comm -23 - "$work/may")
finish
