"""Heads: what surrounds the two-faced face by rank. Halo, hair, collar, beard and crown.

Kings have rays, hair that falls straight, a beard (forked, scalloped, an imperial, or none on the lip) and a crown of
five points that end in their suit. Queens have a scalloped halo, hair in curls, plaits, waves or under a veil, and a
crown of five petals. Jacks stand in a stepped arch, with bobbed hair, a ribbed cap and a feather. All wear a collar of
wedges that fan out.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.courts.roles import Roles
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import suit_path
from cardgen.pdf.path import QUARTER, Path, ellipse, lozenge, poly, rect, segment, smooth

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

HALO_Y = 20.5


def draw_halo(ink: Ink, rank: str, colours: Roles) -> None:
    """Draw what shines behind the head."""
    {"K": _king_halo, "Q": _queen_halo, "J": _jack_arch}[rank](ink, colours)


def _king_halo(ink: Ink, colours: Roles) -> None:
    rays = Path()
    for i in range(48):
        a, reach = radians(7.5 * i), 14.4 if i % 2 else 16.0
        if abs(90 - 7.5 * i) in (37.5, 45, 52.5, 60):
            reach = 13.5  # here the sign of the suit stands in the corner
        rays += segment(12.2 * cos(a), HALO_Y + 12.2 * sin(a), reach * cos(a), HALO_Y + reach * sin(a))
    ink.draw(rays, None, ink.black if ink.low else colours.shade, 0.55)
    ink.draw(ellipse(0, HALO_Y, 11.6), colours.halo, ink.black, 0.7)
    ink.draw(ellipse(0, HALO_Y, 10.7), None, ink.black, 0.3)


def _queen_halo(ink: Ink, colours: Roles) -> None:
    for i in range(-1, 14):
        a = radians(180 - 15 * i)
        x, y = 13 * cos(a), HALO_Y + 13 * sin(a)
        ink.draw(ellipse(x, y, 1.75), colours.halo, ink.black, 0.6)
        ink.draw(ellipse(x, y, 0.6), ink.black if ink.low else colours.main)
    ink.draw(ellipse(0, HALO_Y, 12.2), colours.halo, ink.black, 0.7)
    ink.draw(ellipse(0, HALO_Y, 11.2), None, ink.black, 0.3)


def _jack_arch(ink: Ink, colours: Roles) -> None:
    for r in (15.0, 13.2, 11.4):
        k, top = r * QUARTER, HALO_Y + r
        arch = Path().move(-r, -1).line(-r, HALO_Y).curve(-r, HALO_Y + k, -k, top, 0, top)
        arch = arch.curve(k, top, r, HALO_Y + k, r, HALO_Y).line(r, -1).close()
        ink.draw(arch, colours.halo if r == 11.4 else colours.pale, ink.black, 0.6)


def draw_hair(ink: Ink, rank: str, colours: Roles, cut: str = "") -> None:
    """Draw the hair behind the face."""
    draw = _CUTS.get(cut, _queen_hair) if rank == "Q" else {"K": _king_hair, "J": _jack_hair}[rank]
    for side in (1, -1):
        draw(ink, side, colours)


def _king_hair(ink: Ink, side: int, colours: Roles) -> None:
    edge = [(4.2, 26.4), (6.8, 24.5), (7.3, 20), (7.9, 16), (8.7, 13.2), (7.0, 12.2), (5.2, 13.2), (4.2, 17)]
    ink.draw(smooth([(side * x, y) for x, y in edge], closed=True), colours.hair, ink.black, 0.8)
    for q in (0, 0.85, 1.7):
        line = smooth(
            [(side * (6.2 - q * 0.6), 24.3), (side * (6.6 - q * 0.55), 19.5), (side * (7.6 - q * 0.95), 13.6)]
        )
        ink.draw(line, None, colours.strands, 0.35)


def _queen_hair(ink: Ink, side: int, colours: Roles) -> None:
    for r, y in ((3.6, 15.6), (3.9, 19.2), (3.9, 22.9)):
        ink.draw(ellipse(side * 5.2, y, r), colours.hair, ink.black, 0.8)
        for share in (0.72, 0.44):
            ink.draw(ellipse(side * 5.2, y, r * share), None, colours.strands, 0.35)


def _plaits(ink: Ink, side: int, colours: Roles) -> None:
    """Draw a plait that falls before the shoulder, tied at its end."""
    cap = [(2.0, 27.0), (6.4, 26.0), (8.2, 22.4), (7.2, 18.2), (5.4, 17.6), (4.2, 21.0)]
    ink.draw(smooth([(side * x, y) for x, y in cap], closed=True), colours.hair, ink.black, 0.8)
    for share in (0.3, 0.65):
        strand = [(side * (3.4 + 2.2 * share), 26.2 - share), (side * (5.2 + 2.0 * share), 22.4), (side * 5.9, 18.4)]
        ink.draw(smooth(strand), None, colours.strands, 0.35)
    for i in range(5):
        x, y = side * (7.0 + 0.42 * i), 17.2 - 2.35 * i
        lock = lozenge(0, 0, 2.1 - 0.12 * i, 1.75).at(x, y, turn=side * 14)
        ink.draw(lock, colours.hair, ink.black, 0.7)
        ink.draw(segment(x - side * 1.1, y + 0.5, x + side * 0.9, y - 0.4), None, colours.strands, 0.35)
    ink.draw(rect(side * 9.0 - 1.2, 4.6, 2.4, 1.3, 0.5), colours.main, ink.black, 0.6)


def _waves(ink: Ink, side: int, colours: Roles) -> None:
    """Draw waves that stand off from the head, cut short."""
    edge = [
        (2.6, 27.2), (6.6, 26.6), (9.6, 24.0), (8.9, 21.8), (10.6, 19.6), (9.3, 17.4), (10.2, 15.0), (7.4, 13.4),
        (4.6, 14.6), (4.4, 20.0),
    ]  # fmt: skip
    ink.draw(smooth([(side * x, y) for x, y in edge], closed=True), colours.hair, ink.black, 0.8)
    for q in (0, 1.5, 3.0):
        wave = [(5.4, 26.0), (8.4, 24.0), (7.6, 21.8), (9.1, 19.4), (7.8, 17.3), (8.8, 15.0)]
        line = smooth([(side * (x - q * 0.72), y - q * 0.1) for x, y in wave])
        ink.draw(line, None, colours.strands, 0.35)


def _veil(ink: Ink, side: int, colours: Roles) -> None:
    """Draw a veil that falls from the crown to the shoulder, hemmed, and dark hair parted under it."""
    veil = [(1.0, 27.6), (7.4, 26.6), (9.6, 22.0), (9.8, 16.0), (11.6, 10.6), (8.2, 10.0), (5.0, 13.6)]
    outline = smooth([(side * x, y) for x, y in veil], closed=True)
    ink.draw(outline, colours.pale, ink.black, 0.8)
    hem = smooth([(side * x, y) for x, y in ((7.2, 25.4), (8.7, 21.8), (8.8, 16.2), (10.2, 11.4))])
    ink.draw(hem, None, ink.black if ink.low else colours.shade, 0.9)
    for i in range(7):
        y = 24.0 - 1.9 * i
        ink.draw(ellipse(side * (7.4 + 0.26 * i), y, 0.36), colours.main, ink.black if ink.low else None, 0.3)
    parted = [(0.4, 27.4), (4.6, 26.0), (6.6, 22.4), (6.4, 17.4), (5.0, 15.6), (4.0, 20.0)]
    ink.draw(smooth([(side * x, y) for x, y in parted], closed=True), colours.hair, ink.black, 0.8)
    ink.draw(smooth([(side * x, y) for x, y in ((1.6, 26.6), (5.0, 23.8), (5.6, 17.2))]), None, colours.strands, 0.35)


_CUTS = {"curled": _queen_hair, "plaited": _plaits, "waved": _waves, "veiled": _veil}


def _jack_hair(ink: Ink, side: int, colours: Roles) -> None:
    s = side
    bob = Path().move(s * 3.8, 26.8).curve(s * 7.6, 26.5, s * 8.2, 23, s * 8.2, 19).line(s * 8.2, 14.4)
    bob = bob.curve(s * 8.2, 13.0, s * 6.6, 12.4, s * 5.4, 13.4).line(s * 4.2, 17).close()
    ink.draw(bob, colours.hair, ink.black, 0.8)
    for q in range(3):
        ink.draw(
            segment(s * (7.3 - q * 0.95), 23.6 - q * 0.2, s * (7.3 - q * 0.9), 14.2 + q * 0.2),
            None,
            colours.strands,
            0.35,
        )


def draw_collar(ink: Ink, rank: str, colours: Roles) -> None:
    """Draw the neck and the fan of wedges below it."""
    ink.draw(rect(-2.3, 11.2, 4.6, 4), colours.pale, ink.black, 0.7)
    wedges, reach = {"K": (11, 7.6), "Q": (11, 8.8), "J": (9, 6.4)}[rank]
    inner, y = 3.4, 14.4
    for i in range(wedges):
        a, b = (radians(180 + j * 180 / wedges) for j in (i, i + 1))
        middle = (a + b) / 2
        one, two = a * 0.7 + middle * 0.3, b * 0.7 + middle * 0.3
        wedge = Path().move(inner * cos(a), y + inner * 0.5 * sin(a)).line(reach * cos(a), y + reach * 0.62 * sin(a))
        wedge = wedge.curve(
            reach * 1.1 * cos(one), y + reach * 0.7 * sin(one), reach * 1.1 * cos(two), y + reach * 0.7 * sin(two),
            reach * cos(b), y + reach * 0.62 * sin(b),
        )  # fmt: skip
        wedge = wedge.line(inner * cos(b), y + inner * 0.5 * sin(b)).close()
        ink.draw(wedge, colours.metal if i % 2 else colours.pale, ink.black, 0.55)


def draw_beard(ink: Ink, colours: Roles, cut: str) -> None:
    """Draw a king's beard and his moustache, as he wears them."""
    dark = colours.hair == ink.black
    if cut == "forked":
        for side in (1, -1):
            lock = [(0, 15.6), (4.4, 16.4), (4.9, 13.6), (3.6, 10.2), (4.3, 7.6), (2.0, 8.6), (0.3, 11.6)]
            ink.draw(smooth([(side * x, y) for x, y in lock], closed=True), colours.hair, ink.black, 0.7)
            for q in (0.0, 1.1, 2.2):
                line = [(side * (3.8 - q), 15.6), (side * (3.9 - q), 12.6), (side * (3.4 - 0.5 * q), 9.4)]
                ink.draw(smooth(line), None, colours.strands, 0.35)
    elif cut == "imperial":
        tuft = [(-1.5, 14.9), (1.5, 14.9), (1.3, 12.4), (0, 8.9), (-1.3, 12.4)]
        ink.draw(smooth(tuft, closed=True), colours.hair, colours.strands if dark else ink.black, 0.6)
    else:
        for y, count in ((11.9, 2), (13.4, 3), (14.7, 4)):
            for i in range(count):
                ink.draw(ellipse((i - (count - 1) / 2) * 2.1, y, 1.35), colours.hair, colours.strands, 0.4)
    if cut == "shaven lip":
        return
    draw_moustache(ink, colours, 1.35 if cut == "imperial" else 1.0)


