#!/usr/bin/env python3
"""Prints every message of the program as a table: FILE:LINE, the function that raises it, its text.

    ./dev messages [PATTERN]      only those whose row PATTERN (a regular expression) matches

A message is a string that a function such as cm_fail, cm_asm_fail or cli_usage_error is given, a
reason for an answer that is not certain, or any other string that says what was expected. Strings
side by side are one. For reading: whoever changes messages looks at all of them together."""
import pathlib
import re
import sys

RAISES = re.compile(r"fail|warn|error|refuse|complain|diag_add|reason|uncertain|unknown|note|say|tell")
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


def is_message(call, text):
    if " " not in text.strip() or text.endswith((".h", ".c")):
        return False
    return bool(RAISES.search(call)) or "expected" in text or ": error" in text


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    wanted = re.compile(sys.argv[1] if len(sys.argv) > 1 else "")
    count = 0
    for path in sorted(root.glob("**/*.[ch]")):
        room = path.relative_to(root).parts[0]
        if room in ("tests", "examples", "editors") or room.startswith("build"):
            continue
        for line, call, text in strings(path.read_text()):
            if not is_message(call, text):
                continue
            row = f"{path.relative_to(root)}:{line}\t{call}\t{text}"
            if wanted.search(row):
                count += 1
                print(row)
    print(f"{count} messages", file=sys.stderr)
    return 0 if count else 1


sys.exit(main())
