"""The studio in a real Chromium: a first kit, nothing spoilt, a printer that is off, a broken deck."""

import shlex
import zipfile
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest

from cardgen.printers import known
from cardgen.studio.answers import halves
from cardgen.studio.room import kit_line
from factbank.deal.ledger import Ledger
from factbank.kits import find
from liarsdeck.files import ledger_path
from tests.cardgen.studio.program import Program
from tests.cardgen.studio.squatter import Squatter
from tests.programs import ran
from tests.referee.host import windows
from tests.sampling import WHOLE, spread

windows.browsers()


FIRST = "Nobody has ever seen these cards. Not even us."
DESK, TABLET = {"width": 1280, "height": 800}, {"width": 820, "height": 1180}
PHONES = [{"width": width, "height": height} for width, height in ((320, 568), (360, 640), (390, 844))]
WINDOWS = (PHONES[-1], {"width": 320, "height": 640}, {"width": 3840, "height": 2160})
BARS = """() => {
  const low = one => one ? one.getBoundingClientRect().bottom : 0, foot = document.querySelector('.nextbar');
  return Math.max(...[...document.querySelectorAll('.brand, .steps')].map(low)) + foot.getBoundingClientRect().height;
}"""
FOCUS = """wanted => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  if (one === document.body) return {name: 'the end', seen: true, found: false};
  const frames = [one, one.nextElementSibling, one.parentElement].filter(Boolean).map(it => getComputedStyle(it));
  const framed = frames.some(it => it.outlineStyle !== 'none' && parseFloat(it.outlineWidth) >= 2);
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height, innerHeight) / 2);
  const over = at && (one.contains(at) || at.contains(one) || one.parentElement.contains(at));
  return {name: one.id || one.getAttribute('aria-label') || one.name + ' ' + one.value || one.textContent,
          seen: framed && Boolean(over), found: one.matches(wanted), html: one.outerHTML.slice(0, 120)};
}"""


