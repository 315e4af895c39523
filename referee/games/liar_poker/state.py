"""The state of Liar Poker: one frozen struct."""

from msgspec import Struct

from liarsdeck.english import counted
from referee.core.cards import UNKNOWN, Hand
from referee.core.game import Outcome, Setup
from referee.core.leaving import capped, left
from referee.games.liar_poker.actions import Chosen
from referee.games.liar_poker.options import SHOWN


class State(Struct, frozen=True, gc=False):
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
    turned: tuple[int, int] = (UNKNOWN, UNKNOWN)
    pending: tuple[Chosen | None, Chosen | None] = (None, None)
    bets: tuple[int, ...] = ()
    winner: int = UNKNOWN
    history: tuple[tuple[int, int, int, int], ...] = ()
    left: int = UNKNOWN


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup, chips=(setup.options.chips,) * 2)


def seven(state: State, seat: int) -> tuple[int, ...]:
    """Return the seven cards that ``seat``'s hand is made of: the claimed card, four shown ones, the board."""
    claimed = state.claimed or (0, 0)
    return (claimed[seat], *state.shown[seat], *state.board)


def to_show(state: State) -> int:
    """Return how many cards each player reveals in this turn."""
    return SHOWN[0] if state.turn == 1 else SHOWN[1]


def waits(state: State, seat: int) -> bool:
    """Say whether ``seat`` is suspected and has not turned its last card up."""
    return state.suspects[1 - seat] and state.turned[seat] < 0


def settled(state: State) -> int:
    """Return how many rounds are paid out."""
    return len(state.history)


def outcome(state: State) -> Outcome:
    """Return how the match stands: it ends when a player has no chips after a round, or at the cap."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=state.chips)
    if state.left >= 0:
        return left(state.setup, state.left, state.chips)
    if 0 not in state.chips:
        return capped(counted(state.round, "round"), state.chips)
    winners = tuple(seat for seat in (0, 1) if state.chips[seat] > 0) or (0, 1)
    names = " and ".join(state.setup.seats[seat] for seat in winners)
    verb = "share the match: neither has a chip left" if len(winners) > 1 else "wins the match"
    return Outcome(over=True, winners=winners, scores=state.chips, reason=f"{names} {verb}")
