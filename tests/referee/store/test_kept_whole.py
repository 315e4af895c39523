"""The journal looked after: rows that are none of ours, a check of everything, a backup while it is written."""

import json
import sqlite3
import stat

import pytest

from referee.store import journal as rows
from referee.store.journal import DAMAGED_ROW, SHIFT, Journal, JournalError, crc_of
from referee.store.pins import hash_pin, pin_fits
from tests.programs import ran
from tests.referee.store.tables import HEADER, fill

TABLE = ("lizard", HEADER, '["Ann", "Bob"]', "7")


@pytest.mark.parametrize(
    ("kind", "text", "at"),
    [
        ("line", b"dealer Ann", 1.0),
        ("undo", "-1", 1.0),
        ("undo", "", 1.0),
        ("redo", "two", 1.0),
        ("undo", "1234567890", 1.0),
        ("undo", "9" * 5000, 1.0),
        ("undo", "²", 1.0),
        ("other", "1", 1.0),
        ("line", "dealer Ann", "yesterday"),
        ("line", "dealer Ann", float("inf")),
    ],
)
def test_an_entry_that_is_none_of_ours_is_damaged_though_its_checksum_is_right(journal, kind, text, at):
    number = fill(journal, ["dealer Ann"])
    row = (number << SHIFT | 2, at, kind, text)
    journal._sql.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (*row, crc_of(*row)))
    with pytest.raises(JournalError, match="Entry 2 of table 1 is damaged"):
        journal.entries(number)
    assert [entry.text for entry in journal.entries(number, salvage=True)] == ["dealer Ann"]


@pytest.mark.parametrize(
    "changed",
    [
        {"seats": "{}"}, {"seats": "[1, 2]"}, {"seats": "["}, {"seats": "[]"}, {"seats": b"[]"}, {"header": b"x"},
        {"made": "now"}, {"made": 1e300}, {"stands": b"\xff"}, {"seed": b"7"},
    ],
    ids=str,
)  # fmt: skip
def test_a_table_of_other_types_is_damaged_and_the_others_are_played(journal, changed):
    first, second = fill(journal, ["a"]), fill(journal, ["b"])
    columns = dict(zip(("game", "header", "seats", "seed"), TABLE, strict=True)) | changed
    crc = crc_of(first, *(columns[name] for name in ("game", "header", "seats", "seed")))
    for name, value in (columns | {"crc": crc}).items():
        journal._sql.execute(f"UPDATE tables SET {name} = ? WHERE no = ?", (value, first))
    assert [kept.stands == DAMAGED_ROW for kept in sorted(journal.tables(), key=lambda kept: kept.number)] == [
        True,
        False,
    ]
    with pytest.raises(JournalError, match="damaged"):
        journal.table(first)
    assert [entry.text for entry in journal.entries(second)] == ["b"]
    assert len(journal.check()[1]) == 1


@pytest.mark.parametrize("row", [(b"hash", 0, 0.0), ("hash", -3, 0.0), ("hash", "many", 0.0), ("hash", 1, "then")])
def test_a_pin_of_other_types_is_damaged(journal, row):
    number = fill(journal, ["a"])
    journal._sql.execute("INSERT INTO pins VALUES (?, 0, ?, ?, ?, ?)", (number, *row, crc_of(number, 0, *row)))
    for ask in (lambda: journal.pin_wait(number, 0), lambda: journal.try_pin(number, 0, "1234")):
        with pytest.raises(JournalError, match="The PIN of seat 1 at table 1 is damaged"):
            ask()


@pytest.mark.parametrize("change", ["hash = 'scrypt$4$00$00'", "wrong = 0", "last = 1.0", "seat = 1", "crc = 7"])
def test_a_pin_is_covered_by_its_checksum(journal, change):
    number = fill(journal, ["a"])
    journal.set_pin(number, 0, "4711")
    assert not journal.try_pin(number, 0, "1234")
    assert journal.check()[1] == []
    journal._sql.execute(f"UPDATE pins SET {change}")
    (fault,) = journal.check()[1]
    assert "is damaged in the journal" in fault


@pytest.mark.parametrize("change", ["text = 'Bob lies'", "card = '4'", "seat = 1", "text = x'00'", "crc = 7"])
def test_a_note_is_covered_by_its_checksum(journal, change):
    number = fill(journal, ["a"])
    journal.note(number, 0, "3", "Ann lies")
    assert journal.notes(number, 0) == {"3": "Ann lies"}
    journal._sql.execute(f"UPDATE notes SET {change}")
    (fault,) = journal.check()[1]
    assert fault.startswith("A note of seat")
    with pytest.raises(JournalError, match="is damaged"):
        journal.notes(number, 1 if change == "seat = 1" else 0)


