"""A scripted table, and what it leaves behind: each line answered, killed at any moment, gone on with, written down."""

import json
import signal
import stat
import subprocess
import sys
import time
from random import Random
from xml.etree import ElementTree

import pytest

from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.program import LIZARD, ROUND, lair, referee, refused
from tests.sampling import some


def test_one_answer_line_for_each_line(home):
    done = referee(*LIZARD, lines=ROUND)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 8
    assert done.stdout.splitlines()[0] == "Ann deals first."


def test_blanks_and_comments_get_no_answer(home):
    done = referee(*LIZARD, lines="\n# our third evening\ndealer Ann   # drew an ace\r\n\n")
    assert done.stdout == "Ann deals first.\n"


def test_it_stops_at_the_first_refusal_unless_told_to_go_on(home):
    lines = "dealer Ann\ntrump 9h\nBob: bids 4\nBob: bids 1\n"
    done = refused(referee(*LIZARD, lines=lines), "line 3: Bob cannot bid 4", "[lizard.bid-range]")
    assert len(done.stdout.splitlines()) == 2
    done = referee(*LIZARD, "--keep-going", lines=lines)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 3)
    assert done.stderr.startswith("line 3: Bob cannot bid 4")


def test_a_masked_line_is_no_line_of_a_table(home):
    done = refused(referee(*LIZARD, lines="dealer Ann\ntrump 9h\nAnn: holds ?\n"), "line 3", "[lizard.line]")
    assert len(done.stdout.splitlines()) == 2


def test_ctrl_c_ends_a_script_with_130(home):
    keeper = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *LIZARD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    keeper.stdin.write(b"dealer Ann\n")
    keeper.stdin.flush()
    assert keeper.stdout.readline() == b"Ann deals first.\n"
    keeper.send_signal(signal.SIGINT)
    assert keeper.wait(20) == 130
    assert b"Traceback" not in keeper.stderr.read()
    assert "dealer Ann" in referee("export").stdout


def test_a_damaged_line_costs_only_what_follows_it(home):
    referee(*LIZARD, lines=ROUND)
    path = home / "tables.sqlite"
    data = bytearray(path.read_bytes())
    data[data.index(b"Cat: bids 0") + 1] ^= 1
    path.write_bytes(data)
    refused(referee("resume", lines=""), "Entry 4 of table 1 is damaged", "referee export 1")
    done = referee("export")
    assert done.stdout.splitlines()[-1] == "Bob: bids 1"
    assert "undamaged" in done.stderr


def test_undo_and_redo_from_a_script(home):
    done = referee(*LIZARD, lines="dealer Ann\ntrump 9h\nundo\nredo\nundo 2\n")
    assert done.stdout.splitlines()[2] == "Taken back: trump 9h."
    assert done.stdout.splitlines()[4] == "Taken back: trump 9h; dealer Ann."
    lines = referee("export").stdout.splitlines()
    assert not any("trump" in line for line in lines if not line.startswith("#"))
    assert any(line.endswith("taken back: trump 9h; dealer Ann") for line in lines)


def test_resume_goes_on_where_it_stood(home):
    begun, rest = "".join(ROUND.splitlines(True)[:4]), "".join(ROUND.splitlines(True)[4:])
    referee(*LIZARD, lines=begun)
    referee(*LIZARD, lines="dealer Bob\n")
    assert len(referee("resume", 1, lines=rest).stdout.splitlines()) == 4
    assert "plays 3c" in referee("export").stdout  # the one played last is the one that was resumed
    assert "Bob is the Lizard King" in referee("tables").stdout


def test_hostile_bytes_are_refused_in_one_sentence(home):
    raw = "\ud800".encode("utf-8", "surrogatepass")
    done = subprocess.run([sys.executable, "-m", "referee", *LIZARD], input=raw, capture_output=True, check=False)
    said = [(done.returncode, done.stderr.decode())]
    for monster in ("\x00", "\x1b[2J", "x" * 100_000, "((((", "Ann: " * 999):
        answer = referee(*LIZARD, lines=monster)
        said.append((answer.returncode, answer.stderr))
    for status, error in said:
        assert status == 2
        assert "Traceback" not in error
        assert len(error.splitlines()) == 1
        assert len(error) < 500
        assert "\x1b" not in error


# Two referees


def test_a_second_referee_is_refused_and_may_look_on(home):
    keeper = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *LIZARD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    keeper.stdin.write("dealer Ann\n")
    keeper.stdin.flush()
    assert keeper.stdout.readline() == "Ann deals first.\n"
    refused(referee("resume", lines="trump 9h\n"), f"process {keeper.pid}", "--watch")
    watcher = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", "resume", "--watch"], stdout=subprocess.PIPE, text=True
    )
    assert "Lizard" in watcher.stdout.readline()
    keeper.stdin.write("".join(ROUND.splitlines(True)[1:]))
    keeper.stdin.close()
    assert keeper.wait(20) == 0
    seen = watcher.stdout.read()
    assert watcher.wait(20) == 0
    assert "9♥ is turned" in seen
    assert "Lizard King" in seen
    assert referee("resume", lines="").returncode == 0


# Killed


