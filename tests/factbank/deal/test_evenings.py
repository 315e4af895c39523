"""Guests, a cast and echoes in decks and over evenings."""

from collections import Counter
from random import Random

import pytest

from factbank.deal.choose import Company, choose
from factbank.deal.deal import Wish, deal, new_facts
from factbank.errors import FactError
from factbank.factfile import format_facts
from factbank.fill import parse_guests
from factbank.packs.reader import read
from tests.factbank.bank import BANK, KNOWN, SEEDS, TOPICS, deck
from tests.factbank.evenings import evenings


@pytest.mark.parametrize(("pairs", "many"), [(15, 8), (40, 4)])
def test_evenings_with_one_ledger_echo_nothing(pairs, many, tmp_path):
    for evening in evenings(BANK, tmp_path / "ledger.sqlite", many, pairs):
        assert evening.wrong == ()
        assert not any(many for goal, many in evening.chosen.relaxed.items() if goal not in ("register", "shape"))


@pytest.mark.parametrize("seed", SEEDS)
def test_guests_are_spread_evenly(seed):
    for names, each in (("Ann", [2]), ("Ann,Bob:he", [2, 2]), ("A,B,C,D,E,F", [1] * 6)):
        made = choose(TOPICS, 15, "normal", Random(seed), nouns=KNOWN, company=Company(parse_guests([names])))
        said = Counter(one.guest for one in made.fillings if one.guest)
        assert sorted(said.values()) == each


@pytest.mark.parametrize("pairs", [15, 40])
def test_one_running_character_comes_back_on_separate_subjects(pairs):
    who = Counter()
    for seed in (*SEEDS, 3):
        fillings = [one for one in deck(pairs, "normal", seed).fillings if one.topic.cast]
        assert len(fillings) == (3 if pairs == 40 else 2)
        assert len({one.persons for one in fillings}) == 1
        assert len({one.topic.name for one in fillings}) == len(fillings)
        assert len({subject for one in fillings for subject in one.subjects}) >= len(fillings)
        who[fillings[0].persons] += 1
    assert len(who) > 1


def test_the_ledger_holds_no_name(tmp_path):
    path = tmp_path / "ledger.sqlite"
    with deal(Wish(pairs=15, seed=1, guests=("Xenophon:he", "Quirinia:she")), path) as dealt:
        assert dealt.facts.guests
    raw = path.read_bytes().lower()
    assert b"xenophon" not in raw
    assert b"quirinia" not in raw


def test_the_same_wish_gives_the_same_bytes_under_any_titles():
    wish = Wish(pairs=15, seed=5, guests=("Ann", "Bob:he"))
    one, other = new_facts(wish).facts, new_facts(wish).facts
    assert format_facts(one) == format_facts(other)
    own = new_facts(Wish(pairs=15, seed=5, guests=("Ann", "Bob:he"), titles="own")).facts
    assert own.kit == one.kit
    assert own.pairs == one.pairs
    assert [own.title_of(card.number) for card in own.cards] == [card.title for card in own.cards]


def test_more_guests_than_pairs_are_refused():
    with pytest.raises(FactError, match="ask for more pairs"):
        new_facts(Wish(pairs=2, seed=1, guests=("Ann", "Bob", "Cem")))


def test_a_story_is_told_in_the_order_of_its_chapters_over_evenings(tmp_path):
    told: dict[str, list[int]] = {}
    for evening in evenings(BANK, tmp_path / "ledger.sqlite", 6, 15):
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
