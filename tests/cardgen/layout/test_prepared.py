"""Prepared sheets: backs lie behind fronts however cards lie, calibration holds, bad places are told by name."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.custom.slotfile import find_slots, read_slots
from cardgen.errors import PrintError
from cardgen.layout import (
    BUILT_IN,
    CARDS,
    MM,
    PAPERS,
    CardSize,
    Paper,
    Place,
    Profile,
    SheetOptions,
    Slots,
    check_slots,
    cut_marks,
    lay_out,
)
from tests.cardgen.custom.command import cardgen
from tests.sampling import some

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
CARD = CardSize("30x50mm", 30, 50)
EVERY = [slots for sheets in BUILT_IN.values() for slots in sheets]


@st.composite
def sheets(draw):
    """Cards scattered over a sheet in cells that are wide enough for one on its side."""
    landscape = draw(st.booleans())
    paper = draw(st.sampled_from([A4, LETTER, Paper("square", 250, 250)]))
    width, height = (paper.height_mm, paper.width_mm) if landscape else (paper.width_mm, paper.height_mm)
    cells = [(x, y) for x in range(6, int(width) - 66, 60) for y in range(6, int(height) - 66, 60)]
    chosen = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=6, unique=True))
    places = tuple(
        Place(str(n), x + draw(st.integers(0, 90)) / 10, y + draw(st.integers(0, 90)) / 10, draw(st.booleans()))
        for n, (x, y) in enumerate(chosen)
    )
    return Slots("some", "Some", paper, CARD, places, landscape)


def options(slots, **more):
    return SheetOptions(paper=slots.paper, card=slots.card, slots=slots, **more)


def corners(spot, layout):
    """Where a card's own corners lie on the page, from its lower left one anticlockwise, in points."""
    w, h = layout.options.card.width_mm * MM, layout.options.card.height_mm * MM
    x, y = spot.trim.x0, spot.trim.y0
    if spot.turn in (90, 270):
        w, h = h, w
    around = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    first = {0: 0, 90: 1, 180: 2, 270: 3}[spot.turn]
    return around[first:] + around[:first]


@given(slots=sheets(), sides=st.sampled_from(["long", "short"]))
def test_every_corner_of_a_back_lies_behind_its_fronts(slots, sides):
    layout = lay_out(options(slots, sides=sides))
    about_upright = (sides == "long") == (layout.height >= layout.width)
    for place, front, back in zip(slots.places, layout.fronts, layout.backs, strict=True):
        assert front.turn == (90 if place.turned else 0)
        assert front.trim.x0 / MM == pytest.approx(place.left_mm)
        assert (layout.height - front.trim.y1) / MM == pytest.approx(place.top_mm)
        seen = [(layout.width - x, y) if about_upright else (x, layout.height - y) for x, y in corners(back, layout)]
        lower_left, lower_right, upper_right, upper_left = corners(front, layout)
        # Seen from the front, a back's own left is right, and its top is the front's top.
        for one, other in zip(seen, (lower_right, lower_left, upper_left, upper_right), strict=True):
            assert one == pytest.approx(other, abs=1e-6)


@given(
    slots=sheets(),
    sides=st.sampled_from(["long", "short"]),
    x=st.integers(-15, 15),
    y=st.integers(-15, 15),
    turn=st.sampled_from([0, 0.3, -0.4]),
)
def test_calibration_moves_every_back_as_on_any_sheet(slots, sides, x, y, turn):
    profile = Profile("office", x_mm=x / 10, y_mm=y / 10, turn_deg=turn)
    plain = lay_out(options(slots, sides=sides, margin_mm=0.0))
    layout = lay_out(options(slots, sides=sides, margin_mm=0.0, profile=profile))
    assert layout.back_matrix == profile.matrix(layout.width, layout.height)
    for one, other in zip(plain.backs, layout.backs, strict=True):
        assert one.trim == other.trim


