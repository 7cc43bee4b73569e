#!/usr/bin/env python3
"""Tests for `cmcm map`, written to DIRECTORY, one file each.

map_tests.py rules FILE.map DIRECTORY
    Of LLVM: for every rule of the mapping message passing, store buffering or coherence with an
    instruction of it, for each word of its {words}, beside operations strong enough that the rule
    decides; inside of a workgroup, and with workgroups and agents of their own.
map_tests.py random llvm|wave SEED COUNT DIRECTORY
    Random variations of MP, SB, LB, S, R, 2+2W, WRC, ISA2, RWC, WWC and coherence: every access
    and fence has an order, scope, address space and marks of its own. SEED + n is test n's seed.
"""
import os
import random
import re
import sys

PLACES = {"near": [(0, 0)] * 4, "apart": [(t, 0) for t in range(4)],
          "far": [(t, t) for t in range(4)]}


def write(directory, arch, name, locations, places, threads, observed):
    rows = max(map(len, threads))
    cells = [t + [""] * (rows - len(t)) for t in threads]
    heads = [f"P{t}@wave {t},cta {c},gpu {g}" for t, (c, g) in enumerate(places[:len(threads)])]
    lines = [f"{arch} {name}", "{ " + " ".join(locations) + " }", " " + " | ".join(heads) + " ;"]
    lines += [" " + " | ".join(row) + " ;" for row in zip(*cells)]
    lines += ["locations [" + " ".join(f"{o};" for o in observed) + "]", "forall (true)", ""]
    with open(os.path.join(directory, name + ".litmus"), "w", encoding="ascii") as out:
        out.write("\n".join(lines))


# ---- a test for every rule ----------------------------------------------------------------

def read_mapping(path):
    """The patterns by line, and what each {word} may be."""
    rules, words = [], {}
    with open(path, encoding="ascii") as lines:
        for number, line in enumerate(lines, 1):
            line = line.split("#")[0].strip()
            if line.startswith("words "):
                name, rest = line[len("words "):].split(":")
                words[name] = [pair.split("=")[0] for pair in rest.split()]
            elif "=>" in line:
                rules.append((number, line.split("=>")[0].strip()))
    return rules, words


def instances(pattern, words, turn):
    """The pattern with each of its words; with one operation, which goes round with the line."""
    name = re.search(r"\{(\w+)\}", pattern)
    if not name:
        return [pattern]
    choice = words[name[1]]
    if name[1] in ("op", "dsop"):
        choice = [choice[turn % len(choice)]]
    made = [pattern.replace(name[0], word, 1) for word in choice]
    return [i for m in made for i in instances(m, words, turn)]


def filled(instruction, location, register, value, expected=0):
    parts = {"$d": register, "$a": f"[{location}]", "$f": f"[{location}]", "$v": str(value),
             "$w": "r6", "$c": str(expected)}
    return re.sub(r"\$[dafvwc]", lambda m: parts[m[0]], instruction)


def has(instruction, qualifier):
    return qualifier in instruction.split(" ")[0].split(".")[1:]


def scope_of(instruction):
    scopes = ["singlethread", "wavefront", "workgroup", "cluster", "agent", "system"]
    return next((s for s in scopes if has(instruction, s)), "system")


DATA = {"": ("store.i32", "load.i32"), "-atomic": ("store.monotonic.system.i32",
                                                   "load.monotonic.system.i32"),
        "-local": ("store.local.i32", "load.local.i32")}


def spaces(instruction):
    """(qualifier, is it LDS) of where the flag y may lie."""
    if has(instruction, "local"):
        return [("local", True)]
    if has(instruction, "flat"):
        return [("flat", False), ("flat", True)]
    return [("", False), ("local", True)] if instruction.startswith("fence") else [("", False)]


