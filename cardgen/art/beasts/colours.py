"""How a beast is coloured: one tone for each suit, so that four of a kind differ at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES
from cardgen.pdf.theme import WHITE, Colour, Palette, Tone

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

TONES = {HEARTS: "red", DIAMONDS: "blue", CLUBS: "green", SPADES: "black"}


class Coat(NamedTuple):
    """The colours of one beast: skin, its shaded edges, large marks, small dots, eyes, and the line round it all.

    `flesh` is inside it (a tongue, a wound), `line` what is drawn beside it on its panel.
    """

    skin: Colour
    shade: Colour
    mark: Colour
    dot: Colour
    eye: Colour
    edge: Colour
    flesh: Colour
    line: Colour


def tone_of(palette: Palette, suit: str) -> Tone:
    """Give a suit's tone."""
    tone: Tone = getattr(palette, TONES[suit])
    return tone


def coat(ink: Ink, suit: str) -> Coat:
    """Colour a beast in its suit's tone; the black one has yellow marks. With little ink it stays white."""
    palette = ink.palette
    if ink.low:
        return Coat(WHITE, WHITE, WHITE, ink.black, WHITE, ink.black, WHITE, ink.black)
    tone = tone_of(palette, suit)
    if suit == SPADES:
        yellow = palette.yellow.base
        return Coat(tone.shade, tone.base, yellow, palette.paper, yellow, ink.black, palette.red.base, palette.paper)
    flesh = palette.red.base if suit != HEARTS else palette.red.shade
    return Coat(tone.base, tone.shade, palette.paper, tone.tint, palette.yellow.base, ink.black, flesh, tone.shade)
