"""Every geometric promise of the sheet, on the boxes."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout import (
    CARDS,
    HAIRLINE,
    MARKS,
    MM,
    PAPERS,
    SIDES,
    Box,
    CardSize,
    Paper,
    Profile,
    SheetOptions,
    impose,
    lay_out,
    parse_paper,
    transform,
)

NEAR = 1e-6
lengths = st.integers(0, 120).map(lambda tenths: tenths / 10)
papers = st.sampled_from(list(PAPERS.values())) | st.builds(
    lambda w, h: Paper("custom", min(w, h), max(w, h)), st.integers(90, 500), st.integers(90, 500)
)
cards = st.sampled_from(list(CARDS.values())) | st.builds(
    CardSize, st.just("custom"), st.integers(30, 120).map(float), st.integers(30, 160).map(float)
)
profiles = st.builds(
    Profile,
    x_mm=st.integers(-40, 40).map(lambda n: n / 10),
    y_mm=st.integers(-40, 40).map(lambda n: n / 10),
    turn_deg=st.sampled_from([0, 0, 0.4, -0.2]),
    x_scale=st.sampled_from([1, 1, 1.01]),
    y_scale=st.sampled_from([1, 0.99]),
)


def some_options(sides, marks):
    return st.builds(
        SheetOptions,
        paper=papers,
        card=cards,
        sides=st.sampled_from(sides),
        gap_mm=st.just(0.0) | lengths,
        bleed_mm=st.sampled_from([0.0, 3.0, 5.0]),
        back_bleed_mm=st.sampled_from([0.0, 3.0, 6.0]),
        margin_mm=st.sampled_from([0.0, 3.0, 5.0, 12.7]),
        marks=st.sampled_from(marks),
    )


options = some_options(SIDES, MARKS)


def laid(chosen):
    try:
        return lay_out(chosen)
    except PrintError:
        assume(False)


def inside(outer, inner, by=NEAR):
    return (
        inner.x0 >= outer.x0 - by
        and inner.y0 >= outer.y0 - by
        and inner.x1 <= outer.x1 + by
        and inner.y1 <= outer.y1 + by
    )


def hull(boxes):
    lefts, feet, rights, tops = zip(*((box.x0, box.y0, box.x1, box.y1) for box in boxes), strict=True)
    return Box(min(lefts), min(feet), max(rights), max(tops))


def overlap(a, b):
    return min(a.x1, b.x1) - max(a.x0, b.x0) > NEAR and min(a.y1, b.y1) - max(a.y0, b.y0) > NEAR


def seen_through(layout, box):
    """A box of the back page, looked at through the paper from the front."""
    if layout.flip == "x":
        return Box(layout.width - box.x1, box.y0, layout.width - box.x0, box.y1)
    return Box(box.x0, layout.height - box.y1, box.x1, layout.height - box.y0)


def ink_of(mark):
    half = HAIRLINE / 2
    if mark.x0 == mark.x1:
        return Box(mark.x0 - half, min(mark.y0, mark.y1), mark.x0 + half, max(mark.y0, mark.y1))
    return Box(min(mark.x0, mark.x1), mark.y0 - half, max(mark.x0, mark.x1), mark.y0 + half)


@given(options)
def test_everything_lies_inside_the_margin(chosen):
    layout = laid(chosen)
    edge = chosen.margin_mm * MM
    margin = Box(edge, edge, layout.width - edge, layout.height - edge)
    assert layout.printable == margin
    for spot in (*layout.fronts, *layout.backs):
        assert inside(margin, spot.bleed)
        assert inside(spot.bleed, spot.trim)
    for mark in layout.marks:
        ends = Box(min(mark.x0, mark.x1), min(mark.y0, mark.y1), max(mark.x0, mark.x1), max(mark.y0, mark.y1))
        assert inside(margin, ends)


@given(options)
def test_nothing_overlaps(chosen):
    layout = laid(chosen)
    for spots in (layout.fronts, layout.backs):
        for i, spot in enumerate(spots):
            assert math.isclose(spot.trim.width, chosen.card.width_mm * MM)
            assert math.isclose(spot.trim.height, chosen.card.height_mm * MM)
            for other in spots[:i]:
                assert not overlap(spot.bleed, other.bleed)
    if chosen.sides == "fold":
        for front in layout.fronts:
            assert front.bleed.x1 <= layout.fold + NEAR
        for back in layout.backs:
            assert back.bleed.x0 >= layout.fold - NEAR


@given(options)
def test_backs_lie_exactly_behind_their_fronts(chosen):
    layout = laid(chosen)
    for front, back in zip(layout.fronts, layout.backs, strict=True):
        x, y = seen_through(layout, back.trim).centre
        assert math.isclose(x, front.trim.centre[0], abs_tol=NEAR)
        assert math.isclose(y, front.trim.centre[1], abs_tol=NEAR)
        assert back.turn == (180 if layout.flip == "y" else 0)


@given(options)
def test_the_paper_turns_on_the_edge_that_was_asked(chosen):
    layout = laid(chosen)
    long_edge_upright = layout.height >= layout.width
    expected = {"fold": "x", "short": "y" if long_edge_upright else "x"}.get(
        chosen.sides, "x" if long_edge_upright else "y"
    )
    assert layout.flip == expected


@given(options)
def test_marks_never_touch_a_card_from_either_side(chosen):
    layout = laid(chosen)
    trimmed = [spot.trim for spot in layout.fronts] + [seen_through(layout, spot.trim) for spot in layout.backs]
    grid = hull(trimmed)
    for mark in layout.marks:
        ink = ink_of(mark)
        assert not any(overlap(ink, box) for box in trimmed)
        if chosen.marks == "corners":
            middle = Box(*ink.centre, *ink.centre)
            assert not inside(grid, middle, -NEAR), "a tick stands in the margin"


@given(options)
def test_every_cut_has_its_marks_at_both_ends(chosen):
    assume(chosen.marks != "none")
    layout = laid(chosen)
    assert chosen.marks == "corners" or chosen.gap_mm > 0
    grid = hull([spot.trim for spot in layout.fronts])
    inks = [ink_of(mark) for mark in layout.marks]
    upright = [ink for ink, mark in zip(inks, layout.marks, strict=True) if mark.x0 == mark.x1]
    flat = [ink for ink, mark in zip(inks, layout.marks, strict=True) if mark.y0 == mark.y1]
    for cut in {edge for spot in layout.fronts for edge in (spot.trim.x0, spot.trim.x1)}:
        here = [ink for ink in upright if abs(ink.centre[0] - cut) <= HAIRLINE / 2 + NEAR]
        assert any(min(ink.y1, grid.y0) - ink.y0 >= MM - NEAR for ink in here), "below"
        assert any(ink.y1 - max(ink.y0, grid.y1) >= MM - NEAR for ink in here), "above"
    for cut in {edge for spot in layout.fronts for edge in (spot.trim.y0, spot.trim.y1)}:
        here = [ink for ink in flat if abs(ink.centre[1] - cut) <= HAIRLINE / 2 + NEAR]
        assert any(min(ink.x1, grid.x0) - ink.x0 >= MM - NEAR for ink in here), "left"
        assert any(ink.x1 - max(ink.x0, grid.x1) >= MM - NEAR for ink in here), "right"


@given(options)
def test_one_pair_of_ticks_for_each_cut(chosen):
    assume(chosen.marks == "corners")
    layout = laid(chosen)
    cuts = len({round(e, 3) for s in layout.fronts for e in (s.trim.x0, s.trim.x1)})
    cuts += len({round(e, 3) for s in layout.fronts for e in (s.trim.y0, s.trim.y1)})
    assert len(layout.marks) == 2 * cuts


@given(options, profiles)
def test_a_profile_keeps_what_it_moves_on_the_paper(chosen, profile):
    assume(chosen.sides in ("long", "short", "backs"))
    layout = laid(SheetOptions(chosen.paper, chosen.card, chosen.sides, margin_mm=chosen.margin_mm, profile=profile))
    for spot in layout.backs:
        for box, by in ((spot.trim, NEAR), (spot.bleed, 0.1 * MM)):
            for x, y in ((box.x0, box.y0), (box.x1, box.y0), (box.x0, box.y1), (box.x1, box.y1)):
                moved = transform(layout.back_matrix, x, y)
                assert inside(layout.printable, Box(*moved, *moved), by)


@given(options, st.integers(1, 60))
def test_every_card_is_printed_once_a_side(chosen, cards):
    layout = laid(chosen)
    pages = list(impose(layout, cards))
    for side in ("front", "back", "both"):
        printed = [card for page in pages if page.side == side for card in page.cards]
        wanted = {
            "front": chosen.sides in ("long", "short", "fronts"),
            "back": chosen.sides in ("long", "short", "backs"),
            "both": chosen.sides == "fold",
        }[side]
        assert printed == (list(range(cards)) if wanted else [])
    if chosen.sides in ("long", "short"):
        assert [page.side for page in pages] == ["front", "back"] * layout.sheets(cards)


@pytest.mark.parametrize(
    ("paper", "gap", "marks", "sides", "grid", "landscape"),
    [
        ("A4", 0, "corners", "long", (3, 3), False),
        ("Letter", 0, "corners", "long", (3, 3), False),
        ("A4", 3, "corners", "long", (3, 3), False),
        ("Letter", 3, "corners", "long", (4, 2), True),
        ("Letter", 1, "none", "long", (3, 3), False),
        ("A4", 0, "corners", "fold", (2, 2), True),
        ("A3", 0, "corners", "long", (6, 3), True),
    ],
)
def test_known_grids(paper, gap, marks, sides, grid, landscape):
    layout = lay_out(SheetOptions(parse_paper(paper), gap_mm=gap, marks=marks, sides=sides))
    assert ((layout.columns, layout.rows), layout.landscape) == (grid, landscape)


def test_the_rim_of_letter():
    """A rim of 1.35 mm at the top: the bleed takes it, and the tick stands over the bleed."""
    layout = lay_out(SheetOptions(PAPERS["letter"]))
    top = max(spot.trim.y1 for spot in layout.fronts)
    assert (layout.printable.y1 - top) / MM == pytest.approx(1.35)
    assert max(spot.bleed.y1 for spot in layout.fronts) == pytest.approx(layout.printable.y1)
    ticks = [ink_of(mark) for mark in layout.marks if mark.x0 == mark.x1 and mark.y0 > top]
    assert {(round((t.y0 - top) / MM, 2), round((t.y1 - top) / MM, 2)) for t in ticks} == {(0.25, 1.35)}


@given(some_options([sides for sides in SIDES if sides != "fold"], ["corners"]))
def test_a_tick_stands_over_the_bleed_only_for_want_of_room(chosen):
    """Past the bleed where a millimetre or more is free there; else over it, 1 to 2 mm long, as far out as ink goes."""
    layout = laid(chosen)
    region = layout.printable
    trims, bleeds = ([getattr(spot, name) for spot in layout.fronts] for name in ("trim", "bleed"))
    edges = {
        "left": (lambda mark: (-max(mark.x0, mark.x1), -min(mark.x0, mark.x1)), lambda box: -box.x0),
        "right": (lambda mark: (min(mark.x0, mark.x1), max(mark.x0, mark.x1)), lambda box: box.x1),
        "below": (lambda mark: (-max(mark.y0, mark.y1), -min(mark.y0, mark.y1)), lambda box: -box.y0),
        "above": (lambda mark: (min(mark.y0, mark.y1), max(mark.y0, mark.y1)), lambda box: box.y1),
    }
    seen = 0
    for side, (ends, edge) in edges.items():
        grid, bleed, far = max(map(edge, trims)), max(map(edge, bleeds)), edge(region)
        for mark in layout.marks:
            upright = mark.x0 == mark.x1
            start, end = ends(mark)
            if upright != (side in ("below", "above")) or start < grid - NEAR:
                continue
            seen += 1
            assert end <= far + NEAR
            if far - bleed >= MM - NEAR:
                assert start == pytest.approx(bleed, abs=NEAR)
                assert MM - NEAR <= end - start <= 6 * MM + NEAR
            else:
                assert end == pytest.approx(far, abs=NEAR)
                assert MM - NEAR <= end - start <= 2 * MM + NEAR
    assert seen == len(layout.marks)


def test_backs_may_bleed_further():
    layout = lay_out(SheetOptions(back_bleed_mm=4.5))
    fronts, backs = layout.fronts[0], layout.backs[2]
    assert (fronts.trim.x0 - fronts.bleed.x0) / MM == pytest.approx(3)
    assert (backs.trim.x0 - backs.bleed.x0) / MM == pytest.approx(4.5)


@given(options)
def test_what_a_refusal_names_does_fit(chosen):
    try:
        lay_out(chosen)
    except PrintError as no:
        said = str(no)
    else:
        return
    if "--paper" in said and "what fits" in said:
        named = said.partition("--paper ")[2].split(";")[0].split(",")[0].split(" or ")[0]
        lay_out(replace(chosen, paper=parse_paper(named)))
    if "--margin" in said:
        margin = float(said.partition("--margin ")[2].split("mm")[0])
        lay_out(replace(chosen, margin_mm=margin))


@pytest.mark.parametrize("sides", SIDES)
def test_a_lying_sheet_for_a_measured_printer_stands_unless_it_is_folded(sides):
    card = CARDS["poker"] if sides == "fold" else CardSize("wide", 90, 60)
    for profile in (Profile(), Profile(x_mm=1.0)):
        layout = lay_out(SheetOptions(PAPERS["a4"], card, sides, margin_mm=5.0, gap_mm=0.0, profile=profile))
        assert layout.landscape
        assert layout.stood is (sides != "fold" and profile != Profile())
