"""A good first table: house rules that are recommended for how many, from one file for books, kits and tables."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from referee.core.game import Game
from referee.core.options import as_typed, read_options

_FILE = Path(__file__).with_suffix(".toml")
_COUNT = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


class FirstTable(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules that are recommended for so many players, and why in a few words."""

    players: tuple[int, ...]
    options: dict[str, Any]
    because: str

    def typed(self, game: Game[Any]) -> tuple[tuple[str, str], ...]:
        """Return the options as they are typed, NAME and VALUE."""
        options = read_options(game.options, self.options, game.name)
        return tuple(row for name in self.options for row in as_typed(name, getattr(options, name)))


@cache
def _all() -> dict[str, tuple[FirstTable, ...]]:
    return msgspec.toml.decode(_FILE.read_bytes(), type=dict[str, tuple[FirstTable, ...]])


def first_table(game: Game[Any], players: int) -> FirstTable | None:
    """Return what is recommended for so many players, None where it is the defaults."""
    return next((one for one in _all().get(game.name, ()) if players in one.players), None)


def advice(game: Game[Any], players: int, options: Struct, before: str = "") -> str:
    """Return what to say to so many who would play by these house rules: a sentence, "" where they play so already.

    “Five players: two truths and two lies each halve the evening; type each=2.”
    ``before`` is typed before each.
    """
    found = first_table(game, players)
    if found is None:
        return ""
    wish = read_options(game.options, found.options, game.name)
    if all(getattr(options, name, None) == getattr(wish, name) for name in found.options):
        return ""
    typed = " ".join(f"{before}{name}={value}" for name, value in found.typed(game))
    return f"{_COUNT[players]} players: {found.because}; type {typed}."
