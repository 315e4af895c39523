"""The referee's commands from outside: what stands on stdout, on stderr, in the exit status, and in nobody's sight."""

import json
import os
import stat
import subprocess
import sys
import time

import pytest

from factbank.facts import Card, Pair, make, write
from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.programs import ran

ROUND = "dealer Ann\ntrump 9h\nBob: bids 1\nCat: bids 0\nAnn: bids 0\nBob: plays Ah\nCat: plays 2h\nAnn: plays 3c\n"
LIZARD = ["new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=1"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def facts(tmp_path):
    """Fifteen pairs: 1 and 2, 3 and 4, and so on."""
    pairs = [Pair(f"Pair {n}", (Card(2 * n - 1, f"Goats {n}."), Card(2 * n, f"No goats {n}."))) for n in range(1, 16)]
    path = tmp_path / "facts.json"
    write(make(pairs), path)
    return path


def referee(*args, lines="", env=None, **more):
    """Run the program as its script does, in this process; in one of its own where the machine matters."""
    if set(env or {}) <= {"LIARSDECK_HOME"} and not more:
        return ran("referee", *args, lines=lines, env=env)
    return process(*args, lines=lines, env=env, **more)


def process(*args, lines="", env=None, **more):
    """Run the program as a person's shell would."""
    return subprocess.run(
        [sys.executable, "-m", "referee", *map(str, args)],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **(env or {})},
        **more,
    )


