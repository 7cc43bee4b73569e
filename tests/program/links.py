"""Links of the documents that lead nowhere: no such file, or no such heading in it.

    links.py FOLDER     prints `FILE -> LINK: why` for each, then how many links there are
"""

import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")


def slug(heading):
    """The anchor of a heading, as forges make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def lines_outside_code(path):
    code = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            code = not code
        elif not code:
            yield line


def anchors(path):
    found = set()
    for line in lines_outside_code(path):
        heading = re.match(r"#+ (.*)", line)
        if heading:
            name, number = slug(heading[1]), 1
            while (name if number == 1 else f"{name}-{number - 1}") in found:
                number += 1
            found.add(name if number == 1 else f"{name}-{number - 1}")
    return found


def why_dead(path, link):
    target, _, anchor = link.partition("#")
    to = path.parent / target if target else path
    if not to.exists():
        return "no such file"
    if anchor and to.suffix == ".md" and anchor not in anchors(to):
        return "no such heading"
    return None


def main(folder):
    count = 0
    folders = [folder.glob(pattern) for pattern in ("*.md", "docs/**/*.md", "data/*.md", "checker/**/*.md", "enumerate/**/*.md")]
    for path in sorted(path for paths in folders for path in paths):
        for link in LINK.findall("\n".join(lines_outside_code(path))):
            if re.match(r"[a-z]+:", link):
                continue
            count += 1
            why = why_dead(path, link)
            if why:
                print(f"{path.relative_to(folder)} -> {link}: {why}")
    print(f"{count} links")


main(pathlib.Path(sys.argv[1]))
