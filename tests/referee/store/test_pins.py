"""PINs of the private screens, without a journal."""

import hashlib
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import RecordError
from referee.store import journal as rows
from referee.store import pins
from referee.store.journal import Journal
from referee.store.pins import LONGEST_PIN, Tries, hash_pin, heard_of, pin_fits, wait_s
from tests.referee.store.tables import fill


@pytest.mark.parametrize(
    ("wrong", "wait"), [(0, 0), (4, 0), (5, 10), (6, 20), (7, 40), (9, 160), (10, 300), (10**9, 300)]
)
def test_after_five_wrong_tries_each_wait_is_twice_the_last_up_to_five_minutes(wrong, wait):
    tries = Tries(wrong, 1000.0)
    for passed in (0, 0.25, 1, 9.5, 10, 299.5, 300, 301):
        assert wait_s(tries, 1000.0 + passed) == ceil(max(0, wait - passed))
    assert wait_s(tries, 500.0) == wait, "a clock that was set back makes no wait longer"


def test_a_notice_is_left_after_5_10_20_40_wrong_tries():
    assert [wrong for wrong in range(100) if heard_of(wrong)] == [5, 10, 20, 40, 80]


@settings(max_examples=20)
@given(st.text(min_size=1, max_size=8), st.text(min_size=1, max_size=8))
def test_a_pin_fits_its_own_hash_alone(pin, other):
    assert pin_fits(pin, hash_pin(pin, 1))
    assert pin_fits(other, hash_pin(pin, 1)) == (other == pin)


def test_as_many_characters_count_as_are_said_to_and_no_more():
    pin = "é" * 64  # of the PINs that tables keep
    assert len(pin) == LONGEST_PIN
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


def test_pins_are_salted_and_slow_and_never_in_the_file(journal, path):
    number = fill(journal, [])
    journal.set_pin(number, 0, "314159")
    journal.set_pin(number, 1, "314159")
    kept = [row[0] for row in journal._sql.execute("SELECT hash FROM pins")]
    assert kept[0] != kept[1]
    assert all(k.startswith("scrypt$4$") for k in kept)
    assert hash_pin("1").startswith("scrypt$15$")
    bytes_there = b"".join(p.read_bytes() for p in path.parent.iterdir() if p.is_file())
    assert b"314159" not in bytes_there
    assert journal.try_pin(number, 0, "314159")
    assert not journal.try_pin(number, 0, "271828")


@pytest.mark.parametrize("kept", ["", "scrypt$4$zz$00", "md5$4$00$00", "scrypt$4$00", "nonsense"])
def test_a_malformed_hash_fits_no_pin(kept):
    assert not pin_fits("1234", kept)


def test_five_wrong_pins_slow_the_next_down_even_after_a_restart(journal, path, clock):
    number = fill(journal, [])
    journal.set_pin(number, 0, "1234")
    for _ in range(5):
        assert journal.pin_wait(number, 0) == 0
        assert not journal.try_pin(number, 0, "9")
    with Journal(path, clock=clock, pin_cost=4) as again:
        assert again.pin_wait(number, 0) == 10
        with pytest.raises(RecordError, match="try again in 10 s"):
            again.try_pin(number, 0, "1234")
        clock.now += 4
        assert again.pin_wait(number, 0) == 6
        clock.now += 6
        assert again.pin_wait(number, 0) == 0, "asking makes no wait longer"
        assert not again.try_pin(number, 0, "9")
        assert again.pin_wait(number, 0) == 20
        assert again.pin_wait(number, 1) == 0
        clock.now -= 500  # a clock that was set back makes no wait longer
        assert again.pin_wait(number, 0) == 20
        clock.now += 4
        with pytest.raises(RecordError, match="try again in 16 s"):
            again.try_pin(number, 0, "1234")
        clock.now += 16
        assert again.try_pin(number, 0, "1234")
        assert again.pin_wait(number, 0) == 0


def test_the_table_hears_of_five_wrong_pins_once(journal, clock):
    number = fill(journal, [])
    journal.set_pin(number, 0, "1234")

    def told():
        return sum(notice.kind == rows.WRONG_PINS for notice in journal.notices(number))

    for tries in range(1, 8):
        assert not journal.try_pin(number, 0, "9")
        assert told() == (tries >= 5), tries
        clock.now += 300


def test_notes_are_a_seats_own(journal):
    number = fill(journal, [])
    journal.note(number, 0, "17", "Bob lies")
    journal.note(number, 0, "4", "?")
    journal.note(number, 0, "4", "")
    assert journal.notes(number, 0) == {"17": "Bob lies"}
    assert journal.notes(number, 1) == {}


def test_a_pin_of_a_web_page_fits_everywhere_and_others_are_refused_there(monkeypatch):
    """Pyodide has no scrypt, and PBKDF2 in Python alone: the hash is that of hashlib."""
    native = pins.hash_pin("2468", cost=4)
    for name in ("scrypt", "pbkdf2_hmac"):
        monkeypatch.delattr(hashlib, name)
    monkeypatch.setattr(pins, "ROUNDS", 300)
    kept = pins.hash_pin("2468")
    assert kept.startswith("pbkdf2$300$")
    assert pins.pin_fits("2468", kept)
    with pytest.raises(RecordError, match="chosen elsewhere"):
        pins.pin_fits("2468", native)
    monkeypatch.undo()
    assert pins.pin_fits("2468", kept)
    assert not pins.pin_fits("2469", kept)
    assert not pins.pin_fits("2468", kept.replace("$300$", "$9999999$"))
