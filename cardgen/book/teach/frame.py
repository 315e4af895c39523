"""What stands round the script: who can play, how long and from which age; the parts; how the game begins."""

from __future__ import annotations

from cardgen.book.teach.scene import ScenePicture, parts
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import FEWEST, broken, paragraph
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text, moved
from cardgen.pdf.path import arc, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import WHITE
from referee.books.teach import TYPE_ONE, Beginning, Lesson

_PT = 9.2
"""The type of the panel that says how the game begins."""


def head(it: Lesson, width: float, look: Look) -> ScenePicture:
    """The title, and who can play, how long, from which age."""
    facts = ((it.players, "players", _people), (it.minutes, it.unit, _clock), (it.age, "age", _cake))
    badge = 17.0
    room = width - badge * len(facts) - 4
    size = min(30.0, 30.0 * room / lettering.width_mm(it.title, lettering.SERIF_SEMIBOLD, 30))
    marks: list[Mark] = [
        Text(0, -4.0, "TEACH IT IN TWO MINUTES", lettering.SANS_SEMIBOLD, 9.0, look.accent_type, track=140),
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
    return ScenePicture(tuple(marks), 20.6, width)


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


def things(it: Lesson, width: float, look: Look, size: float = 1) -> ScenePicture:
    """All parts of the game, on a panel, no larger than `size`."""
    shown = parts(it.parts, width - 8, look, size)
    high = shown.height + 5.2
    return ScenePicture(
        (look.panel(0, -high, width, high), *(moved(mark, 4, -3.0) for mark in shown.marks)), high, width
    )


def begin(it: Lesson, width: float, look: Look, foot: str) -> ScenePicture:
    """How the game begins: what is dealt, and what to type."""
    marks: list[Mark] = []
    y = -6.4
    for caps, words in (("TO BEGIN", it.first), ("", TYPE_ONE)):
        for line in _run_in(caps, words, width - 8, look):
            marks += [moved(mark, 4, y) for mark in line]
            y -= 4.1
        y -= 1.4
    ways = [_way(start, width - 8, look) for start in it.starts]
    x = 4.0
    for at, (way, wide, _) in enumerate(ways):
        if at and (not it.starts[at].typed or x + wide > width - 4):
            x, y = 4.0, y - ways[at - 1][2]
        marks += [moved(mark, x, y) for mark in way]
        x += wide + 6
    height = 0.6 - y + ways[-1][2] - 4.1 + 2.2
    marks.insert(0, look.panel(0, -height, width, height))
    if foot:
        marks.append(Text(width / 2, -height - 3.6, foot, lettering.SANS, 8.9, align="centre"))
        height += 4.6
    return ScenePicture(tuple(marks), height, width)


def _run_in(caps: str, text: str, width: float, look: Look) -> list[list[Mark]]:
    """Set a paragraph whose first line begins with a few words in capitals."""
    words = text.split()
    wide = [lettering.width_mm(word, lettering.SERIF, _PT) for word in words]
    room = lettering.width_mm(caps, lettering.SANS_SEMIBOLD, 8.9, 120) + 2.6 if caps else 0.0
    wide[0] += room
    lines: list[list[Mark]] = []
    for start, end in paragraph(words, wide, lettering.width_mm(" ", lettering.SERIF, _PT), width, FEWEST):
        lines.append([Text(0.0 if start else room, 0, " ".join(words[start:end]), lettering.SERIF, _PT)])
    if caps:
        lines[0].append(Text(0, 0, caps, lettering.SANS_SEMIBOLD, 8.9, look.accent_type, track=120))
    return lines


def _way(start: Beginning, width: float, look: Look) -> tuple[list[Mark], float, float]:
    """Set a way to begin, its name before it: the marks, how wide they are, and how far below the next one lies."""
    indent = lettering.width_mm(start.how, lettering.SANS_SEMIBOLD, 9.0) + (4.2 if start.typed else 2.6)
    font = lettering.SANS_SEMIBOLD if start.typed else lettering.SERIF
    lines = broken(start.text, font, _PT, width - indent - 1.5)
    wide = max(lettering.width_mm(line, font, _PT) for line in lines)
    marks: list[Mark] = [Text(0, 0, start.how, lettering.SANS_SEMIBOLD, 9.0)]
    if start.typed:
        high = 4.1 * len(lines) + 0.7
        field = rect(indent - 1.5, 3.4 - high, wide + 3.0, high, 1.0)
        marks.append(Shape(field, WHITE, look.palette.black.ray, 0.5))
    marks += [Text(indent, -4.1 * at, line, font, _PT) for at, line in enumerate(lines)]
    return marks, indent + wide + 1.5, 4.1 * len(lines) + (1.6 if start.typed else 0.0)
