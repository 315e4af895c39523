"""Lizard: the standard 52, four lizards and four snakes, in the four suits' colours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cardgen.art.beasts import lizard as lizards
from cardgen.art.beasts import snake as snakes
from cardgen.art.beasts.colours import TONES, coat
from cardgen.art.beasts.panel import WORD_PT, H, Sun, W, draw_labels, draw_panel
from cardgen.art.index import Indices
from cardgen.art.suits import SUITS
from cardgen.deck import CardFace, Deck, Size
from cardgen.faces.standard import LEAST, cards, draw_paper
from cardgen.type import SMALLEST_PT

if TYPE_CHECKING:
    from cardgen.ink import Ink

GAME = "lizard"
LIZARD, SNAKE = "lizard", "snake"
# Where each beast's sun stands; how small its silhouette is in the corners, and what of it lies in their middle.
SUNS = {LIZARD: Sun(31.75, 46.5, 23.8), SNAKE: Sun(31.2, 39.6, 25.6)}
CORNERS = {LIZARD: (0.135, (31.2, 46.0)), SNAKE: (0.145, (31.2, 46.0))}


def deck(indices: Indices = "normal") -> Deck:
    """Make the deck of 60."""
    beasts = tuple(
        CardFace(kind, f"{kind.capitalize()} in {TONES[suit]}", partial(draw_beast, kind=kind, suit=suit))
        for kind in (LIZARD, SNAKE)
        for suit in SUITS
    )
    from cardgen.art.backs.scales import draw_back

    return Deck(GAME, "Lizard", (*cards(indices), *beasts), draw_back, True, GAME, LEAST)


def draw_beast(ink: Ink, size: Size, *, kind: str, suit: str) -> None:
    """Draw a lizard's or a snake's face; on other sizes than poker the whole is scaled and centred."""
    draw_paper(ink, size)
    k = size.scale
    with ink.at((size.width_mm - W * k) / 2, (size.height_mm - H * k) / 2, 0, k):
        draw_panel(ink, SUNS[kind], suit)
        scale, middle = CORNERS[kind]
        silhouette = lizards.draw_silhouette if kind == LIZARD else snakes.draw_silhouette
        draw_labels(ink, silhouette, scale, middle, kind.upper(), suit, max(WORD_PT, SMALLEST_PT / k))
        draw = lizards.draw_lizard if kind == LIZARD else snakes.draw_snake
        draw(ink, coat(ink, suit))
