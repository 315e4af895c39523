import itertools
import re
from math import dist, hypot

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import PrintError
from cardgen.extras.boxes.net import (
    BLEED_MM,
    BOARD_MM,
    CLEARANCE_MM,
    FIT_MM,
    LIFT_MM,
    OVERLAP_MM,
    Net,
    bleeds,
    cuts,
    edges,
    fitting_boxes,
    ground,
    hatching,
    ticks,
    tuck_box,
    two_piece,
    wrap_nets,
)
from cardgen.extras.boxes.pdf import block_net, draw_net
from cardgen.layout import CARDS, MM, PAPERS, CardSize, Paper, parse_paper
from cardgen.pages.dress import Label, dress, painters
from cardgen.pdf.ink import Document, Ink, finish, open_canvas
from cardgen.pdf.theme import HARLEQUIN
from cardgen.spec import SLEEVE_MM, Stock, parse_stock
from tests.cardgen.custom.command import cardgen
from tests.sampling import spread, tries

from .folding import apart, folded

sizes = st.builds(CardSize, st.just("own"), st.floats(30, 120), st.floats(40, 150))
stocks = st.builds(Stock, st.floats(0.1, 0.6), st.booleans(), st.sampled_from([1, 2]))
boxes = st.builds(tuck_box, sizes, st.integers(5, 200), stocks)
nets = st.one_of(boxes, st.builds(block_net, st.floats(20, 40)))


def around(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


@settings(max_examples=tries(30))
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


def near(mm: float) -> float:
    """Round to a ten-thousandth, off its halves, where sums of the same lengths fall to either side; no minus zero."""
    return round(mm + 3.1416e-6, 4) + 0.0


@settings(max_examples=tries(30))
@given(nets)
def test_folding_the_net_closes_a_box(net: Net):
    space = folded(net)
    xs, ys, zs = zip(*(point for panel in net.faces for point in space[panel.name]), strict=True)
    walls = {
        (axis, at(side))
        for axis, side in enumerate((xs, ys, zs))
        for at in (lambda v: near(min(v)), lambda v: near(max(v)))
    }
    # Each of the six sides of the box is covered by exactly one face, whole.
    covered = {}
    for panel in net.faces:
        corners = space[panel.name]
        axis = next(i for i in range(3) if len({near(p[i]) for p in corners}) == 1)
        covered[axis, near(corners[0][axis])] = panel.name
        for other in range(3):
            if other != axis:
                span = {near(p[other]) for p in corners}
                assert {min(span), max(span)} == {near(v) for v in (min((xs, ys, zs)[other]), max((xs, ys, zs)[other]))}
    assert walls == set(covered)
    assert len(covered) == len(net.faces) == 6


@settings(max_examples=tries(30))
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


def turned(net, name):
    """Where the right, the up and the outer side of a face point on the closed box; the back's are x, y and z."""
    panel = net[name]
    space = dict(zip(panel.outline, folded(net)[name], strict=True))
    x0, y0, x1, y1 = panel.box
    a, b, c = space[x0, y0], space[x1, y0], space[x1, y1]

    def way(p, q):
        return tuple(round((j - i) / dist(p, q)) for i, j in zip(p, q, strict=True))

    right, up = way(a, b), way(b, c)
    out = tuple(right[i - 2] * up[i - 1] - right[i - 1] * up[i - 2] for i in range(3))
    return right, up, out


@settings(max_examples=tries(30))
@given(boxes)
def test_the_print_is_outside_and_upright_on_the_closed_box(net: Net):
    assert {name: turned(net, name)[2] for name in ("front", "back", "left", "right", "lid", "base")} == {
        "back": (0, 0, 1),
        "front": (0, 0, -1),
        "right": (-1, 0, 0),
        "left": (1, 0, 0),
        "lid": (0, 1, 0),
        "base": (0, -1, 0),
    }
    for name in ("front", "back", "left", "right"):
        assert turned(net, name)[1] == (0, 1, 0), "the four sides stand on the base"
    # Seen from above with the front towards you, the lid's words run to the right.
    assert turned(net, "lid")[:2] == ((-1, 0, 0), (0, 0, 1))
    # Seen from below with the front on top, the base's words (drawn turned by 180 degrees) run to the right.
    assert turned(net, "base")[:2] == ((1, 0, 0), (0, 0, 1))


@settings(max_examples=tries(30))
@given(sizes, st.integers(5, 200), stocks)
def test_what_is_tucked_in_is_narrower_than_the_room_inside(card, cards, stock):
    net = tuck_box(card, cards, stock)
    wide, _, deep = net.inner
    x0, _, x1, _ = net["tuck"].box
    assert x1 - x0 <= wide
    space = folded(net)
    assert max(p[2] for p in space["base front"]) - min(p[2] for p in space["base front"]) < deep + 4 * stock.card_mm


@settings(max_examples=tries(30))
@given(boxes)
def test_dust_flaps_do_not_meet_and_the_glue_flap_stays_on_the_front(net: Net):
    space = folded(net)
    for left, right in (("dust left", "dust right"), ("base left", "base right")):
        assert max(p[0] for p in space[right]) < min(p[0] for p in space[left])
    front = space["front"]
    assert max(p[0] for p in space["glue"]) <= max(p[0] for p in front)
    assert {round(p[2], 4) for p in space["glue"]} == {round(p[2], 4) for p in front}


@settings(max_examples=tries(30))
@given(nets)
def test_no_panel_overlaps_another_one_in_the_flat_net(net: Net):
    def convex(panel):  # the back's notch only takes away
        return around(*panel.box) if panel.kind == "face" else list(panel.outline)

    for one, other in itertools.combinations(net.panels, 2):
        assert apart(convex(one), convex(other)), (one.name, other.name)


@settings(max_examples=tries(30))
@given(nets)
def test_hatching_stays_on_its_flap_and_off_what_bleeds_onto_it(net: Net):
    for panel in net.panels:
        if panel.kind != "glue":
            continue
        for line in hatching(panel):
            for x, y in line:
                for (ax, ay), (bx, by) in edges(panel):
                    inwards = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay)
                    assert inwards > 1
                (ax, ay), (bx, by) = panel.fold
                assert ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay) > BLEED_MM


