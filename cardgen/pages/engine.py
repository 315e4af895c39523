"""The page engine: words broken into lines, blocks measured before they are drawn, columns divided among pages.

Text comes as a `TextSentence` (words in their fonts) and is broken into `TextLine`s. A page is a column of `Element`s,
each with its height and its marks; `stacked` places them, and `break_pages` divides a long column among pages.
Lengths are in mm, type sizes in points, y upwards. A parameter `look` has the page's colours, and whether it saves ink.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.art.shapes import COLOURS, shape_path, suit_path
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Mark, Shape, Style, Text
from cardgen.pdf.path import POINTS_PER_MM, lozenge
from cardgen.pdf.theme import WHITE, Colour
from cardgen.pdf.type import TooWide, paragraph

# --- words and lines

MOST_CHARACTERS = 75
"""No line of the book is longer: the eye loses its way back."""
SIGN_HIGH = 0.74 / POINTS_PER_MM
"""How high a suit or a shape stands in running text, in millimetres for each point of the text's size."""


class TextFace(Struct, frozen=True):
    """How running text is set: type size and line distance (`leading`) in points, the fonts, the colour.

    `strong` and `italic` are for words marked so in Markdown, `typed` is for what one types and for signs.
    """

    size: float = 9.8
    leading: float = 13.6
    regular: str = lettering.SERIF
    strong: str = lettering.SERIF_SEMIBOLD
    italic: str = lettering.SERIF_ITALIC
    typed: str = lettering.SANS_SEMIBOLD
    fill: str | None = None
    """None for the ink of the page."""

    @property
    def pitch(self) -> float:
        """The distance between baselines, in millimetres."""
        return self.leading / POINTS_PER_MM


class Run(Struct, frozen=True):
    """A part of a word in one font, or a sign drawn in its place.

    `kind` says which sign: the number of a card in its lozenge, a small lozenge (`mark`), a suit (`text` is ♣, ♦, ♥ or
    ♠), or a shape on cards of Liars' Guess (`text` is its letter, after its colour's letter if it has one). `size` is
    in points, `track` (letter space) in thousandths of it.
    """

    text: str
    font: str
    size: float
    track: float = 0
    kind: Literal["text", "number", "mark", "suit", "shape"] = "text"

    @property
    def width(self) -> float:
        """Its width in millimetres."""
        if self.kind == "number":
            return 2 * number_radius(self.text, self.size) + 0.3
        if self.kind == "mark":
            return self.size * 0.2
        if self.kind in ("suit", "shape"):
            return self.size * SIGN_HIGH * (0.94 if self.kind == "suit" else 1.04) + 0.3
        return lettering.width_mm(self.text, self.font, self.size, self.track)


class Word(Struct, frozen=True):
    """A piece of text that is not broken between lines: runs without a space between them, and its width in mm."""

    runs: tuple[Run, ...]
    width: float
    text: str
    """The word as characters."""

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Word:
        """Return the word made of these runs, measured."""
        return cls(tuple(runs), sum(run.width for run in runs), "".join(run.text for run in runs))


class TextLine(Struct, frozen=True):
    """The words of one line, and its width in mm."""

    words: tuple[Word, ...]
    width: float

    @property
    def text(self) -> str:
        """The line as characters."""
        return " ".join(word.text for word in self.words)


class TextSentence(Struct, frozen=True):
    """A paragraph read from Markdown: its words in their fonts."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words as characters."""
        return " ".join(word.text for word in self.words)


def number_radius(text: str, size: float) -> float:
    """Return half the width in mm of the lozenge round a card's number `text`, set in type of `size` points."""
    return max(size, 9.3) * (0.19 + 0.035 * len(text))


def plain(text: str, face: TextFace) -> TextSentence:
    """Return the words of a text without Markdown, in the regular font of `face`."""
    return TextSentence(tuple(Word.of([Run(piece, face.regular, face.size)]) for piece in text.split()))


def bold(text: str, face: TextFace) -> TextSentence:
    """Return the words of a text, those in `**asterisks**` in the strong font of `face`.

    A no-break space does not end a word.
    """
    words: list[list[Run]] = [[]]
    for at, part in enumerate(text.split("**")):
        font = face.strong if at % 2 else face.regular
        for piece in re.split(r"([ \n]+)", part):
            if piece.strip(" \n"):
                words[-1].append(Run(piece, font, face.size))
            elif piece:
                words.append([])
    return TextSentence(tuple(Word.of(runs) for runs in words if runs))


