"""Waves with loops that wait, by chance, and what two models say of them.

cdna_rounds.py SEED COUNT DIRECTORY: writes that many tests.
cdna_rounds.py OUTPUT OUTPUT, both in herd's format: prints the tests of which the second has a state
that the first, which is certain, has not, or the other way round; status 1 where there are any, 2
where no test is certain by the first alone."""
import random
import sys

ADDRESS = {"x": "v[2:3]", "y": "v[4:5]", "l": "v[6:7]"}

def access(r, at, fresh):
    scope = r.choice(["", " sc1", " sc1", " sc0 sc1"])
    kind = r.randrange(6)
    if kind < 2:
        return [f"global_store_dword {ADDRESS[at]}, v{r.choice([1, 1, 0])}, off{scope}"]
    if kind < 4:
        return [f"global_load_dword v{fresh}, {ADDRESS[at]}, off{scope}"] + ["s_waitcnt vmcnt(0)"] * r.randrange(2)
    return [r.choice(["buffer_wbl2 sc1", "buffer_inv sc1", "s_waitcnt vmcnt(0)"])]

def loop(r, thread):
    at = "l"
    how = r.choice(["swap", "swap", "or", "add", "load"])
    scope = r.choice(["", " sc1"])
    first = {"swap": f"global_atomic_swap v8, {ADDRESS[at]}, v1, off sc0{scope}",
             "or": f"global_atomic_or v8, {ADDRESS[at]}, v1, off sc0{scope}",
             "add": f"global_atomic_add v8, {ADDRESS[at]}, v0, off sc0{scope}",
             "load": f"global_load_dword v8, {ADDRESS[at]}, off sc1"}[how]
    wants = "v_cmp_ne_u32 vcc, 0, v8" if how in ("swap", "or") else r.choice(["v_cmp_eq_u32 vcc, 0, v8", "v_cmp_ne_u32 vcc, 0, v8"])
    return [f"L{thread}: {first}", "s_waitcnt vmcnt(0)", wants, f"s_cbranch_vccnz L{thread}"], at

def wave(r, thread, loops):
    rows, fresh = [], 10
    for _ in range(r.randrange(3)):
        rows += access(r, r.choice("lllx"), fresh)
        fresh += 1
    if loops:
        more, at = loop(r, thread)
        rows += more
        for _ in range(r.randrange(3)):
            rows += access(r, r.choice("lx"), fresh)
            fresh += 1
        if r.randrange(2):
            rows += ["s_waitcnt vmcnt(0)"] * r.randrange(2)
            rows += [f"global_store_dword {ADDRESS[at]}, v0, off{r.choice(['', ' sc1'])}"]
    else:
        rows += access(r, r.choice("lllx"), fresh)
    return rows, fresh

def write(seed, count, where):
    for i in range(count):
        r = random.Random(seed * 100000 + i)
        threads = r.choice([2, 2, 3])
        groups = [r.randrange(2) for _ in range(threads)]
        agents = [0] * threads if r.randrange(4) else groups
        columns, seen = [], []
        for t in range(threads):
            rows, fresh = wave(r, t, t == 0 or r.randrange(2))
            columns.append(rows)
            seen += [f"{t}:v{n}" for n in [8] + list(range(10, fresh)) if any(f" v{n}, v[" in row for row in rows)]
        initial = f"x={r.randrange(2)}; y=0; l={r.randrange(2)}; "
        for t in range(threads):
            initial += f"{t}:v0=0; {t}:v1=1; {t}:v[2:3]=x; {t}:v[4:5]=y; {t}:v[6:7]=l; "
        heads = [f"P{t}@workgroup {groups[t]},xcd {groups[t]},agent {agents[t]}" for t in range(threads)]
        height = max(map(len, columns))
        table = [" | ".join(heads) + " ;"]
        for k in range(height):
            table.append(" | ".join(c[k] if k < len(c) else "" for c in columns) + " ;")
        with open(f"{where}/r{i}.litmus", "w") as out:
            out.write(f"CDNA r{i}\n{{ {initial}}}\n" + "\n".join(" " + x for x in table))
            out.write(f"\nlocations [x; y; l; {'; '.join(seen)}]\nexists (true)\n")



def tests(path):
    name, found = None, {}
    for line in open(path):
        if line.startswith("Test "):
            name = line.split()[1]
            found[name] = [set(), True]
        elif name and line.rstrip().endswith(";"):
            found[name][0].add(line.strip())
        elif name and "??" in line:
            found[name][1] = False
    return found

def compare(one, other):
    first, second = tests(one), tests(other)
    only = sum(first[n][1] and not second[n][1] for n in first)
    bad = [n for n in first if first[n][1] and not second[n][0] <= first[n][0]]
    bad += [n for n in first if second[n][1] and not first[n][0] <= second[n][0]]
    print(f"{len(first)} tests, {only} of them certain only with the rules")
    for n in bad:
        print("differs:", n)
    sys.exit(2 if only == 0 else bool(bad))


if len(sys.argv) == 4:
    write(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
else:
    compare(sys.argv[1], sys.argv[2])
