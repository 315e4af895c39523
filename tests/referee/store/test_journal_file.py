"""Journals that are not as they should be: damaged, foreign, older, on a full disk, not to be written."""

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from referee.core.game import RecordError
from referee.records import parse_record
from referee.store import journal as rows
from referee.store.journal import LINE, MARK, Journal, JournalError, Notice
from referee.tables.table import Table
from tests.programs import ran
from tests.referee.store.tables import HEADER, fill


def snapshot(folder):
    """The files and their bytes; the empty side files that SQLite makes for reading say nothing."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and not p.name.endswith(("-shm", "-wal"))}


def read_all(path, write=False):
    with Journal(path, write=write) as journal:
        for table in journal.tables():
            journal.entries(table.number)


def refused(path, match, *, write=True):
    """Opening and reading is refused with one sentence, and no byte of the folder changes."""
    before = snapshot(path.parent)
    with pytest.raises(JournalError, match=match) as error:
        read_all(path, write)
    assert "\n" not in str(error.value)
    assert snapshot(path.parent) == before


@pytest.fixture(scope="module")
def long_table(tmp_path_factory):
    """The bytes of a journal of one long table."""
    path = tmp_path_factory.mktemp("long") / "tables.sqlite"
    with Journal(path) as journal:
        fill(journal, [f"Ann: plays {n} and a good many letters to fill a page or two" for n in range(300)])
    return path.read_bytes()


@pytest.fixture
def closed(path, long_table):
    """A journal of one long table, closed."""
    path.parent.mkdir(mode=0o700)
    path.write_bytes(long_table)
    return path


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("held", [b"Dear diary, today I told the truth twice.\n" * 9, b"short"])
def test_a_foreign_file(closed, held, write):
    closed.write_bytes(held)
    refused(closed, "not a journal.*left as it is", write=write)


ENDLESS = "CREATE VIEW tables AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
"""A stranger's journal, with a view in place of a table: it never ended, and no signal could end it."""


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ("PRAGMA application_id = 0", "another program"),
        ("PRAGMA user_version = 99", "newer liarsdeck"),
        (f"ALTER TABLE tables RENAME TO old; {ENDLESS}", "no journal of ours"),
    ],
)
def test_a_database_of_others(closed, made, why):
    with contextlib.closing(sqlite3.connect(closed)) as other:
        other.executescript(made)
    refused(closed, why)


@pytest.mark.parametrize("keep", [50, 100, 4096, 12_000, -1])
def test_a_journal_cut_off_in_the_middle(closed, keep):
    closed.write_bytes(closed.read_bytes()[:keep])
    refused(closed, "cut off")


@pytest.mark.parametrize("column", ["at", "data"])
def test_what_is_no_hosting_is_left_out(closed, column):
    with Journal(closed) as journal:
        journal.keep_hosting("one", 1, b"{}")
        journal._sql.execute(f"UPDATE hostings SET {column} = 'soon'")
        assert journal.hostings(1) == []


def test_a_table_without_a_number_is_damaged(closed):
    """As a bit in the schema makes it."""
    with sqlite3.connect(closed) as made:
        made.execute("PRAGMA writable_schema = ON")
        made.execute("UPDATE sqlite_master SET sql = replace(sql, 'PRIMARY KEY', '') WHERE name = 'tables'")
    made.close()
    with Journal(closed) as journal:
        assert [(one.number, one.stands) for one in journal.tables()] == [(0, rows.DAMAGED_ROW)]


def test_signs_that_a_stranger_s_journal_hides_reach_no_terminal(tmp_path):
    env = {"LIARSDECK_HOME": str(tmp_path)}
    ran("referee", "new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", env=env)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as made:
        number, game, header, seats, seed = made.execute("SELECT no, game, header, seats, seed FROM tables").fetchone()
        header = header.replace("seats =", 'follows = "x"\nkit = "\x9b2J\u202e\U000e0041"\nseats =')
        crc = rows.crc_of(number, game, header, seats, seed)
        made.execute("UPDATE tables SET header = ?, crc = ?, stands = '\x9b2J'", (header, crc))
        made.commit()
    shown = [ran("referee", *words, env=env).stdout for words in (("export",), ("tables",), ("tables", "--json"))]
    assert all(text and text.replace("\n", "").isprintable() for text in shown)
    assert parse_record(shown[0]).header["kit"] == "\x9b2J\u202e\U000e0041"


