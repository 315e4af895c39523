"""The specification of a kit (all that is printed for an evening), for command line, studio and library."""

from __future__ import annotations

import re
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks import Deck, DeckOptions, FaceStyle, find, make_deck
from cardgen.errors import PrintError
from cardgen.layout import CardSize, SheetOptions
from factbank.factfile import Facts
from liarsdeck.errors import OPTION
from liarsdeck.language import ENGLISH, both, say, say_n

BULK_CM3_PER_G = 1.25
"""The volume of a gram of card stock: between a coated board's 1.0 and a plain one's 1.4."""
LEAST_MM, MOST_MM = 0.05, 2.0
SLEEVE_MM = 3.0
"""How much wider and taller than its card a sleeve is."""
SLEEVE_THICK_MM = 0.2
"""What a sleeve adds to a card's thickness: two films and some air."""


class Stock(Struct, frozen=True):
    """What the cards are made of, in order to compute the size of their box.

    `card_mm` is the thickness of one layer of card in mm. `sleeved` is true if each card is in a sleeve. `layers` is 2
    if a card's two sides are folded and glued, else 1.
    """

    card_mm: float = 0.3
    sleeved: bool = False
    layers: int = 1
    """2 where a card's two sides are printed on one side of the paper, folded and glued."""

    def thickness(self, cards: int) -> float:
        """Return the height of a stack of this many cards, in millimetres."""
        return cards * (self.card_mm * self.layers + (SLEEVE_THICK_MM if self.sleeved else 0.0))

    def card(self, size: CardSize) -> tuple[float, float]:
        """Return the width and height in mm that a card of this size takes in the box, with its sleeve if any."""
        more = SLEEVE_MM if self.sleeved else 0.0
        return size.width_mm + more, size.height_mm + more


def parse_stock(text: str) -> float:
    """Return a card's thickness in mm from text: a thickness (`0.3mm`, `0.3`) or a paper's weight (`200g`, `200 g/m²`).

    Raises PrintError for other text, and for a thickness that no card has.
    """
    pattern = r"\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*(mm|g|gsm|g/m²|g/m2|g/qm)?\s*"
    match = re.fullmatch(pattern, text, re.IGNORECASE)
    if not match:
        raise PrintError(f'{OPTION.stock} cannot be "{text}": write a thickness such as 0.3mm or a weight such as 250g')
    number = float(match[1].replace(",", "."))
    # A bare number is a thickness where it can be one, else a weight.
    is_weight = match[2].lower() != "mm" if match[2] else number > MOST_MM
    thickness = number * BULK_CM3_PER_G / 1000 if is_weight else number
    if not LEAST_MM <= thickness <= MOST_MM:
        raise PrintError(
            f'{OPTION.stock} cannot be "{text}": cards are {LEAST_MM:g} to {MOST_MM:g} mm thick (40g to 1600g)'
        )
    return round(thickness, 4)


def check_url(url: str) -> str:
    """Return `url`, the address of a book's page ("" for none), unchanged.

    Raises PrintError if it is not a whole http or https address.
    """
    if url and not re.fullmatch(r"https?://[!-~]{3,200}", url):
        raise PrintError(
            f'--book-url cannot be "{url}": write the whole address, as in https://example.org/lizard.html'
        )
    return url


class KitSpec(Struct, frozen=True):
    """What to print for one evening: a game, its house rules, and options for cards and paper.

    `game` is the game's name ("": none, only a deck), `options` are its `Options` (house rules), and `players` is how
    many play. `facts` are the facts on the cards of Liar's Lair (None for other games). `deal_seed` repeats the deal of
    an answer sheet (None: a random deal). `indices` is the style of the cards' indices, `stock` what the cards are made
    of; `large` asks for large print. `sheet` has the options for paper. `deck` is the deck if it is not the usual one
    of `game`, or if there is no game. `boxed` is how many cards the box holds (0: the deck's, and what goes with it).
    `face` is the look of fact cards (None: the default of `DeckOptions`). `book_url` is where the book is on the web
    ("": nowhere). `box_pair` is the number of the card that the back of the box shows together with its rival, the
    contradicting card (0: a pair that is not in the deck). `language` is the code of the kit's language.
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
    face: FaceStyle | None = None
    book_url: str = ""
    """Where the book's page on the web is, for a QR code in the printed book; "" for none."""
    box_pair: int = 0
    """The number of a card that the back of the box shows with its rival; 0 for a pair that is not in the deck."""
    language: str = ENGLISH
    """What guests read; it is that of the facts."""

    @property
    def code(self) -> str:
        """The code that identifies the kit's facts; "" for a game without facts, whose kits are all alike."""
        return self.facts.kit if self.facts else ""

    @property
    def title(self) -> str:
        """The game's name with a typographic apostrophe; without a game, the deck's."""
        if self.deck and not self.game:
            return self.deck.title
        from referee import games

        return games.game(self.game).title.replace("'", "’")

    @property
    def pairs(self) -> int:
        """The number of pairs of facts that the game needs (0: none); without a game, the number of players."""
        from referee import games

        return games.game(self.game).pairs_needed(self.options, self.players) if self.game else self.players

    @property
    def seats(self) -> str:
        """The possible numbers of players as a phrase: `for 3 to 5 players`; "" if unknown."""
        if not self.game:
            return ""
        from referee import games
        from referee.core.setup import serves

        low, high = serves(games.game(self.game), self.options, self.facts)
        if low == high:
            return say("for two players") if low == 2 else say("for {players} players", players=low)
        return say("for {low} to {high} players", low=low, high=high)

    @property
    def cards(self) -> int:
        """The number of cards in the deck. Raises PrintError for a game without one."""
        if self.deck and not self.game:
            return len(self.deck.cards)
        if self.facts is None and find(self.game).needs_facts:
            return 2 * self.pairs
        return len(self.game_deck().cards)

    def game_deck(self) -> Deck:
        """Return the game's deck under its house rules. Raises PrintError if deck or facts are missing."""
        takes = {name: getattr(self.options, name, None) for name in find(self.game).takes}
        counts = {name: count for name, count in takes.items() if isinstance(count, int)}
        return make_deck(self.game, replace(DeckOptions(self.facts, self.indices, face=self.face), **counts))

    def box_stock(self) -> Stock:
        """Return `stock` with the `layers` for computing the box: 2 if cards are folded and glued, else 1."""
        return replace(self.stock, layers=2 if self.sheet.sides == "fold" else 1)

    def guests(self, most: int) -> str:
        """Return a phrase with the guests in the facts and how many facts each of them has.

        An example is `with Ann and Bob, two facts each`. If that is longer than `most` characters, the guests are
        counted instead, as in `with 7 guests, one fact each`. The result is "" if there are no guests.
        """
        if not self.facts or not self.facts.guests:
            return ""
        with_names, number = say("with {guests}", guests=both(self.facts.guests)), len(self.facts.guests)
        share = f", {self.facts.share}" if self.facts.share else ""
        named = f"{with_names}{share}"
        return named if len(named) <= most else say_n("with {n} guest", "with {n} guests", number) + share
