"""A small client of the Language Server Protocol, over a server's standard input and output."""
import json
import os
import select
import subprocess
import time


class Server:
    def __init__(self, program, *arguments, capabilities=None, initialize=True, env=None):
        self.process = subprocess.Popen([program, "lsp", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        self.bytes = b""
        self.ids = 0
        self.notes = []    # notifications that nobody has asked for yet
        self.answers = {}  # by id
        if initialize:
            self.can = self.ask("initialize", {"processId": None, "rootUri": None,
                                               "capabilities": capabilities or {}})["result"]
            self.tell("initialized", {})

    # ---- sending ------------------------------------------------------------
    def raw(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def send(self, message):
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, params):
        self.ids += 1
        self.send({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})
        return self.ids

    # ---- receiving ----------------------------------------------------------
    def message(self, seconds):
        """The next message, or None: nothing within that time, or the end."""
        end = time.monotonic() + seconds
        while True:
            head, blank, rest = self.bytes.partition(b"\r\n\r\n")
            if blank:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.bytes = rest[length:]
                    return json.loads(rest[:length])
            left = end - time.monotonic()
            ready = select.select([self.process.stdout], [], [], max(left, 0))[0]
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not data:
                return None
            self.bytes += data

    def answer(self, identity, seconds=30):
        end = time.monotonic() + seconds
        while identity not in self.answers:
            message = self.message(end - time.monotonic())
            if message is None:
                return None
            if "method" in message:
                self.notes.append(message)
            else:
                self.answers[message["id"]] = message
        return self.answers.pop(identity)

    def ask(self, method, params, seconds=30):
        return self.answer(self.request(method, params), seconds)

    def note(self, method, wanted=lambda params: True, seconds=30):
        """The params of the next notification of that kind."""
        end = time.monotonic() + seconds
        while True:
            for i, note in enumerate(self.notes):
                if note["method"] == method and wanted(note["params"]):
                    return self.notes.pop(i)["params"]
            message = self.message(end - time.monotonic())
            if message is None:
                return None
            if "method" in message:
                self.notes.append(message)
            else:
                self.answers[message["id"]] = message

    # ---- documents ----------------------------------------------------------
    def open(self, uri, language, text, version=1):
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, uri, version, *changes):
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)})

    def diagnostics(self, uri, version, seconds=30):
        """The first that are published of that version."""
        found = self.note("textDocument/publishDiagnostics",
                          lambda p: p["uri"] == uri and p.get("version") == version, seconds)
        return found and found["diagnostics"]

    def at(self, method, uri, line, character, **more):
        return self.ask("textDocument/" + method, dict(
            {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}},
            **more))

    def lens(self, uri, seconds=30):
        return self.ask("textDocument/codeLens", {"textDocument": {"uri": uri}}, seconds)

    def end(self):
        """The exit status of a good end, or what was said on standard error."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        status = self.process.wait(10)
        return self.process.stderr.read().decode("utf-8", "replace") or status

    def wait(self, seconds=10):
        return self.process.wait(seconds)

    def kill(self):
        self.process.kill()
        self.process.wait()
