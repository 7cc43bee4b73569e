"""What cmcm check reads and cmcm run refuses: docs/does-not-run.tsv has a table of it with the reasons, which
is compared here with the messages of the sources, and with what tests that want it are told.

    run_refused.py SOURCE CMCM RUN-REFUSED.TSV"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE, CMCM, TABLE = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
# Of resources and parameters, or of machines: no forms of tests. Then what the plan of a run has
# refused before, in other words.
OTHER = re.compile(r"a round has|lanes have|one CTA has|do not fit|needs more than|"
                   r"stress_home|initial values|has %u lanes|no threads|no GPU here|^%s$|"
                   r"which this CPU runs|%llu bytes, expected at most|without a name is observed|"
                   r"which cannot run, expected|hand to each other cannot run yet|and cannot be run|"
                   r"address of code|may end in a fault")
errors = []


def core(message):
    """What of a message is the same each time: up to what is expected, variable parts left out."""
    message = re.sub(r"^%s: ", "", message)
    message = re.split(r", expected\b", message)[0]
    return re.sub(r"`[^`]*`|%[a-z]+|…|\bN\b", "*", message).strip()


def of_sources():
    files = sorted((SOURCE / "litmus/isa/ptx").glob("ptx_native*.c"))
    files += [SOURCE / "hwrun/plan/plan.c", SOURCE / "hwrun/plan/plan_roles.c",
              SOURCE / "litmus/isa/native.c",
              *sorted((SOURCE / "hwrun/code").glob("gpu_code*.c"))]
    for file in files:
        for call in re.finditer(r"\b(?:cm_ptxn_refuse|cm_fail)\(([^;]*?)\);", file.read_text(), re.S):
            text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', call.group(1)))
            if text and not OTHER.search(text):
                yield core(text)


def of_document():
    for line in (SOURCE / "docs/does-not-run.tsv").read_text().splitlines()[2:]:
        _, said, why = line.split("\t")
        yield core(said), why


def told(row, folder):
    init, heads, body, *question = row
    file = Path(folder) / "t.litmus"
    file.write_text(f"PTX t\n{{ {init} }}\n {heads} ;\n" +
                    "".join(f" {line} ;\n" for line in body.split(" ;; ")) +
                    (question[0] if question else "exists (true)") + "\n")
    read = subprocess.run([CMCM, "check", "-q", file], capture_output=True, text=True, check=False)
    if "error" in read.stderr:
        errors.append(f"{body}: check does not read it: {read.stderr}")
    run = subprocess.run([CMCM, "run", "-n", file], capture_output=True, text=True, check=False)
    found = re.search(r"error: (?:t: )?(.*)", run.stderr)
    return found.group(1) if found else "nothing"


def pattern(message):
    return re.compile(".*".join(re.escape(part) for part in message.split("*")))


def row_of(document, message):
    """Of the table's rows the one that the message is an example of; None: there is none."""
    return max((row for row in document if pattern(row).match(message)), key=len, default=None)


def main():
    sources, document = set(of_sources()), dict(of_document())
    for message in sorted(sources - set(document)):
        errors.append(f"docs/does-not-run.tsv has no row for: {message}")
    for message in sorted(set(document) - sources):
        errors.append(f"docs/does-not-run.tsv: no source says: {message}")
    for message, why in document.items():
        if len(why) < 9:
            errors.append(f"docs/does-not-run.tsv: no reason: {message}")
    seen = set()
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()
            if line and not line.startswith("#")]
    with tempfile.TemporaryDirectory() as folder:
        for wanted, *row in rows:
            said = told(row, folder)
            if not row_of(document, wanted):
                errors.append(f"{TABLE.name}: docs/does-not-run.tsv has no row for: {wanted}")
            if not said.startswith(wanted):
                errors.append(f"{row[2]}: expected `{wanted}`, found `{said}`")
            seen.add(row_of(document, wanted))
    for message in sorted(set(document) - seen):
        errors.append(f"{TABLE.name} has no test that is told: {message}")
    print("\n".join(errors) or f"{len(document)} reasons, {len(rows)} tests")
    return 1 if errors else 0


sys.exit(main())
