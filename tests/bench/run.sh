#!/usr/bin/env bash
# ./dev bench [--write] [corpora|startup|growth|programs|answers]...: measures, and prints Markdown.
# $CMCM is the built command, $CMCM_SOURCE the source tree; $CMCM_CORPUS names the
# folder of the published tests. --write puts everything into data/computed/benchmarks.tsv.
set -euo pipefail
: "${CMCM:?the path of the built cmcm}" "${CMCM_SOURCE:?the source tree}"
export CMCM_MODELS=${CMCM_MODELS:-$CMCM_SOURCE/models} LC_ALL=C NO_COLOR=1
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
tools=$(dirname "$CMCM")/tests/bench
table=$CMCM_SOURCE/data/computed/benchmarks.tsv
limit=20 # seconds a test of the growth tables may take
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() {
    printf '%s\n' "bench: $*" >&2
}

# measure RUNS COMMAND...: sets wall, user (seconds, medians), peak (KiB), status.
measure() {
    local runs=$1
    shift
    "$tools/bench_measure" "$runs" "$work/figures" "$@"
    read -r wall user peak status <"$work/figures"
}

# calculate FORMAT EXPRESSION
calculate() {
    awk "BEGIN { printf \"$1\", $2 }"
}

# The numbers of JSON lines, one test a line: milliseconds of parse, unroll,
# bounds, encode, solve, and of all; count of states; completeness; file.
numbers() {
    awk '
        function value(key, at) {
            at = match($0, "\"" key "\":[^,}]*")
            return at ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : 0
        }
        {
            parse = value("parse_seconds")
            file = value("file"); gsub(/"/, "", file); sub(/.*\//, "", file)
            printf "%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%d\t%s\t%s\n", 1000 * parse,
                1000 * value("unroll_seconds"), 1000 * value("bounds_seconds"),
                1000 * value("encode_seconds"), 1000 * value("solve_seconds"),
                1000 * (parse + value("time")), value("state_count"), value("complete"), file
        }' "$1"
}

# ---- the machine ---------------------------------------------------------

about() {
    "$tools/bench_about" | sed -n "s/^$1: //p"
}

machine() {
    local cpu memory system
    cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)
    memory=$(awk '/^MemTotal/ { printf "%.1f", $2 / 1048576 }' /proc/meminfo)
    system=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)
    printf -- '- CPU: %s, %s cores; %s GiB of memory\n' "${cpu:-unknown}" "$(nproc)" "$memory"
    printf -- '- %s, Linux %s\n' "${system:-unknown}" "$(uname -r)"
    printf -- '- built with %s; Z3 %s; cmcm %s\n' "$(about compiler)" "$(about Z3)" "$(about cmcm)"
    printf -- '- %s; other work on the machine before the start (load average): %s\n' \
        "$(date -u +%Y-%m-%d)" "$(cut -d' ' -f1 /proc/loadavg)"
}

# ---- corpora -------------------------------------------------------------

# name | table, from the corpus folder | arguments
corpora='AArch64|AARCH64/expected.tsv|
AArch64, mixed sizes|AARCH64/expected-mixed.tsv|
x86|X86/expected.tsv|
PTX 6.0|PTX/expected.tsv:6.0|-m ptx60
PTX 7.5|PTX/expected.tsv:7.5|-m ptx
compound|COMPOUND/expected.tsv|-m cmcm'

# measure_corpus NAME TABLE ARGUMENT...: rows for the three tables.
measure_corpus() {
    local name=$1 table=$2 first=$work/1.json second=- ratio=-
    local wall user peak status
    shift 2
    say "$name"
    measure 1 "$CMCM" check -q -j1 "$@" --expect "$table" -f json -v -o "$first" \
        >"$work/out" 2>"$work/err"
    [ "$status" -eq 0 ] || {
        say "$name: cmcm check ended with status $status:"
        tail -5 "$work/err" "$work/out" >&2
    }
    local one=$wall one_user=$user one_peak=$peak
    if [ "$(nproc)" -gt 1 ]; then
        measure 1 "$CMCM" check -q -j2 "$@" --expect "$table" -f json -v \
            -o "$work/2.json" >"$work/out" 2>"$work/err"
        second=$(calculate %.2f "$wall")
        ratio=$(calculate %.2f "$one / $wall")
    fi
    numbers "$first" >"$work/numbers"
    local count
    count=$(wc -l <"$work/numbers")
    printf '| %s | %d | %.2f | %.2f | %s | %s | %s | %s |\n' "$name" "$count" "$one" \
        "$one_user" "$(percentiles "$count")" "$(calculate %.0f "$one_peak / 1024")" \
        "$second" "$ratio" >>"$work/corpora"
    phases "$name" >>"$work/phases"
    sort -t "$(printf '\t')" -k6,6nr "$work/numbers" |
        awk -F'\t' -v name="$name" 'NR <= 5 { list = list (NR > 1 ? ", " : "") $9 " " sprintf("%.1f", $6) }
            END { gsub(/\.litmus/, "", list); print "- " name ": " list }' >>"$work/worst"
}

