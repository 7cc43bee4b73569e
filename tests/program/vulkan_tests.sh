#!/bin/bash
# Tests of Vulkan: axioms, races, readings and what is refused.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus/vulkan" || exit 1

# Without any one of its axioms the model gives another answer to one of these tests.
mkdir "$work/models"
while IFS=: read -r line axiom; do
    cp "$CMCM_SOURCE"/models/*.cat "$work/models/"
    sed -i "${line}d" "$work/models/vulkan.cat"
    CMCM_MODELS=$work/models run 1 "without ${axiom##* as }" check -q --expect expected.tsv
done < <(grep -nE '^(acyclic|irreflexive|empty) ' "$CMCM_SOURCE/models/vulkan.cat")

# A race is undefined behaviour.
while IFS=$'\t' read -r test race; do
    [ "${test#\#}" = "$test" ] || continue
    "$CMCM" check "$test" >"$work/out" 2>&1
    if [ "$race" = yes ]; then
        contains "race of $test" "$work/out" 'Flag *undef*'
        contains "race of $test" "$work/out" "Observation ${test%.litmus} Undefined"
    else
        lacks "race of $test" "$work/out" 'Flag'
    fi
done < <(cut -f1,4 expected.tsv)

# Readings: which tests of the table they judge otherwise.
reading() {
    "$CMCM" check -q --variant "$1" --expect expected.tsv >"$work/out" 2>&1
    equal "tests under $1" "$2" "$(sed -n 's/\.litmus: the condition .*//p' "$work/out" | sort | paste -sd ' ')"
}
reading nochains 'chain-available chain-sg-wg-qf chain-visible'
reading khronos-fr 'CoWW-RR'

# What a filter leaves out does not race, whoever asks; nor does a round that only waits, in an
# execution that is left out.
sed 's/^exists.*/filter (1:r0=0) exists (1:r1=0)/' MP+relaxed.litmus >"$work/filter.litmus"
cat >"$work/filter-wait.litmus" <<'END'
VULKAN filter-wait
{ x=0; y=0; }
 P0@sg 0,wg 0,qf 0                        | P1@sg 0,wg 1,qf 0                               ;
 st.nonpriv.sc0 x, 1                      | LC00: ld.nonpriv.sc0 r1, x                      ;
 st.atom.rel.dv.sc0.semsc0.semav y, 1     | ld.atom.acq.dv.sc0.semsc0.semvis r0, y          ;
                                          | beq r0, 0, LC00                                 ;
filter (1:r1=7)
exists (true)
END
for test in filter filter-wait; do
    run 0 "$test" check --assert race-free "$work/$test.litmus"
    lacks "$test" "$work/out" Flag
    "$CMCM" explain "$work/$test.litmus" >"$work/out"
    lacks "explain $test" "$work/out" Flag
done
# Those that a filter lets through do, in rounds that wait, too.
sed -i 's/r0=0/r0=1/' "$work/filter.litmus"
sed -i 's/r1=7/r1=1/' "$work/filter-wait.litmus"
for test in filter filter-wait; do
    run 1 "$test" check --assert race-free "$work/$test.litmus"
    contains "$test" "$work/err" 'raises the model'"'"'s flag: undefined behaviour'
done

# Threads of several workgroups meet at one barrier, which can be taken away from both only.
run 0 "explain" explain barrier-anywhere.litmus
contains "explain" "$work/out" '- the barrier'

# An execution in which not all reach a barrier, or fewer than it waits for, has no final state.
no_end() {
    printf 'VULKAN %s\n{ x=0; }\n P0@sg 0,wg 0,qf 0 | P1@sg 1,wg 0,qf 0 ;\n%s\nexists (true)\n' "$1" "$2" \
        >"$work/$1.litmus"
    run 0 "$1" check "$work/$1.litmus"
    contains "$1" "$work/out" 'States 0'
    contains "$1" "$work/err" 'no final state: this thread waits for ever: P'
}
no_end skipped ' ld.atom.wg.sc0 r0, x | cbar.wg 0 ;
 beq r0, 0, LC00 | ;
 cbar.wg 0 | ;
 LC00: | ;'
no_end too-few ' cbar.wg 0, 1, 3 | cbar.wg 0, 1, 3 ;'
run 0 "barrier" check barrier.litmus
contains "barrier" "$work/out" 'States 1'

