"""The rules of five games, records (whole games as text), and live tables.

The names here are the public ones; docs/library.md shows how to use each. Names in the submodules may change with any
version.
"""

from typing import TYPE_CHECKING

__all__ = [
    "GAMES", "Match", "Move", "Player", "RecordError", "View", "asgi", "bot", "house_rules", "new", "parse", "read",
]  # fmt: skip

if TYPE_CHECKING:
    from referee.core.game import RecordError
    from referee.games import GAMES
    from referee.match import Match, Move, Player, View, asgi, bot, house_rules, new, parse, read
else:
    from liarsdeck import lazy_exports

    _MATCH = ("Match", "Move", "Player", "View", "asgi", "bot", "house_rules", "new", "parse", "read")
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "GAMES": "referee.games",
            "RecordError": "referee.core.game",
            **dict.fromkeys(_MATCH, "referee.match"),
        },
        retired=dict.fromkeys(("open_match", "parse_match", "read_match"), "referee.match"),
    )
