"""Tailpieces: where a chapter ends and leaves its page half empty, a small figure of the game closes it.

Each is drawn about the origin, between two short rules as the emblems of the cards are, and no higher than `HIGH`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache, partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cardgen.book import pages as folding
from cardgen.book.blocks import Memo, blocks
from cardgen.book.figures import CARD_SCALE, art_of, figures, printed_card
from cardgen.book.pages import (
    BookPage,
    BookSize,
    Leaf,
    PageMark,
    break_pages,
    folio,
    half_of,
    page_marks,
    place,
    running_head,
    setting,
    short_pages,
)
from cardgen.book.teach import teach_pages
from cardgen.book.text import Element, Measure, TextFace
from cardgen.errors import PrintError
from cardgen.layout import PAPERS, Feed, Only, Paper, Sides, files_of
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import (
    PALETTE,
    POKER_WIDTH_MM,
    Canvas,
    Document,
    Drawing,
    Ink,
    Look,
    Mark,
    PictureMark,
    Shape,
    Text,
    draw,
    finish,
    label_page,
    open_canvas,
)
from cardgen.pdf.path import POINTS_PER_MM, ellipse, lozenge, rect, segment
from factbank.factfile import Facts
from liarsdeck.files import write_atomic
from referee import games
from referee.books import rulebook
from referee.books.rulebook import Book
from referee.books.teach import has_lesson, lesson
from referee.books.text import parse
from referee.core.setup import seated

HIGH = 17.0
"""How high a tailpiece is, in millimetres."""
_ROOM = 40.0  # less than that is only the foot of a page
_DOWN = 27.0  # how far below the text its middle stands at most

Tail = Callable[["Ink"], float]
"""Draws a figure about the origin, and gives half its width in millimetres."""


def with_tails(pages: Sequence[BookPage], leaf: Leaf, game: str) -> list[BookPage]:
    """Close the pages that a chapter's end leaves half empty, each with the next of the game's figures."""
    tails = TAILS.get(game, (_lozenges,))
    out: list[BookPage] = []
    drawn = 0
    for at, page in enumerate(pages):
        last = page.places[-1]
        foot = last.y - last.element.height
        ends = at + 1 == len(pages) or bool(pages[at + 1].places[0].element.chapter)
        room = foot - leaf.foot
        if ends and room >= _ROOM and not last.element.wide:
            middle = foot - min(room * 0.46, _DOWN)
            tail = PictureMark(leaf.measure / 2, -HIGH / 2, 0, 0, partial(_draw, tail=tails[drawn % len(tails)]))
            spot = PageMark(0, middle + HIGH / 2, Element(HIGH, (tail,)))
            out.append(replace(page, places=(*page.places, spot)))
            drawn += 1
        else:
            out.append(page)
    return out


def _draw(ink: Ink, *, tail: Tail) -> None:
    half = tail(ink) + 1.8
    for side in (-1, 1):
        ink.line(side * half, 0, side * (half + 11), 0, 0.5, cap="butt")
        ink.draw(lozenge(side * (half + 12), 0, 0.6, 0.85), ink.black)


def _lozenges(ink: Ink) -> float:
    for x in (-4.4, 4.4):
        ink.flat(lozenge(x, 0, 2.2, 3.2), ink.black, join="mitre")
    ink.flat(lozenge(0, 0, 2.2, 3.2), ink.palette.red.base, join="mitre")
    return 6.6


def _emblem(ink: Ink, name: str) -> float:
    """The sun of the cards, with an emblem on it."""
    from cardgen.art.emblems import draw_emblem

    if not ink.low:
        ink.draw(ellipse(0, 0, 6.6), ink.palette.plate)
    ink.draw(ellipse(0, 0, 7.1), None, ink.black, 0.3)
    draw_emblem(ink, name, "#FFFFFF" if ink.low else ink.paper)
    return 8.2


def _lizard(ink: Ink) -> float:
    """A lizard that walks to the right: one of those on the backs."""
    from cardgen.art.backs import draw_small_lizard

    with ink.at(0, 0.6, -90, 1.14):
        draw_small_lizard(ink, 1, as_if=CARD_SCALE)
    return 12.6


def _snake(ink: Ink) -> float:
    """A snake in a coil."""
    from cardgen.art.beasts.panel import coat
    from cardgen.art.beasts.snakes import draw_snake
    from cardgen.art.shapes import HEARTS

    def small(ink: Ink) -> None:
        with ink.weighing(1.7), ink.at(0, 0, 0, 0.275), ink.at(-33.0, -50.0):
            draw_snake(ink, coat(ink, HEARTS), halo=False)

    ink.form(("small snake",), small, (-9, -10, 9, 10))
    return 8.0


def _shapes(ink: Ink, cards: Sequence[tuple[str, str]]) -> float:
    """Three shapes of West, each in its colour."""
    from cardgen.art.shapes import draw_shape, draw_small_shape

    draw = draw_shape if ink.low else draw_small_shape
    for x, (colour, shape) in zip((-11.0, 0.0, 11.0), cards, strict=True):
        draw(ink, shape, colour, x, 0, 8.0)
    return 15.5


def _suits(ink: Ink, suits: str) -> float:
    """Suits side by side."""
    from cardgen.art.shapes import draw_suit

    places = [(at - (len(suits) - 1) / 2) * 9.6 for at in range(len(suits))]
    for x, suit in zip(places, suits, strict=True):
        draw_suit(ink, suit, x, 0, 8.4, outline_pt=0.7 if ink.low else 0)
    return places[-1] + 4.6


def _medallion(ink: Ink) -> float:
    """The lozenge of Red & Black's back."""
    from cardgen.art.backs import draw_medallion

    with ink.at(0, 0, 90):
        draw_medallion(ink, 0.5)
    return 11.2


