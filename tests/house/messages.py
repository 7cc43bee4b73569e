#!/usr/bin/env python3
"""Prints every message of the program as a table: FILE:LINE, the function that raises it, its text.

    ./dev messages [PATTERN]      only those whose row PATTERN (a regular expression) matches
    ./dev messages --lint         only those that say it badly: status 1 if there are any

A message is a string that a function such as cm_fail, cm_asm_fail or cli_usage_error is given, a
reason for an answer that is not certain, or any other string that says what was expected. Strings
side by side are one. For reading: whoever changes messages looks at all of them together.

Said badly is what tests/house/not-said.txt has, and what is expected of something that has no verb:
"register of 32 bits, expected one of 64" ("the register has 32 bits"), or that is set apart by `;`
or `:` in place of a comma."""
import pathlib
import re
import sys

RAISES = re.compile(r"fail|warn|error|refuse|complain|diag_add|reason|uncertain|unknown|note|say|tell|"
                    r"job_stop|stray|undefined|forbid|opaque|skips|limit|unended|differ$")
# What messages alone do not say: documents may.
STILTED = re.compile(r"\b(what|that|which|who) (is|are) (no|none)\b(?! longer)|, expected such\b|\bhas not[ ,.;]"
                      r"|\bbehind\b|\bstands? (?!for\b)")
TOKEN = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|\n|[(){};]|[^\s]', re.S)


def strings(text):
    """Each run of adjacent string literals: line, the innermost call around it, the text."""
    calls, before, line, joined = [], "", 1, None
    for match in TOKEN.finditer(text):
        token = match[0]
        if token.startswith(("/*", "//")) or token == "\n":
            line += token.count("\n")
            continue
        if token.startswith('"'):
            if joined:
                joined[2] += token[1:-1]
            else:
                joined = [line, calls[-1] if calls else "", token[1:-1]]
            continue
        if joined and not re.match(r"PRI[a-zA-Z0-9]+$", token):
            yield joined
            joined = None
        if token == "(":
            calls.append(before)
        elif token == ")" and calls:
            calls.pop()
        elif token in ";{}":
            calls = calls if token != ";" else []
        before = token


def strings_of_table(text):
    """Those of a table of instructions, docs/isa-tables.md: what `need` refuses with."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in re.finditer(r'"([^"]* [^"]*)"', "" if re.match("#|tag |weaker |choice ", line) else line):
            yield number, "need", match[1]


def is_message(call, text):
    if " " not in text.strip() or text.endswith((".h", ".c")):
        return False
    return bool(RAISES.search(call)) or "expected" in text or ": error" in text


VERBS = re.compile(
    r"\b(is|are|has|have|had|cannot|can|may|must|does|do|did|was|were|needs?|takes?|stands?|lies|says?|begins?|"
    r"ends?|runs|names|reads|writes|moves|multiplies|extends|differ|go|goes|gives|defines|knows?|wants|waits|holds|"
    r"belongs?|counts|starts|fit|follow|follows|comes?|contradicts?|changes|chooses|expects|uses|looks|stays?|"
    r"calls|lacks?|describes|sets|saves|continues|match|leaves|refused?|reaches|makes|sees|adds|asks|"
    r"prints|lists|branches|observes|depends|raises|hides|includes?|passes|would|allows|covers|tells|"
    r"ran|told|returns|brings|ignores|measures|exists|named|contains|flushes|rounds)\b")
# Where another string, of which this is the frame, has the verb.
FRAME = re.compile(r"(?:[a-z: ]*(?:cmcm|error: )[^%]*)?(?:[`'<]?%\S+ ?)*|(?:%s: )?(?:the )?[a-z]* ?%s|.*%s not modelled")


def flaw(text, not_said):
    """What is bad about the message, or ""."""
    for pattern in (*not_said, STILTED):
        if pattern.search(text):
            return "say it in plainer words"
    head, comma, _ = text.partition(", expected")
    if re.search(r"[;:] expected", re.sub(r"^(cmcm.*|%s): expected", "", text)):
        return "a comma stands before `expected`"
    bare = re.sub(r"`[^`]*`|'[^']*'", "", head)
    if comma and not VERBS.search(bare) and not FRAME.fullmatch(head) and "expected" not in head:
        return "there is no verb before `expected`"
    return ""


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    lints = sys.argv[1:] == ["--lint"]
    wanted = re.compile(sys.argv[1] if len(sys.argv) > 1 and not lints else "")
    not_said = [re.compile(line) for line in (root / "tests/house/not-said.txt").read_text().splitlines()]
    count = 0
    for path in sorted([*root.glob("**/*.[ch]"), *root.glob("**/*.isa")]):
        room = path.relative_to(root).parts[0]
        if room in ("tests", "examples", "editors") or room.startswith("build"):
            continue
        read = strings_of_table if path.suffix == ".isa" else strings
        for line, call, text in read(path.read_text()):
            if call == "cm_lexer_lacks":
                text = f"expected {text}, found %s"
            if not is_message(call, text):
                continue
            row = f"{path.relative_to(root)}:{line}\t{call}\t{text}"
            bad = flaw(text, not_said) if lints else ""
            if bad:
                row = f"{path.relative_to(root)}:{line}: error: {bad}: {text}"
            if bad or (wanted.search(row) and not lints):
                count += 1
                print(row)
    if lints:
        return 1 if count else 0
    print(f"{count} messages", file=sys.stderr)
    return 0 if count else 1


sys.exit(main())
