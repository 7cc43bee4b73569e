#!/bin/bash
# `cmcm conform`: records and a log written by hand (tests/records/conform-*)
# against the models.
. "$(dirname "$0")/lib.sh"
cp "$CMCM_SOURCE"/tests/records/conform-* "$work"
cd "$work" || exit 1
broken=MP-cpu2gpu-rel-acq-X.gpu-Y.sys-pf.none-cf.none

# lacks WHAT FILE TEXT
lacks() {
    checks=$((checks + 1))
    ! grep -qF -- "$3" "$2" || fail "$1: '$3' in the output"
}

# ---- a forbidden state ----------------------------------------------------
run 1 "two shards, one with a forbidden state" conform conform-forbidden.xml conform-shard.xml
cp out both
contains "the finding" both "FORBIDDEN SEEN: 1 state of 1 test, 3 times"
contains "which" both "FORBIDDEN $broken"
contains "the state" both "state     1:r0=1; 1:r1=0;"
contains "of how many" both "3 times among 1,000,000 outcomes"
contains "which record" both "record    conform-forbidden.xml"
contains "which machine" both "machine   grace1 (Neoverse-V2, NVIDIA GH200 480GB, driver 13.0)"
contains "parameters" both "seed 42, memory malloc, lanes 64, steps 128"
contains "what repeats it" both "cmcm run $broken.litmus"
contains "its seed" both "--seed 42 --memory malloc --rounds 7 --param lanes=64"
contains "the test" both "|  STR W0,[X1]  | ld.relaxed.gpu.u32 r1, [x] ;"
contains "outcomes of both" both "3,007,000 outcomes were counted, 18 of which a condition asks about."
contains "conditions" both "The model allows what 2 tests ask about: in 1 of them it was seen (50.0 %)."
contains "states" both "allows 11 states in all: 10 were seen (90.9 %)."
contains "a bound" both "< 0.001 in 3,000  MP-cpu2gpu-rlx-rlx-X.cta-Y.gpu-pf.none-cf.none"
contains "a refused one" both "refused   1: no GPU"
contains "another verdict than the record's" both "says \`FORBIDDEN SEEN\` (model old), now it is \`Ok\`"
equal "lines of at most 80 columns" 0 "$(grep -cE '.{81}' both)"
lacks "no colour in a file" both "$(printf '\033')"
grep -E '^  (allowed|forbidden) +(both|ordering|\(any\)) ' both | awk '{ print $1, $2, $3, $4 }' >reasons
printf '%s\n' "allowed both 1 1" "allowed ordering 1 1" "forbidden (any) 2 0" >expected
same "reasons as docs/suites.md has them" expected reasons

# Counts that wrap when they are added would be none at all.
half=9223372036854775808
sed -e 's/instances="1000000"/instances="'$half'"/' -e 's/<state count="3"/<state count="'$half'"/' \
    -e 's/<state count="[0-9]\{6\}"/<state count="0"/' conform-forbidden.xml >half.xml
sed 's/started="2026-11-21/started="2026-11-22/' half.xml >other-half.xml
run 1 "half of all counts" conform -q half.xml
run 1 "both halves" conform half.xml other-half.xml
contains "both halves: the finding" out "FORBIDDEN $broken"
contains "both halves: as many as there are numbers" out "18,446,744,073,709,551,615 times"

run 1 "both halves as JSON" conform -f json half.xml other-half.xml
python3 - out >found <<'END'
import json, sys
for f in json.load(open(sys.argv[1]))["forbidden"]:
    print(f["count"] > 9e18, f["outcomes"] > 9e18)
END
printf 'True True\nTrue True\n' >expected
same "both halves as JSON: counts" expected found

# The text is the test: it is checked as it stands in the report.
sed -n 's/^    | //p' both >again.litmus
run 0 "the test of the report" check -q --assert forbidden again.litmus
# The access at the scope of the GPU alone reaches no CPU: it races with the other.
equal "its verdict" "$broken: No (Never, states not listed, data-race)" "$(cat out)"

