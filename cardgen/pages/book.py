"""The rulebook of a game as a PDF: a cover, the chapters, and a summary on the back cover.

A book has eight pages on two folded sheets, and each chapter begins a page. If the text is too long for that (in large
print, or in a longer language), the book has twelve pages or more; chapters may then follow each other on one page, and
pages left over are for notes.

`lay_out` sets a book in pages of marks, not yet drawn; `write_book` draws them as a booklet to fold or as single
pages. A parameter `look` has the colours of a page, and whether it saves ink.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import cycle, pairwise, product, repeat
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cardgen.art.signs import draw_sky
from cardgen.art.tailpieces import TAILS, Tail, draw_tail, lozenges
from cardgen.errors import PrintError
from cardgen.layout import Only, Paper, files_of
from cardgen.pages import booklet as folding
from cardgen.pages.blocks import Memo, blocks
from cardgen.pages.booklet import LEADINGS, BookSize, half_of, setting
from cardgen.pages.dress import GAMES as BOXED
from cardgen.pages.dress import Dress, draw_title, dress
from cardgen.pages.engine import (
    BookPage,
    Element,
    Leaf,
    Measure,
    TextFace,
    break_pages,
    divider,
    place,
    set_lines,
    stacked,
)
from cardgen.pages.figures import art_of, figures, printed_card
from cardgen.pdf import ink as pdf
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, Ink, Mark, PictureMark, Shape, Style, Text, draw, finish, label_page, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, compound, lozenge, rect, segment
from cardgen.spec import KitSpec
from liarsdeck.files import write_atomic
from liarsdeck.language import later, say
from referee.books import rulebook
from referee.books.rulebook import Book
from referee.books.text import parse

Placed = list[tuple[float, float, tuple[Mark, ...]]]
"""Marks, each lot with the place of its origin on the page."""
_TAIL_ROOM = 30.0  # less than that is only the foot of a page
_TAIL_DOWN = 27.0  # how far below the text a tailpiece's middle stands at most


def page_marks(page: BookPage, leaf: Leaf, look: Style, title: str, number: int, tail: Tail, *, verso: bool) -> Placed:
    """Return the marks of a page of text: running head, page number, text, and sometimes an ornament.

    `leaf` is the page's size and margins. `title` is the book's title, `number` the page's number. `tail` draws the
    ornament, which fills the space below the text if a chapter ends on the page and 30 mm or more are free. `verso` is
    true for a left-hand page.
    """
    left = leaf.left(verso=verso)
    out: Placed = [(0.0, 0.0, tuple(running_head(leaf, look, title, page.chapter, number, verso=verso)))]
    out += [(left, y, element.marks) for y, element in page.places]
    y, last = page.places[-1]
    room = y - last.height - leaf.foot
    if page.ends and room >= _TAIL_ROOM:
        middle = leaf.foot + room - min(room * 0.5, _TAIL_DOWN)
        out.append((left + leaf.measure / 2, middle, (PictureMark(0, 0, 0, 0, partial(draw_tail, tail=tail)),)))
    return out


def running_head(leaf: Leaf, look: Style, title: str, chapter: str, number: int, *, verso: bool) -> list[Mark]:
    """Return the marks of a page's head and of its page number.

    The head has the book's `title` near the fold and the name of the `chapter` at the outer edge. `number` is the
    page's number, in a lozenge below the text. `leaf` is the page's size and margins; `verso` is true for a left-hand
    page.
    """
    x, width = leaf.left(verso=verso), leaf.measure
    inside, outside = (x + width, x) if verso else (x, x + width)
    y, middle, bold = leaf.height - 11.5, x + width / 2, lettering.SANS_SEMIBOLD
    return [
        Text(inside, y, title.upper(), bold, 7.2, align="right" if verso else "left", track=140),
        Text(outside, y, chapter, lettering.SERIF_ITALIC, 8.6, align="left" if verso else "right"),
        look.rule(x, y - 2.2, x + width, y - 2.2),
        Shape(lozenge(middle, 9.5, 4.1, 4.4), None, look.palette.ink, 0.45),
        Text(middle, 9.5 - lettering.cap_mm(bold, 7.6) / 2, str(number), bold, 7.6, align="centre"),
    ]


_FRAME = 8.0
_SUMMARY_TOP, _SUMMARY_FOOT = 50.0, 33.0
QR_MM = 22.0
"""How wide the QR code on the back cover is."""


def cover(
    book: Book, leaf: Leaf, look: Style, cards: Sequence[pdf.Drawing], lines: Sequence[str], worn: Dress | None
) -> Placed:
    """Return the front cover of `book`: the title, three cards in a fan, and `lines` about the kit.

    `leaf` is the size of the cover. `cards` are three functions that draw cards: two fronts and then a back. `worn` is
    the design of the game's box; the cover's title is lettered as on the box, on its colours. If `worn` is None (the
    game has no box), the title is plain type.
    """
    middle, top = leaf.width / 2, leaf.height - 46
    marks: list[Mark] = list(frame(leaf, replace(look, accent=worn.tone.base) if worn else look))
    if worn is None:
        marks.append(Text(middle, top, book.title, lettering.SERIF_SEMIBOLD, 46, align="centre"))
    else:
        marks.append(PictureMark(0, 0, 0, 0, partial(_field, leaf=leaf, worn=worn)))
    marks.append(Text(middle, top - 31, book.tagline, lettering.SERIF_ITALIC, 14, align="centre"))
    half, foot = pdf.POKER_WIDTH_MM * 0.64 / 2, 52.0
    first, second, back = cards
    # The back lies behind, upright; the two rivals lean away from each other in front of it.
    marks += [
        printed_card(middle - half, foot + 15, 0.64, back),
        printed_card(middle - 2 * half - 7.6, foot - 1.0, 0.64, first, 8),
        printed_card(middle + 8.0, foot + 4.6, 0.64, second, -8),
        Text(middle, 38.0, say("RULEBOOK"), lettering.SANS_SEMIBOLD, 10, look.accent_type, "centre", 220),
    ]
    marks += set_lines(lines, TextFace(11, 5.6 * POINTS_PER_MM), middle, 38.0 - 6.0)[0]
    return [(0, 0, tuple(marks))]


_FIELD_MM = 46.0


def _field(ink: Ink, *, leaf: Leaf, worn: Dress) -> None:
    """Draw the coloured field behind the cover's title, and the title as on the box.

    `leaf` is the size of the cover, `worn` the design of the box. Rays on the field come from the place of the cards;
    if ink is saved, the field stays white.
    """
    left, right, top = _FRAME + 1.3, leaf.width - _FRAME - 1.3, leaf.height - _FRAME - 1.3 - 11.2
    foot, outline = top - _FIELD_MM, rect(left, top - _FIELD_MM, right - left, _FIELD_MM)
    if not ink.low:
        with ink.clip(outline):
            ink.draw(outline, worn.ground)
            draw_sky(ink, leaf.width / 2, foot - 30, left, foot, right, top, worn.tone._replace(ray=worn.ray))
    for y in (foot, top):
        ink.line(left, y, right, y, 0.9, ink.black, cap="butt")
    draw_title(ink, leaf.width, top - 3, foot + 4, right - left - 16, 0.9, worn)


def frame(leaf: Leaf, look: Style) -> list[Mark]:
    """Return the marks of a cover's frame, thin lines and bands of lozenges, 8 mm inside the edges of `leaf`."""
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


