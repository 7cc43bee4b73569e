#!/bin/bash
# The published tests, state by state: $CMCM_CORPUS, or the folder beside the
# source tree. Without it there is nothing to compare with.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
[ -e "$corpus/AARCH64/expected.tsv" ] ||
    skip "no corpus in $corpus; CMCM_CORPUS names another folder"
jobs=$(nproc 2>/dev/null || echo 1)

# table FILE: it, or where only a sample is looked at (sanitized) one with every so many of its lines.
table() {
    [ -n "${CMCM_TEST_SAMPLE:-}" ] || { echo "$1"; return; }
    local folder=$work/${1#"$corpus"/}
    folder=${folder%/*}
    mkdir -p "$folder"
    find "${1%/*}" -mindepth 1 -maxdepth 1 ! -name '*.tsv' -exec ln -sfn -t "$folder" {} +
    awk -v every=$((CMCM_TEST_SAMPLE * 8)) '/^#/ || NR % every == 2' "$1" \
        >"$folder/${1##*/}"
    echo "$folder/${1##*/}"
}

# compare WHAT ARGUMENT...: no difference, and at least one test compared.
compare() {
    local what=$1 status
    shift
    "$CMCM" check -q -j "$jobs" -t 60 "$@" >"$work/out" 2>"$work/err"
    status=$?
    printf '%s: %s\n' "$what" "$(tail -1 "$work/out")"
    checks=$((checks + 1))
    case $status,$(tail -1 "$work/out") in
    [04],expect:\ 0\ *) fail "$what: no test was compared" ;;
    [04],expect:\ *" 0 differences,"*) ;;
    *) fail "$what: status $status"; head -20 "$work/err" "$work/out" >&2 ;;
    esac
}
compare "AARCH64" --expect "$(table "$corpus/AARCH64/expected.tsv")"
compare "AARCH64, mixed sizes" --expect "$(table "$corpus/AARCH64/expected-mixed.tsv")"
compare "AARCH64, mixed sizes, states" --expect "$(table "$corpus/AARCH64/expected-mixed-states.tsv")"
compare "X86" --expect "$(table "$corpus/X86/expected.tsv")"
compare "RISCV" --expect "$(table "$corpus/RISCV/expected.tsv")"
# A011 and A014 have instructions that are not read; A017 stores an instruction.
if [ -e "$corpus/PPC/expected.tsv" ]; then
    ln -s "$corpus"/PPC/* "$work/"
    grep -vE '^herd-instr/A0(11|14|17)' "$corpus/PPC/expected.tsv" >"$work/ppc.tsv"
    compare "PPC" --expect "$(table "$work/ppc.tsv")"
    [ -e "$corpus/MODELS/dat3m/power.cat" ] &&
        compare "PPC, power.cat" -m "$corpus/MODELS/dat3m/power.cat" --expect "$(table "$corpus/PPC/expected-holds.tsv")"
fi
# C and C++. imm-E3.5: the reference simulator does not follow `y+r0`, of an array. Of oota-* and
# lb+deps it leaves values out of thin air symbolic; of sb+rfis and wwmerge C++20 says more than C++17,
# whose table it is. C-bool-const-01: it takes `true` for a variable.
source_tests() {
    local folder=$1 table=$2 model=$3 without=$4
    [ -e "$corpus/$folder/${table%%:*}" ] || return 0
    local from=$work/source-$folder-$model
    mkdir -p "$from"
    ln -sfn "$corpus/$folder"/* "$from/"
    rm -f "$from/${table%%:*}"
    grep -vE "$without" "$corpus/$folder/${table%%:*}" >"$from/${table%%:*}"
    compare "$folder, $model" -m "${model_file:-$model}" --expect "$(table "$from/${table%%:*}")${table#"${table%%:*}"}"
}
source_tests C11 expected.tsv:3 rc11 '^$'
source_tests C11 expected.tsv:2 c11 '^$'
source_tests C11 expected-rc11-states.tsv rc11 '^$'
source_tests C11 expected-c11simp-states.tsv c11 '^$'
source_tests CPP expected-rc11.tsv rc11 'imm-E3\.5'
source_tests CPP expected.tsv cpp20 'imm-E3\.5|paul_oota/|lb\+deps|sb\+rfis|wwmerge'
source_tests LKMM expected-states.tsv lkmm 'C-bool-const-01'
source_tests LKMM expected.tsv:2 lkmm '^$'
# A value may come out of thin air in imm-E3.7, so that it has no answer.
source_tests OPENCL expected.tsv opencl 'imm-E3\.7'
# And which of them race.
races() {
    local test race flag
    while IFS=$'\t' read -r test race; do
        flag=no
        "$CMCM" check -m "$1" "$corpus/OPENCL/$test" 2>/dev/null | grep -q "^Flag $2" && flag=yes
        equal "race of $test under $1" "$race" "$flag"
    done < <(grep -v '^#' "$corpus/OPENCL/expected-race.tsv")
}
if [ -e "$corpus/OPENCL/expected-race.tsv" ]; then
    races opencl '\*undef\*'
    races "$corpus/MODELS/dat3m/opencl.cat" data_race
fi
# The models that these tables are of, as they are.
public_model() {
    [ -e "$corpus/MODELS/$4" ] || return 0
    model_file=$corpus/MODELS/$4 source_tests "$1" "$2" "${4//\//-}" "$3"
}
public_model C11 expected-rc11-states.tsv '^$' herd/rc11.cat
public_model C11 expected.tsv:3 '^$' dat3m/rc11.cat
public_model C11 expected-c11simp-states.tsv '^$' herd/c11_simp.cat
public_model C11 expected.tsv:2 '^$' dat3m/c11.cat
public_model OPENCL expected.tsv 'imm-E3\.7' dat3m/opencl.cat
public_model CPP expected-rc17.tsv 'imm-E3\.5' cpp/rc17.cat
public_model CPP expected-cpp2w.tsv 'imm-E3\.5' cpp/cpp2w.cat
public_model CPP expected.tsv 'imm-E3\.5|paul_oota/|lb\+deps' cpp/cpp17.cat
public_model LKMM expected-states.tsv 'C-bool-const-01' linux/linux-kernel.cat
# The older two, on the folders that are small or tell them from today's.
for version in 3.lkmm-v01 4.lkmm-v00; do
    public_model LKMM "expected.tsv:${version%%.*}" '^(auto|luc|alias)/|C-bool-const-01' "dat3m/${version#*.}.cat"
done
compare "PTX 6.0" -m ptx60 --expect "$(table "$corpus/PTX/expected.tsv"):6.0"
compare "PTX 7.5" -m ptx --expect "$(table "$corpus/PTX/expected.tsv"):7.5"
compare "COMPOUND" -m cmcm --expect "$(table "$corpus/COMPOUND/expected.tsv")"

# herd's own tests of instructions and its catalogue. L020 stores exclusively to another
# address than it has loaded from, which may succeed (docs/litmus.md); herd has that with
# `-variant CU` only.
herd=$corpus/HERD
if [ -e "$herd/expected.tsv" ]; then
    ln -s "$herd"/*/ "$work/"
    grep -v '^instr-AArch64/L020\.' "$(table "$herd/expected.tsv")" >"$work/herd.tsv"
    compare "HERD" --expect "$work/herd.tsv"
    grep -q ' error: ' "$work/err" && fail "HERD: a test is not read: $(head -1 "$work/err")"
    printf 'instr-AArch64/L020.litmus\tSometimes\t2\t[y]=2 | [y]=3\n' >"$work/cu.tsv"
    compare "HERD with -variant CU" --expect "$work/cu.tsv"
    # Executions are as many as herd's own logs have of these (those beside its tests).
    cat >"$work/counts" <<'END'
Observation A162 Always 4 0
Observation A182 Always 6 0
Observation AK001 Never 0 3
Observation AK002 Never 0 3
Observation AK003 Never 0 5
Observation L026 Sometimes 1 2
Observation L040 Sometimes 1 3
Observation L058 Sometimes 1 63
Observation L083 Never 0 3
Observation L103 Sometimes 1 3
END
    sed "s,^Observation \([^ ]*\) .*,$herd/instr-AArch64/\1.litmus," "$work/counts" >"$work/counted"
    "$CMCM" check --count executions "@$work/counted" 2>/dev/null | grep '^Observation' >"$work/found"
    same "executions of herd's tests" "$work/counts" "$work/found"
fi

finish
