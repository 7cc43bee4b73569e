#!/bin/bash
# `cmcm enumerate` of the suites: numbers, names, where the tests go, what the
# check says of them. What each test must come to: tests/unit/test_suite_rules.c.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# ---- numbers and names ----------------------------------------------------
# 28 fences of a GPU suite, 10 of which are no instruction; 7 of a CPU, two kinds.
while read -r suite tests programs; do
    run 0 "count of $suite" enumerate "$suite"
    equal "count of $suite" "$suite: $tests tests, $programs distinct programs" "$(cat out)"
    run 0 "list of $suite" enumerate "$suite" --list
    equal "lines of $suite" "$tests" "$(wc -l <out)"
    equal "names of $suite" "$tests" "$(cut -f1 out | sort -u | wc -l)"
    equal "first tests of their program in $suite" "$programs" "$(grep -vc "same program" out)"
done <<'END'
grace 10 10
hopper 560 380
hopper-cta 560 380
hetero 1960 560
hetero-cdna 1960 300
hopper-cluster 1800 1800
gpus 980 980
gpus-shapes 1280 1220
END
run 0 "list" enumerate hetero --list
contains "a name with all coordinates" out "MP-cpu2gpu-rel-acq-X.gpu-Y.sys-pf.none-cf.acq_rel.cta"
contains "variants that are the same program" out "$(printf '%s\t%s' \
    MP-cpu2gpu-rlx-rlx-X.cta-Y.cta-pf.sc.sys-cf.none \
    'is the same program as MP-cpu2gpu-rlx-rlx-X.cta-Y.cta-pf.acq_rel.cta-cf.none')"

# ---- where they go --------------------------------------------------------
run 0 "into a directory" enumerate hetero -o directory
equal "nothing on standard output" "" "$(cat out)"
equal "the number is told" "hetero: 1960 tests, 560 distinct programs" "$(cat err)"
equal "files" 1961 "$(find directory -type f | wc -l)"
run 0 "into an archive" enumerate hetero -q -o archive.tar
equal "quiet" "" "$(cat err)"
tar -xf archive.tar || fail "tar cannot read the archive"
checks=$((checks + 1))
diff -r directory hetero >&2 || fail "the archive differs from the directory"
cp archive.tar first.tar
run 0 "again" enumerate hetero -o archive.tar
checks=$((checks + 1))
cmp first.tar archive.tar || fail "the archive is not the same again"

test=MP-gpu2cpu-rel-acq-X.gpu-Y.gpu-pf.acq_rel.cta-cf.none
cat >expected <<END
CMCM $test
"Message passing between a CPU and a GPU"
direction=gpu2cpu
producer=rel
consumer=acq
X=gpu
Y=gpu
pf=acq_rel.cta
cf=none
{
x=0; y=0;
1:X1=x; 1:X3=y;
}
 P0@ptx,cta 0,gpu 0        | P1@aarch64   ;
 st.relaxed.gpu.u32 [x], 1 | LDAR W0,[X3] ;
 fence.acq_rel.cta         | LDR W2,[X1]  ;
 st.release.gpu.u32 [y], 1 |              ;
exists (1:X0=1 /\\ 1:X2=0)
END
same "figure 4(e) of the paper" expected "directory/$test.litmus"
run 0 "its check" check --assert allowed "directory/$test.litmus"
one=(--axis direction=gpu2cpu --axis producer=rel --axis consumer=acq --axis X=gpu --axis Y=gpu
    --axis pf=acq_rel.cta --axis cf=none)
run 0 "to standard output" enumerate hetero "${one[@]}" -o -
same "one test on standard output" expected out
run 0 "the list of a directory" enumerate grace -o grace
run 0 "its tests" check -q "@grace/@all"
equal "its tests" 10 "$(wc -l <out)"
: >file
run 3 "into a file" enumerate grace -o file
run 3 "into a missing directory" enumerate grace -o nowhere/grace.tar

# ---- checks ---------------------------------------------------------------
# Processor time: what else runs on this machine takes no part of it.
TIMEFORMAT=%0U
exec 3>&2
{ time run 0 "check of hetero" enumerate hetero --check -f tsv 2>&3; } 2>seconds
checks=$((checks + 1))
case $CMCM_BUILD in
*[Aa]san*) ;;
*) [ "$(cat seconds)" -lt 20 ] || fail "hetero --check took $(cat seconds) s, expected under 20 s" ;;
esac
equal "rows" 1961 "$(wc -l <out)"
cp out hetero.tsv
run 0 "several at a time" enumerate hetero --check -f tsv -j 4
same "the same with several workers" hetero.tsv out
# Counted by hand (tests/unit/test_suite_rules.c): two of five scopes reach the CPU, with 12, 49,
# 42 and 14 tests of the four orders; the other three leave fence.sc.sys.
count() { awk -F'\t' "$1 { n++ } END { print n + 0 }" hetero.tsv; }
equal "forbidden, CPU to GPU" $((2 * (12 + 49 + 42 + 14) + 3 * 4 * 6)) "$(count '$2 == "cpu2gpu" && $9 == "forbidden"')"
equal "forbidden, GPU to CPU" $((2 * (12 + 49 + 14 + 42) + 3 * (6 + 7 + 7 + 6))) "$(count '$2 == "gpu2cpu" && $9 == "forbidden"')"
equal "unknown" 0 "$(count '$9 == "unknown"')"

