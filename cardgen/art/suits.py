"""The four suits, as paths in a box of height 1 about the origin, y up.

Heart, diamond and spade are one mirrored outline each; the diamond's sides are concave quarters, the spade is the heart
turned over on a foot that flares. The club is three equal discs that touch, on the same kind of foot, in one outline.
They are read by `draw_suit` for pips, indices, courts, backs and the rulebook's running text alike.
"""

from __future__ import annotations

from itertools import pairwise
from math import acos, atan2, degrees, hypot
from typing import TYPE_CHECKING

from cardgen.art.hatch import hatch
from cardgen.pdf.path import Path, Point, arc, svg

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.path import Join
    from cardgen.pdf.theme import Colour

CLUBS, DIAMONDS, HEARTS, SPADES = "c", "d", "h", "s"
SUITS = CLUBS, DIAMONDS, HEARTS, SPADES
SUIT_NAMES = {CLUBS: "clubs", DIAMONDS: "diamonds", HEARTS: "hearts", SPADES: "spades"}

_HEART = svg(
    "M0,47 C-7,33 -46,8 -46,-20 C-46,-37 -35,-46 -23,-46 C-11,-46 -3,-37 0,-27 "
    "C3,-37 11,-46 23,-46 C35,-46 46,-37 46,-20 C46,8 7,33 0,47 Z",
    0.01,
)
_DIAMOND = svg(
    "M0,-49 C7,-33 23,-12 37,0 C23,12 7,33 0,49 C-7,33 -23,12 -37,0 C-23,-12 -7,-33 0,-49 Z",
    0.01,
)
_SPADE = svg(
    "M0,-49 C7,-34 44,-12 44,15 C44,29 34,37 23,37 C15,37 8,33 4,27 C5,36 9,43 18,46 L18,49 "
    "L-18,49 L-18,46 C-9,43 -5,36 -4,27 C-8,33 -15,37 -23,37 C-34,37 -44,29 -44,15 C-44,-12 -7,-34 0,-49 Z",
    0.01,
)
# The club's discs: their radius, the middles of the upper and the right one; and the foot's edge, from the neck down.
_DISC = 0.218
_UPPER, _RIGHT = (0.0, 0.27), (0.243, -0.09)
_FOOT = ((0.05, 0.06), (0.05, -0.18), (0.06, -0.38), (0.19, -0.46))
_FLOOR = -0.49


def _foot_from(t: float) -> tuple[Point, ...]:
    """Give what is left of the edge of the club's foot below a share t of it."""
    points, left = list(_FOOT), [_FOOT[3]]
    while len(points) > 1:
        points = [((1 - t) * a + t * c, (1 - t) * b + t * d) for (a, b), (c, d) in pairwise(points)]
        left.insert(0, points[-1])
    return tuple(left)


def _club() -> Path:
    """Draw the club's outline: up the foot to where it meets the right disc, round that and the upper one, and back."""
    low, high = 0.3, 1.0  # the foot is in the disc at the one, outside at the other
    for _ in range(40):
        middle = (low + high) / 2
        x, y = _foot_from(middle)[0]
        low, high = (middle, high) if hypot(x - _RIGHT[0], y - _RIGHT[1]) < _DISC else (low, middle)
    (mx, my), *handles = _foot_from(high)
    begin = degrees(atan2(my - _RIGHT[1], mx - _RIGHT[0])) % 360 - 360
    # The discs meet where they touch, on the line between their middles (they overlap by next to nothing).
    to_upper = degrees(atan2(_UPPER[1] - _RIGHT[1], _UPPER[0] - _RIGHT[0]))
    lean = degrees(acos(hypot(_UPPER[0] - _RIGHT[0], _UPPER[1] - _RIGHT[1]) / 2 / _DISC))
    half = Path().move(0, _FLOOR).line(_FOOT[3][0], _FLOOR, *_FOOT[3])
    half = half.curve(*handles[1], *handles[0], mx, my)
    half = _on(half, arc(*_RIGHT, _DISC, begin, to_upper - lean))
    half = _on(half, arc(*_UPPER, _DISC, to_upper - 180 + lean, 90))
    return _on(half, half.flip().reverse()).close()


