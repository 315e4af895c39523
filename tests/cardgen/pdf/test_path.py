"""Outlines: exact under half turns, round where they should be, short in the file."""

from math import cos, hypot, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.pdf.path import Outline, arc, ellipse, lozenge, poly, rect, smooth, svg

numbers = st.floats(-100, 100).map(lambda v: round(v, 3))
points = st.tuples(numbers, numbers)


def cubic(p, a, b, q, t):
    r = 1 - t
    return tuple(r**3 * p[i] + 3 * r * r * t * a[i] + 3 * r * t * t * b[i] + t**3 * q[i] for i in (0, 1))


def samples(path):
    """Points along every curve of a path."""
    here = None
    for s in path.segments:
        if s[0] == "C":
            for i in range(1, 9):
                yield cubic(here, s[1:3], s[3:5], s[5:7], i / 8)
        if s[0] != "Z":
            here = s[-2:]


def flat(path):
    return [v for p in path.points() for v in p]


@given(x=numbers, y=numbers, r=st.floats(0.5, 80))
@settings(max_examples=30)
def test_a_circle_is_round(x, y, r):
    assert all(abs(hypot(a - x, b - y) / r - 1) < 4e-4 for a, b in samples(ellipse(x, y, r)))


@given(r=st.floats(1, 50), start=st.floats(-360, 360), span=st.floats(-350, 350).filter(lambda v: abs(v) > 1))
@settings(max_examples=40)
def test_an_arc_stays_on_its_circle_and_ends_where_it_should(r, start, span):
    path = arc(3, -2, r, start, start + span)
    assert all(abs(hypot(a - 3, b + 2) / r - 1) < 1e-4 for a, b in samples(path))
    angle = (start + span) * pi / 180
    assert path.points()[-1] == pytest.approx((3 + r * cos(angle), -2 + r * sin(angle)))


@given(corners=st.lists(points, min_size=3, max_size=8))
@settings(max_examples=30)
def test_two_half_turns_change_nothing_and_reversing_twice_neither(corners):
    path = smooth(corners, closed=True)
    twice = path.at(10, 20, turn=180).at(10, 20, turn=180)
    assert flat(twice) == pytest.approx(flat(path), abs=1e-9)
    assert flat(path.reverse().reverse()) == pytest.approx(flat(path))
    assert path.flip().flip() == path


@given(corners=st.lists(points, min_size=2, max_size=8, unique=True))
@settings(max_examples=30)
def test_a_smooth_curve_goes_through_its_points_without_kinks(corners):
    path = smooth(corners, closed=True)
    assert path.points()[:-1] == [pytest.approx(c) for c in corners]
    curves = [s for s in path.segments if s[0] == "C"]
    for one, two in zip(curves, curves[1:] + curves[:1], strict=True):
        arriving = (one[5] - one[3], one[6] - one[4])
        leaving = (two[1] - one[5], two[2] - one[6])
        cross = arriving[0] * leaving[1] - arriving[1] * leaving[0]
        assert abs(cross) <= 1e-6 * (1 + hypot(*arriving) * hypot(*leaving))


@given(corners=st.lists(points, min_size=2, max_size=6))
@settings(max_examples=30)
def test_operators_are_rounded_to_a_hundredth_of_a_point(corners):
    for token in poly(corners).operators().split():
        if token not in ("m", "l", "h"):
            assert "e" not in token
            assert len(token.partition(".")[2]) <= 2


def test_svg_turns_the_y_axis_round_and_refuses_what_it_does_not_know():
    assert svg("M0,-49 L10,5.5Z", 0.1) == Outline((("M", 0, 4.9), ("L", 1.0, -0.55), ("Z",)))
    assert svg("M0 0C1 2 3 4 5 6").segments[1] == ("C", 1, -2, 3, -4, 5, -6)
    with pytest.raises(ValueError, match="'a'"):
        svg("M0,0 a1,1")


def test_a_rectangle_keeps_its_box_whatever_its_corners():
    for radius in (0, 1, 3.2, 99):
        assert rect(1, 2, 30, 40, radius).box() == pytest.approx((1, 2, 31, 42))
    assert lozenge(5, 5, 2, 3).box() == (3, 2, 7, 8)
