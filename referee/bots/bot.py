"""What a bot is, how one is found by its level, and the chance that it is given."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from liarsdeck.english import hint, quoted
from referee.bots.at_random import AtRandom
from referee.bots.monte_carlo import MonteCarlo
from referee.core.errors import RecordError
from referee.core.game import Action, Game

S_contra = TypeVar("S_contra", contravariant=True)


class Bot(Protocol[S_contra]):
    """A player of one game. It remembers nothing: the same view, lines and chance give the same answer.

    So a table that is taken up again, or a line that is taken back, changes nothing.
    """

    def choose(self, view: S_contra, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return what this seat does now, one of ``replies``; None where it lets pass what it might do, and need not.

        ``view`` is the state as the seat may know it, ``turns`` are the lines so far as it reads them, ``rng`` is
        ``chance`` of this moment. None is also the answer where it is not the seat's turn.
        """

    def why(self, view: S_contra, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return why it chooses so, given the same: a sentence or two; "" where there was nothing to think about.

        It tells the seat's secrets, so it is for when they are out.
        """


LEVELS = ("random", "easy", "hard")
"""How well a bot plays, from the least. ``easy`` and ``hard`` are modules of a game's room here, and so called there:
``referee.bots.lizard.easy.Easy``."""


def named(level: str, game: Game[Any], parameters: Mapping[str, float] | None = None) -> Bot[Any]:
    """Return a bot of a level for a game. Raises ``RecordError`` where there is none, or no such parameter.

    A bot is a frozen struct; its fields behind the first, which is the game, are what can be set, with their bounds.
    """
    kind = kinds(game).get(level.casefold())
    if kind is None:
        raise RecordError(f"bot: there is no level {quoted(level)} of {game.title}; {hint(level, tuple(kinds(game)))}")
    return made(kind, game, parameters or {})


def made(kind: type[Struct], game: Game[Any], parameters: Mapping[str, float]) -> Bot[Any]:
    """Return a bot of a kind with these parameters. Raises ``RecordError`` naming the first that is wrong."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)[1:]}
    for name, value in parameters.items():
        if name not in fields:
            known = hint(name, tuple(fields)) if fields else "it has none"
            raise RecordError(f"bot: there is no parameter {quoted(name)}; {known}")
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as wrong:
            raise RecordError(f"bot: {name}: {str(wrong)[0].lower()}{str(wrong)[1:]}") from None
    bot: Bot[Any] = kind(game, **parameters)  # type: ignore[assignment]
    return bot


def kinds(game: Game[Any]) -> dict[str, type[Struct]]:
    """Return the levels that a game has, from the least, and the kind of bot of each."""
    found: dict[str, type[Struct]] = {"random": AtRandom, "hard": MonteCarlo}
    room = f"{__package__}.{game.name.replace('-', '_')}"
    for level in LEVELS[1:]:
        if find_spec(room) and find_spec(f"{room}.{level}"):
            found[level] = getattr(import_module(f"{room}.{level}"), level.title())
    return {level: found[level] for level in LEVELS if level in found}


def chance(seed: str, lines: int, seat: int, used: Random | None = None) -> Random:
    """Return the chance of a seat's bot after so many lines at a table with this seed.

    ``used`` is one that nobody needs any more, to be seeded anew rather than to make another.
    """
    if used is None:
        return Random(f"{seed}/{lines}/bot {seat}")
    used.seed(f"{seed}/{lines}/bot {seat}")
    return used
