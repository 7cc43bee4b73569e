#!/usr/bin/env python3
"""Do the instructions of a test reach the machine code in order and unmerged?

    sass_check.py [--arch sm_90] [--level 3] [--list] MODULE.ptx ...

A development tool. MODULE.ptx is what hwrun/code/gpu_code.c makes (the unit test's
program writes modules: gpu_modules DIRECTORY TEST.litmus ...). Needs
ptxas, no disassembler: what a memory instruction of PTX becomes is learnt by
assembling it alone, in a kernel of one instruction, and reading opcode and modifier
bits of the machine code. Each role's
body, between the comments "begin role" and "end role", must then be found in
cmcm_test as exactly that sequence, with no memory instruction in between.

To tell locations apart, every location gets an offset of its own in the PTX
text before assembling; offsets of the machine code are compared modulo 128
(regions of a plan start at multiples of 128).

A body with jumps is compared instruction by instruction without regard to where
ptxas puts its blocks: every one must be there, as often as written at least.
"""
import argparse
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

# Low 12 bits of an instruction of sm_70 and later: those that order or touch memory.
OPCODES = {
    0x980: "LD", 0x381: "LDG", 0x981: "LDG", 0x985: "ST", 0x386: "STG", 0x986: "STG",
    0x3A8: "ATOMG", 0x9A8: "ATOMG", 0x3A9: "ATOMG.CAS", 0x9A9: "ATOMG.CAS", 0x98E: "RED",
    0x38E: "RED", 0x992: "MEMBAR", 0x98F: "CCTL", 0x9AB: "ERRBAR", 0x5AB: "CGAERRBAR",
    0x31D: "BAR", 0x91D: "BAR", 0xB1D: "BAR", 0x51D: "BAR", 0x11D: "BAR", 0x71D: "BAR",
}
ACCESSES = {"LD", "LDG", "ST", "STG", "ATOMG", "ATOMG.CAS", "RED"}
# Modifiers (size, strength, scope, operation) of an access, in the upper word;
# the lowest byte there and the highest half are registers and scheduling.
ACCESS_BITS, OTHER_BITS = 0xFFFFFF00, 0x0000FF00
TAG, TAGS = 16, 128
MEMORY = re.compile(r"^(@!?%\w+ )?(ld|st|atom|red|fence|membar|barrier)\.")
ADDRESS = re.compile(r"\[%(r\d+)_a(\d+)(?:\+(-?\d+))?\]")


def sections(cubin):
    """Machine code of each kernel of a cubin (ELF64)."""
    start, = struct.unpack_from("<Q", cubin, 0x28)
    count, names = struct.unpack_from("<HH", cubin, 0x3C)
    heads = [struct.unpack_from("<IIQQQQ", cubin, start + 64 * i) for i in range(count)]
    strings = heads[names][4]
    for name, _, _, _, offset, size in heads:
        at = strings + name
        text = cubin[at:cubin.index(b"\0", at)].decode()
        if text.startswith(".text."):
            yield text[len(".text."):], cubin[offset:offset + size]


def memory_instructions(code):
    """(name, modifiers, offset modulo 128 or None) of each that touches memory."""
    found = []
    for at in range(0, len(code), 16):
        low, high = struct.unpack_from("<QQ", code, at)
        name = OPCODES.get(low & 0xFFF)
        if name in ACCESSES:
            found.append((name, high & ACCESS_BITS, (low >> 40) % TAGS))
        elif name == "BAR":
            found.append((name, 0, None))
        elif name:
            found.append((name, high & OTHER_BITS, None))
    return found


