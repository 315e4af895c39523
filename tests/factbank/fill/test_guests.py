"""Names of guests: read, refused, shortened, and right in every sentence."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbank.check import load, sentence_faults
from factbank.deal.choose import knows, wants
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from factbank.errors import FactError
from factbank.fill import Filler, Guest, parse_guest, parse_guests, share_out
from factbank.packs.reader import built_in_names
from tests.factbank.some_packs import DOOR, spoilt
from tests.sampling import spread

TOPICS = [topic for name in built_in_names() for topic in load(name).topics if topic.guest]
HARD = (
    "James", "Ó Súilleabháin", "Anna-Lena", "Wolfeschlegelsteinhausenberger", "Li", "O’Neil", "Jo B.", "Łukasz",
    "van Dyk",
)  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "guest"),
    [
        ("Ann", Guest("Ann")),
        (" Bob : he ", Guest("Bob", "he")),
        ("Kim:They", Guest("Kim", "they")),
        ("O'Neil:she", Guest("O’Neil", "she")),
        ("Zoe\u0308", Guest("Zoë")),
        ("Ann:she:sails", Guest("Ann", "she", "sails")),
        ("Ann:she:Sailing", Guest("Ann", "she", "sails")),
        ("Ann:she:loves baking", Guest("Ann", "she", "bakes")),
        ("Ann:they:play the guitar", Guest("Ann", "they", "plays the guitar")),
        ("Ann:she:Tennis", Guest("Ann", "she", "plays tennis")),
        ("Ann:she:sails.", Guest("Ann", "she", "sails")),
        ("Ann:she:knitting and yoga", Guest("Ann", "she", "knits")),
        ("Bob:he:works as a lawyer", Guest("Bob", "he", trade="lawyer")),
        ("Bob:he:is a bus driver", Guest("Bob", "he", trade="bus driver")),
        ("Bob:he:Lawyer", Guest("Bob", "he", trade="lawyer")),
        ("Bob:he:Pepper", Guest("Bob", "he", pet="Pepper")),
        ("Bob:he:his cat Tiger", Guest("Bob", "he", pet="Tiger", animal="his cat")),
        ("Bob:he:bella the dog", Guest("Bob", "he", pet="Bella", animal="bella the dog")),
        ("Bob:he:hedgehog Spike", Guest("Bob", "he", pet="Spike", animal="hedgehog")),
        ("Bob:he:Rex:retired", Guest("Bob", "he", pet="Rex", unread="retired")),
        ("Bob:he:retired", Guest("Bob", "he", unread="retired")),
        ("Bob:he:in IT", Guest("Bob", "he", unread="in IT")),
        ("Bob:he:two cats", Guest("Bob", "he", unread="two cats")),
        ("Bob:he:my husband", Guest("Bob", "he", unread="my husband")),
        ("Bob:he:kids", Guest("Bob", "he", unread="kids")),
        ("Bob::swimming in lakes", Guest("Bob", "", "swims in lakes")),
        ("Cat:they:a beekeeper: Rex ", Guest("Cat", "they", pet="Rex", trade="beekeeper")),
        ("Dan:he:dentist:cat Biscuit", Guest("Dan", "he", pet="Biscuit", trade="dentist", animal="cat")),
        ("Eve::a dog called Barnaby", Guest("Eve", pet="Barnaby", animal="a dog called")),
        ("Eve::cats Tom and Jerry", Guest("Eve", pet="Tom and Jerry", animal="cats")),
        ("Eve::Rex the Third", Guest("Eve", pet="Rex the Third")),
        ("Fay::supports Arsenal:a DJ", Guest("Fay", pastime="supports Arsenal", trade="DJ")),
    ],
)
def test_a_guest_as_people_type_one(typed, guest):
    assert parse_guest(typed) == guest


@pytest.mark.parametrize(
    ("language", "typed", "kind", "kept"),
    [
        ("de", "spielt Skat", "pastime", "spielt Skat"),
        ("de", "Bäckerin", "trade", "Bäckerin"),
        ("de", "ein Schreiner", "trade", "Schreiner"),
        ("de", "Programmierer", "trade", "Programmierer"),
        ("de", "Merlin", "pet", "Merlin"),
        ("de", "Tiger", "pet", "Tiger"),
        ("es", "canta", "pastime", "canta"),
        ("es", "panadera", "trade", "panadera"),
        ("es", "una jueza", "trade", "jueza"),
        ("es", "Canela", "pet", "Canela"),
    ],
)
def test_what_a_guest_brings_is_read_in_the_language_of_the_facts(language, typed, kind, kept):
    assert parse_guest(f"Clara:she:{typed}", language) == Guest("Clara", "she", **{kind: kept})


def test_a_word_that_a_language_bans_is_no_pastime_in_it():
    assert parse_guest("Clara:she:trinkt Bier").pet == "Bier"
    with pytest.raises(FactError, match="does not go on a card"):
        parse_guest("Clara:she:trinkt Bier", "de")


@pytest.mark.parametrize("typed", [
    "", ":he", "Ann:it", "12", "A" * 31, "A{{ x }}", 'A"B', "A\x07", "A:she:" + "x" * 21, "A:she:sails:swims",
    "A:she:{{ x }}", "A:she:vodka",
])  # fmt: skip
def test_what_is_no_guest_is_refused_in_a_sentence(typed):
    with pytest.raises(FactError) as refused:
        parse_guest(typed)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Ann:she:sails, her dog Bella", "“her dog Bella” is no name: commas part guests"),
        ("Bob he sails", "“Bob he sails” is no name: write Bob:he:sails"),
        ("Kim they", "write Kim:they"),
    ],
)
def test_what_is_said_of_a_guest_is_not_taken_for_a_name(typed, said):
    with pytest.raises(FactError, match=said):
        parse_guests([typed])


def test_a_name_given_twice_is_refused():
    with pytest.raises(FactError, match="named twice"):
        parse_guests(["Ann,ann"])


@pytest.mark.parametrize(
    ("typed", "do", "doing"),
    [
        ("sails", "sail", "sailing"),
        ("bakes bread", "bake bread", "baking bread"),
        ("swims", "swim", "swimming"),
        ("plays chess", "play chess", "playing chess"),
        ("flies kites", "fly kites", "flying kites"),
        ("gardens", "garden", "gardening"),
        ("teaches", "teach", "teaching"),
        ("goes fishing", "go fishing", "going fishing"),
        ("writes", "write", "writing"),
        ("skis", "ski", "skiing"),
    ],
)
def test_a_pastime_is_known_in_every_form(typed, do, doing):
    guest = parse_guest(f"Ann:she:{typed}")
    assert guest.row[-5:-2] == (typed, do, doing)
    assert parse_guest(f"Ann:she:{doing}").pastime == typed
    assert guest.known == f"Ann {typed}"


def test_a_fact_that_needs_a_pet_is_dealt_only_about_somebody_with_one(tmp_path):
    path = spoilt(
        tmp_path,
        ("[words]\n", "[words]\nfriends = { guest = true }\n"),
        (
            DOOR,
            (
                'opening = "Asked for {{ animal | a }}, {{ g.name }} sent {{ g.pet }}"\n'
                'endings = ["as {{ effect.up }}", "as {{ effect.down }}"]\n'
            ),
        ),
        ('slots = { animal = "animals", effect', 'slots = { animal = "animals", g = "friends", effect'),
    )
    for seed in range(4):
        wish = Wish(pairs=3, seed=seed, packs=(str(path),), guests=("Ann:she", "Bob:he:Rex"))
        with pytest.raises(FactError, match="no fact is left about “Ann”: let more packs and themes in"):
            draw(wish, Seen())
        made, used = draw(Wish(pairs=3, seed=seed, packs=(str(path),), guests=("Bob:he:Rex",)), Seen())
        about = [pair for pair in made.facts.pairs if pair.guest]
        assert about
        assert all("Bob sent Rex" in card.text for pair in about for card in pair.cards)
        assert "rex" not in str(used).casefold()


def test_a_fact_of_what_a_guest_brought_comes_first_and_only_to_them():
    """Facts of three packs have `brought`: the words for a pastime, a trade or an animal."""
    brought = {(topic.pack, topic.id): topic.brought for topic in TOPICS}
    words = {"Ann": "sails", "Bob": "baker", "Cat": "dog"}
    for seed in range(3):
        guests = ("Ann:she:sailing", "Bob:he:a baker", "Cat::a dog called Rex", "Dan:he:juggles swords")
        made, _ = draw(Wish(pairs=20, seed=seed, guests=guests), Seen())
        about = [(pair.guest, *pair.key.split("/")[:2]) for pair in made.facts.pairs if pair.guest]
        told = [(name, brought[pack, topic]) for name, pack, topic in about]
        for name, word in words.items():
            assert any(who == name and word in some for who, some in told), (seed, name)
        assert not any(some for who, some in told if who == "Dan")


@pytest.mark.parametrize(("guests", "pairs"), [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10), (6, 6), (8, 8)])
def test_how_many_pairs_are_about_guests(guests, pairs):
    assert share_out(guests, 15) == pairs


@pytest.mark.parametrize(("topic", "pronoun"), spread(TOPICS, ["", "she", "he", "they"], times=2))
def test_every_name_stands_in_every_sentence(topic, pronoun):
    if not wants(topic) <= knows(Guest("Ann", pronoun)):
        return
    for name in HARD:
        filler, rng = Filler(topic, guest=Guest(name, pronoun)), Random(name)
        made = [filling for _ in range(15) if (filling := filler.draw(rng))]
        if len(name) <= 14:
            assert made, name
        for filling in made:
            assert list(sentence_faults(filling.first)) == list(sentence_faults(filling.second)) == []
            for said in (filling.first, filling.second):  # which may give it a capital: Van Dyk
                assert name.upper().casefold() in said.upper().casefold()
            assert name not in filling.key.split("/", 2)[2].split(",")
            assert len(filling.title) <= 24
            assert not any(name.casefold() == subject for subject in filling.subjects)


@settings(max_examples=30, deadline=None)
@given(
    st.text(st.characters(categories=["L", "M"], include_characters=" -’."), min_size=1, max_size=30),
    st.integers(0, 40),
)
def test_any_name_fills_or_is_refused(name, index):
    try:
        guest = parse_guest(name)
    except FactError:
        return
    filler, rng = Filler(TOPICS[index], guest=guest), Random(1)
    for _ in range(20):
        if filling := filler.draw(rng):
            assert guest.name.upper().casefold() in filling.first.upper().casefold()  # a sentence gives it a capital
