#!/usr/bin/env python3
"""The tables of the results pages, in Markdown, from records of runs and of probes.

    docs/tables.py shapes.xml --rows shape,threads --columns home
    docs/tables.py hopper.xml hopper-search.xml --rows record --value seen,outcomes,seconds
    docs/tables.py protocols.xml --where verdict=ok --rows name --value counts
    docs/tables.py bandwidth.xml --where "pair=gpu;variant=copy" --rows memory --columns to
    docs/tables.py latency.xml --rows pair,memory --columns size --value median

Records of runs (schemas/run-record.rng): a cell has the tests whose asked outcome was seen, of
those of which the model allows it, and the largest share of the outcomes of one test; an
exclamation mark where a forbidden outcome was seen. Axes are those of the tests, and `homes`,
`name`, `parameters` (those that the command line gave by -p), `record` (the file's name without its
ending) and `verdict`. What a cell has can be said by --value, where several values are columns:
`seen` (that), `tests`, `allowed` (seen, of those allowed), `forbidden` (seen, of those forbidden),
`counts` (asked outcomes, and in brackets of how many), `outcomes`, `seconds` (in which something
ran). Several looks at one test, as a search has them, are one test.

Records of probes (schemas/probe-record.rng): a cell has the median of the samples, or what
--value says: another statistic (min, max, mean), a number of the part by its name, `finding`, or
`end`. Axes are pair, memory, to, size, scope and variant. Parts that were not measured are empty.
"""
import argparse
import pathlib
import statistics
import sys
import xml.etree.ElementTree as tree

RUN = "{urn:cmcm:run-record:1}"
PROBE = "{urn:cmcm:probe-record:1}"


