"""The lock of a table: one referee at a time, however the last one left."""

import os
import stat
import subprocess
import sys

import pytest

from liarsdeck import system
from referee.store.lock import TableHeld, TableLock
from tests.referee.store.tables import fill


@pytest.fixture
def path(tmp_path):
    return tmp_path / "locks" / "1.lock"


@pytest.mark.parametrize("other", [None, min, max])
def test_a_lock_file_that_its_holder_takes_away_while_we_open_it_is_opened_anew(path, monkeypatch, other):
    path.parent.mkdir()
    files = [path.with_name(name) for name in ("a", "b", "c")]
    for file in files:
        file.touch()
    inode = {file.stat().st_ino: file for file in files}
    inode.pop(sorted(inode)[1]).rename(path)
    grab = system.CURRENT_OS.lock

    def late(fd):
        monkeypatch.undo()
        path.unlink()
        if other:  # a third referee is there already
            inode[other(inode)].rename(path)
        grab(fd)

    monkeypatch.setattr(system.CURRENT_OS, "lock", late)
    with TableLock(path, "table 1"):
        assert path.is_file()
        with pytest.raises(TableHeld, match="keeps table 1"), TableLock(path, "table 1"):
            pass


def test_nobody_else_can_look_into_a_lock(path):
    with TableLock(path, "table 1"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("left", ["", "7", "12345"])
def test_what_a_dead_holder_left_behind_is_noticed_and_written_over(path, left):
    path.parent.mkdir()
    path.write_text(left)
    lock = TableLock(path, "table 1")
    assert not lock.left_behind, "nobody has looked yet"
    with lock as held:
        assert held.left_behind == bool(left)
        assert path.read_text() == str(os.getpid())


@pytest.mark.parametrize(("left", "holder"), [("12345678901234567890", " (process 12345678901234567890)"), ("me", "")])
def test_the_holder_is_named_as_it_wrote_itself(path, left, holder):
    with TableLock(path, "table 1"):
        path.write_text(left)
        with pytest.raises(TableHeld) as error, TableLock(path, "table 1"):
            pass
    assert str(error.value) == f"Another referee keeps table 1{holder}: close it there, or look on with --watch."


@pytest.mark.parametrize("moves_open_files", [True, False])
def test_the_file_goes_before_the_lock_where_an_open_file_can_go(path, monkeypatch, moves_open_files):
    """Else somebody could lock it in between, and lose it. Windows takes no open file away."""
    seen = []
    close = os.close
    with TableLock(path, "table 1") as held:
        monkeypatch.setattr(system.CURRENT_OS, "moves_open_files", moves_open_files)
        assert held._still_there(held._fd)
        path.rename(path.with_name("aside"))
        assert held._still_there(held._fd) != moves_open_files
        path.with_name("aside").rename(path)
        monkeypatch.setattr(os, "close", lambda fd: (seen.append(path.exists()), close(fd)))
    monkeypatch.undo()
    assert seen == [not moves_open_files]
    assert not path.exists()


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
