"""The book's tables of more than two columns: figures to the right, and the widest column gives way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from cardgen.book.lines import line_marks
from cardgen.book.marks import Element, margin_notes
from cardgen.book.text import Face, Sentence, break_lines, space
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import TooWide
from cardgen.pdf.marks import PALETTE, Look, Mark, Text
from referee.books.terminal import FIGURES

if TYPE_CHECKING:
    from cardgen.book.measure import Measure


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
    right = [all(FIGURES.fullmatch(cell.text) for cell in column) for column in columns]
    least = [
        max(lettering.width_mm(title, lettering.SANS_SEMIBOLD, 7.4, 100), *(w.width for c in column for w in c.words))
        for title, column in zip(titles, columns, strict=True)
    ]
    narrow, width = _share(needs, least, measure.width), measure.width
    if narrow is None or (measure.hang and _lines(body, narrow, face) >= 1.4 * len(body)):
        narrow, width = _share(needs, least, measure.wide), measure.wide  # into the margin, before it grows too high
    if narrow is None:
        raise TooWide(f"a table of “{titles[0]}” is wider than its page")
    needs = narrow
    gap = min(14.0, (width - sum(needs)) / (len(needs) - 1))
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
        marks += margin_notes(rules, top - face.pitch * measure.ascent, measure.hang)[0]
        y = top - face.pitch * max(map(len, cells)) - 1.0
        marks.append(look.rule(0, y, end, y, 0.3, PALETTE.black.ray))
    return Element(-y, tuple(marks), before=measure.paragraph, wide=width > measure.width)


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


def _lines(rows: Sequence[Sequence[Sentence]], widths: Sequence[float], face: Face) -> int:
    """Count the lines that the rows of a table take."""
    return sum(max(len(break_lines(cell, w + 0.1, face)) for cell, w in zip(row, widths, strict=True)) for row in rows)
