"""The games that the referee keeps, and what can be done with any of them.

from random import Random
from referee import games

lizard = games.game("lizard")
setup = games.setup(lizard, ["Ann", "Bob", "Cat"], {"rounds": 1})
state, actions = games.playout(lizard, setup, Random(7))
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from liarsdeck import plug_ins
from liarsdeck.english import hint, listed, nearest, quoted
from liarsdeck.errors import UserError
from referee.core.game import Action, Game, RecordError
from referee.core.play import (
    actions_in_view,
    format_action,
    game_status,
    legal_actions,
    narrated,
    parse,
    playout,
    redacted,
    replay,
    ruling,
    seat_actions,
    state_after,
    step,
)
from referee.core.setup import setup

__all__ = [
    "REGISTRY",
    "actions_in_view",
    "format_action",
    "game",
    "game_status",
    "legal_actions",
    "names",
    "narrated",
    "parse",
    "playout",
    "redacted",
    "replay",
    "ruling",
    "seat_actions",
    "setup",
    "state_after",
    "step",
]

GAMES: tuple[str, ...]
"""The names of all games: ours, and those of installed packages (entry points in the group ``liarsdeck.games``)."""
REGISTRY: tuple[str, ...] = ("liars-lair", "liars-guess", "lizard", "red-and-black", "liar-poker")
"""The house's games by name, each the package of that name here (``-`` written ``_``), its ``Game`` called GAME."""


PLUG_INS = "liarsdeck.games"
"""The entry points by which another installed package brings games: the name of a game, and its ``Game``."""


def names() -> tuple[str, ...]:
    """Return the names of all games: our own, then those of other installed packages in alphabetical order."""
    return (*REGISTRY, *sorted(set(plug_ins.found(PLUG_INS)) - set(REGISTRY)))


def game(name: str) -> Game[Any]:
    """Return the game of this name, in any case of letters. Only that game's own module is imported.

    If it is not one of our own games, those of other installed packages are searched. Raises ``RecordError``, which
    lists the names, if there is none.
    """
    known = name.casefold() if isinstance(name, str) else ""
    if known in REGISTRY:
        found: Game[Any] = import_module(f"{__name__}.{known.replace('-', '_')}").GAME
        return found
    if known in plug_ins.found(PLUG_INS):
        return _plugged_in(known)
    raise RecordError(f"game: there is no game {quoted(name)}; {suggestion(known, names())}")


def suggestion(word: str, known: Sequence[str], otherwise: str = "") -> str:
    """Return the hint that ends the error about an unknown name of a game or deck: “did you mean lizard?”.

    ``word`` is what was typed, and ``known`` are the names that exist. The hint has the names that contain the word. If
    there are none, it has those that are spelt like the word, and if there are none either, those of which one part is
    spelt like the word. If there are none at all, the result is ``liarsdeck.english.hint(word, known, otherwise)``.
    """
    word = word.casefold()
    near = (
        [name for name in known if len(word) > 2 and word in name]
        or nearest(word, known, least=0.7)
        or [name for name in known if nearest(word, name.split("-"), least=0.65)]
    )
    return f"did you mean {listed(near)}?" if near else hint(word, known, otherwise)


@cache
def _plugged_in(name: str) -> Game[Any]:
    """Return the game ``name`` that another installed package brings.

    Raises ``RecordError`` if the package can't be loaded or does not bring a game of this name.
    """
    with plug_ins.loading(PLUG_INS, name, RecordError, "game: {} can't be played") as point:
        made = point.load()
        if not isinstance(made, Game) or made.name != name:
            raise UserError(f"its entry point {point.value} is no Game of that name")
    return made


def decide(
    name: str, state: Any, bots: Mapping[int, str], seen: Mapping[int, Sequence[Action]], seed: str
) -> Action | None:
    """Return the next action of a table's bots in the game ``name``; None if no bot acts now.

    ``bots`` has the level of each bot by its seat, and ``seen`` the actions so far as each of these seats may read
    them. ``seed`` is the seed of the table. All arguments can be pickled, so this can be called in another process.
    """
    from referee.bots import next_line

    return next_line(game(name), state, bots, seen, seed)


@cache
def verbs() -> frozenset[str]:
    """Return the verbs of all our own games. The first call imports the modules of these games."""
    return frozenset(verb.name for name in REGISTRY for verb in game(name).verbs)


def __getattr__(name: str) -> object:
    """Return the value of ``GAMES``, the names of all games, which are looked up at each access."""
    if name == "GAMES":
        return names()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
