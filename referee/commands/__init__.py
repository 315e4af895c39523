"""The commands of referee, one module for each group, and the options that several commands share.

The docstring of a command's function is its help text. The function takes the values of the command's options by name;
the help text of each option explains its value. The function returns the exit status; None stands for 0.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct

from referee.core.game import Game, RecordError

if TYPE_CHECKING:
    from factbank.factfile import Facts

F = TypeVar("F", bound=Callable[..., object])

OUT = click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write there, not on stdout.")
RECORD_FACTS = click.option(
    "--facts", type=click.Path(path_type=Path), metavar="FILE", help="The fact file, whatever the header says."
)
_PLAYED = (
    click.option("--bot", "bots", multiple=True, metavar="NAME[:LEVEL]", help="A seat that a bot plays: docs/bots.md."),
    click.option(
        "--kit", metavar="CODE", help="The kit in play: the code on its box, if it was made on this computer."
    ),
    click.option("--facts", metavar="FILE", help="The fact file of the kit in play.", type=click.Path(path_type=Path)),
    click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; `referee rules GAME`."
    ),
)


class TableWish(Struct, frozen=True, kw_only=True):
    """What is typed for a new table: None, "" and () stand for what was left out.

    ``game`` is a name. ``seats`` are names, ``bots`` are ``NAME[:LEVEL]``, and ``options`` are house rules as
    ``NAME=VALUE``. ``kit`` is the code of a kit, ``facts`` a fact file; at most one is given.
    """

    game: str | None = None
    seats: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    kit: str | None = None
    facts: Path | None = None
    options: tuple[str, ...] = ()


def played(function: F) -> F:
    """Return a command's function with the options ``--bot``, ``--kit``, ``--facts`` and ``--option`` added.

    The function gets their values as ``bots``, ``kit``, ``facts`` and ``options``.
    """
    for option in reversed(_PLAYED):
        function = option(function)
    return function


def values_of(options: Sequence[str]) -> dict[str, str]:
    """Return the values of house rules by name, from texts of the form ``NAME=VALUE``.

    If a name occurs several times, its last value counts. Raises ``RecordError`` for a text of another form.
    """
    values: dict[str, str] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise RecordError(f"--option {text}: a house rule is written NAME=VALUE, like each=2.")
        values[name.strip()] = value.strip()
    return values


def with_bots(seats: Sequence[str], bots: Sequence[str]) -> tuple[str, ...]:
    """Return the names of all seats: ``seats``, then the names of the ``bots`` that are not among them.

    ``bots`` are texts of the form ``NAME[:LEVEL]``. Case does not matter when names are compared.
    """
    from referee.bots import split

    known = {name.casefold() for name in seats}
    return (*seats, *(name for name, _ in map(split, bots) if name.casefold() not in known))


def named_facts(game: Game[Any], wish: TableWish) -> "Facts | None":
    """Return the facts of the wished kit or of the wished file; None if neither is given.

    Raises ``RecordError`` if both are given, or if one is given but the game uses no facts. Raises ``FactError`` if the
    facts can't be found or read.
    """
    kit, facts = wish.kit, wish.facts
    if (kit or facts) and not game.needs_facts:
        raise RecordError(f"{game.title} needs no kit and no facts.")
    if kit and facts:
        raise RecordError("--kit and --facts name the same thing: give one of them.")
    from factbank.factfile import read
    from factbank.kits import find

    return read(facts) if facts is not None else find(kit) if kit else None
