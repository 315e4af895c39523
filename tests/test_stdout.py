"""``-o -`` is standard output: for every command of the three programs that writes one file."""

import os
from unittest import mock

import click
import pytest

from cardgen.cli import program as cardgen
from factbank.cli import program as factbank
from factbank.factfile import Card, Pair, make, write
from referee import games
from referee.cli import program as referee
from referee.store.journal import Journal
from referee.tables import export
from referee.tables.export import record_of
from referee.tables.table import Table
from tests.programs import ran

PROGRAMS = {"factbank": factbank, "referee": referee, "cardgen": cardgen}
FILES = {  # what is typed before the option, and how what is written begins
    "factbank new": (("--players", "3", "--each", "2", "--no-ledger"), b"{"),
    "factbank import": (("jokes.csv",), b"{"),
    "factbank new-pack": (("zoo",), b"#"),
    "factbank ask": (("--each", "1"), b""),
    "factbank history": ((), b"["),
    "referee scores": ((), b"Red & Black"),
    "referee export": ((), b"+++"),
    "referee league": ((), b"The league"),
    "referee story": ((), b"<!DOCTYPE html>"),
    "cardgen deck": (("west", "--only", "rc1"), b"%PDF"),
    "cardgen show": (("rc1",), b"\x89PNG"),
    "cardgen rulebook": (("red-and-black",), b"%PDF"),
    "cardgen slips": (("ann.txt",), b"%PDF"),
    "cardgen story": (("game.txt",), b"%PDF"),
    "cardgen calibrate": ((), b"%PDF"),
}
FOLDERS = {
    "referee slips": ("--yes",),
    "referee lab": ("red-and-black", "--games", "2"),
    "cardgen kit": ("lizard",),
    "cardgen extras": ("lizard",),
    "cardgen export": ("png", "west"),
}


def writers():
    """Yield every command that has an option for where to write, with that option."""
    for name, program in PROGRAMS.items():
        context = click.Context(program)
        for word in program.list_commands(context):
            made = program.get_command(context, word)
            for option in made.params:
                if {"-o", "--export"} & {*option.opts}:
                    yield f"{name} {word}", next(opt for opt in ("-o", "--export") if opt in option.opts)


def test_every_command_that_writes_is_tried_here():
    assert {name for name, _ in writers()} == {*FILES, *FOLDERS}


@pytest.fixture
def night(tmp_path, monkeypatch):
    """A household with an open table, in an empty folder with a table of jokes and a slip."""
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here" / "jokes.csv").write_text("Cows sing.;Cows dance.;Cows\n")
    write(make([Pair("Cows", (Card(1, "Cows sing."), Card(2, "Cows dance.")))]), tmp_path / "facts.json")
    with Journal(pin_cost=4) as journal:
        table = Table.new(journal, games.setup(games.game("red-and-black"), ["Ann", "Bob"]))
        for line in ("dealer Ann", "Ann: holds red red red black black"):
            table.act(table.read(line))
        export.write(export.slips(table), tmp_path / "here")
        (tmp_path / "here" / "game.txt").write_text(record_of(table, reveal=False), "utf-8")
    os.replace(tmp_path / "here" / "1-Ann.txt", tmp_path / "here" / "ann.txt")
    return tmp_path / "here"


def said(command, *words, typed="", screen=False):
    """Run a command; return its status, the bytes on stdout, and what is on stderr."""
    name, word = command.split()
    with mock.patch("tests.programs.Stream.screen", screen):
        done = ran(name, word, *words, lines=typed, binary=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", FILES)
def test_a_file_goes_to_standard_output_and_nowhere_else(command, night):
    option = dict(writers())[command]
    args, begins = FILES[command]
    typed = "Cows sing at noon.\nCows sing at midnight.\n" if command == "factbank ask" else ""
    before = sorted(os.listdir(night))
    status, data, err = said(command, *args, option, "-", typed=typed)
    assert status == 0, err
    assert data
    assert data.startswith(begins)
    assert sorted(os.listdir(night)) == before


@pytest.mark.parametrize("command", FOLDERS)
def test_a_folder_does_not_fit_there_and_a_sentence_says_so(command, night):
    before = sorted(os.listdir(night))
    status, data, err = said(command, *FOLDERS[command], "-o", "-")
    assert (status, data) == (2, b"")
    assert "this writes a folder" in err
    assert sorted(os.listdir(night)) == before


@pytest.mark.usefixtures("night")
def test_a_print_is_not_shown_on_a_screen():
    status, data, err = said("cardgen deck", "west", "--only", "rc1", "-o", "-", screen=True)
    assert (status, data) == (2, b"")
    assert "not to the screen" in err
