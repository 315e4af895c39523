"""Rooms files a place: private, held while they are used, swept when their program died, exchanged at one stroke."""

import os
import stat
import subprocess
import sys

import pytest

from liarsdeck import files, system


def rooms(folder):
    return [path for path in folder.rglob("*") if files.STAGING_NAME.fullmatch(path.name)]


def dead_room(folder, name="deck.pdf"):
    """Leave what a program leaves that is killed while it writes."""
    code = (
        "import os, signal, sys, pathlib\n"
        "from liarsdeck.files import staging_dir\n"
        "with staging_dir(pathlib.Path(sys.argv[1])) as room:\n"
        "    (room / 'new').write_bytes(b'half')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(folder / name)], check=False)
    assert len(rooms(folder)) == 1


def test_a_room_is_its_owners_alone_and_gone_at_the_end(tmp_path):
    with files.staging_dir(tmp_path / "deck.pdf") as room:
        assert room.parent == tmp_path
        assert stat.S_IMODE(room.stat().st_mode) == 0o700
        (room / "half").write_bytes(b"half")
    assert list(tmp_path.iterdir()) == []


def test_a_room_in_use_is_swept_by_nobody(tmp_path):
    code = "import sys, pathlib; from liarsdeck.files import sweep; sweep(pathlib.Path(sys.argv[1]))"
    with files.staging_dir(tmp_path / "deck.pdf") as room:
        files.sweep(tmp_path)
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
        with files.staging_dir(tmp_path / "other.pdf"):
            assert len(rooms(tmp_path)) == 2
        assert room.exists()


def test_what_a_killed_program_left_is_swept_by_the_next_that_writes_there(tmp_path):
    dead_room(tmp_path)
    files.write_atomic(tmp_path / "other.pdf", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["other.pdf"]


def test_what_is_not_ours_is_left_alone(tmp_path):
    for name in (".deck.pdf.abcdefgh.part", "deck.pdf.abcdefgh.liarsdeck", ".deck.pdf.abc.liarsdeck", ".liarsdeck"):
        (tmp_path / name).mkdir()
    (tmp_path / ".file.abcdefgh.liarsdeck").write_bytes(b"a file")
    (tmp_path / ".link.abcdefgh.liarsdeck").symlink_to(tmp_path / ".liarsdeck")
    before = sorted(tmp_path.iterdir())
    files.sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == before


def test_where_nothing_can_be_locked_a_room_is_given_up_after_a_day(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_lock", lambda _room: (None, None))
    young, old = tmp_path / ".a.pdf.aaaaaaaa.liarsdeck", tmp_path / ".b.pdf.bbbbbbbb.liarsdeck"
    young.mkdir()
    old.mkdir()
    os.utime(old, (1, 1))
    files.sweep(tmp_path)
    assert rooms(tmp_path) == [young]


def filled(folder, text):
    folder.mkdir()
    (folder / "a.txt").write_text(text)
    return folder


@pytest.mark.parametrize("at_one_stroke", [True, False])
def test_a_folder_takes_the_place_of_another(tmp_path, monkeypatch, at_one_stroke):
    if not at_one_stroke:
        monkeypatch.setattr(system.CURRENT_OS, "exchange", lambda _one, _other: False)
    place = filled(tmp_path / "kit", "old")
    with files.staging_dir(place) as room:
        files.replace_folder(filled(room / "new", "new"), place)
        assert (place / "a.txt").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


def test_a_folder_taken_from_its_place_is_put_back(tmp_path, monkeypatch):
    """In two strokes: where the second fails, and where the program died between them."""
    monkeypatch.setattr(system.CURRENT_OS, "exchange", lambda _one, _other: False)
    place = filled(tmp_path / "kit", "old")
    with pytest.raises(FileNotFoundError), files.staging_dir(place) as room:
        files.replace_folder(room / "new", place)
    assert (place / "a.txt").read_text() == "old"

    dead = tmp_path / ".kit.abcdefgh.liarsdeck"
    (dead / "old").mkdir(parents=True)
    place.rename(dead / "old" / "kit")
    files.sweep(tmp_path)
    assert (place / "a.txt").read_text() == "old"
    assert rooms(tmp_path) == []


def test_a_whole_folder_is_on_the_disk_before_it_takes_its_place(tmp_path, monkeypatch):
    done = []
    inodes = {}

    def synced(handle):
        inode = os.fstat(handle).st_ino
        done.append(inodes.get(inode, "a folder's names"))

    def placed(new, place):
        done.append("placed")
        new.rename(place)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(files, "replace_folder", placed)
    with files.whole_folder(tmp_path / "kit") as inside:
        (inside / "boxes").mkdir()
        for name in ("deck.pdf", "boxes/box.pdf", "boxes", "."):
            if name.endswith(".pdf"):
                (inside / name).write_bytes(b"whole")
            inodes[(inside / name).stat().st_ino] = name
        inodes[tmp_path.stat().st_ino] = ".."
    assert sorted(done[: done.index("placed")]) == [".", "boxes", "boxes/box.pdf", "deck.pdf"]
    assert done[done.index("placed") + 1 :] == [".."]
