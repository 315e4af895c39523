"""What people are told to type: where a program lies, and what installs an extra."""

import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path

import pytest

from liarsdeck import installed
from liarsdeck.installed import program, remedy, typed

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bin_(tmp_path, monkeypatch):
    """A clone's folder of programs, with the clone as the working folder."""
    there = tmp_path / "clone" / ".venv" / "bin"
    there.mkdir(parents=True)
    for name in installed.PROGRAMS:
        (there / name).touch(0o755)
    monkeypatch.chdir(tmp_path / "clone")
    monkeypatch.setattr(sys, "argv", [str(there / "cardgen"), "kit"])
    monkeypatch.setenv("PATH", "/usr/bin")
    monkeypatch.setenv("HOME", str(tmp_path))
    return there


def test_a_program_that_is_not_on_the_path_is_told_with_its_folder(bin_, monkeypatch):
    assert program("referee") == ".venv/bin/referee"
    monkeypatch.setattr(sys, "argv", [".venv/bin/cardgen", "kit"])
    assert program("referee") == ".venv/bin/referee"


def test_elsewhere_the_folder_is_told_from_home(bin_, tmp_path, monkeypatch):
    (tmp_path / "else").mkdir()
    monkeypatch.chdir(tmp_path / "else")
    assert program("referee") == "~/clone/.venv/bin/referee"
    monkeypatch.setenv("HOME", "/nowhere")
    assert program("referee") == str(tmp_path / "clone/.venv/bin/referee")


def test_a_program_on_the_path_is_told_by_its_name_and_so_is_one_of_the_library(bin_, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pytest"])
    assert program("referee") == "referee"
    monkeypatch.setattr(sys, "argv", [str(bin_ / "cardgen"), "kit"])
    monkeypatch.setenv("PATH", f"{bin_}:/usr/bin")
    assert program("referee") == "referee"


def test_a_line_is_told_with_its_folder_or_in_makes_words(bin_, monkeypatch):
    assert typed("referee export") == ".venv/bin/referee export"
    assert typed("cardgen studio", "make studio") == ".venv/bin/cardgen studio"
    monkeypatch.setenv("LIARSDECK_MAKE", "1")
    assert typed("cardgen studio", "make studio") == "make studio"
    assert typed("referee export") == ".venv/bin/referee export"


def test_a_folder_with_a_space_is_quoted(bin_, monkeypatch):
    (bin_ / "a b").mkdir()
    monkeypatch.setattr(sys, "argv", [str(bin_ / "a b" / "cardgen")])
    assert program("referee") == "'.venv/bin/a b/referee'"


def command(sentence):
    words, _, told = sentence.partition(": ")
    assert words == "install it with"
    return told


def test_the_command_for_an_extra_works_in_a_clone(monkeypatch):
    for where in (ROOT, Path("/")):
        monkeypatch.chdir(where)
        told = command(remedy("press"))
        assert told.endswith(f'"{"." if where == ROOT else ROOT}[press]"')
    # Not asking the network, which a test must not: the extra is found, and nothing is installed.
    offline = "--dry-run --no-index --no-deps --no-build-isolation"
    done = subprocess.run(f"{told} {offline}", shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "does not provide the extra" not in done.stderr
    assert "Would install liarsdeck" in done.stdout


def outside(monkeypatch, tmp_path, record):
    """Play an installation that does not run from a clone, with pip's record of where it came from."""
    monkeypatch.setattr(installed, "__file__", str(tmp_path / "site-packages/liarsdeck/installed.py"))
    here = importlib.metadata.distribution("liarsdeck")
    monkeypatch.setattr(type(here), "read_text", lambda self, name: record)


def test_a_plain_installation_names_the_folder_it_came_from(monkeypatch, tmp_path):
    outside(monkeypatch, tmp_path, json.dumps({"url": ROOT.as_uri(), "dir_info": {}}))
    monkeypatch.chdir("/")
    assert command(remedy("lab")).endswith(f' -m pip install --only-binary :all: "{ROOT}[lab]"')


@pytest.mark.parametrize("record", [None, '{"url": "file:///gone", "dir_info": {}}'])
def test_where_no_folder_is_left_the_libraries_are_named(monkeypatch, tmp_path, record):
    needs = ["joblib<2,>=1.4; extra == 'lab'", "a>=1; sys_platform != 'x' and extra == 'lab'", "b; extra == 'press'"]
    outside(monkeypatch, tmp_path, record)
    monkeypatch.setattr(importlib.metadata, "requires", lambda _name: needs)
    assert command(remedy("lab")).endswith(
        '''-m pip install --only-binary :all: "joblib<2,>=1.4" "a>=1; sys_platform != 'x'"'''
    )


def test_an_environment_without_pip_is_one_of_uv(monkeypatch):
    monkeypatch.setattr(installed, "find_spec", lambda _name: None)
    assert command(remedy("lab")).startswith("uv pip install --python ")


def test_the_one_file_program_says_that_it_takes_in_nothing(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "install it with" not in remedy("lab")
    monkeypatch.chdir(Path(sys.executable).parent)
    assert program("referee") == f"{Path(sys.executable).name} referee"


def test_hints_name_the_program_as_it_was_called(tmp_path):
    """By its path in an environment that is not on the shell's path: what is copied from the screen works."""
    here = Path(sys.executable).parent
    env = {"PATH": "/usr/bin", "LIARSDECK_HOME": str(tmp_path)}
    for words, said in ((["new-pack", "mine"], "check mine"), (["new", "--nothing"], "new --help")):
        done = subprocess.run(
            [here / "factbank", *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert f"{here / 'factbank'} {said}" in done.stderr