# Median, p99 and worst of a test, of COUNT in $work/numbers.
percentiles() {
    cut -f6 "$work/numbers" | sort -n | awk -v count="$1" '
        { time[NR] = $1 }
        function at(share, n) { n = int(share * count + 0.999999); return time[n < 1 ? 1 : n] }
        END { printf "%.2f | %.2f | %.1f", at(0.5), at(0.99), time[count] }'
}

# Seconds in every phase, with the share of the total.
phases() {
    awk -F'\t' -v name="$1" '
        { for (i = 1; i <= 6; i++) sum[i] += $i }
        function cell(value) {
            printf " %.2f (%.0f %%) |", value / 1000, sum[6] ? 100 * value / sum[6] : 0
        }
        END {
            rest = sum[6]
            printf "| %s |", name
            for (i = 1; i <= 5; i++) { cell(sum[i]); rest -= sum[i] }
            cell(rest)
            printf " %.2f |\n", sum[6] / 1000
        }' "$work/numbers"
}

measure_corpora() {
    local name table arguments file found=no
    rm -f "$work/corpora" "$work/phases" "$work/worst"
    while IFS='|' read -r name table arguments; do
        file=$corpus/${table%%:*}
        if [ ! -e "$file" ]; then
            say "$name skipped: no $file; CMCM_CORPUS names another folder"
            continue
        fi
        found=yes
        # shellcheck disable=SC2086 # several arguments
        measure_corpus "$name" "$corpus/$table" $arguments </dev/null
    done <<<"$corpora"
    [ $found = yes ] ||
        measure_corpus "this project's tests" "$CMCM_SOURCE/tests/litmus/expected.tsv" </dev/null
}

print_corpora() {
    measure_corpora
    cat <<'TEXT'
## Published tests

Every test of a table in one process: all its final states are searched, and compared
with what the table has (final states, or yes and no). Wall and user are the whole
process with `-j1`, in seconds; the times of a test are reading and checking it, in
milliseconds; peak is the largest resident size, in MiB.

| tests | count | wall s | user s | median ms | p99 ms | worst ms | peak MiB | wall s, `-j2` | `-j1` / `-j2` |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
TEXT
    cat "$work/corpora"
    printf '\nThe slowest five of each (ms):\n\n'
    cat "$work/worst"
    cat <<'TEXT'

## Where the time goes

Seconds over all tests of a table, `-j1`, and the share of the sum. Other: preparing
and releasing the solver, sorting the states.

| tests | parse | unroll | bounds | encode | solve | other | sum |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
TEXT
    cat "$work/phases"
}

# ---- start-up ------------------------------------------------------------

print_startup() {
    say "start-up"
    cat <<'TEXT'
## Start-up

One small test as a whole process: start, read and elaborate the model, check, print.
The median of 20 runs, in milliseconds.

| test | model | wall ms | user ms | peak MiB |
| --- | --- | ---: | ---: | ---: |
TEXT
    local test model wall user peak status
    while read -r test model; do
        measure 20 "$CMCM" check -q -m "$model" "$CMCM_SOURCE/tests/litmus/$test.litmus" \
            >"$work/out" </dev/null
        printf '| %s | %s | %s | %s | %s |\n' "$test" "$model" \
            "$(calculate %.1f "1000 * $wall")" "$(calculate %.1f "1000 * $user")" \
            "$(calculate %.0f "$peak / 1024")"
    done <<'TEXT'
arm/SB arm
x86/SB x86tso
ptx/SB ptx60
ptx/SB ptx
cmcm/SB+dmb.sy+fence.sc.sys cmcm
TEXT
}

