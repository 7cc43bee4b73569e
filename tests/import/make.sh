#!/bin/bash
# Writes what nvcc 13.0 and clang 19 make of each kernel in public/ and own/ beside it, with the
# kernel's own lines, and without comments and the variables of headers, which no kernel names.
cd "$(dirname "$0")" || exit 1
for source in public/*.cu own/*.cu; do
    nvcc -ptx -std=c++17 -arch=sm_90 $(sed -n 's/^\/\/ nvcc: //p' "$source") "$source" -o made.ptx || exit 1
    { grep '^// cmcm:' "$source"; sed '/^[ \t]*\.section/,$d; /^[ \t]*\/\//d; /^\.global .*_INTERNAL_/d; /^$/d; s|\(\.file[^"]*"\)'"$PWD"'/|\1|; s/[ \t]*\/\/.*//; s/^\t//' made.ptx; } >"${source%.cu}.ptx"
done
for source in public/*.hip own/*.hip; do
    clang-19 -x hip --offload-arch=gfx942 --cuda-device-only -nogpuinc -nogpulib -O2 $(sed -n 's/^\/\/ clang: //p' "$source") -S "$source" -o made.s || exit 1
    { grep '^// cmcm:' "$source"; sed 's/[ \t]*;.*//; /^[ \t]*$/d' made.s; } >"${source%.hip}.s"
done
rm made.ptx made.s
