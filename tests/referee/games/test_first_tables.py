"""What is recommended for a first evening: one file, whose every table can be set up, said wherever one asks."""

import pytest

from referee import games
from referee.core.options import read_options
from referee.games.first_tables import advice, first_table
from referee.lab.plan import setup
from tests.programs import ran

TABLES = [
    (name, many) for name in games.REGISTRY for many in range(games.game(name).seats[0], games.game(name).seats[1] + 1)
]
ADVISED = [(name, many) for name, many in TABLES if first_table(games.game(name), many)]


@pytest.mark.parametrize(("name", "many"), ADVISED)
def test_what_is_recommended_can_be_played_and_is_no_default(name: str, many: int) -> None:
    game, found = games.game(name), first_table(games.game(name), many)
    assert found
    assert setup(game, many, found.typed(game), 0, "7").options != game.options()
    said = advice(game, many, game.options())
    assert said.endswith(f"; type {' '.join(f'{key}={value}' for key, value in found.typed(game))}.")
    assert advice(game, many, read_options(game.options, found.options, name)) == ""


def test_each_table_is_recommended_once() -> None:
    for name in games.REGISTRY:
        game = games.game(name)
        assert [first_table(game, many) for many in (0, 9)] == [None, None]


def test_the_book_and_the_kit_say_it() -> None:
    name, many = ADVISED[0]
    said = advice(games.game(name), many, games.game(name).options())
    book = ran("referee", "rules", name, "--players", many)
    assert " ".join(said.split()) in " ".join(book.stdout.split())