# ---- growth --------------------------------------------------------------

# check_grown TEST BOUND: sets milliseconds, states; false when over the limit. A
# fast test is done again four times, and the median counts.
check_grown() {
    local test=$1 bound=$2 files=("$1") time
    timeout -s KILL $((limit + limit / 5)) \
        "$CMCM" check -q -f json -v -t $limit -u "$bound" "$test" >"$work/grown.json" \
        2>"$work/grown.err" </dev/null || true
    time=$(numbers "$work/grown.json" | cut -f6)
    if [ -n "$time" ] && [ "$(calculate %d "$time < 300")" = 1 ]; then
        files+=("$test" "$test" "$test" "$test")
        "$CMCM" check -q -f json -v -u "$bound" "${files[@]}" >"$work/grown.json" \
            2>"$work/grown.err" </dev/null || true
    fi
    read -r milliseconds states <<<"$(numbers "$work/grown.json" |
        sort -t "$(printf '\t')" -k6,6n | cut -f6,7 | sed -n "$(((${#files[@]} + 1) / 2))p")"
    # a test given up has fewer states than it should, or no result at all
    [ -n "$milliseconds" ] &&
        [ "$(calculate %d "$milliseconds < 1000 * $limit")" = 1 ] || return 1
    grep -q 'limit of' "$work/grown.json" && return 1
    return 0
}

# grow NAME FIRST LAST KIND TITLE: one row, sizes from 1 to 12.
grow() {
    local name=$1 first=$2 last=$3 kind=$4 title=$5 size bound=2 milliseconds=- states=-
    local shown=- over=
    say "growth of $name"
    printf '| %s |' "$title"
    for size in {1..12}; do
        if [ "$size" -lt "$first" ] || [ "$size" -gt "$last" ] || [ -n "$over" ]; then
            printf '  |'
            continue
        fi
        "$tools/bench_generate" "$name" "$size" >"$work/$name-$size.litmus"
        [ "$kind" = size ] || bound=$size
        if check_grown "$work/$name-$size.litmus" "$bound"; then
            shown=$states
            printf ' %s |' "$(calculate %.1f "$milliseconds")"
        else
            over=yes
            printf ' > %d s |' $limit
        fi
    done
    printf ' %s |\n' "$shown"
}

print_growth() {
    cat <<'TEXT'
## Growth

Milliseconds for one test (reading and checking it; the median of five where it takes
less than 300) over its size N; a row ends where a test takes more than 20 s. The title
says how many outcomes there have to be, the last column how many were found at the last
size that was finished. All tests are for AArch64.

| test | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | outcomes |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
TEXT
    local name first last kind title
    while IFS=$'\t' read -r name first last kind title; do
        grow "$name" "$first" "$last" "$kind" "$title"
    done < <("$tools/bench_generate")
}

# ---- programs ------------------------------------------------------------

# check_program FILE EXPECTED: a line: answer (yes, no, ??, late), whether it is as
# expected (right, wrong, -), seconds, events.
check_program() {
    local answer seconds events
    timeout -s KILL $((limit + limit / 2)) \
        "$CMCM" check -q -f json -v -t $limit "$1" >"$work/program.json" \
        2>"$work/program.err" </dev/null || true
    answer=$(sed -n 's/.*"holds":"\([a-z]*\)".*/\1/p' "$work/program.json")
    seconds=$(sed -n 's/.*"time":\([0-9.e-]*\).*/\1/p' "$work/program.json")
    events=$(sed -n 's/.*"events":\([0-9]*\).*/\1/p' "$work/program.json")
    case $answer in
    yes | no) ;;
    *) answer='??' ;;
    esac
    if [ -z "$seconds" ] || grep -q 'limit of\|gave up' "$work/program.json"; then
        [ "$answer" != '??' ] || answer=late
    fi
    local right=-
    case $2:$answer in
    yes:yes | no:no) right=right ;;
    yes:no | no:yes) right=wrong ;;
    esac
    printf '%s\t%s\t%s\t%s\n' "$answer" "$right" "${seconds:-$limit}" "${events:--}"
}

