"""Pages in chromium: pages_browser.py CHROMIUM FOLDER [AXE]

With the keyboard alone, on a phone's width, in light and dark; AXE is axe-core's axe.min.js.
"""
import json
import os
import sys

from chromium import Chromium

program, folder, axe = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""
failures = 0


def expect(what, wanted, found):
    global failures
    if wanted != found:
        failures += 1
        print(f"FAILED: {what}: expected {wanted!r}, found {found!r}", file=sys.stderr)


NAMES = {"ArrowRight": 39, "ArrowDown": 40, "ArrowUp": 38, "End": 35, "Home": 36, "Escape": 27}
FOCUS = "document.activeElement"


def press(page, *keys):
    for key in keys:
        page.press(key) if key in ("Tab", "Enter") else page.key(key, key, NAMES[key])


def tab_until(page, condition, most=40):
    """How many times Tab is pressed until it holds."""
    for count in range(most):
        if page.value(condition):
            return count
        press(page, "Tab")
    return None


def keyboard(page):
    into = tab_until(page, FOCUS + ".matches('td a')")
    expect("Tab comes to the table", True, into is not None)
    first = page.value(FOCUS + ".title")
    press(page, "ArrowRight", "ArrowDown", "ArrowDown")
    expect("arrows move in it", [2, 2], page.value(
        f"[{FOCUS}.closest('tr').sectionRowIndex, {FOCUS}.closest('td').cellIndex]"))
    press(page, "Tab")
    expect("one stop for the whole table", False, page.value(FOCUS + ".matches('td a')"))
    page.value("document.querySelector('td a[tabindex=\"0\"]').focus()")
    name = page.value(FOCUS + ".title").split(":")[0]
    press(page, "Enter")
    page.until("document.querySelector('section.program:not([hidden])')")
    expect("a cell leads to its program", True, page.value(
        f"[...document.querySelectorAll('section.program:not([hidden]) li')].some(l => l.id === {json.dumps(name)})"))
    expect("and to no other", 1, page.value("document.querySelectorAll('section.program:not([hidden])').length"))
    page.until(FOCUS + ".tagName === 'H3'")  # where one goes on, once the page knows of the new place
    press(page, "Escape")
    expect("Escape comes back", name, page.value(FOCUS + ".title").split(":")[0])
    press(page, "Home", "ArrowUp", "ArrowUp")
    expect("the first cell", first, page.value(FOCUS + ".title"))
    back = "document.querySelector('section.program li a')"
    page.value(f"document.querySelectorAll('section.program')[0].hidden = false, {back}.focus()")
    press(page, "Enter")
    page.until(FOCUS + ".matches('td a')")
    expect("a test leads back to its cell", page.value(back + ".textContent"),
           page.value(FOCUS + ".title").split(":")[0])


def choices(page):
    shown = "document.querySelectorAll('table.matrix td[data-verdict]:not(.off)').length"
    page.value("(e => { e.value = 'rel-acq'; e.dispatchEvent(new Event('input')); })"
               "(document.querySelector('form.filter input'))")
    expect("a search", 140, page.value(shown))
    expect("is told", "140 of 560 tests", page.value("document.querySelector('form.filter p').textContent"))
    page.value("(e => { e.value = '×'; e.dispatchEvent(new Event('change')); })"
               "(document.querySelector('form.filter select'))")
    expect("and a verdict", 112, page.value(shown))
    expect("rows without any are gone", True, page.value(
        "[...document.querySelectorAll('table.matrix tbody tr')].filter(r => r.getClientRects().length).length === 4"))


def narrow(page, what):
    expect(what + ": no wider than the screen", True,
           page.value("document.documentElement.scrollWidth <= innerWidth"))
    stays = """(t => { const s = t.closest('.scroll'), h = t.querySelector('tbody th');
        s.scrollLeft = 9999; s.scrollTop = 0;
        const moved = s.scrollLeft > 0, left = h.getBoundingClientRect().left - s.getBoundingClientRect().left;
        return !moved || Math.abs(left) <= 2; })(document.querySelector('table'))"""
    if page.value("!!document.querySelector('tbody th')"):
        expect(what + ": headings of rows stay", True, page.value(stays))


def picture(page):
    expect("edges are one stop", 1, page.value("document.querySelectorAll('.edge[tabindex=\"0\"]').length"))
    tab_until(page, FOCUS + ".matches('.edge')")
    before = page.value(FOCUS + ".dataset.number")
    press(page, "ArrowRight")
    expect("arrows go to the next", True, page.value(FOCUS + ".matches('.edge')") and
           page.value(FOCUS + ".dataset.number") != before)
    press(page, "Enter")
    expect("Enter says what it is", True, page.value("document.querySelector('.said').textContent.length > 0"))


def audit(page, what):
    if not axe:
        return
    page.value(open(axe).read() + ";1")
    found = json.loads(page.value("axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify("
                                  "r.violations.map(v => v.impact + ' ' + v.id + ': ' + v.nodes[0].html)))"))
    expect(what + ": axe-core", [], [v for v in found if v.split()[0] in ("serious", "critical")])


if not axe:
    print("without axe-core: CMCM_AXE does not name its axe.min.js")
with Chromium(program, os.path.join(folder, "profile")) as browser:
    def open_page(name, width=1400, dark=False):
        return browser.open("file://" + os.path.join(folder, name), width, 900, dark)

    keyboard(open_page("hopper.html"))
    choices(open_page("hopper.html"))
    picture(open_page("why.html"))
    pages = ("hopper.html", "sb.html", "why.html", "findings/index.html", "findings/finding-1.html",
             "grace/index.html")
    for name in pages:
        for width in (390, 1400):
            for dark in (False, True) if name != "hopper.html" else (width == 390,):
                at = open_page(name, width, dark)
                what = f"{name}, {width}, {'dark' if dark else 'light'}"
                if width == 390:
                    narrow(at, what)
                audit(at, what)
                expect(what + ": nothing is fetched", 0,
                       at.value("performance.getEntriesByType('resource').length"))
                browser.call("Target.closeTarget", targetId=at.call("Target.getTargetInfo")["targetInfo"]["targetId"])
sys.exit(failures > 0)