def shapes(instruction, stored, loaded, space):
    """(name, threads, observed) of the tests around an instruction, with such accesses of x."""
    opcode = instruction.split(" ")[0].split(".")[0]
    space = space and "." + space
    at = lambda register, value, *more: filled(instruction, "y", register, value, *more)
    plain = [f"{stored} [x], 1"]
    strong = f"store.release.system{space}.i32 [y], 1"
    seen = [f"load.acquire.system{space}.i32 r0, [y]", f"{loaded} r1, [x]"]
    looks = ["1:r0", "1:r1", "x", "y"]
    if opcode == "store":
        yield "mp", [plain + [at("", 1)], seen], looks
        yield "sb", [[at("", 1), "fence.seq_cst.system", "load.monotonic.system.i32 r0, [x]"],
                     ["store.monotonic.system.i32 [x], 1", "fence.seq_cst.system",
                      f"load.monotonic.system{space}.i32 r1, [y]"]], ["0:r0", "1:r1", "x", "y"]
    elif opcode == "load":
        yield "mp", [plain + [strong], [at("r0", 0), f"{loaded} r1, [x]"]], looks
        yield "co", [[strong], [f"load.monotonic.system{space}.i32 r0, [y]", at("r1", 0)]], looks
        if has(instruction, "seq_cst"):
            yield "sc", sequential(instruction, at, space, ".local" in stored), \
                ["0:r0", "1:r1", "x", "y"]
    elif opcode in ("atomicrmw", "cmpxchg"):
        yield "mp-write", [plain + [at("r2", 1)], seen], ["0:r2"] + looks
        yield "mp-read", [plain + [strong], [at("r0", 0), f"{loaded} r1, [x]"]], looks
        if opcode == "cmpxchg":
            yield "mp-equal", [plain + [strong], [at("r0", 0, 1), f"{loaded} r1, [x]"]], looks
        yield "two", [[at("r2", 1)], [at("r2", 2)]], ["0:r2", "1:r2", "y"]
    elif opcode == "fence":
        flags = [f"store.monotonic.system{space}.i32 [y], 1",
                 f"load.monotonic.system{space}.i32 r0, [y]"]
        yield "mp-write", [plain + [instruction, flags[0]], seen], looks
        yield "mp-read", [plain + [strong], [flags[1], instruction, f"{loaded} r1, [x]"]], looks
        yield "sb", [["store.monotonic.system.i32 [x], 1", instruction,
                      f"load.monotonic.system{space}.i32 r0, [y]"],
                     [f"store.monotonic.system{space}.i32 [y], 1", "fence.seq_cst.system",
                      "load.monotonic.system.i32 r1, [x]"]], ["0:r0", "1:r1", "x", "y"]
    elif opcode == "barrier":
        yield "mp", [plain + ["fence.release.workgroup", "barrier"],
                     ["barrier", "fence.acquire.workgroup", f"{loaded} r1, [x]"]], ["1:r1", "x"]
    else:
        compute = filled(instruction, "", "r2", "r0")
        yield "lb", [["mov r6, 1", "load.monotonic.system.i32 r0, [x]", compute,
                      "store.monotonic.system.i32 [y], r2"],
                     ["load.monotonic.system.i32 r1, [y]", "mov r2, r1",
                      "store.monotonic.system.i32 [x], r2"]], ["0:r0", "1:r1", "x", "y"]


def sequential(instruction, at, space, lds):
    """Store buffering with sequentially consistent accesses of the instruction's scope."""
    scope, local = scope_of(instruction), ".local" if lds else ""
    return [[f"store.seq_cst.{scope}{local}.i32 [x], 1", at("r0", 0)],
            [f"store.seq_cst.{scope}{space}.i32 [y], 1",
             f"load.seq_cst.{scope}{local}.i32 r1, [x]"]]


def write_rules(path, directory):
    rules, words = read_mapping(path)
    for line, pattern in rules:
        for number, instruction in enumerate(instances(pattern, words, line)):
            write_around(directory, f"line-{line}-{number}", instruction)


def initial(instruction):
    """What y begins as: what the operation changes, if it is done with 1."""
    lowers = any(has(instruction, operation) for operation in ("and", "min", "umin"))
    return 3 if lowers else 0


def write_around(directory, name, instruction):
    """Shapes but message passing, and SB of loads, have no data of their own: once."""
    for data, (stored, loaded) in DATA.items():
        for space, lds in spaces(instruction):
            near = lds or data == "-local" or "barrier" in instruction
            end = data + ("-flag" if lds and not has(instruction, "local") else "")
            for shape, threads, observed in shapes(instruction, stored, loaded, space):
                if data and not shape.startswith("mp") and (shape, data) != ("sc", "-local"):
                    continue
                y = f"y{{}}={initial(instruction)};"
                locations = ["shared x@cta 0=0;" if data == "-local" else "x=0;",
                             "shared " + y.format("@cta 0") if lds else y.format("")]
                for place in ["near"] if near else ["near", "apart", "far"]:
                    write(directory, "LLVM", f"{name}-{shape}-{place}{end}", locations,
                          PLACES[place], threads, observed)


# ---- random ones ------------------------------------------------------------------------------

SHAPES = ["Wx Wy|Ry Rx", "Wx Ry|Wy Rx", "Rx Wy|Ry Wx", "Wx Wy|Ry Wx", "Wx Wy|Wy Rx", "Wx Wy|Wy Wx",
          "Wx|Rx Wy|Ry Rx", "Wx Wy|Ry Wz|Rz Rx", "Wx|Rx Ry|Wy Rx", "Wx|Rx Wy|Ry Wx", "Wx|Rx Rx",
          "Wx Wx|Rx Rx", "Wx Wx Wy|Ry Rx", "Wx Wy|Ry Ry Rx", "Wx Wy|Wy Wz|Rz Rx", "Wx Rx|Wx Rx"]
WAVE_SCOPES = {"wavefront": "wave", "workgroup": "workgroup", "agent": "device",
               "cluster": "device", "system": "system"}


