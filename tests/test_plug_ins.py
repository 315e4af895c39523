"""A game of another package: a wheel that is installed beside the house brings it, and it is played like any other."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cardgen
from tests import programs
from tests.bench.hard.plugins import found_in

ROOT = Path(__file__).parents[1]
CONTRIBUTING_DECK = re.search(
    r"## How to add a deck\n.*?```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL
)[1]
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "some-games"
version = "1"

[project.entry-points."liarsdeck.games"]
tiny = "tiny_game:GAME"
broken = "tiny_broken:GAME"
other = "tiny_game:GAME"
endless = "tiny_endless:GAME"

[project.entry-points."liarsdeck.decks"]
moons = "tiny_deck:make"
torn = "tiny_broken:make"

[tool.hatch.build.targets.wheel]
only-include = ["tiny_game.py", "tiny_deck.py", "tiny_broken.py", "tiny_endless.py"]
"""
ENDLESS = """
import os, pathlib
from tiny_game import BOTS, Tiny

class Endless(Tiny):
    name = "endless"

    def apply_bids(self, state, action):
        pathlib.Path(os.environ["STUCK"]).touch()
        while True:
            pass

GAME = Endless()
"""
PROGRAM = """
import json, cardgen, referee, liarsdeck.plug_ins
referee.new("lizard", ["Ann", "Bob", "Cat"]).playout()
cardgen.deck("lizard")
looks = liarsdeck.plug_ins.found.cache_info().misses
game = referee.new("Tiny", ["Ann", "Bob", "Cat"], seed=3, top=3)
bots = {name: referee.bot("tiny", "random", seed=1) for name in game.seats} | {None: game.chance}
while not game.over:
    game.play(bots[game.turn].choose(game.view()))
same = referee.parse(game.record(reveal=True)).lines == game.lines
print(json.dumps([looks, game.title, list(referee.GAMES), same]))
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory):
    """Build the wheel and install it into a folder; return the environment in which it is found there."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (source / "tiny_game.py").write_bytes((ROOT / "tests" / "referee" / "tiny.py").read_bytes())
    (source / "tiny_broken.py").write_text("import nothing_of_that_name\n", encoding="utf-8")
    (source / "tiny_endless.py").write_text(ENDLESS, encoding="utf-8")
    (source / "tiny_deck.py").write_text(CONTRIBUTING_DECK, encoding="utf-8")
    offline = ["--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check", "--quiet"]
    command = [sys.executable, "-m", "pip", "install", *offline, "--target", target, source]
    subprocess.run(command, check=True, capture_output=True, cwd=source)
    home = tmp_path_factory.mktemp("home")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(target))), "LIARSDECK_HOME": str(home)}


@pytest.fixture
def inside(beside, monkeypatch):
    """The same in this process, which forgets it afterwards."""
    monkeypatch.setenv("LIARSDECK_HOME", beside["LIARSDECK_HOME"])
    with found_in(Path(beside["PYTHONPATH"].rpartition(os.pathsep)[2])):
        yield


def ran(beside, *command, status=0, **how):
    done = subprocess.run(
        [sys.executable, *command], env=beside, cwd=ROOT, capture_output=True, text=True, check=False, **how
    )
    assert done.returncode == status, done.stderr
    return done


def test_a_game_of_another_package_is_played_at_the_front_door_and_ours_without_a_look_at_it(beside):
    looks, title, names, same = json.loads(ran(beside, "-c", PROGRAM).stdout)
    assert (looks, title, same) == (0, "Highest Alone", True)
    assert names[5:] == ["broken", "endless", "other", "tiny"]


def test_a_game_of_another_package_is_played_at_the_command_line(inside):
    words = ("new", "tiny", "--seat", "Ann", "--seat", "Bob", "--bot", "Zoe:random", "--option", "top=3", "--seed", "1")
    assert programs.ran("referee", *words, lines="Ann: bids 1\nBob: bids 2\n").returncode == 0
    assert '"tiny"' in programs.ran("referee", "tables", "--json").stdout
    assert 'game = "tiny"' in programs.ran("referee", "export", "1", "--reveal", "--yes").stdout


def test_the_house_rules_of_a_game_of_another_package_are_searched(beside, tmp_path):
    """Workers find it as the command does, and the command that plays the best table is the game's."""
    words = ["lab", "tiny", "--players", "3", "--search", "--tables", "2", "--minutes", "0-9", "--games", "6"]
    words += ["--drama", "0", "--workers", "2", "-o", tmp_path / "front"]
    done = ran(beside, "-m", "referee", *words)
    assert "referee host tiny --deal" in done.stdout
    assert "Highest Alone" in (tmp_path / "front" / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "broken",
            "“broken” of some-games can't be played: ModuleNotFoundError: No module named 'nothing_of_that_name'",
        ),
        ("other", "“other” of some-games can't be played: its entry point tiny_game:GAME is no Game of that name"),
        ("tny", "there is no game “tny”; did you mean tiny?"),
    ],
)
def test_a_package_that_brings_no_game_is_said_in_a_sentence(inside, name, why):
    done = programs.ran("referee", "rules", name)
    assert done.returncode == 2
    assert why in done.stderr


def test_a_host_whose_game_never_ends_is_ended_by_a_second_signal(beside, tmp_path):
    home = {"LIARSDECK_HOME": str(tmp_path), "STUCK": str(tmp_path / "stuck")}
    ran(beside | home, "-m", "referee", "new", "endless", "--seat", "Ann", "--seat", "Bob", input="prize 2\n")
    command = [sys.executable, "-m", "referee", "host", "--bind", "127.0.0.1", "--port", "0", "--json", "--table", "1"]
    host = subprocess.Popen(command, env=beside | home, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = json.loads(host.stdout.readline())
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", said["port"], timeout=60)) as asks:

        def post(name, **signs):
            signs |= {"content-type": "application/json"}
            asks.request("POST", f"/api/v1/{name}", json.dumps(sent[name]), signs)

        sent = {"join": {"host": said["host"]}, "line": {"line": "Ann: bids 2", "key": "a", "seen": 1}}
        post("join")
        joined = asks.getresponse()
        joined.read()
        post("line", cookie=joined.headers["set-cookie"].partition(";")[0])
        while not (tmp_path / "stuck").exists():
            assert host.poll() is None
            time.sleep(0.05)
        for _ in range(600):
            host.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                host.wait(0.2)
                break
        else:
            host.kill()
            pytest.fail("it does not end")
    assert b"Traceback" not in host.communicate()[1]
    assert "Ann: bids" not in ran(beside | home, "-m", "referee", "export", "1").stdout


def test_a_deck_of_another_package_is_printed(inside, tmp_path):
    listed = programs.ran("cardgen", "list")
    assert "Moons: 12" in listed.stdout
    assert "the deck “torn” of some-games cannot be made: ModuleNotFoundError" in listed.stderr
    assert programs.ran("cardgen", "extras", "Moons", "-o", tmp_path / "box").returncode == 0
    printed = cardgen.deck("moons").choose("red3").print(tmp_path / "moons.pdf")
    assert repr(printed) == "<Printed moons.pdf: 1 card on 1 sheet>"
    done = programs.ran("cardgen", "deck", "moon")
    assert done.returncode == 2
    assert "did you mean moons?" in done.stderr