def space(face: TextFace) -> float:
    """Return the width of a space between words, in mm."""
    return lettering.width_mm(" ", face.regular, face.size)


def break_lines(
    sentence: TextSentence, width: float, face: TextFace, most: int = MOST_CHARACTERS,
    costs: lettering.Costs = lettering.RUNNING,
) -> tuple[TextLine, ...]:  # fmt: skip
    """Break words into lines of at most `width` mm and `most` characters (0: any number).

    `face` sets the width of spaces, `costs` are the penalties by which breaks are chosen. Raises TooWide for a word
    wider than the line, unless `costs` allow that.
    """
    words = sentence.words
    gap = space(face)
    try:
        spans = paragraph([word.text for word in words], [word.width for word in words], gap, width, costs, most)
    except TooWide as wide:
        raise TooWide(f"“{wide}” is wider than its line of {width:.1f} mm") from None
    lines = (words[start:end] for start, end in spans)
    return tuple(TextLine(chosen, sum(word.width for word in chosen) + gap * (len(chosen) - 1)) for chosen in lines)


BODY = TextFace()
EXAMPLE = TextFace(size=9.2, leading=12.6)
TABLE = TextFace(size=9.2, leading=12.4)
CAPTION = TextFace(
    size=8.8, leading=11.6, regular=lettering.SERIF_ITALIC, strong=lettering.SERIF_SEMIBOLD, italic=lettering.SERIF
)


class Measure(Struct, frozen=True):
    """The width of a column of text, the type it is set in, and its spaces; lengths in mm.

    `body`, `example` and `table` are the type of running text, examples and tables; `heading` is the size of headings
    in points, `subheading` that of smaller ones. `paragraph` and `step` are the spaces before a paragraph and before an
    item of a list, `indent` is how far items are moved in, and `ascent` is how far below the top of a line its baseline
    lies, as a fraction of the line distance.
    """

    width: float
    body: TextFace = BODY
    example: TextFace = EXAMPLE
    table: TextFace = TABLE
    heading: float = 20
    subheading: float = 8.2
    paragraph: float = 2.6
    step: float = 1.35
    indent: float = 7.4
    ascent: float = 0.74


_SPACE_SLACK_MM = 0.02  # a font whose blank is wider or narrower than the line's begins a new string at every word


def line_marks(
    line: TextLine, face: TextFace, x: float, y: float, look: Style, *, loose: bool = False
) -> Iterator[Mark]:
    """Yield the marks of a line that begins at (x, y), in mm; neighbouring words in one font become one string.

    All spaces are as wide as in the regular font; in a `loose` line each is as wide as in the font of the word before
    it.
    """
    gap = space(face)
    pending: list[str] = []
    font: tuple[str, float, float] = ("", 0, 0)
    start = x

    def flush() -> Iterator[Mark]:
        if pending:
            yield Text(start, y, "".join(pending).rstrip(" "), font[0], font[1], face.fill, track=font[2])
            pending.clear()

    for at, word in enumerate(line.words):
        if at and loose:
            pending.append(" ")
        elif at:
            if pending and not font[2] and abs(lettering.width_mm(" ", font[0], font[1]) - gap) < _SPACE_SLACK_MM:
                pending.append(" ")
            else:
                yield from flush()
            x += gap
        for run in word.runs:
            key = (run.font, run.size, run.track)
            if run.kind != "text":
                yield from flush()
                yield from _sign(run, x, y, look)
            else:
                if pending and key != font:
                    x = start + lettering.width_mm("".join(pending), *font) if loose else x
                    yield from flush()
                if not pending:
                    start, font = x, key
                pending.append(run.text)
            x += run.width
    yield from flush()


