"""What court figures hold, in the hand on the right: a king his weapon, a queen her flower, a jack his staff.

Each suit has its own: sword, spear, axe and mace; a daisy, a tulip, a star and a clover; and staffs that end in the
suit's sign. So twelve figures differ in their outline as well.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.courts.people import (
    PEOPLE,
    Roles,
    draw_beard,
    draw_collar,
    draw_crown,
    draw_face,
    draw_fan,
    draw_hair,
    draw_halo,
    draw_moustache,
    draw_profile,
    roles,
)
from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES, draw_suit, suit_path
from cardgen.art.worlds import draw_frame, key
from cardgen.pdf.path import Outline, arc, compound, ellipse, lozenge, poly, rect, segment, smooth
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.art.standard import Indices
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.marks import Size


X = 15.6


def draw_held(ink: Ink, rank: str, suit: str, colours: Roles) -> None:
    """Draw the attribute and the hand that holds it."""
    draw = {"K": _weapon, "Q": _flower, "J": _staff}[rank]
    draw(ink, suit, colours)


def draw_hand(ink: Ink, x: float, y: float, colours: Roles) -> None:
    """Draw a fist with three lines between its fingers, and its cuff."""
    ink.draw(rect(x - 1.7, y - 1.6, 3.4, 3.2, 1.3), colours.pale, ink.black, 0.7)
    for i in range(3):
        ink.line(x - 1.7, y - 0.6 + i * 0.75, x + 0.4, y - 0.6 + i * 0.75, 0.4)
    ink.draw(rect(x - 2.4, y - 3.4, 4.8, 2.0, 0.5), colours.metal, ink.black, 0.6)


def _weapon(ink: Ink, suit: str, colours: Roles) -> None:
    {HEARTS: _sword, SPADES: _spear, DIAMONDS: _axe, CLUBS: _mace}[suit](ink, colours)
    draw_hand(ink, X, 6.4, colours)
    ink.draw(ellipse(X, 2.2, 1.2), colours.metal, ink.black, 0.6)


def _sword(ink: Ink, colours: Roles) -> None:
    blade = poly([(X - 1, 10), (X - 1, 29.6), (X, 32.6), (X + 1, 29.6), (X + 1, 10)])
    ink.draw(blade, colours.pale, ink.black, 0.7)
    ink.line(X, 11, X, 30, 0.35)
    ink.draw(rect(X - 3.4, 9.2, 6.8, 1.5, 0.7), colours.metal, ink.black, 0.7)
    ink.draw(rect(X - 0.75, 3, 1.5, 6.4), colours.second, ink.black, 0.6)


def _spear(ink: Ink, colours: Roles) -> None:
    ink.draw(rect(X - 0.6, 3, 1.2, 22), colours.metal, ink.black, 0.6)
    leaf = (
        Outline()
        .move(X, 34.4)
        .curve(X + 0.9, 31.6, X + 2.3, 29.4, X + 1.9, 27.2)
        .curve(X + 1.6, 25.8, X + 0.8, 25, X, 24.6)
    )
    leaf = leaf.curve(X - 0.8, 25, X - 1.6, 25.8, X - 1.9, 27.2).curve(X - 2.3, 29.4, X - 0.9, 31.6, X, 34.4).close()
    ink.draw(leaf, colours.pale, ink.black, 0.7)
    ink.line(X, 25.6, X, 32.6, 0.35)
    ink.draw(rect(X - 1.8, 23.4, 3.6, 1.2, 0.5), colours.main, ink.black, 0.6)


def _axe(ink: Ink, colours: Roles) -> None:
    ink.draw(rect(X - 0.65, 3, 1.3, 28.2, 0.6), colours.metal, ink.black, 0.6)
    for side in (1, -1):
        edge = X + side * 2.6
        blade = Outline().move(X + side * 0.65, 25.6).curve(X + side * 1.8, 25.4, edge - side * 0.6, 24.4, edge, 22.9)
        blade = blade.curve(edge + side * 0.7, 25.6, edge + side * 0.7, 28.4, edge, 31.1)
        blade = blade.curve(edge - side * 0.6, 29.6, X + side * 1.8, 28.6, X + side * 0.65, 28.4).close()
        ink.draw(blade, colours.pale, ink.black, 0.7)
    ink.draw(lozenge(X, 27, 0.8, 1.2), colours.main, ink.black, 0.5)


def _mace(ink: Ink, colours: Roles) -> None:
    ink.draw(rect(X - 0.65, 3, 1.3, 22), colours.metal, ink.black, 0.6)
    ink.draw(rect(X - 1.6, 22.6, 3.2, 1.2, 0.5), colours.main, ink.black, 0.6)
    for turn in range(0, 360, 45):
        a = radians(turn)
        ink.draw(
            lozenge(0, 0, 0.75, 1.3).at(X + 2.5 * cos(a), 27.2 + 2.5 * sin(a), turn=turn - 90), colours.metal, ink.black
        )
    ink.draw(ellipse(X, 27.2, 2.4), colours.pale, ink.black, 0.7)
    ink.draw(ellipse(X, 27.2, 1.1), colours.main, ink.black, 0.5)


FLOWER = (15.2, 19.6)


def _flower(ink: Ink, suit: str, colours: Roles) -> None:
    x, y = FLOWER
    stalk = smooth([(x - 0.6, 2), (x + 0.3, 9), (x, 17)])
    ink.draw(stalk, None, ink.black, 1.0 if ink.low else 1.5)
    if not ink.low:
        ink.draw(stalk, None, colours.leaf, 0.7)
    for side, up in ((1, 11.5), (-1, 13.6)):
        leaf = Outline().move(x + 0.1, up)
        leaf = leaf.curve(x + side, up + 2.2, x + side * 2.4, up + 2.6, x + side * 3.4, up + 2.4)
        leaf = leaf.curve(x + side * 3.0, up + 0.6, x + side * 1.4, up - 0.3, x + 0.1, up).close()
        ink.draw(leaf, colours.leaf, ink.black, 0.55)
    for petal in _petals(suit):
        ink.draw(petal.at(x, y), colours.pale, ink.black, 0.55)
    ink.draw(ellipse(x, y, 1.75), colours.metal, ink.black, 0.6)
    draw_suit(ink, suit, x, y, 2.1, colours.sign)
    draw_hand(ink, x - 0.3, 6.6, colours)


def _petals(suit: str) -> list[Outline]:
    """List a flower's petals about the origin, those behind first."""
    if suit == HEARTS:
        return [ellipse(2 * cos(radians(a)), 2 * sin(radians(a)), 1.25) for a in range(0, 360, 45)]
    if suit == CLUBS:
        return [ellipse(2.15 * cos(radians(a)), 2.15 * sin(radians(a)), 2.0) for a in (90, 210, 330)]
    if suit == DIAMONDS:
        return [lozenge(0, 2.1, 1.1, 1.75).at(turn=a) for a in (*range(30, 390, 60), *range(0, 360, 60))]
    leaf = Outline().move(0, -1.4).curve(-2.2, -0.6, -2.5, 1.8, 0, 3.7).curve(2.5, 1.8, 2.2, -0.6, 0, -1.4).close()
    return [leaf.at(turn=a) for a in (120, -120, 60, -60, 0)]


