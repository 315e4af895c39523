"""Tailpieces: only where a chapter leaves its page half empty, clear of text and foot, each figure of its own size."""

import itertools

import pypdfium2
import pytest

from cardgen.art.tailpieces import HIGH, TAILS, draw_tail, lozenges
from cardgen.pages.book import page_marks
from cardgen.pages.booklet import setting
from cardgen.pages.engine import BookPage, Element
from cardgen.pdf.ink import Document, Ink, PictureMark, Style, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM
from tests.sampling import spread

FIGURES = [(game, number) for game, tails in TAILS.items() for number in range(len(tails))]


def test_a_chapter_that_ends_high_on_its_page_is_closed():
    leaf = setting("a5").leaf

    def tailed(used: float, *, ends: bool) -> bool:
        page = BookPage(((leaf.height - leaf.head, Element(used, ())),), "One", ends)
        *_, (x, y, marks) = page_marks(page, leaf, Style(), "Lizard", 3, lozenges, verso=False)
        drawn = any(isinstance(mark, PictureMark) for mark in marks)
        assert not drawn or leaf.foot + HIGH / 2 < y < leaf.height - leaf.head - used - HIGH / 2
        assert not drawn or x == leaf.inner + leaf.measure / 2
        return drawn

    assert tailed(leaf.room / 2, ends=True)
    assert tailed(leaf.room - 31, ends=True)
    assert not tailed(leaf.room - 29, ends=True), "only the foot of the page is empty"
    assert not tailed(leaf.room / 2, ends=False), "the chapter goes on overleaf"


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
