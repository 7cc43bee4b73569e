#!/bin/bash
# cmcm map --rules: the tests made for the rules of a mapping show each to be right, and find each
# broken one (tests/mutate/mappings.py); random programs (map_tests.py) find nothing but the
# differences that docs/mappings.md lists. LLVM's rules: map_llvm.sh.
# CMCM_TEST_FACTOR: so many times as many random ones; CMCM_TEST_SEED: others.
. "$(dirname "$0")/lib.sh"
command -v python3 >"$work/which" 2>&1 || exit 77
made=$CMCM_SOURCE/tests/program/map_tests.py
maps=$CMCM_SOURCE/models/mappings
build=$(dirname "$CMCM")

# Every rule is right, and needed.
while read -r mapping rules; do
    run 0 "rules of $mapping" map "$maps/$mapping.map" --rules
    contains "rules of $mapping" "$work/out" "sound: all $rules rules are exercised"
done <<'T'
wave-ptx 45
wave-ptx-page 15
wave-aarch64 16
wave-x86 15
T

# Of another source, with its scopes.
cat >"$work/ptx-aarch64.map" <<'T'
from PTX to AArch64
register r = W 8
address X 20
words scope: cta=cta gpu=gpu sys=sys
ld.weak.u32 $d, $a => LDR $d,$a
st.weak.u32 $a, $v => MOV W9,$v ; STR W9,$a
ld.relaxed.{scope}.u32 $d, $a => LDR $d,$a
st.relaxed.{scope}.u32 $a, $v => MOV W9,$v ; STR W9,$a
ld.acquire.{scope}.u32 $d, $a => LDAPR $d,$a
st.release.{scope}.u32 $a, $v => MOV W9,$v ; STLR W9,$a
atom.relaxed.{scope}.add.u32 $d, $a, $v => MOV W9,$v ; LDADD W9,$d,$a
atom.acq_rel.{scope}.exch.b32 $d, $a, $v => MOV W9,$v ; SWPAL W9,$d,$a
fence.acq_rel.{scope} => DMB ISH
fence.sc.{scope} => DMB ISH
T
run 0 "rules of PTX" map "$work/ptx-aarch64.map" --rules
contains "rules of PTX" "$work/out" "sound: all 10 rules are exercised"
sed 's/LDADD/LDEOR/' "$work/ptx-aarch64.map" >"$work/broken.map"
run 1 "another operation" map "$work/broken.map" --rules -o "$work/weak"
contains "another operation" "$work/out" "too weak: "
run 0 "both tests as files" check "$work/weak/line-11-0-value-0.litmus"
run 0 "both tests as files" check "$work/weak/line-11-0-value-0-AArch64.litmus"
sed 's/^fence.sc.*/fence.sc.{scope} => DMB ISH ; DMB ISH/' "$work/ptx-aarch64.map" >"$work/twice.map"
run 4 "no test needs it" map "$work/twice.map" --rules
contains "no test needs it" "$work/out" "line 14: fence.sc.{scope}: not exercised: no test needs \`DMB ISH\`"

# found LINE-PATTERN SED: that mutant of WAVE's mapping to CDNA is found.
found() {
    local line
    line=$(grep -n -m 1 "^$1" "$maps/wave-cdna.map" | cut -d: -f1)
    printf '%s\t%s\n' "$line" "$(sed -n "${line}p" "$maps/wave-cdna.map" | sed "$2")" >>"$work/mutants"
}
found 'device_store.release.device \$a' 's/vmcnt(0) lgkmcnt(0)/vmcnt(0)/'
found 'device_store.release.device \$a' 's/buffer_wbl2 sc1 ; //'
found 'atomic_cas.acq_rel.device \$d' 's/ ; buffer_inv sc1//'
found 'atomic_cas.acq_rel.system \$d' 's/buffer_inv sc0 sc1/buffer_inv sc1/'
found 'atomic_cas.release.workgroup \$d' 's/s_waitcnt lgkmcnt(0) ; //'
found 'atomic_exchange.release.system \$d' 's/buffer_wbl2 sc0 sc1 ; //'
found 'atomic_exchange.release.system _' 's/buffer_wbl2 sc0 sc1/buffer_wbl2 sc1/'
found 'local_load.acquire.workgroup' 's/ ; s_waitcnt.*//'
found 'atomic_add.device \$d' 's/global_atomic_add/global_atomic_sub/'
found 'atomic_add.local.relaxed.workgroup' 's/ds_add/ds_sub/'
found 'device_load \$d' 's/dword/ushort/'
found 'barrier' 's/ ; s_barrier//'
found 'barrier' 's/s_waitcnt lgkmcnt(0) ; //'
"$build/tests/map_mutants" "$CMCM_MODELS" "$maps/wave-cdna.map" <"$work/mutants" >"$work/out"
equal "broken rules" "13 found" "$(cut -f1 "$work/out" | sort | uniq -c | sed 's/^ *//')"

# Some mutants of each mapping, others with another seed; all: tests/mutate/mappings.py.
checks=$((checks + 1))
python3 "$CMCM_SOURCE/tests/mutate/mappings.py" --build "$build" --seed "${CMCM_TEST_SEED:-1}" \
    --count $((25 * ${CMCM_TEST_FACTOR:-1})) wave-ptx wave-ptx-page wave-aarch64 wave-x86 wave-cdna \
    >"$work/out" || { cat "$work/out"; fail "mutants"; }

# known WHAT PATTERN DIRECTORY [READING]: each test that is too weak has the pattern, or is not
# under the reading.
known() {
    checks=$((checks + 1))
    for test in $(sed -n 's/^  \(random-[a-z0-9-]*\): too weak: .*/\1/p' "$work/out"); do
        grep -q "$2" "$3/$test.litmus" && continue
        [ -n "${4:-}" ] && "$CMCM" map llvm-amdgpu-cdna --variant "$4" \
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
"$CMCM" map llvm-amdgpu-cdna "$work/llvm" >"$work/out" 2>"$work/err"
known "random, LLVM to CDNA" 'av_none\|unordered' "$work/llvm" llvm-space-flag
"$CMCM" map wave-cdna "$work/wave" >"$work/out" 2>"$work/err"
known "random, WAVE to CDNA" 'store\.relaxed' "$work/wave"
run 0 "random, WAVE to PTX" map wave-ptx "$work/wave"
contains "random, WAVE to PTX" "$work/out" "  too weak        0"
finish