@settings(max_examples=tries(30))
@given(nets)
def test_every_side_of_a_panel_is_cut_or_folded(net: Net):
    def length(line):
        return hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])

    sides = sum(length(edge) for panel in net.panels for edge in edges(panel))
    folds = sum(length(panel.fold) for panel in net.panels if panel.fold)
    assert sum(length(cut) for cut in cuts(net)) == pytest.approx(sides - 2 * folds, abs=1e-3)


@settings(max_examples=tries(30))
@given(nets)
def test_every_fold_is_marked_and_no_mark_is_on_a_visible_face(net: Net):
    marks = ticks(net)
    wide, high = net.size
    for (ax, ay), (bx, by) in marks:
        assert min(ax, bx) >= -LIFT_MM
        assert max(ax, bx) <= wide + LIFT_MM
        assert min(ay, by) >= -LIFT_MM
        assert max(ay, by) <= high + LIFT_MM
        for panel in net.faces:
            assert apart(around(*panel.box), [(ax, ay), (bx, by)]), panel.name
    for panel in net.panels:
        if panel.fold:
            (ax, ay), (bx, by) = panel.fold
            level = abs(ay - by) < 1e-9
            inline = [m for m in marks if all(abs((y - ay) if level else (x - ax)) < 1e-6 for x, y in m)]
            assert len(inline) >= 2, panel.name


@settings(max_examples=tries(30))
@given(nets)
def test_a_face_bleeds_onto_flaps_and_waste_but_on_no_other_face(net: Net):
    for panel in net.faces:
        x0, y0, x1, y1 = panel.box
        left, bottom, right, top = bleeds(net, panel)
        grown = around(x0 - left, y0 - bottom, x1 + right, y1 + top)
        beside = [
            o
            for o in net.faces
            if o is not panel and (o.fold == panel.fold or o.parent == panel.name or panel.parent == o.name)
        ]
        assert all(apart(grown, around(*other.box)) for other in beside)
        for x, y in ground(net, panel):
            assert x0 - left - 1e-6 <= x <= x1 + right + 1e-6
            assert y0 - bottom - 1e-6 <= y <= y1 + top + 1e-6


# --- the two-piece box

trays = st.builds(two_piece, sizes, st.integers(5, 200), stocks)


