"""macOS, played: flushing as far as the disk, folders that change places, disks on which A and a are one name."""

import contextlib
import ctypes
import fcntl
import os
import runpy
import sys
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardgen.decks import REGISTRY, DeckOptions, make_deck
from cardgen.export.pictures import file_names
from factbank.deal import ledger
from factbank.deal.ledger import Ledger
from liarsdeck import files, system
from liarsdeck.sqlite import open_store
from referee.store import journal as rows
from referee.store.journal import Journal


@pytest.mark.parametrize(
    ("platform", "name"), [("linux", "System"), ("freebsd14", "System"), ("darwin", "MacOS"), ("win32", "Windows")]
)
def test_each_system_has_its_seam(monkeypatch, platform, name):
    monkeypatch.setattr(sys, "platform", platform)
    assert type(runpy.run_path(system.__file__)["CURRENT_OS"]).__name__ == name


def play(monkeypatch, *, full_flush=True):
    """Let this process be one on macOS until the test is over; return what is asked of it, in order."""
    asked = []
    fsync = os.fsync

    def steers(handle, what):
        asked.append("F_FULLFSYNC")
        assert what == 51
        if not full_flush:
            raise OSError(45, "Operation not supported")
        fsync(handle)

    played = SimpleNamespace(**{name: getattr(fcntl, name) for name in dir(fcntl) if not name.startswith("_")})
    played.F_FULLFSYNC, played.fcntl = 51, steers
    monkeypatch.setitem(sys.modules, "fcntl", played)
    monkeypatch.setattr(os, "fsync", lambda handle: (asked.append("fsync"), fsync(handle)))
    monkeypatch.setattr(system, "CURRENT_OS", system.MacOS())
    return asked


def test_what_is_confirmed_is_flushed_as_far_as_the_disk(monkeypatch, tmp_path):
    asked = play(monkeypatch)
    files.write_atomic(tmp_path / "a.json", b"x")
    with files.whole_folder(tmp_path / "kit") as inside:
        (inside / "b.json").write_bytes(b"x")
    assert len(asked) == 5  # a file and its folder; a file, the folder it is in, the folder that is in
    assert set(asked) == {"F_FULLFSYNC"}


def test_a_disk_that_can_flush_no_further_is_flushed_as_far_as_it_can(monkeypatch, tmp_path):
    asked = play(monkeypatch, full_flush=False)
    files.write_atomic(tmp_path / "a.json", b"x")
    assert asked == ["F_FULLFSYNC", "fsync"] * 2


def test_so_do_journal_and_ledger(tmp_path):
    Ledger(tmp_path / "ledger.sqlite").history()
    with Journal(tmp_path / "tables.sqlite") as journal:
        journal.create("lizard", "", ["Ann", "Bob"])
    for name, kind in (("ledger.sqlite", ledger.KIND), ("tables.sqlite", rows.KIND)):
        with contextlib.closing(open_store(tmp_path / name, kind, write=True, make=False)) as database:
            assert database.execute("PRAGMA fullfsync").fetchone() == (1,)


def test_folders_change_places_by_the_call_that_there_is(monkeypatch, tmp_path):
    called = []

    def renamex_np(one, other, how):
        called.append((one, other, how))
        return 0

    monkeypatch.setattr(ctypes, "CDLL", lambda _name, **_given: SimpleNamespace(renamex_np=renamex_np))
    assert system.MacOS().exchange(tmp_path / "ä", tmp_path / "b")
    assert called == [(os.fsencode(tmp_path / "ä"), os.fsencode(tmp_path / "b"), 2)]  # RENAME_SWAP
    monkeypatch.setattr(ctypes, "CDLL", lambda _name, **_given: SimpleNamespace())
    assert not system.MacOS().exchange(tmp_path / "a", tmp_path / "b")  # before macOS 10.12


def on_its_disk(name):
    return unicodedata.normalize("NFD", name).casefold()


@pytest.mark.parametrize("name", [name for name, entry in REGISTRY.items() if not entry.needs_facts])
def test_no_two_files_of_an_export_are_one_where_capitals_do_not_count(name):
    names = file_names(make_deck(name, DeckOptions()).cards)
    assert len({on_its_disk(name) for name in names}) == len(names)


def test_nor_are_two_files_of_the_house():
    """A clone there would lack one of them."""
    root = Path(system.__file__).parents[1]
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__", "output", "build"))]
        every = [*folders, *names]
        assert len({on_its_disk(name) for name in every}) == len(every), folder
        assert not [name for name in every if system.Windows().name_fault(Path(name))], folder
