"""Red & Black: tents that number the river's places, and one for whoever goes first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.decks.model import CardFace, Deck
from cardgen.extras.occasion import Occasion
from cardgen.layout.impose import SheetOptions
from cardgen.layout.paper import CardSize
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fonts import SANS_BOLD, SANS_SEMIBOLD, SERIF_SEMIBOLD
from cardgen.pdf.path import lozenge, poly, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

TENT = CardSize("tent", 63.5, 52.0)
"""As wide as a card of the river; folded across its middle it stands before it."""


FOOT = ("Cut along the marks,", "fold across the middle, print outside,", "and stand it before its card.")


def river_markers(wish: Occasion) -> Deck:
    """Return a tent for each place of the river and one for the first player, as a deck for `marker_sheet`."""
    faces = [
        CardFace(f"river-{number}", f"River, place {number}", partial(_place, number=number))
        for number in range(1, int(wish.options.river) + 1)
    ]
    faces.append(CardFace("first", "Goes first", _first))
    return Deck(
        "red-and-black-markers", "Red & Black: river markers", tuple(faces), _blank, game="red-and-black", foot=FOOT
    )


def marker_sheet(sheet: SheetOptions) -> SheetOptions:
    """Return the sheet for tents: one side, since their inside is never seen."""
    marks = "corners" if sheet.marks == "lines" else sheet.marks
    return replace(sheet, card=TENT, gap_mm=0.0, sides="fronts", marks=marks)


def _blank(ink: Ink, size: Size) -> None:
    """Nothing: the inside of a tent."""


def _place(ink: Ink, size: Size, *, number: int) -> None:
    def half(ink: Ink, w: float, h: float) -> None:
        _split(ink, w, h)
        with ink.at(w / 2, h / 2):
            ink.draw(lozenge(0, 0, 9.2, 11.0), ink.paper, ink.black, 0.9, join="mitre")
            ink.draw(lozenge(0, 0, 7.9, 9.45), None, ink.black, 0.4, join="mitre")
            cap = lettering.cap_mm(SANS_SEMIBOLD, 25)
            ink.text(0, -cap / 2, str(number), SANS_SEMIBOLD, 25, None, "centre")

    _tent(ink, size, half)


def _first(ink: Ink, size: Size) -> None:
    def half(ink: Ink, w: float, h: float) -> None:
        _split(ink, w, h)
        with ink.at(w / 2, h / 2):
            shape = poly([(-27, 0), (-21.5, 8.2), (21.5, 8.2), (27, 0), (21.5, -8.2), (-21.5, -8.2)])
            ink.draw(shape, ink.paper, ink.black, 0.9, join="mitre")
            inner = poly([(-25.3, 0), (-20.8, 6.9), (20.8, 6.9), (25.3, 0), (20.8, -6.9), (-20.8, -6.9)])
            ink.draw(inner, None, ink.black, 0.4, join="mitre")
            ink.text(0, 0.2, "Goes first", SERIF_SEMIBOLD, 17, None, "centre")
            ink.text(0, -4.2, "NO ATTACK ON THE FIRST TURN", SANS_BOLD, 7, None, "centre", track=40)

    _tent(ink, size, half)


def _tent(ink: Ink, size: Size, half: Callable[[Ink, float, float], None]) -> None:
    """Draw both slopes, the far one upside down, and at the ridge's ends a tick each, to lay a ruler on."""
    w, h = size.width_mm, size.height_mm
    half(ink, w, h / 2)
    with ink.at(w, h, 180):
        half(ink, w, h / 2)
    for a, b in ((0.0, 3.0), (w - 3.0, w)):
        ink.draw(segment(a, h / 2, b, h / 2), None, ink.black if ink.low else ink.paper, 0.5, cap="butt")


def _split(ink: Ink, w: float, h: float) -> None:
    """A slope's ground: red on the left and ink on the right, parted by the house's slant, with lozenges in each."""
    b = 3.0
    slant = 4.0
    left = [(-b, -b), (w / 2 - slant, -b), (w / 2 + slant, h), (-b, h)]
    right = [(w / 2 - slant, -b), (w + b, -b), (w + b, h), (w / 2 + slant, h)]
    if not ink.low:
        ink.draw(poly(left), ink.palette.red.base)
        ink.draw(poly(right), ink.black)
    for at, side in ((0.19, left), (0.81, right)):
        del side
        for y, rx in ((0.5, 2.0), (0.24, 0.9), (0.76, 0.9)):
            shape = lozenge(w * at, h * y, rx, rx * 1.4)
            line = ink.black if ink.low else ink.paper
            ink.draw(shape, None if ink.low or rx > 1 else ink.paper, line, 0.6, join="mitre")
