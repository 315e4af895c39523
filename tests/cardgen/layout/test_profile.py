"""A profile from readings: whatever a printer does to a page, its readings say, wherever the targets lie."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.layout import Profile, from_readings

places = st.tuples(st.integers(-90, 90), st.integers(-120, 120)).map(lambda p: (float(p[0]), float(p[1])))


def spread(points):
    """How far from one line points lie: the determinant of their moments."""
    mean_x, mean_y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    xx = sum((x - mean_x) ** 2 for x, _ in points)
    yy = sum((y - mean_y) ** 2 for _, y in points)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return xx * yy - xy**2


@given(
    st.lists(places, min_size=3, max_size=6, unique=True),
    st.floats(-5, 5), st.floats(-5, 5), st.floats(-3, 3), st.floats(0.95, 1.05),
)  # fmt: skip
def test_targets_that_lie_anywhere_say_what_was_done(points, x, y, turn, scale):
    assume(spread(points) > 1e4)
    c, s = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
    readings = [(c * px - s * py + x - px, s * px + c * py + y - py) for px, py in points]
    found = from_readings(points, readings)
    assert (found.x_mm, found.y_mm) == pytest.approx((x, y), abs=1e-6)
    assert (found.turn_deg, found.x_scale, found.y_scale) == pytest.approx((turn, scale, scale), abs=1e-6)


def test_two_targets_and_targets_in_one_line_say_where_and_nothing_else():
    for points in ([(0.0, 0.0), (10.0, 5.0)], [(0.0, 0.0), (10.0, 5.0), (20.0, 10.0)]):
        assert from_readings(points, [(1.0, -2.0)] * len(points)) == Profile(x_mm=1.0, y_mm=-2.0)
