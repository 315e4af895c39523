"""Whole games of bots, as goldens: each kind of bot plays every game once against itself."""

from random import Random

import pytest

from referee import games
from referee.bots import Lines, next_line, seatable
from referee.core.play import format_action
from tests.referee import conformance

MOST = 100  # lines


def all_bots():
    return [(name, bot) for name in games.names() for bot in seatable(games.game(name)) if bot != "random"]


@pytest.mark.parametrize(("name", "bot"), all_bots(), ids=lambda word: word)
def test_what_a_bot_plays(name, bot, snapshot):
    game = games.game(name)
    people = conformance.NAMES[: max(game.seats[0], min(3, game.seats[1]))]
    facts = conformance.some_facts(4 * len(people), Random(3)) if game.needs_facts else None
    setup = games.setup(game, people, {}, facts=facts)
    state, steps, rng = game.start(setup), [], Random(9)
    seats = range(len(setup.seats))
    seen = {seat: Lines(game, seat, steps) for seat in seats}
    lines = []
    while len(lines) < MOST and not game.outcome(state).over:
        action = game.draw(state, rng) or next_line(game, state, dict.fromkeys(seats, bot), seen, "7")
        assert action is not None, lines
        lines.append(format_action(game, setup, action))
        before, state = state, game.apply(state, action)
        steps.append((before, action, state))
    assert "\n".join(lines) == snapshot