def number(value):
    """At most three digits that mean something, with thousands apart."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def share(part, whole):
    if not part:
        return "0"
    percent = 100 * part / whole
    return f"{percent:.2g} %" if percent >= 0.001 else f"{part / whole:.1e}"


# ---- runs ------------------------------------------------------------------


def large(value):
    """6.54 G"""
    for unit, step in (("G", 1e9), ("M", 1e6)):
        if value >= step:
            return f"{number(value / step)} {unit}"
    return f"{value:,}"


class Looks:
    """What all looks at one test came to."""

    def __init__(self):
        self.asked = self.outcomes = 0
        self.is_open = True
        self.allowed = self.broken = False

    def add(self, test):
        verdict = test.find(RUN + "verdict")
        word = "" if verdict is None else (verdict.text or "")
        if test.get("end") != "done" or word in ("", "unjudged"):
            return
        counts = [(int(s.get("count")), s.get("satisfies") == "true")
                  for s in test.iter(RUN + "state")]
        asked = sum(c for c, satisfies in counts if satisfies)
        self.is_open = False
        self.asked += asked
        self.outcomes += sum(c for c, _ in counts)
        self.broken |= word == "forbidden-seen"
        self.allowed |= word == "allowed-not-seen" or (word == "ok" and asked > 0)


class Tests:
    """What the tests of a cell came to."""

    def __init__(self):
        self.looks = {}
        self.seconds = 0.0

    def add(self, name, test):
        self.looks.setdefault((name, test.get("hash")), Looks()).add(test)
        counts = test.find(RUN + "counts")
        self.seconds += 0 if counts is None else float(counts.get("wall-seconds", "0"))

    def text(self, what):
        done = [t for t in self.looks.values() if not t.is_open]
        allowed = [t for t in done if t.allowed]
        seen = sum(t.asked > 0 for t in allowed)
        broken = sum(t.broken for t in done)
        values = {"tests": lambda: f"{len(self.looks):,}",
                  "allowed": lambda: f"{seen:,} of {len(allowed):,}",
                  "forbidden": lambda: f"{broken:,} of {len(done) - len(allowed):,}",
                  "outcomes": lambda: large(sum(t.outcomes for t in done)),
                  "counts": lambda: f"{sum(t.asked for t in done):,} "
                                    f"({large(sum(t.outcomes for t in done))})",
                  "seconds": lambda: number(self.seconds),
                  "seen": lambda: self.cell(done, allowed, seen, broken)}
        return values[what]()

    def cell(self, done, allowed, seen, broken):
        parts = []
        most = max(done, key=lambda t: t.asked / max(1, t.outcomes), default=None)
        if allowed:
            parts.append(f"{seen} of {len(allowed)}")
            if seen:
                parts.append(share(most.asked, most.outcomes))
        elif len(done) > broken:
            parts.append("–")
        if broken:
            parts.append(f"**{broken} forbidden seen!**")
        if len(done) < len(self.looks):
            parts.append(f"{len(self.looks) - len(done)} open")
        return ", ".join(parts)


VALUES = ("seen", "tests", "allowed", "forbidden", "counts", "outcomes", "seconds")


def given_parameters(command):
    """What -p and --param gave."""
    words = command.split()
    short = [b for a, b in zip(words, words[1:]) if a in ("-p", "--param")]
    return ",".join(short + [w.split("=", 1)[1] for w in words if w.startswith("--param=")])


def tests_of(root, path):
    parameters_given = given_parameters(root.get("command", ""))
    for test in root.iter(RUN + "test"):
        axes = {a.get("key"): a.get("value") for a in test.iter(RUN + "axis")}
        parameters = test.find(RUN + "parameters")
        homes = "" if parameters is None else parameters.get("homes", "")
        axes.setdefault("homes", homes)
        verdict = test.find(RUN + "verdict")
        axes.setdefault("name", test.get("name"))
        axes.setdefault("parameters", parameters_given)
        axes.setdefault("record", pathlib.PurePath(path).stem)
        axes.setdefault("verdict", "" if verdict is None else (verdict.text or ""))
        yield axes, test


# ---- probes ----------------------------------------------------------------


def parts_of(root):
    for part in root.iter(PROBE + "part"):
        axes = {"size": "0", "to": "-", **part.attrib}
        yield axes, part


def value_of(part, what):
    if what in ("finding", "end"):
        return part.get(what)
    for item in part.iter(PROBE + "number"):
        if item.get("name") == what:
            return number(float(item.get("value")))
    samples = part.find(PROBE + "samples")
    if samples is None or not samples.text:
        return "did not end" if part.get("end") == "did not end" else ""
    values = [float(v) for v in samples.text.split()]
    ways = {"median": statistics.median, "mean": statistics.fmean, "min": min, "max": max}
    return number(ways[what](values)) if what in ways else ""


# ---- tables ----------------------------------------------------------------


def meets(axes, wishes):
    return all(axes.get(name, "") in values for name, values in wishes)


def key_of(axes, names):
    return tuple(axes.get(name, "") for name in names)


def size_text(name, value):
    size = int(value) if name == "size" and value.isdigit() else 0
    for unit, step in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if size and size % (1 << step) == 0:
            return f"{size >> step} {unit}"
    return value if name != "size" or size else "all"


def print_table(cells, rows, columns):
    heads = list(dict.fromkeys(c for _, c in cells))
    lines = list(dict.fromkeys(r for r, _ in cells))
    titles = [" ".join(size_text(n, v) for n, v in zip(columns, head)) for head in heads]
    print("| " + " | ".join(list(rows) + [t or "all" for t in titles]) + " |")
    print("|" + " --- |" * len(rows) + " ---: |" * len(heads))
    for line in lines:
        names = [size_text(n, v) for n, v in zip(rows, line)]
        print("| " + " | ".join(names + [cells.get((line, h), "") for h in heads]) + " |")


def wishes_of(texts):
    wishes = []
    for text in texts:
        for wish in text.split(";"):
            name, _, values = wish.partition("=")
            wishes.append((name, values.split(",")))
    return wishes


def values_of(given, is_run):
    """What cells have: of runs one value or more, of probes one."""
    words = given.split(",") if given else ["seen" if is_run else "median"]
    for word in words if is_run else []:
        if word not in VALUES:
            sys.exit(f"tables.py: error: found --value {word}, expected one of {', '.join(VALUES)}")
    return words


def read(path):
    try:
        root = tree.parse(path).getroot()
    except (OSError, tree.ParseError) as error:
        sys.exit(f"{path}: error: {error}")
    if root.tag not in (RUN + "run", PROBE + "probe"):
        sys.exit(f"{path}: error: found <{root.tag}>, expected a record of a run or a probe")
    return root


def add_record(cells, root, path, given, rows, columns):
    """What one record adds to the cells; gives the axes of the rows."""
    is_run = root.tag == RUN + "run"
    names = rows or (["shape"] if is_run else ["pair", "memory", "variant"])
    words = values_of(given.value, is_run)
    for axes, item in tests_of(root, path) if is_run else parts_of(root):
        if not meets(axes, given.wishes):
            continue
        place = key_of(axes, names), key_of(axes, columns)
        if is_run:
            cells.setdefault(place, Tests()).add(axes["name"], item)
        elif value_of(item, words[0]):
            cells[place] = value_of(item, words[0])
    return names


def shown(cells, value):
    """Texts of the cells, several values of a run's cell beside each other."""
    texts = {}
    for (row, column), cell in cells.items():
        if not isinstance(cell, Tests):
            texts[row, column] = cell
            continue
        words = values_of(value, True)
        for word in words:
            texts[row, column + (word,) if len(words) > 1 else column] = cell.text(word)
    return texts


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+", metavar="RECORD.xml")
    parser.add_argument("--rows", default="", metavar="AXIS,...")
    parser.add_argument("--columns", default="", metavar="AXIS,...")
    parser.add_argument("--where", action="append", default=[], metavar="AXIS=VALUE,...",
                        help="only these; several are separated by `;`, or options")
    parser.add_argument("--value", default="", help="what a cell has")
    given = parser.parse_args()
    rows, columns = ([n for n in text.split(",") if n] for text in (given.rows, given.columns))
    given.wishes = wishes_of(given.where)
    cells, names = {}, rows
    for path in given.records:
        names = add_record(cells, read(path), path, given, rows, columns)
    if not cells:
        sys.exit("nothing to show: no part or test of these records is asked for")
    several = ["value"] if given.value.count(",") else []
    print_table(shown(cells, given.value), names, columns + several)


if __name__ == "__main__":
    main()
