"""The rulebook as a PDF: a booklet to fold and staple, or plain pages."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cardgen.book import imposition as folding
from cardgen.book.blocks import Memo, blocks
from cardgen.book.cards import art_of
from cardgen.book.covers import LEAST_PITCH, Placed, back_cover, contents, contents_grid, cover, notes, summary_room
from cardgen.book.figures import figures
from cardgen.book.marks import Element
from cardgen.book.measure import Measure
from cardgen.book.pages import Leaf, break_pages, page_marks, place, short_pages
from cardgen.book.size import BookSize, half_of, setting
from cardgen.book.tails import with_tails
from cardgen.book.teach.page import teach_pages
from cardgen.book.text import TextFace
from cardgen.errors import PrintError
from cardgen.layout.impose import Feed, Only, Sides, files_of
from cardgen.layout.paper import PAPERS, Paper
from cardgen.pdf.document import Document, finish, label_page, open_canvas
from cardgen.pdf.marks import PALETTE, Look, draw
from cardgen.pdf.path import POINTS_PER_MM, segment
from factbank.facts import Facts
from liarsdeck.files import write_atomic
from referee import games
from referee.books import rulebook
from referee.books.teach import has_lesson, lesson
from referee.core.setup import seated

if TYPE_CHECKING:
    from cardgen.pdf.canvas import Canvas
    from cardgen.pdf.ink import Ink

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

    Fed by hand, a booklet is two files, as cards are (`cardgen.layout.impose.files_of`).

    `facts` give the kit's code and number of pairs. `sides` is the kit's setting: with `long` or `short` the book is a
    booklet, whose second sides are turned where that flip wants it; with `fold`, `fronts` or `backs`, or without
    `booklet`, it is plain single pages. `size` is the page (`cardgen.book.size.SIZES`), by default half of the paper;
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
    volume = rulebook.book(
        game,
        options,
        players,
        kit=rulebook.kit_of(facts),
    )
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
    tokens = rulebook.parse(text)
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
    tokens = rulebook.parse(text)
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
                        _draw(ink, volume.pages[number - 1])
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
            _draw(ink, page)
        canvas.showPage()
        if step:
            step()
    return finish(canvas)


def _open(volume: Volume, width: float, height: float, how: str, there: Container[int]) -> tuple[Canvas, Ink]:
    from cardgen.pdf.ink import Ink

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


def _draw(ink: Ink, page: Placed) -> None:
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
