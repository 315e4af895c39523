"""A game's house rules and its table, as the command line gives them."""

from __future__ import annotations

from collections.abc import Sequence
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
    hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(GAMES)}"
    raise PrintError(f'there is no kit for a game "{game}"; {hint}')


def read_house(game: str, given: Sequence[str], **numbers: int | None) -> Any:
    """Return the game's `Options` from `name=value` words and from options of their own (None where not given).

    Raises PrintError for a word that is no `name=value`, and RecordError for an option or value the game does not know.
    """
    from referee import games
    from referee.options import read_options

    values: dict[str, Any] = {name: str(value) for name, value in numbers.items() if value is not None}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise PrintError(f'--option cannot be "{word}": write name=value, such as reclaim=revised')
        values[name.strip().replace("-", "_")] = value.strip()
    return read_options(games.game(game).options, values, game, words=True)


def check_players(game: str, players: int) -> int:
    """Return the number of players, or refuse one that the game is not for (PrintError)."""
    from referee import games

    it = games.game(game)
    low, high = it.seats
    if not low <= players <= high:
        raise PrintError(f"{it.title} is for {low} to {high} players: --players {players} will not do")
    return players
