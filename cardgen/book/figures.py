"""The book's drawings: cards in the text, a pair with its parts named, and the table seen from above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from cardgen.book.blocks import Described, Figure, caption
from cardgen.book.marks import Element
from cardgen.book.measure import CAPTION, Measure
from cardgen.decks.model import POKER_HEIGHT_MM, POKER_WIDTH_MM, Drawing, Size
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import LABEL, broken
from cardgen.pdf.marks import PALETTE, Look, Mark, PictureMark, Shape, Text
from cardgen.pdf.path import arc, ellipse, lozenge, poly, rect
from referee.books.rulebook import parse

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

FaceOf = Callable[[int | str], Drawing]
"""Gives the drawing of a card: by its number in Liar's Lair, by its name elsewhere; `back` is any card's back."""

_SIZE = Size(bleed_mm=0)
_PAD = 4.0
_LABEL_PT = 7.8
CARD_SCALE, _TINY = 0.385, 0.2
_LEAST_SHARE = 0.75  # cards that would be smaller than that part of what was wished go into two rows


def figures(face_of: FaceOf, back: Drawing, names: Sequence[str], hand: int) -> dict[str, Figure]:
    """Return the drawings that a template can ask for; `hand` is how many cards everybody holds."""
    return {
        "cards": partial(_cards, face_of=face_of),
        "pair": partial(_pair, face_of=face_of, back=back),
        "plan": partial(_plan, names=names, hand=hand, face_of=face_of),
    }


def small_card(x: float, y: float, scale: float, draw: Drawing, turn: float = 0) -> PictureMark:
    """A card in the text: its lower left corner at (x, y), with a hairline for an edge."""
    width, height = POKER_WIDTH_MM * scale, POKER_HEIGHT_MM * scale
    outline = rect(0, 0, POKER_WIDTH_MM, POKER_HEIGHT_MM, _SIZE.radius_mm)

    def show(ink: Ink) -> None:
        with ink.at(0, 0, turn, scale):
            with ink.clip(outline):
                box = (0, 0, POKER_WIDTH_MM, POKER_HEIGHT_MM)
                # One drawing for the text and the cover; the tiny ones on the table want stronger lines.
                as_if = CARD_SCALE if scale > _TINY else scale
                ink.form(("card", draw), lambda inner: draw(inner, _SIZE), box, as_if=as_if)
            ink.draw(outline, None, ink.black, 0.45 / scale)

    return PictureMark(x, y, width, height, show)


def _captioned(marks: list[Mark], y: float, text: str, measure: Measure, look: Look) -> float:
    """Add a centred caption below y; return the foot of its last line."""
    middle = measure.wide / 2
    for line in caption(text, measure.wide - 2 * _PAD - 6, look, parse):
        y -= CAPTION.pitch
        marks += [_moved(mark, middle, y + CAPTION.pitch * 0.26) for mark in line]
    return y


def _moved(mark: Mark, x: float, y: float) -> Mark:
    match mark:
        case Text() | PictureMark():
            return replace(mark, x=mark.x + x, y=mark.y + y)
        case Shape():
            return replace(mark, path=mark.path.at(x, y))
        case _:
            return mark


def _panelled(marks: list[Mark], foot: float, measure: Measure, look: Look) -> Element:
    height = -foot + 3.0
    return Element(height, (look.panel(0, -height, measure.wide, height), *marks), before=4.2, wide=measure.hang > 0)


def _cards(described: Described, measure: Measure, look: Look, *, face_of: FaceOf) -> Element:
    """Cards side by side on a tinted panel, with a label each and a caption.

    `row = true` begins another row; `whole = true` puts a label under the whole of its row.
    """
    rows: list[list[Described]] = [[]]
    for card in described["card"]:
        if card.get("row"):
            rows.append([])
        rows[-1].append(card)
    room = measure.wide - 2 * _PAD
    wished = float(described.get("scale", CARD_SCALE))
    while max(map(len, rows)) > 3 and _fitting(room, max(map(len, rows))) < _LEAST_SHARE * wished:
        rows = [half for row in rows for half in _halves(row)]  # a narrow page: two rows rather than stamps
    most = max(map(len, rows))
    scale = min(wished, _fitting(room, most))
    width, height = POKER_WIDTH_MM * scale, POKER_HEIGHT_MM * scale
    gap = min(9.0, (room - most * width) / max(1, most - 1))
    gap = min(gap, float(described.get("gap", gap)))
    marks: list[Mark] = []
    foot = -_PAD
    for at, row in enumerate(rows):
        x = (measure.wide - len(row) * width - gap * (len(row) - 1)) / 2
        top = foot - (2.6 if at else 0) - height
        deep = 0
        for card in row:
            marks.append(small_card(x, top, scale, face_of(card["number"] if "number" in card else card["card"])))
            if card.get("label"):
                middle = measure.wide / 2 if card.get("whole") else x + width / 2
                font = lettering.SANS_SEMIBOLD if card.get("strong") else lettering.SANS
                lines = broken(card["label"], font, _LABEL_PT, room if card.get("whole") else width + gap - 0.6, LABEL)
                deep = max(deep, len(lines))
                marks += [
                    Text(middle, top - 4.3 - 3.2 * down, line, font, _LABEL_PT, align="centre")
                    for down, line in enumerate(lines)
                ]
            x += width + gap
        foot = top - (3.0 + 3.2 * deep if deep else 1.8)
    foot = _captioned(marks, foot, described["caption"], measure, look)
    return _panelled(marks, foot, measure, look)


def _fitting(room: float, cards: int) -> float:
    """The scale at which so many cards stand side by side."""
    return (room - 2.0 * (cards - 1)) / cards / POKER_WIDTH_MM


def _halves(row: list[Described]) -> list[list[Described]]:
    """Break a row of more than three cards in two."""
    middle = (len(row) + 1) // 2 if len(row) > 3 else len(row)
    return [half for half in (row[:middle], row[middle:]) if half]


def _pair(described: Described, measure: Measure, look: Look, *, face_of: FaceOf, back: Drawing) -> Element:
    """Two rivals and the back that all cards share; the parts of the first are named."""
    room = measure.wide - 2 * _PAD
    names_width, gap = 17.0, 4.0
    scale = (room - names_width - 2 * gap) / 3 / POKER_WIDTH_MM
    width, height = POKER_WIDTH_MM * scale, POKER_HEIGHT_MM * scale
    left = _PAD + names_width
    top = -_PAD - height
    marks: list[Mark] = []
    draws = (face_of(described["left"]), face_of(described["right"]), back)
    for at, (draw, name) in enumerate(zip(draws, ("a card", "its rival", "the back of both"), strict=True)):
        x = left + at * (width + gap)
        marks.append(small_card(x, top, scale, draw))
        marks.append(Text(x + width / 2, top - 4.3, name, lettering.SANS, _LABEL_PT, align="centre"))
    # Where the parts are, on a poker card: name, height of its line, and the point that the line touches.
    parts = (
        ("title", 86.4, 31.7, 84.6),
        ("number", 76.6, 6.5, 76.6),
        ("claim", 53.0, 7.5, 53.0),
        ("theme", 15.2, 24.3, 15.2),
    )
    for name, line, px, py in parts:
        y = top + line * scale
        marks.append(Text(_PAD + 10.4, y - 0.9, name, lettering.SANS, _LABEL_PT, align="right"))
        marks.append(look.rule(_PAD + 11.4, y, left + px * scale, y, 0.4))
        if py != line:
            marks.append(look.rule(left + px * scale, y, left + px * scale, top + py * scale, 0.4))
        marks.append(Shape(lozenge(left + px * scale, top + py * scale, 0.5, 0.7), look.accent))
    foot = _captioned(marks, top - 6.2, described["caption"], measure, look)
    return _panelled(marks, foot, measure, look)


def _plan(
    described: Described, measure: Measure, look: Look, *, names: Sequence[str], hand: int, face_of: FaceOf
) -> Element:
    """The table from above: seats clockwise, a fan of cards at each; the referee, or cards, in the middle."""
    hand = int(described.get("hand", hand))
    rx, ry = min(float(described.get("across", 42.0)), measure.wide / 2 - 9), float(described.get("high", 20.5))
    cx, cy = measure.wide / 2, -_PAD - 4.6 - ry
    ground = PALETTE.paper if not look.low else "#FFFFFF"
    marks: list[Mark] = [
        Shape(ellipse(cx, cy, rx, ry), ground, PALETTE.ink, 0.9),
        Shape(ellipse(cx, cy, rx - 1.3, ry - 1.3), None, PALETTE.ink, 0.3),
    ]
    for at, name in enumerate(names):
        angle = radians(-90 - 360 * at / len(names))
        ux, uy = cos(angle), sin(angle)
        outward = _degrees(ux * ry, uy * rx)  # the direction in which the table's edge faces
        fx, fy = cx + (rx - 4.6) * ux, cy + (ry - 3.6) * uy
        marks.append(PictureMark(fx, fy, 0, 0, partial(_fan, count=hand, turn=outward - 90 + 180, look=look)))
        tx, ty = cx + (rx + 6.0) * ux, cy + (ry + 3.2) * uy - 1.0
        align: Literal["left", "centre", "right"] = "centre" if abs(ux) < 0.55 else "left" if ux > 0 else "right"
        tx = tx if align == "centre" else cx + (rx + 2.6) * ux
        marks.append(Text(tx, ty, name, lettering.SANS_SEMIBOLD, 8.4, align=align))
    if "middle" in described:
        marks += _laid(described["middle"], cx, cy, 2 * rx - 16, face_of, look)
        if described.get("turns"):
            marks.append(PictureMark(cx, cy, 0, 0, partial(_arrows, look=look, rx=rx * 0.5, ry=ry * 0.5)))
    else:
        marks.append(PictureMark(cx, cy, 0, 0, partial(_middle, look=look)))
    foot = _captioned(marks, cy - ry - 6.4, described["caption"], measure, look)
    return _panelled(marks, foot, measure, look)


def _laid(cards: Sequence[Described], cx: float, cy: float, room: float, face_of: FaceOf, look: Look) -> list[Mark]:
    """What lies in the middle of the table: small cards and heaps of chips in a row, each with a label under it.

    `gap` sets one apart, `shift` moves its label.
    """
    gaps = [float(card.get("gap", 1.1)) for card in cards]
    scale = min(0.125, (room - sum(gaps[1:])) / len(cards) / POKER_WIDTH_MM)
    width, height = POKER_WIDTH_MM * scale, POKER_HEIGHT_MM * scale
    x = cx - (len(cards) * width + sum(gaps[1:])) / 2
    y = cy - height / 2 + (1.3 if any(card.get("label") for card in cards) else 0)
    marks: list[Mark] = []
    for at, card in enumerate(cards):
        x += gaps[at] if at else 0
        if card.get("chip"):
            marks += _heap(x + width / 2, y + height / 2, look)
        else:
            marks.append(small_card(x, y, scale, face_of(card["card"])))
        if card.get("label"):
            middle = x + width / 2 + float(card.get("shift", 0))
            marks.append(Text(middle, y - 3.6, card["label"], lettering.SANS, 7.4, align="centre"))
        x += width
    return marks


def _heap(x: float, y: float, look: Look) -> list[Mark]:
    """Three chips, one on another."""
    r = 3.4
    marks: list[Mark] = []
    for at in range(3):
        up = y - 1.2 + 1.1 * at
        marks += [
            Shape(ellipse(x, up, r, r * 0.8), "#FFFFFF" if look.low else look.accent, PALETTE.ink, 0.45),
            Shape(ellipse(x, up, r * 0.62, r * 0.5), "#FFFFFF" if look.low else PALETTE.paper, PALETTE.ink, 0.3),
        ]
    return [*marks, Shape(lozenge(x, up, 0.6, 0.8), PALETTE.ink)]


def _degrees(x: float, y: float) -> float:
    from math import atan2, degrees

    return degrees(atan2(y, x))


def _fan(ink: Ink, *, count: int, turn: float, look: Look) -> None:
    """A hand of cards, face down, spread towards the middle of the table."""
    shown = min(count, 9)
    step = min(16.0, 84.0 / max(1, shown - 1))
    w, h = 4.5, 6.3
    fill = "#FFFFFF" if look.low else look.accent
    for at in range(shown):
        lean = (shown - 1) / 2 * step - at * step
        with ink.at(0, 0, turn + lean), ink.at(0, 1.6):
            ink.draw(rect(-w / 2, 0, w, h, 0.5), fill, PALETTE.ink, 0.45)
            ink.draw(lozenge(0, h / 2, 1.0, 1.5), PALETTE.ink if look.low else PALETTE.paper)


def _middle(ink: Ink, *, look: Look) -> None:
    """The referee's laptop, with an arrow round it that runs clockwise."""
    screen = rect(-4.6, -0.4, 9.2, 5.6, 0.6)
    ink.draw(screen, PALETTE.ink if not look.low else "#FFFFFF", PALETTE.ink, 0.6)
    ink.draw(rect(-3.9, 0.3, 7.8, 4.2), PALETTE.plate if not look.low else "#FFFFFF", PALETTE.ink, 0.3)
    ink.draw(poly([(-5.4, -2.0), (5.4, -2.0), (4.6, -0.4), (-4.6, -0.4)]), PALETTE.ink, PALETTE.ink, 0.6)
    ink.draw(lozenge(0, 2.4, 1.0, 1.5), look.accent)
    ink.text(0, -5.2, "referee", lettering.SANS, _LABEL_PT, None, "centre")
    _arrows(ink, look=look)


def _arrows(ink: Ink, *, look: Look, rx: float = 15.5, ry: float = 8.2) -> None:
    """Two arrows round the middle of the table, clockwise."""
    for start, end in ((158, 22), (-22, -158)):
        path = arc(0, 0.3, rx, start, end, ry)
        ink.draw(path, None, look.accent, 1.1)
        a, b = radians(end), radians(end + 9)
        tip = (rx * cos(a), 0.3 + ry * sin(a))
        back = (rx * cos(b), 0.3 + ry * sin(b))
        dx, dy = tip[0] - back[0], tip[1] - back[1]
        length = (dx * dx + dy * dy) ** 0.5
        dx, dy = dx / length, dy / length
        head = [
            (tip[0] + 1.6 * dx, tip[1] + 1.6 * dy),
            (tip[0] - 0.8 * dx - 1.1 * dy, tip[1] - 0.8 * dy + 1.1 * dx),
            (tip[0] - 0.8 * dx + 1.1 * dy, tip[1] - 0.8 * dy - 1.1 * dx),
        ]
        ink.draw(poly(head), look.accent)
