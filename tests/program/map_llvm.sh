#!/bin/bash
# cmcm map --rules of LLVM's table of code sequences: every rule of it is used and kept, every fence,
# wait and cache instruction of it is needed or has a reason, and not both.
. "$(dirname "$0")/lib.sh"
map=$CMCM_SOURCE/models/mappings/llvm-amdgpu-cdna.map
run 1 "LLVM's rules" map llvm-amdgpu-cdna --rules --needed --output "$work/weak"
contains "LLVM's rules" "$work/out" "too weak: 76 tests; $(grep -c '=>' "$map") of $(grep -c '=>' "$map") rules are exercised"
# A fence for global memory waits for no flag in LDS: MP-as_global-local-flag. Unordered accesses are
# like plain ones: MP-av_none-unordered.
cp "$work/out" "$work/needed"
rm "$work"/weak/*-CDNA.litmus
mkdir "$work/unordered"
mv "$work"/weak/*-data-varied-*.litmus "$work/unordered"
run 0 "flags in the other address space" map llvm-amdgpu-cdna --variant llvm-space-flag "$work/weak"
contains "flags in the other address space" "$work/out" "  sound           64"
run 0 "unordered data" map llvm-amdgpu-cdna --variant llvm-unordered-plain "$work/unordered"
contains "unordered data" "$work/out" "  sound           12"
cp "$work/needed" "$work/out"
equal "every instruction: tried" "$(grep '=>' "$map" | sed 's/.*=> //' | tr ';' '\n' |
    grep -v '\$' | grep -vc nothing)" "$(grep -c '^      `' "$work/out")"
equal "every instruction: needed, or there for a reason" "$(grep '=>' "$map" | grep -o '; ([a-z-]*)\|=> ([a-z-]*)' | wc -l) 0" \
    "$(sed -n 's/^  for a reason *//p;s/^  neither *//p' "$work/out" | paste -sd ' ')"
equal "every instruction: no reason for what is needed" "" "$(grep 'and have a reason' "$work/out")"

# found LINE-BEGINNING SED: that mutant is found.
found() {
    local line
    line=$(grep -n -m 1 -F "$1" "$map" | cut -d: -f1)
    printf '%s\t%s\n' "$line" "$(sed -n "${line}p" "$map" | sed "$2")" >>"$work/mutants"
}
found 'fence.acquire.{device} =>' 's/ lgkmcnt(0)//'   # a flag in LDS, at the fence's scope
found 'fence.acquire.system =>' 's/ lgkmcnt(0)//'
found 'add $d, $v, $w' 's/ lgkmcnt(0)//'              # of a value that comes from LDS
found 'add $d, $v, $w' 's/\(s_waitcnt [^;]*\) ; \(v_mov[^;]*\) ;/\2 ; \1 ;/' # read before the wait
found 'mov $d, $v =>' 's/ lgkmcnt(0)//'
found 'load.av.{device} $d' 's/ sc1//'                # beside an acquire that is av_none
found 'store.av.{device} $a' 's/ sc1//'
found 'load.av.system.flat $d' 's/ sc0 sc1/ sc1/'
"$(dirname "$CMCM")/tests/map_mutants" "$CMCM_MODELS" "$map" <"$work/mutants" >"$work/found"
equal "broken rules" "8 found" "$(cut -f1 "$work/found" | sort | uniq -c | sed 's/^ *//')"
finish
