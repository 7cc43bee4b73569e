#!/usr/bin/env python3
"""Do the tests notice when the program or a model is wrong? `./dev mutate` runs this.

Five kinds of mutants, each made, tested and undone by itself:

models  every test (acyclic, irreflexive, empty, flag) of every file in models/ left out;
bases   every base set and relation that a model uses, for that model, replaced by the
        empty one and by its neighbours in neighbours.tsv;
rules   every change of rules.txt to a model: a rule of its text left out or made another;
code    every change of code.txt to the C sources;
ptx     of the others those that ptx-rules.tsv names beside a rule of the PTX ISA, each with
        the tests of its row alone. Not a part of `all`.

Models are never rebuilt: the command reads a changed copy of models/. C is built in
build-mutate/, incrementally, and a mutant's tests stop at the first that fails.

equivalent.tsv lists the mutants that change nothing, with the reason. The status is 1 when
another one survives, when one listed there is killed, or when a mutant cannot be made.
"""
import argparse
import json
import os
import re
import shutil
import sys
import time
from pathlib import Path

from models import (HERE, JOBS, LITMUS, SOURCE, Verdicts, bases, check_neighbours, closure,
                    limited, neighbours, rows, run, tests_of, used_bases)
from places import changed

WORK = SOURCE / "build-mutate"

# ---- the report -------------------------------------------------------------


class Report:
    def __init__(self):
        self.equivalent = {name: why for name, why in rows(HERE / "equivalent.tsv")}
        self.counts = {"killed": 0, "equivalent": 0, "SURVIVED": 0, "INVALID": 0}
        self.seen = set()

    def add(self, name, noticed, invalid=None):
        self.seen.add(name)
        if invalid:
            state, what = "INVALID", invalid
        elif name in self.equivalent:
            state, what = ("INVALID", f"listed as equivalent, but {noticed}") if noticed else \
                ("equivalent", self.equivalent[name])
        elif noticed:
            state, what = "killed", noticed
        else:
            state, what = "SURVIVED", "no test notices"
        self.counts[state] += 1
        print(f"{state}\t{name}\t{what}", flush=True)

    def finish(self, kinds, all_made):
        for name in self.equivalent:
            if all_made and name.split(":")[0] in kinds and name not in self.seen:
                self.add(name, None, "listed in equivalent.tsv, and there is no such mutant")
        print("mutants: " + ", ".join(f"{count} {state}" for state, count in self.counts.items()))
        return 1 if self.counts["SURVIVED"] or self.counts["INVALID"] else 0


# ---- models and bases -------------------------------------------------------


def copy_of_models(name, text):
    folder = WORK / "models"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SOURCE / "models", folder)
    (folder / name).write_text(text)
    return folder


def judged(report, name, verdicts, models, folder, subject=""):
    try:
        for model in models:
            noticed = verdicts.noticed(model, folder, subject)
            if noticed:
                verdicts.remember(name, noticed)
                break
        if not noticed and name.startswith("models:stdlib"):
            noticed = verdicts.library_noticed(folder)
        report.add(name, noticed)
    except RuntimeError as error:
        report.add(name, None, str(error))


def including(verdicts, file):
    """The models judged that include the file."""
    found = []
    for model in verdicts.models:
        seen = {"stdlib.cat"}
        closure(model + ".cat", seen)
        if file in seen:
            found.append(model)
    return found


def mutate_models(report, verdicts, options):
    for path in sorted((SOURCE / "models").glob("*.cat")):
        text = path.read_text()
        for test, start, end in tests_of(text):
            name = f"models:{path.stem}/{test}"
            if options.skips(name):
                continue
            folder = copy_of_models(path.name, text[:start] + text[end:])
            judged(report, name, verdicts, including(verdicts, path.name), folder)


def base_mutants(verdicts, options):
    """Model, base, what stands in its place, name: those that are asked for."""
    table, _ = neighbours()
    for model in verdicts.models:
        for base in used_bases(model):
            near = [e for e, models in table.get(base, []) if not models or model in models]
            for instead in [f"{base} \\ {base}"] + ([] if options.quick else near):
                name = f"bases:{model}/{base}=" + (instead if instead in near else "0")
                if not options.skips(name):
                    yield model, base, instead, name


