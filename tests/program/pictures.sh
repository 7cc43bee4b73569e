#!/bin/bash
# Pictures: explain -f svg|html|dot|tikz; the page in a real browser.
. "$(dirname "$0")/lib.sh"
test=$CMCM_SOURCE/tests/litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus
allowed=$CMCM_SOURCE/tests/litmus/cmcm/fig4b-stlr-ld.acquire.gpu.litmus
cd "$work" || exit 1

for format in svg html dot tikz; do
    run 0 "explain -f $format" explain -f "$format" "$test"
    cp out "explain.$format"
    run 0 "explain -f $format -o" explain -f "$format" -o "file.$format" "$test"
    for page in "explain.$format" "file.$format"; do # but for the command at its foot
        sed 's/<footer>.*<\/footer>//' "$page" >"$page.text"
    done
    same "explain -f $format to a file" "explain.$format.text" "file.$format.text"
    run 0 "an allowed outcome in $format" explain -f "$format" -o "allowed.$format" "$allowed"
    contains "the picture is of the test" "allowed.$format" "fig4b"
done
contains "svg" explain.svg "<title id="
contains "svg" allowed.svg "prefers-color-scheme"
contains "dot" explain.dot 'label="GPU 0"'
contains "tikz" explain.tikz '\begin{tikzpicture}'
if command -v xmllint >/dev/null; then
    xmllint --noout explain.svg allowed.svg || fail "svg that is no XML"
fi
if command -v dot >/dev/null; then
    dot -Tplain explain.dot >/dev/null || fail "dot that Graphviz does not take"
fi

# Threads are where their heads say, in the words of the test.
for place in "scoped/CL-CoWR-local.litmus wg 0, dev 0" "cdna/mp-agent-no-wbl2.litmus wave 0, workgroup 1, xcd 1, agent 0"; do
    "$CMCM" explain "$CMCM_SOURCE/tests/litmus/${place%% *}" >places.text
    contains "places" places.text ", ${place#* }"
done

# An outcome that is forbidden in three ways: a picture of each.
groups=$CMCM_SOURCE/tests/litmus/wave/MP-exchange-rel-acq.litmus
for format in text svg dot tikz html; do
    run 0 "groups in $format" explain -f $format "$groups"
    cp out "groups.$format"
done
contains "three groups" groups.text "2 other ways contradict the order of accesses to a single location"
run 0 "groups, formal" explain --formal "$groups"
contains "three groups, formal" out "or (3)"
equal "in svg, one below the other" 3 "$(grep -c '<svg .* y="' groups.svg)"
contains "each says which it is" groups.svg "(3 of 3 kinds)"
equal "in dot" 3 "$(grep -c '^digraph' groups.dot)"
equal "in tikz" 3 "$(grep -c 'begin{tikzpicture}' groups.tikz)"
equal "in html, and the race of another execution" 4 "$(grep -o '<section class="picture">' groups.html | wc -l)"
if command -v xmllint >/dev/null; then
    xmllint --noout groups.svg || fail "svg of groups that is no XML"
fi

# No picture of the cookbook is wider than a window.
for test_of in "$CMCM_SOURCE"/tests/litmus/cookbook/*.litmus; do
    run 0 "$test_of" explain -f svg -o wide.svg "$test_of"
    [ "$(sed -n '1s/.*<svg[^>]* width="\([0-9]*\)".*/\1/p' wide.svg)" -le 1400 ] ||
        fail "$test_of: its picture is wider than 1400"
done

# An event that comes before itself: the whole way is drawn.
run 0 "a way back" explain -f svg "$CMCM_SOURCE/examples/protocols/ring-free.litmus"
contains "a way back" "$work/out" 'd -observation-&gt; e -q-&gt; f -synchronizes-&gt; c -q-&gt; d'
run 0 "a state of one's choice" explain --outcome '1:r0=0; 1:r1=0' -f svg "$test"
contains "a state of one's choice" out '1:r0=0 /\ 1:r1=0 is allowed'
run 2 "another format" explain -f png "$test"
run 3 "no such folder" explain -f svg -o none/x.svg "$test"
contains "no such folder" err "none/x.svg"

# The page itself asks: what a click and a switch do, and whether anything is fetched.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    finish
    exit
}
cat >probe.js <<'END'
<script>
const page = document.documentElement.outerHTML.replace(/<script>[^]*?<\/script>/g, "");
addEventListener("load", function () {
  const all = s => [...document.querySelectorAll(s)];
  const seen = e => e.getClientRects().length > 0;
  const edge = all(".edge.strong").find(e => e.dataset.relations.includes("synchronizes"));
  edge.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const open = all("details[open]").map(d => d.querySelector("summary").textContent).join();
  const extra = all(".edge.extra").filter(seen).length;
  all("input[data-relation]").find(i => i.dataset.relation === "fr").click();
  const fr = all(".edge").filter(e => e.dataset.relations === "fr" && seen(e)).length;
  all("input[data-relation]").find(i => i.dataset.relation === "cause").click();
  const phone = document.createElement("iframe");
  phone.width = 390;
  phone.srcdoc = page;
  phone.onload = () => {
    const inner = phone.contentDocument, wide = [...inner.querySelectorAll("html, figure, pre, table")]
      .filter(e => e.scrollWidth > e.clientWidth + 1);
    document.title += " phone " + inner.querySelectorAll("figure").length + " wide " + wide.length;
  };
  document.body.append(phone);
  document.title = ["pictures", all("section.picture svg").length, "open", open, "extra", extra,
    "fr", fr, "cause", all(".edge.extra").filter(seen).length > 0,
    "test", document.getElementById("test").textContent.includes("STLR W2,[X3]"),
    "fetched", performance.getEntriesByType("resource").length].join(" ");
});
</script>
END
cat explain.html probe.js >probed.html
timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking \
    --disable-component-update --disable-sync --disable-extensions --no-first-run \
    --no-default-browser-check --host-resolver-rules='MAP * ~NOTFOUND' \
    --user-data-dir="$work/profile" --virtual-time-budget=10000 --dump-dom \
    "file://$work/probed.html" >dom 2>browser.err
equal "the page in the browser" \
    "pictures 1 open d -synchronizes-&gt; e extra 0 fr 0 cause true test true fetched 0 phone 1 wide 0" \
    "$(grep -o '<title>pictures[^<]*' dom | cut -d'>' -f2)"

finish