def _chip(ink: Ink) -> float:
    """The chip of Liar Poker's back."""
    from cardgen.art.backs import draw_chip_medallion

    draw_chip_medallion(ink, 0.42)
    return 8.3


def _eyes(ink: Ink) -> float:
    """Two eyes."""
    from cardgen.art.signs import draw_eye

    for side in (-1, 1):
        draw_eye(ink, side * 6.2, 0, 1, ink.paper, ink.paper if ink.low else ink.palette.yellow.base)
    return 11.2


TAILS: dict[str, tuple[Tail, ...]] = {
    "liars-lair": tuple(
        partial(_emblem, name=name) for name in ("owl", "teapot", "piano", "kangaroo", "pudding", "whale")
    ),
    "lizard": (_lizard, _snake),
    "liars-guess": tuple(
        partial(_shapes, cards=tuple(zip(colours, shapes, strict=True)))
        for colours, shapes in (("ryg", "cht"), ("gry", "htc"), ("ygr", "tch"))
    ),
    "red-and-black": (partial(_suits, suits="hsdc"), _medallion),
    "liar-poker": (_chip, _eyes, partial(_suits, suits="cdhs")),
}


Placed = list[tuple[float, float, tuple[Mark, ...]]]

_FRAME = 8.0
_SUMMARY_TOP, _SUMMARY_FOOT = 50.0, 33.0
LEAST_PITCH = 5.0
"""How near each other the lines of the contents may stand, in millimetres."""
_CONTENTS_GAP = 6.0


