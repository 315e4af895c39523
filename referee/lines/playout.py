"""Random games: any game played to its end by chance, for tests, figures and bots that know no better."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from referee.core.game import Action, Game, Setup, Turn

S = TypeVar("S")


def playout(
    game: Game[S], setup: Setup, rng: Random, *, hands: bool = True, limit: int = 100_000
) -> tuple[S, list[Action]]:
    """Play at random until the game is over (or ``limit`` actions): a verb, then a candidate that judge lets through.

    ``hands`` deals every hand through ``holds``; without it, hands stay unknown where the game allows.
    """
    state = game.start(setup)
    actions: list[Action] = []
    to_act, apply, draw, choice = game.to_act, game.apply, game.draw, _chooser(game, rng)
    for _ in range(limit):
        action = draw(state, rng, hands=hands)
        if action is None:
            turns = to_act(state)
            if not turns:
                break
            action = choice(state, turns)
        state = apply(state, action)
        actions.append(action)
    return state, actions


def choose(game: Game[S], state: S, turns: Sequence[Turn], rng: Random, *, hands: bool = True) -> Action:
    """Return one legal action at random: what chance draws, else of one who may act a verb, then a candidate."""
    return game.draw(state, rng, hands=hands) or _chooser(game, rng)(state, turns)


def _chooser(game: Game[S], rng: Random) -> Callable[[S, Sequence[Turn]], Action]:
    """Return what chooses where chance draws nothing, the game's functions looked up once."""
    candidates, judge, random = game.candidates, game.judge, rng.random

    def choice(state: S, turns: Sequence[Turn]) -> Action:
        turn = turns[0] if len(turns) == 1 else turns[int(random() * len(turns))]
        verbs = turn.verbs
        verb = verbs[0] if len(verbs) == 1 else verbs[int(random() * len(verbs))]
        found = candidates(state, turn.seat, verb)
        if found:
            action: Action = found[int(random() * len(found))]
            if judge(state, action).legal:
                return action
        return patient(state, turn, verb)

    def patient(state: S, turn: Turn, verb: str) -> Action:
        """Try the candidates of a verb in random order, then the other verbs'."""
        verbs = [other for other in turn.verbs if other != verb]
        rng.shuffle(verbs)
        for tried in (verb, *verbs):
            found = list(candidates(state, turn.seat, tried))
            while found:
                at = int(random() * len(found))
                action: Action = found[at]
                if judge(state, action).legal:
                    return action
                found[at] = found[-1]
                found.pop()
        raise AssertionError(f"{game.name}: {turn} is to act and nothing is legal")

    return choice
