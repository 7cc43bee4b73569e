#!/bin/bash
# `cmcm lsp`: what it answers, and what hostile editors do; and a real editor, where there is one.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3 here"
here=$CMCM_SOURCE/tests/program
export PYTHONDONTWRITEBYTECODE=1

checks=$((checks + 1))
python3 "$here/lsp_features.py" "$CMCM" "$CMCM_SOURCE" "$work" || fail "what is answered"
checks=$((checks + 1))
python3 "$here/lsp_hostile.py" "$CMCM" "$CMCM_SOURCE" || fail "hostile editors"

if command -v nvim >/dev/null; then
    said=$(WORK=$work timeout 120 nvim --headless -u NONE -n -S "$here/lsp_nvim.lua" 2>&1)
    equal "in Neovim" good "$(printf '%s' "$said" | grep -o 'good$')"
else
    echo "without the real editor's part: no nvim here (Debian: apt-get install neovim)"
fi

run 2 "an operand" lsp x
run 1 "an editor that says nothing" lsp
equal "nothing on standard output" "" "$(cat "$work/out")"

finish
