"""Markdown set as the elements of a page: headings, paragraphs, lists, examples, tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from cardgen.pages.engine import (
    CAPTION,
    Element,
    Measure,
    Run,
    TextFace,
    TextLine,
    TextSentence,
    Word,
    break_lines,
    line_marks,
    numbered,
    shrunk,
    space,
)
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Mark, Shape, Style, Text
from cardgen.pdf.path import lozenge
from cardgen.pdf.type import TooWide
from referee.books.text import FIGURES, PIECES, RULE_ID, Figure, parse, read_figure

if TYPE_CHECKING:
    from markdown_it.token import Token


_TERM = re.compile(r"\b((?:slot|turn|round|number|page)s?) (?=\d)", re.IGNORECASE)
"""What is not broken before its number."""


def read(token: Token, face: TextFace) -> TextSentence:
    """Return the words of a paragraph of Markdown, set in the fonts of `face`.

    `token` is the paragraph's inline token, as markdown-it makes it. Card numbers, suits, cards of Liars' Guess and ◆
    become drawn signs; rule ids (`[lizard.bid]`) are left out.
    """
    words: list[Word] = []
    runs: list[Run] = []  # of the word that is being read
    strong = italic = 0

    def close() -> None:
        if runs:
            words.append(Word.of(runs))
            runs.clear()

    for child in token.children or ():
        text, font, size, caps = "", face.typed, face.size * 0.92, ""
        match child.type:
            case "strong_open" | "strong_close":
                strong += child.nesting
            case "em_open" | "em_close":
                italic += child.nesting
            case "softbreak" | "hardbreak":
                close()
            case "code_inline":
                text = child.content
            case _:
                text = RULE_ID.sub("", _TERM.sub("\\1\u00a0", child.content))
                size, caps = face.size, face.typed
                font = face.strong if strong else face.italic if italic else face.regular
        for piece in re.split(r"([ \n]+)", text):
            if piece.isspace():
                close()
            elif piece:
                runs += _runs(piece, font, size, caps)
    close()
    return TextSentence(tuple(words))


def _runs(text: str, font: str, size: float, caps: str) -> Iterator[Run]:
    """Yield a piece of text as runs in `font`; suits, card numbers and abbreviations have their own runs.

    `size` is in points. Suits become drawn signs, so do numbers and cards; abbreviations are set as small capitals in
    the font `caps`. With `caps` "", the whole text is one plain run.
    """
    at = 0
    for found in PIECES.finditer(text) if caps else ():
        if found.start() > at:
            yield Run(text[at : found.start()], font, size)
        at = found.end()
        if found[1]:
            yield Run(found[1], caps, size, kind="number")
        elif card := found[2]:
            # A West card or combination as it looks: the colour's letter, the shape in its colour, the number.
            colour = card[0] if card[0] in "rygbk" else ""
            shape = next((letter for letter in card[len(colour) :] if letter in "chtso"), "")
            if colour:
                yield Run(colour.upper(), caps, size * 0.9)
            if shape:
                yield Run(colour + shape, caps, size, kind="shape")
            if card[-1] in "1234?":
                yield Run(card[-1], caps, size * 0.9)
        elif found[0] in "♣♦♥♠◆":
            yield Run(found[0], font, size, kind="mark" if found[0] == "◆" else "suit")
        else:
            yield Run(found[0], caps, size * 0.82, 70)
    if at < len(text):
        yield Run(text[at:], font, size)


# --- tables

_HEAD = (lettering.SANS_SEMIBOLD, 7.4, 100)
"""How a column's title is set: its font, its size in points, its track."""


def table(rows: list[list[TextSentence]], measure: Measure, look: Style, face: TextFace) -> Element:
    """Return a table as an element of a page, no wider than `measure`.

    The first of `rows` holds the columns' titles. `look` has the colours, `face` the font and size of the text. Columns
    of numbers are right-aligned, unless the table has two columns. If the table is too wide, cells in its widest
    columns are broken into lines. Raises TooWide if the columns still do not fit.
    """
    body = rows[1:]
    titles = [cell.text.upper() for cell in rows[0]]
    columns = (_two if len(titles) == 2 else _more)(titles, body, measure, face)
    y = -5.5
    end = columns[-1].left + columns[-1].width
    marks: list[Mark] = [column.title(title, -3.6, look) for column, title in zip(columns, titles, strict=True)]
    marks.append(look.rule(0, y, end, y, 0.7))
    for row in body:
        cells = [break_lines(cell, column.width + 0.1, face) for cell, column in zip(row, columns, strict=True)]
        for lines, column in zip(cells, columns, strict=True):
            for at, line in enumerate(lines):
                x = column.left + column.width - line.width if column.figures else column.left
                marks += line_marks(line, face, x, y - 0.9 - face.pitch * (at + measure.ascent), look)
        y = y - 0.9 - face.pitch * max(map(len, cells)) - 1.0
        marks.append(look.rule(0, y, end, y, 0.3, look.palette.black.ray))
    return Element(-y, tuple(marks), before=measure.paragraph)


