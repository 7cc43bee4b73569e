"""Published tests made again from the cycles they say they are of.

    published.py CMCM CORPUS

For every test with a line Orig= it asks `cmcm enumerate cycle` for that cycle and
compares initial state, code and condition, up to the names of registers and labels and
to the order of conjuncts. One line a collection: how many tests there are, how many are
made, how many have the same program, how many also the same condition; of the best known
shapes, how many there are, and how many that are made bear the published name.
"""
import concurrent.futures
import itertools
import math
import os
import re
import subprocess
import sys

# Collection, the options that its tests were made with, or several if one does not serve all
# (diy7's -nooptcond, -obs, -ua are --cond, --obs, --pairs here), every how many-th test is
# looked at.
COLLECTIONS = (
    ("AARCH64/ATOM", ("--cond cycle --pairs once",), 1),
    ("AARCH64/Fence2", ("",), 1),
    ("AARCH64/FenceLA", ("",), 5),
    ("AARCH64/LD", ("",), 1),
    ("AARCH64/PPO", ("--cond all",), 1),
    ("AARCH64/RPLUS", ("--cond all --obs local",), 1),
    ("AARCH64/RelAcq", ("",), 1),
    ("AARCH64/SYS", ("",), 5),
    ("AARCH64/mixed", ("--cond all --obs final", "--cond all --obs local"), 1),
    ("HERD/aarch64", ("",), 1),
    ("HERD/instr-AArch64", ("",), 1),
    ("HERD/x86", ("",), 1),
    ("HERD/x86_64", ("",), 1),
    ("RISCV", ("", "--pairs bare", "--pairs bare --obs local", "--cond unicond"), 10),
    ("X86", ("",), 1),
)
REGISTERS = {
    "AArch64": re.compile(r"\b([XWwx])(\d+)\b"),
    "RISCV": re.compile(r"\b()x(\d+)\b"),
    "X86": re.compile(r"\b()(E[ABCD]X|E[SD]I)\b"),
    "X86_64": re.compile(r"%?\b([re]?)([abcd]x|[sd]i)\b"),
}
LABELS = re.compile(r"\b(LC|Loop|Fail|Exit)\d+\b")
# What stands between the accesses of a thread, in names.
LINKS = {
    "AArch64": r"(po|dmb\.(sy|ld|st)|addr|data|ctrl|ctrlisb)(|p?[alp]{1,2})s?",
    "RISCV": r"(po|fence\.(r|w|rw)\.(r|w|rw)|fence\.tso|addr|data|ctrl|ctrlfencei)(|(p|aq|rl){2})s?",
}
SHAPES = r"(MP|SB|LB|S|R|2\+2W|IRIW|WRC|ISA2|RWC)(\+%s)*(\+(L|LL|NaL|LNa))?"
CONSTANT = re.compile(r"\s*(\d+):X(\d+)=(0x[0-9a-f]+|\d+)\s*")


def parts(text):
    """Initial state, columns, condition."""
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)
    text = text[re.search(r"^[ \t]*\{", text, re.M).start():]
    initial, rest = re.match(r"\s*\{(.*?)\}(.*)", text, re.S).groups()
    question = re.search(r"^\s*(~?\s*exists|forall|locations)", rest, re.M)
    rows = [[cell.strip() for cell in row.rstrip().rstrip(";").split("|")]
            for row in rest[:question.start()].strip().split("\n") if row.strip()]
    columns = [[row[c] for row in rows[1:] if c < len(row) and row[c]]
               for c in range(len(rows[0]))]
    return initial, columns, rest[question.start():]


def number(match):
    return str(int(match.group(0), 16))


class Names:
    """Registers of a thread, by their first place in its code."""

    def __init__(self, pattern, constants):
        self.pattern, self.constants, self.known = pattern, constants, {}

    def place(self, match):
        size, register = match.groups()
        if register in self.constants:
            return "#" + self.constants[register]
        return size.upper() + "r%d" % self.known.setdefault(register, len(self.known))

    def code(self, rows):
        labels = {}
        for row in rows:
            row = LABELS.sub(lambda m: "L%d" % labels.setdefault(m.group(0), len(labels)), row)
            yield re.sub(r"\s+", "", self.pattern.sub(self.place, row)).lower()


