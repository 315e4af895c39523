"""The journal keeps what it confirmed, and harms nothing that it can't read."""

import contextlib
import hashlib
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from liarsdeck import system
from referee.core.game import RecordError
from referee.store import journal as journal_module
from referee.store import journal as notices
from referee.store.journal import LINE, MARK, REDO, UNDO, Entry, Journal, JournalError, reduce_entries, tap_of
from tests.broken_off import broken_off
from tests.referee.store.tables import HEADER, fill


def test_entries_come_back_in_order_with_their_times(journal, clock):
    number = fill(journal, ["dealer Ann"])
    clock.now = 1005.5
    journal.append(number, 2, UNDO, "1")
    assert journal.entries(number) == [Entry(1, 1000.0, LINE, "dealer Ann"), Entry(2, 1005.5, UNDO, "1")]
    assert journal.entries(number, after=1) == [Entry(2, 1005.5, UNDO, "1")]


def test_several_entries_stand_together_or_not_at_all(journal):
    number = fill(journal, ["dealer Ann"])
    journal.append_all(number, 2, [(LINE, "a"), (MARK, "b")])
    entries = [(entry.number, entry.kind, entry.text) for entry in journal.entries(number, after=1)]
    assert entries == [(2, LINE, "a"), (3, MARK, "b")]
    with pytest.raises(JournalError, match="Somebody else"):
        journal.append_all(number, 3, [(LINE, "c")])
    assert len(journal.entries(number)) == 3


def test_the_last_played_is_found_whatever_the_clock_says(journal, clock):
    first = fill(journal, ["a"])
    clock.now = 5.0  # somebody set the clock back
    second = fill(journal, ["b"])
    assert journal.last().number == second
    journal.opened(first)
    assert journal.last().number == first
    journal.opened(first)
    assert [t.number for t in journal.tables(1)] == [first]


def test_a_table_is_spelt_anew_and_no_other(journal, clock):
    first, second = fill(journal, ["a", "b", "c"]), fill(journal, ["a", "b"])
    clock.now = 1005.5
    journal.rewrite(second, HEADER.replace("Bob", "Zoe"), ["Ann", "Zoe"], {2: "d"})
    assert [entry.text for entry in journal.entries(first)] == ["a", "b", "c"]
    assert journal.entries(second) == [Entry(1, 1000.0, LINE, "a"), Entry(2, 1000.0, LINE, "d")]
    assert list(journal.table(first).seats) == ["Ann", "Bob"]
    assert list(journal.table(second).seats) == ["Ann", "Zoe"]


def test_a_table_that_is_not_there(journal):
    with pytest.raises(RecordError, match="no table 9"):
        journal.table(9)
    with pytest.raises(RecordError, match="no table yet"):
        journal.last()


def test_file_and_folder_are_private(journal, path):
    fill(journal, ["a"])
    files = [p for p in path.parent.iterdir() if p.is_file()]
    assert {p.name for p in files} >= {"tables.sqlite", "tables.sqlite-wal"}
    assert {stat.S_IMODE(p.stat().st_mode) for p in files} == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_every_append_is_a_durable_commit_of_its_own(journal, path):
    assert journal._sql.execute("PRAGMA synchronous").fetchone()[0] == 3
    assert journal._sql.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    number = fill(journal, ["a"])
    with Journal(path, write=False) as other:  # seen from outside at once: nothing waits for a later commit
        assert [e.text for e in other.entries(number)] == ["a"]


def test_two_writers_cannot_both_write_an_entry(journal, path):
    number = fill(journal, ["a"])
    with Journal(path) as other:
        other.append(number, 2, LINE, "b")
    with pytest.raises(JournalError, match="Somebody else wrote"):
        journal.append(number, 2, LINE, "c")
    assert [e.text for e in journal.entries(number)] == ["a", "b"]


def test_rows_are_written_as_they_ever_were(journal):
    """Journals of earlier versions are read by this one: ids, checksums and keys of facts are the file's format."""
    number = journal.create("lizard", HEADER, ["Ann", "Bob"], "7", b"facts")
    journal.append(number, 1, LINE, "dealer Ann")
    journal.notice(number, notices.DOUBT, 1, "why")
    rows = {table: journal._sql.execute(f"SELECT * FROM {table}").fetchall() for table in ("entries", "notices")}
    assert rows["entries"] == [(16777217, 1000.0, "line", "dealer Ann", 2499128945)]
    assert rows["notices"] == [(16777217, 1000.0, 1, "doubt", 1, "why", 1858406215)]
    kept = journal._sql.execute("SELECT no, game, seats, seed, crc, facts FROM tables").fetchall()
    key = hashlib.sha256(b"facts").hexdigest()
    assert kept == [(1, "lizard", '["Ann", "Bob"]', "7", 2574266180, key)]


