#!/bin/bash
# What editors/ has is read by those that read it: Vim, a JSON parser, node. That its words are
# those of the program is unit.grammars.
. "$(dirname "$0")/lib.sh"
editors=$CMCM_SOURCE/editors

# The names of the colours of a file, in its order, each once where it follows itself in a line:
# "litmusHead litmusName ...".
colours() {
    rm -f "$work/colours"
    vim -N -u NONE -i NONE -n -es "$1" \
        -c "set runtimepath^=$editors/vim | filetype plugin on | syntax on | doautocmd BufRead" \
        -c 'let g:seen = []' \
        -c 'for l in range(1, line("$")) | for c in range(1, len(getline(l))) | let n = synIDattr(synID(l, c, 1), "name") | if n != "" && (empty(g:seen) || g:seen[-1] != n . ":" . l) | call add(g:seen, n . ":" . l) | endif | endfor | endfor' \
        -c "call writefile(map(g:seen, 'substitute(v:val, \":.*\", \"\", \"\")'), '$work/colours')" \
        -c 'qall!' </dev/null >/dev/null 2>&1
    tr '\n' ' ' <"$work/colours"
}
if command -v vim >/dev/null && vim --version | grep -q '+syntax'; then
    printf 'CMCM t\n{ int x=1; }\n P0@aarch64 | P1@ptx,cta 0 ;\n STR W0,[X1] | ld.acquire.sys r0,[x] ;\nexists (x=1)\n' \
        >"$work/t.litmus"
    equal "Vim's colours of a test" \
        "litmusHead litmusName litmusState litmusType litmusState litmusNumber litmusState litmusThread litmusAttribute litmusThread litmusAttribute litmusThread litmusAttribute litmusThread litmusInstruction litmusQualifier litmusQuestion litmusNumber " \
        "$(colours "$work/t.litmus")"
    printf '(* a (* b *) *)\nlet rec ob = rf;ob-x | DMB.SY\nacyclic ob as name\ninclude "x.cat"\nlet rf2 = domain(po^-1)\n' \
        >"$work/t.cat"
    equal "Vim's colours of a model" \
        "catComment catKeyword catName catOperator catBase catOperator catBase catKeyword catAxiom catKeyword catString catKeyword catName catOperator catFunction catBase catOperator " \
        "$(colours "$work/t.cat")"
else
    echo "without Vim's part: no vim with +syntax here (Debian: apt-get install vim)"
fi

if command -v python3 >/dev/null; then
    for file in "$editors"/vscode/*.json "$editors"/vscode/syntaxes/*.json; do
        checks=$((checks + 1))
        python3 -m json.tool "$file" >/dev/null || fail "$file is no JSON"
    done
fi
if command -v node >/dev/null; then
    checks=$((checks + 1))
    node --check "$editors/vscode/extension.js" || fail "extension.js"
else
    echo "without node's part: no node here"
fi
[ $checks -gt 0 ] || skip "neither vim nor python3 nor node here"

finish
