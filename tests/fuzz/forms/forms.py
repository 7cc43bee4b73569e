#!/usr/bin/env python3
"""Random instructions, read by cmcm and by the assembler of their instruction set.

    forms.py [--count N | --seconds N] [--seed N] [--part] [--show] [ISA...]

ISA.forms has the patterns that forms are made of, about half of which are then changed in a place
or two; ISA.tsv says which differences are there for a reason:

    WHO <tab> PATTERN <tab> REASON

WHO takes it: `cmcm`, where the assembler refuses it, or `assembler`. PATTERN is a regular
expression, searched in `FORM # MESSAGE` of the side that refuses. The first row that fits explains
a difference. A difference that no row explains makes the status 1; so does a row that explains
none, but for --part, a run that is too short to tell.

What an assembler takes changes with its version: another one than below is left out.

In patterns `<a|b|>` is one of these, the last being nothing, `<name>` what a line `name = a|b` has.
READ_FORMS names the reader of tests (read_forms.c). Status 77: an assembler is not there.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BATCH = 1000  # forms in one call of an assembler
CHANGED = [0, 0, 0, 1, 1, 2]  # how often a form is changed


# ---- patterns -------------------------------------------------------------------------------

def split_top(text):
    """At the bars that are in no brackets."""
    parts, depth, at = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "<") - (c == ">")
        if c == "|" and depth == 0:
            parts.append(text[at:i])
            at = i + 1
    return parts + [text[at:]]


class Patterns:
    def __init__(self, path):
        self.names, self.rows = {}, []
        for line in open(path, encoding="utf-8"):
            line = line.rstrip("\n")
            name = re.match(r"(\w+) = (.*)$", line)
            if name:
                self.names[name[1]] = split_top(name[2])
            elif line and not line.startswith("#"):
                self.rows.append(line)
        self.cache = {}

    def parsed(self, text):
        """A list of strings and of lists of alternatives."""
        if text in self.cache:
            return self.cache[text]
        out, depth, at = [], 0, 0
        for i, c in enumerate(text):
            if c == "<":
                if depth == 0:
                    out.append(text[at:i])
                    at = i + 1
                depth += 1
            elif c == ">":
                depth -= 1
                if depth == 0:
                    out.append(split_top(text[at:i]))
                    at = i + 1
        if depth:
            sys.exit(f"brackets do not match: {text}")
        out.append(text[at:])
        self.cache[text] = out
        return out

    def expand(self, rng, text):
        if text in self.names:
            text = rng.choice(self.names[text])
        return "".join(p if isinstance(p, str) else self.expand(rng, rng.choice(p))
                       for p in self.parsed(text))

    def form(self, rng):
        return self.expand(rng, rng.choice(self.rows))


# ---- changes --------------------------------------------------------------------------------

def operands_of(text):
    """Apart at the commas that are in no brackets."""
    parts, depth, at = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "[{(") - (c in "]})")
        if c == "," and depth == 0:
            parts.append(text[at:i].strip())
            at = i + 1
    last = text[at:].strip()
    return parts + [last] if parts or last else []


def take_apart(form):
    head, _, rest = form.partition(" ")
    words = re.split(r"\.(?!\d)", head) if not head.startswith(".") else [head]
    return words, operands_of(rest)


def put_together(words, operands):
    return (".".join(words) + " " + ", ".join(operands)).strip()


class Changer:
    """Forms with a qualifier, an operand or a name of another one."""

    def __init__(self, patterns):
        rng = random.Random(1)
        heads, words, operands = set(), set(), set()
        for row in patterns.rows:
            for _ in range(60):
                w, o = take_apart(patterns.expand(rng, row))
                heads.add(w[0])
                words.update(w[1:])
                operands.update(o)
        self.heads, self.words, self.operands = sorted(heads), sorted(words), sorted(operands)

    def change(self, rng, form):
        words, operands = take_apart(form)
        how = rng.random()
        if how < 0.5 and self.words:
            self.change_words(rng, words)
        elif how < 0.5:
            words[0] = rng.choice(self.heads)
        else:
            self.change_operands(rng, operands)
        return put_together(words, operands)

    def change_words(self, rng, words):
        how = rng.random()
        at = rng.randrange(1, len(words)) if len(words) > 1 else 0
        if how < 0.5 and at:
            words[at] = rng.choice(self.words)
        elif how < 0.7 and at:
            del words[at]
        elif how < 0.9:
            words.insert(rng.randrange(len(words)) + 1, rng.choice(self.words))
        else:
            words[0] = rng.choice(self.heads)

    def change_operands(self, rng, operands):
        how = rng.random()
        if how < 0.75 and operands:
            operands[rng.randrange(len(operands))] = rng.choice(self.operands)
        elif how < 0.85 and operands:
            del operands[rng.randrange(len(operands))]
        else:
            operands.insert(rng.randrange(len(operands) + 1), rng.choice(self.operands))


# ---- assemblers -----------------------------------------------------------------------------

def run_assembler(command, text, place):
    """What it says, by line of the text; and without a line, or None."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "forms.s")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([*command, path], capture_output=True, text=True, cwd=folder,
                              errors="replace", check=False)
    said, out = {}, done.stderr + done.stdout
    for line in out.splitlines():
        found = re.search(r"forms\.s" + place, line)
        if found:
            said.setdefault(int(found[1]), found[2])
    return said, (out or "it crashes") if done.returncode != 0 and not said else None


