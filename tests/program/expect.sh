#!/bin/bash
# --expect: tables in both forms, every kind of difference, which tests are
# looked at, and tables that are none.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
mkdir -p tests/sub
# test NAME FENCE: message passing; with DMB SY its outcome is forbidden.
make_test() {
    cat >"tests/$1" <<END
AArch64 t
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] | $2          ;
 $2          | LDR W2,[X3] ;
 STR W0,[X3] |             ;
exists (1:X0=1 /\\ 1:X2=0)
END
}
make_test weak.litmus NOP
make_test sub/strong.litmus "DMB SY"
tab=$'\t'
all='1:X0=0; 1:X2=0 | 1:X0=0; 1:X2=1 | 1:X0=1; 1:X2=0 | 1:X0=1; 1:X2=1'
three='1:X0=0; 1:X2=0 | 1:X0=0; 1:X2=1 | 1:X0=1; 1:X2=1'
heading="# test${tab}observation${tab}states${tab}final states"

# states WEAK-OBSERVATION WEAK-COUNT WEAK-STATES STRONG-OBSERVATION ...
states() {
    printf '%s\nweak.litmus\t%s\t%s\t%s\nsub/strong.litmus\t%s\t%s\t%s\n' "$heading" "$@" \
        >tests/table
}
# expect STATUS WHAT ARGUMENT... <OUTPUT
expect() {
    cat >expected
    run "$@"
    same "$2" expected out
}

# One state too many or too few is a difference, also where the observation is the same.
some='1:X0=0; 1:X2=0 | 1:X0=1; 1:X2=0 | 1:X0=1; 1:X2=1'
states Sometimes 3 "$some" Never 3 "$three"
expect 1 "a state more, the same observation" check --expect tests/table <<'END'
tests/weak.litmus: extra state: 1:X0=0; 1:X2=1
expect: 2 tests, 1 differences, 0 skipped
END
states Sometimes 4 "$all" Never 4 "$three | 1:X0=7; 1:X2=7"
expect 1 "a state less, the same observation" check --expect tests/table <<'END'
tests/sub/strong.litmus: missing state: 1:X0=7; 1:X2=7
expect: 2 tests, 1 differences, 0 skipped
END

states Sometimes 4 "$all" Never 3 "$three"
expect 0 "all is as expected" check --expect tests/table <<'END'
expect: 2 tests, 0 differences, 0 skipped
END
(cd tests && "$CMCM" check --expect table) >out
equal "from the table's own directory" "expect: 2 tests, 0 differences, 0 skipped" "$(cat out)"
expect 0 "two at a time" check -j2 --expect tests/table <<'END'
expect: 2 tests, 0 differences, 0 skipped
END
expect 0 "one of its tests" check --expect tests/table tests/../tests/weak.litmus <<'END'
expect: 1 tests, 0 differences, 0 skipped
END
make_test other.litmus NOP
expect 0 "a test that it does not have" check --expect tests/table tests <<'END'
expect: 3 tests, 0 differences, 1 skipped
END
run 0 "which test that was" check -v --expect tests/table tests
contains "which test that was" err "tests/other.litmus: skipped: it is not in the table"

# Parts of a state in another order, old logs' names, a ';' at the end, CR LF.
states Sometimes 4 "1:X2=0; 1:X0=0; | 1:X0=0; 1:X2=1 | 1:X0=1; 1:X2=0 | 1:X2=1;1:X0=1;" \
    Never 3 "$three"
sed -i 's/$/\r/' tests/table
expect 0 "states written otherwise" check --expect tests/table <<'END'
expect: 2 tests, 0 differences, 0 skipped
END

