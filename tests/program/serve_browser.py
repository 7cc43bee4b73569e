"""The page of `cmcm serve` in chromium: serve_browser.py CMCM SOURCE-TREE CHROMIUM FOLDER

Everything that a person does with it, with keys where there are keys, and what may not
happen: an error on the console, a fetch from elsewhere, a page wider than its window."""
import base64
import json
import os
import sys
import time

from chromium import Chromium
from served import Served

program, source, chromium, folder = sys.argv[1:5]
failures = 0


def expect(what, expected, found):
    global failures
    if found != expected:
        failures += 1
        print(f"FAILED: {what}: expected {expected!r}, found {found!r}", file=sys.stderr)


def read(path):
    with open(os.path.join(source, "tests/litmus", path), encoding="utf-8") as file:
        return file.read()


VERDICT = "document.querySelector('.verdict').textContent"
ROWS = "[...document.querySelectorAll('#table tbody tr')].map(r => r.innerText.replace(/\\s+/g, ' '))"
WRITE = """(text => { const f = document.getElementById('test'); f.value = text;
    f.dispatchEvent(new Event('input')); })(%s)"""


def write(page, text):
    """Types a test and waits for what is made of it."""
    page.value("document.getElementById('verdicts').replaceChildren()")
    page.value(WRITE % json.dumps(text))
    page.until("document.querySelector('.verdict')")


def click(page, selector):
    page.value(f"document.querySelector({json.dumps(selector)}).click()")


def choose(page, select, value):
    page.value("document.getElementById('verdicts').replaceChildren()")
    page.value(f"(s => {{ s.value = {json.dumps(value)}; s.dispatchEvent(new Event('change')); }})"
               f"(document.getElementById('{select}'))")
    page.until("document.querySelector('.verdict')")


def title(page, section):
    return page.value(f"document.getElementById('{section}-title').textContent")


def outcomes(page):
    page.until("document.querySelector('#table table')")
    expect("the first example", True, page.value(VERDICT).startswith("○ Allowed by arm: exists"))
    expect("its outcomes", 4, len(page.value(ROWS)))
    expect("the one asked about", "holds 1 0 ○ allowed", page.value(ROWS)[2])
    expect("the token is not shown", False, "token" in page.value("location.href"))
    write(page, read("arm/MP+stlr+ldar.litmus"))
    expect("another test", True, page.value(VERDICT).startswith("× Forbidden by arm"))
    expect("its outcomes", 3, len(page.value(ROWS)))
    expect("colours", True, page.value("document.querySelectorAll('#colours .mnemonic').length === 6"))
    expect("the colours' text is the test's", True,
           page.value("document.getElementById('colours').textContent === test.value + '\\n'"))


def errors(page):
    write(page, read("arm/MP.litmus").replace("LDR W2", "LDRR W2"))
    expect("an error's text", True, page.value(
        "document.querySelector('#messages li').textContent").startswith("Line 11: error: "))
    expect("an error's place", "LDRR", page.value("document.querySelector('#colours .error').textContent"))
    expect("no table, nothing to explain", ["none", "none", "none"], page.value(
        "['table', 'actions', 'asking'].map(i => getComputedStyle(document.getElementById(i)).display)"))
    click(page, "#messages button")
    expect("to the error", "LDRR", page.value(
        "test.value.slice(test.selectionStart, test.selectionEnd)"))
    write(page, "AArch64 é <img src=x onerror=document.title=1>\n{ }\n P0 ;\n <b>\U0001f600 ;\nexists (true)\n")
    expect("markup is text", 0, page.value("document.querySelectorAll('main img, main #colours b').length"))
    write(page, read("arm/MP.litmus"))
    expect("no error left", 0, page.value("document.querySelectorAll('#messages li').length"))


