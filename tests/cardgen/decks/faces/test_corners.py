"""Corners: an index touches nothing beside it, its parts keep apart, and each beast's corner grows with the rest."""

from functools import partial

import pytest
from PIL import ImageChops, ImageFilter

from cardgen.art.beasts import POSES
from cardgen.art.standard import draw_index, index_scale
from cardgen.decks.faces import lizard, standard, west
from cardgen.decks.faces.plain import Corner
from cardgen.decks.faces.standard import RANKS
from cardgen.pdf import type as lettering
from cardgen.pdf.theme import read_theme
from tests.cardgen.pictures import SIZES, drawn, picture, words
from tests.sampling import spread

SCALE = 2
PER_MM = SCALE * 72 / 25.4
CLEAR_MM = 0.8


def mask(draw, size, **options):
    """Where there is ink, as white on black."""
    return picture(drawn(draw, size, **options), SCALE).convert("L").point(lambda v: 255 if v < 225 else 0)


def apart(one, two, mm=CLEAR_MM):
    """Whether two masks keep so far from each other."""
    pixels = int(mm * PER_MM)
    return not ImageChops.multiply(one.filter(ImageFilter.MaxFilter(2 * pixels + 1)), two).getbbox()


@pytest.mark.parametrize(("size", "kind"), spread(["poker", "bridge", "mini"], ["normal", "jumbo"]))
def test_an_index_keeps_clear_of_the_art(size, kind, monkeypatch):
    monkeypatch.setattr(standard, "draw_index", lambda *_: None)
    for rank in ("7", "9", "T", "J", "Q", "K"):
        art = partial(standard.draw_card, rank=rank, suit="h", indices=kind)
        index = partial(draw_index, rank="10" if rank == "T" else rank, suit="h", kind=kind)
        assert apart(mask(index, SIZES[size]), mask(art, SIZES[size])), rank


@pytest.mark.parametrize(("size", "kind"), spread(["poker", "bridge", "mini"], ["normal", "jumbo"]))
def test_a_corner_of_west_keeps_clear_of_the_shapes(size, kind, monkeypatch):
    corners = west.draw_index
    monkeypatch.setattr(west, "draw_index", lambda *_, **__: None)
    for shape, number in spread("cht", "1234"):
        it = {"colour": "r", "shape": shape, "number": number, "indices": kind}
        corner = mask(partial(corners, **it), SIZES[size], low=True)
        assert apart(corner, mask(partial(west.draw_card, **it), SIZES[size], low=True)), shape + number


