"""Liar Poker: the standard 52 with a back of chips and eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs import draw_chips
from cardgen.art.standard import Indices
from cardgen.decks.faces import standard
from cardgen.decks.model import Deck

if TYPE_CHECKING:
    from cardgen.decks.faces import DeckOptions

GAME = "liar-poker"


def make(options: DeckOptions) -> Deck:
    """Make the deck as the options ask for it."""
    return deck(options.indices)


def deck(indices: Indices = "normal") -> Deck:
    """Make the deck."""
    return standard.deck(GAME, "Liar Poker", draw_chips, indices, GAME)
