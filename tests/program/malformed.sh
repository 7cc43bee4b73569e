#!/bin/bash
# Every malformed test and model of tests/malformed: its message, written in
# NAME.expected without the file's name, is the first line on standard error;
# the status is 3 or 2; nothing is on standard output.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/malformed" || exit 1
mp=../litmus/arm/MP.litmus
cases=0

# check_case FILE STATUS
check_case() {
    local file=$1 status=$2
    cases=$((cases + 1))
    checks=$((checks + 1))
    [ "$status" -eq 3 ] || [ "$status" -eq 2 ] || fail "$file: status $status, expected 3 or 2"
    equal "$file: standard output" "" "$(cat "$work/out")"
    equal "$file" "$file:$(head -1 "${file%.*}.expected")" "$(head -1 "$work/err")"
}

for file in *.litmus; do
    [ -e "${file%.*}.expected" ] || { fail "$file has no ${file%.*}.expected"; continue; }
    timeout 20 "$CMCM" check "$file" >"$work/out" 2>"$work/err" </dev/null
    check_case "$file" $?
done
# A model without an expectation of its own is included by others.
for file in *.cat; do
    [ -e "${file%.*}.expected" ] || continue
    timeout 20 "$CMCM" check -m "$file" $mp >"$work/out" 2>"$work/err" </dev/null
    check_case "$file" $?
done
printf '%d cases\n' "$cases"
checks=$((checks + 1))
[ "$cases" -ge 60 ] || fail "$cases cases, expected at least 60"

# Too large to keep in the tree. deep CHARACTER... : many of them.
deep() {
    head -c 200000 /dev/zero | tr '\0' "$1"
}
head='AArch64 deep
{ 0:X1=x; }
 P0 ;
 NOP ;
'
# no_crash WHAT: $work/deep.litmus is an error, and not a crash.
no_crash() {
    timeout 20 "$CMCM" check "$work/deep.litmus" >"$work/out" 2>"$work/err"
    equal "$1" 3 $?
}
{ printf '%sexists ' "$head"; deep '('; } >"$work/deep.litmus"
no_crash "parentheses without end"
{ printf '%sexists ' "$head"; deep '~'; printf '(x=0)'; } >"$work/deep.litmus"
no_crash "negations without end"
{ printf 'AArch64 deep\n{'; deep '{'; } >"$work/deep.litmus"
no_crash "braces without end"
{ printf 'AArch64 deep\n'; deep '(' | sed 's/(/(*/g'; } >"$work/deep.litmus"
no_crash "comments without end"
deep '|' >"$work/deep.litmus"
no_crash "columns without end"
for text in '(' '[' '~' 'let rec r = '; do
    { printf 'empty '; deep '#' | sed "s/#/$text/g"; } >"$work/deep.cat"
    timeout 20 "$CMCM" check -m "$work/deep.cat" $mp >"$work/out" 2>"$work/err"
    equal "a model with $text without end" 3 $?
done
: >"$work/deep.litmus"
no_crash "an empty file"
head -c 100000 /dev/urandom >"$work/deep.litmus"
no_crash "noise"
no_crash_of=$work
timeout 20 "$CMCM" check "$no_crash_of/." >"$work/out" 2>"$work/err"
equal "a directory with noise" 3 $?

finish