# The table of results in docs/suites.md.
# shellcheck disable=SC2034 # each is read by its name, ${!class}
while read -r _ suite forbidden allowed scope ordering both _; do
    run 0 "check of $suite" enumerate "$suite" --check -f tsv
    why=$(($(head -1 out | tr '\t' '\n' | grep -nx why | cut -d: -f1)))
    tail -n +2 out | cut -f$((why - 1)),$why | sort | uniq -c >counts
    for class in forbidden allowed; do
        equal "$suite: $class" "${!class//,/}" \
            "$(awk -v c=$class '$2 == c { n += $1 } END { print n + 0 }' counts)"
    done
    for class in scope ordering both; do
        equal "$suite: $class" "${!class//,/}" \
            "$(awk -v c=$class '$2 == "allowed" && $3 == c { n += $1 } END { print n + 0 }' counts)"
    done
done < <(grep -E '^\| `(grace|hopper|hopper-cta|hetero|hetero-cdna|hopper-cluster|gpus|gpus-shapes)` \|( [0-9,]+ \|){5}$' \
    "$CMCM_SOURCE/docs/suites.md" | tr -s '`| ' ' ' | sed 's/^/x/')

run 0 "check of grace" enumerate grace --check
contains "a verdict and its reason" out "MP-cpu2cpu-rel-acq-pf.none-cf.none      forbidden  rel+acq"
contains "the totals" out "grace, model arm: 10 tests, 10 distinct programs"
run 0 "another model" enumerate hopper --check -m ptx60 -f tsv
cp out table.tsv
"$CMCM" enumerate hopper --check -f tsv >ptx.tsv
same "both versions of PTX agree" ptx.tsv table.tsv
run 0 "x86" enumerate hetero --cpu x86_64 --check -f json
contains "json" out '"suite": "hetero"'
contains "x86 orders by itself" out '"MP-cpu2gpu.x86-rlx-acq-X.gpu-Y.sys-pf.none-cf.none"'
# Intel's manual, volume 3A, 9.2.3.2: neither loads nor stores are reordered among
# themselves, so that message passing needs no fence.
run 0 "grace in x86" enumerate grace --cpu x86_64 --check
contains "all forbidden" out "forbidden     10 tests,    7 programs"
contains "the model" out "grace, model x86tso: 10 tests, 7 distinct programs"
run 0 "the machine's own" enumerate grace --cpu native
run 4 "too little time" enumerate grace --check -t 0.000001
contains "unknown for lack of time" out "unknown"

# ---- wrong usage ----------------------------------------------------------
# wrong WHAT TEXT ARGUMENT...
wrong() {
    local what=$1 text=$2
    shift 2
    run 2 "$what" enumerate "$@"
    contains "$what" err "$text"
    equal "$what: nothing on standard output" "" "$(cat out)"
}
wrong "nothing" "nothing is named to enumerate"
wrong "no such suite" "\`grasp\`" grasp
wrong "a word too many" "\`twice\`" grace twice
wrong "no such axis" "expected NAME=VALUE" hetero --axis Z=gpu
wrong "no such value" "no test" hetero --axis Y=cluster
wrong "no such cpu" "z80" hetero --cpu z80
wrong "no choice of fences" "those of hetero" grace --cpu-fence full
wrong "no choice of sets" "the tests of rmw are not of LKMM, expected a family" rmw --arch LKMM
wrong "a format without a table" "--format" grace -f tsv
wrong "tests and table in one stream" "--output DIRECTORY or no --check" grace --check -o -
wrong "no such model" "armm" grace --check -m armm

# ---- from a pipe, one after the other ---------------------------------------
# The sweep that nobody asked for: 2 devices for each of two threads, 3 scopes, 2 orders, 3
# fences, but for CPU threads alone, which have no scopes, 2 orders and 3 fences.
run 0 "the usual sweep" enumerate sb
contains "no scopes where there is no GPU" out "sb: $((3 * 3 * 2 * 3 + 2 * 3)) tests,"
"$CMCM" enumerate sb --list -q >usual
equal "scopes of CPU threads" scope.sys \
    "$(grep 'P0.device.cpu-P1.device.cpu' usual | grep -o 'scope\.[a-z]*' | sort -u)"
