"""Who plays in a lab, by name: the bots' levels, the strategies of a game, those of one's own file."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from traceback import extract_tb
from typing import Any

from msgspec import Struct

from liarsdeck.english import hint, quoted
from referee.bots.bot import Bot, kinds, made
from referee.core.errors import RecordError
from referee.core.game import Act, Action, Game
from referee.lab.strategies import Named
from referee.lab.strategies.monte_carlo import FlatMonteCarlo

_OWN = "own strategies"  # what Python calls the file


class OwnStrategy(Struct, frozen=True):
    """A strategy of one's own file: what goes wrong in it is told to whoever wrote it, and is no fault of ours."""

    bot: Any

    def choose(self, view: Any, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return the line that it writes now. Raises ``RecordError`` where it fails, or returns what is no line."""
        where = f"--strategies: {type(self.bot).__name__}"
        try:
            action: Action | None = self.bot.choose(view, seat, turns, rng)
        except Exception as error:
            lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == _OWN]
            line = f", line {lines[-1]}" if lines else ""
            raise RecordError(f"{where}{line}: {type(error).__name__}: {error}") from None
        if action is not None and not isinstance(action, Act):
            raise RecordError(f"{where}: `choose` returns a line of the game, as `replies` gives them, or None")
        return action

    def why(self, view: Any, seat: int, turns: Sequence[Action], rng: Random) -> str:  # noqa: ARG002
        """Return nothing: a lab asks for no reasons."""
        return ""


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
    kind = known[name].kind
    mine = kind in _own(own).values()
    try:
        bot = made(kind, game, parameters)
    except RecordError as error:
        raise RecordError(f"--bots {word}: {error.why.removeprefix('bot: ')}") from None
    except Exception as error:
        if not mine:
            raise
        raise RecordError(f"--bots {word}: {kind.__name__} can't be made: {type(error).__name__}: {error}") from None
    return OwnStrategy(bot) if mine else bot


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
    """Run a file of own strategies; each of its structs that can ``choose`` is one, by its name in lower case.

    It need not define that itself. One without a field for the game that others of the file are made of is none.
    """
    names: dict[str, Any] = {"__name__": "own_strategies"}
    try:
        exec(compile(text, _OWN, "exec"), names)  # noqa: S102, the file of whoever runs the lab
    except (Exception, SystemExit) as error:
        raise RecordError(f"--strategies: the file can't be run: {type(error).__name__}: {error}") from None
    found = {
        name.casefold(): kind
        for name, kind in names.items()
        if isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind.__module__ == names["__name__"]
        and callable(getattr(kind, "choose", None))
    }
    bases = {base for kind in found.values() for base in kind.__mro__[1:]}
    for name, kind in [*found.items()]:
        if not kind.__struct_fields__:
            if kind not in bases:
                raise RecordError(
                    f"--strategies: {kind.__name__} has no field for the game: begin it with `game: object`"
                )
            del found[name]
    return found


def levels(game: Game[Any]) -> list[str]:
    """Return the bots' levels of a game, from the least."""
    return list(kinds(game))
