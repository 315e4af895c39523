"""One module a deck: what is on each card. The registry names them all: a deck is a file here and a line there.

A deck's module has a function `make(options)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from liarsdeck.english import hint, listed
from referee.core.cards import LIZARD_DECK, STANDARD, WEST

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from factbank.factfile import Facts


class DeckOptions(Struct, frozen=True):
    """What a deck may depend on beside paper and ink; `name` is the deck's in the registry."""

    facts: Facts | None = None
    indices: Literal["normal", "jumbo"] = "normal"
    red: int = STANDARD // 2
    black: int = STANDARD // 2
    jokers: int = 0
    name: str = ""


USUAL = DeckOptions()


class DeckEntry(Struct, frozen=True):
    """A deck that can be printed: its title, how many cards it has (in words where that depends), and its module here.

    `takes` names the options, beside the size of the indices, that this deck alone knows.
    """

    title: str
    cards: int | str
    module: str
    needs_facts: bool = False
    takes: tuple[str, ...] = ()

    def make(self, name: str, options: DeckOptions) -> Deck:
        """Make the deck of this name; its module is imported now. Raises PrintError where the options will not do."""
        made: Deck = import_module(f"cardgen.decks.faces.{self.module}").make(replace(options, name=name))
        return made


REGISTRY: dict[str, DeckEntry] = {
    "liars-lair": DeckEntry(
        "Liar’s Lair", "two for each pair of facts", "liars_lair", needs_facts=True, takes=("facts",)
    ),
    "lizard": DeckEntry("Lizard", LIZARD_DECK, "lizard"),
    "west": DeckEntry("West (Liars’ Guess)", len(WEST), "west"),
    "triple-4": DeckEntry("Triple Topper 4×4×4", 64, "west"),
    "triple-5": DeckEntry("Triple Topper 5×5×5", 125, "west"),
    "standard52": DeckEntry("Standard 52", f"{STANDARD}, and up to 2 jokers", "standard", takes=("jokers",)),
    "red-and-black": DeckEntry(
        "Red & Black", f"{STANDARD}, or 9 and more of each colour", "red_and_black", takes=("red", "black")
    ),
    "liar-poker": DeckEntry("Liar Poker", STANDARD, "liar_poker"),
}

# Whose game is called otherwise than its deck.
GAMES = {"liars-guess": "west"}
# Decks whose faces are all found in another one.
REPEATING = ("triple-4", "red-and-black", "liar-poker")


def make_deck(name: str, options: DeckOptions = USUAL) -> Deck:
    """Return the deck of this name or game (any case). Raises PrintError for an unknown deck, and where facts lack."""
    entry = find(name)
    name = _known(name)
    if entry.needs_facts and options.facts is None:
        raise PrintError(f"{entry.title} is printed from facts: name them with --facts FILE or --kit CODE")
    return entry.make(name, options)


def find(name: str) -> DeckEntry:
    """Return the registry's entry of a deck or a game (any case). Raises PrintError listing the decks."""
    known = _known(name)
    entry = REGISTRY.get(known)
    if entry is None:
        near = hint(known, [*REGISTRY, *GAMES], f"known: {listed(REGISTRY, 'and')}")
        raise PrintError(f'there is no deck "{name}"; {near}')
    return entry


def _known(name: str) -> str:
    return GAMES.get(name.casefold(), name.casefold())


def find_deck_of(card: str) -> str:
    """Return the name of the first deck, of those that need no facts, that has a card of this name.

    Raises PrintError when none has, naming the nearest card of any.
    """
    from cardgen.decks.model import has_card

    names: dict[str, str] = {}
    for name, entry in REGISTRY.items():
        if not entry.needs_facts and name not in REPEATING:
            deck = entry.make(name, DeckOptions(jokers=2))
            if has_card(deck, card):
                return name
            names |= {face.name: face.name for face in deck.cards} | {face.title: face.title for face in deck.cards}
    near = hint(card, names, "cards are named like Ah, lizard or rc1", least=0.5)
    raise PrintError(f'no deck has a card "{card}"; {near}')
