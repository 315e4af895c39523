"""Tailpieces of books: a small figure that suits the game, below a chapter that leaves its page half empty.

Each is drawn about the origin, between two short rules, at most `HIGH` millimetres high.
"""

from collections.abc import Callable, Sequence
from functools import partial

from cardgen.art.backs import draw_chip_medallion, draw_medallion, draw_small_lizard
from cardgen.art.beasts.panel import coat
from cardgen.art.beasts.snakes import draw_snake
from cardgen.art.pictures import draw_emblem
from cardgen.art.shapes import HEARTS, draw_shape, draw_small_shape, draw_suit
from cardgen.art.signs import draw_eye
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import ellipse, lozenge

HIGH = 17.0
"""How high a tailpiece is, in millimetres."""
CARD_SCALE = 0.385
"""How large cards in the books' text are at most; the art that is stored for them serves tailpieces and covers, too."""
Tail = Callable[[Ink], float]
"""Draws a figure about the origin, and gives half its width in millimetres."""


def draw_tail(ink: Ink, tail: Tail) -> None:
    """Draw a figure about the origin between two short rules; `tail(ink)` draws it and returns half its width in mm."""
    half = tail(ink) + 1.8
    for side in (-1, 1):
        ink.line(side * half, 0, side * (half + 11), 0, 0.5, cap="butt")
        ink.draw(lozenge(side * (half + 12), 0, 0.6, 0.85), ink.black)


def lozenges(ink: Ink) -> float:
    """Draw three lozenges about the origin, for a game without ornaments of its own; return half their width in mm."""
    for x in (-4.4, 4.4):
        ink.flat(lozenge(x, 0, 2.2, 3.2), ink.black, join="mitre")
    ink.flat(lozenge(0, 0, 2.2, 3.2), ink.palette.red.base, join="mitre")
    return 6.6


def _emblem(ink: Ink, name: str) -> float:
    """Draw the emblem `name` on a sun, about the origin; return half the width of the figure in mm."""
    if not ink.low:
        ink.draw(ellipse(0, 0, 6.6), ink.palette.plate)
    ink.draw(ellipse(0, 0, 7.1), None, ink.black, 0.3)
    draw_emblem(ink, name, "#FFFFFF" if ink.low else ink.paper)
    return 8.2


def _lizard(ink: Ink) -> float:
    """Draw the lizard of the card backs, walking to the right; return its half width in mm."""
    with ink.at(0, 0.6, -90, 1.14):
        draw_small_lizard(ink, 1, as_if=CARD_SCALE)
    return 12.6


def _snake(ink: Ink) -> float:
    def small(ink: Ink) -> None:
        with ink.weighing(1.7), ink.at(0, 0, 0, 0.275), ink.at(-33.0, -50.0):
            draw_snake(ink, coat(ink, HEARTS), halo=False)

    ink.form(("small snake",), small, (-9, -10, 9, 10))
    return 8.0


def _shapes(ink: Ink, cards: str) -> float:
    """Draw three shapes of West, each in its colour; return their half width in mm.

    `cards` names them, as in `rc yh gt`; each name is a letter for the colour and one for the shape.
    """
    draw = draw_shape if ink.low else draw_small_shape
    for x, card in zip((-11.0, 0.0, 11.0), cards.split(), strict=True):
        draw(ink, card[1], card[0], x, 0, 8.0)
    return 15.5


def _suits(ink: Ink, suits: str) -> float:
    places = [(at - (len(suits) - 1) / 2) * 9.6 for at in range(len(suits))]
    for x, suit in zip(places, suits, strict=True):
        draw_suit(ink, suit, x, 0, 8.4, outline_pt=0.7 if ink.low else 0)
    return places[-1] + 4.6


def _medallion(ink: Ink) -> float:
    """Draw the lozenge from the middle of Red & Black's back; return its half width in mm."""
    with ink.at(0, 0, 90):
        draw_medallion(ink, 0.5)
    return 11.2


def _chip(ink: Ink) -> float:
    """Draw the chip from the middle of Liar Poker's back; return its half width in mm."""
    draw_chip_medallion(ink, 0.42)
    return 8.3


def _eyes(ink: Ink) -> float:
    for side in (-1, 1):
        draw_eye(ink, side * 6.2, 0, 1, ink.paper, ink.paper if ink.low else ink.palette.yellow.base)
    return 11.2


EMBLEMS: Sequence[str] = ("owl", "teapot", "piano", "kangaroo", "pudding", "whale")
TAILS: dict[str, tuple[Tail, ...]] = {
    "liars-lair": tuple(partial(_emblem, name=name) for name in EMBLEMS),
    "lizard": (_lizard, _snake),
    "liars-guess": tuple(partial(_shapes, cards=cards) for cards in ("rc yh gt", "gh rt yc", "yt gc rh")),
    "red-and-black": (partial(_suits, suits="hsdc"), _medallion),
    "liar-poker": (_chip, _eyes, partial(_suits, suits="cdhs")),
}
