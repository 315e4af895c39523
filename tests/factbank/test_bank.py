"""The built-in bank: large enough, varied enough, and forgiving to nobody."""

from collections import Counter
from random import Random

import pytest

from factbank import measure
from factbank.check import SHAPES, TOPICS, is_bare, load
from factbank.deal.choose import wants
from factbank.packs.reader import GUEST_PACKS, REGISTERS, built_in_names
from liarsdeck.language import codes
from tests.factbank import halves
from tests.factbank.bank import BANK
from tests.factbank.bank import TOPICS as ALL


def test_the_packs_that_a_deck_without_guests_does_not_read_are_all_about_guests():
    packs = {name: load(name).topics for code in codes() for name in built_in_names(code)}
    assert {name for name, topics in packs.items() if any(topic.guest for topic in topics)} == GUEST_PACKS
    assert all(topic.guest for name in GUEST_PACKS for topic in packs[name])


@pytest.mark.parametrize("pack", BANK, ids=lambda pack: pack.name)
def test_a_pack_has_topics_shapes_and_pairs_enough(pack):
    row = measure.pack_row(pack, samples=40)
    assert len(pack.topics) >= TOPICS
    assert len(row["shapes"]) >= SHAPES
    about_guests = {topic.id for topic in pack.topics if topic.guest}  # they vary by who is at the table
    for topic in row["topics"]:
        assert topic["keys"] >= 250 or topic["id"] in about_guests, topic["id"]
        assert topic["survival"] >= 0.5, topic["id"]


def test_the_whole_bank():
    assert len(BANK) >= 28
    assert len(ALL) >= 500
    assert len({topic.shape for topic in ALL}) >= 20
    assert len({topic.theme for topic in ALL}) >= 7
    assert len(measure.words_of(BANK)) >= 4_000
    assert sum(measure.pack_row(pack, samples=0)["keys"] for pack in BANK) >= 10**8
    assert sum(topic.kind == "mirror" for topic in ALL if not topic.guest) >= 108
    about_guests = [topic for topic in ALL if topic.guest]
    assert len(about_guests) >= 60
    assert sum(topic.tease for topic in about_guests) * 2 >= len(about_guests)
    assert sum(bool(topic.brought or wants(topic) - {"he"}) for topic in about_guests) >= 80
    assert all(topic.lock for topic in ALL)
    assert all(topic.emblem or topic.thing for topic in ALL)
    voices = Counter(topic.register for topic in ALL if not topic.guest)
    assert set(voices) == set(REGISTERS)
    assert min(voices.values()) >= 6
    assert 5 * sum(map(is_bare, ALL)) <= len(ALL)


def test_the_bank_is_varied():
    found = measure.variety(ALL)
    assert found["about guests"] >= 60
    assert found["with no frame of uniqueness"] >= 300
    assert found["beginning like another"] * 10 <= len(ALL)
    assert found["in an invented town"] * 3 < len(ALL)
    assert found["with an emblem or a thing"] == len(ALL)
    assert min(found["jokes"].values()) >= 12, found["jokes"]
    assert 6 <= len(found["chapters"]) <= 8
    assert min(found["chapters"].values()) >= 6


def test_neither_half_has_a_form_of_its_own():
    found = measure.by_position(measure.sample(ALL, 1_500, Random(1)))
    for feature, row in found.items():
        assert abs(row["first has more"] - row["first has fewer"]) < 0.06, feature
        assert abs(row["first"] - row["second"]) < (1 if feature == "characters" else 0.05), feature


def test_no_voice_and_no_guest_leans_to_the_half_that_is_written_first():
    rows = halves.leans(ALL, each=4)
    leaning, echoing = halves.leaning(rows), halves.echoing(rows)
    assert len(leaning) == len(echoing) == len(REGISTERS) + 2
    assert max(echoing.values()) < 1.2, echoing
    assert max(leaning.values()) < 0.2, leaning  # of few fillings; python -m tests.factbank.halves measures