def normal(text, arch):
    """Values that a thread begins with are put where they are used: older tools took a
    register for each use."""
    initial, columns, question = parts(text)
    constants, rest = [{} for _ in columns], []
    for item in re.split(r"[;\n]", initial):
        constant = CONSTANT.fullmatch(item)
        if constant and arch == "AArch64":
            thread, register, value = constant.groups()
            constants[int(thread)][register] = str(int(value, 0))
        else:
            rest.append(item)
    names = [Names(REGISTERS[arch], own) for own in constants]
    code = tuple(tuple(own.code(rows)) for own, rows in zip(names, columns))

    def register(match):
        thread, name = int(match.group(1)), match.group(2)
        found = REGISTERS[arch].fullmatch(name)
        known = names[thread].known if thread < len(names) else {}
        return "%d:r%s" % (thread, known.get(found.group(2) if found else name, name))

    def plain(part):
        part = re.sub(r"(\d+):\s*(%?\w+)", register, part)
        return re.sub(r"\s+", "", re.sub(r"0x[0-9a-f]+", number, part))

    state = frozenset(plain(item) for item in rest if item.strip())
    types = frozenset(item for item in state if item.startswith("uint"))
    question = re.sub(r"[][]", "", plain(question))
    body = re.fullmatch(r"exists\(?([^()]*?)\)?", question)
    if body and "\\/" not in question:
        question = frozenset(body.group(1).split("/\\"))
    return (state - types, code), question


ORDER = ("refused", "other", "program", "equal")
ATOM = re.compile(r"([\w:]+)=(\d+)")
MOST_STATES = 100_000


def outcomes(question, domain):
    """The states of the domain that `forall F`, or `exists (not F)` as a test that looks for
    others has it, speaks of; None: it is no such question."""
    body = re.fullmatch(r"forall(.*)|exists\(not(.*)\)", question)
    if not body:
        return None
    formula = ATOM.sub(lambda m: f'(s["{m[1]}"] == {m[2]})', body[1] or body[2])
    formula = formula.replace("/\\", " and ").replace("\\/", " or ")
    states = [dict(zip(domain, values)) for values in itertools.product(*domain.values())]
    return [eval(formula, {}, {"s": state}) for state in states]


def same_outcomes(theirs, ours):
    """Do two questions about all outcomes speak of the same ones?"""
    if not (isinstance(theirs, str) and isinstance(ours, str)):
        return False
    domain = {}
    for name, value in ATOM.findall(theirs + ours):
        domain.setdefault(name, set()).add(int(value))
    if math.prod(len(values) for values in domain.values()) > MOST_STATES:
        return False
    first = outcomes(theirs, domain)
    return first is not None and first == outcomes(ours, domain)


def compare(theirs, ours):
    if theirs[0] != ours[0]:
        return "other"
    return "equal" if theirs[1] == ours[1] or same_outcomes(theirs[1], ours[1]) else "program"


def judge(cmcm, path, options):
    """With the options that serve best: none (no cycle), refused, other, program, equal; and of a
    test of the best known shapes whether the name is the same."""
    with open(path, encoding="latin1") as file:
        text = file.read()
    cycle = re.search(r"^Orig=(.*)$", text, re.M)
    arch = text.split()[0]
    if not cycle or arch not in REGISTERS:
        return "none", None
    name = os.path.basename(path).removesuffix(".litmus")
    known = arch in LINKS and re.fullmatch(SHAPES % LINKS[arch], name)
    theirs, best, named = normal(text, arch), "refused", False if known else None
    for choice in options:
        made = subprocess.run([cmcm, "enumerate", "cycle", cycle.group(1), "--arch", arch, "-q",
                               "-o", "-"] + choice.split(), capture_output=True, text=True)
        if made.returncode == 0:
            best = max(best, compare(theirs, normal(made.stdout, arch)), key=ORDER.index)
            if known:
                named |= made.stdout.split("\n")[0] == f"{arch} {name}"
    return best, named


def main(cmcm, corpus):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, options, step in COLLECTIONS:
            paths = sorted(os.path.join(folder, file)
                           for folder, _, files in os.walk(os.path.join(corpus, name))
                           for file in files if file.endswith(".litmus"))[::step]
            found, named = zip(*pool.map(lambda path: judge(cmcm, path, options), paths))
            cycles = len(found) - found.count("none")
            print(name, cycles, cycles - found.count("refused"),
                  found.count("program") + found.count("equal"), found.count("equal"),
                  len(named) - named.count(None), named.count(True))


main(*sys.argv[1:])
