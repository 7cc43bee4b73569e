#!/usr/bin/env python3
"""Makes tests of C for `cmcm compile-check`: generate.py COUNT DIRECTORY [SEED], or generate.py pairs
DIRECTORY for all pairs of operations on one location, generate.py needed DIRECTORY for shapes that
need each order that they have.

Of COUNT tests four kinds in turn, each drawn at random:

tight       a shape (below) with just the orders or the fences that forbid its outcome; all results
            are asked for
shape       a shape (MP, SB, LB, S, R, 2+2W, WRC, ISA2) whose accesses are loads, stores and
            read-modify-writes of any order, with a fence or a dependency between them
neighbours  two operations on one location, where compilers merge, drop or change operations:
            unused results, operands that change nothing, compare-exchange of constants, stores of
            the same value; the rest of MP or SB is around them
branches    the same, inside branches that are alike, never taken, always taken, or taken by what
            was read

No test has a condition that matters: compile-check compares all outcomes. What it asks of is which
local variables are stored at the end, so that each result is named in some tests and not in others.
"""
import random
import sys
from pathlib import Path

LOADS = ("relaxed", "acquire", "seq_cst", "relaxed", "acquire", "seq_cst", "consume")
STORES = ("relaxed", "release", "seq_cst")
ORDERS = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
FENCES = ("acquire", "release", "acq_rel", "seq_cst")
TYPES = ("int", "int", "int", "char", "short", "int64_t", "uint8_t", "unsigned")
SHAPES = {
    "MP": ("Wx Wy", "Ry Rx"), "SB": ("Wx Ry", "Wy Rx"), "LB": ("Rx Wy", "Ry Wx"),
    "S": ("Wx Wy", "Ry Wx"), "R": ("Wx Wy", "Wy Rx"), "2+2W": ("Wx Wy", "Wy Wx"),
    "WRC": ("Wx", "Rx Wy", "Ry Rx"), "ISA2": ("Wx Wy", "Ry Wz", "Rz Rx"),
}


def mo(order):
    return "memory_order_" + order


class Thread:
    def __init__(self, r, kinds):
        self.r, self.kinds, self.lines, self.registers, self.expected, self.depth = r, kinds, [], 0, 0, 1

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def result(self, expression, used):
        """The result in a variable of its own, or dropped."""
        if not used:
            self.line(expression + ";")
            return None
        name = f"r{self.registers}"
        self.registers += 1
        self.line(f"int {name} = {expression};")
        return name

    def compare(self, at, old, new, used, r):
        name = f"e{self.expected}"
        self.expected += 1
        self.line(f"{self.kinds[at]} {name} = {old};")
        success = r.choice(ORDERS)
        failure = r.choice(("relaxed", "acquire", "seq_cst"))
        return self.result(f"atomic_compare_exchange_strong_explicit({at}, &{name}, {new}, "
                           f"{mo(success)}, {mo(failure)})", used)

    def fence(self):
        self.line(f"atomic_thread_fence({mo(self.r.choice(FENCES))});")

    def rmw(self, at, value, used):
        of = self.r.choice(("exchange", "exchange", "fetch_add", "fetch_or", "compare"))
        if of == "compare":
            return self.compare(at, self.r.choice((0, 1)), value, used, self.r)
        return self.result(f"atomic_{of}_explicit({at}, {value}, {mo(self.r.choice(ORDERS))})", used)

    def tight_rmw(self, at, value, order):
        """One that reads (value None: the result is used), or writes the value."""
        of = "exchange" if value else self.r.choice(("fetch_add", "exchange", "compare"))
        if of != "compare":
            order = self.r.choice((order, order, {"acq_rel": "release" if value else "acquire"}
                                   .get(order, order)))
            self.result(f"atomic_{of}_explicit({at}, {value or 5}, {mo(order)})",
                        not value or self.r.random() < 0.3)
            return
        name = f"e{self.expected}"
        self.expected += 1
        self.line(f"{self.kinds[at]} {name} = 1;")
        fails = {"acq_rel": "acquire"}.get(order, order)
        self.result(f"atomic_compare_exchange_strong_explicit({at}, &{name}, 5, {mo(order)}, "
                    f"{mo(self.r.choice(('relaxed', fails)))})", True)

    def write(self, at, value):
        if self.r.random() < 0.3:
            return self.rmw(at, value, self.r.random() < 0.5)
        self.line(f"atomic_store_explicit({at}, {value}, {mo(self.r.choice(STORES))});")
        return None

    def read(self, at):
        how = self.r.random()
        if how < 0.2:
            return self.rmw(at, self.r.choice((0, 1, 2)), True)
        return self.result(f"atomic_load_explicit({at}, {mo(self.r.choice(LOADS))})", True)

    def idempotent(self, at):
        """An operation that changes nothing, or may be merged with its neighbour."""
        r, used = self.r, self.r.random() < 0.3
        of = r.choice(("add 0", "or 0", "xor 0", "and -1", "sub 0", "and 0", "or -1", "exchange",
                       "same", "compare", "compare same", "load", "store", "add", "twice"))
        order = mo(r.choice(ORDERS))
        if of == "exchange":
            return self.result(f"atomic_exchange_explicit({at}, 2, {order})", used)
        if of == "compare":
            return self.compare(at, 0, 2, used, r)
        if of == "compare same":
            return self.compare(at, 1, 1, used, r)
        if of == "load":
            return self.result(f"atomic_load_explicit({at}, {mo(r.choice(LOADS))})", used)
        if of in ("store", "same"):
            value = 2 if of == "store" else 1
            self.line(f"atomic_store_explicit({at}, {value}, {mo(r.choice(STORES))});")
            return None
        if of == "twice":
            self.line(f"atomic_fetch_add_explicit({at}, 1, {order});")
            return self.result(f"atomic_fetch_sub_explicit({at}, 1, {order})", used)
        what, value = (of + " 1").split()[:2]
        return self.result(f"atomic_fetch_{what}_explicit({at}, {value}, {order})", used)

    def branch(self, body, condition):
        """`if (CONDITION) BODY`, with an else that may do the same."""
        self.line(f"if ({condition}) {{")
        self.depth += 1
        before = len(self.lines), self.registers, self.expected
        body()
        own = self.lines[before[0]:]
        self.depth -= 1
        kind = self.r.random()
        if kind < 0.4 and not any(" = " in line for line in own):
            self.line("} else {")
            self.lines += own
        elif kind < 0.6:
            self.line("} else {")
            self.depth += 1
            body()
            self.depth -= 1
        self.line("}")