def test_a_change_that_is_broken_off_leaves_nothing_and_bars_nothing(journal):
    number = fill(journal, ["dealer Ann"])
    with contextlib.suppress(KeyboardInterrupt), journal.writing():
        journal._sql.execute("DELETE FROM entries")
        raise KeyboardInterrupt
    assert [entry.text for entry in journal.entries(number)] == ["dealer Ann"]
    fill(journal, ["trump 9h"], number)


def test_ctrl_c_at_any_instruction_of_a_change_bars_no_other(journal):
    number = fill(journal, ["dealer Ann"])
    assert broken_off(journal_module, lambda: journal.notice(number, notices.DOUBT, 1, "why")) > 20


# Reducing entries


def entries(*told):
    return [Entry(n, 0.0, kind, text) for n, (kind, text) in enumerate(told, start=1)]


@given(
    st.lists(
        st.tuples(st.sampled_from([LINE, MARK]), st.text("abc", min_size=1))
        | st.tuples(st.sampled_from([UNDO, REDO]), st.integers(1, 4).map(str))
    )
)
@settings(max_examples=80, deadline=None)
def test_undo_and_redo_are_two_stacks(told):
    """A new line forgets what could be redone; what could be is given in the order in which it would be."""
    lines, undone = [], []
    for kind, text in told:
        if kind == LINE:
            lines, undone = [*lines, text], []
        elif kind != MARK:
            for _ in range(int(text)):
                source, target = (lines, undone) if kind == UNDO else (undone, lines)
                target += [source.pop()] if source else []
    log = reduce_entries(entries(*told))
    assert (log.lines, log.undone) == (tuple(lines), tuple(undone[::-1]))
    assert log.marks == {text for kind, text in told if kind == MARK}


def test_an_undo_drops_the_marks_of_the_lines_that_it_takes_back_and_no_others():
    told = [(LINE, "a"), (MARK, "tap Ann/k1 0 5"), (LINE, "b"), (MARK, "tap Bob/k2 1 6"), (MARK, "seed 7")]
    told += [(LINE, "c"), (MARK, "tap Ann/k3 2 7"), (UNDO, "2")]
    assert reduce_entries(entries(*told)).marks == {"tap Ann/k1 0 5", "seed 7"}
    assert tap_of("tap Ann/k1 0 5") == ("Ann/k1", 0, 5)
    assert tap_of("seed 7") is None


# Tables


def test_facts_are_kept_once_by_their_bytes_and_go_with_their_last_table(journal):
    first = journal.create("lizard", HEADER, ["Ann", "Bob"], "7", b"some facts")
    second = journal.create("lizard", HEADER, ["Ann", "Bob"], "7", b"some facts")
    bare = journal.table(fill(journal, []))
    assert bare.facts == ""
    assert journal.facts(bare) is None
    kept = journal.table(first)
    journal.delete(second)
    assert journal.facts(kept) == b"some facts"
    journal.keep_facts(first, b"others")
    assert journal.facts(journal.table(first)) == b"others"
    journal._sql.execute("UPDATE facts SET text = ? WHERE text = ?", (b"forged", b"others"))
    with pytest.raises(JournalError, match="The facts of table 1 are damaged"):
        journal.facts(journal.table(first))
    journal.delete(first)
    assert journal._sql.execute("SELECT count(*) FROM facts").fetchone() == (0,)


def test_deleting_a_table_leaves_its_neighbours_whole(journal):
    numbers = [fill(journal, ["a", "b"]) for _ in range(3)]
    for number in numbers:
        journal.notice(number, notices.SHOWN, None, "x")
        journal.set_pin(number, 0, "1234")
        journal.note(number, 0, "4", "?")
    journal.delete(numbers[1])
    for number in (numbers[0], numbers[2]):
        assert len(journal.entries(number)) == 2
        assert len(journal.notices(number)) == 1
        assert journal.has_pin(number, 0)
        assert journal.notes(number, 0) == {"4": "?"}
    with pytest.raises(RecordError, match="no table 2"):
        journal.table_number(numbers[1])
    for rows in ("entries", "notices", "pins", "notes", "tables"):
        assert journal._sql.execute(f"SELECT count(*) FROM {rows}").fetchone()[0] == (4 if rows == "entries" else 2)


@pytest.mark.parametrize("number", [-1, 0, 2, (1 << 38) - 1, 1 << 38, 1 << 64])
def test_numbers_that_no_table_has(journal, number):
    fill(journal, [])
    with pytest.raises(RecordError, match=rf"There is no table {number}: `referee tables` lists them\."):
        journal.table_number(number)


def test_a_journal_goes_from_the_programs_to_a_web_page_and_back(tmp_path, monkeypatch):
    for here, mode in ((system.System(), "wal"), (system.Browser(), "delete"), (system.System(), "wal")):
        monkeypatch.setattr(system, "CURRENT_OS", here)
        with Journal(tmp_path / "tables.sqlite") as journal:
            assert journal._sql.execute("PRAGMA journal_mode").fetchone()[0] == mode