def _staff(ink: Ink, suit: str, colours: Roles) -> None:
    ink.draw(rect(X - 0.7, 1.5, 1.4, 19), colours.metal, ink.black, 0.6)
    y = 23.4
    if suit == DIAMONDS:
        ink.draw(lozenge(X, y, 2.4, 4.2), colours.pale, ink.black, 0.8)
    else:
        ink.sticker([suit_path(suit, X, y - 0.2, 6.6)], colours.pale, ink.black, 0.7)
    inner = {DIAMONDS: 2.8, HEARTS: 2.6, SPADES: 2.4, CLUBS: 2.2}[suit]
    draw_suit(ink, suit, X, y + (0.4 if suit == HEARTS else 0), inner, colours.sign)
    ink.draw(rect(X - 1.5, 18.6, 3, 1.1, 0.4), colours.main, ink.black, 0.6)
    draw_hand(ink, X, 6.4, colours)


# The left shoulder from the belt up to the neck.
SHOULDERS = {
    "K": [(-20.2, -0.5), (-20.2, 7.6), (-15.5, 9.9), (-8.2, 11.4), (-4.6, 13.6)],
    "Q": [(-17.9, -0.5), (-17.5, 3.4), (-15.6, 7.4), (-12.0, 9.9), (-6.4, 11.3), (-3.4, 13.6)],
    "J": [(-18.8, -0.5), (-17.9, 5.6), (-14.4, 9.2), (-7.4, 10.9), (-3.9, 13.6)],
}
LEFT, RIGHT, FLOOR, TOP = -21.0, 21.0, -2.0, 20.0
SEAM, SIGNS = -0.5, (4.0, 7.2)


