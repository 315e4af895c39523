"""Liar's Lair on paper: what differs between rivals is what is large, and nothing else; every text fits."""

import re
from functools import cache, partial
from itertools import pairwise, product
from math import radians, sin
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from cardgen.art.things import drawing, letters, paints
from cardgen.decks import DeckOptions, make_deck
from cardgen.decks.faces import liars_lair
from cardgen.decks.faces.liars_lair import Claim, Style, band_colour, draw_claim, draw_face, lay_out, make
from cardgen.errors import PrintError
from cardgen.pdf.ink import Size
from cardgen.pdf.theme import HARLEQUIN, Fonts, contrast, read_theme
from cardgen.pdf.type import width_mm
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from factbank.factfile import Card, Facts, Pair, Parts
from factbank.looks import CLAIM, GUEST, LARGE, THINGS, VOICES, Thing, Voice, bare, is_long, things
from liarsdeck.language import ENGLISH, codes, language, speaking
from tests.cardgen.decks.faces.settings import ends_weakly
from tests.cardgen.pictures import MM, SIZES, coverage, drawn, picture, words
from tests.sampling import WHOLE, pairs, some, tries

STYLES = [Style(Fonts()), Style(Fonts(), "jumbo")]


@cache
def dealt(code=ENGLISH):
    """Two thousand pairs (or some eighty) in a language, among them some about guests."""
    decks = 50 if WHOLE else 2
    wish = Wish(pairs=40, guests=("Ann:she", "Bob:he"), language=code, locale=language(code).locale)
    wishes = [msgspec.structs.replace(wish, seed=seed) for seed in range(1, decks + 1)]
    return [pair for wish in wishes for pair in draw(wish, Seen())[0].facts.pairs]


def pair(one, other, title="Goats & Prunes", **more):
    return Pair(title, (Card(17, one), Card(8, other)), **more)


def parted(opening, one, other, closing=".", **more):
    parts = Parts(opening, (one, other), closing)
    return pair(*parts.texts, pieces=parts, **more)


def claim_of(one, title=""):
    return liars_lair.claim_of(one, title, things([one]).get(one.cards[0].number))


def face(one, which=0, **more):
    thing = things([one]).get(one.cards[0].number)
    return partial(draw_face, card=one.cards[which], pair=one, thing=thing, **more)


def masked(one, which, size, style, dpi=300, **more):
    """A card's picture without its numbers and without the words in dispute."""
    card = picture(drawn(face(one, which, indices=style.indices), size, **more), dpi / 72).convert("RGB")
    layout, pen = lay_out(claim_of(one, one.title), size, style), ImageDraw.Draw(card)
    place, (left, foot, right, top) = layout.place, layout.words.box
    page = [side / (dpi / 72 * MM) for side in card.size]
    x0, y0 = (page[0] - size.width_mm) / 2, (page[1] - size.height_mm) / 2
    second = place.second_x - width_mm("88", Fonts().indices, place.second_pt) - 0.3
    number, leans = place.top - 6.0 * place.s, (right - left) / 2 * abs(sin(radians(layout.words.turn)))
    boxes = [
        (place.index_x - 3.1 * place.s, number - 2.6 * place.s, place.index_x + 3.1 * place.s, number + 2.6 * place.s),
        (second, place.top - 5 * place.k, place.second_x + 0.2, place.top - 2.2 * place.k),
        (left - 1.7 * place.k, foot - leans - 3.6 * place.k, right + 1.7 * place.k, top + leans + place.k),
    ]
    for x1, y1, x2, y2 in boxes:
        box = [(x0 + x1), page[1] - y0 - y2, (x0 + x2), page[1] - y0 - y1]
        pen.rectangle([side * dpi / 72 * MM for side in box], "white")
    return card


def test_rivals_differ_in_what_is_large_and_in_nothing_else():
    """500 pairs with WHOLE=1; in paint, since a hair's breadth tells a liar."""
    for one in some(dealt()[:500], 14):
        first, second = (masked(one, which, Size(), STYLES[0]) for which in (0, 1))
        assert ImageChops.difference(first, second).getbbox() is None, one.title
        whole = [picture(drawn(face(one, which)), 2) for which in (0, 1)]
        assert ImageChops.difference(*(card.convert("RGB") for card in whole)).getbbox() is not None


