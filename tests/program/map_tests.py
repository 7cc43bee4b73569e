#!/usr/bin/env python3
"""Tests for `cmcm map`, written to DIRECTORY, one file each.

map_tests.py random llvm|wave|c SEED COUNT DIRECTORY
    Random variations of MP, SB, LB, S, R, 2+2W, WRC, ISA2, RWC, WWC and coherence: every access
    and fence has an order, scope, address space and marks of its own. SEED + n is test n's seed.
    c: for `cmcm check --target`, threads of a CPU and of GPUs in one test. An access has a scope that
    includes all threads which access the location, but for some. Data are plain where a thread
    releases them and another acquires, and are then looked at where the flag was read. So few are
    undefined. Updates are of all kinds; a compare and exchange has an order for its failure, too.
"""
import os
import random
import sys

def write(directory, arch, name, locations, places, threads, observed):
    rows = max(map(len, threads))
    cells = [t + [""] * (rows - len(t)) for t in threads]
    heads = [f"P{t}@wave {t},cta {c},gpu {g}" for t, (c, g) in enumerate(places[:len(threads)])]
    lines = [f"{arch} {name}", "{ " + " ".join(locations) + " }", " " + " | ".join(heads) + " ;"]
    lines += [" " + " | ".join(row) + " ;" for row in zip(*cells)]
    lines += ["locations [" + " ".join(f"{o};" for o in observed) + "]", "forall (true)", ""]
    with open(os.path.join(directory, name + ".litmus"), "w", encoding="ascii") as out:
        out.write("\n".join(lines))


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


