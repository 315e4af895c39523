"""One module a deck: what is on each card. The registry names them all; a deck is a file here and an entry there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.errors import PrintError

if TYPE_CHECKING:
    from cardgen.deck import Deck
    from factbank.facts import Facts


class DeckOptions(Struct, frozen=True):
    """What a deck may depend on beside paper and ink."""

    facts: Facts | None = None


class Entry(Struct, frozen=True):
    """A deck that can be printed: its name, how many cards it has (in words where that depends), and what makes it."""

    title: str
    cards: int | str
    make: Callable[[DeckOptions], Deck]
    needs_facts: bool = False


def _liars_lair(options: DeckOptions) -> Deck:
    from cardgen.faces.liars_lair import deck

    assert options.facts is not None
    return deck(options.facts)


REGISTRY: dict[str, Entry] = {
    "liars-lair": Entry("Liar’s Lair", "two for each pair of facts", _liars_lair, needs_facts=True),
}


def make_deck(name: str, options: DeckOptions) -> Deck:
    """Return the deck of this name (any case). Raises PrintError for an unknown deck, and where it lacks its facts."""
    entry = find(name)
    if entry.needs_facts and options.facts is None:
        raise PrintError(f"{entry.title} is printed from facts: name them with --facts FILE or --kit CODE")
    return entry.make(options)


def find(name: str) -> Entry:
    """Return the registry's entry (any case). Raises PrintError listing the decks."""
    entry = REGISTRY.get(name.casefold())
    if entry is None:
        from difflib import get_close_matches

        close = get_close_matches(name.casefold(), REGISTRY, 1)
        raise PrintError(
            f'there is no deck "{name}"; ' + (f"did you mean {close[0]}?" if close else f"known: {', '.join(REGISTRY)}")
        )
    return entry