@pytest.mark.parametrize(("size", "kind"), spread(["poker", "bridge", "mini", "tarot"], ["normal", "jumbo"]))
def test_a_rank_keeps_clear_of_its_suit(size, kind):
    """A queen's letter has a tail: it stays off the suit below it."""
    upright = SIZES[size]
    for rank in RANKS:
        shown = mask(partial(draw_index, rank="10" if rank == "T" else rank, suit="h", kind=kind), upright)
        column = shown.crop((0, 0, int(14 * index_scale(upright, kind) * PER_MM), shown.height // 2))
        rows = [bool(column.crop((0, y, column.width, y + 1)).getbbox()) for y in range(column.height)]
        runs = "".join("#" if row else " " for row in rows).split()
        assert len(runs) == 2, rank


@pytest.mark.parametrize(("size", "pose"), spread(["poker", "bridge", "mini", "tarot", "square"], POSES))
def test_a_beast_stays_in_its_panel_and_clear_of_its_corners(size, pose, monkeypatch):
    """Whatever the card's shape, the panel leaves the same border, and the beast keeps off the notches by 0.7."""
    (kind, suit), upright = pose, SIZES[size]
    k = upright.scale
    for indices in ("normal", "jumbo"):
        panels = []
        with monkeypatch.context() as only:
            only.setattr(lizard, "draw_panel", lambda _ink, panel, *_, into=panels: into.append(panel))
            only.setattr(lizard, "draw_labels", lambda *_: None)
            beast = mask(partial(lizard.draw_beast, kind=kind, suit=suit, indices=indices), upright)
        (panel,) = panels
        assert panel.width * k == pytest.approx(upright.width_mm)
        assert panel.height * k == pytest.approx(upright.height_mm)
        left, top, right, bottom = (v / PER_MM / k for v in beast.getbbox())
        assert left > 4.2
        assert top > 4.2
        assert right < panel.width - 4.2
        assert bottom < panel.height - 4.2
        wide, high = ((4.9 + side) * k * PER_MM for side in panel.notch[:2])
        assert not beast.crop((0, 0, int(wide), int(high))).getbbox()
        assert not beast.rotate(180).crop((0, 0, int(wide), int(high))).getbbox()


@pytest.mark.parametrize("size", ["poker", "bridge", "mini", "tarot", "square"])
def test_jumbo_corners_name_beasts_in_larger_type(size, monkeypatch):
    """On a small card too, where the usual word is set as large as a jumbo one would be, to be read at all."""
    set_in = []
    monkeypatch.setattr(
        lizard, "draw_panel", lambda ink, panel, *_: set_in.append(panel.notch.word_pt * SIZES[size].scale)
    )
    for indices in ("normal", "jumbo"):
        pdf = drawn(partial(lizard.draw_beast, kind="snake", suit="d", indices=indices), SIZES[size])
        assert words(pdf).split() == ["SNAKE", "SNAKE"]
    assert set_in[0] >= 6.999
    assert set_in[1] >= 1.13 * set_in[0]


def test_jumbo_corners_name_jokers_in_larger_type_clear_of_the_panel():
    tall = {}
    for indices in ("normal", "jumbo"):
        shown = mask(partial(standard.draw_joker_card, colour="black", indices=indices), SIZES["poker"], low=True)
        left, _, right, bottom = shown.crop((0, 0, int(11.2 * PER_MM), shown.height // 2)).getbbox()
        tall[indices] = bottom
        assert left > 3 * PER_MM
        assert right < 10.6 * PER_MM
    assert tall["jumbo"] > 1.2 * tall["normal"]


@pytest.mark.parametrize(("size", "indices"), spread(["poker", "bridge", "mini", "tarot"], ["normal", "jumbo"]))
def test_a_fan_of_eleven_millimetres_shows_what_a_card_is(size, indices):
    """Of each index the widest sign, and of each beast the whole silhouette, lies in the strip that a fan leaves."""
    upright = SIZES[size]
    strip = 11.3 if size != "mini" else 8.9
    for kind, suit in POSES if size != "tarot" else ():
        shown = mask(partial(lizard.draw_beast, kind=kind, suit=suit, indices=indices), upright, low=True)
        k, top = upright.scale, upright.scale * PER_MM * 4.6
        corner = shown.crop((0, 0, int((4.2 + 13) * k * PER_MM), int(top + 5.5 * k * PER_MM)))
        assert 4.2 * k <= corner.getbbox()[0] / PER_MM
        assert corner.getbbox()[2] / PER_MM <= (strip if indices == "normal" else strip * 1.15)
    for rank in RANKS:
        shown = mask(partial(draw_index, rank="10" if rank == "T" else rank, suit="h", kind=indices), upright)
        corner = shown.crop((0, 0, shown.width // 2, shown.height // 2))
        assert corner.getbbox()[2] / PER_MM <= min(strip, 11.0)
        assert corner.getbbox()[0] / PER_MM >= 2.4 * index_scale(upright, indices)


@pytest.mark.parametrize("indices", ["normal", "jumbo"])
@pytest.mark.parametrize("size", ["poker", "tarot"])
def test_a_fan_shows_a_number_of_two_digits_and_a_small_shape_whole(size, indices):
    """However large the card, of which a fan leaves no more."""
    upright = SIZES[size]
    at = Corner.of(upright, indices)
    half = lettering.width_mm("60", lettering.SANS_SEMIBOLD, 9 * at.scale, 10) / 2
    assert at.x + half <= 11
    assert at.x - 4.3 * at.scale >= 2.9
    for shape in "chts":
        corner = partial(west.draw_index, colour="r", shape=shape, number="3", indices=indices)
        left, _, right, _ = mask(corner, upright).crop((0, 0, int(20 * PER_MM), int(40 * PER_MM))).getbbox()
        assert left / PER_MM >= 2.7
        assert right / PER_MM <= 11.2


@pytest.mark.parametrize(("size", "indices", "pose"), spread(["poker", "bridge", "mini"], ["normal", "jumbo"], POSES))
def test_a_silhouette_keeps_off_its_word(size, indices, pose):
    (kind, suit), upright = pose, SIZES[size]
    beast = drawn(partial(lizard.draw_beast, kind=kind, suit=suit, indices=indices), upright, low=True)
    shown = picture(beast, 4 * SCALE).convert("L").point(lambda v: 255 if v < 200 else 0)
    k = upright.scale * 4 * PER_MM
    corner = shown.crop((0, 0, int(13 * k), int((4.2 + 13.0) * k)))
    rows = "".join("#" if corner.crop((0, y, corner.width, y + 1)).getbbox() else " " for y in range(corner.height))
    figure, word = rows.split()[:2]
    assert len(figure) > len(word)
    between = len(rows) - len(rows.lstrip()) + len(figure)
    assert rows[between:].index("#") >= 0.6 * k


@pytest.mark.parametrize("size", ["poker", "bridge", "tarot"])
def test_panels_of_courts_and_jokers_are_as_high_as_their_card_allows(size):
    """On a card that is taller for its width they stretch: a joker stands on a deeper stage under a higher sky."""
    upright, tall = SIZES[size], []
    for draw in (partial(standard.draw_card, rank="K", suit="s"), partial(standard.draw_joker_card, colour="red")):
        shown = mask(draw, upright)
        half = shown.width // 2
        _, top, _, bottom = shown.crop((half - 20, 0, half + 20, shown.height)).getbbox()
        tall.append((bottom - top) / PER_MM)
    assert min(tall) >= 0.82 * upright.height_mm
    assert abs(tall[0] - tall[1]) < 0.5


@pytest.mark.parametrize("world", ["lacquer", "seaside"])
@pytest.mark.parametrize("indices", ["normal", "jumbo"])
def test_the_scroll_of_an_ace_keeps_off_its_index(world, indices, monkeypatch):
    """On a mini card, whose letters get no smaller, a long name stands there alone."""
    size, theme = SIZES["mini"], read_theme(world)
    ace = partial(standard.draw_card, rank="A", suit="s", indices=indices, legend="RED & BLACK ♦ 52 CARDS")
    index = mask(partial(draw_index, rank="A", suit="s", kind=indices), size, theme=theme)
    monkeypatch.setattr(standard, "draw_index", lambda *_: None)
    assert apart(index, mask(ace, size, theme=theme, low=True), 0.5)