class Program:
    """One random test."""

    def __init__(self, arch, seed):
        self.arch, self.name = arch, f"random-{arch}-{seed}"
        self.r = random.Random(self.name)
        self.shape = self.r.choice(SHAPES).split("|")
        kind = self.r.choices(["near", "mixed", "far"], [3, 5, 2])[0]
        own = {"near": lambda t: (0, 0), "mixed": lambda t: (self.r.choice([0, t, t]), 0),
               "far": lambda t: (t, self.r.choice([0, t]))}[kind]
        self.places = [own(t) for t in range(len(self.shape))]
        usual = {"near": "workgroup", "mixed": "agent", "far": "system"}[kind]
        self.scopes = [usual] * 6 + ["workgroup", "agent", "system", "cluster", "wavefront"]
        self.together = len(set(self.places)) == 1
        self.lds = {l for l in "xyz" if self.together and self.r.random() < .3}
        self.mark = self.r.choice(["", "", "", ".av_none", ".one_as"])
        self.sequential = self.r.random() < .4
        self.value, self.observed = 0, []

    def scope(self):
        scope = self.r.choice(self.scopes)
        return scope if self.arch == "llvm" else WAVE_SCOPES[scope]

    def fence(self):
        order = self.r.choice(["acquire", "release", "acq_rel", "acq_rel", "seq_cst"])
        if self.arch == "wave":
            return f"fence_{order.replace('seq_cst', 'acq_rel')}.{self.scope()}"
        mark = self.r.choice([self.mark, self.mark, "", ".as_global", ".as_local"])
        return f"fence.{order}.{self.scope()}{mark}"

    def how(self, write):
        """Order, scope and mark of a load or store; None: an atomic operation."""
        strong, q = "release" if write else "acquire", self.r.random()
        if self.arch == "wave":
            return ("" if q < .2 else f".relaxed.{self.scope()}" if q < .4
                    else f".{strong}.{self.scope()}" if q < .85 else None)
        if self.sequential and self.r.random() < .7:
            strong = "seq_cst"
        mark = self.mark if self.r.random() < .7 else ""
        choices = [(.15, ""), (.2, ".volatile"), (.25, f".av.{self.scope()}"),
                   (.29, f".unordered.{self.scope()}"), (.42, f".monotonic.{self.scope()}"),
                   (.85, f".{strong}.{self.scope()}{mark}")]
        return next((how for limit, how in choices if q < limit), None)

    def access(self, write, location, to):
        lds = location in self.lds
        how = self.how(write)
        if self.arch == "wave":
            space = "local" if lds else "device"
            if how is not None or lds:
                return (f"{space}_store{how or ''}.u32 [{location}], {self.value}" if write
                        else f"{space}_load{how or ''}.u32 {to}, [{location}]")
            order = self.r.choice(["relaxed", "acquire", "release", "acq_rel"])
            what, value = ("exchange", self.value) if write else ("add", 0)
            return f"atomic_{what}.{order}.{self.scope()} {to}, [{location}], {value}"
        space = ".local" if lds else ".flat" if self.r.random() < .1 else ""
        if how is not None:
            return (f"store{how}{space}.i32 [{location}], {self.value}" if write
                    else f"load{how}{space}.i32 {to}, [{location}]")
        order = self.r.choice(["monotonic", "acquire", "release", "acq_rel", "seq_cst"])
        mark = self.mark if order != "monotonic" else ""
        rest = f".{order}.{self.scope()}{mark}"
        if write:
            return f"atomicrmw.xchg{rest}{space} {to}, [{location}], {self.value}"
        if self.r.random() < .5:
            return f"atomicrmw.{self.r.choice(['add', 'or'])}{rest}{space} {to}, [{location}], 0"
        fails = self.r.choice(["", ".fail_monotonic", ".fail_acquire", ".fail_seq_cst"])
        return f"cmpxchg{rest}{fails}{space} {to}, [{location}], {self.r.choice([0, 1])}, 9"

    def thread(self, number, accesses):
        cells, registers = [], 0
        for i, (kind, location) in enumerate(accesses):
            if i and self.r.random() < .4:
                cells.append(self.fence())
            if i and self.together and self.r.random() < .06:
                cells.append("barrier")
            self.value += kind == "W"
            cells.append(self.access(kind == "W", location, f"r{registers}"))
            if f"r{registers}," in cells[-1]:
                self.observed.append(f"{number}:r{registers}")
                registers += 1
        return cells

    def write(self, directory):
        threads = [self.thread(t, a.split()) for t, a in enumerate(self.shape)]
        locations = [f"shared {l}@cta 0=0;" if l in self.lds else f"{l}=0;" for l in "xyz"]
        write(directory, self.arch.upper(), self.name, locations, self.places, threads,
              self.observed + ["x", "y", "z"])


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "rules":
        os.makedirs(arguments[2], exist_ok=True)
        write_rules(arguments[1], arguments[2])
    elif len(arguments) == 5 and arguments[0] == "random" and arguments[1] in ("llvm", "wave"):
        os.makedirs(arguments[4], exist_ok=True)
        for n in range(int(arguments[3])):
            Program(arguments[1], int(arguments[2]) + n).write(arguments[4])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
