"""docs/results.md and data/: every number of the document is computed here from the tables.

    results.py FOLDER     prints each sentence that the document lacks, and each number in it that is
                          in none of the sentences; then how many sentences there were

A claim is a piece of the document with its numbers put in. A number that is a name (H200, sm_100) or
says how a table is read (95 %) is listed in NAMES.
"""

import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
UNITS = {"k": 1e3, "M": 1e6, "G": 1e9}
NAMES = r"""H[12]00s? | GH200 | Table\ 4 | 2407\.07850 | 2408\.11556 | sm_100 | x86(-64)? | AArch64 | L[12]\b |
    November\ 2026 | 2\+2W | ISA2 | 1M\b | \.b128 | FlashKDA-25 | DeepGEMM-389 | forum-358263 | arXiv\S* |
    `xor\ r1,\ r0,\ r0` | st\.async | ll128"""


def table(name):
    """The rows of data/NAME.tsv, each a list of words by column."""
    lines = (ROOT / "data" / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    found = 0  # the first lines are about the table; a column may be called #
    while lines[found].startswith("# "):
        found += 1
    return list(csv.DictReader(lines[found:], delimiter="\t", quoting=csv.QUOTE_NONE))


def note(name):
    text = (ROOT / "data" / f"{name}.tsv").read_text(encoding="utf-8")
    return re.search(r"^# note: (.*)", text, re.M)[1]


def number(text):
    """1,336; 2.35 G; 255k; 0.62 %."""
    found = re.match(r"([\d,.]+(?:e-?\d+)?) ?([kMG]?)", text)
    return float(found[1].replace(",", "")) * UNITS.get(found[2], 1)


def rows(name, **where):
    chosen = [r for r in table(name) if all(r[k.replace("_", " ")] == v for k, v in where.items())]
    assert chosen, f"{name}: no row {where}"
    return chosen


def row(name, **where):
    chosen = rows(name, **where)
    assert len(chosen) == 1, f"{name}: {len(chosen)} rows {where}"
    return chosen[0]


def at(name, key, column):
    """In the row whose first cell begins with key."""
    chosen = [r for r in table(name) if next(iter(r.values())).startswith(key)]
    assert len(chosen) == 1, f"{name}: {len(chosen)} rows `{key}`"
    return chosen[0][column]


def total(chosen, column):
    return sum(number(r[column]) for r in chosen if r[column])


def whole(value):
    return f"{value:,.0f}"


def giga(value, digits=3):
    return f"{value / 1e9:,.0f} G" if value >= 1e11 else f"{value / 1e9:.{digits}g} G"


def suite(name):
    """Forbidden and allowed tests, as docs/suites.md has them, which program.enumerate compares."""
    text = (ROOT / "docs/suites.md").read_text(encoding="utf-8")
    return [number(n) for n in re.search(rf"^\| `{name}` \| ([\d,]+) \| ([\d,]+) \| [\d,]+ \|", text, re.M).groups()]


def claims():
    hopper = {m: table(f"{m}-hopper") for m in ("h200", "h100")}
    forbidden = total(rows("h200-hopper", model="forbidden"), "tests")
    hetero = table("h200-hetero")
    hetero_forbidden = total([r for r in hetero if r["model"] == "forbidden"], "tests")
    hetero_allowed = [r for r in hetero if r["model"] == "allowed" and r["why allowed"] != "together"]
    grace = table("h200-grace")
    cluster = table("h200-cluster")
    homes = table("h200x2-homes")
    h200_sets = ("W,W", "W,R", "W,H", "R,W", "R,R", "R,H", "H,W", "H,R", "H,H")
    gpu_only = [r for r in table("h200x2-sufficed") if r["Y pair"] == "rel/acq" and r["Y"] == "gpu"][0]
    published = total(table("h200-published"), "forbidden")

    yield (f"{whole(forbidden + hetero_forbidden + len(grace))} forbidden tests of the Grace-Hopper paper's three suites, "
           f"{whole(total([r for r in cluster if r['model'] == 'forbidden'], 'tests'))} of clusters, "
           f"{whole(suite('gpus')[0])} and {whole(suite('gpus-shapes')[0])} of several GPUs, {whole(published)} published tests")
    yield f"| {re.search('no fence: ([0-9.]+ %)', at('h200-async', 'store-own', 'which'))[1]} in one CTA |"
    pinned = [r for r in table("h200-rmw") if r["pair, memory"] == "CPU-GPU, pinned"]
    lost = [number(r[c]) / 600e3 for r in pinned for c in ("lost by atom", "lost by red", "lost by cas")]
    assert total([r for r in table("h200-rmw") if "managed" in r["pair, memory"]], "lost by atom") == 0
    yield f"{min(lost):.0%} to {max(lost):.0%} of all updates in pinned memory; none in managed".replace("%", " %")
    to_cpu, to_gpu = table("h200-hetero-gpu-cpu"), table("h200-hetero-cpu-gpu")
    assert to_cpu[1]["allowed"] == to_cpu[1]["seen"] and to_cpu[0]["seen"] == "0"
    yield f"weak in all {to_cpu[1]['allowed']} allowed tests without a fence or release at system scope"
    yield (f"release and acquire at gpu scope: {number(gpu_only['H,W']) / 8388608:.2%} with x in host memory and y with "
           f"the writer, never in {sum(gpu_only[h] == '0' for h in h200_sets)} of {len(h200_sets)} pairs of homes").replace("%", " %")
    yield f"| {at('h200x2-shapes', 'LB', 'most frequent there')} |"
    unsafe = len(table("h200-protocols")) + sum(number(r["wrong outcomes"]) > 0 for r in table("h200-protocols-locks"))
    two = len(table("h200x2-protocols")) + len(table("h200x2-protocols-homes"))
    yield f"{unsafe} that the models call unsafe did, and {two} over two GPUs"

    def cost(form, *scopes):
        both = [", ".join(at(f"{m}-fences", form, s).split(" ")[0] for s in scopes) for m in ("h200", "h100")]
        return " | ".join(both)
    yield f"| `ld.acquire.gpu` | {cost('ld.acquire', 'gpu')} |"
    yield f"| `st.release.gpu`, `st.release.sys` | {cost('st.release', 'gpu', 'sys')} |"
    yield f"| `fence.acq_rel.gpu`, `fence.acq_rel.sys` | {cost('fence.acq_rel', 'gpu', 'sys')} |"
    yield f"| `fence.sc.gpu`, `fence.sc.sys` | {cost('fence.sc', 'gpu', 'sys')} |"
    for m in ("h200", "h100"):
        assert len({at(f"{m}-fences", "atom.relaxed", s) for s in ("cta", "cluster", "gpu", "sys")}) == 1
    yield f"| `atom.relaxed` at every scope | {cost('atom.relaxed', 'cta')} |"

    outcomes = [sum(number(r["outcomes"]) for r in table(f"{m}-passes") if r["pass"].startswith("hopper") and
                    r["pass"] != "hopper-cluster") for m in ("h200", "h100")]
    yield (f"The suite `hopper` has {at('h200-passes', 'hopper2', 'tests')} tests of message passing between two CTAs; the runs had "
           f"{giga(outcomes[0])} outcomes on the H200 and {giga(outcomes[1])} on the H100")
    for model, why in (("forbidden", ""), ("allowed", "together")):
        cells = []
        for m, last in (("h200", "seen, all passes"), ("h100", "seen, all")):
            r = row(f"{m}-hopper", model=model, why_allowed=why)
            cells += [r["seen, first pass"], r[last]]
        yield f"| {model} | {r['tests']} | {' | '.join(cells)} |"
    each = [number(re.search(r"at least ([\d,]+)(?! outcomes of each test)", note(f"{m}-hopper").split("all passes:")[-1])[1])
            for m in ("h200", "h100")]
    yield f"at least {giga(each[0])} outcomes on the H200 and {giga(each[1])} on the H100."
    never = table("h200-hopper-never")
    yield f"**{whole(total(never, 'tests'))} allowed tests were never seen on either card**"
    yield f"{never[0]['tests']} have Y at cta scope and a wide fence on both sides"
    yield f"The H100 did not show {whole(total(table('h100-hopper-never'), 'tests'))} more"
    seen = {r["fence at c"]: r for r in table("h200-fence-cta")}
    for fence in ("acq_rel.cta", "sc.cta"):
        yield f"({seen[fence]['weak']} of {giga(number(seen[fence]['outcomes']), 2)})"
    clustered = [r for r in cluster if r["model"] == "allowed"]
    yield f"of {whole(total(clustered, 'tests'))} allowed tests {whole(total(clustered, 'seen, both'))} were seen"
    yield f"an old value after the new flag in {re.search('[(](.*?)[)]', at('h200-hints', 'MP-nc', 'seen'))[1]} of outcomes"

    seen_both = total(hetero_allowed, "seen, both")
    allowed = total(hetero_allowed, "tests")
    yield f"The suite `hetero` has {at('h200-passes', 'hetero2', 'tests')} tests"
    yield f"None of {whole(hetero_forbidden)} forbidden tests was seen. Of {whole(allowed)} allowed tests {whole(seen_both)} were seen"
    yield f"say which {whole(allowed - seen_both)} were not"
    what = ("a fence of gpu or sys scope", "an acquire of gpu scope, and no such fence",
            "relaxed loads of gpu or sys scope, X at gpu, with `fence.acq_rel.cta`", "anything else")
    for i, words in enumerate(what):
        chosen = to_gpu[i:i + 1] if i < 3 else [r for r in to_gpu[3:]]
        yield f"{words} | {whole(total(chosen, 'allowed'))} | {whole(total(chosen, 'seen'))} |"
    for r, words in zip(to_cpu, ("`fence.acq_rel.sys`", "anything else")):
        yield f"{words} | {r['allowed']} | {r['seen']} |"
    four = table("h200-table4")
    yield (f"Of the {len(four)} rows of the Grace-Hopper paper's Table 4, which were weak there, "
           f"{sum(not r['weak, of outcomes'].startswith('0 ') for r in four)} were weak here")
    assert {r["x86-TSO"] + r["seen here"] for r in grace} == {"forbiddenno"}
    yield f"(`grace`, {len(grace)} tests that TSO forbids) was never weak in {note('h200-grace').split(' ')[0]} outcomes of each test"
    assert all("hostNativeAtomicSupported 0" in r["CUDA attributes"] for r in table("machines"))
    yield "because `hostNativeAtomicSupported` is 0 over PCIe"

    asynchronous = table("h200-async")
    yield f"counts the {whole(total(asynchronous, 'forbidden') + total(asynchronous, 'allowed'))} tests of the suite `async`"
    waits = table("h100-waits")
    for i, words in enumerate(("`MP+mbarrier`: one `try_wait`, then `ld`", "`bulk-load+wait`: the same after a bulk copy")):
        share, of = (waits[0][c].split(", ")[i] for c in ("old value seen", "of"))
        yield f"| {words} | {waits[0]['model']} | {share} of {of} |"
    yield f"a jump on the result, or a predicate | {waits[1]['model']} | {waits[1]['old value seen']} of {waits[1]['of'].split(' to ')[0]} and more |"
    narrow = [r for r in waits if r["test"].startswith("gpu-st.async: ")][0]
    yield f"| `gpu-st.async`: a wait that is too narrow, with a jump | {narrow['model']} | {narrow['old value seen']} of {narrow['of']} |"
    behind = re.search("alone: (.*?) each", row("h200-async", shape="store")["which"])[1]
    yield f"({re.search('no fence: ([0-9.]+ %)', at('h200-async', 'store-own', 'which'))[1]} within one thread, {behind} after a barrier)"

    of_each = number(note("h200x2-homes").split(" ")[0])
    yield f"The suite `gpus` has {whole(sum(suite('gpus')))} tests of message passing"
    assert total(homes, "forbidden seen, of 174") == 0 and len(homes) == 9
    yield f"Nothing forbidden was seen in {whole(suite('gpus')[0])} tests ({giga(of_each * suite('gpus')[0] * len(homes))} outcomes)"
    yield f"| home of x | of y | seen, of {whole(suite('gpus')[1])} |"
    for x in ("writer", "reader", "host"):
        chosen = rows("h200x2-homes", x=x)
        weak = ", ".join(r["rlx/rlx, X gpu, Y sys, no fence"] for r in chosen)
        yield f"| {x} | writer, reader, host | {', '.join(r['allowed seen, of 806'] for r in chosen)} | {weak} |"

    def memory(begins, column="here"):
        return at("h200x4-grace-hopper", begins, column)
    own, theirs = memory("GPU reads its own"), memory("GPU reads its own", "GH200 ([S], [F])")
    yield f"| the GPU reads its own memory | {theirs.split(',')[0]} | {own.split(',')[0]} |"
    for who, begins in (("host's", "GPU reads the host"), ("peer's", "GPU reads a peer")):
        pair = [re.match(r"\d+ GB/s", memory(begins, c))[0] for c in ("GH200 ([S], [F])", "here")]
        words = "the GPU reads the host's memory" if who == "host's" else "the GPU reads a peer's memory"
        yield f"| {words} | {' | '.join(pair)} |"
    steps = re.search(r"(\d+ ns); a peer's (\d+ ns), the host's ([\d.]+ µs)", memory("latency of the GPU's L2"))
    first = memory("L1 of an SM").split(": ")[1]
    yield f"{first}, {', '.join(steps.groups())}; the L2 holds its own memory only |"
    pinned_one, moved = re.match(r"(.*?) \(pinned\); (.*?) where", memory("ping-pong")).groups()
    yield f"| {memory('ping-pong', 'GH200 ([S], [F])')} | {pinned_one} in pinned memory; {moved} where managed pages move |"
    one = [r["one place, all"] for r in table("h200x4-atomics") if r["unit"] == "GPU"]
    yield f"{one[0]} in the GPU's memory, {one[1]} in a peer's, {one[2]} in pinned memory |"

    wrong = {r["test"]: r for r in table("h200-protocols")}

    def share(test):
        return f"{number(wrong[test]['wrong outcomes']) / number(wrong[test]['of']):.2g}"
    yield (f"({float(share('cutlass-semaphore-cg')):.0%} of outcomes) and a lock without fences "
           f"({float(share('spinlock-by-example')):.1%})").replace("%", " %")
    rare = wrong["wakeup-x86-no-mfence"]
    yield f"({rare['wrong outcomes']} times in {rare['of']})"
    relaxed = row("h200-protocols-locks", test="triton-lock-relaxed")
    yield f"failed in {number(relaxed['wrong outcomes']) / number(relaxed['of']):.0%} of outcomes".replace("%", " %")

    planted = {(r["suite"], r["bug"]): r for r in table("h200-planted")}
    narrow = [planted[s, "narrow-scope"] for s in ("hopper", "hetero")]
    assert all(r["forbidden tests"] == r["FORBIDDEN SEEN in"] for r in narrow)
    yield f"narrowed scopes were found in all {whole(total(narrow, 'forbidden tests'))} forbidden tests"

    def dropped(name):
        return " and ".join(planted[name, b]["FORBIDDEN SEEN in"] for b in ("drop-acquire", "drop-release"))
    yield (f"dropped acquires and releases in {dropped('hetero')} CPU-GPU tests (all that they can weaken) and in "
           f"{dropped('hopper')} of the GPU's {planted['hopper', 'drop-acquire']['forbidden tests']}.")

    first_passes = [r for r in table("h200-passes") if r["pass"] in ("hopper", "hetero", "grace")]
    yield f"take {total(first_passes, 'wall time'):.0f} s on the H200"
    speed = table("h200-speed")
    both = [r for r in speed if r["message passing"].startswith("CPU to GPU, rlx/rlx")][0]
    yield (f"runs {speed[0]['instances/s']} instances a second with the defaults and {speed[1]['instances/s']} tuned; one of CPU and "
           f"GPU runs {number(both['instances/s']) / 1e6:.0f} M")
    search = {r["suite"].split(",")[0]: r for r in table("h200-search")}
    h, g = search["hopper"], search["gpus"]
    yield (f"{h['--search']} of {h['allowed']} tests of `hopper` in {h['time of the search']}; {g['--search']} of {g['allowed']} of "
           f"`gpus` in {g['time of the search']} (a plain pass: {g['every test for as long']})")
    stress = {r["stress"]: r for r in table("h200-stress")}
    there, back = "CPU→GPU, rlx/rlx, X gpu, Y sys", "GPU→CPU, rel/rlx, X and Y gpu"
    most = max(number(r[there]) for r in stress.values()) / number(stress["none"][there])
    evicted = number(stress["cpu_evict=50"][back]) / number(stress["none"][back])
    yield f"(up to {most:.1f} times as many weak outcomes), evicting the CPU's lines from GPU to CPU ({evicted:.1f} times)"


def main():
    text = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    text = re.sub(r"\]\([^)]*\)", "]()", text)  # without the targets of links
    text = re.sub(r"\s+", " ", re.sub(r"`{3}.*?`{3}", "", text, flags=re.S))
    text = re.sub(r"\[(h\d+[\w*]*-[\w*-]+\.tsv|h200x4-\*\.tsv)\]\(\)", "[]()", text)
    covered = [False] * len(text)

    def cover(begin, end):
        covered[begin:end] = [True] * (end - begin)
    count = 0
    for claim in claims():
        count += 1
        begin = text.find(claim)
        if begin < 0:
            print(f"docs/results.md lacks: {claim}")
        while begin >= 0:
            cover(begin, begin + len(claim))
            begin = text.find(claim, begin + 1)
    for name in re.finditer(NAMES, text, re.X):
        cover(*name.span())
    for found in re.finditer(r"\d[\d.,]*", text):
        if not covered[found.start()]:
            print(f"docs/results.md: no table has the number in: {text[max(0, found.start() - 40):found.end() + 20]}")
    print(f"{count} claims")


main()