class Assembler:
    def __init__(self, ptxas, arch, level):
        self.ptxas, self.arch, self.level = ptxas, arch, level
        self.known = {}

    def assemble(self, text):
        with tempfile.TemporaryDirectory() as folder:
            source, cubin = os.path.join(folder, "m.ptx"), os.path.join(folder, "m.cubin")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            run = subprocess.run(
                [self.ptxas, f"-arch={self.arch}", f"-O{self.level}", source, "-o", cubin],
                capture_output=True, text=True, check=False)
            if run.returncode != 0:
                sys.exit(f"ptxas: {run.stderr.strip()}")
            with open(cubin, "rb") as file:
                return dict(sections(file.read()))

    def alone(self, head, instruction, declarations):
        """What one instruction becomes, in a kernel of its own, at its offset."""
        key = re.sub(r"%\w+", "%", instruction)
        if key not in self.known:
            self.known[key] = self.learn(head, instruction, declarations)
        at = ADDRESS.search(instruction)
        offset = int(at.group(3) or 0) % TAGS if at else None
        return [(name, bits, offset if name in ACCESSES else None)
                for name, bits in self.known[key]]

    def learn(self, head, instruction, declarations):
        used = set(re.findall(r"%\w+", instruction))
        kinds = {name: kind for kind, name in declarations if name in used}
        sizes = {"b16": 2, "b32": 4, "b64": 8}
        load, keep = [], []
        for number, (name, kind) in enumerate(sorted(kinds.items())):
            if kind == "pred":
                load.append(f"ld.param.u32 %w, [p{number}];\nsetp.ne.u32 {name}, %w, 0;")
            else:
                load.append(f"ld.param.{kind} {name}, [p{number}];")
                keep.append(f"st.volatile.global.{kind} [%out+{number * sizes[kind]}], {name};")
        types = "".join(f", .param .{'b32' if kind == 'pred' else kind} p{number}"
                        for number, (_, kind) in enumerate(sorted(kinds.items())))
        text = "\n".join([head, f".visible .entry alone(.param .b64 out{types})", "{"] +
                         [f".reg .{kind} {name};" for name, kind in kinds.items()] +
                         [".reg .b64 %out; .reg .b32 %w;", "ld.param.u64 %out, [out];"] +
                         load + ["bar.warp.sync 0xffffffff;", instruction] + keep + ["ret;", "}"])
        code = memory_instructions(self.assemble(text)["alone"])
        return [(name, bits) for name, bits, _ in code[:len(code) - len(keep)]]


def tagged(line):
    def tag(match):
        offset = (int(match.group(2)) + 1) * TAG % TAGS + int(match.group(3) or 0)
        return f"[%{match.group(1)}_a{match.group(2)}+{offset}]"
    return ADDRESS.sub(tag, line)


def read_module(text):
    """The module with tags, and the lines of each role's body."""
    out, bodies, body = [], {}, None
    for line in text.splitlines():
        begin = re.search(r"// begin role (\d+)", line)
        if begin:
            body = bodies.setdefault(int(begin.group(1)), [])
        elif "// end role" in line:
            body = None
        elif body is not None:
            line = tagged(line)
            body.append(line.strip())
        out.append(line)
    return "\n".join(out) + "\n", bodies


def same(instruction, expected):
    """An expected offset of None is any."""
    return instruction[:2] == expected[:2] and expected[2] in (None, instruction[2])


def contains(code, expected):
    return any(all(map(same, code[i:], expected))
               for i in range(len(code) - len(expected) + 1))


def check(assembler, path, listing):
    with open(path, encoding="utf-8") as file:
        text, bodies = read_module(file.read())
    head = "\n".join(text.splitlines()[:3])
    declarations = re.findall(r"\.reg \.(\w+) (%r\d+_\w+);", text)
    code = memory_instructions(assembler.assemble(text)["cmcm_test"])
    good = True
    for role, lines in sorted(bodies.items()):
        jumps = any(re.search(r"\bbra\b", line) for line in lines)
        expected = [one for line in lines if MEMORY.match(line)
                    for one in assembler.alone(head, line, declarations)]
        if jumps:
            found = all(sum(same(other, one) for other in code) >= expected.count(one)
                        for one in expected)
        else:
            found = contains(code, expected)
        if listing or not found:
            print(f"{path}: role {role}: {'as written' if found else 'NOT AS WRITTEN'}")
        if not found:
            print("  expected", *map(show, expected), sep="\n    ")
            print("  in cmcm_test", *map(show, code), sep="\n    ")
        good = good and found
    return good


def show(instruction):
    name, bits, offset = instruction
    return f"{name} {bits:#x}" + (f" +{offset}" if offset is not None else "")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--arch", default="sm_90")
    options.add_argument("--level", type=int, default=3, help="of optimisation (3)")
    options.add_argument("--list", action="store_true", help="say something of good roles too")
    options.add_argument("modules", nargs="+")
    given = options.parse_args()
    ptxas = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
    if not ptxas:
        print("SKIP: no ptxas in PATH or /usr/local/cuda/bin")
        sys.exit(77)
    assembler = Assembler(ptxas, given.arch, given.level)
    bad = [path for path in given.modules if not check(assembler, path, given.list)]
    print(f"{len(given.modules) - len(bad)} of {len(given.modules)} modules as written")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
