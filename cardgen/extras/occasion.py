"""What extras are printed for: a game, its house rules, its players, and the deck that it is played with."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from cardgen.decks.model import Deck
from cardgen.extras.stock import Stock
from factbank.facts import Facts
from liarsdeck.english import counted, listed


class Occasion(Struct, frozen=True):
    """One table: `options` are the game's own, `facts` those of a kit of Liar's Lair (None before there is one).

    `deal_seed` repeats a deal of the answer sheet; without one it is drawn.
    `boxed` asks for a box for so many cards, whatever the game's deck is (0 for the deck and what lies beside it).
    `deck` is what is played with where that is known: with a back of people's own, or (with no `game`) a deck that
    belongs to no game of ours. `large` asks for large print of what is read.
    """

    game: str
    options: Any
    players: int
    facts: Facts | None = None
    stock: Stock = Stock()
    deal_seed: int | None = None
    boxed: int = 0
    deck: Deck | None = None
    large: bool = False

    @property
    def code(self) -> str:
        """The kit's code, "" without a kit."""
        return self.facts.kit if self.facts else ""

    def company(self, most: int) -> str:
        """With whom the facts deal: `with Ann and Bob`, in at most so many characters; else `with 7 guests`, or ""."""
        guests = self.facts.guests if self.facts else ()
        named = f"with {listed(guests, 'and')}" if guests else ""
        return named if len(named) <= most else f"with {counted(len(guests), 'guest')}"

    @property
    def title(self) -> str:
        """The game's name, with the apostrophe of a printer; the deck's where it belongs to none."""
        if self.deck and not self.game:
            return self.deck.title
        from referee import games

        return games.game(self.game).title.replace("'", "’")

    @property
    def seats(self) -> str:
        """Who can play with these house rules and facts: `for 3 to 5 players`; "" where nobody knows."""
        if not self.game:
            return ""
        from referee import games
        from referee.core.setup import serves

        low, high = serves(games.game(self.game), self.options, self.facts)
        if low == high != 2:
            return f"for {low} players"
        return "for two players" if low == high == 2 else f"for {low} to {high} players"

    @property
    def cards(self) -> int:
        """How many cards the deck has. Raises PrintError for a game that has none."""
        if self.deck and not self.game:
            return len(self.deck.cards)
        if self.game == "liars-lair":
            return len(self.facts.cards) if self.facts else 2 * self.players * int(self.options.each)
        if self.game == "red-and-black":
            return int(self.options.red + self.options.black)
        from referee import games

        if cards := games.game(self.game).numbers.get("cards"):
            return cards
        from cardgen.decks.faces import DeckOptions, make_deck

        return len(make_deck(self.game, DeckOptions()).cards)
