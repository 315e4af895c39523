"""A search finds the tables that no other beats, goes on after a kill, and says how each is played with friends."""

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee import games
from referee.lab import run
from referee.lab.search import AIMS, TUNED, Point, beats, front, ordered, values
from referee.lab.statistics import Mean
from tests.programs import ran
from tests.referee.lab.labs import lab, table_of

SEARCH = (
    "lizard --players 3 --option rounds=2 --bots low --games 10 --drama 1 "
    "--search --minutes 1-99 --vary hook --tables 2"
)


def point(name: str, *worths: float) -> Point:
    filled = (*worths, *[0.0] * (len(AIMS) - len(worths)))
    held = [Mean(aim.sign * worth, 1, 0, 1) for aim, worth in zip(AIMS, filled, strict=True)]
    return Point((4, (("name", name),)), "easy", tuple(held))


def names(among: Sequence[Point]) -> str:
    return "".join(one.table[1][0][1] for one in among)


def test_the_front_is_what_no_other_beats() -> None:
    a, b, c, d = point("a", 3, 1), point("b", 1, 3), point("c", 2, 2), point("d", 1, 1)
    assert beats(a, d)
    assert not beats(a, b)
    assert not beats(a, a)
    assert names(front([a, b, c, d])) == "abc"
    best = names(ordered([d, c, a, b]))
    assert best[2:] == "cd"
    assert {*best[:2]} == {*"ab"}  # the ends of a front come before its middle


def test_every_game_has_house_rules_to_search() -> None:
    found = {name: dict(values(games.game(name))) for name in games.REGISTRY}
    assert found["liars-lair"]["own_conflict"] == ("out", "allowed")
    assert found["red-and-black"]["river"] == tuple(map(str, range(1, 9)))
    assert found["liar-poker"]["chips"] == ("125", "250", "500", "1000", "2000")
    assert "bets.small" not in found["liar-poker"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder: Path = tmp_path_factory.mktemp("search") / "whole"
    return folder, lab(SEARCH, folder, charts=True).stdout


def test_the_front_is_shown_with_the_command_that_plays_it(whole: tuple[Path, str]) -> None:
    folder, said = whole
    rows = table_of(folder, "front.csv")
    best = [row for row in rows if row["front"] == "1"]
    assert best
    page = (folder / "report.html").read_text("utf-8")
    assert "Which rules are best?" in page
    assert "the tables that no other beats" in page.lower()
    game = games.game("lizard")
    for row in best:
        assert row["command"] in said
        assert f"<code>{row['command']}</code>" in page
        words = shlex.split(row["command"])
        assert words[:4] == ["referee", "host", "lizard", "--deal"]
        given = dict(word.split("=") for word in words[5::2])
        assert games.setup(game, ["Ann", "Bob", "Cat"], given, words=True)
    usual = [row for row in rows if row["options"] == "rounds=2 hook=false"]
    assert len(usual) == 1, "the table as published is always in the last round"
    for row in rows:
        assert float(row["favoured_low"]) <= float(row["favoured"]) <= float(row["favoured_high"])


def test_bots_are_tuned_for_each_table_and_the_last_round_has_seeds_of_its_own(whole: tuple[Path, str]) -> None:
    folder, _ = whole
    tuned = (folder / TUNED).read_text("utf-8").splitlines()
    assert len(tuned) == 4
    seeds = {run.planned(path.parent).seed for path in folder.glob("*/plan.json")}
    assert len(seeds) == len([*folder.glob("*/plan.json")])
    again = ran("referee", "lab", "--resume", "-o", folder / "again")
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("In short\n")


def test_a_search_that_is_killed_goes_on(whole: tuple[Path, str], tmp_path: Path) -> None:
    """As a kill in the first round leaves it: one bot tuned, the line of the next cut off, and no result."""
    folder = tmp_path / "killed"
    shutil.copytree(whole[0], folder)
    for left in folder.glob("*/plan.json"):
        shutil.rmtree(left.parent)
    for name in ("front.csv", "report.html"):
        (folder / name).unlink()
    first = (folder / TUNED).read_bytes().splitlines(keepends=True)[0]
    (folder / TUNED).write_bytes(first + b'["1",[3,[["rounds"')
    gone_on = ran("referee", "lab", "--resume", "--workers", "2", "-o", folder)
    assert gone_on.returncode == 0, gone_on.stderr
    assert {*(folder / TUNED).read_bytes().splitlines()} == {*(whole[0] / TUNED).read_bytes().splitlines()}
    for name in ("front.csv", "report.html"):
        assert (folder / name).read_bytes() == (whole[0] / name).read_bytes()
    assert ran("referee", "lab", *SEARCH.split(), "-o", folder).returncode == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("liars-lair --search --minutes x-3", "--minutes: “x-3” will not do"),
        ("liars-lair --search --bots easy,hard", "tunes one strategy"),
        ("liars-lair --search --league", "leave out one of them"),
        ("liars-lair --search --vary each=2,3 --option each=2", "--option each=2 holds it fast"),
        ("liars-lair --search --bots esay", "esay"),
        ("lizard --search --temper bold", "a bot of Lizard dares"),
        ("lizard --players 3 --search --vary track=tricks,scores --tables 2", "no table of these can be played"),
        ("liars-lair --players 4 --search --vary dawn=x", "options.dawn: “x” will not do"),
    ],
)
def test_a_search_that_cannot_be_is_refused_in_a_sentence(words: str, why: str, tmp_path: Path) -> None:
    done = ran("referee", "lab", *words.split(), "-o", tmp_path / "lab")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert why in done.stderr
    assert not (tmp_path / "lab").exists()
