#!/bin/bash
# Programs in C: what may happen in those of tests/programs and in variants with an order less. Of
# each the table has what clang-19 wrote, and how it differs in the variant; where clang-19 is, the
# sources are compiled and give the same. What cannot be read is refused at its place.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/programs" || exit 1

# judge WHAT FILE FLAGS
judge() {
    "$CMCM" check -f tsv "$2" >"$work/out" 2>"$work/err"
    equal "$1" "$3" "$(awk -F '\t' '$1 !~ /^#/ { print $8 }' "$work/out")"
    equal "$1: does every run end?" 0 "$(awk -F '\t' '$1 !~ /^#/ { print $9 }' "$work/out")"
}
clang=$(command -v clang-19) || echo "no clang-19: the recorded texts alone are read"
while IFS=$'\001' read -r program macros change flags _; do
    case $program in "#"*) continue ;; esac
    sed -E "$change" "$program.ll" >"$work/$program.ll"
    [ -z "$change" ] || ! cmp -s "$program.ll" "$work/$program.ll" || fail "$program: '$change' changes nothing"
    judge "$program $macros" "$work/$program.ll" "$flags"
    [ -n "$clang" ] || continue
    { for macro in $macros; do echo "#define ${macro#-D}" | tr = ' '; done; cat "$program.c"; } >"$work/$program.c"
    judge "$program.c $macros" "$work/$program.c" "$flags"
done < <(tr '\t' '\001' <expected.tsv)
finish
