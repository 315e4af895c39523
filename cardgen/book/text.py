"""The book's words: page sizes and type, inline Markdown broken into lines, and lines as marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.art.shapes import COLOURS, shape_path, suit_path
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Look, Mark, Shape, Text
from cardgen.pdf.path import POINTS_PER_MM, lozenge
from cardgen.pdf.type import TooWide, paragraph
from referee.books.text import PIECES, RULE_ID

if TYPE_CHECKING:
    from markdown_it.token import Token


NUMBERED_MM = 2.7
"""Half the height of the lozenge round the number of a step."""


class PageOf(Struct, frozen=True):
    """The number of the page where a rule stands, ending at (x, y): known when all pages are made."""

    x: float
    y: float
    rule: str
    font: str
    size: float


class Element(Struct, frozen=True):
    """A piece of a page that is never cut: its height, the room it wants above, and its marks.

    Marks are in millimetres, with x from the left of the text and y from the element's top, upwards (so below zero).
    `stay` forbids a page to begin with it; a `wide` element reaches into the outer margin.
    """

    height: float
    marks: tuple[Mark, ...]
    before: float = 0
    stay: bool = False
    wide: bool = False
    chapter: str = ""
    part: bool = False
    """It goes on with what stands above: the next line of a paragraph, the next step of a list."""
    tied: bool = False
    """It should not begin a page, though it may: a heading and a sentence above it are there for its sake."""
    kept: bool = False
    """It should stand on one page with what is above it, though it need not: a row of a short table."""
    head: tuple[Mark, ...] = ()
    """What stands above it again where it begins a page, `head_height` high: the titles of a table's columns."""
    head_height: float = 0
    rules: tuple[str, ...] = ()
    """The rules that stand in it."""
    pages: tuple[PageOf, ...] = ()


def numbered(look: Look, number: str, x: float, y: float, unit: float, font: str) -> tuple[Mark, Mark]:
    """A step's number in its lozenge, centred at (x, y), `unit` times as large as in the text."""
    size = max(7.0, 7.4 * unit)
    return (
        look.lozenge(x, y, 2.2 * unit, NUMBERED_MM * unit),
        Text(x, y - lettering.cap_mm(font, size) / 2, number, font, size, look.reversed, "centre"),
    )


MOST_CHARACTERS = 75
"""No line of the book is longer: the eye loses its way back."""


_TERM = re.compile(r"\b((?:slot|turn|round|number|page)s?) (?=\d)", re.IGNORECASE)
"""What is not broken before its number."""
SIGN_HIGH = 0.74 / POINTS_PER_MM
"""How high a suit or a shape stands in running text, in millimetres for each point of the text's size."""


class TextFace(Struct, frozen=True):
    """How running text is set: sizes in points, its fonts, its colour."""

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
    """A stretch of one font inside a word, or a sign: the number of a card, a lozenge, a suit, a shape of West."""

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
    """What may not be broken: runs without a space between them."""

    runs: tuple[Run, ...]
    width: float
    text: str
    """The word as characters."""

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Word:
        """Measure a word's runs."""
        return cls(tuple(runs), sum(run.width for run in runs), "".join(run.text for run in runs))


class TextLine(Struct, frozen=True):
    """A line of words; `width` in millimetres, as it is drawn."""

    words: tuple[Word, ...]
    width: float

    @property
    def text(self) -> str:
        """The line as characters."""
        return " ".join(word.text for word in self.words)


class TextSentence(Struct, frozen=True):
    """Inline Markdown, read: its words, the rule ids it names, and its opening bold words apart."""

    words: tuple[Word, ...]
    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words as characters."""
        return " ".join(word.text for word in self.words)


def number_radius(text: str, size: float) -> float:
    """Half the width of the lozenge round a card's number, in millimetres."""
    return max(size, 9.3) * (0.19 + 0.035 * len(text))


def number_size(size: float) -> float:
    """The size of a card's number in text of `size` points: never under seven."""
    return max(7.0, size * 0.74)


def read(token: Token, face: TextFace) -> TextSentence:
    """Read an inline token into words."""
    words: list[Word] = []
    open_runs: list[Run] = []
    rules: list[str] = []
    strong = italic = 0

    def close() -> None:
        if open_runs:
            words.append(Word.of(open_runs))
            open_runs.clear()

    for child in token.children or ():
        match child.type:
            case "strong_open":
                strong += 1
            case "strong_close":
                strong -= 1
            case "em_open":
                italic += 1
            case "em_close":
                italic -= 1
            case "softbreak" | "hardbreak":
                close()
            case "code_inline":
                _fill(child.content, face.typed, face.size * 0.92, open_runs, close)
            case _:
                text = _TERM.sub("\\1\u00a0", child.content)
                rules += RULE_ID.findall(text)
                text = RULE_ID.sub("", text)
                font = face.strong if strong else face.italic if italic else face.regular
                _fill(text, font, face.size, open_runs, close, caps=face.typed)
    close()
    return TextSentence(tuple(words), tuple(rules))


