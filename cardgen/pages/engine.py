"""The page engine: words broken into lines, blocks measured before they are drawn, columns divided among pages.

Text comes as a `TextSentence` (words in their fonts) and is broken into `TextLine`s; `note` and `set_text` break and
set a short text at once. A page is a column of `Element`s, each with its height and its marks; `stacked` places them,
`column_marks` yields their marks, and `break_pages` divides a long column among pages.
Lengths are in mm, type sizes in points, y upwards. A parameter `look` has the page's colours, and whether it saves ink.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from math import ceil
from operator import itemgetter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.art.shapes import COLOURS, shape_path, suit_path
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Mark, Shape, Style, Text, moved
from cardgen.pdf.path import POINTS_PER_MM, lozenge
from cardgen.pdf.theme import WHITE, Colour
from cardgen.pdf.type import TooWide, paragraph

# --- words and lines

MOST_CHARACTERS = 75
"""No line of the book is longer: the eye loses its way back."""
SIGN_HIGH = 0.74 / POINTS_PER_MM
"""How high a suit or a shape stands in running text, in millimetres for each point of the text's size."""


class TextFace(Struct, frozen=True):
    """How running text is set: type size and line distance (`leading`) in points, fonts, colour.

    `regular` is the font of plain text; `strong` and `italic` are the fonts of words that Markdown marks so; `typed` is
    the font of code and of letters in signs. `fill` is the colour (None: the ink of the page).
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
    """A part of a word in one font, or a sign drawn in place of the text.

    `size` is in points; `track` is the space between letters in thousandths of the size. `kind` says what is drawn:
    `text` as it is; `number`, a card's number in a lozenge; `mark`, a small lozenge; `suit`, the suit whose character
    (♣, ♦, ♥ or ♠) is `text`; `shape`, a shape of Liars' Guess. For `shape`, `text` is the letter of the shape, after
    the letter of its colour if it has one.
    """

    text: str
    font: str
    size: float
    track: float = 0
    kind: Literal["text", "number", "mark", "suit", "shape"] = "text"

    @property
    def width(self) -> float:
        """The width of the run in millimetres."""
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
    """The words of one line, and the width of the line in mm."""

    words: tuple[Word, ...]
    width: float

    @property
    def text(self) -> str:
        """The words of the line as a string, with a space between words."""
        return " ".join(word.text for word in self.words)


class TextSentence(Struct, frozen=True):
    """A paragraph read from Markdown: its words in their fonts."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words as a string, with a space between words."""
        return " ".join(word.text for word in self.words)


def number_radius(text: str, size: float) -> float:
    """Return half the width in mm of the lozenge round a card's number `text`, set in type of `size` points."""
    return max(size, 9.3) * (0.19 + 0.035 * len(text))


def bold(text: str, face: TextFace) -> TextSentence:
    """Return the words of a text; words in `**asterisks**` are in the strong font of `face`.

    All other words are in the regular font. A no-break space does not end a word.
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
    """Break words into lines of at most `width` mm and at most `most` characters (0: any number).

    `face` sets the width of a space. `costs` are penalties for uneven or short lines; the breaks with the lowest sum
    are chosen. Raises TooWide if a word is wider than the line, unless `costs` allow such a word.
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
    """A column of text: its width, the type in it, and its spaces; lengths in mm.

    `body`, `example` and `table` are the type of running text, examples and tables. `heading` and `subheading` are the
    type sizes of headings and smaller headings in points. `paragraph` is the space before a paragraph, `step` that
    before an item of a list, and `indent` is how far items are moved in. `ascent` is the distance between the top of a
    line and its baseline, as a fraction of the line distance.
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


def line_marks(line: TextLine, face: TextFace, x: float, y: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of a line of text that begins at (x, y) in mm; y is the baseline.

    Neighbouring words in one font become one mark. All spaces are as wide as a space of the regular font. `look` has
    the colours of signs in the line.
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
        if at:
            if pending and not font[2] and abs(lettering.width_mm(" ", font[0], font[1]) - gap) < _SPACE_SLACK_MM:
                pending.append(" ")
            else:
                yield from flush()
            x += gap
        for run in word.runs:
            key = (run.font, run.size, run.track)
            if run.kind != "text":
                yield from flush()
                yield from run_sign(run, x, y, look)
            else:
                if pending and key != font:
                    yield from flush()
                if not pending:
                    start, font = x, key
                pending.append(run.text)
            x += run.width
    yield from flush()


def run_sign(run: Run, x: float, y: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of a run that is a sign; (x, y) is the left end of its baseline, `look` has the colours."""
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
    """Return the lines of a short text in a column `width` mm wide, as few lines as possible.

    The last line has more than one word if possible. Words in `**asterisks**` are in the strong font of `face`. A word
    wider than the column (such as a long file name) has a line of its own and extends beyond the column.
    """
    return break_lines(bold(text, face), width, face, 0, _FEWEST)