def robe_path(rank: str, drop: float = 0) -> Outline:
    """Draw the outline of a rank's shoulders, down to `drop` below the origin."""
    left = smooth(SHOULDERS[rank])
    if drop:
        left = Outline().move(SHOULDERS[rank][0][0], SEAM - drop).joined(left)
    return left.joined(left.flip().reverse()).close()


def draw_robe(ink: Ink, rank: str, suit: str, colours: Roles, drop: float = 0) -> None:
    """Draw the robe with its suit's pattern and the panel down its middle, to `drop` below the origin."""
    outline = robe_path(rank, drop)
    pattern = {SPADES: _chevrons, HEARTS: _scallops, DIAMONDS: _harlequin, CLUBS: _rings}[suit]
    ink.draw(outline, colours.main)
    with ink.clip(outline):
        pattern(ink, colours, drop)
    ink.draw(outline, None, ink.black, 1.0)
    foot, step = SEAM - drop, SIGNS[1] - SIGNS[0]
    panel = poly([(-3.1, foot), (-3.1, 8.2), (0, 12.2), (3.1, 8.2), (3.1, foot)])
    ink.draw(panel, colours.pale, ink.black, 0.8)
    for y in (*SIGNS, *(SIGNS[0] - step * i for i in range(1, 1 + int(drop / step)))):
        draw_suit(ink, suit, 0, y, 2.1)


def _chevrons(ink: Ink, colours: Roles, drop: float) -> None:
    bands = ((2.6, colours.main), (1.0, colours.second), (2.6, colours.main), (0.6, colours.metal))
    y, i = FLOOR - 22 - ceil(drop / 6.8) * 6.8, 0  # all four bands together are 6.8 high
    while y < TOP + 10:
        high, colour = bands[i % 4]
        band = poly(
            [(LEFT, y + 16), (0, y), (RIGHT, y + 16), (RIGHT, y + 16 + high), (0, y + high), (LEFT, y + 16 + high)]
        )
        if ink.low:
            ink.draw(band, None, ink.black, 0.3)
        elif i % 2:
            ink.draw(band, colour)
        y, i = y + high, i + 1


def _scallops(ink: Ink, colours: Roles, drop: float) -> None:
    r = 2.55
    for row in range(10 + ceil(drop / r)):
        y = TOP - row * r
        for i in range(-5, 5):
            x = (2 * i + (1 if row % 2 else 0)) * r
            ink.draw(ellipse(x, y, r), colours.main, ink.black, 0.5)
            middle = colours.metal if row % 2 else colours.pale
            ink.draw(ellipse(x, y, r * 0.62), middle, ink.black if ink.low else None, 0.3)
            if not ink.low:
                ink.draw(ellipse(x, y, r * 0.3), colours.second)


def _harlequin(ink: Ink, colours: Roles, drop: float) -> None:
    w, h = 5.2, 7.2
    edge = ink.black if ink.low else colours.metal
    for i in range(-9, 10):
        for j in range(-3 - ceil(2 * drop / h), 4):
            if (i + j) % 2 == 0:
                x, y = i * w / 2, 8 + j * h / 2
                ink.draw(lozenge(x, y, w / 2, h / 2), colours.main if j % 2 else colours.second, edge, 0.45)
                if j % 2:
                    ink.draw(lozenge(x, y, 0.7, 1.0), edge)