def plain(text: str, face: TextFace, font: str = "") -> TextSentence:
    """Read a text without marks into words."""
    words = (Word.of([Run(piece, font or face.regular, face.size)]) for piece in text.split())
    return TextSentence(tuple(words), ())


def _fill(text: str, font: str, size: float, runs: list[Run], close: object, caps: str = "") -> None:
    """Add a text's runs to the open word, closing words at blanks."""
    for piece in re.split(r"([ \n]+)", text):
        if not piece:
            continue
        if piece.isspace():
            close()  # type: ignore[operator]
            continue
        at = 0
        if caps:
            for found in PIECES.finditer(piece):
                if found.start() > at:
                    runs.append(Run(piece[at : found.start()], font, size))
                if found[1]:
                    runs.append(Run(found[1], caps, size, kind="number"))
                elif found[2]:
                    runs += _west(found[2], caps, size)
                elif found[0] in "♣♦♥♠":
                    runs.append(Run(found[0], font, size, kind="suit"))
                elif found[0] == "◆":
                    runs.append(Run("◆", font, size, kind="mark"))
                else:
                    runs.append(Run(found[0], caps, size * 0.82, 70))
                at = found.end()
        if at < len(piece):
            runs.append(Run(piece[at:], font, size))


def _west(card: str, font: str, size: float) -> Iterator[Run]:
    """Spell a West card or combination as it looks: the colour's letter, the shape in its colour, the number."""
    colour = card[0] if card[0] in "rygbk" else ""
    shape = next((letter for letter in card[len(colour) :] if letter in "chtso"), "")
    if colour:
        yield Run("K" if colour == "k" else colour.upper(), font, size * 0.9)
    if shape:
        yield Run(colour + shape, font, size, kind="shape")
    if card[-1] in "1234?":
        yield Run(card[-1], font, size * 0.9)


def space(face: TextFace) -> float:
    """The width of a word space, in millimetres."""
    return lettering.width_mm(" ", face.regular, face.size)


def break_lines(
    sentence: TextSentence, width: float, face: TextFace, most: int = MOST_CHARACTERS
) -> tuple[TextLine, ...]:
    """Break words into lines of at most `width` millimetres and `most` characters, as even as they can be.

    The whole paragraph is weighed at once. Raises TooWide for a word wider than the line.
    """
    words = sentence.words
    gap = space(face)
    try:
        spans = paragraph([word.text for word in words], [word.width for word in words], gap, width, most=most)
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
    """How a column is set, in millimetres: its width, how far wide elements hang over, and the sizes of its type."""

    width: float
    hang: float = 0
    body: TextFace = BODY
    example: TextFace = EXAMPLE
    table: TextFace = TABLE
    heading: float = 20
    subheading: float = 8.2
    paragraph: float = 2.6
    step: float = 1.35
    indent: float = 7.4
    ascent: float = 0.74

    @property
    def wide(self) -> float:
        """The width of a wide element."""
        return self.width + self.hang


_SPACE_SLACK_MM = 0.02  # a font whose blank is wider or narrower than the line's begins a new string at every word


def line_marks(line: TextLine, face: TextFace, x: float, y: float, look: Look) -> Iterator[Mark]:
    """Set a line from x on: neighbouring words of one font become one string."""
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
                yield from _sign(run, x, y, look)
            else:
                if pending and key != font:
                    yield from flush()
                if not pending:
                    start, font = x, key
                pending.append(run.text)
            x += run.width
    yield from flush()


def _sign(run: Run, x: float, y: float, look: Look) -> Iterator[Mark]:
    middle = y + lettering.cap_mm(lettering.SERIF, run.size) / 2
    if run.kind == "suit":
        yield from _suit(run, x + run.width / 2, middle, look)
        return
    if run.kind == "shape":
        colour, shape = run.text[:-1], run.text[-1]
        fill = getattr(look.palette, COLOURS[colour]).base if colour else None
        path = shape_path(shape, x + run.width / 2, middle + (0.1 if shape == "t" else 0), run.size * SIGN_HIGH * 0.94)
        yield Shape(path, fill, look.palette.ink, 0.5)
        return
    if run.kind == "mark":
        yield Shape(lozenge(x + run.width / 2, middle - 0.15, run.size * 0.075, run.size * 0.11), look.accent)
        return
    radius = number_radius(run.text, run.size)
    size = number_size(run.size)
    yield look.lozenge(x + radius + 0.15, middle, radius, max(run.size, 9.3) * 0.24)
    below = middle - lettering.cap_mm(run.font, size) / 2
    yield Text(x + radius + 0.15, below, run.text, run.font, size, look.reversed, "centre")


def _suit(run: Run, x: float, y: float, look: Look) -> Iterator[Mark]:
    suit = "cdhs"["♣♦♥♠".index(run.text)]
    fill = look.palette.red.base if suit in "dh" else look.palette.ink
    yield Shape(suit_path(suit, x, y, run.size * SIGN_HIGH), fill)
