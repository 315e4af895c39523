"""The two parts of the answer sheet that are folded inside: the list of every card, and the slips of the seats."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Literal, NamedTuple

from cardgen.book.text import TextFace, break_lines, plain
from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text, moved
from cardgen.pdf.path import POINTS_PER_MM, rect, segment
from cardgen.secret.deal import SheetDeal
from cardgen.secret.fold import EDGE, GREY
from factbank.facts import Facts

_WARNING = TextFace(size=8.4, leading=10.2, regular=lettering.SERIF_ITALIC)
_HEADS: tuple[tuple[str, float, Literal["centre", "left"]], ...] = (
    ("NO.", 2.6, "centre"),
    ("SEAT", 11.0, "centre"),
    ("IS", 16.6, "left"),
    ("RIVAL", 28.8, "centre"),
)
"""The heads of the list, and where they stand in a column of `_FULL` mm or more; in a narrower one, closer."""
_FULL, _TITLE = 33.0, 34.5
"""The width in mm of a column without titles, and where a title begins, in type of `_LARGEST` points."""
_LEAST_LINE = 4.2  # from one name to the next
_LARGEST, _CLOSEST = 9.0, 0.79  # smaller type stands closer, but no closer than the heads can


class _Column(NamedTuple):
    """How the list is divided: columns of so many rows, their width, the space between and the rows' pitch in mm."""

    columns: int
    rows: int
    width: float
    between: float
    pitch: float

    @property
    def size(self) -> float:
        """The type that fits the pitch, in points."""
        return min(_LARGEST, max(7.0, self.pitch * POINTS_PER_MM / 1.42))

    @property
    def close(self) -> float:
        """How close everything before the title stands, as a share."""
        return max(_CLOSEST, min(self.size / _LARGEST, self.width / _FULL))

    @property
    def title_width(self) -> float:
        """The room for a title."""
        return self.width - _TITLE * self.close - 1.0

    @property
    def titled(self) -> bool:
        """Whether there is room for titles."""
        return self.title_width > 20

    def x(self, at: int) -> float:
        """Where a column begins."""
        return EDGE + at * (self.width + self.between)


class _Entry(NamedTuple):
    """One card of the list: its number, its title and its rival's number."""

    number: int
    title: str
    rival: int


def card_list(facts: Facts, drawn: SheetDeal, width: float, low: float, high: float, look: Look) -> Iterator[Mark]:
    """List every card by its number: who gets it, whether it is true, and its rival.

    Raises PrintError where there are more cards than the part has room for.
    """
    entries = sorted(
        _Entry(card.number, facts.title_of(card.number), rival.number)
        for pair in facts.pairs
        for card, rival in (pair.cards, pair.cards[::-1])
    )
    top = high - 9
    yield Text(EDGE, top, "EVERY CARD", lettering.SANS_SEMIBOLD, 8.2, look.accent_type, track=110)
    hint = "From the top of the sorted deck: its number, its seat, whether it is true, its rival."
    yield Text(width - EDGE, top, hint, lettering.SERIF_ITALIC, 9, align="right")
    top -= 3
    column = _divided(len(entries), width - 2 * EDGE, top - low - 6)
    for at in range(column.columns):
        x = column.x(at)
        yield from _heads(column, x, top, look, titles=any(entry.title for entry in entries))
        for row, entry in enumerate(entries[at * column.rows : (at + 1) * column.rows], 1):
            y = top - 4.6 - row * column.pitch
            yield from _row(entry, drawn, column, x, y)
            yield look.rule(x, y, x + column.width, y, 0.25, PALETTE.black.ray)


def _divided(cards: int, width: float, room: float) -> _Column:
    """Divide the list into the fewest columns in which it can be read."""
    for count in range(2, 9):
        rows = ceil(cards / count)
        between = 5 if count < 5 else 3
        column = _Column(count, rows, (width - between * (count - 1)) / count, between, min(5.0, (room - 4.6) / rows))
        if column.pitch >= 3.3 and column.width >= 29:
            return column
    raise PrintError(f"{cards} cards are too many for one answer sheet: make a smaller kit, or let the program referee")


def _heads(column: _Column, x: float, top: float, look: Look, *, titles: bool) -> Iterator[Mark]:
    shade = PALETTE.black.shade
    for (head, _, align), dx in zip(_HEADS, _places(column), strict=True):
        yield Text(x + dx, top - 3.0, head, lettering.SANS_SEMIBOLD, 7, shade, align, 60)
    if column.titled and titles:
        yield Text(x + _TITLE * column.close, top - 3.0, "TITLE", lettering.SANS_SEMIBOLD, 7, shade, track=60)
    yield look.rule(x, top - 4.4, x + column.width, top - 4.4, 0.5)


