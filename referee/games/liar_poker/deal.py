"""What chance does in Liar Poker: the board and the hands."""

from collections.abc import Sequence
from random import Random

from referee.core.cards import STANDARD, bits, cards_of
from referee.core.chance import sample
from referee.games.liar_poker.actions import Board, Holds, Move
from referee.games.liar_poker.options import BOARD, HAND
from referee.games.liar_poker.state import State


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:  # noqa: ARG001
    """Return the table's next act by chance: the board, a hand; None where players choose."""
    if state.phase == "board":
        return Board(cards=tuple(sample(range(STANDARD), BOARD, rng)))
    if hands and state.phase == "bet" and state.turn == 1 and None in state.hands and state.pending == (None, None):
        first, second = state.hands
        pool = cards_of(
            (1 << STANDARD) - 1 & ~(state.face | bits([card for card in first or second or () if card >= 0]))
        )
        return Holds(seat=0 if first is None else 1, cards=tuple(sorted(sample(pool, HAND, rng))))
    return None
