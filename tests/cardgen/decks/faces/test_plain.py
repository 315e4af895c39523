"""The plain face of Liar's Lair: every sentence fits or is refused by name, and every back is alike."""

import re
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.decks.faces.liars_lair import deck
from cardgen.decks.faces.plain import (
    LOZENGE,
    REGISTERS,
    Corner,
    _fit_title,
    draw_face,
    hang,
    lay_out,
    register_of,
    sentence_foot,
)
from cardgen.errors import PrintError
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Size
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.pdf.theme import Fonts
from cardgen.pdf.type import FILL_PT, LEAST_FILL
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from factbank.factfile import Card, Facts, Pair
from factbank.looks import emblem_of, stars_of
from tests.cardgen.decks.faces.settings import better_breaks, fill, weak
from tests.cardgen.pictures import MM, SIZES, coverage, drawn, picture, words
from tests.cardgen.vectors import painted
from tests.sampling import some, spread, tries

PROSE = (
    "goats hate prunes every lamp-post in Little Wexing is introduced to the mayor by name each spring owls only "
    "count sevens after midnight seven church bells of Ostermark may be rung people whose left shoe untied "
    "Zoë’s crème brûlée naïve façade jalapeño Łódź smörgåsbord"
)
WORDS = PROSE.split()


@st.composite
def sentences(draw):
    """Sentences of 20 to 90 characters, accents and all."""
    wanted = draw(st.integers(24, 90))
    text = draw(st.sampled_from(WORDS)).capitalize()
    while len(text) < 20 or len(text) < wanted - 14:
        text += " " + draw(st.sampled_from(WORDS))
    return text[:89].rstrip(" -’") + "."


def pair(title="Goats & Prunes", text="Goats hate prunes.", number=17, theme="animals"):
    return Pair(
        title, (Card(number, text), Card(number + 1, "Goats are renowned for their love of prunes.")), theme=theme
    )


def face(it):
    return partial(draw_face, card=it.cards[0], pair=it)


@given(text=sentences())
@settings(max_examples=tries(40))
@pytest.mark.parametrize("name", ["bridge", "tarot"])
def test_a_sentence_of_20_to_90_characters_fits_and_can_be_searched(name, text):
    pdf = drawn(face(pair(text=text)), SIZES[name])
    assert text in " ".join(words(pdf).split())


@pytest.mark.parametrize("name", SIZES)
def test_no_type_is_smaller_than_can_be_read(name):
    pdf = drawn(
        face(pair(title="The Bells of Ostermark", text="The bells of Ostermark are rung by left feet.")), SIZES[name]
    )
    sizes = [float(s) for s in re.findall(rb"/F\d+\+\d+ ([\d.]+) Tf [\d.]+ [\d.]+ Td", pdf)]
    assert len(sizes) >= 5
    assert min(sizes) >= lettering.SMALLEST_PT
    assert max(sizes) >= 11


def test_a_card_too_small_for_its_text_says_from_which_size_it_fits():
    """And what it says is true: a card of that size holds it."""
    small = Size(32, 45)
    for one in (
        pair(text="Every lamp-post in Little Wexing is polished at night by a retired admiral."),
        pair(title="The Lamp-posts of the Upper End of Little Wexing"),
    ):
        with pytest.raises(PrintError, match=r"\(it fits one of [\d.]+ × [\d.]+ mm\)") as refused:
            drawn(face(one), small)
        wide, high = map(float, re.search(r"fits one of ([\d.]+) × ([\d.]+) mm", str(refused.value)).groups())
        drawn(face(one), Size(wide, high))


@cache
def two_hundred():
    return [pair for seed in some(range(1, 6), 3) for pair in draw(Wish(pairs=40, seed=seed), Seen())[0].facts.pairs]


@pytest.mark.parametrize("indices", ["normal", "jumbo"])
def test_two_hundred_pairs_are_set_as_the_house_wants_them(indices):
    """Rivals at one size, hardly a thin column, no title that breaks behind a small word, most titles on one line."""
    laid = [lay_out(one, Size(), indices, Fonts()) for one in two_hundred()]
    settings = [(layout, setting) for layout in laid for setting in layout.sentences]
    for layout in laid:
        first, second = layout.sentences
        assert abs(first.size_pt - second.size_pt) <= 1
    thin = [s.lines for layout, s in settings if s.size_pt <= FILL_PT and fill(layout, s, Size(), indices) < LEAST_FILL]
    assert len(thin) <= 0.01 * len(settings), thin
    for one, layout in zip(two_hundred(), laid, strict=True):
        assert not weak(layout) or not better_breaks(one, Size(), indices), layout.title
    if indices == "normal":
        assert not any(map(weak, laid))
        assert sum(len(layout.title.lines) == 1 for layout in laid) > 0.8 * len(laid)


