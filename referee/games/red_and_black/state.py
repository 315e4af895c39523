"""The state of Red & Black: one frozen struct, with the sets of worlds that everybody must still allow."""

from itertools import product

from msgspec import Struct

from referee.core.game import Setup
from referee.games.red_and_black.worlds import Worlds


class Sets(Struct, frozen=True, gc=False):
    """What can still be, as bits (``worlds.py``): for who sees only the table, for each seat with the hands that it
    entered, and for the referee who knows all that was entered.
    """

    table: int
    first: int
    second: int
    all: int


class State(Struct, frozen=True):
    """Everything the record has said so far.

    ``phase``: dealer, call, deal, turn, peeked, defend, river, discard, reveal, over.
    ``slots``: a colour each, None where face down. ``told``: red cards of each hand as entered before the river lay,
    None where nobody told, ``actions.MASKED`` where a view may not know it. ``turns``: how many turns are finished.
    ``attack``, ``defence``: (count, colour). ``guess``: (seat, red cards guessed). Slots are counted from 0 here.
    """

    setup: Setup
    shape: Worlds
    phase: str = "dealer"
    dealer: int = -1
    turn: int = -1
    turns: int = 0
    called: int = -1
    slots: tuple[int | None, ...] = ()
    sizes: tuple[int, int] = (0, 0)
    told: tuple[int | None, int | None] = (None, None)
    sets: Sets = Sets(0, 0, 0, 0)
    discards: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    peeked: int = -1
    attack: tuple[int, int] = (0, 0)
    defence: tuple[int, int] = (0, 0)
    owed: int = 0
    guess: tuple[int, int] = (-1, 0)
    winner: int = -1


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup, shape=Worlds(setup.options.hand, setup.options.river))


def possible(state: State, seat: int) -> tuple[int, ...]:
    """Return the red counts that someone who sees only the table must allow for ``seat``, lowest first."""
    if state.sets.table:
        return state.shape.reds(state.sets.table, seat)
    options = state.setup.options
    hands = range(options.hand + 1)
    reds = {
        mine
        for mine, other, river in product(hands, hands, range(options.river + 1))
        if mine + other + river <= options.red
        and 2 * options.hand + options.river - mine - other - river <= options.black
    }
    return tuple(sorted(reds))


def unsettled(state: State, seat: int) -> bool:
    """Say whether a hand is in no certain state: its owner has peeked and not finished, or owes a discard."""
    return (state.phase == "peeked" and state.turn == seat) or (state.phase == "discard" and state.turn != seat)