class Assembler:
    """One that names every bad line."""

    def __init__(self, command, place, before="", after="", spell=lambda form: form, again=False):
        self.command, self.place, self.before, self.after = command, place, before, after
        self.spell, self.again = spell, again

    def judge(self, forms):
        """What is said against each; None: nothing."""
        said, new = {}, True
        while new:
            left = [i for i in range(len(forms)) if i not in said]
            text = self.before + "".join(self.spell(forms[i]) + "\n" for i in left) + self.after
            first = self.before.count("\n") + 1
            new, placeless = run_assembler(self.command, text, self.place)
            if placeless:
                return self.judge_halves(forms, left, said, placeless)
            for line, what in new.items():
                if not first <= line < first + len(left):
                    sys.exit(f"{self.command[0]}: {what} in line {line}, which is no form")
                said[left[line - first]] = what
            new = new and self.again
        return [said.get(i) for i in range(len(forms))]

    def judge_halves(self, forms, left, said, placeless):
        """Of what is wrong with one of these, but is said without a place."""
        half = len(left) // 2
        parts = [left[:half], left[half:]] if half else []
        if not parts:
            said[left[0]] = placeless.splitlines()[0]
        for part in parts:
            said.update(zip(part, self.judge([forms[i] for i in part])))
        return [said.get(i) for i in range(len(forms))]


PTXAS_BEFORE = """.version 9.0
.target sm_100a
.address_size 64
.visible .global .align 128 .b8 x[256];
.visible .global .align 128 .b8 y[256];
.visible .entry forms()
{
.reg .b32 r<16>; .reg .b64 rd<16>; .reg .b16 rs<16>; .reg .pred p<8>; .reg .b128 rq<8>;
.shared .align 128 .b8 s[256];
L0:
"""


def ptxas():
    def spell(form):
        form = re.sub(r"(r\d+|_):(p\d+|_)", r"\1|\2", form)
        return form if form.endswith(":") else form + ";"
    # Again, for it stops at what it cannot parse, and looks at some things after it has read all.
    return Assembler(["ptxas", "-arch=sm_100a", "-O0", "-o", "/dev/null"],
                     r", line (\d+); (?:error|fatal) +: (.*)", PTXAS_BEFORE, "ret;\n}\n", spell, True)


def gnu_as(command, *options, before="", spell=lambda form: form):
    return Assembler([command, *options, "-o", "/dev/null"], r":(\d+): Error: (.*)", before,
                     spell=spell)


def llvm_mc(*options, before="", spell=lambda form: form):
    tool = next((t for t in ("llvm-mc-19", "llvm-mc") if shutil.which(t)), "llvm-mc")
    return Assembler([tool, *options, "-filetype=obj", "-o", "/dev/null"],
                     r":(\d+):\d+: error: (.*)", before, spell=spell)


# The tables are about these versions.
VERSIONS = {"ptxas": "release 13.0", "llvm-mc-19": "version 19", "llvm-mc": "version 19",
            "as": "2.40"}

ISAS = {
    "ptx": ptxas,
    "cdna": lambda: llvm_mc("-triple=amdgcn", "-mcpu=gfx942", before="L0:\n"),
    "aarch64": lambda: llvm_mc("-triple=aarch64", "-mattr=+v8.9a,+lse,+rcpc3,+the,+lse128",
                               before="L0:\n"),
    "riscv": lambda: llvm_mc("-triple=riscv64", "-mattr=+m,+d,+a,+zabha,+experimental-zacas,"
                             "+experimental-zalasr,+zihintpause,+zifencei", before="L0:\n"),
    "x86": lambda: gnu_as("as", "--64", before="L0:\n"),
}


# ---- the comparison ---------------------------------------------------------------------------

