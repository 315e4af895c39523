"""The forked tongue: one outline without a kink, the same when turned."""

from itertools import pairwise
from math import degrees, hypot

import pytest

from cardgen.art.signs import CROTCH, HEIGHT, LEFT_TIP, RIGHT_TIP, tongue


def curves():
    path = tongue()
    here = path.segments[0][1:]
    for verb, *numbers in path.segments[1:]:
        if verb == "C":
            yield here, tuple(numbers[:2]), tuple(numbers[2:4]), tuple(numbers[4:])
            here = tuple(numbers[-2:])
    assert here == pytest.approx(path.segments[0][1:])


def test_it_bends_nowhere_but_at_its_tips_and_its_crotch():
    pieces = list(curves())
    corners = {point for x, y in (RIGHT_TIP, LEFT_TIP, CROTCH) for point in ((x, y), (-x, -y))}
    for before, after in pairwise([*pieces, pieces[0]]):
        if tuple(round(number, 6) for number in before[3]) in corners:
            continue
        one = before[3][0] - before[2][0], before[3][1] - before[2][1]
        two = after[1][0] - after[0][0], after[1][1] - after[0][1]
        cross = (one[0] * two[1] - one[1] * two[0]) / (hypot(*one) * hypot(*two))
        assert abs(degrees(cross)) < 3, before[3]
        assert one[0] * two[0] + one[1] * two[1] > 0


def test_it_is_the_same_when_turned_and_as_high_as_it_says():
    ends = {tuple(round(number, 6) + 0.0 for number in piece[3]) for piece in curves()}
    assert ends == {(round(-x, 6) + 0.0, round(-y, 6) + 0.0) for x, y in ends}
    assert max(y for _, y in ends) - min(y for _, y in ends) == HEIGHT