class _Column(NamedTuple):
    """One column of a table: its left edge and width in mm, and whether it holds numbers."""

    left: float
    width: float
    figures: bool

    def title(self, text: str, y: float, look: Style) -> Mark:
        x = self.left + self.width if self.figures else self.left
        return Text(x, y, text, *_HEAD[:2], look.accent_type, "right" if self.figures else "left", _HEAD[2])


Rows = Sequence[Sequence[TextSentence]]


def _two(titles: Sequence[str], body: Rows, measure: Measure, face: TextFace) -> list[_Column]:
    """Return the two columns of a table; the first is as wide as its text, the second takes the rest.

    The first column takes at most 42 % of the width. `titles` are the columns' titles, `body` the rows below them.
    """
    widest = max(lettering.width_mm(titles[0], *_HEAD), *(_natural(row[0], face) for row in body))
    first = min(widest + 4, measure.width * 0.42)
    return [_Column(0.0, first - 4, figures=False), _Column(first, measure.width - first, figures=False)]


def _more(titles: Sequence[str], body: Rows, measure: Measure, face: TextFace) -> list[_Column]:
    """Return the columns of a table of three or more columns; columns of numbers are marked as such.

    `titles` are the columns' titles, `body` the rows below them. Raises TooWide if the columns do not fit the measure.
    """
    columns = list(zip(*body, strict=True))
    heads = [lettering.width_mm(title, *_HEAD) for title in titles]
    needs = [max(head, *(_natural(cell, face) for cell in column)) for head, column in zip(heads, columns, strict=True)]
    least = [
        max(head, *(word.width for cell in column for word in cell.words))
        for head, column in zip(heads, columns, strict=True)
    ]
    widths = _share(needs, least, measure.width)
    if widths is None:
        raise TooWide(f"a table of “{titles[0]}” is wider than its page")
    gap = min(14.0, (measure.width - sum(widths)) / (len(widths) - 1))
    lefts = [sum(widths[:at]) + gap * at for at in range(len(widths))]
    figures = [all(FIGURES.fullmatch(cell.text) for cell in column) for column in columns]
    return [_Column(*column) for column in zip(lefts, widths, figures, strict=True)]


def _natural(cell: TextSentence, face: TextFace) -> float:
    """Return the width in mm of a cell set in one line, with a space after it."""
    return sum(word.width for word in cell.words) + space(face) * len(cell.words)


def _share(needs: list[float], least: list[float], width: float) -> list[float] | None:
    """Return the widths of a table's columns; with the gaps they are at most `width` together.

    All lengths are in mm. `needs` are the widths of the columns with each cell in one line, `least` the smallest widths
    possible. If `needs` is too wide, the column with the most to spare above its `least` is narrowed first. None if
    even `least` is too wide.
    """
    if sum(needs) + 2.6 * (len(needs) - 1) <= width:
        return needs
    for gap in (4.0, 2.6):
        out = list(needs)
        while (over := sum(out) + gap * (len(out) - 1) - width) > 1e-6:
            at = max(range(len(out)), key=lambda i: out[i] - least[i])
            if out[at] <= least[at] + 1e-9:
                break
            out[at] = max(least[at], out[at] - over)
        else:
            return out
    return None


# --- blocks

NUMBERED_MM = 2.7
"""Half the height of the lozenge round the number of a step."""
DrawFigure = Callable[[Figure, Measure, Style], Element]
Made = TypeVar("Made")
Memo = dict[tuple[object, ...], object]


def blocks(
    tokens: Sequence[Token], measure: Measure, look: Style, figure: DrawFigure | None = None, memo: Memo | None = None
) -> list[Element]:
    """Return the page elements for the tokens of a Markdown text (markdown-it's), in the order of the text.

    `figure` is the function that makes an element of a fenced block, which is a figure of a book. `memo` is a dict that
    keeps words and lines; pass the same dict to set the same tokens faster at another width. Raises ValueError if
    there is a fenced block but no `figure`, TooWide if a word is wider than its line.
    """
    return _Setter(measure, look, figure, {} if memo is None else memo).run(tokens)


