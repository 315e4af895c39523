"""What is recommended for a first evening: it can be set up, and is said wherever one asks."""

import pytest

from referee import games
from referee.core.setup import advice, first_table, read_options
from referee.lab.plan import setup
from tests.programs import ran
from tests.sampling import some

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


@pytest.mark.parametrize("name", some(["liar-poker", "lizard", "liars-lair"], 3))
def test_the_book_says_it(name: str) -> None:
    """And ``referee new`` and ``cardgen kit``: tests/referee/console/test_console.py, tests/cardgen/commands."""
    many = games.game(name).usual
    said = advice(games.game(name), many, games.game(name).options(), "--option ")
    book = ran("referee", "rules", name, "--players", many)
    assert f"A good first table. {said}" in " ".join(book.stdout.split())


def test_it_is_a_sentence() -> None:
    lair, poker = games.game("liars-lair"), games.game("liar-poker")
    assert advice(lair, 5, lair.options(), "--option ") == (
        "Five players: two truths and two lies each halve the evening; type --option each=2."
    )
    assert advice(poker, 2, poker.options(), "--option ").endswith(
        "; type --option chips=100 --option first_fold=small."
    )


def test_a_large_lair_is_played_by_the_defaults() -> None:
    assert [many for many in range(3, 9) if first_table(games.game("liars-lair"), many)] == [3, 4, 5, 6]
