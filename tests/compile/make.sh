#!/bin/sh
# Makes the records anew: what the compilers of expected.tsv, those of Debian 12, write today.
cd "$(dirname "$0")" || exit 1
rm -rf records
grep -v '^#' expected.tsv | while IFS="$(printf '\t')" read -r test command _; do
    "${CMCM:-cmcm}" compile-check --record records --cc "$command" "$test.litmus"
done
