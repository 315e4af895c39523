"""Courts in their world: what stands behind the figures, and the ornament of their belts.

The harlequin has lozenges on its belts and bare paper behind. The cabinet has rings of the sea behind, and coins and
clouds on its belts; the seaside has the canvas of a deckchair, and waves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cardgen.art.courts.roles import Roles
from cardgen.art.worlds.lacquer import key
from cardgen.pdf.path import Path, arc, compound, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

BELT_LOZENGES = 9


def draw_ground(ink: Ink, c: Roles, half_w: float, half_h: float) -> None:
    """Draw what is behind both figures, about the panel's centre and the same turned by 180 degrees."""
    if ink.theme.court == "lacquer" and not ink.low:  # rings and robes in line alone would run together
        ink.draw(_sea(half_w, half_h), None, mix(c.main, ink.paper, 0.72), 0.45)
    elif ink.theme.court == "seaside":
        stripe, n = 2 * half_w / 9, 9
        for i in range(n):
            x = -half_w + i * stripe
            if i % 2 == 0 and not ink.low:
                ink.draw(rect(x, -half_h, stripe, 2 * half_h), mix(c.main, ink.paper, 0.86))
            if i:
                ink.draw(
                    segment(x, -half_h, x, half_h), None, ink.black if ink.low else mix(c.main, ink.paper, 0.6), 0.3
                )


@lru_cache(maxsize=4)
def _sea(half_w: float, half_h: float) -> Path:
    """Make the rings of the sea, the same turned by 180 degrees."""
    r, rings = 2.6, list[Path]()
    for row in range(1, int(half_h / (0.8 * r)) + 2):
        for i in range(-int(half_w / r) - 1, int(half_w / r) + 2):
            if (i + row) % 2 == 0:
                x, y = i * r, row * r * 0.8 - 0.6
                rings += [arc(x, y, k * r, *((30, 150) if k == 1 else (10, 170))) for k in (1.0, 0.66, 0.32)]
    half = compound(rings)
    return half + half.at(turn=180)


def draw_belt(ink: Ink, c: Roles, half_w: float, half: float) -> None:
    """Draw the belt, which is twice `half` high, over the seam of two half figures; the same from either end."""
    belt = rect(-half_w, -half, 2 * half_w, 2 * half)
    ink.draw(belt, c.second, ink.black, 0.8)
    with ink.clip(belt):
        {"harlequin": _lozenges, "lacquer": _coins, "seaside": _waves}[ink.theme.court](ink, c, half_w, half)
    ink.draw(belt, None, ink.black, 0.8)


def _lozenges(ink: Ink, c: Roles, half_w: float, half: float) -> None:
    for i in range(BELT_LOZENGES):
        x = (i - (BELT_LOZENGES - 1) / 2) * 2 * half_w / BELT_LOZENGES
        bead = lozenge(x, 0, 1.75, 0.71 * half)
        ink.draw(bead, c.main if i % 2 else c.metal, ink.black if ink.low else None, 0.4)


def _coins(ink: Ink, c: Roles, half_w: float, half: float) -> None:
    step, gold = 2 * half_w / 9, ink.black if ink.low else c.metal
    for i in range(9):
        x, turned = (i - 4) * step, 180 if i > 4 else 0
        if i % 2:
            ink.draw(key(1.5 * half).at(x, turn=turned), None, gold, 0.45, cap="square", join="mitre")
        else:
            ink.draw(ellipse(x, 0, 0.74 * half), c.main, gold, 0.5)
            ink.draw(rect(x - 0.24 * half, -0.24 * half, 0.48 * half, 0.48 * half), c.second, gold, 0.4)


def _waves(ink: Ink, c: Roles, half_w: float, half: float) -> None:
    step, crests = 2 * half_w / 8, Path()
    for i in range(-1, 9):
        x = -half_w + i * step
        crest = Path().move(x, 0).curve(x + 0.3 * step, 0, x + 0.3 * step, 0.62 * half, x + 0.62 * step, 0.62 * half)
        crest = crest.curve(x + 0.95 * step, 0.62 * half, x + 0.95 * step, 0.05 * half, x + 0.72 * step, 0.12 * half)
        crests += crest + crest.at(turn=180)
    ink.draw(crests, None, ink.black if ink.low else c.metal, 0.6)
    ink.draw(segment(-half_w, 0, half_w, 0), None, ink.black if ink.low else c.pale, 0.35)