def models(page):
    choose(page, "model", "x86tso")
    expect("another model", True, " by x86tso" in page.value(VERDICT))
    expect("a warning", True, "warning" in page.value("document.getElementById('messages').textContent"))
    choose(page, "model", "")
    write(page, read("ptx/MP-rel-acq-cta.litmus"))
    choose(page, "model", "ptx60")
    choose(page, "other", "ptx")
    expect("two verdicts", 2, page.value("document.querySelectorAll('.verdict').length"))
    expect("two columns", ["ptx60", "ptx"], page.value(
        "[...document.querySelectorAll('#table thead th')].slice(-2).map(h => h.textContent)"))
    write(page, read("wave/MP-lanes-plain.litmus"))
    choose(page, "model", "wave")
    choose(page, "other", "wave+wave-lockstep")
    expect("a model and its variant", ["wave", "wave+wave-lockstep"], page.value(
        "[...document.querySelectorAll('#table thead th')].slice(-2).map(h => h.textContent)"))
    expect("they differ", ["○ Allowed", "× Forbidden"], page.value(
        "[...document.querySelectorAll('.verdict b')].map(b => b.textContent)"))
    choose(page, "other", "")
    choose(page, "model", "")


def explanations(page):
    write(page, read("arm/MP.litmus"))
    click(page, "tr.asked td button")
    page.until("!document.getElementById('words').hidden")
    expect("an explanation", "1:X0=1; 1:X2=0: allowed by arm", title(page, "explanation"))
    expect("its words", True, "is not a release" in page.value("document.getElementById('words').textContent"))
    expect("its picture", True, page.value(
        "document.getElementById('picture').shadowRoot.querySelector('svg').getBoundingClientRect().width > 200"))
    write(page, read("arm/MP+stlr+ldar.litmus"))
    expect("it goes with its test", True, page.value("document.getElementById('explanation').hidden"))
    click(page, "#why")
    page.until("!document.getElementById('words').hidden")
    expect("why it is forbidden", "The condition: forbidden by arm", title(page, "explanation"))
    page.value("document.getElementById('outcome').value = '1:X0=0 /\\\\ 1:X2=1'")
    click(page, "#asking button")
    page.until("document.getElementById('explanation-title').textContent.includes('X2=1')")
    expect("another outcome", "1:X0=0 /\\ 1:X2=1: allowed by arm", title(page, "explanation"))


def repairs(page):
    write(page, read("arm/MP.litmus"))
    click(page, "#repair")
    page.until("document.querySelector('.proposal')")
    expect("repairs", "Repairs: 4 proposals, cheapest first", title(page, "repairs"))
    expect("the diff", ["+ STLR W2,[X3] |               ;"], page.value(
        "[...document.querySelectorAll('.proposal')][0].querySelectorAll('ins').length && "
        "[...document.querySelector('.proposal').querySelectorAll('ins')].map(i => i.textContent)"
        ".filter(t => t.includes('STLR')).map(t => t.replace('+  ', '+ '))"))
    page.value("document.getElementById('verdicts').replaceChildren()")
    click(page, ".proposal > button")
    page.until("document.querySelector('.verdict')")
    expect("the repaired test", True, page.value(VERDICT).startswith("× Forbidden by arm"))
    expect("its text", True, page.value("test.value.includes('LDAPR W0,[X3]')"))
    page.value("document.execCommand('undo')")
    page.until("document.querySelector('.verdict').textContent.startsWith('○ Allowed')")
    expect("taken back", read("arm/MP.litmus"), page.value("test.value"))


def files(page):
    path = os.path.join(folder, "given.litmus")
    with open(path, "w", encoding="utf-8") as file:
        file.write(read("x86/SB.litmus"))
    node = page.call("DOM.getDocument")["root"]["nodeId"]
    found = page.call("DOM.querySelector", nodeId=node, selector="#file")["nodeId"]
    page.call("DOM.setFileInputFiles", nodeId=found, files=[path])
    page.until("document.getElementById('notice').textContent.includes('given.litmus')")
    page.until("document.querySelector('.verdict').textContent.includes(' by x86tso')")
    page.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
    click(page, "#save")
    saved, end = os.path.join(folder, "SB.litmus"), time.monotonic() + 20
    while not os.path.exists(saved) and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.1)
    with open(saved, encoding="utf-8") as file:
        expect("a saved test", read("x86/SB.litmus"), file.read())


