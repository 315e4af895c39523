"""A beast's coat: its suit's signs down its back, dots between them, and a face with two eyes.

Signs stand on the spine, upright towards the head, and shrink with the body, so that grey prints tell the four beasts
of a kind apart; where a body is too thin for a sign there is a lozenge.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import DIAMONDS, suit_path
from cardgen.pdf.path import Path, Point, ellipse

if TYPE_CHECKING:
    from cardgen.art.beasts.colours import Coat
    from cardgen.pdf.ink import Ink

LEAST_MM = 1.45  # a sign that would be less high is a lozenge
_HIGH = {"c": 1.24, "d": 1.62, "h": 1.2, "s": 1.3}  # of a sign, in half widths of the body
_LAST_DOTS_MM = 1.2


class Marks(NamedTuple):
    """What stands on a back: the signs, and the dots between them."""

    signs: Path
    dots: Path


def marks(
    body: Ribbon,
    suit: str,
    start: float,
    end: float,
    *,
    free: Callable[[float, Point], bool] = lambda _u, _point: True,
    gap: float = 0.5,
) -> Marks:
    """Set signs along a body between two stations, wherever `free` (of station and place) says that all shows."""
    signs, dots = Path(), Path()
    u = start
    while u <= end:
        w = body.half_width(u)
        high = max(0.9, _HIGH[suit] * w)
        x, y, nx, ny = body.frame(u)
        if free(u, (x, y)):
            turn = degrees(atan2(ny, nx))
            sign = suit if high >= LEAST_MM else DIAMONDS
            signs += suit_path(sign, x, y, high if sign == suit else max(0.85, 1.1 * w), turn)
        step = (high / 2 + gap + 0.16 * w) / body.length
        if w > _LAST_DOTS_MM:
            for side in (1, -1):
                spot = body.at(u + step, side * 0.5)
                if free(u + step, spot) and u + step <= end + step / 2:
                    dots += ellipse(*spot, w * 0.1)
        u += 2 * step
    return Marks(signs, dots)


def draw_eyes(ink: Ink, body: Ribbon, coat: Coat, u: float, out: float, r: float, look: Point = (0, 0)) -> None:
    """Set two eyes with slit pupils along the body at a station, `out` millimetres from its middle.

    `look` shifts the pupils, in eyes' radii: towards the tail, and away from each other.
    """
    _, _, nx, ny = body.frame(u)
    along = degrees(atan2(ny, nx)) + 90
    for side in (1, -1):
        x, y = body.off(u, side * out)
        ink.draw(ellipse(x, y, r), coat.eye, coat.edge, 0.7)
        px, py = body.off(u + look[0] * r / body.length, side * (out + look[1] * r))
        ink.draw(ellipse(0, 0, 0.66 * r, 0.3 * r).at(px, py, turn=along), coat.edge)


def draw_nostrils(ink: Ink, body: Ribbon, coat: Coat, u: float, out: float) -> None:
    """Set two nostrils."""
    for side in (1, -1):
        ink.draw(ellipse(*body.off(u, side * out), 0.21), coat.edge)


def forked(body: Ribbon, long: float = 6.0, *, bend: float = 0.3) -> tuple[Path, ...]:
    """Draw a forked tongue, on from a snout."""
    x, y, nx, ny = body.frame(0.002)
    ahead, right = (-ny, nx), (nx, ny)
    k = long / 6

    def at(out: float, on: float) -> Point:
        return x + right[0] * out + ahead[0] * on, y + right[1] * out + ahead[1] * on

    stem = Ribbon([at(0, -0.5), at(bend, 1.8 * k), at(0, 3.6 * k)], [(0, 0.42), (1, 0.42)], samples=8)
    prongs = [
        Ribbon([at(0, 3.2 * k), at(s * 0.5, 4.6 * k), at(s * 2.0, long)], [(0, 0.42), (1, 0.06)], samples=8)
        for s in (1, -1)
    ]
    return tuple(part.outline(step_mm=0.9) for part in (stem, *prongs))