@settings(max_examples=tries(30))
@given(sizes, st.integers(5, 200), stocks)
def test_a_lid_fits_over_a_base_that_holds_the_cards_with_their_clearance(card, cards, stock):
    lid, base = two_piece(card, cards, stock)
    wide, high = stock.card(card)
    assert base.inner[0] >= wide + CLEARANCE_MM
    assert base.inner[1] >= high + CLEARANCE_MM
    assert base.inner[2] == pytest.approx(stock.thickness(cards) + CLEARANCE_MM)
    for side in (0, 1):
        assert base.outer[side] == pytest.approx(base.inner[side] + 2 * BOARD_MM)
        assert lid.inner[side] > base.outer[side] + FIT_MM
    held = base.outer[2] - lid.inner[2]
    assert 0 < held <= 5
    for tray in (lid, base):
        (_, wide, high), (_, long, deep), (_, short, _) = tray.boards
        assert (wide, high) == tray.outer[:2]
        assert long == tray.outer[1]
        assert short == pytest.approx(tray.inner[0])
        assert deep == pytest.approx(tray.outer[2] - BOARD_MM)


@settings(max_examples=tries(30))
@given(trays, st.booleans())
def test_a_wrap_covers_its_tray_and_turns_in_over_every_edge(both, split):
    for tray in both:
        nets = wrap_nets(tray, split=split)
        panels = {panel.name: panel for net in nets for panel in net.panels}
        (w, h, d), faces = tray.outer, [panel for net in nets for panel in net.faces]
        sizes = {panel.name: (panel.box[2] - panel.box[0], panel.box[3] - panel.box[1]) for panel in faces}
        floor = "front" if tray.name == "lid" else "back"
        assert sizes == {
            floor: pytest.approx((w, h)), "left": pytest.approx((d, h)), "right": pytest.approx((d, h)),
            "head": pytest.approx((w, d)), "foot": pytest.approx((w, d)),
        }  # fmt: skip
        for name in ("left", "right", "head", "foot"):
            turn = panels[f"{name} turn"]
            assert turn.parent == name
            deep = min(turn.box[2] - turn.box[0], turn.box[3] - turn.box[1])
            assert BOARD_MM + min(2.0, tray.inner[2] - 0.6) < deep <= BOARD_MM + tray.inner[2]
        for ear in ("left ear head", "left ear foot", "right ear head", "right ear foot"):
            assert panels[ear].box[3] - panels[ear].box[1] > 2 * BOARD_MM
        under = [panel for panel in panels.values() if panel.kind == "glue"]
        assert [panel.box[3] - panel.box[1] for panel in under] == pytest.approx([OVERLAP_MM] * (2 if split else 0))
        for net in nets:
            for one, other in itertools.combinations(net.panels, 2):
                assert apart(one.outline, other.outline), (one.name, other.name)


@settings(max_examples=tries(30))
@given(trays)
def test_the_walls_of_a_wrap_stand_round_its_floor_and_their_words_upright(both):
    lid, _ = both
    (net,) = wrap_nets(lid)
    space, deep = folded(net), lid.outer[2]
    floor = space["front"][0][2]
    for name in ("left", "right", "head", "foot"):
        heights = {near(point[2] - floor) for point in space[name]}
        assert heights == {0.0, near(-deep)}
    # What is up on the paper of a wall, as its painter turns it, is up where the box lies on its back.
    assert turned(net, "foot")[1] == (0, 0, 1)
    assert turned(net, "head")[1] == (0, 0, -1), "its words are turned by 180 degrees"
    assert turned(net, "left")[0] == (0, 0, 1), "its words run down: their up is the wall's right"
    assert turned(net, "right")[0] == (0, 0, -1), "its words run up: their up is the wall's left"


@pytest.mark.parametrize(("paper", "many"), spread(["a4", "letter"], [(1,), (2, "--cards", "150", "--sleeved")]))
def test_a_two_piece_box_is_printed_whole_or_in_two_parts_that_overlap(tmp_path, paper, many):
    parts, *words = many
    done = cardgen("extras", "lizard", *words, "--only", "two-piece", "--paper", paper, "-o", tmp_path / "x")
    assert done.status == 0, done.err
    with pypdfium2.PdfDocument(tmp_path / "x" / "two-piece-box.pdf") as document:
        told = [page.get_textpage().get_text_range() for page in document]
    assert len(told) == 2 * parts
    assert (" MINUTES" in told[0]) == (parts == 1), "on the short walls"
    assert ("GLUE" in "".join(told)) == (parts == 2)
    assert ("part 2 of 2" in "".join(told)) == (parts == 2)


def test_a_two_piece_box_that_fits_no_sheet_says_what_would(tmp_path):
    words = ("extras", "lizard", "--only", "two-piece", "--paper", "a4", "-o", tmp_path / "x")
    done = cardgen(*words, "--cards", "600")
    assert done.status == 2
    holds = re.fullmatch(r"cardgen: the wrap .* no room on A4, .*: a box on A4 holds (\d+) of them\n", done.err)
    assert holds
    assert cardgen(*words, "--cards", holds[1]).status == 0