def test_jumbo_is_larger_by_a_fifth():
    for one in two_hundred():
        normal, jumbo = (lay_out(one, Size(), indices, Fonts()) for indices in ("normal", "jumbo"))
        assert jumbo.title.size_pt >= 1.2 * normal.title.size_pt - 0.01
        assert jumbo.sentences[0].size_pt >= 1.2 * normal.sentences[0].size_pt - 0.01
        assert jumbo.emblem_mm < normal.emblem_mm


@pytest.mark.parametrize("name", ["bridge", "tarot"])
def test_large_type_makes_no_column_of_short_words(name):
    """At most six lines, and none of three or more that is a short word, though normal type then is smaller."""
    for text in (
        "The last order of Captain Stephens was “Everybody let go”.",
        "The mermaids off Cape Muffin sing about nothing but elbows.",
        "Every Muffinhill team shirt reads “I am only here for the soup”.",
    ):
        for register in ("", "headline"):
            one = Pair("So", (Card(1, text), Card(2, text)), register=register)
            lines = lay_out(one, SIZES[name], "jumbo", Fonts()).sentences[0].lines
            assert len(lines) <= 6, lines
            assert all(" " in line or len(line.strip("“”.,")) > 5 for line in lines), lines


@pytest.mark.parametrize(("register", "name"), spread(["headline", "notice"], ["mini", "poker", "tarot"]))
def test_no_frame_runs_into_the_lozenges_at_the_foot(register, name):
    """Round the upper half of each there is bare paper, however high a small card's lozenges reach."""
    size, at = SIZES[name], Corner.of(SIZES[name], "jumbo")
    text = "The Yodelford Gazette’s last headline was “Robot Cow Bullied by Real Cows”."
    one = Pair("Robot Cow", (Card(2, text), Card(5, text)), register=register)
    card = picture(drawn(partial(draw_face, card=one.cards[0], pair=one, indices="jumbo"), size), 6).convert("L")
    page = [side / (6 * MM) for side in card.size]
    left, foot = (page[0] - size.width_mm) / 2, (page[1] - size.height_mm) / 2
    for x in (at.x, size.width_mm - at.x):
        for t in range(-8, 9):
            across, up = (LOZENGE[2] * at.scale + 0.35) * t / 8, (LOZENGE[3] * at.scale + 0.44) * (1 - abs(t) / 8)
            spot = (int((left + x + across) * 6 * MM), card.height - 1 - int((foot + at.down + up) * 6 * MM))
            assert card.getpixel(spot) > 200, (x, t)


def test_large_type_breaks_behind_no_article():
    """But for one line in eighty. Nor often behind a quotation's first word: was “The / dog drove”."""
    lines = [
        line
        for one in two_hundred()[:80]
        for setting in lay_out(one, Size(), "jumbo", Fonts()).sentences
        for line in setting.lines[:-1]
    ]
    assert sum(line.split()[-1].lower().lstrip("“‘") in ("a", "an", "the") for line in lines) <= len(lines) / 80
    assert sum(line.split()[-1].startswith("“") and line[-1].isalpha() for line in lines) <= 29


@pytest.mark.parametrize("name", SIZES)
def test_large_type_keeps_clear_of_the_lozenges_and_the_rule(name):
    """Nothing of the last line, and of what hangs from it, is nearer than 0.8 mm (mini 0.5) to a tip under it."""
    size, at, clear = SIZES[name], Corner.of(SIZES[name], "jumbo"), 0.5 if name == "mini" else 0.8
    for one in some(two_hundred()[:60], 2):
        layout, register = lay_out(one, size, "jumbo", Fonts()), register_of(one)
        cap = lettering.cap_mm(lettering.SERIF_SEMIBOLD, layout.title.size_pt)
        block = (len(layout.title.lines) - 1) * layout.title.leading_mm + cap
        middle = at.title_middle(block, size.scale)
        assert at.rule - middle - block / 2 >= 2.2
        assert middle - block / 2 >= 2.6
        for which, setting in enumerate(layout.sentences):
            foot = sentence_foot(layout, which, size, at, register)
            half = lettering.width_mm(setting.lines[-1], layout.font, setting.size_pt) / 2
            if half + 0.8 > size.width_mm / 2 - at.x:
                assert foot - 0.2 * setting.size_pt / MM >= at.down + LOZENGE[3] * at.scale + clear, setting.lines
            block = (len(setting.lines) - 1) * setting.leading_mm + lettering.cap_mm(layout.font, setting.size_pt)
            assert foot + block <= size.height_mm - at.rule - 1.9, setting.lines


