"""Liar Poker: the standard 52 with a back of chips and eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs import draw_chips
from cardgen.decks.faces import standard

if TYPE_CHECKING:
    from cardgen.decks import Deck, DeckOptions

GAME = "liar-poker"


def make(options: DeckOptions) -> Deck:
    """Make the 52 cards of Liar Poker, with indices of the size that the options name."""
    return standard.deck(GAME, "Liar Poker", draw_chips, options.indices, GAME)
