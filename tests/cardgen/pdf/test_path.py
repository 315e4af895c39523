"""Outlines: exact under half turns, round where they should be, short in the file."""

from math import cos, hypot, pi, sin

import pytest
from hypothesis import given
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


@given(x=numbers, y=numbers, r=st.floats(0.5, 80))
def test_a_circle_is_round(x, y, r):
    assert all(abs(hypot(a - x, b - y) / r - 1) < 4e-4 for a, b in samples(ellipse(x, y, r)))


@given(r=st.floats(1, 50), start=st.floats(-360, 360), span=st.floats(-350, 350).filter(lambda v: abs(v) > 1))
def test_an_arc_stays_on_its_circle_and_ends_where_it_should(r, start, span):
    path = arc(3, -2, r, start, start + span)
    assert all(abs(hypot(a - 3, b + 2) / r - 1) < 1e-4 for a, b in samples(path))
    angle = (start + span) * pi / 180
    assert path.points()[-1] == pytest.approx((3 + r * cos(angle), -2 + r * sin(angle)))


@given(corners=st.lists(points, min_size=2, max_size=8, unique=True))
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
def test_operators_are_rounded_to_a_hundredth_of_a_point(corners):
    for token in poly(corners).operators().split():
        if token not in ("m", "l", "h"):
            assert "e" not in token
            assert len(token.partition(".")[2]) <= 2


def test_svg_turns_the_y_axis_round_and_refuses_what_it_does_not_know():
    assert svg("M0,-49 L10,5.5Z", 0.1) == Outline((("M", 0, 4.9), ("L", 1.0, -0.55), ("Z",)))
    assert svg("M0 0C1 2 3 4 5 6").segments[1] == ("C", 1, -2, 3, -4, 5, -6)
    assert svg("M0 0C1 2 3 4 5 6", up=False).segments[1] == ("C", 1, 2, 3, 4, 5, 6)
    for strange in ("M0,0 b1,1", "L1 1", "M0 0 L<"):
        with pytest.raises(ValueError, match="an SVG path begins with M, and holds no"):
            svg(strange)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("m1 2h3v4l-1-1.5.5e1-2z", "M1 2L4 2L4 6L3 4.5L8 2.5z"),
        ("M1 1zl2 2", "M1 1zM1 1L3 3"),
        ("M0 0C1 1 2 1 3 0S5-1 6 0s1 1 2 2", "M0 0C1 1 2 1 3 0C4-1 5-1 6 0C7 1 7 1 8 2"),
        ("M0 0S1 1 2 2", "M0 0C0 0 1 1 2 2"),
        ("M0 0Q3 3 6 0T12 0", "M0 0C2 2 4 2 6 0C8-2 10-2 12 0"),
        ("M0 0q3 3 6 0l1 1t3 3", "M0 0C2 2 4 2 6 0L7 1C7 1 8 2 10 4"),
        ("M0 0a1 1 0 0110 0", "M0 0A5,5,0,0,1,10,0"),
        ("M0 0a0 1 0 1110 0 1 1 0 000 0", "M0 0L10 0L10 0"),
        ("M0 0L1 1 2", "M0 0L1 1"),
    ],
)
def test_short_forms_of_svg_paths_are_those_they_stand_for(short, long):
    one, two = svg(short), svg(long)
    assert [s[0] for s in one.segments] == [s[0] for s in two.segments]
    assert [v for s in one.segments for v in s[1:]] == pytest.approx([v for s in two.segments for v in s[1:]])


@pytest.mark.parametrize(("flags", "middle", "far"), [("01", 3, -2), ("11", -3, -8), ("00", -3, 2), ("10", 3, 8)])
def test_an_elliptic_arc_lies_on_its_ellipse_and_goes_the_way_that_is_asked(flags, middle, far):
    path = svg(f"M-2 0A5 2.5 90 {flags} 2 0", up=False)
    found = list(samples(path))
    assert all(abs(hypot(x / 2.5, (y - middle) / 5) - 1) < 1e-4 for x, y in found)
    assert max((y for _, y in found), key=abs) == pytest.approx(far, abs=0.03)
    assert path.points()[-1] == (2, 0)


def test_a_rectangle_keeps_its_box_whatever_its_corners():
    for radius in (0, 1, 3.2, 99):
        assert rect(1, 2, 30, 40, radius).box() == pytest.approx((1, 2, 31, 42))
    assert lozenge(5, 5, 2, 3).box() == (3, 2, 7, 8)
