#!/bin/bash
# cmcm map: mappings between instruction sets (docs/mappings.md).
. "$(dirname "$0")/lib.sh"
wave=$CMCM_SOURCE/tests/litmus/wave
maps=$CMCM_SOURCE/models/mappings

# tried MAPPING SOUND WEAK: what comes of WAVE's own tests.
tried() {
    "$CMCM" map "$maps/$1.map" "$wave" >"$work/out" 2>"$work/err"
    contains "$1: sound" "$work/out" "  sound           $2"
    contains "$1: too weak" "$work/out" "  too weak        $3"
}
# Order by order and scope by scope PTX has all that WAVE forbids; so have CPUs, whose
# fences are for everybody.
tried wave-ptx 85 0
tried wave-aarch64 63 0
tried wave-x86 63 0
# The published backend drops the scope of atomics, and .gpu reaches no other GPU.
tried wave-ptx-backend 10 1
contains "the backend" "$work/out" "ATOM-add-system: too weak: ptx allows [x]=1;"

# LLVM's sequences for gfx942; the page's, without a write-back.
# LB-datas stores what was loaded, and the sequences move it without a wait.
tried wave-cdna 75 1
contains "a value that has not arrived" "$work/out" "  LB-datas: not known"
contains "a relaxed store" "$work/out" "  WRC-relaxed: too weak"
run 0 "needed in local memory" map wave-cdna --needed "$wave/MP-local-release+acquire.litmus"
contains "needed in local memory" "$work/out" "\`s_waitcnt lgkmcnt(0)\` is needed: without it MP-local-release"
run 1 "the page's device fence" map "$maps/wave-cdna-page.map" "$wave/MP-fences-relaxed.litmus"
run 0 "needed by CDNA" map wave-cdna --needed "$wave/MP-exchange-rel-acq.litmus"
for needed in 'buffer_wbl2 sc1' 's_waitcnt vmcnt(0) lgkmcnt(0)' 's_waitcnt vmcnt(0)' 'buffer_inv sc1'; do
    contains "needed by CDNA" "$work/out" "\`$needed\` is needed: without it MP-exchange-rel-acq"
done

# LLVM's own model and LLVM's code sequences: where its two documents differ, and nowhere else.
llvm=$CMCM_SOURCE/tests/litmus/llvm
run 1 "LLVM's sequences" map llvm-amdgpu-cdna "$llvm"
contains "LLVM's sequences" "$work/out" "  sound           154"
for test in CoRR-av_none ISA2-local-agent MP-as_global-local-flag MP-av_none-unordered; do
    contains "LLVM's sequences" "$work/out" "  $test: too weak"
done
contains "LLVM's sequences" "$work/out" "  too weak        5"
contains "a value that has not arrived" "$work/out" "  LB-data: too weak: cdna has the flag missing-wait"
run 1 "read alike" map llvm-amdgpu-cdna --variant llvm-unordered-plain \
    --variant llvm-local-scope --variant llvm-space-flag "$llvm"
equal "read alike" "  CoRR-av_none,  LB-data" "$(sed -n 's/: too weak: .*//p' "$work/out" | paste -sd ,)"
run 1 "one order of scopes" map llvm-amdgpu-cdna --variant llvm-one-sc-order "$llvm/SB-scopes.litmus"

# A sample of the suite: each order and variation, inside of a workgroup and across XCDs.
for family in mp sb; do
    run 0 "suite, $family" map llvm-amdgpu-cdna "$family" --axis placement=cta,gpu \
        --axis order=rel-acq --axis scope=cta,gpu
    contains "suite, $family" "$work/out" "  sound           32"
done
run 0 "needed by LLVM" map llvm-amdgpu-cdna --needed "$llvm/MP-atomicrmw-acq_rel.litmus"
for needed in 'buffer_wbl2 sc1' 's_waitcnt vmcnt(0) lgkmcnt(0)' 's_waitcnt vmcnt(0)' 'buffer_inv sc1'; do
    contains "needed by LLVM" "$work/out" "\`$needed\` is needed: without it MP-atomicrmw-acq_rel"
done

