#!/bin/bash
# Kernels that are compiled here, at each level of optimisation: tests/import/levels/expected.tsv says
# what must come out, and why. HIP by clang-19 for two GPUs, CUDA by nvcc; OpenCL for AMD, and LLVM's
# IR. What is not installed is left out; without both compilers the test is skipped.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/import/levels" || exit 1
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
clang=$(command -v clang-19)
[ -x "$nvcc" ] || [ -n "$clang" ] || skip "neither nvcc nor clang-19"

# judge KERNEL VERDICT NAME: of $work/made, which a compiler wrote.
judge() {
    local asked='^// cmcm:'
    [ "$2" != hang ] || asked='^// cmcm: [^e]' # without a question, so that ends are told first
    { grep "$asked" "$1"; cat "$work/made"; } >"$work/$3"
    "$CMCM" check --memory-limit 1000 "$work/$3" >"$work/out" 2>"$work/err"
    case $2 in
    hang) contains "$3" "$work/out" 'Ends: not always' ;;
    *) equal "$3" "$2" "$(grep -xE 'No|(Loop )?Ok|(Loop )?\?\?' "$work/out" || head -2 "$work/err")" ;;
    esac
}
while IFS=$'\t' read -r kernel levels verdict _; do
    define=${kernel#* } # of `credit.cu UNFENCED`
    [ "$define" != "$kernel" ] || define=
    kernel=${kernel%% *}
    case $kernel in
    *.hip)
        for level in 0 1 2 3; do
            [[ ${clang:+$levels} == *$level* ]] || continue
            for gpu in gfx942 gfx90a; do
                "$clang" -x hip --offload-arch=$gpu --cuda-device-only -nogpuinc -nogpulib "-O$level" -S \
                    ${define:+"-D$define"} "$kernel" -o "$work/made" 2>"$work/err" || fail "$kernel: $(cat "$work/err")"
                judge "$kernel" "$verdict" "${kernel%.hip}$define.$gpu.$level.s"
            done
        done
        ;;
    *.cu)
        [ -x "$nvcc" ] || continue
        for flags in -G -Xcicc=-O1 -Xcicc=-O3; do
            "$nvcc" -ptx -std=c++17 -arch=sm_90 "$flags" ${define:+"-D$define"} "$kernel" -o "$work/made" 2>"$work/err" ||
                fail "$kernel: $(cat "$work/err")"
            judge "$kernel" "$verdict" "${kernel%.cu}$define.$flags.ptx"
        done
        ;;
    esac
done <expected.tsv
[ -n "$clang" ] || finish

# OpenCL for AMD, whose functions have their bodies from a header; and the same without an acquire.
run 0 "OpenCL" check -q flag.cl
contains "OpenCL" "$work/out" 'flag.cl: No (Never'
sed 's/memory_order_acquire/memory_order_relaxed/' flag.cl >"$work/relaxed.cl"
run 0 "OpenCL, relaxed" check -q "$work/relaxed.cl"
contains "OpenCL, relaxed" "$work/out" 'relaxed.cl: Ok (Sometimes'

# LLVM's IR of a GPU is compiled; what is asked stands beside it.
"$clang" -x hip --offload-arch=gfx90a --cuda-device-only -nogpuinc -nogpulib -O2 -S -emit-llvm dekker.hip \
    -o "$work/dekker.ll"
printf 'launch f(x, y, a)\nlaunch f(y, x, b)\nexists (a=0 /\\ b=0)\n' >"$work/dekker.bind"
run 0 "LLVM's IR" check -q "$work/dekker.ll"
contains "LLVM's IR" "$work/out" 'dekker.ll: No (Never'
contains "for its GPU" <(timeout 20 "$CMCM" import "$work/dekker.ll") 'CDNA2 '
finish
