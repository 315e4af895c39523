"""Drawings of things that quoted words stand on: a ticket, a clipping, a plate … (see `factbank.looks`).

A file such as `ticket-1.svg` has boxes, which are read as named places (`Slot`). The box `words` is for the disputed
words, in which the two cards of a pair (rivals) differ. All others have the same content on both rivals. `emblem` is
for the pair's emblem, `number` for a number, and `stars` for those of a review. `head`, or `masthead` in a newspaper's
type, is for a name from the words that both rivals share.
"""

from __future__ import annotations

from cardgen.art.pictures import ACROSS, draw_emblem, middle, picture
from cardgen.art.vector import Slot, Vector
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import star
from cardgen.pdf.theme import WHITE, Colour, Tone, contrast
from cardgen.pdf.type import SANS_BOLD, SERIF_SEMIBOLD
from factbank.looks import Thing, thing_folder

ACROSS_MM, HIGH_MM = 56.0, 60.0
"""The room of a thing on a poker card, its shadow included."""

_HEAD_PT, _MASTHEAD_PT, _NUMBER_PT, _HEAD_TRACK = 7.2, 15.0, 7.0, 160
_REVERSED_PT = 9.0  # the least size of pale letters on a dark ground
_LEAST_STRETCH = 0.75  # small print that has to be narrower is left out
_LOW_WEIGHT, _LOW_EMBLEM = 0.7, 0.68  # of lines, and of an emblem's size, where ink is saved


def drawing(build: str) -> Vector:
    """Return the drawing of an object that quoted words stand on, in mm on a poker card.

    The origin is the middle of the object's room. `build` is the file's name without suffix, such as `ticket-1`. Raises
    OSError if there is no such file.
    """
    return picture(thing_folder() / f"{build}.svg")


def draw_thing(ink: Ink, thing: Thing, emblem: str, tone: Tone, stars: int = 0, scale: float = 1) -> None:
    """Draw a thing (a ticket, a clipping …) about the origin, without the quoted words on it.

    The drawing is in mm on a poker card. `emblem` is the name of the emblem on the thing. `tone` is the colour of the
    panel behind the thing; the thing is painted in other colours. `stars` is how many of a review's five stars are
    filled (0: no stars are drawn). `scale` is the factor by which the caller enlarges or reduces the drawing: type is
    chosen so large that it can be read then.
    """
    drawn, colours = drawing(thing.build), paints(ink, tone)
    with ink.weighing(_LOW_WEIGHT if ink.low else 1):
        drawn.draw(ink, colours)
    for name, slot in drawn.slots.items():
        colour, number = letters(ink, colours[slot.ground]), f"№ {thing.number}"
        with ink.at(slot.x, slot.y, slot.turn):
            if name == "emblem":
                _emblem(ink, emblem, slot, colours[slot.ground], colours["red"])
            elif name == "stars":
                _stars(ink, slot, stars, colours["red"])
            elif name == "masthead":
                _line(ink, thing.head or number, slot, SERIF_SEMIBOLD, _MASTHEAD_PT, colour, scale)
            elif name == "head":
                _line(ink, thing.head.upper(), slot, SANS_BOLD, _HEAD_PT, colour, scale, _HEAD_TRACK)
            elif name == "number":
                _line(ink, number, slot, SANS_BOLD, _NUMBER_PT, colour, scale)


def paints(ink: Ink, tone: Tone) -> dict[str, Colour]:
    """Return the colours of a thing's drawing by role (see `vector.SCREEN`).

    The main ones differ from `tone`, the colour of the panel behind the thing. If ink is saved, all colours are white.
    """
    palette = ink.palette
    accent, other = palette.red, palette.blue
    if tone == accent:
        accent, other = other, accent
    elif tone == other:
        other = palette.green
    colours = {
        "red": accent.base, "sign": accent.shade, "main": other.base, "shade": other.shade, "trim": palette.blue.tint,
        "metal": palette.yellow.base, "hair": palette.yellow.shade, "leaf": palette.green.base, "pale": palette.paper,
        "halo": palette.yellow.ray, "ground": palette.plate, "white": WHITE,
    }  # fmt: skip
    return dict.fromkeys(colours, WHITE) if ink.low else colours


def letters(ink: Ink, ground: Colour) -> Colour:
    """Return black or the paper's colour, whichever is easier to read as letters on the colour `ground`."""
    return max(ink.black, ink.paper, key=lambda one: contrast(one, ground))


def _emblem(ink: Ink, name: str, slot: Slot, ground: Colour, accent: Colour) -> None:
    x, y = middle(name)
    scale = (_LOW_EMBLEM if ink.low else 1) * min(slot.width, slot.height) / ACROSS
    with ink.at(-x * scale, -y * scale, 0, scale):
        draw_emblem(ink, name, ground, accent=ink.black if ink.low else accent)


def _stars(ink: Ink, slot: Slot, filled: int, colour: Colour) -> None:
    step, r = slot.width / 5, slot.height / 2
    for i in range(5 if filled else 0):
        fill = (ink.black if ink.low else colour) if i < filled else None
        ink.draw(star((i - 2) * step, 0, 5, r, 0.42 * r), fill, fill or ink.black, 0.5, join="mitre")


def _line(
    ink: Ink, text: str, slot: Slot, font: str, size_pt: float, colour: Colour, scale: float, track: float = 0
) -> None:
    """Draw small print on one line in the middle of its place `slot`.

    If the text is too long, its letters are set closer, then smaller, then narrower. If they would have to be too
    narrow at the smallest size, nothing is drawn. `track` is the letter space in thousandths of the type size, `scale`
    the factor by which the caller enlarges or reduces the drawing.
    """
    least = (lettering.SMALLEST_PT if colour == ink.black else _REVERSED_PT) / scale
    size_pt = max(size_pt, least)
    while track > 20 and lettering.width_mm(text, font, size_pt, track) > slot.width:
        track -= 20
    wide = lettering.width_mm(text, font, size_pt, track)
    if wide > slot.width:
        size_pt = max(least, size_pt * slot.width / wide)
    stretch = min(1.0, slot.width / max(lettering.width_mm(text, font, size_pt, track), 0.1))
    if text and stretch >= _LEAST_STRETCH:
        base = -lettering.cap_mm(font, size_pt) / 2
        ink.text(0, base, text, font, size_pt, colour, "centre", track=track, stretch=stretch)
