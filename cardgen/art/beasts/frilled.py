"""The frilled lizard: it stands up, spreads its frill like a courtier's collar, and hopes that you will fold.

Seen from the front. The frill is a scalloped disc of wedges about the head; body and tail are ribbons, arms and legs
those of the other lizards, with spread fingers.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.beasts.lizard import foot, leg_to
from cardgen.art.emblems.burin import curve, shape, sliver, sym
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, Point, ellipse, lozenge, poly

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

HEAD = (31.4, 57.4)
WEDGES, FRILL_MM, SCALLOP_MM = 20, 16.4, 1.5
BODY = [(31.4, 52), (31.4, 44), (31.0, 36), (31.2, 29), (31.4, 25)]
BODY_WIDTHS = [(0, 4.2), (0.2, 5.6), (0.6, 7.0), (0.85, 6.2), (1, 4.6)]
TAIL = [(32.0, 29), (25.0, 21.6), (16.4, 18.0), (10.2, 21.0), (9.2, 27.4), (13.6, 31.2), (17.6, 28.6), (16.4, 24.8)]
TAIL_WIDTHS = [(0, 4.4), (0.3, 2.7), (0.7, 1.5), (1, 0.35)]
ARM = [(0, 2.3), (0.4, 2.0), (0.75, 1.4), (1, 1.2)]
LEG = [(0, 4.0), (0.3, 3.6), (0.65, 2.2), (1, 1.5)]
# Shoulder or hip, joint, wrist or ankle, and the way that the foot points.
ARMS = (((27.4, 43.6), (19.8, 37.4), (14.2, 42.0), 122.0), ((35.4, 43.6), (43.4, 37.4), (49.0, 42.0), 58.0))
LEGS = (((28.0, 27.6), (21.8, 21.0), (26.0, 13.6), -118.0), ((34.8, 27.6), (41.0, 21.6), (37.4, 14.0), -62.0))
SKULL = "0,8.8 3.0,7.9 5.6,4.6 7.2,1.4 6.7,-3.2 4.3,-7.0 0,-8.3"
FORK = "-0.6,-3.0 -0.7,-6.4 -1.2,-8.4 -2.9,-10.6! -0.9,-9.4 0.1,-8.2! 0.9,-9.3 2.7,-10.2! 1.1,-8.2 0.7,-6.4 0.6,-3.0"
MOUTH = "0,0.5 2.6,-0.6 5.0,-0.2! 4.6,-3.4 2.7,-5.9 0,-6.7"


class Frilled(NamedTuple):
    """The finished geometry."""

    frill: Path
    wedges: tuple[Path, Path]
    ribs: Path
    body: Ribbon
    tail: Ribbon
    limbs: tuple[Path, ...]
    pads: Path

    @property
    def outline(self) -> tuple[Path, ...]:
        """Give everything that makes the silhouette."""
        return (self.tail.outline(), *self.limbs, self.body.outline(), self.frill)


def _out(angle: float, r: float) -> Point:
    return HEAD[0] + r * cos(radians(angle)), HEAD[1] + r * sin(radians(angle))


@cache
def frilled() -> Frilled:
    """Build the frilled lizard once."""
    step = 360 / WEDGES
    frill, pairs, ribs = Path().move(*_out(-90, FRILL_MM)), [Path(), Path()], Path()
    for i in range(WEDGES):
        a, b = -90 + i * step, -90 + (i + 1) * step
        far = FRILL_MM + SCALLOP_MM * 1.33
        bow = (*_out(a + step * 0.2, far), *_out(b - step * 0.2, far), *_out(b, FRILL_MM))
        frill = frill.curve(*bow)
        wedge = Path().move(*_out((a + b) / 2, 5)).line(*_out(a, FRILL_MM)).curve(*bow).close()
        pairs[i % 2] += wedge
        for d in (-0.22, 0.22):
            m = (a + b) / 2 + d * step
            ribs += sliver(_out(m, FRILL_MM + 0.4), _out(m, 10.6), 0.55)
    limbs: list[Path] = []
    ends: list[Point] = []
    for group, widths, toes in ((ARMS, ARM, (3.6, 4.5, 4.9, 4.5, 3.6)), (LEGS, LEG, (3.8, 4.6, 4.8, 4.6, 3.8))):
        for start, joint, end, way in group:
            found, tips = foot(end, way, toes)
            limbs += [leg_to(start, joint, end, widths).outline(), *found]
            ends += tips
    pads = sum((ellipse(*tip, 0.42) for tip in ends), Path())
    one, other = pairs
    return Frilled(
        frill.close(), (one, other), ribs, Ribbon(BODY, BODY_WIDTHS), Ribbon(TAIL, TAIL_WIDTHS), tuple(limbs), pads
    )


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, its mouth open."""
    for path in frilled().outline:
        ink.draw(path, colour, colour, 1.8)
    ink.draw(sym(MOUTH).at(*HEAD, 1.15), ink.paper)


