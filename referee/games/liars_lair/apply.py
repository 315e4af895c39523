"""What happens in Liar's Lair: the next state of every line, and what the line opens to the table.

Every function takes a state that judge let the line into. What a masked state does not know must come in the line's
brackets: ``learn`` puts it into the state first, and ``Missing`` is raised where it is not there.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, bits
from referee.core.leaving import Leaves
from referee.core.rows import put
from referee.games.liars_lair.actions import (
    NOTHING,
    Declares,
    Gives,
    Hand,
    Holds,
    Known,
    Move,
    Opening,
    Passes,
    Plays,
    Reclaims,
    Shows,
    Start,
    Takes,
    Took,
    Truths,
)
from referee.games.liars_lair.declare import (
    LAST,
    Missing,
    Opened,
    absolutions,
    asked,
    declares,
    declaring,
    expose,
    knocked_out,
    leaves,
    new_round,
    over,
    shows,
)
from referee.games.liars_lair.state import DECLARE, OVER, PLAY, QUESTION, RECLAIM, TAKE, State, clockwise


def apply(state: State, action: Move) -> State:
    """Return the next state."""
    if action.opens:
        state = learn(state, action.opens)
    return _RUN[type(action)](state, action)[0]


def run(state: State, action: Move) -> tuple[State, Opened]:
    """Return the next state and all that the line opens, known before or not. Raises ``Missing`` in a masked state."""
    if action.opens:
        state = learn(state, action.opens)
    return _RUN[type(action)](state, action)


def learn(state: State, opens: Iterable[Opening]) -> State:
    """Return the state with what brackets say put in; who but a hand's owner knows it is the line's to say."""
    hands, seen, true, false = list(state.hands), list(state.seen), state.true, state.false
    for part in opens:
        if isinstance(part, Known):
            true, false = (true | 1 << part.card, false) if part.true else (true, false | 1 << part.card)
        elif isinstance(part, Hand):
            hands[part.seat] |= bits(part.cards)
            seen[part.seat] |= bits(part.cards)
    return replace(state, hands=tuple(hands), seen=tuple(seen), true=true, false=false)


# --------------------------------------------------------------------------------------------------- the deal


def _holds(state: State, action: Holds) -> tuple[State, Opened]:
    seat, cards = action.seat, _known(action.cards)
    hands, sizes, seen = list(state.hands), list(state.sizes), list(state.seen)
    hands[seat], sizes[seat] = cards, len(action.cards)
    seen[seat] |= cards
    return replace(state, hands=tuple(hands), sizes=tuple(sizes), seen=tuple(seen)), ()


def _known(cards: tuple[int, ...]) -> int:
    """Return the cards that are not hidden, as a set."""
    return bits(cards if UNKNOWN not in cards else [card for card in cards if card != UNKNOWN])


def _truths(state: State, action: Truths) -> tuple[State, Opened]:
    named = _known(action.cards)
    dealt = 0
    for hand in state.hands:
        dealt |= hand
    false = state.false | (dealt & ~named if named else 0)
    return replace(state, dealt=True, true=state.true | named, false=false, knows=(*state.hands, 0)), ()


def _start(state: State, action: Start) -> tuple[State, Opened]:
    return new_round(state, action.who, 1), ()


# ---------------------------------------------------------------------------------------------------- playing


def _plays(state: State, action: Plays) -> tuple[State, Opened]:
    seat, card = action.seat, action.card
    bit, rival = 1 << card, contradicted(state, card)
    phase, queue, table = PLAY, state.queue[1:], state.table
    if rival is None:
        table = (*table, (card, seat))
        if not queue:
            phase, queue = _reclaiming(state, seat)
    hands, sizes, played = list(state.hands), list(state.sizes), list(state.played)
    hands[seat] &= ~bit
    sizes[seat] -= 1
    played[seat] |= bit
    state = replace(
        state,
        phase=phase,
        hands=tuple(hands),
        sizes=tuple(sizes),
        seen=tuple([cards | bit for cards in state.seen]),
        queue=queue,
        table=table,
        last=seat,
        played=tuple(played),
    )
    return (state, ()) if rival is None else _knocks_out(state, action, rival)


def _knocks_out(state: State, action: Plays, rival: tuple[int, int]) -> tuple[State, Opened]:
    """Let a card just played meet the other half of its pair (a card and who played it): the liar of the two is out."""
    seat, card, (other, owner) = action.seat, action.card, rival
    true = state.truth(card)
    if true is None:
        raise Missing
    bit, both = 1 << card, 1 << card | 1 << other
    liar, honest = (owner, seat) if true else (seat, owner)
    state = replace(
        state,
        table=tuple([entry for entry in state.table if entry[0] != other]),
        gone=state.gone | both,
        exposed=state.exposed | both,
        true=state.true | (bit if true else 1 << other),
        false=state.false | (1 << other if true else bit),
        knows=tuple([cards | both for cards in state.knows]),
        out=(*state.out, liar),
    )
    opened = (Known(card, true),)
    if len(state.out) == len(state.hands) - 1:
        return leaves(over(state, clockwise(state, 0)[0], LAST), liar), opened
    if liar in state.queue:  # the lie lay there since an earlier round, when somebody who went home reclaimed nothing
        state = _without(state, liar)
    if liar == honest and state.setup.rules > 1:  # by such a card of their own: nobody takes, as one could by rules 1
        return _play_on(leaves(state, liar)), opened
    departing = state.setup.options.departing
    if departing != "pool":
        state = replace(state, knockers=state.knockers | 1 << honest)
    if not state.sizes[liar]:
        return _play_on(state), opened
    if departing == "pick":
        state = replace(state, seen=put(state.seen, honest, state.seen[honest] | state.hands[liar]))
    return replace(state, phase=TAKE, departing=liar, taker=honest), opened


def contradicted(state: State, card: int) -> tuple[int, int] | None:
    """Return the other half of a card's pair and who put it in play, where it lies under a name that is still in."""
    other = state.partner[card]
    for entry in state.table:
        if entry[0] == other:
            return None if entry[1] in state.out else entry
    return None


