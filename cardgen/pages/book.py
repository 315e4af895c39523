"""The rulebook of a game as a PDF: its covers, contents, pages for notes and tailpieces; set, divided, and drawn.

`lay_out` sets a book in pages before ink; `write_rulebook` draws them as a booklet to fold or as single pages.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import cycle
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cardgen.art.tailpieces import HIGH, TAILS, draw_tail, lozenges
from cardgen.errors import PrintError
from cardgen.layout import PAPERS, Feed, Only, Paper, Sides, files_of
from cardgen.pages import booklet as folding
from cardgen.pages.blocks import Memo, blocks
from cardgen.pages.booklet import BookSize, half_of, setting
from cardgen.pages.engine import BookPage, Element, Leaf, Measure, PageMark, TextFace, break_pages, place, short_pages
from cardgen.pages.figures import art_of, figures, printed_card
from cardgen.pages.teach import teach_pages
from cardgen.pdf import ink as pdf
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, Ink, Mark, PictureMark, Shape, Style, Text, draw, finish, label_page, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, lozenge, rect, segment
from factbank.factfile import Facts
from liarsdeck.files import write_atomic
from referee import games
from referee.books import rulebook
from referee.books.rulebook import Book
from referee.books.teach import has_lesson, lesson
from referee.books.text import parse
from referee.core.setup import seated

Placed = list[tuple[float, float, tuple[Mark, ...]]]
"""Marks, each lot with the place of its origin on the page."""
_TAIL_ROOM = 40.0  # less than that is only the foot of a page
_TAIL_DOWN = 27.0  # how far below the text a tailpiece's middle stands at most


def with_tails(pages: Sequence[BookPage], leaf: Leaf, game: str) -> list[BookPage]:
    """Put an ornament of the game on each page that the end of a chapter leaves half empty."""
    tails, out = cycle(TAILS.get(game, (lozenges,))), []
    for page, following in zip(pages, [*pages[1:], None], strict=True):
        last = page.places[-1]
        foot = last.y - last.element.height
        ends = following is None or bool(following.places[0].element.chapter)
        room = foot - leaf.foot
        if ends and room >= _TAIL_ROOM and not last.element.wide:
            middle = foot - min(room * 0.46, _TAIL_DOWN)
            tail = PictureMark(leaf.measure / 2, -HIGH / 2, 0, 0, partial(draw_tail, tail=next(tails)))
            spot = PageMark(0, middle + HIGH / 2, Element(HIGH, (tail,)))
            page = replace(page, places=(*page.places, spot))  # noqa: PLW2901
        out.append(page)
    return out


def page_marks(
    page: BookPage, leaf: Leaf, look: Style, title: str, rules: Mapping[str, int]
) -> list[tuple[float, float, tuple[Mark, ...]]]:
    """Return all drawings of a page, each with the x and y of its origin in mm: running head, page number and text.

    `rules` maps each rule id to the page on which it stands.
    """
    left, wide_left, _ = leaf.columns(verso=page.verso)
    out = [(0.0, 0.0, tuple(running_head(leaf, look, title, page.chapter, page.number, verso=page.verso)))]
    for spot in page.places:
        x = wide_left if spot.element.wide else left
        numbers = [Text(it.x, it.y, str(rules[it.rule]), it.font, it.size, align="right") for it in spot.element.pages]
        out.append((x, spot.y, (*spot.element.marks, *numbers)))
    return out


def running_head(leaf: Leaf, look: Style, title: str, chapter: str, number: int, *, verso: bool) -> list[Mark]:
    """Return the drawing of a page's head (game near the fold, chapter outside, a rule below) and of the page number.

    The number stands in a lozenge below the text. `verso` is true for a left-hand page.
    """
    left, x, width = leaf.columns(verso=verso)
    inside, outside = (x + width, x) if verso else (x, x + width)
    y, middle, bold = leaf.height - 11.5, left + leaf.measure / 2, lettering.SANS_SEMIBOLD
    return [
        Text(inside, y, title.upper(), bold, 7.2, align="right" if verso else "left", track=140),
        Text(outside, y, chapter, lettering.SERIF_ITALIC, 8.6, align="left" if verso else "right"),
        look.rule(x, y - 2.2, x + width, y - 2.2),
        Shape(lozenge(middle, 9.5, 4.1, 4.4), None, look.palette.ink, 0.45),
        Text(middle, 9.5 - lettering.cap_mm(bold, 7.6) / 2, str(number), bold, 7.6, align="centre"),
    ]


_FRAME = 8.0
_SUMMARY_TOP, _SUMMARY_FOOT = 50.0, 33.0
LEAST_PITCH = 5.0
"""How near each other the lines of the contents may stand, in millimetres."""
_CONTENTS_GAP = 6.0


def cover(book: Book, leaf: Leaf, look: Style, cards: Sequence[pdf.Drawing], lines: Sequence[str]) -> Placed:
    """Return the front cover: the title, three cards in a fan, and `lines` about this kit."""
    middle = leaf.width / 2
    marks: list[Mark] = list(frame(leaf, look))
    top = leaf.height - 46
    marks.append(Text(middle, top, book.title, lettering.SERIF_SEMIBOLD, 46, align="centre"))
    marks += _hairline(middle, top - 8.6, 38, look)
    marks.append(Text(middle, top - 17.6, book.tagline, lettering.SERIF_ITALIC, 14, align="centre"))
    half, foot = pdf.POKER_WIDTH_MM * 0.64 / 2, 62.0
    first, second, back = cards
    # The back lies behind, upright; the two rivals lean away from each other in front of it.
    marks += [
        printed_card(middle - half, foot + 15, 0.64, back),
        printed_card(middle - 2 * half - 7.6, foot - 1.0, 0.64, first, 8),
        printed_card(middle + 8.0, foot + 4.6, 0.64, second, -8),
        Text(middle, 43.0, "RULEBOOK", lettering.SANS_SEMIBOLD, 10, look.accent_type, "centre", 220),
    ]
    y = 43.0
    for line in lines:
        y -= 6.2
        marks.append(Text(middle, y, line, lettering.SERIF, 11, align="centre"))
    return [(0, 0, tuple(marks))]


def frame(leaf: Leaf, look: Style) -> list[Mark]:
    """Return a thin frame with a band of lozenges above and below, inside the area that any printer reaches."""
    x, y, width, height = _FRAME, _FRAME, leaf.width - 2 * _FRAME, leaf.height - 2 * _FRAME
    marks: list[Mark] = [
        Shape(rect(x, y, width, height), None, PALETTE.ink, 0.9),
        Shape(rect(x + 1.3, y + 1.3, width - 2.6, height - 2.6), None, PALETTE.ink, 0.3),
    ]
    count = 21
    left, step = x + 1.3 + 1.2, (width - 2.6 - 2.4) / count
    for middle in (y + 1.3 + 5.6, y + height - 1.3 - 5.6):
        for at in range(count):
            outline = lozenge(left + step * (at + 0.5), middle, step / 2, 4.3)
            if look.low:
                marks.append(Shape(outline, None, PALETTE.ink, 0.5))
                if at % 2:
                    marks.append(Shape(lozenge(left + step * (at + 0.5), middle, 0.9, 1.4), PALETTE.ink))
            else:
                marks.append(Shape(outline, PALETTE.ink if at % 2 else look.accent))
        for at in range(1, 1 if look.low else count):
            stud = lozenge(left + step * at, middle, 0.55, 0.8)
            marks += [Shape(stud.at(0, side), PALETTE.yellow.base) for side in (-3.4, 3.4)]
    return marks


def _hairline(x: float, y: float, half: float, look: Style) -> list[Mark]:
    return [
        look.rule(x - half, y, x - 2.8, y, 0.5),
        look.rule(x + 2.8, y, x + half, y, 0.5),
        Shape(lozenge(x, y, 1.3, 1.9), look.accent),
    ]


def contents(
    chapters: Sequence[tuple[str, int]],
    leaf: Leaf,
    look: Style,
    title: str,
    figures: Sequence[Element],
    number: int = 2,
    *,
    verso: bool = True,
) -> Placed:
    """Return the inside of the front cover: drawings of cards with their parts, and the contents with page numbers."""
    left, wide_left, wide = leaf.columns(verso=verso)
    out: Placed = [(0, 0, tuple(running_head(leaf, look, title, "In this book", number, verso=verso)))]
    y = leaf.height - leaf.head
    for figure in figures:
        out.append((wide_left if figure.wide else left, y, figure.marks))
        y -= figure.height
    y -= 13
    columns, pitch = contents_grid(len(chapters), leaf, figures)
    rows = -(-len(chapters) // columns)
    start, whole = (left, leaf.measure) if columns == 1 else (wide_left, wide)
    marks: list[Mark] = [Text(start, y, "IN THIS BOOK", lettering.SANS_SEMIBOLD, 8.2, look.accent_type, track=110)]
    width = (whole - _CONTENTS_GAP * (columns - 1)) / columns
    longest = max((lettering.width_mm(name, lettering.SERIF, 9.8) for name, _ in chapters), default=0.0)
    size = 9.8 * min(1.0, (width - 4.5 - 6.5) / max(longest, 1.0))  # room for a number of two figures
    for at, (name, page) in enumerate(chapters):
        x, down = start + at // rows * (width + _CONTENTS_GAP), y - pitch * (at % rows + 1)
        text = Text(x + 4.5, down, name, lettering.SERIF, size)
        marks += [Shape(lozenge(x + 1.1, down + 1.2, 0.8, 1.1), look.accent), text]
        if x + 4.5 + text.width + 5 < x + width - 7:
            rule = look.rule(x + 4.5 + text.width + 2, down + 0.9, x + width - 7, down + 0.9, 0.3, PALETTE.black.ray)
            marks.append(rule)
        marks.append(Text(x + width, down, str(page), lettering.SANS_SEMIBOLD, 8.6, align="right"))
    return [*out, (0, 0, tuple(marks))]


def contents_grid(lines: int, leaf: Leaf, figures: Sequence[Element]) -> tuple[int, float]:
    """Return in how many columns the contents stand below the drawings, and the line distance in mm.

    A distance below `LEAST_PITCH` means that there is no room even in two columns. `lines` is the number of entries.
    """
    room = leaf.height - leaf.head - sum(figure.height for figure in figures) - 13 - leaf.foot - 4
    pitch = room / max(1, lines)
    if pitch >= LEAST_PITCH:
        return 1, min(7.0, pitch)
    return 2, min(7.0, room / max(1, -(-lines // 2)))


def notes(leaf: Leaf, look: Style, title: str, number: int, *, verso: bool, evenings: bool) -> Placed:
    """Return a page to write on: empty lines, or with `evenings` a table of the evenings played with this kit."""
    _, wide_left, wide = leaf.columns(verso=verso)
    name = "Evenings with this kit" if evenings else "Notes"
    top = leaf.height - leaf.head
    marks: list[Mark] = [
        *running_head(leaf, look, title, name, number, verso=verso),
        Shape(lozenge(wide_left + 1.6, top - 7.2 + 2.35, 1.6, 2.3), look.accent),
        Text(wide_left + 5.4, top - 7.2, name, lettering.SERIF_SEMIBOLD, 20),
    ]
    y = top - 17
    if evenings:
        for share, head in ((0.0, "DATE"), (0.2, "WHO PLAYED"), (0.74, "WHO WON")):
            x = wide_left + share * wide
            marks.append(Text(x, y, head, lettering.SANS_SEMIBOLD, 7.4, look.accent_type, track=100))
        y -= 2
        marks.append(look.rule(wide_left, y, wide_left + wide, y, 0.7))
    while y - 9 > leaf.foot:
        y -= 9
        marks.append(look.rule(wide_left, y, wide_left + wide, y, 0.35, PALETTE.black.ray))
    return [(0, 0, tuple(marks))]


def summary_room(leaf: Leaf) -> float:
    """Return the height in mm that the summary may have on the back cover."""
    return leaf.height - _SUMMARY_TOP - _SUMMARY_FOOT


def back_cover(leaf: Leaf, look: Style, summary: Sequence[Element], lines: Sequence[str], left: float) -> Placed:
    """Return the back cover: the summary of the game, framed like the front, its text `left` mm from the edge.

    Raises ValueError when it does not fit.
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
    """What was written: the PDF files, the number of pages and of sheets, and whether the sheets are folded."""

    paths: tuple[Path, ...]
    pages: int
    sheets: int
    booklet: bool

    @property
    def path(self) -> Path:
        """The PDF file; the one with the fronts where there are two."""
        return self.paths[0]


