"""A game between bots, without a table: for tests, figures and evenings that nobody has time for."""

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from referee.bots.bot import Bot, chance
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup
from referee.core.play import step

S = TypeVar("S")

LIMIT = 100_000  # lines


def play(
    game: Game[S], setup: Setup, bots: Mapping[int, Bot[S]], seed: str, limit: int = LIMIT
) -> tuple[S, list[Action]]:
    """Play a game to its end, or for ``limit`` lines; return the state and the lines. The referee deals.

    Each bot is given its seat's view and the lines as that seat reads them. Who may act and need not is asked before
    who must. Raises ``RecordError`` where a bot's line is not legal.
    """
    state, actions, dealer = game.start(setup), list[Action](), Random(f"{seed}/deal")
    turns: dict[int, list[Action]] = {seat: [] for seat in bots}
    while len(actions) < limit and game.to_act(state):
        action = _next(game, state, bots, turns, seed, dealer)
        for seat, lines in turns.items():
            lines.append(game.redact(state, action, seat))
        state = step(game, state, action, reveal=True)
        actions.append(action)
    return state, actions


def _next(
    game: Game[S], state: S, bots: Mapping[int, Bot[S]], turns: Mapping[int, list[Action]], seed: str, dealer: Random
) -> Action:
    """Return the next line: a hand that is dealt, what somebody does who need not, what is awaited."""
    drawn, awaited = game.draw(state, dealer), game.awaits(state)
    if drawn is not None and drawn.seat is not None:
        return drawn
    may = [turn.seat for turn in game.to_act(state) if turn.seat is not None and turn.seat not in awaited]
    for seat in (*may, *awaited):
        if seat is None:
            if drawn is not None:
                return drawn
            continue
        lines = turns[seat]
        action = bots[seat].choose(game.view(state, seat), seat, lines, chance(seed, len(lines), seat))
        if action is not None:
            return action
    raise RecordError(f"{game.title} goes on with what people see and bots don't: who took a trick, say")
