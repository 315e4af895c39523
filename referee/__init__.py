"""What is played: the rules of five games, their records, and the table.

The front door; docs/library.md shows it. Whatever is not named here may change.
"""

from typing import TYPE_CHECKING

__all__ = ["GAMES", "Match", "RecordError", "View", "house_rules", "open_match", "parse_match", "read_match"]

if TYPE_CHECKING:
    from referee.core.game import RecordError
    from referee.games import REGISTRY as GAMES
    from referee.match import Match, View, house_rules, open_match, parse_match, read_match
else:
    from liarsdeck import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "GAMES": "referee.games:REGISTRY",
            "RecordError": "referee.core.game",
            **dict.fromkeys(
                ("Match", "View", "house_rules", "open_match", "parse_match", "read_match"), "referee.match"
            ),
        },
    )
