"""Tailpieces: where a chapter ends and leaves its page half empty, a small figure of the game closes it.

Each is drawn about the origin, between two short rules as the emblems of the cards are, and no higher than `HIGH`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.book.cards import CARD_SCALE
from cardgen.book.marks import Element
from cardgen.book.pages import BookPage, Leaf, PageMark
from cardgen.pdf.marks import PictureMark
from cardgen.pdf.path import ellipse, lozenge

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

HIGH = 17.0
"""How high a tailpiece is, in millimetres."""
_ROOM = 40.0  # less than that is only the foot of a page
_DOWN = 27.0  # how far below the text its middle stands at most

Tail = Callable[["Ink"], float]
"""Draws a figure about the origin, and gives half its width in millimetres."""


def with_tails(pages: Sequence[BookPage], leaf: Leaf, game: str) -> list[BookPage]:
    """Close the pages that a chapter's end leaves half empty, each with the next of the game's figures."""
    tails = TAILS.get(game, (_lozenges,))
    out: list[BookPage] = []
    drawn = 0
    for at, page in enumerate(pages):
        last = page.places[-1]
        foot = last.y - last.element.height
        ends = at + 1 == len(pages) or bool(pages[at + 1].places[0].element.chapter)
        room = foot - leaf.foot
        if ends and room >= _ROOM and not last.element.wide:
            middle = foot - min(room * 0.46, _DOWN)
            tail = PictureMark(leaf.measure / 2, -HIGH / 2, 0, 0, partial(_draw, tail=tails[drawn % len(tails)]))
            spot = PageMark(0, middle + HIGH / 2, Element(HIGH, (tail,)))
            out.append(replace(page, places=(*page.places, spot)))
            drawn += 1
        else:
            out.append(page)
    return out


def _draw(ink: Ink, *, tail: Tail) -> None:
    half = tail(ink) + 1.8
    for side in (-1, 1):
        ink.line(side * half, 0, side * (half + 11), 0, 0.5, cap="butt")
        ink.draw(lozenge(side * (half + 12), 0, 0.6, 0.85), ink.black)


def _lozenges(ink: Ink) -> float:
    for x in (-4.4, 4.4):
        ink.flat(lozenge(x, 0, 2.2, 3.2), ink.black, join="mitre")
    ink.flat(lozenge(0, 0, 2.2, 3.2), ink.palette.red.base, join="mitre")
    return 6.6


def _emblem(ink: Ink, name: str) -> float:
    """The sun of the cards, with an emblem on it."""
    from cardgen.art.emblems import draw_emblem

    if not ink.low:
        ink.draw(ellipse(0, 0, 6.6), ink.palette.plate)
    ink.draw(ellipse(0, 0, 7.1), None, ink.black, 0.3)
    draw_emblem(ink, name, "#FFFFFF" if ink.low else ink.paper)
    return 8.2


def _lizard(ink: Ink) -> float:
    """A lizard that walks to the right: one of those on the backs."""
    from cardgen.art.backs.figures import draw_small_lizard

    with ink.at(0, 0.6, -90, 1.14):
        draw_small_lizard(ink, 1, as_if=CARD_SCALE)
    return 12.6


def _snake(ink: Ink) -> float:
    """A snake in a coil."""
    from cardgen.art.beasts.colours import coat
    from cardgen.art.beasts.snake import draw_snake
    from cardgen.art.suits import HEARTS

    def small(ink: Ink) -> None:
        with ink.weighing(1.7), ink.at(0, 0, 0, 0.275), ink.at(-33.0, -50.0):
            draw_snake(ink, coat(ink, HEARTS), halo=False)

    ink.form(("small snake",), small, (-9, -10, 9, 10))
    return 8.0


def _shapes(ink: Ink, cards: Sequence[tuple[str, str]]) -> float:
    """Three shapes of West, each in its colour."""
    from cardgen.art.shapes import draw_shape, draw_small_shape

    draw = draw_shape if ink.low else draw_small_shape
    for x, (colour, shape) in zip((-11.0, 0.0, 11.0), cards, strict=True):
        draw(ink, shape, colour, x, 0, 8.0)
    return 15.5


def _suits(ink: Ink, suits: str) -> float:
    """Suits side by side."""
    from cardgen.art.suits import draw_suit

    places = [(at - (len(suits) - 1) / 2) * 9.6 for at in range(len(suits))]
    for x, suit in zip(places, suits, strict=True):
        draw_suit(ink, suit, x, 0, 8.4, outline_pt=0.7 if ink.low else 0)
    return places[-1] + 4.6


def _medallion(ink: Ink) -> float:
    """The lozenge of Red & Black's back."""
    from cardgen.art.backs.figures import draw_medallion

    with ink.at(0, 0, 90):
        draw_medallion(ink, 0.5)
    return 11.2


def _chip(ink: Ink) -> float:
    """The chip of Liar Poker's back."""
    from cardgen.art.backs.chips import draw_medallion

    draw_medallion(ink, 0.42)
    return 8.3


def _eyes(ink: Ink) -> float:
    """Two eyes."""
    from cardgen.art.eye import draw_eye

    for side in (-1, 1):
        draw_eye(ink, side * 6.2, 0, 1, ink.paper, ink.paper if ink.low else ink.palette.yellow.base)
    return 11.2


TAILS: dict[str, tuple[Tail, ...]] = {
    "liars-lair": tuple(
        partial(_emblem, name=name) for name in ("owl", "teapot", "piano", "kangaroo", "pudding", "whale")
    ),
    "lizard": (_lizard, _snake),
    "liars-guess": tuple(
        partial(_shapes, cards=tuple(zip(colours, shapes, strict=True)))
        for colours, shapes in (("ryg", "cht"), ("gry", "htc"), ("ygr", "tch"))
    ),
    "red-and-black": (partial(_suits, suits="hsdc"), _medallion),
    "liar-poker": (_chip, _eyes, partial(_suits, suits="cdhs")),
}
