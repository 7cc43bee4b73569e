#!/bin/bash
# The formats of `cmcm check`, whole, against text written by hand from
# docs/output.md. Only the time and the hash are not known beforehand.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# Plain message passing: every combination of reads is allowed.
cat >MP.litmus <<'END'
AArch64 MP
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] | LDR W2,[X3] ;
 MOV W2,#1   |             ;
 STR W2,[X3] |             ;
exists (1:X0=1 /\ 1:X2=0)
END
# With a full barrier on each side the stale read is forbidden.
cat >MP+dmbs.litmus <<'END'
AArch64 MP+dmbs
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] | DMB SY      ;
 DMB SY      | LDR W2,[X3] ;
 STR W0,[X3] |             ;
~exists (1:X0=1 /\ 1:X2=0)
END
# One thread: pointers print as the symbol, arrays whole, numbers signed.
cat >values.litmus <<'END'
AArch64 values
{ int t[2]={1,-2}; int64_t p; 0:X1=p; 0:X4=t; 0:X5=x; 0:X6=z; }
 P0          ;
 STR X5,[X1] ;
 MOV W7,#-3  ;
 STR W7,[X6] ;
locations [t; z; 0:X4;]
forall ([p]=x)
END
# Nothing to show.
cat >silent.litmus <<'END'
AArch64 silent
{ 0:X1=x; }
 P0          ;
 STR W0,[X1] ;
forall (true)
END

# What cannot be known: seconds, and the hash.
settle() {
    sed -E 's/^(Time [^ ]+) [0-9]+\.[0-9]{2}$/\1 T/; s/^Hash=[0-9a-f]{32}$/Hash=H/
            s/"time":[0-9.e-]+/"time":T/; s/"hash":"[0-9a-f]{32}"/"hash":"H"/'
}
# What a model shows of a witness is its own affair: dropped, from after co on.
without_shows() {
    awk '/^$/ { shows = 0 } !shows; /^  co:/ { shows = 1 }'
}
# golden WHAT ARGUMENT... <EXPECTED
golden() {
    local what=$1
    shift
    cat >expected
    "$CMCM" check "$@" 2>err | settle | without_shows >found
    same "$what" expected found
    equal "$what: standard error" "" "$(cat err)"
}

cat >mp.block <<'END'
Test MP Allowed
States 4
1:X0=0; 1:X2=0;
1:X0=0; 1:X2=1;
1:X0=1; 1:X2=0;
1:X0=1; 1:X2=1;
Ok
Witnesses
Positive: 1 Negative: 3
Condition exists (1:X0=1 /\ 1:X2=0)
Observation MP Sometimes 1 3
Time MP T
Hash=H

END
golden "herd: exists, allowed" MP.litmus <mp.block
golden "herd: ~exists counts the other way round" MP+dmbs.litmus <<'END'
Test MP+dmbs Forbidden
States 3
1:X0=0; 1:X2=0;
1:X0=0; 1:X2=1;
1:X0=1; 1:X2=1;
Ok
Witnesses
Positive: 3 Negative: 0
Condition ~exists (1:X0=1 /\ 1:X2=0)
Observation MP+dmbs Never 0 3
Time MP+dmbs T
Hash=H

END
golden "herd: values" values.litmus <<'END'
Test values Required
States 1
0:X4=t; [p]=x; t={1,-2}; [z]=-3;
Ok
Witnesses
Positive: 1 Negative: 0
Condition forall ([p]=x)
Observation values Always 1 0
Time values T
Hash=H

END
golden "herd: nothing to show is one empty line" silent.litmus <<'END'
Test silent Required
States 1

Ok
Witnesses
Positive: 1 Negative: 0
Condition forall (true)
Observation silent Always 1 0
Time silent T
Hash=H

