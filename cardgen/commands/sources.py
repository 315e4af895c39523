"""Where a command's facts come from, and where its print goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from cardgen.commands.options import LookWords, gathered
from cardgen.decks.faces import DeckEntry
from cardgen.errors import PrintError
from cardgen.layout.paper import CARDS, parse_card
from liarsdeck.cli import note
from liarsdeck.files import STDOUT, check_file
from liarsdeck.paths import default_folder

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from factbank.facts import Facts

RECOMMENDED = 13

R = TypeVar("R")
L = TypeVar("L", bound=LookWords)


class Art(Struct, frozen=True, kw_only=True):
    """Pictures of people's own: one for the back, a folder of others."""

    own_back: str | None = None
    own_art: str | None = None


class DeckSource(Art, frozen=True, kw_only=True):
    """What a deck may depend on beside paper and ink, in the command line's words."""

    facts_file: str | None = None
    code: str | None = None
    red: int | None = None
    black: int | None = None
    jokers: int | None = None


OWN = DeckEntry("of your own", "as many as it has rows", module="")
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


def source_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command what a deck may depend on beside paper and ink, as `source`."""
    return gathered(DeckSource, "source", *_SOURCE)(command)


def art_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command art of people's own alone, as `art`."""
    return gathered(Art, "art", *_ART)(command)


def given_deck(name: str, source: DeckSource, look: LookWords) -> tuple[Deck, Facts | None]:
    """Return the deck that a command's options ask for, and its facts.

    Raises PrintError where an option means nothing to this deck, and what making it raises.
    """
    from cardgen.custom.deckfile import is_deck_file
    from cardgen.decks.faces import REGISTRY, DeckOptions, find, make_deck

    entry = OWN if is_deck_file(name) else find(name)
    counts = {"red": source.red, "black": source.black, "jokers": source.jokers}
    values = {key: count for key, count in counts.items() if count is not None}
    asked = [*values, *(["facts"] if source.facts_file else []), *(["kit"] if source.code else [])]
    for key in asked:
        option = "facts" if key == "kit" else key
        if option not in entry.takes:
            for_whom = next(deck for deck, other in REGISTRY.items() if option in other.takes)
            raise PrintError(f"--{key} means nothing to the deck {entry.title}: it is for {for_whom}")
    facts = given_facts(source.facts_file, source.code)
    if entry is OWN:
        from cardgen.custom.deckfile import read_deck

        made = read_deck(Path(name), look.theme)
    else:
        made = make_deck(name, replace(DeckOptions(facts=facts, indices=look.indices), **values))
    made = own_art(made, source, look.card_size)
    warn_of_few(source.red, source.black)
    return made, facts


def warn_of_few(*counts: int | None) -> None:
    """Say on stderr when a deck of Red & Black has fewer cards of a colour than the game is good with."""
    if min((count for count in counts if count is not None), default=RECOMMENDED) < RECOMMENDED:
        note(f"Red & Black is better with {RECOMMENDED} or more cards of each colour.")


def known_deck(name: str, look: L) -> L:
    """Check that there is such a deck (PrintError); one of your own brings its theme and card size, unless given."""
    from cardgen.custom.deckfile import card_of, is_deck_file, theme_of
    from cardgen.decks.faces import find

    if not is_deck_file(name):
        find(name)
        return look
    if look.deck_theme is None:
        look = replace(look, deck_theme=theme_of(Path(name)))
    size = card_of(Path(name))
    if click.get_current_context().get_parameter_source("card_size") is not ParameterSource.DEFAULT:
        return look
    return replace(look, card_size=size.name if size.name in CARDS else f"{size.width_mm}x{size.height_mm}mm")


def own_art(made: Deck, art: Art, card_size: str) -> Deck:
    """Put a person's own art in a deck, and say on stderr what is weak in it. Raises PrintError."""
    back, folder = art.own_back, art.own_art
    if not back and not folder:
        return made
    from cardgen.custom.art_files import with_own_art

    if back and "://" in back:
        raise PrintError(f"nothing is fetched: save {back[:80]} as a file, and name that")
    own = with_own_art(made, Path(back) if back else None, Path(folder) if folder else None, parse_card(card_size))
    for line in own.remarks:
        note(line)
    return own.deck


def given_facts(facts_file: str | None, code: str | None) -> Facts | None:
    """Return the facts of a file or of a kit made on this computer; None when neither is named.

    Raises PrintError when both are, and FactError when they cannot be read.
    """
    from factbank import facts, kits

    if facts_file and code:
        raise PrintError("--facts and --kit both name facts: give one of them")
    if facts_file:
        return facts.read(Path(facts_file))
    return kits.find(code) if code else None


def written(path: Path) -> None:
    """Say on stdout where a file was written; nothing where it was written to stdout itself."""
    if str(path) != STDOUT:
        click.echo(path)


def output_file(out: str | None, name: str) -> Path:
    """Return the file to write, by default `name` in the default folder. Raises PrintError where it cannot stand."""
    return check_file(Path(out) if out else default_folder() / name)
