"""c_numbers.py COMPILER SEED COUNT DIRECTORY: random functions of one thread on objects and variables
of all types, as tests of C whose question is what the compiled function computes. It has no int that
overflows: signed operands have at most 16 bits, and what is multiplied 8."""
import random
import subprocess
import sys

compiler, seed, count, directory = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
draw = random.Random(seed)
TYPES = {"int8_t": (8, True), "uint8_t": (8, False), "char": (8, True), "unsigned char": (8, False),
         "short": (16, True), "uint16_t": (16, False), "unsigned short": (16, False),
         "unsigned": (32, False), "uint32_t": (32, False), "uint64_t": (64, False)}


def number(kind):
    bits, signed = TYPES[kind]
    low = -(1 << bits - 1) if signed else 0
    return draw.choice([0, 1, 2, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, low,
                        low + (1 << bits) - 1, draw.randrange(low, low + (1 << bits))])


def literal(value):
    return f"{value}" if value < 1 << 31 else f"{value}u"


class Function:
    def __init__(self):
        kinds = draw.sample(list(TYPES), 4)
        self.plain = {"x": kinds[0], "y": kinds[1]}
        self.atomic = {"a": kinds[2], "b": kinds[3]}
        self.variables, self.arrays, self.results, self.lines, self.jumps = {}, {}, [], [], 0
        self.values = {n: self.fitting(k) for n, k in (self.plain | self.atomic).items()}
        for _ in range(draw.randrange(4, 12)):
            self.lines.append(draw.choice([self.variable, self.assign, self.update, self.result, self.result,
                                           self.atomics, self.atomics, self.exchange, self.jumping, self.array])())

    def fitting(self, kind):
        value, (bits, signed) = number(kind) % (1 << TYPES[kind][0]), TYPES[kind]
        return value - (1 << bits) if signed and value >> bits - 1 else value

    def elements(self):
        """One of each array, by a number or by what is computed."""
        index = draw.choice(["0", "1"] + [f"{n} & 1" for n in ["*x", "*y"] + list(self.variables)])
        return {f"{n}[{index}]": k for n, k in self.arrays.items()}

    def operand(self, most=64, atomic=True):
        """A value of a type of so many bits at most, and whether it has none or 32 at least."""
        named = [(f"*{n}", k) for n, k in self.plain.items()] + list(self.variables.items()) + list(self.elements().items())
        if atomic:
            named += [(f"atomic_load(&*{n})".replace("&*", ""), k) for n, k in self.atomic.items()]
        named = [(n, k) for n, k in named if TYPES[k][0] <= most]
        if most == 64 and draw.random() < 0.1:
            return draw.choice([("1u", True), ("0xffffffff", True), ("0x80000000u", True), ("4294967295", False),
                                ("3ul", True)])
        if not named or draw.random() < 0.25:
            return str(draw.choice([0, 1, 2, 3, 100, 127, 128, 200, 255 if most > 8 else 5])), False
        name, kind = draw.choice(named)
        if draw.random() < 0.15:
            kind = draw.choice([k for k in TYPES if TYPES[k][0] <= most])
            name = f"({kind}){name}"
        return name, not TYPES[kind][1] and TYPES[kind][0] >= 32

    def expression(self):
        operator = draw.choice(["+", "-", "*", "&", "|", "^", "<", "<=", ">", "==", "!=", "<<", ">>", "/", "%", "?", "~", "-1"])
        if operator == "*":
            return f"{self.operand(8)[0]} * {self.operand(8)[0]}"
        left, plain = self.operand()
        if operator == "~" or operator == "-1":
            return f"{operator[0]}{self.operand(16)[0]}" if draw.random() < 0.5 else f"{operator[0]}({left})" if plain else f"~{left}"
        if operator in ("<<", ">>"):
            # a negative number is not shifted to the left
            left = left if plain or operator == ">>" else f"({self.operand(16)[0]} & 255)"
            return f"{left} {operator} {draw.randrange(0, 9)}"
        right = self.operand()[0]
        if operator in ("/", "%"):
            return f"{left} {operator} {draw.choice([1, 2, 3, 7, 100])}"
        if operator == "?":
            return f"{left} ? {right} : {self.operand()[0]}"
        return f"{left} {operator} {right}"

    def variable(self):
        name = f"v{len(self.variables)}"
        kind = draw.choice(list(TYPES))
        line = f"{kind} {name} = {self.expression()};"
        self.variables[name] = kind
        return line

    def array(self):
        name, kind = f"t{len(self.arrays)}", draw.choice(list(TYPES))
        size, values = draw.choice([("2", 2), ("3", 1), ("", 2), ("2", 0)])
        line = f"{kind} {name}[{size}] = {{{', '.join(self.expression() for _ in range(values))}}};"
        self.arrays[name] = kind
        return line

    def target(self):
        return draw.choice([f"*{n}" for n in self.plain] + list(self.variables) + list(self.elements()))

    def assign(self):
        return f"{self.target()} = {self.expression()};"

    def update(self):
        target = self.target()
        kind = self.plain.get(target[1:]) or self.variables.get(target) or self.arrays[target.split("[")[0]]
        signs = ["+=", "-=", "&=", "|=", "^=", ">>="] + ([] if TYPES[kind][1] else ["<<="])
        sign = draw.choice(signs)
        if "<<" in sign or ">>" in sign:
            return f"{target} {sign} {draw.randrange(0, 9)};"
        if draw.random() < 0.2:
            return f"({target}){draw.choice(['++', '--'])};"
        return f"{target} {sign} {self.operand()[0]};"

    def block(self):
        """Statements that declare nothing."""
        return " ".join(draw.choice([self.assign, self.update])() for _ in range(draw.randrange(1, 3)))

    def jumping(self):
        if self.jumps == 2: # what loops may compute becomes too much
            return self.assign()
        self.jumps += 1
        label, test = f"l{self.jumps}", self.expression()
        cases = [f"case {n}:" for n in draw.sample(range(5), draw.randrange(0, 4))] + ["default:"] * draw.randrange(2)
        draw.shuffle(cases)
        return draw.choice([
            f"switch ({self.operand()[0]} & 3) {{ " +
            " ".join(f"{c} {self.block()}" + draw.choice(["", " break;"]) for c in cases) + " }",
            f"for (int i = 0; i < 2; i++) {{ if ({test}) {draw.choice(['break', 'continue'])}; {self.block()} }}",
            f"for (int i = 0; i < 2; i++) {{ switch (i) {{ case 1: {draw.choice(['break', 'continue'])}; default: {self.block()} }} {self.block()} }}",
            f"{{ int k = 0; do {{ if ({test}) continue; {self.block()} }} while (++k < 2); }}",
            f"if ({test}) goto {label}; {self.block()} {label}: ;",
            f"{{ int k = 0; {label}: {self.block()} if (++k < 2 && ({test})) goto {label}; }}",
            f"if ({test}) {{ {self.block()} }} else {{ {self.block()} }}"])

    def result(self, value=None):
        name = f"r{len(self.results)}"
        self.results.append(name)
        return f"int {name} = {value or self.expression()};"

    def atomics(self):
        name = draw.choice(list(self.atomic))
        return self.result(f"atomic_fetch_{draw.choice(['add', 'sub', 'and', 'or', 'xor'])}({name}, {self.operand(atomic=False)[0]})") \
            if draw.random() < 0.7 else f"atomic_store({name}, {self.operand(atomic=False)[0]});"

    def exchange(self):
        name = draw.choice(list(self.atomic))
        if draw.random() < 0.5:
            return self.result(f"atomic_exchange({name}, {self.operand(atomic=False)[0]})")
        kind, expected = self.atomic[name], f"v{len(self.variables)}"
        self.variables[expected] = kind
        first = draw.choice([str(self.values[name]), f"atomic_load({name})"])
        return f"{kind} {expected} = {first}; " + \
            self.result(f"atomic_compare_exchange_strong({name}, &{expected}, {self.operand(atomic=False)[0]})")