def mutate_bases(report, verdicts, options):
    for complaint in check_neighbours():
        report.add("bases:neighbours.tsv", None, complaint)
    library = (SOURCE / "models/stdlib.cat").read_text()
    for model, base, instead, name in base_mutants(verdicts, options):
        folder = copy_of_models("stdlib.cat", f"let {base} = {instead}\n{library}")
        judged(report, name, verdicts, [model], folder, base)


# ---- changes of texts ---------------------------------------------------------


class Change:
    """A block of code.txt: `@ NAME FUNCTION TESTS`, then the old lines after `- `, the new ones
    after `+ `; of rules.txt, `@ NAME FILE MODEL`, by which it is judged."""

    def __init__(self, lines):
        self.name, self.place, self.tests = lines[0][1:].split()
        self.old = "\n".join(line[2:] for line in lines[1:] if line.startswith("-"))
        self.new = "\n".join(line[2:] for line in lines[1:] if line.startswith("+"))

    def made(self, source):
        """The file, its text and that with the change; a LookupError."""
        return changed(source, self.place, self.old, self.new)


def changes(table="code.txt"):
    blocks = re.split(r"\n\s*\n", "\n".join(
        line for line in (HERE / table).read_text().splitlines()
        if not line.startswith("#")))
    return [Change(block.strip("\n").splitlines()) for block in blocks if block.strip()]


class Build:
    """A copy of the sources, built beside it; only what a test needs."""

    def __init__(self, target="all"):
        self.source, self.folder = WORK / "source", WORK / "build"
        self.copy()
        made = run(["cmake", "-S", str(self.source), "-B", str(self.folder),
                    "-DCMAKE_BUILD_TYPE=Release", *os.environ.get("CMCM_CMAKE_ARGS", "").split()])
        if made.returncode:
            sys.exit(made.stdout)
        self.make(target, must=True)
        listed = json.loads(run(["ctest", "--test-dir", str(self.folder), "--show-only=json-v1"])
                            .stdout)
        self.all_tests = [test["name"] for test in listed["tests"]]

    def copy(self):
        """What git knows or would add; files that did not change keep their times."""
        names = run(["git", "ls-files", "-co", "--exclude-standard"], cwd=SOURCE).stdout.split("\n")
        for name in filter(None, names):
            there, here = SOURCE / name, self.source / name
            if not there.is_file():
                continue
            if here.is_file() and here.read_bytes() == there.read_bytes():
                continue
            here.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(there, here)
        for here in list(self.source.rglob("*")):
            if here.is_file() and not (SOURCE / here.relative_to(self.source)).is_file():
                here.unlink()

    def make(self, *targets, must=False):
        out = run(["cmake", "--build", str(self.folder), "-j", str(JOBS), "--target", *targets])
        if out.returncode and must:
            sys.exit(out.stdout)
        return out

    def target(self, test):
        kind, _, name = test.partition(".")
        if kind == "unit":
            return {"hip": "unit-hip", "live": "unit-live",
                    "choosing_without": "unit-choosing"}.get(name, "unit")
        failing = {"memory": "cmcm-failing", "z3_errors": "cmcm-z3-failing"}.get(name, "cmcm-cli")
        return {"oracle": "oracle", "example": "example-outcomes"}.get(kind, failing)

    def first_failing(self, tests):
        """The first of the tests that fails, or None."""
        for test in tests:
            out = run(["ctest", "--test-dir", str(self.folder), "--timeout", "1200", "-R",
                       f"^{re.escape(test)}$"], preexec_fn=limited)
            if out.returncode:
                return test
        return None

    def failing(self, change, own_only):
        """What notices the change: its own tests first, then all the others."""
        own = [t for t in self.all_tests if re.fullmatch(change.tests, t)]
        if not own:
            raise RuntimeError(f"no test is named {change.tests}")
        made = self.make(*sorted({self.target(t) for t in own}))
        if made.returncode:
            raise RuntimeError("does not build: " + next(
                (line for line in made.stdout.splitlines() if "error" in line), made.stdout[-200:]))
        return self.first_failing(own) or (None if own_only else self.first_of_all(own))

    def first_of_all(self, done):
        self.make("all")
        rest = [t for t in self.all_tests if t not in done and t != "program.corpus"]
        names = "|".join(re.escape(t) for t in rest)
        out = run(["ctest", "--test-dir", str(self.folder), "--timeout", "300", "-j", str(JOBS),
                   "--stop-on-failure", "-R", f"^({names})$"], preexec_fn=limited)
        failed = re.search(r"^\s*\d+ - (\S+) \(", out.stdout, re.M)
        return failed.group(1) if out.returncode and failed else None