# Both ways to say what the system orders are one test, which is printed and read again.
sed '/^{ ssw/d; s/P1@sg 0,wg 1,qf 0/&,ssw P0/; s/P2@sg 0,wg 2,qf 0/&,ssw P1/' ssw+device.litmus >"$work/ssw+device.litmus"
run 0 "ssw in heads" check --assert forbidden "$work/ssw+device.litmus"
lacks "ssw in heads" "$work/out" Flag

run 4 "a model that knows nothing of ssw" check -q -m sc ssw-WAR.litmus
contains "a model that knows nothing of ssw" "$work/err" 'ignores `ssw` in the heads'

# refused PLACE INSTRUCTION MESSAGE
refused() {
    printf 'VULKAN refused\n{ x=0; }\n P0@%s ;\n %s ;\nexists (x=1)\n' "$1" "$2" >"$work/refused.litmus"
    run 3 "$2" check "$work/refused.litmus"
    contains "$2" "$work/err" "$3"
}
at='sg 0,wg 0,qf 0'
refused 'sg 0,wg 0' 'st.sc0 x, 1' 'thread P0 has no qf, expected P0@sg N,wg N,qf N'
refused 'sg 0,wg 0,qf 0,cta 1' 'st.sc0 x, 1' 'a thread has no attribute `cta`'
refused 'sg 0,wg 0,qf 0,after P0' 'st.sc0 x, 1' 'a thread has no attribute `after`'
refused 'sg 0,wg 0,qf 0,ssw P0' 'st.sc0 x, 1' '`ssw` is of P0 with itself, expected another thread'
refused "$at" 'st x, 1' 'expected'
refused "$at" 'st.sc0 [x], 1' 'expected a location, found'
refused "$at" 'st.acq.dv.sc0.semsc0 x, 1' '.acq'
refused "$at" 'ld.atom.acq.dv.sc0 r0, x' 'has no storage classes'
refused "$at" 'membar.acq.dv.semsc0.semav' 'on a `membar` that does not release'
refused "$at" 'rmw.atom.rel.dv.sc0.semsc0.semvis r0, x, 1' 'on a `rmw` that does not acquire'
refused "$at" 'cbar.wg r1' "expected the number of the barrier's instance"
refused "$at" 'cbar.wg 1, r1' "expected the number of the barrier's instance"
printf 'VULKAN refused\n{ x=0; }\n{ sww 0 1; }\n P0@%s ;\n st.sc0 x, 1 ;\nexists (x=1)\n' "$at" >"$work/refused.litmus"
run 3 "sww" check "$work/refused.litmus"
contains "sww" "$work/err" 'expected `ssw`, two threads and `;`, or `}`, found `sww`'
sed -i 's/sww 0 1/ssw 0 3/' "$work/refused.litmus"
run 3 "ssw 0 3" check "$work/refused.litmus"
contains "ssw 0 3" "$work/err" 'there is no thread P3'

# ---- Khronos's form -------------------------------------------------------------

# Its checks are predicates of Alloy over executions with the written reads-from: models say them.
axioms='^(acyclic|empty) .* as (order|hidden|atomicity|final)'
two='~empty (rs;(_ * _ \ id);rs^-1) | (rs^-1;(_ * _ \ id);rs) as check'
# predicate NAME LEAVE-OUT LAST-LINE
predicate() {
    { grep -vE "$2" "$CMCM_SOURCE/models/vulkan.cat" |
        sed 's/^undefined_unless empty (\(.*\)) as data-race/let dr = \1/'
        printf 'let rs = [REL \\& ATOM];sequence\n%s\n' "$3"; } | sed 's/\\&/\&/' >"$work/$1.cat"
}
predicate consistent '^$' ''
predicate consistent-dr=0 '^$' 'empty dr as check'
predicate 'consistent-dr>0' '^$' '~empty dr as check'
predicate 'consistent-rs>1' '^$' "$two"
predicate dr=0 "$axioms" 'empty dr as check'
predicate 'dr>0' "$axioms" '~empty dr as check'

