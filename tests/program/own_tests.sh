#!/bin/bash
# The project's own tests against their tables, state by state, and every
# execution found evaluated again. No test is without an expectation.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/litmus" || exit 1

find . -name expected.tsv | sort >"$work/tables"
while IFS= read -r table; do
    run 0 "$table" check -j2 --verify --expect "$table"
    printf '%s: %s\n' "$table" "$(tail -1 "$work/out")"
    [ "$(wc -l <"$work/out")" -eq 1 ] || head -20 "$work/out" >&2
    contains "$table" "$work/out" " 0 differences, 0 skipped"
    directory=$(dirname "$table")
    grep -v '^#' "$table" | cut -f1 | sed "s,^,$directory/," >>"$work/listed"
done <"$work/tables"

find . -name '*.litmus' | sort >"$work/there"
sed 's,^\./\./,./,' "$work/listed" | sort -u >"$work/known"
same "tests and expectations" "$work/there" "$work/known"

finish