run 0 "what is asked for is made" enumerate sb --axis scope=cta,sys --axis P0.device=cpu \
    --axis P1.device=cpu
contains "what is asked for is made" out "sb: 2 tests, 1 distinct program"

"$CMCM" enumerate mp --arch AArch64 -q -o - >stream
"$CMCM" check -q - <stream >out 2>err
equal "all of a stream" "$("$CMCM" enumerate mp --arch AArch64 --list -q)" "$(sed 's/: .*//' out)"
sed '0,/ STR W0/s// SRT W0/' stream >broken-stream
"$CMCM" check -q - <broken-stream >out 2>err
equal "a broken one costs itself only" 3 "$(wc -l <out)"
contains "it is named" err "-(MP-order.rlx-fence.none):"
contains "and its line" err "the instruction \`SRT\` is not known"

# Source languages: 17 shapes by 3 orders, 3 fences, plain or not, and 3 scopes where there are some.
# In the 4 shapes of one location the order, and the scope, say nothing of plain accesses. The
# kernel has 2 orders and 2 fences, Vulkan 2 orders, 2 fences and 3 scopes.
counts() { # LANGUAGE TESTS PROGRAMS
    run 0 "shapes of $1" enumerate shapes --arch "$1"
    contains "shapes of $1" out "shapes: $2 tests, $3 distinct programs"
}
for arch in C C++; do counts $arch $((17 * 18)) $((17 * 18 - 4 * 2 * 3)); done
for arch in CUDA HIP OPENCL; do counts $arch $((17 * 54)) $((17 * 54 - 4 * 8 * 3)); done
counts LKMM $((17 * 8)) $((17 * 8 - 4 * 2))
counts VULKAN $((17 * 24)) $((17 * 24 - 4 * 5 * 2))

# verdicts SHAPE LANGUAGE FORBIDDEN ALLOWED UNDEFINED: all but `rlx` without a fence synchronise, so
# that a plain x, read once y told of it, does not race. Store buffering takes sc accesses or fences,
# and nothing tells of a plain x. RC11 has no load buffering. Scope block reaches no other block: y
# races. A race is undefined in the kernel, too.
verdicts() {
    run 0 "$1 of $2" enumerate "$1" --arch "$2" --check -q
    equal "$1 of $2" "forbidden $3 allowed $4 undefined $5" \
        "forbidden $(grep -c ' forbidden$' out) allowed $(grep -c ' allowed$' out) undefined $(grep -c ' undefined$' out)"
}
verdicts mp C 16 1 1
verdicts sb C 5 4 9
verdicts lb C 17 0 1
verdicts mp C++ 16 1 1
for arch in CUDA HIP OPENCL; do verdicts mp $arch 32 2 20; done
verdicts sb OPENCL 10 8 36
verdicts mp LKMM 6 1 1
verdicts mp VULKAN 6 2 16 # no jump: a plain x is read in any case; scope wg reaches no other one

run 0 "orders and scopes by edge" enumerate cycle --arch OPENCL -q -o - PodWWPS.cta Rfe DpAddrdR Fre
contains "an order and a scope" out "atomic_store_explicit(y, 1, memory_order_seq_cst, memory_scope_work_group);"
run 0 "dependencies" enumerate cycle --arch LKMM --check -q "WmbdWW Rfe DpAddrdR Fre" \
    "WmbdWW Rfe DpCtrldR Fre" "DpDatadW Rfe DpCtrldW Rfe" "FencedWR Fre MbdWR Fre"
equal "a branch orders no reads" "MP+wmb+ctrl allowed" "$(grep ' allowed$' out | tr -s ' ')"
run 0 "types" enumerate mp --arch C --axis type=uint8_t,int64_t --axis plain=x -q -o - --axis order=rel-acq
contains "types" out "P1 (int64_t* x, int64_t* y) {"
contains "plain, whatever the order" out "    int r1 = *x;"
for row in 'OPENCL type=uint8_t' 'C type=float' 'AArch64 type=int' 'C plain=z' 'C fence=sc.gpu' 'LKMM fence=acq_rel'; do
    run 2 "refused: $row" enumerate mp --arch "${row% *}" --axis "${row#* }"
done
run 2 "scopes of C" enumerate cycle --arch C PodWWPL.gpu Rfe PodRR Fre
for arch in C C++ CUDA HIP OPENCL LKMM VULKAN; do
    run 0 "small programs of $arch" enumerate small --arch $arch --size 3 --threads 2 --check -q Rmw
done

finish
