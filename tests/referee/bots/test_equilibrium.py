"""What two bots play where a game is small enough: near an equilibrium, by OpenSpiel where it is installed."""

from random import Random

import pytest

from referee import games
from referee.core.play import seat_actions
from referee.games.liar_poker.bots import Hard as PokerHard
from referee.games.liar_poker.bots import endgame
from referee.games.red_and_black.bots import Hard, balanced
from tests.bench import tiny_poker

RED_AND_BLACK = games.game("red-and-black")
LIAR_POKER = games.game("liar-poker")
NEEDS = "OpenSpiel is not installed: pip install '.[lab]'"


def test_small_hands_are_played_by_the_table_and_no_others():
    pyspiel = pytest.importorskip("pyspiel", reason=NEEDS)
    from referee.bridge import openspiel

    begin = pyspiel.load_game(f"{openspiel.PREFIX}red_and_black(hand=2,river=1,max_turns=1)").begin
    tree = openspiel.Tree(begin)
    assert tree.exploitability(openspiel.by_policy(Hard(RED_AND_BLACK).policy)) < 0.1
    assert tree.exploitability(openspiel.uniform) > 0.2
    large = RED_AND_BLACK.start(games.setup(RED_AND_BLACK, ["Ann", "Bob"]))
    while (drawn := RED_AND_BLACK.draw(large, Random(7))) is not None:
        large = RED_AND_BLACK.apply(large, drawn)
    assert balanced(RED_AND_BLACK, RED_AND_BLACK.view(large, 0), 0) == []


def test_the_last_turn_of_liar_poker_is_solved_by_its_rules():
    """Who has nothing lies now and then, of good cards the truth is told, and the best card is never doubted."""
    moment = tiny_poker.begins()[-1][1]  # both hold nothing but a pair
    rng = Random(7)
    while moment.turn >= 0:
        seat, view = moment.turn, moment.table.game.view(moment.state, moment.turn)
        chances = endgame(view, seat)
        assert sum(chance for _, chance in chances) == pytest.approx(1)
        assert {action for action, _ in chances} <= set(seat_actions(LIAR_POKER, view, seat))
        assert PokerHard(LIAR_POKER).choose(view, seat, moment.read(seat), rng) in dict(chances)
        if view.phase == "claim":
            lies = sum(chance for action, chance in chances if action.card not in view.hands[seat])
            assert 0.1 < lies < 0.9
        moment = moment.after(moment.choices.index(max(chances, key=lambda one: one[1])[0]))
    assert moment.table.game.outcome(moment.state).over


def test_good_cards_are_claimed_as_they_are():
    moment = tiny_poker.begins()[0][1].then("Ann: bets small", "Bob: bets small")
    for seat in (0, 1):
        view = moment.table.game.view(moment.state, seat)
        assert max(endgame(view, seat), key=lambda one: one[1])[0].card in view.hands[seat]


def test_before_the_last_turn_there_is_nothing_to_solve():
    state = LIAR_POKER.start(games.setup(LIAR_POKER, ["Ann", "Bob"]))
    assert endgame(state, 0) == []
    while (drawn := LIAR_POKER.draw(state, Random(7))) is not None:
        state = LIAR_POKER.apply(state, drawn)
    assert endgame(LIAR_POKER.view(state, 1), 1) == []
