"""What a seat may say: all that its game would take, listed up to a bound, else as verbs with fields."""

import itertools

import pytest

from referee import games
from referee.core import screens
from referee.core.play import format_action, legal_actions
from referee.core.screens import legal_moves
from tests.referee import conformance

STATES = 40  # of each game: 200 in all


def taken_by(words, fields):
    """Say whether words can be made of a verb's fields, in their order; the last, secret ones may be left out."""
    rest = list(words)
    for field in fields:
        if not rest:
            break
        if field.before and rest[0] == field.before:
            rest.pop(0)
        if not field.among:
            return all(isinstance(word, str) for word in rest)  # free text
        many = len(list(itertools.takewhile(set(field.among).__contains__, rest[: field.most])))
        if many < field.fewest:
            return False
        rest = rest[many:]
    return not rest


def states(name):
    """Yield states of random games, each with its setup."""
    game, count = games.game(name), itertools.count()
    for seed in itertools.count():
        setup, actions, _, _ = conformance.random_game(game, seed)
        state = game.start(setup)
        for action in actions:
            if next(count) >= STATES:
                return
            yield game, setup, state
            state = game.apply(state, action)


@pytest.mark.parametrize("most", [screens.MOST, 3])
@pytest.mark.parametrize("name", games.REGISTRY)
def test_what_the_game_would_take_is_offered(name, most, monkeypatch):
    """At 200 states: every legal line of a seat is listed, or made of its verb's fields; never more than the bound."""
    monkeypatch.setattr(screens, "MOST", most)
    seen = short = 0
    for game, setup, state in states(name):
        for seat in range(len(setup.seats)):
            found = legal_moves(game, setup, game.view(state, seat), seat)
            ahead = (
                0
                if found.coming is None
                else sum(len(game.candidate_actions(state, seat, v)) for v in found.coming.verbs)
            )
            assert len(found.lines) <= most + ahead
            short += bool(found.fields)
            for action in legal_actions(game, state, seat, everyone=False):
                line = format_action(game, setup, action)
                bare = line.partition(" (")[0]  # what it opens is the referee's to write
                fields = found.fields.get(action.verb)
                words = bare.partition(f": {action.verb}")[2].split()
                assert bare in found.lines or (fields is not None and taken_by(words, fields)), (line, found)
                seen += 1
    assert seen > STATES // 2
    assert short or most > 3
