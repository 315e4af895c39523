"""The second opinion on the rules would notice: every invariant, told something false, says so."""

import copy

import pytest

from referee import games
from tests.bench.hard.invariants import broken
from tests.referee.conformance import random_game


def moment(name, seed, fits):
    """Return a moment of a random game at which ``fits`` holds of what is public."""
    game = games.game(name)
    for at in range(seed, seed + 60):
        setup, actions, _state, _rng = random_game(game, at)
        state = game.start(setup)
        for action in actions:
            state = game.apply(state, action)
            public, hidden = game.public(game.view(state, None)), game.hidden(state)
            if fits(setup, public, hidden):
                return setup, public, hidden, game.outcome(state)
    raise AssertionError("no such moment")


def told(change, setup, public, hidden, outcome):
    public, hidden = copy.deepcopy(public), copy.deepcopy(hidden)
    before = {**copy.deepcopy(public), "scores": outcome.scores}
    assert broken(setup, public, hidden, outcome, before) == ""
    change(setup, public, hidden, before)
    return broken(setup, public, hidden, outcome, before)


def put(table, key, value):
    table[key] = value


CASES = [
    (
        "liars-lair",
        lambda s, p, h: p["table"] and any(h["hands"].values()),
        lambda s, p, h, b: put(p["table"], "Ann", next(hand for hand in h["hands"].values() if hand)[0]),
        "two places",
    ),
    (
        "liars-lair",
        lambda s, p, h: p["out"] and p["phase"] != "over",
        lambda s, p, h, b: put(b, "out", ["Nobody"]),
        "came back",
    ),
    (
        "liars-lair",
        lambda s, p, h: p["exposed"],
        lambda s, p, h, b: put(p["exposed"], next(iter(p["exposed"])), None),
        "exposed as what it is not",
    ),
    (
        "liars-guess",
        lambda s, p, h: p["unseen"] and p["faceup"],
        lambda s, p, h, b: p["unseen"].append(p["faceup"][0]),
        "unseen",
    ),
    ("liars-guess", lambda s, p, h: p["faceup"], lambda s, p, h, b: put(p["hands"], "Ann", 1), "nine"),
    (
        "liars-guess",
        lambda s, p, h: p["faceup"] and p["hands"]["Ann"] > 3,
        lambda s, p, h, b: put(b, "scores", (-1, 0)),
        "points for",
    ),
    (
        "lizard",
        lambda s, p, h: len(p["history"]) > 1,
        lambda s, p, h, b: put(p["history"][0]["points"], "Ann", 77),
        "points",
    ),
    (
        "lizard",
        lambda s, p, h: len(p["history"]) > 1,
        lambda s, p, h, b: put(p["history"][1]["won"], "Ann", 9),
        "tricks",
    ),
    ("lizard", lambda s, p, h: len(p["history"]) > 1, lambda s, p, h, b: p["history"].pop(), "add up"),
    ("red-and-black", lambda s, p, h: p["river"], lambda s, p, h, b: put(p["hands"], "Ann", 44), "dealt"),
    (
        "red-and-black",
        lambda s, p, h: p["river"] and h["hands"]["Ann"],
        lambda s, p, h, b: put(p["possible"], "Ann", [33]),
        "not possible",
    ),
    ("liar-poker", lambda s, p, h: p["pot"], lambda s, p, h, b: put(p, "pot", p["pot"] + 1), "chips"),
    (
        "liar-poker",
        lambda s, p, h: p["shown"]["Ann"],
        lambda s, p, h, b: p["board"].append(p["shown"]["Ann"][0]),
        "two places",
    ),
]


@pytest.mark.parametrize(("name", "fits", "change", "said"), CASES)
def test_something_false_is_noticed(name, fits, change, said):
    assert said in told(change, *moment(name, 5, fits))
