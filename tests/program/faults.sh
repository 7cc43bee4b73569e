#!/bin/bash
# Minimal tests of what was once answered wrongly (FAULTS), and kernels as people write them
# (KERNELS), of the published corpus: $CMCM_CORPUS, or the folder beside the source tree. Kernels
# are compiled here: those of CUDA are skipped without nvcc, those of HIP without clang-19.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
[ -e "$corpus/FAULTS" ] && [ -e "$corpus/KERNELS" ] ||
    skip "no FAULTS and KERNELS in $corpus; CMCM_CORPUS names another folder"
declare -A expected

# answer NAME TEST OPTION...: as `check -q` gives it, without the name.
answer() {
    local name=$1 test=$2
    shift 2
    equal "$name" "${expected[$name]:-}" \
        "$("$CMCM" check -q -t 100 "$@" "$test" 2>/dev/null | tail -1 | sed 's/^[^:]*: //; s/ (.*//')"
}

# ---- minimal tests
while read -r name verdict; do
    expected[$name]=$verdict
    answer "$name" "$corpus/FAULTS/$name.litmus"
done <<'END'
L1-rmw-one-operation Ok
c46-vmcnt4-exact No
c52-scalar-load Ok
cc2 Ok
cc3 Ok
d01-scalar-own-store Ok
d02-scalar-after-inv Ok
d05-scalar-wg Ok
explain-riscv Ok
explain-turns Ok
explain-wave Ok
flat-ds Ok
g5b Ok
hip-cas-lock-exec No
hip-cas-lock-vcc No
l30-undef-value ??
min-scalar Ok
missing-wait-arith Ok
pairwise Ok
vmcnt4 Ok
w10-lb-acquires Ok
w20 No
w33 Ok
w38 No
w40 No
END
equal "every minimal test is here" "$(ls "$corpus/FAULTS" | wc -l)" "$checks"
# Each letter chosen has a reading beside it that says the other.
expected[L1-rmw-one-operation]=No expected[w10-lb-acquires]=No expected[pairwise]=No
answer L1-rmw-one-operation "$corpus/FAULTS/L1-rmw-one-operation.litmus" --variant atomics-as-one
answer w10-lb-acquires "$corpus/FAULTS/w10-lb-acquires.litmus" --variant wave-no-reordering
answer pairwise "$corpus/FAULTS/pairwise.litmus" --variant llvm-inclusive-with-read
run 4 "an undefined value" check -q --assert forbidden "$corpus/FAULTS/l30-undef-value.litmus"
"$CMCM" check -q "$corpus/FAULTS/missing-wait-arith.litmus" >"$work/out"
contains "arithmetic with what has not arrived" "$work/out" missing-wait

# kernel NAME FILE BINDING: "refused: MESSAGE" is an answer, too.
kernel() {
    if "$CMCM" import "$2" --bind "$3" -o "$work/$1.litmus" >/dev/null 2>"$work/err"; then
        answer "$1" "$work/$1.litmus"
    else
        grep -qF -- "${expected[$1]#refused: }" "$work/err" ||
            fail "$1: refused, expected ${expected[$1]}: $(grep -m1 error: "$work/err")"
    fi
    checks=$((checks + 1))
}

# ---- CUDA. Of the condition `true` of k18 nothing is forbidden: its one state is asked for.
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
cuda=$corpus/KERNELS/cuda
[ -x "$nvcc" ] || echo "no nvcc: the kernels of CUDA are skipped"
while [ -x "$nvcc" ] && read -r name bind verdict; do
    expected[$name]=$verdict
    "$nvcc" -ptx -std=c++17 -arch=sm_90 "$cuda/$name.cu" -o "$work/$name.ptx" 2>"$work/err" ||
        { fail "$name: $(head -3 "$work/err")"; continue; }
    kernel "$name" "$work/$name.ptx" "$cuda/$bind.bind"
done <<'END'
k01_atomic_ref_mp b01 No
k02_spinlock b02 No
k04_threadfence_reduction b04 refused: of block 0, thread 1: it writes what P0 accesses
k05b_lookback_flags b05b No
k07_barrier b07 No
k08_pipeline b08 No
k12_workqueue b12 No
k14_st_async b14 Ok
k15_warpspec_tma b15 Ok
k18_warp_shfl b18 Ok
k20_shflflag b20b No
k22_atomic_wait b22 No
k24_cub_blockscan b24 refused: P0 takes a value from it, as a lane of its warp
k26_float b26 Ok
END
if [ -x "$nvcc" ]; then
    expected[k15_warpspec_tma]=No
    answer k15_warpspec_tma "$work/k15_warpspec_tma.litmus" --variant war-without-proxy-fence
    expected[k08_pipeline]=??
    answer k08_pipeline "$work/k08_pipeline.litmus" --variant inval-by-causality
    run 0 "k18" check -q "$work/k18_warp_shfl.litmus"
    contains "k18" "$work/out" "Ok (Always, 1 state)"
fi

# ---- HIP, with each optimisation.
hip=$corpus/KERNELS/hip
compile() {
    clang-19 -x hip --cuda-device-only --offload-arch=gfx942 -nogpuinc -nogpulib -S "$@" 2>"$work/err" ||
        fail "$*: $(head -3 "$work/err")"
}
clang=$(command -v clang-19)
[ -n "$clang" ] || echo "no clang-19: the kernels of HIP are skipped"
for level in ${clang:+1 2 3}; do
    compile "-O$level" "$hip/k.hip" -o "$work/k.s"
    compile "-O$level" -mtgsplit "$hip/tg.hip" -o "$work/tg.s"
    sed '/buffer_inv sc0/d' "$work/tg.s" >"$work/tg-without.s"
    while read -r name verdict; do
        expected[$name]=$verdict
        kernel "$name" "$work/k.s" "$hip/$name.bind"
    done <<'END'
k01 No
k02 No
k03 No
k04 No
k04b Ok
k05 No
k06 No
k06gpus No
k07 No
k08 No
k09 No
k10 refused: `ds_bpermute_b32` reads other lanes of the wave
k11 No
k12 No
k13 No
k14 No
k15 No
k16 No
k17 Ok
k18 No
k19 No
k20 No
k21 Ok
k22 Ok
END
    "$CMCM" check -q "$work/k19.litmus" 2>/dev/null | grep -q race && fail "-O$level: k19 races"
    expected[tg]=No expected[tg-without]=Ok
    kernel tg "$work/tg.s" "$hip/tg.bnd"
    kernel tg-without "$work/tg-without.s" "$hip/tg.bnd"
done
finish
