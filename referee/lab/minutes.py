"""How long a line takes at a table of people: an estimate in seconds, which every report states. Bots can't tell it."""

from collections.abc import Mapping
from typing import Any

from referee.core.game import Game

THINKING, TABLE = 10, 8
"""Of a line that somebody thinks about, and of one of the table's: a card turned, a deal announced."""

SECONDS: Mapping[str, Mapping[str, int]] = {
    "liars-lair": {"holds": 45, "truths": 5, "start": 10, "plays": 20, "takes": 25, "reclaims": 15, "declares": 10,
                   "passes": 5, "shows": 15},
    "liars-guess": {"holds": 20, "dealer": 5, "faceup": 30, "shows": 30, "answers": 12, "guesses": 20, "hole": 5,
                    "accuses": 30},
    "lizard": {"holds": 6, "dealer": 15, "trump": 8, "bids": 8, "plays": 5, "calls": 8},
    "red-and-black": {"holds": 10, "dealer": 5, "river": 10, "attacks": 20, "defends": 15, "guesses": 20},
    "liar-poker": {"holds": 10, "board": 20, "bets": 6, "folds": 6, "reveals": 10, "claims": 12, "suspects": 10,
                   "accepts": 10, "turns": 5},
}  # fmt: skip
"""Of each game's lines, where they differ from that; a hand's is what dealing it takes."""


def seconds(game: Game[Any], verb: str) -> int:
    """Return what a line of a verb takes at the table."""
    table = any(one.table for one in game.verbs if one.name == verb)
    return SECONDS.get(game.name, {}).get(verb, TABLE if table else THINKING)


def stated(game: str) -> str:
    """Return the estimate in words."""
    known = ", ".join(f"{verb} {many}" for verb, many in SECONDS.get(game, {}).items())
    return f"{known + ', ' if known else ''}any other line {THINKING}, one of the table's {TABLE}"


PATIENCE: Mapping[str, int] = {"liars-lair": 60, "liar-poker": 1000}
_PATIENCE = 200


def patience(game: str) -> int:
    """Return after how many rounds a game counts as unfinished: people would long have stopped."""
    return PATIENCE.get(game, _PATIENCE)
