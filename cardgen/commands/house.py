"""A game's house rules and its table, as the command line gives them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cardgen.errors import PrintError

GAMES = ("liars-lair",)
"""The games whose kits and books can be printed."""


def check_game(game: str) -> str:
    """Return the game's name as the registry spells it. Raises PrintError listing the games."""
    name = game.casefold()
    if name in GAMES:
        return name
    from difflib import get_close_matches

    close = get_close_matches(name, GAMES, 1)
    raise PrintError(
        f'there is no kit for a game "{game}"; '
        + (f"did you mean {close[0]}?" if close else f"known: {', '.join(GAMES)}")
    )


def read_house(game: str, given: Sequence[str], **numbers: int | None) -> Any:
    """Return the game's `Options` from `name=value` words and from options of their own (None where not given).

    Raises PrintError for a word that is no `name=value`, and RecordError for an option or value the game does not know.
    """
    from referee.options import read_options

    values: dict[str, Any] = {name: str(value) for name, value in numbers.items() if value is not None}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise PrintError(f'--option cannot be "{word}": write name=value, such as reclaim=revised')
        values[name.strip().replace("-", "_")] = value.strip()
    room = import_module(f"referee.games.{game.replace('-', '_')}")
    return read_options(room.Options, values, game, words=True)


def check_players(game: str, players: int) -> int:
    """Return the number of players, or refuse one that the game is not for (PrintError)."""
    low, high = {"liars-lair": (3, 8)}[game]
    if not low <= players <= high:
        raise PrintError(
            f"Liar’s Lair is for {low} to {high} players, not {players}: give --players a number from {low} to {high}"
        )
    return players
