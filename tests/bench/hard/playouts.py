"""A hundred thousand random games: invariants at every line, undo and forward again; views and guesses on a share."""

import tempfile
from pathlib import Path
from random import Random
from typing import Any

from factbank.kits import keep
from referee import games
from referee.core.game import Action, Game, Setup
from referee.core.play import state_after
from referee.store.journal import Journal
from referee.tables.table import Table, Takeback
from tests.bench.hard.invariants import broken
from tests.bench.hard.report import Report
from tests.referee import conformance

FULL = 100_000
SAMPLE = 5
LAW = 4  # every fourth game shows every line to every seat, and what a view leaves open is guessed at each
ON = 50  # every so many guesses are played on
KEPT = 200  # every two-hundredth is played at a table, and taken back there


def run(count: int, seed: int) -> Report:
    """Play ``count`` games."""
    report = Report("random games")
    lines = laws = 0
    for number in range(count):
        game = games.game(games.REGISTRY[number % len(games.REGISTRY)])
        of = number // len(games.REGISTRY)
        where = f"{game.name}, game {seed * 1_000_003 + of}"
        with report.trial(where):
            setup, actions, state, rng = conformance.random_game(
                game, seed * 1_000_003 + of, small=of % 50 != 0 or game.name == "liar-poker"
            )
            lines += len(actions)
            _watched(game, setup, actions, state, rng)
            if of % LAW == 0:
                laws += 1
                conformance.law_of_views(game, setup, actions)
                conformance.turns_are_true(game, setup, actions, rng)
                conformance.round_trips(game, setup, actions, state)
                for at, guess in enumerate(conformance.guesses(game, setup, actions[:400], rng), start=1):
                    if at % ON == 0:
                        conformance.plays_on(game, guess, rng, 60)
            if of % KEPT == 0:
                _at_a_table(game, setup, actions[:200], rng)
    report.figures |= {"games": count, "lines": lines, "games under the law of views": laws}
    return report


def _watched(game: Game[Any], setup: Setup, actions: list[Action], end: Any, rng: Random) -> None:
    """Look at every moment; then go back to some moments, to the start, and forward again."""
    state = game.start(setup)
    states = [state]
    before: dict[str, Any] | None = None
    for action in actions:
        turns = (*game.to_act(state), *game.optional(state))
        assert any(turn.seat == action.seat and action.verb in turn.verbs for turn in turns), "out of turn"
        assert game.judge(state, action).legal, "what was played is not legal"
        state = game.apply(state, action)
        public, outcome = game.public(game.view(state, None)), game.outcome(state)
        what = broken(setup, public, game.hidden(state), outcome, before)
        assert not what, f"line {len(states)}, {game.write(setup, action)}: {what}"
        before = {**public, "scores": outcome.scores}
        states.append(state)
    assert state == end, "played again it ends otherwise"
    assert game.outcome(state).over, "the game does not end"
    assert not game.to_act(state), "somebody is to act after the end"
    for back in (0, rng.randrange(len(states)), rng.randrange(len(states))):
        again = state_after(game, setup, actions[:back])
        assert again == states[back], f"taken back to line {back} it stands otherwise"
        for at in range(back, min(len(actions), back + 40)):
            again = game.apply(again, actions[at])
            assert again == states[at + 1], f"gone forward to line {at + 1} it stands otherwise"


def _at_a_table(game: Game[Any], setup: Setup, actions: list[Action], rng: Random) -> None:
    """Play at a real table, undo to the start in steps, redo, and find the same."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "tables.sqlite") as journal:
        if setup.facts is not None:
            keep(setup.facts)
        table = Table.new(journal, setup, kit=setup.facts.kit if setup.facts else "", seed="7")
        for action in actions:
            table.act(action)
        stood, lines = table.state, table.log.lines
        while table.actions:
            table.undo(Takeback(min(len(table.actions), rng.randint(1, 40)), (), seen=False))
        assert table.state == game.start(setup), "taken back to the start it stands otherwise"
        while table.log.undone:
            table.redo(rng.randint(1, 40))
        assert table.state == stood, "done again it stands otherwise"
        assert table.log.lines == lines, "other lines stand"
        assert Table(journal, table.number).state == stood, "opened again it stands otherwise"
