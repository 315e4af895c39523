"""Lists, counted things, quotes and guesses, as sentences use them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liarsdeck.english import counted, hint, listed, nearest, printable, quoted


@pytest.mark.parametrize(
    ("words", "said"),
    [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"), (iter("ab"), "a or b")],
)
def test_words_are_listed_as_people_do(words, said):
    assert listed(words) == said


def test_the_last_word_may_be_joined_by_another_and_a_plural_may_be_given():
    assert listed(["red", "green", "blue"], "and") == "red, green and blue"
    assert [counted(number, "pair") for number in (0, 1, 2, 1000)] == ["0 pairs", "1 pair", "2 pairs", "1000 pairs"]
    assert [counted(number, "box", "boxes") for number in (1, 2)] == ["1 box", "2 boxes"]


def test_what_is_nearest_is_meant_whatever_its_case():
    assert hint("LIZRD", ["Lizard", "west"]) == "did you mean Lizard?"
    assert hint("bets", ["best", "beats", "west"], most=2) == "did you mean beats or best?"
    assert hint("zzz", ["lizard", "west", "tiny"]) == "known: lizard, west and tiny"
    assert hint("zzz", ["lizard"], "name a picture") == "name a picture"
    assert nearest("lizrd", iter(["lizard"])) == ["lizard"]
    assert nearest("lizrd", ["lizard"], least=0.99) == []


@given(st.text(max_size=80))
def test_nothing_quoted_or_shown_steers_a_terminal(text):
    assert quoted(text).isprintable()
    assert len(quoted(text)) <= 42
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)
    assert "".join(sign for sign in printable(text, "\n") if sign != "\n").isprintable()
    assert text.isprintable() or printable(text) != text


def test_a_number_too_long_to_write_is_quoted_all_the_same():
    assert quoted(10**5000) == "“…”"
