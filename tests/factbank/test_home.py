"""Folders, and files that are whole or not there."""

import os

import pytest

from factbank import home


def test_the_variable_names_the_folder_for_everything(monkeypatch, tmp_path):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    assert home.data_dir() == tmp_path
    assert home.kits_dir().parent == home.packs_dir().parent == home.ledger_path().parent == tmp_path


def test_without_it_the_platform_says(monkeypatch):
    monkeypatch.delenv("LIARSDECK_HOME")
    assert home.data_dir().name == "liarsdeck"


def test_a_file_is_written_whole_with_its_folders_and_readable_by_others(tmp_path):
    path = tmp_path / "a" / "b.json"
    home.write_atomic(path, b"one")
    home.write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert [file.name for file in path.parent.iterdir()] == ["b.json"]
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


def test_when_writing_fails_the_old_file_stands_and_nothing_is_left(tmp_path, monkeypatch):
    path = tmp_path / "b.json"
    home.write_atomic(path, b"old")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        home.write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
