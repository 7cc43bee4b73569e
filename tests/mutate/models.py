"""What mutate.py knows of models: which tests judge them (Verdicts), and where in a model's
text its tests, the files that it includes and its bases stand."""
import os
import re
import resource
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
LITMUS = SOURCE / "tests" / "litmus"
JOBS = os.cpu_count() or 2
SECONDS = 240  # of CPU time, for each process of a test: a mutant may never end

# ---- verdicts ---------------------------------------------------------------


def rows(path):
    """The fields of a table's lines; comments and empty lines left out."""
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split("\t")


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, check=False, **more)


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


class Verdicts:
    """The project's own litmus tests: tests/litmus/runs.tsv says which model judges which,
    flags.tsv which flags are raised. Tests that noticed other mutants come first: those of
    the same subject (a base), then those of the same model."""

    def __init__(self, command):
        self.command = command
        self.runs = [(model, table, files.split()) for model, table, files
                     in rows(LITMUS / "runs.tsv")]
        self.models = sorted({model for model, _, _ in self.runs})
        self.sharp = {}  # model, or subject -> names of tests

    def remember(self, mutant, noticed):
        """That a test noticed the mutant."""
        place, _, subject = mutant.partition("=")[0].partition(":")[2].partition("/")
        for key in (place, subject):
            self.sharp.setdefault(key, set()).add(noticed.split(": ")[0])

    def differences(self, model, table, files, environment, uncertain=False):
        """The first line of what the check of the files says differs, or None. uncertain: that
        it has no answer to one of them is a difference, too."""
        out = run([self.command, "check", f"-j{JOBS}", "-t", "20", "-q", "-m", model,
                   "--expect", Path(table).name, *files], cwd=(LITMUS / table).parent,
                  env=environment)
        if out.returncode not in (0, 1, 4):
            raise RuntimeError(out.stdout.strip().splitlines()[0])
        notices = (1, 4) if uncertain else (1,)
        return out.stdout.splitlines()[0] if out.returncode in notices else None

    def noticed(self, model, models, subject=""):
        """The first test of the model that notices the copy in the folder, or None; raises
        when the model cannot be used at all."""
        environment = dict(os.environ, CMCM_MODELS=str(models))
        left = {}
        for judge, table, patterns in self.runs:
            if judge == model:
                folder = (LITMUS / table).parent
                left[table] = [str(f.relative_to(folder)) for p in patterns
                               for f in sorted(folder.glob(p))]
        for first in (self.sharp.get(subject, set()), self.sharp.get(model, set()), None):
            for table, files in left.items():
                now = [f for f in files if first is None or f in first]
                left[table] = [f for f in files if f not in now]
                found = now and self.differences(model, table, now, environment)
                if found:
                    return found
        return self.flag_noticed(model, environment)

    def library_noticed(self, models):
        """Procedures that no installed model calls have a unit test."""
        program = Path(self.command).parent / "tests/unit"
        out = run([program, "cat_stdlib"], env=dict(os.environ, CMCM_MODELS=str(models)))
        return "unit.cat_stdlib" if out.returncode else None

    def flag_noticed(self, model, environment, among=None):
        wanted = {test: flags for test, judge, flags, _ in rows(LITMUS / "flags.tsv")
                  if judge == model and (among is None or test in among)}
        for test, flags in wanted.items():
            out = run([self.command, "check", "-t", "20", "-m", model, test],
                      cwd=LITMUS, env=environment)
            found = " ".join(sorted(re.findall(r"^Flag (\S+)", out.stdout, re.M))) or "-"
            if found != flags:
                return f"{test}: flags {found}, expected {flags}"
        return None


# ---- cat --------------------------------------------------------------------


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def without_comments(text):
    """Comments blanked, offsets kept. Ours are not nested."""
    return re.sub(r"\(\*.*?\*\)|//[^\n]*|^#[^\n]*", blank, text, flags=re.S | re.M)


# A test ends at its `as NAME`; without one, before the next instruction.
TEST = re.compile(
    r"^[ ]*(?:flag\s+|undefined_unless\s+|assert\s+)?~?(?:acyclic|irreflexive|empty)\b"
    r"(?:(?!^\s*(?:let|acyclic|irreflexive|empty|flag|with|include|end|show|procedure)\b).)*?"
    r"(?:\bas\s+(?P<name>[\w.-]+)|(?=\n\s*\n|\n\s*end\b))", re.S | re.M)


def tests_of(text):
    for match in TEST.finditer(without_comments(text)):
        line = text.count("\n", 0, match.start()) + 1
        yield match.group("name") or f"line-{line}", match.start(), match.end()


def closure(name, seen=None):
    """A model's text with all that it includes."""
    seen = seen if seen is not None else set()
    if name in seen:
        return ""
    seen.add(name)
    text = without_comments((SOURCE / "models" / name).read_text())
    for included in re.findall(r'^\s*include\s+"([^"]+)"', text, re.M):
        text += closure(included, seen)
    return text


def bases():
    """Name -> is it a set, from the tables of the model room and of the instruction sets."""
    text = (SOURCE / "model/relations.c").read_text()
    table = re.findall(r'^\s+(SET|ENDS|REL)\("([^"]+)"', text, re.M)
    known = {name: kind != "REL" for kind, name in table} | {"CPU": True}
    for description in sorted((SOURCE / "litmus/isa").glob("*/description.c")):
        known |= {name: True for name in re.findall(r'\.set = "([^"]+)"', description.read_text())}
    for table in sorted((SOURCE / "litmus/isa").glob("*/*.isa")):
        known |= {name: True for name in re.findall(r'^tag "?([^" ]+)', table.read_text(), re.M)}
    return known


WORD = re.compile(r"[A-Za-z_][\w.]*(?:-[\w.]+)*'?")
INSTRUCTION = re.compile(r"^[ ]*(?=(?:let|and|with|acyclic|irreflexive|empty|flag|include|show|call|"
                         r"procedure|end)\b)", re.M)


def used_bases(model):
    """What the tests of the model and the orders it chooses come to, through definitions."""
    text = re.sub(r'"[^"]*"', "", closure("stdlib.cat") + closure(model + ".cat"))
    definitions, reached = {}, set()
    for piece in INSTRUCTION.split(text):
        words = WORD.findall(piece)
        if not words or words[0] in ("show", "include", "procedure", "end"):
            continue
        if words[0] in ("let", "and"):
            words = [w for w in words if w != "rec"]
            definitions.setdefault(words[1], set()).update(words[2:])
        elif "as" in words or words[0] in ("with", "call"):
            reached.update(words[1:])
    waiting = list(reached)
    while waiting:
        for word in definitions.get(waiting.pop(), ()):
            if word not in reached:
                reached.add(word)
                waiting.append(word)
    return sorted((reached & set(bases())) - set(definitions))


def neighbours():
    """Base -> (expression in its place, models it is for), and bases without -> why."""
    table, none = {}, {}
    for name, expression, *more in rows(HERE / "neighbours.tsv"):
        if expression == "-":
            none[name] = " ".join(more)
        else:
            table.setdefault(name, []).append((expression, more[0].split() if more else []))
    return table, none


def check_neighbours():
    table, none = neighbours()
    known = bases()
    for name in known:
        if (name in table) == (name in none):
            yield f"neighbours.tsv: {name} wants neighbours, or one line that says why not"
    for name in set(table) | set(none):
        if name not in known:
            yield f"neighbours.tsv: {name} is no base of model/relations.c or litmus/isa/"
