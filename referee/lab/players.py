"""Who plays in a lab, by name: the bots' levels, the strategies of a game, those of one's own file."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from liarsdeck.english import hint, quoted
from referee.bots.bot import Bot, kinds, made
from referee.core.errors import RecordError
from referee.core.game import Game
from referee.lab.strategies import Named
from referee.lab.strategies.monte_carlo import FlatMonteCarlo


def player(word: str, game: Game[Any], own: str = "") -> Bot[Any]:
    """Return a strategy by its name and parameters: ``easy``, ``lair:declare=0.3``. Raises ``RecordError``."""
    name, _, rest = word.strip().partition(":")
    known = strategies(game, own)
    if name not in known:
        raise RecordError(f"--bots {quoted(name)}: {game.title} has no such strategy; {hint(name, tuple(known))}")
    parameters = dict(known[name].parameters)
    for part in rest.split(":") if rest else ():
        key, equals, value = (said.strip() for said in part.partition("="))
        try:
            parameters[key] = int(value) if value.isdecimal() else float(value)
        except ValueError:
            equals = ""
        if not (key and equals):
            raise RecordError(
                f"--bots {word}: a parameter is written NAME=NUMBER after a colon, like {name}:declare=0.3"
            )
    try:
        return made(known[name].kind, game, parameters)
    except RecordError as error:
        raise RecordError(f"--bots {word}: {error.why.removeprefix('bot: ')}") from None


def strategies(game: Game[Any], own: str = "") -> dict[str, Named]:
    """Return all strategies of a game by name: levels, Monte Carlo, the game's own, and those of one's own file.

    A game's own are STRATEGIES of ``referee.lab.strategies.<game>``.
    """
    found = {name: Named(kind) for name, kind in kinds(game).items()}
    found["mc"] = Named(FlatMonteCarlo)
    room = f"{__package__}.strategies.{game.name.replace('-', '_')}"
    if find_spec(room):
        found |= import_module(room).STRATEGIES
    return found | {name: Named(kind) for name, kind in _own(own).items()}


@cache
def _own(text: str) -> dict[str, type[Struct]]:
    """Run a file of own strategies; each of its structs that can ``choose`` is one, by its name in lower case."""
    names: dict[str, Any] = {"__name__": "own_strategies"}
    try:
        exec(compile(text, "own strategies", "exec"), names)  # noqa: S102, the file of whoever runs the lab
    except Exception as error:
        raise RecordError(f"--strategies: the file can't be run: {type(error).__name__}: {error}") from None
    return {
        name.casefold(): kind
        for name, kind in names.items()
        if isinstance(kind, type) and issubclass(kind, Struct) and "choose" in vars(kind)
    }


def levels(game: Game[Any]) -> list[str]:
    """Return the bots' levels of a game, from the least."""
    return list(kinds(game))