# checks FILE: its lines of checks hold. With one release and one read-modify-write #rs=2 is the
# most, so that it is asked as more than 1.
checks_of() {
    local line claim wanted found name
    while IFS=: read -r line claim; do
        wanted=${claim%% *}
        name=$(sed -E 's/^[A-Z]+ (NOCHAINS )?//; s/consistent\[X\]/consistent/; s/ && /-/; s/[()#]//g; s/rs=2/rs>1/' <<<"$claim")
        [ -e "$work/$name.cat" ] || { fail "$1:$line: no model says $claim"; continue; }
        "$CMCM" check -q -m "$work/$name.cat" --variant khronos-fr \
            $(case $claim in *NOCHAINS*) echo --variant nochains ;; esac) "$1" >"$work/out" 2>"$work/err"
        found=$(sed -n 's/.* 0 states.*/NOSOLUTION/p; s/.* [1-9][0-9]* states\{0,1\}).*/SATISFIABLE/p' "$work/out")
        equal "$1:$line: $claim" "$wanted" "$found"
        judged=$((judged + 1))
    done < <(tr -d '\r' <"$1" | grep -nE '^(SATISFIABLE|NOSOLUTION)')
}
judged=0

cat >"$work/own.test" <<'END'
// A release that a read-modify-write continues; P2 reads its value. x2 is another name of x.
NEWQF
NEWWG
NEWSG
NEWTHREAD 4
st.nonpriv.sc0 x = 1
st.atom.rel.semav.scopedev.sc1.semsc0 y = 1
NEWWG
NEWSG
NEWTHREAD
rmw.scopedev.sc1 y = 1 2
NEWQF
NEWWG
NEWSG
NEWTHREAD
ld.atom.acq.semvis.scopedev.sc1.semsc0 y = 2
ld.nonpriv.sc0 x
ld.sc0 x2 = 0
SLOC x x2
SATISFIABLE consistent[X]
SATISFIABLE consistent[X] && #dr>0
NOSOLUTION consistent[X] && #dr=0
END
checks_of "$work/own.test"
equal "checks of an own test" 3 "$judged"
run 4 "an own test" check "$work/own.test"
contains "an own test" "$work/out" '5:r0=1; 6:r0=2; 6:r1=1; 6:r2=0;'
# Two stores of one value cannot both be read; a store without a value is read by a load without one.
printf 'NEWWG\nNEWSG\nNEWTHREAD\nst.sc0 x = 1\nst.sc0 x = 1\nld.sc0 x = 1\nNOSOLUTION consistent[X]\n' >"$work/twice.test"
printf 'NEWWG\nNEWSG\nNEWTHREAD\nst.sc0 x = 1\nst.sc0 x\nld.sc0 x\nSATISFIABLE consistent[X] && #dr=0\n' >"$work/unsaid.test"
printf 'NEWWG\nNEWSG\nNEWTHREAD\nst.sc0 x\nst.sc0 x = 1\nld.sc0 x\nNOSOLUTION consistent[X]\n' >"$work/hidden.test"
# A value of ours is none that is written.
printf 'NEWWG\nNEWSG\nNEWTHREAD\nst.sc0 x = 1001\nst.sc0 x\nld.sc0 x = 1001\nNOSOLUTION consistent[X]\n' >"$work/chosen.test"
printf 'NEWWG\nNEWSG\nNEWTHREAD\nst.ld.atom.scopewg.sc0 x = 0 1\nld.sc0 x = 1\nSATISFIABLE consistent[X] && #dr=0\n' >"$work/both.test"
# Three names of one location, which nothing makes available to the others.
printf 'NEWWG\nNEWSG\nNEWTHREAD\nst.sc0 x = 1\nld.sc0 x2 = 0\nld.sc0 x3 = 0\nSLOC x x2\nSLOC x x3\nSATISFIABLE consistent[X] && #dr>0\n' >"$work/names.test"
for test in twice unsaid hidden chosen both names; do
    checks_of "$work/$test.test"
done
# wrong TEXT PLACE MESSAGE
wrong() {
    printf "$1" >"$work/wrong.test"
    run 3 "$3" check "$work/wrong.test"
    contains "$3" "$work/err" "wrong.test:$2: error: $3"
}
wrong '// nothing\n' 1:1 'the test has no thread, expected NEWTHREAD'
wrong 'st.sc0 x = 1\n' 1:1 'the instruction belongs to no thread, expected NEWTHREAD before it'
wrong 'NEWTHREAD\nst.sc9 x = 1\n' 2:1 'there is no such instruction, expected words such as st'
wrong 'NEWTHREAD\nsc0 x = 1\n' 2:1 'the instruction has no operation, expected st'
wrong 'NEWTHREAD\nst.sc0 x = one\n' 2:1 'expected a number of at most nine digits'
wrong 'NEWTHREAD\nst.sc0\n' 2:1 'the access names nothing, expected a variable'
wrong 'NEWTHREAD\ncbar.scopewg 1 2\n' 2:1 'expected the end of the line'
wrong 'NEWTHREAD\nst.sc0 x = 1\nSLOC x\n' 3:1 'expected two variables after SLOC'

