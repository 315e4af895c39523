import itertools
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import PrintError
from cardgen.extras.net import Net, bleeds, cuts, edges, ground, ticks
from cardgen.extras.stock import SLEEVE_MM, Stock, parse_stock
from cardgen.extras.trump import block_net
from cardgen.extras.tuckbox import CLEARANCE_MM, LIFT_MM, fitting_box, tuck_box
from cardgen.paper import CARDS, PAPERS, CardSize

from .folding import apart, folded

sizes = st.builds(CardSize, st.just("own"), st.floats(30, 120), st.floats(40, 150))
stocks = st.builds(Stock, st.floats(0.1, 0.6), st.booleans(), st.sampled_from([1, 2]))
boxes = st.builds(tuck_box, sizes, st.integers(5, 200), stocks)
nets = st.one_of(boxes, st.builds(block_net, st.floats(20, 40)))


def rounded(points):
    return {tuple(round(v, 4) + 0.0 for v in point) for point in points}


@settings(max_examples=50, deadline=None)
@given(sizes, st.integers(5, 200), stocks)
def test_the_room_inside_holds_the_cards_and_the_clearance(card, cards, stock):
    net = tuck_box(card, cards, stock)
    more = SLEEVE_MM if stock.sleeved else 0
    wall = stock.card_mm
    space = folded(net)
    xs, ys, zs = zip(*(point for panel in net.faces for point in space[panel.name]), strict=True)
    outer = max(xs) - min(xs), max(ys) - min(ys), max(zs) - min(zs)
    thick = cards * (wall * stock.layers + (0.2 if stock.sleeved else 0))
    # Two walls across; two walls and three flaps from base to lid; two walls, the tuck and the glue flap deep.
    for outside, walls, held in zip(
        outer, (2, 5, 4), (card.width_mm + more, card.height_mm + more, thick), strict=True
    ):
        assert outside - walls * wall >= held + CLEARANCE_MM - 1e-6


@settings(max_examples=50, deadline=None)
@given(nets)
def test_folding_the_net_closes_a_box(net: Net):
    space = folded(net)
    xs, ys, zs = zip(*(point for panel in net.faces for point in space[panel.name]), strict=True)
    walls = {
        (axis, at(side))
        for axis, side in enumerate((xs, ys, zs))
        for at in (lambda v: round(min(v), 4), lambda v: round(max(v), 4))
    }
    # Each of the six sides of the box is covered by exactly one face, whole.
    covered = {}
    for panel in net.faces:
        corners = space[panel.name]
        axis = next(i for i in range(3) if len({round(p[i], 4) for p in corners}) == 1)
        covered[axis, round(corners[0][axis], 4) + 0.0] = panel.name
        for other in range(3):
            if other != axis:
                span = {round(p[other], 4) + 0.0 for p in corners}
                assert {min(span), max(span)} == {
                    round(v, 4) + 0.0 for v in (min((xs, ys, zs)[other]), max((xs, ys, zs)[other]))
                }
    assert {(axis, value + 0.0) for axis, value in walls} == set(covered)
    assert len(covered) == len(net.faces) == 6


@settings(max_examples=50, deadline=None)
@given(nets)
def test_flaps_lie_inside_the_closed_box_flat_against_a_side(net: Net):
    space = folded(net)
    sides = [[p[i] for panel in net.faces for p in space[panel.name]] for i in range(3)]
    for panel in net.panels:
        if panel.kind == "face":
            continue
        corners = space[panel.name]
        for axis in range(3):
            assert min(sides[axis]) - 1e-6 <= min(p[axis] for p in corners)
            assert max(p[axis] for p in corners) <= max(sides[axis]) + 1e-6
        flat = [axis for axis in range(3) if max(p[axis] for p in corners) - min(p[axis] for p in corners) < 1e-6]
        assert len(flat) == 1
        assert any(abs(corners[0][flat[0]] - wall) < 1e-6 for wall in (min(sides[flat[0]]), max(sides[flat[0]])))


@settings(max_examples=50, deadline=None)
@given(boxes)
def test_dust_flaps_do_not_meet_and_the_glue_flap_stays_on_the_back(net: Net):
    space = folded(net)
    for left, right in (("dust left", "dust right"), ("base left", "base right")):
        assert max(p[0] for p in space[left]) < min(p[0] for p in space[right])
    back = space["back"]
    assert max(p[0] for p in space["glue"]) <= max(p[0] for p in back)
    assert {round(p[2], 4) for p in space["glue"]} == {round(p[2], 4) for p in back}


@settings(max_examples=50, deadline=None)
@given(nets)
def test_no_panel_overlaps_another_one_in_the_flat_net(net: Net):
    def convex(panel):
        x0, y0, x1, y1 = panel.box
        # The front's notch only takes away.
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)] if panel.kind == "face" else list(panel.outline)

    for one, other in itertools.combinations(net.panels, 2):
        assert apart(convex(one), convex(other)), (one.name, other.name)


@settings(max_examples=50, deadline=None)
@given(nets)
def test_every_side_of_a_panel_is_cut_or_folded(net: Net):
    def length(line):
        return hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])

    sides = sum(length(edge) for panel in net.panels for edge in edges(panel))
    folds = sum(length(panel.fold) for panel in net.panels if panel.fold)
    assert sum(length(cut) for cut in cuts(net)) == pytest.approx(sides - 2 * folds, abs=1e-3)


