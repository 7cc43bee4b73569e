#!/bin/bash
# The options of every command: --help and the manual page list the same ones,
# and wrong ones end with status 2 and nothing on standard output.
. "$(dirname "$0")/lib.sh"
overview=$CMCM_SOURCE/docs/man/cmcm.1

# Long options in help, "  -m, --model NAME"; what is further in is text about them.
help_options() {
    "$CMCM" "$1" --help | grep -oE '^ {2,6}(-[A-Za-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort
}
help_letters() {
    "$CMCM" "$1" --help | grep -oE '^ {2,6}-[A-Za-z], --[a-z-]+' | tr -d ' ' | sort
}
# What roff makes of a page, as a terminal of 80 columns shows it.
formatted() {
    MANWIDTH=80 man --warnings -l "$1" 2>"$work/warnings" | sed 's/.\x08//g'
}
# Options of the page of a command, "-m, --model".
manual_options() {
    sed -n '/^\.TP/{n;p}' "$work/man/cmcm-$1.1" |
        sed -E 's/\\f.//g; s/\\-/-/g' | grep -oE '^(-[A-Za-z], )?--[a-z-]+' | sort
}

# Commands have one line each in --help.
verbs=$("$CMCM" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }')
mkdir "$work/man"
run 0 "manual pages" help --man "$work/man"
equal "a page for each command" "$(printf 'cmcm-%s.1\n' $verbs | sort)" "$(ls "$work/man")"
run 3 "pages into no directory" help --man "$work/none"
for verb in $verbs; do
    { help_options "$verb"; help_letters "$verb" | sed 's/.*,//'; } | sort >"$work/help"
    { manual_options "$verb" | sed 's/.* //'; manual_options "$verb" | sed -n 's/.*, //p'; } |
        sort >"$work/manual"
    same "options of $verb in --help and its manual page" "$work/help" "$work/manual"
    contains "cmcm.1 tells of $verb" "$overview" ".BR cmcm\\-$verb (1)"
    run 0 "help $verb" help "$verb"
    cp "$work/out" "$work/by-help"
    run 0 "$verb --help" "$verb" --help
    same "cmcm help $verb = cmcm $verb --help" "$work/by-help" "$work/out"
    equal "help of $verb fits 80 columns" "" "$(grep '.\{81\}' "$work/out")"
done
for shell in bash zsh fish; do
    run 0 "completion of $shell" completion $shell
    for verb in $verbs; do
        for option in $(help_options "$verb"); do
            contains "$shell completes $verb $option" "$work/out" "${option#--}"
        done
    done
done
# An option means one thing: wherever its name occurs, help, letter and kind of argument are the same,
# and a letter stands for one name. The words of a choice may differ. The lines of fish are
# `complete -c cmcm -n '__fish_seen_subcommand_from VERB' -l NAME [-s LETTER] [-r | -x -a 'WORDS'] -d 'HELP'`.
"$CMCM" completion fish | grep -v -e __fish_use_subcommand -e '^#' >"$work/all"
equal "each option has its line" "$(for verb in $verbs; do help_options "$verb"; done | grep -vc -- --help)" \
    "$(wc -l <"$work/all")"
sed -E "s/.*_from ([a-z-]+)' -l ([a-z-]+)/\1\t\2\t/; s/ -x -a '[^']*'/ -x/" "$work/all" >"$work/options"
# second FILE: the names and letters that have a second meaning there.
second() {
    cut -f2- "$1" | sort -u | cut -f1 | uniq -d
    sed -nE 's/^[^\t]*\t([^\t]*)\t -s (.) .*/\2 \1/p' "$1" | sort -u | cut -d' ' -f1 | uniq -d
}
equal "no option has a second meaning" "" "$(second "$work/options")"
checks=$((checks + 1))
[ "$(cut -f2 "$work/options" | sort | uniq -d | wc -l)" -ge 25 ] || fail "hardly an option occurs twice"
for row in "timeout	 -s t -r -d 'Another.'" "timeout	 -s t -d 'H'" "verbose	 -s t -d 'Another name.'"; do
    { cat "$work/options"; printf 'new\t%s\n' "$row"; } >"$work/more"
    checks=$((checks + 1))
    [ -n "$(second "$work/more")" ] || fail "a second meaning is not seen: $row"
done
if command -v man >/dev/null && command -v groff >/dev/null; then
    for page in "$overview" "$work/man"/*.1; do
        formatted "$page" >"$work/page"
        equal "${page##*/} without a warning" "" "$(cat "$work/warnings")"
        equal "${page##*/} fits 80 columns" "" "$(grep '.\{81\}' "$work/page")"
        contains "${page##*/} is a page" "$work/page" "SEE ALSO"
    done
