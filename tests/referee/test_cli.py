"""The command line as people meet it: what it refuses, on which machines it runs, and what it leaves unimported."""

import os
import subprocess
import sys

import pytest

from tests.referee.program import LIZARD, ROUND, lair, referee, refused


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["new"], ["GAME is missing"]),
        (["new", "lizzard"], ["did you mean lizard?"]),
        (["new", "lizard"], ["--seat is missing"]),
        (["new", "lizard", "--seat", "Ann"], ["3 to 5 players"]),
        (["new", "lizard", "--seat", "Ann", "--seat", "ann", "--seat", "Cat"], ["two seats are called"]),
        (["new", "lizard", "--seat", "Ann", "--seat", "Ann", "--seat", "Cat"], ["two seats are called"]),
        (["new", "lizard", "--seat", "A:b", "--seat", "Bob", "--seat", "Cat"], ["A:b", "no name"]),
        ([*LIZARD, "--option", "hok=true"], ["no such option", "did you mean hook?"]),
        ([*LIZARD, "--option", "hook=maybe"], ["hook", "true or false"]),
        ([*LIZARD, "--option", "hook"], ["NAME=VALUE"]),
        ([*LIZARD, "--kit", "K7Q4-9M"], ["needs no kit"]),
        (["new", "liars-lair", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat"], ["--kit or --facts is missing"]),
        (["resume"], ["no table yet"]),
        (["resume", "9"], ["no table"]),
        (["resume", "three"], ["three"]),
        (["tables"], ["no table yet"]),
        (["export"], ["no table yet"]),
        (["scores", "2"], ["no table"]),
        (["slips", "-o", "x"], ["no table yet"]),
        (["replay", "nowhere.txt"], ["nowhere.txt", "No such file"]),
        (["rules", "lizard", "lizard.folow"], ["did you mean lizard.follow"]),
        (["rules", "poker"], ["there is no game “poker”"]),
        (["rules", "lizard", "--players", "9"], ["3 to 5"]),
        (
            ["rules", "liar-poker", "--option", "bets=2", "--option", "bets.large=30,40,50"],
            ["options.bets: “2” will not do; it is said in parts, like bets.large=30,40,50"],
        ),
    ],
)
def test_one_clear_sentence(home, args, said):
    refused(referee(*args), *said)
    assert not (home / "tables.sqlite").exists() or "no table" not in said


def test_a_kit_that_cannot_serve_the_table(home, facts):
    refused(referee(*lair(facts, players=9)), "3 to 8 players")
    done = refused(referee(*lair(facts, players=6)), "15 pairs")
    assert "2" in done.stderr  # the k that fits
    refused(referee(*lair(facts, "--option", "each=4")), "15 pairs")
    refused(referee("tables"), "no table yet")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "not json", '{"format": 1, "pairs": []}', '{"format": 9, "pairs": []}']
)
def test_a_damaged_fact_file(home, facts, text):
    facts.write_text(text)
    refused(referee(*lair(facts)), "facts.json")


def test_a_fact_file_that_is_not_there_and_a_kit_nobody_made(home, facts, tmp_path):
    refused(referee(*lair(tmp_path / "none.json")), "none.json")
    seats = ["--seat", "Ann", "--seat", "Bob", "--seat", "Cat"]
    refused(referee("new", "liars-lair", *seats, "--kit", "K7Q4-9M"), "no kit K7Q4-9M")
    refused(referee("new", "liars-lair", *seats, "--kit", "nonsense"), "not a kit code")
    refused(referee(*lair(facts, "--kit", "K7Q4-9M")), "--kit and --facts")


def test_a_card_nobody_holds_and_a_name_misspelt(home, facts):
    seeded = lair(facts, "--seed", "7")
    refused(referee(*seeded, lines="Ann: plays 99\n"), "[lair.")
    refused(referee(*seeded, lines="Dann: plays 9\n"), "line 1", "did you mean Dan?", "[lair.line]")


def test_an_unwritable_home(tmp_path):
    (tmp_path / "file").write_text("")
    refused(referee(*LIZARD, env={"LIARSDECK_HOME": str(tmp_path / "file" / "home")}), "journal")


def test_a_machine_without_utf_8_and_colours(home):
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TERM": "dumb", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "referee", *LIZARD],
        input=ROUND.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, **env},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == 8
    assert b"\x1b" not in done.stdout


def test_a_home_with_blanks_and_accents(tmp_path):
    env = {"LIARSDECK_HOME": str(tmp_path / "Zoë's häuschen 家")}
    assert referee(*LIZARD, lines=ROUND, env=env).returncode == 0
    assert "Ann, Bob, Cat" in referee("tables", env=env).stdout


def modules(code):
    """Return every module that running ``code`` leaves imported."""
    code = f"import sys; from referee.cli import program; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_help_imports_nothing_but_click():
    found = modules("program.main(['--help'], standalone_mode=False)")
    assert "click" in found
    heavy = {"msgspec", "rich", "prompt_toolkit", "sqlite3", "jinja2", "referee.core.game", "reportlab", "platformdirs"}
    assert heavy.isdisjoint(found)


def test_a_scripted_table_imports_no_terminal_library(home):
    found = modules(f"program.main({LIZARD!r}, standalone_mode=False)")
    assert "sqlite3" in found
    assert {"rich", "prompt_toolkit", "jinja2", "reportlab", "PIL", "faker"}.isdisjoint(found)