class Reasons:
    def __init__(self, path):
        self.path, self.rows = path, []
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            if line.strip() and not line.startswith("#"):
                parts = line.rstrip("\n").split("\t")
                if len(parts) != 3 or parts[0] not in ("cmcm", "assembler"):
                    sys.exit(f"{path}:{number}: expected WHO, PATTERN and REASON, with tabs")
                self.rows.append([number, parts[0], re.compile(parts[1]), 0])

    def explain(self, who, form, message):
        for row in self.rows:
            if row[1] == who and row[2].search(f"{form} # {message}"):
                row[3] += 1
                return True
        return False

    def idle(self):
        return [row for row in self.rows if row[3] == 0]


def read_all(reader, isa, forms):
    done = subprocess.run([reader, os.path.join(HERE, isa + ".litmus")], text=True,
                          input="".join(form + "\n" for form in forms), capture_output=True,
                          check=False)
    answers = done.stdout.splitlines()
    if done.returncode != 0 or len(answers) != len(forms):
        sys.exit(f"{reader}: status {done.returncode} after {len(answers)} of {len(forms)} forms: "
                 f"{forms[len(answers)] if len(answers) < len(forms) else ''} {done.stderr}")
    return [None if a == "ok" else a for a in answers]


class Comparison:
    def __init__(self, isa, options):
        self.isa, self.options = isa, options
        self.patterns = Patterns(os.path.join(HERE, isa + ".forms"))
        self.changer = Changer(self.patterns)
        self.reasons = Reasons(os.path.join(HERE, isa + ".tsv"))
        self.rng = random.Random(f"{isa} {options.seed}")
        self.assembler = ISAS[isa]()
        self.seen, self.both, self.neither, self.explained = set(), 0, 0, 0
        self.open = []

    def new_form(self):
        form = self.patterns.form(self.rng)
        for _ in range(self.rng.choice(CHANGED)):
            form = self.changer.change(self.rng, form)
        return re.sub(r" +", " ", form).strip()

    def new_forms(self, count):
        forms = []
        while len(forms) < count:
            form = self.new_form()
            if form not in self.seen:
                self.seen.add(form)
                forms.append(form)
        return forms

    def batch(self, count):
        forms = self.new_forms(count)
        ours = read_all(self.options.reader, self.isa, forms)
        theirs = self.assembler.judge(forms)
        for form, a, b in zip(forms, ours, theirs):
            if (a is None) == (b is None):
                self.both += a is None
                self.neither += a is not None
            elif self.reasons.explain("cmcm" if a is None else "assembler", form, b or a):
                self.explained += 1
            else:
                self.open.append((form, a, b))

    def compare(self):
        begin, count = time.monotonic(), self.options.count
        while len(self.seen) < count if count else time.monotonic() - begin < self.options.seconds:
            self.batch(min(BATCH, count - len(self.seen)) if count else BATCH)
        return self.report()

    def report(self):
        bad = len(self.open)
        for form, a, b in self.open if self.options.show else self.open[:40]:
            print(f"{self.isa}: `{form}`: " + (f"cmcm takes it, the assembler: {b}" if a is None
                                               else f"the assembler takes it, cmcm: {a}"))
        for number, who, pattern, _ in [] if self.options.part else self.reasons.idle():
            print(f"{self.reasons.path}:{number}: explains nothing: {who} {pattern.pattern}")
            bad += 1
        print(f"{self.isa}: {len(self.seen)} forms, seed {self.options.seed}: {self.both} taken by "
              f"both, {self.neither} by neither, {self.explained} differences explained, "
              f"{len(self.open)} not")
        return bad


def lacks(tool):
    """Why there is nothing to compare with; None: there is."""
    if not shutil.which(tool):
        return f"no {tool} here"
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
    return None if VERSIONS[tool] in said else f"{tool} is not of {VERSIONS[tool]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("isas", nargs="*")
    options = parser.parse_args()
    if not options.count and not options.seconds:
        options.count = 20000
    options.reader = os.environ.get("READ_FORMS", "build/tests/read_forms")
    os.environ["PATH"] += ":/usr/local/cuda/bin"
    bad, skipped = 0, 0
    for isa in options.isas or sorted(ISAS):
        if isa not in ISAS:
            sys.exit(f"`{isa}` has no forms, expected {', '.join(sorted(ISAS))}")
        tool = ISAS[isa]().command[0]
        why = lacks(tool)
        if why:
            print(f"{isa}: skipped: {why}")
            skipped += 1
            continue
        bad += Comparison(isa, options).compare()
    sys.exit(1 if bad else 77 if skipped == len(options.isas or ISAS) else 0)


main()
