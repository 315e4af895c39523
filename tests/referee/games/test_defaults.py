"""What a game need not say: its usual number of players, and numbers that stand in one place."""

import msgspec

from factbank.factfile import EACH, PLAYERS
from referee import games
from referee.games.liars_guess import state as west
from referee.games.lizard import game as lizard
from tests.referee.tiny import Tiny


def test_the_usual_number_where_a_game_does_not_say() -> None:
    for fits, expected in (((2, 2), 2), ((3, 8), 5), ((6, 9), 6), ((2, 4), 4)):

        class Plain(Tiny):
            seats = fits
            usual = 0

        assert Plain.usual == expected


def test_a_number_stands_once() -> None:
    lair = games.game("liars-lair")
    assert (lair.usual, lair.options().each) == (PLAYERS, EACH)
    assert games.game("lizard").numbers["cards"] == lizard.DECK == len(lizard.members(lizard.FULL))
    assert games.game("liars-guess").numbers["cards"] == len(west.OF_CARD)
    assert msgspec.to_builtins(games.game("red-and-black").options())["red"] * 2 == 52
