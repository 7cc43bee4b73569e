"""What `cmcm lsp` answers: lsp_features.py CMCM SOURCE-TREE WORK-DIRECTORY"""
import os
import sys
from urllib.parse import unquote

from lsp_client import Server

program, source, work = sys.argv[1:4]
failures = checks = 0


def expect(what, expected, found):
    global failures, checks
    checks += 1
    if expected != found:
        failures += 1
        print(f"FAILED: {what}: expected {expected}, found {str(found)[:600]}", file=sys.stderr)


def has(what, part, whole):
    expect(f"{what}: {part!r} in {str(whole)[:500]!r}", True, part in str(whole))


def read(path):
    with open(os.path.join(source, path), encoding="utf-8") as file:
        return file.read()


def write(name, text):
    path = os.path.join(work, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return "file://" + path


def find(text, part, nth=1):
    """Line and character of the nth occurrence."""
    at = -1
    for _ in range(nth):
        at = text.index(part, at + 1)
    return text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1)


def span(place):
    return (place["start"]["line"], place["start"]["character"], place["end"]["line"],
            place["end"]["character"])


def value(answer):
    return answer["result"] and answer["result"]["contents"]["value"]


MARKDOWN = {"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}}
MP = read("tests/litmus/arm/MP.litmus")


def tests():
    s = Server(program, capabilities=MARKDOWN)
    uri = write("MP.litmus", MP)
    s.open(uri, "litmus", MP)
    expect("a sound test", [], s.diagnostics(uri, 1))
    lens = s.lens(uri)["result"]
    expect("its verdict", ["Ok (Sometimes, 4 states), by arm"],
           [one["command"]["title"] for one in lens])
    expect("over its head", (0, 0, 0, 10), span(lens[0]["range"]))
    has("an instruction", "`R`: a read of 4 bytes", value(s.at("hover", uri, *find(MP, "LDR"))))
    has("in its own letters", "LDR W0,[X3]", value(s.at("hover", uri, *find(MP, "LDR"))))
    has("an instruction set", "`arm`", value(s.at("hover", uri, 0, 2)))
    expect("a blank", None, value(s.at("hover", uri, 3, 1)))

    # One letter after the other, as one types: the last version counts.
    line, character = find(MP, "STR W2")
    place = {"line": line, "character": character}
    for version, letters in enumerate(["STLR", "STLRX", "STLR"], 2):
        s.change(uri, version, {"range": {"start": place, "end": {
            "line": line, "character": character + len(["STR", "STLR", "STLRX"][version - 2])}},
            "text": letters})
    expect("the last version", [], s.diagnostics(uri, 4))
    has("a release", "`L`: store-release", value(s.at("hover", uri, line, character)))
    expect("still allowed", "Ok (Sometimes, 4 states), by arm",
           s.lens(uri)["result"][0]["command"]["title"])
    s.change(uri, 5, {"text": MP.replace("STR W2", "STLR W2").replace("LDR W0", "LDAR W0")})
    expect("forbidden", "No (Never, 3 states), by arm",
           s.lens(uri)["result"][0]["command"]["title"])

    s.change(uri, 6, {"text": MP.replace("LDR W0", "LDRR W0")})
    found = s.diagnostics(uri, 6)
    expect("one error", [1], [d["severity"] for d in found])
    has("what was meant", "did you mean `LDR`", found[0]["message"])
    line, character = find(MP, "LDR")
    expect("at its place", (line, character), span(found[0]["range"])[:2])
    expect("no verdict", [], s.lens(uri)["result"])
    has("an instruction beside an error", "An instruction of AArch64",
        value(s.at("hover", uri, *find(MP, "STR"))))

    symbols = s.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
    expect("symbols beside an error", [], symbols)
    s.change(uri, 7, {"text": MP})
    symbols = s.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
    expect("symbols", [("MP", ["P0", "P1"])],
           [(one["name"], [t["name"] for t in one["children"]]) for one in symbols])

    # Warnings of a test with its model, as check gives them.
    odd = read("tests/warnings/" + sorted(
        f for f in os.listdir(os.path.join(source, "tests/warnings"))
        if f.endswith(".litmus"))[0])
    other = write("odd.litmus", odd)
    s.open(other, "litmus", odd)
    s.lens(other)
    warnings = s.note("textDocument/publishDiagnostics",
                      lambda p: p["uri"] == other and p["diagnostics"])
    expect("warnings", {2}, {d["severity"] for d in warnings["diagnostics"]})
    s.tell("textDocument/didClose", {"textDocument": {"uri": other}})
    expect("closed: nothing is left", [],
           s.note("textDocument/publishDiagnostics",
                  lambda p: p["uri"] == other and not p["diagnostics"])["diagnostics"])
    compound = read("tests/litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus")
    third = write("compound.litmus", compound)
    s.open(third, "litmus", compound)
    has("PTX in a compound test", "`ACQ`: .acquire reads and fences",
        value(s.at("hover", third, *find(compound, "ld.acquire", 2))))
    has("what is undefined", "What is undefined: ",
        value(s.at("hover", third, *find(compound, "ld.acquire", 2))))
    s.change(third, 2, {"text": compound.replace("ld.acquire.sys.u32", "testp.finite.f32")})
    has("an instruction that is refused", "It is not read: this floating-point instruction is not modelled",
        value(s.at("hover", third, *find(compound, "ld.acquire", 2))))
    lines = compound.replace("u32 r0, [y]", "u32 r0, [y] (* at k.cu:8:5 *)")
    lines = lines.replace("{\n", "Line=k.cu:8:5 v = flag.load()\n{\n", 1)
    s.change(third, 3, {"text": lines})
    has("a line of the source", "```\n\nk.cu:8 `v = flag.load()`\n\nAn instruction",
        value(s.at("hover", third, *find(lines, "ld.acquire", 2))))
    s.change(third, 4, {"text": compound})
    has("a scope", "`SYS`: scope .sys", value(s.at("hover", third, *find(compound, "ld.acquire", 2))))
    expect("a name", None, value(s.at("hover", third, 0, 12)))
    has("an attribute of a thread", "share a CTA",
        value(s.at("hover", third, *find(compound, "cta 0"))))
    expect("a good end", 0, s.end())


def units():
    """Places after what UTF-16 and UTF-8 count differently."""
    text = MP.replace("Message passing", "\u00e4\U0001d4d0 passing").replace("LDR W0", "LDRR W0")
    text = text.replace("\n P0", "\n (* \u00e4\U0001d4d0 *) P0").replace(
        " MOV W0,#1   | LDRR", "(*\U0001d4d0\u00e4*) MOV W0,#1 | LDRR")
    row = next(i for i, l in enumerate(text.split("\n")) if "LDRR" in l)
    before = text.split("\n")[row].split("LDRR")[0]
    for encoding, width in (("utf-16", len(before.encode("utf-16-le")) // 2),
                            ("utf-8", len(before.encode("utf-8")))):
        s = Server(program, capabilities={"general": {"positionEncodings": [encoding, "utf-32"]}})
        expect("encoding", encoding, s.can["capabilities"]["positionEncoding"])
        uri = write("units.litmus", text)
        s.open(uri, "litmus", text)
        expect(f"{encoding}: a place", (row, width), span(s.diagnostics(uri, 1)[0]["range"])[:2])
        s.change(uri, 2, {"range": {"start": {"line": row, "character": width + 3},
                                    "end": {"line": row, "character": width + 4}}, "text": ""})
        expect(f"{encoding}: an edit", [], s.diagnostics(uri, 2))
        has(f"{encoding}: a hover", "`R`: a read", value(s.at("hover", uri, row, width + 1)))
        expect("no markdown asked for", "plaintext",
               s.at("hover", uri, row, width + 1)["result"]["contents"]["kind"])
        s.end()


MAIN = """"a model"
include "part.cat"
include "cos.cat"

(* What is before. *)
let before = near | rf
if "v"
  let before = before | co
end
let twice(r) = r;r
acyclic twice(before) as order
flag ~empty near as close
show before
"""
PART = "let near = po & loc\n"


def models():
    s = Server(program, capabilities=MARKDOWN)
    uri, part = write("main.cat", MAIN), write("part.cat", PART)
    s.open(uri, "cat", MAIN)
    expect("a sound model", [], s.diagnostics(uri, 1))
    expect("a model has no verdict", [], s.lens(uri)["result"])
    hover = value(s.at("hover", uri, *find(MAIN, "rf")))
    has("a base relation", "reads-from: a write and a read that takes its value", hover)
    hover = value(s.at("hover", uri, *find(MAIN, "before)")))
    has("a definition", "let before = before | co", hover)
    hover = value(s.at("hover", uri, *find(MAIN, "before =")))
    has("its comment", "What is before.", hover)
    has("an axiom", "not allowed", value(s.at("hover", uri, *find(MAIN, "order"))))
    has("a word", "no cycle", value(s.at("hover", uri, *find(MAIN, "acyclic"))))

    def places(method, *where, **more):
        found = s.at(method, uri, *where, **more)["result"]
        return [(unquote(p["uri"]).rsplit("/", 1)[1], span(p["range"])[:2]) for p in found]

    expect("a definition in an included file", [("part.cat", (0, 4))],
           places("definition", *find(MAIN, "near")))
    expect("definitions of either branch",
           [("main.cat", find(MAIN, "before", 3)), ("main.cat", find(MAIN, "before", 2))],
           places("definition", *find(MAIN, "before) as")))
    expect("an included file", [("part.cat", (0, 0))], places("definition", 1, 12))
    carried = s.at("definition", uri, *find(MAIN, "co\n"))["result"]
    copy = unquote(carried[0]["uri"])[len("file://"):]
    expect("a model that cmcm carries, as a file", "cos.cat", os.path.basename(copy))
    with open(copy, encoding="utf-8") as file:
        line = file.read().split("\n")[carried[0]["range"]["start"]["line"]]
    has("at its definition", "co", line)
    expect("references", [("main.cat", find(MAIN, "r)")), ("main.cat", find(MAIN, "r;")),
                          ("main.cat", find(MAIN, "r\n"))],
           places("references", *find(MAIN, "r;r"), context={"includeDeclaration": True}))
    expect("can be renamed", "near", s.at("prepareRename", uri, *find(MAIN, "near"))["result"]
           ["placeholder"])
    expect("cannot be renamed", None, s.at("prepareRename", uri, *find(MAIN, "rf"))["result"])

    def rename(where, name):
        answer = s.at("rename", uri, *where, newName=name)
        if "error" in answer:
            return answer["error"]["message"]
        return {unquote(u).rsplit("/", 1)[1]: sorted(span(e["range"])[:2] for e in edits)
                for u, edits in answer["result"]["changes"].items()}

    expect("renaming in two files",
           {"part.cat": [(0, 4)], "main.cat": [find(MAIN, "near"), find(MAIN, "near as")]},
           rename(find(MAIN, "near"), "close-by"))
    expect("renaming what two branches define",
           {"main.cat": sorted(find(MAIN, "before", n) for n in (2, 3, 4, 5, 6))},
           rename(find(MAIN, "before =", 2), "earlier"))
    expect("caught by another", "`near` means something else here already",
           rename(find(MAIN, "before) as"), "near"))
    expect("catching a base", "`rf` means something else here already",
           rename(find(MAIN, "near"), "rf"))
    has("no name", "is not a name", rename(find(MAIN, "near"), "let"))
    has("no name at all", "is not a name", rename(find(MAIN, "near"), "a b"))
    has("of a carried file", "carries", rename(find(MAIN, "co\n"), "coherence"))
    has("of a base", "no definition", rename(find(MAIN, "rf"), "x"))

    symbols = s.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
    expect("symbols", ["before", "before", "twice", "order", "close"],
           [one["name"] for one in symbols])

    # An included file that is open and not saved counts as it is in the editor.
    s.open(part, "cat", "let far = po\n")
    s.change(uri, 2, {"text": MAIN})
    found = s.diagnostics(uri, 2)
    has("the draft of an included file", "there is no name `near`", found)
    s.change(part, 2, {"text": "let near = \n"})
    s.change(uri, 3, {"text": MAIN})
    found = s.diagnostics(uri, 3)
    expect("an error in an included file: where it is included", [1],
           [d["range"]["start"]["line"] for d in found])
    has("and where it is", "part.cat:2:1", found)
    s.change(uri, 4, {"text": MAIN.replace("let twice(r) = r;r", "let twice(r) = r;;r")})
    has("an error", "expected an expression", s.diagnostics(uri, 4))
    has("a base beside an error", "reads-from", value(s.at("hover", uri, *find(MAIN, "rf"))))
    expect("a good end", 0, s.end())
    expect("copies are gone", False, os.path.exists(copy))


def options():
    """A model of one's own, with its variant; a bound of loops."""
    write("mine.cat", '"MINE"\ninclude "cos.cat"\nif "none"\nlet r = 0\nelse\nlet r = po | rf '
          '| co | fr\nend\nacyclic r as sc\n')
    mine = os.path.join(work, "mine.cat")
    uri = write("MP.litmus", MP)
    for variant, verdict in (([], "No (Never, 3 states), by " + mine),
                             (["--variant", "none"], "Ok (Sometimes, 4 states), by " + mine)):
        s = Server(program, "-m", mine, *variant)
        s.open(uri, "litmus", MP)
        expect(f"the verdict of one's own model {variant}", verdict,
               s.lens(uri)["result"][0]["command"]["title"])
        s.end()
    s = Server(program, "-m", "armm")
    s.open(uri, "litmus", MP)
    s.lens(uri)
    found = s.note("textDocument/publishDiagnostics", lambda p: p["diagnostics"])
    has("no such model", "did you mean `arm`", found)
    s.end()


tests()
units()
os.environ.pop("CMCM_MODELS", None)  # models that the program carries have no files
models()
options()
print(f"{checks} checks of what is answered")
sys.exit(1 if failures or checks < 50 else 0)
