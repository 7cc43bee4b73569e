#!/bin/bash
# Writes what nvcc 13.0 makes of each kernel beside it, with the kernel's own lines, and without
# comments and the variables of headers, which no kernel names.
cd "$(dirname "$0")" || exit 1
for source in *.cu; do
    nvcc -ptx -std=c++17 -arch=sm_90 "$source" -o made.ptx || exit 1
    { grep '^// cmcm:' "$source"; sed '/^[ \t]*\/\//d; /^\.global .*_INTERNAL_/d; /^$/d; s/[ \t]*\/\/.*//; s/^\t//' made.ptx; } >"${source%.cu}.ptx"
done
rm made.ptx
