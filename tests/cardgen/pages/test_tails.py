"""Tailpieces: only where a chapter leaves its page half empty, clear of text and foot, each figure of its own size."""

import itertools

import pypdfium2
import pytest

from cardgen.art.tailpieces import HIGH, TAILS, draw_tail, lozenges
from cardgen.pages.book import lay_out, with_tails
from cardgen.pages.booklet import setting
from cardgen.pages.engine import BookPage, Element, PageMark
from cardgen.pdf.ink import Document, Ink, PictureMark, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM
from referee import games
from referee.books import rulebook
from tests.sampling import spread

LEAF = setting("a5").leaf
FIGURES = [(game, number) for game, tails in TAILS.items() for number in range(len(tails))]


def page(number: int, used: float, chapter: str = "", *, wide: bool = False) -> BookPage:
    element = Element(used, (), chapter=chapter, wide=wide)
    return BookPage((PageMark(0, LEAF.height - LEAF.head, element),), chapter, number % 2 == 0, number)


def drawn(found: BookPage) -> list[PageMark]:
    return [spot for spot in found.places if any(isinstance(mark, PictureMark) for mark in spot.element.marks)]


def test_a_chapter_that_ends_high_on_its_page_is_closed():
    room = LEAF.room
    pages = [
        page(3, room / 2, "One"),  # its chapter goes on overleaf
        page(4, room / 2),
        page(5, room - 20, "Two"),  # only the foot of the page is empty
        page(6, room / 2, "Three", wide=True),  # a picture closes it already
        page(7, room / 3, "Four"),
    ]
    tailed = with_tails(pages, LEAF, "lizard")
    assert [len(drawn(found)) for found in tailed] == [0, 1, 0, 0, 1]
    for at in (1, 4):
        (spot,) = drawn(tailed[at])
        foot = pages[at].places[0].y - pages[at].places[0].element.height
        assert spot.y < foot - 8
        assert spot.y - spot.element.height > LEAF.foot + 8
    first, second = (drawn(tailed[at])[0].element.marks[0].draw.keywords["tail"] for at in (1, 4))
    assert first is not second, "the figures take turns"


@pytest.mark.parametrize("game", rulebook.games())
def test_the_book_of_every_game_is_closed(game):
    assert set(TAILS) <= set(games.REGISTRY)
    volume = lay_out(game, games.game(game).options(), games.game(game).usual, setting("a5"))
    assert len(volume.pages) % 4 == 0


@pytest.mark.parametrize(("figure", "low"), spread([*FIGURES, ("other", 0)], [False, True]))
def test_a_figure_keeps_its_height_and_stands_in_the_middle(figure, low):
    """Rasterised: nothing is drawn beyond its height, the left half is as wide as the right, rules do not touch it."""
    wide, scale = 70.0, 4.0
    game, number = figure
    tail = TAILS[game][number] if game in TAILS else lozenges
    canvas = open_canvas(Document("tail"), wide * POINTS_PER_MM, 2 * HIGH * POINTS_PER_MM)
    ink = Ink(canvas, low=low)
    with ink.at(wide / 2, HIGH):
        draw_tail(ink, tail=tail)
    canvas.showPage()
    (shown,) = pypdfium2.PdfDocument(finish(canvas))
    picture = shown.render(scale=scale).to_pil().convert("L").point(lambda v: 255 * (v < 245))
    left, top, right, bottom = picture.getbbox()
    k = scale * POINTS_PER_MM
    assert (bottom - top) / k <= HIGH + 0.3
    assert abs((left + right) / 2 / k - wide / 2) < 0.3
    assert abs((top + bottom) / 2 / k - HIGH) < 0.9
    # Between the rules and the figure there is paper.
    column = [bool(picture.crop((x, 0, x + 1, picture.height)).getbbox()) for x in range(left, right)]
    gaps = sum(1 for one, two in itertools.pairwise(column) if one and not two)
    assert gaps >= 2
