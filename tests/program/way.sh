#!/bin/bash
# The longest way down through the files of a check, as docs/design.md shows it: that of the sources;
# another one is refused, and so is a document without one.
. "$(dirname "$0")/lib.sh"
command -v python3 >"$work/which" || skip "no python3"
way() {
    python3 "$CMCM_SOURCE/tests/house/way.py" "$@" >"$work/out" 2>&1
}

checks=$((checks + 1))
way --check || fail "$(cat "$work/out")"

sed 's|─▶ checker/build.c |─▶ checker/builds.c|' "$CMCM_SOURCE/docs/design.md" >"$work/design.md"
checks=$((checks + 1))
way --check "$work/design.md" && fail "another way is not refused"
contains "another way" "$work/out" "another way of check"

checks=$((checks + 1))
way --write "$work/design.md" && cmp -s "$work/design.md" "$CMCM_SOURCE/docs/design.md" ||
    fail "the way is not written: $(cat "$work/out")"

echo "# nothing" >"$work/design.md"
checks=$((checks + 1))
way --check "$work/design.md" && fail "a document without the way is not refused"
contains "no way" "$work/out" "no place for the way"
finish
