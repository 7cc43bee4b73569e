#!/usr/bin/env python3
"""For each axiom and flag of the models of source languages, of their own text or of what they include:
is there a comment that says what it is, and does one of the project's own tests notice when it is gone?

source_axioms.py CMCM SOURCE WORK
"""
import glob
import os
import re
import shutil
import subprocess
import sys

KEYWORD = re.compile(r"(acyclic|irreflexive|empty|flag|undefined_unless)\b")
# The models, and the folders of tests that each is asked of.
MODELS = {"sc": "c", "rc11": "c scoped", "rc11-lb": "c scoped", "c11": "c scoped", "cpp20": "c scoped",
          "scoped": "c scoped", "opencl": "scoped", "vulkan": "vulkan", "lkmm": "c", "ppc": "ppc"}
# Programs, whose objects have lives, and what is replaced in them; of the models that know that.
LIVES = ("rc11", "c11", "cpp20")
PROGRAMS = {"freed-early": "", "freed-twice": "", "freed-part": "", "unset": "", "null": "",
            "unborn": " release, align= monotonic, align"}
# A cycle of happens-before has a read of what happens after it, or one against modification order, in it.
NEEDLESS = {("c11", "happens-before")}


def statements(text):
    """(first line, behind the last, name, has a gloss) of each axiom and flag."""
    lines, found, gloss, i = text.split("\n"), [], False, 0
    while i < len(lines):
        if not lines[i].strip():
            gloss = False
        if "(*" in lines[i]:
            while "*)" not in lines[i]:
                i += 1
            gloss = True
        if KEYWORD.match(lines[i]):
            first = i
            while i + 1 < len(lines) and re.match(r"\s+\S", lines[i + 1]):
                i += 1
            name = re.search(r"\bas ([\w-]+)", "\n".join(lines[first:i + 1]))
            found.append((first, i + 1, name.group(1) if name else "", gloss))
        i += 1
    return found


def included(models, name):
    """The files of a model, those that it includes, too; not what cat has."""
    files = [name]
    for file in files:
        with open(os.path.join(models, file), encoding="utf-8") as text:
            files += [f for f in re.findall(r'^include "([\w.-]+)"', text.read(), re.M) if f not in files]
    return [f for f in files if f not in ("cos.cat", "cross.cat", "stdlib.cat")]


def answers(cmcm, models, model, tests):
    environment = dict(os.environ, CMCM_MODELS=models)
    done = subprocess.run([cmcm, "check", "-q", "-f", "tsv", "-t", "20", "-m", model, *tests],
                          env=environment, capture_output=True, text=True, check=False)
    return [line.split("\t")[:8] for line in done.stdout.split("\n")]


def main(cmcm, source, work):
    unnoticed, known, programs = 0, set(), []
    for program, change in PROGRAMS.items():
        with open(f"{source}/tests/programs/{program}.ll", encoding="utf-8") as text:
            text = text.read()
        programs.append(f"{work}/{program}.ll")
        with open(programs[-1], "w", encoding="utf-8") as out:
            out.write(text.replace(*change.split("=")) if change else text)
    for model, folders in MODELS.items():
        tests = [t for f in folders.split() for t in sorted(glob.glob(f"{source}/tests/litmus/{f}/*.litmus"))]
        if model in LIVES:
            tests += programs
        if model == "sc": # what goes wrong in turns, too
            tests.append(f"{source}/tests/programs/counter-plain.ll")
        models = os.path.join(source, "models")
        whole = answers(cmcm, models, model, tests)
        for file in included(models, model + ".cat"):
            if file in known:
                continue
            known.add(file)
            with open(os.path.join(models, file), encoding="utf-8") as text:
                text = text.read()
            for first, last, name, gloss in statements(text):
                edited = os.path.join(work, "models")
                shutil.rmtree(edited, ignore_errors=True)
                shutil.copytree(models, edited)
                lines = text.split("\n")
                with open(os.path.join(edited, file), "w", encoding="utf-8") as out:
                    out.write("\n".join(lines[:first] + lines[last:]))
                without = answers(cmcm, edited, model, tests)
                noticed = [a[1] for a, b in zip(whole, without) if a != b and len(a) > 1]
                print(f"{model}\t{file}\t{name or lines[first]}\t{'gloss' if gloss else 'NO GLOSS'}\t"
                      f"{noticed[0] if noticed else 'UNNOTICED'}", flush=True)
                unnoticed += not gloss or bool(noticed) == ((model, name) in NEEDLESS)
    return unnoticed > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
