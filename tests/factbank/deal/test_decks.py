"""Decks in full: the same chance chooses the same pairs, in the same words, and counts the same goals that gave in."""

from tests.factbank.decks import DECKS, decks


def test_the_decks_of_a_small_bank_are_what_they_were():
    assert list(decks()) == DECKS.read_text("utf-8").splitlines()
