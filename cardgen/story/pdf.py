"""The story of an evening as A5 pages: who won, how it went, the moments one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct

from cardgen.decks.model import Deck
from cardgen.errors import PrintError
from cardgen.guide.parts import rule
from cardgen.pdf import fonts as lettering
from cardgen.pdf.document import Document, bookmark, finish, label_page, open_canvas
from cardgen.pdf.fit import FEWEST, TooWide, broken
from cardgen.pdf.fonts import POINTS_PER_MM, SANS, SANS_BOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text, draw, moved
from cardgen.pdf.path import lozenge
from cardgen.story.cards import card_width, deck_of, row, row_height
from cardgen.story.plots import plot_marks
from liarsdeck.files import write_atomic
from referee.core.game import Highlight
from referee.story import Story, drawable, plot

WIDTH_MM, HEIGHT_MM = 148.0, 210.0  # A5
_EDGE, _TOP, _FOOT = 13.0, 14.0, 16.0
_ROOM = WIDTH_MM - 2 * _EDGE
_GAP, _MOST_GAP = 7.0, 16.0  # between two parts of a page
_LETTER, _PLOT_HIGH = 3.05, 62.0
_WORDS_PT, _WORDS_MM = 12.0, 5.6
_TITLE_PT = 30.0
_SCALES = (1.3, 1.2, 1.1, 1.0, 0.95, 0.9, 0.85, 0.8)
"""How much larger than usual the cards are drawn: as large as no page more comes of it."""


class PagePart(Struct, frozen=True):
    """What stands on a page as a whole: its height, and its marks below and right of (0, 0), its upper left corner."""

    height: float
    marks: tuple[Mark, ...]


def write_story(story: Story, path: Path, *, low_ink: bool = False) -> int:
    """Write the story as a PDF of A5 pages; return how many there are.

    Raises PrintError for characters that the fonts lack, and OSError.
    """
    from cardgen.pdf.ink import Ink

    _check_letters(story)
    look = Look(low=low_ink)
    pages = _fewest_pages(story, look)
    about = Document(f"{_curly(story.title)}: {story.heading}", "What the evening looked like", (story.setup.game,))
    canvas = open_canvas(about, WIDTH_MM * POINTS_PER_MM, HEIGHT_MM * POINTS_PER_MM)
    ink = Ink(canvas, low=low_ink)
    for number, parts in enumerate(pages, 1):
        label_page(canvas, str(number))
        if number == 1:
            bookmark(canvas, about.title)
        draw(ink, _page(parts, number, len(pages), look))
        canvas.showPage()
    write_atomic(path, finish(canvas))
    return len(pages)


def _curly(text: str) -> str:
    return text.replace("'", "’")


def _check_letters(story: Story) -> None:
    texts = chain(
        story.setup.seats, (story.ending,), (text for one in story.moments for text in (one.title, one.words))
    )
    for text in texts:
        if lost := lettering.missing(text, SERIF):
            raise PrintError(f"the fonts have no {lettering.spell(lost[0])} (in “{text[:60]}”): write it another way")


def _fewest_pages(story: Story, look: Look) -> list[list[PagePart]]:
    """Set the pages with cards as large as no page more comes of it."""
    deck = deck_of(story) if any(one.cards for one in story.moments) else None
    fewest = len(_pages(_parts(story, deck, look, _SCALES[-1])))
    ways = (_pages(_parts(story, deck, look, scale)) for scale in _SCALES)
    return next(pages for pages in ways if len(pages) == fewest)


def _parts(story: Story, deck: Deck | None, look: Look, scale: float) -> list[PagePart]:
    parts = [_head(story, look)]
    if drawable(story.course):
        names = story.setup.seats
        laid = plot(story.course, names, _ROOM, _PLOT_HIGH, _LETTER, [names.index(name) for name in story.winners])
        parts.append(PagePart(laid.high, tuple(plot_marks(laid, look))))
    return parts + [_moment(one, deck, look, scale) for one in story.moments]


def _pages(parts: Sequence[PagePart]) -> list[list[PagePart]]:
    """Divide parts among pages, in their order, each as full as it goes."""
    room = HEIGHT_MM - _TOP - _FOOT
    pages: list[list[PagePart]] = [[]]
    used = 0.0
    for part in parts:
        more = part.height + (_GAP if pages[-1] else 0)
        if pages[-1] and used + more > room:
            pages.append([])
            used, more = 0.0, part.height
        pages[-1].append(part)
        used += more
    return pages


def _page(parts: Sequence[PagePart], number: int, pages: int, look: Look) -> Iterator[Mark]:
    """Set a page; the gaps take up what room is left."""
    slack = HEIGHT_MM - _TOP - _FOOT - sum(part.height for part in parts)
    gap = min(_MOST_GAP, slack / (len(parts) - 1)) if len(parts) > 1 else 0.0
    y = HEIGHT_MM - _TOP
    for part in parts:
        yield from (moved(mark, _EDGE, y) for mark in part.marks)
        y -= part.height + gap
    if pages > 1:
        yield Text(WIDTH_MM / 2, 7.0, str(number), SANS, 8.0, "#5B5560", "centre")
    yield Shape(lozenge(WIDTH_MM / 2, 11.2, 0.8, 1.15), None if look.low else look.accent, PALETTE.ink, 0.3)


def _head(story: Story, look: Look) -> PagePart:
    """Set who won: the game in capitals, the heading, a rule, how it ended."""
    middle = _ROOM / 2
    over = " · ".join(filter(None, (_curly(story.title), story.kit and f"kit {story.kit}", story.when)))
    marks: list[Mark] = [Text(middle, -3.0, over.upper(), SANS_BOLD, 8.0, "#5B5560", "centre", track=110)]
    heading, size = f"{story.heading}.", _TITLE_PT
    while size > 14 and lettering.width_mm(heading, SERIF_SEMIBOLD, size) > _ROOM:
        size -= 1
    y = -5.5
    for line in _broken(heading, SERIF_SEMIBOLD, size, _ROOM):
        y -= size * 0.36
        marks.append(Text(middle, y, line, SERIF_SEMIBOLD, size, None, "centre"))
    y -= 5.5
    marks += rule(look, middle - 26, middle + 26, y)
    for line in _broken(story.ending, SERIF_ITALIC, 11.5, _ROOM - 10):
        y -= 6.4
        marks.append(Text(middle, y, line, SERIF_ITALIC, 11.5, None, "centre"))
    return PagePart(-y + 2.0, tuple(marks))


def _moment(one: Highlight, deck: Deck | None, look: Look, scale: float) -> PagePart:
    """Set a moment: its name between rules, its cards, its sentence."""
    middle = _ROOM / 2
    colour = PALETTE.ink if look.low else "#B82A18"
    name = Text(middle, -3.2, one.title.upper(), SANS_BOLD, 7.6, colour, "centre", track=110)
    wide = name.width / 2 + 4
    marks: list[Mark] = [
        name,
        look.rule(0, -2.2, middle - wide, -2.2, 0.5),
        look.rule(middle + wide, -2.2, _ROOM, -2.2, 0.5),
    ]  # fmt: skip
    y = -7.0
    if one.cards:
        width = card_width(deck, one.cards, _ROOM, scale)
        marks += row(deck, one.cards, width, middle, y, look)
        y -= row_height(one.cards, width) + 1.2
    for line in _broken(one.words, SERIF, _WORDS_PT, _ROOM - 8):
        y -= _WORDS_MM
        marks.append(Text(middle, y, line, SERIF, _WORDS_PT, None, "centre"))
    return PagePart(-y + 1.2, tuple(marks))


def _broken(text: str, font: str, size_pt: float, width: float) -> list[str]:
    """Break a text into lines. Raises PrintError naming a word that is wider than the page."""
    try:
        return broken(text, font, size_pt, width, FEWEST)
    except TooWide as word:
        raise PrintError(f"“{word}” is too wide for an A5 page") from None
