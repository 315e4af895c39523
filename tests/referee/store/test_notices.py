"""Notices: each kind is a sentence."""

import pytest

from referee.store import journal as rows
from referee.store.journal import Notice


@pytest.mark.parametrize(
    ("kind", "seat", "words"),
    [
        (rows.SHOWN, None, "everything was shown by …"),
        (rows.PIN, 0, "Ann chose a PIN"),
        (rows.NEW_PIN, 1, "Bob's PIN was set anew"),
        (rows.WRONG_PINS, 1, "… wrong PINs for Bob"),
        (rows.WANTED, 1, "somebody at a phone wanted Bob's seat, … times by now"),
        (rows.UNDONE, None, "taken back: …"),
        (rows.DOUBT, 0, "Ann: …"),
        (rows.DOUBT, None, "…"),
        (rows.FIX_ASKED, None, "asked what would follow: …"),
        (rows.FIXED, None, "corrected: …"),
        (rows.TRIED, None, "tried, and refused as it does not fit the hidden cards: …"),
        ("a kind of a later version", 1, "…"),
    ],
)
def test_every_notice_is_a_sentence(kind, seat, words):
    assert Notice(1, 0.0, 0, kind, seat, "…").words(["Ann", "Bob"]) == words


def test_a_notice_of_wrong_pins_that_counts_nothing_is_one_of_an_earlier_version():
    assert Notice(1, 0.0, 0, rows.WRONG_PINS, 1, "").words(["Ann", "Bob"]) == "five wrong PINs for Bob"
    assert Notice(1, 0.0, 0, rows.WANTED, 1, "").words(["Ann", "Bob"]) == "somebody at a phone wanted Bob's seat"


def test_a_notice_holds_nothing_that_a_terminal_obeys():
    assert "\x1b" not in Notice(1, 0.0, 0, rows.DOUBT, 0, "\x1b]0;x\x07").said(["Ann"])


def test_a_time_that_no_clock_shows():
    assert rows.clock(1e30) == "--:--"
    assert rows.clock(0.0)[2] == ":"


def test_a_notice_of_a_seat_that_is_not_there_names_nobody():
    assert Notice(1, 0.0, 0, rows.PIN, 1, "").words(["Ann", "Bob"]) == "Bob chose a PIN"
    assert Notice(1, 0.0, 0, rows.PIN, 2, "").words(["Ann", "Bob"]) == " chose a PIN"
