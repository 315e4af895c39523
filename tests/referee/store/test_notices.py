"""Notices: each kind is a sentence."""

import pytest

from referee.store import journal as rows
from referee.store.journal import Notice


@pytest.mark.parametrize(
    ("kind", "seat", "text", "words"),
    [
        (rows.SHOWN, None, "…", "everything was shown by …"),
        (rows.PIN, 0, "…", "Ann chose a PIN"),
        (rows.NEW_PIN, 1, "…", "Bob's PIN was set anew"),
        (rows.WRONG_PINS, 1, "…", "… wrong PINs for Bob"),
        (rows.WANTED, 1, "…", "somebody at a phone wanted Bob's seat, … times by now"),
        (rows.UNDONE, None, "…", "taken back: …"),
        (rows.DOUBT, 0, "…", "Ann: …"),
        (rows.DOUBT, None, "…", "…"),
        (rows.FIX_ASKED, None, "…", "asked what would follow: …"),
        (rows.FIXED, None, "…", "corrected: …"),
        (rows.TRIED, None, "…", "tried, and refused as it does not fit the hidden cards: …"),
        (rows.WRONG_PINS, 1, "", "five wrong PINs for Bob"),  # of an earlier version, which counted nothing
        (rows.WANTED, 1, "", "somebody at a phone wanted Bob's seat"),
        (rows.PIN, 2, "", " chose a PIN"),  # a seat that is not there
        ("a kind of a later version", 1, "…", "…"),
    ],
)
def test_every_notice_is_a_sentence(kind, seat, text, words):
    assert Notice(1, 0.0, 0, kind, seat, text).words(["Ann", "Bob"]) == words


def test_a_notice_holds_nothing_that_a_terminal_obeys():
    assert "\x1b" not in Notice(1, 0.0, 0, rows.DOUBT, 0, "\x1b]0;x\x07").said(["Ann"])


def test_a_time_that_no_clock_shows():
    assert rows.clock(1e30) == "--:--"
    assert rows.clock(0.0)[2] == ":"
