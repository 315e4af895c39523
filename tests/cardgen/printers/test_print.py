"""A printer that is 3 mm and 0.4° off, on pictures: its test sheet read by eye, its profile puts backs on fronts.

Nothing here knows how the sheet is laid out or what a profile is. Needles go through the crosses that are seen on the
front's picture, grids and scales are read off the picture of the printed back, and the readings are typed in.
"""

import re
from contextlib import closing
from functools import cache
from math import dist

import pypdfium2
import pytest
from PIL import Image, ImageChops

from tests.cardgen.decks.test_print_room import runs
from tests.cardgen.program import call
from tests.sampling import spread

pytestmark = pytest.mark.usefixtures("home")

PX = 10
"""Pixels in a millimetre."""
RIGHT, UP, TURN = 3.0, -2.0, 0.4


def page(path, number, *, grey=True):
    # Closed by hand: so large are these bitmaps that many of them would swell the whole test run's memory.
    scale = PX * 25.4 / 72 * (1 - 1e-6)
    with (
        closing(pypdfium2.PdfDocument(path)) as pdf,
        closing(pdf[number]) as one,
        closing(one.render(scale=scale, grayscale=grey)) as bitmap,
    ):
        return bitmap.to_pil().copy()


def printed(back):
    """What the bad printer makes of a back page: turned about its middle, and moved to the right and down."""
    shift = (RIGHT * PX, -UP * PX)
    return back.rotate(TURN, Image.Resampling.BILINEAR, translate=shift, fillcolor=255)


def through(place, size, flip):
    """Where a place on the front of an upright sheet lies on its back, once that is turned over, its top up."""
    return (size[0] - place[0], place[1]) if flip == "long" else (place[0], size[1] - place[1])


def darkness(picture, axis):
    """How dark a picture's columns (0) or rows (1) are, from 0 to 255."""
    shape = (picture.width, 1) if axis == 0 else (1, picture.height)
    return [255 - v for v in picture.convert("L").resize(shape, Image.Resampling.BOX).tobytes()]


def stroke(values):
    """Where the middle of the darkest stroke is, in pixels."""
    peak = max(range(2, len(values) - 2), key=lambda i: sum(values[i - 2 : i + 3]))
    near = range(max(0, peak - 4), min(len(values), peak + 5))
    floor = min(values[i] for i in near)
    return sum((values[i] - floor) * (i + 0.5) for i in near) / sum(values[i] - floor for i in near)


def crosses(front):
    """The middles of the five crosses by number: their red dots, as large as half a millimetre."""
    red, green, _ = front.split()
    mask = ImageChops.subtract(red, green).point(lambda v: 255 if v > 80 else 0).tobytes()
    spots, at = [], mask.find(b"\xff")
    while at >= 0:
        y, x = divmod(at, front.width)
        near = next((spot for spot in spots if dist(spot[0], (x, y)) < 2 * PX), None)
        if near is None:
            spots.append([(x, y)])
        else:
            near.append((x, y))
        at = mask.find(b"\xff", at + 1)
    dots = [spot for spot in spots if 9 <= len(spot) <= 20]
    found = [tuple(sum(v) / len(dot) + 0.5 for v in zip(*dot, strict=True)) for dot in dots]
    upper, lower = sorted(found, key=lambda p: p[1])[:2], sorted(found, key=lambda p: p[1])[3:]
    assert len(found) == 5
    return [sorted(found, key=lambda p: p[1])[2], *sorted(upper), *sorted(lower)]


def read_grid(back, hole):
    """Across and up, to a tenth: how far a hole lies from where the grid's two thickest lines cross."""
    x, y = hole
    left, top, side = round(x - 11 * PX), round(y - 11 * PX), 22 * PX
    for half in (5, 5):
        grid = back.crop((left, top, left + side, top + side))
        zero = left + stroke(darkness(grid, 0)), top + stroke(darkness(grid, 1))
        left, top, side = round(zero[0] - half * PX), round(zero[1] - half * PX), 2 * half * PX
    return round((x - zero[0]) / PX, 1), round((zero[1] - y) / PX, 1)


def read_flap(back, edge, flip):
    """What the arrow half way along an edge of the front points at on that edge's flap, to a tenth."""
    other = {"left": "right", "right": "left"} if flip == "long" else {"top": "bottom", "bottom": "top"}
    seen = other.get(edge, edge)
    # The edge is turned to the left, so that one way of looking does for all.
    turned = back.rotate({"left": 0, "bottom": -90, "right": 180, "top": 90}[seen], expand=True)
    arrow = turned.height / 2
    strip = turned.crop((0, round(arrow - 11 * PX), 18 * PX, round(arrow + 11 * PX)))
    line = stroke(darkness(strip.crop((0, 0, 11 * PX, strip.height)), 0))
    longest = strip.crop((round(line + 3.3 * PX), 0, round(line + 3.9 * PX), strip.height))
    below = (round(arrow - 11 * PX) + stroke(darkness(longest, 1)) - arrow) / PX
    return round(below if seen in ("left", "top") else -below, 1)


def bad_back(paper, flip, *more):
    """Print the test sheet: its back as the bad printer prints it."""
    done = call("calibrate", "--paper", paper, "--sides", flip, "-o", "test.pdf", *more)
    assert done.exit_code == 0, done.output
    return printed(page("test.pdf", 1))


def pricked(paper, flip, *more):
    """What is read off the grids of that back, where needles went through the crosses of its front."""
    back = bad_back(paper, flip, *more)
    front = page("test.pdf", 0, grey=False)
    return [read_grid(back, through(hole, front.size, flip)) for hole in crosses(front)]