def links(page, server):
    write(page, read("ptx/MP-rlx-gpu.litmus"))
    page.until("location.hash.length > 100")
    link = page.value("location.href")
    expect("the link has no token", False, server.token in link)
    with_model = base64.urlsafe_b64encode(json.dumps(
        {"test": read("ptx/MP-rlx-gpu.litmus"), "model": "ptx60"}).encode()).decode().rstrip("=")
    other = page.browser.open(link)
    other.until("document.querySelector('.verdict')")
    expect("the link's test", read("ptx/MP-rlx-gpu.litmus"), other.value("test.value"))
    other.value(f"location.hash = '{with_model}'")
    other.until("document.querySelector('.verdict').textContent.includes(' by ptx60')")
    other.value("location.hash = 'noise'")
    expect("a link that is none changes nothing", read("ptx/MP-rlx-gpu.litmus"), other.value("test.value"))


def keyboard(page):
    """From the beginning of the page to an explanation, with keys alone."""
    focused = "document.activeElement.id || document.activeElement.textContent"
    page.value("document.activeElement.blur()")
    page.value("document.getElementById('examples').focus()")
    page.press("Enter")
    page.until("document.getElementById('gallery').open")
    page.press("Tab")
    expect("the first example", True, page.value("document.activeElement.closest('#examples-list') !== null"))
    page.press("Enter")
    page.until("!document.getElementById('gallery').open")
    expect("to the test", "test", page.value(focused))
    page.until("document.querySelector('.verdict').textContent.includes(' by arm')")
    page.key("Enter", "Enter", 13, 2)
    expect("to the outcomes", "answers-title", page.value(focused))
    page.until("document.querySelector('#table td button')")
    page.press("Tab")
    expect("to the table", "table", page.value(focused))
    page.press("Tab")
    expect("to an outcome", "○ allowed", page.value(focused))
    page.press("Enter")
    page.until("!document.getElementById('words').hidden")
    expect("to the explanation", "explanation-title", page.value(focused))


def sizes(browser, url):
    for width, dark in ((390, False), (390, True), (1400, True)):
        page = browser.open(url, width, 800, dark)
        page.until("document.querySelector('tr.asked td button')")
        click(page, "tr.asked td button")
        page.until("!document.getElementById('words').hidden")
        click(page, "#repair")
        page.until("document.querySelector('.proposal')")
        expect(f"fits {width} pixels", True, page.value("document.documentElement.scrollWidth <= innerWidth"))
        ground = page.value("getComputedStyle(document.body).backgroundColor")
        expect(f"dark: {dark}", "rgb(20, 24, 31)" if dark else "rgb(255, 255, 255)", ground)


def without_token(browser, server):
    page = browser.open(f"http://localhost:{server.port}/")  # another origin: it knows no token
    page.until("document.getElementById('notice').textContent")
    expect("without the token", True, page.value("document.getElementById('notice').textContent")
           .startswith("The token is not that of this server"))


def quiet(browser, server):
    for event in browser.events:
        said = event["params"]
        if event["method"] == "Network.requestWillBeSent":
            url = said["request"]["url"]
            ours = url.startswith((f"http://{server.place}/", f"http://localhost:{server.port}/",
                                   "data:", "blob:"))
            expect(f"a fetch of {url}", True, ours)
        refused = event["method"] == "Log.entryAdded" and "403" in said["entry"]["text"]
        if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded") and not refused:
            expect("nothing on the console", None, said)


with Served(program) as server, Chromium(chromium, os.path.join(folder, "profile")) as browser:
    page = browser.open(server.url)
    for part in (outcomes, errors, models, explanations, repairs, files):
        part(page)
    links(page, server)
    keyboard(page)
    sizes(browser, server.url)
    without_token(browser, server)
    quiet(browser, server)
    server.process.kill()
    write(page, read("arm/SB.litmus"))
    expect("a server that is gone", True, "still running" in page.value(VERDICT))

sys.exit(1 if failures else 0)