class _Level(Struct):
    """A list or an example that is open while its paragraphs are set; lists may be nested.

    `kind` is `ordered`, `bullet`, `example`, or `text` outside of any. `count` is the number of the current item of a
    list. `fresh` is true until the first line of the item is set, which gets the bullet or number.
    """

    kind: str
    count: int = 0
    fresh: bool = True
    """Its first line, with the sign, is still to come."""


class _Setter:
    def __init__(self, measure: Measure, look: Style, draw: DrawFigure | None, memo: Memo) -> None:
        self.measure = measure
        self.memo = memo
        self.look = look
        self.draw = draw
        self.out: list[Element] = []
        self.levels: list[_Level] = []
        self.hold = False  # the next element must not begin a page: it belongs to what stands above

    def run(self, tokens: Sequence[Token]) -> list[Element]:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            match token.type:
                case "heading_open":
                    self.heading(token.tag, tokens[at + 1])
                    at += 2
                case "bullet_list_open" | "ordered_list_open":
                    self.levels.append(_Level(token.type.partition("_")[0], int(token.attrGet("start") or 1) - 1))
                case "blockquote_open":
                    self.levels.append(_Level("example"))
                case "bullet_list_close" | "ordered_list_close" | "blockquote_close":
                    self.levels.pop()
                case "list_item_open":
                    self.levels[-1].count += 1
                    self.levels[-1].fresh = True
                case "inline":
                    self.paragraph(token, at)
                case "fence":
                    self.add(self.once(at, lambda token=token: self.figure(token)))  # type: ignore[misc]
                case "table_open":
                    end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                    self.add(self.once(at, lambda rows=tokens[at:end]: self.table(rows)))  # type: ignore[misc]
                    at = end
                case _:
                    pass
            at += 1
        return self.out

    def once(self, at: int, make: Callable[[], Made], *more: object) -> Made:
        """Return the result of `make()` for the token with the index `at`, computed once for this width.

        The result is stored under the index, the width, and the values in `more`.
        """
        return self.kept((at, self.measure.width, *more), make)

    def kept(self, key: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return the value that the memo has for a key; if there is none, store the result of `make()`."""
        if key not in self.memo:
            self.memo[key] = make()
        return cast("Made", self.memo[key])

    def add(self, element: Element, *, hold: bool = False) -> None:
        """Append an element; with `hold` no page may end between this element and the next one."""
        self.out.append(replace(element, stay=element.stay or self.hold))
        self.hold = hold

    def heading(self, tag: str, token: Token) -> None:
        measure, look = self.measure, self.look
        if tag == "h1":
            size, text = measure.heading, token.content
            size = shrunk(text, lettering.SERIF_SEMIBOLD, size, measure.width - 5.4 * size / 20)
            y, unit = -size * 0.36, size / 20
            sign = Shape(lozenge(1.6 * unit, y + 2.35 * unit, 1.6 * unit, 2.3 * unit), look.accent)
            marks: tuple[Mark, ...] = (sign, Text(5.4 * unit, y, text, lettering.SERIF_SEMIBOLD, size))
            self.add(Element(size * 0.43, marks, before=size * 0.55, chapter=text), hold=True)
        else:
            size, text = measure.subheading, token.content.upper()
            mark = Text(0, -size * 0.4, text, lettering.SANS_SEMIBOLD, size, look.accent_type, track=110)
            self.add(Element(size * 0.48, (mark,), before=size * 0.6), hold=True)

    def paragraph(self, token: Token, at: int) -> None:
        measure, look = self.measure, self.look
        level = self.levels[-1] if self.levels else _Level("text")
        face = measure.example if level.kind == "example" else measure.body
        label = ""
        if level.kind == "example" and level.fresh:
            label, token = _label_of(token)
        indent = {"ordered": measure.indent, "bullet": measure.indent * 0.6, "example": 4.6}.get(level.kind, 0.0)

        sentence = self.kept(("words", at, face.size), lambda: read(token, face))
        lines = self.once(at, lambda: break_lines(sentence, measure.width - indent, face), face.size)
        first, level.fresh = level.fresh, False
        listed = level.kind in ("ordered", "bullet")
        before = measure.step if listed and not (first and level.count == 1) else measure.paragraph
        opening: list[Mark] = []
        base = -face.pitch * measure.ascent
        if level.kind == "ordered" and first:
            # In small type, steps of one line stand so near that their signs would touch.
            unit = min(max(1.0, measure.indent / 7.4), (face.pitch + measure.step) * 0.44 / NUMBERED_MM)
            x, y = 2.2 * measure.indent / 7.4, base + lettering.cap_mm(face.regular, face.size) / 2
            opening = numbered(look, x, y, 2.2 * unit, NUMBERED_MM * unit, str(level.count), max(7.0, 7.4 * unit))
        elif level.kind == "bullet" and first:
            up = base + lettering.x_height_mm(face.regular, face.size) / 2
            opening = [Shape(lozenge(1.1, up, 0.8, 1.1), look.accent)]
        if label:
            # The bar begins at the label's capitals.
            caps = Text(4.6, -3.2, label.upper(), lettering.SANS_SEMIBOLD, face.size * 0.8, track=110)
            marks = (caps, look.bar(0, -5.2, 4.2))
            self.add(Element(5.0, marks, before=measure.paragraph + 1.2), hold=True)
            before = 0
        if level.kind == "example" and not label:
            before = measure.paragraph * 0.6
        self.lines(lines, face, indent, before, opening, first=first, bar=level.kind == "example")
        self.hold = sentence.text.endswith(":")

    def lines(
        self, lines: Sequence[TextLine], face: TextFace, indent: float, before: float, opening: Sequence[Mark], *,
        first: bool, bar: bool,
    ) -> None:  # fmt: skip
        """Add each line of a paragraph as an element.

        No page begins or ends with a single line of the paragraph. `indent` (from the left) and `before` (the space
        above the paragraph) are in mm. `opening` are the marks of the bullet or number beside the first line. `first`
        is true for the first paragraph of a list item or example. With `bar` a vertical bar is drawn beside all lines.
        """
        pitch = face.pitch
        base = -pitch * self.measure.ascent
        for at, line in enumerate(lines):
            marks = list(line_marks(line, face, indent, base, self.look))
            gap = before if at == 0 else 0.0
            if at == 0:
                marks += opening
            if bar:
                last = at == len(lines) - 1
                marks.append(self.look.bar(0, -pitch + (0.9 if last else 0), pitch + gap - (0.9 if last else 0) + 0.05))
            stay = at == 1 or (at == len(lines) - 1 and at > 0)
            hold = self.hold and at == 0
            kept = bool(self.levels) and (at > 0 or not first or self.levels[-1].count > 1)
            self.add(Element(pitch, tuple(marks), before=gap, stay=stay, part=kept or at > 0, kept=kept), hold=hold)

    def figure(self, token: Token) -> Element:
        if self.draw is None:
            raise ValueError(f"nobody draws “{token.info}” here")
        return self.draw(read_figure(token.info, token.content), self.measure, self.look)

    def table(self, tokens: Sequence[Token]) -> Element:
        measure, look, face = self.measure, self.look, self.measure.table
        rows: list[list[TextSentence]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(read(token, face))
        return table(rows, measure, look, face)


def _label_of(token: Token) -> tuple[str, Token]:
    """Return the label of an example (its bold first words) and a token with the text after the label.

    If the text does not begin in bold, the label is "" and the token is returned as it is.
    """
    children = list(token.children or ())
    kinds = [child.type for child in children]
    if "strong_open" in kinds and kinds.index("strong_open") <= 1:
        start, end = kinds.index("strong_open"), kinds.index("strong_close")
        label = "".join(child.content for child in children[start:end]).rstrip(".: ")
        rest = token.copy()
        rest.children = children[end + 1 :]
        return label, rest
    return "", token


def caption(text: str, width: float, look: Style) -> list[list[Mark]]:
    """Return the marks of a caption, one list for each of its lines; a line is at most `width` mm wide.

    Each line is centred about x = 0 and has its baseline at y = 0, so the caller moves it to its place. `text` is
    Markdown, and `look` has the colours. Lines are nearly equally long if that costs no further line.
    """
    inline = next(token for token in parse(text) if token.type == "inline")
    sentence = read(inline, CAPTION)
    lines = break_lines(sentence, width, CAPTION)
    # Centred lines look best when they are nearly as long as each other: narrow the column while they stay as many.
    longest = max((word.width for word in sentence.words), default=width)
    for share in range(96, 48, -4):
        if len(lines) > 1 and width * share / 100 >= longest:
            narrow = break_lines(sentence, width * share / 100, CAPTION)
            if len(narrow) == len(lines) and _spread(narrow) < _spread(lines):
                lines = narrow
    return [list(line_marks(line, CAPTION, -line.width / 2, 0, look)) for line in lines]


def _spread(lines: Sequence[TextLine]) -> float:
    """Return by how many mm the longest line is longer than the shortest."""
    widths = [line.width for line in lines]
    return max(widths) - min(widths)
