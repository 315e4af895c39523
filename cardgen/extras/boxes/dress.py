"""What a game wears on its box and its pads: its ground, its colour, its emblem, and its back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.pdf.path import lozenge
from cardgen.pdf.theme import Tone, mix

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Drawing
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour, Palette


class Dress(Struct, frozen=True):
    """How a game is dressed: `ground` is the box's, `tone` its panel's and its lozenges'.

    `emblem` is drawn about the origin, over a sun of `sun` mm radius, and reaches `half` mm up and down.
    """

    title: str
    tone: Tone
    ground: Colour
    emblem: Callable[[Ink], None]
    back: Drawing
    sun: float = 21.0
    half: float = 23.2


def dress(game: str, palette: Palette) -> Dress:
    """Return how a game is dressed. Raises KeyError for a game that has no dress."""
    return _DRESSES[game](palette)


def _lair(palette: Palette) -> Dress:
    from cardgen.art.backs.harlequin import draw_back

    return Dress("Liar’s Lair", palette.red, palette.deep(palette.black), _tongue, draw_back, half=24.2)


def _guess(palette: Palette) -> Dress:
    from cardgen.art.backs.weave import draw_back

    return Dress("Liars’ Guess", palette.yellow, palette.deep(palette.green), _shapes, draw_back)


def _lizard(palette: Palette) -> Dress:
    from cardgen.art.backs.scales import draw_back

    return Dress("Lizard", palette.green, palette.deep(palette.green), _climber, draw_back)


def _red_and_black(palette: Palette) -> Dress:
    from cardgen.art.backs.split import draw_back

    return Dress("Red & Black", palette.red, palette.deep(palette.black), _split, draw_back)


def _poker(palette: Palette) -> Dress:
    from cardgen.art.backs.chips import draw_back

    return Dress("Liar Poker", palette.blue, palette.deep(palette.blue), _chip, draw_back)


_DRESSES: dict[str, Callable[[Palette], Dress]] = {
    "liars-lair": _lair,
    "liars-guess": _guess,
    "lizard": _lizard,
    "red-and-black": _red_and_black,
    "liar-poker": _poker,
}
GAMES = tuple(_DRESSES)


# --- emblems


def _tongue(ink: Ink) -> None:
    """The mouth in the harlequin's medallion."""
    from cardgen.art.mouth import draw_mouth, draw_rays

    low = ink.low
    rx, ry = 14.4, 24.2
    ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 0.9, join="mitre")
    ink.draw(lozenge(0, 0, rx - 1.1, ry - 1.85), ink.paper if low else ink.black, ink.black, 0.4, join="mitre")
    line = ink.black if low else ink.palette.yellow.base
    ink.draw(lozenge(0, 0, rx - 2.1, ry - 3.5), None, line, 0.6, join="mitre")
    red = ink.palette.red
    lips, licking, edge = (
        (ink.paper, ink.paper, ink.black) if low else (red.base, mix(red.base, red.tint, 0.42), red.tint)
    )
    draw_rays(ink, rx - 2.9, ry - 4.85, line)
    draw_mouth(ink, 0.78, ink.paper if low else ink.black, lips, licking, edge)


def _climber(ink: Ink) -> None:
    from cardgen.art.beasts.colours import coat
    from cardgen.art.beasts.lizard import draw_lizard

    k = 0.66
    with ink.at(-34.6 * k, -45.6 * k, 0, k):
        draw_lizard(ink, coat(ink, "c"))


def _shapes(ink: Ink) -> None:
    """One of each shape, in one of each colour."""
    from cardgen.art.shapes import CIRCLE, HEART, TRIANGLE, draw_shape

    draw_shape(ink, HEART, "r", 0, 10.2, 18)
    draw_shape(ink, TRIANGLE, "g", -10.6, -8.6, 18)
    draw_shape(ink, CIRCLE, "y", 10.6, -9.0, 18)


def _split(ink: Ink) -> None:
    from cardgen.art.backs.figures import draw_medallion

    draw_medallion(ink, 1.06)


def _chip(ink: Ink) -> None:
    from cardgen.art.backs.chips import draw_medallion

    draw_medallion(ink, 1.14)
