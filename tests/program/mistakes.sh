#!/bin/bash
# Mistakes that people make: one token of a good test changed, or one word of a command
# line. Each must give its message, at its place, and no second error.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# The texts of the table: \n and \\ stand for a new line and a backslash.
spelled() {
    local text=${1//\\\\/$'\001'}
    text=${text//\\n/$'\n'}
    printf '%s' "${text//$'\001'/\\}"
}

count=0
while IFS=$'\t' read -r test from to message; do
    [[ $test == \#* ]] && continue
    count=$((count + 1))
    from=$(spelled "$from.") to=$(spelled "$to.") # the dot keeps new lines at the end
    from=${from%.} to=${to%.}
    good=$(cat "$CMCM_SOURCE/tests/litmus/$test")
    printf '%s\n' "${good/"$from"/"$to"}" >m.litmus
    checks=$((checks + 1))
    ! cmp -s m.litmus "$CMCM_SOURCE/tests/litmus/$test" || fail "$test has no '$from'"
    "$CMCM" check -q m.litmus >out 2>err
    [ -s err ] || "$CMCM" check m.litmus >out 2>err # a warning
    equal "$test, '$from' as '$to'" "m.litmus:$message" "$(head -1 err)"
    equal "$test, '$from' as '$to': messages" 1 "$(grep -cE ': (error|warning): ' err)"
done <"$CMCM_SOURCE/tests/mistakes/mistakes.tsv"
checks=$((checks + 1))
[ $count -ge 60 ] || fail "$count mistakes, expected at least 60"

# usage MESSAGE ARGUMENT...: the first line on standard error.
usage() {
    local message=$1
    shift
    "$CMCM" "$@" >out 2>err </dev/null
    equal "cmcm $*" "$message" "$(head -1 err)"
}
mp=$CMCM_SOURCE/tests/litmus/arm/MP.litmus
usage "cmcm: there is no command \`chek\`, expected one that \`cmcm help\` lists, did you mean \`check\`?" chek
usage "cmcm: there is no command \`chek\`, expected one that \`cmcm help\` lists, did you mean \`check\`?" help chek
usage "cmcm check: there is no option --modle, did you mean \`--model\`?" check --modle arm "$mp"
usage "cmcm check: there is no option --seed; \`cmcm run\` has it" check --seed 3 "$mp"
usage "cmcm check: there is no option --zzz" check --zzz "$mp"
usage "cmcm check: \`jsn\` is not a value of --format, expected herd|tsv|json|sarif, did you mean \`json\`?" \
    check -f jsn "$mp"
"$CMCM" check -m amr "$mp" 2>err
contains "a model" err "there is no model \`amr\`, expected \`arm\`, "
contains "a model" err "or a path that ends in .cat, did you mean \`arm\`?"
usage "hetero: error: there is no such file; \`cmcm enumerate hetero --check\` checks the tests of that name" check hetero
usage "hetro: error: there is no such file; \`cmcm enumerate hetero --check\` checks the tests of that name" check hetro
usage "none.litmus: error: cannot open: No such file or directory" check none.litmus
usage "cmcm enumerate: there is no \`hetro\`, expected one that \`cmcm enumerate help\` lists, did you mean \`hetero\`?" \
    enumerate hetro
usage "cmcm enumerate: error: no test of hetero has \`direction=cpu2gpuu\`, expected one of cpu2gpu,gpu2cpu, did you mean \`cpu2gpu\`?" \
    enumerate hetero --axis direction=cpu2gpuu
usage "cmcm enumerate: error: no test of hetero has \`direction=xx\`, expected one of cpu2gpu,gpu2cpu" \
    enumerate hetero --axis direction=xx
usage "cmcm probe: there is no probe \`inof\`, expected rmw, value-propagation, ping-pong, latency, fences, bandwidth, granularity, atomics, timers, placement, table or info, did you mean \`info\`?" \
    probe inof

finish
