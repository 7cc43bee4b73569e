#!/bin/bash
# Every exit status of `cmcm check`, alone and together: the first of 2, 3, 1, 4.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus" || exit 1
mp=arm/MP.litmus # plain message passing: its outcome is allowed

printf 'AArch64 broken\n{ x=0; }\n P0 ;\n FROB X0 ;\nexists (x=1)\n' >"$work/broken.litmus"
# Counts how often it finds the flag unset: as often as one likes, so that any
# bound cuts executions, and whether it may count to 9 stays open below that.
counts 9 "$work/open.litmus"
counts 1 "$work/found.litmus"

run 0 "checked" check $mp
run 0 "the answer No is no failure" check -m cmcm cmcm/fig4a-stlr-ld.acquire.sys.litmus
run 0 "asserted and so" check --assert allowed $mp
run 0 "asserted forbidden, and so" check --assert forbidden arm/MP+dmb.sys.litmus
run 1 "asserted and not so" check --assert forbidden $mp
contains "the assertion names the test" "$work/err" "$mp: assertion failed"
run 2 "wrong usage" check --nonsense $mp
run 3 "a missing file" check none.litmus
run 3 "a broken test" check "$work/broken.litmus"
equal "a broken test prints no block" "" "$(cat "$work/out")"
printf 'acyclic po |\n' >"$work/broken.cat"
run 3 "a broken model" check -m "$work/broken.cat" $mp
run 3 "a missing model" check -m "$work/none.cat" $mp
run 3 "a missing list" check "@$work/none"
run 3 "an empty directory" check "$work/empty"
mkdir "$work/empty"
run 3 "a directory without tests" check "$work/empty"
run 4 "an answer that is not certain" check "$work/open.litmus"
contains "?? in its block" "$work/out" "Loop ??"
contains "its reason in the block" "$work/out" "Reason="
equal "no Observation in its block" "" "$(grep ^Observation "$work/out")"
contains "its reason on standard error" "$work/err" "open.litmus: the answer is not certain: "
run 0 "certain with a greater bound" check -u 9 "$work/open.litmus"
run 0 "cut, and certain all the same" check "$work/found.litmus"
contains "Loop Ok" "$work/out" "Loop Ok"
contains "a warning that states may be missing" "$work/err" "states may be missing"
run 0 "asserted of a cut test, found" check --assert allowed "$work/found.litmus"
run 1 "asserted of a cut test, found and forbidden" \
    check --assert forbidden "$work/found.litmus"
run 4 "asserted of a cut test, not found" check --assert allowed "$work/open.litmus"

# Together.
run 3 "broken and not certain" check "$work/broken.litmus" "$work/open.litmus" $mp
contains "the others are checked" "$work/out" "Test MP "
run 3 "broken and not met" check --assert forbidden "$work/broken.litmus" $mp
run 1 "not met and not certain" check --assert forbidden "$work/open.litmus" $mp
run 2 "wrong usage before all" check --nonsense "$work/broken.litmus"

# Limits. Time that is over at once, and memory for nothing.
run 4 "no time" check -t 0.000001 $mp
contains "its answer" "$work/out" "??"
run 0 "time enough" check -t 60 $mp
run 0 "memory enough" check --memory-limit 4096 $mp

# The answer is found soon, of 160,000 states not all in a second.
many() {
    local i v
    printf 'AArch64 many\n{'
    for i in 1 2 3 4; do
        printf ' 0:X%d=x%d; 1:X%d=x%d;' $i $i $i $i
    done
    printf ' }\n P0 | P1 ;\n'
    for v in 1 2 3; do
        printf ' MOV W0,#%d | NOP ;\n' $v
        for i in 1 2 3 4; do
            printf ' STR W0,[X%d] | LDR W%d,[X%d] ;\n' $i $((6 + 4 * v + i)) $i
        done
    done
    printf 'locations ['
    for ((i = 11; i <= 22; i++)); do printf ' 1:X%d;' $i; done
    printf ' ]\nexists (1:X11=0 \\/ not 1:X11=0)\n'
}
many >"$work/many.litmus"
run 4 "time for some states" check -q -t 1 "$work/many.litmus"
contains "why, though quiet" "$work/err" "time limit of 1 s reached"
grep -q '^many: Ok (Sometimes, at least \|^many: ?? (time limit' "$work/out" ||
    fail "told in the line: $(cat "$work/out")"
run 0 "no states are asked for" check -q --question -t 60 "$work/many.litmus"
run 0 "an assertion asks for none" check -q --assert allowed -t 60 "$work/many.litmus"

# Output that cannot be written.
run 3 "no such directory" check -o "$work/none/out" $mp
run 3 "a full device" check -o /dev/full $mp
"$CMCM" check $mp >/dev/full 2>"$work/err"
equal "standard output that is full" 3 $?

finish
