"""Lizard: the standard 52, four lizards and four snakes, in the four suits' colours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cardgen.art.beasts import lizard as lizards
from cardgen.art.beasts import snake as snakes
from cardgen.art.beasts.colours import TONES, coat
from cardgen.art.beasts.panel import BeastPanel, Notch, Silhouette, Sun, draw_labels, draw_panel
from cardgen.art.index import Indices
from cardgen.art.suits import SUITS
from cardgen.decks.faces.standard import LEAST, cards, draw_paper
from cardgen.decks.model import POKER_HEIGHT_MM, POKER_WIDTH_MM, CardFace, Deck, Size
from cardgen.pdf.fonts import SMALLEST_PT

if TYPE_CHECKING:
    from cardgen.decks.faces import DeckOptions
    from cardgen.pdf.ink import Ink

GAME = "lizard"
LIZARD, SNAKE = "lizard", "snake"
# Where each beast's sun stands; and its silhouette, in its own millimetres.
SUNS = {LIZARD: Sun(31.75, 46.5, 23.8), SNAKE: Sun(31.4, 41.2, 24.2)}
CORNERS = {
    LIZARD: Silhouette(lizards.draw_silhouette, 15.5, 46.0, 1.0),
    SNAKE: Silhouette(snakes.draw_silhouette, 9.9, 46.0, 1.07),
}
# Three sizes of corners. The larger make a beast step back: how much smaller it is, and where on the card it stands.
NOTCHES = (
    (Notch(13.6, 13.6, 7.2), {LIZARD: (1.0, 31.75, 44.45), SNAKE: (1.0, 31.75, 44.45)}),
    (Notch(16.4, 16.4, 9.4), {LIZARD: (0.92, 32.4, 46.7), SNAKE: (0.95, 31.8, 45.0)}),
    (Notch(17.8, 15.8, 11.4), {LIZARD: (0.87, 33.2, 47.2), SNAKE: (0.93, 31.8, 45.2)}),
)
LARGER = 1.15  # how much larger than in a notch a word may be before it wants the next larger one


def make(options: DeckOptions) -> Deck:
    """Make the deck as the options ask for it."""
    return deck(options.indices)


def deck(indices: Indices = "normal") -> Deck:
    """Make the deck of 60."""
    beasts = tuple(
        CardFace(
            kind, f"{kind.capitalize()} in {TONES[suit]}", partial(draw_beast, kind=kind, suit=suit, indices=indices)
        )
        for kind in (LIZARD, SNAKE)
        for suit in SUITS
    )
    from cardgen.art.backs.scales import draw_back

    return Deck(GAME, "Lizard", (*cards(indices, legend="LIZARD ♦ 60 CARDS"), *beasts), draw_back, True, GAME, LEAST)


def draw_beast(ink: Ink, size: Size, *, kind: str, suit: str, indices: Indices = "normal") -> None:
    """Draw a lizard's or a snake's face; its panel fills the card, the beast is scaled and centred."""
    draw_paper(ink, size)
    k = size.scale
    least_pt = SMALLEST_PT / k
    # A word that must not get smaller with the card wants the room of a large one, and a jumbo one yet more.
    large = least_pt > LARGER * NOTCHES[0][0].word_pt
    notch, stands = NOTCHES[large + (indices == "jumbo")]
    share, x, y = stands[kind]
    panel = BeastPanel(size.width_mm / k, size.height_mm / k, notch._replace(word_pt=max(notch.word_pt, least_pt)))
    left = x - share * POKER_WIDTH_MM / 2 + (panel.width - POKER_WIDTH_MM) / 2
    bottom = y - share * POKER_HEIGHT_MM / 2 + (panel.height - POKER_HEIGHT_MM) / 2
    sun = SUNS[kind]
    with ink.at(0, 0, 0, k):
        draw_panel(ink, panel, Sun(left + share * sun.x, bottom + share * sun.y, share * sun.r), suit)
        draw_labels(ink, panel, CORNERS[kind], kind.upper(), suit)
        draw = lizards.draw_lizard if kind == LIZARD else snakes.draw_snake
        with ink.at(left, bottom, 0, share):
            draw(ink, coat(ink, suit))
