"""What hard bots believe of others' cards is better than always saying how often each is so."""

import pytest

from tests.referee.bots.calibration import TABLES, guesses, skill


@pytest.mark.parametrize(("at", "many"), [(0, 6), (2, 12), (3, 30), (4, 30), (5, 30), (6, 30), (7, 30), (8, 30)])
def test_the_hard_bot_is_calibrated(at, many):
    found = guesses(TABLES[at], many, 5)
    assert len(found) > 200
    assert skill(found) >= 0.05
