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

# explained TABLE MODEL: $work/found, a line a test, has what corpus.tsv says of them, and no more.
explained() {
    awk -F'\t' -v name=" $1 " -v model=" $2 " 'index(" " $1 " ", name) && index(" " $2 " ", model) {
        print $3 "\t" $4 }' "$CMCM_SOURCE/tests/program/corpus.tsv" | sort >"$work/listed"
    if [ -n "${CMCM_TEST_SAMPLE:-}" ]; then
        comm -12 "$work/found" "$work/listed" >"$work/both"
        mv "$work/both" "$work/listed"
    fi
    same "$1, $2: differences that corpus.tsv explains" "$work/listed" "$work/found"
}

# compare TABLE[:COLUMN] MODEL [ARGUMENT...]: states, observations and flags; MODEL `-`: the usual one.
# TABLE is a path in the corpus.
compare() {
    local name=$1 model=$2 file=$corpus/${1%%:*} column=${1#"${1%%:*}"} sampled status
    shift 2
    [ "$model" = - ] || set -- -m "$(model_file "$model")" "$@"
    if [ ! -e "$file" ] || { [ "$model" != - ] && [ -z "$2" ]; }; then
        return 0
    fi
    sampled=$(table "$file")
    [ "$(grep -v '^#' "$sampled" | head -1 | awk -F'\t' '{ print NF }')" = 5 ] && set -- -f tsv "$@" # has flags
    "$CMCM" check -q -j "$jobs" -t 60 "$@" --expect "$sampled$column" >"$work/out" 2>"$work/err"
    status=$?
    cat "$work/err" "$work/out" >"$work/all" # with results as lines of a table differences are errors
    printf '%s, %s: %s\n' "$name" "$model" "$(grep '^expect: ' "$work/all")"
    checks=$((checks + 1))
    case $status,$(grep '^expect: ' "$work/all") in
    *,expect:\ 0\ *) fail "$name, $model: no test was compared" ;;
    [0134],expect:\ *) ;;
    *) fail "$name, $model: status $status" ;;
    esac
    {
        sed -nE "s,^${sampled%/*}/([^:]*): ((skipped: |extra |missing |observation |the condition ).*),\1\t\2,p" "$work/all" |
            grep -v 'the table has no record of it$'
        sed -nE "s,^${sampled%/*}/([^:]*):[0-9]+:[0-9]+: (error: .*),\1\t\2,p" "$work/err"
        sed -nE "s,^${sampled%/*}/([^:]*): (the answer is not certain).*,\1\t\2,p" "$work/err"
        awk -F'\t' -v folder="${sampled%/*}/" '/^#/ { next }
            NR == FNR { if (NF == 5) flags[folder $1] = $5; next }
            NF == 9 && ($1 in flags) && flags[$1] != $8 && $8 !~ /^(-|unknown)$/ {
                print substr($1, length(folder) + 1) "\tflags " $8 ", expected " flags[$1] }' "$sampled" "$work/out"
    } | sort | awk -F'\t' '$1 == test { line = line " & " $2; next }
        { if (line) print line; line = $0; test = $1 }
        END { if (line) print line }' >"$work/found"
    explained "$name" "$model"
}
# races TABLE[:COLUMN] MODEL [ARGUMENT...]: the table says yes or no.
races() {
    local name=$1 model=$2 file=$corpus/${1%%:*} column=2 sampled
    [ "$name" = "${name#*:}" ] || column=${name#*:}
    shift 2
    if [ ! -e "$file" ] || [ -z "$(model_file "$model")" ]; then
        return 0
    fi
    sampled=$(table "$file")
    grep -v '^#' "$sampled" | cut -f1 | sed "s,^,${sampled%/*}/," >"$work/tests"
    "$CMCM" check -q --question -j "$jobs" -t 60 -m "$(model_file "$model")" "$@" "@$work/tests" >"$work/out" 2>"$work/err"
    # A line a test, in their order.
    sed -E 's/.*, (\*undef\*|data[-_]race|racy)\)$/yes/; s/.* \?\? .*/unknown/; s/.*\)$/no/' "$work/out" >"$work/races"
    printf '%s, %s: races of %d tests\n' "$name" "$model" "$(wc -l <"$work/races")"
    equal "$name, $model: tests" "$(wc -l <"$work/tests")" "$(wc -l <"$work/races")"
    grep -v '^#' "$sampled" | cut -f"1,$column" | paste - "$work/races" |
        awk -F'\t' '$2 != "-" && $2 != $3 { print $1 "\trace " $3 ", expected " $2 }' | sort >"$work/found"
    explained "$name" "$model"
}
# reads FOLDER: which of all its tests are not read.
reads() {
    [ -e "$corpus/$1" ] || return 0
    find "$corpus/$1" -name '*.litmus' -o -name '*.test' | sort |
        awk -v every=$((${CMCM_TEST_SAMPLE:+8 *} ${CMCM_TEST_SAMPLE:-1})) 'NR % every == 0' >"$work/tests"
    "$CMCM" check -q --question -j "$jobs" -t 5 "@$work/tests" >"$work/out" 2>"$work/err"
    sed -nE "s,^$corpus/$1/([^:]*):[0-9]+:[0-9]+: (error: .*),\1\t\2,p" "$work/err" | sort >"$work/found"
    printf '%s: %d of %d tests are not read\n' "$1" "$(wc -l <"$work/found")" "$(wc -l <"$work/tests")"
    explained "$1" -
}
# model_file MODEL: one that cmcm has; or of MODELS, or nothing where that is not here.
model_file() {
    case $1 in
    */*) [ ! -e "$corpus/MODELS/$1" ] || echo "$corpus/MODELS/$1" ;;
    *) echo "$1" ;;
    esac
}

for folder in C11 CPP OPENCL VULKAN LKMM PPC; do
    reads "$folder"
done
for expected in AARCH64/expected AARCH64/expected-mixed AARCH64/expected-mixed-states X86/expected RISCV/expected \
    PPC/expected; do
    compare "$expected.tsv" -
done
compare PPC/expected-holds.tsv dat3m/power.cat
# C and C++: our models, and those that the tables are of, as they are.
for model in rc11 herd/rc11.cat; do compare C11/expected-rc11-states.tsv "$model"; done
for model in rc11 dat3m/rc11.cat; do compare C11/expected.tsv:3 "$model"; done
for model in c11 herd/c11_simp.cat; do compare C11/expected-c11simp-states.tsv "$model"; done
for model in c11 dat3m/c11.cat; do compare C11/expected.tsv:2 "$model"; done
for model in cpp20 cpp/cpp17.cat; do compare CPP/expected.tsv "$model"; done
for model in rc11 cpp/rc11.cat; do compare CPP/expected-rc11.tsv "$model"; done
for model in cpp11 cpp2w rc17; do compare "CPP/expected-$model.tsv" "cpp/$model.cat"; done
for model in opencl dat3m/opencl.cat; do
    compare OPENCL/expected.tsv "$model"
    races OPENCL/expected-race.tsv "$model"
done
for model in vulkan dat3m/vulkan.cat; do
    compare VULKAN/expected.tsv:2 "$model"
    races VULKAN/expected-race.tsv "$model"
done
compare VULKAN/expected.tsv:3 vulkan --variant nochains
races VULKAN/expected-race.tsv:3 vulkan --variant nochains
compare VULKAN/expected.tsv:3 dat3m/vulkan-nochains.cat
races VULKAN/expected-race.tsv:3 dat3m/vulkan-nochains.cat
# The Linux kernel's: of today, and the older two.
for model in lkmm linux/linux-kernel.cat; do
    compare LKMM/expected-states.tsv "$model"
    compare LKMM/expected.tsv:2 "$model"
    races LKMM/expected-race.tsv "$model"
done
compare LKMM/expected.tsv:3 dat3m/lkmm-v01.cat
compare LKMM/expected.tsv:4 dat3m/lkmm-v00.cat
compare PTX/expected.tsv:6.0 ptx60
compare PTX/expected.tsv:7.5 ptx
compare COMPOUND/expected.tsv cmcm

# herd's own tests of instructions and its catalogue.
herd=$corpus/HERD
if [ -e "$herd/expected.tsv" ]; then
    compare HERD/expected.tsv -
    run 0 "HERD with -variant CU" check "$herd/instr-AArch64/L020.litmus"
    equal "HERD with -variant CU" "[y]=2;[y]=3;" "$(grep '^\[y\]' "$work/out" | paste -sd '')"
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