def _takes(state: State, action: Takes) -> tuple[State, Opened]:
    taker, liar, card = action.seat, state.departing, action.card
    assert liar is not None
    hand = state.hands[liar]
    if card == NOTHING or Took() in action.opens:
        return _play_on(leaves(state, liar)), ()
    taken = 0 if card == UNKNOWN else 1 << card
    state = _handed_over(state, liar, taker, taken, frozenset((taker,)))
    # the others no longer know which of the cards they had seen in that hand has gone where
    gone = 0 if card == UNKNOWN else hand & ~taken
    return _play_on(replace(state, gone=state.gone | gone)), ()


def _gives(state: State, action: Gives) -> tuple[State, Opened]:
    liar, honest, card = action.seat, state.taker, action.card
    assert honest is not None
    hand = state.hands[liar]
    given = 0 if card == UNKNOWN else 1 << card
    if state.setup.options.departing == "gift":
        state = _handed_over(state, liar, honest, given, frozenset((liar, honest)))
        gone = 0 if card == UNKNOWN else hand & ~given
        return _play_on(replace(state, gone=state.gone | gone)), ()
    seen = tuple([cards | given for cards in state.seen])
    hands = put(state.hands, liar, hand & ~given)
    state = replace(state, hands=hands, seen=seen, table=(*state.table, (card, liar)))
    return _play_on(leaves(state, liar)), ()


def _handed_over(state: State, liar: int, honest: int, card: int, witnesses: frozenset[int]) -> State:
    """Move a card from the departing hand to the truth's player; all but the witnesses lose sight of that hand."""
    hand = state.hands[liar]
    seen = [
        cards | card if eyes in witnesses else cards & ~hand  # a view's sets hold no card that its eyes lose here
        for eyes, cards in enumerate(state.seen)
    ]
    hands, sizes = list(state.hands), list(state.sizes)
    hands[liar], sizes[liar] = 0, 0
    hands[honest] |= card
    sizes[honest] += 1
    return replace(state, hands=tuple(hands), sizes=tuple(sizes), seen=tuple(seen))


def _play_on(state: State) -> State:
    phase, queue = PLAY, state.queue
    if not queue:
        phase, queue = _reclaiming(state, state.last) if state.table else (DECLARE, declaring(state))
    return replace(state, phase=phase, queue=queue, departing=None, taker=None)


# ------------------------------------------------------------------------------------------------- reclaiming


def _reclaiming(state: State, last: int) -> tuple[str, tuple[int, ...]]:
    """Return the phase after the playing and who acts in it, ``last`` being the seat that played last."""
    assert state.start is not None
    revised = state.setup.options.reclaim == "revised"
    order = clockwise(state, last, -1) if revised else clockwise(state, state.start)
    knockers = state.knockers
    queue = tuple([seat for seat in order if not knockers >> seat & 1]) if knockers else order
    return (RECLAIM, queue) if queue else (DECLARE, declaring(state))


def _reclaims(state: State, action: Reclaims) -> tuple[State, Opened]:
    seat, card = action.seat, action.card
    queue, table = state.queue[1:], tuple([entry for entry in state.table if entry[0] != card])
    phase = RECLAIM
    if not queue or not table:
        phase, queue = DECLARE, declaring(state)
    hands, sizes = list(state.hands), list(state.sizes)
    hands[seat] |= 1 << card
    sizes[seat] += 1
    return replace(state, phase=phase, hands=tuple(hands), sizes=tuple(sizes), table=table, queue=queue), ()


# --------------------------------------------------------------------------------------------------- going home


def _goes_home(state: State, action: Leaves) -> tuple[State, Opened]:
    """Let a seat go home: the hand leaves the game, and whoever waited for it goes on."""
    seat, phase, departing = action.seat, state.phase, state.departing
    takes = seat == state.taker and state.setup.options.departing != "pool"
    if departing is not None and (takes or seat == departing):
        state = leaves(state, departing)  # nothing of it is taken or given any more
        if takes:
            state = knocked_out(state, seat)
        return (state if state.phase == OVER else _play_on(_without(state, seat))), ()
    declarer = phase == QUESTION and state.declarers[0] == seat
    state = knocked_out(state, seat)
    if state.phase == OVER:
        return (state if departing is None else leaves(state, departing)), ()
    state = _without(state, seat)
    if declarer or (phase == DECLARE and not state.queue):
        return expose(state, absolutions(action))
    if phase == QUESTION:
        return asked(state, state.queue), ()
    if state.queue or phase == TAKE:
        return state, ()
    return (_play_on(state) if phase == PLAY else replace(state, phase=DECLARE, queue=declaring(state))), ()


def _without(state: State, seat: int) -> State:
    """Return the state with nobody waiting for a seat."""
    queue = tuple([other for other in state.queue if other != seat])
    return replace(state, queue=queue, declarers=tuple([other for other in state.declarers if other != seat]))


_RUN: dict[type, Callable[[State, Any], tuple[State, Opened]]] = {
    Holds: _holds,
    Truths: _truths,
    Start: _start,
    Plays: _plays,
    Takes: _takes,
    Gives: _gives,
    Reclaims: _reclaims,
    Declares: declares,
    Passes: declares,
    Shows: shows,
    Leaves: _goes_home,
}
