"""Where a command's facts come from, and where its print goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from cardgen.decks.faces import Entry
from cardgen.errors import PrintError
from cardgen.layout.paper import CARDS, parse_card
from liarsdeck.cli import note
from liarsdeck.files import check_file
from liarsdeck.paths import default_folder

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from factbank.facts import Facts

RECOMMENDED = 13

F = TypeVar("F", bound=Callable[..., Any])


OWN = Entry("of your own", "as many as it has rows", module="")
"""What stands for decks of people's own, which are read from their files."""

_ART = (
    click.option("--back", "own_back", metavar="IMAGE", help="A picture (PNG, JPEG, SVG …) of your own for the back."),
    click.option("--art", "own_art", metavar="DIR", help="Pictures of your own, in files named after the cards."),
)
_SOURCE = (
    click.option("--facts", "facts_file", metavar="FILE", help="The fact file that Liar's Lair is printed from."),
    click.option("--kit", "code", metavar="CODE", help="Or the code of a kit made on this computer."),
    click.option("--red", type=int, help="Red & Black: how many red cards. [default: 26]"),
    click.option("--black", type=int, help="Red & Black: how many black cards. [default: 26]"),
    click.option("--jokers", type=int, help="Standard 52: how many jokers, up to 2. [default: 0]"),
    *_ART,
)


def source_options(function: F) -> F:
    """Give a command what a deck may depend on beside paper and ink; it hands it to `given_deck`."""
    for option in reversed(_SOURCE):
        function = option(function)
    return function


def art_options(function: F) -> F:
    """Give a command art of people's own alone; it hands it to `own_art`."""
    for option in reversed(_ART):
        function = option(function)
    return function


def given_deck(name: str, given: dict[str, Any]) -> tuple[Deck, Facts | None]:
    """Return the deck that a command's options ask for, and its facts.

    Raises PrintError where an option means nothing to this deck, and what making it raises.
    """
    from cardgen.custom.deckfile import is_deck_file
    from cardgen.decks.faces import REGISTRY, DeckOptions, find, make_deck

    entry = OWN if is_deck_file(name) else find(name)
    values = {key: given[key] for key in ("red", "black", "jokers") if given[key] is not None}
    asked = [*values, *(["facts"] if given["facts_file"] else []), *(["kit"] if given["code"] else [])]
    for key in asked:
        option = "facts" if key == "kit" else key
        if option not in entry.takes:
            for_whom = next(deck for deck, other in REGISTRY.items() if option in other.takes)
            raise PrintError(f"--{key} means nothing to the deck {entry.title}: it is for {for_whom}")
    facts = given_facts(given["facts_file"], given["code"])
    if entry is OWN:
        from cardgen.commands.options import given_theme
        from cardgen.custom.deckfile import read_deck

        made = read_deck(Path(name), given_theme(given["deck_theme"]))
    else:
        made = make_deck(name, DeckOptions(facts=facts, indices=given["indices"], **values))
    made = own_art(made, given)
    warn_of_few(given["red"], given["black"])
    return made, facts


def warn_of_few(*counts: int | None) -> None:
    """Say on stderr when a deck of Red & Black has fewer cards of a colour than the game is good with."""
    if min((count for count in counts if count is not None), default=RECOMMENDED) < RECOMMENDED:
        note(f"Red & Black is better with {RECOMMENDED} or more cards of each colour.")


def known_deck(name: str, given: dict[str, Any]) -> None:
    """Check that there is such a deck (PrintError); one of your own brings its theme and card size, unless given."""
    from cardgen.custom.deckfile import card_of, is_deck_file, theme_of
    from cardgen.decks.faces import find

    if not is_deck_file(name):
        find(name)
        return
    if given["deck_theme"] is None:
        given["deck_theme"] = theme_of(Path(name))
    size = card_of(Path(name))
    for key in ("card", "card_size"):
        if key in given and click.get_current_context().get_parameter_source(key) is ParameterSource.DEFAULT:
            given[key] = size.name if size.name in CARDS else f"{size.width_mm}x{size.height_mm}mm"


def own_art(made: Deck, given: dict[str, Any]) -> Deck:
    """Put a person's own art in a deck, and say on stderr what is weak in it. Raises PrintError."""
    back, folder = given.get("own_back"), given.get("own_art")
    if not back and not folder:
        return made
    from cardgen.custom.art_files import with_own_art

    if back and "://" in back:
        raise PrintError(f"nothing is fetched: save {back[:80]} as a file, and name that")
    size = parse_card(given["card"] if "card" in given else given["card_size"])
    own = with_own_art(made, Path(back) if back else None, Path(folder) if folder else None, size)
    for line in own.told:
        note(line)
    return own.deck


def given_facts(facts_file: str | None, code: str | None) -> Facts | None:
    """Return the facts of a file or of a kit made on this computer; None when neither is named.

    Raises PrintError when both are, and FactError when they cannot be read.
    """
    from factbank import facts

    if facts_file and code:
        raise PrintError("--facts and --kit both name facts: give one of them")
    if facts_file:
        return facts.read(Path(facts_file))
    return facts.find(code) if code else None


def output_file(out: str | None, name: str) -> Path:
    """Return the file to write, by default `name` in the default folder. Raises PrintError where it cannot stand."""
    return check_file(Path(out) if out else default_folder() / name)
