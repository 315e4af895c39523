"""The glutton: a snake that has swallowed the ace of spades, and takes it that nobody has seen.

A ribbon with a bulge; in the bulge the card shows, as if by lamplight.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.beasts.marks import Marks, draw_nostrils, forked, marks
from cardgen.art.emblems.burin import curve, sliver
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import SPADES, suit_path
from cardgen.pdf.path import Path, ellipse, poly, rect, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

SPINE = [
    (24.4, 70.6), (27.4, 74.4), (32.4, 76.8), (38.6, 76.6), (44.4, 73.2), (46.8, 67.4), (44.0, 61.6), (38.4, 56.0),
    (33.6, 49.6), (29.4, 42.6), (24.2, 35.8), (17.6, 31.2), (12.0, 26.0), (11.6, 18.4), (17.4, 13.0), (26.0, 12.2),
    (33.0, 15.6), (38.2, 21.6), (44.6, 24.6), (50.2, 22.6),
]  # fmt: skip
WIDTHS = [
    (0, 1.3), (0.014, 2.3), (0.034, 3.5), (0.05, 3.6), (0.08, 2.5), (0.14, 2.7), (0.25, 3.5), (0.31, 5.0),
    (0.385, 10.4), (0.44, 11.4), (0.495, 9.6), (0.565, 4.4), (0.62, 3.5), (0.75, 3.0), (0.88, 1.8), (1, 0.25),
]  # fmt: skip
CARD = (31.5, 46.2, -34.0)
LETTER = poly([(-0.95, -1.2), (0, 1.2), (0.95, -1.2)], closed=False) + segment(-0.6, -0.4, 0.6, -0.4)
EYE_AT, EYE_OUT, EYE_MM = 0.037, 2.1, 1.5


class Glutton(NamedTuple):
    """The finished geometry."""

    body: Ribbon
    outline: Path
    tongue: tuple[Path, ...]
    shades: tuple[Path, Path]
    marks: Marks


@cache
def glutton() -> Glutton:
    """Build the snake once."""
    body = Ribbon(SPINE, WIDTHS)
    shades = body.shade(0.06, 0.98, 1, 0.72), body.shade(0.06, 0.98, -1, 0.72)
    front, rear = marks(body, SPADES, 0.1, 0.25), marks(body, SPADES, 0.605, 0.95)
    both = Marks(front.signs + rear.signs, front.dots + rear.dots)
    return Glutton(body, body.outline(step_mm=1.6), forked(body, 5.2), shades, both)


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, the card showing white."""
    it = glutton()
    for path in (it.outline, *it.tongue):
        ink.draw(path, colour, colour, 1.4)
    x, y, turn = CARD
    ink.draw(rect(-4.6, -6.6, 9.2, 13.2, 0.9).at(x, y, turn=turn), ink.paper)
    ink.draw(suit_path(SPADES, x, y, 7.0, turn), colour)


def draw_glutton(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the snake where it digests on a poker card."""
    it = glutton()
    body = it.body
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.flesh, coat.edge, 0.5)
    ink.sticker([it.outline], coat.skin, coat.edge, 0.95)
    if not ink.low:
        for shade in it.shades:
            ink.draw(shade, coat.shade)
    ink.draw(it.marks.signs, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
    ink.draw(it.marks.dots, coat.dot)
    _card(ink, coat)
    crown = poly([body.at(0.026), body.off(0.052, 1.1), body.at(0.076), body.off(0.052, -1.1)])
    ink.draw(crown, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
    draw_nostrils(ink, body, coat, 0.006, 0.7)
    _lids(ink, body, coat)


def _card(ink: Ink, coat: Coat) -> None:
    """Draw the swallowed ace and the light about it, and the skin's wrinkles before and behind."""
    x, y, turn = CARD
    with ink.at(x, y, turn):
        rays = Path()
        for k in range(-3, 4):
            for s in (1, -1):
                rays += sliver((s * 6.3, 2.3 * k), (s * (9.2 - 0.34 * k * k), 2.7 * k), 0.6)
        for side in (-1.5, 0.0, 1.5):
            for s in (1, -1):
                rays += sliver((2.2 * side, s * 8.6), (2.4 * side, s * (11.4 - 0.3 * side * side)), 0.6)
        ink.draw(rays, coat.edge if ink.low else coat.mark)
        ink.draw(rect(-5.4, -7.6, 10.8, 15.2, 1.1), ink.paper, coat.edge, 0.8)
        ink.draw(suit_path(SPADES, 0, 0, 7.2), None if ink.low else coat.edge, coat.edge, 0.6)
        for way in (0, 180):
            with ink.at(0, 0, way):
                ink.draw(LETTER.at(-3.7, 5.5), None, coat.edge, 0.9, join="mitre")
    wrinkles = curve("41.6,62.8 43.4,60.2 46.0,60.4") + curve("22.8,30.6 22.2,33.0 20.2,34.4")
    ink.draw(wrinkles, None, coat.edge if ink.low else coat.mark, 0.6)


def _lids(ink: Ink, body: Ribbon, coat: Coat) -> None:
    """Draw two eyes that look innocently up, half shut."""
    for side in (1, -1):
        x, y = body.off(EYE_AT, side * EYE_OUT)
        eye = ellipse(x, y, EYE_MM)
        ink.draw(eye, coat.eye, coat.edge, 0.7)
        ink.draw(ellipse(x + 0.25, y + 0.45, 0.55), coat.edge)
        with ink.clip(eye):
            lid = rect(-2, 0.35, 4, 3).at(x, y, turn=-10)
            ink.draw(lid, coat.skin, coat.edge, 0.7)
        ink.draw(eye, None, coat.edge, 0.7)
