#!/bin/bash
# `cmcm new`: every shape for every instruction set is a test whose verdict is what plain
# accesses have by the published tables: coherence forbids the Co shapes everywhere (Alglave,
# Maranget, Tautschnig 2014, figure 6); x86-TSO forbids all but SB, R, RWC and 3.SB (Sewell et
# al. 2010); all others are allowed on Arm, RISC-V and PTX.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

shapes=$("$CMCM" new help | grep -oE '^ {2}[A-Z0-9][A-Za-z0-9.+]*')
checks=$((checks + 1))
[ "$(wc -w <<<"$shapes")" -ge 15 ] || fail "fewer shapes than there were"

# verdicts ALLOWED-PATTERN ARGUMENT...
verdicts() {
    local allowed=$1 shape
    shift
    rm -f ./*.litmus
    for shape in $shapes; do
        "$CMCM" new "$shape" "$@" -o "$shape.litmus" || fail "new $shape $*"
        grep -qxE "$allowed" <<<"$shape" && echo "$shape.litmus Sometimes" || echo "$shape.litmus Never"
    done | sort >expected
    for shape in $shapes; do
        "$CMCM" check -f tsv --strict "$shape.litmus" >row || fail "check of new $shape $*"
        echo "$shape.litmus $(grep -oE 'Sometimes|Never|Always' row)"
    done | sort >found
    same "verdicts of new $*" expected found
}
weak='MP|SB|LB|S|R|2\+2W|IRIW|WRC|RWC|ISA2|WWC|3\.SB|3\.LB'
verdicts "$weak" --cpu aarch64
verdicts "$weak" --gpu ptx
verdicts "$weak" --gpu cdna # nothing is waited for
verdicts "SB|R|RWC|3\.SB" --cpu x86_64

run 0 "compound" new mp
contains "a CPU" "$work/out" "P0@aarch64"
contains "a GPU" "$work/out" "P1@ptx"
run 0 "the other way round" new MP --cpu riscv --gpu ptx --devices gpu,cpu
contains "a GPU first" "$work/out" "P0@ptx"
contains "a CPU then" "$work/out" "P1@riscv"
contains "its fences" "$work/out" "Fences of RISCV: fence rw,rw"
run 0 "another GPU" new SB --cpu x86_64 --gpu cdna --devices gpu,cpu
contains "another GPU" "$work/out" "P0@cdna,workgroup 0,xcd 0,agent 0"
contains "its fences, several instructions each" "$work/out" \
    "buffer_wbl2 sc0 sc1; s_waitcnt vmcnt(0) lgkmcnt(0); buffer_inv sc0 sc1,"
run 0 "WAVE" new SB --cpu x86_64 --gpu waveisa
contains "WAVE" "$work/out" "P1@waveisa,cta 1,gpu 0"
run 2 "no compound tests of it" new SB --cpu x86_64 --gpu llvm
contains "no compound tests of it" "$work/err" "expected ptx, waveisa or cdna"
run 0 "compound again" new MP --cpu riscv --gpu ptx --devices gpu,cpu
cp "$work/out" x.litmus
run 0 "it is a test" check -q --strict x.litmus
run 3 "a file that is there" new mp -o x.litmus
contains "a file that is there" "$work/err" "is there already"
# Source languages: what C says of relaxed accesses alone, without load buffering.
verdicts 'MP|SB|S|R|2\+2W|IRIW|WRC|RWC|ISA2|WWC|3\.SB' --arch C
verdicts "$weak" --arch OPENCL
verdicts "$weak" --arch LKMM
verdicts "$weak" --arch VULKAN
run 0 "a cycle" new PodWWPL.gpu Rfe PodRRA.gpuP Fre --arch HIP
contains "a scope of an edge" "$work/out" "(y, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);"
contains "its fences" "$work/out" '  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");'
run 2 "both" new mp --arch C --gpu ptx
run 2 "no edge" new PodWW Rfz
run 2 "no shape" new
run 2 "a shape that is none" new mpp
contains "a shape that is none" "$work/err" "did you mean \`MP\`?"
run 2 "too many devices" new mp --devices cpu,gpu,cpu
run 2 "too few" new mp --devices cpu
run 2 "no device" new mp --devices cpu,fpga
run 2 "devices of one kind" new mp --cpu aarch64 --devices cpu,cpu
run 2 "no such GPU" new mp --gpu ptxx
contains "no such GPU" "$work/err" "did you mean \`ptx\`?"

finish
