"""Every page that the staged tables show, to be put into one browser window without a server."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from liarsdeck.templates import static_file
from referee.core.cards import SUIT_NAMES, SUITS, WEST, called, is_card
from referee.core.play import format_action, legal_actions
from referee.host import pages
from referee.host.pages import HandCard
from tests.referee.host.staged import CASES, Case
from tests.referee.host.wire import Browser, Evening
from tests.sampling import WHOLE

FIVE_OF = ("Joost", "Marieke van Dijk", "Joos", "Xenia", "Ben")
SIX_OF = (*FIVE_OF, "Cat")
LONG = {
    "a whole game of five": Case("lizard", FIVE_OF, {}, "", ()),
    "a whole game of poker": Case("liar-poker", FIVE_OF[:2], {"chips": 300, "max_rounds": 2}, "", ()),
    "a whole game with written facts": Case("liars-lair", SIX_OF, {"each": 2}, "", ()),
    "a whole game of guesses": Case("liars-guess", FIVE_OF[:2], {}, "", ()),
    "a whole game of colours": Case("red-and-black", FIVE_OF[:2], {}, "", ()),
}
"""Games that are played by chance, of which a seed makes one and the same."""


SIGHT = """() => {
  const seen = one => one.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !one.closest('.vh');
  const covered = one => parseFloat(getComputedStyle(one).objectPosition) >= one.clientWidth;
  const all = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_ALL), found = [];
  for (let one; (one = all.nextNode());) {
    if (one.nodeType === Node.TEXT_NODE) { if (seen(one.parentElement)) found.push(one.data); }
    else if (one.nodeType !== Node.ELEMENT_NODE || !seen(one)) continue;
    else if (one.matches('svg.suit')) found.push(one.getAttribute('aria-label'));
    else if (one.matches('.card[alt], .card[aria-label]') && !covered(one)) found.push(`[${one.alt || one.ariaLabel}]`);
  }
  return found.join(' ').replace(/\\s+/g, ' '); }"""
"""All that can be read on a page: its words, its suits as words, and in brackets the cards that are drawn."""


class Sight(NamedTuple):
    """A page: whose ("" for the big screen), its HTML, and which words tell of cards that this player alone holds."""

    case: str
    who: str
    html: str
    secrets: tuple[str, ...]

    @property
    def look(self) -> str:
        """Which page of which game this is, and which result it holds."""
        page, held = self.html.partition('class="')[2].partition('"')[0], re.search(r'"mo (m-\w+)', self.html)
        game = (CASES | LONG)[self.case].game
        return " ".join([*re.sub(r"\bmo-\S+", "", page).split(), game, held[1] if held else ""])


class Looking:
    """One browser window into which pages are put; its files come from their folders, and nothing is sent."""

    def __init__(self, browser, folder: Path):
        def shells() -> dict[str, str]:
            host = (evening := Evening(folder)).host()
            found = {path: host.get(path).body.decode() for path in ("/", "/screen")}
            evening.close()
            return found

        with ThreadPoolExecutor(1) as apart:
            self.texts = apart.submit(shells).result()
        how = {"has_touch": True, "reduced_motion": "reduce", "device_scale_factor": 0.5}
        self.page = browser.new_context(**how).new_page()
        self.page.add_init_script(
            "window.EventSource = class { static OPEN = 1; readyState = 1; close() {} addEventListener() {} }"
        )
        self.page.route("**/*", self._answer)

    def _answer(self, route):
        path = urlsplit(route.request.url).path
        file = static_file(path.removeprefix("/static/"), *pages.static_folders())
        if path in self.texts:
            route.fulfill(body=self.texts[path], content_type="text/html")
        elif file is not None and file.suffix != ".svg":  # pictures keep their places, and cost most of the time
            route.fulfill(path=file)
        else:
            route.abort()

    def shows(self, sight: Sight, text=100):
        """Put a page into the window, as if the table had moved on to it; its text is of so many per cent."""
        path = "/" if sight.who else "/screen"
        self.texts["/part/phone" if sight.who else "/part/screen"] = sight.html
        if urlsplit(self.page.url).path != path:
            self.page.goto(f"http://table.test{path}")
        self.page.evaluate(
            """async text => { document.querySelectorAll('dialog').forEach(one => one.close());
            document.documentElement.style.fontSize = text + '%'; await table.refresh(); await document.fonts.ready;
            dispatchEvent(new Event('resize')); }""",
            text,
        )


def sights(folder: Path) -> list[Sight]:
    """Return the pages of all staged tables, of those that look alike the longest of each case."""
    with ThreadPoolExecutor(1) as apart:  # the browser's loop runs in the thread of the test
        return apart.submit(lambda: [one for name in CASES | LONG for one in _of(folder, name)]).result()


def _of(folder: Path, name: str) -> list[Sight]:
    case, found = (CASES | LONG)[name], dict[str, Sight]()
    (folder / name).mkdir()
    evening = Evening(folder / name, case.setup, deals=name in LONG, moment_s=8)
    host, phones = evening.host(), evening.phones()
    for at, row in enumerate(case.rows or _by_chance(evening)):
        who, _, said = row.partition(": ")
        if row.startswith("truths"):
            continue  # the referee draws them
        assert (phones[who] if said else host).say(row).status == 200, row
        every = 13 if at > 60 and not WHOLE else 7  # later pages of a long game look alike
        if name in LONG and at % every and not evening.table.over:
            continue
        for late in (0, 9, 99):  # while its results are held, and after them
            evening.now += late
            for one in _pages(name, evening, host, phones):
                if len(one.html) > len(found.get(one.look, one._replace(html="")).html):
                    found[one.look] = one
            if host.get("table").json["moment"] is None:
                break
    evening.close()
    return [*found.values()]


def _by_chance(evening: Evening) -> Iterator[str]:
    rng = Random(4)
    while not evening.table.over:
        table = evening.table
        yield format_action(table.game, table.setup, rng.choice(legal_actions(table.game, table.state)))


def _pages(name: str, evening: Evening, host: Browser, phones: dict[str, Browser]) -> Iterator[Sight]:
    big = host.get("/part/screen").body.decode()
    yield Sight(name, "", big, ())
    public = _plain(big)
    for at, (who, phone) in enumerate(phones.items()):
        held = map(_words, pages.hand(evening.hosted, at).cards)
        own = [words for card in held if not any(words.strip("[]") in public for words in card) for words in card]
        yield Sight(name, who, phone.get("/part/phone").body.decode(), tuple(own))


def _words(card: HandCard) -> list[str]:
    """Return what would tell of a card: its name, as it is written and as a drawing is called, its title, its text."""
    name = pages._record_name(card.name)
    if is_card(name):
        return [f"{card.name[:-1]} {SUIT_NAMES[SUITS.index(name[1])]}", f"[{called(name)}]"]
    return [f"[{called(name)}]", *((card.title, card.text) if card.text else (called(name),) if name in WEST else ())]


def _plain(html: str) -> str:
    """Return what ``SIGHT`` would read in HTML of which nothing is hidden."""
    named = re.sub(r'<(?:svg\s+class="suit[^>]*aria-label|img\s+class="card[^>]*alt)="(\w[^"]*)"[^>]*>', r"\1", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", named)).split())
