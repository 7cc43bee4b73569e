#!/bin/bash
# cmcm compare and cmcm summary: logs of models and of runs, of herd7's, litmus7's and our
# own form. Tables worked out by hand.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

cat >model.log <<'END'
Test MP Allowed
States 3
1:X0=0; 1:X2=0;
1:X0=0; 1:X2=1;
1:X0=1; 1:X2=1;
No
Witnesses
Positive: 0 Negative: 3
Condition exists (1:X0=1 /\ 1:X2=0)
Observation MP Never 0 3
Time MP 0.01
Hash=d634f4a4e53b49ec70069a662efe7c5d

Test T Required
States 1

Ok
Witnesses
Positive: 1 Negative: 0
Condition forall (true)
Observation T Always 1 0
Time T 0.00
Hash=0123456789abcdef0123456789abcdef

END
cat >run.log <<'END'
%%%%%%%%%%%%%
% Results for MP.litmus %
%%%%%%%%%%%%%
AArch64 MP
{}
Test MP Allowed
Histogram (3 states)
500000:>1:X0=0; 1:X2=0;
7     *>1:X2=0x0; 1:X0=1;
3     :>1:X0=1; 1:X2=1;
Ok

Witnesses
Positive: 7, Negative: 500003
Condition exists (1:X0=1 /\ 1:X2=0) is validated
Hash=D634F4A4E53B49EC70069A662EFE7C5D
Observation MP Sometimes 7 500003
Time MP 0.50

END
cat >expected <<'END'
*Diffs*
   | model.log          | run.log
MP | No                 | Ok
   | [1:X0=0; 1:X2=0;]  | ==
   | [1:X0=0; 1:X2=1;]  | -[1:X0=0; 1:X2=1;]
   | [1:X0=1; 1:X2=1;]  | ==
   |                    | +[1:X0=1; 1:X2=0;] 7
!!! Warning positive differences in: +MP
!!! Warning negative differences in: -MP
compare: 1 test in common, 1 with positive, 1 with negative differences
END
run 1 "two logs" compare model.log run.log
sed -i 's/model\.log         /model.log          /' expected
same "table" <(sed 's/  *|/ |/g' expected) <(sed 's/  *|/ |/g' "$work/out")
run 1 "no table" compare -q model.log run.log
equal "no table" "!!! Warning positive differences in: +MP" "$(head -1 "$work/out")"
run 0 "a log with itself" compare model.log model.log
equal "a log with itself" \
    "compare: 2 tests in common, 0 with positive, 0 with negative differences" "$(cat "$work/out")"
run 0 "all" compare -a model.log model.log
contains "all" "$work/out" "T  | Ok"

# Hashes must agree, unless that is not wanted.
sed 's/^Hash=d634/Hash=0000/' model.log >other.log
run 3 "another hash" compare model.log other.log
contains "another hash" "$work/err" "MP has the hash d634f4a4e53b49ec70069a662efe7c5d in model.log"
run 0 "another hash, not looked at" compare --nohash model.log other.log

# What the models say today is read, too.
run 0 "check" check "$CMCM_SOURCE/tests/litmus/arm/MP.litmus"
cp "$work/out" own.log
run 0 "our own log" compare -a own.log own.log
contains "our own log" "$work/out" "compare: 1 test in common"

# Runs add up.
sed 's/^7 /1 /; s/^3 .*/2     :>1:X0=0; 1:X2=1;/; s/: 7, Negative: 500003/: 1, Negative: 500002/' \
    run.log >second.log
run 0 "summary" summary run.log second.log
cat >expected <<'END'
Test MP Allowed
Histogram (4 states)
1000000:>1:X0=0; 1:X2=0;
8     *>1:X0=1; 1:X2=0;
3     :>1:X0=1; 1:X2=1;
2     :>1:X0=0; 1:X2=1;
Ok

Witnesses
Positive: 8, Negative: 1000005
Condition exists (1:X0=1 /\ 1:X2=0) is validated
Hash=D634F4A4E53B49EC70069A662EFE7C5D
Observation MP Sometimes 8 1000005
Time MP 1.00

END
same "summary" expected "$work/out"
run 3 "summary of a model's log" summary model.log
contains "summary of a model's log" "$work/err" "counts no runs"

# Which tests count, and how they are called.
printf 'T\n' >names
run 0 "--names" compare -a --names names model.log model.log
contains "--names" "$work/out" "compare: 1 test in common"
# rows: the tests that the table has
rows() {
    sed -n 's/ *|.*//; /^[A-Z]/p' "$work/out" | tr '\n' ' ' | sed 's/ $//'
}
run 0 "--excl" compare -a -excl names model.log model.log
equal "--excl" "MP" "$(rows)"
printf 'MP Message # a comment\n' >names
run 0 "--rename" compare -a -rename names model.log model.log
equal "--rename" "Message T" "$(rows)"
printf '(* a (* test *) *)\nAArch64 MP\n{}\n P0 ;\n NOP ;\nexists (true)\n' >MP.litmus
printf '# tests\nMP.litmus\n' >all
for select in MP.litmus @all; do
    run 0 "--select $select" summary -select "$select" run.log
    contains "--select $select" "$work/out" "Test MP Allowed"
done
run 0 "--select, none" compare -a --select MP.litmus --excl <(echo MP) run.log run.log
equal "--select, no row" "" "$(rows)"
run 3 "no such file" compare --names nothing model.log model.log
# What of mcompare7's is not there says what is.
run 2 "tables by letters" compare -show v model.log run.log
contains "tables by letters" "$work/err" "the table of differences"
run 2 "-pos" compare -pos pos model.log run.log
contains "-pos" "$work/err" "--quiet, which prints the names"
run 2 "-e" summary -e P run.log
contains "-e" "$work/err" "--names FILE"
run 2 "-mode" compare -mode LaTeX model.log run.log
contains "-mode" "$work/err" "docs/from-herd.md"

# What is no log, or ends within a test.
printf 'hello\n' >none.log
run 0 "no test" compare none.log none.log
contains "no test" "$work/err" "warning: this log has no test"
head -4 model.log >cut.log
run 3 "cut" compare cut.log model.log
contains "cut" "$work/err" "cut.log:4:1: error: the log ends within a test"
sed 's/^1:X0=0; 1:X2=0;/1:X0;/' model.log >bad.log
run 3 "bad state" compare bad.log model.log
contains "bad state" "$work/err" "bad.log:3:1: error: this is not a state of a log:"
run 3 "no file" compare nothing.log model.log
run 2 "one log" compare model.log
contains "one log" "$work/err" "expected two or more"

# Options of herd7: refused, with what there is here.
for option in -show --show=prop -hexa -nshow -conf -through -initwrites -skipchecks -speedcheck; do
    run 2 "$option" check "$option" x
    contains "$option" "$work/err" "docs/from-herd.md"
done
finish