def _places(column: _Column) -> list[float]:
    return [dx * column.close for _, dx, _ in _HEADS]


def _row(entry: _Entry, drawn: SheetDeal, column: _Column, x: float, y: float) -> Iterator[Mark]:
    """Set one card's line, whose lower edge is y."""
    size = column.size
    base = y + (column.pitch - lettering.cap_mm(lettering.SANS, size)) / 2
    number_x, seat_x, truth_x, rival_x = (x + dx for dx in _places(column))
    seat = drawn.seat(entry.number)
    yield Text(number_x, base, str(entry.number), lettering.SANS_SEMIBOLD, size, align="centre")
    if seat is None:
        yield Text(seat_x, base, "box", lettering.SERIF_ITALIC, size, align="centre")
    else:
        yield Text(seat_x, base, str(seat), lettering.SANS_SEMIBOLD, size, align="centre")
        if entry.number in drawn.truths:
            yield Text(truth_x, base, "TRUE", lettering.SANS_SEMIBOLD, size * 0.86, track=60)
        else:
            yield Text(truth_x, base, "a lie", lettering.SERIF_ITALIC, size)
        yield Text(rival_x, base, str(entry.rival), lettering.SANS, size, align="centre")
    if column.titled and entry.title:
        small = max(7.0, size * 0.94)
        # The italic lacks a few signs that the titles' own font has.
        italic = not lettering.missing(entry.title, lettering.SERIF_ITALIC)
        font = lettering.SERIF_ITALIC if italic else lettering.SERIF_SEMIBOLD
        small = max(7.0, min(small, small * column.title_width / lettering.width_mm(entry.title, font, small)))
        yield Text(
            x + _TITLE * column.close, base, _shortened(entry.title, column.title_width, font, small), font, small
        )


def _shortened(title: str, width: float, font: str, size: float) -> str:
    """Cut a title that is wider than its column; the number says which card is meant all the same."""
    if lettering.width_mm(title, font, size) <= width:
        return title
    words = title.split()
    while len(words) > 1:
        words.pop()
        short = " ".join(words) + " …"
        if lettering.width_mm(short, font, size) <= width:
            return short
    return ""


class _Slip(NamedTuple):
    """One seat's slip, without its edge: its marks from its upper left corner, how far down they reach."""

    marks: list[Mark]
    foot: float
    broken: bool
    """A list of numbers takes more than one line."""


def seat_slips(drawn: SheetDeal, width: float, high: float, look: Look) -> Iterator[Mark]:
    """Draw a slip for every seat, to cut apart: which of its cards are true. Raises PrintError for too large hands."""
    count = len(drawn.hands)
    rows = 1 if count <= 2 else 2
    columns = ceil((count + 1) / rows)
    top, foot = high - 6, 7.0
    w, h = (width - 2 * EDGE) / columns, (top - foot) / rows
    slips = _set_slips(drawn, w, h, look)
    warning = _warning(slips, w, h)
    for at, slip in enumerate(slips):
        row, column = divmod(at, columns)
        marks = [Shape(rect(0, -h, w, h), None, GREY, 0.3), *slip.marks, *warning]
        yield from (moved(mark, EDGE + column * w, top - row * h) for mark in marks)
    free = columns * rows - count  # the places left over are one
    yield from _own_slip(drawn, EDGE + (columns - free) * w, foot, free * w - 5, h)


def _set_slips(drawn: SheetDeal, w: float, h: float, look: Look) -> list[_Slip]:
    """Set all slips in one size of type, as large as fits; a little smaller where each list then takes one line."""
    tries = [
        [_slip(drawn, seat, w, size, look) for seat in range(1, len(drawn.hands) + 1)]
        for size in (11.0, 10.0, 9.0, 8.0, 7.0)
    ]
    fitting = [slips for slips in tries if all(slip.foot >= 1.5 - h for slip in slips)]
    if not fitting:
        raise PrintError("the hands are too large for the slips of the answer sheet: make a smaller kit")
    # Numbers that stand in one line are read at a glance.
    whole = [slips for slips in fitting if slips in tries[:3] and not any(slip.broken for slip in slips)]
    return (whole or fitting)[0]


