"""Dealing: the same wish gives the same bytes; numbers tell nothing; packs and themes narrow."""

import re
from random import Random

import pytest

import factbank
from factbank import factfile
from factbank.check import load
from factbank.deal.deal import Wish, deal, drawn, new_facts, number, unsayable
from factbank.errors import FactError
from tests.factbank.bank import SEEDS, deck
from tests.factbank.some_packs import DOOR, OPENED, spoilt, write
from tests.sampling import WHOLE


def test_the_same_ledger_state_gives_the_same_and_a_later_one_something_else(tmp_path):
    wish = Wish(pairs=2, seed=7, packs=("cabinet",))
    kits = []
    for name in ("one", "two"):
        for _ in range(2):
            with deal(wish, tmp_path / name) as made:
                kits.append(made.facts.kit)
    assert kits[0] == kits[2] != kits[1] == kits[3]


def test_a_seed_is_drawn_and_told_when_none_is_given():
    made = new_facts(Wish(pairs=2)).facts
    assert made.seed is not None
    assert new_facts(Wish(pairs=2, seed=made.seed)).facts == made


def test_numbers_run_from_one_and_tell_neither_pair_nor_half():
    below = apart = 0
    pairs, decks = 40, 10 if WHOLE else 5
    for seed in range(decks):
        numbered = number(deck(pairs, "normal", SEEDS[0]), Random(seed), "shared")
        assert sorted(card.number for pair in numbered for card in pair.cards) == list(range(1, 2 * pairs + 1))
        for pair in numbered:
            first, second = (card.number for card in pair.cards)
            below += first < second
            apart += abs(first - second) == 1
    assert 0.375 < below / pairs / decks < 0.625
    assert apart < 2 * decks  # one a deck by chance


def test_what_was_drawn_from_is_named_with_its_digest():
    (mark,) = new_facts(Wish(pairs=2, seed=1, packs=("cabinet",))).facts.packs
    assert mark == factfile.PackMark("cabinet", load("cabinet").sha256)


def test_themes_and_packs_narrow(tmp_path):
    facts = new_facts(Wish(pairs=4, seed=1, themes=("food", "sea"))).facts
    assert {pair.theme for pair in facts.pairs} <= {"food", "sea"}
    own = new_facts(Wish(pairs=4, seed=1, packs=(str(write(tmp_path)), "cabinet"))).facts
    assert {pair.key.split("/")[0] for pair in own.pairs} <= {"sample", "cabinet"}


def test_an_opening_with_endings_deals_the_sentences_of_whole_claims_and_keeps_the_parts(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, change in ((old, (DOOR, DOOR)), (new, (DOOR, OPENED))):
        folder.mkdir()
        spoilt(folder, change)
    wishes = [Wish(pairs=4, seed=3, packs=(str(folder / "sample.toml"),)) for folder in (old, new)]
    before, after = (new_facts(wish).facts for wish in wishes)
    assert [pair.cards for pair in before.pairs] == [pair.cards for pair in after.pairs]
    doors = [pair for pair in after.pairs if "/door/" in pair.key]
    assert doors
    for pair in doors:
        assert pair.pieces is not None
        assert re.fullmatch("Show an? [a-z]+ a map and", pair.pieces.opening)
        assert pair.pieces.closing == "."
    assert not any(pair.pieces for pair in before.pairs)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish(pairs=0), "1 to 200 pairs"),
        (Wish(difficulty="brutal"), "difficulty"),
        (Wish(length="long"), "length"),
        (Wish(packs=("nowhere.toml",)), "no pack file"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused(wish, said):
    with pytest.raises(FactError, match=said):
        new_facts(wish)


def test_the_front_door_gives_facts_that_print_shortly_and_retired_names_warn(tmp_path):
    made = factbank.facts(pairs=3, seed=7)
    assert made == new_facts(Wish(pairs=3, seed=7)).facts
    assert repr(made) == f"<Facts {made.kit}: 3 pairs>"
    with factbank.deal_facts(3, tmp_path / "l", seed=7, packs=["cabinet"]) as dealt:
        assert {pair.key.split("/")[0] for pair in dealt.facts.pairs} == {"cabinet"}
    with pytest.warns(DeprecationWarning, match="Wish goes with the next version"):
        wish = factbank.Wish(pairs=3, seed=7)
    with pytest.warns(DeprecationWarning, match="in place of a Wish"), factbank.deal_facts(wish, None) as dealt:
        assert dealt.facts == made


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"pairs": "3"}, "pairs should be a whole number, not “3”"),
        ({"seed": 1.5}, "seed should be a whole number, not “1.5”"),
        ({"packs": "cabinet"}, "packs should be a list of texts, not “cabinet”"),
        ({"guests": ["Ann", 3]}, "guests should be a list of texts"),
        ({"difficulty": None}, "difficulty should be text, not “None”"),
    ],
)
def test_a_wrong_type_is_one_sentence(wishes, said):
    with pytest.raises(FactError, match=re.escape(said)):
        factbank.facts(**wishes)