def test_marks_that_no_program_writes_are_passed_over(tmp_path):
    env, path = {"LIARSDECK_HOME": str(tmp_path)}, tmp_path / "tables.sqlite"
    ran("referee", "new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--seed", "s", env=env)
    before = ran("referee", "export", "--reveal", env=env).stdout
    marks = ("committed", "committed x y", "committed 1", "sealed 1", "sealed x y z", "sealed 1 a b", "together x")
    with Journal(path) as journal:
        place = len(journal.entries(1))
        for mark in marks:
            place += 1
            journal.append(1, place, MARK, mark)
    assert ran("referee", "export", "--reveal", env=env).stdout == before
    with Journal(path) as journal:
        table = Table(journal, 1)
        table.undo(table.takeback(1))
        assert table.redo(1)


def test_a_flipped_bit_is_found_and_what_stands_before_it_can_be_saved(closed):
    data = bytearray(closed.read_bytes())
    at = data.index(b"Ann: plays 150 ")
    data[at + 6] ^= 1
    closed.write_bytes(data)
    refused(closed, "Entry 151 of table 1 is damaged", write=False)
    with Journal(closed, write=False) as journal:
        assert len(journal.entries(1, salvage=True)) == 150


@pytest.mark.parametrize(
    "change",
    ["id = id + 4", "at = at + 1", "at = at - 1", "kind = 'undo'", "text = 'x'", "crc = crc + 1", "crc = crc - 1"],
)
def test_an_entry_of_which_anything_was_changed_is_damaged(journal, change):
    first, second = fill(journal, ["a", "b", "c"]), fill(journal, ["of the next table"])
    journal._sql.execute(f"UPDATE entries SET {change} WHERE text = 'c'")
    with pytest.raises(JournalError) as error:
        journal.entries(first)
    assert str(error.value) == (
        f"Entry 3 of table 1 is damaged, so it can't be trusted; the journal was left as it is ({journal.path})."
        " `referee export 1` saves the lines before it."
    )
    with pytest.raises(JournalError, match="Entry 3 of table 1"):
        journal.entries(first, after=1)
    assert [entry.text for entry in journal.entries(first, salvage=True)] == ["a", "b"]
    assert [entry.text for entry in journal.entries(second)] == ["of the next table"]


@pytest.mark.parametrize("by", [1, -1])
def test_a_notice_that_was_changed_is_damaged_and_counted_from_the_first(journal, by):
    first, second = fill(journal, ["a", "b"]), fill(journal, ["c"])
    for text in ("one", "two", "three"):
        journal.notice(first, rows.DOUBT, 1, text)
    journal.notice(second, rows.SHOWN, None, "the next table's")
    assert journal.notices(first) == [
        Notice(n, 1000.0, 2, rows.DOUBT, 1, text) for n, text in enumerate(("one", "two", "three"), start=1)
    ]
    assert [notice.number for notice in journal.notices(first, after=1)] == [2, 3]
    journal._sql.execute("UPDATE notices SET crc = crc + ? WHERE text = 'two'", (by,))
    for after in (0, 1):
        with pytest.raises(JournalError) as error:
            journal.notices(first, after)
        assert str(error.value) == f"Notice 2 of table 1 is damaged ({journal.path})."
    assert [notice.text for notice in journal.notices(first, after=2)] == ["three"]
    assert [notice.text for notice in journal.notices(second)] == ["the next table's"]


def test_one_damaged_table_leaves_the_others_playable(closed):
    with Journal(closed) as journal:
        number = journal.create("lizard", HEADER.replace("Bob", "Bab"), ["Ann", "Bab"], "7")
    data = bytearray(closed.read_bytes())
    data[data.rindex(b"Bab")] ^= 1
    closed.write_bytes(data)
    with Journal(closed) as journal:
        assert [(t.number, t.stands) for t in journal.tables()] == [(number, "damaged"), (1, "")]
        assert len(journal.entries(1)) == 300
        with pytest.raises(JournalError, match="table 2 is damaged"):
            journal.table(number)