class Source:
    """One random test in CUDA C++, of a CPU thread, a GPU's, and others."""

    def __init__(self, seed):
        self.r = random.Random(f"random-c-{seed}")
        self.name = f"random-c-{seed}"
        self.shape = self.r.choice(SHAPES).split("|")
        self.places = ["cpu", "cta 0,gpu 0"] + self.r.choices(
            ["cpu", "cta 0,gpu 0", "cta 1,gpu 0", "cta 0,gpu 1"], k=len(self.shape) - 2)
        self.r.shuffle(self.places)
        self.plain = "x" if self.r.random() < .7 and self.passes_on() else ""
        self.sequential = self.r.random() < .4
        self.careless = self.r.random() < .05
        self.initially = {l: self.r.choice([0, 0, 0, 5, -1]) for l in "xyz"}
        self.initially["x"] = 0 if self.plain else self.initially["x"]
        self.value, self.observed = 0, []

    def passes_on(self):
        """Whether x can be plain: two threads access it, of which the one then writes what the other
        has read before, perhaps by way of a third."""
        accesses = [a.split() for a in self.shape]
        users = [t for t, a in enumerate(accesses) if any(x[1] == "x" for x in a)]

        def reaches(t, behind, seen):
            """From behind that access of a thread to one of x in another."""
            for _, location in (x for x in accesses[t][behind + 1:] if x[0] == "W" and x[1] != "x"):
                for other, theirs in enumerate(accesses):
                    read = next((i for i, x in enumerate(theirs) if x == f"R{location}"), -1)
                    if other in seen or read < 0:
                        continue
                    if any(x[1] == "x" for x in theirs[read + 1:]) and theirs[0][1] != "x":
                        return True
                    if reaches(other, read, seen | {other}):
                        return True
            return False

        return len(users) == 2 and any(
            reaches(t, max(i for i, x in enumerate(accesses[t]) if x[1] == "x"), {t}) for t in users)

    def order(self, *orders):
        return orders[-1] if self.sequential and self.r.random() < .7 else self.r.choice(orders)

    def scope(self, location=None):
        """One that includes all who access the location; of a fence the system's."""
        scopes = ["BLOCK", "DEVICE", "SYSTEM"]
        users = {p for t, p in enumerate(self.places) if location and location in self.shape[t]}
        devices = {p.split(",")[-1] for p in users}
        least = 0 if users and len(users) == 1 and "cpu" not in users else 1 if len(devices) == 1 else 2
        least = 2 if "cpu" in users or not location else least
        return "__NV_THREAD_SCOPE_" + self.r.choice(scopes if self.careless else scopes[least:])

    def how(self, location, *orders):
        return f"__NV_ATOMIC_{self.order(*orders)}, {self.scope(location)}"

    def update(self, location, register, value):
        """A read-modify-write, of which some leave what is there."""
        orders, kind = ("RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"), self.r.random()
        if kind < .35:
            return [f"int {register} = __nv_atomic_exchange_n({location}, {value}, {self.how(location, *orders)});"]
        if kind < .7:
            op = self.r.choice(["add", "add", "sub", "or", "xor", "and"])
            return [f"int {register} = __nv_atomic_fetch_{op}({location}, {value}, {self.how(location, *orders)});"]
        expected = self.r.choice([self.initially[location], value, value - 1, 0])
        fails = self.order("RELAXED", "RELAXED", "ACQUIRE", "SEQ_CST")
        return [f"int {register} = {expected};",
                f"__nv_atomic_compare_exchange_n({location}, &{register}, {value}, false, "
                f"__NV_ATOMIC_{self.order(*orders)}, __NV_ATOMIC_{fails}, {self.scope(location)});"]

    def load(self, location, register):
        if self.plain or self.r.random() < .75:
            how = (self.how(location, "ACQUIRE", "SEQ_CST") if self.plain else
                   self.how(location, "RELAXED", "CONSUME", "ACQUIRE", "ACQUIRE", "SEQ_CST"))
            return [f"int {register} = __nv_atomic_load_n({location}, {how});"]
        return self.update(location, register, self.r.choice([0, 0, 1]))

    def store(self, location, register):
        if self.plain and self.r.random() < .3:
            how = self.how(location, "RELEASE", "ACQ_REL", "SEQ_CST")
            return [f"int {register} = __nv_atomic_exchange_n({location}, {self.value}, {how});"]
        if self.plain or self.r.random() < .75:
            value = f"{register[0]}{int(register[1:]) - 1} + {self.value}"
            depends = register != "r0" and self.r.random() < .2
            depends = depends and not self.plain
            how = (self.how(location, "RELEASE", "SEQ_CST") if self.plain else
                   self.how(location, "RELAXED", "RELEASE", "RELEASE", "SEQ_CST"))
            return [f"__nv_atomic_store_n({location}, {value if depends else self.value}, {how});"]
        return self.update(location, register, self.value)

    def thread(self, number, accesses):
        lines, registers, close, reads = [], 0, 0, False
        for i, (kind, location) in enumerate(accesses):
            if i and self.r.random() < .35:
                how = self.how(None, "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST")
                lines.append(f"__nv_atomic_thread_fence({how});")
            register = f"r{registers}"
            self.value += kind == "W"
            if self.plain and reads and accesses[i - 1][0] == "R" and accesses[i - 1][1] != "x":
                lines.append(f"if (r{registers - 1} != {self.initially[accesses[i - 1][1]]}) {{")
                close += 1
            if location == self.plain:
                lines.append(f"*x = {self.value};" if kind == "W" else f"int {register} = *x;")
            else:
                lines += (self.store if kind == "W" else self.load)(location, register)
            reads |= kind == "R"
            if any(l.startswith(f"int {register} = ") for l in lines[-2:]):
                self.observed.append(f"{number}:{register}")
                registers += 1
        head = f"P{number}@{self.places[number]} (int* x, int* y, int* z) {{"
        return [head] + lines + ["}"] * (close + 1)

    def write(self, directory):
        begins = " ".join(f"{l}={v};" for l, v in self.initially.items())
        lines = [f"CUDA {self.name}", f"{{ {begins} }}"]
        for number, accesses in enumerate(self.shape):
            lines += self.thread(number, accesses.split())
        observed = " ".join(f"{o};" for o in self.observed + ["x", "y", "z"])
        lines += [f"locations [{observed}]", "forall (true)", ""]
        with open(os.path.join(directory, self.name + ".litmus"), "w", encoding="ascii") as out:
            out.write("\n".join(lines))


def main(arguments):
    if len(arguments) == 5 and arguments[0] == "random" and arguments[1] in ("llvm", "wave", "c"):
        what, seed, count, directory = arguments[1:]
        os.makedirs(directory, exist_ok=True)
        for n in range(int(seed), int(seed) + int(count)):
            (Source(n) if what == "c" else Program(what, n)).write(directory)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
