"""Names: those that Windows keeps for itself, those that lead to another machine, those that a Mac spells otherwise."""

import contextlib
import sqlite3
import unicodedata
from pathlib import Path, PureWindowsPath

import pytest

from liarsdeck import files, system
from liarsdeck.errors import UserError
from liarsdeck.sqlite import uri_of


@pytest.fixture
def windows(monkeypatch):
    monkeypatch.setattr(system, "CURRENT_OS", system.Windows())


DEVICES = ["CON", "nul", "NUL.pdf", "aux.tar.gz", "Com1", "lpt9.txt", "COM².txt", "CONIN$", "PRN .txt"]
IMPOSSIBLE = ["a:b.pdf", "a?.pdf", "a*.pdf", 'a".pdf', "a|b", "a<b", "ends.", "ends ", "a\tb"]
FINE = ["deck.pdf", "console.pdf", "COM10.txt", "nulls", "..", ".", "é.pdf", ".hidden"]


@pytest.mark.parametrize("name", [*DEVICES, *IMPOSSIBLE])
@pytest.mark.usefixtures("windows")
def test_names_that_windows_keeps_for_itself_are_refused_before_any_work(tmp_path, name):
    for refuse in (files.check_file, files.check_writable):
        with pytest.raises(UserError, match="on Windows"):
            refuse(tmp_path / name)
    with pytest.raises(UserError, match="on Windows"):
        files.check_folder(tmp_path / "in" / name / "kit", "README.txt", "", force=False)
    with pytest.raises(OSError, match="on Windows"):
        files.write_atomic(tmp_path / name, b"x")
    with pytest.raises(ValueError, match="on Windows"):
        files.named_file(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", FINE)
def test_other_names_are_fine(name):
    assert system.Windows().name_fault(PureWindowsPath("C:/in", name)) == ""
    assert system.Windows().name_fault(PureWindowsPath(r"\\server\share", name)) == ""


def test_other_systems_take_any_name():
    assert [system.System().name_fault(Path(name)) for name in (*DEVICES, *IMPOSSIBLE)] == [""] * 18


@pytest.mark.parametrize(
    "name",
    [
        r"\\server\share\a.png", "//server/share/a.png", r"\/server/share", r"/\server\share", r"\\?\UNC\server\share",
        r"\\.\pipe\a", r"\??\UNC\server\share\a.png", "/??/UNC/server/share", "http://server/a.png", "file://server/a",
        r"\\server@80\share\a.png",
    ],
)  # fmt: skip
def test_no_file_of_a_stranger_leads_to_another_machine(tmp_path, name):
    with pytest.raises(ValueError, match="another machine"):
        files.named_file(tmp_path, name)


def test_a_drive_that_is_not_there_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "exists", lambda _path: False)
    with pytest.raises(UserError, match=r"cannot be written: there is no /"):
        files.check_writable(tmp_path / "deck.pdf")


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (PureWindowsPath(r"C:\Users\Ann B\t.sqlite"), "file:///C:/Users/Ann%20B/t.sqlite"),
        (PureWindowsPath(r"\\server\share\50%\t.sqlite"), "file:////server/share/50%25/t.sqlite"),
        (Path("/home/a?b#c/t.sqlite"), "file:///home/a%3Fb%23c/t.sqlite"),
    ],
)
def test_sqlite_is_given_a_path_as_it_reads_it(path, uri):
    assert uri_of(path) == uri


def test_sqlite_reads_such_a_path(tmp_path):
    odd = tmp_path / "50% of ü?#.sqlite"
    with contextlib.closing(sqlite3.connect(uri_of(odd), uri=True)) as made:
        made.execute("CREATE TABLE t (a)")
    assert odd.exists()


@pytest.mark.parametrize(("there", "named"), [("NFD", "NFC"), ("NFC", "NFD"), ("NFC", "NFC")])
def test_a_file_that_came_from_a_mac_is_found_by_its_name(tmp_path, there, named):
    """In a ZIP from there é is two signs, while what was typed in a deck's file is one."""
    name = "the café.png"
    kept = tmp_path / unicodedata.normalize(there, name)
    kept.write_bytes(b"x")
    assert files.named_file(tmp_path, unicodedata.normalize(named, name)).samefile(kept)