def of_shape(r, threads, middle):
    """The threads of a shape; middle(thread, what was read, location) writes between two accesses."""
    made, value = [], {}
    kinds = {at: r.choice(TYPES) for at in "xyz"}
    for accesses in threads:
        t = Thread(r, kinds)
        last = None
        for i, access in enumerate(accesses.split()):
            if i:
                middle(t, last, access[1])
            if access[0] == "W":
                value[access[1]] = value.get(access[1], 0) + 1
                last = t.write(access[1], value[access[1]])
            else:
                last = t.read(access[1])
        made.append(t)
    return made


def tight(r):
    """SB, R and 2+2W need seq_cst on all accesses or between them; the others a release behind
    what is handed over and an acquire before what takes it, by accesses or fences."""
    name = r.choice(sorted(SHAPES))
    total = name in ("SB", "R", "2+2W")
    strong = "seq_cst" if total else r.choice(("acq_rel", "acq_rel", "acq_rel", "seq_cst"))
    of_all = r.choice(("both", "fence"))
    kinds, made, value = {at: r.choice(TYPES) for at in "xyz"}, [], {}
    for accesses in SHAPES[name]:
        t = Thread(r, kinds)
        writes_first = accesses[0] == "W"
        how = of_all if total else r.choice(("second" if writes_first else "first", "half", "fence"))
        for i, access in enumerate(accesses.split()):
            reads, at = access[0] == "R", access[1]
            if i and how in ("fence", "half"):
                half = "release" if writes_first else "acquire"
                t.line(f"atomic_thread_fence({mo(half if how == 'half' else strong)});")
            ordered = how == "both" or how == ("first", "second")[i]
            if not reads:
                value[at] = value.get(at, 0) + 1
            if r.random() < 0.3:
                t.tight_rmw(at, None if reads else value[at], strong if ordered else "relaxed")
                continue
            half = {"acq_rel": "acquire" if reads else "release"}.get(strong, strong)
            order = mo(half if ordered else "relaxed")
            if reads:
                t.result(f"atomic_load_explicit({at}, {order})", True)
            else:
                t.line(f"atomic_store_explicit({at}, {value[at]}, {order});")
        made.append(t)
    return name, made


def shape(r):
    def middle(t, _, at):
        if r.random() < 0.4:
            t.fence()
    name = r.choice(sorted(SHAPES))
    return name, of_shape(r, SHAPES[name], middle)


def neighbours(r):
    chosen = r.randrange(2)
    count = [0]

    def middle(t, _, at):
        other = r.choice("xyz"[:2])
        if count[0] == chosen or r.random() < 0.2:
            if r.random() < 0.5:
                t.fence()
            for _ in range(r.choice((1, 2))):
                t.idempotent(other if r.random() < 0.5 else at)
            if r.random() < 0.6:
                t.fence()
        count[0] += 1
    name = r.choice(("MP", "SB", "S", "R", "2+2W"))
    return name, of_shape(r, SHAPES[name], middle)


