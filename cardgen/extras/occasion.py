"""How thick cards are: from a thickness in millimetres, or from a paper's weight."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from cardgen.decks.model import Deck
from cardgen.errors import PrintError
from cardgen.layout import CardSize
from factbank.factfile import Facts
from liarsdeck.english import counted, listed

BULK_CM3_PER_G = 1.25
"""What a gram of card stock takes up: between a coated board's 1.0 and a plain one's 1.4."""
LEAST_MM, MOST_MM = 0.05, 2.0

SLEEVE_MM = 3.0
"""How much wider and taller than its card a sleeve is."""
SLEEVE_THICK_MM = 0.2
"""What a sleeve adds to a card's thickness: two films and some air."""

_STOCK = re.compile(r"\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*(mm|g|gsm|g/m²|g/m2|g/qm)?\s*", re.IGNORECASE)


class Stock(Struct, frozen=True):
    """What the cards are made of: one card's thickness in millimetres, and whether it is sleeved."""

    card_mm: float = 0.3
    sleeved: bool = False
    layers: int = 1
    """2 where a card's two sides are printed on one side of the paper, folded and glued."""

    def thickness(self, cards: int) -> float:
        """Return how high a stack of so many cards is, in millimetres."""
        return cards * (self.card_mm * self.layers + (SLEEVE_THICK_MM if self.sleeved else 0.0))

    def card(self, size: CardSize) -> tuple[float, float]:
        """Return a card's width and height as it goes into the box."""
        more = SLEEVE_MM if self.sleeved else 0.0
        return size.width_mm + more, size.height_mm + more


def parse_stock(text: str) -> float:
    """Read `0.3mm`, `0.3`, `200g` or `200 g/m²`; return one card's thickness in millimetres. Raises PrintError."""
    found = _STOCK.fullmatch(text)
    if not found:
        raise PrintError(f'--stock cannot be "{text}": write a thickness such as 0.3mm or a weight such as 250g')
    number = float(found[1].replace(",", "."))
    # A bare number is a thickness where it can be one, else a weight.
    weight = (bool(found[2]) and found[2].lower() != "mm") or (not found[2] and number > MOST_MM)
    thickness = number * BULK_CM3_PER_G / 1000 if weight else number
    if not LEAST_MM <= thickness <= MOST_MM:
        raise PrintError(f'--stock cannot be "{text}": cards are {LEAST_MM:g} to {MOST_MM:g} mm thick (40g to 1600g)')
    return round(thickness, 4)


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
