#!/usr/bin/env python3
"""The tables of the results pages, in Markdown, from records of runs and of probes.

    docs/tables.py shapes.xml --rows shape,threads --columns home
    docs/tables.py bandwidth.xml --where pair=gpu,variant=copy --rows memory --columns to
    docs/tables.py latency.xml --rows pair,memory --columns size --value median

Records of runs (schemas/run-record.rng): a cell has the tests whose asked outcome was seen, of
those of which the model allows it, and the largest share of the outcomes of one test; an
exclamation mark where a forbidden outcome was seen. Axes are those of the tests, and `homes`.

Records of probes (schemas/probe-record.rng): a cell has the median of the samples, or what
--value says: another statistic (min, max, mean), a number of the part by its name, `finding`, or
`end`. Axes are pair, memory, to, size, scope and variant. Parts that were not measured are empty.
"""
import argparse
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


class Tests:
    """What the tests of a cell came to."""

    def __init__(self):
        self.allowed = self.seen = self.forbidden = self.broken = self.open = 0
        self.most = 0.0
        self.most_text = "0"

    def add(self, test):
        verdict = test.find(RUN + "verdict")
        word = "" if verdict is None else (verdict.text or "")
        if test.get("end") != "done" or word in ("", "unjudged"):
            self.open += 1
            return
        counts = [(int(s.get("count")), s.get("satisfies") == "true")
                  for s in test.iter(RUN + "state")]
        asked = sum(c for c, satisfies in counts if satisfies)
        outcomes = sum(c for c, _ in counts)
        if word == "forbidden-seen":
            self.broken += 1
        if word == "allowed-not-seen" or (word == "ok" and asked):
            self.allowed += 1
            self.seen += asked > 0
        elif word == "ok":
            self.forbidden += 1
        if outcomes and asked / outcomes > self.most:
            self.most = asked / outcomes
            self.most_text = share(asked, outcomes)

    def text(self):
        parts = []
        if self.allowed:
            parts.append(f"{self.seen} of {self.allowed}")
            if self.seen:
                parts.append(self.most_text)
        elif self.forbidden:
            parts.append("–")
        if self.broken:
            parts.append(f"**{self.broken} forbidden seen!**")
        if self.open:
            parts.append(f"{self.open} open")
        return ", ".join(parts)


def tests_of(root):
    for test in root.iter(RUN + "test"):
        axes = {a.get("key"): a.get("value") for a in test.iter(RUN + "axis")}
        parameters = test.find(RUN + "parameters")
        homes = "" if parameters is None else parameters.get("homes", "")
        axes.setdefault("homes", homes)
        axes.setdefault("name", test.get("name"))
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


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+", metavar="RECORD.xml")
    parser.add_argument("--rows", default="", metavar="AXIS,...")
    parser.add_argument("--columns", default="", metavar="AXIS,...")
    parser.add_argument("--where", action="append", default=[], metavar="AXIS=VALUE,...",
                        help="only these; several are separated by `;`, or options")
    parser.add_argument("--value", default="median", help="of probes: what a cell has")
    given = parser.parse_args()
    rows, columns = ([n for n in text.split(",") if n] for text in (given.rows, given.columns))
    wishes = wishes_of(given.where)
    cells = {}
    for path in given.records:
        try:
            root = tree.parse(path).getroot()
        except (OSError, tree.ParseError) as error:
            sys.exit(f"{path}: error: {error}")
        if root.tag not in (RUN + "run", PROBE + "probe"):
            sys.exit(f"{path}: error: found <{root.tag}>, expected a record of a run or a probe")
        is_run = root.tag == RUN + "run"
        names = rows or (["shape"] if is_run else ["pair", "memory", "variant"])
        for axes, item in tests_of(root) if is_run else parts_of(root):
            if not meets(axes, wishes):
                continue
            place = key_of(axes, names), key_of(axes, columns)
            if is_run:
                cells.setdefault(place, Tests()).add(item)
            elif value_of(item, given.value):
                cells[place] = value_of(item, given.value)
    shown = {k: v.text() if isinstance(v, Tests) else v for k, v in cells.items()}
    if not shown:
        sys.exit("nothing to show: no part or test of these records is asked for")
    print_table(shown, names, columns)


if __name__ == "__main__":
    main()
