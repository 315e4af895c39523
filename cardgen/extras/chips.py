"""Liar Poker: chips to cut or punch out, as many as both players begin with."""

from __future__ import annotations

from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.art.chip import blocks_path
from cardgen.art.eye import draw_eye
from cardgen.decks.model import CardFace, Deck
from cardgen.extras.occasion import Occasion
from cardgen.layout.impose import SheetOptions
from cardgen.layout.paper import CardSize
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Drawing, Size
from cardgen.pdf.path import ellipse, lozenge
from cardgen.pdf.theme import LARGE, Tone, legible

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

RADIUS_MM = 19.05
"""Half of an inch and a half: the size of a common circle punch."""
FOOT = ("Punch the chips out (38 mm),", "or cut round each rim.", "Firmer: glue on card first.")
CELL = CardSize("chip", 39.4, 39.4)
_BLEED_MM = 0.6

# The smallest first: of each no more than so many, as long as larger ones can make the rest.
LADDER = ((10, 5), (20, 5), (50, 3), (100, 5), (500, 4), (1000, 5), (5000, 4), (10_000, 10))
_CHANGE = (5, 1)
_TONES = {1: "black", 5: "yellow", 10: "blue", 20: "green", 50: "red", 100: "black", 500: "blue", 1000: "green"}


def chip_counts(chips: int) -> dict[int, int]:
    """Return how many chips of which value make `chips` exactly, largest value first: what one player begins with.

    There are some of every small value, so that bets can be paid without changing.
    """
    counts: dict[int, int] = {}
    rest = chips
    for value, most in LADDER:
        counts[value] = min(most, rest // value)
        rest -= value * counts[value]
    for value in (*(value for value, _ in reversed(LADDER)), *_CHANGE):
        more, rest = divmod(rest, value)
        counts[value] = counts.get(value, 0) + more
    return {value: counts[value] for value in sorted(counts, reverse=True) if counts[value]}


def chip_deck(wish: Occasion) -> Deck:
    """Return the chips of all players, as a deck for `deckpdf` on `chip_sheet`."""
    faces = []
    for value, count in chip_counts(int(wish.options.chips)).items():
        draw: Drawing = partial(_front, value=value)
        back: Drawing = partial(_back, value=value)
        faces += [CardFace(f"chip-{value}", f"Chip {value}", draw, back)] * (count * wish.players)
    return Deck("liar-poker-chips", "Liar Poker: chips", tuple(faces), faces[0].draw, game="liar-poker", foot=FOOT)


def chip_sheet(sheet: SheetOptions) -> SheetOptions:
    """Return the sheet for chips: each in a square of its own, its ring instead of marks."""
    return replace(sheet, card=CELL, gap_mm=0.0, marks="none")


def _tone(ink: Ink, value: int) -> Tone:
    found: Tone = getattr(ink.palette, _TONES.get(value, "red"))
    return found


def _disc(ink: Ink, size: Size, value: int) -> Tone:
    """The chip without its middle, about the origin."""
    tone = _tone(ink, value)
    r = RADIUS_MM
    if ink.low:
        ink.draw(blocks_path(0, 0, r - 1.2, 0.8, 12), None, ink.black, 0.5)
        ink.draw(ellipse(0, 0, r - 1.2), None, ink.black, 0.9)
        ink.draw(ellipse(0, 0, r * 0.68), None, ink.black, 0.6)
        return tone
    ink.draw(ellipse(0, 0, r + _BLEED_MM), tone.base)
    ink.draw(blocks_path(0, 0, r + _BLEED_MM, 0.79, 12), ink.palette.paper)
    for i in range(12):
        a = 30 * i + 15
        mark = lozenge(0, 0, 0.8, 1.4).at(r * 0.885 * cos(radians(a)), r * 0.885 * sin(radians(a)), turn=a - 90)
        ink.draw(mark, ink.palette.yellow.base if _TONES.get(value) != "yellow" else ink.black)
    ink.draw(ellipse(0, 0, r * 0.76), ink.palette.paper)
    ink.draw(ellipse(0, 0, r * 0.72), None, tone.base, 1.4)
    ink.draw(ellipse(0, 0, r * 0.665), None, tone.base, 0.4)
    del size
    return tone


def _front(ink: Ink, size: Size, *, value: int) -> None:
    with ink.at(size.width_mm / 2, size.height_mm / 2):
        tone = _disc(ink, size, value)
        text, font = str(value), ink.theme.fonts.label
        points = min(34.0, 34.0 * 17.5 / max(17.5, lettering.width_mm(text, font, 34)))
        dark = ink.low or _TONES.get(value) == "yellow"
        colour = ink.black if dark else legible(tone.base, ink.black, (ink.palette.paper,), LARGE)
        ink.text(0, -lettering.cap_mm(font, points) / 2, text, font, points, colour, "centre")
        for side in (-1, 1):
            ink.draw(lozenge(0, side * RADIUS_MM * 0.5, 0.75, 1.05), ink.black if ink.low else colour)
        ink.draw(ellipse(0, 0, RADIUS_MM + 0.05), None, "#737373" if ink.low else ink.black, 0.3)


def _back(ink: Ink, size: Size, *, value: int) -> None:
    with ink.at(size.width_mm / 2, size.height_mm / 2):
        tone = _disc(ink, size, value)
        white, iris = ("#FFFFFF", "#FFFFFF") if ink.low else (ink.palette.paper, ink.palette.yellow.base)
        if not ink.low:
            ink.draw(ellipse(0, 0, RADIUS_MM * 0.62), tone.shade if _TONES.get(value) == "yellow" else tone.base)
        draw_eye(ink, 0, 0, 1.7, white, iris)
