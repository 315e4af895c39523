"""A short evening of every other game, and its book, at 320 pixels and by night; what loads first; no script."""

from random import Random

import pytest

from cardgen.book.web.page import page as kept_page
from referee import games
from referee.books import rulebook
from referee.books.page import book_page
from referee.core.setup import seated
from referee.host.templating import folder
from tests.referee.host import windows
from tests.referee.host.windows import Window, play, sat

windows.browsers()
FIRST_LOAD = 120_000  # bytes, compressed, fonts included
GAMES = {
    "lizard": (("--option", "rounds=2"), ["Ann", "Bob", "Cat"], 7),
    "liars-guess": ((), ["Ann", "Bob"], 4),
    "red-and-black": ((), ["Ann", "Bob"], 4),
    "liar-poker": ((), ["Ann", "Bob"], 5),
}
CUT = """() => [...document.querySelectorAll('h1, h2, h3, p, li, figure, figure *, figcaption, .b-scroll, .b-index *')]
  .filter(one => { const box = one.getBoundingClientRect(), end = document.documentElement.clientWidth;
    return box.width && (box.right > end + .5 || box.left < -.5) }).map(one => one.outerHTML.slice(0, 80))"""
HIDDEN = """() => [...document.querySelectorAll('.b-scroll')].filter(one => one.scrollWidth > one.clientWidth + 1)
  .filter(one => !getComputedStyle(one).backgroundAttachment.includes('local') || one.tabIndex !== 0).length"""
APART = """() => [...document.querySelectorAll('.b-row:not(.b-said)')]
  .filter(row => new Set([...row.querySelectorAll('.b-card')].map(one => one.getBoundingClientRect().top)).size > 1)
  .map(row => row.outerHTML.slice(0, 80))"""
COLOURS = "() => { const is = getComputedStyle(document.body); return [is.backgroundColor, is.color] }"
UNDER = """() => [...document.querySelectorAll('.b-group > span')].filter(one => {
    const said = one.getBoundingClientRect(), hand = one.previousElementSibling.getBoundingClientRect();
    return said.top < hand.bottom || Math.abs(said.left + said.right - hand.left - hand.right) > 4 }).length"""


@pytest.mark.parametrize("game", GAMES)
def test_a_short_evening_on_a_narrow_phone(browser, host, game):
    options, names, taps = GAMES[game]
    table = host(game, "--deal", *options)
    how = {"width": 320, "height": 640, "color_scheme": "dark", "reduced_motion": "reduce"}
    players, screen = sat(browser, table, names, **how)
    rng = Random(4)
    for turn in range(taps):
        for one in players:
            assert one.clipped() == []
        acting = next(one for one in players if one.can())
        if turn == taps - 1:
            assert acting.axe() == []
        play(players, screen, rng, 1, avoid=("guesses", "accuses", "folds"))
    assert screen.axe() == []
    assert [one.wrong for one in (*players, screen)] == [[]] * (len(names) + 1)


def test_what_a_phone_loads_first_is_small_and_without_script_it_says_so(browser, host):
    table = host("lizard", "--deal")
    sat(browser, table, ["Ann", "Bob", "Cat"])
    window, loaded = Window(browser, table, "Ann"), []
    window.page.on("requestfinished", lambda one: loaded.append(one))  # noqa: PLW0108, Playwright marks it
    window.sit()  # Ann's phone is another one now
    window.page.wait_for_selector(".k-table")
    window.page.evaluate("() => document.fonts.ready")
    sizes = {one.url.rpartition("/")[2]: one.sizes()["responseBodySize"] for one in loaded if "/events" not in one.url}
    assert len(sizes) > 8
    assert sum(sizes.values()) < FIRST_LOAD, sizes
    window = Window(browser, table, java_script_enabled=False)
    window.page.goto(table.url)
    assert "JavaScript" in window.page.locator(".noscript").inner_text()


def test_what_is_not_allowed_is_grey_and_says_why(browser, host):
    table = host("lizard", "--deal", "--option", "rounds=8", "--option", "hook=true")
    players, screen = sat(browser, table, ["Ann", "Bob", "Cat"])
    rng = Random(2)
    for _ in range(60):
        acting = next(one for one in players if one.can())
        if acting.page.locator('[data-why][aria-disabled="true"]').count():
            break
        play(players, screen, rng, 1)
    acting.page.locator('[data-why][aria-disabled="true"]').first.click(force=True)
    assert acting.page.locator("#sheet .why").inner_text().strip()
    assert acting.page.locator("#sheet .rid a").inner_text().startswith("lizard.")
    assert acting.axe() == []
    acting.page.click("#sheet [data-close]")
    acting.page.click("[data-menu]")
    assert "What may I do?" in acting.page.locator("#sheet").inner_text().replace("WHAT MAY I DO?", "What may I do?")
    assert acting.axe() == []
    acting.page.click('#sheet [href="/rules"]')
    acting.page.wait_for_selector(".book h1")
    assert acting.clipped() == []


@pytest.mark.parametrize("kind", ["kept", "phone"])
def test_a_book_on_a_small_screen_is_whole(browser, kind, monkeypatch):
    """320 pixels, light and dark: nothing is cut off, what is wider says so, a label stands under its own cards."""
    monkeypatch.setattr("cardgen.book.web.page.pictures_of", lambda art, names: dict.fromkeys(names, ""))
    for at, game in enumerate(rulebook.games()):
        it = games.game(game)
        context = browser.new_context(viewport={"width": 320, "height": 700}, color_scheme=("light", "dark")[at % 2])
        window = context.new_page()
        if kind == "kept":
            window.set_content(kept_page(game, it.options(), it.usual))
        else:
            styles = "".join((folder() / "static" / name).read_text() for name in ("host.css", "book.css"))
            book = book_page(seated(it, it.usual, it.options()), "")
            window.set_content(f'<style>{styles}</style><main class="book">{book}</main>')
        assert window.evaluate("document.documentElement.scrollWidth") == 320, game
        assert window.evaluate(CUT) == [], game
        assert window.evaluate(HIDDEN) == 0, game
        assert window.evaluate(APART) == [], game
        assert window.evaluate(UNDER) == 0, game
        paper, ink = window.evaluate(COLOURS)
        light = [sum(map(int, colour.strip("rgb()").split(",")[:3])) for colour in (paper, ink)]
        assert (light[0] > light[1]) == (at % 2 == 0), game
        context.close()
