"""The state of Lizard: one frozen struct, and what it is at the start of a game and of a round."""

from msgspec import Struct

from referee.core.cards import UNKNOWN, Hand
from referee.core.game import Outcome, Setup
from referee.core.leaving import left
from referee.games.lizard import deck
from referee.games.lizard.options import last_round


class Round(Struct, frozen=True, gc=False):
    """A finished round, one number a seat each."""

    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: dealer, trump, call, bid, play (``track`` cards), tricks, won, over.
    ``turned``: the cards turned for trump this round; ``trump``: a suit, −1 for none (yet).
    ``bids``: one a seat; None where none was made, ``actions.HIDDEN`` where a view may not know it.
    ``seen``: count of the cards that lay face up this round (``deck.ONE``).
    ``failed``: (seat, trick, suit) of every suit that somebody did not follow this round.
    ``leader`` leads the trick, ``trick`` holds its cards in order; ``follow`` is the suit to follow, −1 for none (yet).
    """

    setup: Setup
    last: int
    phase: str = "dealer"
    round: int = 1
    dealer: int = UNKNOWN
    turned: tuple[int, ...] = ()
    trump: int = UNKNOWN
    bids: tuple[int | None, ...] = ()
    hands: tuple[Hand, ...] = ()
    seen: int = 0
    leader: int = 0
    trick: tuple[int, ...] = ()
    follow: int = UNKNOWN
    number: int = 1
    won: tuple[int, ...] = ()
    counted_in: tuple[bool, ...] = ()
    failed: tuple[tuple[int, int, int], ...] = ()
    flags: tuple[str, ...] = ()
    history: tuple[Round, ...] = ()
    totals: tuple[int, ...] = ()
    left: int = -1


def start(setup: Setup) -> State:
    """Return the first state: nobody has drawn for the deal yet."""
    seats = len(setup.seats)
    return State(
        setup=setup,
        last=last_round(setup),
        bids=(None,) * seats,
        hands=(None,) * seats,
        won=(0,) * seats,
        counted_in=(False,) * seats,
        totals=(0,) * seats,
    )


def cards_left(state: State) -> int:
    """Return how many cards of this round were neither dealt nor turned."""
    return deck.DECK - len(state.hands) * state.round - len(state.turned)


def opening(state: State) -> str:
    """Return the phase in which a round begins: trump, or the bids where no card is left to turn."""
    return "trump" if cards_left(state) > 0 else "bid"


def bidder(state: State) -> int:
    """Return who bids next in open estimates: from the dealer's left, clockwise."""
    seats = len(state.hands)
    return (state.dealer + 1 + seats - state.bids.count(None)) % seats


def known(state: State) -> int:
    """Return the count of all cards in hands that the referee knows."""
    one = deck.ONE.__getitem__
    return sum([sum(map(one, hand)) for hand in state.hands if hand])


def settled(state: State) -> int:
    """Return how many rounds are scored."""
    return len(state.history)


def flags(state: State) -> tuple[str, ...]:
    """Return the revokes that have been shown, a sentence each."""
    return state.flags


def outcome(state: State) -> Outcome:
    """Return how the game stands: the highest total after the last round wins, level totals share the title."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=state.totals)
    if state.left >= 0:
        return left(state.setup, state.left, state.totals)
    best = max(state.totals)
    winners = tuple(seat for seat, total in enumerate(state.totals) if total == best)
    names = " and ".join(state.setup.seats[seat] for seat in winners)
    share = "share the title of Lizard King" if len(winners) > 1 else "is the Lizard King"
    return Outcome(over=True, winners=winners, scores=state.totals, reason=f"{names} {share} with {best} points")
