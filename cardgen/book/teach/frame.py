"""What stands round the script: who can play, how long and from which age; the parts; how the game begins."""

from __future__ import annotations

from cardgen.book.teach.scene import Picture, parts
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import broken
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text, moved
from cardgen.pdf.path import arc, ellipse, lozenge, segment
from referee.books.teach import TYPE_ONE, Lesson, Start


def head(it: Lesson, width: float, look: Look) -> Picture:
    """The title, and who can play, how long, from which age."""
    facts = ((it.players, "players", _people), (it.minutes, "minutes", _clock), (it.age, "age", _cake))
    badge = 17.0
    room = width - badge * len(facts) - 4
    size = min(30.0, 30.0 * room / lettering.width_mm(it.title, lettering.SERIF_SEMIBOLD, 30))
    marks: list[Mark] = [
        Text(0, -4.0, "TEACH IT IN TWO MINUTES", lettering.SANS_SEMIBOLD, 9.0, look.accent, track=140),
        Text(0, -14.6, it.title, lettering.SERIF_SEMIBOLD, size),
    ]
    for at, (number, name, sign) in enumerate(facts):
        x = width - badge * (len(facts) - at - 0.5)
        marks += [moved(mark, x, -4.6) for mark in sign(look)]
        marks.append(Text(x, -12.6, number, lettering.SANS_SEMIBOLD, 10.6, align="centre"))
        marks.append(Text(x, -16.2, name, lettering.SANS, 8.9, align="centre"))
    y = -19.4
    middle = width / 2
    marks += [look.rule(a, y, b, y, 0.6) for a, b in ((0, middle - 3), (middle + 3, width))]
    marks.append(Shape(lozenge(middle, y, 1.4, 1.9), look.accent))
    return Picture(tuple(marks), 20.6, width)


def _people(look: Look) -> list[Mark]:
    """Two heads and shoulders."""
    marks: list[Mark] = []
    for x in (-2.6, 2.6):
        body = arc(x, -3.6, 2.5, 0, 180, 3.4).close()
        marks += [
            Shape(body, look.accent if not look.low else None, PALETTE.ink, 0.5),
            Shape(ellipse(x, 1.4, 1.6), PALETTE.ink),
        ]
    return marks


def _clock(look: Look) -> list[Mark]:
    return [
        Shape(ellipse(0, -0.3, 3.6), None, PALETTE.ink, 0.9),
        Shape(segment(0, -0.3, 0, 2.2), None, look.accent, 1.1, "round"),
        Shape(segment(0, -0.3, 1.8, -1.2), None, PALETTE.ink, 1.1, "round"),
    ]


def _cake(look: Look) -> list[Mark]:
    """A cake with three candles."""
    marks: list[Mark] = [
        Shape(segment(-4.0, -3.6, 4.0, -3.6), None, PALETTE.ink, 0.9, "round"),
        Shape(arc(0, -3.6, 3.2, 0, 180, 3.6).close(), None if look.low else look.accent, PALETTE.ink, 0.6),
    ]
    for x, foot in ((-1.6, -0.6), (0.0, 0.0), (1.6, -0.6)):
        marks += [
            Shape(segment(x, foot, x, foot + 1.9), None, PALETTE.ink, 0.7, "butt"),
            Shape(lozenge(x, foot + 2.9, 0.45, 0.8), PALETTE.yellow.base, PALETTE.ink, 0.3),
        ]
    return marks


def things(it: Lesson, width: float, look: Look, size: float = 1) -> Picture:
    """All parts of the game, on a panel, no larger than `size`."""
    shown = parts(it.parts, width - 8, look, size)
    high = shown.height + 5.2
    return Picture((look.panel(0, -high, width, high), *(moved(mark, 4, -3.0) for mark in shown.marks)), high, width)


def begin(it: Lesson, width: float, look: Look, foot: str) -> Picture:
    """How the game begins: what is dealt, and what to type."""
    marks: list[Mark] = []
    y = -6.6
    marks.append(Text(4, y, "TO BEGIN", lettering.SANS_SEMIBOLD, 8.9, look.accent, track=120))
    indent = 4 + lettering.width_mm("TO BEGIN", lettering.SANS_SEMIBOLD, 8.9, 120) + 4
    for line in broken(it.first, lettering.SERIF, 9.4, width - indent - 4):
        marks.append(Text(indent, y, line, lettering.SERIF, 9.4))
        y -= 4.1
    y -= 0.6
    wide = max(lettering.width_mm(start.how, lettering.SANS_SEMIBOLD, 9.0) for start in it.starts) + 3.4
    for line in broken(TYPE_ONE, lettering.SERIF, 9.0, width - 8):
        marks.append(Text(4, y, line, lettering.SERIF, 9.0))
        y -= 4.1
    for start in it.starts:
        marks.append(Text(4, y, start.how, lettering.SANS_SEMIBOLD, 9.0))
        for line in _typed(start, width - 8 - wide):
            marks.append(Text(4 + wide, y, line, lettering.SANS if start.typed else lettering.SERIF, 9.0))
            y -= 4.1
        y -= 0.6
    height = -y + 0.2
    marks.insert(0, look.panel(0, -height, width, height))
    if foot:
        marks.append(Text(width / 2, -height - 3.6, foot, lettering.SANS, 8.9, align="centre"))
        height += 4.6
    return Picture(tuple(marks), height, width)


def _typed(start: Start, width: float) -> list[str]:
    return broken(start.text, lettering.SANS if start.typed else lettering.SERIF, 9.0, width)
