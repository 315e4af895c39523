"""An eye that watches: an almond of two mirrored curves, an iris cut by it, a pupil, and two opposite glints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.pdf.path import Path, ellipse

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

HALF_WIDTH = 5.0
_ALMOND = Path().move(-5, 0).curve(-2.6, 3.9, 2.6, 3.9, 5, 0).curve(2.6, -3.9, -2.6, -3.9, -5, 0).close()


def draw_eye(ink: Ink, x: float, y: float, scale: float, white: Colour, iris: Colour) -> None:
    """Draw an eye about (x, y), 10 wide at scale 1; the same turned by 180 degrees."""
    almond, line = _ALMOND.at(x, y, scale), min(1.0, scale)
    ink.draw(almond, white)
    with ink.clip(almond):
        ink.draw(ellipse(x, y, 2.35 * scale), iris, ink.black, 0.6 * line)
    ink.draw(ellipse(x, y, 1.15 * scale), ink.black)
    # On a pale iris a glint at the pupil's edge would only bite a piece out of it.
    out, r = (0.42, 0.26) if ink.low else (0.95, 0.42)
    for side in (1, -1):
        ink.draw(ellipse(x + side * out * scale, y + side * out * scale, r * scale), white)
    ink.draw(almond, None, ink.black, 0.9 * line)
