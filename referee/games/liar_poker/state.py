"""The state of Liar Poker: one frozen struct."""

from typing import Any

from msgspec import Struct

from referee.core.game import Setup

Hand = tuple[int, ...] | None
"""A hand as the referee knows it, sorted; UNKNOWN cards where a view may not know it; None where nobody told."""


class State(Struct, frozen=True):
    """Everything the record has said so far.

    ``phase``: board, bet, reveal, claim, suspect, turn-up, over. ``pending``: what each seat has chosen in this secret
    step, None for not yet, ``actions.MASKED`` where a view may not know it. ``bets``: this turn's open bets, or ().
    ``face``: the cards that lie face up, as bits. ``history``: chips, bonus and winner of every round.
    A settled round stays until the next board.
    """

    setup: Setup
    phase: str = "board"
    round: int = 0
    turn: int = 0
    chips: tuple[int, int] = (0, 0)
    pot: int = 0
    bonus: int = 0
    board: tuple[int, ...] = ()
    hands: tuple[Hand, Hand] = (None, None)
    face: int = 0
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    claimed: tuple[int, int] | None = None
    suspects: tuple[bool, bool] = (False, False)
    turned: tuple[int, int] = (-1, -1)
    pending: tuple[Any, Any] = (None, None)
    bets: tuple[int, ...] = ()
    winner: int = -1
    history: tuple[tuple[int, int, int, int], ...] = ()


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup, chips=(setup.options.chips,) * 2)


def seven(state: State, seat: int) -> tuple[int, ...]:
    """Return the seven cards that ``seat``'s hand is made of: the claimed card, four shown ones, the board."""
    claimed = state.claimed or (0, 0)
    return (claimed[seat], *state.shown[seat], *state.board)
