#!/bin/bash
# The build without the checker (CMCM_CHECKER=OFF): it makes tests and plans runs,
# names what it cannot do, and is not linked with Z3 or Jansson.
. "$(dirname "$0")/lib.sh"

# lacks WHAT FILE TEXT
lacks() {
    checks=$((checks + 1))
    ! grep -qF -- "$3" "$2" || fail "$1: '$3' is in it"
}

run 0 "the overview" --help
cp "$work/out" "$work/overview"
for verb in run probe enumerate help; do
    contains "help lists $verb" "$work/overview" "  $verb "
done
for verb in check conform models; do
    lacks "help does not list $verb" "$work/overview" "  $verb "
    run 2 "$verb" "$verb" x
    contains "$verb is refused by name" "$work/err" "cmcm $verb: this build has no checker"
    run 2 "help $verb" help "$verb"
    contains "help on $verb is refused, too" "$work/err" "this build has no checker"
done
run 2 "no such verb" chekc
lacks "that is another matter" "$work/err" "no checker"

# Section 4.1 of the paper: of five scope pairs two have Y at sys: 4 * 2 * 28.
run 0 "making tests" enumerate hopper --axis Y=sys
contains "their number" "$work/out" "hopper: 224 tests"
run 2 "checking them" enumerate hopper --check
contains "--check is refused" "$work/err" "this build has no checker: --check"

run 0 "a plan of runs" run --dry-run hopper
contains "it has the suite's tests" "$work/out" "MP-gpu2gpu-rel-acq-X.gpu-Y.sys-f.none-at.none"
run 0 "the machine" probe info

if command -v ldd >/dev/null; then
    ldd "$CMCM" >"$work/libraries"
    lacks "linked libraries" "$work/libraries" libz3
    lacks "linked libraries" "$work/libraries" libjansson
fi

finish
