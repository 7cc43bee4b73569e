#!/bin/bash
# data/: every table has the form that data/README.md gives, and its machine is one of machines.tsv.
# docs/results.md has the numbers of these tables and no others.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/data" || exit 1

for file in *.tsv; do
    checks=$((checks + 1))
    awk -F '\t' -v file="$file" '
        function wrong(what) { print file ": " what; exit }
        FNR == NR { if (!/^#/) known[$1]; next }
        /^# / { if (/^# machine: /) machine = substr($0, 12); else if (/^# command: ./) command = 1
                else if (!/^# note: ./ && FNR > 1) wrong("an unknown word: " $0)
                if (columns) wrong("a remark among the rows"); next }
        !columns { columns = NF; for (i = 1; i <= NF; i++) if ($i == "" || $i in name) wrong("two columns " $i); else name[$i]; next }
        { rows++ }
        NF != columns { wrong("row " rows " has " NF " columns, expected " columns) }
        END {
            if (file != "machines.tsv" && !(machine in known)) print file ": unknown machine " machine
            if (file != "machines.tsv" && !command) print file ": no command"
            if (!rows) print file ": no rows"
        }' machines.tsv "$file" >"$work/wrong"
    [ ! -s "$work/wrong" ] || fail "$(head -1 "$work/wrong")"
    case $file in "$(sed -n 's/^# machine: //p' "$file")-"* | machines.tsv) ;; *) fail "$file: the name of another machine" ;; esac
done
# runs/: what was seen of every test of a suite, as `cmcm conform -f counts` writes it; nothing that
# is forbidden was seen, but for reads after a single wait (docs/results.md).
for file in runs/*.tsv; do
    name=${file##*/}
    case ${CMCM_TEST_SAMPLE:+sample}-$name in sample-h200x2-gpus-cpu-*) ;; sample-h200x2-*) continue ;; esac
    grep -q "^${name%%-*}	" machines.tsv || fail "$file: the name of another machine"
    wanted=0
    [ "$name" != h200-async.tsv ] || wanted=1
    run "$wanted" "$file" conform -q -f tsv "$file"
    equal "$file: tests that could not be judged" 0 "$(cut -f4 "$work/out" | grep -c unjudged)"
    equal "$file: tests with a forbidden state" "$((wanted * 4))" "$(cut -f4 "$work/out" | grep -c forbidden-seen)"
done
# Each has the form of its schema, and the data package lists all.
cat >"$work/schema.py" <<'END'
import glob, json, re, sys
fields = json.load(open("../schemas/counts.schema.json"))["fields"]
package = json.load(open("datapackage.json"))
listed = [r["path"] for r in package["resources"]]
if sorted(listed) != sorted(glob.glob("runs/*.tsv")):
    print("datapackage.json lists other files than runs/ has")
if any(r["schema"] != "../schemas/counts.schema.json" for r in package["resources"]):
    print("datapackage.json: a table without the schema")
for path in sys.argv[1:] or listed:
    rows = [line.rstrip("\n").split("\t") for line in open(path) if not line.startswith("# ")]
    if rows[0] != [f["name"] for f in fields]:
        print(f"{path}: other columns than the schema's")
    for row in rows[1:]:
        for field, value in zip(fields, row):
            limits = field["constraints"]
            if not re.fullmatch(limits["pattern"], value) or (limits.get("required") and not value):
                print(f"{path}: {field['name']} is `{value[:60]}`")
                sys.exit()
END
equal "runs/: the schema" "" "$(python3 "$work/schema.py")"
for change in 's/\t0\t/\tfirst\t/' 's/\*>/>/' 's/^test\t/name\t/'; do
    sed "$change" runs/h200-grace.tsv >"$work/changed.tsv"
    sed "$change" runs/h200-mp.tsv >>"$work/changed.tsv"
    checks=$((checks + 1))
    [ -n "$(python3 "$work/schema.py" "$work/changed.tsv")" ] || fail "runs/: the schema takes $change"
done
# computed/: what cmcm itself says, which no machine of the list has to do with.
for file in computed/*.tsv; do
    checks=$((checks + 1))
    awk -F '\t' '/^# / { command = command || /^# command: ./; next }
        !columns { columns = NF; next }
        { rows++ }
        NF != columns { print FILENAME ":" FNR ": " NF " columns, expected " columns }
        END { if (!command || !rows) print FILENAME ": no command, or no rows" }' "$file" >"$work/wrong"
    [ ! -s "$work/wrong" ] || fail "$(head -1 "$work/wrong")"
done
checks=$((checks + 1))
[ "$(ls ./*.tsv | wc -l)" -ge 60 ] && [ "$(ls runs/*.tsv | wc -l)" -ge 16 ] || fail "fewer tables than there were"
# wrong DOCUMENT TEXT: results.py says that of a copy in which the document is that.
wrong() {
    cp "$1" "$work/tree/docs/results.md"
    python3 "$CMCM_SOURCE/tests/program/results.py" "$work/tree" >"$work/out" 2>&1
    contains "${1##*/}" "$work/out" "$2"
}
if command -v python3 >/dev/null; then
    checks=$((checks + 1))
    python3 ../tests/program/results.py .. >"$work/out" 2>&1
    grep -qx '[0-9]* claims' "$work/out" && [ "$(wc -l <"$work/out")" = 1 ] || fail "$(head -3 "$work/out")"
    mkdir -p "$work/tree/docs"
    cp -r . "$work/tree/data"
    cp ../docs/suites.md "$work/tree/docs"
    sed 's/784 were seen/785 were seen/' ../docs/results.md >"$work/another-number"
    wrong "$work/another-number" "docs/results.md lacks: None of 624"
    { cat ../docs/results.md; echo "It took 17 hours."; } >"$work/one-more-number"
    wrong "$work/one-more-number" "no table has the number in"
fi
# Who cites cmcm finds this version in both files, and one licence.
version=$("$CMCM" --version | cut -d' ' -f2)
equal "CITATION.cff" "license: MIT version: $version " "$(grep -E '^(license|version): ' ../CITATION.cff | tr '\n' ' ')"
equal ".zenodo.json" "license: MIT version: $version " \
    "$(sed -nE 's/^ *"(license|version)": "(.*)",$/\1: \2/p' ../.zenodo.json | sort | tr '\n' ' ')"
if command -v jq >/dev/null; then
    equal "who wrote it" "$(sed -n 's/^  - name: //p' ../CITATION.cff)" "$(jq -r '.creators[].name' ../.zenodo.json)"
fi
finish
