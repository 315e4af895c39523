"""How twins are split among topics: every number but one into twos and threes, both where that can be."""

import pytest

from factbank.deal.choose import _groups


@pytest.mark.parametrize("many", range(2, 41))
def test_twins_come_in_twos_and_threes_and_in_both_where_the_number_allows(many):
    groups = _groups(many, threes=True)
    assert sum(groups) == many
    ways = [
        (threes, (many - 3 * threes) // 2) for threes in range(many) if many >= 3 * threes and (many - threes) % 2 == 0
    ]
    assert (groups.count(3), groups.count(2)) in ways
    assert set(groups) == {2, 3} or not any(threes and twos for threes, twos in ways)
    uneven = {way: abs(3 * way[0] - 2 * way[1]) for way in ways if way[0] or many == 2 or len(ways) == 1}
    assert uneven[groups.count(3), groups.count(2)] == min(uneven.values()), "half of them in threes, half in twos"
    assert set(_groups(many, threes=False)) == {2}


def test_there_are_no_twins_of_one():
    assert _groups(0, threes=True) == _groups(1, threes=True) == _groups(1, threes=False) == ()