class Volume(msgspec.Struct, frozen=True):
    """A whole book laid out on pages, not yet drawn, and the pages on which its chapters begin."""

    title: str
    leaf: Leaf
    look: Style
    pages: tuple[Placed, ...]
    chapters: tuple[tuple[str, int], ...]
    setting: BookSize
    teach: tuple[float, ...] = ()
    """How many times larger than laid out each page is drawn that the game is taught by; they follow the cover."""

    def scale(self, number: int) -> float:
        """Return the factor by which page `number` is enlarged when drawn; covers have another than the text."""
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
    """Write the rulebook of `game` for these house rules and this number of players to the PDF `out`.

    `facts` give the kit's code and number of pairs. With `sides` `long` or `short` (the edge over which the printer
    flips) and `booklet` it is a booklet, else single pages; with `feed` by hand a booklet becomes two files, fronts and
    backs. `size` names the page (`cardgen.pages.booklet.SIZES`), by default half the paper. `step` is called as the
    work goes on. Raises PrintError, RecordError and OSError; then no file is written.
    """
    folded = booklet and sides in ("long", "short")
    wanted = setting(size or half_of(paper), large=large)
    volume = lay_out(game, options, players, wanted, facts=facts, low_ink=low_ink, mirror=folded)
    if not folded:
        ((_, out),) = files_of(out, sides, "duplex")
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
    """Lay out the book: cover, inside cover, chapters, empty pages for notes up to a full sheet, summary.

    With `mirror` the margins of left-hand pages are mirrored and a sheet holds four pages, else two. Raises RecordError
    for a game without a book.
    """
    volume = rulebook.book(game, options, players, kit=rulebook.kit_of(facts))
    look = Style(low=low_ink, accent=getattr(PALETTE, volume.colour).base)
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
    game: str, options: msgspec.Struct, players: int, facts: Facts | None, wanted: BookSize, look: Style
) -> list[tuple[Placed, float]]:
    """Return the pages that teach the game quickly, with their scales: one, two in large print."""
    if not has_lesson(game):
        return []
    it = lesson(seated(games.game(game), players, options, facts))
    edge = 0.055 * wanted.width
    pages = teach_pages(
        it, round(wanted.width - 2 * edge, 3), round(wanted.height - 2 * edge, 3), look, large=wanted.large
    )
    return [([(edge / page.scale, edge / page.scale, page.marks)], page.scale) for page in pages]


