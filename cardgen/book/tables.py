"""The book's tables of more than two columns: figures to the right, and the widest column gives way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardgen.book.lines import line_marks
from cardgen.book.marks import Element
from cardgen.book.text import TextFace, TextSentence, break_lines, space
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import TooWide
from cardgen.pdf.marks import PALETTE, Look, Mark, Text
from referee.books.notation import FIGURES

if TYPE_CHECKING:
    from cardgen.book.measure import Measure

_WHOLE = 10
"""A table of so many rows is never cut."""
_HEAD = (lettering.SANS_SEMIBOLD, 7.4, 100)
"""How a column's title is set: its font, its size in points, its track."""


def wide_table(rows: list[list[TextSentence]], measure: Measure, look: Look, face: TextFace) -> list[Element]:
    """Set a table of more than two columns: columns of numbers to the right; the widest gives way and is broken.

    It is one element; a long one may go on overleaf, under its titles, before any row that has a first cell.
    """
    body = rows[1:]
    titles = [cell.text.upper() for cell in rows[0]]
    widths, width = _widths(titles, body, measure, face)
    gap = min(14.0, (width - sum(widths)) / (len(widths) - 1))
    lefts = [sum(widths[:at]) + gap * at for at in range(len(widths))]
    right = [all(FIGURES.fullmatch(cell.text) for cell in column) for column in zip(*body, strict=True)]
    columns = [_Column(*column) for column in zip(lefts, widths, right, strict=True)]
    y = -5.5
    end = lefts[-1] + widths[-1]
    head: list[Mark] = [column.title(title, -3.6, look) for column, title in zip(columns, titles, strict=True)]
    head.append(look.rule(0, y, end, y, 0.7))
    wide = width > measure.width
    starts = [at for at, row in enumerate(body) if not at or (len(body) > _WHOLE and row[0].words)]
    out: list[Element] = []
    for start, stop in zip(starts, [*starts[1:], len(body)], strict=True):
        marks: list[Mark] = [] if out else list(head)
        y = 0.0 if out else y
        for row in body[start:stop]:
            found, y = _row(row, columns, y, measure, look, face)
            marks += [*found, look.rule(0, y, end, y, 0.3, PALETTE.black.ray)]
        rules = tuple(rule for row in body[start:stop] for cell in row for rule in cell.rules)
        if out:
            out.append(Element(-y, tuple(marks), part=True, wide=wide, head=tuple(head), head_height=5.5, rules=rules))
        else:
            out.append(Element(-y, tuple(marks), before=measure.paragraph, wide=wide, rules=rules))
    return out


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
    """Set a row under y; return it and the y of the rule below it."""
    marks: list[Mark] = []
    cells = [break_lines(cell, column.width + 0.1, face) for cell, column in zip(row, columns, strict=True)]
    top = y - 0.9
    for lines, column in zip(cells, columns, strict=True):
        for at, line in enumerate(lines):
            start = column.left + column.width - line.width if column.figures else column.left
            marks += line_marks(line, face, start, top - face.pitch * (at + measure.ascent), look)
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
