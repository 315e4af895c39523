"""Words that a player would have to look up."""

from tests.factbank import words


def test_every_word_of_the_bank_is_common_or_let_pass():
    found = words.uncommon()
    assert {word: where[:2] for word, where in found.items() if not words.passes(word)} == {}


def test_no_word_is_let_pass_for_nothing():
    said = {words.root(word) for word in words.uncommon()}
    assert words.let_pass() - said == frozenset()


def test_what_is_common_and_what_is_not():
    assert all(map(words.common, ("goose", "geese", "kettles", "Umbrella", "mayor’s", "don’t")))
    assert not any(map(words.common, ("windsock", "bassoon", "abacus", "lemmings")))
