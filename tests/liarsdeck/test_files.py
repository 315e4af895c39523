"""Folders, and files that are whole or not there."""

import contextlib
import os
import stat
import sys
from pathlib import Path

import pytest

from factbank import factfile, kits
from factbank.errors import FactError
from liarsdeck import files
from liarsdeck.errors import UserError
from referee.core.game import RecordError
from referee.records import read_record
from tests.programs import ran


def test_without_it_the_platform_says(monkeypatch):
    monkeypatch.delenv("LIARSDECK_HOME")
    assert files.data_dir().name == "liarsdeck"


def test_a_file_is_written_whole_with_its_folders_and_readable_by_others(tmp_path):
    path = tmp_path / "a" / "b.json"
    files.write_atomic(path, b"one")
    files.write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert [file.name for file in path.parent.iterdir()] == ["b.json"]
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


def test_when_writing_fails_the_old_file_stands_and_nothing_is_left(tmp_path, monkeypatch):
    path = tmp_path / "b.json"
    files.write_atomic(path, b"old")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as refused:
        files.write_atomic(path, b"new")
    assert refused.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_file_is_written_into_and_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.write_atomic(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_not_waited_for_but_what_the_shell_pipes_in_is_read(tmp_path):
    (tmp_path / "slips").mkdir()
    os.mkfifo(tmp_path / "slips" / "1-Ann.txt")
    for words in (
        ("referee", "verify", "slips/1-Ann.txt"),
        ("cardgen", "slips", "slips"),
        ("factbank", "import", "slips/1-Ann.txt", "-o", "x.json"),
    ):
        done = ran(*words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert "it is a pipe, which may never say anything: name a file" in done.stderr
    done = ran("factbank", "history", "--ledger", "slips/1-Ann.txt", cwd=tmp_path)
    assert done.returncode == 2
    assert "is a pipe or a device" in done.stderr
    assert stat.S_ISFIFO((tmp_path / "slips" / "1-Ann.txt").stat().st_mode)
    reader, writer = os.pipe()
    os.write(writer, b"piped")
    os.close(writer)
    assert files.read_within(Path(f"/dev/fd/{reader}"), 9) == b"piped"
    os.close(reader)


def test_a_link_is_followed(tmp_path):
    link, file = tmp_path / "link.json", tmp_path / "far" / "file.json"
    link.symlink_to(file)
    files.write_atomic(link, b"one")
    files.write_atomic(link, b"two")
    assert link.is_symlink()
    assert file.read_bytes() == b"two"


def test_what_cannot_be_written_is_called_by_the_name_that_was_asked_for(tmp_path, monkeypatch):
    def refuse(path, _mode):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "mkdir", refuse)
    with pytest.raises(PermissionError) as refused:
        files.write_atomic(tmp_path / "b.json", b"new")
    assert refused.value.filename == str(tmp_path / "b.json")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no endless file here")
def test_a_file_without_an_end_is_read_no_further_than_its_limit():
    assert files.read_within("/dev/zero", 10) == bytes(11)
    with pytest.raises(FactError, match="larger than 8 MB"):
        factfile.read("/dev/zero")
    with pytest.raises(RecordError, match="larger than 8 MB"):
        read_record("/dev/zero")


@contextlib.contextmanager
def files_of(most):
    """Let this process write no file of more bytes."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files there")
@pytest.mark.parametrize("size", [100, 100_000])
def test_a_file_that_may_not_grow_is_named_however_small_it_is(tmp_path, size):
    with pytest.raises(OSError, match="too large") as refused, files_of(50):
        files.write_atomic(tmp_path / "b.json", b"x" * size)
    assert refused.value.filename == str(tmp_path / "b.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files there")
@pytest.mark.parametrize("words", [("referee", "new", "lizard"), ("factbank", "new", "--pairs", "3", "-o", "f.json")])
def test_a_journal_or_ledger_that_may_not_grow_leaves_no_part_of_itself(tmp_path, words):
    """As `ulimit -f 8` has it: too little for either, and SQLite keeps files of its own beside the one it writes."""
    with files_of(8192):
        done = ran(*words, cwd=tmp_path, env={"LIARSDECK_HOME": str(tmp_path / "home")}, lines="Ann, Bob, Cat\n")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="homes are found otherwise there")
@pytest.mark.parametrize("named", [None, "~nobody-at-all/x"])
def test_without_a_home_folder_one_is_asked_for_and_none_is_made(tmp_path, monkeypatch, named):
    import pwd

    def nobody(_name):
        raise KeyError("nobody")

    for variable in ("HOME", "XDG_DATA_HOME", files.HOME_VARIABLE):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.setattr(pwd, "getpwnam", nobody)
    monkeypatch.chdir(tmp_path)
    if named:
        monkeypatch.setenv(files.HOME_VARIABLE, named)
    with pytest.raises(UserError, match="name a folder for tables and kits in LIARSDECK_HOME"):
        files.data_dir()
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_secrets_is_its_owners_alone_whatever_the_mask(tmp_path, monkeypatch, open_mask):
    home = tmp_path / "new" / "home"
    monkeypatch.setenv("LIARSDECK_HOME", str(home))
    from factbank.deal.ledger import Ledger
    from referee.store.journal import Journal

    facts = factfile.make([factfile.Pair("A title", (factfile.Card(1, "One half."), factfile.Card(2, "The other.")))])
    kits.keep(facts)
    Ledger(files.ledger_path()).history()
    with Journal() as journal:
        number = journal.create("lizard", "", ["Ann", "Bob"])
        with journal.hold(number):
            kept = list((tmp_path / "new").rglob("*"))
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [tmp_path / "new", *kept]}
    assert {"new", "home", "kits", "locks", "ledger.sqlite", "tables.sqlite", f"{facts.kit}.json"} <= set(modes)
    assert not {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


@pytest.mark.parametrize("inside", ["old", "whole"])
def test_a_strangers_leftover_moves_no_file_of_another_folder(tmp_path, inside):
    """An archive can hold a hidden folder that is called like ours, with a link in it."""
    own, here = tmp_path / "Documents", tmp_path / "deck"
    own.mkdir()
    (own / "thesis").write_text("years")
    (here / ".deck.0123abcd.liarsdeck").mkdir(parents=True)
    (here / ".deck.0123abcd.liarsdeck" / inside).symlink_to("../../Documents")
    files.sweep(here)
    assert list(here.iterdir()) == []
    assert (own / "thesis").read_text() == "years"
