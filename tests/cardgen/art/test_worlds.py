"""Worlds: each of the three has a back, frame, ace, court and box of its own, and a theme may mix them."""

from functools import partial

import pytest

from cardgen.art import backs
from cardgen.art.beasts import POSES
from cardgen.decks.faces import lizard
from cardgen.decks.faces.liars_lair import draw_face
from cardgen.decks.faces.standard import draw_card, draw_joker_card
from cardgen.pages.dress import Label, dress, painters
from cardgen.pdf.theme import HARLEQUIN, OF_A_WORLD, WORLDS, read_theme
from factbank.factfile import Card, Pair
from tests.cardgen.pdf.test_theme import GOOD
from tests.cardgen.pictures import SIZES, coverage, drawn, picture, turned_difference
from tests.sampling import some, spread

SHADED = 64


def in_world(key, world):
    return HARLEQUIN._replace(**{key: world})


def box(ink, size):
    wide, high = size.width_mm, size.height_mm
    label = Label(("3–5 players",), ("60 cards",))
    painters(dress("lizard", ink.palette), label)["front"](ink, wide, high, (0, 0, 0, 0))


SHOWS = {
    "back": backs.draw_scales,
    "frame": partial(lizard.draw_beast, kind="snake", suit="d"),
    "ace": partial(draw_card, rank="A", suit="s"),
    "court": partial(draw_card, rank="Q", suit="d"),
    "box": box,
}


@pytest.mark.parametrize("key", OF_A_WORLD)
def test_each_world_has_its_own_and_a_theme_may_choose_it_alone(key):
    """In the harlequin's colours, with only this one chosen: three different pictures, and nothing else changes."""
    pictures = {world: picture(drawn(SHOWS[key], theme=in_world(key, world)), 1).tobytes() for world in WORLDS}
    assert len(set(pictures.values())) == len(WORLDS)
    for other in OF_A_WORLD:
        if other != key and (key, other) not in (("box", "back"), ("ace", "frame"), ("court", "frame")):
            changed = picture(drawn(SHOWS[key], theme=in_world(other, "seaside")), 1).tobytes()
            assert changed == pictures["harlequin"], (key, other)


def test_with_little_ink_each_world_still_has_its_own_back():
    """Lines on white: in ink alone on a card in little ink, in the world's colours beside full faces."""
    seen = set()
    for world in WORLDS:
        for low, theme in ((True, read_theme(world)), (False, read_theme(world)._replace(engraved=True))):
            card = picture(drawn(backs.draw_scales, bleed=True, low=low, theme=theme))
            assert turned_difference(card) == 0
            assert coverage(card) <= (13 if low else 25)
            seen.add(card.tobytes())
    assert len(seen) == 2 * len(WORLDS)


def test_words_stand_in_their_world():
    """A claim's card has the world's line under its title and its sea before the sun; in little ink the line alone."""
    one = Pair("Goats", (Card(1, "Goats hate prunes."), Card(2, "Goats love prunes.")))
    draw = partial(draw_face, card=one.cards[0], pair=one)
    for low in (False, True):
        worlds = [in_world("frame", world) for world in WORLDS]
        assert len({picture(drawn(draw, low=low, theme=theme), 1).tobytes() for theme in worlds}) == len(WORLDS)


@pytest.mark.parametrize("world", WORLDS)
def test_four_aces_have_four_signs(world):
    """Each is drawn with a sign of its own: taken out of it, the middle of no two is the same in grey."""
    middles = set()
    for suit in "chds":
        card = picture(drawn(partial(draw_card, rank="A", suit=suit), theme=read_theme(world)), 3).convert("L")
        w, h = card.size
        middles.add(
            card.crop((w // 2 - 9, h // 2 - 9, w // 2 + 9, h // 2 + 9)).point(lambda v: 255 * (v > 128)).tobytes()
        )
    assert len(middles) == 4


@pytest.mark.parametrize(("world", "size"), spread(WORLDS, ["poker", "tarot", "mini"]))
def test_courts_are_the_same_from_either_end_in_every_world(world, size):
    theme = read_theme(world)
    for rank, suit in ("Kh", "Qd", "Js"):
        card = picture(drawn(partial(draw_card, rank=rank, suit=suit), SIZES[size], theme=theme))
        # A turned half is rasterised anew: edges are shaded otherwise, and nothing else is.
        assert turned_difference(card) <= SHADED, (rank, suit)


@pytest.mark.parametrize("world", WORLDS)
def test_little_ink_stays_little_in_every_world(world):
    theme = read_theme(world)
    draws = [partial(draw_card, rank=rank, suit=suit) for rank, suit in ("As", "Ad", "Kc", "Qd", "Jh")]
    draws += [partial(lizard.draw_beast, kind=kind, suit=suit) for kind, suit in POSES]
    for draw in some((*draws, partial(draw_joker_card, colour="red")), 3):
        assert coverage(picture(drawn(draw, low=True, theme=theme), 3)) <= 12, draw


@pytest.mark.parametrize(("world", "indices"), spread(WORLDS, ["normal", "jumbo"]))
def test_a_frame_keeps_off_the_index(world, indices):
    """Between an index and what stands beside it are upright lines of bare paper, 0.4 mm together at least."""
    theme, scale = read_theme(world), 6
    for rank, suit in ("Kh", "Qd", "Jc", *(["As"] if world != "harlequin" else [])):
        card = picture(drawn(partial(draw_card, rank=rank, suit=suit, indices=indices), theme=theme), scale).convert(
            "L"
        )
        mm = scale * 72 / 25.4
        strip = card.crop((int(3 * mm), int(5 * mm), int(17 * mm), int(20 * mm))).point(lambda v: 255 * (v < 200))
        columns = "".join("#" if strip.crop((x, 0, x + 1, strip.height)).getbbox() else " " for x in range(strip.width))
        gaps = [len(gap) for gap in columns.strip().replace("#", "|").split("|") if gap]
        assert gaps, (rank, suit)
        assert max(gaps) >= 0.4 * mm, (rank, suit)


def test_a_theme_of_the_first_edition_is_read_as_it_was(tmp_path):
    (tmp_path / "mine.toml").write_text(GOOD.replace("[colours]", 'back = "seaside"\nauthor = "Ann"\n[colours]'))
    theme = read_theme(str(tmp_path / "mine.toml"))
    assert (theme.back, theme.frame, theme.box) == ("seaside", "harlequin", "harlequin")