run 1 "quiet" conform -q conform-forbidden.xml
contains "quiet tells what matters" out "FORBIDDEN $broken"
lacks "quiet has no tables" out "Coverage"

# A model that forbids nothing: the same record is fine.
printf '"anything"\nlet unused = po\n' >anything.cat
run 0 "another model" conform -q -m "$PWD/anything.cat" conform-forbidden.xml
contains "another model" out "Nothing forbidden was seen in 2 judged tests"

# ---- homes of locations ------------------------------------------------------
elsewhere() { # HOMES DAY FROM
    sed -e "s/ memory=/ homes=\"$1\" memory=/" -e "s/started=\"2026-11-21/started=\"2026-11-$2/" "$3"
}
elsewhere x=gpu1 23 conform-clean.xml >x-away.xml
elsewhere x=gpu1,y=gpu0 24 conform-forbidden.xml >both-away.xml
run 1 "different homes" conform conform-clean.xml x-away.xml both-away.xml
tr -s ' \n' ' ' <out >joined
contains "they are added up, and it is said" joined "with locations in different memories; the counts are added up"
contains "a table by home" out "x=gpu1,y=gpu0"
equal "one line each" "- x=gpu1 x=gpu1,y=gpu0" \
    "$(sed -n '/^  home /,/^$/p' out | awk 'NR > 1 && NF { print $1 }' | sort | tr '\n' ' ' | sed 's/ $//')"
contains "what repeats it" joined "--home x=gpu1,y=gpu0"
contains "the parameters" joined "memory malloc, home x=gpu1,y=gpu0"
run 0 "the same homes" conform conform-clean.xml
lacks "the same homes: no note" out "different homes"

# ---- nothing forbidden ----------------------------------------------------
run 0 "clean" conform conform-clean.xml
contains "clean" out "Nothing forbidden was seen in 2 judged tests"
contains "failed" out "failed    1: killed after 61 s"
contains "the forbidden one has a bound" out "< 3e-06 in 1,000,000  $broken"
run 4 "a test that cannot be judged" conform conform-unknown.xml
contains "is told" out "Nothing forbidden was seen in 1 judged test; 1 could not be judged"
contains "with the reason" out "Not judged"
run 1 "a planted bug is another program" conform conform-injected.xml
contains "planted" out "FORBIDDEN $broken [injected drop-acquire]"
contains "planted, again" out "--inject drop-acquire"
contains "and judged by the same model" out "--model cmcm"
contains "not mixed with the suite" out "Suite hetero, injected drop-acquire"

# ---- readings -------------------------------------------------------------
readings=$CMCM_SOURCE/tests/litmus/readings
cat >half-read.log <<'END'
Test LL-v2-weak Allowed
Histogram (2 states)
900000:>1:r1=7; 1:r2=1;
7     *>1:r1=0; 1:r2=1;
Ok

Witnesses
Positive: 7, Negative: 900000
Condition exists (1:r2=1 /\ 1:r1=0) is validated
Observation LL-v2-weak Sometimes 7 900000
Time LL-v2-weak 0.10
END
run 0 "half of a vector" conform -q --tests "$readings/LL-v2-weak.litmus" half-read.log
run 1 "half of a vector that is one access" conform -q --variant vectors-atomic \
    --tests "$readings/LL-v2-weak.litmus" half-read.log
contains "half of a vector: found" out "FORBIDDEN LL-v2-weak"
run 1 "the same with a limit of time" conform -q -t 60 -m ptx --variant vectors-atomic \
    --tests "$readings/LL-v2-weak.litmus" half-read.log
run 1 "and its page" conform --variant vectors-atomic --pages reading-pages \
    --tests "$readings/LL-v2-weak.litmus" half-read.log
equal "the page explains by the reading" 1 "$(grep -l single-copy-read reading-pages/*.html | wc -l)"
run 2 "a reading that no model has" conform -m ptx --variant nobodys --tests \
    "$readings/LL-v2-weak.litmus" half-read.log