def test_pins_go_along_to_a_rematch_with_checksums_of_their_own_and_damaged_ones_stay(journal):
    number, to = fill(journal, ["a"]), fill(journal, ["b"])
    journal.set_pin(number, 0, "4711")
    journal.set_pin(number, 1, "1234")
    journal._sql.execute("UPDATE pins SET wrong = 3 WHERE seat = 1")
    journal.copy_pins(number, to)
    assert journal.try_pin(to, 0, "4711")
    assert not journal.has_pin(to, 1)


@pytest.mark.parametrize("row", [(1.0, 1, "doubt", 99, "why"), (1.0, 1, "doubt", -1, "why"), (1.0, 1, "doubt", 0, b"")])
def test_a_notice_of_other_types_or_of_nobody(journal, row):
    number = fill(journal, ["a"])
    row = (number << SHIFT | 1, *row)
    journal._sql.execute("INSERT INTO notices VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, crc_of(*row)))
    if row[4] == 99:
        assert journal.notices(number)[0].words(["Ann", "Bob"]) == "why"
    else:
        with pytest.raises(JournalError, match="Notice 1 of table 1 is damaged"):
            journal.notices(number)


def test_a_hash_that_would_take_all_memory_fits_nothing():
    name, _cost, salt, key = hash_pin("4711", 1).split("$")
    assert not any(pin_fits("4711", f"{name}${cost}${salt}${key}") for cost in (0, -1, 40, 9**99, "9" * 5000))


def test_check_says_how_much_is_sound_and_what_is_not(journal):
    number = fill(journal, ["a", "b"])
    journal.notice(number, rows.SHOWN, None, "export")
    assert journal.check() == ("1 table, 2 entries", [])
    journal._sql.execute("UPDATE entries SET text = 'c' WHERE text = 'b'")
    (fault,) = journal.check()[1]
    assert fault.startswith("Entry 2 of table 1 is damaged")


def test_a_backup_holds_all_that_was_confirmed_and_only_its_owner_reads_it(journal, tmp_path):
    number = fill(journal, ["a", "b"])  # still in the write-ahead file
    to = tmp_path / "kept" / "tables.backup"
    journal.back_up(to)
    fill(journal, ["c"], number)
    with Journal(to) as copy:
        assert [entry.text for entry in copy.entries(number)] == ["a", "b"]
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    journal.back_up(to)
    with Journal(to, write=False) as copy:
        assert [entry.text for entry in copy.entries(number)] == ["a", "b", "c"]
    assert not [path.name for path in to.parent.iterdir() if path.name.startswith(".")]


def test_a_backup_replaces_no_other_file_and_a_damaged_journal_no_good_backup(journal, path, tmp_path, monkeypatch):
    fill(journal, [f"{n} and a good many letters" for n in range(300)])
    mine = tmp_path / "letter.txt"
    mine.write_text("Dear Ann")
    for to, why in ((mine, "holds something else"), (tmp_path, "is no file"), (path, "is the journal itself")):
        with pytest.raises(JournalError, match=why):
            journal.back_up(to)
    assert mine.read_text() == "Dear Ann"
    to = tmp_path / "b"
    journal.back_up(to)
    good = to.read_bytes()
    journal._sql.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal.close()
    data = bytearray(path.read_bytes())
    data[-2000:-1000] = b"\xff" * 1000
    data[2 * 4096 : 2 * 4096 + 100] = b"\xff" * 100
    path.write_bytes(data)
    with Journal(path, write=False) as broken, pytest.raises(JournalError, match="damaged"):
        broken.back_up(to)
    assert to.read_bytes() == good


def test_the_commands(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    with Journal() as journal:
        fill(journal, ["dealer Ann"])
    assert ran("referee", "tables", "--check").stdout == "The journal is sound: 1 table, 1 entry.\n"
    assert ran("referee", "tables", "--backup", str(tmp_path / "b")).returncode == 0
    assert sqlite3.connect(tmp_path / "b").execute("SELECT text FROM entries").fetchall() == [("dealer Ann",)]
    with Journal() as journal:
        journal._sql.execute("UPDATE tables SET seats = ?", (json.dumps(["Eve"]),))
    done = ran("referee", "tables", "--check")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "table 1 is damaged" in done.stderr
