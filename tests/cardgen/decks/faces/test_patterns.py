"""Patterns beside colours: lines that keep their distance, no stumps, no half dots; suits of one outline."""

from itertools import pairwise
from math import cos, hypot, radians, sin

import pytest

from cardgen.art.shapes import AID_PITCH, CLUBS, COLOURS, SHAPE_PATHS, SHAPES, SUITS, _pitch, holds, pattern, suit_path
from cardgen.decks.faces.west import QUESTIONS
from cardgen.pdf.path import POINTS_PER_MM, Outline, poly
from tests.sampling import some

PITCH = 2.0
CASES = [(SHAPE_PATHS[shape].at(0, 0, size), clear) for shape in SHAPES for size in (22.4, 39) for clear in (0.4, 1.78)]
CASES += [(suit_path(suit, 0, 0, 30), 1.5) for suit in SUITS]


def lines(path):
    """The straight lines of a pattern, as pairs of points."""
    return list(zip(path.points()[::2], path.points()[1::2], strict=True))


@pytest.mark.parametrize("tone", [tone for tone in COLOURS.values() if tone != "yellow"])
def test_a_line_keeps_clear_of_the_edge_and_is_no_stump(tone):
    for shape, clear in some(CASES, 3):
        found = lines(pattern(tone, shape, clear, PITCH))
        assert len(found) > 4
        for (ax, ay), (bx, by) in found:
            assert hypot(bx - ax, by - ay) >= 0.7 * PITCH
            along = [(ax + (bx - ax) * t / 20, ay + (by - ay) * t / 20) for t in some(range(21), 4)]
            assert holds(shape, along, clear - 0.02)


@pytest.mark.parametrize("first", [0, 1.5])
def test_the_last_lines_are_as_far_from_the_edge_as_from_each_other(first):
    for shape in "cst":
        path = SHAPE_PATHS[shape].at(0, 0, 31)
        edge = max(abs(x) for x, _ in path.points()) - first
        places = sorted({round(a[0], 6) for a, _ in lines(pattern("red", path, 0.01, PITCH, first))})
        steps = {round(b - a, 4) for a, b in pairwise([-edge, *places, edge])}
        # A triangle's corner has no room for a line, so a line is missing there and nowhere else.
        assert max(steps) <= (2.1 if shape != "t" else 4.2) * min(steps)
        inner = {round(b - a, 4) for a, b in pairwise(places)}
        assert max(inner) == pytest.approx(min(inner), abs=2e-4)
        assert 0.75 * PITCH < min(inner) < 1.25 * PITCH


def test_dots_are_whole_and_the_same_left_and_right():
    for shape, clear in some(CASES, 3):
        dots = pattern("yellow", shape, clear, PITCH)
        middles = [(x - 0.36, y) for verb, x, y in (s for s in dots.segments if s[0] == "M")]
        assert len(middles) > 5
        rims = [(x + 0.36 * cos(radians(a)), y + 0.36 * sin(radians(a))) for x, y in middles for a in range(0, 360, 45)]
        assert holds(shape, rims, clear - 0.02)
    heart = {(round(x, 3), round(y, 3)) for _, x, y in pattern("yellow", CASES[4][0], 0.4, PITCH).segments[::6]}
    assert heart == {(round(0.72 - x, 3), y) for x, y in heart}


def test_what_lies_outside_is_not_held():
    triangle = poly([(0, 0), (10, 0), (5, 8)])
    assert holds(triangle, [(5, 2), (5, 5)], 0.5)
    assert not holds(triangle, [(5, 2), (5, 7.9)], 0.5)
    assert not holds(triangle, [(5, -1)], 0)
    assert not holds(Outline(triangle.segments).at(20, 0), [(5, 2)], 0)


def test_a_club_is_one_outline_the_same_left_and_right():
    club = suit_path(CLUBS, 0, 0, 100)
    assert [s[0] for s in club.segments].count("M") == 1
    points = {(round(x, 3), round(y, 3)) for x, y in club.points()}
    assert points == {(0.0 - x, y) for x, y in points}
    # All three discs and the foot lie in it, and what lies between the discs.
    for x, y in ((0, 27), (24.3, -9), (-24.3, -9)):
        assert holds(club, [(x + 21 * cos(radians(a)), y + 21 * sin(radians(a))) for a in range(360)], 0)
    assert holds(club, [(0, y) for y in range(-48, 48)], 0.5)
    assert not holds(club, [(30, 27)], 0)


def test_lines_never_run_together_however_small_a_mark_is():
    """On paper, the gaps between a pattern's lines are at least twice as wide as the lines."""
    for height in (6.6, 8.4, 9.9, 10, 13.2, 20):
        pitch = _pitch(height)
        line = 0.95 * pitch / AID_PITCH * height / 20 / POINTS_PER_MM
        assert pitch * height > 3 * line
        assert pitch * height > 1.25


@pytest.mark.parametrize("shape", SHAPES)
def test_a_question_mark_and_its_plate_keep_off_the_inline(shape):
    path, at = SHAPE_PATHS[shape].at(0, 0, 39), QUESTIONS[shape]
    em = at.size_pt / POINTS_PER_MM
    wide, high, step = (0.36, 0.5, 10) if at.round else (0.42, 0.62, 90)
    rim = [(wide * em * cos(radians(a)), at.up + high * em * sin(radians(a))) for a in range(0, 360, step)]
    assert holds(path, rim, 1.78)
    if shape == "h":
        # The inline runs on from the notch to a point: seen from there too there is room.
        assert max(y for _, y in rim) < 4
