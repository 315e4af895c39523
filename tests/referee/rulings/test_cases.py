"""Every ruling that is a short record, of all games."""

from itertools import groupby

import pytest

from tests.referee.rulings.case import Case, Room
from tests.referee.rulings.rooms import GENERAL, OF_GAMES

RULINGS = [
    pytest.param(room, list(cases), id=f"{room.game.name}: {quote}")
    for room in (GENERAL, *OF_GAMES)
    for quote, cases in groupby(room.cases, lambda case: case.quotes.partition(" -- ")[0])
]


@pytest.mark.parametrize(("room", "cases"), RULINGS)
def test_ruling(room: Room, cases: list[Case]) -> None:
    for case in cases:
        try:
            room.prove(case)
        except Exception as fault:
            fault.add_note(f"case: {case}")
            raise
