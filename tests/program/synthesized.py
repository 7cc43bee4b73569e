#!/usr/bin/env python3
"""Random edits of models, and what `cmcm diff --synthesize N --programs` finds to tell an edited
copy from the model, against the brute-force enumerator (tests/oracle).

synthesized.py CMCM ORACLE MODELS SEED COUNT

An edit leaves out an axiom or an operand, or puts another base, scope or operator in the place of
one. Of every round, all programs of so many threads and instructions, the enumerator says which
have other states in the copy: in rounds before that of the programs found there must be none, and
in that round just these. SEED + n is the seed of edit n. A line for each: where it is, how many
programs were compared with the enumerator, how many it gave up, and what tells.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

# Model, its files, architecture, instructions, threads, and edges by the group.
SEARCHES = [
    ("arm", ["arm", "arm-local"], "AArch64", 4, 2,
     ["PodWRLA", "DMB.SYdWR", "DMB.LDdRR DpDatadW", "DpAddrdR", "DpCtrldW", "Amo.StAdd",
      "Amo.Swp PodWRLQ", "DMB.STdWW PodWRLA"]),
    ("arm", ["arm", "arm-local"], "AArch64", 3, 3, ["PodRWXX LxSx", "Pod**w0w4", "Amo.Cas DpDatadW"]),
    ("x86tso", ["x86tso", "x86-local"], "X86", 4, 2, ["MFencedWR", "Exch", ""]),
    ("riscv", ["riscv", "riscv-local"], "RISCV", 4, 2,
     ["Fence.r.rdRR", "Fence.rw.wdRW DpDatadW", "PodWRRlAq", "DpCtrldW"]),
    ("ptx", ["ptx", "ptx-common"], "PTX", 4, 2,
     ["PodWRL.gpuA.gpu", "DpDatadW", "Fence.sc.gpudRR", "PodWRKK", "Fence.acq_rel.ctadWR"]),
    ("ptx", ["ptx", "ptx-common"], "PTX", 3, 2,
     ["Pod**w0v2w0", "Rmw Amo.StAddh0v2h0v2", "Rmw Amo.Cash2h2", "Rmw Rmww4w4", "Pod**h0v2h2",
      "PodWRL.ctaA.cta Rmw", "Pod**w0v2w0v2 DpDatadW", "Amo.Cas PodWRLA"]),
    ("ptx", ["ptx", "ptx-common"], "PTX", 3, 3, ["PodWRP.ctaP.gpu", "Rmw", "PodWRL.gpuA.gpu"]),
    ("ptx60", ["ptx60", "ptx-common"], "PTX", 3, 2, ["PodWRL.gpuA.gpu Rmw", "Pod**w0v2w0"]),
    ("cmcm", ["cmcm", "ptx-common", "arm-local"], "CMCM", 3, 2, ["PodWRL.sysA.sys", "Rmw", "PodRWXX"]),
    ("wave", ["wave"], "WAVE", 3, 3, ["Rmw", "PodWRL.gpuA.gpu"]),
    ("wave", ["wave"], "WAVE", 4, 2, ["PodWRL.gpuA.gpu"]),
    ("llvm-amdgpu", ["llvm-amdgpu"], "LLVM", 3, 2, ["Rmw", ""]),
]
PLACED = {"ptx", "ptx60", "wave"}
WORDS = {
    "SC": ["ACQ_REL", "(SC | ACQ_REL)"], "ACQ_REL": ["SC"], "REL": ["RLX", "0"], "ACQ": ["RLX"],
    "RLX": ["REL", "(RLX | WEAK)"], "CTA": ["GPU"], "GPU": ["SYS", "CTA"], "SYS": ["GPU"],
    "same-cta": ["same-gpu", "id"], "same-gpu": ["same-cta"], "same-cluster": ["same-gpu"],
    "po": ["po-loc", "(po & int)", "(po;po)", "0"], "po-loc": ["po"], "rfe": ["rf", "rfi"],
    "rf": ["rfe", "0"], "coe": ["co", "0"], "co": ["coe"], "fre": ["fr", "0"], "fr": ["fre", "0"],
    "rmw": ["0"], "data": ["addr"], "addr": ["data"], "ctrl": ["0", "(ctrl;[R])"], "ext": ["_"],
    "A": ["Q", "(A | Q)"], "Q": ["A"], "L": ["W"], "R": ["M", "W"], "W": ["M", "(W \\ IW)"],
    "NoRet": ["0"], "same-instruction": ["id", "same-instance"], "same-instance": ["id"],
    "DMB.SY": ["DMB.LD", "0"], "DMB.LD": ["0"], "DMB.ST": ["0"], "MFENCE": ["0"], "B128": ["M"],
    "VECTOR": ["M"], "IW": ["W"], "RED": ["0"], "AMO": ["0"],
}
SAY = re.compile(r"\(\*.*?\*\)|\"[^\"]*\"", re.S)  # comments and texts
AXIOM = re.compile(r"^(?:acyclic|irreflexive|empty)\b.*?\bas [\w-]+", re.S | re.M)
OPERAND = re.compile(r"^ +[|&] [^\n]*\n", re.M)
WORD = re.compile(r"(?<![\w.-])[\w][\w.-]*")
SIGN = re.compile(r"(?<=[\w)\]])[?+*]|(?<= )[|&](?= )")


def spans(pattern, text):
    said = [m.span() for m in SAY.finditer(text)]
    for m in pattern.finditer(text):
        if not any(a < m.end() and m.start() < b for a, b in said):
            yield m


def edit(rng, text):
    """The text with one change, or None."""
    kind = rng.choice(["axiom", "operand", "word", "word", "word", "sign"])
    pattern = {"axiom": AXIOM, "operand": OPERAND, "word": WORD, "sign": SIGN}[kind]
    found = [m for m in spans(pattern, text) if kind != "word" or m.group() in WORDS]
    if not found:
        return None
    m = rng.choice(found)
    new = {"word": lambda: rng.choice(WORDS[m.group()]),
           "sign": lambda: {"|": "&", "&": "|"}.get(m.group(), "")}.get(kind, lambda: "")()
    told = f"line {text.count(chr(10), 0, m.start()) + 1}: {kind} {' '.join(m.group().split())}"
    return text[:m.start()] + new + text[m.end():], f"{told} -> {new}" if new else told


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Case:
    def __init__(self, tools, seed, work):
        self.cmcm, self.oracle, self.models = tools
        self.rng = random.Random(seed)
        self.folder = os.path.join(work, f"models-{seed}")
        os.mkdir(self.folder)
        self.work = work
        (self.base, self.files, self.arch, self.size, self.threads, groups) = self.rng.choice(SEARCHES)
        self.edges = self.rng.choice(groups).split()
        self.axis = ["--axis", "placement=cta,gpu"] if self.base in PLACED and self.rng.random() < 0.4 else []

    def write(self, changed=None, text=None):
        for name in os.listdir(self.models):
            if not name.endswith(".cat"):
                continue
            with open(os.path.join(self.models, name), encoding="utf-8") as source:
                kept = text if name == changed else source.read()
            kept = re.sub(r'include "([\w-]+\.cat)"', r'include "e-\1"', kept)
            with open(os.path.join(self.folder, "e-" + name), "w", encoding="utf-8") as copy:
                copy.write(kept)

    def change(self):
        """Writes an edited copy that can be read; what was changed. Half of them are such that
        something is said to tell, if a few tries are enough for that."""
        telling = self.rng.random() < 0.5
        for tries in range(50):
            name = self.rng.choice(self.files) + ".cat"
            with open(os.path.join(self.models, name), encoding="utf-8") as source:
                changed = edit(self.rng, source.read())
            if not changed:
                continue
            self.write(name, changed[0])
            status = self.find().returncode
            if status != 3 and (status == 1 or not telling or tries > 2):
                return f"{name} {changed[1]}"
        raise SystemExit("no edit of " + self.base)

    def find(self):
        return run(self.cmcm, "diff", "-q", "-m", self.base, "-m",
                   os.path.join(self.folder, f"e-{self.base}.cat"), "-I", self.folder, "--arch",
                   self.arch, "--programs", "--synthesize", str(self.size), "--threads",
                   str(self.threads), *self.axis, *self.edges)

    def programs(self, threads, size):
        """The files of a round."""
        key = re.sub(r"\W", "_", " ".join([self.arch, str(threads), str(size), *self.axis, *self.edges]))
        folder = os.path.join(self.work, key)
        if not os.path.isdir(folder):
            made = run(self.cmcm, "enumerate", "small", "--arch", self.arch, "--size", str(size),
                       "--threads", str(threads), *self.axis, "-q", "-o", folder, *self.edges)
            if made.returncode == 2 and "no thread" in made.stderr + made.stdout:
                os.mkdir(folder)
        return [os.path.join(folder, n) for n in sorted(os.listdir(folder))
                if n.endswith(".litmus")] if os.path.isdir(folder) else []

    def states(self, folder, model, files):
        """By test, its states; None: the enumerator gave it up."""
        all_states = {}
        for at in range(0, len(files), 1000):
            said = run(self.oracle, "-m", folder, "-c", "3000", model, *files[at:at + 1000])
            for line in said.stdout.splitlines():
                fields = line.split("\t")
                all_states[fields[0]] = fields[3] if len(fields) == 4 else None
        return all_states

    def round(self, threads, size):
        """The programs of a round, those that tell, those that the enumerator gave up."""
        files = self.programs(threads, size)
        names = [os.path.basename(f)[:-len(".litmus")] for f in files]
        own = self.states(self.models, self.base, files)
        other = self.states(self.folder, "e-" + self.base, files)
        known = [n for n in names if own.get(n) is not None and other.get(n) is not None]
        return set(names), {n for n in known if own[n] != other[n]}, set(names) - set(known)

    def check(self):
        """What was found and compared; fails where the two disagree."""
        found = self.find()
        if found.returncode not in (0, 1):
            return f"status {found.returncode}: {found.stderr.strip()[:200]}"
        told, compared, lost_all = set(found.stdout.split()), 0, 0
        for threads in range(1, self.threads + 1):
            for size in range(threads, self.size + 1):
                names, tells, lost = self.round(threads, size)
                compared, lost_all = compared + len(names - lost), lost_all + len(lost)
                where = f"{compared} compared, {lost_all} not"
                if tells != (told & names) - lost:
                    return (f"DIFFERS at {threads} threads, {size} instructions: found "
                            f"{sorted(told & names)}, telling {sorted(tells)}")
                if told & names:
                    return f"{where}, {len(tells)} tell: {min(told, key=len)}"
        return f"DIFFERS: found {sorted(told)}, in no round" if told else f"{where}, none tells"


def main():
    tools, seed, count = sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5])
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        for n in range(count):
            case = Case(tools, seed + n, work)
            changed = case.change()
            said = case.check()
            wrong += "DIFFERS" in said or said.startswith("status")
            print(seed + n, case.base, " ".join([str(case.size), *case.axis, *case.edges]), changed, said,
                  sep="; ", flush=True)
    print(f"{count} edits, {wrong} wrong")
    sys.exit(wrong > 0)


main()
