"""The book's own pages: cover, inside cover, pages for notes, and the summary on the back."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.book.cards import printed_card
from cardgen.book.marks import Element
from cardgen.book.pages import Leaf, folio, running_head
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import POKER_WIDTH_MM, Drawing
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text
from cardgen.pdf.path import lozenge, rect
from referee.books.rulebook import Book

Placed = list[tuple[float, float, tuple[Mark, ...]]]

_FRAME = 8.0
_SUMMARY_TOP, _SUMMARY_FOOT = 50.0, 33.0
LEAST_PITCH = 5.0
"""How near each other the lines of the contents may stand, in millimetres."""
_CONTENTS_GAP = 6.0


def cover(book: Book, leaf: Leaf, look: Look, cards: Sequence[Drawing], lines: Sequence[str]) -> Placed:
    """The front: title, three cards in a fan (two rivals, one face down), and what this kit is."""
    middle = leaf.width / 2
    marks: list[Mark] = list(frame(leaf, look))
    top = leaf.height - 46
    marks.append(Text(middle, top, book.title, lettering.SERIF_SEMIBOLD, 46, align="centre"))
    marks += _hairline(middle, top - 8.6, 38, look)
    marks.append(Text(middle, top - 17.6, book.tagline, lettering.SERIF_ITALIC, 14, align="centre"))
    scale = 0.64
    half, foot = POKER_WIDTH_MM * scale / 2, 62.0
    first, second, back = cards
    # The back lies behind, upright; the two rivals lean away from each other in front of it.
    marks.append(printed_card(middle - half, foot + 15, scale, back))
    marks.append(printed_card(middle - 2 * half - 7.6, foot - 1.0, scale, first, 8))
    marks.append(printed_card(middle + 8.0, foot + 4.6, scale, second, -8))
    y = 43.0
    marks.append(Text(middle, y, "RULEBOOK", lettering.SANS_SEMIBOLD, 10, look.accent_type, "centre", 220))
    for line in lines:
        y -= 6.2
        marks.append(Text(middle, y, line, lettering.SERIF, 11, align="centre"))
    return [(0, 0, tuple(marks))]


def frame(leaf: Leaf, look: Look) -> list[Mark]:
    """A hairline frame with a band of lozenges above and below, well inside what printers reach."""
    x, y, width, height = _FRAME, _FRAME, leaf.width - 2 * _FRAME, leaf.height - 2 * _FRAME
    marks: list[Mark] = [
        Shape(rect(x, y, width, height), None, PALETTE.ink, 0.9),
        Shape(rect(x + 1.3, y + 1.3, width - 2.6, height - 2.6), None, PALETTE.ink, 0.3),
    ]
    count = 21
    left, right = x + 1.3 + 1.2, x + width - 1.3 - 1.2
    step = (right - left) / count
    for middle in (y + 1.3 + 5.6, y + height - 1.3 - 5.6):
        for at in range(count):
            shade = look.accent if at % 2 == 0 else PALETTE.ink
            outline = lozenge(left + step * (at + 0.5), middle, step / 2, 4.3)
            if look.low:
                marks.append(Shape(outline, None, PALETTE.ink, 0.5))
                if at % 2:
                    marks.append(Shape(lozenge(left + step * (at + 0.5), middle, 0.9, 1.4), PALETTE.ink))
            else:
                marks.append(Shape(outline, shade))
        for at in range(1, count):
            stud = lozenge(left + step * at, middle, 0.55, 0.8)
            marks += [Shape(stud.at(0, side), PALETTE.yellow.base) for side in (-3.4, 3.4)]
    return marks if not look.low else [mark for mark in marks if getattr(mark, "fill", None) != PALETTE.yellow.base]


def _hairline(x: float, y: float, half: float, look: Look) -> list[Mark]:
    return [
        look.rule(x - half, y, x - 2.8, y, 0.5),
        look.rule(x + 2.8, y, x + half, y, 0.5),
        Shape(lozenge(x, y, 1.3, 1.9), look.accent),
    ]


def contents(
    chapters: Sequence[tuple[str, int]],
    leaf: Leaf,
    look: Look,
    title: str,
    figures: Sequence[Element],
    number: int = 2,
    *,
    verso: bool = True,
) -> Placed:
    """The inside of the cover: the cards drawn with their parts, and what stands where."""
    left = leaf.text_left(verso=verso)
    wide_left = left - leaf.hang if verso else left
    wide = leaf.measure + leaf.hang
    out: Placed = [
        (0, 0, tuple(running_head(wide_left, wide, leaf, look, title, "In this book", verso=verso))),
        (0, 0, folio(look, number, left + leaf.measure / 2)),
    ]
    y = leaf.height - leaf.head
    for figure in figures:
        out.append((wide_left if figure.wide else left, y, figure.marks))
        y -= figure.height
    y -= 13
    marks: list[Mark] = []
    columns, pitch = contents_grid(len(chapters), leaf, figures)
    rows = -(-len(chapters) // columns)
    start, whole = (left, leaf.measure) if columns == 1 else (wide_left, wide)
    marks.append(Text(start, y, "IN THIS BOOK", lettering.SANS_SEMIBOLD, 8.2, look.accent_type, track=110))
    width = (whole - _CONTENTS_GAP * (columns - 1)) / columns
    longest = max((lettering.width_mm(name, lettering.SERIF, 9.8) for name, _ in chapters), default=0.0)
    size = 9.8 * min(1.0, (width - 4.5 - 6.5) / max(longest, 1.0))  # room for a number of two figures
    for at, (name, page) in enumerate(chapters):
        x, down = start + at // rows * (width + _CONTENTS_GAP), y - pitch * (at % rows + 1)
        marks.append(Shape(lozenge(x + 1.1, down + 1.2, 0.8, 1.1), look.accent))
        end = Text(x + 4.5, down, name, lettering.SERIF, size)
        marks.append(end)
        if x + 4.5 + end.width + 5 < x + width - 7:
            rule = look.rule(x + 4.5 + end.width + 2, down + 0.9, x + width - 7, down + 0.9, 0.3, PALETTE.black.ray)
            marks.append(rule)
        marks.append(Text(x + width, down, str(page), lettering.SANS_SEMIBOLD, 8.6, align="right"))
    return [*out, (0, 0, tuple(marks))]


def contents_grid(lines: int, leaf: Leaf, figures: Sequence[Element]) -> tuple[int, float]:
    """Choose the columns of the contents under the drawings of the inside cover, and how far apart their lines stand.

    The second number, in millimetres, is less than `LEAST_PITCH` where there is no room even for two columns.
    """
    room = leaf.height - leaf.head - sum(figure.height for figure in figures) - 13 - leaf.foot - 4
    pitch = room / max(1, lines)
    if pitch >= LEAST_PITCH:
        return 1, min(7.0, pitch)
    return 2, min(7.0, room / max(1, -(-lines // 2)))


def notes(leaf: Leaf, look: Look, title: str, number: int, *, verso: bool, evenings: bool) -> Placed:
    """A page to write on: plain rules for notes, or a list of the evenings played with this kit."""
    left = leaf.text_left(verso=verso)
    wide_left = left - leaf.hang if verso else left
    wide = leaf.measure + leaf.hang
    name = "Evenings with this kit" if evenings else "Notes"
    top = leaf.height - leaf.head
    marks: list[Mark] = [
        *running_head(wide_left, wide, leaf, look, title, name, verso=verso),
        *folio(look, number, left + leaf.measure / 2),
        Shape(lozenge(wide_left + 1.6, top - 7.2 + 2.35, 1.6, 2.3), look.accent),
        Text(wide_left + 5.4, top - 7.2, name, lettering.SERIF_SEMIBOLD, 20),
    ]
    y = top - 17
    columns = (0.0, 0.2, 0.74)
    if evenings:
        for share, head in zip(columns, ("DATE", "WHO PLAYED", "WHO WON"), strict=True):
            marks.append(
                Text(wide_left + share * wide, y, head, lettering.SANS_SEMIBOLD, 7.4, look.accent_type, track=100)
            )
        y -= 2
        marks.append(look.rule(wide_left, y, wide_left + wide, y, 0.7))
    while y - 9 > leaf.foot:
        y -= 9
        marks.append(look.rule(wide_left, y, wide_left + wide, y, 0.35, PALETTE.black.ray))
    return [(0, 0, tuple(marks))]


def summary_room(leaf: Leaf) -> float:
    """The height that the back cover has for the summary."""
    return leaf.height - _SUMMARY_TOP - _SUMMARY_FOOT


def back_cover(leaf: Leaf, look: Look, summary: Sequence[Element], lines: Sequence[str], left: float) -> Placed:
    """The back: the whole game on one page, framed like the front, `left` from its edge.

    Raises ValueError when it doesn't fit.
    """
    out: Placed = [(0, 0, tuple(frame(leaf, look)))]
    middle = leaf.width / 2
    y = leaf.height - 36
    out.append((0, 0, (Text(middle, y, "In short", lettering.SERIF_SEMIBOLD, 24, align="centre"),)))
    out.append((0, 0, tuple(_hairline(middle, y - 6.4, 30, look))))
    y = leaf.height - _SUMMARY_TOP
    used = sum(e.before + e.height for e in summary)
    room = summary_room(leaf)
    if used > room:
        raise ValueError(f"the summary is {used - room:.1f} mm too long for the back cover")
    gap = sum(e.before for e in summary)
    grow = 1 + min(0.8, (room - used) / gap * 0.75)
    for element in summary:
        y -= element.before * grow
        out.append((left, y, element.marks))
        y -= element.height
    y = _FRAME + 17 + 4.6 * len(lines)
    for line in lines:
        y -= 4.6
        out.append((0, 0, (Text(middle, y, line, lettering.SANS, 9, align="centre"),)))
    return out