# check_programs FOLDER: all tests of its table; name, and what check_program says.
check_programs() {
    local test expected rest
    while IFS=$'\t' read -r test expected rest; do
        case $test in \#*) continue ;; esac
        printf '%s\t' "${test%.litmus}"
        check_program "$corpus/$1/$test" "$expected"
    done <"$corpus/$1/expected.tsv"
}

# check_sources: the same of the programs in C that the repository has, as clang wrote them.
check_sources() {
    local program
    for program in "$CMCM_SOURCE"/tests/programs/*.ll; do
        printf '%s\t' "$(basename "$program" .ll)"
        check_program "$program" yes # that what it asserts is asked of its flags
    done
}

# One row for tests whose names differ in numbers only: seconds by those numbers.
program_rows() {
    awk -F'\t' '
        {
            family = $1; size = $1
            gsub(/[0-9]+/, "N", family)
            gsub(/[^0-9]+/, " ", size); gsub(/^ +| +$/, "", size)
            if (!(family in count)) order[++families] = family
            count[family]++
            if ($2 == "yes" || $2 == "no") decided[family]++
            if ($3 == "wrong") wrong[family]++
            shown = $2 == "yes" || $2 == "no" ? sprintf("%.2f", $4) : $2
            cells[family] = cells[family] (cells[family] ? ", " : "") (size ? size ": " : "") shown
        }
        END {
            for (i = 1; i <= families; i++) {
                f = order[i]
                printf "| %s | %d of %d | %s | %s |\n", f, decided[f], count[f],
                    wrong[f] ? wrong[f] " WRONG" : "none", cells[f]
            }
        }'
}

# One row for a folder: the same, and its slowest tests.
program_row() {
    sort -t "$(printf '\t')" -k4,4nr | awk -F'\t' -v name="$1" '
        { count++ }
        $2 == "yes" || $2 == "no" { decided++ }
        $3 == "wrong" { wrong++ }
        NR <= 5 { list = list (NR > 1 ? ", " : "") $1 sprintf(" %.2f", $4) }
        END {
            printf "| %s | %d of %d | %s | %s |\n", name, decided, count,
                wrong ? wrong " WRONG" : "none", list
        }'
}

print_programs() {
    cat <<TEXT
## Programs

Locks, queues, barriers and protocols, each test alone at a limit of $limit s: how many are
decided, how many answers are not what the algorithm says, and seconds by the number of
threads (items, pushes and pops); \`??\` is an answer that is not certain, \`late\` one that
the limit ended. Of the protocols the slowest are named.

| tests | decided | wrong | seconds |
| --- | ---: | ---: | --- |
TEXT
    if [ -e "$corpus/PROGRAMS/expected.tsv" ]; then
        say "programs"
        check_programs PROGRAMS | program_rows
    else
        say "programs skipped: no $corpus/PROGRAMS; CMCM_CORPUS names another folder"
    fi
    check_sources | program_row "programs in C (tests/programs)"
    if [ -e "$corpus/PROTOCOLS/expected.tsv" ]; then
        say "protocols"
        check_programs PROTOCOLS | program_row "protocols of real code"
    else
        say "protocols skipped: no $corpus/PROTOCOLS; CMCM_CORPUS names another folder"
    fi
}

# ---- explanations and repairs ----------------------------------------------

# sample EACH FOLDER: every EACH-th test.
sample() {
    [ -d "$2" ] || return 0
    find "$2" -name '*.litmus' | LC_ALL=C sort | awk -v each="$1" 'NR % each == 0'
}

# Those of four threads or more, by the row of heads.
wide() {
    while read -r file; do
        if [ "$(grep -m1 -E '^ *P[0-9]+.*\|' "$file" | tr -cd '|' | wc -c)" -ge 3 ]; then
            printf '%s\n' "$file"
        fi
    done
}

# answer_row WHAT LIST: what takes how long, in milliseconds of the processor.
answer_row() {
    local what=$1 list=$2 verb
    [ -s "$list" ] || return 0
    for verb in explain repair; do
        say "$verb: $what"
        "$tools/bench_answers" "$verb" <"$list" >"$work/answers"
        cut -f2,3 "$work/answers" | sort -n | awk -F'\t' -v what="$what" -v verb="$verb" '
            { time[NR] = $1; file = $2; over += $1 > 50; late += $1 > 1000 }
            function at(share, n) { n = int(share * NR + 0.999999); return time[n < 1 ? 1 : n] }
            END {
                sub(/.*\//, "", file); sub(/\.litmus$/, "", file)
                printf "| %s | %s | %d | %.1f | %.1f | %.1f | %d | %d | %s |\n", what, verb, NR,
                    at(0.5), at(0.99), time[NR], over, late, file
            }'
    done
}

# suite_row SUITE: the whole suite, for what is slow is rare.
suite_row() {
    "$CMCM" enumerate "$1" -q -o "$work/suite-$1" >/dev/null
    sample 1 "$work/suite-$1" >"$work/suite"
    answer_row "$1" "$work/suite"
}

print_answers() {
    cat <<'TEXT'
## Explanations and repairs

`cmcm explain` and `cmcm repair` of many tests in one process, from the parsed test to the
text: milliseconds of the processor. Tests that ask for no outcome are left out.

| tests | | count | median | p99 | worst | over 50 ms | over 1 s | the worst |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
TEXT
    local suite
    for suite in hetero grace hopper hopper-cta hopper-cluster gpus gpus-shapes hetero-cdna async; do
        suite_row "$suite"
    done
    sample 1 "$corpus/COMPOUND" >"$work/compound"
    answer_row compound "$work/compound"
    sample 10 "$corpus/AARCH64" >"$work/aarch64"
    answer_row "AArch64, every tenth" "$work/aarch64"
    { sample 1 "$corpus/COMPOUND"; sample 5 "$corpus/AARCH64"; } | wide >"$work/wide"
    answer_row "of these and more, those of four threads" "$work/wide"
}

# ---- all of it -----------------------------------------------------------

print_head() {
    cat <<'TEXT'
# Benchmarks

Times vary with the machine and with what else it does; user time much less than wall time.

## The machine

TEXT
    machine
    cat <<'TEXT'

For comparison, quoted and *not measured here*: the reference simulator, herd7 7.58,
on one core of a machine of this kind, has a median of 20 ms a test, takes 974 s for
5,104 AArch64 tests (the AArch64 table has 3,826 of them), 70 s for the worst of them,
and more than 20 s for many tests with mixed sizes.
TEXT
}

# print_parts PART...
print_parts() {
    print_head
    for part in "$@"; do
        printf '\n'
        "print_$part"
    done
}

parts=()
write=no
for argument in "$@"; do
    case $argument in
    --write) write=yes ;;
    corpora | startup | growth | programs | answers) parts+=("$argument") ;;
    *)
        say "unknown argument '$argument', expected --write, corpora, startup, growth, programs or answers"
        exit 2
        ;;
    esac
done
if [ $write = yes ] && [ ${#parts[@]} -gt 0 ]; then
    say "--write takes no parts: the table has all of them"
    exit 2
fi
[ ${#parts[@]} -gt 0 ] || parts=(corpora startup growth programs answers)
for tool in about measure generate answers; do
    [ -x "$tools/bench_$tool" ] || {
        say "no $tools/bench_$tool: build the project with its tests"
        exit 1
    }
done

# The tables of the document as one: a figure a row.
as_table() {
    printf '# How fast cmcm is: every figure of ./dev bench\n# command: ./dev bench --write\n'
    sed -n 's/^- /# note: /p' "$1" | sed '/ms\?, .* [0-9.]*$/d' | head -4
    printf 'section\trow\tcolumn\tvalue\n'
    awk -F ' *[|] *' -v OFS='\t' '
        /^## / { section = substr($0, 4) }
        !/^[|]/ { headed = 0; next }
        !headed { headed = split($0, head); next }
        /^[-|: ]*$/ { next }
        {
            row = head[3] == "" ? $2 ", " $3 : $2
            for (i = head[3] == "" ? 4 : 3; i < NF; i++)
                if ($i != "") print section, row, head[i], $i
        }' "$1"
}

print_parts "${parts[@]}" | tee "$work/document"
if [ $write = yes ]; then
    as_table "$work/document" >"$table"
    say "written: data/computed/benchmarks.tsv"
fi
