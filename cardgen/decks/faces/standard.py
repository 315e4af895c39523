"""The standard 52: number cards, aces and courts in four suits, and up to two jokers.

A card is named as the rules spell it: rank `2 3 4 5 6 7 8 9 T J Q K A` and suit `c d h s`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cardgen.art.shapes import SUIT_NAMES, SUITS
from cardgen.art.standard import Indices, Sign, draw_index, draw_pips
from cardgen.decks import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.pdf.ink import Drawing, Size
from liarsdeck.language import say_n

if TYPE_CHECKING:
    from cardgen.decks import DeckOptions
    from cardgen.pdf.ink import Ink

RANKS = "A23456789TJQK"
RANK_NAMES = {
    "A": "Ace", "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight",
    "9": "Nine", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King",
}  # fmt: skip


JOKERS = ("red", "black")
# The smallest scale at which indices, pips and courts can be told (a card of 31.8 × 44.5 mm).
LEAST = 0.5


def cards(
    indices: Indices = "normal",
    *,
    slate: bool = False,
    legend: str = "52 CARDS",
    pip: Callable[[str, str], Sign] | None = None,
) -> tuple[CardFace, ...]:
    """Return the 52 faces, suit by suit from the ace to the king.

    `indices` is the size of the corners. `slate` draws black kings, queens and jacks in grey clothes instead of blue.
    `legend` is the text on the ace of spades that names the deck. `pip(rank, suit)` returns the function that draws the
    sign inside a card's pips (None: no sign).
    """
    return tuple(
        CardFace(
            rank + suit,
            f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}",
            partial(draw_card, rank=rank, suit=suit, indices=indices, slate=slate, legend=legend, pip=pip),
        )
        for suit in SUITS
        for rank in RANKS
    )


def draw_card(
    ink: Ink,
    size: Size,
    *,
    rank: str,
    suit: str,
    indices: Indices = "normal",
    slate: bool = False,
    legend: str = "52 CARDS",
    pip: Callable[[str, str], Sign] | None = None,
) -> None:
    """Draw one card's face; `rank` is A, 2 to 9, T, J, Q or K, `suit` is c, d, h or s.

    `indices` (the size of the corners), `slate` (grey clothes for black courts), `legend` (the text on the ace of
    spades) and `pip` (the signs inside the pips) are as for `cards`.
    """
    ink.draw(size.ground, ink.paper)
    if rank == "A":
        from cardgen.art.standard import draw_ace

        draw_ace(ink, size, suit, legend, indices)
    elif rank in "JQK":
        from cardgen.art.courts import draw_court

        draw_court(ink, size, rank, suit, indices, slate=slate)
    else:
        draw_pips(ink, size, 10 if rank == "T" else int(rank), suit, indices, pip(rank, suit) if pip else None)
    draw_index(ink, size, "10" if rank == "T" else rank, suit, indices)


def make(options: DeckOptions) -> Deck:
    """Make a deck of the 52 cards and as many jokers (0 to 2) as the options ask for. Raises PrintError for more."""
    from cardgen.art.backs import draw_suit_trellis

    return deck(options.name, "Standard 52", draw_suit_trellis, options.indices, jokers=options.jokers)


def deck(name: str, title: str, back: Drawing, indices: Indices = "normal", game: str = "", *, jokers: int = 0) -> Deck:
    """Make a deck of the 52 cards with this back, and 0 to 2 jokers last. Raises PrintError for another number of them.

    `name` and `title` are the deck's, `game` is the name of its game ("" for none).
    """
    if not 0 <= jokers <= len(JOKERS):
        raise PrintError(f"there are {len(JOKERS)} jokers, not {jokers}")
    fools = tuple(
        CardFace(
            f"joker-{colour}", f"{colour.capitalize()} joker", partial(draw_joker_card, colour=colour, indices=indices)
        )
        for colour in JOKERS[:jokers]
    )
    count = say_n("{n} card", "{n} cards", len(RANKS) * len(SUITS))
    legend = f"{title.removesuffix(' 52')} ♦ {count}".upper()
    return Deck(name, title, (*cards(indices, legend=legend), *fools), back, True, game, LEAST)


def draw_joker_card(ink: Ink, size: Size, *, colour: str, indices: Indices = "normal") -> None:
    """Draw a joker's whole card; `colour` is `red` or `black`."""
    from cardgen.art.courts import draw_joker

    ink.draw(size.ground, ink.paper)
    draw_joker(ink, size, colour, indices)
