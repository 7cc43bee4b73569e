#!/usr/bin/env python3
"""Random kernels for `cmcm import`, whose results are computed here.

import_random.py CMCM SEED COUNT [KEEP]

Half of the kernels are PTX: variables of all element sizes, as arrays of bytes as nvcc writes
structures, with all, some or none of their values, and addresses; lanes of one or two warps that
exchange what they read by shuffles, votes, redux and shared memory. The others are AMD's: data of
all directives, packed arguments, sizes of the launch, LDS that two waves exchange. Each lane
leaves its result in out; nothing races, so that the test must have one state, the one computed
here from bytes in memory. SEED + n is the seed of kernel n. A line for each that differs (kept
with its binding in the folder KEEP); at the end how many there were.
"""
import os
import random
import subprocess
import sys
import tempfile

PTX_HEAD = ".version 8.4\n.target sm_90\n.address_size 64\n"


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Variable:
    """Bytes with a name; text is its declaration."""

    def __init__(self, name, data, text):
        self.name, self.data, self.text = name, data, text

    def load(self, at, size, sign=False):
        value = int.from_bytes(self.data[at:at + size], "little")
        return signed(value, 8 * size) if sign else value


# ---- PTX


def ptx_variable(rng, name):
    size = rng.choice([1, 1, 2, 4, 8])
    count = rng.choice([1, 2, 3, 4, 8, 12]) if size < 8 else rng.choice([1, 2, 4])
    if size == 1:
        count = rng.choice([4, 8, 12, 16, 24])
    given = rng.choice([0, rng.randint(1, count), count])
    kind = rng.choice("us") if size > 1 else rng.choice("bbbus")
    values = [rng.choice([0, 1, 255, rng.getrandbits(8 * size)]) & ((1 << 8 * size) - 1)
              for _ in range(given)]
    shown = [signed(v, 8 * size) if kind == "s" else v for v in values]
    space = rng.choice(["global", "global", "const"])
    scalar = count == 1
    init = ""
    if given:
        init = " = %d" % shown[0] if scalar else " = {%s}" % ", ".join(map(str, shown))
    data = b"".join(v.to_bytes(size, "little") for v in values).ljust(size * count, b"\0")
    text = ".visible .%s .align 16 .%s%d %s%s%s;\n" % (
        space, kind, 8 * size, name, "" if scalar else "[%d]" % count, init)
    variable = Variable(name, data, text)
    variable.space = space
    return variable


