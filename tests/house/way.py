#!/usr/bin/env python3
"""The longest way down through the files of `cmcm check`, by who calls whom.

    way.py            prints it as a picture
    way.py --check    compares it with the one in docs/design.md; another one is an error
    way.py --write    puts it there

Functions are followed from run_check (cli/check.c) downwards; a name in a function's body, or in a
table that it mentions, is a call. Functions that call each other in a circle are one step. base/ and litmus/isa/ (texts, arenas, what an instruction set has) are not followed.
"""
import pathlib
import re
import sys

sys.setrecursionlimit(10000)

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/design.md"
BEGIN, END = "<!-- way of check: tests/house/way.py -->\n", "<!-- end of the way -->\n"
LEFT_OUT = ("base/", "build", "examples/", "litmus/isa/", "tests/")
START = ("cli/check.c", "run_check")


def sources():
    """Without what stands in for a part that a build lacks."""
    names = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/**/*.c"))
    return [n for n in names
            if not n.startswith(LEFT_OUT) and not re.search(r"(_none|no_checker)\.c$", n)]


FUNCTION = re.compile(r"^(\w[\w \t*]*?)\b(\w+)\(([^;{}]*)\)\n\{(.*?)^\}", re.M | re.S)
TABLE = re.compile(r"^(static [^;{}()]*?)\b(\w+)\[\w*\] = \{(.*?)^\};", re.M | re.S)
NOISE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^#[^\n]*', re.M | re.S)


def read(names):
    """What is defined, as (file, name): the words of its body; and who exports a name."""
    bodies, exported = {}, {}
    for name in names:
        text = NOISE.sub(" ", (ROOT / name).read_text())
        found = [(m[1], m[2], m[4]) for m in FUNCTION.finditer(text)]
        found += [(m[1], m[2], m[3]) for m in TABLE.finditer(text)]
        for head, what, body in found:
            bodies[name, what] = set(re.findall(r"\w+", body))
            if "static" not in head.split():
                exported[what] = name
    return bodies, exported


def called(bodies, exported):
    """By function that a check may come to: the functions that it calls."""
    calls, open_ = {}, [START]
    while open_:
        here = open_.pop()
        if here in calls:
            continue
        words = ((here[0], w) if (here[0], w) in bodies else (exported.get(w), w)
                 for w in bodies[here])
        calls[here] = sorted(there for there in set(words) if there in bodies and there != here)
        open_ += calls[here]
    return calls


def circles(calls):
    """By function: the first of those that call each other with it (Tarjan's algorithm)."""
    number, low, stack, of = {}, {}, [], {}

    def visit(f):
        number[f] = low[f] = len(number)
        stack.append(f)
        for g in calls[f]:
            if g not in number:
                visit(g)
            if g not in of:
                low[f] = min(low[f], low[g])
        if low[f] == number[f]:
            while f not in of:
                of[stack.pop()] = f

    visit(START)
    return of


def longest(calls):
    """The functions of the longest way, of each file that it comes to the first."""
    of, ways = circles(calls), {}
    inside = {}
    for f in calls:
        inside.setdefault(of[f], []).append(f)

    def way(circle):
        if circle not in ways:
            best = ((), 0)
            for f in sorted(inside[circle]):
                for g in calls[f]:
                    if of[g] != circle:
                        rest = way(of[g])
                        length = rest[1] + (g[0] != f[0])
                        best = max(best, ((f, g) + rest[0], length), key=lambda b: b[1])
            ways[circle] = best
        return ways[circle]

    return way(of[START])[0]


def picture():
    calls = called(*read(sources()))
    lines, files = [], []
    for file, function in longest(calls):
        if file not in files:
            lines.append("    %-4s%-28s%s" % ("└─▶" if files else "", file, function))
            files.append(file)
    return (BEGIN + "The longest way down through the files of a check has %d:\n\n" % len(files)
            + "\n".join(lines) + "\n\n" + END)


def main():
    document = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else DOCUMENT
    mode, made = (sys.argv + ["--print"])[1], picture()
    if mode == "--print":
        print(made, end="")
        return
    text = document.read_text()
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < 0:
        sys.exit("%s: no place for the way of check" % document)
    end += len(END)
    if mode == "--write":
        document.write_text(text[:begin] + made + text[end:])
    elif text[begin:end] != made:
        sys.exit("%s: another way of check than that of the sources: tests/house/way.py --write"
                 % document)


main()
