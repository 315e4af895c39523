"""Pictograms of the phases on reference cards, each about its middle, in a field of 5.6 mm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardgen.art.icons import draw_icon
from cardgen.art.shapes import shape_path
from cardgen.art.suits import suit_path
from cardgen.pdf import fonts as lettering
from cardgen.pdf.marks import Look, Mark, PictureMark, Shape, Text
from cardgen.pdf.path import Path, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE

HALF = 2.8
"""Half the height of a pictogram, in millimetres."""


def pictogram(name: str, look: Look) -> list[Mark]:
    """Return a pictogram's marks: one of those below, or a motif of the decks. Raises KeyError for neither."""
    return PICTOGRAMS[name](look) if name in PICTOGRAMS else [_motif(name, look)]


def _motif(name: str, look: Look) -> Mark:
    colour = (
        look.palette.ink
        if look.low
        else {"lizard": look.palette.green.base, "snake": look.palette.red.base}.get(name, look.accent)
    )
    return PictureMark(0, 0, 0, 0, partial(draw_icon, name=name, x=0, y=0, size=5.2, colour=colour, ground=look.blank))


def _card(look: Look, x: float = 0, y: float = 0) -> Shape:
    return Shape(rect(-1.6, -2.2, 3.2, 4.4, 0.4).at(x, y), look.blank, look.palette.ink, 0.6, join="round")


def _head(look: Look, x: float, y: float, way: int, size: float = 1.1) -> Shape:
    """An arrow's head at (x, y): up for 1, down for -1."""
    return Shape(poly([(x, y), (x - size, y - way * size * 1.1), (x + size, y - way * size * 1.1)]), look.palette.ink)


def _play(look: Look) -> list[Mark]:
    """A card on its way to the table."""
    return [
        _card(look, 0, 0.7),
        Shape(lozenge(0, 0.9, 0.7, 1.0), look.palette.ink if look.low else look.accent),
        Shape(segment(-2.6, -2.5, 2.6, -2.5), None, look.palette.ink, 0.9, "round"),
    ]


def _take(look: Look) -> list[Mark]:
    """A card on its way into the hand."""
    return [
        _card(look, -1.0, -0.3),
        Shape(segment(1.7, -2.4, 1.7, 1.6), None, look.palette.ink, 0.9, "round"),
        _head(look, 1.7, 2.6, 1),
    ]


def _speak(look: Look, sign: str = "!") -> list[Mark]:
    """A bubble."""
    size = 10.0
    return [
        Shape(rect(-2.7, -1.5, 5.4, 4.2, 1.2), look.blank, look.palette.ink, 0.6, join="round"),
        Shape(poly([(-1.5, -1.42), (-2.0, -2.9), (0.2, -1.42)]), look.blank, look.palette.ink, 0.6, join="round"),
        Shape(rect(-1.45, -1.52, 1.5, 0.5), look.blank),
        Text(0, 0.6 - lettering.cap_mm(lettering.SANS_BOLD, size) / 2, sign, lettering.SANS_BOLD, size,
             look.palette.ink if look.low else look.accent_type, "centre"),
    ]  # fmt: skip


def _hidden(look: Look) -> list[Mark]:
    """A card face down, and nobody knows which."""
    size, cover = 9.0, WHITE if look.low else look.accent_type
    return [
        Shape(rect(-1.9, -2.7, 3.8, 5.4, 0.5), cover, look.palette.ink, 0.6, join="round"),
        Text(0, -lettering.cap_mm(lettering.SANS_BOLD, size) / 2, "?", lettering.SANS_BOLD, size,
             look.reversed, "centre"),
    ]  # fmt: skip


def _swap(look: Look) -> list[Mark]:
    """Two arrows that pass each other."""
    marks: list[Mark] = []
    for y, way in ((1.1, 1), (-1.1, -1)):
        tip = 2.6 * way
        marks += [
            Shape(segment(-tip, y, tip - way, y), None, look.palette.ink, 1.0, "round"),
            Shape(poly([(tip, y), (tip - 1.5 * way, y + 0.95), (tip - 1.5 * way, y - 0.95)]), look.palette.ink),
        ]
    return marks


def _suits(look: Look) -> list[Mark]:
    """A red and a black card."""
    marks: list[Mark] = []
    for x, suit, tone in (
        (-1.2, "s", look.palette.ink),
        (1.2, "h", look.palette.ink if look.low else look.palette.red.base),
    ):
        marks += [_card(look, x, 0), Shape(suit_path(suit, x, 0, 2.2), tone)]
    return marks


def _trump(look: Look) -> list[Mark]:
    """A card whose suit counts."""
    return [_card(look), Shape(suit_path("h", 0, 0, 2.6), look.palette.ink if look.low else look.palette.red.base)]


def _west(look: Look) -> list[Mark]:
    """A card of West, shown."""
    tone = look.palette.ink if look.low else look.palette.red.base
    return [_card(look), Shape(shape_path("c", 0, 0, 2.3), tone, look.palette.ink, 0.4)]


def _number(look: Look) -> list[Mark]:
    """A number that is said or written down."""
    size = 10.0
    return [
        Shape(rect(-2.3, -2.4, 4.6, 4.8, 0.4), look.blank, look.palette.ink, 0.6, join="round"),
        Text(0, -lettering.cap_mm(lettering.SANS_BOLD, size) / 2, "2", lettering.SANS_BOLD, size,
             look.palette.ink if look.low else look.accent_type, "centre"),
    ]  # fmt: skip


def _sum(look: Look) -> list[Mark]:
    """Points: plus and minus."""
    lines = (segment(-2.4, 1.2, 0.0, 1.2), segment(-1.2, 0.0, -1.2, 2.4), segment(0.2, -1.4, 2.6, -1.4))
    return [Shape(Path(part for line in lines for part in line.segments), None, look.palette.ink, 1.2, "round")]


PICTOGRAMS: dict[str, Callable[[Look], list[Mark]]] = {
    "play": _play,
    "take": _take,
    "say": _speak,
    "ask": partial(_speak, sign="?"),
    "hidden": _hidden,
    "swap": _swap,
    "suits": _suits,
    "trump": _trump,
    "west": _west,
    "number": _number,
    "sum": _sum,
}
