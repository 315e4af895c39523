"""A table of Liar's Lair in mid-game. 1 and 2 are a pair, 3 and 4; odd ones are true."""

from pathlib import Path
from typing import Any

from factbank.factfile import read
from referee.core.play import game_status, parse
from referee.games.liars_lair import GAME
from referee.games.liars_lair.state import State
from tests.referee.games.by_hand import after

RECORDS = Path(__file__).parents[2] / "records"
FACTS = {pairs: read(RECORDS / f"lair-{pairs}-pairs.json") for pairs in (6, 8, 10, 12)}
FOUR = ("Ann", "Bob", "Cat", "Dan")
HANDS = "Ann: holds 1 3 6 8\nBob: holds 2 5 9 12\nCat: holds 4 7 10 13\nDan: holds 11 14 15 16\n"
DEAL = HANDS + "truths 1 3 5 7 9 11 13 15\n"
START = DEAL + "start Ann\n"
KNOCK = START + "Ann: plays 1\nBob: plays 2\n"
ROUND = "Ann: plays 3\nBob: plays 5\nCat: plays 7\nDan: plays 11\n"
RECLAIM = "Ann: reclaims 11\nBob: reclaims 3\nCat: reclaims 5\nDan: reclaims 7\n"
DECLARE = START + ROUND + RECLAIM  # Ann 1 6 8 11, Bob 2 3 9 12, Cat 4 5 10 13, Dan 7 14 15 16


def play(lines: str, pairs: int = 8, seats: tuple[str, ...] = FOUR, **options: Any) -> State:
    return after(GAME, seats, lines, {"each": 2} | options, FACTS[pairs])


def public(state: State) -> dict[str, Any]:
    answer: dict[str, Any] = game_status(GAME, state)["public"]
    return answer


def nexts(state: State) -> list[tuple[str | None, list[str]]]:
    return [(turn["seat"], turn["verbs"]) for turn in game_status(GAME, state)["next"]]


def replay_on(state: State, line: str) -> State:
    action = parse(GAME, state.setup, line)
    assert action is not None
    assert GAME.judge(state, action).legal
    return GAME.apply(state, action)