def killed_once(args, lines, moment):
    """Start a scripted table, kill it ``moment`` seconds after its first answer; return the confirmed answers."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with process.stdin as stdin:
        stdin.write("".join(lines))
    heard = process.stdout.readline()
    time.sleep(moment)
    process.kill()
    heard += process.stdout.read()
    process.wait()
    return [answer for answer in heard.splitlines(keepends=True) if answer.endswith("\n")]


@pytest.mark.parametrize("run", some(range(4), 2))
def test_killed_at_any_moment_a_table_goes_on_with_all_that_was_confirmed(home, run):
    game = games.game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat"], {"rounds": 6})
    _state, actions = games.playout(game, setup, Random(run))
    lines = [games.format_action(game, setup, action) + "\n" for action in actions]
    confirmed = len(killed_once([*LIZARD[:-1], "rounds=6"], lines, 0.004 * run))
    with Journal() as journal:
        kept = [line + "\n" for line in Table(journal, 1).log.lines]
    assert kept == lines[: len(kept)]
    assert confirmed <= len(kept) <= confirmed + 1
    done = referee("resume", lines="".join(lines[len(kept) :]))
    assert (done.returncode, done.stderr) == (0, "")
    with Journal() as journal:
        table = Table(journal, 1)
        assert table.over
        assert list(table.actions) == actions


# What is written down


def test_nothing_hidden_in_any_public_output(home, facts, tmp_path):
    """Two deals of one table that differ in secrets only give the same public bytes."""
    shown = []
    hands = ["1 3 5 7 9 11", "2 4 6 8 10 12", "13 15 17 14 16 18"]
    for truths, swap in (("1 3 5 8 10 12 13 15 17", False), ("1 3 5 8 10 12 14 16 18", True)):
        order = [hands[2], hands[1], hands[0]] if swap else hands
        deal = "".join(f"{name}: holds {hand}\n" for name, hand in zip(["Ann", "Bob", "Cat"], order, strict=True))
        env = {"LIARSDECK_HOME": str(tmp_path / f"home{swap}")}
        args = lair(facts, "--option", "deal=entered", players=3)
        made = referee(*args, lines=f"{deal}truths {truths}\nstart Ann\n", env=env)
        assert made.returncode == 0, made
        record = tmp_path / "game.txt"
        referee("export", "-o", record, env=env)
        shown.append(
            [made.stdout, made.stderr, record.read_text()]
            + [referee(*args, env=env).stdout for args in (["scores"], ["scores", "--svg"], ["replay", record])]
            + [referee("replay", record, "--json", env=env).stdout, referee("resume", env=env).stdout]
        )
    assert shown[0] == shown[1]


def test_slips_are_for_one_pair_of_eyes(home, tmp_path):
    refused(referee("slips", "-o", tmp_path / "slips"), "no table")
    referee(*LIZARD, lines="dealer Ann\nAnn: holds 9s\nCat: holds lizard\n")
    done = referee("slips", "-o", tmp_path / "slips", "--yes")
    assert done.returncode == 0
    assert done.stdout == ""
    assert "9♠" not in done.stderr
    written = sorted((tmp_path / "slips").iterdir())
    assert [path.name for path in written] == ["1-Ann.txt", "3-Cat.txt"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in written} == {0o600}
    assert stat.S_IMODE((tmp_path / "slips").stat().st_mode) == 0o700
    assert written[0].read_text().startswith("liarsdeck slip 2\nAnn\n")
    assert "9♠" in written[0].read_text()
    assert "9♠" not in written[1].read_text()


def test_slips_where_no_hand_is_known(home, tmp_path):
    referee(*LIZARD, lines=ROUND)
    refused(referee("slips", "-o", tmp_path / "slips"), "knows no hand")
    assert not (tmp_path / "slips").exists()


@pytest.mark.parametrize(("form", "begins"), [("--svg", "<svg"), ("--csv", "round,Ann"), ("--md", "## Lizard")])
def test_scores_for_the_wall(home, tmp_path, form, begins):
    referee(*LIZARD, lines=ROUND)
    assert referee("scores", form).stdout.startswith(begins)
    assert referee("scores", form, "-o", tmp_path / "wall").stdout == ""
    assert (tmp_path / "wall").read_text().startswith(begins)


def test_the_svg_is_well_formed_whatever_people_are_called(home):
    seats = ["--seat", "<Ann & Co>", "--seat", "Bob", "--seat", "ليلى"]
    assert referee("new", "lizard", *seats, lines="").returncode == 0
    ElementTree.fromstring(referee("scores", "--svg").stdout)
    assert "&lt;Ann &amp; Co&gt;" in referee("scores", "--svg").stdout


def test_a_cell_is_never_a_formula(home):
    seats = ["--seat", "=1+1", "--seat", "Bob", "--seat", "Cat"]
    referee("new", "lizard", *seats, "--option", "rounds=1", lines="")
    cells = [cell for line in referee("scores", "--csv").stdout.splitlines() for cell in line.split(",")]
    assert "'=1+1 bid" in cells
    assert not any(cell.startswith("=") for cell in cells)


def test_tables_as_json(home):
    referee(*LIZARD, lines=ROUND)
    (table,) = json.loads(referee("tables", "--json").stdout)
    assert (table["table"], table["game"], table["seats"], table["over"]) == (1, "lizard", ["Ann", "Bob", "Cat"], True)