states Never 3 "$three" Never 4 "$three | 1:X0=2; 1:X2=2"
expect 1 "missing, extra, observation" check --expect tests/table <<'END'
tests/weak.litmus: extra state: 1:X0=1; 1:X2=0
tests/weak.litmus: observation Sometimes, expected Never
tests/sub/strong.litmus: missing state: 1:X0=2; 1:X2=2
expect: 2 tests, 2 differences, 0 skipped
END
run 1 "with results" check -f tsv --expect tests/table
equal "results on standard output" 3 "$(wc -l <out)"
contains "differences on standard error" err "missing state: 1:X0=2; 1:X2=2"
contains "the count on standard error" err "expect: 2 tests, 2 differences, 0 skipped"
run 1 "with results in a file" check -o results --expect tests/table
equal "blocks in the file" 2 "$(grep -c '^Test ' results)"
contains "the count on standard output" out "expect: 2 tests, 2 differences, 0 skipped"
states Never 4 "$all" Never 3 "$three"
expect 1 "the observation alone" check --expect tests/table <<'END'
tests/weak.litmus: observation Sometimes, expected Never
expect: 2 tests, 1 differences, 0 skipped
END

# A test of the table that is not there, or broken: a difference, and status 3.
printf '%s\ngone.litmus\tNever\t0\t\nweak.litmus\tSometimes\t4\t%s\n' "$heading" "$all" \
    >tests/table
expect 3 "a test that is gone" check --expect tests/table <<'END'
expect: 2 tests, 1 differences, 0 skipped
END

# An answer that is not certain is skipped: status 4.
counts 9 tests/counting.litmus
printf '# test\tholds\ncounting.litmus\tno\n' >tests/table
expect 4 "not certain" check --expect tests/table <<'END'
expect: 1 tests, 0 differences, 1 skipped
END

# yes and no, in columns.
printf '# test\tunder model 6.0\tunder model 7.5\n%s\n%s\n' \
    "weak.litmus${tab}yes${tab}no" "sub/strong.litmus${tab}-${tab}no" >tests/table
expect 0 "the second column by default" check --expect tests/table <<'END'
expect: 2 tests, 0 differences, 1 skipped
END
expect 0 "by number" check --expect tests/table:2 <<'END'
expect: 2 tests, 0 differences, 1 skipped
END
for column in 3 7.5; do
    expect 1 "column $column" check --expect tests/table:$column <<'END'
tests/weak.litmus: the condition holds, expected that it does not hold
expect: 2 tests, 1 differences, 0 skipped
END
done
expect 0 "why it was skipped" check -v --expect tests/table:6.0 <<'END'
tests/sub/strong.litmus: skipped: the table has no record of it
expect: 2 tests, 0 differences, 1 skipped
END

# wrong MESSAGE ARGUMENT...: nothing is checked.
wrong() {
    run 3 "$1" check --expect "$2"
    equal "$1: standard output" "" "$(cat out)"
    contains "$1" err "$1"
}
wrong "is in several headings" tests/table:model
wrong "is in no heading" tests/table:8.0
wrong "column 1 of a table" tests/table:1
wrong "column 0 of a table" tests/table:0
wrong "columns, expected at least" tests/table:9
wrong "tests/none: error:" tests/none
# bad MESSAGE ROW
bad() {
    printf '%s\n' "$2" >tests/bad
    wrong "tests/bad:1:" tests/bad
    contains "$1" err "$1"
}
bad "this is not a row of a table of expectations" "weak.litmus${tab}perhaps"
bad "this is not a row of a table of expectations" "weak.litmus"
bad "lacks fields" "weak.litmus${tab}Never${tab}1"
bad "is not a number, expected the number of states" "weak.litmus${tab}Never${tab}many${tab}x=1"
bad "the row has 1 states, expected 2" "weak.litmus${tab}Never${tab}2${tab}x=1"
printf '# nothing\n' >tests/bad
wrong "the table has no rows" tests/bad
printf 'a\tyes\nb\tperhaps\n' >tests/bad
wrong "tests/bad:2:" tests/bad
printf 'a\tyes\nb\tNever\t0\t\n' >tests/bad
wrong "expected one of the two" tests/bad
states Sometimes 4 "$all" Never 3 "$three"
wrong "a table of states has no columns to choose from" tests/table:3

finish
