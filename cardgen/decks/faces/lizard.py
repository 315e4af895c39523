"""Lizard: the standard 52, four lizards and four snakes, in the four suits' colours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cardgen.art.beasts import LIZARD, POSES, SNAKE
from cardgen.art.beasts.lizards import draw_lizard_silhouette
from cardgen.art.beasts.panel import TONES, BeastPanel, Notch, Sun, coat, draw_labels, draw_panel
from cardgen.art.shapes import SUITS, suit_colour
from cardgen.art.standard import Indices, Sign
from cardgen.decks import CardFace, Deck
from cardgen.decks.faces.standard import LEAST, cards
from cardgen.pdf.ink import POKER_HEIGHT_MM, POKER_WIDTH_MM, Size
from cardgen.pdf.path import lozenge
from cardgen.pdf.type import SMALLEST_PT
from liarsdeck.language import say

if TYPE_CHECKING:
    from cardgen.decks import DeckOptions
    from cardgen.pdf.ink import Ink

GAME = "lizard"
# Three sizes of corners; the larger make a beast step back.
NOTCHES = (Notch(13.6, 13.6, 7.2), Notch(16.4, 16.4, 9.4), Notch(17.8, 15.8, 11.4))
LARGER = 1.15  # how much larger than in a notch a word may be before it wants the next larger one


def make(options: DeckOptions) -> Deck:
    """Make the deck of Lizard: the standard 52, and a lizard and a snake of each of the four suits."""
    from cardgen.art.backs import draw_scales

    indices = options.indices
    beasts = tuple(
        CardFace(
            kind, f"{kind.capitalize()} in {TONES[suit]}", partial(draw_beast, kind=kind, suit=suit, indices=indices)
        )
        for kind in (LIZARD, SNAKE)
        for suit in SUITS
    )
    faces = (*cards(indices, legend=say("LIZARD ♦ 60 CARDS"), pip=pip_sign), *beasts)
    return Deck(GAME, "Lizard", faces, draw_scales, True, GAME, LEAST)


HIDDEN = {"c": 3, "d": 5, "h": 8, "s": 0}
"""In which pip of its suit's ten a lizard hides."""
_MIDDLE = {"c": 0.4, "d": 0.0, "h": 0.7, "s": 0.0}
"""How far above the middle of a suit's sign there is the most room, in mm where the sign is 12 mm high."""


def pip_sign(rank: str, suit: str) -> Sign:
    """Return a function that draws the sign inside each pip of a number card.

    `rank` is 2 to 9 or T (ten), and `suit` is c, d, h or s. The sign is a lozenge, but in one pip of each suit's T card
    a lizard.
    """

    def inside(ink: Ink, number: int) -> None:
        up, paper = _MIDDLE[suit], suit_colour(ink, suit) if ink.low else ink.paper
        if rank == "T" and number == HIDDEN[suit]:
            with ink.at(0, up, -28, 0.078), ink.at(-34.2, -45.0):
                draw_lizard_silhouette(ink, paper)
        else:
            ink.draw(lozenge(0, up, 0.95, 1.35), paper)

    return inside


def draw_beast(ink: Ink, size: Size, *, kind: str, suit: str, indices: Indices = "normal") -> None:
    """Draw the face of a lizard or a snake (`kind`); `suit` is c, d, h or s, `indices` the size of the corners."""
    ink.draw(size.ground, ink.paper)
    k = size.scale
    least_pt = SMALLEST_PT / k
    # A word that must not get smaller with the card wants the room of a large one, and a jumbo one yet more.
    large = least_pt > LARGER * NOTCHES[0].word_pt
    pose, step = POSES[kind, suit], large + (indices == "jumbo")
    notch, (share, x, y) = NOTCHES[step], pose.stands[step]
    panel = BeastPanel(size.width_mm / k, size.height_mm / k, notch._replace(word_pt=max(notch.word_pt, least_pt)))
    left = x - share * POKER_WIDTH_MM / 2 + (panel.width - POKER_WIDTH_MM) / 2
    bottom = y - share * POKER_HEIGHT_MM / 2 + (panel.height - POKER_HEIGHT_MM) / 2
    sun = pose.sun
    with ink.at(0, 0, 0, k):
        draw_panel(ink, panel, Sun(left + share * sun.x, bottom + share * sun.y, share * sun.r), suit)
        draw_labels(ink, panel, pose.corner, say(kind).upper(), suit)
        with ink.at(left, bottom, 0, share):
            pose.draw(ink, coat(ink, suit))