# Dat3M's and Khronos's tests, where they are.
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}/VULKAN
if [ ! -e "$corpus/expected.tsv" ]; then
    echo "no public tests in $corpus"
    finish
    exit
fi
# Of standard input every so many lines, under sanitizers.
sample() {
    awk -v every=$((${CMCM_TEST_SAMPLE:-0} * 2)) 'every == 0 || NR % every == 3' # without the two that take a minute
}
# races MODEL COLUMN FLAG ARGUMENT...: is the flag raised where the table says so?
races() {
    local model=$1 column=$2 flag=$3 test race found
    shift 3
    while IFS=$'\t' read -r test race; do
        found=no
        "$CMCM" check -m "$model" "$@" "$corpus/$test" 2>/dev/null | grep -q "^Flag $flag" && found=yes
        equal "race of $test under ${model##*/} $*" "$race" "$found"
    done < <(grep -v '^#' "$corpus/expected-race.tsv" | cut -f "1,$column" | grep -v -- '-$' | sample)
}
races vulkan 2 '\*undef\*'
races vulkan 3 '\*undef\*' --variant nochains
# One of them has 262,144 states; its condition alone is asked for.
ln -s "$corpus"/*/ "$work/"
many=Manual/xf-barrier-cbar-rlx-1.litmus
# conditions MODEL COLUMN ARGUMENT...
conditions() {
    grep -v '^#' "$corpus/expected.tsv" | cut -f "1,$2" | grep -v -e '-$' -e "^$many" | sample >"$work/conditions.tsv"
    run 0 "conditions under ${1##*/}" check -q -j2 -t 60 -m "$1" "${@:3}" --expect "$work/conditions.tsv"
    contains "conditions under ${1##*/}" "$work/out" ' 0 differences, 0 skipped'
}
conditions vulkan 2
conditions vulkan 3 --variant nochains
for test in "$corpus"/khronos/*.test; do
    checks_of "$test"
done
equal "checks of the public tests" "$(cut -f2- "$corpus/expected-khronos.tsv" | grep -v '^line' | tr '\t' '\n' | grep -c ':')" \
    "$((judged - 9))"
# Does every thread end, by the kinds of scheduling? All that is known is as the table says.
endings() {
    grep -v '^#' "$corpus/expected-liveness.tsv" | cut -f "1,$1" | grep -v -- '-$' | sample >"$work/ends"
    sed "s,^,$corpus/,; s,\t.*,," "$work/ends" >"$work/list"
    "$CMCM" check -q -j2 --assert terminates --progress "$2" "@$work/list" \
        >/dev/null 2>"$work/err"
    sed -n "s,^$corpus/\([^:]*\): assertion failed.*,\1\tno,p; s,^$corpus/\([^:]*\): not known whether.*,\1\tunknown,p" \
        "$work/err" >"$work/said"
    awk -F'\t' 'NR == FNR { said[$1] = $2; next }
        { found = $1 in said ? said[$1] : "yes"; known += found != "unknown" }
        found != "unknown" && found != $2 { print $1 ": " found }
        END { print "known: " known }' "$work/said" "$work/ends" >"$work/found"
    equal "ends, $2" "" "$(grep -v '^known: ' "$work/found")"
    [ -n "${CMCM_TEST_SAMPLE:-}" ] || equal "how many are known, $2" "known: $3" "$(tail -1 "$work/found")"
}
endings 2 fair 204
endings 3 hsa 315
endings 4 hsa-obe 305
endings 5 lobe 297
endings 6 obe 339
dat3m=$corpus/../MODELS/dat3m
if [ -e "$dat3m/vulkan.cat" ]; then
    races "$dat3m/vulkan.cat" 2 racy
    races "$dat3m/vulkan-nochains.cat" 3 racy
    conditions "$dat3m/vulkan.cat" 2
    conditions "$dat3m/vulkan-nochains.cat" 3
    run 0 "$many" check -q --question -m "$dat3m/vulkan.cat" "$corpus/$many"
    contains "$many" "$work/out" ': No '
fi
finish