def draw_moustache(ink: Ink, colours: Roles, wide: float) -> None:
    """Draw a moustache; a wide one has its ends twirled up."""
    half = [(0, 17.5), (1.7, 17.9), (3.5, 16.8), (4.7, 17.6), (3.6, 15.7), (1.6, 16.2), (0, 16.9)]
    if wide > 1:
        half = [
            (0, 17.4),
            (1.7, 17.7),
            (4.0, 16.9),
            (5.9, 17.6),
            (6.5, 19.4),
            (7.1, 17.2),
            (5.2, 15.7),
            (2.0, 16.3),
            (0, 16.9),
        ]
    for side in (1, -1):
        moustache = smooth([(side * x, y) for x, y in half], closed=True)
        ink.draw(moustache, colours.hair, colours.pale if colours.hair == ink.black else ink.black, 0.35)


def draw_crown(ink: Ink, rank: str, suit: str, colours: Roles) -> None:
    """Draw what the figure wears on its head; a king's crown ends in his suit."""
    if rank == "K":
        _king_crown(ink, suit, colours)
    else:
        {"Q": _queen_crown, "J": _jack_cap}[rank](ink, colours)


def _king_crown(ink: Ink, suit: str, colours: Roles) -> None:
    base = 25.6
    tips = [(-8.2, 33.4), (-4.1, 32.6), (0, 35.2), (4.1, 32.6), (8.2, 33.4)]
    valleys = [(-5.2, 29.2), (-2.0, 29.2), (2.0, 29.2), (5.2, 29.2)]
    zigzag = [point for pair in zip(tips, [*valleys, (6.6, base)], strict=True) for point in pair]
    ink.draw(poly([(-6.6, base), *zigzag]), colours.metal, ink.black, 0.9)
    for x, y in tips:
        ink.draw(suit_path(suit, x, y + 0.5, 2.7), colours.main, ink.black, 0.55)
    ink.draw(rect(-6.9, base - 0.6, 13.8, 2.5, 0.4), colours.main, ink.black, 0.8)
    for i in range(-2, 3):
        ink.draw(lozenge(i * 2.6, base + 0.65, 0.75, 0.85), ink.black if ink.low else colours.pale)


