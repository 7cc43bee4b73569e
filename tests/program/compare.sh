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
run 1 "two logs" compare --pos pos --neg neg model.log run.log
sed -i 's/model\.log         /model.log          /' expected
same "table" <(sed 's/  *|/ |/g' expected) <(sed 's/  *|/ |/g' "$work/out")
equal "--pos" MP "$(cat pos)"
equal "--neg" MP "$(cat neg)"
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

# Lists and conditions of differences.
run 1 "--cpos" compare -q -cpos cpos -cneg cneg -eq eq model.log run.log
equal "--cpos" 'MP "exists (1:X0=1 /\ 1:X2=0)"' "$(cat cpos)"
equal "--cneg" 'MP "exists (1:X0=0 /\ 1:X2=1)"' "$(cat cneg)"
equal "--eq, none" "" "$(cat eq)"
run 0 "--eq" compare --eq eq model.log model.log
equal "--eq" "MP T" "$(tr '\n' ' ' <eq | sed 's/ $//')"

# Tables, by letters as mcompare7 has them; worked out by hand from its rules.
# shows LETTERS OPTION...: the tables of both logs, blanks squeezed.
shows() {
    local letters=$1
    shift
    run 0 "--show $letters" compare --show "$letters" "$@" model.log run.log
    sed -E 's/ +\|/ |/g; s/\| +/| /g; s/^ \|/|/; s/ $//' "$work/out"
}
cat >tables <<'END'
*Validation*
| Kind | model.log | run.log
MP | Allow | No | Ok
T | Require | Ok | ---
*Validation*
| Kind | model.log | run.log
MP | Allow | ERROR:Allow violated | Allow val.
T | Require | Require | ---
*Validation*
| Kind | model.log | run.log
MP | Allow | Forbid | Allow
T | Require | Ok (Require) | ---
*Witnesses*
| Kind | model.log | run.log
MP | Allow | 0/3 | 7/500k
T | Require | 1/1 | ---
*Outcomes*
| model.log | run.log
MP | [1:X0=0; 1:X2=0;] | nstates=3, nouts=0.50M
| [1:X0=0; 1:X2=1;] | [1:X0=0; 1:X2=0;]<500000>
| [1:X0=1; 1:X2=1;] | [1:X0=1; 1:X2=0;]<7>
| | [1:X0=1; 1:X2=1;]<3>
T | [] | ---
*Outcomes*
| run.log
MP | nstates=3, nouts=0.50M
| [1:X0=0; 1:X2=0;]<500000>
| [1:X0=1; 1:X2=0;]<7>
| [1:X0=1; 1:X2=1;]<3>
T | ---
*Time*
| model.log | run.log
MP | 0.01 | 0.50
T | 0.00 | ---
*Productivity*
| model.log | run.log
MP | 300 | 1.0M
T | | ---
*Efficiency*
| model.log | run.log
MP | | 14
T | | ---
*Revalidation*
| Kind | model.log | run.log
MP | Allow? | Forbid | Ok
T | Require? | Require | ---
*WitnessesRecomputed*
| Kind | model.log | run.log
MP | --- | Forbid | 7/500k
T | --- | Require | ---
END
same "tables" tables <(shows vVkwsStpErX)
printf '# what is asked\nMP Forbid %% here\n\n' >kinds
cat >tables <<'END'
*Revalidation*
| Kind | model.log | run.log
MP | Forbid | = | No
| | | Forbid invalidated
T | Require? | Require | ---
*WitnessesRecomputed*
| Kind | model.log | run.log
MP | Forbid | = | No, 7/500k
| | | Forbid invalidated
T | --- | Require | ---
*WitnessesRecomputed*
| Kind | model.log | run.log
MP | Forbid | Forbid | 7/500k
T | --- | Require | ---
*WitnessesRecomputed*
| Kind | model.log | run.log
MP | Forbid | Forbid | No, 7/500k
| | | Forbid invalidated
T | --- | Require | ---
END
same "--kinds" tables <(shows rXYZ -kinds kinds)
# asks CONDITION: what both logs answer, by the first one's states and the second one's
asks() {
    printf 'MP "%s"\n' "$1" >conds
    shows r --conds conds | sed -n 's/^MP | //p'
}
equal "forall" "Require | Not Require | No" "$(asks 'forall (1:X0=0)')"
equal "exists" "Allow | = | Ok" "$(asks 'exists (1:X0=1)')"
equal "and, or" "Allow | = | Ok" "$(asks '1:X0=7 \/ 1:X0=1 /\ not (1:X2=0 \/ false)')"
equal "and before or" "Allow | = | Ok" "$(asks 'true \/ true /\ false')"
equal "implication first" "Forbid | = | Ok" "$(asks '~exists (1:X0=1 /\ 1:X0=5 => true /\ 1:X0=0)')"
equal "two places" "Allow | = | Ok" "$(asks 'exists (1:X0=1:X2 /\ ~(1:X0=0))')"
equal "unequal" "Allow | Forbid | Ok" "$(asks 'exists (1:X0!=1:X2 /\ 1:X2<>1)')"
equal "hexadecimal" "Allow | = | Ok" "$(asks 'exists (1:X0=0x1 /\ 1:X2=0x1)')"
equal "nowhere" "Allow | Forbid | No" "$(asks 'exists (z=0)')"
cat >fault.log <<'END'
Test F Allowed
States 2
 Fault(P0:L0,UndefinedInstruction);
