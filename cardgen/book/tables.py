"""The book's tables of more than two columns: figures to the right, and the widest column gives way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardgen.book.lines import line_marks
from cardgen.book.marks import Element, margin_notes
from cardgen.book.text import TextFace, TextSentence, break_lines, space
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import TooWide
from cardgen.pdf.marks import PALETTE, Look, Mark, Text
from referee.books.terminal import FIGURES

if TYPE_CHECKING:
    from cardgen.book.measure import Measure

_HEAD = (lettering.SANS_SEMIBOLD, 7.4, 100)
"""How a column's title is set: its font, its size in points, its track."""


def wide_table(rows: list[list[TextSentence]], measure: Measure, look: Look, face: TextFace) -> Element:
    """Set a table of more than two columns: columns of numbers to the right; the widest gives way and is broken."""
    head, body = rows[0], rows[1:]
    titles = [cell.text.upper() for cell in head]
    widths, width = _widths(titles, body, measure, face)
    gap = min(14.0, (width - sum(widths)) / (len(widths) - 1))
    lefts = [sum(widths[:at]) + gap * at for at in range(len(widths))]
    right = [all(FIGURES.fullmatch(cell.text) for cell in column) for column in zip(*body, strict=True)]
    columns = [_Column(*column) for column in zip(lefts, widths, right, strict=True)]
    marks: list[Mark] = []
    y = -3.6
    for column, title in zip(columns, titles, strict=True):
        marks.append(column.title(title, y, look))
    y -= 1.9
    end = lefts[-1] + widths[-1]
    marks.append(look.rule(0, y, end, y, 0.7))
    for row in body:
        found, y = _row(row, columns, y, measure, look, face)
        marks += [*found, look.rule(0, y, end, y, 0.3, PALETTE.black.ray)]
    return Element(-y, tuple(marks), before=measure.paragraph, wide=width > measure.width)


class _Column(NamedTuple):
    """Where a column begins and how wide it is, in millimetres, and whether it holds figures."""

    left: float
    width: float
    figures: bool

    def title(self, text: str, y: float, look: Look) -> Mark:
        x = self.left + self.width if self.figures else self.left
        return Text(x, y, text, *_HEAD[:2], look.accent, "right" if self.figures else "left", _HEAD[2])


def _row(
    row: Sequence[TextSentence], columns: Sequence[_Column], y: float, measure: Measure, look: Look, face: TextFace
) -> tuple[list[Mark], float]:
    """Set a row under y, the notes of its rules in the margin; return it and the y of the rule below it."""
    marks: list[Mark] = []
    cells = [break_lines(cell, column.width + 0.1, face) for cell, column in zip(row, columns, strict=True)]
    top = y - 0.9
    for lines, column in zip(cells, columns, strict=True):
        for at, line in enumerate(lines):
            start = column.left + column.width - line.width if column.figures else column.left
            marks += line_marks(line, face, start, top - face.pitch * (at + measure.ascent), look)
    rules = [rule for cell in row for rule in cell.rules]
    marks += margin_notes(rules, top - face.pitch * measure.ascent, measure.hang)[0]
    return marks, top - face.pitch * max(map(len, cells)) - 1.0


def _widths(
    titles: Sequence[str], body: Sequence[Sequence[TextSentence]], measure: Measure, face: TextFace
) -> tuple[list[float], float]:
    """Return how wide each column is, and the table: into the margin, before it grows too high. Raises TooWide."""
    columns = list(zip(*body, strict=True))
    heads = [lettering.width_mm(title, *_HEAD) for title in titles]
    gap = space(face)
    needs = [
        max(head, *(sum(word.width for word in cell.words) + gap * len(cell.words) for cell in column))
        for head, column in zip(heads, columns, strict=True)
    ]
    least = [
        max(head, *(word.width for cell in column for word in cell.words))
        for head, column in zip(heads, columns, strict=True)
    ]
    narrow = _share(needs, least, measure.width)
    if narrow is not None and not (measure.hang and _lines(body, narrow, face) >= 1.4 * len(body)):
        return narrow, measure.width
    wide = _share(needs, least, measure.wide)
    if wide is None:
        raise TooWide(f"a table of “{titles[0]}” is wider than its page")
    return wide, measure.wide


def _share(needs: list[float], least: list[float], width: float) -> list[float] | None:
    """Narrow the columns that can be narrowed, the widest first, until they stand in `width`; None when they can't."""
    out = list(needs)
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


def _lines(rows: Sequence[Sequence[TextSentence]], widths: Sequence[float], face: TextFace) -> int:
    """Count the lines that the rows of a table take."""
    return sum(max(len(break_lines(cell, w + 0.1, face)) for cell, w in zip(row, widths, strict=True)) for row in rows)