def _queen_crown(ink: Ink, colours: Roles) -> None:
    base = 25.9
    for x, h in ((-5.0, 3.9), (5.0, 3.9), (-2.6, 5.6), (2.6, 5.6), (0, 7.3)):
        petal = Path().move(x - 1.9, base + 0.6)
        petal = petal.curve(x - 2.2, base + h * 0.6, x - 0.6, base + h * 0.75, x, base + h + 1)
        petal = petal.curve(x + 0.6, base + h * 0.75, x + 2.2, base + h * 0.6, x + 1.9, base + 0.6).close()
        ink.draw(petal, colours.metal, ink.black, 0.7)
        ink.draw(ellipse(x, base + h * 0.45, 0.6), colours.main, ink.black, 0.3)
        ink.draw(ellipse(x, base + h + 1.3, 0.65), colours.pale, ink.black)
    band = Path().move(-6.6, base - 1.6).curve(-3, base + 0.6, 3, base + 0.6, 6.6, base - 1.6)
    band = band.line(6.9, base + 0.4).curve(3.2, base + 2.6, -3.2, base + 2.6, -6.9, base + 0.4).close()
    ink.draw(band, colours.main, ink.black, 0.8)
    for x, y in ((-4.6, 0.1), (-2.4, 0.75), (0, 1.0), (2.4, 0.75), (4.6, 0.1)):
        ink.draw(ellipse(x, base + y - 0.15, 0.55), ink.black if ink.low else colours.pale)


