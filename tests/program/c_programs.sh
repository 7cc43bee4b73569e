#!/bin/bash
# Programs in source languages, each with its answer (c_programs.txt).
. "$(dirname "$0")/lib.sh"

awk -v folder="$work" '/^#/ && !/^###/ && !test { next }
    /^###/ { test = $2; print $2, $3, $4, $5 >(folder "/list"); next }
    { print >(folder "/" test ".litmus") }' "$CMCM_SOURCE/tests/program/c_programs.txt"
while read -r name verdict options; do
    checks=$((checks + 1))
    # shellcheck disable=SC2086 # several options
    timeout 60 "$CMCM" check -q $options "$work/$name.litmus" >"$work/out" 2>"$work/err"
    status=$?
    found=$(sed -n "s/^$name: .* (\\([A-Z][a-z]*\\),.*/\\1/p" "$work/out")
    if [ "$verdict" = error ]; then
        [ "$status" = 3 ] && grep -q ": error: " "$work/err" && [ ! -s "$work/out" ] ||
            fail "$name: status $status, expected an error: $(cat "$work/out")"
    elif [ "$found" != "$verdict" ]; then
        fail "$name: '$found', expected '$verdict': $(cat "$work/out" "$work/err")"
    fi
done <"$work/list"
[ "$checks" -ge 180 ] || fail "$checks programs only"
finish