class Visit:
    """A page at the studio; `wrong` are the faults that it had. The first of a window comes in by a key."""

    def __init__(self, page, shop):
        self.url, self.page = shop.url, page
        self.wrong = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        if not page.context.cookies(shop.url):
            self.page.goto(shop.address())
            self.page.wait_for_url(shop.url)

    def go(self, path=""):
        self.page.goto(self.url + path)
        return self

    def doing(self, act):
        """Do something that puts another page in place, and wait for it, and for what the page asked by itself."""
        data = "document.documentElement.dataset"
        before = int(self.page.evaluate(f"() => {data}.changes || 0"))
        act()
        self.until(f"({data}.changes || 0) > {before} && !{data}.busy")

    def until(self, what):
        """Wait for something to be so: asked now and then, since at every frame it costs more than the page."""
        self.page.wait_for_function(f"() => {what}", polling=60)

    def click(self, what):
        self.doing(lambda: self.page.click(what))

    def settle(self):
        """Wait for all pictures."""
        self.until("!document.querySelector('img[data-src]') && [...document.images].every(one => one.complete)")

    def axe(self):
        return windows.axe(self.page)

    def inside(self):
        """Say whether nothing lies beside the window, and no row of words to choose from is broken."""
        return self.page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth
            && [...document.querySelectorAll('.seg')].every(one =>
                new Set([...one.children].map(word => word.offsetTop)).size === 1)"""
        )

    def assert_low_bars(self, at):
        """On a phone the bars take less than a fifth of the window, and nothing lies beside it."""
        before = self.page.viewport_size
        for phone in PHONES if WHOLE else [PHONES[at % len(PHONES)]]:
            self.page.set_viewport_size(phone)
            assert self.page.evaluate(BARS) < phone["height"] / 5, (phone, self.page.url)
            assert self.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), self.page.url
        self.page.set_viewport_size(before)

    def tab_to(self, what, most=60):
        """Go on by Tab until something has the focus; every stop on the way can be seen."""
        stops = []
        for _ in range(most):
            self.page.keyboard.press("Tab")
            stop = self.page.evaluate(FOCUS, what)
            assert stop["seen"], stop
            stops.append(stop["name"])
            if stop["found"]:
                return stops
        raise AssertionError(f"{what} is not among {stops}")


@pytest.fixture(scope="module")
def window(browser):
    """One window for all plays, whose first tab stays; few pixels, since nobody looks."""
    found = browser.new_context(viewport=DESK, reduced_motion="reduce", device_scale_factor=0.25)
    found.new_page()
    yield found
    found.close()


@pytest.fixture
def visit(window, shop):
    """Open a page at the studio; in the end none had a fault."""
    made = []

    def visited(path="", context=window):
        page = context.new_page() if made or context is not window else window.pages[0]
        made.append(Visit(page, shop).go(path))
        return made[-1]

    yield visited
    first = window.pages[0]
    for page in {one.page for one in made} - {first}:
        page.close()
    first.goto("about:blank")
    first.set_viewport_size(DESK)
    first.emulate_media(color_scheme="light")
    assert [one.wrong for one in made if one.wrong] == []


@pytest.fixture
def first_page(visit):
    """The first page, with the five cards that it deals."""
    found = visit()
    found.until("document.querySelector('.plate span').textContent.includes('just now')")
    return found


def assert_folder(packed, line, place):
    """A ZIP holds what the command line writes, byte for byte; the answer sheet alone is dealt anew each time."""
    done = ran("cardgen", *shlex.split(line)[1:], "-o", place / "kit")
    assert done.returncode == 0, done.stderr
    written = {file.name: file.read_bytes() for file in (place / "kit").iterdir()}
    with zipfile.ZipFile(packed) as pack:
        held = {Path(name).name: pack.read(name) for name in pack.namelist()}
    assert sorted(held) == sorted(written)
    assert len(written) > 5
    assert [name for name in written if held[name] != written[name]] in ([], ["answer-sheet.pdf"])


def test_the_first_page_fits_every_window(first_page):
    """Nothing lies beside the window, in large text either, and axe-core finds nothing."""
    page = first_page.page
    for scheme, window in spread(("light", "dark"), WINDOWS):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(window)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert first_page.axe() == []
        assert page.evaluate("() => document.querySelector('h1').clientWidth > 0.4 * Math.min(innerWidth, 1400)")
        page.evaluate("() => document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.evaluate("() => document.documentElement.style.removeProperty('font-size')")


def test_names_are_chips_and_a_pair_is_tried(first_page, shop):
    page = first_page.page
    page.set_viewport_size(PHONES[-1])
    was = page.get_attribute("#fan-1", "src")
    page.click("#five")
    page.wait_for_function("was => document.getElementById('fan-1').getAttribute('src') !== was", arg=was, polling=60)
    page.fill("#another", "Ann, Bob and Cat,")
    page.keyboard.type("Dan")
    page.keyboard.press("Enter")
    assert page.input_value("#names") == "Ann, Bob, Cat, Dan"
    assert page.inner_text("#count") == "24 cards on 3 sheets"
    page.click('[aria-label="Bob does not come"]')
    assert page.evaluate("() => document.activeElement.id") == "another"
    page.keyboard.press("Backspace")
    assert page.input_value("#names") == "Ann, Cat"
    page.keyboard.type("Eve")
    assert not page.is_visible(".answer")
    page.check(".vote input >> nth=1")
    assert "Nobody knows until the deal." in page.inner_text(".q")
    page.check('[name="how"][value="zip"]')
    with page.expect_download() as kept:
        page.click("#deal-it")
    assert kept.value.suggested_filename == f"liars-lair-{shop.making.entered}.zip"
    assert shop.making.names == ["Ann", "Cat", "Eve"]


def test_a_newcomers_first_kit(visit, shop, tmp_path):
    """From the first page to the ZIP, by its large buttons alone; all is sound on a desk, a tablet and a phone."""
    here = visit()
    page = here.page
    assert here.axe() == []
    here.click('button[value="liars-lair"]')
    for name in ("Ann", "Bob", "Cat"):
        page.fill("#guest", name)
        here.doing(lambda: page.keyboard.press("Enter"))
        assert page.evaluate("() => document.activeElement.id") == "guest", "the next name is typed at once"
    assert "nine pairs" in page.inner_text(".ticket:not(#writing)")
    seen = []
    while page.locator(".nextbar .key").count():
        seen.append(page.inner_text(".steps [aria-current]").split("\n")[-1])
        assert "option" not in page.inner_text("body").casefold()
        assert here.axe() == []
        assert here.inside()
        here.assert_low_bars(len(seen))
        here.click(".nextbar .key")
    assert seen == ["Who comes", "House rules", "The facts", "The look", "Printer"]
    assert page.inner_text("h1").startswith("Ready.")
    assert "option" not in page.inner_text("body").casefold()
    assert here.axe() == []
    here.assert_low_bars(0)
    page.set_viewport_size(TABLET)
    page.emulate_media(color_scheme="dark")
    assert here.inside()
    assert here.axe() == []
    for step in ("printer", "look", "guests"):
        here.click(f"#step-{step}")
        assert here.inside()
    page.go_back()
    here.until("document.title.includes('The look')")
    shop.small = True
    here.click("#step-print")
    here.settle()
    with page.expect_download() as came:
        page.click("a[download]")
    code = shop.making.entered
    assert came.value.suggested_filename == f"liars-lair-{code}.zip"
    line = page.inner_text(".line code")
    assert line == kit_line(shop.making)
    assert_folder(came.value.path(), line, tmp_path)
    assert find(code) == shop.making.facts
    assert code in {deck.kit for deck in Ledger(ledger_path()).history()}


def test_a_kit_by_keys_alone(visit, shop):
    """Tab, Enter, Space and arrows make a kit; the focus can be seen at every stop, and none is a trap."""
    here = visit()
    page = here.page
    here.tab_to('button[value="lizard"]')
    here.doing(lambda: page.keyboard.press("Enter"))
    assert page.evaluate("() => document.activeElement.tagName") == "H1", "a new page is read from its heading"
    here.tab_to("#guest")
    page.keyboard.type("Ann")
    here.doing(lambda: page.keyboard.press("Enter"))
    here.tab_to('[aria-label="Ann does not come"]', 90)
    here.doing(lambda: page.keyboard.press("Space"))
    assert page.evaluate("() => document.activeElement.id") == "guest", "what takes its place"
    here.tab_to('[name="players"]')
    was = shop.making.players
    here.doing(lambda: page.keyboard.press("ArrowLeft"))
    assert shop.making.players == was - 1
    assert page.evaluate("() => [document.activeElement.name, document.activeElement.checked]") == ["players", True]
    for step, choice, key in (
        ("rules", '[name="rule-deal"], [name^="rule-"]', ""), ("look", '[name="deck-theme"]', "ArrowRight"),
        ("printer", '[name="how"]', "ArrowRight"), ("print", '[type="checkbox"]', "Space"),
    ):  # fmt: skip
        here.tab_to("#next")
        here.doing(lambda: page.keyboard.press("Enter"))
        assert f"/{step}?" in page.url
        stops = here.tab_to(choice)
        if key:
            here.doing(lambda key=key: page.keyboard.press(key))
    assert shop.making.words == {"deck-theme": "lacquer", "sides": "short"}
    assert "cover" in shop.making.left
    stops += here.tab_to("#full", 80)
    assert [stop for stop in stops if stop.startswith("Open to print")]
    assert {"folder", "table", "front", "back", "light"} < set(stops)
    page.keyboard.press("ArrowRight")
    here.until("document.querySelector('.desk .bar span').textContent.includes('sheet 2')")


def test_two_tabs_show_one_kit(visit, shop):
    """What is changed in one tab shows in the other; a page that lags behind changes nothing that it does not show."""
    two = visit()
    shop.do("game", game="liars-lair")
    two.until("document.querySelector('#on')")
    two.click("#on")
    one = visit("guests")
    one.doing(lambda: two.page.locator('[name="players"][value="7"]').check())
    assert one.page.locator('[name="players"][value="7"]').is_checked()
    one.go("facts")
    two.go("facts")
    one.page.click("summary")
    one.page.fill("#o1", "Our cat pays rent.")  # while somebody writes, nothing is taken away
    two.click("#pin-1")
    one.page.fill("#o2", "Our cat takes rent.")
    one.page.fill("#o0", "Our Cat")
    one.doing(lambda: one.page.keyboard.press("Enter"))
    assert "changed in another tab" in one.page.inner_text("#fault-kit")
    assert "Our Cat" not in [pair.pair.title for pair in shop.making.draft.pairs]
    assert one.page.input_value("#o1") == "Our cat pays rent."
    assert one.page.locator("#pair-1 .pin").count() == 1
    one.doing(lambda: one.page.locator(".own button").click())
    assert "Our Cat" in [pair.pair.title for pair in shop.making.draft.pairs]
    two.until("document.querySelector('#pair-21 .pin')")
    one.doing(lambda: one.page.evaluate("() => [2, 3, 4].forEach(n => document.getElementById(`pin-${n}`).click())"))
    one.until("document.querySelectorAll('.pin').length === 5")
    assert [pair.pinned for pair in shop.making.draft.pairs[:5]] == [True] * 4 + [False]
    two.go("printer")
    one.go("look")
    one.doing(lambda: one.page.locator('[name="thrift"][value="low"]').check())
    two.until("document.querySelector('.line code').textContent.includes('--ink low')")


def test_nothing_unseen_is_in_any_answer(visit, window, shop):
    shop.small = True
    shop.do("game", game="liars-lair")
    shop.said.clear()
    heard = []

    def hear(answer):
        heard.append(answer)

    window.on("response", hear)
    here = visit("facts")
    page = here.page
    here.click("#swap-2")
    here.click("#pin-3")
    here.click("#see-1")
    shown = shop.making.draft.pairs[0]
    seen = {*halves(*(card.text for card in shown.pair.cards))}  # the next deck may have this joke of another town
    assert all(part in unescape(page.content()) for part in seen)
    here.click("#anew")
    for part in ("answers", "notes", "box", "cards"):
        here.click(f"#part-{part}")
    here.click("#light")
    here.click("#full")
    here.click('.steps a[href*="/print?"]')
    here.settle()
    hidden = [one for at, one in enumerate(shop.making.draft.pairs) if not shop.making.sees(at)]
    assert len(hidden) >= 14
    answers = unescape((bytes(shop.said) + page.content().encode()).decode(errors="replace"))
    addresses = " ".join(one.url for one in heard) + page.title()
    assert "Don’t spoil it for me" in answers
    for one in hidden:
        texts = [card.text for card in one.pair.cards]
        parts = (
            part for part in halves(*texts) if len(part) > 20 and part not in seen
        )  # a short one may stand elsewhere
        for text in (one.pair.title, *texts, *parts, one.pair.key):
            assert text not in answers
            assert text not in addresses
    assert page.evaluate("() => localStorage.length + sessionStorage.length + document.cookie.length") == 0
    assert all("no-store" in one.headers["cache-control"] for one in heard if "/static/" not in one.url)
    assert len(heard) > 40
    window.remove_listener("response", hear)
    here.go("facts")
    here.doing(lambda: page.locator('[name="unspoilt"]').uncheck())
    assert hidden[0].pair.title in page.inner_text(".pairs")


def test_a_printer_that_is_off_by_three_millimetres(visit, shop):
    shop.do("game", game="red-and-black")
    here = visit("printer")
    page = here.page
    page.fill("#across", "9")
    here.doing(lambda: page.keyboard.press("Tab"))
    assert "off grid 1" in page.inner_text("#fault-across")
    page.fill("#across", "−3")
    here.doing(lambda: page.keyboard.press("Tab"))
    assert page.inner_text(".kept .words") == "Backs are moved 3 mm left."
    here.click('[value="remember"]')
    assert "name" in page.inner_text("#fault-name")
    page.fill("#name", "study")
    here.click('[value="remember"]')
    profiles, usual = known()
    assert [(one.printer, one.x_mm, one.y_mm) for one in profiles] == [("study", -3.0, 0.0)]
    assert usual == profiles[0]
    assert "printer=study" in page.get_attribute(".kept a", "href")
    assert "--printer study" in page.inner_text(".line code")
    here.go("look")
    assert "study: 3 mm left" in page.inner_text(".desk")
    here.go("printer")
    here.click(".inline .link")
    assert "--sides fold" in page.inner_text(".line code")


def test_a_broken_deck_is_mended(visit, shop, tmp_path):
    deck = tmp_path / "birds.csv"
    deck.write_text('name,text\nPuffin,"It dives.\n', "utf-8")
    shop.studio.pages.choose(str(deck))
    here = visit("own")
    page = here.page
    assert "line" in page.inner_text("[role=alert]")
    assert here.axe() == []
    here.doing(lambda: deck.write_text("name,text\nPuffin,It dives.\nTern,It turns.\n", "utf-8"))
    here.until("document.querySelector('#seen')")
    assert "2 cards" in page.inner_text(".lead")
    here.assert_low_bars(0)
    page.set_viewport_size(PHONES[-1])
    assert here.axe() == []


def test_a_deck_is_chosen_or_dropped_and_names_go_into_one_box(visit, shop, tmp_path):
    (tmp_path / "birds.csv").write_text("name,text\nPuffin,It dives.\nTern,It turns.\n", "utf-8")
    (tmp_path / "bad.csv").write_text('name,text\nPuffin,"It dives.\n', "utf-8")
    here = visit("own")
    page = here.page
    here.doing(lambda: page.set_input_files("#bring-deck", tmp_path / "bad.csv"))
    assert "bad.csv, line 2" in page.inner_text("#fault-bring-deck")
    here.doing(lambda: page.set_input_files("#bring-deck", tmp_path / "birds.csv"))
    assert page.inner_text(".lead").startswith("2 cards on 1 sheet")
    here.doing(lambda: page.locator('[name="thrift"][value="low"]').check())
    assert "--ink low" in page.inner_text(".line code")
    assert here.axe() == []
    dropped = """() => {
      const sent = new DataTransfer();
      sent.items.add(new File(["name\\nSkua\\nGull\\nAuk\\n"], "gulls.csv"));
      document.querySelector("h1").dispatchEvent(new DragEvent("drop", {dataTransfer: sent, bubbles: true}));
    }"""
    here.doing(lambda: page.evaluate(dropped))
    assert page.inner_text(".lead").startswith("3 cards on 1 sheet")
    shop.do("game", game="liars-lair")
    here.go("guests")
    page.fill("#box", "Ann, Ben, Joost\nBen is afraid of geese.")
    here.click("#box-go")
    assert "3 guests, 1 joke." in page.inner_text(".read")
    assert here.axe() == []
    here.click("#box-go")
    assert shop.making.names == ["Ann", "Ben", "Joost"]


def test_kits_without_a_script(visit, browser):
    """One of names on the first page, after other cards and a guess; and the usual one, step by step."""
    here = visit(context=browser.new_context(java_script_enabled=False, viewport=DESK, device_scale_factor=0.25))
    page = here.page
    assert "A sample." in page.inner_text(".plate")
    page.click("#five")
    assert "just now" in page.inner_text(".plate")
    page.check(".vote input >> nth=0")
    assert "Nobody knows until the deal." in page.inner_text(".q")
    page.fill("#names", "Ann, Bob, Cat")
    page.click("#deal-it")
    page.wait_for_url("**/print*")
    assert page.inner_text("h1").startswith("Ready.")
    here.go()
    page.click('button[value="red-and-black"]')
    for step in ("guests", "rules", "look", "printer"):
        page.wait_for_url(f"**/{step}*")
        page.click(".nextbar .key")
    page.wait_for_url("**/print*")
    assert page.inner_text("h1").startswith("Ready.")
    printed = page.request.get(urljoin(page.url, page.get_attribute(".passes .key", "href")))
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF")


def test_a_key_is_exchanged_on_the_way_in_and_leaves_nothing_behind_it(visit, browser, shop):
    """No Back leads to it; a browser that comes second is told so, and may shut out who was quicker."""
    address = shop.address("own")
    quicker, slower = (browser.new_context(device_scale_factor=0.25) for _ in range(2))
    try:
        page = quicker.new_page()
        page.goto(address)
        page.wait_for_url(f"{shop.url}own")
        assert page.go_back() is None
        assert page.url == "about:blank"
        page.go_forward()
        assert page.url == f"{shop.url}own"
        page.reload()
        assert page.inner_text("h1") == "A deck of your own"
        late = slower.new_page()
        late.goto(address)
        assert "another browser has used it" in late.inner_text("[role=alert]")
        assert windows.axe(late) == []
        page.reload()
        assert page.inner_text("h1") == "A deck of your own"
        late.click("text=It was not me")
        late.wait_for_selector("text=What that address opened is closed.")
        page.reload()
        assert "Call cardgen studio again" in page.inner_text("[role=alert]")
        assert windows.axe(page) == []
    finally:
        quicker.close()
        slower.close()


def test_a_page_that_outlives_its_studio_says_what_to_do_and_hears_nobody_else(browser, household):
    """Another program takes the old port; a new studio is opened in the same browser. Cookies go to every port."""
    home, window = household / "outlived", browser.new_context(device_scale_factor=0.25)
    lost = "() => document.documentElement.dataset.lost && document.getElementById('said').textContent"
    pages = [window.new_page() for _ in range(3)]

    def enter(page, studio):
        page.goto(studio.address)
        page.wait_for_url(lambda url: url != studio.address)
        assert page.inner_text("h1") == FIRST
        (cookie,) = window.cookies(page.url)
        return page.url.split("/")[3], cookie["value"]

    try:
        with Program(home, "--no-open") as first:
            before = enter(pages[0], first)
            first.kill()
        said = pages[0].wait_for_function(lost, polling=60).json_value()
        assert "Start the studio again" in said
        with Squatter(first.port) as squatter, Program(home, "--no-open") as second:
            after = enter(pages[1], second)
            heard = len(squatter.heard)
            pages[0].click('button[value="lizard"]')
            for _ in range(1200):
                if any(one.startswith("POST") for one in squatter.heard[heard:]):
                    break
                pages[0].wait_for_timeout(50)
            pages[0].wait_for_function("() => !document.documentElement.dataset.busy", polling=60)
            assert pages[0].inner_text("h1") == FIRST
            assert any(one.startswith("POST") for one in squatter.heard[heard:]), "it was asked, and heard"
            assert pages[0].evaluate(lost) == said
            pages[0].reload()
            assert pages[0].inner_text("h1") == "Squatter"
            told = "".join(squatter.heard)
            assert [one in told for one in before] == [True, True], "of the studio that was killed"
            assert [one in told for one in after] == [False, False]
            second.kill()
        with Program(home, "--no-open") as third:
            pages[1].wait_for_function(lost, polling=60)
            assert pages[1].reload().status == 403
            assert "Call cardgen studio again" in pages[1].inner_text("[role=alert]")
            enter(pages[2], third)
    finally:
        window.close()
