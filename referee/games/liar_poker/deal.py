"""What chance does in Liar Poker: the board and the hands."""

from collections.abc import Sequence
from random import Random

from referee.core.cards import STANDARD
from referee.games.liar_poker.actions import Board, Holds, Move
from referee.games.liar_poker.options import BOARD, HAND
from referee.games.liar_poker.state import State


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:  # noqa: ARG001
    """Return the table's next act by chance: the board, a hand; None where players choose."""
    if state.phase == "board":
        return Board(cards=tuple(rng.sample(range(STANDARD), BOARD)))
    if hands and state.phase == "bet" and state.turn == 1 and None in state.hands and state.pending == (None, None):
        held = {card for hand in state.hands for card in hand or ()}
        pool = [card for card in range(STANDARD) if not state.face >> card & 1 and card not in held]
        return Holds(seat=state.hands.index(None), cards=tuple(sorted(rng.sample(pool, HAND))))
    return None
