"""The book's tables: figures to the right, the widest column gives way, and a long one goes on overleaf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from cardgen.book.lines import line_marks
from cardgen.book.marks import Element
from cardgen.book.text import TextFace, TextSentence, break_lines, space
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import TooWide
from cardgen.pdf.marks import Look, Mark, Text
from referee.books.text import FIGURES

if TYPE_CHECKING:
    from cardgen.book.measure import Measure

_FEW = 12
"""A table of so many rows should stand on one page."""
_HEAD = (lettering.SANS_SEMIBOLD, 7.4, 100)
"""How a column's title is set: its font, its size in points, its track."""


def table(rows: list[list[TextSentence]], measure: Measure, look: Look, face: TextFace) -> list[Element]:
    """Set a table: of two columns, or of more, where columns of numbers stand to the right and the widest is broken.

    It may go on overleaf, under its titles, before any row that has a first cell; one of few rows should not, and never
    leaves a single row behind.
    """
    body = rows[1:]
    titles = [cell.text.upper() for cell in rows[0]]
    columns, width = (_two if len(titles) == 2 else _more)(titles, body, measure, face)
    y = -5.5
    end = columns[-1].left + columns[-1].width
    head: list[Mark] = [column.title(title, -3.6, look) for column, title in zip(columns, titles, strict=True)]
    head.append(look.rule(0, y, end, y, 0.7))
    wide = width > measure.width
    few = len(body) <= _FEW
    starts = [at for at, row in enumerate(body) if not at or (row[0].words and not (few and at in (1, len(body) - 1)))]
    out: list[Element] = []
    for start, stop in zip(starts, [*starts[1:], len(body)], strict=True):
        marks: list[Mark] = [] if out else list(head)
        y = 0.0 if out else y
        for row in body[start:stop]:
            found, y = _row(row, columns, y, measure, look, face)
            marks += [*found, look.rule(0, y, end, y, 0.3, look.palette.black.ray)]
        element = Element(
            -y,
            tuple(marks),
            wide=wide,
            rules=tuple(rule for row in body[start:stop] for it in row for rule in it.rules),
        )
        if out:
            out.append(replace(element, part=True, kept=few, head=tuple(head), head_height=5.5))
        else:
            out.append(replace(element, before=measure.paragraph))
    return out


class _Column(NamedTuple):
    """Where a column begins and how wide it is, in millimetres, and whether it holds figures."""

    left: float
    width: float
    figures: bool

    def title(self, text: str, y: float, look: Look) -> Mark:
        x = self.left + self.width if self.figures else self.left
        return Text(x, y, text, *_HEAD[:2], look.accent_type, "right" if self.figures else "left", _HEAD[2])


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


def _two(
    titles: Sequence[str], body: Sequence[Sequence[TextSentence]], measure: Measure, face: TextFace
) -> tuple[list[_Column], float]:
    """Return two columns, the second of which takes the room that is left, and how wide the table is."""
    widest = max(_natural(row[0], face) for row in body)
    widest = max(widest, lettering.width_mm(titles[0], *_HEAD))
    first = min(widest + 4, measure.width * 0.42)
    return [_Column(0.0, first - 4, figures=False), _Column(first, measure.width - first, figures=False)], measure.width


def _more(
    titles: Sequence[str], body: Sequence[Sequence[TextSentence]], measure: Measure, face: TextFace
) -> tuple[list[_Column], float]:
    """Return more columns than two, and how wide the table is. Raises TooWide."""
    widths, width = _widths(titles, body, measure, face)
    gap = min(14.0, (width - sum(widths)) / (len(widths) - 1))
    lefts = [sum(widths[:at]) + gap * at for at in range(len(widths))]
    right = [all(FIGURES.fullmatch(cell.text) for cell in column) for column in zip(*body, strict=True)]
    return [_Column(*column) for column in zip(lefts, widths, right, strict=True)], width


def _natural(cell: TextSentence, face: TextFace) -> float:
    """Return how wide a cell is in one line, with a space to spare."""
    return sum(word.width for word in cell.words) + space(face) * len(cell.words)


def _widths(
    titles: Sequence[str], body: Sequence[Sequence[TextSentence]], measure: Measure, face: TextFace
) -> tuple[list[float], float]:
    """Return how wide each column is, and the table: into the margin, before it grows too high. Raises TooWide."""
    columns = list(zip(*body, strict=True))
    heads = [lettering.width_mm(title, *_HEAD) for title in titles]
    needs = [max(head, *(_natural(cell, face) for cell in column)) for head, column in zip(heads, columns, strict=True)]
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
