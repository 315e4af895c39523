"""The state of Liars' Guess: one frozen struct."""

from msgspec import Struct

from liarsdeck.english import counted
from referee.core.cards import UNKNOWN, Hand
from referee.core.game import Outcome, Setup
from referee.core.leaving import left
from referee.games.liars_guess import deck
from referee.games.liars_guess.proof import hand_exists


class Ask(Struct, frozen=True, gc=False):
    """One question of this deal; ``answer`` is −1 until it is given."""

    asker: int
    card: int
    line: int
    answer: int = UNKNOWN


class Case(Struct, frozen=True, gc=False):
    """What the referee judged last: the accused, what nobody had seen, how many of that the accused held, the answers.

    ``counts``: for each answer (its place in ``asks``) the cards of the combination, and how many of those that nobody
    had seen the accused must have held for the answer to be true.
    """

    accused: int
    proven: bool
    unseen: int
    hidden: int
    counts: tuple[tuple[int, int, int], ...]
    asks: tuple[Ask, ...]


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: dealer, faceup, turn, answer, hole, accused, denied, over.
    ``seen``: the cards of this deal that everybody has seen, as bits; ``exposed``: those of them still in each hand.
    ``acted``: something has happened in this deal. ``settled``: how many of the asks are no evidence against a seat any
    more. ``history``: the scores after every finished deal. ``left``: who has gone home.
    A settled deal stays until the next ``faceup``.
    """

    setup: Setup
    phase: str = "dealer"
    deal: int = 0
    dealer: int = UNKNOWN
    turn: int = UNKNOWN
    faceup: tuple[int, ...] = ()
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    sizes: tuple[int, int] = (0, 0)
    hands: tuple[Hand, Hand] = (None, None)
    seen: int = 0
    exposed: tuple[int, int] = (0, 0)
    asks: tuple[Ask, ...] = ()
    acted: bool = False
    accuser: int = UNKNOWN
    guess: int = UNKNOWN
    settled: tuple[int, int] = (0, 0)
    scores: tuple[int, int] = (0, 0)
    history: tuple[tuple[int, int], ...] = ()
    case: Case | None = None
    left: int = -1


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup)


def settled(state: State) -> int:
    """Return how many deals are settled."""
    return len(state.history)


def outcome(state: State) -> Outcome:
    """Return how the match stands: after the last deal the higher score wins, level scores share the win."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=state.scores)
    if state.left >= 0:
        return left(state.setup, state.left, state.scores)
    best = max(state.scores)
    winners = tuple(seat for seat in (0, 1) if state.scores[seat] == best)
    names = " and ".join(state.setup.seats[seat] for seat in winners)
    many = counted(state.deal, "deal")
    verb = "share the match" if len(winners) > 1 else "wins the match"
    return Outcome(over=True, winners=winners, scores=state.scores, reason=f"{names} {verb} with {best} after {many}")


def unseen(state: State) -> int:
    """Return the cards that nobody has seen, as bits; none before the first deal."""
    return deck.ALL & ~state.seen if state.deal else 0


def build_case(state: State, accused: int) -> Case:
    """Put the evidence against ``accused`` together: docs/rules.md §2, Proof. Only what the table has seen counts."""
    free = unseen(state)
    hidden = state.sizes[accused] - state.exposed[accused].bit_count()
    counts = []
    for place, ask in enumerate(state.asks):
        if place < state.settled[accused] or ask.asker == accused or ask.answer < 0:
            continue
        cards = deck.LINES[ask.line][1]
        shown_before = sum(1 for earlier in state.asks[:place] if earlier.asker == accused)
        since = deck.bits(state.shown[accused][shown_before:]) | state.exposed[accused]
        counts.append((place, cards, ask.answer - (since & cards).bit_count()))
    proven = not hand_exists(free, hidden, [(cards, need) for _, cards, need in counts])
    return Case(accused, proven, free, hidden, tuple(counts), state.asks)
