#!/bin/bash
# docs/tables.py: the tables of the results pages, from records.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"
tables() { python3 "$CMCM_SOURCE/docs/tables.py" "$@" >"$work/out" 2>"$work/err"; }

# Two tests that were allowed and seen, one that was not, and a forbidden one, of which one that
# was seen; two of 8 outcomes are weak, one of 1000000.
test_xml() {
    cat <<END
<test name="$1" arch="PTX" hash="00000000000000000000000000000000" machine="0" end="done">
<axis key="shape" value="$2"/><axis key="home" value="$3"/>
<parameters seed="1" memory="device"/>
<state count="$4" satisfies="true">a</state><state count="$5" satisfies="false">b</state>
<verdict model="ptx">$6</verdict></test>
END
}
{
    echo '<run xmlns="urn:cmcm:run-record:1">'
    test_xml a SB cpu 2 6 ok
    test_xml b SB cpu 1 999999 ok
    test_xml c SB cpu 0 8 allowed-not-seen
    test_xml d SB gpu 0 8 ok
    test_xml e LB gpu 4 4 forbidden-seen
    echo '</run>'
} >"$work/run.xml"
tables "$work/run.xml" --rows shape --columns home || fail "a record of a run: $(cat "$work/err")"
cat >"$work/expected" <<'END'
| shape | cpu | gpu |
| --- | ---: | ---: |
| SB | 2 of 3, 25 % | – |
| LB |  | **1 forbidden seen!** |
END
equal "a record of a run" "$(cat "$work/expected")" "$(cat "$work/out")"
tables "$work/run.xml" --rows shape --where home=gpu --where shape=LB || fail "wishes"
equal "only what is asked for" 3 "$(wc -l <"$work/out")"

# Looks at the same tests, as a search has them: another one shows c, and a once more.
{
    echo '<run xmlns="urn:cmcm:run-record:1" command="cmcm run x -p skew=1,touch=2 --record again.xml">'
    test_xml a SB cpu 1 7 ok
    test_xml c SB cpu 0 2000000 allowed-not-seen
    test_xml c SB cpu 1 1 ok
    echo '</run>'
} >"$work/again.xml"
tables "$work/run.xml" "$work/again.xml" --rows shape --where shape=SB --value allowed,tests,counts,outcomes ||
    fail "several values"
equal "looks at one test are one test" "| shape | allowed | tests | counts | outcomes |
| --- | ---: | ---: | ---: | ---: |
| SB | 3 of 3 | 4 | 5 (3 M) | 3 M |" "$(cat "$work/out")"
tables "$work/run.xml" "$work/again.xml" --rows record,parameters --value forbidden || fail "by record"
equal "by record, with what was given" "| run |  | 1 of 2 |
| again | skew=1,touch=2 | 0 of 0 |" "$(tail -2 "$work/out")"
tables "$work/run.xml" --rows name --where verdict=forbidden-seen --value counts || fail "by verdict"
equal "by verdict" "| e | 4 (8) |" "$(tail -1 "$work/out")"
tables "$work/run.xml" --value much
equal "a value that there is not" 1 $?
contains "which there are" "$work/err" "found --value much, expected one of seen, tests, allowed"

cat >"$work/probe.xml" <<'END'
<probe xmlns="urn:cmcm:probe-record:1" name="bandwidth">
<part pair="gpu" memory="device" to="peer" scope="-" variant="copy" end="done" finding="faster">
<number name="threads" value="264"/><samples>1 2 30</samples></part>
<part pair="gpu" memory="peer" to="device" scope="-" variant="copy" end="skipped" finding="skipped"/>
<part pair="gpu" memory="device" size="4096" scope="-" variant="read" end="did not end" finding=""/>
</probe>
END
tables "$work/probe.xml" --where variant=copy --rows memory --columns to || fail "a probe"
equal "medians" "| device | 2 |" "$(tail -1 "$work/out")"
tables "$work/probe.xml" --rows variant --columns size --value max || fail "another statistic"
equal "sizes are in words" "| variant | all | 4 KiB |" "$(head -1 "$work/out")"
equal "the most, and what did not end" "| copy | 30 |  |
| read |  | did not end |" "$(tail -2 "$work/out")"
tables "$work/probe.xml" --value finding --rows memory --where variant=copy || fail "findings"
equal "findings" "| device | faster |" "$(sed -n 3p "$work/out")"

tables "$work/none.xml"
equal "a record that is not there" 1 $?
contains "it is named" "$work/err" "none.xml"
echo '<other/>' >"$work/other.xml"
tables "$work/other.xml"
equal "another document" 1 $?
contains "what was expected" "$work/err" "expected a record of a run or a probe"

# What the program writes.
run 0 "a record" probe timers --axis pair=cpu --iterations 20 --record "$work/timers.xml"
tables "$work/timers.xml" --rows variant --value resolution_ns || fail "a record of ours"
contains "a clock" "$work/out" "| ticks |"

finish
