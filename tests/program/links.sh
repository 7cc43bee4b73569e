#!/bin/bash
# Links between the documents: their files and headings are there.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"
mkdir -p "$work/made/docs"
printf '# A\n\n## Two `words`, and more\n\n[1](docs/b.md#b) [2](#two-words-and-more) [3](docs/c.md) [4](docs/b.md#c)\n' \
    >"$work/made/README.md"
printf '# B\n\n```\n[none](x.md)\n# C\n```\n[5](../README.md#a) [6](https://example.org/#x)\n' >"$work/made/docs/b.md"
equal "what is found" "README.md -> docs/c.md: no such file
README.md -> docs/b.md#c: no such heading
5 links" "$(python3 "$CMCM_SOURCE/tests/program/links.py" "$work/made")"
python3 "$CMCM_SOURCE/tests/program/links.py" "$CMCM_SOURCE" >"$work/out" || fail "links.py"
equal "links that lead nowhere" "" "$(grep -e ' -> ' "$work/out")"
checks=$((checks + 1))
[ "$(sed -n 's/ links$//p' "$work/out")" -gt 300 ] || fail "too few links: $(tail -1 "$work/out")"
finish