def _on(path: Path, more: Path) -> Path:
    """Carry a path on into one that begins where it ends."""
    return Path((*path.segments, *more.segments[1:]))


PATHS: dict[str, Path] = {HEARTS: _HEART, DIAMONDS: _DIAMOND, SPADES: _SPADE, CLUBS: _club()}
# How a line inside a suit turns at a notch: clubs have notches so sharp that a mitre would shoot through.
INNER_JOIN: dict[str, Join] = {HEARTS: "mitre", DIAMONDS: "mitre", SPADES: "mitre", CLUBS: "round"}
# Drawn this high and scaled where it is placed, so that rounding stays out of sight.
_DRAWN_MM = 20.0
# A pattern beside the colour, for a mark of height 1: how far apart its lines are, and the solid rim left round it.
AID_PITCH, AID_RIM = 0.13, 0.06
# Marks less high than this have fewer lines, or they would run together.
AID_COARSE_MM, AID_COARSE = 10.0, 0.2


def suit_path(suit: str, x: float, y: float, height: float, turn: float = 0) -> Path:
    """Give a suit's outline about (x, y), `height` millimetres high."""
    return PATHS[suit].at(x, y, height, turn=turn)


def suit_colour(ink: Ink, suit: str) -> Colour:
    """Give the colour of a suit: red, or ink."""
    return ink.palette.red.base if suit in (HEARTS, DIAMONDS) else ink.black


def draw_suit(
    ink: Ink,
    suit: str,
    x: float,
    y: float,
    height: float,
    colour: Colour | None = None,
    *,
    turn: float = 0,
    outline_pt: float = 0,
    pattern: bool = False,
) -> None:
    """Place a suit about (x, y), stored once in the document; outlined on paper where `outline_pt` is given.

    With `pattern` it says its colour by lines too, where patterns beside colours are asked for.
    """
    colour = colour or suit_colour(ink, suit)
    pattern = pattern and ink.aid
    room = (-0.5, -0.52, 0.5, 0.52)
    if outline_pt:
        box = tuple(v * height + (outline_pt if v > 0 else -outline_pt) for v in room)
        outlined = ("suit", suit, colour, height, outline_pt, pattern)
        ink.form(outlined, lambda i: _outlined(i, suit, height, colour, outline_pt, pattern), box, x, y, turn)  # type: ignore[arg-type]
        return
    box = tuple(v * _DRAWN_MM for v in room)
    pitch = _pitch(height) if pattern else 0
    key = ("suit", suit, colour, pitch)
    ink.form(key, lambda i: _filled(i, suit, colour, pitch), box, x, y, turn, height / _DRAWN_MM)  # type: ignore[arg-type]


def hatch_suit(
    ink: Ink, suit: str, height: float, inset: float, lines: Colour, width_pt: float, *, inline: bool = False,
    pitch: float = 0,
) -> None:  # fmt: skip
    """Draw a suit's pattern about the origin, keeping `inset` from its edge, where an inline may show.

    `pitch` is a share of the height, and follows from it unless given.

    Red suits have upright lines, black ones upright and level lines.
    """
    tone = "red" if suit in (HEARTS, DIAMONDS) else "black"
    shape = suit_path(suit, 0, 0, height)
    hatch(ink, tone, shape, inset, lines, width_pt, (pitch or _pitch(height)) * height, inline=inline)


def _pitch(height: float) -> float:
    return AID_PITCH if height >= AID_COARSE_MM else AID_COARSE


def _filled(ink: Ink, suit: str, colour: Colour, pitch: float) -> None:
    ink.draw(suit_path(suit, 0, 0, _DRAWN_MM), colour)
    if pitch:
        hatch_suit(ink, suit, _DRAWN_MM, AID_RIM * _DRAWN_MM, ink.paper, 0.95 * pitch / AID_PITCH, pitch=pitch)


def _outlined(ink: Ink, suit: str, height: float, colour: Colour, outline_pt: float, pattern: bool) -> None:
    ink.draw(suit_path(suit, 0, 0, height), ink.paper, colour, outline_pt)
    if pattern:
        hatch_suit(ink, suit, height, AID_RIM * height, colour, 0.45)
