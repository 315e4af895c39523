"""Where a print may go: what stands there already, links, pipes, folders, odd names; one sentence where it may not."""

import os
import stat
import threading
from pathlib import Path

import pytest

from liarsdeck import cli
from tests.cardgen.custom.command import cardgen
from tests.sampling import spread

SLIP = "Ann · Lizard · table 3\nFor nobody else.\n\n  9h  nine  true\n\nNotes:\n"
FILES = {
    "deck": ("deck", "west", "--paper", "a4", "--no-cover", "--only", "rc1"),
    "rulebook": ("rulebook", "liar-poker", "--paper", "a4"),
    "show": ("show", "rc1", "--dpi", "50"),
    "slips": ("slips", "slip.txt", "--paper", "a4"),
    "calibrate": ("calibrate", "--paper", "a4"),
}
FOLDERS = {
    "kit": ("kit", "red-and-black", "--paper", "a4"),
    "export": ("export", "png", "west", "--dpi", "50"),
    "extras": ("extras", "standard52", "--paper", "a4", "--no-cover"),
}


@pytest.fixture(autouse=True)
def work(home):
    Path("slip.txt").write_text(SLIP, encoding="utf-8")


def there():
    return sorted(str(path) for path in Path().rglob("*"))


@pytest.mark.parametrize("name", FILES)
def test_a_pipe_is_written_into_and_stays_one(name):
    os.mkfifo("pipe")
    got = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_bytes()), daemon=True)
    reader.start()
    done = cardgen(*FILES[name], "-o", "pipe")
    reader.join(10)
    assert done.status == 0, done.err
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert got[0][:5] in (b"%PDF-", b"\x89PNG\r")
    assert there() == ["pipe", "slip.txt"]


@pytest.mark.parametrize("name", FILES)
def test_a_link_is_followed_and_stays_one(name):
    Path("link").symlink_to("far")
    assert cardgen(*FILES[name], "-o", "link").status == 0
    assert Path("link").is_symlink()
    assert Path("far").stat().st_size > 100
    assert there() == ["far", "link", "slip.txt"]


def test_a_link_that_bears_the_usual_name_is_not_followed():
    Path("lizard.pdf").symlink_to("far")
    done = cardgen("deck", "lizard")
    assert (done.status, Path("far").exists()) == (2, False)
    assert "lizard.pdf is a link: name the file to write with -o" in done.err


@pytest.mark.parametrize(("name", "out"), spread(FILES, ["taken", ".", "..", "/", "x" * 300, "slip.txt/in/it"]))
def test_what_cannot_become_a_file_is_one_sentence(name, out):
    Path("taken").mkdir()
    before = there()
    done = cardgen(*FILES[name], "-o", out)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert ".liarsdeck" not in done.err
    assert there() == before


@pytest.mark.parametrize(
    ("name", "out"), spread(FOLDERS, ["taken", "file", "link", "dangling", "-", "/", "x" * 300, "file/in/it"])
)
def test_what_cannot_become_a_folder_is_one_sentence(name, out):
    Path("taken").mkdir()
    Path("taken/mine.txt").write_text("mine")
    Path("file").write_text("mine")
    Path("empty").mkdir()
    Path("link").symlink_to("empty")
    Path("dangling").symlink_to("nowhere")
    before = there()
    done = cardgen(*FOLDERS[name], "-o", out)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert ".liarsdeck" not in done.err
    assert there() == before
    assert ("is a link" in done.err) == (out in ("link", "dangling"))


@pytest.mark.parametrize("name", [*FILES, *FOLDERS])
def test_any_name_will_do(name):
    Path("a folder").mkdir()
    out = "a folder/line\nbreak/ünï 😀 'q\" $x"
    done = cardgen(*{**FILES, **FOLDERS}[name], "-o", out)
    assert done.status == 0, done.err
    assert Path(out).exists()
    assert all(line.isprintable() for line in done.err.splitlines())
    assert cli.shown(out) == "a folder/line break/ünï 😀 'q\" $x"