contains "a reading that no model has: why" err 'variant `nobodys` changes nothing'
run 4 "a reading that no installed model has" conform --variant nobodys --tests \
    "$readings/LL-v2-weak.litmus" half-read.log

# What is seen and forbidden, and allowed by another reading: it is said which one.
waits=$CMCM_SOURCE/tests/litmus/ptx9
# wait_log FILE TEST STATE: seen three times
wait_log() {
    printf '%s\n' "Test $2 Allowed" 'Histogram (2 states)' '900000:>1:p0=0; 1:r0=0;' "3     *>$3" Ok \
        '' Witnesses 'Positive: 3, Negative: 900000' \
        'Condition exists (1:p0=1 /\ 1:r0=0) is validated' "Observation $2 Sometimes 3 900000" >"$1"
}
wait_log early.log MP+mbarrier '1:p0=1; 1:r0=0;'
wait_log early-jump.log MP+mbarrier-jump '1:p0=1; 1:r0=0;'
said="  --variant wait-acquires-by-jump, another reading of the model, allows all that
    was seen of MP+mbarrier"
run 1 "a read after a single wait" conform --tests "$waits" early.log early-jump.log
equal "the reading that allows it, and which test" "$said" "$(sed -n '/--variant/,$p' out)"
run 1 "the same with a limit of time" conform -t 60 -m ptx --tests "$waits" early.log
equal "the same with a limit of time: the reading" "$said" "$(sed -n '/--variant/,$p' out)"
run 1 "as JSON" conform -f json --tests "$waits" early.log
contains "the reading as JSON" out "--variant wait-acquires-by-jump, another reading"
run 1 "no note for who wants none" conform -q --tests "$waits" early.log
lacks "no note for who wants none" out "--variant"
run 1 "what no reading allows" conform --tests "$waits" early-jump.log
lacks "what no reading allows" out "--variant"
run 0 "that reading" conform --variant wait-acquires-by-jump --tests "$waits" early.log
lacks "that reading: no other one" out "another reading"
wait_log neither.log MP+mbarrier '1:p0=1; 1:r0=2;'
run 1 "a value that nobody writes" conform --tests "$waits" neither.log
lacks "a value that nobody writes" out "another reading"

# ---- logs -----------------------------------------------------------------
run 4 "a log without its test" conform conform-sb.log
contains "which is told" out "the file does not contain the test"
run 0 "a log and its test" conform conform-sb.log --tests "$CMCM_SOURCE/tests/litmus/x86"
contains "judged" out "The model allows what 1 test asks about: in 1 of them it was seen (100.0 %)."
contains "its states" out "It allows 4 states in all: 4 were seen (100.0 %)."
sed 's/^X86 SB$/X86 SB/; s/EAX/EBX/g' "$CMCM_SOURCE/tests/litmus/x86/SB.litmus" >other.litmus
run 4 "a log and another test of that name" conform conform-sb.log --tests other.litmus
contains "the hash tells" out "the log says"
run 0 "the right one of two" conform -q conform-sb.log --tests other.litmus \
    --tests "$CMCM_SOURCE/tests/litmus/x86/SB.litmus"

# ---- tables of counts -------------------------------------------------------
# A record and its table say the same; the table's tests are made again, by its suite.
for record in clean forbidden shard injected; do
    run 0 "$record: its table" conform -f counts -o "$record.tsv" "conform-$record.xml"
    "$CMCM" conform -f tsv -q "conform-$record.xml" >of-record
    wanted=$?
    run "$wanted" "$record: its table is read" conform -f tsv -q "$record.tsv"
    same "$record: record and table" of-record out
done
equal "the head of a table" "# counts 1|# program: cmcm|# suite: hetero" \
    "$(grep -E '^# (counts|program|suite)' clean.tsv | paste -sd'|')"
