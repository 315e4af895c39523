"""What every back is painted on: the card with its bleed, clipped, the origin in its centre, stored once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

from cardgen.pdf.theme import WHITE

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour


class Extent(NamedTuple):
    """A back's extent from the card's centre in millimetres, bleed included, and the scale of its motifs."""

    half_w: float
    half_h: float
    width: float
    height: float
    k: float


def paint(ink: Ink, size: Size, name: str, ground: Colour, draw: Callable[[Ink, Extent], None]) -> None:
    """Paint a back under a name of its own; `draw` gets the ink with the origin in the card's centre."""
    bleed, w, h = size.bleed_mm, size.width_mm, size.height_mm
    field = Extent(w / 2 + bleed, h / 2 + bleed, w, h, size.scale)

    def whole(ink: Ink) -> None:
        with ink.clip(size.ground):
            ink.draw(size.ground, ink.paper if ink.low else ground)
            with ink.at(w / 2, h / 2):
                draw(ink, field)

    with ink.on_white() if ground == WHITE else nullcontext():
        ink.form(("back", name, w, h, bleed), whole, (-bleed, -bleed, w + bleed, h + bleed))


def twice(ink: Ink, draw: Callable[[Ink], None]) -> None:
    """Draw something and its half turn about the origin."""
    draw(ink)
    with ink.at(0, 0, 180):
        draw(ink)
