"""A printer is simulated as pure geometry; the test sheet must find out what it does, and the profile must undo it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen import printers
from cardgen.errors import PrintError
from cardgen.layout import MM, PAPERS, Profile, transform
from cardgen.printers import Target, from_folds, from_holes, refined, targets

A4 = PAPERS["a4"]


class Printer:
    """Puts what a back page holds at p to `put(p)` on the paper, as seen from behind; millimetres."""

    def __init__(self, paper, x=0.0, y=0.0, turn=0.0, x_scale=1.0, y_scale=1.0):
        self.middle = paper.width_mm / 2, paper.height_mm / 2
        self.off, self.scale, self.turn = (x, y), (x_scale, y_scale), math.radians(turn)

    def put(self, p):
        x, y = ((p[i] - self.middle[i]) * self.scale[i] for i in (0, 1))
        c, s = math.cos(self.turn), math.sin(self.turn)
        return self.middle[0] + self.off[0] + c * x - s * y, self.middle[1] + self.off[1] + s * x + c * y

    def found(self, place):
        """Where on the back page is what was printed at this place of the paper?"""
        x, y = (place[i] - self.middle[i] - self.off[i] for i in (0, 1))
        c, s = math.cos(self.turn), math.sin(self.turn)
        x, y = (c * x + s * y) / self.scale[0], (-s * x + c * y) / self.scale[1]
        return self.middle[0] + x, self.middle[1] + y


class Corrected:
    """A printer fed with pages that the profile has moved."""

    def __init__(self, printer, profile, paper):
        self.printer, self.matrix = printer, profile.matrix(paper.width_mm * MM, paper.height_mm * MM)

    def put(self, p):
        x, y = transform(self.matrix, p[0] * MM, p[1] * MM)
        return self.printer.put((x / MM, y / MM))

    def found(self, place):
        a, b, c, d, e, f = self.matrix
        x, y = self.printer.found(place)
        x, y = x * MM - e, y * MM - f
        det = a * d - b * c
        return (d * x - c * y) / det / MM, (a * y - b * x) / det / MM


def holes(printer, paper, flip="long", to=0.0):
    """What a person reads on the grids: where the front's crosses come through."""
    read = {}
    for t in targets(paper, flip):
        x, y = printer.found((t.back_x_mm, t.back_y_mm))
        reading = x - t.back_x_mm, y - t.back_y_mm
        read[t.number] = tuple(round(v / to) * to if to else v for v in reading)
    return read


def worst(printer, paper):
    """The largest distance, over the whole sheet, between where a back should be and where it is printed."""
    places = [
        (x, y) for x in (0, paper.width_mm / 2, paper.width_mm) for y in (0, paper.height_mm / 2, paper.height_mm)
    ]
    return max(math.dist(printer.put(p), p) for p in places)


BAD = {"x": 3.0, "y": -2.0, "turn": 0.4, "x_scale": 0.99, "y_scale": 1.0}


@pytest.mark.parametrize("paper", [A4, PAPERS["letter"], PAPERS["a3"]])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_printer_that_is_off_turned_and_short_reads_zero_with_its_profile(paper, flip):
    printer = Printer(paper, **BAD)
    assert worst(printer, paper) > 3
    profile = from_holes(paper, flip, holes(printer, paper, flip))
    mended = Corrected(printer, profile.seen(flip), paper)
    for x, y in holes(mended, paper, flip).values():
        assert abs(x) < 0.02
        assert abs(y) < 0.02
    assert worst(mended, paper) < 0.03


@given(
    st.floats(-4, 4), st.floats(-4, 4), st.floats(-0.5, 0.5), st.floats(0.99, 1.01), st.floats(0.99, 1.01)
)  # fmt: skip
def test_readings_to_half_a_millimetre_are_near_enough(x, y, turn, x_scale, y_scale):
    printer = Printer(A4, x, y, turn, x_scale, y_scale)
    profile = from_holes(A4, "long", holes(printer, A4, to=0.5))
    middle = A4.width_mm / 2, A4.height_mm / 2
    assert math.dist(Corrected(printer, profile, A4).put(middle), middle) < 0.5
    assert worst(Corrected(printer, profile, A4), A4) < 1.3


def test_one_hole_gives_the_offset_as_it_is_read():
    assert from_holes(A4, "long", {1: (0.8, -0.3)}) == Profile(x_mm=0.8, y_mm=-0.3, flip="long")


def test_refining_adds_what_is_left():
    printer = Printer(A4, 4, 3, 0.5, 0.99, 1.01)
    first = from_holes(A4, "long", holes(printer, A4, to=1.0))
    second = refined(first, from_holes(A4, "long", holes(Corrected(printer, first, A4), A4)))
    assert worst(Corrected(printer, second, A4), A4) < 0.05 < worst(Corrected(printer, first, A4), A4)


def test_targets_are_behind_their_grids():
    for t in targets(A4, "long"):
        assert (t.back_x_mm, t.back_y_mm) == (A4.width_mm - t.x_mm, t.y_mm)
    assert targets(A4, "short")[1] == Target(2, 36, 297 - 54, 36, 54)


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (lambda: from_holes(A4, "long", {7: (0, 0)}), "no grid 7"),
        (lambda: from_holes(A4, "long", {}), "at least one"),
        (lambda: from_holes(A4, "long", {1: (20, 0)}), "off grid 1"),
        (lambda: from_folds(A4, "long", {"left": 1}), "top or bottom"),
        (lambda: from_folds(A4, "long", {"left": 11, "top": 0}), "off the scale"),
    ],
)
def test_readings_that_cannot_be(read, says):
    with pytest.raises(PrintError, match=says):
        read()


def test_profiles_are_remembered(monkeypatch, tmp_path):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    assert printers.known() == ([], None)
    office = Profile('the "office"', "bypass", 0.8, -0.3, 0.2, 1.0, 1.01, "long")
    den = Profile("den", x_mm=-1)
    printers.remember(office)
    printers.remember(den, default=True)
    assert printers.known() == ([office, den], den)
    assert printers.choose(None, None, None) == den
    assert printers.choose('THE "office"', None, None) == office
    assert printers.choose("none", None, None) == Profile()
    assert printers.choose("den", None, "2,-0.5mm") == Profile("den", x_mm=2, y_mm=-0.5)
    better = Profile("Den", x_mm=-2)
    printers.remember(better)
    assert printers.known() == ([office, better], better)
    with pytest.raises(PrintError, match="Den"):
        printers.choose("kitchen", None, None)
    with pytest.raises(PrintError, match="bypass"):
        printers.choose('the "office"', "upper", None)


@pytest.mark.parametrize(
    "text", ["printer = 3", "[[printer]]\nx = 1", "[[printer]]\nname = 'x'\noffset = [1]", "[[", "[[printer]]\nname=2"]
)
def test_a_spoilt_profile_file_is_named(monkeypatch, tmp_path, text):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    (tmp_path / "printers.toml").write_text(text)
    if text.endswith("=2"):
        assert printers.known()[0][0].printer == "2"
        return
    with pytest.raises(PrintError, match=r"printers\.toml"):
        printers.known()
