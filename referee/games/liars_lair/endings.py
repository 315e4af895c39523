"""How a round and the game of Liar's Lair end: declaring, questioning, who wins."""

from msgspec.structs import replace

from referee.core.cards import cards_of, put
from referee.core.refusals import Leaves
from referee.games.liars_lair.state import (
    DECLARE,
    OVER,
    PLAY,
    QUESTION,
    Absolved,
    Declares,
    Hand,
    Known,
    Opening,
    Passes,
    Shows,
    State,
    clockwise,
)

Opened = tuple[Opening, ...]


LAST = "{} is the last one left"


UNPROVEN = "nobody could prove {} a liar"


ABSOLVED = "{} held nothing but lies that others could prove"


class Missing(Exception):
    """A masked state lacks what this line opens; the brackets should say it."""


def new_round(state: State, first: int, number: int) -> State:
    """Begin the playing; whoever has no card is passed over, and where nobody has one it is over at once."""
    sizes = state.sizes
    queue = tuple([seat for seat in clockwise(state, first) if sizes[seat]])
    phase = PLAY
    if not queue:
        phase, queue = DECLARE, clockwise(state, first)
    return replace(state, phase=phase, round=number, start=first, queue=queue, knockers=0, last=first, declarers=())


def declaring(state: State) -> tuple[int, ...]:
    """Return who is to declare: everybody still in, clockwise from the starter."""
    assert state.start is not None
    return clockwise(state, state.start)


def declares(state: State, action: Declares | Passes) -> tuple[State, Opened]:
    """Hear a declaration or a pass; after the last one the hands of who declared are laid open."""
    if state.phase == QUESTION:
        return asked(state, state.queue[1:]), ()
    declarers = (*state.declarers, action.seat) if type(action) is Declares else state.declarers
    state = replace(state, queue=state.queue[1:], declarers=declarers)
    return (state, ()) if state.queue else expose(state, absolutions(action))


def absolutions(action: Declares | Passes | Shows | Leaves) -> frozenset[int]:
    """Return the declarers whose lies the brackets say are all provable."""
    return frozenset([part.seat for part in action.opens if isinstance(part, Absolved)])


def expose(state: State, absolved_by: frozenset[int]) -> tuple[State, Opened]:
    """Lay open the hand of the first declarer who is still in, and of the next as long as one is knocked out by it."""
    opened: Opened = ()
    while True:
        declarers = tuple([seat for seat in state.declarers if seat not in state.out])
        if not declarers:
            return _next_round(state), opened
        seat = declarers[0]
        if state.unknown(seat):
            raise Missing
        hand = state.hands[seat]
        cards = cards_of(hand)
        state = replace(state, declarers=declarers, seen=tuple([known | hand for known in state.seen]))
        opened = (*opened, Hand(seat, tuple(cards)))
        if state.setup.options.own_conflict == "allowed" or not _own_conflict(state, cards):
            state, more = _judged(state, seat, absolved_by)
            return state, opened + more
        state = knocked_out(state, seat)
        if state.phase == OVER:
            return state, opened


def _judged(state: State, seat: int, absolutions: frozenset[int]) -> tuple[State, Opened]:
    """Go on with a declarer whose hand lies open and stands: absolved, questioned, or the winner of an empty table."""
    if state.setup.options.absolution and absolved(state, seat, proven=seat in absolutions):
        return over(state, seat, ABSOLVED), (Absolved(seat),)
    queue = tuple([other for other in clockwise(state, seat)[1:] if state.sizes[other]])
    return (replace(state, phase=QUESTION, queue=queue), ()) if queue else (over(state, seat, UNPROVEN), ())


def _own_conflict(state: State, cards: list[int]) -> bool:
    held = set(cards)
    return not held.isdisjoint([state.partner[card] for card in cards])


def absolved(state: State, seat: int, *, proven: bool = False) -> bool:
    """Say whether all of an exposed hand is lies, each provable by a truth in the hand of another player still in.

    A masked state that can't tell believes the brackets (``proven``). An empty hand has no lie that could be proven.
    """
    hand, others, hidden = state.hands[seat], 0, 0
    for other in clockwise(state, seat)[1:]:
        others |= state.hands[other]
        hidden += state.unknown(other)
    placed = -1 if not hidden else state.placed
    sure = bool(hand)
    for card in cards_of(hand):
        true, partner = state.truth(card), 1 << state.partner[card]
        if true or (not others & partner and placed & partner):
            return False
        sure = sure and true is False and bool(others & partner)
    return bool(hand) and (sure or proven)


def asked(state: State, queue: tuple[int, ...]) -> State:
    """Go on with the questioning: the declarer whom nobody is left to question wins."""
    return replace(state, queue=queue) if queue else over(state, state.declarers[0], UNPROVEN)


def shows(state: State, action: Shows) -> tuple[State, Opened]:
    """Hold a card against a declarer: it knocks one of the two out, or nobody."""
    seat, card, declarer = action.seat, action.card, state.declarers[0]
    bit, other = 1 << card, 1 << state.partner[card]
    true = state.truth(card)
    if true is None:
        raise Missing
    proven = true and bool(state.hands[declarer] & other)
    shown = bit | other if proven else bit
    opened: Opened = (Known(card, true),)
    state = replace(
        state,
        hands=put(state.hands, seat, state.hands[seat] | bit),
        seen=tuple([cards | bit for cards in state.seen]),
        exposed=state.exposed | shown,
        true=state.true | (bit if true else 0),
        false=state.false | (other if proven else 0) | (0 if true else bit),
        knows=tuple([cards | shown for cards in state.knows]),
    )
    if proven or not true:
        state = knocked_out(state, declarer if proven else seat)
        if state.phase == OVER:
            return state, opened
    if proven:
        state, more = expose(state, absolutions(action))
        return state, opened + more
    return asked(state, state.queue[1:]), opened


def knocked_out(state: State, seat: int) -> State:
    """Take a seat out of the game with its hand; whoever is left alone has won."""
    gone = state.gone | state.hands[seat]
    hands, sizes = put(state.hands, seat, 0), put(state.sizes, seat, 0)
    state = replace(state, out=(*state.out, seat), hands=hands, sizes=sizes, gone=gone)
    left = clockwise(state, 0)
    return over(state, left[0], LAST) if len(left) == 1 else state


def leaves(state: State, seat: int) -> State:
    """Let what is left of a hand leave the game."""
    gone = state.gone | state.hands[seat]
    return replace(state, hands=put(state.hands, seat, 0), sizes=put(state.sizes, seat, 0), gone=gone)


def _next_round(state: State) -> State:
    step = 1 if state.setup.options.next_start == "left" else -1
    assert state.start is not None
    if state.round == state.setup.options.max_rounds:
        return replace(state, phase=OVER, queue=(), declarers=())
    start = clockwise(state, (state.start + step) % len(state.hands), step)[0]
    return new_round(state, start, state.round + 1)


def over(state: State, seat: int, how: str) -> State:
    """End the game: a seat has won."""
    return replace(state, phase=OVER, queue=(), departing=None, taker=None, declarers=(), won=seat, how=how)
