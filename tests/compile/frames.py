#!/usr/bin/env python3
"""Do frames as registers (checker/loops/spills.h) change what compiled tests do, and how much time do they save?

frames.py N [SEED]: generate.py makes N tests, which each of COMPILERS that is here compiles without
optimisation. `cmcm check` asks each machine's test twice: by the machine's model, and by a copy of it
without the set `spills`, by which nothing is a register. Both must have the same states, where both are
certain. It prints how many there are, how many are decided and the time of both.
"""
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CMCM = os.environ.get("CMCM", "cmcm")
ROOT = Path(__file__).resolve().parents[2]
COMPILERS = {
    "gcc -O0": "x86tso",
    "aarch64-linux-gnu-gcc -O0": "arm",
    "riscv64-linux-gnu-gcc -O0": "riscv",
    "clang-19 -O0": "x86tso",
    "clang-19 --target=aarch64-linux-gnu -march=armv8.1-a -O0": "arm",
    "clang-14 --target=riscv64-linux-gnu -march=rv64gc -O0": "riscv",
}


def compiled(tests, command):
    """The tests of the machine, as compile-check prints them."""
    run = subprocess.run([CMCM, "compile-check", "-v", "-u", "4", "-t", "20", "--no-shrink", "--cc", command, tests],
                         capture_output=True, text=True)
    return re.findall(r"^(?:AArch64|X86_64|RISCV) .*?\n(?:exists|forall|~exists) .*?\n", run.stdout, re.M | re.S)


def checked(test, model):
    """Its states, or None if they are not certain; and the processor's time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([CMCM, "check", "-u", "4", "-t", "20", "-m", model, test], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    states = sorted(re.findall(r"^\S+=.*;$", run.stdout, re.M))
    certain = run.returncode in (0, 1) and "??" not in run.stdout and states
    return states if certain else None, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    count, seed = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "1"
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        subprocess.run([sys.executable, ROOT / "tests/compile/generate.py", count, folder / "c", seed], check=True)
        shutil.copytree(ROOT / "models", folder / "models")
        for model in set(COMPILERS.values()):
            path = folder / "models" / f"{model}.cat"
            path.write_text(re.sub(r"^let spills.*\n", "", path.read_text(), flags=re.M))
        for command, model in COMPILERS.items():
            if not shutil.which(command.split()[0]):
                continue
            tests = compiled(folder / "c", command)
            decided, times = [0, 0], [0.0, 0.0]
            for text in tests:
                test = folder / "test.litmus"
                test.write_text(text)
                answers = [checked(test, model), checked(test, folder / "models" / f"{model}.cat")]
                for i, (states, seconds) in enumerate(answers):
                    decided[i] += states is not None
                    times[i] += seconds
                if None not in (answers[0][0], answers[1][0]) and answers[0][0] != answers[1][0]:
                    wrong += 1
                    print(f"{text}  with registers: {answers[0][0]}\n  with memory:    {answers[1][0]}")
            print(f"{command}: {len(tests)} tests; decided with registers {decided[0]} in {times[0]:.1f} s, "
                  f"with memory {decided[1]} in {times[1]:.1f} s")
    sys.exit(wrong > 0)


main()
