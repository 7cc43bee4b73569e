#!/bin/bash
# The page of `cmcm enumerate --check -f html` in a real browser: it loads, without
# a network, and has a coloured cell with a link for every test.
. "$(dirname "$0")/lib.sh"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip "no chromium here (Debian: apt-get install chromium)"
cd "$work" || exit 1

# browse OUTPUT-OPTION PAGE
browse() {
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking \
        --disable-component-update --disable-sync --disable-extensions --no-first-run \
        --no-default-browser-check --host-resolver-rules='MAP * ~NOTFOUND' \
        --user-data-dir="$work/profile" --window-size=1900,2000 --virtual-time-budget=10000 \
        "$1" "file://$work/$2" 2>browser.err
}
# The page itself asks: what the browser made of the table, and what a cell's
# colour and a link's target really are.
cat >probe.js <<'END'
<script>
addEventListener("load", function () {
  const cells = document.querySelectorAll("table.matrix td[data-verdict]");
  const count = v => [...cells].filter(c => c.dataset.verdict === v).length;
  const links = [...document.querySelectorAll("table.matrix td a")];
  const colours = new Set([...cells].map(c => getComputedStyle(c).backgroundColor));
  const widths = new Set([...document.querySelectorAll("table.matrix tr")].map(r =>
    Math.round(r.getBoundingClientRect().width)));
  const texts = [...document.querySelectorAll("section pre")].filter(p => p.textContent.includes("exists"));
  document.title = ["cells", cells.length, "allowed", count("allowed"), "forbidden",
    count("forbidden"), "links", links.length, "dead",
    links.filter(a => !document.getElementById(a.hash.slice(1))).length, "colours", colours.size,
    "row-widths", widths.size, "programs", texts.length,
    "visible", cells[0].getBoundingClientRect().height > 10, "fetched",
    performance.getEntriesByType("resource").length].join(" ");
});
</script>
END

# page SUITE EXPECTED-TITLE
page() {
    run 0 "page of $1" enumerate "$1" --check -f html
    cp out "$1.html"
    cat "$1.html" probe.js >"$1-probed.html"
    browse --dump-dom "$1-probed.html" >"$1.dom"
    equal "$1 in the browser" "$2" "$(grep -o '<title>[^<]*' "$1.dom" | cut -d'>' -f2)"
}
page grace "cells 10 allowed 7 forbidden 3 links 10 dead 0 colours 2 row-widths 1 programs 10 visible true fetched 0"
page hopper "cells 560 allowed 360 forbidden 200 links 560 dead 0 colours 4 row-widths 1 programs 380 visible true fetched 0"
page hetero "cells 1960 allowed 1342 forbidden 618 links 1960 dead 0 colours 4 row-widths 1 programs 560 visible true fetched 0"

browse --screenshot="$work/hetero.png" hetero.html >/dev/null
checks=$((checks + 1))
[ "$(head -c 4 hetero.png | tail -c 3)" = PNG ] || fail "no picture of the page"

finish