run 1 "two machines" conform -f html forbidden.tsv shard.tsv
contains "a column for each" out "rate on grace2 (Neoverse-V2, NVIDIA GH200 480GB, driver 13.0)"
# refused TEXT SED: a table that is changed so is refused with these words.
refused() {
    sed "$2" clean.tsv >wrong.tsv
    run 3 "$1" conform wrong.tsv
    contains "$1" err "$1"
}
refused "wrong.tsv:2:3: error: a table of counts has no 'progam'" 's/program/progam/'
refused "the columns are 'test', expected 'test', 'hash'" 's/^test	.*/test/'
refused "the row has 9 columns, expected 10" 's/	malloc	/	/'
refused "no kind of memory 'mallocs'" 's/	malloc	/	mallocs	/'
refused "the seed is 'x', expected a number" 's/	42	/	x	/'
refused "expected its count, \`*>\` or \`:>\`, and the state" 's/2000:>/2000>/'
refused "the table has no test" '/^test	/q'
run 0 "a record and its table are counted once" conform conform-clean.xml clean.tsv
contains "a record and its table are counted once" out "counted once"
run 2 "two records in one table" conform -f counts conform-clean.xml conform-shard.xml
contains "two records in one table" err "expected one operand"

# ---- tables and forms -----------------------------------------------------
run 1 "by axes" conform conform-forbidden.xml conform-shard.xml --by machine,Y --by nonsense
equal "tests of Y.sys on the second machine" "3" "$(awk '$1 == "grace2" && $2 == "sys" { print $3 }' out)"
contains "a slip" out "no test has the axis \`nonsense\`"
run 1 "tsv" conform -f tsv conform-forbidden.xml conform-shard.xml
equal "tsv: columns" "18 18 18 18 18" "$(awk -F'\t' '{ print NF }' out | xargs)"
equal "tsv: the finding" "forbidden-seen 3000000 3" "$(awk -F'\t' -v t="$broken" \
    '$1 == t { print $4, $7, $9 }' out)"
run 1 "json" conform -f json -o report.json conform-forbidden.xml conform-shard.xml
equal "json: nothing on standard output" "" "$(cat out)"
contains "json" report.json '"verdict": "forbidden-seen"'
if command -v python3 >/dev/null; then
    equal "json parses" "1 4 42" "$(python3 -c '
import json
report = json.load(open("report.json"))
print(len(report["forbidden"]), report["summary"]["tests"], report["forbidden"][0]["seed"])')"
fi
run 1 "junit" conform -f junit conform-forbidden.xml conform-shard.xml
contains "junit" out '<testsuite name="hetero" tests="4" failures="1" errors="0" skipped="1"'
contains "junit: which" out 'classname="cmcm.hetero" name="'
run 1 "junit of planted bugs" conform -f junit conform-injected.xml
contains "junit of planted bugs" out '<testsuite name="hetero, injected drop-acquire"'
contains "as words may be there" out 'classname="cmcm.hetero-injected-drop-acquire"'
run 4 "junit of no suite" conform -f junit conform-sb.log
contains "junit of no suite" out '<testsuite name="tests of no suite"'
contains "and its classes" out 'classname="cmcm"'
run 1 "html" conform -f html conform-forbidden.xml conform-shard.xml
contains "html" out 'FORBIDDEN SEEN in 1 of 3 judged tests'
lacks "html: nothing is fetched" out "http"

# ---- what is wrong --------------------------------------------------------
run 2 "no operand" conform
run 2 "no such format" conform -f yaml conform-clean.xml
run 2 "no such model" conform -m nonsense conform-clean.xml
run 3 "no such file" conform missing.xml
run 3 "one of two" conform conform-clean.xml missing.xml
contains "the other is compared" out "Nothing forbidden was seen in 2 judged tests"
run 1 "a finding outweighs a missing file" conform missing.xml conform-forbidden.xml
run 3 "no place for the report" conform -o missing/report conform-clean.xml

finish