def test_own_pairs_are_numbered_and_wrong_ones_refused():
    made = factbank.make_facts([("Tea", "Tea is cloud.", "Tea is fog."), ("Soup", "Soup sings.", "Soup hums.")])
    assert [card.number for card in made.cards] == [1, 2, 3, 4]
    assert {pair.title for pair in made.pairs} == {"Tea", "Soup"}
    for wrong in ([("Tea", "a")], [3], [factbank.Pair("Tea", None)], 3, [("Tea", "a", 3)]):
        with pytest.raises(FactError):
            factbank.make_facts(wrong)


def test_the_one_fact_of_a_guests_world_comes_again_where_a_deck_is_drawn_anew(tmp_path):
    """The bank has one topic for whoever swims, and a guest's first fact is of what was brought."""
    wish = Wish(pairs=8, seed=1, guests=("Ann:she:swims", "Bob", "Cat", "Dan"))  # so each has one
    decks = [drawn(wish, tmp_path / "ledger")]
    decks.append(drawn(wish, tmp_path / "ledger", decks[0]))
    ann, others = ([{one.pair.key for one in deck.pairs if (one.pair.guest == "Ann") is hers} for deck in decks]
                   for hers in (True, False))  # fmt: skip
    assert ann[0] == ann[1]
    assert not others[0] & others[1]


def test_what_no_fact_can_say_is_named_and_a_guest_of_an_older_file_is_passed_over():
    guests = ["Ann:she:retired", "Bob he sails", "Cat:she:a killer", "Dan:he:in sales", "Eve:she:sails"]
    assert [(guest.name, guest.unread) for guest in unsayable(guests, "en")] == [("Ann", "retired")]


def test_two_packs_of_one_name_are_refused(tmp_path):
    (tmp_path / "b").mkdir()
    files = (str(write(tmp_path)), str(write(tmp_path / "b")))
    with pytest.raises(FactError, match="two packs are called"):
        new_facts(Wish(pairs=2, packs=files))


def test_length_short():
    facts = new_facts(Wish(pairs=6, seed=1, length="short")).facts
    assert max(len(card.text) for card in facts.cards) <= 60


def test_what_players_would_notice_is_said_in_one_line_and_nothing_else(tmp_path):
    ledger = tmp_path / "ledger.sqlite"
    notes = []
    for seed, many in ((1, 8), (2, 3)):
        with deal(Wish(pairs=many, seed=seed, packs=("gym",), difficulty="easy"), ledger) as dealt:
            notes.append(dealt.notes)
    (alike,) = notes[0]
    assert alike.startswith("this deck is less varied than most, and more packs and themes would vary it: ")
    assert any("of 3 pairs may feel familiar from your last decks" in note for note in notes[1]), notes
    for seed in range(2 if WHOLE else 1):
        with deal(Wish(pairs=18, seed=seed, guests=("Ann, Bob, Cat, Dan, Eve, Finn",)), ledger) as dealt:
            assert dealt.notes == (), "a few repeats in a whole bank are nothing to be told"


GUESTS = """
[words]
friends = { guest = true }
rows = [{ a = "by the window", b = "after breakfast" }]

[[topic]]
id = "goodbye"
theme = "parties"
kind = "landmark"
shape = "goodbye"
lock = "event"
emblem = "clock"
premise = "The guest said goodbye at ten and left."
title = "{{ g.short_own }} goodbye"
slots = { g = "friends", m = "rows" }
about = ["m"]
opening = "{{ g.name }} said goodbye at ten and left"
endings = ["{{ m.a }}", "{{ m.b }}"]
"""


def test_what_was_said_of_one_guest_is_said_of_another_under_a_key_of_its_own(tmp_path):
    pack, ledger, keys = str(write(tmp_path, GUESTS, "goodbyes")), tmp_path / "ledger.sqlite", []
    for guest in ("Ann", "Bob", "Cat"):
        with deal(Wish(pairs=1, seed=1, packs=(pack,), guests=(guest,)), ledger) as dealt:
            (pair,) = dealt.facts.pairs
            assert all(card.text.startswith(f"{guest} said goodbye") for card in pair.cards)
            keys.append(pair.key)
    assert keys == [keys[0], f"{keys[0]},2", f"{keys[0]},3"]
    assert not any(name in key for name in ("Ann", "Bob", "Cat") for key in keys)


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_hard_decks_alone_may_say_a_noun_in_two_topics(monkeypatch, difficulty):
    given = []

    def choose(*_, nouns, **__):
        given.append(nouns)
        raise FactError("enough is known")

    monkeypatch.setattr("factbank.deal.deal.choose", choose)
    with pytest.raises(FactError, match="enough"):
        new_facts(Wish(pairs=6, difficulty=difficulty, seed=1))
    assert bool(given[0]) is (difficulty != "hard")