def branches(r):
    def middle(t, last, at):
        if r.random() < 0.3:
            t.fence()
        read = last or t.read(r.choice("xy"))
        condition = r.choice((read, f"{read} == 1", f"{read} != {read}", f"{read} == {read}",
                              f"({read} & 0) == 0", "0", "1", f"{read} > 5"))
        t.branch(lambda: t.idempotent(r.choice("xy")) if r.random() < 0.5
                 else t.write(r.choice("xy"), 3), condition)
    name = r.choice(("MP", "SB", "LB", "S", "R"))
    return name, of_shape(r, SHAPES[name], middle)


# All pairs of operations on one location: what they do, and the orders that each is tried with.
RESULTS = ("", "r{} = ")
PAIRED = [(name, result, order)
          for name, results, orders in
          [("load", RESULTS, ("relaxed", "acquire")), ("store 1", "0", ("relaxed", "release")),
           ("store 2", "0", ("relaxed", "release")), ("exchange 2", RESULTS, ("relaxed", "acq_rel")),
           ("compare 0 2", RESULTS, ("relaxed", "acq_rel")), ("compare 1 1", "0", ("relaxed", "acq_rel"))] +
          [(f"fetch_{of}", "0", ("relaxed", "acq_rel"))
           for of in ("add 0", "sub 0", "or 0", "xor 0", "and -1", "add 1", "sub 1", "and 0", "or -1")]
          for result in results for order in orders]


def paired(number, at, operation):
    """Its lines; a result that is used is r1 or r2."""
    (what, *values), result, order = operation[0].split(), operation[1], operation[2]
    to = f"int r{number} = " if result.startswith("r") else ""
    if what != "compare":
        given = "".join(value + ", " for value in values)
        return [f"  {to}atomic_{what}_explicit({at}, {given}{mo(order)});"]
    fails = {"acq_rel": "acquire"}.get(order, order)
    return [f"  int e{number} = {values[0]};",
            f"  {to}atomic_compare_exchange_strong_explicit({at}, &e{number}, {values[1]}, "
            f"{mo(order)}, {mo(fails)});"]


def pairs():
    """Each pair between what it may order: behind it an acquire fence, which takes what was handed
    over in MP, or fences on both sides, as in SB."""
    for i, first in enumerate(PAIRED):
        for k, second in enumerate(PAIRED):
            lines = paired(1, "y", first) + paired(2, "y", second)
            own = [f"1:r{n}=0" for n, o in ((1, first), (2, second)) if o[1].startswith("r")]
            end = ["  atomic_thread_fence(memory_order_acquire);"]
            for name, before, other, at in (
                    ("MP", [], ["  atomic_store_explicit(x, 1, memory_order_relaxed);",
                                "  atomic_store_explicit(y, 1, memory_order_release);"], "x"),
                    ("SB", ["  atomic_store_explicit(x, 1, memory_order_relaxed);",
                            "  atomic_thread_fence(memory_order_release);"],
                     ["  atomic_store_explicit(z, 1, memory_order_relaxed);",
                      "  atomic_fetch_add_explicit(y, 4, memory_order_acq_rel);",
                      "  int r0 = atomic_load_explicit(x, memory_order_relaxed);"], "z")):
                load = f"  int r0 = atomic_load_explicit({at}, memory_order_relaxed);"
                both = ["0:r0=0"] if name == "SB" else []
                yield f"{name}+{i:02}+{k:02}", "\n".join(
                    [f"C {name}+{i:02}+{k:02}", "{ x=0; y=0; z=0; }", "P0 (int* x, int* y, int* z) {"] +
                    other + ["}", "P1 (int* x, int* y, int* z) {"] + before + lines + end +
                    [load, "}", "exists (" + " /\\ ".join(both + own + ["1:r0=0", "y=1"]) + ")", ""])


# What each thread of a shape does with the order of the others: it hands over what it did, takes what
# was handed over, or both. Only the second access of who hands over, and the first of who takes, have
# an order, or the fence between the two.
ROLES = {"MP": ("give", "take"), "S": ("give", "take"), "LB": ("give", "take"),
         "WRC": ("", "give", "take"), "ISA2": ("give", "both", "take")}
WAYS = ("access", "exchange", "fetch_add", "compare", "fence", "acq_rel fence")


