"""Where a change of code.txt is made: in the function (table, type, macro) of the sources that
it names, whichever file that stands in. Blanks and line breaks are not compared."""
import functools
import re

# What begins in the first column: a macro, or up to the brace or semicolon that ends its head.
HEAD = re.compile(r"^(?:#define (?P<macro>\w+)|(?P<head>[A-Za-z_][^;{}]*?)(?P<end>[;{]))", re.M)
LEFT_OUT = re.compile(r"(tests|build[^/]*)/")


def end_of(text, match):
    """Where the definition that begins with the match ends."""
    head = (match["head"] or "").rstrip()
    if match["macro"]:
        end = r"(?<!\\)$"
    elif match["end"] == ";":
        return match.end()
    elif head.endswith("="):
        end = r"\};$"
    elif "(" in head:
        end = r"^\}"
    else:  # a type, with or without a table of it
        end = r"^\}[^;\n]* = \{[^;]*\};$|^\}[^;\n]*;$|\S ?\};( /\*.*)?$"
    found = re.compile(end, re.M).search(text, match.end())
    return found.end() if found else len(text)


def name_of(match, body):
    """What a definition is called: constants without a type as the first of them; None for a
    declaration."""
    if match["macro"]:
        return match["macro"]
    head = re.sub(r"__attribute__\(\(.*?\)\)", "", match["head"])
    function = re.match(r"[^=]*?(\w+)\(", head)
    if function:
        return None if match["end"] == ";" else function[1]
    words = re.findall(r"\w+", re.split(r"[=\[]", head)[0])
    if words and words[-1] in ("struct", "union", "enum"):
        words = re.findall(r"^\} ?(\w+)", body, re.M) or re.findall(r"\{ ?(\w+)", body)[:1]
    return words[-1] if words else None


def definitions(text):
    """Name, begin and end of each definition, in the order of the text."""
    at = 0
    while match := HEAD.search(text, at):
        at = end_of(text, match)
        name = name_of(match, text[match.start():at])
        if name:
            yield name, match.start(), at


@functools.cache
def all_definitions(source):
    """Name -> file, relative to source, begin and end of each definition of it."""
    found = {}
    for path in sorted(source.rglob("*.[ch]")):
        file = path.relative_to(source).as_posix()
        if LEFT_OUT.match(file):
            continue
        for name, begin, end in definitions(path.read_text()):
            found.setdefault(name, []).append((file, begin, end))
    return found


def pattern(old):
    """The old text's words and signs, with any blanks between them."""
    words = [rf"\b{w}\b" if w[0].isalnum() or w[0] == "_" else re.escape(w)
             for w in re.findall(r"\w+|[^\w\s]", old)]
    return re.compile(r"\s*".join(words))


def found_in(source, place, old):
    """Each file and span where the place has the old text. A place is a file
    (models/x.cat) or a name of the sources; several of one name and text are told apart by the
    beginning of the path: `hwrun/run:compare`."""
    sought = pattern(old)
    if (source / place).is_file():
        for match in sought.finditer((source / place).read_text()):
            yield source / place, match.span()
        return
    path, _, name = place.rpartition(":")
    for file, begin, end in all_definitions(source).get(name, []):
        if file.startswith(path):
            for match in sought.finditer((source / file).read_text(), begin, end):
                yield source / file, match.span()


def changed(source, place, old, new):
    """The file of the place, its text, and its text with the new text for the old one. A
    LookupError says what is wrong."""
    found = list(found_in(source, place, old))
    if len(found) != 1:
        name = place.rpartition(":")[2]
        if not (source / place).is_file() and name not in all_definitions(source):
            raise LookupError(f"nothing in the sources is called {name}, and no file")
        where = " ".join(sorted({str(path.relative_to(source)) for path, _ in found}))
        raise LookupError(f"{place} has its old text {len(found)} times {where}".strip())
    path, (begin, end) = found[0]
    text = path.read_text()
    return path, text, text[:begin] + new.strip() + text[end:]