def notes(leaf: Leaf, look: Style, title: str, number: int, *, verso: bool) -> Placed:
    """Return a page with an empty table, for notes on the evenings on which this kit is played.

    `leaf` is the page's size and margins. `title`, the book's title, and the page's `number` stand at the head; `verso`
    is true for a left-hand page.
    """
    left, wide = leaf.left(verso=verso), leaf.measure
    name = say("Evenings with this kit")
    top = leaf.height - leaf.head
    marks: list[Mark] = [
        *running_head(leaf, look, title, name, number, verso=verso),
        Shape(lozenge(left + 1.6, top - 7.2 + 2.35, 1.6, 2.3), look.accent),
        Text(left + 5.4, top - 7.2, name, lettering.SERIF_SEMIBOLD, 20),
    ]
    y = top - 17
    for share, head in ((0.0, say("DATE")), (0.2, say("WHO PLAYED")), (0.74, say("WHO WON"))):
        marks.append(Text(left + share * wide, y, head, lettering.SANS_SEMIBOLD, 7.4, look.accent_type, track=100))
    y -= 2
    marks.append(look.rule(left, y, left + wide, y, 0.7))
    while y - 9 > leaf.foot:
        y -= 9
        marks.append(look.rule(left, y, left + wide, y, 0.35, PALETTE.black.ray))
    return [(0, 0, tuple(marks))]