def draw_frilled(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the frilled lizard where it stands on a poker card."""
    it = frilled()
    if halo:
        ink.halo(it.outline)
    ink.sticker([it.tail.outline()], coat.skin, coat.edge, 0.95)
    rings = Path()
    for i in range(11):
        u = 0.26 + 0.7 * i / 11
        rings += it.tail.band(u, u + 0.022, -0.8, 0.8, step_mm=0.7)
    ink.draw(rings, None if ink.low else coat.mark, ink.black if ink.low else None, 0.35)
    ink.sticker(it.limbs, coat.skin, coat.edge, 0.95)
    for group in (ARMS, LEGS):
        for (ax, ay), (bx, by), (cx, cy), _ in group:
            for t in (0.45, 0.62, 0.79):
                x = (1 - t) ** 2 * ax + 2 * t * (1 - t) * (bx * 1.12 - (ax + cx) * 0.06) + t * t * cx
                y = (1 - t) ** 2 * ay + 2 * t * (1 - t) * (by * 1.12 - (ay + cy) * 0.06) + t * t * cy
                ink.draw(lozenge(x, y, 0.62, 0.9), coat.mark, ink.black if ink.low else None, 0.4)
    ink.draw(it.pads, coat.mark)
    ink.sticker([it.body.outline()], coat.skin, coat.edge, 0.95)
    _belly(ink, it.body, coat)
    _frill(ink, it, coat)
    _head(ink, coat)


def _belly(ink: Ink, body: Ribbon, coat: Coat) -> None:
    """Draw the belly's plates, one diamond below the other."""
    if not ink.low:
        ink.draw(body.shade(0.02, 0.99, 1, 0.74, taper=0.01), coat.shade)
    for k, u in enumerate((0.455, 0.675, 0.875)):
        x, y = body.at(u)
        wide = (2.7, 2.9, 2.3)[k]
        plate = lozenge(x, y, wide, wide * 1.02)
        ink.draw(plate, None if ink.low else coat.mark, ink.black if ink.low else None, 0.5, join="mitre")
        if not ink.low:
            ink.draw(lozenge(x, y, wide * 0.4, wide * 0.42), coat.skin)


def _frill(ink: Ink, it: Frilled, coat: Coat) -> None:
    """Draw the frill: wedges in two colours, their ribs, and diamonds in every other one."""
    ink.draw(it.frill, coat.edge, coat.edge, 1.9)
    ink.draw(it.wedges[0], coat.skin, coat.edge, 0.5)
    ink.draw(it.wedges[1], coat.mark, coat.edge, 0.5)
    if not ink.low:
        ink.draw(it.ribs, coat.shade)
    for i in range(0, WEDGES, 2):
        a = -90 + (i + 0.5) * 360 / WEDGES
        spot = lozenge(0, 0, 0.95, 1.7).at(*_out(a, 13.4), turn=a - 90)
        ink.draw(spot, coat.eye, coat.edge, 0.5)


def _head(ink: Ink, coat: Coat) -> None:
    """Draw the head: two eyes that check whether it works, and the mouth as wide as it goes."""
    with ink.at(*HEAD):
        ink.draw(sym(SKULL), coat.skin, coat.edge, 0.95)
        if not ink.low:
            ink.draw(shape("-1.0,8.6 0,8.8 1.0,8.6 1.5,5.0 0,1.6! -1.5,5.0"), coat.shade)
        ink.draw(lozenge(0, 6.0, 1.2, 1.9), coat.mark, ink.black if ink.low else None, 0.4)
        mouth = sym(MOUTH)
        ink.draw(mouth, coat.flesh, coat.edge, 0.9)
        with ink.clip(mouth):
            ink.draw(ellipse(0, -6.6, 3.6, 2.4), coat.edge if not ink.low else coat.skin, coat.edge, 0.4)
            for s in (1, -1):
                fang = poly([(s * 2.0, 0.2), (s * 3.5, 0.2), (s * 2.9, -2.3)])
                ink.draw(fang, "#FFFFFF", coat.edge, 0.4)
        ink.draw(shape(FORK), coat.mark if not ink.low else coat.skin, coat.edge, 0.6)
        ink.draw(mouth, None, coat.edge, 0.9)
        for s in (1, -1):
            ink.draw(ellipse(s * 4.5, 4.1, 2.1), coat.eye, coat.edge, 0.8)
            ink.draw(ellipse(s * 4.5 + 0.55, 4.1, 0.5, 1.25), coat.edge)
            ink.draw(curve(f"{s * 2.3},5.3 {s * 4.3},7.0 {s * 6.7},6.2"), None, coat.edge, 1.2)
            ink.draw(ellipse(s * 1.2, 2.1, 0.32), coat.edge)