functions = [Function() for _ in range(count)]
with open(f"{directory}/all.c", "w") as out:
    print("#include <stdatomic.h>\n#include <stdint.h>\n#include <stdio.h>", file=out)
    for i, f in enumerate(functions):
        names = [(n, k, "") for n, k in f.plain.items()] + [(n, k, "_Atomic ") for n, k in f.atomic.items()]
        print(f"static void f{i}(void) {{", file=out)
        for n, k, how in names:
            print(f"  {how}{k} {n}_object = {literal(f.values[n])}; {how}{k} *{n} = &{n}_object;", file=out)
        for line in f.lines:
            print(f"  {line}", file=out)
        shown = [f"(long long)*{n}" for n, _, _ in names] + f.results
        print(f'  printf("{" ".join(["%lld"] * len(names) + ["%d"] * len(f.results))}\\n", {", ".join(shown)});\n}}', file=out)
    print("int main(void) {", *(f"f{i}();" for i in range(count)), "return 0; }", file=out)
subprocess.run([compiler, "-std=gnu17", "-w", "-fsigned-char", "-o", f"{directory}/all", f"{directory}/all.c"], check=True)
said = subprocess.run([f"{directory}/all"], check=True, capture_output=True, text=True).stdout.splitlines()
for i, (f, line) in enumerate(zip(functions, said, strict=True)):
    names, values = list(f.plain) + list(f.atomic) + f.results, line.split()
    asked = " /\\ ".join(f"{'0:' * (n in f.results)}{n}={v}" for n, v in zip(names, values, strict=True))
    with open(f"{directory}/numbers-{i}.litmus", "w") as out:
        print(f"C++ numbers-{i}", file=out)
        print("{", *(f"{n}={v};" for n, v in f.values.items()), "}", file=out)
        print("P0@cpu (" + ", ".join([f"{k} *{n}" for n, k in f.plain.items()] +
                                 [f"_Atomic {k} *{n}" for n, k in f.atomic.items()]) + ") {", file=out)
        for part in f.lines:
            print(f"  {part}", file=out)
        print(f"}}\nforall ({asked})", file=out)
