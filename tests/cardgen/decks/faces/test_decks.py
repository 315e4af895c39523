"""Every deck: the right cards, drawn at every size, in both inks, and the same either way up where they should be."""

import re
from functools import partial
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from cardgen.art import backs
from cardgen.art.courts import draw_court
from cardgen.art.standard import COLUMNS, EDGE, LAYOUTS, MEASURES, draw_pips, index_scale
from cardgen.decks import REGISTRY, DeckOptions, make_deck
from cardgen.decks.faces.standard import draw_card as draw_standard
from cardgen.decks.faces.west import draw_card as draw_west
from cardgen.decks.faces.west import mark
from cardgen.layout import MM
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import THINNEST_PT, Size
from cardgen.pdf.theme import read_theme
from tests.cardgen.pictures import SIZES, coverage, drawn, picture, turned_difference, words
from tests.cardgen.vectors import painted
from tests.sampling import WHOLE, some, spread

NAMES = [name for name, entry in REGISTRY.items() if not entry.needs_facts]
# One of each kind of drawing; the rest differ by colour or count alone.
KINDS = {
    "standard52": ["As", "Ah", "Ac", "2d", "7h", "8s", "9c", "Td", "Kh", "Qs", "Jd", "Kc", "joker-red"],
    "lizard": ["lizard", "snake"],
    "triple-5": ["rh1", "yc2", "gt3", "bs4", "ko?", "kt?"],
}


def deck(name, **options):
    return make_deck(name, DeckOptions(**options))


def faces(**options):
    """Every kind of face, with its name."""
    for name, wanted in KINDS.items():
        made = deck(name, jokers=2 if name == "standard52" else 0, **options)
        for card in made.cards:
            if card.name in wanted:
                yield card


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_has_the_cards_of_the_rules(name):
    made = deck(name)
    counts = {"lizard": 60, "west": 27, "triple-4": 64, "triple-5": 125}
    assert len(made.cards) == counts.get(name, 52)
    names = [card.name for card in made.cards]
    pattern = r"[rygbk][chtso][1234?]" if name in counts and name != "lizard" else r"[A2-9TJQK][cdhs]|lizard|snake"
    assert all(re.fullmatch(pattern, n) for n in names)
    once = [n for n in names if n not in ("lizard", "snake")]
    assert len(set(once)) == len(once)
    assert names.count("lizard") == names.count("snake") == (4 if name == "lizard" else 0)
    assert made.back_turns
    if name == "standard52":
        assert len(deck(name, jokers=2).cards) == 54


def test_the_west_deck_is_the_cards_with_its_mark_in_all_three_decks():
    west = {card.name for card in deck("west").cards}
    four = {card.name for card in deck("triple-4").cards}
    assert west < four < {card.name for card in deck("triple-5").cards}
    for card in deck("triple-5").cards:
        expected = "3×3×3" if card.name in west else "4×4×4" if card.name in four else "5×5×5"
        assert mark(*card.name) == expected


def test_a_deck_larger_than_a_pack_begins_a_second_one():
    names = [card.name for card in deck("red-and-black", red=9, black=30).cards]
    assert len(names) == 39
    assert sorted(name for name in names if names.count(name) == 2) == sorted(2 * ["Ac", "As", "2c", "2s"])
    assert sum(name[1] in "hd" for name in names) == 9


@pytest.mark.parametrize("size", SIZES if WHOLE else ["poker", "mini", "square"])
def test_no_face_has_type_that_is_too_small_to_read(size):
    for card in faces():
        pdf = drawn(card.draw, SIZES[size])
        sizes = [float(s) for s in re.findall(rb"/F\d+\+\d+ ([\d.]+) Tf [-\d.]+ [-\d.]+ Td", pdf)]
        assert sizes, card.name
        scaled = SIZES[size].scale if card.name in ("lizard", "snake") else 1
        assert min(sizes) * scaled >= lettering.SMALLEST_PT - 0.01, card.name


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["normal", "jumbo"])
def test_indices_are_tall_enough_for_a_fan(size, kind):
    tall = MEASURES[kind].capital * index_scale(SIZES[size], kind)
    assert tall >= (5.49 if SIZES[size].width_mm >= 57 else 3.99)


def test_low_ink_inks_at_most_a_tenth_of_any_face():
    for card in some([card for indices in ("normal", "jumbo") for card in faces(indices=indices)], 2):
        assert coverage(picture(drawn(card.draw, low=True), 2)) <= 10, card.name


@pytest.mark.parametrize(
    ("name", "size", "low"), spread(backs.BACKS, ["poker", "mini", "tarot"], [False, True], times=2)
)
def test_a_back_is_the_same_turned_by_a_half(name, size, low):
    image = picture(drawn(backs.BACKS[name], SIZES[size], bleed=True, low=low))
    assert turned_difference(image) == 0


@pytest.mark.parametrize("name", backs.BACKS)
def test_little_ink_inks_little_of_a_back(name):
    assert 2 <= coverage(picture(drawn(backs.BACKS[name], low=True), 4)) <= 10


