"""The four suits, as paths in a box of height 1 about the origin, y up.

Heart, diamond and spade are one mirrored outline each; the diamond's sides are concave quarters, the spade is the heart
turned over on a foot that flares. The club is three equal discs with a triangle between them, on the same kind of foot.
They are read by `draw_suit` for pips, indices, courts, backs and the rulebook's running text alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.hatch import hatch
from cardgen.art.path import POINTS_PER_MM, Path, ellipse, poly, svg

if TYPE_CHECKING:
    from cardgen.ink import Ink
    from cardgen.theme import Colour

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
_DISC = 0.218
_DISCS = ((0.0, 0.27), (-0.243, -0.09), (0.243, -0.09))


def club(inset: float = 0) -> tuple[Path, ...]:
    """Give the parts of the club, everywhere about `inset` inside its outline."""
    neck, toe, floor = 0.05 - inset * 0.7, 0.19 - inset * 1.9, 0.49 - inset
    foot = Path().move(-neck, 0.06).curve(-neck, -0.18, -0.06, -0.38, -toe, -0.46 + inset).line(-toe, -floor)
    foot = foot.line(toe, -floor).line(toe, -0.46 + inset).curve(0.06, -0.38, neck, -0.18, neck, 0.06).close()
    return *(ellipse(x, y, _DISC - inset) for x, y in _DISCS), poly(_DISCS), foot


PARTS: dict[str, tuple[Path, ...]] = {
    HEARTS: (_HEART,),
    DIAMONDS: (_DIAMOND,),
    SPADES: (_SPADE,),
    CLUBS: club(),
}
# Drawn this high and scaled where it is placed, so that rounding stays out of sight.
_DRAWN_MM = 20.0
# A pattern beside the colour, for a mark of height 1: how far apart its lines are, and the solid rim left round it.
AID_PITCH, AID_RIM = 0.13, 0.06


def suit_paths(suit: str, x: float, y: float, height: float, turn: float = 0) -> list[Path]:
    """Give a suit's overlapping parts about (x, y), `height` millimetres high."""
    return [part.at(x, y, height, turn=turn) for part in PARTS[suit]]


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
    key = ("suit", suit, colour, pattern)
    ink.form(key, lambda i: _filled(i, suit, colour, pattern), box, x, y, turn, height / _DRAWN_MM)  # type: ignore[arg-type]


def inside(suit: str, height: float, inset: float) -> tuple[list[Path], float]:
    """Give what to clip a pattern to so that it keeps `inset` from a suit's edge, about the origin.

    For all suits but clubs these are the whole outlines, and a line of the second number's width (in points), drawn
    along them afterwards, covers the rest; it is 0 for clubs, whose parts are given smaller.
    """
    if suit == CLUBS:
        return [part.at(0, 0, height) for part in club(inset / height)], 0
    return [part.at(0, 0, height) for part in PARTS[suit]], 2 * inset * POINTS_PER_MM


def hatch_suit(
    ink: Ink, suit: str, height: float, inset: float, lines: Colour, ground: Colour, width_pt: float
) -> None:
    """Draw a suit's pattern about the origin, keeping `inset` from its edge; `ground` is what the suit is filled with.

    Red suits have upright lines, black ones upright and level lines.
    """
    tone = "red" if suit in (HEARTS, DIAMONDS) else "black"
    paths, cover_pt = inside(suit, height, inset)
    half = height / 2
    for path in paths:
        with ink.clip(path):
            hatch(ink, tone, (-half, -half, half, half), lines, width_pt, AID_PITCH * height)
            if cover_pt:
                ink.draw(path, None, ground, cover_pt, join="mitre")


def _filled(ink: Ink, suit: str, colour: Colour, pattern: bool) -> None:
    for path in suit_paths(suit, 0, 0, _DRAWN_MM):
        ink.draw(path, colour)
    if pattern:
        hatch_suit(ink, suit, _DRAWN_MM, AID_RIM * _DRAWN_MM, ink.paper, colour, 0.95)


def _outlined(ink: Ink, suit: str, height: float, colour: Colour, outline_pt: float, pattern: bool) -> None:
    paths = suit_paths(suit, 0, 0, height)
    if len(paths) == 1:
        ink.draw(paths[0], ink.paper, colour, outline_pt)
    else:
        # The line of a union lies wholly outside; half its width is taken off, to sit as a stroke does.
        ink.sticker(suit_paths(suit, 0, 0, height * 0.985), ink.paper, colour, outline_pt * 0.75)
    if pattern:
        hatch_suit(ink, suit, height, AID_RIM * height, colour, ink.paper, 0.45)
        if len(paths) == 1:
            ink.draw(paths[0], None, colour, outline_pt)
