#!/bin/bash
# cmcm map with tests made for it (map_tests.py): every rule of LLVM's table is used and kept, every
# fence, wait and cache instruction of it is needed or has a reason, and random programs find
# nothing but the differences that docs/mappings.md lists.
# CMCM_TEST_FACTOR: so many times as many random ones; CMCM_TEST_SEED: others.
. "$(dirname "$0")/lib.sh"
command -v python3 >"$work/which" 2>&1 || exit 77
made=$CMCM_SOURCE/tests/program/map_tests.py
map=$CMCM_SOURCE/models/mappings/llvm-amdgpu-cdna.map

# One instance of every rule, inside of a workgroup and on several XCDs: all rules are used, and
# each instruction of each sequence is needed or has a reason in the mapping, and not both.
python3 "$made" rules "$map" "$work/rules" || fail "tests of rules"
mkdir "$work/few"
for test in "$work"/rules/line-*-0-{mp,sc,lb}*-near*.litmus; do
    [ -e "${test/-near/-apart}" ] || mv "$test" "$work/few"
done
mv "$work"/rules/line-*-0-{mp,sc,lb}*-apart*.litmus "$work/few"
checks=$((checks + 4))
"$CMCM" map --from llvm-amdgpu --to cdna --needed "$work/few" >"$work/out" 2>"$work/err"
equal "every rule: used" "$(grep -c '=>' "$map")" "$(grep -c '^  line [0-9]' "$work/out")"
equal "every rule: none is unused" "" "$(grep 'more, of no test' "$work/out")"
equal "every instruction: tried" "$(grep '=>' "$map" | sed 's/.*=> //' | tr ';' '\n' |
    grep -v '\$' | grep -vc nothing)" "$(grep -c '^      `' "$work/out")"
equal "every instruction: needed, or there for a reason" "$(grep '=>' "$map" | grep -o '; ([a-z-]*)\|=> ([a-z-]*)' | wc -l) 0" \
    "$(sed -n 's/^  for a reason *//p;s/^  neither *//p' "$work/out" | paste -sd ' ')"
equal "every instruction: no reason for what is needed" "" "$(grep 'and have a reason' "$work/out")"
# A fence for global memory waits for no flag in LDS: MP-as_global-local-flag.
mkdir "$work/flags"
for test in $(sed -n 's/^  \(line-[a-z0-9-]*\): too weak: .*/\1/p' "$work/out"); do
    mv "$work/few/$test.litmus" "$work/flags"
done
run 0 "flags in the other address space" map --from llvm-amdgpu --to cdna \
    --variant llvm-space-flag "$work/flags"
contains "flags in the other address space" "$work/out" "  sound           18"

# Without its write-back the release of an agent is found by its own test.
line=$(grep -n '^store.release.{device} $a, ' "$map" | cut -d: -f1)
sed "${line}s/buffer_wbl2 sc1 ; //" "$map" >"$work/weak.map"
run 1 "a rule without its write-back" map "$work/weak.map" "$work/few/line-$line-0-mp-apart.litmus"

# known WHAT PATTERN DIRECTORY [READING]: each test that is too weak has the pattern, or is not
# under the reading.
known() {
    checks=$((checks + 1))
    for test in $(sed -n 's/^  \(random-[a-z0-9-]*\): too weak: .*/\1/p' "$work/out"); do
        grep -q "$2" "$3/$test.litmus" && continue
        [ -n "${4:-}" ] && "$CMCM" map --from llvm-amdgpu --to cdna --variant "$4" \
            "$3/$test.litmus" >"$work/again" 2>&1 && continue
        fail "$1: $test"
        cat "$3/$test.litmus"
    done
}
seed=${CMCM_TEST_SEED:-1}
for arch in llvm wave; do
    python3 "$made" random "$arch" $((seed * 100000)) $((120 * ${CMCM_TEST_FACTOR:-1})) \
        "$work/$arch" || fail "random, $arch"
done
# MP-av_none-unordered, CoRR-av_none, MP-as_global-local-flag; WRC-relaxed.
"$CMCM" map --from llvm-amdgpu --to cdna "$work/llvm" >"$work/out" 2>"$work/err"
known "random, LLVM to CDNA" 'av_none\|unordered' "$work/llvm" llvm-space-flag
"$CMCM" map --from wave --to cdna "$work/wave" >"$work/out" 2>"$work/err"
known "random, WAVE to CDNA" 'store\.relaxed' "$work/wave"
run 0 "random, WAVE to PTX" map --from wave --to ptx "$work/wave"
contains "random, WAVE to PTX" "$work/out" "  too weak        0"
finish