def _summary(text: str, wanted: BookSize, look: Style) -> list[Element]:
    """Set the summary of the game in the largest type that fits the back cover."""
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
def _divide(text: str, wanted: BookSize, look: Style, game: str, first: int, sheet: int) -> Division:
    """Set the book's text and divide it among pages; cached, as it takes most of the time.

    `first` is the page number of the first text page, `sheet` the pages on a sheet. Return the setting, the elements
    beside the contents, those of the text, the index of each page's first element, and the number of pages left for
    notes. Type and line distance are varied a little until the pages are well filled.
    """
    best: tuple[tuple[bool, float], float, Division] | None = None
    memo: Memo = {}
    tokens = parse(text)
    drawn = figures(art_of(game))

    def elements_of(leaf: Leaf, leading: float, *, bare: bool) -> tuple[list[Element], list[Element]]:
        """Set what stands beside the contents, and the text; `bare` measures the text without drawing it."""
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
    """Tell whether a division is good enough: no page short, pages full on average, at most one page left for notes."""
    like, _, elements, firsts, fillers = division
    filled = sum(element.before + element.height for element in elements) / (len(firsts) * like.leaf.room)
    return fillers < 2 and filled > _FILLED and not short_pages(elements, firsts, like.leaf.room)


def _choose(elements: Sequence[Element], leaf: Leaf, first: int, sheet: int) -> tuple[float, list[int], int] | None:
    """Choose the number of pages for the text; pages for notes then fill up whole sheets of `sheet` pages.

    Return a penalty for how the pages look, the index of each page's first element, and the number of pages for notes;
    None when an element is higher than a page.
    """
    ways = break_pages(elements, leaf.room)
    if not ways:
        return None
    fixed = first  # what comes before, and the back cover
    costs = {pages: way[0] + _FILLER_COST[-(pages + fixed) % sheet] + _PAGE_COST * pages for pages, way in ways.items()}
    pages = min(costs, key=costs.__getitem__)
    return costs[pages], ways[pages][1], -(pages + fixed) % sheet