class Ptx:
    def __init__(self, rng):
        self.rng = rng
        self.lines, self.registers = [], 0
        self.pick_lanes()
        self.variables = [ptx_variable(rng, "g%d" % i) for i in range(rng.randint(1, 4))]
        self.pointer = rng.random() < 0.4
        self.accumulator = self.new()
        self.value = {t: 0 for t in self.lanes}  # of the accumulator, by thread
        self.line("mov.u32 %s, 0;" % self.accumulator)

    def pick_lanes(self):
        """Which threads of the launch are named: all that any exchange pairs."""
        rng = self.rng
        self.distance = rng.choice([1, 1, 2, 4, 16])
        base = rng.choice([0, 0, 0, 8, 32]) + rng.choice([0, 0, self.distance * 2])
        first = base % 64 - base % (2 * self.distance)
        self.lanes = [first, first + self.distance]
        if rng.random() < 0.3:
            self.lanes += [first ^ 32, (first ^ 32) + self.distance]
        self.threads = 64 if max(self.lanes) >= 32 or rng.random() < 0.5 else 32

    def line(self, text):
        self.lines.append(text)

    def new(self):
        self.registers += 1
        return "%%r%d" % self.registers

    def add(self, register, values):
        self.line("mad.lo.u32 %s, %s, 3, %s;" % (self.accumulator, self.accumulator, register))
        for t in self.lanes:
            self.value[t] = (self.value[t] * 3 + values[t]) & 0xFFFFFFFF

    def read(self):
        """From a fixed place, or one that the thread's number chooses."""
        rng = self.rng
        v = rng.choice(self.variables)
        size = rng.choice([s for s in (1, 2, 4, 8) if s <= len(v.data)])
        sign = rng.random() < 0.5
        slots = len(v.data) // size
        by_lane = rng.random() < 0.5
        at = {t: (t % slots if by_lane else 0) * size for t in self.lanes}
        if not by_lane:
            fixed = rng.randrange(slots) * size
            at = {t: fixed for t in self.lanes}
        self.line("mov.u64 %%rd1, %s;" % v.name)
        if by_lane:
            self.line("mov.u32 %r0, %tid.x;")
            self.line("rem.u32 %%r0, %%r0, %d;" % slots)
            self.line("mul.wide.u32 %%rd2, %%r0, %d;" % size)
            self.line("add.s64 %rd1, %rd1, %rd2;")
        place = "[%%rd1%s]" % ("+%d" % fixed if not by_lane and fixed else "")
        register = self.new()
        bits = 8 * size
        word = ("s" if sign else "u") + str(bits)
        if size == 8:
            self.line("ld.%s.u64 %%rd3, %s;" % (v.space, place))
            self.line("cvt.u32.u64 %s, %%rd3;" % register)
        elif size < 4:
            self.line("ld.%s.%s %%rs1, %s;" % (v.space, word, place))
            self.line("cvt.%s32.%s16 %s, %%rs1;" % (word[0], word[0], register))
        else:
            self.line("ld.%s.u32 %s, %s;" % (v.space, register, place))
        return register, {t: v.load(at[t], size, sign) & 0xFFFFFFFF for t in self.lanes}

    def exchange(self):
        register, values = self.read()
        got, partner = self.new(), {t: t ^ self.distance for t in self.lanes}
        how = self.rng.choice(["bfly", "idx", "down", "ballot", "any", "all", "redux", "shared"])
        mask = "-1"
        if how == "bfly":
            self.line("shfl.sync.bfly.b32 %s, %s, %d, 31, %s;" % (got, register, self.distance, mask))
            found = {t: values[partner[t]] for t in self.lanes}
        elif how == "idx":
            lane = self.lanes[0] % 32
            self.line("shfl.sync.idx.b32 %s, %s, %d, 31, %s;" % (got, register, lane, mask))
            found = {t: values[self.lanes[0] if t // 32 == self.lanes[0] // 32 else self.lanes[0] ^ 32]
                     for t in self.lanes}
        elif how == "down":  # within pairs: the upper lane keeps its own
            clamp = (32 - 2 * self.distance) << 8 | 31
            self.line("shfl.sync.down.b32 %s, %s, %d, %d, %s;"
                      % (got, register, self.distance, clamp, mask))
            found = {t: values[t if t & self.distance else partner[t]] for t in self.lanes}
        elif how == "shared":
            self.line("mov.u32 %r0, %tid.x;")
            self.line("mul.wide.u32 %rd2, %r0, 4;")
            self.line("mov.u64 %rd1, room;")
            self.line("add.s64 %rd2, %rd1, %rd2;")
            self.line("st.shared.u32 [%%rd2], %s;" % register)
            self.line("bar.warp.sync %s;" % mask)
            self.line("xor.b32 %%r0, %%r0, %d;" % self.distance)
            self.line("mul.wide.u32 %rd2, %r0, 4;")
            self.line("add.s64 %rd2, %rd1, %rd2;")
            self.line("ld.shared.u32 %s, [%%rd2];" % got)
            self.line("bar.warp.sync %s;" % mask)
            found = {t: values[partner[t]] for t in self.lanes}
        else:
            return self.among_all(how, register, values, got)
        self.add(got, found)

    def among_all(self, how, register, values, got):
        """Of all lanes of the mask: those that are named alone."""
        mask = 0
        for t in self.lanes:
            mask |= 1 << t % 32
        warp = {t: [u for u in self.lanes if u // 32 == t // 32] for t in self.lanes}
        if how == "redux":
            op = self.rng.choice(["add", "and", "or", "xor", "min", "max"])
            kind = "u32" if op in ("add", "min", "max") else "b32"
            self.line("redux.sync.%s.%s %s, %s, %d;" % (op, kind, got, register, signed(mask, 32)))
            fold = {"add": lambda a, b: a + b & 0xFFFFFFFF, "and": int.__and__, "or": int.__or__,
                    "xor": int.__xor__, "min": min, "max": max}[op]
            found = {}
            for t in self.lanes:
                all_of = [values[u] for u in warp[t]]
                found[t] = all_of[0]
                for more in all_of[1:]:
                    found[t] = fold(found[t], more)
        else:
            self.line("setp.ne.u32 %%p1, %s, 0;" % register)
            if how == "ballot":
                self.line("vote.sync.ballot.b32 %s, %%p1, %d;" % (got, signed(mask, 32)))
                found = {t: sum(1 << u % 32 for u in warp[t] if values[u]) for t in self.lanes}
            else:
                self.line("vote.sync.%s.pred %%p2, %%p1, %d;" % (how, signed(mask, 32)))
                self.line("selp.b32 %s, 1, 0, %%p2;" % got)
                fold = any if how == "any" else all
                found = {t: int(fold(values[u] != 0 for u in warp[t])) for t in self.lanes}
        self.add(got, found)

    def follow(self):
        """Through an address in memory."""
        v = self.rng.choice([v for v in self.variables if v.space == "global"] or [None])
        if not v or len(v.data) < 4:
            return
        at = self.rng.randrange(len(v.data) // 4) * 4
        self.pointers.append("%s%s" % (v.name, "+%d" % at if at else ""))
        register = self.new()
        self.line("ld.global.u64 %%rd1, [ptr+%d];" % (8 * (len(self.pointers) - 1)))
        self.line("ld.u32 %s, [%%rd1];" % register)
        self.add(register, {t: v.load(at, 4) for t in self.lanes})

    def build(self):
        rng = self.rng
        self.pointers = []
        for _ in range(rng.randint(1, 4)):
            if self.pointer and rng.random() < 0.4:
                self.follow()
            elif rng.random() < 0.5:
                self.add(*self.read())
            else:
                self.exchange()
        declarations = "".join(v.text for v in self.variables)
        if self.pointers:
            count = len(self.pointers) + rng.randint(0, 1)
            declarations += ".visible .global .align 8 .u64 ptr[%d] = {%s};\n" % (
                count, ", ".join("generic(%s)%s" % (p.split("+")[0], "+" + p.split("+")[1] if "+" in p
                                                   else "") for p in self.pointers))
        text = PTX_HEAD + declarations
        text += ".visible .entry k(.param .u64 out)\n{\n.reg .b16 %%rs<3>;\n.reg .b32 %%r<%d>;\n" % (
            self.registers + 1)
        text += ".reg .b64 %%rd<9>;\n.reg .pred %%p<3>;\n.shared .align 4 .b8 room[%d];\n" % (
            4 * self.threads)
        text += "\n".join(self.lines)
        text += ("\nld.param.u64 %%rd4, [out];\nmov.u32 %%r0, %%tid.x;\nmul.wide.u32 %%rd5, %%r0, 4;\n"
                 "add.s64 %%rd4, %%rd4, %%rd5;\nst.global.u32 [%%rd4], %s;\nret;\n}\n"
                 % self.accumulator)
        bind = "launch k(out), threads %d, others absent\n" % self.threads
        for i, t in enumerate(self.lanes):
            bind += "P%d = thread %d\n" % (i, t)
        bind += "init { int out[%d]; }\n" % self.threads
        bind += "exists (%s)\n" % " /\\ ".join(
            "out[%d]=%d" % (t, signed(self.value[t], 32)) for t in self.lanes)
        return text, ".ptx", bind


# ---- AMD


def amd_variable(rng, name):
    data, text = b"", ""
    uniform = rng.choice([None, None, ".byte", ".short", ".long", ".quad"])
    sizes = {".byte": 1, ".short": 2, ".long": 4, ".quad": 8}
    for _ in range(rng.randint(1, 5)):
        directive = uniform or rng.choice([".byte", ".short", ".long", ".quad", ".zero", ".ascii"])
        if directive == ".zero":
            size = rng.randint(1, 9)
            text += "\t.zero\t%d\n" % size
            data += bytes(size)
        elif directive == ".ascii":
            value = bytes(rng.choice([0, 1, 9, 34, 65, 92, 97, 200]) for _ in range(rng.randint(1, 4)))
            zero = rng.random() < 0.5
            text += '\t.%s\t"%s"\n' % ("asciz" if zero else "ascii",
                                       "".join("\\%03o" % b if b < 32 or b > 126 or b in (34, 92)
                                               else chr(b) for b in value))
            data += value + (b"\0" if zero else b"")
        else:
            size = sizes[directive]
            value = rng.getrandbits(8 * size)
            text += "\t%s\t%d\n" % (directive, value)
            data += value.to_bytes(size, "little")
    text = "\t.type\t%s,@object\n\t.p2align\t4, 0x0\n%s:\n%s\t.size\t%s, %d\n\n" % (
        name, name, text, name, len(data))
    return Variable(name, data, text)


class Amd:
    """v4 is the result, a value of 32 bits; v0 the thread's number, s2 the workgroup's."""

    def __init__(self, rng):
        self.rng = rng
        self.variables = [amd_variable(rng, "g%d" % i) for i in range(rng.randint(1, 3))]
        self.lines = ["v_mov_b32_e32 v4, 0", "v_mov_b32_e32 v9, 0"]
        self.blocks, self.threads = rng.choice([1, 1, 2]), 128
        self.named = [(b, t) for b in range(self.blocks) for t in (0, 64)]
        self.value = {n: 0 for n in self.named}
        self.arguments, self.slots, offset = [], [], 8
        for _ in range(rng.randint(0, 4)):
            size = rng.choice([1, 2, 4, 8])
            offset = (offset + size - 1) // size * size
            self.slots.append((offset, size, rng.getrandbits(8 * size)))
            offset += size
        self.hidden = (offset + 7) // 8 * 8
        self.lds = rng.choice([0, 4, 12])

    def add(self, values):
        """What is in v5 or s8 is in v5 now."""
        self.lines.append("v_lshl_add_u32 v4, v4, 1, v4")
        self.lines.append("v_add_u32_e32 v4, v4, v5")
        for n in self.named:
            self.value[n] = (self.value[n] * 3 + values[n]) & 0xFFFFFFFF

    def read_variable(self):
        v = self.rng.choice(self.variables)
        size = self.rng.choice([s for s in (1, 2, 4) if s <= len(v.data)])
        at = self.rng.randrange(len(v.data) // size) * size
        sign = self.rng.random() < 0.5
        words = {1: ["ubyte", "sbyte"], 2: ["ushort", "sshort"], 4: ["dword", "dword"]}
        base = self.rng.randint(0, at)
        self.lines += ["s_getpc_b64 s[6:7]", "s_add_u32 s6, s6, %s@rel32@lo+%d" % (v.name, 4 + base),
                       "s_addc_u32 s7, s7, %s@rel32@hi+%d" % (v.name, 12 + base),
                       "global_load_%s v5, v9, s[6:7] offset:%d" % (words[size][sign], at - base),
                       "s_waitcnt vmcnt(0)"]
        self.add({n: v.load(at, size, sign) & 0xFFFFFFFF for n in self.named})

    def arguments_at(self, offset):
        """Four bytes of the arguments, of the runtime's behind them, too."""
        data = bytearray(self.hidden + 24)
        for at, size, value in self.slots:
            data[at:at + size] = value.to_bytes(size, "little")
        for i, value in enumerate((self.blocks, 1, 1)):
            data[self.hidden + 4 * i:self.hidden + 4 * i + 4] = value.to_bytes(4, "little")
        for i, value in enumerate((self.threads, 1, 1)):
            data[self.hidden + 12 + 2 * i:self.hidden + 14 + 2 * i] = value.to_bytes(2, "little")
        return int.from_bytes(data[offset:offset + 4], "little")

    def read_argument(self):
        offset = self.rng.randrange(8, self.hidden + 17, 4)
        self.lines += ["s_load_dword s8, s[0:1], 0x%x" % offset, "s_waitcnt lgkmcnt(0)",
                       "v_mov_b32_e32 v5, s8"]
        value = self.arguments_at(offset)
        self.add({n: value for n in self.named})

    def exchange(self):
        """Each wave leaves its number and its result in LDS and takes the other's result."""
        if not self.lds or not self.rng.random() < 0.7:
            return
        at = self.rng.choice([0, 4])
        if self.lds < 12:
            at = 0
        pair = at == 0 and self.lds == 12 and self.rng.random() < 0.5
        self.lines += ["v_lshrrev_b32_e32 v6, 4, v0"]  # 0 or 4
        if self.lds == 4:  # one word, from wave 1 to wave 0
            self.lines += ["s_barrier", "v_cmp_lt_u32_e32 vcc, 63, v0", "s_and_saveexec_b64 s[10:11], vcc",
                           "ds_write_b32 v9, v4", "s_or_b64 exec, exec, s[10:11]",
                           "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_read_b32 v5, v9",
                           "s_waitcnt lgkmcnt(0)"]
            found = {n: self.value[(n[0], 64)] for n in self.named}
        else:
            self.lines += ["s_barrier", "ds_write_b32 v6, v4%s" % (" offset:%d" % at if at else ""),
                           "s_waitcnt lgkmcnt(0)", "s_barrier", "v_xor_b32_e32 v6, 4, v6"]
            if pair:
                self.lines += ["ds_read2_b32 v[6:7], v9 offset0:0 offset1:1", "s_waitcnt lgkmcnt(0)",
                               "v_sub_u32_e32 v5, v6, v7"]
                found = {n: (self.value[(n[0], 0)] - self.value[(n[0], 64)]) & 0xFFFFFFFF
                         for n in self.named}
            else:
                self.lines += ["ds_read_b32 v5, v6%s" % (" offset:%d" % at if at else ""),
                               "s_waitcnt lgkmcnt(0)"]
                found = {n: self.value[(n[0], 64 - n[1])] for n in self.named}
        self.add(found)

    def build(self):
        for _ in range(self.rng.randint(1, 4)):
            self.rng.choice([self.read_variable, self.read_argument, self.exchange])()
        self.lines += ["v_mov_b32_e32 v6, s2", "v_lshlrev_b32_e32 v6, 9, v6",
                       "v_lshl_add_u32 v6, v0, 2, v6", "s_load_dwordx2 s[0:1], s[0:1], 0x0",
                       "s_waitcnt lgkmcnt(0)", "global_store_dword v6, v4, s[0:1]", "s_endpgm"]
        text = "k:\n" + "".join("\t%s\n" % line for line in self.lines) + ".Lfunc_end0:\n"
        text += ("\t.amdhsa_kernel k\n\t\t.amdhsa_group_segment_fixed_size %d\n"
                 "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                 "\t\t.amdhsa_system_sgpr_workgroup_id_x 1\n\t.end_amdhsa_kernel\n" % self.lds)
        text += "".join(v.text for v in self.variables)
        slots = [(0, 8, "global_buffer")] + [(o, s, "by_value") for o, s, _ in self.slots]
        for i, axis in enumerate("xyz"):
            slots.append((self.hidden + 4 * i, 4, "hidden_block_count_" + axis))
        for i, axis in enumerate("xyz"):
            slots.append((self.hidden + 12 + 2 * i, 2, "hidden_group_size_" + axis))
        text += "amdhsa.kernels:\n"
        for i, (offset, size, kind) in enumerate(slots):
            text += ("  - .args:\n" if i == 0 else "") + (
                "      - .offset: %d\n        .size: %d\n        .value_kind: %s\n" % (offset, size, kind))
        text += "    .name: k\n"
        bind = "launch k(out%s), blocks %d, threads %d, others absent\n" % (
            "".join(", %d" % value for _, _, value in self.slots), self.blocks, self.threads)
        for i, (block, thread) in enumerate(self.named):
            bind += "P%d = block %d, thread %d\n" % (i, block, thread)
        bind += "init { int out[%d]; }\n" % (self.blocks * self.threads)
        bind += "exists (%s)\n" % " /\\ ".join(
            "out[%d]=%d" % (b * self.threads + t, signed(self.value[(b, t)], 32))
            for b, t in self.named)
        return text, ".s", bind


# ---- both


def run(arguments, **more):
    return subprocess.run(arguments, capture_output=True, text=True, check=False, **more)


def main():
    cmcm, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    wrong = refused = 0
    with tempfile.TemporaryDirectory() as work:
        for n in range(seed, seed + count):
            text, suffix, bind = (Ptx if n % 2 else Amd)(random.Random(n)).build()
            kernel, binding = os.path.join(work, "k" + suffix), os.path.join(work, "k.bind")
            for path, content in ((kernel, text), (binding, bind)):
                with open(path, "w", encoding="ascii") as file:
                    file.write(content)
            test = run([cmcm, "import", "--strict", kernel, "--bind", binding])
            answer = run([cmcm, "check", "-q", "-"], input=test.stdout).stdout.strip() \
                if test.returncode == 0 else "refused"
            if answer == "k: Ok (Always, 1 state)":
                continue
            if "??" in answer:
                refused += 1
                print("%d: %s" % (n, answer))
                continue
            wrong += 1
            print("%d: %s %s" % (n, answer, test.stderr[:300]))
            if keep:
                os.makedirs(keep, exist_ok=True)
                for name, content in (("%d%s" % (n, suffix), text), ("%d.bind" % n, bind)):
                    with open(os.path.join(keep, name), "w", encoding="ascii") as file:
                        file.write(content)
    print("%d kernels, %d not known, %d wrong" % (count, refused, wrong))


main()