@pytest.mark.parametrize(("name", "style", "low"), pairs(SIZES, STYLES, (False, True)))
def test_rivals_are_alike_on_every_card(name, style, low):
    for one in dealt()[:: 40 if not WHOLE else 4]:
        first, second = (masked(one, which, SIZES[name], style, 150, low=low) for which in (0, 1))
        assert ImageChops.difference(first, second).getbbox() is None, one.title


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("style", STYLES)
def test_every_pair_fits_every_card_and_a_longer_language(name, style):
    size = SIZES[name]
    for one in dealt():
        claim = claim_of(one, one.title)
        layout = lay_out(claim, size, style)
        assert layout.claim.opening, one.title
        sizes = {setting.size_pt for setting in layout.words.settings}
        assert len(sizes) == 1
        assert min(sizes) >= 12 * size.scale - 0.25, one.title
        inside(layout, size)
    for one in some(dealt(), 5):
        claim = claim_of(one, one.title)
        longer = claim._replace(opening=stretched(claim.opening), endings=tuple(map(stretched, claim.endings)))
        inside(lay_out(longer, size, style), size)


@pytest.mark.parametrize("code", codes()[1:])
def test_every_pair_in_another_language_fits_in_large_type(code):
    weak = []
    with speaking(code):
        for one, name in product(some(dealt(code), 2), ("poker", "tarot", "mini")):
            layout = lay_out(claim_of(one, one.title), SIZES[name], STYLES[0])
            assert layout.claim.opening, one.title
            assert layout.words.size_pt >= (9 if name == "mini" else 12), one.title
            inside(layout, SIZES[name])
            texts = [[line.text for line in layout.header[1:]], *(setting.lines for setting in layout.words.settings)]
            weak += [lines for lines in texts if ends_weakly(lines, language(code).weak_ends)]
            jumbo = [line.text for line in lay_out(claim_of(one, one.title), SIZES[name], STYLES[1]).header[1:]]
            assert len(jumbo) <= 6, jumbo
    assert len(weak) <= 0.02 * 9 * len(some(dealt(code), 2)), weak


def stretched(text):
    """The text with its words two fifths longer."""
    return re.sub(r"[A-Za-z]+", lambda word: word[0] + word[0][-1] * round(0.4 * len(word[0])), text)


def inside(layout, size):
    """Words keep to their box, the header to its own, and the box to the panel."""
    place, (left, foot, right, top) = layout.place, layout.words.box
    assert place.left < left < right < place.right
    assert layout.floor < foot <= top < layout.head < place.top
    for setting in layout.words.settings:
        assert max(width_mm(line, layout.words.font, setting.size_pt) for line in setting.lines) <= right - left + 0.01
        assert layout.words.high(setting) <= top - foot + 0.01
    for line in layout.header:
        half = width_mm(line.text, line.font, line.size_pt, line.track) * line.stretch / 2
        assert place.notch_x + 0.5 < line.x - half
        assert line.x + half < place.right - 0.5
        assert layout.head + 0.8 < line.y < place.top - 2
    lines = [(line.x, line.y) for line in layout.header]
    assert all(above > below for (_, above), (_, below) in pairwise(lines))