END
golden "quiet" -q MP.litmus MP+dmbs.litmus values.litmus <<'END'
MP: Ok (Sometimes, 4 states)
MP+dmbs: Ok (Never, 3 states)
values: Ok (Always, 1 state)
END
tab=$'\t'
golden "tsv" -f tsv MP.litmus MP+dmbs.litmus silent.litmus <<END
# file${tab}name${tab}quantifier${tab}holds${tab}observation${tab}states${tab}final states, sorted, one " | " between two${tab}flags${tab}hangs
MP.litmus${tab}MP${tab}exists${tab}yes${tab}Sometimes${tab}4${tab}1:X0=0; 1:X2=0 | 1:X0=0; 1:X2=1 | 1:X0=1; 1:X2=0 | 1:X0=1; 1:X2=1${tab}-${tab}0
MP+dmbs.litmus${tab}MP+dmbs${tab}~exists${tab}yes${tab}Never${tab}3${tab}1:X0=0; 1:X2=0 | 1:X0=0; 1:X2=1 | 1:X0=1; 1:X2=1${tab}-${tab}0
silent.litmus${tab}silent${tab}forall${tab}yes${tab}Always${tab}1${tab}${tab}-${tab}0
END
golden "json" -f json MP+dmbs.litmus silent.litmus <<'END'
{"file":"MP+dmbs.litmus","name":"MP+dmbs","architecture":"AArch64","model":"arm","quantifier":"~exists","condition":"~exists (1:X0=1 /\\ 1:X2=0)","holds":"yes","observation":"Never","satisfying":0,"complete":true,"loops_cut":false,"reason":"","state_count":3,"states":[{"state":"1:X0=0; 1:X2=0","satisfies":false},{"state":"1:X0=0; 1:X2=1","satisfies":false},{"state":"1:X0=1; 1:X2=1","satisfies":false}],"flags":[],"flags_known":true,"ending":"ends","ending_reason":"","waits":[],"warnings":[],"time":T,"hash":"H"}
{"file":"silent.litmus","name":"silent","architecture":"AArch64","model":"arm","quantifier":"forall","condition":"forall (true)","holds":"yes","observation":"Always","satisfying":1,"complete":true,"loops_cut":false,"reason":"","state_count":1,"states":[{"state":"","satisfies":true}],"flags":[],"flags_known":true,"ending":"ends","ending_reason":"","waits":[],"warnings":[],"time":T,"hash":"H"}
END
# The only execution with the stale read: e reads d's 1, f the initial 0.
{ cat mp.block; cat <<'END'; } | golden "witness" --witness MP.litmus
Witness MP: 1:X0=1; 1:X2=0
  a: W [x]=0  initial
  b: W [y]=0  initial
  c: W [x]=1  P0  STR W0,[X1]
  d: W [y]=1  P0  STR W2,[X3]
  e: R [y]=1  P1  LDR W0,[X1]
  f: R [x]=0  P1  LDR W2,[X3]
  rf: a->f d->e
  co: a->c b->d

END
run 0 "witness of a state" check --witness='1:X2=1; 1:X0=0' MP.litmus
equal "one witness" 1 "$(grep -c ^Witness\  out)"
contains "its state" out "Witness MP: 1:X0=0; 1:X2=1"
run 0 "the beginning of a value" check --witness='1:X2=10' MP.litmus
contains "is not the value" err "MP.litmus: no witness"
run 0 "a state as older logs have it" check --witness='z=-0x3; p=x;' values.litmus
contains "its state as we have it" out "Witness values: 0:X4=t; [p]=x; t={1,-2}; [z]=-3"
run 2 "no value" check --witness='1:X2=' MP.litmus
contains "what is wrong with it" err "cmcm check: --witness=1:X2=: '1:X2=' has no value, expected LOCATION=VALUE"
run 0 "witnesses of all states" check --witness=all MP.litmus
equal "a witness for every state" 4 "$(grep -c ^Witness\  out)"
run 0 "no witness" check --witness MP+dmbs.litmus
contains "no witness, and said so" err "MP+dmbs.litmus: no witness"

cat >showing.cat <<'END'
include "arm.cat"
show rf^-1; co as overwritten-after
END
run 0 "a model that shows a relation" check --witness -m showing.cat MP.litmus
contains "the relation, by its name" out "  overwritten-after: f->c"

# Flags: a model's remarks about executions, which forbid nothing.
cat >flagged.cat <<'END'
include "arm.cat"
flag ~empty rf & ext & ([M]; loc; [M]) as communicates
END
"$CMCM" check -m flagged.cat MP.litmus 2>err | settle >found
contains "a flag has its line" found "Flag communicates"
equal "flags stand before the condition" "Flag communicates" \
    "$(grep -B1 ^Condition found | head -1)"
contains "a flag in json" <("$CMCM" check -f json -m flagged.cat MP.litmus) '"flags":["communicates"]'

# Keys of verbose blocks have letters only: others end the block for readers.
run 0 "verbose" check -v MP.litmus
contains "verbose says the model" out "Model=arm"
sed -n '/^Observation/,$p' out | grep -vE '^([A-Za-z]+=.*|Observation .*|Time .*|)$' >found
same "lines after Condition" /dev/null found
contains "verbose: statistics in json" <("$CMCM" check -v -f json MP.litmus 2>/dev/null) '"statistics":{"unroll":2,'