def refused(done, *said):
    """It ended with status 2, one sentence on stderr, and no traceback."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for words in said:
        assert words in done.stderr
    return done


# A scripted table


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


def test_with_a_seed_the_referee_deals_and_the_same_seed_deals_the_same(home):
    seeded = [*LIZARD, "--seed", "7"]
    first, second = referee(*seeded), referee(*seeded)
    assert first.stdout == second.stdout
    assert "deals first" in first.stdout
    assert referee("export", 1, "--reveal", "--yes").stdout == referee("export", 2, "--reveal", "--yes").stdout
    assert referee(*LIZARD, "--seed", "8").stdout != first.stdout or (
        referee("export", 3, "--reveal", "--yes").stdout != referee("export", 1, "--reveal", "--yes").stdout
    )


def test_a_seeded_table_goes_on_dealing_after_resume(home):
    referee(*LIZARD, "--option", "rounds=2", "--seed", "7")
    with Journal() as journal:
        table = Table(journal, 1)
        first = table.actions
    assert first
    assert referee("resume", lines="# nothing\n").returncode == 0
    with Journal() as journal:
        assert Table(journal, 1).actions == first


def test_a_masked_line_is_no_line_of_a_table(home):
    done = refused(referee(*LIZARD, lines="dealer Ann\ntrump 9h\nAnn: holds ?\n"), "line 3", "[lizard.line]")
    assert len(done.stdout.splitlines()) == 2


def test_ctrl_c_ends_a_script_with_130(home):
    import signal

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
    begun, rest = ROUND[:40], ROUND[40:]
    begun, rest = "".join(ROUND.splitlines(True)[:4]), "".join(ROUND.splitlines(True)[4:])
    referee(*LIZARD, lines=begun)
    referee(*LIZARD, lines="dealer Bob\n")
    assert len(referee("resume", 1, lines=rest).stdout.splitlines()) == 4
    assert "plays 3c" in referee("export").stdout  # the one played last is the one that was resumed
    assert "Bob is the Lizard King" in referee("tables").stdout


def test_hostile_bytes_are_refused_in_one_sentence(home):
    for monster in ("\x00", "\x1b[2J", "x" * 100_000, "((((", "Ann: " * 999, "\ud800".encode("utf-8", "surrogatepass")):
        raw = monster if isinstance(monster, bytes) else monster.encode()
        done = subprocess.run([sys.executable, "-m", "referee", *LIZARD], input=raw, capture_output=True, check=False)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert len(done.stderr) < 500
        assert b"\x1b" not in done.stderr


# What a person can get wrong


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["new"], ["GAME is missing"]),
        (["new", "lizzard"], ["did you mean lizard?"]),
        (["new", "lizard"], ["--seat is missing"]),
        (["new", "lizard", "--seat", "Ann"], ["3 to 5 players"]),
        (["new", "lizard", "--seat", "Ann", "--seat", "ann", "--seat", "Cat"], ["two seats are called"]),
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
    ],
)
def test_one_clear_sentence(home, args, said):
    refused(referee(*args), *said)
    assert not (home / "tables.sqlite").exists() or "no table" not in said


def lair(facts, *more, players=5):
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"][:players]
    return ["new", "liars-lair", *[part for name in names for part in ("--seat", name)], "--facts", facts, *more]


def test_a_kit_that_cannot_serve_the_table(home, facts):
    refused(referee(*lair(facts, players=9)), "3 to 8 players")
    done = refused(referee(*lair(facts, players=6)), "15 pairs")
    assert "2" in done.stderr  # the k that fits
    refused(referee(*lair(facts, "--option", "each=4")), "15 pairs")


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


def test_a_refused_start_leaves_no_table(home, facts):
    referee(*lair(facts, players=9))
    refused(referee("tables"), "no table yet")


def test_a_card_nobody_holds_and_a_name_misspelt(home, facts):
    seeded = lair(facts, "--seed", "7")
    refused(referee(*seeded, lines="Ann: plays 99\n"), "[lair.")
    refused(referee(*seeded, lines="Dann: plays 9\n"), "line 1", "did you mean Dan?", "[lair.line]")


def test_an_unwritable_home(tmp_path):
    (tmp_path / "file").write_text("")
    refused(referee(*LIZARD, env={"LIARSDECK_HOME": str(tmp_path / "file" / "home")}), "journal")


@pytest.mark.parametrize("damage", ["foreign", "cut"])
def test_a_journal_that_cant_be_trusted(home, damage):
    referee(*LIZARD, lines=ROUND)
    path = home / "tables.sqlite"
    data = path.read_bytes()
    path.write_bytes(b"Dear diary" * 99 if damage == "foreign" else data[: len(data) // 2])
    kept = path.read_bytes()
    for args in (["tables"], ["resume"], ["export"], LIZARD):
        refused(referee(*args, lines=ROUND), "left as it is" if damage == "foreign" else "cut off")
    assert path.read_bytes() == kept


def test_a_record_with_a_broken_header(home, tmp_path):
    path = tmp_path / "game.txt"
    for text in ["", "dealer Ann\n", "+++\ngame = lizard\n+++\n", "+++\n+++\n", '+++\ngame = "lizard"\n', "\x00"]:
        path.write_text(text)
        done = refused(referee("replay", path, "--json"))
        assert done.stderr.startswith("line 1: ")
        assert done.stdout == ""


def test_a_record_is_stopped_at_the_line_that_is_not_legal(home, tmp_path):
    path = tmp_path / "game.txt"
    head = '+++\ngame = "lizard"\nseats = ["Ann", "Bob", "Cat"]\n[options]\nrounds = 1\n+++\n'
    path.write_text(head + ROUND.replace("bids 1", "bids 4"))
    done = referee("replay", path, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("line 9: Bob cannot bid 4: this round has 1 trick (0 to 1) [lizard.bid-range]")


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


@pytest.mark.parametrize("run", range(4))
def test_killed_at_any_moment_a_table_goes_on_with_all_that_was_confirmed(home, run):
    from random import Random

    game = games.game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat"], {"rounds": 6})
    _state, actions = games.playout(game, setup, Random(run))
    lines = [games.format_action(game, setup, action) + "\n" for action in actions]
    args = ["new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=6"]
    confirmed = len(killed_once(args, lines, 0.004 * run))
    with Journal() as journal:
        kept = [line + "\n" for line in Table(journal, 1).standing.lines]
    assert kept == lines[: len(kept)]
    assert confirmed <= len(kept) <= confirmed + 1
    done = referee("resume", lines="".join(lines[len(kept) :]))
    assert (done.returncode, done.stderr) == (0, "")
    with Journal() as journal:
        table = Table(journal, 1)
        assert table.over
        assert list(table.actions) == actions


# What is written down


def test_a_redacted_export_replays_to_the_same_as_the_full_one(home, facts, tmp_path):
    referee(*lair(facts, "--seed", "7"))
    said = []
    for more in ([], ["--reveal", "--yes"]):
        path = tmp_path / "game.txt"
        assert referee("export", *more, "-o", path).returncode == 0
        said.append(referee("replay", path, "--json").stdout)
    assert said[0] == said[1]
    assert json.loads(said[0])["public"]["phase"] == "play"


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


def test_the_journal_of_a_table_is_private(home, facts):
    referee(*lair(facts, "--seed", "7"))
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert {stat.S_IMODE(p.stat().st_mode) for p in home.glob("tables*")} == {0o600}


@pytest.mark.parametrize(("form", "begins"), [("--svg", "<svg"), ("--csv", "round,Ann"), ("--md", "## Lizard")])
def test_scores_for_the_wall(home, tmp_path, form, begins):
    referee(*LIZARD, lines=ROUND)
    assert referee("scores", form).stdout.startswith(begins)
    assert referee("scores", form, "-o", tmp_path / "wall").stdout == ""
    assert (tmp_path / "wall").read_text().startswith(begins)


def test_the_svg_is_well_formed_whatever_people_are_called(home):
    import xml.etree.ElementTree as ElementTree

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


# Other machines


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"TERM": "dumb"}, {"NO_COLOR": "1"}]
)
def test_other_machines(home, env):
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
    for heavy in (
        "msgspec",
        "rich",
        "prompt_toolkit",
        "sqlite3",
        "jinja2",
        "referee.core.game",
        "reportlab",
        "platformdirs",
    ):
        assert heavy not in found


def test_a_scripted_table_imports_no_terminal_library(home):
    found = modules(f"program.main({LIZARD!r}, standalone_mode=False)")
    assert "sqlite3" in found
    for heavy in ("rich", "prompt_toolkit", "jinja2", "reportlab", "PIL", "faker"):
        assert heavy not in found


def test_a_house_rule_that_is_a_table_is_not_given_as_one_value_too():
    done = referee("rules", "liar-poker", "--option", "bets=2", "--option", "bets.large=30,40,50")
    assert done.returncode == 2
    assert done.stderr == "referee: --option bets.large=30,40,50: bets was given before, as one value.\n"