@given(slots=sheets(), bleed=st.sampled_from([0.0, 3.0]))
def test_bleeds_never_meet_and_stay_printable(slots, bleed):
    layout = lay_out(options(slots, bleed_mm=bleed))
    for spots in (layout.fronts, layout.backs):
        for n, spot in enumerate(spots):
            box = spot.bleed
            assert box.x0 >= 5 * MM - 1e-6
            assert box.y0 >= 5 * MM - 1e-6
            assert box.x1 <= layout.width - 5 * MM + 1e-6
            assert box.y1 <= layout.height - 5 * MM + 1e-6
            for other in spots[:n]:
                inside = min(box.x1, other.trim.x1) - max(box.x0, other.trim.x0)
                assert min(inside, min(box.y1, other.trim.y1) - max(box.y0, other.trim.y0)) < 1e-6


@given(slots=sheets())
def test_no_mark_tells_to_cut_through_a_card(slots):
    layout = lay_out(options(slots))
    boxes = [spot.trim for spot in layout.fronts]
    for mark in cut_marks("corners", boxes, layout.printable, [spot.bleed for spot in layout.fronts]):
        if mark.x0 == mark.x1:
            assert not any(box.x0 + 0.1 < mark.x0 < box.x1 - 0.1 for box in boxes)
        else:
            assert not any(box.y0 + 0.1 < mark.y0 < box.y1 - 0.1 for box in boxes)


def test_every_paper_has_its_own(tmp_path):
    assert find_slots("business-10", None, LETTER).paper == LETTER
    assert find_slots("Business-10", A4, LETTER).paper == A4
    assert find_slots("business-10", None, PAPERS["legal"]).paper == A4
    with pytest.raises(PrintError, match="comes on A4 or Letter, not on Legal"):
        find_slots("business-10", PAPERS["legal"], A4)


GOOD = """\
title = "Nine labels"
paper = "A4"
card = "60x90mm"
[grid]
at = [11, 10]
columns = 3
rows = 3
gap = [4, 3.5]
"""


def test_a_grid_and_the_same_by_hand(tmp_path):
    (tmp_path / "a.toml").write_text(GOOD)
    rows = ",".join(f"[{11 + 64 * c}, {10 + 93.5 * r}]" for r in range(3) for c in range(3))
    (tmp_path / "b.toml").write_text(
        f'slots = [{rows}]\ntitle = "Nine labels"\npaper = "A4"\ncard = "60x90mm"\n'
    )  # fmt: skip
    assert read_slots(tmp_path / "a.toml").places == read_slots(tmp_path / "b.toml").places
    layout = lay_out(options(read_slots(tmp_path / "a.toml")))
    assert layout.describe() == "9 a sheet on “Nine labels” (A4)"


def test_a_mat_on_which_some_cards_lie_on_their_side(tmp_path):
    (tmp_path / "mat.toml").write_text(
        'paper = "304.8x304.8mm"\ncard = "poker"\n[slots]\na = [20, 20]\nb = {at = [100, 25], turned = true}\n'
    )
    slots = read_slots(tmp_path / "mat.toml")
    assert [(p.name, p.turned) for p in slots.places] == [("a", False), ("b", True)]
    assert slots.title == "mat"