def cover_cards(volume: rulebook.Book, numbers: dict[int, str]) -> Sequence[str]:
    """Choose the cards for the cover: those that the book names, or the first pair in its example.

    `numbers` maps a card's number to its name.
    """
    if volume.cover:
        return volume.cover
    titles: dict[str, list[str]] = {}
    for number, text in numbers.items():
        titles.setdefault(text.split(":")[0], []).append(str(number))
    return next(iter(titles.values()))


# ---- ink


_TURNED = "On a screen every second side is upside down; in print it is right."


def _booklet(volume: Volume, paper: Paper, flip: folding.Flip, only: Only, step: Callable[[], None] | None) -> bytes:
    page = volume.setting
    width, height = max(paper.width_mm, paper.height_mm), min(paper.width_mm, paper.height_mm)
    fit = folding.fit(page.width, page.height, width, height)
    sides = list(enumerate(folding.impose(len(volume.pages), flip)))
    if only:
        sides = sides[::2] if only == "front" else sides[1::2][::-1]

    def side(ink: Ink, at: int, it: folding.Side) -> None:
        with ink.at(*((width, height, 180) if it.turned else (0, 0, 0))):
            for number, x in ((it.left, fit.x), (it.right, fit.fold)):
                if number:
                    with ink.at(x, fit.y, 0, fit.scale * volume.scale(number)):
                        _draw_page(ink, volume.pages[number - 1])
                        if number == 1 and flip == "long":
                            line = Text(page.cover.width / 2, 24.6, _TURNED, lettering.SERIF_ITALIC, 9, align="centre")
                            draw(ink, [line])
            if at == 0:
                _fold_marks(ink, fit.fold, width, height, page.height, fit)

    shown = [([n for n in (it.left, it.right) if n], partial(side, at=at, it=it)) for at, it in sides]
    return _pdf(volume, width, height, "booklet to fold and staple", shown, step)


