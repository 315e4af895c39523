"""Emblems: a block each, of one size; what two rivals share chooses theirs, and nothing that only one of them says."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import factbank
from cardgen.art.icons import ICONS
from cardgen.art.pictures import ACROSS, describe, emblem, file
from cardgen.cli import program
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from factbank.factfile import Card, Pair
from factbank.looks import MASK, THEMES, emblem_of, emblems, subjects, with_emblems
from tests.sampling import some


def test_a_block_is_of_its_size_and_described():
    for name in emblems():
        lefts, bottoms, rights, tops = zip(
            *(mark.path.box() for mark in emblem(name).marks if mark.role != "ground" and not mark.inside), strict=True
        )
        assert min(*lefts, *bottoms) > -ACROSS / 2 - 0.9, name
        assert max(*rights, *tops) < ACROSS / 2 + 0.9, name
        assert max(rights) - min(lefts) > 6 or max(tops) - min(bottoms) > 12, name
        assert describe(name).endswith("."), name


def test_every_file_is_listed_and_there_are_many():
    drawn = {path.stem for path in file("owl").parent.iterdir()}
    assert drawn == set(emblems())
    assert len({emblem(name).marks for name in emblems()}) == len(drawn) >= 80
    marks = [mark for name in emblems() for mark in emblem(name).marks if not mark.inside]
    assert {mark.role for mark in marks} == {"ink", "ground", "red"}


def test_what_both_say_decides_and_never_what_one_says():
    assert subjects("A Medal", "A donkey gives an owl a medal.", "An owl gives a donkey a medal.")[0] == "medal"
    assert subjects("In the Choir", "It is a goose.", "It is a donkey.")[0] == "notes"
    assert subjects("", "Umbrellas fear pianos.", "Umbrellas fear owls.")[0] == "umbrella"
    assert subjects("", "It is a goose.", "It is a donkey.") == ()
    assert subjects("Ingrid Leaf", "The great Ingrid Leaf ran.", "The great Ingrid Leaf sat.") == ()


SHARED = st.sampled_from(["The piano is", "Every owl is", "In the pudding lies", "All umbrellas are"])
SAID = st.sampled_from(["a goose", "a clock", "two boots", "some bread", "a castle", "soup"])


@given(start=SHARED, one=SAID, other=SAID)
def test_the_emblem_is_the_same_whichever_half_is_true(start, one, other):
    texts = f"{start} {one}.", f"{start} {other}."
    assert subjects("", *texts) == subjects("", *texts[::-1])


def test_theme_and_mask_stand_in_and_a_pair_may_name_its_own():
    cards = (Card(1, "It is so."), Card(2, "It is not."))
    assert {name for names in THEMES.values() for name in names} | {MASK} <= set(emblems())
    assert emblem_of(Pair("So", cards, theme="music")) == THEMES["music"][0]
    assert emblem_of(Pair("So", cards)) == MASK
    assert emblem_of(Pair("So", cards, emblem="kite")) == "kite"
    assert emblem_of(Pair("So", cards, emblem="no such")) == MASK


@pytest.mark.parametrize("pairs", [15, 20, 32])
def test_no_two_pairs_of_a_kit_have_one_emblem(pairs):
    for seed in some(range(5), 3):
        dealt = factbank.facts(pairs, seed=seed, guests=("Ann", "Ben:he")).pairs
        shown = [emblem_of(pair) for pair in dealt]
        assert len(set(shown)) == pairs, sorted(shown)


def test_a_pair_takes_another_fitting_emblem_where_a_deck_has_its_first():
    bare = Pair("So", (Card(1, "Up."), Card(2, "Down.")), theme="music")
    one, other, fixed = with_emblems([bare, bare, replace(bare, emblem="lyre")])
    assert fixed.emblem == THEMES["music"][0] == "lyre"
    assert len({one.emblem, other.emblem, "lyre"}) == 3
    assert {one.emblem, other.emblem} <= {*THEMES["music"]}
    assert [pair.emblem for pair in with_emblems([replace(bare, theme="")] * 2)] == [MASK, MASK]


def test_three_of_four_cards_show_their_own_subject():
    """Over fifty decks."""
    decks = [draw(Wish(pairs=15, seed=seed), Seen())[0].facts.pairs for seed in some(range(50), 12)]
    pairs = [pair for deck in decks for pair in deck]
    own = sum(bool(subjects(pair.title, *(card.text for card in pair.cards))) for pair in pairs)
    assert own >= 0.75 * len(pairs)


def said(*args):
    done = CliRunner().invoke(program, args)
    assert done.exit_code == 0
    return done.stdout


def test_they_are_listed_and_are_icons_of_own_decks():
    listed = json.loads(said("list", "emblems", "--json"))
    assert [row["name"] for row in listed] == emblems()
    assert set(emblems()) <= set(ICONS)
    assert "umbrella" in said("list", "emblems")
