"""The specification of a kit, shared by the command line, the studio and the library.

The thickness of its cards is read from millimetres or from a paper's weight.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks import Deck, DeckOptions, find, make_deck
from cardgen.errors import PrintError
from cardgen.layout import CardSize, SheetOptions
from factbank.factfile import Facts
from liarsdeck.english import counted, listed

BULK_CM3_PER_G = 1.25
"""The volume of a gram of card stock: between a coated board's 1.0 and a plain one's 1.4."""
LEAST_MM, MOST_MM = 0.05, 2.0
SLEEVE_MM = 3.0
"""How much wider and taller than its card a sleeve is."""
SLEEVE_THICK_MM = 0.2
"""What a sleeve adds to a card's thickness: two films and some air."""


class Stock(Struct, frozen=True):
    """The material of the cards: the thickness of one in millimetres, and whether they are sleeved."""

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
    pattern = r"\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*(mm|g|gsm|g/m²|g/m2|g/qm)?\s*"
    match = re.fullmatch(pattern, text, re.IGNORECASE)
    if not match:
        raise PrintError(f'--stock cannot be "{text}": write a thickness such as 0.3mm or a weight such as 250g')
    number = float(match[1].replace(",", "."))
    # A bare number is a thickness where it can be one, else a weight.
    is_weight = match[2].lower() != "mm" if match[2] else number > MOST_MM
    thickness = number * BULK_CM3_PER_G / 1000 if is_weight else number
    if not LEAST_MM <= thickness <= MOST_MM:
        raise PrintError(f'--stock cannot be "{text}": cards are {LEAST_MM:g} to {MOST_MM:g} mm thick (40g to 1600g)')
    return round(thickness, 4)


class KitSpec(Struct, frozen=True):
    """A kit: the game, its house rules, the number of players, and how cards and paper are.

    `facts` are those of a kit of Liar's Lair (None before there are any). `deal_seed` repeats a deal of the answer
    sheet; without one it is drawn. `indices` are those of the cards, `large` asks for large print of what is read.
    `boxed` asks for a box for so many cards, whatever the game's deck is (0 for the deck and what lies beside it).
    `deck` is what is played with where it is known: with a back of people's own, or (with no `game`) a deck that
    belongs to no game of ours.
    """

    game: str
    options: Any
    players: int
    facts: Facts | None = None
    deal_seed: int | None = None
    indices: Literal["normal", "jumbo"] = "normal"
    stock: Stock = Stock()
    large: bool = False
    sheet: SheetOptions = SheetOptions()
    deck: Deck | None = None
    boxed: int = 0

    @property
    def code(self) -> str:
        """The kit's code, "" for a game without facts: all its kits are alike."""
        return self.facts.kit if self.facts else ""

    @property
    def title(self) -> str:
        """The game's name, with the apostrophe of a printer; the deck's where it belongs to none."""
        if self.deck and not self.game:
            return self.deck.title
        from referee import games

        return games.game(self.game).title.replace("'", "’")

    @property
    def pairs(self) -> int:
        """How many pairs of facts the table needs."""
        from referee import games

        return games.game(self.game).pairs_needed(self.options, self.players) if self.game else self.players

    @property
    def seats(self) -> str:
        """Who can play with these house rules and facts: `for 3 to 5 players`; "" where nobody knows."""
        if not self.game:
            return ""
        from referee import games
        from referee.core.setup import serves

        low, high = serves(games.game(self.game), self.options, self.facts)
        if low == high:
            return "for two players" if low == 2 else f"for {low} players"
        return f"for {low} to {high} players"

    @property
    def cards(self) -> int:
        """How many cards the deck has. Raises PrintError for a game that has none."""
        if self.deck and not self.game:
            return len(self.deck.cards)
        if self.facts is None and find(self.game).needs_facts:
            return 2 * self.pairs
        return len(self.game_deck().cards)

    def game_deck(self) -> Deck:
        """Return the deck that the game is played with, as its house rules have it. Raises PrintError."""
        takes = {name: getattr(self.options, name, None) for name in find(self.game).takes}
        counts = {name: count for name, count in takes.items() if isinstance(count, int)}
        return make_deck(self.game, replace(DeckOptions(self.facts, self.indices), **counts))

    def box_stock(self) -> Stock:
        """Return the stock as it goes into the box: twice as thick where cards are folded and glued."""
        return replace(self.stock, layers=2 if self.sheet.sides == "fold" else 1)

    def guests(self, most: int) -> str:
        """Name whom the facts are about: `with Ann and Bob`, in at most so many characters; else `with 7 guests`."""
        guests = self.facts.guests if self.facts else ()
        named = f"with {listed(guests, 'and')}" if guests else ""
        return named if len(named) <= most else f"with {counted(len(guests), 'guest')}"
