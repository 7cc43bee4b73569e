#!/bin/bash
# Every command that a document, a help text or a manual page shows is one that the program takes.
# Those that stand on lines of their own are run, in a folder that has what they name; those within
# sentences have options that their command has. Sessions (`$ cmcm ...`) are replayed by docs.sh.
. "$(dirname "$0")/lib.sh"

# ---- where they come from: FILE<tab>COMMAND
cd "$CMCM_SOURCE" || exit 1
documents=(README.md CONTRIBUTING.md data/README.md python/README.md docs/*.md docs/models/*.md)
# lines DOCUMENT...: the lines of blocks, without what a comment says after them.
lines() {
    sed -nE 's/[[:blank:]]+# .*//; s/^    (build\/)?cmcm /cmcm /p' "$@"
}
# within DOCUMENT...: what stands between backquotes.
within() {
    grep -ohE '`cmcm [^`]*`' "$@" | tr -d '`'
}
lines "${documents[@]}" >"$work/lines"
{
    within "${documents[@]}" cli/help.txt
    sed -nE 's/\\-/-/g; s/^\.B (cmcm .*)/\1/p' docs/man/cmcm.1
    for verb in $("$CMCM" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'); do
        "$CMCM" "$verb" --help >"$work/help.$verb"
        within "$work/help.$verb"
    done
    cat "$work/lines"
} | sort -u >"$work/commands"

# ---- each has options that its command has
# wrong COMMAND: what it has and the command has not, a line each.
wrong() {
    local verb=${1#cmcm } help option
    verb=${verb%% *}
    case $verb in help | --version) return ;; esac
    help=$work/help.$verb
    [ -e "$help" ] || { echo "there is no command $verb"; return; }
    # What stands in quotes is about another program.
    sed -E "s/'[^']*'//g; s/\"[^\"]*\"//g" <<<"$1" | grep -oE ' --?[A-Za-z][A-Za-z-]*' | tr -d ' ' |
        while read -r option; do
            case $option in
            --help) continue ;;
            --*) grep -qE "^ {2,6}(-[A-Za-z], )?$option([ =[]|\$)" "$help" ;;
            *) grep -qE "^ {2,6}${option:0:2}, " "$help" ;;
            esac || echo "$verb has no $option"
        done
}
while IFS= read -r command; do
    checks=$((checks + 1))
    found=$(wrong "$command")
    [ -z "$found" ] || fail "$command: $found"
done <"$work/commands"
checks=$((checks + 1))
[ "$(wc -l <"$work/commands")" -ge 100 ] || fail "fewer commands than there were"
equal "a command that there is not" "there is no command chekc" "$(wrong 'cmcm chekc x')"
equal "an option that there is not" "map has no --from" "$(wrong 'cmcm map --from c x')"
equal "a letter that there is not" "map has no -q" "$(wrong 'cmcm map -q x')"

# ---- those on lines of their own are run
mkdir "$work/here"
cd "$work/here" || exit 1
for name in docs examples data; do ln -s "$CMCM_SOURCE/$name" $name; done
mkdir -p tests/litmus/cmcm tests-of-c cmcm-records random
cp "$CMCM_SOURCE"/tests/litmus/x86/{SB,MP}.litmus tests/litmus/cmcm/
ln -s "$CMCM_SOURCE"/tests/litmus/{cookbook,cdna,arm,x86} tests/litmus/
cp "$CMCM_SOURCE/tests/litmus/arm/MP.litmus" MP.litmus
cp "$CMCM_SOURCE/tests/litmus/arm/MP+dmb.sys.litmus" large.litmus
counts counts lock.litmus
cp "$CMCM_SOURCE/tests/litmus/c/MP+rel-acq.litmus" tests-of-c/ 2>/dev/null ||
    cp "$(grep -l '^C ' "$CMCM_SOURCE"/tests/litmus/c/*.litmus | head -1)" tests-of-c/
printf 'include "cos.cat"\nacyclic po | rf | co | fr as sc\n' >sc.cat
for record in a b hetero cmcm-records/1; do
    cp "$CMCM_SOURCE/tests/records/two-tests.xml" $record.xml
done
mkdir small
cp tests-of-c/* small/c.litmus
cp "$(ls "$CMCM_SOURCE"/tests/litmus/llvm*/*.litmus | head -1)" random/

# smaller COMMAND: the same on less: a test of what the machine has, seconds in place of minutes.
smaller() {
    sed -E 's/^cmcm (run|probe) /cmcm \1 --dry-run /; s/--dry-run (.*) --dry-run/\1 --dry-run/
        s/ --dry-run (.*--record|info)/ \1/; s/ --record [a-z-]+\.xml//
        s/^cmcm run (.*hetero.*)/cmcm run \1 --axis producer=rel --axis X=gpu --axis Y=gpu --axis pf=none --axis cf=none/
        s/--time 2/--time 0.02/; s/(ping-pong|value-propagation|latency)(.*)/\1\2 --iterations 10/
        s/hetero --check/hetero --axis X=gpu --axis Y=gpu --axis pf=none --axis cf=none --check/
        s/-m ptx -m ptx60 tests\//-m ptx -m ptx60 tests\/litmus\/cookbook/
        s/wave-ptx all/wave-ptx tests\/litmus\/cookbook/
        s/(compile-check --cc .gcc -O2.) tests\//\1 tests-of-c/; s/(compile-check .*)MP\.litmus/\1small\/c.litmus/
        s/ \/tmp\/random/ random/; s/-o docs\/gallery\//-o /; s/--iterations [0-9]+ (.*)--iterations/\1--iterations/' <<<"$1"
}
ran=0
while IFS= read -r command; do
    case $command in
    *[A-Z]'|'[A-Z@]* | *'['* | *' TEST' | *' TEST '*) continue ;; # what may stand where, not a command
    "cmcm serve") continue ;;                                       # serve.sh does, until it is stopped
    esac
    timeout 120 bash -c "\"\$CMCM\" $(smaller "$command" | sed 's/^cmcm //')" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    checks=$((checks + 1))
    ran=$((ran + 1))
    case $status in
    0 | 1 | 4 | 5) ;; # an answer of each kind, or a machine that lacks what it takes
    *) fail "$command: status $status: $(head -3 "$work/err")" ;;
    esac
done <"$work/lines"
checks=$((checks + 1))
[ $ran -ge 30 ] || fail "only $ran commands were run"

finish
