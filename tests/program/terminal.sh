#!/bin/bash
# What is different on a terminal: a line of progress, and colours in messages,
# unless NO_COLOR says otherwise; neither ever reaches results in a file.
. "$(dirname "$0")/lib.sh"
command -v script >/dev/null || skip "no script(1) to make a terminal with"
script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "no terminal can be made here"
cd "$work" || exit 1
export TERM=xterm
unset NO_COLOR
cp "$CMCM_SOURCE/tests/litmus/x86/SB.litmus" sb.litmus
printf 'X86 broken\n{ }\n P0 ;\n JUMP ;\nexists (true)\n' >broken.litmus
escape=$'\033'

# terminal COMMAND: its standard error and what it prints, as a terminal gets it.
terminal() {
    timeout 60 script -qec "$1" /dev/null </dev/null >screen 2>&1
}
# Long enough for ticks of the clock, however slow the machine: the last test waits for its text,
# which comes when the first is told to be done, or after 20 seconds.
mkfifo slow
sed 's/^X86 SB/X86 later/' sb.litmus >later.litmus
: >screen
(
    for ((i = 0; i < 200; i++)); do
        grep -qF "1/2 tests" screen && break
        sleep 0.1
    done
    timeout 20 sh -c "cat later.litmus >slow"
) &
terminal "$CMCM check -f tsv -o rows sb.litmus slow"
contains "progress" screen "1/2 tests"
equal "the line is gone at the end" 1 "$(tail -c 3 screen | grep -c "${escape}\[K")"
equal "rows" 3 "$(wc -l <rows)"
checks=$((checks + 1))
! grep -q "$escape" rows || fail "escapes in the file"
# Words for people, and only for them.
terminal "$CMCM check sb.litmus"
contains "what it means" screen 'Allowed: (0:EAX=0 /\ 1:EAX=0) can happen.'
contains "what to do next" screen '`cmcm explain sb.litmus` shows how'
terminal "$CMCM check -t 20 -m x86tso sb.litmus"
contains "from a process of its own" screen '`cmcm repair -m x86tso sb.litmus` what would forbid it.'
sed 's/^exists/~exists/' sb.litmus >not.litmus
terminal "$CMCM check not.litmus"
contains "of ~exists" screen 'Allowed: '
sed 's/^exists.*/forall (0:EAX=0 \\\/ 0:EAX=1)/' sb.litmus >all.litmus
terminal "$CMCM check all.litmus"
contains "of forall" screen 'Always: every run ends with (0:EAX=0 \/ 0:EAX=1).'
for quiet in "check -q sb.litmus" "check -f tsv sb.litmus" "check sb.litmus >rows" "check -o rows sb.litmus"; do
    rm -f rows
    terminal "$CMCM $quiet"
    checks=$((checks + 1))
    ! cat screen rows 2>/dev/null | grep -q "Allowed: " || fail "a sentence in: $quiet"
done
(sleep 1; timeout 20 sh -c "cat later.litmus >slow") &
terminal "$CMCM check -q -o rows sb.litmus slow"
equal "no progress with --quiet" "" "$(cat screen)"
(sleep 1; timeout 20 sh -c "cat later.litmus >slow") &
terminal "$CMCM check -o rows slow"
equal "no progress for one test" "" "$(cat screen)"

terminal "$CMCM check broken.litmus"
contains "colours on a terminal" screen "${escape}["
terminal "NO_COLOR=1 $CMCM check broken.litmus"
checks=$((checks + 1))
! grep -q "$escape" screen || fail "colours with NO_COLOR"
terminal "NO_COLOR= $CMCM check broken.litmus"
contains "colours with an empty NO_COLOR" screen "${escape}["
terminal "TERM=dumb $CMCM check broken.litmus"
checks=$((checks + 1))
! grep -q "$escape" screen || fail "colours on a dumb terminal"
terminal "$CMCM check sb.litmus"
checks=$((checks + 1))
! grep -q "$escape" screen || fail "escapes in a block"

finish
