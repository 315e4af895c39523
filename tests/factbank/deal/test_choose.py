"""Choosing a deck: rule 2, shares, limits, twins, what wears out, and what gives in when packs are small."""

from collections import Counter
from random import Random

import pytest

from factbank.check import load
from factbank.deal.choose import (
    LEVELS,
    MIRRORS,
    OTHERS,
    TWINS,
    DeckTally,
    Worn,
    beginning,
    choose,
    is_spoken,
    likeness,
    lock_words,
    look_alikes,
    opening,
    plan,
    spoken_pairs,
    voice_limit,
)
from factbank.deal.ledger import Seen
from factbank.english.grammar import subject_form
from factbank.errors import FactError
from tests.factbank.bank import KNOWN, SEEDS, TOPICS, deck
from tests.factbank.crossings import crossings

SIZES = (5, 15, 24, 40)


def drawn(pairs, difficulty, seed, topics=TOPICS, **more):
    nouns = KNOWN if difficulty != "hard" else frozenset()
    return choose(topics, pairs, difficulty, Random(seed), nouns=nouns, **more)


@pytest.mark.parametrize("difficulty", TWINS)
def test_a_plan_adds_up_and_keeps_its_shares(difficulty):
    for pairs in range(1, 61):
        made = plan(pairs, difficulty)
        assert made.landmark + made.mirror + made.other + sum(made.twins) == pairs
        assert min(made.mirror, made.other) >= 0
        assert made.landmark >= 0.3 * pairs
        assert set(made.twins) <= {"easy": set(), "normal": {2}, "hard": {2, 3}}[difficulty]
        twins = pairs * TWINS[difficulty] / 100 / (2 if pairs > 25 else 1)
        if pairs >= 8:
            assert abs(made.mirror - MIRRORS[difficulty] / 100 * pairs) <= 0.5
            assert abs(sum(made.twins) - twins) <= 1
            assert abs(made.other - OTHERS / 100 * pairs) <= 0.5 or made.landmark == -(-3 * pairs // 10)


@pytest.mark.parametrize("difficulty", TWINS)
@pytest.mark.parametrize("pairs", SIZES)
def test_no_deck_of_the_bank_breaks_a_rule(pairs, difficulty):
    for seed in SEEDS:
        made = deck(pairs, difficulty, seed)
        fillings = made.fillings
        assert len(fillings) == pairs
        assert crossings(fillings) == []
        assert len({filling.key for filling in fillings}) == pairs
        assert not made.repeated
        groups = Counter(filling.topic.name for filling in fillings)
        twins = [name for name, many in groups.items() if many > 1]
        entries = Counter((one.topic.name, entry) for one in fillings for entry in set(one.entries))
        assert not any(many > 1 and name in twins for (name, _), many in entries.items())
        alone = [filling for filling in fillings if filling.topic.name not in twins]
        if not any(made.relaxed.values()):
            assert sorted(groups[name] for name in twins) == sorted(plan(pairs, difficulty).twins)
            assert max(Counter(filling.topic.shape for filling in alone).values()) <= max(1, pairs // 10)
            voices = Counter(filling.topic.register for filling in alone)
            assert all(many <= voice_limit(voice, pairs) for voice, many in voices.items())
            assert len({filling.topic.register for filling in fillings}) >= min(5, pairs // 3)
            assert sum(is_spoken(filling.topic) for filling in fillings) >= spoken_pairs(pairs)
            assert max(Counter(filling.topic.theme for filling in fillings).values()) <= max(1, pairs // 5)
            kinds = Counter(filling.topic.kind for filling in alone)
            assert kinds["mirror"] == plan(pairs, difficulty).mirror
            assert kinds["swap"] + kinds["number"] == plan(pairs, difficulty).other
            if difficulty == "easy":
                assert len({beginning(filling.title) for filling in fillings}) == pairs
        if pairs >= 15:
            assert not made.relaxed["kind"]
            assert not made.relaxed["noun"]
        if (pairs, difficulty) == (15, "normal"):
            assert len({filling.topic.joke for filling in fillings} - {""}) >= 6
        if pairs in (15, 40):
            hard = {goal: many for goal, many in made.relaxed.items() if goal != "blend"}  # its caps are soft
            assert not any(hard.values()), made.relaxed
        if pairs >= 15:
            limits = Worn(pairs)
            said = Counter(word for filling in fillings for word in lock_words(filling.topic))
            assert sum(bool(lock_words(filling.topic)) for filling in fillings) <= limits.of_any <= 0.25 * pairs
            begins = Counter(opening(topic) for topic in {one.topic.name: one.topic for one in fillings}.values())
            assert max(begins.values()) <= limits.of_one_opening + 1
            # Which kinds a deck holds comes first: its numbers may all be exact.
            assert max(said.values(), default=0) <= limits.of_one_word + 1


def test_hard_decks_hold_more_look_alikes():
    alike = {d: sum(look_alikes(deck(15, d, seed).fillings) for seed in (1, *SEEDS)) for d in TWINS}
    assert alike["easy"] < alike["normal"] < alike["hard"]


def test_goals_give_in_and_are_counted_where_one_pack_must_do():
    made = drawn(16, "normal", 1, load("children").topics)
    assert crossings(made.fillings) == []
    assert made.relaxed["theme"]
    assert made.relaxed["kind"]


def test_themes_alone_relax_the_theme_and_nothing_that_could_be_kept():
    food = [topic for topic in TOPICS if topic.theme in {"food", "sport"}]
    made = drawn(10, "easy", 1, food)
    assert made.relaxed["theme"]
    assert not made.relaxed["noun"]


class Remembers(Seen):
    def __init__(self, keys=(), subjects=()):
        super().__init__()
        self.keys = set(keys)
        self.subjects = frozenset(subjects)

    def key(self, key):
        return key in self.keys


def test_keys_ever_seen_never_come_again_and_recent_subjects_stay_away():
    first = deck(15, "normal", 2)
    subjects = {subject for filling in first.fillings for subject in filling.subjects}
    again = drawn(15, "normal", 2, seen=Remembers({filling.key for filling in first.fillings}, subjects))
    assert not {filling.key for filling in again.fillings} & {filling.key for filling in first.fillings}
    assert not {subject for filling in again.fillings for subject in filling.subjects} & subjects
    assert not again.repeated


def test_when_every_subject_was_seen_they_come_again_and_are_named():
    topics = [topic for topic in load("towns").topics if topic.id == "the-only-theft-in"]
    towns = [subject_form(str(entry)) for entry in topics[0].slots["town"].entries]
    made = drawn(3, "hard", 1, topics, seen=Remembers(subjects=towns))
    assert made.relaxed["subject"] == 3
    assert set(made.repeated) == {filling.subjects[0] for filling in made.fillings}


def test_packs_too_small_are_refused_with_what_could_be_made():
    topics = [topic for topic in load("cabinet").topics if topic.id == "room"]
    with pytest.raises(FactError, match=r"\d+ of 61 pairs could be made"):
        drawn(61, "easy", 1, topics)


def test_namesakes_are_more_alike():
    assert likeness("Goats & Trombones", "Gulls & Tubas") > likeness("Goats & Trombones", "How to Wake a Judge")
    assert beginning("The Sound of Bagels") == "sound"


@pytest.mark.parametrize(
    ("difficulty", "plans"),
    [
        ("easy", {5: (3, 2, 0, ()), 15: (8, 6, 1, ()), 25: (13, 10, 2, ()), 26: (14, 10, 2, ()), 60: (31, 24, 5, ())}),
        ("normal", {12: (6, 5, 1, ()), 15: (6, 6, 1, (2,)), 25: (10, 11, 2, (2,)), 60: (28, 25, 5, (2,))}),
        ("hard", {5: (3, 2, 0, ()), 8: (3, 3, 0, (2,)), 12: (4, 4, 0, (2, 2)), 16: (5, 5, 1, (3, 2))}),
        ("hard", {25: (8, 8, 1, (3, 3, 2)), 26: (12, 8, 2, (2, 2)), 60: (27, 19, 5, (3, 2, 2, 2))}),
    ],
)
def test_the_plans_at_the_bounds(difficulty, plans):
    assert {pairs: plan(pairs, difficulty) for pairs in plans} == plans


@pytest.mark.parametrize(("goal", "share"), [("shape", 10), ("kind", 10), ("theme", 5), ("frame", 10**6)])
@pytest.mark.parametrize("pairs", [1, 9, 10, 19, 20, 40])
def test_a_tally_is_full_at_its_limits(pairs, goal, share):
    """A tenth of a deck of one shape, and of numbers; a fifth of one theme; one pair of a topic."""
    alike = {"shape": {"shape": "s"}, "kind": {"kind": "number"}, "theme": {"theme": "t"}, "frame": {"id": "one"}}[goal]
    tally, limit, kinds = DeckTally(pairs), max(1, pairs // share), frozenset({"landmark", "number"})
    for at in range(limit + 1):
        other = {"id": f"t{at}", "shape": f"s{at}", "theme": f"t{at}", "register": f"v{at}", "kind": "landmark"}
        topic = TOPICS[0]._replace(**(other | alike))
        assert tally.fits(topic, kinds, LEVELS[goal], frozenset()) == (at < limit)
        assert tally.fits(topic, kinds, LEVELS[goal] + 1, frozenset())
        tally.use(topic)
        assert tally.broken(topic, kinds, frozenset()) == [goal] * (at >= limit)