def _sign(run: Run, x: float, y: float, look: Style) -> Iterator[Mark]:
    middle, palette = y + lettering.cap_mm(lettering.SERIF, run.size) / 2, look.palette
    match run.kind:
        case "suit":
            suit = "cdhs"["♣♦♥♠".index(run.text)]
            path = suit_path(suit, x + run.width / 2, middle, run.size * SIGN_HIGH)
            yield Shape(path, palette.red.base if suit in "dh" else palette.ink)
        case "shape":
            colour, shape = run.text[:-1], run.text[-1]
            fill = getattr(palette, COLOURS[colour]).base if colour else None
            up = middle + (0.1 if shape == "t" else 0)
            yield Shape(shape_path(shape, x + run.width / 2, up, run.size * SIGN_HIGH * 0.94), fill, palette.ink, 0.5)
        case "mark":
            yield Shape(lozenge(x + run.width / 2, middle - 0.15, run.size * 0.075, run.size * 0.11), look.accent)
        case _:
            radius, size = number_radius(run.text, run.size), max(7.0, run.size * 0.74)
            yield look.lozenge(x + radius + 0.15, middle, radius, max(run.size, 9.3) * 0.24)
            below = middle - lettering.cap_mm(run.font, size) / 2
            yield Text(x + radius + 0.15, below, run.text, run.font, size, look.reversed, "centre")


_FEWEST = replace(lettering.FEWEST, overfull=1e6)


def placed(text: str, face: TextFace, width: float) -> tuple[TextLine, ...]:
    """Return the lines of a short text, such as a caption, in a column `width` mm wide: as few as possible.

    The last has more than one word where possible. Words in `**asterisks**` are strong. A word that is too wide, as a
    file's name may be, hangs over.
    """
    return break_lines(bold(text, face), width, face, 0, _FEWEST)


def note(text: str, face: TextFace, x: float, y: float, width: float, look: Style) -> tuple[list[Mark], float]:
    """Return the marks of a short text in lines (see `placed`), and the y of the baseline of a line that would follow.

    Its first baseline begins at (x, y); the column is `width` wide; in mm. `face` has fonts, size and colour of the
    text, `look` the colours of the signs in it.
    """
    marks: list[Mark] = []
    for line in placed(text, face, width):
        marks += line_marks(line, face, x, y, look, loose=True)
        y -= face.pitch
    return marks, y


# --- columns


class Element(Struct, frozen=True):
    """A piece of a page that is never divided, such as a line of text: its height, the space above it, its marks.

    Lengths are in mm. `marks` are drawn from the text's left edge and the element's top, y upwards (so below zero). No
    page begins with an element whose `stay` is true, nor, if possible, with one whose `kept` is true, as it belongs to
    the list or example above. `part` is true for all lines of a paragraph but the first, and all items of a list but
    the first. `chapter` is the name of the chapter that an element opens, or "".
    """

    height: float
    marks: tuple[Mark, ...]
    before: float = 0
    stay: bool = False
    chapter: str = ""
    part: bool = False
    kept: bool = False


def height(elements: Sequence[Element]) -> float:
    """Return the height in mm of a column of elements, without the space above the first."""
    return sum(e.before + e.height for e in elements) - (elements[0].before if elements else 0.0)


def stacked(elements: Iterable[Element], top: float, grow: float = 1.0) -> Iterator[tuple[float, Element]]:
    """Yield the elements of a column, each with the y of its upper edge, from the height `top` down.

    The space above the first is left out; those between the others are multiplied by `grow`.
    """
    y = top
    for at, element in enumerate(elements):
        y -= element.before * grow if at else 0.0
        yield y, element
        y -= element.height


# --- what pages share


def set_lines(
    lines: Iterable[str], x: float, y: float, font: str, size: float, pitch: float, fill: Colour | None = None,
    align: lettering.Align = "centre",
) -> list[Mark]:  # fmt: skip
    """Return marks for lines of text in one font, one below the other; the first baseline is at y.

    `x` is their left end, middle or right end, as `align` says. `fill` is their colour (None: black). `size` is in
    points, `pitch` the line distance in mm.
    """
    return [Text(x, y - at * pitch, line, font, size, fill, align) for at, line in enumerate(lines)]


def divider(
    look: Style, x0: float, x1: float, y: float, fill: Colour | None = None, *, gap: float = 2.8, width_pt: float = 0.5,
    half: tuple[float, float] = (1.3, 1.8), hollow: bool = False,
) -> list[Mark]:  # fmt: skip
    """Return a horizontal rule from x0 to x1 at the height y, broken by a lozenge in its middle; in mm.

    The rule is `width_pt` points wide. `gap` is half the gap in the rule, `half` the half width and half height of the
    lozenge, `fill` its colour (default: the accent); with `hollow` it is outlined where ink is saved.
    """
    middle, outline = (x0 + x1) / 2, lozenge((x0 + x1) / 2, y, *half)
    stone = Shape(outline, None, look.palette.ink, 0.5) if hollow and look.low else Shape(outline, fill or look.accent)
    return [*(look.rule(a, y, b, y, width_pt) for a, b in ((x0, middle - gap), (middle + gap, x1))), stone]


