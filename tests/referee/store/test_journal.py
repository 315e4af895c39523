"""The journal keeps what it confirmed, and harms nothing that it can't read."""

import contextlib
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.errors import RecordError
from referee.store import journal_file as file
from referee.store import notices
from referee.store.entries import LINE, MARK, REDO, UNDO, Entry, fold
from referee.store.journal import Journal
from referee.store.journal_file import JournalError
from referee.store.lock import TableHeld
from referee.store.notices import Notice
from referee.store.pins import hash_pin, pin_fits

HEADER = 'game = "lizard"\nseats = ["Ann", "Bob"]\n'


class Clock:
    """A clock that the test sets."""

    def __init__(self, now=1000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "tables.sqlite"


@pytest.fixture
def journal(path, clock):
    with Journal(path, clock=clock, pin_cost=4) as opened:
        yield opened


def fill(journal, lines, number=None):
    number = number or journal.create("lizard", HEADER, ["Ann", "Bob"], "7")
    begun = len(journal.entries(number))
    for place, line in enumerate(lines, start=begun + 1):
        journal.append(number, place, LINE, line)
    return number


def test_entries_come_back_in_order_with_their_times(journal, clock):
    number = fill(journal, ["dealer Ann"])
    clock.now = 1005.5
    journal.append(number, 2, UNDO, "1")
    assert journal.entries(number) == [Entry(1, 1000.0, LINE, "dealer Ann"), Entry(2, 1005.5, UNDO, "1")]
    assert journal.entries(number, after=1) == [Entry(2, 1005.5, UNDO, "1")]


def test_several_tables_side_by_side(journal):
    first, second = fill(journal, ["a"]), fill(journal, ["b"])
    fill(journal, ["c"], first)
    assert [e.text for e in journal.entries(first)] == ["a", "c"]
    assert [e.text for e in journal.entries(second)] == ["b"]
    assert [t.number for t in journal.tables()] == [second, first]


def test_the_last_played_is_found_whatever_the_clock_says(journal, clock):
    first = fill(journal, ["a"])
    clock.now = 5.0  # somebody set the clock back
    second = fill(journal, ["b"])
    assert journal.last().number == second
    journal.opened(first)
    assert journal.last().number == first
    journal.opened(first)
    assert [t.number for t in journal.tables(1)] == [first]


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
    assert journal._sql.execute("PRAGMA synchronous").fetchone()[0] == 2
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


# Folding


def entries(*told):
    return [Entry(n, 0.0, kind, text) for n, (kind, text) in enumerate(told, start=1)]


def test_undo_and_redo_are_folded():
    told = entries((LINE, "a"), (LINE, "b"), (LINE, "c"), (UNDO, "2"), (REDO, "1"))
    assert fold(told).lines == ("a", "b")
    assert fold(told).undone == ("c",)


def test_a_new_line_forgets_what_could_be_redone():
    told = entries((LINE, "a"), (UNDO, "1"), (LINE, "b"), (REDO, "1"), (MARK, "dealt"))
    assert fold(told).lines == ("b",)
    assert fold(told).undone == ()
    assert fold(told).marks == {"dealt"}


@given(st.lists(st.one_of(st.just((LINE, "x")), st.tuples(st.sampled_from([UNDO, REDO]), st.integers(1, 4).map(str)))))
@settings(max_examples=50, deadline=None)
def test_folding_keeps_what_two_stacks_would(told):
    lines, undone = 0, 0
    for kind, text in told:
        if kind == LINE:
            lines, undone = lines + 1, 0
        else:
            count = min(int(text), lines if kind == UNDO else undone)
            lines, undone = (lines - count, undone + count) if kind == UNDO else (lines + count, undone - count)
    standing = fold(entries(*told))
    assert (len(standing.lines), len(standing.undone)) == (lines, undone)


def test_undo_then_redo_gives_the_same_lines():
    told = [(LINE, str(n)) for n in range(9)]
    assert fold(entries(*told, (UNDO, "5"), (REDO, "2"), (REDO, "3"))).lines == tuple(str(n) for n in range(9))


# PINs and notes


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
        clock.now += 10
        assert not again.try_pin(number, 0, "9")
        assert again.pin_wait(number, 0) == 20
        assert again.pin_wait(number, 1) == 0
        clock.now -= 500  # a clock that was set back makes no wait longer
        assert again.pin_wait(number, 0) == 20
        clock.now += 520
        assert again.try_pin(number, 0, "1234")
        assert again.pin_wait(number, 0) == 0


def test_the_table_hears_of_five_wrong_pins_once(journal, clock):
    number = fill(journal, [])
    journal.set_pin(number, 0, "1234")

    def told():
        return sum(notice.kind == notices.WRONG_PINS for notice in journal.notices(number))

    for tries in range(1, 8):
        assert not journal.try_pin(number, 0, "9")
        assert told() == (tries >= 5), tries
        clock.now += 300


def test_the_wait_never_grows_past_five_minutes(journal, clock):
    number = fill(journal, [])
    journal.set_pin(number, 0, "1234")
    for _ in range(20):
        clock.now += 300
        journal.try_pin(number, 0, "9")
    assert journal.pin_wait(number, 0) == 300


def test_notes_are_a_seats_own(journal):
    number = fill(journal, [])
    journal.note(number, 0, "17", "Bob lies")
    journal.note(number, 0, "4", "?")
    journal.note(number, 0, "4", "")
    assert journal.notes(number, 0) == {"17": "Bob lies"}
    assert journal.notes(number, 1) == {}


# Two referees


def test_a_second_referee_is_refused_and_told_who_keeps_the_table(journal):
    number = fill(journal, [])
    with journal.hold(number):
        with pytest.raises(TableHeld, match=rf"keeps table {number} \(process {os.getpid()}\)"), journal.hold(number):
            pass
        with journal.hold(number + 1):
            pass
    with journal.hold(number):
        pass
    assert list((journal.path.parent / "locks").iterdir()) == []


def test_the_lock_of_a_killed_referee_holds_nobody_up(journal):
    number = fill(journal, [])
    code = (
        "import sys, time; from pathlib import Path; from referee.store.journal import Journal\n"
        f"j = Journal(Path(sys.argv[1])); lock = j.hold({number}).__enter__(); print('held', flush=True)\n"
        "time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", code, str(journal.path)], stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"held\n"
    with pytest.raises(TableHeld, match=f"process {other.pid}"), journal.hold(number):
        pass
    other.kill()
    other.wait()
    assert list((journal.path.parent / "locks").iterdir())  # it left its file behind
    with journal.hold(number):
        pass


# Files that are not as they should be


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
def test_a_foreign_file(tmp_path, write):
    path = tmp_path / "tables.sqlite"
    path.write_text("Dear diary, today I told the truth twice.\n" * 9)
    refused(path, "not a journal", write=write)
    path.write_bytes(b"short")
    refused(path, "not a journal", write=write)


def test_a_database_of_another_program(tmp_path):
    path = tmp_path / "tables.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (title)")
    other.close()
    refused(path, "another program")


