"""What hostile and clumsy editors do to `cmcm lsp`: lsp_hostile.py CMCM SOURCE-TREE"""
import json
import os
import random
import sys
import time

from lsp_client import Server

program, source = sys.argv[1:3]
failures = checks = 0


def expect(what, expected, found):
    global failures, checks
    checks += 1
    if not (found in expected if isinstance(expected, set) else found == expected):
        failures += 1
        print(f"FAILED: {what}: expected {expected}, found {str(found)[:300]}", file=sys.stderr)


def read(path):
    with open(os.path.join(source, path), encoding="utf-8") as file:
        return file.read()


MP = read("tests/litmus/arm/MP.litmus")
URI = "file:///nowhere/MP.litmus"


def works(s, what):
    """The server still answers."""
    uri = f"file:///nowhere/{what.replace(' ', '-')}.litmus"
    s.open(uri, "litmus", MP)
    answer = s.lens(uri)
    expect(f"after {what}", "Ok (Sometimes, 4 states), by arm",
           answer and answer["result"] and answer["result"][0]["command"]["title"])
    s.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def error(s, what, code, identity=None):
    """The next message is an error."""
    while True:
        message = s.message(20)
        if message is None or "method" not in message:
            break
    expect(what, (code, identity),
           message and (message.get("error", {}).get("code"), message["id"]))


def framed(body, head=None):
    if isinstance(body, str):
        body = body.encode()
    return (head or b"Content-Length: %d\r\n\r\n" % len(body)) + body


def heads():
    s = Server(program)
    s.raw(b"Content-Type: text/plain\r\n\r\n")
    error(s, "the head has no length", -32700)
    s.raw(b"Content-Length: many\r\n\r\n")
    error(s, "a length that is no number", -32700)
    s.raw(b"Content-Length: -5\r\n\r\n")
    error(s, "a negative length", -32700)
    s.raw(b"Content-Length:\r\n\r\n")
    error(s, "an empty length", -32700)
    s.raw(b"\r\n\r\n")
    error(s, "an empty head", -32700)
    body = b'{"jsonrpc":"2.0","id":"x","method":"nothing"}'
    s.raw(b"content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%s"
          % (len(body), body))
    error(s, "small letters, and a second line", -32601, "x")
    for byte in framed(body):
        s.raw(bytes([byte]))
    error(s, "byte by byte", -32601, "x")
    s.raw(framed(body) * 3)
    for _ in range(3):
        error(s, "three at once", -32601, "x")
    works(s, "heads")
    expect("a good end", 0, s.end())

    for what, head in (("a huge length", b"Content-Length: 99999999999999999999999\r\n\r\n"),
                       ("a long one", b"Content-Length: 16777217\r\n\r\n"),
                       ("no head at all", b"x" * 10000),
                       ("a head that never ends", b"Content-Length: 5\r\n" * 1000)):
        s = Server(program)
        s.raw(head)
        error(s, what, -32700)
        expect(f"{what}: the end", 1, s.wait())


