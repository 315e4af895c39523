"""Every ruling that is a short record, of all games."""

import pytest

from tests.referee.rulings.case import Case, Room
from tests.referee.rulings.rooms import GENERAL, OF_GAMES

CASES = [
    pytest.param(room, case, id=f"{room.game.name}: {case}") for room in (GENERAL, *OF_GAMES) for case in room.cases
]


@pytest.mark.parametrize(("room", "case"), CASES)
def test_ruling(room: Room, case: Case) -> None:
    room.prove(case)
