#!/usr/bin/env python3
"""Does `cmcm compile-check` notice when a compiler is wrong?

assembly.py RECORDS TEST... : RECORDS is a directory of `compile-check --record`. Of each record that is
right (equal, fewer) it weakens one instruction at a time, as a compiler might that is wrong there: a
fence is left out or orders less, an acquire or a release becomes plain, a locked instruction is not
locked, a status is not looked at; or it swaps two neighbours that access memory or are fences, and do
not need each other's result. Then `compile-check --replay` judges it:

found       a BUG: the machine has outcomes that the language forbids
equivalent  all outcomes of the weaker code are known, and the language allows each: the instruction
            orders more than this test asks for. The class says so for all of these outcomes.
open        neither is shown: the answer is unknown, or what is there cannot be read

assembly.py --measure N: generate.py makes N tests (--seed), of which those without dead branches and
without neighbours that may go, and those that need each order, are compiled by the compilers in
`COMPILERS` that are here: docs/compilers.md has the result.

--most N: at most N mutants of a test, drawn at random (--seed). --list: each mutant with its class.
The status is 1 when less than 95 % of those that are not equivalent are found, or a change of `CHANGES`
is made ten times or more and never found.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

CMCM = os.environ.get("CMCM", "cmcm")
GENERATE = Path(__file__).resolve().parents[1] / "compile" / "generate.py"

# Name, what an instruction looks like, what becomes of it; a name's first word is the instruction set.
CHANGES = [
    ("AArch64 ldar to ldr", r"\bldap?r(b|h|)\t", r"ldr\1\t"),
    ("AArch64 stlr to str", r"\bstlr(b|h|)\t", r"str\1\t"),
    ("AArch64 ldaxr to ldxr", r"\bldaxr(b|h|)\t", r"ldxr\1\t"),
    ("AArch64 stlxr to stxr", r"\bstlxr(b|h|)\t", r"stxr\1\t"),
    ("AArch64 acquire of an atomic", r"\b(swp|cas|ldadd|ldclr|ldeor|ldset)a(l?)(b|h|)\t", r"\1\2\3\t"),
    ("AArch64 release of an atomic", r"\b(swp|cas|ldadd|ldclr|ldeor|ldset)(a?)l(b|h|)\t", r"\1\2\3\t"),
    ("AArch64 release of a called atomic", r"\b(__aarch64_\w+_)acq_rel\b", r"\1acq"),
    ("AArch64 acquire of a called atomic", r"\b(__aarch64_\w+_)acq_rel\b", r"\1rel"),
    ("AArch64 order of a called atomic", r"\b(__aarch64_[a-z]+\d_)(acq|rel)$", r"\1relax"),
    ("AArch64 dmb left out", r"\bdmb\tish(ld|st|)", r"nop"),
    ("AArch64 dmb ish to ishld", r"\bdmb\tish$", r"dmb\tishld"),
    ("AArch64 result not read", r"\b(swp|ldadd|ldset|ldclr|ldeor)(a?l?[bh]?)\t(\w+), w\d+,", r"\1\2\t\3, wzr,"),
    ("AArch64 status not looked at", r"\bcbnz\tw\d+, \.L\w+", r"nop"),
    ("RISCV .aq", r"\.aq(rl)?\t", lambda m: (".rl" if m[1] else "") + "\t"),
    ("RISCV .rl", r"\.(aq)?rl\t", lambda m: (".aq" if m[1] else "") + "\t"),
    ("RISCV fence left out", r"\bfence\t\w+, ?\w+|\bfence\.tso", r"nop"),
    ("RISCV fence to w,w", r"\bfence\trw, ?w\b", r"fence\tw,w"),
    ("RISCV fence to r,r", r"\bfence\tr, ?rw\b", r"fence\tr,r"),
    ("RISCV fence to tso", r"\bfence\t(io)?rw, ?(io)?rw\b", r"fence.tso"),
    ("RISCV status not looked at", r"\bbnez\t(\w+), ?(\.L\w+|1b)", r"nop"),
    ("X86_64 lock", r"\block\s+", r""),
    ("X86_64 xchg to mov", r"\bxchg([bwlq])\t(%\w+), ", r"mov\1\t\2, "),
    ("X86_64 mfence left out", r"\bmfence", r"nop"),
    ("PTX order", r"^(\s*(?:ld|st|atom)\S*?)\.(acquire|release|acq_rel)\.", r"\1.relaxed."),
    ("PTX scope to cta", r"^(\s*(?:ld|st|atom|fence)\S*?)\.(sys|gpu)\b", r"\1.cta"),
    ("PTX fence left out", r"^\s*fence\.\S+;", r""),
    ("PTX fence.sc to acq_rel", r"\bfence\.sc\.", r"fence.acq_rel."),
    ("CDNA wait left out", r"\bs_waitcnt .*", r"s_nop 0"),
    ("CDNA invalidation left out", r"\bbuffer_inv .*", r"s_nop 0"),
    ("CDNA write-back left out", r"\bbuffer_wbl2 .*", r"s_nop 0"),
    ("X86_64 locked access of the stack", r"\block\s+or[lq]\t\$0(x0)?, [-\d]*\(%rsp\)", r"nop"),
]


def set_of(text):
    """Which instruction set a record is of."""
    if ".address_size" in text:
        return "PTX"
    if "amdgcn" in text:
        return "CDNA"
    if re.search(r"\b(stp|ldr|str|stlr|mov\t[wx]\d)", text):
        return "AArch64"
    return "RISCV" if re.search(r"\t(lw|sw|li|fence|lr\.w|amo\w+\.[wd]|addi|sb|lb)\b", text) else "X86_64"

COMPILERS = ("gcc -O2", "aarch64-linux-gnu-gcc -O2", "riscv64-linux-gnu-gcc -O2",
             "clang-19 --target=aarch64-linux-gnu -march=armv8.1-a -O2",
             "clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2")

# Instructions that may swap: name of the set, loads (whose first operand is written), and others.
SWAPS = {
    "AArch64": (r"(ldap?r|ldur)[bh]?\t", r"(str|stlr|stur)[bh]?\t|dmb\t"),
    "RISCV": (r"l[bhwd]u?\t", r"s[bhwd]\t|fence\t"),
    "X86_64": (r"mov[a-z]*\t[^%$].*, %\w+$", r"mov[bwlq]\t.*\)$|mfence"),
}


def registers(text):
    """Of w8, x8 and of eax, rax, al one name each."""
    return {re.sub(r"^[wx](?=\d)|^[er](?=[a-ds])|(?<=[a-d])[xl]$", "", r)
            for r in re.findall(r"\b(?:[wxats]\d+|[er]?[a-d]x|[a-d]l|[er]?[sd]i|sp|rsp)\b", text)}


def may_swap(of, first, second):
    """Does neither need what the other one writes?"""
    if of not in SWAPS:
        return False
    for a, b in ((first, second), (second, first)):
        load, other = (re.match(p, a) for p in SWAPS[of])
        if not load and not other:
            return False
        operands = a.split("\t", 1)[-1].split(",")
        written = registers(operands[-1 if of == "X86_64" else 0]) if load else set()
        if "sp" in a or written & registers(b):
            return False
    return True


def mutants(text):
    """(name, weaker text, line) of each."""
    lines, of = text.split("\n"), set_of(text)
    for i, (a, b) in enumerate(zip(lines, lines[1:])):
        if a != b and may_swap(of, a.strip(), b.strip()):
            yield f"{of} neighbours swapped", "\n".join(lines[:i] + [b, a] + lines[i + 2:]), f"{a.strip()} / {b.strip()}"
    for i, line in enumerate(lines):
        for name, pattern, into in CHANGES:
            if not name.startswith(of) or re.match(r"#|\s*\.", line):
                continue
            weaker = re.sub(pattern, into, line, count=1)
            if weaker != line:
                yield name, "\n".join(lines[:i] + [weaker] + lines[i + 1:]), line.strip()


def command_of(text):
    """`# COMMAND -S -x c ...` is a record's second line."""
    return re.split(" -S -x c | -ptx -x cu ", text.split("\n")[1][2:])[0]