def _jack_cap(ink: Ink, colours: Roles) -> None:
    base = 25.4
    cap = Path().move(-8.4, base + 0.4).curve(-9.4, base + 5.4, -3.5, base + 7.6, 1.0, base + 7.2)
    cap = cap.curve(6.4, base + 6.8, 9.6, base + 3.8, 8.2, base + 0.4).close()
    ink.draw(cap, colours.main)
    with ink.clip(cap):
        for i in range(-7, 8, 2):
            rib = poly([(0, base - 2), (i * 2.3 - 0.55, base + 10), (i * 2.3 + 0.55, base + 10)])
            ink.draw(rib, None if ink.low else colours.metal, ink.black if ink.low else None, 0.3)
    ink.draw(cap, None, ink.black, 0.9)
    ink.draw(rect(-8.6, base - 0.9, 17.2, 2.3, 1.1), colours.second, ink.black, 0.8)
    _feather(ink, base, colours)
    ink.draw(lozenge(6.3, base + 0.3, 1.1, 1.4), colours.metal, ink.black, 0.6)


def _feather(ink: Ink, base: float, colours: Roles) -> None:
    spine = [(6.0, base + 0.8), (9.0, base + 4.4), (12.6, base + 7.3), (15.6, base + 7.2), (17.2, base + 5.2)]
    feather = Ribbon(spine, [(0, 0.5), (0.3, 1.7), (0.7, 1.9), (1, 0.2)])
    ink.draw(feather.outline(step_mm=1.2), colours.pale, ink.black, 0.7)
    barbs = Path()
    for i in range(2, 12):
        u = i / 12.5
        for side in (1, -1):
            barbs += segment(*feather.at(u), *feather.at(min(1, u + 0.07), side * 0.86))
    ink.draw(barbs, None, ink.black, 0.3)
    ink.draw(feather.side(0, 0.9, 0), None, ink.black)
