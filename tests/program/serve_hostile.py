"""What hostile and clumsy clients do to `cmcm serve`: serve_hostile.py CMCM SOURCE-TREE"""
import glob
import os
import socket
import sys
import threading
import time

from served import Served, is_there, stop

program, source = sys.argv[1:3]
failures = 0


def expect(what, expected, found):
    global failures
    good = found in expected if isinstance(expected, set) else found == expected
    if not good:
        failures += 1
        print(f"FAILED: {what}: expected {expected}, found {str(found)[:300]}", file=sys.stderr)


def read(path):
    with open(os.path.join(source, path), "rb") as file:
        return file.read().decode("utf-8", "replace")


MP = read("tests/litmus/arm/MP.litmus")


def hard(threads):
    """Every thread reads and writes three locations that all share: far more than a second."""
    rows = ["LDR W0,[X1]", "LDADD W7,W8,[X3]", "STR W0,[X5]", "LDR W2,[X3]", "STR W2,[X1]",
            "LDR W6,[X5]"]
    lines = ["AArch64 HARD", "{"]
    lines += [f"{i}:X1=x; {i}:X3=y; {i}:X5=z;" for i in range(threads)]
    lines += ["}", " | ".join(f"P{i}" for i in range(threads)) + " ;"]
    lines += [" | ".join([row] * threads) + " ;" for row in rows]
    return "\n".join(lines + ["exists (0:X0=1 /\\ x=3)", ""])


def works(server, what):
    """The server still answers, and in good time."""
    begin = time.monotonic()
    status, answer = server.ask("check", {"test": MP})
    expect(f"after {what}: a check", (200, 4), (status, answer["result"]["state_count"]))
    expect(f"after {what}: in good time", True, time.monotonic() - begin < 8)


def tokens(server):
    good = server.token
    for what, token in {"none": None, "empty": "", "another": "0" * 32, "short": good[:-1],
                        "long": good + "0", "very long": "0" * 5000,
                        "changed": good[:-1] + ("0" if good[-1] != "0" else "1")}.items():
        headers = {} if token is None else {"X-Cmcm-Token": token}
        for kind in ("start", "check", "explain", "repair"):
            status, text = server.request("POST", "/ask/" + kind, "{}", headers)
            expect(f"token {what}, {kind}", 403, status)
            expect(f"token {what} is not told the right one", False, good in text)
    status, _ = server.request("POST", "/ask/check?token=" + good, "{}")
    expect("the token in the address of a question", 403, status)
    for path in ("/", "/page.js", "/ask.js"):
        expect(f"{path} holds no token", False, good in server.request("GET", path)[1])


def paths(server):
    for path in ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                 "/page.js/../../../etc/passwd", "/etc/passwd", "/page", "/page.html", "/ask/check",
                 "/..%2f..%2fetc%2fpasswd", "/page.js%00", "/" + "a" * 4000, "/ask/", "/PAGE.JS"):
        answer = server.raw(f"GET {path} HTTP/1.1\r\nHost: {server.place}\r\n\r\n".encode())
        expect(f"GET {path[:40]}", True, b" 404 " in answer[:20] or b" 400 " in answer[:20])
        expect(f"GET {path[:40]} reads no file", False, b"root:" in answer)
    key = {"X-Cmcm-Token": server.token}
    for path in ("/", "/ask", "/ask/", "/ask/run", "/ask/../ask/check/", "/ask/check/x"):
        expect(f"POST {path}", 404, server.request("POST", path, "{}", key)[0])
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "BREW"):
        status = server.raw(f"{method} /ask/check HTTP/1.1\r\nHost: {server.place}\r\n\r\n".encode())
        expect(method, True, b" 405 " in status[:20] or b" 501 " in status[:20] or status == b"")


