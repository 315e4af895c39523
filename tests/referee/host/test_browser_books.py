"""Books in a browser: at 320 pixels, by day and by night, nothing is cut off."""

import pytest

from cardgen.pages.web import page as kept_page
from referee import games
from referee.books import rulebook
from referee.books.html import book_page
from referee.core.setup import seated
from referee.host.pages import folder
from tests.referee.host import windows

windows.browsers()
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


@pytest.mark.parametrize("kind", ["kept", "phone"])
def test_a_book_on_a_small_screen_is_whole(browser, kind, monkeypatch):
    """320 pixels, light and dark: nothing is cut off, what is wider says so, a label stands under its own cards."""
    monkeypatch.setattr("cardgen.pages.web.pictures_of", lambda art, names: dict.fromkeys(names, ""))
    context = browser.new_context(viewport={"width": 320, "height": 700})
    window = context.new_page()
    for at, game in enumerate(rulebook.games()):
        it = games.game(game)
        window.emulate_media(color_scheme=("light", "dark")[at % 2])
        if kind == "kept":
            window.set_content(kept_page(game, it.options(), it.usual))
        else:
            styles = "".join((folder() / "static" / name).read_text() for name in ("host.css", "book.css"))
            book = book_page(seated(it, it.usual, it.options()))
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
