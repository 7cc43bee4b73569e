#!/bin/bash
# docs/cuda.md: nvcc makes of each row what the row says.
. "$(dirname "$0")/lib.sh"
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || skip "no nvcc"
command -v python3 >"$work/which" || skip "no python3"
cat >"$work/table.py" <<'END'
import re
import sys

rows = []
for line in open(sys.argv[2]):
    cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    if line.startswith("| `") and len(cells) >= 2:
        rows.append((cells[0].strip("`"), re.findall("`([^`]*)`", cells[1])))
if sys.argv[1] == "source":
    print("#include <cuda/atomic>\n#include <cuda/ptx>\n#include <cuda_pipeline_primitives.h>")
    print("#include <cooperative_groups.h>")
    print('__device__ void use(unsigned v) { asm volatile("" ::"r"(v)); }')
    for i, (text, _) in enumerate(rows):
        print(f'extern "C" __global__ void row{i}(unsigned *x) {{')
        for name, scope in (("sys", "system"), ("dev", "device"), ("blk", "block")):
            print(f"cuda::atomic_ref<unsigned, cuda::thread_scope_{scope}> {name}(*x);")
        if "bar" in text.split("(", 1)[-1]:
            print("__shared__ uint64_t object; uint64_t *bar = &object;")
        print(f"unsigned {text}; use(v); }}" if text.startswith("v =") else f"{text}; }}")
    sys.exit()
assert len(rows) > 30, "few rows"
kernels = dict(re.findall(r"\.entry row(\d+)\((.*?)\n\}", open(sys.argv[3]).read(), re.S))
failed = False
for i, (text, expected) in enumerate(rows):
    found = re.findall(r"^\s*((?:ld|st|atom|red|fence|membar|bar|barrier|mbarrier|cp)\.[\w.:]+)",
                       kernels[str(i)], re.M)
    found = [word for word in found if not word.startswith("ld.param")]
    if found != expected:
        print(f"{text}: {found}, the document has {expected}")
        failed = True
sys.exit(failed)
END
doc=$CMCM_SOURCE/docs/cuda.md
python3 "$work/table.py" source "$doc" >"$work/table.cu"
"$nvcc" --version >"$work/version"
grep -q 'release 13\.0' "$work/version" || skip "nvcc is not of CUDA 13.0: other versions may make others"
checks=$((checks + 1))
if "$nvcc" -std=c++17 -arch=sm_90 -ptx -o "$work/table.ptx" "$work/table.cu" >"$work/err" 2>&1; then
    python3 "$work/table.py" compare "$doc" "$work/table.ptx" >"$work/out" || fail "$(cat "$work/out")"
else
    fail "the rows do not compile: $(head -5 "$work/err")"
fi
finish