def test_random_damage_gives_one_sentence_and_is_never_written_over(closed):
    import random

    whole = closed.read_bytes()
    for seed in range(40):
        rng = random.Random(seed)
        data = bytearray(whole)
        for _ in range(rng.randint(1, 60)):
            data[rng.randrange(100, len(data))] = rng.randrange(256)
        closed.write_bytes(data)
        with contextlib.suppress(RecordError):
            read_all(closed)
        assert closed.read_bytes() == bytes(data)


def test_no_journal_yet(path):
    with pytest.raises(JournalError, match="no table yet"):
        Journal(path, write=False)
    assert not path.parent.exists()


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "home").write_text("")
    with pytest.raises(JournalError, match="not a folder"):
        Journal(tmp_path / "home" / "tables.sqlite")


def test_a_full_disk_keeps_the_last_good_state(closed):
    with Journal(closed) as journal:
        pages = journal._sql.execute("PRAGMA page_count").fetchone()[0]
        journal._sql.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="disk is full"):
            journal.append(1, 301, LINE, "x" * 20_000)
        journal._sql.execute("PRAGMA max_page_count = 100000")
        assert len(journal.entries(1)) == 300
        journal.append(1, 301, LINE, "it goes on")
    with Journal(closed) as journal:
        assert journal.entries(1)[-1].text == "it goes on"


def test_another_program_that_holds_the_journal(closed, monkeypatch):
    monkeypatch.setattr(rows, "KIND", rows.KIND._replace(busy_s=0.05))
    holder = sqlite3.connect(closed, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with Journal(closed) as journal, pytest.raises(JournalError, match="Another program holds"):
        journal.append(1, 301, LINE, "x")
    holder.close()
    with Journal(closed) as journal:
        assert len(journal.entries(1)) == 300


@pytest.mark.skipif(not hasattr(os, "geteuid") or sys.platform == "win32", reason="permissions of a POSIX system")
def test_a_read_only_folder_can_be_read_and_says_so_when_written():
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp())
    try:
        path = folder / "home" / "tables.sqlite"
        with Journal(path) as journal:
            fill(journal, ["a"])
        folder.chmod(0o755)
        path.chmod(0o644)
        path.parent.chmod(0o555)
        code = (
            "import os, sys, urllib.parse; from pathlib import Path; from referee.store.journal import Journal\n"
            "from referee.core.game import RecordError\n"
            "os.getuid() or (os.setgid(65534), os.setuid(65534))\n"
            "path = Path(sys.argv[1]); print([e.text for e in Journal(path, write=False).entries(1)])\n"
            "try: Journal(path)\nexcept RecordError as error: print(error)\n"
        )
        done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
        assert done.stdout.startswith("['a']\nThe journal can't be written"), done
    finally:
        path.parent.chmod(0o755)
        shutil.rmtree(folder)


# Older versions


@pytest.mark.parametrize("write", [True, False])
def test_an_older_journal_is_brought_up_to_date_and_a_copy_kept(closed, monkeypatch, write):
    version = len(rows.STEPS)
    step = "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"
    monkeypatch.setattr(rows, "KIND", rows.KIND._replace(steps=(*rows.STEPS, step)))
    with Journal(closed, write=write) as journal:
        assert journal._sql.execute("SELECT mood FROM tables").fetchall() == [("calm",)]
        assert len(journal.entries(1)) == 300
    kept = closed.with_name(f"tables.sqlite.v{version}")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with sqlite3.connect(kept) as old:
        assert old.execute("PRAGMA user_version").fetchone() == (version,)
    old.close()


def test_a_step_that_fails_changes_nothing(closed, monkeypatch):
    step = "ALTER TABLE tables ADD COLUMN mood TEXT; SELECT nonsense"
    monkeypatch.setattr(rows, "KIND", rows.KIND._replace(steps=(*rows.STEPS, step)))
    with pytest.raises(JournalError):
        Journal(closed)
    monkeypatch.undo()
    with Journal(closed) as journal:
        assert len(journal.entries(1)) == 300
        assert "mood" not in [row[1] for row in journal._sql.execute("PRAGMA table_info(tables)")]