def messages():
    s = Server(program)
    for what, body in (("no JSON", "{"), ("nothing", ""), ("garbage", b"\xff\xfe\0\1"),
                       ("two values", "{} {}"), ("deep", "[" * 100000),
                       ("bad UTF-8", b'{"jsonrpc":"2.0","id":1,"method":"\xff"}'),
                       ("half a pair", '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}')):
        s.raw(framed(body))
        error(s, what, -32700)
    for what, body, identity in (
            ("a number", 5, None), ("a list", [], None), ("null", None, None), ("empty", {}, None),
            ("no version", {"id": 3, "method": "initialize"}, 3),
            ("another version", {"jsonrpc": "1.0", "id": 3, "method": "initialize"}, 3),
            ("no method", {"jsonrpc": "2.0", "id": 4}, 4),
            ("a method of numbers", {"jsonrpc": "2.0", "id": 4, "method": 7}, 4),
            ("an id that is none", {"jsonrpc": "2.0", "id": {}, "method": "shutdown"}, None),
            ("a broken id", {"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}, None)):
        s.send(body)
        error(s, what, -32600, identity)
    for identity in (0, -1, 2**60, "a", ""):
        s.send({"jsonrpc": "2.0", "id": identity, "method": "unknown/method"})
        error(s, "an unknown method", -32601, identity)
    s.send({"jsonrpc": "2.0", "id": 9, "method": "textDocument/didOpen", "params": {}})
    error(s, "a notification as a request", -32601, 9)
    for note in ("unknown/note", "$/unknown", "initialize", "textDocument/hover"):
        s.tell(note, {})
    s.send({"jsonrpc": "2.0", "id": 77, "result": None})
    s.send({"jsonrpc": "2.0", "id": 77, "error": {"code": 1, "message": "x"}})
    works(s, "messages")
    for params in (None, [], 5, {}, {"textDocument": None}, {"textDocument": {"uri": 5}},
                   {"textDocument": {"uri": URI}}, {"textDocument": {"uri": URI}, "position": 3}):
        for method in ("hover", "definition", "rename", "documentSymbol", "codeLens"):
            identity = s.request("textDocument/" + method, params)
            expect(f"{method} of {params}", -32602,
                   (s.answer(identity) or {}).get("error", {}).get("code"))
        for note in ("didOpen", "didChange", "didClose", "didSave"):
            s.tell("textDocument/" + note, params)
        s.tell("$/cancelRequest", params)
    works(s, "params")
    expect("a good end", 0, s.end())


def life():
    s = Server(program, initialize=False)
    s.tell("textDocument/didOpen", {})
    s.request("textDocument/hover", {})
    error(s, "before initialize", -32002, 1)
    s.ask("initialize", {"capabilities": {"general": {"positionEncodings": 5},
                                          "textDocument": []}})
    s.request("initialize", {})
    error(s, "twice", -32600, 3)
    works(s, "a bad start")
    s.ask("shutdown", None)
    s.request("shutdown", None)
    error(s, "after shutdown", -32600, s.ids)
    s.tell("textDocument/didOpen", {"textDocument": {"uri": URI, "text": MP}})
    s.tell("exit", None)
    expect("exit after shutdown", 0, s.wait())

    s = Server(program)
    s.tell("exit", None)
    expect("exit without shutdown", 1, s.wait())
    s = Server(program)
    s.process.stdin.close()
    expect("the editor goes", 1, s.wait())
    s = Server(program)
    s.process.stdout.close()
    s.open(URI, "litmus", MP)
    expect("the editor does not listen", 1, s.wait())
    s = Server(program)
    s.process.terminate()
    expect("SIGTERM", 0, s.wait())


def place(line, character):
    return {"line": line, "character": character}


def edits():
    s = Server(program)
    s.open(URI, "litmus", MP)
    far = 2**62
    version = 1
    for start, end in (((far, far), (far, far)), ((0, far), (0, far)), ((5, 5), (2, 2)),
                       ((0, 0), (far, 0))):
        version += 1
        s.change(URI, version, {"range": {"start": place(*start), "end": place(*end)}, "text": "x"})
        expect(f"an edit from {start} to {end}", list, type(s.diagnostics(URI, version)))
    for change in ({}, {"text": 5}, {"text": "x", "range": {}}, 5, None,
                   {"text": "x", "range": {"start": place(-1, 0), "end": place(0, 0)}},
                   {"text": "x", "range": {"start": place(0.5, 0), "end": place(0, 0)}},
                   {"text": "x", "range": {"start": place("1", 0), "end": place(0, 0)}},
                   {"text": "x", "range": {"start": place(0, 0)}}):
        s.change(URI, version, change)
        expect(f"a change that is none: {change}", True,
               s.note("window/logMessage") is not None)
    s.change(URI, 50, {"text": MP})
    expect("the whole text", [], s.diagnostics(URI, 50))
    s.change(URI, 51, *[{"range": {"start": place(0, 0), "end": place(0, 0)}, "text": "(**)"}] * 500)
    expect("many edits at once", [], s.diagnostics(URI, 51))
    for line, character in ((far, far), (0, far), (3, 0)):
        expect("a hover there", "result",
               next(k for k in s.at("hover", URI, line, character) if k != "jsonrpc"
                    and k != "id"))
    s.open("file:///nowhere/long.litmus", "litmus", "x" * (5 << 20))
    long = s.diagnostics("file:///nowhere/long.litmus", 1)
    expect("too long", True, "longer than" in long[0]["message"])
    expect("a hover in it", None, s.at("hover", "file:///nowhere/long.litmus", 0, 0)["result"])
    s.open("file:///nowhere/none.litmus", "litmus", "\0\0\0")
    expect("bytes 0", 1, len(s.diagnostics("file:///nowhere/none.litmus", 1)))
    s.open("untitled:Untitled-1", "cat", "let a = rf")
    expect("without a file", [], s.diagnostics("untitled:Untitled-1", 1))
    s.open("file:///nowhere/%zz%00%2", "cat", "let a = ")
    expect("a strange name", 1, len(s.diagnostics("file:///nowhere/%zz%00%2", 1)))
    s.open("file:///nowhere/x.txt", "plaintext", "let a = ")
    expect("another language", None,
           s.at("hover", "file:///nowhere/x.txt", 0, 5)["result"])
    for i in range(600):
        s.open(f"file:///nowhere/{i}.txt", "plaintext", "x")
    for i in range(600):
        s.tell("textDocument/didClose", {"textDocument": {"uri": f"file:///nowhere/{i}.txt"}})
    works(s, "edits")
    expect("a good end", 0, s.end())


def hard(threads=8):
    """Every thread reads and writes three locations that all share, and all is observed."""
    rows = ["LDR W0,[X1]", "LDADD W7,W8,[X3]", "STR W0,[X5]", "LDR W2,[X3]", "STR W2,[X1]",
            "LDR W6,[X5]"]
    lines = ["AArch64 HARD", "{"]
    lines += [f"{i}:X1=x; {i}:X3=y; {i}:X5=z; {i}:X7={i + 1};" for i in range(threads)]
    lines += ["}", " | ".join(f"P{i}" for i in range(threads)) + " ;"]
    lines += [" | ".join([row] * threads) + " ;" for row in rows]
    lines += ["locations [" + " ".join(f"{i}:X0; {i}:X2; {i}:X8;" for i in range(threads)) + "]"]
    return "\n".join(lines + ["exists (0:X0=1 /\\ x=3)", ""])


def runaways():
    s = Server(program, "-t", "1")
    for threads in (8, 40):
        begin = time.monotonic()
        s.open(URI, "litmus", hard(threads))
        lens = s.lens(URI)["result"]
        expect("the time limit", True, any("limit" in one["command"]["title"] for one in lens))
        expect("holds", True, time.monotonic() - begin < 8)

    # While it runs others are answered, and it can be given up.
    s.change(URI, 2, {"text": hard()})
    waiting = s.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    works(s, "a runaway")
    s.change(URI, 3, {"text": hard()})
    expect("a lens of what has changed", {-32801, None},
           s.answer(waiting).get("error", {}).get("code"))
    waiting = s.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    s.tell("$/cancelRequest", {"id": waiting})
    expect("cancelled", -32800, s.answer(waiting, 1)["error"]["code"])
    s.tell("$/cancelRequest", {"id": waiting})
    s.tell("$/cancelRequest", {"id": "never"})
    waiting = s.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    s.tell("textDocument/didClose", {"textDocument": {"uri": URI}})
    expect("closed meanwhile", -32801, s.answer(waiting, 5)["error"]["code"])
    for version in range(1, 60):  # typing faster than anything is checked
        if version == 1:
            s.open(URI, "litmus", hard())
        else:
            s.change(URI, version, {"text": hard() + "\n" * version})
    identities = [s.request("textDocument/hover", {"textDocument": {"uri": URI},
                                                   "position": place(i % 12, 3)})
                  for i in range(100)]
    answers = [s.answer(identity, 60) for identity in identities]
    expect("each of a hundred questions is answered", 100, sum(a is not None for a in answers))
    works(s, "a hundred questions")
    expect("a good end", 0, s.end())


def cats():
    """Models that make work for whoever reads them."""
    s = Server(program, "-t", "2")
    many = "".join(f"let a{i} = rf\n" for i in range(20000))
    many += "".join(f"show a{i}\n" for i in range(20000))
    for what, text in (("brackets", "let a = " + "(" * 100000), ("names", many),
                       ("itself", 'include "itself.cat"'), ("a device", 'include "/dev/zero"'),
                       ("a directory", 'include "/"'), ("no end", "(* " * 1000),
                       ("functions", "let rec f(x) = f(f(x)) acyclic f(rf)")):
        uri = f"file:///nowhere/{what.replace(' ', '-')}.cat"
        s.open(uri, "cat", text)
        expect(f"{what}: said", True, s.diagnostics(uri, 1) is not None)
        for method in ("hover", "definition", "references", "prepareRename"):
            expect(f"{method} in {what}", True, s.at(method, uri, 0, 9) is not None)
        s.at("rename", uri, 0, 5, newName="x" * 100000)
        s.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    works(s, "hard models")
    expect("a good end", 0, s.end())


def noise():
    """Messages with random flaws."""
    chance = random.Random(int(os.environ.get("CMCM_TEST_SEED", "1")))
    s = Server(program, "-t", "1")
    s.open(URI, "litmus", MP)
    good = [json.dumps({"jsonrpc": "2.0", "id": i, "method": "textDocument/" + method,
                        "params": {"textDocument": {"uri": URI}, "position": place(9, 3),
                                   "newName": "x", "contentChanges": [{"text": MP}]}}).encode()
            for i, method in enumerate(["hover", "rename", "codeLens", "documentSymbol"], 1000)]
    good.append(good[0].replace(b'"id": 1000, ', b"").replace(b"hover", b"didChange"))
    for _ in range(400):
        body = bytearray(chance.choice(good))
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(body))
            kind = chance.randrange(3)
            if kind == 0:
                body[at] = chance.randrange(256)
            elif kind == 1:
                del body[at:at + chance.randrange(9)]
            else:
                body[at:at] = bytes(chance.choice([b'"', b"{", b"[", b"\\u0000", b"9" * 30]))
        s.raw(framed(bytes(body)))
        while s.message(0):
            pass
    s.answers.clear()
    s.notes.clear()
    works(s, "noise")
    expect("a good end", 0, s.end())


for part in (heads, messages, life, edits, runaways, cats, noise):
    part()
print(f"{checks} checks of what hostile editors do")
sys.exit(1 if failures or checks < 100 else 0)
