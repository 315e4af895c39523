"""Browne's measures: right where they are known, and in the report and the table."""

from pathlib import Path
from random import Random

import pytest

from referee import games
from referee.bots import moves, named
from referee.lab import drama, run
from referee.lab.drama import POINTS, Drama, differ, entropy, examined
from referee.lab.plan import Plan, cells, setup
from referee.lab.questions import excitement
from tests.referee.lab.labs import lab, table_of
from tests.sampling import some

TABLES = {"liars-lair": (3, ("each", "2")), "lizard": (3, ("rounds", "1")), "liar-poker": (2, ("max_rounds", "2")),
          "liars-guess": (2, ("deals", "2")), "red-and-black": (2, ("max_turns", "9"))}  # fmt: skip


def test_the_measures_of_a_game_that_is_known() -> None:
    ahead, even, lost = (0.75, 0.25), (0.5, 0.5), (0.0, 1.0)
    look = Drama((ahead, even, lost), ())
    assert look.lead_changes == 1
    assert look.came_back(0)
    assert not look.came_back(1)
    assert look.drama(1) == pytest.approx(0.5**0.5 / 3)
    assert look.drama(0) == pytest.approx(1 / 3)
    assert look.uncertainty[1:] == (1.0, 0.0)
    assert 0 < entropy((0.9, 0.1)) < entropy(ahead) < 1


def test_a_choice_matters_where_its_alternatives_differ_beyond_chance() -> None:
    rng = Random(7)
    noise = [[float(rng.random() < 0.5) for _ in range(3)] for _ in range(24)]
    clear = [[float(rng.random() < part) for part in (0.9, 0.1)] for _ in range(24)]
    variance, p = differ(noise)
    assert p > 0.05
    assert abs(variance) < 0.02
    variance, p = differ(clear)
    assert p < 0.001
    assert 0.15 < variance < 0.5
    assert differ([[1.0, 0.0]] * 24) == (0.5, 0.0)
    assert differ([[1.0, 1.0]] * 24) == (0.0, 1.0)


@pytest.mark.parametrize("name", some(TABLES, 2))
def test_every_game_is_examined(name: str) -> None:
    many, option = TABLES[name]
    game = games.game(name)
    table = setup(game, many, (option,), 0, "7")
    bots = dict.fromkeys(range(many), named("random", game))
    steps = list(moves(game, table, bots, "7", 4_000))
    found = examined(game, steps, bots, 9, "7")
    assert found is not None
    assert 0 < len(found.chances) <= POINTS
    assert all(sum(row) == pytest.approx(1, abs=0.001) for row in found.chances)
    assert found == examined(game, steps, bots, 9, "7")


def test_hard_games_are_played_on_by_easy(tmp_path: Path) -> None:
    game = games.game("liars-guess")
    plan = Plan(game.name, cells(game, (2,), (("deals", "1"),), (), ("hard", "wary")), 2, "7", drama=1)
    assert plan.quickened().cells[0].lineup == ("easy", "easy")
    run.begin(tmp_path, plan)
    run.go(tmp_path, plan, workers=1)
    rows = run.rows_of(tmp_path)
    assert [(row.cell, row.index) for row in rows if row.drama] == [(0, 0), (1, 0)]
    assert excitement([row for row in rows if row.drama is None]) is None


def test_the_report_and_the_table_say_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drama, "ROLLOUTS", 3)
    done = lab("liars-lair --players 4 --vary each=2,3 --bots easy --games 5 --drama 1", tmp_path, charts=True)
    assert "Is it exciting, and do choices matter?" in done.stdout
    assert "each = 2: the place tells: what comes first in a round is true in " in done.stdout
    assert "each = 2: players are out for " in done.stdout
    assert "--drama 1" in (tmp_path / "report.html").read_text("utf-8")
    rows = table_of(tmp_path)
    assert [bool(row["open"]) for row in rows if row["options"] == "each=2"] == [True] + [False] * 4
    assert all(len(row["idle"].split()) == 4 and len(row["tells"].split()) == 6 for row in rows)


def test_what_nobody_ever_did_is_told(tmp_path: Path) -> None:
    done = lab("liars-guess --bots trusting --games 3", tmp_path)
    assert "What nobody ever did, and in how many decisions it was legal: “accuses” (" in done.stdout