def summary_room(leaf: Leaf, url: str) -> float:
    """Return the room in mm for the summary on the back cover `leaf`; a QR code for `url` takes some of it."""
    return leaf.height - _SUMMARY_TOP - _SUMMARY_FOOT - (QR_MM if url else 0)


def back_cover(
    leaf: Leaf, look: Style, summary: Sequence[Element], lines: Sequence[str], left: float, url: str = ""
) -> Placed:
    """Return the back cover: the summary of the game in a frame, and `lines` at the foot.

    `leaf` is the cover's size. `left` is the distance in mm between the left edge and the summary. `url` is the address
    of the book on the web, which is printed as a QR code ("": no code). Raises ValueError if the summary does not fit.
    """
    middle, y = leaf.width / 2, leaf.height - 36
    marks = frame(leaf, look)
    marks.append(Text(middle, y, say("In short"), lettering.SERIF_SEMIBOLD, 24, align="centre"))
    marks += divider(look, middle - 30, middle + 30, y - 6.4, half=(1.3, 1.9))
    used = sum(e.before + e.height for e in summary)
    room = summary_room(leaf, url)
    if used > room:
        raise ValueError(f"the summary is {used - room:.1f} mm too long for the back cover")
    gap = sum(e.before for e in summary)
    grow = 1 + min(0.8, (room - used) / gap * 0.75)
    top = leaf.height - _SUMMARY_TOP - summary[0].before * grow
    face = TextFace(9, 4.6 * POINTS_PER_MM, lettering.SANS)
    foot: list[Mark] = [*set_lines(lines, face, middle, _FRAME + 17 + 4.6 * (len(lines) - 1))[0]]
    if url:
        foot += _web(url, left, _SUMMARY_FOOT - 4, look)
    placed = [(left, y, element.marks) for y, element in stacked(summary, top, grow)]
    return [(0, 0, tuple(marks)), *placed, (0, 0, tuple(foot))]


def _web(url: str, x: float, y: float, look: Style) -> list[Mark]:
    """Return the marks of a QR code for `url`, and beside it a text that says what the code leads to.

    (`x`, `y`) is the lower left corner of the code in mm.
    """
    import segno

    dots = [list(row) for row in segno.make(url, error="m", micro=False).matrix]
    unit = QR_MM / len(dots)
    squares = [
        rect(x + column * unit, y + (len(dots) - 1 - row) * unit, unit, unit)
        for row, line in enumerate(dots) for column, dot in enumerate(line) if dot
    ]  # fmt: skip
    face = TextFace(10, 4.9 * POINTS_PER_MM, lettering.SERIF_ITALIC)
    says = say("Every house rule, and the law in full,\non a page for your phone.").split("\n")
    return [
        Shape(compound(squares), look.palette.ink),
        *set_lines(says, face, x + QR_MM + 5, y + QR_MM / 2 + 0.8, "left")[0],
    ]


