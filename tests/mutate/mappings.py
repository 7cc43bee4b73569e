#!/usr/bin/env python3
"""Broken mappings: do the tests that `cmcm map --rules` makes find each?

mappings.py [--seed N] [--count N] [--build DIRECTORY] [MAPPING...]

Each rule of the mappings in models/mappings (those that are meant to be right, or those named,
without .map) is broken in one place: an instruction is left out or changes places with the next,
does another operation, has a weaker order, a narrower scope, another width, waits for less,
invalidates or writes back less, uses another operand. Lines that a mapping includes are broken
once: in the first of the mappings that has them. COUNT of these mutants of each mapping are drawn
by the seed; 0: all. Those that no test finds must be in mappings.tsv, with the reason why they are
harmless. The status is 1 when one is not, or a row there fits none of all."""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RIGHT = ["wave-ptx", "wave-ptx-page", "wave-aarch64", "wave-x86", "wave-cdna", "llvm-amdgpu-cdna",
         "c-aarch64", "c-aarch64-lse", "c-aarch64-rcpc", "c-x86", "c-riscv", "c-riscv-a6",
         "c-riscv-a7", "c-riscv-zacas", "c-riscv-zabha", "c-riscv-ztso", "c-ptx", "c-llvm", "c-cdna", "c-cdna2"]

# Words, each of which may stand where another of its row does.
ALIKE = [
    "add sub and or xor swap smin smax umin umax inc dec".split(),
    "add_rtn_u32 sub_rtn_u32 and_rtn_b32 or_rtn_b32 xor_rtn_b32 wrxchg_rtn_b32 max_rtn_u32".split(),
    "v_add_u32 v_sub_u32 v_xor_b32 v_and_b32 v_or_b32 v_mul_lo_u32".split(),
    "LDADD LDEOR LDSET LDCLR SWP LDSMAX LDUMIN".split(),
    "LDADDA LDEORA SWPA".split(), "SWPL LDADDL".split(),
    "setp.eq setp.ne setp.lt setp.ge setp.gt".split(),
    "xor.b32 and.b32 or.b32 add.u32 sub.u32".split(), "XADD XCHG".split(),
    "amoadd amoswap amoxor amoor".split(), "addw subw".split(), "seqz snez".split()]
# What is weaker, narrower or of another width: (what stands there, what instead).
WEAKER = [(a, b) for a, bs in {
    r"\.acq_rel\b": [".acquire", ".release", ".relaxed"], r"\.acquire\b": [".relaxed"],
    r"\.release\b": [".relaxed"], r"\.sc\b": [".acq_rel", ".acquire"],
    r"\.relaxed\.(\{scope\}|sys|gpu)(?=.*\$a)": [".weak"],
    r"\bLDAPR\b": ["LDR"], r"\bSTLR\b": ["STR"],
    r"\bLDAR\b": ["LDR", "LDAPR"], r"\bLDAXR\b": ["LDXR"], r"\bSTLXR\b": ["STXR"],
    r"\b(LDADD|SWP|CAS|LDCLR|LD\{ldop\})(A|L)\b": [r"\1"],
    r"\b(LDADD|SWP|CAS|LDCLR|LD\{ldop\})AL\b": [r"\1A", r"\1L"],
    r"\.aqrl\b": [".aq", ".rl", ""], r"\.aq\b": [""], r"\.rl\b": [""],
    r"\bfence rw,rw\b": ["fence r,rw", "fence rw,w", "fence.tso"], r"\bfence r,rw\b": ["fence r,r", "fence r,w"],
    r"\bfence rw,w\b": ["fence w,w", "fence r,w"], r"\bfence\.tso\b": ["fence w,w", "fence r,rw"],
    r"\blw\b": ["lh", "lb"], r"\bsw\b": ["sh", "sb"], r"\bx30\b": ["x31"],
    r"=acq_rel\b": ["=acquire", "=release"], r"=acquire\b": ["=monotonic"],
    r"=release\b": ["=monotonic"], r"=seq_cst\b": ["=acq_rel", "=acquire", "=release"],
    r"=system\b": ["=agent"], r"=agent\b": ["=workgroup"], r"=workgroup\b": ["=wavefront"],
    r"\bDMB ISH\b": ["DMB ISHLD", "DMB ISHST"], r"\bDMB ISHLD\b": ["DMB ISHST"],
    r"\bLOCK ": [""], r"\bmembar\.(sys|gl)\b": ["membar.cta"],
    r"\.\{scope\}": [".cta", ".gpu"], r"\.sys\b": [".gpu", ".cta"], r"\.gpu\b": [".cta"],
    r"=sys\b": ["=gpu", "=cta"], r"=gpu\b": ["=cta"],
    r" sc0\b": [""], r" sc1\b": [""],
    r" vmcnt\(0\)(?= )": [""], r" lgkmcnt\(0\)$": [""], r"\(0\)": ["(1)"],
    r"\.u32\b": [".u16", ".u8", ".u64"], r"\.b32\b": [".b16", ".b64"],
    r"_dword\b": ["_ubyte", "_ushort", "_short", "_byte", "_dwordx2"],
    r"\bds_(read|write)_b32\b": [r"ds_\1_b16", r"ds_\1_b8", r"ds_\1_u16", r"ds_\1_u8", r"ds_\1_b64"],
    r"\bLDR\b": ["LDRB", "LDRH"], r"\bSTR\b": ["STRB", "STRH"], r"\bSTLR\b": ["STLRB", "STLRH"],
    r"\bLDAPR\b": ["LDAPRB", "LDAPRH"], r"\bW9\b": ["W10", "WZR"],
    r"\$v\b": ["$c", "$a", "0", "1"], r"\$c\b": ["$v", "0"], r"\$a, \$b": ["$b, $a"],
    r"\bv9\b": ["v10"], r"\bv10\b": ["$d"], r"\bv\[12:13\]": ["v[13:14]"], r"\bv12\b": ["v13"],
    r"\bv13\b": ["v12"], r"\$d\b": ["r7", "v7", "W7"], r"\bEDX\b": ["EAX"]}.items() for b in bs]


