"""Every game by OpenSpiel's own tests, and what the bridge promises of information states, guesses and records."""

import importlib
import pickle
import re
import sys
from random import Random

import pytest

from liarsdeck.installed import remedy
from referee import games
from referee.core.game import RecordError
from tests.referee import tiny

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install '.[lab]'")
openspiel = importlib.import_module("referee.bridge.openspiel")

SMALL = {
    "liars-lair": "each=2,max_rounds=20",
    "liars-guess": "deals=1",
    "lizard": "rounds=2,estimates=secret",
    "liar-poker": "chips=60,max_rounds=3",
}
NAMES = tuple(dict.fromkeys((*games.REGISTRY, "tiny")))
SMALLEST = "liarsdeck_red_and_black(hand=2,river=1,max_turns=1)"


def loaded(name):
    known = openspiel.register(tiny.GAME if name == "tiny" else games.game(name))
    return pyspiel.load_game(f"{known}({SMALL.get(name, '')})")


def moments(game, seed):
    """Yield the states of a game at random."""
    rng, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        state = state.child(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_test_with_serialization(name, capfd):
    pyspiel.random_sim_test(loaded(name), num_sims=2, serialize=True, verbose=False)


def test_a_card_of_which_a_hand_has_two_is_one_choice():
    """Lizards and snakes are four each."""
    game, pairs = pyspiel.load_game("liarsdeck_lizard(rounds=12)"), 0
    for state in (state for seed in range(5) for state in moments(game, seed)):
        if (seat := state.current_player()) >= 0:
            said = [state.action_to_string(seat, action) for action in state.legal_actions()]
            assert len(set(said)) == len(said)
            hand = state.moment.state.hands[seat]
            pairs += hand is not None and len(set(hand)) < len(hand)
    assert pairs


@pytest.mark.parametrize("name", NAMES)
def test_a_guess_is_a_state_that_its_seat_cannot_tell_from_this_one(name):
    rng, dealt = Random(7), set()
    for state in moments(loaded(name), 3):
        seat = state.current_player()
        if seat < 0:
            continue
        guess = state.resample_from_infostate(seat, rng.random)
        assert guess.information_state_string(seat) == state.information_state_string(seat)
        assert guess.observation_string(seat) == state.observation_string(seat)
        assert guess.current_player() == seat
        assert guess.legal_actions() == state.legal_actions()
        dealt.add(str(guess) != str(state))
        again = pickle.loads(pickle.dumps(guess))
        assert str(again) == str(guess)
        after = guess.child(guess.legal_actions()[-1])
        assert str(pickle.loads(pickle.dumps(after))) == str(after)
    assert True in dealt


@pytest.mark.parametrize("name", NAMES)
def test_returns_add_up_to_nothing_and_come_at_the_end(name):
    *before, end = moments(loaded(name), 5)
    assert all(set(state.returns()) == {0.0} for state in before)
    assert sum(end.returns()) == pytest.approx(0)
    outcome = end.moment.table.game.outcome(end.moment.state)
    assert [score - outcome.scores[0] for score in outcome.scores] == pytest.approx(
        [(gain - end.returns()[0]) * (len(outcome.scores) - 1) / len(outcome.scores) for gain in end.returns()]
    )


def test_an_information_state_has_one_list_of_choices_and_one_view():
    """What a seat has read tells its view (the law of views) and what it may do; two that read otherwise differ."""
    found, waiting = {}, [pyspiel.load_game(SMALLEST).begin]
    while waiting:
        moment = waiting.pop()
        if moment.turn == -4:
            continue
        if moment.turn >= 0:
            seat = moment.turn
            known = (seat, moment.seen(seat), moment.choices)
            assert found.setdefault(moment.heard(seat), known) == known
        waiting += moment.onward()
    assert len(found) == 198


def test_nobody_reads_what_another_chose_in_secret():
    state = loaded("tiny").new_initial_state().child(0)
    low, high = state.child(0), state.child(3)
    assert low.information_state_string(1) == high.information_state_string(1)
    assert low.observation_string(1) == high.observation_string(1)
    assert low.information_state_string(0) != high.information_state_string(0)


def test_chance_is_as_the_game_lists_it_or_one_of_so_many_deals():
    state = pyspiel.load_game(SMALLEST).new_initial_state().child(0)
    assert [share for _, share in state.chance_outcomes()] == pytest.approx([25 / 102, 52 / 102, 25 / 102])
    board = pyspiel.load_game("liarsdeck_liar_poker(shuffles=3)").new_initial_state()
    assert board.chance_outcomes() == [(at, 1 / 3) for at in range(3)]
    dealt = [str(board.child(at)) for at in range(3)]
    assert len(set(dealt)) == 3
    assert dealt == [str(board.child(at)) for at in range(3)]


def test_a_parameter_that_will_not_do():
    with pytest.raises(RecordError, match="two hands of 30"):
        pyspiel.load_game("liarsdeck_red_and_black(hand=30)")
    with pytest.raises(RecordError, match="load the game with actions="):
        list(moments(pyspiel.load_game("liarsdeck_lizard(rounds=1,actions=1)"), 1))
    with pytest.raises(RecordError, match="with what people see"):
        list(moments(pyspiel.load_game("liarsdeck_lizard(rounds=1,track=tricks)"), 1))


def test_a_nested_house_rule_and_one_that_may_be_a_word():
    options = pyspiel.load_game("liarsdeck_liar_poker(bets.large=3 4 5,bets.middle=1 1 1,bets.small=0 0 0)")
    assert options.begin.table.setup.options.bets.large == (3, 4, 5)
    assert pyspiel.load_game("liarsdeck_lizard").begin.table.setup.options.rounds == "all"
    assert pyspiel.load_game("liarsdeck_lizard(rounds=2)").begin.table.setup.options.rounds == 2


def test_the_tree_is_the_game():
    """Laid out or asked step by step, OpenSpiel finds the same exploitability."""
    game = pyspiel.load_game(SMALLEST)
    tree = openspiel.Tree(game.begin)
    straight = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert tree.exploitability(openspiel.uniform) == pytest.approx(straight)


def test_a_policy_is_measured_by_its_lines():
    tree = openspiel.Tree(pyspiel.load_game(SMALLEST).begin)

    def first(view, seat, turns):
        assert all(line.verb != "holds" or line.seat == seat or line.reds == -1 for line in turns)
        moment = choices[view, seat]
        return [(choice, 1 / len(moment)) for choice in moment]

    choices = {
        (moment.table.game.view(moment.state, seat), seat): moment.choices
        for seat, states in enumerate(tree.states)
        for moment in states.values()
    }
    assert tree.exploitability(openspiel.by_policy(first)) == pytest.approx(tree.exploitability(openspiel.uniform))
    with pytest.raises(RecordError, match="none of the choices"):
        tree.exploitability(openspiel.by_policy(lambda view, seat, turns: [(tiny.Bids(seat, 1), 1.0)]))


def test_without_openspiel_the_bridge_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "referee.bridge.openspiel")
    with pytest.raises(ImportError, match=f"^OpenSpiel is not installed; {re.escape(remedy('lab'))}$"):
        importlib.import_module("referee.bridge.openspiel")
