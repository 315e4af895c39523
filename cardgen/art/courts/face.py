"""The two-faced face: an oval seen from the front, whose seam is a second face in profile.

The right half is coloured; the line between the halves is the profile of somebody looking right, so the card shows a
face from the front and, in its half, another one that turns away. Both share the eyes and the mouth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.courts.people import Person
from cardgen.art.courts.roles import Roles
from cardgen.pdf.path import Path, ellipse, segment, smooth

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

SCALE = 0.92
ANYBODY = Person()
_SIDE = [(3.4, 7.0), (5.4, 3.9), (5.7, 0.6), (5.0, -3.6), (2.9, -6.9)]
OVAL = smooth([(0, 7.9), *_SIDE, (0, -8.2), *[(-x, y) for x, y in _SIDE[::-1]]], closed=True)
# Forehead, brow, nose, lips, chin: the profile, from above.
_PROFILE = [
    (0, 9), (0, 5.2), (0.25, 3.9), (1.05, 3.1), (0.95, 2.2), (1.75, 0.2), (2.55, -1.2), (2.3, -1.9), (1.15, -2.2),
    (1, -2.6), (1.9, -3.3), (1.25, -3.85), (1.7, -4.5), (0.75, -5.2), (0.95, -6), (1.35, -6.9), (0.9, -8), (0.2, -9),
]  # fmt: skip
SEAM = smooth(_PROFILE)
HALF = SEAM.line(9, -9, 9, 9).close()
MOUTH = Path().move(-1.7, -3.75).curve(-0.8, -3.45, 0.2, -3.6, 1.25, -3.85)
CHIN = Path().move(-1.1, -4.15).curve(-0.6, -4.9, 0.4, -4.9, 1.2, -4.4)


def draw_face(ink: Ink, x: float, y: float, colours: Roles, person: Person = ANYBODY) -> None:
    """Draw the face about (x, y), as this person wears it."""
    oval, seam, half = (path.at(x, y, SCALE) for path in (OVAL, SEAM, HALF))
    ink.draw(oval, colours.pale)
    with ink.clip(oval):
        if ink.low:
            with ink.clip(half):
                shade = sum((segment(x - 2, y - 9 + i * 0.8, x + 9, y - 9 + i * 0.8) for i in range(24)), Path())
                ink.draw(shade, None, ink.black, 0.25)
        else:
            ink.draw(half, colours.main)
        ink.draw(seam, None, ink.black, 0.8 * SCALE)
    ink.draw(oval, None, ink.black, 0.9 * SCALE)
    for side, centre in ((-1, -2.85), (1, 3.1)):
        _eye(ink, x, y, centre, side, colours, person)
    _age(ink, x, y, person)
    ink.draw(MOUTH.at(x, y, SCALE), None, ink.black, 0.8 * SCALE)
    ink.draw(CHIN.at(x, y, SCALE), None, ink.black, 0.45 * SCALE)
    cheek = ellipse(-3.5, -2.1, 0.75).at(x, y, SCALE)
    if ink.low:
        ink.draw(cheek, None, ink.black, 0.3)
    else:
        ink.draw(cheek, colours.metal)


def _eye(ink: Ink, x: float, y: float, centre: float, side: int, colours: Roles, person: Person) -> None:
    """Draw an almond with its pupil and lid, and the brow over it."""
    c = centre
    almond = Path().move(c - 1.55, 1.15).curve(c - 0.7, 2.25, c + 0.7, 2.25, c + 1.55, 1.15)
    almond = almond.curve(c + 0.7, 0.35, c - 0.7, 0.35, c - 1.55, 1.15).close()
    inner, outer = c - side * 1.9, c + side * 2.0
    up = 0.6 * person.brows[side > 0]
    brow = (
        Path()
        .move(inner, 2.75 - up / 2)
        .curve(c - side * 0.8, 3.75 + up, c + side * 0.9, 3.7 + up, outer, 2.85 + up / 2)
    )
    ink.draw(almond.at(x, y, SCALE), "#FFFFFF", ink.black, 0.6 * SCALE)
    with ink.clip(almond.at(x, y, SCALE)):
        ink.draw(ellipse(c + 0.75 * person.gaze, 1.25, 0.62).at(x, y, SCALE), ink.black)
        if person.lids:
            low = 2.05 - 0.9 * person.lids
            lid = Path().move(c - 1.8, low - 0.25).curve(c - 0.7, low + 0.3, c + 0.7, low + 0.3, c + 1.8, low - 0.25)
            shade = colours.pale if side < 0 or ink.low else colours.main
            ink.draw(lid.line(c + 1.8, 3.2, c - 1.8, 3.2).close().at(x, y, SCALE), shade, ink.black, 0.5)
    ink.draw(almond.at(x, y, SCALE), None, ink.black, 0.6 * SCALE)
    ink.draw(brow.at(x, y, SCALE), None, ink.black, SCALE)


def _age(ink: Ink, x: float, y: float, person: Person) -> None:
    """Draw the lines of age, under the eyes and on the brow, and a beauty spot."""
    lines = Path()
    for side, c in ((-1, -2.85), (1, 3.1)) if person.age else ():
        lines += Path().move(c - 1.1, 0.0).curve(c - 0.4, -0.45, c + 0.4, -0.45, c + 1.1, 0.0)
        if person.age > 1:
            lines += segment(c + side * 2.0, 1.3, c + side * 2.5, 1.7) + segment(
                c + side * 2.0, 0.9, c + side * 2.6, 0.8
            )
    if person.age > 2:
        lines += Path().move(-2.4, 4.9).curve(-1.0, 5.4, 1.2, 5.4, 2.6, 4.9)
    if lines.segments:
        ink.draw(lines.at(x, y, SCALE), None, ink.black, 0.4)
    if person.mole:
        ink.draw(ellipse(2.6 * person.mole, -3.9, 0.3).at(x, y, SCALE), ink.black)