@pytest.mark.parametrize("keep", [50, 100, 4096, 12_000, -1])
def test_a_journal_cut_off_in_the_middle(closed, keep):
    closed.write_bytes(closed.read_bytes()[:keep])
    refused(closed, "cut off")


def test_a_newer_journal(closed):
    with sqlite3.connect(closed) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    refused(closed, "newer liarsdeck")


def test_a_flipped_bit_is_found_and_what_stands_before_it_can_be_saved(closed):
    data = bytearray(closed.read_bytes())
    at = data.index(b"Ann: plays 150 ")
    data[at + 6] ^= 1
    closed.write_bytes(data)
    refused(closed, "Entry 151 of table 1 is damaged", write=False)
    with Journal(closed, write=False) as journal:
        assert len(journal.sound_entries(1)) == 150


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
    assert [entry.text for entry in journal.sound_entries(first)] == ["a", "b"]
    assert [entry.text for entry in journal.entries(second)] == ["of the next table"]


@pytest.mark.parametrize("by", [1, -1])
def test_a_notice_that_was_changed_is_damaged_and_counted_from_the_first(journal, by):
    first, second = fill(journal, ["a", "b"]), fill(journal, ["c"])
    for text in ("one", "two", "three"):
        journal.notice(first, notices.DOUBT, 1, text)
    journal.notice(second, notices.SHOWN, None, "the next table's")
    assert journal.notices(first) == [
        Notice(n, 1000.0, 2, notices.DOUBT, 1, text) for n, text in enumerate(("one", "two", "three"), start=1)
    ]
    assert [notice.number for notice in journal.notices(first, after=1)] == [2, 3]
    journal._sql.execute("UPDATE notices SET crc = crc + ? WHERE text = 'two'", (by,))
    for after in (0, 1):
        with pytest.raises(JournalError) as error:
            journal.notices(first, after)
        assert str(error.value) == f"Notice 2 of table 1 is damaged ({journal.path})."
    assert [notice.text for notice in journal.notices(first, after=2)] == ["three"]
    assert [notice.text for notice in journal.notices(second)] == ["the next table's"]