def note(text: str, face: TextFace, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """Return the marks of a short text in lines, and the y of the baseline below the last line.

    The first baseline begins at (x, y), and the column is `width` wide, in mm. Words in `**asterisks**` are in the
    strong font of `face`, which also has the size and colour of the text.
    """
    marks: list[Mark] = []
    for line in placed(text, face, width):
        runs = [(run.font, run.text + " " * (run is word.runs[-1])) for word in line.words for run in word.runs]
        left = x
        for font, group in groupby(runs, itemgetter(0)):
            piece = "".join(text for _, text in group)
            marks.append(Text(left, y, piece.rstrip(" "), font, face.size, face.fill))
            left += lettering.width_mm(piece, font, face.size)
        y -= face.pitch
    return marks, y


def set_lines(
    lines: Iterable[str], face: TextFace, x: float, y: float, align: lettering.Align = "centre"
) -> tuple[list[Text], float]:
    """Return the marks of lines of text, each below the one before, and the y of the baseline below the last.

    The lines are in the regular font of `face`. `y` is the baseline of the first, and `x` is the left end, the middle
    or the right end of each, as `align` says; in mm.
    """
    marks: list[Text] = []
    for line in lines:
        marks.append(Text(x, y, line, face.regular, face.size, face.fill, align))
        y -= face.pitch
    return marks, y


def set_text(
    text: str, face: TextFace, x: float, y: float, width: float, align: lettering.Align = "centre",
    costs: lettering.Costs = lettering.FEWEST,
) -> tuple[list[Text], float]:  # fmt: skip
    """Break a text in one font into lines of at most `width` mm, and return what `set_lines` does.

    `costs` are as in `break_lines`. Raises TooWide with the word if a word is wider than `width`, unless `costs` allow
    such a word.
    """
    return set_lines(lettering.broken(text, face.regular, face.size, width, costs), face, x, y, align)


def shrunk(text: str, font: str, size: float, room: float, *, track: float = 0, step: float = 0) -> float:
    """Return the type size in points for a line of text that is to be at most `room` mm wide.

    It is `size`, or as much less as is needed; with `step` it is less by a multiple of so many points. `track` is the
    space between letters in thousandths of the size.
    """
    wide = lettering.width_mm(text, font, size, track)
    less = size * max(0.0, 1 - room / wide) if wide else 0.0
    return size - (ceil(less / step - 1e-9) * step if step else less)


# --- columns


class Element(Struct, frozen=True):
    """A piece of a page that is never divided, such as a line of text; lengths in mm.

    `height` is without the space above, which is `before`. `marks` are drawn with the origin at the upper left corner
    of the element; y goes upwards, so that y is below zero in the element. If `stay` is true, no page begins with this
    element. `chapter` is the name of the chapter that begins here ("": none). `part` is true for the lines of a
    paragraph except its first, and for the items of a list except its first. If `kept` is true, the element continues a
    list or an example, and a page begins with it only if nothing better is found.
    """

    height: float
    marks: tuple[Mark, ...]
    before: float = 0
    stay: bool = False
    chapter: str = ""
    part: bool = False
    kept: bool = False


def height_of(elements: Sequence[Element]) -> float:
    """Return the height in mm of a column of elements, without the space above the first."""
    return sum(e.before + e.height for e in elements) - (elements[0].before if elements else 0.0)


def stacked(elements: Iterable[Element], top: float, grow: float = 1.0) -> Iterator[tuple[float, Element]]:
    """Yield the elements of a column, each with the y in mm of its upper edge, downwards from `top`.

    The space above the first element is left out. The spaces between elements are multiplied by `grow`.
    """
    y = top
    for at, element in enumerate(elements):
        y -= element.before * grow if at else 0.0
        yield y, element
        y -= element.height


def column_marks(elements: Iterable[Element], x: float, top: float, grow: float = 1.0) -> Iterator[Mark]:
    """Yield the marks of a column of elements, with its left edge at x; the others are as in `stacked`."""
    for y, element in stacked(elements, top, grow):
        yield from (moved(mark, x, y) for mark in element.marks)


# --- what pages share


def divider(
    look: Style, x0: float, x1: float, y: float, fill: Colour | None = None, *, gap: float = 2.8, width_pt: float = 0.5,
    half: tuple[float, float] = (1.3, 1.8), hollow: bool = False,
) -> list[Mark]:  # fmt: skip
    """Return the marks of a horizontal rule from x0 to x1 with a lozenge in its middle, at the height y.

    Lengths are in mm. `fill` is the colour of the lozenge (None: the accent of `look`). `gap` is half the width of the
    gap in the rule. `width_pt` is the thickness of the rule in points. `half` is half the width and half the height of
    the lozenge. With `hollow` the lozenge is an outline if ink is saved.
    """
    middle, outline = (x0 + x1) / 2, lozenge((x0 + x1) / 2, y, *half)
    stone = Shape(outline, None, look.palette.ink, 0.5) if hollow and look.low else Shape(outline, fill or look.accent)
    return [*(look.rule(a, y, b, y, width_pt) for a, b in ((x0, middle - gap), (middle + gap, x1))), stone]


def numbered(look: Style, x: float, y: float, rx: float, ry: float, text: str, size: float) -> list[Mark]:
    """Return the marks of a number in a solid lozenge about (x, y), in mm.

    `text` is the number. `rx` and `ry` are half the width and half the height of the lozenge in mm, and `size` is the
    type size in points. If ink is saved, the lozenge is an outline.
    """
    outline, font = lozenge(x, y, rx, ry), lettering.SANS_SEMIBOLD
    solid = Shape(outline, WHITE, look.palette.ink, 0.6) if look.low else Shape(outline, look.palette.ink)
    return [solid, Text(x, y - lettering.cap_mm(font, size) / 2, text, font, size, look.reversed, "centre")]


# --- pages

CUT = 50.0
"""What it costs to cut a list or an example: more than another sheet of paper does."""


class Leaf(Struct, frozen=True):
    """A page of the book as it is cut: its size and margins in mm.

    `inner` is the margin at the fold, `outer` the one at the opposite edge; `head` and `foot` are the upper and the
    lower margin.
    """

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
    """One page of text, divided but not yet drawn.

    `places` are its elements, each with the y of its upper edge in mm. `chapter` is the chapter named in the page's
    head. `ends` is true if a chapter ends on the page.
    """

    places: tuple[tuple[float, Element], ...]
    chapter: str
    ends: bool


def break_pages(elements: Sequence[Element], room: float, most: int = 16) -> dict[int, tuple[float, list[int]]]:
    """Return the best way to divide elements among pages, for each possible number of pages up to `most`.

    `room` is the height of a page in mm. The result maps a number of pages to a pair: the penalty, and the index of
    each page's first element. The penalty is higher the more space the pages leave empty (the last page counts less),
    and rises by `CUT` for each list or example that is cut. The result is {} if an element is higher than a page.
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
    """Put elements on pages and return the pages.

    `firsts` are the indices of the elements with which pages begin, as `break_pages` returns them. `leaf` is the page's
    size and margins. If a page leaves at most `line` mm empty, the spaces between its elements grow until the text ends
    at the foot.
    """
    pages: list[BookPage] = []
    for first, end in zip(firsts, [*firsts[1:], len(elements)], strict=True):
        chosen = elements[first:end]
        gap = sum(e.before for e in chosen[1:])
        slack = leaf.room - height_of(chosen)
        grow = 1 + slack / gap if gap and slack <= line else 1.0
        places = tuple(stacked(chosen, leaf.height - leaf.head, grow))
        chapter = next((e.chapter for e in (chosen[0], *elements[first::-1], *chosen) if e.chapter), "")
        pages.append(BookPage(places, chapter, ends=end == len(elements) or bool(elements[end].chapter)))
    return pages
