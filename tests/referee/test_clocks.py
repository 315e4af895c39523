"""Clocks that are far off, time zones that are none, and numbers that no table has."""

import time

import pytest

from factbank.deal.ledger import Dealt, Ledger
from liarsdeck.english import moment
from liarsdeck.files import ledger_path
from referee.store import journal as rows
from referee.store.journal import Journal
from referee.story import day
from tests.programs import ran
from tests.referee.store.tables import fill
from tests.sampling import spread

FAR = 253_402_300_799.0  # the last second of the year 9999


@pytest.fixture
def zone(monkeypatch):
    """What sets TZ for this process, and puts it back."""

    def put(name):
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield put
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("name", "at"),
    spread(
        ["AAA-99999", "AAA99999", "UTC-14"],
        [0.0, 1_000_000_000.0, FAR, 1e15, -1e15, float("inf"), float("nan")],
        times=2,
    ),
)
def test_a_moment_is_said_or_left_out(zone, name, at):
    zone(name)
    for said in (moment(at), day(at), rows.clock(at)):
        assert isinstance(said, str)
        assert "\n" not in said


def test_days_are_named_as_calendars_do(zone):
    zone("UTC")
    assert [day(at) for at in (0.0, 1.0, 1_795_305_600.0)] == [
        "",
        "Thursday, 1 January 1970",
        "Sunday, 22 November 2026",
    ]


@pytest.mark.parametrize(("name", "now"), [("AAA-99999", 1_000_000_000.0), ("UTC-14", FAR), ("UTC", FAR + 1e9)])
def test_commands_that_show_times_end_well(tmp_path, monkeypatch, zone, name, now):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    zone(name)
    with Journal(clock=lambda: now) as journal:
        fill(journal, ["dealer Ann"])
    book = Ledger(ledger_path(), now=lambda: min(now, FAR))
    book.confirm(book.reserve(lambda _seen: Dealt("AAAA-AA", ())), Dealt("AAAA-AA", ()))
    for words in (("referee", "tables"), ("factbank", "history"), ("factbank", "history", "--json")):
        done = ran(*words)
        assert (done.returncode, done.stderr.count("\n") <= 1) == (0, True), done.stderr


@pytest.mark.parametrize(
    ("command", "number"),
    spread(["resume", "export", "scores", "slips", "story", "host"], ["9" * 23, "9" * 5000, "-1", "0", str(1 << 63)]),
)
def test_no_table_has_such_a_number(tmp_path, monkeypatch, command, number):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    with Journal() as journal:
        fill(journal, ["dealer Ann"])
    out = ["-o", tmp_path / "out"] if command in {"slips", "story"} else []
    done = ran("referee", command, *out, "--", number)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert len(done.stderr) < 2000


@pytest.mark.parametrize("program", [("show",), ("deck", "lizard", "--only")])
def test_no_card_has_such_a_number(tmp_path, program):
    done = ran("cardgen", *program, "9" * 5000, "-o", tmp_path / "out.png")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
