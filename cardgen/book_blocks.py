"""The book's blocks: Markdown tokens set as elements (lines, steps, examples, tables) that pages are made of."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen import type as lettering
from cardgen.art.path import lozenge
from cardgen.art.shapes import COLOURS, shape_path
from cardgen.art.suits import suit_paths
from cardgen.book_marks import PALETTE, Element, Look, Mark, Note, Shape, Text, numbered
from cardgen.book_text import (
    SIGN_HIGH,
    Face,
    Line,
    Run,
    Sentence,
    break_lines,
    number_radius,
    number_size,
    plain,
    read,
    space,
)

if TYPE_CHECKING:
    from markdown_it.token import Token

_FIGURES = re.compile(r"[−+\d\s=/]*")  # a cell of nothing but numbers
_SPACE_SLACK_MM = 0.02  # a font whose blank is wider or narrower than the line's begins a new string at every word
BODY = Face()
EXAMPLE = Face(size=9.2, leading=12.6)
TABLE = Face(size=9.2, leading=12.4)
CAPTION = Face(
    size=8.8,
    leading=11.6,
    regular=lettering.SERIF_ITALIC,
    strong=lettering.SERIF_SEMIBOLD,
    italic=lettering.SERIF,
)


class Measure(Struct, frozen=True):
    """How a column is set, in millimetres: its width, how far wide elements hang over, and the sizes of its type."""

    width: float
    hang: float = 0
    body: Face = BODY
    example: Face = EXAMPLE
    table: Face = TABLE
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


Figure = Callable[[dict[str, Any], Measure, Look], Element]


def blocks(tokens: Sequence[Token], measure: Measure, look: Look, figures: dict[str, Figure]) -> list[Element]:
    """Set Markdown tokens as elements, in order.

    `figures` draw the fences, by name. Raises ValueError for a fence that nobody draws and a word wider than its line.
    """
    return _Setter(measure, look, figures).run(tokens)


class _Level(Struct):
    """A list or an example that the setter is in."""

    kind: str
    count: int = 0
    fresh: bool = True
    """Its first line, with the sign, is still to come."""


class _Setter:
    def __init__(self, measure: Measure, look: Look, figures: dict[str, Figure]) -> None:
        self.measure = measure
        self.look = look
        self.figures = figures
        self.out: list[Element] = []
        self.levels: list[_Level] = []
        self.hold = False  # the next element must not begin a page: it belongs to what stands above
        self.debt = 0.0  # how far the margin's notes reach below the last element

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
                    self.paragraph(token)
                case "fence":
                    self.figure(token)
                case "table_open":
                    end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                    self.table(tokens[at:end])
                    at = end
                case _:
                    pass
            at += 1
        return self.out

    def add(self, element: Element, *, hold: bool = False) -> None:
        """Add an element; `hold` keeps the next one on its page."""
        before = element.before + (self.debt if element.before else 0)
        self.out.append(replace(element, before=before, stay=element.stay or self.hold))
        self.hold = hold
        self.debt = 0

    def heading(self, tag: str, token: Token) -> None:
        measure, look = self.measure, self.look
        if tag == "h1":
            size, text = measure.heading, token.content
            y = -size * 0.36
            unit = size / 20
            marks: tuple[Mark, ...] = (
                Shape(lozenge(1.6 * unit, y + 2.35 * unit, 1.6 * unit, 2.3 * unit), look.accent),
                Text(5.4 * unit, y, text, lettering.SERIF_SEMIBOLD, size),
            )
            self.add(Element(size * 0.43, marks, before=size * 0.55, chapter=text), hold=True)
        else:
            size, text = measure.subheading, token.content.upper()
            mark = Text(0, -size * 0.4, text, lettering.SANS_SEMIBOLD, size, look.accent, track=110)
            self.add(Element(size * 0.48, (mark,), before=size * 0.6), hold=True)

    def paragraph(self, token: Token) -> None:
        measure, look = self.measure, self.look
        level = self.levels[-1] if self.levels else _Level("text")
        face = measure.example if level.kind == "example" else measure.body
        label = ""
        if level.kind == "example" and level.fresh:
            label, token = _label(token)
        sentence = read(token, face)
        indent = {"ordered": measure.indent, "bullet": measure.indent * 0.6, "example": 4.6}.get(level.kind, 0.0)
        lines = break_lines(sentence, measure.width - indent, face)
        first = level.fresh
        level.fresh = False
        listed = level.kind in ("ordered", "bullet")
        tight = listed and not (first and level.count == 1)
        before = measure.step if tight else measure.paragraph
        opening: list[Mark] = []
        base = -face.pitch * measure.ascent
        if level.kind == "ordered" and first:
            unit = measure.indent / 7.4
            opening += [
                *numbered(look, str(level.count), 2.2 * unit, base + 1.15, 7.4, lettering.SANS_SEMIBOLD),
            ]
        elif level.kind == "bullet" and first:
            opening.append(
                Shape(lozenge(1.1, base + lettering.x_height_mm(face.regular, face.size) / 2, 0.8, 1.1), look.accent)
            )
        if label:
            # The bar begins at the label's capitals.
            marks = (
                Text(4.6, -3.2, label.upper(), lettering.SANS_SEMIBOLD, face.size * 0.8, track=110),
                look.bar(0, -5.2, 4.2),
            )
            self.add(Element(5.0, marks, before=measure.paragraph + 1.2), hold=True)
            before = 0
        if level.kind == "example" and not label:
            before = measure.paragraph * 0.6
        self.lines(lines, face, indent, before, opening, sentence.rules, first=first, bar=level.kind == "example")
        self.hold = sentence.text.endswith(":")

    def lines(
        self, lines: Sequence[Line], face: Face, indent: float, before: float, opening: Sequence[Mark],
        rules: Sequence[str], *, first: bool, bar: bool,
    ) -> None:  # fmt: skip
        """Add a paragraph's lines, so that no page begins or ends with a single one."""
        pitch, measure = face.pitch, self.measure
        base = -pitch * measure.ascent
        for at, line in enumerate(lines):
            marks = list(line_marks(line, face, indent, base, self.look))
            gap = before if at == 0 else 0.0
            if at == 0:
                marks += opening
                marks += [Note(base - i * 3.2, rule) for i, rule in enumerate(rules)]
            if bar:
                last = at == len(lines) - 1
                marks.append(self.look.bar(0, -pitch + (0.9 if last else 0), pitch + gap - (0.9 if last else 0) + 0.05))
            stay = at == 1 or (at == len(lines) - 1 and at > 0)
            hold = self.hold and at == 0
            part = at > 0 or (bool(self.levels) and not (first and self.levels[-1].count == 1))
            self.add(Element(pitch, tuple(marks), before=gap, stay=stay, part=part), hold=hold)
        self.debt = max(0.0, len(rules) * 3.2 - len(lines) * pitch)

    def figure(self, token: Token) -> None:
        draw = self.figures.get(token.info.strip())
        if draw is None:
            raise ValueError(f"the book has no drawing “{token.info}”")
        self.add(draw(tomllib.loads(token.content), self.measure, self.look))

    def table(self, tokens: Sequence[Token]) -> None:
        measure, look, face = self.measure, self.look, self.measure.table
        rows: list[list[Sentence]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(read(token, face))
        head = [cell.text for cell in rows[0]]
        body = rows[1:]
        if len(head) > 2:
            self.add(wide_table(rows, measure, look, face))
            return
        widest = max(sum(word.width for word in row[0].words) + space(face) * len(row[0].words) for row in body)
        widest = max(widest, lettering.width_mm(head[0].upper(), lettering.SANS_SEMIBOLD, 7.4, 100))
        first = min(widest + 4, measure.width * 0.42)
        columns = [(0.0, first - 4), (first, measure.width - first)]
        marks: list[Mark] = []
        y = -3.6
        for (x, _), title in zip(columns, head, strict=True):
            marks.append(Text(x, y, title.upper(), lettering.SANS_SEMIBOLD, 7.4, look.accent, track=100))
        y -= 1.9
        marks.append(look.rule(0, y, measure.width, y, 0.7))
        for row in body:
            cells = [break_lines(cell, width, face) for cell, (_, width) in zip(row, columns, strict=True)]
            top = y - 0.9
            for lines, (x, _) in zip(cells, columns, strict=True):
                for at, line in enumerate(lines):
                    marks += line_marks(line, face, x, top - face.pitch * (at + measure.ascent), look)
            rules = [rule for cell in row for rule in cell.rules]
            marks += [Note(top - face.pitch * measure.ascent - i * 3.2, rule) for i, rule in enumerate(rules)]
            y = top - face.pitch * max(map(len, cells)) - 1.0
            marks.append(look.rule(0, y, measure.width, y, 0.3, PALETTE.black.ray))
        self.add(Element(-y, tuple(marks), before=measure.paragraph))


def wide_table(rows: list[list[Sentence]], measure: Measure, look: Look, face: Face) -> Element:
    """Set a table of more than two columns: columns of numbers to the right; the widest gives way and is broken."""
    head, body = rows[0], rows[1:]
    columns = list(zip(*body, strict=True))
    titles = [cell.text.upper() for cell in head]
    needs = [
        max(
            lettering.width_mm(title, lettering.SANS_SEMIBOLD, 7.4, 100),
            *(sum(word.width for word in cell.words) + space(face) * len(cell.words) for cell in column),
        )
        for title, column in zip(titles, columns, strict=True)
    ]
    right = [all(_FIGURES.fullmatch(cell.text) for cell in column) for column in columns]
    over = sum(needs) + 4 * (len(needs) - 1) - measure.width
    if over > 0:
        needs[needs.index(max(needs))] -= over
    gap = min(14.0, (measure.width - sum(needs)) / (len(needs) - 1))
    lefts = [sum(needs[:at]) + gap * at for at in range(len(needs))]
    marks: list[Mark] = []
    y = -3.6
    for x, need, title, figures in zip(lefts, needs, titles, right, strict=True):
        at = x + need if figures else x
        side: Literal["left", "right"] = "right" if figures else "left"
        marks.append(Text(at, y, title, lettering.SANS_SEMIBOLD, 7.4, look.accent, side, 100))
    y -= 1.9
    end = lefts[-1] + needs[-1]
    marks.append(look.rule(0, y, end, y, 0.7))
    for row in body:
        cells = [break_lines(cell, need + 0.1, face) for cell, need in zip(row, needs, strict=True)]
        top = y - 0.9
        for lines, x, need, figures in zip(cells, lefts, needs, right, strict=True):
            for at, line in enumerate(lines):
                start = x + need - line.width if figures else x
                marks += line_marks(line, face, start, top - face.pitch * (at + measure.ascent), look)
        rules = [rule for cell in row for rule in cell.rules]
        marks += [Note(top - face.pitch * measure.ascent - i * 3.2, rule) for i, rule in enumerate(rules)]
        y = top - face.pitch * max(map(len, cells)) - 1.0
        marks.append(look.rule(0, y, end, y, 0.3, PALETTE.black.ray))
    return Element(-y, tuple(marks), before=measure.paragraph)


def _label(token: Token) -> tuple[str, Token]:
    """Take the bold opening words off an example: they become its label."""
    children = list(token.children or ())
    kinds = [child.type for child in children]
    if "strong_open" in kinds and kinds.index("strong_open") <= 1:
        start, end = kinds.index("strong_open"), kinds.index("strong_close")
        label = "".join(child.content for child in children[start:end]).rstrip(".: ")
        rest = token.copy()
        rest.children = children[end + 1 :]
        return label, rest
    return "", token


def line_marks(line: Line, face: Face, x: float, y: float, look: Look) -> Iterator[Mark]:
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
        yield from _suit(run, x + run.width / 2, middle)
        return
    if run.kind == "shape":
        colour, shape = run.text[:-1], run.text[-1]
        fill = getattr(PALETTE, COLOURS[colour]).base if colour else None
        path = shape_path(shape, x + run.width / 2, middle + (0.1 if shape == "t" else 0), run.size * SIGN_HIGH * 0.94)
        yield Shape(path, fill, PALETTE.ink, 0.5)
        return
    if run.kind == "mark":
        yield Shape(lozenge(x + run.width / 2, middle - 0.15, run.size * 0.075, run.size * 0.11), look.accent)
        return
    radius = number_radius(run.text, run.size)
    size = number_size(run.size)
    yield look.lozenge(x + radius + 0.15, middle, radius, max(run.size, 9.3) * 0.24)
    below = middle - lettering.cap_mm(run.font, size) / 2
    yield Text(x + radius + 0.15, below, run.text, run.font, size, look.reversed, "centre")


def _suit(run: Run, x: float, y: float) -> Iterator[Mark]:
    suit = "cdhs"["♣♦♥♠".index(run.text)]
    fill = PALETTE.red.base if suit in "dh" else PALETTE.ink
    for path in suit_paths(suit, x, y, run.size * SIGN_HIGH):
        yield Shape(path, fill)


def caption(
    text: str, width: float, look: Look, tokens: Callable[[str], Sequence[Token]], face: Face = CAPTION
) -> list[list[Mark]]:
    """Set a caption: its lines, each as marks centred about x = 0 on the baseline y = 0."""
    inline = next(token for token in tokens(text) if token.type == "inline")
    sentence = read(inline, face)
    lines = break_lines(sentence, width, face)
    # Of two lines the second should not be a scrap: narrow the column as far as the lines stay as many.
    longest = max((word.width for word in sentence.words), default=width)
    for share in (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        if len(lines) > 1 and width * share >= longest:
            narrow = break_lines(sentence, width * share, face)
            if len(narrow) == len(lines):
                lines = narrow
                break
    return [list(line_marks(line, face, -line.width / 2, 0, look)) for line in lines]


def label(text: str, face: Face = BODY) -> Sentence:
    """Read a text without marks."""
    return plain(text, face)
