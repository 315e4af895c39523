"""A tuned strategy wins more than chance explains."""

import pytest

from referee import games
from referee.lab.plan import Cell, Plan, player
from referee.lab.tune import best_response, dials, put
from tests.bench import tune

PLAN = Plan("liars-lair", (), 120, "7", cap=60)
TABLE = Cell(3, (("own_conflict", "allowed"),), ())


def test_a_parameter_is_set_once() -> None:
    assert put(put("lair", "declare", 0.5), "declare", 2) == "lair:declare=2"
    assert put("easy:risk=0.6", "bolder", 0.1) == "easy:bolder=0.1:risk=0.6"


def test_what_is_tried_is_what_a_bot_may_have() -> None:
    for game, word in (("liars-lair", "easy"), ("liars-lair", "hard"), ("liar-poker", "easy"),
                       ("red-and-black", "easy"), ("liars-guess", "easy"), ("lizard", "hard")):  # fmt: skip
        plan = Plan(game, (), 1, "7")
        found = dials(word, plan)
        assert "samples" not in found
        for name, values in found.items():
            assert len(values) > 1
            for value in values:
                assert player(put(word, name, value), games.game(game))
    assert "risk" not in dials("easy", PLAN, leave=("risk",))


def test_who_declares_at_once_learns_to_wait() -> None:
    tried = {"declare": (0.1, 0.95)}
    alone = best_response(PLAN, TABLE, "lair:declare=0.1", tried, rival="lair:declare=0.1")
    assert alone.word == "lair:declare=0.95"
    (move,) = alone.moves
    assert (move.name, move.value, move.games) == ("declare", 0.95, 120)
    assert move.won > 120 / 3
    assert best_response(PLAN, TABLE, alone.word, tried).moves == ()


def test_the_command_names_what_it_found_and_how_often_that_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.main(["liars-guess", "easy", "--share", "30"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("liars-guess for 2, easy against hard: easy")
    assert said.endswith(" of 30\n")
    assert tune.main(["nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
