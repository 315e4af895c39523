"""The state of a game of Liar's Lair: who holds what, what is true, and who knows it; and every view of it.

Sets of cards are integers with a bit a card number. ``hands``, ``gone``, ``true`` and ``false`` hold what this state
knows; a hand's cards that it does not know are the difference to ``sizes``. ``seen`` and ``knows`` say who else knows
it: one set a seat and, last, one for the open table. A view keeps what its eyes have seen, of these sets too.
"""

from typing import Any

from msgspec import Struct

from referee.core.cards import cards_of
from referee.core.game import Outcome, Setup, Turn

DEAL, PLAY, TAKE, RECLAIM, DECLARE, QUESTION, OVER = "deal", "play", "take", "reclaim", "declare", "question", "over"


class State(Struct, frozen=True):
    """One moment of a game; see the module's first lines for how sets of cards are kept."""

    setup: Setup
    partner: dict[int, int]  # every card of the kit to its pair's other half
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


def begin(setup: Setup) -> State:
    """Return the state before the first hand is entered. The facts in ``setup`` must be there."""
    assert setup.facts is not None
    pairs = [(pair.cards[0].number, pair.cards[1].number) for pair in setup.facts.pairs]
    seats = len(setup.seats)
    return State(
        setup=setup,
        partner=dict(pairs) | {two: one for one, two in pairs},
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
    )


def check(setup: Setup) -> tuple[str, str] | None:
    """Return what the header has wrong: a kit that is too small, with what it could serve."""
    assert setup.facts is not None
    pairs, each, seats = len(setup.facts.pairs), setup.options.each, len(setup.seats)
    if pairs >= each * seats:
        return None
    why = f"this kit has {pairs} pairs; {seats} players with {each} truths and {each} lies each need {each * seats}"
    if pairs < 6:
        return "facts", f"{why}. The smallest table (3 players, 2 of each) needs 6"
    fits = []
    if pairs // seats >= 2:
        fits.append(f"each = {pairs // seats} for {seats} players")
    if pairs // each >= 3:
        fits.append(f"each = {each} for {min(8, pairs // each)} players")
    if not fits:
        fits.append(f"each = 2 for {min(8, pairs // 2)} players")
    return "facts", f"{why}. The most it can serve is {', or '.join(fits)}"


def view(state: State, seat: int | None) -> State:
    """Return the same state with everything hidden that this seat, or the open table, may not know."""
    eyes = len(state.hands) if seat is None else seat
    seen, knows = state.seen[eyes], state.knows[eyes]
    return State(
        setup=state.setup,
        partner=state.partner,
        phase=state.phase,
        round=state.round,
        start=state.start,
        queue=state.queue,
        hands=tuple([hand & seen for hand in state.hands]),
        sizes=state.sizes,
        table=state.table,
        out=state.out,
        gone=state.gone & seen,
        exposed=state.exposed,
        true=state.true & knows,
        false=state.false & knows,
        seen=tuple([cards & seen for cards in state.seen]),
        knows=tuple([cards & knows for cards in state.knows]),
        dealt=state.dealt,
        knockers=state.knockers,
        last=state.last,
        departing=state.departing,
        taker=state.taker,
        declarers=state.declarers,
        won=state.won,
        how=state.how,
    )


SEATS = range(8)  # the largest table
_TURNS = {
    phase: tuple((Turn(seat, verbs),) for seat in SEATS)
    for phase, verbs in (
        (PLAY, ("plays",)),
        (RECLAIM, ("reclaims",)),
        (DECLARE, ("declares", "passes")),
        (QUESTION, ("passes", "shows")),
    )
}
_TAKES = tuple((Turn(seat, ("takes",)),) for seat in SEATS)
_GIVES = tuple((Turn(seat, ("gives",)),) for seat in SEATS)
_TRUTHS, _START = (Turn(None, ("truths",)),), (Turn(None, ("start",)),)


def to_act(state: State) -> tuple[Turn, ...]:
    """Return who may act now, with which verbs."""
    turns = _TURNS.get(state.phase)
    if turns is not None:
        return turns[state.queue[0]]
    if state.phase == DEAL:
        if state.dealt:
            return _START
        waiting = tuple([Turn(seat, ("holds",)) for seat, size in enumerate(state.sizes) if not size])
        return waiting or _TRUTHS
    if state.phase == OVER:
        return ()
    acting = state.actor
    assert acting is not None
    return (_TAKES if acting == state.taker else _GIVES)[acting]


def outcome(state: State) -> Outcome:
    """Return whether somebody has won, and how."""
    seats = range(len(state.hands))
    if state.won is None:
        return Outcome(False, (), tuple(0 for _ in seats))
    reason = state.how.format(state.setup.seats[state.won])
    return Outcome(True, (state.won,), tuple(int(seat == state.won) for seat in seats), reason)


def public(state: State) -> dict[str, Any]:
    """Return the ``public`` fields of the JSON object, from the open table's view."""
    names = state.setup.seats
    return {
        "round": state.round,
        "start": None if state.start is None else names[state.start],
        "phase": state.phase,
        "table": {names[seat]: card for card, seat in state.table},
        "hands": dict(zip(names, state.sizes, strict=True)),
        "out": [names[seat] for seat in state.out],
        "exposed": {str(card): bool(state.true >> card & 1) for card in cards_of(state.exposed)},
    }


def hidden(state: State) -> dict[str, Any]:
    """Return what only ``--reveal`` lays open: the hands, and the true ones of the dealt cards."""
    return {
        "hands": {
            name: cards_of(hand) if hand.bit_count() == size else None
            for name, hand, size in zip(state.setup.seats, state.hands, state.sizes, strict=True)
        },
        "truths": cards_of(state.true) if state.true else None,
    }