@settings(max_examples=50, deadline=None)
@given(nets)
def test_every_fold_is_marked_and_no_mark_is_on_a_visible_face(net: Net):
    marks = ticks(net)
    wide, high = net.size
    for (ax, ay), (bx, by) in marks:
        assert min(ax, bx) >= -LIFT_MM - 2
        assert max(ax, bx) <= wide + LIFT_MM + 2
        assert min(ay, by) >= -LIFT_MM - 2
        assert max(ay, by) <= high + LIFT_MM + 2
        for panel in net.faces:
            x0, y0, x1, y1 = panel.box
            assert apart([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], [(ax, ay), (bx, by)]), panel.name
    for panel in net.panels:
        if panel.fold:
            (ax, ay), (bx, by) = panel.fold
            level = abs(ay - by) < 1e-9
            inline = [m for m in marks if all(abs((y - ay) if level else (x - ax)) < 1e-6 for x, y in m)]
            assert len(inline) >= 2, panel.name


@settings(max_examples=25, deadline=None)
@given(nets)
def test_a_face_bleeds_onto_flaps_and_waste_but_on_no_other_face(net: Net):
    for panel in net.faces:
        x0, y0, x1, y1 = panel.box
        left, bottom, right, top = bleeds(net, panel)
        grown = [(x0 - left, y0 - bottom), (x1 + right, y0 - bottom), (x1 + right, y1 + top), (x0 - left, y1 + top)]
        beside = [
            o
            for o in net.faces
            if o is not panel and (o.fold == panel.fold or o.parent == panel.name or panel.parent == o.name)
        ]
        for other in beside:
            a0, b0, a1, b1 = other.box
            assert apart(grown, [(a0, b0), (a1, b0), (a1, b1), (a0, b1)])
        for x, y in ground(net, panel):
            assert x0 - left - 1e-6 <= x <= x1 + right + 1e-6
            assert y0 - bottom - 1e-6 <= y <= y1 + top + 1e-6


# --- on paper


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "tabloid"])
@pytest.mark.parametrize(
    ("card", "cards"), [("poker", 27), ("poker", 66), ("bridge", 60), ("tarot", 60), ("mini", 125)]
)
def test_boxes_of_the_games_fit_on_every_paper(paper, card, cards):
    net, place = fitting_box(CARDS[card], cards, Stock(sleeved=card in ("poker", "bridge")), PAPERS[paper], 5)
    wide, high = net.size
    assert place.x + 1e-9 >= 5 + LIFT_MM
    assert place.x + wide <= place.width - 5 - LIFT_MM + 1e-9
    assert place.y + 1e-9 >= 5 + LIFT_MM
    assert place.y + high <= place.height - 5 - LIFT_MM + 1e-9


def test_a_box_that_does_not_fit_is_refused_with_what_would():
    with pytest.raises(
        PrintError, match=r"200 poker cards.*fits on A3 or Tabloid; a box on A4 holds [0-9]+ of them"
    ) as refused:
        fitting_box(CARDS["poker"], 200, Stock(), PAPERS["a4"], 5)
    holds = int(str(refused.value).rsplit("holds ", 1)[1].split()[0])
    fitting_box(CARDS["poker"], holds, Stock(), PAPERS["a4"], 5)
    with pytest.raises(PrintError):
        fitting_box(CARDS["poker"], holds + 1, Stock(), PAPERS["a4"], 5)


def test_a_box_that_fits_no_paper_says_so():
    with pytest.raises(PrintError, match="no paper that we know"):
        fitting_box(CardSize("own", 400, 400), 50, Stock(), PAPERS["a4"], 5)


# --- stock


@pytest.mark.parametrize(
    ("text", "millimetres"),
    [
        ("0.3mm", 0.3),
        ("0.3", 0.3),
        (".3 mm", 0.3),
        ("0,35mm", 0.35),
        ("200g", 0.25),
        ("240 g/m²", 0.3),
        ("300gsm", 0.375),
        ("250", 0.3125),
    ],
)
def test_stock_is_a_thickness_or_a_weight(text, millimetres):
    assert parse_stock(text) == pytest.approx(millimetres)


@pytest.mark.parametrize("text", ["", "thick", "-0.3mm", "0mm", "9mm", "5000g", "0.01", "nan", "3 mm mm"])
def test_other_stock_is_refused_in_a_sentence_that_quotes_it(text):
    with pytest.raises(PrintError, match="--stock cannot be"):
        parse_stock(text)


def test_sixty_cards_of_the_default_stock_are_eighteen_millimetres():
    assert Stock().thickness(60) == pytest.approx(18.0)
    assert tuck_box(CARDS["poker"], 60, Stock()).inner == pytest.approx((64.5, 89.9, 19.0))


def test_sleeves_and_glued_cards_take_more_room():
    plain, sleeved, glued = (
        tuck_box(CARDS["poker"], 60, stock).inner for stock in (Stock(), Stock(sleeved=True), Stock(layers=2))
    )
    assert all(b > a for a, b in zip(plain, sleeved, strict=True))
    assert glued == pytest.approx((plain[0], plain[1], plain[2] + 18))