def _rings(ink: Ink, colours: Roles, drop: float) -> None:
    step = 4.2
    ink.draw(rect(LEFT, FLOOR - drop, RIGHT - LEFT, TOP - FLOOR + 6 + drop), colours.main)
    for j in range(-ceil(drop / (0.86 * step)), 5):
        for i in range(-5, 6):
            x, y = i * step + (step / 2 if j % 2 else 0), FLOOR + 0.4 + j * step * 0.86
            edge = ink.black if ink.low else colours.metal
            ink.draw(ellipse(x, y, 1.75), colours.second, edge, 0.55)
            draw_suit(ink, CLUBS, x, y, 1.3 if ink.low else 1.9, ink.black if ink.low else colours.pale)


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
def _sea(half_w: float, half_h: float) -> Outline:
    """Make the rings of the sea, the same turned by 180 degrees."""
    r, rings = 2.6, list[Outline]()
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
    step, crests = 2 * half_w / 8, Outline()
    for i in range(-1, 9):
        x = -half_w + i * step
        crest = Outline().move(x, 0).curve(x + 0.3 * step, 0, x + 0.3 * step, 0.62 * half, x + 0.62 * step, 0.62 * half)
        crest = crest.curve(x + 0.95 * step, 0.62 * half, x + 0.95 * step, 0.05 * half, x + 0.72 * step, 0.12 * half)
        crests += crest + crest.at(turn=180)
    ink.draw(crests, None, ink.black if ink.low else c.metal, 0.6)
    ink.draw(segment(-half_w, 0, half_w, 0), None, ink.black if ink.low else c.pale, 0.35)


HALF_W, HALF_H, RADIUS = 19.7, 37.6, 1.6
BELT = 1.9
OUT = 0.7  # how far outside the panel the middle of a theme's frame runs
CORNER_PIP = (-15.1, 32.4, 6.6)
LOW_WEIGHT = 0.75  # of every line, so that a figure keeps its detail and takes a tenth of the ink
JUMBO_SHARE = 0.86  # large indices need room beside the panel


def draw_court(ink: Ink, size: Size, rank: str, suit: str, indices: Indices = "normal", *, slate: bool = False) -> None:
    """Draw a king, queen or jack (K, Q, J) in its panel, centred on the card."""
    k = size.scale * (JUMBO_SHARE if indices == "jumbo" else 1)
    # On a card that is taller for its width the robe is longer, so that the panel stretches with the card.
    drop = max(0.0, HALF_H * (size.stretch - 1))
    with ink.at(size.width_mm / 2, size.height_mm / 2, 0, k):
        _panel(ink, rank, suit, slate, drop)


def _panel(ink: Ink, rank: str, suit: str, slate: bool, drop: float) -> None:
    colours = roles(ink, suit, slate=slate)
    panel = rect(-HALF_W, -HALF_H - drop, 2 * HALF_W, 2 * (HALF_H + drop), RADIUS)

    def half(ink: Ink) -> None:
        with ink.clip(rect(-HALF_W, -drop, 2 * HALF_W, HALF_H + drop)), ink.weighing(LOW_WEIGHT if ink.low else 1):
            _figure(ink, rank, suit, slate, drop)
        x, y, height = CORNER_PIP
        draw_suit(ink, suit, x, y, height, outline_pt=0.6 if ink.low else 0, pattern=True)

    with ink.clip(panel):
        draw_ground(ink, colours, HALF_W, HALF_H + drop)
        for turn, y in ((0, drop), (180, -drop)):
            ink.form(("court", rank, suit, slate, drop), half, (-HALF_W, -drop, HALF_W, HALF_H), 0, y, turn)
    draw_belt(ink, colours, HALF_W, BELT)
    ink.draw(panel, None, ink.black, 0.9)
    around = HALF_W + OUT, HALF_H + drop + OUT
    draw_frame(ink, rect(-around[0], -around[1], 2 * around[0], 2 * around[1], RADIUS))


def _figure(ink: Ink, rank: str, suit: str, slate: bool, drop: float) -> None:
    """Draw the upper half figure from back to front; its robe goes on `drop` below the origin."""
    colours = roles(ink, suit, slate=slate)
    person = PEOPLE[rank, suit]
    draw_halo(ink, rank, colours)
    draw_robe(ink, rank, suit, colours, drop)
    if person.profile:
        draw_collar(ink, rank, colours)
        draw_profile(ink, 0.9, 20.2, colours)
    else:
        draw_hair(ink, rank, colours, person.cut)
        draw_collar(ink, rank, colours)
        draw_face(ink, 0, 20.2, colours, person)
    if rank == "K":
        draw_beard(ink, colours, person.cut)
    elif person.cut == "moustache":
        draw_moustache(ink, colours, 1.0)
    draw_crown(ink, rank, suit, colours)
    if person.fan:
        draw_fan(ink, colours)
        draw_hand(ink, 10.0, 5.0, colours)
    else:
        draw_held(ink, rank, suit, colours)
