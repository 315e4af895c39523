"""What the tests of the rulings that all games share begin with: a round of Lizard, and ways to play and refuse it."""

from typing import Any

import pytest

from referee import games
from referee.core.game import RecordError
from referee.records import Replay, parse_record, replay_record
from tests.programs import ran
from tests.referee.rulings.case import RECORDS
from tests.referee.rulings.rooms import GENERAL

EVENINGS = sorted(path for path in RECORDS.glob("*.txt") if path.with_suffix(".json").exists())
ALL = tuple(games.game(name) for name in games.REGISTRY)
ROUND = GENERAL.named["ROUND"]
BODY = "\n".join(ROUND) + "\n"
HEADER = '+++\ngame = "lizard"\nseats = ["Ann", "Bob", "Cat"]\n+++\n'
LINE_1 = 'seats = ["Ann", "Bob", "Cat"]\n'


def refusal(text: str, **where: Any) -> str:
    with pytest.raises(RecordError) as caught:
        replay_record(parse_record(text, **where))
    return str(caught.value)


def play(text: str, **where: Any) -> Replay:
    return replay_record(parse_record(text, **where))


def referee(*args: object) -> tuple[int, str, str]:
    """Run the program in this process as its console script would; return status, stdout and stderr."""
    done = ran("referee", *args)
    return done.returncode, done.stdout, done.stderr