# The output file appears whole, with the mode that files get.
umask 022
run 0 "output to a file" check -o result MP.litmus
equal "nothing on standard output" "" "$(cat out)"
"$CMCM" check MP.litmus | settle >expected
settle <result >found
same "the file has what standard output would have" expected found
equal "its mode" 644 "$(stat -c %a result)"
equal "no temporary is left" result "$(ls -d result*)"

# The hash is of the code, not of the constants asked about.
hash() {
    "$CMCM" check "$1" | sed -n 's/^Hash=//p'
}
sed 's/1:X2=0/1:X2=1/' MP.litmus >other-constant.litmus
sed 's/MOV W2,#1/MOV W2,#2/' MP.litmus >other-code.litmus
equal "another constant in the condition" "$(hash MP.litmus)" "$(hash other-constant.litmus)"
checks=$((checks + 1))
[ "$(hash MP.litmus)" != "$(hash other-code.litmus)" ] || fail "other code has the same hash"

# A model for other machines answers, with a warning.
run 0 "a foreign model" check -m x86tso MP.litmus
contains "a foreign model is warned of" err "warning: the model \`x86tso\` is written for X86"
run 0 "a foreign model, quietly" check -q -m x86tso MP.litmus
equal "no warning with --quiet" "" "$(cat err)"
run 0 "the compound model is for all" check -m cmcm MP.litmus
equal "no warning for the compound model" "" "$(cat err)"

# So does a model that knows other fences than the test's; one without any tag is
# for every machine.
printf 'include "cos.cat"\nacyclic po & loc | rf | co | fr\nacyclic po;[MFENCE];po | rf | co | fr\n' >own.cat
printf 'include "cos.cat"\nacyclic po | rf | co | fr\n' >sc.cat
run 0 "a model with other fences" check -m own.cat MP+dmbs.litmus
contains "a model with other fences is warned of" err "knows none of this test's fences (such as DMB.SY)"
run 0 "sequential consistency" check -m sc.cat MP+dmbs.litmus
equal "no warning for sequential consistency" "" "$(cat err)"
# Groups of asynchronous operations are known by their completion, not by tags.
run 0 "groups of copies" check -m cmcm "$CMCM_SOURCE/tests/litmus/async/bulk-store+fence-none.litmus"
equal "no warning for groups of copies" "" "$(cat err)"
# Six of them in C, 16 whose scopes leave the other thread out or whose memory is another, one with a
# barrier that not all come to, and 34 of Vulkan (vulkan/expected.tsv) have undefined behaviour: status 4.
run 4 "the project's own tests with their own models" check -q \
    "$CMCM_SOURCE/tests/litmus"