@pytest.mark.parametrize(
    ("kind", "seat", "words"),
    [
        (notices.SHOWN, None, "everything was shown by …"),
        (notices.PIN, 0, "Ann chose a PIN"),
        (notices.NEW_PIN, 1, "Bob's PIN was set anew"),
        (notices.WRONG_PINS, 1, "five wrong PINs for Bob"),
        (notices.UNDONE, None, "taken back: …"),
        (notices.DOUBT, 0, "Ann: …"),
        (notices.DOUBT, None, "…"),
        (notices.FIX_ASKED, None, "asked what would follow: …"),
        (notices.FIXED, None, "corrected: …"),
        (notices.TRIED, None, "tried, and refused as it does not fit the cards entered: …"),
        ("a kind of a later version", 1, "…"),
    ],
)
def test_every_notice_is_a_sentence(kind, seat, words):
    assert Notice(1, 0.0, 0, kind, seat, "…").words(["Ann", "Bob"]) == words


def test_a_time_that_no_clock_shows():
    assert notices.clock(1e30) == "--:--"
    assert notices.clock(0.0)[2] == ":"


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
    monkeypatch.setattr(file, "BUSY_S", 0.05)
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
            "from referee.core.errors import RecordError\n"
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
    version = len(file.STEPS)
    monkeypatch.setattr(file, "STEPS", (*file.STEPS, "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"))
    with Journal(closed, write=write) as journal:
        assert journal._sql.execute("SELECT mood FROM tables").fetchall() == [("calm",)]
        assert len(journal.entries(1)) == 300
    kept = closed.with_name(f"tables.sqlite.v{version}")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with sqlite3.connect(kept) as old:
        assert old.execute("PRAGMA user_version").fetchone() == (version,)
    old.close()


def test_a_step_that_fails_changes_nothing(closed, monkeypatch):
    monkeypatch.setattr(file, "STEPS", (*file.STEPS, "ALTER TABLE tables ADD COLUMN mood TEXT; SELECT nonsense"))
    with pytest.raises(JournalError):
        Journal(closed)
    monkeypatch.undo()
    with Journal(closed) as journal:
        assert len(journal.entries(1)) == 300
        assert "mood" not in [row[1] for row in journal._sql.execute("PRAGMA table_info(tables)")]


# Killed


WRITER = """
import sys
from pathlib import Path
from referee.store.entries import LINE
from referee.store.journal import Journal
journal = Journal(Path(sys.argv[1]))
number = journal.create("lizard", "", ["Ann"], "7")
for place in range(1, 100000):
    journal.append(number, place, LINE, f"Ann: plays {place}")
    print(place, flush=True)
"""


@pytest.mark.parametrize("run", range(6))
def test_killed_at_any_moment_everything_confirmed_is_there(path, run):
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    first = writer.stdout.readline()
    time.sleep(0.007 * run)
    writer.kill()
    confirmed = [int(line) for line in (first + writer.stdout.read()).splitlines(keepends=True) if line.endswith("\n")]
    writer.wait()
    with Journal(path) as journal:
        kept = [int(e.text.rpartition(" ")[2]) for e in journal.entries(1)]
    assert kept == list(range(1, len(kept) + 1))
    # One entry may have reached the disk without having been confirmed: the kill came between the two.
    assert confirmed[-1] <= kept[-1] <= confirmed[-1] + 1