BAD = {
    "overlap": (("gap = [4, 3.5]", ""), "s.toml", None),
    "off": (("rows = 3", "rows = 4"), "s.toml: slot 10 lies 83.5 mm past the edge of the paper (210 × 297 mm)", None),
    "negative": (("at = [11, 10]", "at = [-3, 10]"), "s.toml: slot 1 lies 3 mm past the edge", None),
    "margin": (("at = [11, 10]", "at = [2, 10]"), "slot 1 of “Nine labels” begins 2mm from the edge", None),
    "key": (("rows =", "row ="), 's.toml, line 7: a grid has no "row"; did you mean rows?', None),
    "card": (('"60x90mm"', '"pokr"'), 's.toml, line 3: there is no card size "pokr"', None),
    "paper": (('"A4"', '"A44"'), 's.toml, line 2: there is no paper "A44"', None),
    "no card": (('card = "60x90mm"', ""), "s.toml: it does not say which card", None),
    "count": (("rows = 3", "rows = 3000"), "s.toml, line 7: rows is a whole number from 1", None),
    "toml": (("rows = 3", "rows = "), "s.toml: line 7: the value is no text in quotes, no number and no list", None),
    "both": (("card =", "slots = [[1, 2]]\ncard ="), "it has either a grid or slots", None),
    "--card": (("", ""), "“Nine labels” holds cards of 60 × 90 mm: leave out --card", ("--card", "tarot")),
    "--paper": (("", ""), "“Nine labels” is a sheet of A4, not of Letter: leave out --paper", ("--paper", "letter")),
    "--gap": (("", ""), "“Nine labels” has its own gaps: leave out --gap", ("--gap", "3mm")),
    "--sides": (("", ""), "“Nine labels” is a prepared sheet, which can't be folded", ("--sides", "fold")),
    "--marks": (("", ""), "--marks is corners or none", ("--marks", "lines")),
    "profile": (("", ""), "pushes cards of this size", ("--back-offset", "19,0")),
}  # fmt: skip


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_sheet_is_one_sentence_and_leaves_nothing(tmp_path, fault):
    (old, new), said, more = BAD[fault]
    if fault == "overlap":
        (tmp_path / "s.toml").write_text(
            'title = "x"\npaper = "A4"\ncard = "poker"\n[slots]\nleft = [10, 10]\nright = [70, 20]\n'
        )
        said = "s.toml: the slots left and right overlap by 3.5 × 78.9 mm"
    else:
        assert old in GOOD
        (tmp_path / "s.toml").write_text(GOOD.replace(old, new) if old else GOOD)
    done = cardgen("deck", "liar-poker", "--slots", tmp_path / "s.toml", *(more or ()), "-o", tmp_path / "o.pdf")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done.err
    assert said in done.err
    assert not (tmp_path / "o.pdf").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("busines-10", "did you mean business-10?"),
        ("nothing.toml", "there is no file"),
        (".", "is a folder"),
        ("zzz", "known: business-10, business-8 and gaps-9, and files of your own"),
    ],
)
def test_no_such_sheet(tmp_path, name, said):
    done = cardgen("deck", "liar-poker", "--slots", name, "-o", tmp_path / "o.pdf")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_every_deck_and_reference_cards_lie_on_them(tmp_path):
    for name in some(("west", "liar-poker", "lizard", "red-and-black"), 4):
        done = cardgen("deck", name, "--slots", "business-10", "--paper", "letter", "-o", tmp_path / "o.pdf")
        assert done.status == 0, done.err
        assert "10 a sheet on “10 business cards” (Letter)" in done.err
    wanted = ("--only", "reference,bets,chips", "--slots", "gaps-9", "--paper", "a4")
    done = cardgen("extras", "liar-poker", *wanted, "-o", tmp_path / "x")
    assert done.status == 0, done.err
    assert (tmp_path / "x" / "reference-cards.pdf").is_file()


def test_the_cover_and_the_list_know_them(tmp_path):
    import pypdfium2

    done = cardgen("deck", "west", "--slots", "gaps-9", "--paper", "a4", "-o", tmp_path / "o.pdf")
    assert done.status == 0
    document = pypdfium2.PdfDocument(tmp_path / "o.pdf")
    text = " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    assert "Prepared sheets" in text
    assert "“3 × 3 cards with gaps”" in text
    assert "Take them out" in text
    assert "business-8   8 business cards: 85 × 54 mm on A4, 88.9 × 50.8 mm on Letter" in cardgen("list").out
    listed = json.loads(cardgen("list", "--json").out)["sheets"]
    assert {(s["name"], s["paper"], s["cards"]) for s in listed} == {
        (s.name, s.paper.name, len(s.places)) for s in EVERY
    }


