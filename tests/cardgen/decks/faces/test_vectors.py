"""Backs, courts and lines, proved on the vectors themselves."""

from functools import partial

import pytest

from cardgen.art.courts import draw_court
from cardgen.pdf.ink import THINNEST_PT
from tests.cardgen.decks.faces.test_decks import BACKS, deck, faces
from tests.cardgen.pictures import SIZES, drawn
from tests.cardgen.vectors import Painted, painted
from tests.sampling import WHOLE, some, spread

# Coordinates are rounded to a hundredth of a point; turned in a turned form, three times at most.
NEAR_PT = 0.06


def near(one, two):
    return abs(one[0] - two[0]) <= NEAR_PT and abs(one[1] - two[1]) <= NEAR_PT


def different(points):
    """The points of a path, each once: where a circle begins is nothing that paper shows."""
    found = []
    for point in points:
        if not any(near(point, other) for other in found):
            found.append(point)
    return sorted(found)


def unmatched(paths, width, height):
    """The paths whose half turn about the page's middle nobody paints in the same colours with the same line."""

    def kind(path: Painted):
        return path.fill, path.stroke, round(path.width_pt, 2), len(path.points), len(path.clips)

    left = {}
    for path in paths:
        left.setdefault(kind(path), []).append(different(path.points))
    alone = []
    for path in paths:
        turned = different((width - x, height - y) for x, y in path.points)
        others = left[kind(path)]
        for i, other in enumerate(others):
            if len(other) == len(turned) and all(any(near(a, b) for b in other) for a in turned):
                del others[i]
                break
        else:
            alone.append(path)
    return alone


@pytest.mark.parametrize(("name", "low", "size"), spread(BACKS, [False, True], ["bridge", "poker", "mini"]))
def test_a_back_paints_the_half_turn_of_every_path(name, low, size):
    paths, page = painted(drawn(BACKS[name], SIZES[size], bleed=True, low=low))
    assert len(paths) > 25
    assert unmatched(paths, *page) == []


@pytest.mark.parametrize("rank", ["K", "Q", "J"])
def test_a_court_paints_the_half_turn_of_every_path(rank):
    for suit, low in some((("c", False), ("d", False), ("h", True), ("s", True)), 3):
        paths, page = painted(drawn(partial(draw_court, rank=rank, suit=suit), low=low))
        assert len(paths) > 100
        assert unmatched(paths, *page) == [], rank + suit


def test_what_is_not_the_same_turned_is_found_out():
    """The proof above can fail: a card of seven pips has a wrong way up, in three of them with their lozenges."""
    seven = next(card for card in deck("lizard").cards if card.name == "7h")
    paths, page = painted(drawn(seven.draw))
    assert len(unmatched(paths, *page)) == 6


def test_no_line_is_too_thin_to_print():
    """On a small card lines shrink with the art, down to what holds together on paper."""
    drawings = [*some([(card.name, card.draw) for card in faces()], 3), *BACKS.items()]
    for at, (name, draw) in enumerate(drawings):
        for low in (False, True) if name in BACKS and WHOLE else (at % 2 == 0,):
            lines = [path.width_pt for path in painted(drawn(draw, SIZES["mini"], low=low))[0] if path.stroke]
            assert min(lines, default=1) >= THINNEST_PT - 0.001, (name, low)
