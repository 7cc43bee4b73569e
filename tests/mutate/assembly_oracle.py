#!/usr/bin/env python3
"""Does the oracle say the same of the mutants of assembly.py?

assembly_oracle.py RECORDS TEST... : the mutants are those of assembly.py, at most four of a record. The oracle (tests/oracle)
tries everything and shares nothing with the checker: it finds the final states of the source by rc11-lb, and those of the
machine's test that `compile-check -f json` prints by the machine's model. A mutant is wrong if one of these is none of the
source. CMCM and ORACLE are the programs. The status is 1 if compile-check finds less than 95 % of the wrong ones, or calls a
BUG what the oracle does not.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import assembly

CMCM, ORACLE = os.environ.get("CMCM", "cmcm"), os.environ.get("ORACLE", "oracle")
MODELS = Path(__file__).resolve().parents[2] / "models"
MODEL_OF = {"AArch64": "arm", "RISCV": "riscv", "X86_64": "x86tso"}
SECONDS = float(os.environ.get("SECONDS_OF_ALL", "400"))


def named(item):
    """`[P1_r0]=1` and `x[0]=2` as the source names them: `1:r0=1`, `x=2`."""
    name, value = item.split("=")
    name = re.sub(r"^P(\d+)_", r"\1:", re.sub(r"\[0\]$", "", name.strip()).strip("[]"))
    return name + "=" + value


def states(model, text):
    """The states, as sorted texts, by the oracle; None: the test is too large for it."""
    with tempfile.NamedTemporaryFile("w", suffix=".litmus") as file:
        file.write(text)
        file.flush()
        try:
            run = subprocess.run([ORACLE, "-m", MODELS, "-u", "3", model, file.name], capture_output=True,
                                 text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None
    fields = run.stdout.strip().split("\n")[-1].split("\t")
    if len(fields) < 4:
        return None
    return {" ".join(sorted(named(i) for i in state.split(";") if i.strip())) for state in fields[3].split(" | ")}


def judge(folder, command, test):
    """The class, and the machine's test, or None."""
    run = subprocess.run([CMCM, "compile-check", "--replay", "--record", folder, "--cc", command, "-u", "4", "-t", "20",
                          "-f", "json", test], capture_output=True, text=True)
    line = next((line for line in run.stdout.split("\n") if line.startswith("{")), "{}")
    result = json.loads(line)
    return result.get("class", "refused"), result.get("machine")


def source_states(test):
    text = test.read_text()
    names = re.findall(r"(\w+)=", re.search(r"\{([^}]*)\}", text)[1])
    asked = "".join(name + "; " for name in names)
    return states("rc11-lb", text.replace("\nexists", f"\nlocations [{asked}]\nexists"))


def of_record(record, test, allowed, r, out):
    text = record.read_text()
    command = assembly.command_of(text)
    mutants = list(assembly.mutants(text))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / record.name
        shutil.copy(record, copy)
        for name, weaker, line in r.sample(mutants, min(4, len(mutants))):
            copy.write_text(weaker)
            kind, machine = judge(folder, command, test)
            found = states(MODEL_OF.get(machine.split()[0], ""), machine) if machine else None
            if not found:
                out("skipped", kind, f"{record.name}: {name}")
                continue
            seen = {item.split("=")[0] for item in next(iter(found)).split()}
            kept = {" ".join(i for i in state.split() if i.split("=")[0] in seen) for state in allowed}
            out("right" if found <= kept else "wrong", kind, f"{record.name}: {name}: {line}")


def main(records, tests):
    r, counts, allowed, until = random.Random(3), Counter(), {}, time.time() + SECONDS
    all_of_it = sorted(Path(records).iterdir())
    r.shuffle(all_of_it)

    def out(oracle, kind, what):
        counts[oracle, kind == "BUG"] += 1
        if oracle != "skipped" and (oracle == "wrong") != (kind == "BUG"):
            print(f"{what}: the oracle says {oracle}, cmcm {kind}", flush=True)

    for record in all_of_it:
        test = next((t for t in tests if record.name.startswith(t.stem + "-")), None)
        if not test or time.time() > until:
            continue
        if test not in allowed:
            allowed[test] = source_states(test)
        if allowed[test]:
            of_record(record, test, allowed[test], r, out)
    wrong = counts["wrong", True] + counts["wrong", False]
    print(f"{sum(counts.values())} mutants: {wrong} wrong by the oracle, {counts['wrong', True]} of these found; "
          f"{counts['right', False] + counts['right', True]} right, {counts['right', True]} of these a BUG; "
          f"{counts['skipped', True] + counts['skipped', False]} skipped")
    return 1 if not wrong or counts["wrong", True] < 0.95 * wrong or counts["right", True] else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], [Path(t) for t in sys.argv[2:]]))