@pytest.mark.parametrize(
    ("name", "paper", "many", "first", "last"),
    [
        ("business-10", "A4", 10, ("1", 15, 13.5), ("10", 110, 229.5)),
        ("business-10", "Letter", 10, ("1", 19.05, 12.7), ("10", 107.95, 215.9)),
        ("business-8", "A4", 8, ("1", 15, 25.5), ("8", 110, 217.5)),
        ("business-8", "Letter", 8, ("1", 12.7, 19.05), ("8", 114.3, 209.55)),
        ("gaps-9", "A4", 9, ("1", 6.75, 12.15), ("9", 139.75, 195.95)),
        ("gaps-9", "Letter", 9, ("1", 9.7, 5.35), ("9", 142.7, 185.15)),
    ],
)
def test_the_places_of_the_sheets_built_in(name, paper, many, first, last):
    """As the makers of the stock say, and as far from the left edge as from the right, from top as from bottom."""
    sheet = check_slots(next(sheet for sheet in BUILT_IN[name] if sheet.paper.name == paper))
    places, layout = sheet.places, lay_out(options(sheet))
    assert (layout.capacity, layout.marks) == (many, ())
    assert lay_out(SheetOptions(paper=A4, card=CARDS["mini"], slots=sheet)).describe() == "6 × 3 mini on A4"
    assert [place.name for place in places] == [str(at) for at in range(1, many + 1)]
    assert (places[0].name, places[0].left_mm, places[0].top_mm) == first
    assert (places[-1].name, places[-1].left_mm, places[-1].top_mm) == last
    wide, high = sheet.extent_mm(places[-1])
    assert places[0].left_mm == pytest.approx(sheet.size_mm[0] - places[-1].left_mm - wide)
    assert places[0].top_mm == pytest.approx(sheet.size_mm[1] - places[-1].top_mm - high)


@pytest.mark.parametrize("at", [(2, 50), (50, 2), (210 - 63.5 - 2, 50), (50, 297 - 88.9 - 2)])
def test_a_slot_inside_the_printers_margin_is_refused_at_every_edge(at):
    slots = Slots("mine", "Mine", PAPERS["a4"], CardSize("poker", 63.5, 88.9), (Place("a", *at),))
    with pytest.raises(PrintError, match="slot a of “Mine” begins 2mm from the edge"):
        lay_out(SheetOptions(PAPERS["a4"], slots.card, slots=slots))


LOST = [(0.0, False), (0.009, False), (0.011, True)]
"""By how many millimetres, and whether that is too much."""


@pytest.mark.parametrize(("by", "refused"), LOST)
def test_what_inches_lose_is_not_inside_the_margin(by, refused):
    slots = Slots("mine", "Mine", PAPERS["a4"], CardSize("poker", 63.5, 88.9), (Place("a", 5.0 - by, 50),))
    options = SheetOptions(PAPERS["a4"], slots.card, slots=slots, margin_mm=5.0)
    if refused:
        with pytest.raises(PrintError, match="the printer's margin of 5mm"):
            lay_out(options)
    else:
        assert len(lay_out(options).fronts) == 1


@pytest.mark.parametrize(("by", "refused"), LOST)
def test_what_inches_lose_is_no_overlap_and_not_past_the_edge(by, refused):
    card, paper = CardSize("poker", 63.5, 88.9), PAPERS["a4"]
    beside = (Place("a", 10, 10), Place("b", 73.5 - by, 10 + 88.9 - 1))
    past = (Place("a", 210 - 63.5 + by, 297 - 88.9),)
    for places, says in ((beside, "the slots a and b overlap"), (past, "slot a lies")):
        slots = Slots("mine", "Mine", paper, card, places)
        if refused:
            with pytest.raises(PrintError, match=f"“Mine”: {says}"):
                check_slots(slots)
        else:
            assert check_slots(slots) is slots
