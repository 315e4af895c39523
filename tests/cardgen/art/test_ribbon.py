"""Bodies keep their width, and markings stay on them."""

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.pdf.path import Ribbon, WidthCurve, centripetal

steps = st.tuples(st.floats(2, 12), st.floats(-4, 4))


@st.composite
def bodies(draw):
    """A body that wanders to the right, thinner than its bends."""
    x = y = 0.0
    control = [(x, y)]
    for dx, dy in draw(st.lists(steps, min_size=2, max_size=8)):
        x, y = x + dx, y + dy
        control.append((x, y))
    wide = draw(st.lists(st.floats(0.1, 1.0), min_size=2, max_size=6))
    return Ribbon(control, [(i / (len(wide) - 1), w) for i, w in enumerate(wide)])


@given(body=bodies(), u=st.floats(0, 1), v=st.floats(-1, 1))
@settings(max_examples=50)
def test_a_marking_lies_where_its_body_coordinates_say(body, u, v):
    x, y, nx, ny = body.frame(u)
    assert hypot(nx, ny) == pytest.approx(1)
    a, b = body.at(u, v)
    assert hypot(a - x, b - y) == pytest.approx(abs(v) * body.half_width(u), abs=1e-9)


@given(wide=st.lists(st.floats(0, 5), min_size=2, max_size=7), u=st.floats(0, 1))
@settings(max_examples=50)
def test_a_profile_never_bulges_between_what_was_given(wide, u):
    pairs = [(i / (len(wide) - 1), w) for i, w in enumerate(wide)]
    value = WidthCurve(pairs)(u)
    i = min(int(u * (len(wide) - 1)), len(wide) - 2)
    assert min(wide[i : i + 2]) - 1e-9 <= value <= max(wide[i : i + 2]) + 1e-9


@given(body=bodies())
@settings(max_examples=30)
def test_the_outline_is_closed_and_as_wide_as_the_body(body):
    outline = body.outline()
    assert outline.segments[-1] == ("Z",)
    widest = max(w for w in map(body.half_width, (i / 50 for i in range(51))))
    for x, y in outline.points():
        nearest = min(hypot(x - p, y - q) for p, q in (body.at(i / 300) for i in range(301)))
        assert nearest <= widest + 0.2


def test_the_spine_goes_through_its_control_points():
    control = [(0, 0), (1, 5), (20, 6), (21, 0)]
    line = centripetal(control, 10)
    assert line[::10] == [pytest.approx(c) for c in control]
