"""Ornaments of West: in grey, where red, green and blue are one, the patterns still say the colour."""

from functools import partial
from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from cardgen.art.shapes import COLOURS
from cardgen.decks.faces.west import draw_card
from tests.cardgen.pictures import coverage, drawn, picture


def shape(colour, number, *, low=False):
    """The middle of a card in grey, where its shapes stand and no corner."""
    grey = picture(drawn(partial(draw_card, colour=colour, shape="c", number=number), low=low)).convert("L")
    w, h = grey.size
    return grey.crop((w // 4, h // 4, 3 * w // 4, 3 * h // 4))


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("number", ["1", "3"])
def test_in_grey_all_colours_are_told_apart(number, low):
    """No two patterns cover each other: many pixels differ by a lot, whatever the ink's own lightness."""
    seen = {colour: shape(colour, number, low=low) for colour in COLOURS}
    for one, other in combinations(seen, 2):
        apart = ImageChops.difference(seen[one], seen[other]).point(lambda value: 255 * (value > 60))
        assert ImageStat.Stat(apart).mean[0] / 255 > (0.04 if low else 0.1), (one, other)


@pytest.mark.parametrize("colour", COLOURS)
def test_little_ink_stays_little(colour):
    assert coverage(picture(drawn(partial(draw_card, colour=colour, shape="s", number="2"), low=True))) <= 12
