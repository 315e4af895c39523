"""What the hard bot of Liar's Lair believes of others' cards is better than always saying how many are true."""

import pytest

from tests.referee.bots.calibration import TABLES, guesses, skill


@pytest.mark.parametrize(("table", "many"), [(TABLES[0], 6), (TABLES[2], 20)], ids=["each=2", "bold"])
def test_the_hard_bot_is_calibrated(table, many):
    _, levels, options = table
    found = guesses(levels, options, many, 5)
    assert len(found) > 200
    assert skill(found) >= 0.05