def mutate_rules(report, verdicts, options):
    for change in changes("rules.txt"):
        name = "rules:" + change.name
        if options.skips(name):
            continue
        try:
            path, _, text = change.made(SOURCE)
        except LookupError as error:
            report.add(name, None, str(error))
            continue
        folder = copy_of_models(path.name, text)
        judged(report, name, verdicts, [change.tests], folder)


def mutate_code(report, _verdicts, options):
    # Nothing of the outside decides: the tests that stand alone must notice.
    os.environ["CMCM_CORPUS"] = str(WORK / "none")
    os.environ.pop("CMCM_MODELS", None)
    os.environ["CMCM_TEST_FIRST"] = "1"  # one failure of a script is enough
    build = Build()
    rooms = set()
    for change in changes():
        name = "code:" + change.name
        if options.skips(name):
            continue
        try:
            path, text, new = change.made(build.source)
        except LookupError as error:
            report.add(name, None, str(error))
            continue
        if options.quick and path.parent in rooms:
            continue
        rooms.add(path.parent)
        path.write_text(new)
        try:
            report.add(name, build.failing(change, options.own))
        except RuntimeError as error:
            report.add(name, None, str(error))
        finally:
            path.write_text(text)


# ---- the rules of PTX ---------------------------------------------------------


class Rule:
    """A row of ptx-rules.tsv. Tests are of tests/litmus (without .litmus) or names of ctest."""

    def __init__(self, row):
        self.subject, self.rule = row[:2]
        tests, self.mutants = row[2].split(), row[3].split()
        self.litmus = {t + ".litmus" for t in tests if "/" in t}
        self.ctests = [t for t in tests if "/" not in t]

    def missing(self):
        """What it names that there is not."""
        yield from (t for t in self.litmus if not (LITMUS / t).is_file())
        for kind, _, name in (test.partition(".") for test in self.ctests):
            there = {"unit": f"tests/unit/test_{name}.c", "program": f"tests/program/{name}.sh"}
            if not (SOURCE / there.get(kind, "none")).is_file():
                yield f"{kind}.{name}"
        made = {"code:" + c.name for c in changes()} | {"rules:" + c.name for c in
                                                        changes("rules.txt")}
        yield from (m for m in self.mutants if m not in made and not axiom_of(m))

    def noticed(self, verdicts, model, environment):
        """Does one of its litmus tests notice, judged by that model?"""
        for judge, table, patterns in verdicts.runs:
            folder = (LITMUS / table).parent
            files = [str(f.relative_to(folder)) for p in patterns for f in sorted(folder.glob(p))
                     if str(f.relative_to(LITMUS)) in self.litmus]
            found = judge == model and files and verdicts.differences(model, table, files,
                                                                      environment, True)
            if found:
                return found
        return verdicts.flag_noticed(model, environment, self.litmus)


def axiom_of(mutant):
    """File, begin and end of the axiom that `models:FILE/AXIOM` leaves out, or None."""
    kind, _, name = mutant.partition(":")
    stem, _, axiom = name.partition("/")
    path = SOURCE / "models" / (stem + ".cat")
    if kind != "models" or not path.is_file():
        return None
    return next(((path, *place) for test, *place in tests_of(path.read_text()) if test == axiom),
                None)


def ptx_rules():
    return [Rule(row) for row in rows(HERE / "ptx-rules.tsv")]


def check_ptx_rules():
    for rule in ptx_rules():
        yield from (f"ptx-rules.tsv: {rule.rule}: there is no {what}" for what in rule.missing())
        if not rule.mutants or not (rule.litmus or rule.ctests):
            yield f"ptx-rules.tsv: {rule.rule}: no test, or no mutant"


