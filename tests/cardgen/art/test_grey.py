"""Printed in grey, or seen by somebody who is colour-blind, suits and colours are told apart by default.

Cards are drawn as they are printed, without --colour-aid, and seen five ways: by most of us, in grey, and by
protanopes, deuteranopes and tritanopes (coloraide's simulation, by Brettel, Viénot and Mollon). The measure is the
share of a window's pixels that differ by more than a fifth of the way from black to white in what is seen. Numbers are
kept beside each test: what was measured when it was written, at the worst of all pairs.
"""

from functools import cache, partial
from itertools import combinations

import pytest
from PIL import ImageChops, ImageFilter, ImageStat

from cardgen.art.beasts import POSES
from cardgen.art.shapes import COLOURS, SUITS
from cardgen.decks.faces import lizard, west
from cardgen.decks.faces.standard import draw_card
from tests.cardgen.pictures import SIZES, drawn, picture

STEPS = 9
LOOKS = 0.2 * 255
SIGHTS = ("usual", "grey", "protan", "deutan", "tritan")


@cache
def lens(sight):
    """A table from what is printed to what such eyes see."""
    from coloraide import Color

    steps = [i / (STEPS - 1) for i in range(STEPS)]
    seen = [
        Color("srgb", [r, g, b]).filter(sight, method="brettel").convert("srgb").clip().coords()
        for b in steps
        for g in steps
        for r in steps
    ]
    return ImageFilter.Color3DLUT(STEPS, [value for colour in seen for value in colour])


def seen(image, sight):
    if sight == "grey":
        return image.convert("L").convert("RGB")
    return image if sight == "usual" else image.filter(lens(sight))


def apart(one, other):
    """How much of two pictures looks different, in percent: pixels whose strongest channel differs by a fifth."""
    bands = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(*bands[:2]), bands[2])
    return ImageStat.Stat(most.point(lambda value: 255 * (value > LOOKS))).mean[0] / 2.55


def least(pictures, sight):
    """The least that any two of them differ by, and which two."""
    there = {name: seen(image, sight) for name, image in pictures.items()}
    return min((apart(there[a], there[b]), a, b) for a, b in combinations(there, 2))


@cache
def shapes(number, low):
    """The middle of West's cards in five colours, where their circles stand and no corner."""
    cards = {c: partial(west.draw_card, colour=c, shape="c", number=number) for c in COLOURS}
    images = {c: picture(drawn(draw, low=low)) for c, draw in cards.items()}
    w, h = images["r"].size
    return {c: image.crop((w // 4, h // 4, 3 * w // 4, 3 * h // 4)) for c, image in images.items()}


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    ("number", "low", "enough"), [("1", False, 10), ("3", False, 10), ("?", False, 10), ("1", True, 4), ("3", True, 4)]
)
def test_colours_of_west(number, low, enough, sight):
    share, *pair = least(shapes(number, low), sight)
    assert share > enough, pair


@cache
def beasts(kind, low):
    """The whole panels of four beasts of a kind, without their corners."""
    size = SIZES["poker"]
    images = {
        s: picture(drawn(partial(lizard.draw_beast, kind=k, suit=s), size, low=low)) for k, s in POSES if k == kind
    }
    w, h = images["c"].size
    return {s: image.crop((w // 7, h // 5, 6 * w // 7, 4 * h // 5)) for s, image in images.items()}


@pytest.mark.parametrize(("sight", "low", "enough"), [*((sight, False, 30) for sight in SIGHTS), ("grey", True, 8)])
@pytest.mark.parametrize("kind", ["lizard", "snake"])
def test_beasts(kind, sight, low, enough):
    share, *pair = least(beasts(kind, low), sight)
    assert share > enough, pair


@cache
def corners(low):
    """The strips that a fan leaves of eight beasts, and of a seven and a king of each suit."""
    size = SIZES["poker"]
    draws = {f"{k} {s}": partial(lizard.draw_beast, kind=k, suit=s) for k, s in POSES}
    draws |= {f"{rank}{s}": partial(draw_card, rank=rank, suit=s) for rank in "7K" for s in SUITS}
    images = {name: picture(drawn(draw, size, low=low), 3) for name, draw in draws.items()}
    wide = int(11 / 25.4 * 72 * 3)
    return {name: image.crop((int(wide / 4), int(wide / 3), wide, int(1.7 * wide))) for name, image in images.items()}


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("sight", SIGHTS)
def test_suits_in_a_fan(sight, low):
    share, *pair = least(corners(low), sight)
    assert share > 2.5, pair


@cache
def courts(rank):
    """The upper halves of four court cards, within their panels."""
    images = {s: picture(drawn(partial(draw_card, rank=rank, suit=s))) for s in SUITS}
    w, h = images["c"].size
    return {s: image.crop((w // 4, h // 7, 3 * w // 4, h // 2)) for s, image in images.items()}


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("rank", ["K", "Q", "J"])
def test_courts(rank, sight):
    share, *pair = least(courts(rank), sight)
    assert share > 12, pair
