#!/bin/bash
# cmcm map with tests made for it (map_tests.py): every rule of LLVM's table is used and kept, and
# random programs find nothing but the differences that docs/mappings.md lists.
# CMCM_TEST_FACTOR: so many times as many random ones; CMCM_TEST_SEED: others.
. "$(dirname "$0")/lib.sh"
command -v python3 >"$work/which" 2>&1 || exit 77
made=$CMCM_SOURCE/tests/program/map_tests.py
map=$CMCM_SOURCE/models/mappings/llvm-amdgpu-cdna.map

# One instance of every rule: all of them are in the documents.
python3 "$made" rules "$map" "$work/rules" || fail "tests of rules"
mkdir "$work/few"
mv "$work"/rules/line-*-0-*-apart.litmus "$work/few"
for test in "$work"/rules/line-*-0-*-near.litmus; do
    [ -e "$work/few/$(basename "$test" near.litmus)apart.litmus" ] || mv "$test" "$work/few"
done
checks=$((checks + 3))
run 0 "every rule" map --from llvm-amdgpu --to cdna "$work/few"
equal "every rule: used" "$(grep -c '=>' "$map")" "$(grep -c '^  line' "$work/out")"
contains "every rule: none is unused" "$work/out" "  too weak        0"
equal "every rule: none is unused" "" "$(grep 'more, of no test' "$work/out")"

# Without its write-back the release of an agent is found by its own test.
line=$(grep -n '^store.release.{device} $a, ' "$map" | cut -d: -f1)
sed "${line}s/buffer_wbl2 sc1 ; //" "$map" >"$work/weak.map"
run 1 "a rule without its write-back" map "$work/weak.map" "$work/rules/line-$line-1-mp-apart.litmus"

# known WHAT PATTERN DIRECTORY: each test that is too weak has the pattern.
known() {
    checks=$((checks + 1))
    for test in $(sed -n 's/^  \(random-[a-z0-9-]*\): too weak: .*/\1/p' "$work/out"); do
        grep -q "$2" "$3/$test.litmus" || { fail "$1: $test"; cat "$3/$test.litmus"; }
    done
}
seed=${CMCM_TEST_SEED:-1}
for arch in llvm wave; do
    python3 "$made" random "$arch" $((seed * 100000)) $((120 * ${CMCM_TEST_FACTOR:-1})) \
        "$work/$arch" || fail "random, $arch"
done
# MP-av_none-unordered, CoRR-av_none; WRC-relaxed.
"$CMCM" map --from llvm-amdgpu --to cdna "$work/llvm" >"$work/out" 2>"$work/err"
known "random, LLVM to CDNA" 'av_none\|unordered' "$work/llvm"
"$CMCM" map --from wave --to cdna "$work/wave" >"$work/out" 2>"$work/err"
known "random, WAVE to CDNA" 'store\.relaxed' "$work/wave"
run 0 "random, WAVE to PTX" map --from wave --to ptx "$work/wave"
contains "random, WAVE to PTX" "$work/out" "  too weak        0"
finish
