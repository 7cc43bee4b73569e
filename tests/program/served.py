"""A running `cmcm serve`, and questions to it."""
import http.client
import json
import os
import signal
import socket
import subprocess


class Served:
    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, "serve", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        if "?token=" not in self.url:
            raise RuntimeError("no address: " + self.process.stderr.read())
        place, self.token = self.url.split("/?token=")
        self.place = place[len("http://"):]
        self.host, port = self.place.rsplit(":", 1)
        self.port = int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def end(self):
        """Ends it as Ctrl-C does; its status and what it said."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, said

    def children(self):
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)],
                               capture_output=True, text=True, check=False)
        return [int(pid) for pid in found.stdout.split()]

    def request(self, method, path, body=None, headers=None, seconds=60):
        """Status and body."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=seconds)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def ask(self, kind, question, page=None, seconds=60):
        """Status and JSON of a question; question: anything, or text as it is."""
        body = question if isinstance(question, (str, bytes)) else json.dumps(question)
        headers = {"X-Cmcm-Token": self.token}
        if page:
            headers["X-Cmcm-Page"] = page
        status, text = self.request("POST", "/ask/" + kind, body, headers, seconds)
        return status, json.loads(text) if text.startswith("{") else text

    def raw(self, data, seconds=15):
        """What comes back for bytes as they are; b"" also when the connection is cut."""
        got = b""
        with socket.create_connection((self.host, self.port), timeout=seconds) as link:
            try:
                link.sendall(data)
                while more := link.recv(1 << 16):
                    got += more
            except (ConnectionError, socket.timeout):
                pass
        return got


def stop(pid):
    os.kill(pid, signal.SIGSTOP)


def is_there(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False