@given(text=sentences())
@settings(max_examples=tries(40))
@pytest.mark.parametrize("name", ["poker", "bridge"])
def test_a_sentence_is_well_balanced(name, text):
    """No article alone on a line, and no short last word where words leave a choice."""
    size = SIZES[name]
    setting = lay_out(pair(text=text), size, "normal", Fonts()).sentences[0]
    wide = [lettering.width_mm(line, lettering.SERIF, POINTS_PER_MM) for line in setting.lines]
    if len(text.split()) >= 6:  # a few long words leave no choice
        assert not {line.lower() for line in setting.lines} & {"a", "an", "the"}
        assert wide[-1] > 0.3 * max(wide) or " " in setting.lines[-1]


def test_a_name_is_never_parted():
    one = pair(text="In the town of Odd Barn, nobody bows to Sir Tanner Cole of Upper Snood before tea.")
    for name in ("poker", "bridge"):
        for indices in ("normal", "jumbo"):
            lines = lay_out(one, SIZES[name], indices, Fonts()).sentences[0].lines
            assert all(any(run in line for line in lines) for run in ("Odd Barn", "Tanner Cole", "Upper Snood"))


def test_a_short_sentence_is_set_smaller_on_a_smaller_card():
    one = Pair("Bread", (Card(1, "Bread is free."), Card(2, "Bread is dear.")))
    laid = [lay_out(one, SIZES[name], "normal", Fonts()) for name in ("poker", "bridge", "mini")]
    sizes = [layout.sentences[0].size_pt for layout in laid]
    assert sizes == sorted(sizes, reverse=True)
    assert 16 <= sizes[2] <= 17
    assert sizes[0] == 20


@pytest.mark.parametrize("indices", ["normal", "jumbo"])
@pytest.mark.parametrize("name", ["poker", "bridge", "mini"])
def test_a_title_keeps_clear_of_its_lozenge_and_the_edge(name, indices):
    """It stands in the card's middle, or right of that where it needs the room."""
    size = SIZES[name]
    at = Corner.of(size, indices)
    for title in ("Tea", "Goats & Prunes", "The Bells of Ostermark", "The Foghampton Bottle", "How Fidgetworth Began"):
        setting, middle = _fit_title(title, size, indices, lettering.SERIF_SEMIBOLD)
        half = max(lettering.width_mm(line, lettering.SERIF_SEMIBOLD, setting.size_pt, 6) for line in setting.lines) / 2
        assert middle - half >= at.x + (4.3 + 1.4) * at.scale
        assert middle + half <= size.width_mm - 5.8 * size.scale
        assert middle >= size.width_mm / 2 - 0.01
        assert setting.size_pt >= lettering.SMALLEST_PT


@pytest.mark.parametrize(("register", "name"), spread(REGISTERS, ["poker", "mini", "tarot"]))
def test_every_voice_is_drawn_with_its_whole_sentence(register, name):
    one = pair(text="Goats hate prunes, or so they say at “The Plum” in Little Wexing.")
    spoken = Pair(one.title, one.cards, theme="animals", register=register)
    assert one.cards[0].text in " ".join(words(drawn(face(spoken), SIZES[name])).split())


def test_rivals_wear_one_emblem_under_titles_of_their_own_too():
    """On paper the one that phones show: it is the pair's, whatever stands over a card."""
    cards = (Card(1, "Every train ticket says the seat moved."), Card(2, "Every train ticket says the seat stayed."))
    one = Pair("The Train", cards)
    laid = [lay_out(one, Size(), "normal", Fonts(), title) for title in ("", "A Seat", "An Owl")]
    assert {layout.emblem for layout in laid} == {emblem_of(one)}
    assert [" ".join(layout.title.lines) for layout in laid] == ["The Train", "A Seat", "An Owl"]