# Readings that promise more than the mapping keeps: PTX wants both scopes to reach, fences
# between lanes, orders where none is said.
cd "$wave" || exit 1
while read -r variant test; do
    run 1 "$variant" map wave-ptx --variant "$variant" MP-{plain,wave,device-apart}.litmus \
        CoRR-plain.litmus MP-fences-{plain-flag,relaxed}.litmus MP-{exchange-default,lanes-plain}.litmus \
        MP-release-device+acquire-workgroup.litmus WRC-plain.litmus
    equal "$variant" "$test" "$(sed -n 's/^  \(.*\): too weak: .*/\1/p' "$work/out" | paste -sd ,)"
done <<'T'
wave-one-way MP-release-device+acquire-workgroup
wave-ordered-atomics MP-exchange-default
wave-lockstep MP-lanes-plain
wave-relaxed-plain CoRR-plain,MP-fences-plain-flag,WRC-plain
T
run 0 "a reading that promises less" map wave-ptx --variant wave-first-hand WRC*.litmus ISA2*.litmus

# Fences: each is needed for message passing.
run 0 "needed" map wave-aarch64 mp --axis placement=gpu --needed \
    --axis fence=acq_rel.gpu
contains "needed" "$work/out" "\`DMB ISH\` is needed: without it MP-placement.gpu-fence.acq_rel.gpu"
run 0 "not needed" map wave-aarch64 sb --axis placement=gpu --needed \
    --axis fence=acq_rel.gpu
contains "not needed" "$work/out" "\`DMB ISH\` can go, as far as tested: 1 tests"
contains "not needed" "$work/out" ", of these 1 stricter"

# A mapping that drops the release is found out.
sed 's/st\.release/st.relaxed/' "$maps/wave-ptx.map" >"$work/weak.map"
run 1 "no release" map "$work/weak.map" "$wave/MP-device-apart.litmus"
contains "no release" "$work/out" "MP-device-apart: too weak: ptx allows 1:r0=1; 1:r1=0;"
sed '1i undefined data-race' "$work/weak.map" >"$work/undefined.map"
run 0 "a race promises nothing" map "$work/undefined.map" "$wave/MP-device-apart.litmus"
contains "a race promises nothing" "$work/out" "  undefined       1"

run 0 "translated" map wave-aarch64 --translate "$wave/MP-workgroup.litmus"
cat >"$work/expected" <<'T'
AArch64 MP-workgroup
"A release and an acquire of the workgroup, inside it."
{
 x=0; y=0;
 0:X20=x;
 0:X21=y;
 1:X20=x;
 1:X21=y;
}
 P0            | P1             ;
 MOV W9,1      | LDAPR W0,[X21] ;
 STR W9,[X20]  | LDR W1,[X20]   ;
 MOV W9,1      |                ;
 STLR W9,[X21] |                ;
locations [1:W0; 1:W1;]
exists (1:W0=1 /\ 1:W1=0)

T
same "translated" "$work/expected" "$work/out"
run 0 "and read again" check --assert forbidden "$work/expected"
run 4 "not translated" map wave-x86 --translate "$wave/MP-barrier.litmus"
contains "not translated" "$work/err" "cmcm map: MP-barrier: not translated: "
run 0 "a line for every test" map wave-ptx -v "$wave/MP-device-apart.litmus"
contains "a line for every test" "$work/out" "  MP-device-apart: sound"

run 2 "no mapping" map "$wave/MP-device-apart.litmus"
run 2 "no tests" map wave-ptx
run 3 "two mappings" map wave-ptx "$maps/wave-ptx.map" "$wave/MP-device-apart.litmus"
run 3 "no such mapping" map ptx-wave "$wave/MP-device-apart.litmus"
run 3 "no such test" map wave-ptx "$wave/none.litmus"
echo 'from WAVE to VAX' >"$work/bad.map"
run 3 "a malformed mapping" map "$work/bad.map" "$wave/MP-device-apart.litmus"
contains "a malformed mapping" "$work/err" "bad.map:1:14: error: there is no instruction set \`VAX\`"
run 0 "a test of another set" map wave-ptx "$CMCM_SOURCE/tests/litmus/x86/MP.litmus"
contains "a test of another set" "$work/out" "not translated: the test is for X86, and"

finish
