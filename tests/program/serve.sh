#!/bin/bash
# The page of `cmcm serve`: hostile input, many clients, checks that run away; and the page
# itself in a real browser, where there is one.
. "$(dirname "$0")/lib.sh"
"$CMCM" help serve >"$work/out" 2>&1 || skip "this build has no page: $(cat "$work/out")"
command -v python3 >/dev/null || skip "no python3 here"
here=$CMCM_SOURCE/tests/program
export PYTHONDONTWRITEBYTECODE=1

checks=$((checks + 1))
python3 "$here/serve_hostile.py" "$CMCM" "$CMCM_SOURCE" || fail "hostile input"

run 2 "an operand" serve x
run 2 "no such port" serve --port 65536
run 3 "no address" serve --port 1 --address localhost.invalid
contains "no address" "$work/err" "expected a number such as 127.0.0.1"
run 3 "an address of another machine" serve --address 192.0.2.1
equal "nothing on standard output" "" "$(cat "$work/out")"

# Nothing is forbidden where one of two models says that the behaviour is undefined.
if command -v node >/dev/null; then
    sed 's/^export //' "$CMCM_SOURCE/serve/page/text.js" >"$work/table.js"
    cat >>"$work/table.js" <<'END'
const one = { state: "x=1;", satisfies: true }, other = { state: "x=2;", satisfies: false };
const rows = tableOf([{ states: [one, other], complete: true, holds: "yes" },
                      { states: [one], complete: true, holds: "undefined" }, { states: [one], complete: true, holds: "yes" }]).rows;
console.log(rows.map(row => row.allowed.join(" ")).join("; "));
END
    equal "outcomes of two models" "true true true; true true false" "$(node "$work/table.js")"
fi

if browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome); then
    checks=$((checks + 1))
    python3 "$here/serve_browser.py" "$CMCM" "$CMCM_SOURCE" "$browser" "$work" ||
        fail "the page in the browser"
else
    echo "without the browser's part: no chromium here (Debian: apt-get install chromium)"
fi

finish