def judge(folder, command, test):
    """The class, and why."""
    run = subprocess.run([CMCM, "compile-check", "--replay", "--record", folder, "--cc", command,
                          "-u", "4", "-t", "20", test], capture_output=True, text=True)
    for line in run.stdout.split("\n"):
        found = re.match(r"\S+: .*: (equal|fewer|undefined|lb|load-writes|absent|refused|unknown|crash|BUG)( |$)(.*)", line)
        if found:
            return found[1], found[3]
    return "refused", run.stderr.strip()[:100]


def of_record(record, test, chosen, out):
    """Judges the mutants of a record; False: it is not right as it is."""
    text = record.read_text()
    command = command_of(text)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / record.name
        shutil.copy(record, copy)
        if judge(folder, command, test)[0] not in ("equal", "fewer"):
            return False
        for name, weaker, line in chosen(list(mutants(text))):
            copy.write_text(weaker)
            kind, why = judge(folder, command, test)
            out(name, {"BUG": "found", "equal": "equivalent", "fewer": "equivalent", "lb": "equivalent"}
                .get(kind, "open"), f"{record.name}: {line}: {kind} {why}")
    return True


def make(folder, count, seed):
    """Tests and what the compilers make of them."""
    tests = folder / "tests"
    for asked in ([str(count), tests, str(seed)], ["needed", tests]):
        subprocess.run([sys.executable, GENERATE, *asked], check=True, stdout=subprocess.DEVNULL)
    chosen = sorted(t for t in tests.iterdir() if re.search(r"\+(tight|shape|needed)", t.name))
    for command in COMPILERS:
        if shutil.which(command.split()[0]):
            subprocess.run([CMCM, "compile-check", "--no-shrink", "--record", folder / "records", "--cc", command, *chosen],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / "records", chosen


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("records", type=Path, nargs="?")
    asked.add_argument("tests", nargs="*", type=Path)
    asked.add_argument("--measure", type=int)
    asked.add_argument("--most", type=int, default=0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--list", action="store_true")
    how = asked.parse_args()
    if how.measure:
        with tempfile.TemporaryDirectory() as folder:
            how.records, how.tests = make(Path(folder), how.measure, how.seed)
            return measure(how)
    if not how.tests:
        asked.error("no records and no tests are named")
    return measure(how)


def measure(how):
    r = random.Random(how.seed)
    tests = {t.stem: t for t in how.tests}
    counts, by_name, wrong = Counter(), {}, 0

    def chosen(all_of_it):
        return r.sample(all_of_it, how.most) if 0 < how.most < len(all_of_it) else all_of_it

    def out(name, kind, what):
        counts[kind] += 1
        by_name.setdefault(name, Counter())[kind] += 1
        if how.list or kind == "open":
            print(f"{kind}\t{name}\t{what}", flush=True)

    for record in sorted(how.records.iterdir()):
        test = next((t for stem, t in tests.items() if record.name.startswith(stem + "-")), None)
        if test and not of_record(record, test, chosen, out):
            wrong += 1
    for name, of in sorted(by_name.items()):
        print(f"{name}: {of['found']} found, {of['equivalent']} equivalent, {of['open']} open")
    different = counts["found"] + counts["open"]
    never = [name for name, of in by_name.items() if sum(of.values()) >= 10 and not of["found"]]
    print(f"{sum(counts.values())} mutants: {counts['found']} found, {counts['equivalent']} equivalent, "
          f"{counts['open']} open; {wrong} records are not right as they are")
    for name in never:
        print(f"never found: {name}")
    return 1 if never or not different or counts["found"] < 0.95 * different else 0


if __name__ == "__main__":
    sys.exit(main())