def one_access(thread, reads, at, value, operation, order):
    """An access that reads gives its result; what it may write then is 7."""
    if operation == "access":
        thread.result(f"atomic_load_explicit({at}, {mo(order)})", True) if reads else \
            thread.line(f"atomic_store_explicit({at}, {value}, {mo(order)});")
    elif operation == "compare":
        name = f"e{thread.expected}"
        thread.expected += 1
        thread.line(f"{thread.kinds[at]} {name} = {int(reads)};")
        fails = "seq_cst" if order == "seq_cst" else "acquire" if reads and order != "relaxed" else "relaxed"
        thread.result(f"atomic_compare_exchange_strong_explicit({at}, &{name}, {7 if reads else value}, "
                      f"{mo(order)}, {mo(fails)})", True)
    else:
        new = value if not reads else 7 if operation == "exchange" else 0
        thread.result(f"atomic_{operation}_explicit({at}, {new}, {mo(order)})", reads)


def handed_on(accesses, role, way, kinds):
    """A thread of a shape that hands over and takes in this way, and in no other."""
    t = Thread(None, kinds)
    for i, access in enumerate(accesses.split()):
        reads, at = access[0] == "R", access[1]
        half = {"give": "release", "take": "acquire"}.get(role, "acq_rel")
        if i and role and way.endswith("fence"):
            t.line(f"atomic_thread_fence({mo('acq_rel' if way[0] == 'a' else half)});")
        ordered = not way.endswith("fence") and role in (("both", "take") if i == 0 else ("both", "give"))
        half = "acquire" if reads else "release"
        one_access(t, reads, at, 1 + (access == "Wx" and i), way if ordered else "access",
                   half if ordered else "relaxed")
    return t


def needed():
    """Hand-overs, the shapes that only seq_cst forbids, and read-modify-writes of which any may be
    the first, so that each needs its acquire and its release."""
    number = 0
    for name, way in [(name, way) for name in ROLES for way in WAYS]:
        kinds = {at: ("int", "int64_t")[number % 2] for at in "xyz"}
        yield f"{name}+needed{number:02}", [handed_on(accesses, role, way, kinds)
                                            for accesses, role in zip(SHAPES[name], ROLES[name])]
        number += 1
    for name, way in [(name, way) for name in ("SB", "R", "2+2W")
                      for way in ("access", "exchange", "fetch_add", "fence")]:
        kinds = {at: ("int", "int64_t")[number % 2] for at in "xyz"}
        threads = []
        for k, accesses in enumerate(SHAPES[name]):
            t = Thread(None, kinds)
            for i, access in enumerate(accesses.split()):
                if i and way == "fence":
                    t.line(f"atomic_thread_fence({mo('seq_cst')});")
                one_access(t, access[0] == "R", access[1], k + 1, "access" if way == "fence" else way,
                           "relaxed" if way == "fence" else "seq_cst")
            threads.append(t)
        yield f"{name}+needed{number:02}", threads
        number += 1
    for operation, used in [(o, u) for o in ("exchange", "fetch_add", "fetch_or") for u in (True, False)]:
        threads = []
        for own, other in ("xz", "zx"):
            t = Thread(None, {at: "int" for at in "xyz"})
            one_access(t, False, own, 1, "access", "relaxed")
            t.result(f"atomic_{operation}_explicit(y, 1, {mo('acq_rel')})", used)
            one_access(t, True, other, 0, "access", "relaxed")
            threads.append(t)
        yield f"SB+needed{number:02}", threads
        number += 1


def write(directory, tests):
    to = Path(directory)
    to.mkdir(parents=True, exist_ok=True)
    names = []
    for name, body in tests:
        (to / f"{name}.litmus").write_text(body)
        names.append(f"{name}.litmus\n")
    (to / "@all").write_text("".join(names))


def text(name, r, threads, all_of_it):
    used = sorted({c for t in threads for l in t.lines for c in "xyz" if f"({c}," in l})
    kinds = threads[0].kinds
    out = [f"C {name}", "{ " + " ".join(f"{c}=0;" for c in used) + " }"]
    names = []
    for i, t in enumerate(threads):
        own = [c for c in used if any(f"({c}," in l for l in t.lines)]
        out.append(f"P{i} (" + ", ".join(f"{kinds[c]}* {c}" for c in own) + ") {")
        out += t.lines + ["}"]
        names += [f"{i}:r{k}=0" for k in range(t.registers) if all_of_it or r.random() < 0.8]
    final = [f"{c}=1" for c in used if r is None or r.random() < 0.5] or [f"{used[0]}=1"]
    return "\n".join(out + ["exists (" + r" /\ ".join(names + final) + ")", ""])


def drawn(count, seed):
    r = random.Random(seed)
    kinds = (tight, shape, neighbours, branches)
    for i in range(count):
        kind = kinds[i % len(kinds)]
        of, threads = kind(r)
        name = f"{of}+{kind.__name__}{i:04}"
        yield name, text(name, r, threads, kind is tight)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    write(sys.argv[2], pairs() if sys.argv[1] == "pairs" else
          ((name, text(name, None, threads, True)) for name, threads in needed()) if sys.argv[1] == "needed" else
          drawn(int(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
