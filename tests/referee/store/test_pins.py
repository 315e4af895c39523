"""PINs of the private screens, without a journal."""

from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.store.pins import LONGEST, SHORTEST, Tries, hash_pin, pin_fits, wait_s


@pytest.mark.parametrize(("wrong", "wait"), [(0, 0), (4, 0), (5, 10), (6, 20), (7, 40), (9, 160), (10, 300), (50, 300)])
def test_after_five_wrong_tries_each_wait_is_twice_the_last_up_to_five_minutes(wrong, wait):
    tries = Tries(wrong, 1000.0)
    for passed in (0, 0.25, 1, 9.5, 10, 299.5, 300, 301):
        assert wait_s(tries, 1000.0 + passed) == ceil(max(0, wait - passed))
    assert wait_s(tries, 500.0) == wait, "a clock that was set back makes no wait longer"


def test_a_pin_has_four_signs_or_more():
    assert SHORTEST == 4


def test_nothing_was_tried_yet():
    assert wait_s(Tries(), 0.0) == 0


@settings(max_examples=20)
@given(st.text(min_size=1, max_size=8), st.text(min_size=1, max_size=8))
def test_a_pin_fits_its_own_hash_alone(pin, other):
    assert pin_fits(pin, hash_pin(pin, 1))
    assert pin_fits(other, hash_pin(pin, 1)) == (other == pin)


def test_as_many_characters_count_as_are_said_to_and_no_more():
    pin = "é" * LONGEST
    assert pin_fits(pin + "more", hash_pin(pin, 1))
    assert not pin_fits(pin[:-1], hash_pin(pin, 1))


KEPT = "scrypt$4$000102030405060708090a0b0c0d0e0f$27ba312f2295c1452308e545b0747344161c8b4b4167228647659e81fca27b66"


def test_a_hash_made_by_an_earlier_version_still_fits():
    """Salt, key, and scrypt's block are what they were: a table's PINs outlive the program that took them."""
    assert pin_fits("1234", KEPT)
    name, _, rest = KEPT.partition("$")
    assert not pin_fits("1234", f"b{name}${rest}")
    salt, key = hash_pin("1234", 1).split("$")[2:]
    assert (len(bytes.fromhex(salt)), len(bytes.fromhex(key))) == (16, 32)
