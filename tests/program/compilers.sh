#!/bin/bash
# cmcm compile-check: what compilers make today, where they are, of the tests of compile/known.txt is what is known of
# it. What they made of them once, as it is recorded, is looked at by compile-check.sh.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/compile" || exit 1

# Other versions of the compilers may make other things of the tests.
others=$(for record in records/*; do sed -n '1{N;s/^# \(.*\)\n# \([^ ]*\) .*/\2 \1/p;q}' "$record"; done | sort -u |
    while read -r compiler version; do
        said=$("$compiler" --version 2>"$work/none" | head -1)
        [ -z "$said" ] || [ "$said" = "$version" ] || echo "$compiler"
    done)
if [ -n "$others" ]; then
    echo "skipped: compilers that are here: of another version than the records:" $others
else
    run 0 "compilers that are here" compile-check --self-test
    echo "$(grep '^[^ ]*: ' "$work/out" | grep -vc ': absent') with compilers that are here"
fi
# Triage undoes the causes that it knows. Of a BUG with another cause it says so.
triage() {
    "$CMCM_SOURCE/tests/compile/triage.sh" "$2" "$work/$3.litmus" >"$work/triage"
    equal "triage of $3" "$3: $1" "$(cat "$work/triage")"
}
case_of() {
    awk -v name="$1" '$0 == "C " name { on = 1 } /^== / { on = 0 } on' "$CMCM_SOURCE/compile/known.txt" >"$work/$1.litmus"
}
for name in MP+xchg SB+idempotent MP+xchg-acquire SB+sync MP+add; do case_of $name; done
if [ -z "$others" ] && command -v clang-14 clang-19 >"$work/which"; then
    narrow='clang-19 --target=aarch64-linux-gnu -march=armv8-a -mno-outline-atomics -O2'
    triage 'an exchange that is unused becomes a store' 'clang-14 -O2' MP+xchg
    triage 'a read-modify-write is dropped, or becomes a load or a store' 'clang-14 -O2' SB+idempotent
    triage 'LDAXR to WZR acquires nothing' "$narrow" MP+xchg-acquire
    triage none "$narrow" SB+sync
    triage 'read-modify-writes lose order and scope' 'clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -O2' MP+add
    sed 's/^C MP+add$/C MP+byte/; s/int\* y/char* y/
        /^P1/,$s/fetch_add_explicit(y, 1, memory_order_acq_rel)/load_explicit(y, memory_order_acquire)/' \
        "$work/MP+add.litmus" >"$work/MP+byte.litmus"
    triage 'an object of 1 or 2 bytes, which instructions on the word around access' \
        'clang-19 --target=amdgcn-amd-amdhsa -mcpu=gfx942 -O2' MP+byte
    run 1 "AMD's part" compile-check --no-shrink --cc 'clang-19 --target=amdgcn-amd-amdhsa -mcpu=gfx942 -O2' \
        "$work/MP+byte.litmus"
    contains "AMD's part" "$work/out" 'It is the back end that makes it'
    for ir in "amdgcn-amd-amdhsa -mcpu=gfx942" "nvptx64-nvidia-cuda -march=sm_90"; do
        run 0 "LLVM IR for a GPU" compile-check --cc "clang-19 --target=$ir -O2 -emit-llvm" "$work/MP+byte.litmus"
        contains "LLVM IR for a GPU" "$work/out" '-emit-llvm: equal'
    done
    # The part of it, and lines of the source, also for a GPU. No result hangs on one that was refused before it.
    run 1 "a GPU's part" compile-check --no-shrink --mix --cc 'gcc -O2' \
        --cc 'clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -O2' "$work/MP+add.litmus"
    equal "a GPU beside a CPU" "1 2 1" \
        "$(grep -c ': equal' "$work/out") $(grep -c ': refused' "$work/out") $(grep -c ': BUG' "$work/out")"
    contains "a GPU's part" "$work/out" 'It is the back end that makes it'
    contains "a GPU's part" "$work/out" '(* at unit.c:15 *)'
else
    echo "skipped: triage, without clang 14 and 19 of the records"
fi
if [ -z "$others" ]; then
    CMCM=$CMCM python3 "$CMCM_SOURCE/tests/compile/frames.py" 4 "${CMCM_TEST_SEED:-1}" >"$work/frames"
    equal "frames as registers" 0 $?
    [ "$(grep -c ': 4 tests; decided with registers 4' "$work/frames")" -ge 1 ] || fail "frames: $(cat "$work/frames")"
fi
finish
