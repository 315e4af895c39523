"""An evening as a mixture: what tires when it comes again is counted, and the hard caps hold in every deck."""

import csv
from pathlib import Path

import pytest

from factbank.deal.deal import Wish, new_facts
from factbank.deal.mixture import SOFT, Mixture, traits
from factbank.factfile import Card, Pair
from tests.sampling import WHOLE, spread


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            "The sign on the Gravyham lamp post reads “Lost: a cat”.",
            "The sign on the Gravyham lamp post reads “Found: a cat”.",
            {"quoted", "written sign", "verb reads", "town", "name Grav…", "name …ham", "mirror"},
        ),
        ("Ann’s first cake was round, and proud.", "Ann’s first cake was square, and late.", {"unique", "tail"}),
        (
            "The band played all night, and so did Dan’s dog.",
            "The band hid all night, as did all the geese.",
            {"tail"},
        ),
        (
            "The band played all night, and so did nearly all the dogs.",
            "The band hid all night, and so did nearly all the geese.",
            set(),
        ),
        ("The guest of honour ate the hat.", "The guest of honour ate the band.", set()),
        ("In Old Gravy the geese lead the goats.", "In Old Gravy the goats lead the geese.", {"town", "mirror"}),
        ("The baker took the bus to the oven.", "The baker took a sofa to the oven.", {"tic bus"}),
    ],
)
def test_a_pair_has_the_traits_that_a_reader_hears(first, second, expected):
    found = traits(Pair("So", (Card(1, first), Card(2, second))))
    names = {trait for trait in found if trait.startswith("name ")}
    assert found - names == {trait for trait in expected if not trait.startswith("name ")}
    assert {trait for trait in expected if trait.startswith("name ")} <= names


MARKED = Path(__file__).parent / "marked.txt"
READ = Path(__file__).parents[3] / "docs/readings/tenth-200.csv"


def test_each_counter_agrees_with_a_persons_marks_in_ninety_five_of_a_hundred_pairs():
    with READ.open(encoding="utf-8", newline="") as file:
        rows = {int(row["n"]): (row["a"], row["b"]) for row in csv.DictReader(file)}
    counted = {n: traits(Pair("So", (Card(1, a), Card(2, b)))) for n, (a, b) in rows.items()}
    lines = MARKED.read_text(encoding="utf-8").replace("\n  ", " ").splitlines()[2:]
    for trait, numbers in (line.split(": ") for line in lines):
        marked = {int(n) for n in numbers.split()}
        assert len(marked ^ {n for n in rows if trait in counted[n]}) <= len(rows) // 20, trait


@pytest.mark.parametrize(
    ("pairs", "difficulty", "guests"),
    spread([15, 20, 40], ["easy", "normal", "hard"], [(), ("Ann:she",), ("Ann:she", "Bob")], times=3),
)
def test_the_hard_caps_hold_in_every_deck_and_all_pairs_have_their_parts(pairs, difficulty, guests):
    for seed in range(20 if WHOLE else 1):
        mixture = Mixture(pairs)
        for pair in new_facts(Wish(pairs=pairs, seed=seed, difficulty=difficulty, guests=guests)).facts.pairs:
            mixture.use(traits(pair))
            assert pair.pieces.texts == tuple(card.text for card in pair.cards)
        over = {trait: count for trait, count in mixture.counts.items() if count > mixture.cap(trait)}
        assert over.keys() <= SOFT.keys(), (seed, over)


def test_caps_grow_with_the_deck_and_are_rounded_down():
    assert [Mixture(pairs).cap("quoted") for pairs in (5, 15, 20, 40)] == [1, 4, 5, 10]
    assert [Mixture(pairs).cap("tic bus") for pairs in (5, 15, 29, 30)] == [1, 1, 1, 2]