def _warning(slips: list[_Slip], w: float, h: float) -> list[Mark]:
    """Return the warning at a slip's foot, from its upper left corner; none where one slip has no room for it."""
    lines = ["Look alone, and keep it hidden."]
    if lettering.width_mm(lines[0], _WARNING.regular, _WARNING.size) > w - 8:
        lines = ["Look alone,", "and keep it hidden."]
    deep = 3.4 + _WARNING.pitch * (len(lines) - 1)
    if any(slip.foot <= deep + 4.6 - h for slip in slips):
        return []
    return [
        Text(4, deep - h - _WARNING.pitch * down, line, _WARNING.regular, _WARNING.size)
        for down, line in enumerate(lines)
    ]


def _slip(drawn: SheetDeal, seat: int, w: float, size: float, look: Look) -> _Slip:
    """Set one seat's slip, `w` wide, its numbers in type of `size` points."""
    face = TextFace(size=size, leading=size * 1.3, regular=lettering.SANS_SEMIBOLD)
    cap = lettering.cap_mm(lettering.SANS_SEMIBOLD, 9)
    marks: list[Mark] = [
        look.lozenge(6.4, -6.9, 2.8, 3.6),
        Text(6.4, -6.9 - cap / 2, str(seat), lettering.SANS_SEMIBOLD, 9, look.reversed, "centre"),
        Text(11.4, -8.1, f"Seat {seat}", lettering.SERIF_SEMIBOLD, 12.5),
    ]
    line, broken = -12.6, False
    for name, numbers in (("TRUE", drawn.share(seat, true=True)), ("LIES", drawn.share(seat, true=False))):
        line -= 4.6 * size / 11
        marks.append(Text(4, line, name, lettering.SANS_SEMIBOLD, 7.4, look.accent_type, track=100))
        words = plain(" ".join(map(str, numbers)) if numbers else "none", face)
        # A figure space more between numbers than between words.
        lines = break_lines(words, (w - 18) / 1.24, face)
        broken |= len(lines) > 1
        for found in lines:
            shown = "  ".join(word.text for word in found.words)
            marks.append(Text(15, line - 0.3, shown, face.regular, size))
            line -= face.pitch
        line -= 0.8
    return _Slip(marks, line, broken)


def _own_slip(drawn: SheetDeal, x: float, y: float, w: float, h: float) -> Iterator[Mark]:
    """The last place is the referee's: room for who is who, and below it, where there is room, what stays in the box.

    What stays there can be seen in the list too, so it gives way to the names.
    """
    top, count = y + h - 8.1, len(drawn.hands)
    yield Text(x + 5, top, "Who sits where", lettering.SERIF_SEMIBOLD, 12.5)
    for size in (8.4, 7.7, 7.0, 0.0):
        boxed = _boxed(drawn, w - 5, size)
        room = top - 2.4 - (y + 4.2 + len(boxed) * size * 0.44 if boxed else y + 2.0)
        for columns in (1, 2, 3):
            rows, width = ceil(count / columns), (w - 5) / columns
            if room / rows >= _LEAST_LINE and (width >= 22 or columns == 1):
                yield from (Text(x + 5, y + 3.4 + at * size * 0.44, line, lettering.SERIF_ITALIC, size)
                            for at, line in enumerate(reversed(boxed)))  # fmt: skip
                yield from _seats(count, rows, x + 5, top - 1.6, width, min(6.4, room / rows))
                return


def _boxed(drawn: SheetDeal, width: float, size: float) -> list[str]:
    """Break what stays in the box into lines of type of `size` points; none where it does or where there is no size."""
    if not drawn.box or not size:
        return []
    face = TextFace(size=size, leading=size * 1.24, regular=lettering.SERIF_ITALIC)
    words = plain("In the box, unread: " + ", ".join(map(str, drawn.box)) + ".", face)
    return [line.text for line in break_lines(words, width, face)]


def _seats(count: int, rows: int, x: float, top: float, width: float, pitch: float) -> Iterator[Mark]:
    """A line for each seat, numbered, in columns of so many rows."""
    for at in range(count):
        left, y = x + at // rows * width, top - (at % rows + 1) * pitch
        yield Text(left + 1.4, y, str(at + 1), lettering.SANS_SEMIBOLD, 8, align="centre")
        yield Shape(segment(left + 4, y - 0.6, left + width - 3, y - 0.6), None, PALETTE.black.ray, 0.35)
