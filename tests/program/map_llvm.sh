#!/bin/bash
# cmcm map --rules of LLVM's table of code sequences: every rule of it is used and kept, every fence,
# wait and cache instruction of it is needed or has a reason, and not both.
. "$(dirname "$0")/lib.sh"
map=$CMCM_SOURCE/models/mappings/llvm-amdgpu-cdna.map
run 1 "LLVM's rules" map --from llvm-amdgpu --to cdna --rules --needed --output "$work/weak"
contains "LLVM's rules" "$work/out" "too weak: 16 tests; $(grep -c '=>' "$map") of $(grep -c '=>' "$map") rules are exercised"
# A fence for global memory waits for no flag in LDS: MP-as_global-local-flag.
cp "$work/out" "$work/needed"
rm "$work"/weak/*-CDNA.litmus
run 0 "flags in the other address space" map --from llvm-amdgpu --to cdna --variant llvm-space-flag "$work/weak"
contains "flags in the other address space" "$work/out" "  sound           16"
cp "$work/needed" "$work/out"
equal "every instruction: tried" "$(grep '=>' "$map" | sed 's/.*=> //' | tr ';' '\n' |
    grep -v '\$' | grep -vc nothing)" "$(grep -c '^      `' "$work/out")"
equal "every instruction: needed, or there for a reason" "$(grep '=>' "$map" | grep -o '; ([a-z-]*)\|=> ([a-z-]*)' | wc -l) 0" \
    "$(sed -n 's/^  for a reason *//p;s/^  neither *//p' "$work/out" | paste -sd ' ')"
equal "every instruction: no reason for what is needed" "" "$(grep 'and have a reason' "$work/out")"
finish
