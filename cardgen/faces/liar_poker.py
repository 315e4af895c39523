"""Liar Poker: the standard 52 with a back of chips and eyes."""

from __future__ import annotations

from cardgen.art.backs.chips import draw_back
from cardgen.art.index import Indices
from cardgen.deck import Deck
from cardgen.faces import standard

GAME = "liar-poker"


def deck(indices: Indices = "normal") -> Deck:
    """Make the deck."""
    return standard.deck(GAME, "Liar Poker", draw_back, indices, GAME)
