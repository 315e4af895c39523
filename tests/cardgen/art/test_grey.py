"""Printed in grey, or seen by somebody who is colour-blind, suits and colours are told apart by default.

Cards are drawn as they are printed, without --colour-aid, and seen five ways: by most of us, in grey, and by
protanopes, deuteranopes and tritanopes (coloraide's simulation, by Brettel, Viénot and Mollon). The measure is the
share of a window's pixels that differ by more than a fifth of the way from black to white in what is seen. Numbers are
kept beside each test: what was measured when it was written, at the worst of all pairs.
"""

from functools import cache, partial
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

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
@pytest.mark.parametrize("number", ["1", "3", "?"])
def test_colours_of_west(number, sight):
    share, *pair = least(shapes(number, low=False), sight)
    assert share > 10, pair


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("number", ["1", "3"])
def test_colours_of_west_in_little_ink(number, sight):
    share, *pair = least(shapes(number, low=True), sight)
    assert share > 4, pair


@cache
def beasts(kind, low):
    """The whole panels of four beasts of a kind, without their corners."""
    size = SIZES["poker"]
    images = {
        s: picture(drawn(partial(lizard.draw_beast, kind=k, suit=s), size, low=low)) for k, s in POSES if k == kind
    }
    w, h = images["c"].size
    return {s: image.crop((w // 7, h // 5, 6 * w // 7, 4 * h // 5)) for s, image in images.items()}


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("kind", ["lizard", "snake"])
def test_beasts(kind, sight):
    share, *pair = least(beasts(kind, low=False), sight)
    assert share > 30, pair


@pytest.mark.parametrize("kind", ["lizard", "snake"])
def test_beasts_in_little_ink(kind):
    share, *pair = least(beasts(kind, low=True), "grey")
    assert share > 8, pair


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
def courts(rank, low):
    """The upper halves of four court cards, within their panels."""
    images = {s: picture(drawn(partial(draw_card, rank=rank, suit=s), low=low)) for s in SUITS}
    w, h = images["c"].size
    return {s: image.crop((w // 4, h // 7, 3 * w // 4, h // 2)) for s, image in images.items()}


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("rank", ["K", "Q", "J"])
def test_courts(rank, sight):
    share, *pair = least(courts(rank, low=False), sight)
    assert share > 12, pair


def test_the_measure_sees_what_a_person_would_miss():
    """Flat shapes in the house's red and green are far apart to most of us, and one to others or in grey."""
    red, green = (Image.new("RGB", (8, 8), colour) for colour in ("#D0331F", "#0B8A5B"))
    assert apart(red, green) == 100
    assert apart(seen(red, "grey"), seen(green, "grey")) == 0
    assert (
        apart(seen(Image.new("RGB", (8, 8), "#B0601F"), "deutan"), seen(Image.new("RGB", (8, 8), "#7A7A1B"), "deutan"))
        == 0
    )
