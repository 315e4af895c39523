"""The forked tongue: one outline without a kink, the same when turned."""

from itertools import pairwise
from math import degrees, dist, hypot

import pytest

from cardgen.art.signs import HEIGHT, tongue

CORNERS = ((4.6, 18.0), (-3.9, 17.2), (0.65, 12.9))
"""Its tips, and where they part."""
NEAR_MM = 0.02


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
    corners = [point for x, y in CORNERS for point in ((x, y), (-x, -y))]
    for before, after in pairwise([*pieces, pieces[0]]):
        if any(dist(before[3], corner) < NEAR_MM for corner in corners):
            continue
        one = before[3][0] - before[2][0], before[3][1] - before[2][1]
        two = after[1][0] - after[0][0], after[1][1] - after[0][1]
        cross = (one[0] * two[1] - one[1] * two[0]) / (hypot(*one) * hypot(*two))
        assert abs(degrees(cross)) < 3, before[3]
        assert one[0] * two[0] + one[1] * two[1] > 0


def test_it_is_the_same_when_turned_and_as_high_as_it_says():
    ends = [piece[3] for piece in curves()]
    assert all(min(dist((-x, -y), other) for other in ends) < NEAR_MM for x, y in ends)
    assert max(y for _, y in ends) - min(y for _, y in ends) == pytest.approx(HEIGHT)
