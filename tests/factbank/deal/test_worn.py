"""What wears out: which sentences lean on a lock, and what a deck is then out of."""

from random import Random

import pytest

from factbank.deal.choose import Worn, choose, lock_words
from factbank.packs.reader import read
from tests.factbank.bank import TOPICS
from tests.factbank.some_packs import SOUND, write


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("{{ park }} sells nothing but {{ thing }}.", {"nothing but"}),
        ("Only {{ thing }} lasts, and it lasts exactly a week.", {"only", "exactly"}),
        ("Left alone, {{ park }} hums.", set()),
        ("{{ park }} alone hums.", {"alone"}),
        ("{{ park }} is a justly lonely place, except at noon.", {"except"}),
        ("{{ park }} is closed to all but {{ only }}.", {"all but"}),
        ("The fine in {{ park }} is {{ just }}.", set()),
    ],
)
def test_the_lock_words_of_a_sentence_are_those_of_its_frame(claim, found):
    assert lock_words(TOPICS[0]._replace(claims=(claim,))) == found


def test_locks_are_a_wish_that_fails_no_deck(tmp_path):
    locked = SOUND.replace("the fine for shouting is", "the fine for shouting is only")
    pack, faults = read(write(tmp_path, locked))
    assert not faults
    topics = [topic for topic in pack.topics if topic.id == "fine"]
    made = choose(topics, 5, "hard", Random(1))
    free = [topic for topic in read(write(tmp_path))[0].topics if topic.id == "fine"]
    assert len(made.fillings) == 5
    assert [filling.first for filling in made.fillings] == [
        filling.first.replace("shouting is", "shouting is only")
        for filling in choose(free, 5, "hard", Random(1)).fillings
    ]


def said(claim):
    return TOPICS[0]._replace(claims=(claim,))


def test_a_deck_is_out_of_what_one_more_would_be_too_many_of():
    counted = Worn(20)
    assert (counted.of_one_word, counted.of_any, counted.of_one_opening) == (2, 5, 2)
    only = "Only {{ x }}."
    assert counted.out(said(only), 3)
    for start in ("Ann", "Bob"):
        assert not counted.out(said(only))
        counted.use(said(f"{start} has only {{{{ x }}}}."))
        counted.use(said(f"{start} has {{{{ x }}}}."))
    assert counted.out(said(only))
    assert not counted.out(said("{{ x }}."))
    for word in ("just", "except"):
        for start in ("In", "At"):
            counted.use(said(f"{start} {word} {{{{ x }}}}."))
    assert counted.out(said("{{ x }} alone."))
