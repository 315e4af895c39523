"""Somebody goes home, or a cap is reached: what holds in every game (docs/rules.md, Leaving and Unfinished)."""

from random import Random

import pytest

from referee import games
from referee.console.console import Console
from referee.core.game import Refused
from referee.core.play import LEAVES, choose, game_status, parse
from referee.core.setup import setup as make_setup
from referee.tables.table import Table
from tests.referee import conformance as law
from tests.referee.seat import FakeTerminal
from tests.sampling import some

GAMES = {name: game for name in games.REGISTRY if LEAVES in (game := games.game(name)).verbs}
"""Those in which somebody may go home: all of the house."""


def evening(game, seed):
    """Return a game at whose table somebody goes home now and then, until it is over."""
    rng = Random(seed)
    setup = law.some_setup(game, rng)
    hands = bool(seed % 3)
    state, actions = game.start(setup), []
    first = rng.randint(1, 25 if game.needs_facts else 6)
    while (turns := game.to_act(state)) and len(actions) < 300:
        action = choose(game, state, turns, rng, hands=hands)
        if len(actions) >= first and rng.random() < 0.3:
            leaves = parse(game, setup, f"{rng.choice(setup.seats)}: leaves")
            if not isinstance(game.judge(state, leaves), Refused):
                action = leaves
        state = game.apply(state, action)
        actions.append(action)
    return setup, state, actions


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whoever_leaves_the_laws_hold(game):
    left = 0
    for seed in some(range(14), 2):
        setup, state, actions = evening(game, seed)
        law.law_of_views(game, setup, actions)
        law.round_trips(game, setup, actions, state)
        left += any(action.verb == "leaves" for action in actions)
    assert left > 3


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_leaving_is_never_asked_for_and_always_said(game):
    for seed in some(range(20), 2):
        rng = Random(seed)
        setup = law.some_setup(game, rng)
        _end, actions = games.playout(game, setup, rng, limit=60)
        state = game.start(setup)
        for action in actions:
            turns = (*game.to_act(state), *game.optional(state))
            if game.name != "red-and-black":  # where who has peeked leaves a slot
                assert not any("leaves" in turn.verbs for turn in turns)
            for seat, name in enumerate(setup.seats):
                leaves = parse(game, setup, f"{name}: leaves")
                judgment = game.judge(state, leaves)
                if isinstance(judgment, Refused):
                    assert judgment.rule in {"lair.leave-deal", "lair.out"}
                    continue
                after = game.apply(state, leaves)
                peeked = game.name == "red-and-black" and state.phase == "peeked" and state.turn == seat
                if game.name != "liars-lair" and not peeked:
                    assert game.outcome(after).over
                    assert game.outcome(after).winners == ()
                    assert game_status(game, after)["next"] == []
                    assert setup.seats[seat] in game.outcome(after).reason
            state = game.apply(state, action)


def test_chips_of_an_open_round_go_back():
    game = games.game("liar-poker")
    for seed in range(30):
        rng = Random(seed)
        setup = law.some_setup(game, rng)
        _end, actions = games.playout(game, setup, rng, limit=60)
        state, settled = game.start(setup), (setup.options.chips,) * 2
        for action in actions:
            if game.outcome(state).over:
                break
            after = game.apply(state, parse(game, setup, "Ann: leaves"))
            assert game.outcome(after).scores == settled
            assert sum(after.chips) + after.pot + after.bonus == 2 * setup.options.chips
            state = game.apply(state, action)
            settled = state.history[-1][:2] if state.history else settled


CAPS = {"liars-lair": "max_rounds", "liar-poker": "max_rounds", "red-and-black": "max_turns"}


@pytest.mark.parametrize("name", CAPS)
@pytest.mark.parametrize("cap", [1, 2])
def test_a_capped_game_ends_unfinished_at_its_cap_or_before_with_a_winner(name, cap):
    game, unfinished = games.game(name), 0
    for seed in range(15):
        rng = Random(seed)
        seats = law.NAMES[: max(2, game.seats[0])]
        facts = law.some_facts(12, rng) if game.needs_facts else None
        setup = make_setup(game, seats, {CAPS[name]: cap}, facts=facts)
        state, actions = games.playout(game, setup, rng)
        outcome = game.outcome(state)
        assert outcome.over
        if not outcome.winners:
            unfinished += 1
            assert outcome.reason == f"the game ends unfinished after {cap} {CAPS[name][4:]}".removesuffix(
                "s" if cap == 1 else ""
            )
        law.law_of_views(game, setup, actions)
    assert unfinished


# At the prompt


@pytest.mark.parametrize("typed", ["cat leaves", "Cat: leaves", "cat: leaves"])
def test_at_the_prompt_everyone_has_to_agree(journal, typed):
    table = Table.new(journal, games.setup(games.game("lizard"), ["Ann", "Bob", "Cat"]))
    terminal = FakeTerminal("dealer ann", typed, "n", typed, "y", "scores")
    console = Console(table, terminal)
    console.run()
    assert terminal.prompts.count("Cat goes home, for good? Everyone agreed? (y/n) ") == 2
    assert table.log.lines == ("dealer Ann", "Cat: leaves")
    assert "Cat goes home." in terminal.shared
    assert "Nobody wins: Cat has gone home, unfinished." in " ".join(terminal.shared.split())


def test_what_the_accuser_says_is_written_down(journal):
    table = Table.new(journal, games.setup(games.game("liars-guess"), ["Ann", "Bob"]))
    begin = ["dealer ann", "faceup rc1 rc2 rc3 yc1 yc2 yc3 gc1 gc2", "bob shows rh1 asks rh", "ann answers 3"]
    said = "three red hearts # and (I) hold one: rh2"
    terminal = FakeTerminal(*begin, f"bob accuses “{said}”", "undo", "y", "bob accuses")
    Console(table, terminal).run()
    assert f"Bob says that Ann has lied: “{said}”." in " ".join(terminal.shared.split())
    assert table.log.lines[-1] == "Bob: accuses"
    table.act(table.read("Ann: denies"))
    long = FakeTerminal("undo 2", "y", f'bob accuses "{"x" * 121}"', f'bob accuses "{"x" * 120}"')
    Console(table, long).run()
    assert "These are 121 characters in quotes" in " ".join(long.shared.split())
    assert table.log.lines[-1] == f'Bob: accuses "{"x" * 120}"'
