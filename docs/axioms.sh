#!/bin/bash
# Rows of data/computed/axioms.tsv: for each axiom of the models shipped, the first of the project's own
# tests that it alone forbids, else the first that it forbids with others; with --programs the
# smallest of all programs, or that there is none (some minutes).
#
#     docs/axioms.sh [--programs] [CMCM [MODEL...]]
set -uo pipefail
programs=false
[ "${1-}" != --programs ] || { programs=true && shift; }
source=$(cd "$(dirname "$0")/.." && pwd)
cmcm=${1:-$source/build/cmcm}
[ $# -eq 0 ] || shift
export CMCM_MODELS=${CMCM_MODELS:-$source/models}
litmus=$source/tests/litmus

# Folders of own tests of a model.
tests_of() {
    case $1 in
    arm) echo arm axioms/arm ;;
    x86tso) echo x86 axioms/x86 ;;
    riscv) echo riscv axioms/riscv ;;
    ptx) echo ptx axioms/ptx axioms/proxies async ptx9 ;;
    ptx60) echo ptx ;;
    cmcm) echo cmcm axioms/cmcm ptx9 ;;
    cdna) echo cdna ;;
    wave) echo wave ;;
    llvm-amdgpu) echo llvm ;;
    esac
}

# Of a model: what `cmcm diff --axioms` goes through, a line each.
programs_of() {
    local three="--synthesize 3" four="--synthesize 4 --threads 2"
    case $1 in
    arm) printf '%s\n' "$four DpDatadW LxSx" "$four PodWRLA" ;;
    x86tso) printf '%s\n' "$four --arch X86 Exch" ;;
    riscv) printf '%s\n' "$four --arch RISCV LxSx" ;;
    ptx | ptx60)
        printf '%s\n' "$three --arch PTX --axis placement=cta,gpu PodWRL.gpuA.gpu Rmw DpDatadW" \
            "$four --arch PTX PodWRL.gpuA.gpu" "$four --arch PTX DpDatadW" \
            "$three --arch PTX PodWRw4w4 Rmw Rmww4w4"
        ;;
    cmcm)
        printf '%s\n' "$three --arch CMCM PodWRL.sysA.sys Rmw" "$three --arch CMCM Rmw Rmww4w4"
        ;;
    cdna) printf '%s\n' "$three --arch CDNA Rmw" ;;
    wave) printf '%s\n' "$three --arch WAVE Rmw" "$four --arch WAVE PodWRL.gpuA.gpu" ;;
    llvm-amdgpu) printf '%s\n' "$three --arch LLVM Rmw" ;;
    esac
}

# axioms OPTION...: what diff says; and of what is not known which and why, to standard error.
axioms() {
    "$cmcm" diff -q --axioms "$@" 2> >(grep ' is not known: ' >&2)
}

# rows MODEL SEARCHED STATUS: of what diff says; 4: what is named above was not known.
rows() {
    [ "$3" != 4 ] || echo "$1, $2: not all is known" >&2
    awk -v model="$1" -v searched="$2" -v OFS='\t' '
        $2 == "-" { idle[++count] = $1; next }
        {
            axiom = $1
            sub(/^[^ ]+ +/, "")
            alone = sub(/ \(others are needed too\)$/, "") ? "no" : "yes"
            print model, searched, axiom, $0, alone
        }
        END { for (i = 1; i <= count; i++) print model, searched, idle[i], "-", "-" }'
}

programs_table() {
    local model options said
    for model in "$@"; do
        while read -r options; do
            # shellcheck disable=SC2086 # several options
            said=$(axioms -m "$model" --programs $options)
            rows "$model" "$options" $? <<<"$said"
        done < <(programs_of "$model")
    done
}

printf 'model\tsearched\taxiom\ttest\talone\n'
[ $# -gt 0 ] || set -- arm x86tso riscv ptx60 ptx cmcm cdna wave llvm-amdgpu
if $programs; then
    programs_table "$@"
    exit
fi
for model in "$@"; do
    folders=()
    for folder in $(tests_of "$model"); do
        folders+=("$litmus/$folder")
    done
    said=$(axioms -m "$model" "${folders[@]}")
    rows "$model" "own tests" $? <<<"$said"
done
