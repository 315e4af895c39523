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

from liarsdeck.english import hint, listed, quoted
from referee.core.game import Action, Game, RecordError
from referee.core.play import (
    choices,
    fold,
    format_action,
    legal,
    narrated,
    parse,
    playout,
    redacted,
    replay,
    replies,
    ruling,
    standing,
    step,
)
from referee.core.setup import setup

__all__ = [
    "REGISTRY",
    "choices",
    "fold",
    "format_action",
    "game",
    "legal",
    "narrated",
    "parse",
    "playout",
    "redacted",
    "replay",
    "replies",
    "ruling",
    "setup",
    "standing",
    "step",
]

REGISTRY: tuple[str, ...] = ("liars-lair", "liars-guess", "lizard", "red-and-black", "liar-poker")
"""Every game by name; its room is the package of that name here (``-`` written ``_``), its ``Game`` called GAME."""


def game(name: str) -> Game[Any]:
    """Return the game of this name (any case); only its own room is imported. Raises ``RecordError`` listing them."""
    known = name.casefold() if isinstance(name, str) else ""
    if known not in REGISTRY:
        parts = [name for name in REGISTRY if len(known) > 2 and known in name]
        near = f"did you mean {listed(parts)}?" if parts else hint(known, REGISTRY)
        raise RecordError(f"game: there is no game {quoted(name)}; {near}")
    room = import_module(f"{__name__}.{known.replace('-', '_')}")
    found: Game[Any] = room.GAME
    return found


def decide(
    name: str, state: Any, bots: Mapping[int, str], seen: Mapping[int, Sequence[Action]], seed: str
) -> Action | None:
    """Return ``referee.bots.next_line`` of the game of this name: what another process can be asked."""
    from referee.bots import next_line

    return next_line(game(name), state, bots, seen, seed)


@cache
def verbs() -> frozenset[str]:
    """Return the verbs of every game; all of them are imported for it."""
    return frozenset(verb.name for name in REGISTRY for verb in game(name).verbs)