def hosts(server):
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "", "localhost"):
        answer = server.raw(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        expect(f"host {host}", True, b" 403 " in answer[:20] or b" 400 " in answer[:20])
    for host in (server.place, f"localhost:{server.port}"):
        answer = server.raw(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        expect(f"host {host}", True, b" 200 " in answer[:20])
        for header in (b"Content-Security-Policy: default-src 'none'", b"nosniff", b"no-referrer"):
            expect(f"header {header}", True, header in answer)
    for other in addresses() - {"127.0.0.1"}:
        try:
            socket.create_connection((other, server.port), timeout=2).close()
            expect(f"reached at {other}", "refused", "reached")
        except OSError:
            pass


def addresses():
    """Of this machine, with or without a network and a name that somebody knows."""
    found = {"127.0.0.2"}  # loopback, too, but not where the page is
    try:
        found |= {a[4][0] for a in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except socket.gaierror:
        pass
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as nobody:
        try:
            nobody.connect(("192.0.2.1", 9))  # sends nothing: chooses the address to send from
            found.add(nobody.getsockname()[0])
        except OSError:
            pass
    return found


def bodies(server):
    key = {"X-Cmcm-Token": server.token}
    long = b'{"test": "' + b"a" * 300_000 + b'"}'
    head = f"POST /ask/check HTTP/1.1\r\nHost: {server.place}\r\nX-Cmcm-Token: {server.token}\r\n"
    status = server.raw(head.encode() + b"Content-Length: %d\r\n\r\n" % len(long))
    expect("a body that is too long", True, b" 413 " in status[:20])
    for length in ("-1", "99999999999999999999", "1000000000", "x", "1e9"):
        answer = server.raw(head.encode() + f"Content-Length: {length}\r\n\r\n".encode() + long)
        expect(f"length {length}", False, b" 200 " in answer[:20])
    chunk = b"%x\r\n" % len(long) + long + b"\r\n"
    answer = server.raw(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk + b"0\r\n\r\n")
    expect("chunks that are too long", False, b" 200 " in answer[:20])
    for what, data in {"noise": os.urandom(5000), "a long header": b"GET / HTTP/1.1\r\nX: " +
                       b"y" * 100_000 + b"\r\n\r\n", "many headers": b"GET / HTTP/1.1\r\n" +
                       b"X: y\r\n" * 20_000 + b"\r\n", "no request": b"\r\n" * 1000,
                       "zeros": bytes(5000)}.items():
        expect(what, False, b" 200 " in server.raw(data, 0.3)[:20])
    expect("nothing at all", 400, server.request("POST", "/ask/check", "", key)[0])


def questions(server):
    bad = {"no JSON": "test", "a list": "[]", "a number": "3", "half": '{"test": "x"', "deep": "[" *
           100_000, "no test": "{}", "a test that is none": {"test": 3}, "byte 0": '{"test": "a\\u0000"}',
           "bytes that are no text": b'{"test": "\xff\xfe"}', "twice": '{"test": "a", "test": "b"}',
           "no loop": {"test": MP, "unroll": 0}, "loops": {"test": MP, "unroll": 1000000000},
           "fewer": {"test": MP, "unroll": -1}, "words": {"test": MP, "unroll": "x"},
           "an outcome that is none": {"test": MP, "outcome": []}}
    for model in ("/etc/passwd", "../models/arm", "arm.cat", "./arm", "arm-local", "stdlib", "ar",
                  "arm\n", "dialects/herd", "/dev/zero", "-", "a" * 10000, "+", "arm+", "arm+none",
                  "wave+wave-lockstep+", "wave+wave-lockstep+none", "+wave-lockstep",
                  "/etc/passwd+x", "arm+" + "x" * 10000):
        bad[f"model {model[:20]!r}"] = {"test": MP, "model": model}
    for kind in ("check", "explain", "repair"):
        for what, question in bad.items():
            expect(f"{kind}, {what}", 400, server.ask(kind, question)[0])
    status, answer = server.ask("check", {"test": "AArch64 é\n{ }\n P0 ;\n B\U0001f600 ;\nexists (true)"})
    message = answer["messages"][0]
    expect("an error has its place", (200, 4, 3), (status, message["line"], message["column"]))
    for path in sorted(glob.glob(os.path.join(source, "tests/malformed/*.litmus"))):
        status, answer = server.ask("check", {"test": read(path)})
        expect(f"{path}: status", 200, status)
        told = any(m["severity"] == "error" for m in answer["messages"])
        expect(f"{path}: an error or a result", True, told or answer["result"] is not None)
    status, answer = server.ask("explain", {"test": MP, "outcome": "1:X0="})
    expect("a malformed outcome", (200, "error"), (status, answer["messages"][0]["severity"]))
    for path, holds in (("c/MP+rlx+acq", "undefined"), ("scoped/MP+system-cpu", "no"),
                        ("scoped/CL-MP+wg-other", "undefined"), ("vulkan/LB", "yes")):
        text = read(f"tests/litmus/{path}.litmus")
        status, answer = server.ask("check", {"test": text})
        expect(f"{path}: holds", (200, holds), (status, answer["result"]["holds"]))
        verdict = {"no": "forbidden", "yes": "allowed"}.get(holds, holds)
        status, answer = server.ask("explain", {"test": text})
        expect(f"{path}: explained", (200, verdict), (status, answer["verdict"]))
        status, answer = server.ask("repair", {"test": text})
        expect(f"{path}: repaired", (200, "needless" if holds == "no" else "found"),
               (status, answer["repair"]["verdict"]))
    lanes = read("tests/litmus/wave/MP-lanes-plain.litmus")  # tests/litmus/wave/readings.tsv
    for model, holds in (("wave", "yes"), ("wave+wave-lockstep", "no"), ("wave+wave-one-way", "yes"),
                         ("wave+wave-one-way+wave-lockstep", "no")):
        status, answer = server.ask("check", {"test": lanes, "model": model})
        expect(f"a test with {model}", (200, holds, model),
               (status, answer["result"]["holds"], answer["result"]["model"]))
    status, answer = server.ask("check", {"test": MP, "model": "x86tso", "more": [1, {}]})
    expect("another model", (200, 1, "x86tso"),
           (status, len(answer["messages"]), answer["result"]["model"]))
    status, answer = server.ask("explain", {"test": MP, "outcome": "1:X0=1; 1:X2=0"})
    expect("an explanation", (200, "allowed", "<svg"),
           (status, answer["verdict"], answer["svg"][:4]))
    status, answer = server.ask("repair", {"test": MP})
    expect("a repair", (200, "found"), (status, answer["repair"]["verdict"]))


def crowds(server):
    """Many clients at once; others that hold a connection and send little or nothing."""
    idle = [socket.create_connection((server.host, server.port)) for _ in range(24)]
    for link in idle[:12]:
        link.sendall(b"POST /ask/check HTTP/1.1\r\nHo")
    found = []

    def client(number):
        for _ in range(4):
            found.append(server.ask("check", {"test": MP}, f"{number + 1:x}")[0])

    clients = [threading.Thread(target=client, args=(n,)) for n in range(24)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    expect("answers to many clients", [200] * 96, found)
    for link in idle:
        link.close()
    works(server, "crowds")
    cut = f"POST /ask/check HTTP/1.1\r\nHost: {server.place}\r\nX-Cmcm-Token: {server.token}\r\n"
    body = ('{"test": "%s"}' % "x").encode()
    for size in (0, 3, len(body)):
        with socket.create_connection((server.host, server.port)) as link:
            link.sendall(cut.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body[:size])
    works(server, "clients that went away")


def idlers(server):
    """More connections that send nothing than the server keeps: they make room."""
    idle = [socket.create_connection((server.host, server.port)) for _ in range(150)]
    for link in idle[::2]:
        link.sendall(b"POST /ask/check HTTP/1.1\r\nHo")
    begin = time.monotonic()
    status, _ = server.ask("check", {"test": MP})
    expect("a check beside idle connections", 200, status)
    expect("beside idle connections: at once", True, time.monotonic() - begin < 4)
    for link in idle:
        link.close()


def small_beside_slow(server):
    """Six slow checks of other pages do not hold up a small one: 3 s each, -j 2."""
    slow = []
    test = {"test": hard(40)}
    asks = [threading.Thread(target=lambda n=n: slow.append(
        server.ask("check", test, f"{n + 1:x}")[0])) for n in range(6)]
    for ask in asks:
        ask.start()
    time.sleep(0.5)
    begin = time.monotonic()
    status, answer = server.ask("check", {"test": MP}, "99")
    expect("a small check beside slow ones", (200, 4), (status, answer["result"]["state_count"]))
    expect("beside slow ones: in good time", True, time.monotonic() - begin < 4)
    for ask in asks:
        ask.join()
    expect("the slow ones are answered, too", True, set(slow) <= {200, 504} and len(slow) == 6)


def runaways(server):
    """Each question has 0.4 s, and a second until its process is ended; -j 2."""
    begin, slow = time.monotonic(), []
    test = {"test": hard(40)}
    ask = threading.Thread(target=lambda: slow.append(server.ask("check", test)))
    ask.start()
    time.sleep(0.1)
    works(server, "a check that runs away began")
    ask.join()
    status, answer = slow[0]
    expect("a check that runs away", {200, 504}, status)
    if status == 200:
        expect("it is not known", "unknown", answer["result"]["holds"])
    expect("it is ended in good time", True, time.monotonic() - begin < 8)

    slow.clear()
    ask = threading.Thread(target=lambda: slow.append(server.ask("explain", test, "ab")[0]))
    ask.start()
    time.sleep(0.3)
    status, _ = server.ask("explain", {"test": MP}, "ab")
    ask.join()
    expect("asked anew: the new one", 200, status)
    expect("asked anew: the old one", {409, 200, 504}, slow[0])

    for child in server.children():
        stop(child)
    stopped = server.children()
    status, _ = server.ask("check", {"test": MP})
    expect("a process that does nothing", 504, status)
    status, _ = server.ask("check", {"test": MP})
    works(server, "a process that does nothing")
    expect("it is gone", True, any(not is_there(pid) for pid in stopped))


with Served(program, "-j", "2") as server:
    for part in (tokens, paths, hosts, bodies, questions, crowds, idlers):
        part(server)
        works(server, part.__name__)
    again = None
    try:
        Served(program, "--port", str(server.port))
    except RuntimeError as error:
        again = str(error)
    expect("a port that is taken", True, again is not None and "in use" in again)
    children = server.children()
    expect("it ends at Ctrl-C", 0, server.end()[0])
    time.sleep(0.1)
    expect("its processes are gone", [], [pid for pid in children if is_there(pid)])

with Served(program, "-t", "0.4", "-j", "2", "--memory-limit", "500") as server:
    runaways(server)
    expect("it ends", 0, server.end()[0])

with Served(program, "-t", "3", "-j", "2", "--memory-limit", "500") as server:
    small_beside_slow(server)
    expect("it ends", 0, server.end()[0])

sys.exit(1 if failures else 0)
