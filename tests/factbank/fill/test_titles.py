"""Own titles: about their own sentence, unlike their rival's, and each but once."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from factbank.deal.deal import Wish, new_facts
from factbank.english.grammar import content_stems
from factbank.english.lists import words
from factbank.fill import TITLE_LIMIT, own_titles, phrases
from tests.sampling import WHOLE

WORD = st.sampled_from(["goat", "Quillbury", "always", "sings", "the", "of", "trombone", "enters", "soup", "a", "it’s"])


@given(st.lists(WORD, min_size=1, max_size=12), st.lists(WORD, min_size=1, max_size=12), st.integers(0, 99))
def test_any_sentences_have_titles(first, second, seed):
    taken = set()
    made = [own_titles(" ".join(first) + ".", " ".join(second) + ".", taken, Random(seed)) for _ in range(3)]
    every = [title.casefold() for pair in made for title in pair]
    assert len(set(every)) == len(every)
    assert all(0 < len(title) <= TITLE_LIMIT for title in every)


def test_own_titles_show_what_both_halves_say_before_the_dispute():
    first = "The strongest signal in Bad Polka is called “Keep Singing”."
    second = "The strongest signal in Bad Polka is called “Stop Singing”."
    for seed in range(20):
        titles = " ".join(own_titles(first, second, set(), Random(seed))).casefold()
        assert "keep" not in titles
        assert "stop" not in titles


def test_own_titles_of_a_deck_are_each_but_once_of_their_own_card_and_name_people_places_and_things():
    """In nine pairs of ten both titles are of words that both halves say; none is a verb or an adjective."""
    told = pairs = 0
    for seed in range(40 if WHOLE else 4):
        facts = new_facts(Wish(pairs=30, seed=seed)).facts
        assert len({card.title.casefold() for card in facts.cards}) == len(facts.cards)
        for pair in facts.pairs:
            one, other = (set(content_stems(card.text)) for card in pair.cards)
            titles = [set(content_stems(card.title)) for card in pair.cards]
            assert [title & said for title, said in zip(titles, (one, other), strict=True)] == titles
            assert titles[0].isdisjoint(titles[1])
            pairs += 1
            told += not all(title <= one & other for title in titles)
            for card in pair.cards:
                assert card.title.casefold() not in words("frame-verbs") | words("adjectives"), card
    assert told <= pairs / 10, f"{told} of {pairs}"


def test_a_title_is_a_phrase_of_its_sentence():
    said = "The complaint letter about the Tate toaster reads “It pops when nobody is home”."
    assert phrases(said)[:2] == ["the complaint letter", "Tate toaster"]
    assert phrases("Return a faulty bicycle and all you get is a bell.")[0] == "the faulty bicycle"
    left = phrases("The explorer Earl Ewing left just one note at the Pole.")
    assert left[:3] == ["the note", "Pole", "the explorer"]
