"""What hard bots believe of others' cards is better than always saying how often each is so."""

import pytest

from tests.referee.bots.calibration import TABLES, guesses, skill
from tests.sampling import WHOLE, some

GAMES = {0: 2, 2: 5, 3: 30, 4: 30, 6: 9, 5: 11, 7: 30, 8: 30}
"""How many games of a table give a hundred guesses, two tables for each game."""


@pytest.mark.parametrize(("at", "many"), some(GAMES.items(), 2))
def test_the_hard_bot_is_calibrated(at, many):
    found = guesses(TABLES[at], 2 * many if WHOLE else many, 5)
    assert len(found) > 100
    assert skill(found) >= 0.05