[x]=1; ~Fault(P0:L0);
Ok
Witnesses
Positive: 1 Negative: 1
Condition exists (fault(P0:L0,UndefinedInstruction))
END
run 0 "faults" compare --show X fault.log
contains "faults" "$work/out" "F | ---  | Allow"
for bad in 'MP "exists (1:X0=1"' 'MP "1:X0"' 'MP "1:X0=1 or 1:X0=2"' 'MP "=1"' 'MP "1:X0=1'; do
    printf '\n%s\n' "$bad" >conds
    run 3 "$bad" compare --show r --conds conds model.log run.log
    contains "$bad" "$work/err" "conds:2:"
done
printf 'MP Perhaps\n' >kinds
run 3 "a bad kind" compare --show r --kinds kinds model.log run.log
contains "a bad kind" "$work/err" 'kinds:1:4: error: `Perhaps` is no kind, expected Allow, Forbid or Require'
run 2 "no letter" compare --show q model.log run.log
contains "no letter" "$work/err" "expected letters among vVkwWsSdtpErXYZ"
# What is asked not to happen: the other way round.
sed 's/Allowed/Forbidden/; s/^Positive.*/Positive: 500003, Negative: 7/; s/exists/~exists/' run.log >forbid.log
run 0 "W" compare --show wW forbid.log
equal "W" "MP | Forbid | 500k/500k MP | Forbid | 7/500k" "$(grep '^MP' "$work/out" | tr '\n' ' ' | sed 's/ $//')"

# Which tests count, and how they are called.
printf 'T\n' >names
run 0 "--names" compare -a --names names model.log model.log
contains "--names" "$work/out" "compare: 1 test in common"
run 0 "--excl" compare --show t -excl names model.log
equal "--excl" "MP" "$(sed -n 's/ |.*//; /^[A-Z]/p' "$work/out" | tr '\n' ' ' | sed 's/ $//')"
printf 'MP Message # a comment\n' >names
run 0 "--rename" compare --show t -rename names model.log
equal "--rename" "Message T" "$(sed -n 's/ *|.*//; /^[A-Z]/p' "$work/out" | tr '\n' ' ' | sed 's/ $//')"
printf '(* a (* test *) *)\nAArch64 MP\n{}\n P0 ;\n NOP ;\nexists (true)\n' >MP.litmus
printf '# tests\nMP.litmus\n' >all
for select in MP.litmus @all; do
    run 0 "--select $select" summary -select "$select" run.log
    contains "--select $select" "$work/out" "Test MP Allowed"
done
run 0 "--select, none" compare --show t --select MP.litmus --excl <(echo MP) run.log
equal "--select, none" "*Time*" "$(head -1 "$work/out")"
equal "--select, no row" 2 "$(wc -l <"$work/out")"
run 0 "-e" compare --show t -e '[M-P]P$' model.log
equal "-e" "MP" "$(sed -n 's/ |.*//; /^[A-Z]/p' "$work/out" | tr '\n' ' ' | sed 's/ $//')"
run 0 "-e, from the beginning" compare --show t -e 'P' model.log
equal "-e, no row" 2 "$(wc -l <"$work/out")"
run 2 "-e, none" compare -e '[' model.log model.log
contains "-e, none" "$work/err" "expected a basic regular expression"
run 3 "no such file" compare --names nothing model.log model.log
# What of mcompare7's is not there says what is.
run 2 "-mode" compare -mode LaTeX model.log run.log
contains "-mode" "$work/err" "docs/from-herd.md"

# What is no log, or ends within a test.
printf 'hello\n' >none.log
run 0 "no test" compare none.log none.log
contains "no test" "$work/err" "warning: no test in this log"
head -4 model.log >cut.log
run 3 "cut" compare cut.log model.log
contains "cut" "$work/err" "cut.log:4:1: error: the log ends within a test"
sed 's/^1:X0=0; 1:X2=0;/1:X0;/' model.log >bad.log
run 3 "bad state" compare bad.log model.log
contains "bad state" "$work/err" "bad.log:3:1: error: no state of a log:"
run 3 "no file" compare nothing.log model.log
run 2 "one log" compare model.log
contains "one log" "$work/err" "expected two or more"

# Options of herd7: refused, with what there is here.
for option in -show -hexa -nshow -conf -through -initwrites -skipchecks -speedcheck; do
    run 2 "$option" check "$option" x
    contains "$option" "$work/err" "docs/from-herd.md"
done
finish