def test_hardly_a_line_ends_in_a_small_word():
    laid = [lay_out(claim_of(one, one.title), Size(), STYLES[0]) for one in dealt()]
    settings = [setting.lines for layout in laid for setting in layout.words.settings]
    assert sum(map(ends_weakly, settings)) <= 0.01 * len(settings)
    openings = [[line.text for line in layout.header[1:]] for layout in laid]
    assert sum(map(ends_weakly, openings)) <= 0.01 * len(openings)
    large = [layout for layout in laid if layout.words.size_pt >= 15]
    assert len(large) > 0.9 * len(laid)
    assert max(layout.words.size_pt for layout in laid) <= 29


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("style", STYLES)
def test_a_fan_shows_number_and_subject(name, style):
    """Both in the 11 mm at the left, and the second number in those at the right, whichever way a hand is fanned."""
    layout, size = lay_out(claim_of(dealt()[0], "Soup"), SIZES[name], style), SIZES[name]
    place = layout.place
    half = width_mm("28", Fonts().indices, 13.5 * place.s) / 2
    assert place.index_x + half <= 11.01
    assert place.index_x + 3.3 * place.s <= (11.1 if place.s <= 1 else 12.4)
    assert place.index_x - 4.2 * place.s >= 2.2
    assert place.second_x >= size.width_mm - 11
    card = picture(drawn(face(dealt()[0], indices=style.indices), size), 3)
    strip = card.convert("L").crop((0, 0, round(11 * 3 * MM), card.height // 3))
    assert min(strip.tobytes()) < 60


@pytest.mark.parametrize("theme", ["harlequin", "lacquer", "seaside"])
@pytest.mark.parametrize("tone", ["red", "green", "blue", "black", "yellow"])
def test_the_words_can_be_read_in_colour_and_in_grey(theme, tone):
    palette = read_theme(theme).palette
    for points, least in ((29.0, 4.5), (17.0, 4.5), (16.75, 7.0), (12.0, 7.0)):
        layout = lay_out(claim_of(dealt()[0], ""), Size(), STYLES[0])
        setting = layout.words.settings[0]._replace(size_pt=points)
        band = band_colour(palette, Voice("star", tone), layout.words._replace(settings=(setting,)))
        assert contrast(band, palette.paper) >= least
        assert contrast(grey(band), grey(palette.paper)) >= least


def test_each_voice_has_a_sign_of_its_own():
    """So that in grey, too, one can tell who speaks."""
    voices = [CLAIM, GUEST, *VOICES.values()]
    assert len({voice.mark for voice in voices}) == len(voices)
    seen = set()
    for voice in voices:
        claim = Claim("", "It was", ("so.",), voice=voice)
        layout = lay_out(claim, Size(), STYLES[0])
        card = picture(drawn(lambda ink, size, it=layout: draw_claim(ink, size, it, "1"), low=True), 4).convert("L")
        seen.add(card.tobytes())
    assert len(seen) == len(voices)


def test_little_ink_inks_little():
    for one in some(dealt(), 8):
        assert coverage(picture(drawn(face(one), low=True))) <= 9, one.title


def test_a_stop_stands_inside_the_marks_and_after_no_other():
    one = claim_of(parted("He said", "“Don’t open the shed”", "“Do we open the shed?”"))
    assert one.endings == ("“Don’t open the shed.”", "“Do we open the shed?”")
    assert claim_of(parted("It is", "a shed", "a hut")).endings == ("a shed.", "a hut.")
    told = claim_of(parted("“It is", "a shed", "a hut", "”, said Ann."))
    assert (told.endings, told.closing) == (("a shed”,", "a hut”,"), "said Ann.")


def test_a_closing_that_both_share_stands_small_below():
    one = parted("Nobody but", "a goat", "the mayor", "was ever let into the Museum of Soup.")
    layout = lay_out(claim_of(one, one.title), Size(), STYLES[0])
    (closing,) = layout.closing
    assert closing.size_pt < layout.words.size_pt
    assert layout.place.foot < closing.y < layout.floor < layout.words.box[1]
    assert " ".join(one.cards[0].text.split()[-5:]) in " ".join(words(drawn(face(one))).split())


def test_an_old_file_has_its_sentences_divided_by_whole_clauses():
    goats = claim_of(pair("Goats hate prunes.", "Goats love prunes."))
    assert (goats.opening, goats.endings) == ("", ("Goats hate prunes.", "Goats love prunes."))
    later = claim_of(pair("In the end, the cat ate it.", "In the end, the cat had it."))
    assert (later.opening, later.endings) == ("In the end,", ("the cat ate it.", "the cat had it."))
    given = claim_of(parted("The cat had", "tea", "it"))
    assert given.endings == ("tea.", "it."), "a pack's own parts stay as they are"


def test_a_text_that_fits_at_no_size_is_set_whole_and_a_longer_one_is_refused_by_name():
    long = "prunes and custard, and so on, " * 4
    one = parted("The mayor eats", f"{long}at noon", f"{long}at night")
    layout = lay_out(claim_of(one, one.title), Size(), STYLES[0])
    assert not layout.claim.opening
    assert 11 <= layout.words.size_pt <= 17
    assert one.cards[0].text in " ".join(words(drawn(face(one))).split())
    for endless, said in (
        (pair("Every lamp-post in Little Wexing " * 12, "No."), r"card 17 \(“Goats & Prunes”\).*11 points.*shorten"),
        (pair("So.", "No.", "Lamp-posts of Little Wexing and acquaintances " * 6), r"card 17: the title “Lamp-posts"),
    ):
        with pytest.raises(PrintError, match=said):
            drawn(face(endless))
    with pytest.raises(PrintError, match=r"\(it fits one of [\d.]+ × [\d.]+ mm\)") as refused:
        drawn(face(one), Size(34, 48))
    wide, high = map(float, re.search(r"fits one of ([\d.]+) × ([\d.]+) mm", str(refused.value)).groups())
    drawn(face(one), Size(wide, high))


WORDS = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1, max_size=12)


@given(st.lists(WORDS, min_size=1, max_size=16), st.lists(WORDS, min_size=1, max_size=20), st.booleans())
@settings(max_examples=tries(60))
def test_what_factbank_check_lets_pass_is_set_large(opening, ending, one_long_word):
    """Its limits in letters are measured here; the words are of all letters alike, which is wider than prose."""
    shared = " ".join(opening)[:80].strip()
    said = "grandmotherlinesses" if one_long_word else " ".join(ending)[: LARGE - 1].strip()
    told = parted(shared, said, "so")
    assert not is_long(told)
    layout = lay_out(claim_of(told, told.title), Size(), STYLES[0])
    assert layout.claim.opening, (shared, said)
    assert is_long(parted(shared, "so " * 40, "so."))
    assert is_long(parted(shared, "grandmotherlinessesses.", "so."))


def test_without_titles_none_is_set():
    one = dealt()[0]
    shown, bare = (words(drawn(face(one, title=title))) for title in (None, ""))
    assert one.title.upper() in shown
    assert one.title.upper() not in bare


def test_titles_of_their_own_are_for_the_plain_face():
    cards = (Card(1, "Every train ticket says the seat moved.", title="A Seat"), Card(2, "It stayed.", title="An Owl"))
    facts = Facts("AAAA-AA", (Pair("The Train", cards),), titles="own")
    with pytest.raises(PrintError, match=r"--face plain"):
        make_deck("liars-lair", DeckOptions(facts, face="claim"))
    plain = make_deck("liars-lair", DeckOptions(facts))
    assert plain.remarks
    assert {"A", "Seat"} <= set(words(drawn(plain.cards[0].draw)).split())
    assert make(DeckOptions(Facts("AAAA-AA", facts.pairs))).cards[0].title == "1 The Train"


def test_a_guests_name_is_underlined_in_her_colour():
    one = parted("Over the gate of Ann’s house stands", "“Yes”", "“No”", guest="Ann")
    claim = claim_of(one, "")
    assert claim.voice == GUEST
    red = HARLEQUIN.palette.red.base
    rgb = tuple(int(red[i : i + 2], 16) for i in (1, 3, 5))
    page = picture(drawn(face(one, title="")), 3).convert("RGB")
    head = page.crop((page.width // 4, 0, page.width, page.height // 4))
    assert rgb in {colour for _, colour in head.getcolors(100_000)}


BUILT = [f"{thing}-{build}" for thing in THINGS for build in (1, 2)]


def on(build, one="please knock twice, and wait", other="do not knock, it is open", **more):
    """A claim whose words stand on this thing."""
    return liars_lair.claim_of(
        parted("Over the door of Howard & Sons stands", f"“{one}”", f"“{other}”", **more),
        "The Door",
        Thing(build, "Howard & Sons", 4711),
    )


@pytest.mark.parametrize(("build", "low"), pairs(BUILT, (False, True)))
def test_rivals_stand_on_the_same_thing_in_the_same_way(build, low):
    layout = lay_out(on(build), Size(), STYLES[0])
    assert layout.claim.thing.build == build
    cards = [
        picture(drawn(lambda ink, size, at=at: draw_claim(ink, size, layout, "1", at), low=low), 2).convert("RGB")
        for at in (0, 1)
    ]
    left, foot, right, top = layout.words.box
    lean = (right - left) / 2 * abs(sin(radians(layout.words.turn)))
    x, y = (side / 2 / 2 / MM - half for side, half in zip(cards[0].size, (63.5 / 2, 88.9 / 2), strict=True))
    box = ImageChops.difference(*cards).getbbox()
    bounds = (left + x - 1, 88.9 + y - top - lean - 1, right + x + 1, 88.9 + y - foot + lean + 3)
    assert all((here >= there * 2 * MM) == (at < 2) for at, (here, there) in enumerate(zip(box, bounds, strict=True)))


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("style", STYLES)
def test_words_on_a_thing_are_large_enough_or_stand_under_the_picture(name, style):
    for build in BUILT:
        for claim in (on(build), on(build, "yes", "no"), on(build, stretched("please knock twice"), "come in")):
            layout = lay_out(claim, SIZES[name], style)
            assert layout.claim.thing or name in ("mini", "square") or style.larger > 1, build
            assert min(setting.size_pt for setting in layout.words.settings) >= (12 if name != "mini" else 8), build
            inside(layout, SIZES[name])
        longer = lay_out(on(build, "a long story " * 6, "a longer story " * 6), SIZES[name], style)
        assert longer.words.size_pt >= (11 if longer.claim.opening == "" or name != "mini" else 8)
        inside(longer, SIZES[name])


@pytest.mark.parametrize("theme", ["harlequin", "lacquer", "seaside"])
def test_words_on_a_thing_can_be_read_in_colour_and_in_grey(theme):
    ink = SimpleNamespace(palette=read_theme(theme).palette, low=False)
    ink.black, ink.paper = ink.palette.ink, ink.palette.paper
    for build, tone in product(BUILT, ("red", "green", "blue", "black", "yellow")):
        ground = paints(ink, getattr(ink.palette, tone))[drawing(build).slots["words"].ground]
        pair = (letters(ink, ground), ground)
        assert contrast(*pair) >= 7, build
        assert contrast(*map(grey, pair)) >= 7, build


def grey(colour):
    shade = Image.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0))
    return f"#{shade:02X}{shade:02X}{shade:02X}"


def test_quotation_marks_are_left_out_on_a_thing():
    one = parted("The sign at the gate says", "“please knock”", "“go away”", register="notice")
    said = " ".join(words(drawn(face(one))).split())
    assert "“" not in said
    assert "Please knock." in said
    assert bare("“please knock.”", "clipping-1") == "Please knock"