@cache
def first_pricked(paper, flip):
    """What is read before the printer is known."""
    return pricked(paper, flip)


def worst(paper, flip, *more, card="60x85mm"):
    """How far, in millimetres, a back's middle is from its front's at most, on a printed sheet of nine cards."""
    plain = ("--card", card, "--gap", "2mm", "--bleed", "0mm", "--back-bleed", "0mm", "--marks", "none", "--no-cover")
    done = call("deck", "west", "--paper", paper, "--sides", flip, *plain, *more, "-o", "deck.pdf")
    assert done.exit_code == 0, done.output
    front, back = page("deck.pdf", 0), printed(page("deck.pdf", 1))
    fronts, backs = middles(front), [through(place, front.size, flip) for place in middles(back)]
    assert len(fronts) == len(backs) == 9
    return max(min(dist(a, b) for b in backs) for a in fronts) / PX


def middles(sheet):
    """The middles of all cards, in pixels: the columns and rows of ink between the gaps."""
    inked = sheet.convert("L").point(lambda v: 255 if v < 252 else 0)
    columns, rows = (runs([v > 40 for v in darkness(ImageChops.invert(inked), axis)]) for axis in (0, 1))
    return [((a + b) / 2, (c + d) / 2) for a, b in columns for c, d in rows]


FLIPS = ["long", "short"]
PAPERS = ["a4", "letter"]
ZERO = 0.101


@pytest.mark.parametrize(("paper", "flip"), spread(PAPERS, FLIPS))
def test_needles_find_the_profile_that_puts_backs_on_fronts(paper, flip):
    """As the sheet says: prick, read across and up on the five grids, answer the questions of calibrate --ask."""
    read = first_pricked(paper, flip)
    assert all(max(map(abs, reading)) > 1 for reading in read), "the sheet shows how bad the printer is"
    answers = ["office", "", "needle", *(f"{x},{y}" for x, y in read), "n"]
    told = call("calibrate", "--ask", "--paper", paper, "--sides", flip, input="\n".join(answers) + "\n")
    assert told.exit_code == 0, told.output
    if paper == "letter":
        assert worst(paper, flip) > 2
    assert worst(paper, flip, "--printer", "office") <= 0.1
    # Where the sheet lies, it is sent to the measured printer upright.
    if paper == "a4":
        assert worst(paper, flip, "--printer", "office", card="85x60mm") <= 0.1
    # The sheet checks itself: printed with the profile, it reads zero.
    assert all(max(map(abs, reading)) <= ZERO for reading in pricked(paper, flip, "--printer", "office"))


@pytest.mark.parametrize("flip", FLIPS)
def test_folds_find_it_too(flip):
    back = bad_back("a4", flip)
    folds = [f"{edge}={read_flap(back, edge, flip)}" for edge in ("left", "right", "top", "bottom")]
    words = [word for fold in folds for word in ("--fold", fold)]
    assert call("calibrate", "--printer", "office", "--sides", flip, *words).exit_code == 0
    assert worst("a4", flip, "--printer", "office") <= 0.1
    back = bad_back("a4", flip, "--printer", "office")
    assert all(abs(read_flap(back, edge, flip)) <= ZERO for edge in ("left", "right", "top", "bottom"))


def test_what_it_found_can_be_given_as_offset_and_turn():
    """--offset and --turn say the same as the needles: the printer's fault, taken back."""
    holes = [word for n, (x, y) in enumerate(first_pricked("a4", "long"), 1) for word in ("--hole", f"{n}={x},{y}")]
    told = call("calibrate", "--printer", "holes", *holes).output
    x, way, y, up, turn, side = re.search(
        r"([\d.]+) mm (left|right), ([\d.]+) mm (up|down), turned ([\d.]+)° (left|right)", told
    ).groups()
    assert (way, up, side) == ("left", "up", "right")
    assert (float(x), float(y), float(turn)) == pytest.approx((3, 2, 0.4), abs=0.05)
    given = ("--offset", f"-{x},{y}", "--turn", f"-{turn}", "--sides", "long")
    assert call("calibrate", "--printer", "plain", *given).exit_code == 0
    assert worst("a4", "long", "--printer", "plain") <= 0.1


def test_sheets_for_a_measured_printer_stand_upright_and_the_cover_says_so():
    assert call("calibrate", "--printer", "office", "--offset", "0.5,0.2", "--turn", "0.1").exit_code == 0
    for printer, upright in (("none", False), ("office", True)):
        assert call("deck", "west", "--card", "mini", "--printer", printer, "-o", "deck.pdf").exit_code == 0
        pdf = pypdfium2.PdfDocument("deck.pdf")
        wide, high = pdf[2].get_size()
        assert (wide < high) is upright
        told = pdf[0].get_textpage().get_text_range()
        assert ("upright in the file" in " ".join(told.split())) is upright
    # One card a page keeps its boxes: what is cut lies where the page was turned to.
    assert call("deck", "west", "--only", "rc1", "--card", "90x60mm", "--paper", "80x110mm", "--margin", "3mm",
                "--printer", "office", "--no-cover", "-o", "one.pdf").exit_code == 0  # fmt: skip
    one = pypdfium2.PdfDocument("one.pdf")[0]
    left, foot, right, top = (v * 25.4 / 72 for v in one.get_trimbox())
    assert (right - left, top - foot) == pytest.approx((60, 90), abs=0.01)
    assert ((left + right) / 2, (foot + top) / 2) == pytest.approx((40, 55), abs=0.01)
