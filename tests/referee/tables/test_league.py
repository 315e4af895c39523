"""The league: evenings added up by name."""

from hypothesis import given
from hypothesis import strategies as st

from referee.tables.league import Result, Tally, league, league_screen

EVENINGS = [
    Result(1, "lizard", ("Ann", "Bob", "Cat"), (0,), (70, 20, -10)),
    Result(1, "lizard", ("Ann", "Bob", "Cat"), (1, 2), (10, 30, 30)),
    Result(2, "liars-lair", ("Anna", "Bob", "Dan"), (2,)),
    Result(3, "lizard", ("ANN", "Dan", "Eve"), (0,), (50, 0, 0)),
]


def found(**more):
    return {player.name: player for player in league(EVENINGS, **more).players}


def test_names_without_regard_to_case_and_points_only_where_points_are():
    players = found()
    assert players["ANN"].by_game == {"lizard": Tally(3, 2, 130)}, "spelled as she was last"
    assert players["Bob"].total == Tally(3, 1, 50)
    assert players["Bob"].evenings == 2
    assert players["Dan"].by_game == {"liars-lair": Tally(1, 1, 0), "lizard": Tally(1, 0, 0)}


def test_one_name_is_another_and_somebody_is_left_out():
    players = found(same={"Anna": "Ann"}, left_out=["bob"])
    assert "Anna" not in players
    assert "Bob" not in players
    assert players["Ann"].total == Tally(4, 2, 130)
    assert players["Ann"].evenings == 3


def test_a_ring_of_names_ends():
    assert found(same={"Ann": "Bob", "Bob": "Ann"})


def test_as_a_table():
    screen = league_screen(league(EVENINGS), {"lizard": "Lizard", "liars-lair": "Liar's Lair"})
    assert screen.title == "The league: 3 evenings, 4 games"
    assert screen.columns == ("", "evenings", "Lizard", "Liar's Lair", "games", "wins", "points")
    assert screen.rows[0] == ("ANN", "2", "2 of 3, 130", "", "3", "2", "130")


names = st.sampled_from(["Ann", "ann", "Bob", "Cat", "Dan"])


@given(st.lists(st.tuples(st.integers(1, 5), st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))))
def test_nothing_is_lost_when_it_is_added_up(evenings):
    results = [Result(evening, "lizard", tuple(seats), (0,), tuple(range(len(seats)))) for evening, seats in evenings]
    total = sum((player.total for player in league(results).players), Tally())
    assert total == Tally(
        sum(len(result.seats) for result in results), len(results), sum(sum(result.points) for result in results)
    )