def replacements(text):
    """Every text with one word of it in another's place."""
    for row in ALIKE:
        for word in row:
            at = re.search(rf"(?<![a-zA-Z]){re.escape(word)}(?![a-zA-Z0-9])", text)
            for other in row if at else []:
                yield text[:at.start()] + other + text[at.end():]
    for pattern, other in WEAKER:
        for at in re.finditer(pattern, text):
            yield text[:at.start()] + at.expand(other) + text[at.end():]


def rights(right):
    """What may stand on the right of a rule instead, once each."""
    parts = right.split(" ; ")
    for i, part in enumerate(parts):
        yield " ; ".join(parts[:i] + parts[i + 1:]) or "nothing"
        if i + 1 < len(parts):
            yield " ; ".join(parts[:i] + [parts[i + 1], part] + parts[i + 2:])
        for other in replacements(part):
            yield " ; ".join(parts[:i] + [other] + parts[i + 1:])


def lines_of(name):
    """The mapping's lines, and those that it includes, without `include`: (line, of which mapping).
    A rule of its own takes the place of one with its pattern."""
    lines = []
    with open(os.path.join(ROOT, "models", "mappings", name + ".map"), encoding="ascii") as read:
        for line in read.read().splitlines():
            if line.startswith("include "):
                lines += lines_of(line.split()[1])
                continue
            pattern = line.split("=>")[0].split() if "=>" in line else None
            same = [i for i, (l, _) in enumerate(lines)
                    if pattern and "=>" in l and l.split("=>")[0].split() == pattern]
            if same:
                lines[same[0]] = (line, name)
            else:
                lines.append((line, name))
    return sorted(lines, key=lambda l: "=>" in l[0])  # what rules need stands before them


def mutants(lines, done):
    """(line number, the line, what stands there instead) of lines of mappings that are not done."""
    made = []
    for number, (line, part) in enumerate(lines, 1):
        if part in done:
            continue
        if line.startswith("words "):
            head, rest = line.split(":", 1)
            left = re.findall(r"(\S+)=", rest)  # another word there is one of no test
            others = {f"{head}:{o}" for o in replacements(rest) if re.findall(r"(\S+)=", o) == left}
        elif "=>" in line and "refused:" not in line and not line.startswith("#"):
            left, right = re.match(r"(.*=>\s*)(.*)", line).groups()
            names = set(re.findall(r"\$\w+", left))
            others = {left + o for o in rights(right)
                      if set(re.findall(r"\$\w+", o)) <= names}
        else:
            continue
        made += [(number, line, o) for o in sorted(others) if o != line]
    return made


def harmless():
    with open(os.path.join(HERE, "mappings.tsv"), encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if line[0] != "#"]
    return [(re.compile(row[0]), re.compile(row[1]), row[2]) for row in rows]


def change(line, other):
    """What was changed, and how, without what both have: `vmcnt(0) -> `."""
    line, other = (re.sub(r".*=>\s*", "", t).split(" ") for t in (line, other))
    while line and other and line[0] == other[0]:
        line, other = line[1:], other[1:]
    while line and other and line[-1] == other[-1]:
        line, other = line[:-1], other[:-1]
    return f"{' '.join(line)} -> {' '.join(other)}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=0)
    arguments.add_argument("--build", default=os.path.join(ROOT, "build"))
    arguments.add_argument("mappings", nargs="*")
    given = arguments.parse_args()
    rows, fitted, bad, done = harmless(), set(), 0, {"c-words"}
    for name in given.mappings or RIGHT:
        lines = lines_of(name)
        drawn = mutants(lines, done)
        done |= {part for _, part in lines}
        if given.count:
            drawn = random.Random(given.seed).sample(drawn, min(given.count, len(drawn)))
        with tempfile.NamedTemporaryFile("w", suffix=".map", encoding="ascii") as flat:
            flat.write("".join(line + "\n" for line, _ in lines))
            flat.flush()
            said = subprocess.run([os.path.join(given.build, "tests", "map_mutants"),
                                   os.path.join(ROOT, "models"), flat.name], check=True, text=True,
                                  input="".join(f"{n}\t{o}\n" for n, _, o in drawn),
                                  stdout=subprocess.PIPE).stdout.splitlines()
        counts = {"found": 0, "refused": 0, "unknown": 0, "harmless": 0, "NOT FOUND": 0}
        for (number, line, other), what in zip(drawn, said, strict=True):
            kind = what.split("\t")[0]
            if kind not in counts:
                row = next((r for r in rows if r[0].search(f"{name}: {line}") and
                            r[1].search(change(line, other))), None)
                fitted.add(row)
                kind = "harmless" if row else "NOT FOUND"
                if not row:
                    print(f"{name}.map:{number}: {line}\n    {change(line, other)}")
            counts[kind] += 1
        bad += counts["NOT FOUND"]
        print(f"{name}: {len(drawn)} mutants: " + ", ".join(f"{v} {k}" for k, v in counts.items()),
              flush=True)
    for row in rows:
        if not given.count and not given.mappings and row not in fitted:
            print(f"mappings.tsv: no mutant is like this: {row[0].pattern}\t{row[1].pattern}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
