"""The state of Red & Black: one frozen struct, with the sets of worlds that everybody must still allow."""

from itertools import product

from msgspec import Struct

from liarsdeck.english import counted
from referee.core.cards import UNKNOWN
from referee.core.game import Outcome, Setup
from referee.core.leaving import capped, left
from referee.games.red_and_black.actions import MASKED, Peeks
from referee.games.red_and_black.options import Options
from referee.games.red_and_black.worlds import BLACK, RED, Worlds


class Sets(Struct, frozen=True, gc=False):
    """What can still be, as bits (``worlds.py``): for who sees only the table, for each seat with the hands that it
    entered, and for the referee who knows all that was entered.
    """

    table: int
    first: int
    second: int
    all: int


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: dealer, call, deal, turn, peeked, defend, river, discard, reveal, over.
    ``slots``: a colour each, None where face down. ``entered_reds``: red cards of each hand as entered before the
    river lay, None where nobody entered it, ``actions.MASKED`` where a view may not know it. ``turns``: how many
    turns are finished.
    ``attack``, ``defence``: (count, colour). ``guess``: (seat, red cards guessed). Slots are counted from 0 here.
    """

    setup: Setup
    shape: Worlds
    phase: str = "dealer"
    dealer: int = UNKNOWN
    turn: int = UNKNOWN
    turns: int = 0
    called: int = UNKNOWN
    slots: tuple[int | None, ...] = ()
    sizes: tuple[int, int] = (0, 0)
    entered_reds: tuple[int | None, int | None] = (None, None)
    sets: Sets = Sets(0, 0, 0, 0)
    discards: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    peeked: int = UNKNOWN
    attack: tuple[int, int] = (0, 0)
    defence: tuple[int, int] = (0, 0)
    owed: int = 0
    guess: tuple[int, int] = (UNKNOWN, 0)
    winner: int = UNKNOWN
    left: int = UNKNOWN


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup, shape=Worlds(setup.options.hand, setup.options.river))


def possible(state: State, seat: int) -> tuple[int, ...]:
    """Return the red counts that someone who sees only the table must allow for ``seat``, lowest first."""
    if state.sets.table:
        return state.shape.reds(state.sets.table, seat)
    options: Options = state.setup.options
    hands = range(options.hand + 1)
    return tuple(reds for reds in hands if any(deals(options, reds, other) for other in hands))


def deals(options: Options, reds: int, others: int) -> bool:
    """Say whether the deck can deal two hands with so many red cards, whatever the river is."""
    cards = 2 * options.hand + options.river
    dealt = range(reds + others, reds + others + options.river + 1)
    return any(red <= options.red and cards - red <= options.black for red in dealt)


def rivers(state: State) -> list[tuple[int, ...]]:
    """Return every river that agrees with what lies face up."""
    slots = state.slots or (None,) * state.setup.options.river
    return list(product(*((BLACK, RED) if lies is None else (lies,) for lies in slots)))


def unsettled(state: State, seat: int) -> bool:
    """Say whether a hand is in no certain state: its owner has peeked and not finished, or owes a discard."""
    return (state.phase == "peeked" and state.turn == seat) or (state.phase == "discard" and state.turn != seat)


def seen_colour(state: State, action: Peeks) -> int | None:
    """Return the colour that a look at a slot shows: as it was said, else where the referee can compute it."""
    if action.colour is None and len(found := state.shape.colours(state.sets.all, action.slot - 1)) == 1:
        return found[0]
    return action.colour


def known_slot(state: State, seat: int | None, slot: int) -> int | None:
    """Return the colour of a slot (from 0) as far as ``seat`` knows it, or for None as far as this state does."""
    if state.slots[slot] is not None or not state.sets.table:
        return state.slots[slot]
    worlds = state.sets.all if seat is None else (state.sets.first, state.sets.second)[seat]
    found = state.shape.colours(worlds, slot)
    return found[0] if len(found) == 1 else None


def known_reds(state: State, seat: int) -> tuple[int, ...] | None:
    """Return the red counts that ``seat``'s hand can have with what was entered; None when nothing was."""
    if not state.sets.table:
        entered_reds = state.entered_reds[seat]
        return None if entered_reds is None or entered_reds == MASKED else (entered_reds,)
    own = (state.sets.first, state.sets.second)[seat]
    return None if own == state.sets.table else state.shape.reds(own, seat)


def own_reds(state: State, seat: int) -> tuple[int, ...] | None:
    """As ``known_reds``, in the eyes of ``seat`` itself: a hand that everybody has worked out is known to it still."""
    if (known := known_reds(state, seat)) is not None or not state.sets.table:
        return known
    reds = state.shape.reds(state.sets.table, seat)
    return reds if len(reds) == 1 else None


def dealt(state: State, slots: tuple[int, ...]) -> Sets:
    """Return what can be after a deal that shows this river: with the hands that were entered before it."""
    options, shape = state.setup.options, state.shape
    table = shape.dealt(slots, options.red, options.black)
    one, two = state.entered_reds
    first = table if one is None or one == MASKED else shape.holding(table, 0, one)
    second = table if two is None or two == MASKED else shape.holding(table, 1, two)
    return Sets(table, first, second, first & second)


def outcome(state: State) -> Outcome:
    """Return how the game stands: a right guess wins, a wrong one loses."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=(0, 0))
    if state.left >= 0:
        return left(state.setup, state.left, (0, 0))
    if state.winner < 0:
        return capped(counted(state.turns, "turn"), (0, 0))
    guesser, reds = state.guess
    names = state.setup.seats
    said = f"{names[guesser]} guessed right, {reds} red of {state.sizes[1 - guesser]}"
    if guesser != state.winner:
        held = "/".join(map(str, possible(state, 1 - guesser)))
        said = f"{names[guesser]} guessed {reds} red, and it was {held} of {state.sizes[1 - guesser]}"
    scores = (1, 0) if state.winner == 0 else (0, 1)
    return Outcome(over=True, winners=(state.winner,), scores=scores, reason=f"{names[state.winner]} wins: {said}")


def rounds(state: State) -> int:
    """Return how many turns have been finished."""
    return state.turns