def noticed_by_rule(rule, mutant, verdicts, build):
    """Which of the rule's tests notices the mutant, or None."""
    if not mutant.startswith("code:"):
        axiom = axiom_of(mutant)
        if axiom:
            path, begin, end = axiom
            model, text = path.stem, path.read_text()[:begin] + path.read_text()[end:]
        else:
            change = next(c for c in changes("rules.txt") if "rules:" + c.name == mutant)
            model, (path, _, text) = change.tests, change.made(SOURCE)
        folder = copy_of_models(path.name, text)
        return rule.noticed(verdicts, model, dict(os.environ, CMCM_MODELS=str(folder)))
    change = next(c for c in changes() if "code:" + c.name == mutant)
    path, text, new = change.made(build.source)
    path.write_text(new)
    try:
        made = build.make("cmcm-cli", *sorted({build.target(t) for t in rule.ctests}))
        if made.returncode:
            raise RuntimeError("does not build")
        command = Verdicts(str(build.folder / "cmcm"))
        found = next(filter(None, (rule.noticed(command, model, os.environ)
                                   for model in ("ptx", "cmcm"))), None)
        return found or build.first_failing(rule.ctests)
    finally:
        path.write_text(text)


def mutate_ptx(report, verdicts, options):
    os.environ["CMCM_TEST_FIRST"] = "1"
    build = None
    for rule in ptx_rules():
        for mutant in rule.mutants:
            name = f"ptx:{rule.subject}/{mutant}"
            if options.skips(name):
                continue
            if mutant.startswith("code:") and not build:
                build = Build("cmcm-cli")
            try:
                report.add(name, noticed_by_rule(rule, mutant, verdicts, build))
            except (LookupError, RuntimeError) as error:
                report.add(name, None, str(error))


# ---- the command ------------------------------------------------------------

KINDS = {"models": mutate_models, "bases": mutate_bases, "rules": mutate_rules,
         "code": mutate_code}
APART = {"ptx": mutate_ptx}  # mutants of the others


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", default="all", choices=[*KINDS, *APART, "all", "neighbours", "data"],
                        help="neighbours: only whether every base has some; data: and every "
                        "change of the code its text, every rule of PTX its tests and mutants")
    parser.add_argument("--quick", action="store_true",
                        help="empty bases only, one change of the code for each room")
    parser.add_argument("--only", metavar="REGEX", help="only mutants whose name matches")
    parser.add_argument("--after", metavar="LOG", action="append", default=[],
                        help="go on: not those that this table of an earlier run has; the "
                        "tests that noticed them come first")
    parser.add_argument("--own", action="store_true",
                        help="of the code: only the tests named with a change, none of the others")
    options = parser.parse_args()
    done = [line.rstrip("\n").split("\t") for log in options.after for line in open(log)
            if line.count("\t") == 2]
    names = {name for _, name, _ in done}
    options.skips = lambda name: name in names or (
        options.only and not re.search(options.only, name))
    if options.kind in ("neighbours", "data"):
        return data_fits(options.kind == "data")
    kinds = list(KINDS) if options.kind == "all" else [options.kind]
    report, begin = Report(), time.monotonic()
    verdicts = Verdicts(os.environ.get("CMCM", str(SOURCE / "build/cmcm")))
    if not Path(verdicts.command).is_file():
        sys.exit(f"mutate: no {verdicts.command}, expected a build (./dev build)")
    WORK.mkdir(exist_ok=True)
    for state, name, noticed in done:
        if state == "killed":
            verdicts.remember(name, noticed)
    judges = verdicts.models
    if kinds == ["rules"]:
        judges = {c.tests for c in changes("rules.txt")}
    elif kinds == ["ptx"]:
        judges = {"ptx"}
    elif kinds == ["bases"]:
        judges = {model for model, *_ in base_mutants(verdicts, options)}
    for model in sorted(judges):
        noticed = verdicts.noticed(model, SOURCE / "models")
        if noticed:
            sys.exit(f"mutate: without any mutation: {noticed}")
    for kind in kinds:
        (KINDS | APART)[kind](report, verdicts, options)
    status = report.finish(kinds, not options.quick and not options.only and not done)
    print(f"{time.monotonic() - begin:.0f} s", file=sys.stderr)
    return status


def data_fits(code):
    """Every base has neighbours or a reason, every change its text once: a fast test."""
    complaints = list(check_neighbours())
    listed = changes() + changes("rules.txt") if code else []
    for change in listed:
        try:
            _, text, new = change.made(SOURCE)
            if text == new:
                complaints.append(f"{change.name}: its new text is the old one")
        except LookupError as error:
            complaints.append(f"{change.name}: {error}")
    names = [change.name for change in listed]
    complaints += check_ptx_rules() if code else []
    complaints += [f"{n} stands there twice" for n in set(names) if names.count(n) > 1]
    print("\n".join(complaints) or f"{len(names)} changes of code and rules, {len(bases())} bases: fit")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
