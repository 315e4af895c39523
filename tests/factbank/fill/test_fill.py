"""Filling a topic: exact counts, throw-backs, claims in either order, numbers clearly apart."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbank.check import load
from factbank.english.grammar import headline
from factbank.fill import BALANCE, LENGTHS, TITLE_LIMIT, Filler, quoted
from factbank.packs.reader import apart, built_in_names, read
from tests.factbank.some_packs import spoilt, write


def topics(path):
    pack, faults = read(path)
    assert not faults
    return {topic.id: topic for topic in pack.topics}


def draws(topic, many=3000, seed=1, **options):
    filler = Filler(topic, **options)
    rng = Random(seed)
    return filler, [filling for filling in (filler.draw(rng) for _ in range(many)) if filling]


@pytest.mark.parametrize("id_", ["door", "fine", "count"])
def test_the_count_of_keys_is_exact(tmp_path, id_):
    filler, found = draws(topics(write(tmp_path))[id_], many=9000)
    assert sum(filler.thrown[why] for why in ("long", "title", "balance", "repeat")) == 0
    if id_ == "count":
        assert filler.count() == 10 * sum(apart(a, b) for a in range(4, 41) for b in range(4, a))
        assert len({filling.key for filling in found}) <= filler.count()
    else:
        assert len({filling.key for filling in found}) == filler.count()


def test_of_four_claims_six_pairs_can_be_drawn(tmp_path):
    more = '"Show {{ animal | a }} a map and wigs slip off."'
    four = [
        ('{{ effect.down }}.",', '{{ effect.down }}.",\n' + more + ",\n" + more.replace("slip off", "stay put") + ","),
    ]
    filler, found = draws(topics(spoilt(tmp_path, *four))["door"])
    assert filler.count() == 10 * 2 * 6
    assert {filling.key for filling in found} == {
        f"sample/door/{animal},{effect},{one}+{two}"
        for animal in ["goat", "owl", "heron", "badger", "camel", "otter", "pelican", "ostrich", "hamster", "llama"]
        for effect in ["doors open", "soup warms up"]
        for one, two in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    }


def test_claims_come_in_either_order_and_the_key_does_not_tell(tmp_path):
    _, found = draws(topics(write(tmp_path))["door"])
    orders = {}
    for filling in found:
        orders.setdefault(filling.key, set()).add(filling.drawn)
    assert set(map(frozenset, orders.values())) == {frozenset({(0, 1), (1, 0)})}
    first = sum(filling.drawn == (0, 1) for filling in found) / len(found)
    assert 0.45 < first < 0.55


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_apart_is_symmetric_and_as_the_rule_says(one, other):
    assert apart(one, other) == apart(other, one)
    assert apart(one, other) == (abs(one - other) >= 3 and abs(one - other) >= max(one, other) * 2 / 5)


@given(st.lists(st.text("ab,/%2CF", min_size=1, max_size=5), min_size=2, max_size=3), st.data())
def test_keys_of_different_entries_differ(entries, data):
    others = data.draw(st.lists(st.text("ab,/%2CF", min_size=1, max_size=5), min_size=2, max_size=3))
    assert (",".join(map(quoted, entries)) == ",".join(map(quoted, others))) == (entries == others)


def test_a_key_is_pack_topic_fixed_entries_and_sorted_values(tmp_path):
    _, found = draws(topics(write(tmp_path))["fine"], many=100)
    for filling in found:
        assert filling.key == f"sample/fine/{filling.entries[0]},{','.join(sorted(filling.entries[1:]))}"
        assert filling.subjects == (filling.entries[0].casefold(),)
        assert filling.first != filling.second


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("In {{ park }}, the fine for shouting", "In {{ park }}, a boot, lemon, gong, glove, harp or bath"), "repeat"),
        (("the fine for shouting is", "the fine for " + "singing far too long and " * 3 + "is"), "long"),
        (('"a wet boot"', '"a boot that has seen more than its share of rain"'), "balance"),
        (("the {{ park }} fine", "the {{ park }} fine for shouting"), "title"),
    ],
)
def test_what_reads_badly_is_thrown_back(tmp_path, change, why):
    filler, found = draws(topics(spoilt(tmp_path, change))["fine"], many=300)
    assert filler.thrown[why] > 0
    assert len(found) == 300 - sum(filler.thrown.values())


def test_a_plural_repeats_its_singular(tmp_path):
    path = spoilt(tmp_path, ("the fine for shouting is", "the fine for lending gloves is"))
    filler, found = draws(topics(path)["fine"], many=300)
    assert filler.thrown["repeat"] > 0
    assert not any("a silk glove" in filling.entries for filling in found)


@pytest.mark.parametrize("name", built_in_names())
def test_every_filling_of_the_bank_is_short_even_and_well_set(name):
    pack = load(name)
    for topic in pack.topics:
        _, found = draws(topic, many=60, seed=name)
        assert found, topic.name
        for filling in found:
            assert len(filling.title) <= TITLE_LIMIT
            assert filling.title == headline(filling.title)
            assert max(len(filling.first), len(filling.second)) <= LENGTHS["any"]
            assert abs(len(filling.first) - len(filling.second)) <= BALANCE
            assert filling.first[0] in "“‘" or not filling.first[0].islower()
