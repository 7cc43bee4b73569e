"""A chromium without a window, through its own protocol over two pipes (no library needed).

    with Chromium(path, profile) as browser:
        page = browser.open(url, width, height, dark=False)
        page.value("1 + 1")      the value of an expression; promises are awaited
        page.until("expression") waits until it is true
"""
import json
import os
import select
import subprocess
import time

FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-background-networking
    --disable-component-update --disable-sync --disable-extensions --no-first-run
    --no-default-browser-check --disable-dev-shm-usage --remote-debugging-pipe""".split()
PATIENCE = 60


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def until(self, expression, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not self.value(f"!!({expression})"):
            if time.monotonic() > end:
                raise RuntimeError(f"not within {seconds} s: {expression}")
            time.sleep(0.02)

    def key(self, key, code, number, modifiers=0, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code,
                      windowsVirtualKeyCode=number, modifiers=modifiers, **more)

    def press(self, name):
        key = {"Tab": ("Tab", "Tab", 9), "Enter": ("Enter", "Enter", 13, 0, "\r")}[name]
        self.key(*key)

    def picture(self, path, whole=False):
        import base64
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))


class Chromium:
    def __init__(self, program, profile):
        to_browser, from_us = os.pipe()
        from_browser, to_us = os.pipe()

        def settle():  # the protocol's files are 3 and 4
            reading, writing = os.dup(to_browser), os.dup(to_us)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={profile}"], preexec_fn=settle, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(to_us)
        self.into, self.out = from_us, from_browser
        self.number, self.bytes, self.events = 0, b"", []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.into)
        os.close(self.out)

    def message(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.bytes:
            ready, _, _ = select.select([self.out], [], [], max(0, end - time.monotonic()))
            more = os.read(self.out, 1 << 16) if ready else b""
            if not more:
                raise RuntimeError("the browser does not answer")
            self.bytes += more
        text, self.bytes = self.bytes.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.number += 1
        question = {"id": self.number, "method": method, "params": parameters}
        if session:
            question["sessionId"] = session
        os.write(self.into, json.dumps(question).encode() + b"\0")
        while True:
            answer = self.message(PATIENCE)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url, width=1400, height=900, dark=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(domain + ".enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        page.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.call("Page.navigate", url=url)
        page.until("location.href !== 'about:blank' && document.readyState === 'complete'")
        return page