fi
checks=$((checks + 1))
[ "$(help_options check | wc -l)" -ge 15 ] || fail "check --help lists fewer options than it has"

run 0 "--version" --version
checks=$((checks + 1))
grep -qxE 'cmcm [0-9]+\.[0-9]+\.[0-9]+' "$work/out" || fail "--version prints no version"
run 0 "generators" enumerate help
equal "the generators fit 80 columns" "" "$(grep '.\{81\}' "$work/out")"
run 0 "--help" --help
equal "the overview fits 80 columns" "" "$(grep '.\{81\}' "$work/out")"
for verb in check enumerate models help; do # whatever else there is
    contains "--help lists $verb" "$work/out" "  $verb"
done
run 0 "help" help

# usage WHAT ARGUMENT...
usage() {
    run 2 "$@"
    equal "$1: nothing on standard output" "" "$(cat "$work/out")"
    checks=$((checks + 1))
    [ -s "$work/err" ] || fail "$1: says nothing"
}
mp=$CMCM_SOURCE/tests/litmus/arm/MP.litmus
usage "no command"
usage "no such command" chekc
usage "no test" check
usage "no such option" check --modell arm "$mp"
usage "no such letter" check -Z "$mp"
usage "no value" check "$mp" --model
usage "no value for a letter" check "$mp" -m
usage "a value for a flag" check --quiet=yes "$mp"
usage "no such format" check -f xml "$mp"
usage "no number" check -u two "$mp"
usage "a negative number" check -j -1 "$mp"
usage "too large a number" check --unroll 99999999999999999999 "$mp"
usage "no loop at all" check --unroll 0 "$mp"
usage "no seconds" check -t soon "$mp"
usage "endless seconds" check -t inf "$mp"
usage "no assertion" check --assert maybe "$mp"
usage "no such model" check -m armm "$mp"
usage "nothing to explain" explain
usage "two tests to explain" explain "$mp" "$mp"
usage "nothing to repair" repair
usage "a suite and a test to repair" repair grace "$mp"
usage "an outcome of a suite to repair" repair --outcome "1:r0=0" grace
usage "an axis of a test to repair" repair --axis scope=gpu "$mp"
usage "an axis of tests to compare" diff -m arm -m arm --axis scope=gpu "$mp"
usage "no thread to repair" repair --in Q1 "$mp"
usage "a witness as a table" check --witness -f tsv "$mp"
usage "a chosen witness as JSON" check --witness=hang -f json "$mp"
usage "help about nothing" help nothing
equal "a wrong option names its command" "cmcm check: there is no option --x" \
    "$("$CMCM" check --x 2>&1 | head -1)"

# Forms of the same option.
reference=$("$CMCM" check -f tsv -m arm "$mp")
checks=$((checks + 1))
[ -n "$reference" ] || fail "nothing to compare with"
equal "-mNAME" "$reference" "$("$CMCM" check -ftsv -marm "$mp")"
equal "--model=NAME" "$reference" "$("$CMCM" check --format=tsv --model=arm "$mp")"
equal "--model NAME" "$reference" "$("$CMCM" check "$mp" --format tsv --model arm)"
equal "letters together" "$reference" "$("$CMCM" check -qftsv -m arm -- "$mp")"
equal "the model by default" "$reference" "$("$CMCM" check -ftsv "$mp")"
equal "the model as a file" "$reference" \
    "$("$CMCM" check -ftsv -m "$CMCM_MODELS/arm.cat" "$mp")"

run 0 "models" models
for model in arm x86tso ptx ptx60 cmcm; do
    contains "models lists $model" "$work/out" "$model"
done
run 0 "models NAME" models arm
contains "models says what arm uses" "$work/out" " rf"
run 3 "models of a missing file" models ./none.cat
run 0 "models --bases" models --bases
contains "a base relation and what it means" "$work/out" "amo	relation	rmw of single instructions"
contains "a set of an instruction set" "$work/out" "MFENCE	set	x86: MFENCE"
checks=$((checks + 1))
[ "$(wc -l <"$work/out")" -ge 210 ] || fail "models --bases: fewer base names than there were"
run 0 "models --instructions" models --instructions ptx
contains "an instruction" "$work/out" " fence fma "
contains "what is undefined" "$work/out" "Division by 0, \"unspecified\": uncertain."
contains "one that is refused, and why" "$work/out" "matrices are not modelled: wmma mma "
equal "lists of instructions fit 80 columns" "" "$(sed '/^What/,$d' "$work/out" | grep '.\{81\}')"
run 0 "models --instructions of AArch64" models --instructions AArch64
contains "an instruction of AArch64" "$work/out" " LDAXR "
usage "models --instructions of no set" models --instructions mips

finish
