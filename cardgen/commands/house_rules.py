"""A game's house rules and its table, as the command line gives them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.errors import PrintError
from liarsdeck.english import hint


def check_game(game: str, known: Sequence[str] = (), what: str = "kit") -> str:
    """Return the game's name as the registry spells it; `known` are the games that have `what`, or all.

    Raises PrintError listing the games.
    """
    from referee import games

    known, name = known or games.REGISTRY, game.casefold()
    if name in known:
        return name
    raise PrintError(f'there is no {what} for a game "{game}"; {hint(name, known)}')


def read_house(game: str, given: Sequence[str], **numbers: int | None) -> Struct:
    """Return the game's `Options` from `name=value` words and from options of their own (None where not given).

    Raises PrintError for a word that is no `name=value`, and RecordError for an option or value the game does not know.
    """
    from referee import games
    from referee.commands.play import values_of
    from referee.core.setup import check_options, read_options

    for word in given:
        if "=" not in word:
            raise PrintError(f'--option cannot be "{word}": write name=value, such as reclaim=revised')
    values: dict[str, object] = {name: str(value) for name, value in numbers.items() if value is not None}
    values |= {name.replace("-", "_"): value for name, value in values_of(given).items()}
    house: Struct = read_options(games.game(game).options, values, game, words=True)
    check_options(games.game(game), house)
    return house


def check_players(game: str, players: int | None) -> int:
    """Return the number of players, the usual one for None; refuse one that the game is not for (PrintError)."""
    from referee import games

    it = games.game(game)
    low, high = it.seats
    if players is None:
        return it.usual
    if not low <= players <= high:
        raise PrintError(
            f"{it.title} is for {low if low == high else f'{low} to {high}'} players: --players {players} will not do"
        )
    return players