_SUMMARY_SIZES = (13.0, 12.6, 12.2, 11.7, 11.2, 10.8, 10.4, 10.0, 9.6, 9.2, 8.8, 8.4)
_SHEET_COST = 30.0  # what another sheet costs: less than a list that is cut (engine.CUT)
_NOTES_COST = 2.0  # what a page for notes costs


class PrintedBook(msgspec.Struct, frozen=True):
    """A rulebook that was written.

    `paths` are the PDF files, `pages` and `sheets` the numbers of pages and sheets. `booklet` is true if the sheets are
    to be folded. `paths` has one file, or two (fronts, then backs) for a booklet that is fed by hand.
    """

    paths: tuple[Path, ...]
    pages: int
    sheets: int
    booklet: bool

    @property
    def path(self) -> Path:
        """The PDF file; if there are two files, the one with the fronts."""
        return self.paths[0]


class Volume(msgspec.Struct, frozen=True):
    """A whole book laid out on pages, not yet drawn.

    `leaf` is the size and margins of a page of text before enlargement, `look` has the colours. `pages` are the marks
    of each page, from cover to back cover. `chapters` are pairs of a chapter's name and the number of its first page.
    `setting` is the size of the cut pages and of the type.
    """

    title: str
    leaf: Leaf
    look: Style
    pages: tuple[Placed, ...]
    chapters: tuple[tuple[str, int], ...]
    setting: BookSize

    def scale(self, number: int) -> float:
        """Return the factor that enlarges page `number` (from 1) when drawn; covers have their own factor."""
        return self.setting.cover_scale if number in (1, len(self.pages)) else self.setting.scale


