"""The state of a game of Liar's Lair: who holds what, what is true, and who knows it.

Sets of cards are integers with a bit a card number. ``hands``, ``gone``, ``true`` and ``false`` hold what this state
knows; a hand's cards that it does not know are the difference to ``sizes``. ``seen`` and ``knows`` say who else knows
it: one set a seat and, last, one for the open table. A view keeps what its eyes have seen, of these sets too.
"""

from msgspec import Struct

from liarsdeck.english import counted
from referee.core.game import Outcome, Setup
from referee.core.leaving import capped
from referee.games.liars_lair.options import SEATS

DEAL, PLAY, TAKE, RECLAIM, DECLARE, QUESTION, OVER = "deal", "play", "take", "reclaim", "declare", "question", "over"


class State(Struct, frozen=True, gc=False):
    """One moment of a game; see the module's first lines for how sets of cards are kept."""

    setup: Setup
    partner: dict[int, int]  # every card of the kit to its pair's other half
    pairs: tuple[tuple[int, int, int], ...]  # of every pair its cards, the lower one first, and both as a set
    kit: int  # all cards
    phase: str
    round: int
    start: int | None
    queue: tuple[int, ...]  # the seats that are still to act in this phase, the next one first
    hands: tuple[int, ...]
    sizes: tuple[int, ...]
    table: tuple[tuple[int, int], ...]  # (card, who put it there), in order
    out: tuple[int, ...]  # seats, in order of leaving
    gone: int  # cards that have left the game
    exposed: int
    true: int
    false: int
    seen: tuple[int, ...]  # who knows where a card lies
    knows: tuple[int, ...]  # who knows whether a card is true
    dealt: bool = False  # the truths have been drawn
    knockers: int = 0  # seats, a bit each, that will not reclaim this round
    last: int = 0  # the seat that played last this round
    departing: int | None = None
    taker: int | None = None
    declarers: tuple[int, ...] = ()  # still to be judged; in the questioning the first one is being judged
    won: int | None = None
    how: str = ""
    played: tuple[int, ...] = ()  # the cards that each seat has put in play so far, this round or before

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is, None in the deal and at the end."""
        if self.phase == TAKE:
            return self.taker if self.setup.options.departing == "pick" else self.departing
        return self.queue[0] if self.queue else None

    @property
    def in_play(self) -> int:
        """The cards on the table, as a set."""
        cards = 0
        for card, _ in self.table:
            cards |= 1 << card
        return cards

    def is_in(self, seat: int) -> bool:
        """Say whether a seat is still in the game."""
        return seat not in self.out

    def unknown(self, seat: int) -> int:
        """Return how many cards of a hand this state does not know."""
        return self.sizes[seat] - self.hands[seat].bit_count()

    def truth(self, card: int) -> bool | None:
        """Return whether a card in the game is true as far as this state knows; its other half tells as well."""
        bit, other = 1 << card, 1 << self.partner[card]
        if self.true & bit or self.false & other:
            return True
        if self.false & bit or self.true & other:
            return False
        return None

    def could_hold(self, seat: int, card: int) -> bool:
        """Say whether a card lies, or for all this state knows could lie, in a seat's hand."""
        bit = 1 << card
        if self.hands[seat] & bit:
            return True
        return self.unknown(seat) > 0 and card in self.partner and not self.placed & bit

    @property
    def placed(self) -> int:
        """The cards whose place this state knows."""
        cards = self.gone | self.in_play
        for hand in self.hands:
            cards |= hand
        return cards


def start(setup: Setup) -> State:
    """Return the state before the first hand is entered. The facts in ``setup`` must be there."""
    assert setup.facts is not None
    seats = len(setup.seats)
    return State(
        setup=setup,
        partner=setup.facts.partner,
        pairs=setup.facts.halves,
        kit=setup.facts.all_cards,
        phase=DEAL,
        round=1,
        start=None,
        queue=(),
        hands=(0,) * seats,
        sizes=(0,) * seats,
        table=(),
        out=(),
        gone=0,
        exposed=0,
        true=0,
        false=0,
        seen=(0,) * (seats + 1),
        knows=(0,) * (seats + 1),
        played=(0,) * seats,
    )


def outcome(state: State) -> Outcome:
    """Return whether somebody has won, and how."""
    seats = range(len(state.hands))
    if state.won is None:
        none = tuple(0 for _ in seats)
        return capped(counted(state.round, "round"), none) if state.phase == OVER else Outcome(False, (), none)
    reason = state.how.format(state.setup.seats[state.won])
    return Outcome(True, (state.won,), tuple(int(seat == state.won) for seat in seats), reason)


_ROUND = {
    step: [
        [tuple((first + step * at) % seats for at in range(seats)) for first in range(seats)]
        for seats in range(SEATS[1] + 1)
    ]
    for step in (1, -1)
}
"""The seats of a table, by the way round (1 is clockwise), how many there are, and the first."""


def clockwise(state: State, first: int, step: int = 1) -> tuple[int, ...]:
    """Return the seats still in, from ``first`` (itself where it is still in) clockwise, or the other way round."""
    order, out = _ROUND[step][len(state.hands)][first], state.out
    return tuple([seat for seat in order if seat not in out]) if out else order


def settled(state: State) -> int:
    """Return 1 when the game is over: it is one deal."""
    return int(state.phase == OVER)


def rounds(state: State) -> int:
    """Return how many rounds have begun."""
    return state.round