def _plain(volume: Volume, step: Callable[[], None] | None) -> bytes:
    def single(ink: Ink, number: int, page: Placed) -> None:
        with ink.at(0, 0, 0, volume.scale(number)):
            _draw_page(ink, page)

    shown = [([number], partial(single, number=number, page=page)) for number, page in enumerate(volume.pages, 1)]
    return _pdf(volume, volume.setting.width, volume.setting.height, "single pages", shown, step)


def _draw_page(ink: Ink, page: Placed) -> None:
    for x, y, marks in page:
        draw(ink, marks, x, y)


def _pdf(
    volume: Volume, width: float, height: float, how: str,
    sides: Sequence[tuple[list[int], Callable[[Ink], None]]], step: Callable[[], None] | None,
) -> bytes:  # fmt: skip
    """Return a PDF of these sides of paper (width and height in points), whose outline lists the chapters.

    Each side is the list of book pages on it and a function that draws it. `how` says in the document how to print it;
    `step` is called as the work goes on.
    """
    about = pdf.Document(
        title=f"{volume.title}: rulebook",
        subject=f"The rules in {len(volume.pages)} pages, {how}",
        keywords=("rulebook", "print and play", volume.title),
    )
    canvas = open_canvas(about, width * POINTS_PER_MM, height * POINTS_PER_MM)
    there = {number for numbers, _ in sides for number in numbers}
    for at, (chapter, number) in enumerate(volume.chapters):
        if number in there:
            canvas.addOutlineEntry(chapter, f"chapter-{at}", 0)
    ink = Ink(canvas, low=volume.look.low)
    for numbers, draw_side in sides:
        label_page(canvas, "–".join(map(str, numbers)))
        for at, (_, number) in enumerate(volume.chapters):
            if number in numbers:
                canvas.bookmarkPage(f"chapter-{at}")
        draw_side(ink)
        canvas.showPage()
        if step:
            step()
    return finish(canvas)


def _fold_marks(ink: Ink, fold: float, width: float, height: float, page: float, fit: folding.Fit) -> None:
    """Draw marks on the outermost sheet that show where it is folded, stapled and, on larger paper, cut."""
    ends, page_high = (5.0, height - 9.0), page * fit.scale
    lines = [segment(fold, y, fold, y + 4) for y in ends]
    lines += [segment(fold, fit.y + page_high * k - 3, fold, fit.y + page_high * k + 3) for k in (0.25, 0.75)]
    if fit.x > 6:
        lines += [segment(x, y, x, y + 4) for x in (fit.x, width - fit.x) for y in ends]
    if fit.y > 6:
        lines += [segment(x, y, x + 4, y) for y in (fit.y, height - fit.y) for x in (5.0, width - 9.0)]
    for line in lines:
        ink.draw(line, None, "#737373", 0.25, cap="butt")