def write_book(spec: KitSpec, out: Path, *, booklet: bool = True, size: str | None = None) -> PrintedBook:
    """Write the rulebook of a kit, for its house rules and its number of players, to the PDF `out`.

    Returns the files written and the numbers of pages and sheets. If `booklet` is true and the kit's sheets have two
    sides, the book is a booklet to fold, else single pages. With manual feed a booklet becomes two files, fronts and
    backs. `size` is the page's name in `cardgen.pages.booklet.SIZES` (None: half the paper). Raises PrintError if the
    text does not fit its pages, RecordError if the game has no book, and OSError; if the book cannot be laid out, no
    file is written.
    """
    sheet = spec.sheet
    folded = booklet and sheet.sides in ("long", "short")
    volume = lay_out(spec, setting(size or half_of(sheet.paper), large=spec.large), mirror=folded)
    if not folded:
        ((_, out),) = files_of(out, sheet.sides, "duplex")
        write_atomic(out, _plain(volume))
        return PrintedBook((out,), len(volume.pages), len(volume.pages), booklet=False)
    flip: folding.Flip = "long" if sheet.sides == "long" else "short"
    files = [(path, _booklet(volume, sheet.paper, flip, only)) for only, path in files_of(out, sheet.sides, sheet.feed)]
    for path, data in files:
        write_atomic(path, data)
    return PrintedBook(tuple(path for path, _ in files), len(volume.pages), len(volume.pages) // 4, booklet=True)


def lay_out(spec: KitSpec, wanted: BookSize | None = None, *, mirror: bool = True) -> Volume:
    """Lay out the book of a kit's game under its house rules: cover, chapters, pages for notes, summary.

    Pages for notes fill the last sheet. `wanted` is the size of page and type (None: A5). With `mirror` the margins of
    left-hand pages are mirrored and a sheet has four pages, else two. Raises RecordError if the game has no book,
    PrintError if a block is higher than its page or the summary is too long.
    """
    game, facts, url = spec.game, spec.facts, spec.book_url
    volume = rulebook.book(game, spec.options, spec.players, kit=rulebook.kit_of(facts))
    look = Style(low=spec.sheet.low_ink, accent=getattr(PALETTE, volume.colour).base)
    art = art_of(game)
    wanted = wanted or setting("a5")
    text, fillers = _divided(volume.body, wanted.leaf, look, game, 4 if mirror else 2)
    kit = say("Kit {kit}", kit=facts.kit) if facts else ""
    shown = [art.face(name) for name in cover_cards(volume, rulebook.example_cards(game))]
    lines = [line for line in (volume.players, kit) if line]
    worn = dress(game, PALETTE) if game in BOXED else None
    pages: list[Placed] = [cover(volume, wanted.cover, look, [*shown, art.back], lines, worn)]
    chapters: dict[str, int] = {}
    tails = cycle(TAILS.get(game, (lozenges,)))
    for page in (*text, *[None] * fillers):
        number = len(pages) + 1
        verso = mirror and number % 2 == 0
        if page is None:
            pages.append(notes(wanted.leaf, look, volume.title, number, verso=verso))
        else:
            chapters |= {element.chapter: number for _, element in page.places if element.chapter}
            pages.append(page_marks(page, wanted.leaf, look, volume.title, number, next(tails), verso=verso))
    chapters[say("In short")] = len(pages) + 1
    summary = _summary(volume.summary, wanted, look, url)
    foot = [f"{volume.title} · {kit}" if kit else volume.title]
    pages.append(back_cover(wanted.cover, look, summary, foot, wanted.inset, url))
    return Volume(volume.title, wanted.leaf, look, tuple(pages), tuple(chapters.items()), wanted)


def _summary(text: str, wanted: BookSize, look: Style, url: str) -> list[Element]:
    """Return the elements of the game's summary, set in the largest type that fits the back cover.

    `text` is Markdown; `url` is the address of a QR code that takes room ("": none). Raises PrintError if the summary
    does not fit in the smallest type.
    """
    tokens = parse(text)
    leaf = wanted.cover
    for size in _SUMMARY_SIZES if wanted.large else _SUMMARY_SIZES[4:]:
        face = TextFace(size=size, leading=size * (1.3 if size > 11.2 else 1.36))
        width = leaf.width - 2 * wanted.inset
        measure = Measure(width, face, face, face, paragraph=2.6, step=2.6, indent=max(7.4, size * 0.7))
        found = blocks(tokens, measure, look)
        if sum(e.before + e.height for e in found) * 1.04 <= summary_room(leaf, url):
            return found
    raise PrintError("the summary of the rulebook is too long for its back cover: take a larger paper")


@lru_cache(maxsize=16)
def _divided(text: str, leaf: Leaf, look: Style, game: str, sheet: int) -> tuple[list[BookPage], int]:
    """Return the pages of the book's text, and how many pages for notes fill the last sheet.

    `text` is Markdown, and a sheet has `sheet` pages. Each chapter begins a page. If less space saves sheets, the lines
    stand nearer to each other, or chapters follow each other on one page. The result is cached, as it takes long.
    Raises PrintError if a block is higher than its page.
    """
    memo: Memo = {}
    tokens, draw_figure = parse(text), figures(art_of(game))
    best: tuple[float, int, list[BookPage]] | None = None
    for leading, apart in (*zip(LEADINGS, repeat(True)), (LEADINGS[0], False)):
        body = TextFace(leading=leading)
        elements = blocks(tokens, Measure(leaf.measure, body), look, draw_figure, memo)
        chapters = _chapters(elements) if apart else [elements]
        found: dict[int, tuple[float, list[list[int]]]] = {0: (0.0, [])}  # by number of pages: cost, pages' elements
        for chapter in chapters:
            ways, before, found = break_pages(chapter, leaf.room), found, {}
            for (so_far, (cost, firsts)), (many, (more, last)) in product(before.items(), ways.items()):
                if so_far + many not in found or cost + more < found[so_far + many][0]:
                    found[so_far + many] = cost + more, [*firsts, last]
        priced = (
            (cost + _SHEET_COST * (many + 2 + fillers) / 4 + _NOTES_COST * fillers, fillers, firsts)
            for many, (cost, firsts) in found.items()
            for fillers in (-(many + 2) % sheet,)
        )
        for cost, fillers, firsts in sorted(priced)[:1]:
            if best is None or cost < best[0] - _SHEET_COST / 3:
                pairs = zip(chapters, firsts, strict=True)
                best = cost, fillers, [page for it in pairs for page in place(*it, leaf, body.pitch)]
    if best is None:
        raise PrintError("a block of the rulebook is higher than its page: take a larger paper")
    return best[2], best[1]


def _chapters(elements: Sequence[Element]) -> list[list[Element]]:
    """Divide a book's elements into chapters; each chapter begins with the element that names it."""
    firsts = [at for at, element in enumerate(elements) if element.chapter or not at]
    return [list(elements[at:end]) for at, end in pairwise([*firsts, len(elements)])]


def cover_cards(volume: rulebook.Book, numbers: dict[int, str]) -> Sequence[str]:
    """Return the names of two cards for the cover.

    The cards are those that the book `volume` names, or else the first two with the same title in its example.
    `numbers` maps the number of each fact card in the example to “title: text”.
    """
    if volume.cover:
        return volume.cover
    titles: dict[str, list[str]] = {}
    for number, text in numbers.items():
        titles.setdefault(text.split(":")[0], []).append(str(number))
    return next(iter(titles.values()))


# ---- ink


_TURNED = later("On a screen every second side is upside down; in print it is right.")


def _booklet(volume: Volume, paper: Paper, flip: folding.Flip, only: Only) -> bytes:
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
                            line = Text(
                                page.cover.width / 2, 21.4, say(_TURNED), lettering.SERIF_ITALIC, 9, align="centre"
                            )
                            draw(ink, [line])
            if at == 0:
                _fold_marks(ink, fit.fold, width, height, page.height, fit)

    shown = [([n for n in (it.left, it.right) if n], partial(side, at=at, it=it)) for at, it in sides]
    return _pdf(volume, width, height, say("booklet to fold and staple"), shown)


def _plain(volume: Volume) -> bytes:
    def single(ink: Ink, number: int, page: Placed) -> None:
        with ink.at(0, 0, 0, volume.scale(number)):
            _draw_page(ink, page)

    shown = [([number], partial(single, number=number, page=page)) for number, page in enumerate(volume.pages, 1)]
    return _pdf(volume, volume.setting.width, volume.setting.height, say("single pages"), shown)


def _draw_page(ink: Ink, page: Placed) -> None:
    for x, y, marks in page:
        draw(ink, marks, x, y)


def _pdf(
    volume: Volume, width: float, height: float, how: str, sides: Sequence[tuple[list[int], Callable[[Ink], None]]]
) -> bytes:
    """Return a PDF with these sides of paper, whose outline lists the book's chapters.

    `width` and `height` are those of a side in mm. Each of `sides` has the numbers of the book pages on it and a
    function that draws the side. `how` is a phrase on how the book is printed, for the document's description.
    """
    about = pdf.Document(
        title=say("{title}: rulebook", title=volume.title),
        subject=say("The rules in {pages} pages, {how}", pages=len(volume.pages), how=how),
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
    return finish(canvas)


def _fold_marks(ink: Ink, fold: float, width: float, height: float, page: float, fit: folding.Fit) -> None:
    """Draw the marks on a sheet for folding and stapling, and, if the pages leave a margin, for cutting.

    `fold` is the x of the fold, `width` and `height` are those of the sheet, and `page` is the height of a page before
    scaling, all in mm. `fit` is the place of the two pages on the sheet.
    """
    ends, page_high = (5.0, height - 9.0), page * fit.scale
    lines = [segment(fold, y, fold, y + 4) for y in ends]
    lines += [segment(fold, fit.y + page_high * k - 3, fold, fit.y + page_high * k + 3) for k in (0.25, 0.75)]
    if fit.x > 6:
        lines += [segment(x, y, x, y + 4) for x in (fit.x, width - fit.x) for y in ends]
    if fit.y > 6:
        lines += [segment(x, y, x + 4, y) for y in (fit.y, height - fit.y) for x in (5.0, width - 9.0)]
    for line in lines:
        ink.draw(line, None, "#737373", 0.25, cap="butt")