def numbered(look: Style, x: float, y: float, rx: float, ry: float, text: str, size: float) -> list[Mark]:
    """Return the number `text` in a solid lozenge about (x, y) of half width `rx` and half height `ry`; in mm.

    `size` is that of the type in points. Where ink is saved, the lozenge is outlined.
    """
    outline, font = lozenge(x, y, rx, ry), lettering.SANS_SEMIBOLD
    solid = Shape(outline, WHITE, look.palette.ink, 0.6) if look.low else Shape(outline, look.palette.ink)
    return [solid, Text(x, y - lettering.cap_mm(font, size) / 2, text, font, size, look.reversed, "centre")]


# --- pages

CUT = 50.0
"""What it costs to cut a list or an example: more than another sheet of paper does."""


class Leaf(Struct, frozen=True):
    """A page of the book as it is cut: its size and margins in mm; the inner margin is at the fold."""

    width: float
    height: float
    inner: float = 18
    outer: float = 16
    head: float = 18
    foot: float = 16

    @property
    def measure(self) -> float:
        """The width of the text in mm."""
        return self.width - self.inner - self.outer

    @property
    def room(self) -> float:
        """The height of the text in mm."""
        return self.height - self.head - self.foot

    def left(self, *, verso: bool) -> float:
        """Return the x in mm at which the text begins; `verso` is true for a left-hand page."""
        return self.outer if verso else self.inner


class BookPage(Struct, frozen=True):
    """One page of text: its elements, each with the y of its upper edge in mm, and the chapter named in its head.

    `ends` is true if a chapter ends on it.
    """

    places: tuple[tuple[float, Element], ...]
    chapter: str
    ends: bool


def break_pages(elements: Sequence[Element], room: float, most: int = 16) -> dict[int, tuple[float, list[int]]]:
    """Find the best way to divide elements among pages of the height `room` (mm), for each page count up to `most`.

    Return a dict from the number of pages to (penalty, index of each page's first element); it is empty where an
    element is higher than a page. Pages cost what they leave empty, the last one less, and `CUT` for a list that is
    cut.
    """
    heights = list(accumulate((e.before + e.height for e in elements), initial=0.0))
    starts = [i for i, element in enumerate(elements) if i == 0 or not element.stay]
    ends = [*starts[1:], len(elements)]
    best: dict[int, dict[int, tuple[float, int]]] = {0: {0: (0.0, 0)}}  # first unset element: pages: (cost, from)
    for at, start in enumerate(starts):
        for end in ends[at:] if start in best else ():
            empty = 1 - (heights[end] - heights[start] - elements[start].before) / room
            if empty < -1e-6:
                break
            cost = 0.1 * empty**2 if end == len(elements) else 3 * empty**2 + CUT * elements[end].kept
            found = best.setdefault(end, {})
            for pages, (so_far, _) in best[start].items():
                if pages < most and (pages + 1 not in found or so_far + cost < found[pages + 1][0] - 1e-9):
                    found[pages + 1] = (so_far + cost, start)
    out: dict[int, tuple[float, list[int]]] = {}
    for pages, (cost, _) in best.get(len(elements), {}).items():
        firsts: list[int] = []
        end = len(elements)
        for left in range(pages, 0, -1):
            end = best[end][left][1]
            firsts.append(end)
        out[pages] = (cost, firsts[::-1])
    return out


def place(elements: Sequence[Element], firsts: Sequence[int], leaf: Leaf, line: float) -> list[BookPage]:
    """Put elements on pages; `firsts` are the indices of those with which pages begin, as `break_pages` finds them.

    Where a page is less than one `line` (mm) too short, the gaps on it grow so that its text ends at the foot.
    """
    pages: list[BookPage] = []
    for first, end in zip(firsts, [*firsts[1:], len(elements)], strict=True):
        chosen = elements[first:end]
        gap = sum(e.before for e in chosen[1:])
        slack = leaf.room - height(chosen)
        grow = 1 + slack / gap if gap and slack <= line else 1.0
        places = tuple(stacked(chosen, leaf.height - leaf.head, grow))
        chapter = next((e.chapter for e in (chosen[0], *elements[first::-1], *chosen) if e.chapter), "")
        pages.append(BookPage(places, chapter, ends=end == len(elements) or bool(elements[end].chapter)))
    return pages
