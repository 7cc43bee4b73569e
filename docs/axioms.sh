#!/bin/bash
# A table of docs/repair.md: for each axiom of the models shipped, the first of the project's own
# tests that it alone forbids, else the first that it forbids with others.
#
#     docs/axioms.sh [CMCM [MODEL...]]
set -uo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
cmcm=${1:-$source/build/cmcm}
shift
export CMCM_MODELS=${CMCM_MODELS:-$source/models}
litmus=$source/tests/litmus

# Folders of own tests of a model.
tests_of() {
    case $1 in
    arm) echo arm axioms/arm ;;
    x86tso) echo x86 axioms/x86 ;;
    riscv) echo riscv axioms/riscv ;;
    ptx) echo ptx axioms/ptx axioms/proxies async ;;
    ptx60) echo ptx ;;
    cmcm) echo cmcm axioms/cmcm ;;
    cdna) echo cdna ;;
    wave) echo wave ;;
    llvm-amdgpu) echo llvm ;;
    esac
}

[ $# -gt 0 ] || set -- arm x86tso riscv ptx60 ptx cmcm cdna wave llvm-amdgpu
printf '| model | axioms, each with a test that needs it | needed by none of these tests |\n'
printf '| --- | --- | --- |\n'
for model in "$@"; do
    folders=()
    for folder in $(tests_of "$model"); do
        folders+=("$litmus/$folder")
    done
    "$cmcm" diff -q --axioms -m "$model" "${folders[@]}" 2>/dev/null |
        awk -v model="$model" '
            $2 == "-" { idle = (idle == "" ? "" : idle ", ") $1; next }
            {
                axiom = $1
                sub(/^[^ ]+ +/, "")
                needed = (needed == "" ? "" : needed "; ") axiom ": " $0
            }
            END { printf "| `%s` | %s | %s |\n", model, needed, idle == "" ? "-" : idle }'
done
