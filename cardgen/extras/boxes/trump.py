"""Lizard: a block that stands on the table with trump on top: four suits, no trump, and a lizard that asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardgen.art.beasts import lizard as lizards
from cardgen.art.beasts import snake as snakes
from cardgen.art.beasts.colours import coat, tone_of
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_NAMES, draw_suit
from cardgen.extras.boxes.art import Bleeds, Painter
from cardgen.extras.boxes.net import Net, Panel, Point, flap, rectangle, settled
from cardgen.pdf.path import lozenge, rect

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

SIDE_MM = 34.0
GLUE_MM = 9.0
_ROW = (SPADES, HEARTS, CLUBS, DIAMONDS)


def block_net(side: float = SIDE_MM) -> Net:
    """Return the net of a cube: the suits in a row, the other two above and below the second of them."""
    s, g = side, GLUE_MM
    panels = [Panel(_ROW[0], "face", rectangle(0, 0, s, s))]
    for at in range(1, 4):
        x = at * s
        panels.append(Panel(_ROW[at], "face", rectangle(x, 0, x + s, s), _ROW[at - 1], ((x, s), (x, 0))))

    def glued(name: str, parent: str, a: Point, b: Point) -> None:
        panels.append(Panel(name, "glue", flap(a, b, g, g * 0.6), parent, (a, b)))

    glued("glue", _ROW[3], (4 * s, s), (4 * s, 0))
    panels.append(Panel("ask", "face", rectangle(s, s, 2 * s, 2 * s), _ROW[1], ((s, s), (2 * s, s))))
    panels.append(Panel("none", "face", rectangle(s, -s, 2 * s, 0), _ROW[1], ((2 * s, 0), (s, 0))))
    glued("ask left", "ask", (s, s), (s, 2 * s))
    glued("ask right", "ask", (2 * s, 2 * s), (2 * s, s))
    glued("ask top", "ask", (s, 2 * s), (2 * s, 2 * s))
    glued("none left", "none", (s, -s), (s, 0))
    glued("none right", "none", (2 * s, 0), (2 * s, -s))
    glued("none foot", "none", (2 * s, -s), (s, -s))
    return settled(panels, (s, s, s))


def block_painters() -> dict[str, Painter]:
    """Return how each face of the block is painted."""

    def suit(letter: str) -> Painter:
        def inside(ink: Ink) -> None:
            draw_suit(ink, letter, 0, 1.8, 17.5, outline_pt=0.9 if ink.low else 0)

        tone = {HEARTS: HEARTS, DIAMONDS: HEARTS}.get(letter, SPADES)
        return _face(SUIT_NAMES[letter], tone, inside)

    def snake(ink: Ink) -> None:
        k = 0.30
        with ink.at(-33.2 * k, 1.8 - 43.5 * k, 0, k):
            if ink.low:
                snakes.draw_snake(ink, coat(ink, DIAMONDS), halo=False)
            else:
                snakes.draw_silhouette(ink, ink.palette.blue.base)

    def lizard(ink: Ink) -> None:
        k = 0.30
        with ink.at(-34.6 * k, 1.8 - 44.5 * k, 0, k):
            if ink.low:
                lizards.draw_lizard(ink, coat(ink, CLUBS), halo=False)
            else:
                lizards.draw_silhouette(ink, ink.palette.green.base)

    return {
        **{letter: suit(letter) for letter in _ROW},
        "none": _face("No trump", DIAMONDS, snake),
        "ask": _face("Which suit?", CLUBS, lizard),
    }


def _face(word: str, tone_suit: str, inside: Callable[[Ink], None]) -> Painter:
    def paint(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        left, bottom, right, top = bleed
        tone = tone_of(ink.palette, tone_suit)
        if not ink.low:
            ink.draw(rect(-left, -bottom, w + left + right, h + bottom + top), tone.base)
        edge = rect(2.6, 2.6, w - 5.2, h - 5.2, 2.0)
        ink.draw(edge, ink.paper, ink.black if ink.low else ink.palette.yellow.base, 0.8)
        with ink.at(w / 2, h / 2):
            inside(ink)
            ink.text(0, -h / 2 + 5.2, word.upper(), ink.theme.fonts.label, 7.4, None, "centre", track=100)
        for x in (5.0, w - 5.0):
            for y in (5.0, h - 5.0) if word in SUIT_NAMES.values() else (h - 5.0,):
                ink.draw(lozenge(x, y, 0.7, 1.0), ink.black if ink.low else tone.base)

    return paint