equal "undefined ones" 61 "$(grep -c ': Undef (Undefined' out)"
lacks "the project's own tests are certain" out '??'
for suite in "$CMCM_SOURCE"/tests/litmus/*/; do # names repeat between them
    status=0
    case $(basename "$suite") in c | scoped | vulkan) status=4 ;; esac
    run $status "the project's own tests" check -f tsv -o /dev/null "$suite"
    equal "no warnings for the project's own tests" "" "$(cat err)"
done

# Executions are counted: two orders of the two atomics have one final state.
cat >adds.litmus <<'END'
AArch64 adds
{ 0:X1=x; 1:X1=x; 0:X0=1; 1:X0=1; }
 P0            | P1            ;
 STADD W0,[X1] | STADD W0,[X1] ;
forall (x>1)
END
golden "herd: executions" --count executions adds.litmus <<'END'
Test adds Required
States 1
[x]=2;
Ok
Witnesses
Positive: 2 Negative: 0
Condition forall ([x]>1)
Observation adds Always 2 0
Time adds T
Hash=H

END
run 0 "json with executions" check -f json --count executions adds.litmus
contains "json with executions" out '"executions":{"satisfying":2,"other":0}'
run 0 "states are what is counted" check --count states adds.litmus
contains "states are what is counted" out "Positive: 1 Negative: 0"
run 2 "a table has no counts" check -f tsv --count executions adds.litmus
run 2 "--question counts nothing" check --question --count executions adds.litmus

# Two tests of one name: the second is skipped, which is said and is no success; a copy of
# the first loses nothing. However many workers there are; in rows, which name files, both count.
mkdir again copy && sed 's/x>1/x>2/' adds.litmus >again/adds.litmus && cp adds.litmus copy
sed 's/^AArch64 adds/AArch64 other/' adds.litmus >again/other.litmus
other="again/adds.litmus: warning: skipped, adds.litmus is another test of the same name (adds); \
-q, -f tsv and -f json check both"
same="copy/adds.litmus: warning: skipped, adds.litmus is the same test (adds)"
# names PATTERN: what it finds in each line, on one line
names() {
    sed -n "s/$1/\\1/p" out | tr '\n' ' '
}
# skipped WHAT PATTERN OPTION...: of adds, other, adds, adds the lines of the first two
skipped() {
    local what=$1 pattern=$2
    shift 2
    run 4 "two tests of one name, $what" check "$@" adds.litmus again copy
    equal "two tests of one name, $what" "$other"$'\n'"$same"$'\n'"cmcm: 2 of 4 tests were skipped \
for their names" "$(cat err)"
    equal "two tests of one name are one, $what" "adds other " "$(names "$pattern")"
}
skipped herd '^Test \([^ ]*\).*'
skipped "executions counted" '^Test \([^ ]*\).*' --count executions
skipped "four workers" '^Test \([^ ]*\).*' -j 4
skipped "in time" '^Test \([^ ]*\).*' -t 60
skipped question '^Test \([^ ]*\).*' --question
skipped asserted '^Test \([^ ]*\).*' --assert allowed
run 4 "two tests of one name, counted" check -v adds.litmus again copy
contains "two tests of one name, counted" err "cmcm: 4 tests in"
contains "two tests of one name, counted" err ", 2 skipped for their names"
run 3 "two tests of one name, strictly" check --strict adds.litmus again
contains "two tests of one name, strictly" err "again/adds.litmus: error: skipped, adds.litmus is"
run 3 "the same test, strictly" check --strict adds.litmus copy
run 0 "the same test" check adds.litmus copy
equal "the same test" "$same"$'\n'"cmcm: 1 of 2 tests were skipped for their names" "$(cat err)"
run 4 "the first by its place" check -j 2 again/adds.litmus adds.litmus
contains "the first by its place" out "Observation adds Never 0 1"
run 1 "an assertion of a test that stays" check --assert forbidden adds.litmus again/adds.litmus
run 4 "an assertion of one that is skipped" check --assert allowed adds.litmus again/adds.litmus
run 1 "an assertion of both" check -q --assert allowed adds.litmus again/adds.litmus
# both PATTERN OPTION...: all four are checked.
both() {
    run 0 "both with $2" check "${@:2}" adds.litmus again copy
    equal "both with $2" "" "$(cat err)"
    equal "both with $2" "adds adds other adds " "$(names "$1")"
}
both '^[^#\t]*\t\([^\t]*\).*' -f tsv
both '.*"name":"\([^"]*\)".*' -f json
both '\([^:]*\): .*' -q
sed 's/adds/broken/;s/STADD/STUDD/' adds.litmus >again/broken.litmus
sed 's/adds/broken/' adds.litmus >copy/broken.litmus
run 3 "a test that cannot be read has no name" check again/broken.litmus copy/broken.litmus
equal "a test that cannot be read has no name" "broken " "$(names '^Test \([^ ]*\).*')"
# In a log another architecture's test has the same place.
cat >ptx.litmus <<'END'
PTX adds
{ x=0; }
 P0@cta 0,gpu 0             ;
 red.relaxed.gpu.add.u32 [x], 1 ;
forall (x=1)
END
run 4 "one name, two architectures" check adds.litmus ptx.litmus
equal "one name, two architectures" "adds " "$(names '^Test \([^ ]*\).*')"
# A table names files, so that all of them are compared.
printf '#file\tmine\nadds.litmus\tyes\nagain/adds.litmus\tno\n' >both.tsv
run 0 "a table with both" check --expect both.tsv:mine
contains "a table with both" out "expect: 2 tests, 0 differences, 0 skipped"
sed 's/no$/yes/' both.tsv >wrong.tsv
run 1 "a table with both that is wrong" check --expect wrong.tsv:mine
contains "a table with both that is wrong" out "expect: 2 tests, 1 differences, 0 skipped"

# No colours where there is no terminal.
run 3 "an error" check nothing.litmus
checks=$((checks + 1))
! grep -q $'\033' err || fail "colours without a terminal"

finish