def cover(book: Book, leaf: Leaf, look: Look, cards: Sequence[Drawing], lines: Sequence[str]) -> Placed:
    """The front: title, three cards in a fan (two rivals, one face down), and what this kit is."""
    middle = leaf.width / 2
    marks: list[Mark] = list(frame(leaf, look))
    top = leaf.height - 46
    marks.append(Text(middle, top, book.title, lettering.SERIF_SEMIBOLD, 46, align="centre"))
    marks += _hairline(middle, top - 8.6, 38, look)
    marks.append(Text(middle, top - 17.6, book.tagline, lettering.SERIF_ITALIC, 14, align="centre"))
    scale = 0.64
    half, foot = POKER_WIDTH_MM * scale / 2, 62.0
    first, second, back = cards
    # The back lies behind, upright; the two rivals lean away from each other in front of it.
    marks.append(printed_card(middle - half, foot + 15, scale, back))
    marks.append(printed_card(middle - 2 * half - 7.6, foot - 1.0, scale, first, 8))
    marks.append(printed_card(middle + 8.0, foot + 4.6, scale, second, -8))
    y = 43.0
    marks.append(Text(middle, y, "RULEBOOK", lettering.SANS_SEMIBOLD, 10, look.accent_type, "centre", 220))
    for line in lines:
        y -= 6.2
        marks.append(Text(middle, y, line, lettering.SERIF, 11, align="centre"))
    return [(0, 0, tuple(marks))]


def frame(leaf: Leaf, look: Look) -> list[Mark]:
    """A hairline frame with a band of lozenges above and below, well inside what printers reach."""
    x, y, width, height = _FRAME, _FRAME, leaf.width - 2 * _FRAME, leaf.height - 2 * _FRAME
    marks: list[Mark] = [
        Shape(rect(x, y, width, height), None, PALETTE.ink, 0.9),
        Shape(rect(x + 1.3, y + 1.3, width - 2.6, height - 2.6), None, PALETTE.ink, 0.3),
    ]
    count = 21
    left, right = x + 1.3 + 1.2, x + width - 1.3 - 1.2
    step = (right - left) / count
    for middle in (y + 1.3 + 5.6, y + height - 1.3 - 5.6):
        for at in range(count):
            shade = look.accent if at % 2 == 0 else PALETTE.ink
            outline = lozenge(left + step * (at + 0.5), middle, step / 2, 4.3)
            if look.low:
                marks.append(Shape(outline, None, PALETTE.ink, 0.5))
                if at % 2:
                    marks.append(Shape(lozenge(left + step * (at + 0.5), middle, 0.9, 1.4), PALETTE.ink))
            else:
                marks.append(Shape(outline, shade))
        for at in range(1, count):
            stud = lozenge(left + step * at, middle, 0.55, 0.8)
            marks += [Shape(stud.at(0, side), PALETTE.yellow.base) for side in (-3.4, 3.4)]
    return marks if not look.low else [mark for mark in marks if getattr(mark, "fill", None) != PALETTE.yellow.base]


def _hairline(x: float, y: float, half: float, look: Look) -> list[Mark]:
    return [
        look.rule(x - half, y, x - 2.8, y, 0.5),
        look.rule(x + 2.8, y, x + half, y, 0.5),
        Shape(lozenge(x, y, 1.3, 1.9), look.accent),
    ]


