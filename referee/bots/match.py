"""A game between bots, without a table: for tests, figures and evenings that nobody has time for."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic, TypeVar, overload

from liarsdeck.english import listed
from referee.bots.bot import Bot, chance
from referee.core.chance import Late
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup, Turn
from referee.core.play import step

S = TypeVar("S")

LIMIT = 100_000  # lines


class Lines(Sequence[Action], Generic[S]):
    """The lines of a game as a seat reads them, written when they are looked at: many a bot asks only how many."""

    def __init__(self, game: Game[S], seat: int, steps: Sequence[tuple[S, Action]]) -> None:
        """``steps``: each line with the state that it was written in. It may grow."""
        self._game, self._seat, self._steps = game, seat, steps
        self._read: list[Action] = []

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        for before, action in self._steps[len(self._read) :]:
            self._read.append(self._game.redact(before, action, self._seat))
        return self._read[at]


def play(
    game: Game[S], setup: Setup, bots: Mapping[int, Bot[S]], seed: str, limit: int = LIMIT
) -> tuple[S, list[Action]]:
    """Play a game to its end, or for ``limit`` lines; return the state and the lines. See ``moves``."""
    state, actions = game.start(setup), list[Action]()
    for _, action, after in moves(game, setup, bots, seed, limit):
        actions.append(action)
        state = after
    return state, actions


def moves(
    game: Game[S], setup: Setup, bots: Mapping[int, Bot[S]], seed: str, limit: int = LIMIT
) -> Iterator[tuple[S, Action, S]]:
    """Play a game to its end, or for ``limit`` lines: yield the state before each line, the line, the state after it.

    The referee deals. Each bot is given its seat's view and the lines as that seat reads them. Who may act and need not
    is asked before who must. Raises ``RecordError`` where a bot's line is not legal, or a seat has no bot.
    """
    if alone := [name for seat, name in enumerate(setup.seats) if seat not in bots]:
        raise RecordError(f"no bot plays for {listed(alone, 'and')}: every seat needs one")
    state, dealer, rng = game.start(setup), Random(f"{seed}/deal"), Late()
    steps = list[tuple[S, Action]]()
    turns = {seat: Lines(game, seat, steps) for seat in bots}
    for _ in range(limit):
        acting = game.to_act(state)
        if not acting:
            return
        action = drawn = game.draw(state, dealer)
        if action is None or action.seat is None:
            action = _next(game, state, acting, action, bots, turns, seed, rng)
        steps.append((state, action))
        after = game.apply(state, action) if action is drawn else step(game, state, action, reveal=True)
        yield state, action, after
        state = after


def _next(
    game: Game[S],
    state: S,
    acting: Sequence[Turn],
    drawn: Action | None,
    bots: Mapping[int, Bot[S]],
    turns: Mapping[int, Lines[S]],
    seed: str,
    rng: Random,
) -> Action:
    """Return the next line but a hand that is dealt: what somebody does who need not, what is awaited or ``drawn``."""
    for seat in (acting[0].seat,) if len(acting) == 1 else _asked(acting, game.awaits(state)):
        if seat is None:
            if drawn is not None:
                return drawn
            continue
        lines = turns[seat]
        action = bots[seat].choose(game.view(state, seat), seat, lines, chance(seed, len(lines), seat, rng))
        if action is not None:
            return action
    names = [state.setup.seats[seat] for seat in game.awaits(state) if seat is not None]  # type: ignore[attr-defined]
    if names:
        raise RecordError(f"{game.title} waits for {listed(names, 'and')}: a bot that is awaited can't return None")
    raise RecordError(f"{game.title} goes on with what people see and bots don't: who took a trick, say")


def _asked(acting: Sequence[Turn], awaited: Sequence[int | None]) -> list[int | None]:
    """Return who is asked, in order, where several may act: first those whom the game does not wait for."""
    return [*[turn.seat for turn in acting if turn.seat is not None and turn.seat not in awaited], *awaited]