# --- on paper


@pytest.mark.parametrize(
    ("paper", "held"),
    spread(PAPERS, [("poker", 27), ("poker", 66), ("bridge", 60), ("tarot", 60), ("mini", 125)], times=2),
)
def test_boxes_of_the_games_fit_on_every_paper(paper, held):
    card, cards = held
    ((_, net, place),) = fitting_boxes(CARDS[card], cards, Stock(sleeved=card in ("poker", "bridge")), PAPERS[paper], 5)
    wide, high = net.size
    assert place.x + 1e-9 >= 5 + LIFT_MM
    assert place.x + wide <= place.width - 5 - LIFT_MM + 1e-9
    assert place.y + 1e-9 >= 5 + LIFT_MM
    assert place.y + high <= place.height - 5 - LIFT_MM + 1e-9


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("stock", [Stock(), Stock(sleeved=True), Stock(layers=2, sleeved=True), Stock(0.4)])
def test_a_large_deck_gets_as_few_boxes_as_the_paper_holds(paper, stock):
    boxes = fitting_boxes(CARDS["poker"], 125, stock, PAPERS[paper], 5)
    shares = [cards for cards, _, _ in boxes]
    assert sum(shares) == 125
    assert max(shares) - min(shares) <= 1
    assert len(boxes) == (1 if stock == Stock() else 3 if stock.layers == 2 else 2)
    for cards, net, place in boxes:
        assert net.inner[2] == pytest.approx(stock.thickness(cards) + CLEARANCE_MM)
        assert net.size[0] <= place.width - 10 - 2 * LIFT_MM


def test_a_box_that_does_not_fit_is_refused_with_what_would():
    own, stock = CardSize("own", 63.5, 88.9), Stock(2.0)
    with pytest.raises(PrintError, match=r"200 own cards.*: a box on A4 holds [0-9]+ of them") as refused:
        fitting_boxes(own, 200, stock, PAPERS["a4"], 5)
    holds = int(str(refused.value).rsplit("holds ", 1)[1].split()[0])
    assert [cards for cards, _, _ in fitting_boxes(own, holds, stock, PAPERS["a4"], 5)] == [holds]
    assert len(fitting_boxes(own, holds + 1, stock, PAPERS["a4"], 5)) == 2
    with pytest.raises(PrintError, match="fits on A4, A3, Letter, Legal or Tabloid"):
        fitting_boxes(CARDS["tarot"], 60, Stock(), parse_paper("148x210mm"), 5)


def test_a_box_that_fits_no_paper_says_so():
    with pytest.raises(PrintError, match="no paper that we know"):
        fitting_boxes(CardSize("own", 400, 400), 50, Stock(), PAPERS["a4"], 5)


def test_what_is_told_above_the_back_has_its_room():
    card = CARDS["poker"]
    ((_, net, _),) = fitting_boxes(card, 10, Stock(), PAPERS["a4"], 5)
    short = Paper("short", net.size[0] + 18, net.size[1] + 18)
    assert fitting_boxes(card, 10, Stock(), short, 5)
    with pytest.raises(PrintError):
        fitting_boxes(card, 10, Stock(), short, 5, lambda net, _cards: net.size[1] + 20.0)


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


# --- on the printed page


def test_no_white_shows_between_two_faces_of_one_colour():
    net = tuck_box(CARDS["poker"], 60, Stock())
    paint = painters(dress("lizard", HARLEQUIN.palette), Label(("3–5 players",), ("60 cards",)), 9.0)
    canvas = open_canvas(Document("net", "", ()), (net.size[0] + 20) * MM, (net.size[1] + 20) * MM)
    ink = Ink(canvas)
    with ink.at(10, 10):
        draw_net(ink, net, paint, ink.palette.green.shade)
    canvas.showPage()
    page = pypdfium2.PdfDocument(finish(canvas))[0].render(scale=8 / MM).to_pil().convert("RGB")
    x, (_, foot, _, top) = net["front"].box[0], net["front"].box  # beside it is the spine
    edge = round((x + 10) * 8)
    seam = page.crop((edge - 3, page.height - round((top + 8) * 8), edge + 3, page.height - round((foot + 12) * 8)))
    assert max(high for _, high in seam.getextrema()) < 120
