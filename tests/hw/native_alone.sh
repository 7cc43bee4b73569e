# Sourced by program/native-*.sh after lib.sh, with the instruction set's name for
# native_cases.c, the compiler's and the emulator's as packages have them, and an array
# with the emulator's options:
#
#     isa  target  emulate  options
#
# prepare PLACE...   Writes each CPU thread of the tests there, to be run alone, and the
#                    rows of the instruction set's unit test; "$work/written" says what
#                    was left out. Skips the script where nothing can run them.
# run_alone          Runs them here or under QEMU and compares them with the sequential
#                    interpreter; "$work/missing": tests with instructions that this
#                    processor lacks.
# shellcheck shell=bash disable=SC2154 # set by lib.sh and by the script
: "${CMCM_BUILD:?the build directory}" "${CMCM_CC:?the C compiler}"

prepare() {
    if [ "$(uname -m)" = "$target" ]; then
        target_cc=$CMCM_CC
        emulator=()
    else
        target_cc=$target-linux-gnu-gcc
        emulator=("$emulate" "${options[@]}")
        command -v "$target_cc" >/dev/null ||
            skip "no $target_cc (package gcc-$target-linux-gnu)"
        command -v "$emulate" >/dev/null || skip "no $emulate (package qemu-user)"
    fi
    # shellcheck disable=SC2086 # the flags are words
    "$CMCM_CC" -std=c17 -D_POSIX_C_SOURCE=200809L ${CMCM_CFLAGS:-} -I"$CMCM_SOURCE" \
        "$CMCM_SOURCE/tests/hw/native_cases.c" "$CMCM_BUILD/libcmcm.a" -lm -o "$work/native_cases" ||
        fail "native_cases.c does not compile"
    find "$@" -name '*.litmus' | LC_ALL=C sort >"$work/list"
    "$work/native_cases" "$isa" "$work/bodies.s" "$work/cases" <"$work/list" >"$work/written" ||
        fail "the cases could not be written"
}

run_alone() {
    grep -v '^left out' "$work/written"
    "$target_cc" -std=gnu17 -O1 -static "$CMCM_SOURCE/tests/hw/native_driver.c" "$work/bodies.s" \
        -o "$work/native_driver" || fail "the code does not assemble"
    "${emulator[@]}" "$work/native_driver" <"$work/cases" >"$work/ran"
    equal "exit status of the run" 0 $?
    grep -v '^not run' "$work/ran" | tail -n 30
    sed -n 's/^not run: \(.*\):P[0-9]*:.*/\1/p' "$work/ran" | sort -u >"$work/missing"
}
