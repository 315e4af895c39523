"""Numbers of the report: intervals that hold what they should, tests that find what is there and nothing else."""

from random import Random

import pytest

from referee.lab import questions
from referee.lab.differences import corrected, differences
from referee.lab.plan import Cell, Plan
from referee.lab.questions import cycles, meetings
from referee.lab.run import Row
from referee.lab.statistics import Lab, even, mean, percent, share, spread


def row(cell: int, index: int, winner: int | None, rounds: int = 5) -> Row:
    winners = () if winner is None else (winner,)
    return Row(cell, index, "", winner is not None, winners, 0, rounds, 9, 9, 60, (0, 0), (), {}, 0, 0, 0, {})


def test_wilson() -> None:
    """Of 34 unfinished in 400; the interval as in Wilson's paper."""
    found = share(34, 400)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0615, 0.1164)
    assert str(found) == "8.5 % (6.1 to 12; n = 400)"
    assert str(share(0, 0)) == "0 % (0 to 100; n = 0)"
    assert (share(0, 50).low, share(50, 50).high) == (pytest.approx(0), pytest.approx(1))


@pytest.mark.parametrize("truth", [0.03, 0.5, 0.9])
def test_nineteen_intervals_of_twenty_hold_the_truth(truth: float) -> None:
    rng = Random(7)
    held = 0
    for _ in range(200):
        found = share(sum(rng.random() < truth for _ in range(80)), 80)
        held += found.low <= truth <= found.high
    assert held >= 184


def test_the_middle() -> None:
    values = list(range(1, 102))
    assert (spread(values).middle, spread(values).of) == (51, 101)
    assert (spread([5]).low, spread([5]).high, spread([]).of) == (5, 5, 0)
    assert mean([1, 2, 3]).low < 2 < mean([1, 2, 3]).high
    assert mean([0, 0.1, 0.9]).low < 0 == mean([0, 0.1, 0.9], 0).low


def test_even() -> None:
    assert even([100, 101, 99]) > 0.9
    assert even([150, 75, 75]) < 0.001


def test_per_cent_has_a_place_where_it_matters() -> None:
    assert [percent(value) for value in (0, 0.004, 0.25, 0.985, 1)] == ["0", "0.4", "25", "98.5", "100"]


def test_a_change_is_found_and_none_where_none_is() -> None:
    before = [row(0, index, index % 2, rounds=5 + index % 3) for index in range(200)]
    after = [row(0, index, index % 2 if index % 3 else None, rounds=9 + index % 3) for index in range(200)]
    real = {one.what: one.sign for one in corrected(differences("table", before, after)) if one.real}
    assert real == {"unfinished games": 1, "rounds": 1}
    assert differences("table", before, before) == []


def levels(won: int, games: int) -> Lab:
    """Three tables at which one in the first place of the line-up wins so many of so many games."""
    tables = [(many, lineup) for many in (3, 4, 5) for lineup in (("hard", *("easy",) * (many - 1)), ("easy",) * many)]
    plan = Plan("liars-lair", tuple(Cell(many, (), lineup) for many, lineup in tables), games, "7")
    rows = [
        row(cell, index, (index + (0 if index % games < won else 1)) % many)
        for cell, (many, _) in enumerate(tables)
        for index in range(games)
    ]
    return Lab(plan, rows)


def test_many_tables_are_summed_up() -> None:
    found = questions.skill_section(levels(30, 40))
    assert found is not None
    assert " ".join(found.words) == (
        "One hard among easy wins 75 % (67 to 82; n = 120) at all tables together, where 26 % is fair: more than fair "
        "at 3 of 3 tables, less at 0. It does best at 5 players: 75 % (60 to 86; n = 40)."
    )
    assert len(found.rows) == 3


def test_few_games_speak_against_no_table() -> None:
    words = questions.short_section(levels(1, 1)).words
    assert not any("is fair" in word for word in words)
    assert "With 1 game a table little can be said: play 100 or more." in words


def test_a_circle_is_found() -> None:
    """Stone, paper, scissors, each winning three of four against the next; and a fourth who loses to all."""
    words = ("paper", "stone", "scissors", "feather")
    beats = {("paper", "stone"), ("stone", "scissors"), ("scissors", "paper")} | {(one, "feather") for one in words[:3]}
    pairs = [(one, two) for at, one in enumerate(words) for two in words[at + 1 :]]
    plan = Plan("red-and-black", tuple(Cell(2, (), pair) for pair in pairs), 80, "7", league=True)
    rows = []
    for cell, pair in enumerate(pairs):
        for index in range(80):
            first = index % 4 != 0 if pair in beats else index % 4 == 0
            rows.append(row(cell, index, index % 2 if first else 1 - index % 2))
    met = meetings(Lab(plan, rows), (2, ()))
    assert {(one.one, one.other) for one in met if one.sign > 0} == beats
    assert cycles(met) == [("paper", "stone", "scissors")]
