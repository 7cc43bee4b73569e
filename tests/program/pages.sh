#!/bin/bash
# Pages: a folder of them, links that lead somewhere, the keyboard alone, a narrow screen, and
# where CMCM_AXE names axe-core's axe.min.js what it finds.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
records=$CMCM_SOURCE/tests/records

# Every relative link leads to a file, and what it names in it is there.
links() {
    checks=$((checks + 1))
    python3 - "$1" <<'END' || fail "dead links in $1"
import glob, os, re, sys
folder, dead, ids = sys.argv[1], [], {}
for path in glob.glob(folder + "/*.html"):
    ids[os.path.basename(path)] = set(re.findall(r'\bid="([^"]*)"', open(path).read()))
for path in glob.glob(folder + "/*.html"):
    for link in re.findall(r'<a [^>]*href="([^"]*)"', open(path).read()):
        file, _, name = link.partition("#")
        target = file or os.path.basename(path)
        if target not in ids or (name and name not in ids[target]):
            dead.append((path, link))
print(len(ids), "pages,", len(dead), "dead links", dead[:3], file=sys.stderr)
sys.exit(bool(dead))
END
}

run 0 "pages of a suite" enumerate grace --check --pages grace
equal "a page a program, and the table" 11 "$(find grace -name '*.html' | wc -l)"
links grace
page=grace/MP-cpu2cpu-rel-acq-pf.none-cf.none.html
contains "its verdict" $page "× forbidden (rel+acq)"
contains "its coordinates" $page "direction cpu2cpu, producer rel, consumer acq, pf none, cf none"
contains "its states" $page "1:X0=0; 1:X2=0;"
contains "its picture" $page "<svg "
contains "its explanation" $page "Of the axioms"
contains "the way back" $page 'href="index.html#c-MP-cpu2cpu-rel-acq-pf.none-cf.none"'
contains "the command" $page "cmcm enumerate grace --check --pages grace"
contains "the date that was asked for" $page "2025-11-22 04:00 UTC"
cp -r grace once
run 0 "the same again" enumerate grace --check --pages grace
checks=$((checks + 1))
diff -r once grace >&2 || fail "pages differ from one time to the next"

run 1 "pages of findings" conform --pages findings "$records"/conform-forbidden.xml
links findings
contains "the state" findings/finding-1.html "1:r0=1; 1:r1=0;"
contains "what was seen" findings/finding-1.html "3 times among 1,000,000 outcomes, in "
contains "what repeats it" findings/finding-1.html "--seed 42"
contains "why it is forbidden" findings/finding-1.html "causality"
contains "the report leads there" findings/index.html 'href="finding-1.html"'
run 0 "no findings, no pages" conform --pages clean "$records"/conform-clean.xml
equal "no findings, no pages" index.html "$(ls clean)"

run 2 "pages without a check" enumerate grace --pages x
contains "pages without a check" err "--pages describes the table of --check"
run 2 "pages and a format" enumerate grace --check --pages x -f html
run 2 "pages and a file" conform --pages x -o y "$records"/conform-clean.xml
run 3 "no such folder" enumerate grace --check --pages no/such
contains "no such folder" err "no/such: error: cannot be made"

# Rows of scopes that a test without a GPU does not have.
run 0 "a family" enumerate sb --check -f html
cp out sb.html
equal "two threads of the CPU: one row an order" 2 \
    "$(grep -o '<th scope="row"><span [^>]*>[^<]*</span> <span [^>]*>cpu</span> <span [^>]*>cpu</span>' sb.html | wc -l)"

# The command at the foot is one that a shell reads as it was given.
run 0 "an outcome in quotes" explain -f html --outcome '1:r0=1 /\ 1:r1=0' \
    "$CMCM_SOURCE/tests/litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus"
contains "an outcome in quotes" out "--outcome '1:r0=1 /\ 1:r1=0' "
SOURCE_DATE_EPOCH=0 run 0 "another date" enumerate grace --check -f html
contains "another date" out "1970-01-01 00:00 UTC"
SOURCE_DATE_EPOCH=soon run 0 "no date" enumerate grace --check -f html
contains "no date: today's" out ", $(date -u +%Y-)"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "without the browser's part: no chromium here (Debian: apt-get install chromium)"
    finish
    exit
}
run 0 "a page with a matrix" enumerate hopper --check -f html
cp out hopper.html
run 0 "an explanation" explain -f html -o why.html \
    "$CMCM_SOURCE/tests/litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus"
checks=$((checks + 1))
timeout 300 python3 "$CMCM_SOURCE/tests/program/pages_browser.py" "$browser" "$work" \
    "${CMCM_AXE:-}" || fail "the pages in a browser"
finish