def contents(
    chapters: Sequence[tuple[str, int]],
    leaf: Leaf,
    look: Look,
    title: str,
    figures: Sequence[Element],
    number: int = 2,
    *,
    verso: bool = True,
) -> Placed:
    """The inside of the cover: the cards drawn with their parts, and what stands where."""
    left = leaf.text_left(verso=verso)
    wide_left = left - leaf.hang if verso else left
    wide = leaf.measure + leaf.hang
    out: Placed = [
        (0, 0, tuple(running_head(wide_left, wide, leaf, look, title, "In this book", verso=verso))),
        (0, 0, folio(look, number, left + leaf.measure / 2)),
    ]
    y = leaf.height - leaf.head
    for figure in figures:
        out.append((wide_left if figure.wide else left, y, figure.marks))
        y -= figure.height
    y -= 13
    marks: list[Mark] = []
    columns, pitch = contents_grid(len(chapters), leaf, figures)
    rows = -(-len(chapters) // columns)
    start, whole = (left, leaf.measure) if columns == 1 else (wide_left, wide)
    marks.append(Text(start, y, "IN THIS BOOK", lettering.SANS_SEMIBOLD, 8.2, look.accent_type, track=110))
    width = (whole - _CONTENTS_GAP * (columns - 1)) / columns
    longest = max((lettering.width_mm(name, lettering.SERIF, 9.8) for name, _ in chapters), default=0.0)
    size = 9.8 * min(1.0, (width - 4.5 - 6.5) / max(longest, 1.0))  # room for a number of two figures
    for at, (name, page) in enumerate(chapters):
        x, down = start + at // rows * (width + _CONTENTS_GAP), y - pitch * (at % rows + 1)
        marks.append(Shape(lozenge(x + 1.1, down + 1.2, 0.8, 1.1), look.accent))
        end = Text(x + 4.5, down, name, lettering.SERIF, size)
        marks.append(end)
        if x + 4.5 + end.width + 5 < x + width - 7:
            rule = look.rule(x + 4.5 + end.width + 2, down + 0.9, x + width - 7, down + 0.9, 0.3, PALETTE.black.ray)
            marks.append(rule)
        marks.append(Text(x + width, down, str(page), lettering.SANS_SEMIBOLD, 8.6, align="right"))
    return [*out, (0, 0, tuple(marks))]


def contents_grid(lines: int, leaf: Leaf, figures: Sequence[Element]) -> tuple[int, float]:
    """Choose the columns of the contents under the drawings of the inside cover, and how far apart their lines stand.

    The second number, in millimetres, is less than `LEAST_PITCH` where there is no room even for two columns.
    """
    room = leaf.height - leaf.head - sum(figure.height for figure in figures) - 13 - leaf.foot - 4
    pitch = room / max(1, lines)
    if pitch >= LEAST_PITCH:
        return 1, min(7.0, pitch)
    return 2, min(7.0, room / max(1, -(-lines // 2)))


def notes(leaf: Leaf, look: Look, title: str, number: int, *, verso: bool, evenings: bool) -> Placed:
    """A page to write on: plain rules for notes, or a list of the evenings played with this kit."""
    left = leaf.text_left(verso=verso)
    wide_left = left - leaf.hang if verso else left
    wide = leaf.measure + leaf.hang
    name = "Evenings with this kit" if evenings else "Notes"
    top = leaf.height - leaf.head
    marks: list[Mark] = [
        *running_head(wide_left, wide, leaf, look, title, name, verso=verso),
        *folio(look, number, left + leaf.measure / 2),
        Shape(lozenge(wide_left + 1.6, top - 7.2 + 2.35, 1.6, 2.3), look.accent),
        Text(wide_left + 5.4, top - 7.2, name, lettering.SERIF_SEMIBOLD, 20),
    ]
    y = top - 17
    columns = (0.0, 0.2, 0.74)
    if evenings:
        for share, head in zip(columns, ("DATE", "WHO PLAYED", "WHO WON"), strict=True):
            marks.append(
                Text(wide_left + share * wide, y, head, lettering.SANS_SEMIBOLD, 7.4, look.accent_type, track=100)
            )
        y -= 2
        marks.append(look.rule(wide_left, y, wide_left + wide, y, 0.7))
    while y - 9 > leaf.foot:
        y -= 9
        marks.append(look.rule(wide_left, y, wide_left + wide, y, 0.35, PALETTE.black.ray))
    return [(0, 0, tuple(marks))]


def summary_room(leaf: Leaf) -> float:
    """The height that the back cover has for the summary."""
    return leaf.height - _SUMMARY_TOP - _SUMMARY_FOOT


def back_cover(leaf: Leaf, look: Look, summary: Sequence[Element], lines: Sequence[str], left: float) -> Placed:
    """The back: the whole game on one page, framed like the front, `left` from its edge.

    Raises ValueError when it doesn't fit.
    """
    out: Placed = [(0, 0, tuple(frame(leaf, look)))]
    middle = leaf.width / 2
    y = leaf.height - 36
    out.append((0, 0, (Text(middle, y, "In short", lettering.SERIF_SEMIBOLD, 24, align="centre"),)))
    out.append((0, 0, tuple(_hairline(middle, y - 6.4, 30, look))))
    y = leaf.height - _SUMMARY_TOP
    used = sum(e.before + e.height for e in summary)
    room = summary_room(leaf)
    if used > room:
        raise ValueError(f"the summary is {used - room:.1f} mm too long for the back cover")
    gap = sum(e.before for e in summary)
    grow = 1 + min(0.8, (room - used) / gap * 0.75)
    for element in summary:
        y -= element.before * grow
        out.append((left, y, element.marks))
        y -= element.height
    y = _FRAME + 17 + 4.6 * len(lines)
    for line in lines:
        y -= 4.6
        out.append((0, 0, (Text(middle, y, line, lettering.SANS, 9, align="centre"),)))
    return out


_SUMMARY_SIZES = (13.0, 12.6, 12.2, 11.7, 11.2, 10.8, 10.4, 10.0, 9.6, 9.2, 8.8, 8.4)
_FILLER_COST = (0.0, 0.3, 60.0, 90.0)  # how little each further page for notes is wanted
_FILLED = 0.8  # in parts of all pages
_PAGE_COST = 0.8  # how little each page is wanted
_ENOUGH = 4  # attempts; more are made until every page is full enough
_UNLIKE = 0.1  # how little each further attempt at type and leading is wanted


class PrintedBook(msgspec.Struct, frozen=True):
    """What was written: the files, the book's pages, the sheets of paper it takes, and whether they are folded."""

    paths: tuple[Path, ...]
    pages: int
    sheets: int
    booklet: bool

    @property
    def path(self) -> Path:
        """The file, the fronts' where there are two."""
        return self.paths[0]


class Volume(msgspec.Struct, frozen=True):
    """A book set in pages, before ink: what stands on each, and where its chapters begin."""

    title: str
    leaf: Leaf
    look: Look
    pages: tuple[Placed, ...]
    chapters: tuple[tuple[str, int], ...]
    setting: BookSize
    teach: tuple[float, ...] = ()
    """How many times larger than laid out each page is drawn that the game is taught by; they follow the cover."""

    def scale(self, number: int) -> float:
        """Tell how many times larger than laid out a page is drawn: the covers differ from the text."""
        if 2 <= number < 2 + len(self.teach):
            return self.teach[number - 2]
        return self.setting.cover_scale if number in (1, len(self.pages)) else self.setting.scale


def write_rulebook(
    game: str,
    options: msgspec.Struct,
    players: int,
    out: Path,
    *,
    facts: Facts | None = None,
    paper: Paper = PAPERS["a4"],
    sides: Sides = "long",
    booklet: bool = True,
    size: str | None = None,
    large: bool = False,
    low_ink: bool = False,
    feed: Feed = "duplex",
    step: Callable[[], None] | None = None,
) -> PrintedBook:
    """Write the rulebook of `game` for these options and this number of players to `out`.

    Fed by hand, a booklet is two files, as cards are (`cardgen.layout.files_of`).

    `facts` give the kit's code and number of pairs. `sides` is the kit's setting: with `long` or `short` the book is a
    booklet, whose second sides are turned where that flip wants it; with `fold`, `fronts` or `backs`, or without
    `booklet`, it is plain single pages. `size` is the page (`cardgen.book.pages.SIZES`), by default half of the paper;
    `large` sets it in large print. Raises PrintError, RecordError and OSError; nothing is half-written.
    """
    folded = booklet and sides in ("long", "short")
    wanted = setting(size or half_of(paper), large=large)
    volume = lay_out(game, options, players, wanted, facts=facts, low_ink=low_ink, mirror=folded)
    if not folded:
        write_atomic(out, _plain(volume, step))
        return PrintedBook((out,), len(volume.pages), len(volume.pages), booklet=False)
    flip: folding.Flip = "long" if sides == "long" else "short"
    files = [(path, _booklet(volume, paper, flip, only, step)) for only, path in files_of(out, sides, feed)]
    for path, data in files:
        write_atomic(path, data)
    return PrintedBook(tuple(path for path, _ in files), len(volume.pages), len(volume.pages) // 4, booklet=True)


def lay_out(
    game: str,
    options: msgspec.Struct,
    players: int,
    wanted: BookSize | None = None,
    *,
    facts: Facts | None = None,
    low_ink: bool = False,
    mirror: bool = True,
) -> Volume:
    """Set the book in pages: cover, inside cover, chapters, pages for notes up to whole sheets, and the summary.

    With `mirror`, margins change sides like a bound book's, and a sheet holds four pages, else two. Raises RecordError
    for a game without a book.
    """
    volume = rulebook.book(game, options, players, kit=rulebook.kit_of(facts))
    look = Look(low=low_ink, accent=getattr(PALETTE, volume.colour).base)
    art = art_of(game)
    wanted = wanted or setting("a5")
    taught = _taught(game, options, players, facts, wanted, look)
    first = 3 + len(taught)
    wanted, inside, elements, firsts, fillers = _divide(volume.body, wanted, look, game, first, 4 if mirror else 2)
    leaf = wanted.leaf
    text = with_tails(place(elements, firsts, leaf, first, mirror=mirror), leaf, game)
    chapters = tuple(
        (spot.element.chapter, page.number) for page in text for spot in page.places if spot.element.chapter
    )
    kit = f"Kit {facts.kit}" if facts else ""
    lines = [line for line in (volume.players, kit) if line]
    shown = [art.face(name) for name in cover_cards(volume, rulebook.example_cards(game))]
    rules = {rule: first - 1 for element in inside for rule in element.rules}
    rules |= {rule: page.number for page in reversed(text) for spot in page.places for rule in spot.element.rules}
    last = first + len(text) + fillers
    named = (*([("Teach it in two minutes", 2)] if taught else []), *chapters, ("In short", last))
    pages: list[Placed] = [
        cover(volume, wanted.cover, look, [*shown, art.back], lines),
        *(placed for placed, _ in taught),
        contents(named, leaf, look, volume.title, inside, first - 1, verso=mirror and first % 2 == 1),
        *(page_marks(page, leaf, look, volume.title, rules) for page in text),
    ]
    for filler in range(fillers):
        number = len(pages) + 1
        verso = mirror and number % 2 == 0
        pages.append(notes(leaf, look, volume.title, number, verso=verso, evenings=filler == fillers - 1))
    summary = _summary(volume.summary, wanted, look)
    foot = [f"{volume.title} · {kit}" if kit else volume.title]
    pages.append(back_cover(wanted.cover, look, summary, foot, wanted.inset))
    return Volume(volume.title, leaf, look, tuple(pages), named, wanted, tuple(scale for _, scale in taught))


def _taught(
    game: str, options: msgspec.Struct, players: int, facts: Facts | None, wanted: BookSize, look: Look
) -> list[tuple[Placed, float]]:
    """Return the pages that the game is taught by, with their scales: one inside the cover, two in large print."""
    if not has_lesson(game):
        return []
    it = lesson(seated(games.game(game), players, options, facts))
    edge = 0.055 * wanted.width
    pages = teach_pages(
        it, round(wanted.width - 2 * edge, 3), round(wanted.height - 2 * edge, 3), look, large=wanted.large
    )
    return [([(edge / page.scale, edge / page.scale, page.marks)], page.scale) for page in pages]


def _summary(text: str, wanted: BookSize, look: Look) -> list[Element]:
    """Set the summary as large as the back cover allows."""
    tokens = parse(text)
    leaf = wanted.cover
    for size in _SUMMARY_SIZES if wanted.large else _SUMMARY_SIZES[4:]:
        face = TextFace(size=size, leading=size * (1.3 if size > 11.2 else 1.36))
        width = leaf.width - 2 * wanted.inset
        measure = Measure(
            width, body=face, table=face, example=face, paragraph=2.6, step=2.6, indent=max(7.4, size * 0.7)
        )
        found = blocks(tokens, measure, look)
        if sum(e.before + e.height for e in found) * 1.04 <= summary_room(leaf):
            return found
    raise PrintError("the summary of the rulebook is too long for its back cover: take a larger paper")


Division = tuple[BookSize, list[Element], list[Element], list[int], int]


@lru_cache(maxsize=16)
def _divide(text: str, wanted: BookSize, look: Look, game: str, first: int, sheet: int) -> Division:
    """Set the text and divide it among pages; kept, since it is most of the work and the kit's code is not in it.

    The text begins on the book's page `first`, and a `sheet` holds so many pages. Give the setting, what stands beside
    the contents, the text, where its pages begin, and how many pages for notes follow. Type that is a little larger or
    smaller, or lines a little further apart, may fill the pages best.
    """
    best: tuple[tuple[bool, float], float, Division] | None = None
    memo: Memo = {}
    tokens = parse(text)
    drawn = figures(art_of(game))

    def elements_of(leaf: Leaf, leading: float, *, bare: bool) -> tuple[list[Element], list[Element]]:
        """Set what stands beside the contents, and the text."""
        measure = Measure(leaf.measure, leaf.hang, body=TextFace(leading=leading))
        found = blocks(tokens, measure, look, drawn, memo, bare=bare)
        opening = next((i for i, element in enumerate(found) if element.chapter), 0)
        inside, chapters = found[:opening], [element.chapter for element in found if element.chapter]
        if contents_grid(2 + len(set(chapters)), leaf, inside)[1] < LEAST_PITCH:
            return [], found  # no room inside the cover: the cards open the text
        return inside, found[opening:]

    for number, (like, leading) in enumerate(wanted.attempts()):
        inside, elements = elements_of(like.leaf, leading, bare=True)
        if choice := _choose(elements, like.leaf, first, sheet):
            division = (like, inside, elements, *choice[1:])
            rank = not _is_full(division), choice[0] + _UNLIKE * number
            if best is None or rank < best[0]:
                best = rank, leading, division
        if number + 1 >= _ENOUGH and best and not best[0][0]:
            break
    if best is None:
        raise PrintError("a block of the rulebook is higher than its page: take a larger paper")
    _, leading, (like, _, _, firsts, fillers) = best
    return (like, *elements_of(like.leaf, leading, bare=False), firsts, fillers)


def _is_full(division: Division) -> bool:
    """Whether no page of the text is short, all are well filled together, and one at most is left for notes."""
    like, _, elements, firsts, fillers = division
    filled = sum(element.before + element.height for element in elements) / (len(firsts) * like.leaf.room)
    return fillers < 2 and filled > _FILLED and not short_pages(elements, firsts, like.leaf.room)


def _choose(elements: Sequence[Element], leaf: Leaf, first: int, sheet: int) -> tuple[float, list[int], int] | None:
    """Choose how many pages the text takes, with pages for notes up to whole sheets.

    Give how bad the pages look, the first element of each, and how many pages for notes follow; None when a block is
    higher than a page.
    """
    ways = break_pages(elements, leaf.room)
    if not ways:
        return None
    fixed = first  # what comes before, and the back cover
    costs = {pages: way[0] + _FILLER_COST[-(pages + fixed) % sheet] + _PAGE_COST * pages for pages, way in ways.items()}
    pages = min(costs, key=costs.__getitem__)
    return costs[pages], ways[pages][1], -(pages + fixed) % sheet


def cover_cards(volume: rulebook.Book, numbers: dict[int, str]) -> Sequence[str]:
    """Choose the two cards of the cover: those that the book names, or the example's first pair."""
    if volume.cover:
        return volume.cover
    titles: dict[str, list[str]] = {}
    for number, text in numbers.items():
        titles.setdefault(text.split(":")[0], []).append(str(number))
    return next(iter(titles.values()))


# ---- ink


def _booklet(volume: Volume, paper: Paper, flip: folding.Flip, only: Only, step: Callable[[], None] | None) -> bytes:
    page = volume.setting
    width, height = max(paper.width_mm, paper.height_mm), min(paper.width_mm, paper.height_mm)
    fit = folding.fit(page.width, page.height, width, height)
    sides = list(enumerate(folding.impose(len(volume.pages), flip)))
    if only:
        sides = sides[::2] if only == "front" else sides[1::2][::-1]
    there = {number for _, side in sides for number in (side.left, side.right) if number}
    canvas, ink = _open(volume, width, height, "booklet to fold and staple", there)
    for at, side in sides:
        shown = [number for number in (side.left, side.right) if number]
        label_page(canvas, "–".join(str(number) for number in shown))
        _arrive(canvas, volume, shown)
        turn = (width, height, 180) if side.turned else (0, 0, 0)
        with ink.at(*turn):
            for number, x in ((side.left, fit.x), (side.right, fit.fold)):
                if number:
                    with ink.at(x, fit.y, 0, fit.scale * volume.scale(number)):
                        _pdf_draw(ink, volume.pages[number - 1])
            if at == 0:
                _fold_marks(ink, fit.fold, width, height, page.height, fit)
        canvas.showPage()
        if step:
            step()
    return finish(canvas)


def _plain(volume: Volume, step: Callable[[], None] | None) -> bytes:
    there = range(1, len(volume.pages) + 1)
    canvas, ink = _open(volume, volume.setting.width, volume.setting.height, "single pages", there)
    for number, page in enumerate(volume.pages, 1):
        label_page(canvas, str(number))
        _arrive(canvas, volume, [number])
        with ink.at(0, 0, 0, volume.scale(number)):
            _pdf_draw(ink, page)
        canvas.showPage()
        if step:
            step()
    return finish(canvas)


def _open(volume: Volume, width: float, height: float, how: str, there: Container[int]) -> tuple[Canvas, Ink]:

    about = Document(
        title=f"{volume.title}: rulebook",
        subject=f"The rules in {len(volume.pages)} pages, {how}",
        keywords=("rulebook", "print and play", volume.title),
    )
    canvas = open_canvas(about, width * POINTS_PER_MM, height * POINTS_PER_MM)
    for at, (chapter, number) in enumerate(volume.chapters):
        if number in there:
            canvas.addOutlineEntry(chapter, f"chapter-{at}", 0)
    return canvas, Ink(canvas, low=volume.look.low)


def _arrive(canvas: Canvas, volume: Volume, shown: Sequence[int]) -> None:
    """Let the outline's entries point at the PDF page that now shows their chapters."""
    for at, (_, number) in enumerate(volume.chapters):
        if number in shown:
            canvas.bookmarkPage(f"chapter-{at}")


def _pdf_draw(ink: Ink, page: Placed) -> None:
    for x, y, marks in page:
        draw(ink, marks, x, y)


def _fold_marks(ink: Ink, fold: float, width: float, height: float, page: float, fit: folding.Fit) -> None:
    """On the outside of the outermost sheet: where it is folded, stapled and, on larger paper, cut."""
    grey = "#737373"
    lines = [segment(fold, y, fold, y + 4) for y in (5.0, height - 9.0)]
    lines += [
        segment(fold, fit.y + page * fit.scale * share - 3, fold, fit.y + page * fit.scale * share + 3)
        for share in (0.25, 0.75)
    ]
    rim_x, rim_y = fit.x, fit.y
    if rim_x > 6:
        lines += [segment(x, y, x, y + 4) for x in (rim_x, width - rim_x) for y in (5.0, height - 9.0)]
    if rim_y > 6:
        lines += [segment(x, y, x + 4, y) for y in (rim_y, height - rim_y) for x in (5.0, width - 9.0)]
    for line in lines:
        ink.draw(line, None, grey, 0.25, cap="butt")
