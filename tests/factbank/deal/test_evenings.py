"""Guests, a cast and echoes in decks and over evenings."""

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from factbank.deal.choose import Company, choose
from factbank.deal.deal import Wish, new_facts
from factbank.errors import FactError
from factbank.fill import parse_guests
from factbank.packs.reader import read
from tests.factbank.bank import BANK, KNOWN, SEEDS, TOPICS, deck
from tests.factbank.evenings import evenings
from tests.sampling import WHOLE, spread


@cache
def nights(pairs, many):
    with TemporaryDirectory() as folder:
        return list(evenings(BANK, Path(folder) / "ledger.sqlite", many, pairs))


@pytest.mark.parametrize(("pairs", "many"), [(15, 8), (40, 4 if WHOLE else 3)])
def test_evenings_with_one_ledger_echo_nothing(pairs, many):
    for evening in nights(pairs, many):
        assert evening.wrong == ()
        assert not any(many for goal, many in evening.chosen.relaxed.items() if goal not in ("register", "shape"))


GUESTS = [("Ann", [2]), ("Ann,Bob:he", [2, 2]), ("A,B,C,D,E,F", [1] * 6)]


@pytest.mark.parametrize(("seed", "guests"), spread(SEEDS, GUESTS))
def test_guests_are_spread_evenly(seed, guests):
    names, each = guests
    made = choose(TOPICS, 15, "normal", Random(seed), nouns=KNOWN, company=Company(parse_guests([names])))
    assert sorted(Counter(one.guest for one in made.fillings if one.guest).values()) == each


@pytest.mark.parametrize("pairs", [15, 40])
def test_one_running_character_comes_back_on_separate_subjects(pairs):
    who = Counter()
    for seed in (*SEEDS, 3, 8):
        fillings = [one for one in deck(pairs, "normal", seed).fillings if one.topic.cast]
        assert len(fillings) == (3 if pairs == 40 else 2)
        assert len({one.persons for one in fillings}) == 1
        assert len({one.topic.name for one in fillings}) == len(fillings)
        assert len({subject for one in fillings for subject in one.subjects}) >= len(fillings)
        who[fillings[0].persons] += 1
    assert len(who) > 1


def test_the_same_wish_gives_the_same_pairs_under_any_titles():
    wish = Wish(pairs=15, seed=5, guests=("Ann", "Bob:he"))
    one, own = (new_facts(replace(wish, titles=titles)).facts for titles in ("shared", "own"))
    assert own.kit == one.kit
    assert own.pairs == one.pairs
    assert [own.title_of(card.number) for card in own.cards] == [card.title for card in own.cards]


def test_more_guests_than_pairs_are_refused():
    with pytest.raises(FactError, match="ask for more pairs"):
        new_facts(Wish(pairs=2, seed=1, guests=("Ann", "Bob", "Cem")))


def test_a_story_is_told_in_the_order_of_its_chapters_over_evenings():
    told: dict[str, list[int]] = {}
    for evening in nights(15, 8):
        chapters = [one.topic for one in evening.chosen.fillings if one.topic.chapter]
        for topic in sorted(chapters, key=lambda topic: topic.chapter):
            told.setdefault(topic.id.partition("-")[0], []).append(topic.chapter)
    assert all(chapters == list(range(1, len(chapters) + 1)) for chapters in told.values()), told
    assert max(map(len, told.values())) >= 4, told  # and one story goes on before another begins


def test_a_chapter_counts_from_one_and_belongs_to_one_character(tmp_path):
    text = """
[words]
cast = [{ name = "Gerald" }, { name = "Doris" }]
parks = ["Gooseberry", "Buttonditch"]
[[topic]]
id = "gate"
theme = "towns"
kind = "mirror"
shape = "gate"
premise = "There is a gate."
cast = "who"
chapter = %s
title = "the gate of {{ park }}"
slots = { who = "cast", park = "parks" }
about = ["park"]
opening = "Left at the gate of {{ park }}, {{ who.name }}"
endings = ["fell asleep", "woke up"]
"""
    for chapter, wrong in ((1, "one entry"), ("true", "should be a number"), (-1, "should be a number"), (0, "")):
        path = tmp_path / "mine.toml"
        path.write_text(text % chapter, "utf-8")
        said = " ".join(f"{fault.what}. {fault.fix}" for fault in read(path)[1])
        assert wrong in said
        assert bool(wrong) == bool(said)