@pytest.mark.parametrize("name", ["Kh", "Qs", "Jd", "Kc"])
@pytest.mark.parametrize("low", [False, True])
def test_a_court_has_no_wrong_way_up(name, low):
    assert turned_difference(picture(drawn(lambda ink, size: draw_court(ink, size, *name), low=low))) == 0


@pytest.mark.parametrize("count", [2, 4, 10])
def test_even_pips_have_no_wrong_way_up(count):
    for suit in "cdhs":
        shown = picture(drawn(lambda ink, size, s=suit: draw_pips(ink, size, count, s)))
        assert turned_difference(shown) == 0


def test_every_card_of_a_colour_says_so_in_letters_too():
    for colour, letter in zip("rygbk", "RYGBK", strict=True):
        pdf = drawn(partial(draw_west, colour=colour, shape="c", number="2"))
        assert words(pdf).split().count(letter) == 2


@pytest.mark.parametrize("suit", "cdhs")
def test_in_lizard_every_pip_has_one_sign_and_in_each_ten_one_is_a_lizard(suit):
    plain, ours = ({card.name: card.draw for card in deck(name).cards} for name in ("standard52", "lizard"))
    for rank in "27T":
        before, after = (picture(drawn(faces[rank + suit]), 3).convert("L") for faces in (plain, ours))
        size, signs = Size(), []
        for column, row in LAYOUTS[10 if rank == "T" else int(rank)]:
            x = size.width_mm * COLUMNS["normal"][column]
            y = EDGE + (size.height_mm - 2 * EDGE) * row / 6
            box = [round(3 * MM * v) for v in (x - 4.5, y - 5, x + 4.5, y + 5)]
            changed = ImageChops.difference(before.crop(box), after.crop(box)).point(lambda v: 255 * (v > 90))
            signs.append(changed if row <= 3 else changed.rotate(180))
            before.paste(after.crop(box), box)
        assert all(sign.getbbox() for sign in signs)
        assert ImageChops.difference(before, after).getextrema()[1] < 40, "nothing else is on the card"
        areas = sorted(sign.histogram()[255] for sign in signs)
        assert areas[-2] < 1.25 * areas[0]
        assert (areas[-1] > 1.5 * areas[-2]) == (rank == "T")


def test_the_twelve_courts_differ():
    middles = {
        picture(drawn(partial(draw_standard, rank=rank, suit=suit)), 1).crop((40, 60, 140, 126)).tobytes()
        for rank in "KQJ"
        for suit in "cdhs"
    }
    assert len(middles) == 12


def test_no_line_is_too_thin_to_print():
    """On a small card lines shrink with the art, down to what holds together on paper."""
    drawings = [*some([(card.name, card.draw) for card in faces()], 3), *backs.BACKS.items()]
    for at, (name, draw) in enumerate(drawings):
        for low in (False, True) if name in backs.BACKS and WHOLE else (at % 2 == 0,):
            lines = [path.width_pt for path in painted(drawn(draw, SIZES["mini"], low=low))[0] if path.stroke]
            assert min(lines, default=1) >= THINNEST_PT - 0.001, (name, low)


@pytest.mark.parametrize("name", ["harlequin", "lacquer", "seaside"])
def test_a_grey_print_tells_red_suits_from_black_ones(name):
    def grey(colour):
        return Image.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0))

    palette = read_theme(name).palette
    assert grey(palette.red.base) - grey(palette.ink) >= 40
    assert grey(palette.paper) - grey(palette.red.base) >= 100


@pytest.mark.parametrize("theme", ["harlequin", "lacquer", "seaside"])
@pytest.mark.parametrize("low", [False, True])
def test_a_grey_print_tells_the_five_colours_apart(theme, low):
    """By brightness or by pattern: of any two, at least a twentieth of the shape's pixels differ by a fifth."""
    grey = {}
    for colour in "rygbk":
        shown = drawn(
            partial(draw_west, colour=colour, shape="s", number="1"), aid=True, low=low, theme=read_theme(theme)
        )
        grey[colour] = picture(shown, 3).convert("L").crop((165, 270, 375, 480))
    for one, two in combinations(grey, 2):
        histogram = ImageChops.difference(grey[one], grey[two]).histogram()
        assert sum(histogram[51:]) / sum(histogram) >= 0.05, (one, two)


@pytest.mark.parametrize("size", SIZES)
def test_no_chip_and_no_eye_is_near_a_cut(size, monkeypatch):
    """A crooked cut leaves every figure of Liar Poker's back whole."""
    seen = []

    def chip(_ink, x, y, r, *_, **__):
        seen.append((x, y, r, r))

    def eye(_ink, x, y, scale, *_):
        seen.append((x, y, 5 * scale, 2.9 * scale))

    monkeypatch.setattr(backs, "draw_chip", chip)
    monkeypatch.setattr(backs, "draw_eye", eye)
    card = SIZES[size]
    drawn(backs.draw_chips, card)
    assert len(seen) >= 10
    for x, y, wide, high in seen:
        assert abs(x) + wide < card.width_mm / 2 - 1.2
        assert abs(y) + high < card.height_mm / 2 - 1.2