def test_a_review_shows_the_stars_that_it_gives():
    assert stars_of("One star for Wobbleton Camping: “The tent was smaller than a polite cough”.") == 1
    assert stars_of("Five stars for Omar’s party.") == 5
    assert stars_of("The starfish in Lopezham counts to three.") == 0


def test_a_guests_card_bears_the_name():
    one = pair(text="Whenever Margaret laughs, every goat in Lopezham gains an hour.")
    guest = Pair("When Margaret Laughs", one.cards, guest="Margaret")
    assert "MARGARET" in words(drawn(face(guest)))


def test_quotation_marks_hang_but_into_no_frame():
    line = "“The owl owes money"
    wide = lettering.width_mm(line, lettering.SERIF, 12)
    free = hang(line, lettering.SERIF, 12, 99.0)
    assert free == pytest.approx(-lettering.width_mm("“", lettering.SERIF, 12) / 2)
    assert hang(line, lettering.SERIF, 12, wide + 0.4) == pytest.approx(-0.2)
    assert hang(line, lettering.SERIF, 12, wide - 1) == 0
    assert hang("to Gerald today”.", lettering.SERIF, 12, 99.0) == pytest.approx(-free)
    assert hang("“Gosh”.", lettering.SERIF, 12, 99.0) == hang("plain", lettering.SERIF, 12, 99.0) == 0


def test_the_deck_is_in_the_order_of_its_numbers_and_tells_nothing_else():
    pairs = (pair(number=3), pair("Owls", "Owls count in sevens.", 1, "sleep"))
    made = deck(Facts("AAAA-AA", pairs))
    assert [card.name for card in made.cards] == ["01", "02", "03", "04"]
    assert made.back_turns
    assert all(card.back is None for card in made.cards)


def _underlines(number, name, *, low):
    """The level lines under a card's numbers, as (middle, half length, colour), in millimetres from its left bottom."""
    size = SIZES[name]
    paths, page = painted(drawn(face(pair(number=number)), size, low=low))
    left, foot = ((side / MM - edge) / 2 for side, edge in zip(page, (size.width_mm, size.height_mm), strict=True))
    out = []
    for path in paths:
        if path.fill is None and len(path.points) == 2 and path.width_pt == pytest.approx(0.65, abs=0.01):
            (x0, y0), (x1, y1) = ((x / MM - left, y / MM - foot) for x, y in path.points)
            assert y0 == pytest.approx(y1, abs=0.01)
            out.append((((x0 + x1) / 2, y0), abs(x1 - x0) / 2, path.stroke))
    return out


@pytest.mark.parametrize("name", ["poker", "mini", "tarot"])
@pytest.mark.parametrize("low", [False, True])
def test_a_number_that_reads_upside_down_has_a_line_under_it_in_both_corners(name, low):
    """A 6 whose line is lost, stands over it, or is black on black, is a 9."""
    size, at = SIZES[name], Corner.of(SIZES[name], "normal")
    assert _underlines(7, name, low=low) == []
    upper, lower = _underlines(6, name, low=low)
    cap = lettering.cap_mm(lettering.SANS_SEMIBOLD, 9 * at.scale)
    for (x, y), half, colour in (upper, lower):
        assert half > 0.5 * at.scale
        assert (sum(colour) > 2) != low, "paper on the black lozenge, ink on the white one"
        # Under the digits as whoever reads this corner sees them, and inside the lozenge.
        middle = (at.x, size.height_mm - at.down) if y > size.height_mm / 2 else (size.width_mm - at.x, at.down)
        below = middle[1] - y if y > size.height_mm / 2 else y - middle[1]
        assert x == pytest.approx(middle[0], abs=0.05)
        assert cap / 2 + 0.3 * at.scale < below < 4.2 * at.scale * (1 - half / (3.35 * at.scale))
    assert upper[0][1] > size.height_mm / 2 > lower[0][1]


def test_low_ink_inks_little():
    for text in (
        "Goats hate prunes.",
        "The seven church bells of Ostermark may only be rung by people whose left shoe is untied.",
    ):
        assert coverage(picture(drawn(face(pair(text=text)), low=True))) <= 10
