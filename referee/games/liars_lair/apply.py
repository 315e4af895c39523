"""What happens in Liar's Lair: the next state of every line, and what the line opens to the table.

Every function takes a state that judge let the line into. What a masked state does not know must come in the line's
brackets: ``learn`` puts it into the state first, and ``Missing`` is raised where it is not there.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, bits, cards_of
from referee.games.liars_lair.acts import (
    NOTHING,
    Absolved,
    Declares,
    Gives,
    Hand,
    Holds,
    Passes,
    Plays,
    Reclaims,
    Shows,
    Start,
    Takes,
    Told,
    Took,
    Truths,
)
from referee.games.liars_lair.state import DECLARE, OVER, PLAY, QUESTION, RECLAIM, TAKE, State

Opened = tuple[Any, ...]

LAST = "{} is the last one left"
UNPROVEN = "nobody could prove {} a liar"
ABSOLVED = "{} held nothing but lies that others could prove"


class Missing(Exception):
    """A masked state lacks what this line opens; the brackets should say it."""


def apply(state: State, action: Any) -> State:
    """Return the next state."""
    if action.opens:
        state = learn(state, action.opens)
    after: State = _RUN[type(action)](state, action)[0]
    return after


def run(state: State, action: Any) -> tuple[State, Opened]:
    """Return the next state and all that the line opens, known before or not. Raises ``Missing`` in a masked state."""
    if action.opens:
        state = learn(state, action.opens)
    after: tuple[State, Opened] = _RUN[type(action)](state, action)
    return after


def learn(state: State, opens: Iterable[Any]) -> State:
    """Return the state with what brackets say put in; who but a hand's owner knows it is the line's to say."""
    hands, seen, true, false = list(state.hands), list(state.seen), state.true, state.false
    for part in opens:
        if isinstance(part, Told):
            true, false = (true | 1 << part.card, false) if part.true else (true, false | 1 << part.card)
        elif isinstance(part, Hand):
            hands[part.seat] |= bits(part.cards)
            seen[part.seat] |= bits(part.cards)
    return replace(state, hands=tuple(hands), seen=tuple(seen), true=true, false=false)


# --------------------------------------------------------------------------------------------------- the deal


def _holds(state: State, action: Holds) -> tuple[State, Opened]:
    seat, cards = action.seat, bits([card for card in action.cards if card != UNKNOWN])
    seen = _put(state.seen, seat, state.seen[seat] | cards)
    sizes = _put(state.sizes, seat, len(action.cards))
    return replace(state, hands=_put(state.hands, seat, cards), sizes=sizes, seen=seen), ()


def _truths(state: State, action: Truths) -> tuple[State, Opened]:
    told = bits([card for card in action.cards if card != UNKNOWN])
    dealt = 0
    for hand in state.hands:
        dealt |= hand
    true = state.true | told
    false = state.false | (dealt & ~told if told else 0)
    return replace(state, dealt=True, true=true, false=false, knows=(*state.hands, 0)), ()


def _start(state: State, action: Start) -> tuple[State, Opened]:
    return _new_round(state, action.who, 1), ()


def _new_round(state: State, start: int, number: int) -> State:
    """Begin the playing; whoever has no card is passed over, and where nobody has one it is over at once."""
    sizes = state.sizes
    queue = tuple([seat for seat in clockwise(state, start) if sizes[seat]])
    phase = PLAY
    if not queue:
        phase, queue = DECLARE, tuple(clockwise(state, start))
    return replace(state, phase=phase, round=number, start=start, queue=queue, knockers=0, last=start, declarers=())


def clockwise(state: State, start: int, step: int = 1) -> list[int]:
    """Return the seats still in, from ``start`` (itself where it is still in) clockwise, or the other way round."""
    seats, out = len(state.hands), state.out
    order = [(start + step * at) % seats for at in range(seats)]
    return [seat for seat in order if seat not in out] if out else order


# ---------------------------------------------------------------------------------------------------- playing


def _plays(state: State, action: Plays) -> tuple[State, Opened]:
    seat, card = action.seat, action.card
    bit = 1 << card
    hands = _put(state.hands, seat, state.hands[seat] & ~bit)
    sizes = _put(state.sizes, seat, state.sizes[seat] - 1)
    seen = tuple([cards | bit for cards in state.seen])
    queue = state.queue[1:]
    rival = contradicted(state, card)
    if rival is None:
        phase, table = PLAY, (*state.table, (card, seat))
        if not queue:
            phase, queue = _reclaiming(state, seat)
        state = replace(state, phase=phase, hands=hands, sizes=sizes, seen=seen, queue=queue, table=table, last=seat)
        return state, ()
    true = state.truth(card)
    if true is None:
        raise Missing
    other, owner = rival
    both = bit | 1 << other
    liar, honest = (owner, seat) if true else (seat, owner)
    state = replace(
        state,
        hands=hands,
        sizes=sizes,
        seen=seen,
        queue=queue,
        table=tuple([entry for entry in state.table if entry[0] != other]),
        last=seat,
        gone=state.gone | both,
        exposed=state.exposed | both,
        true=state.true | (bit if true else 1 << other),
        false=state.false | (1 << other if true else bit),
        knows=tuple([cards | both for cards in state.knows]),
        out=(*state.out, liar),
    )
    opened = (Told(card, true),)
    if len(state.out) == len(hands) - 1:
        return _leaves(_over(state, honest, LAST), liar), opened
    departing = state.setup.options.departing
    if departing != "pool":
        state = replace(state, knockers=state.knockers | 1 << honest)
    if not sizes[liar]:
        return _play_on(state), opened
    if departing == "pick":
        state = replace(state, seen=_put(state.seen, honest, state.seen[honest] | state.hands[liar]))
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
        return _play_on(_leaves(state, liar)), ()
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
    hands = _put(state.hands, liar, hand & ~given)
    state = replace(state, hands=hands, seen=seen, table=(*state.table, (card, liar)))
    return _play_on(_leaves(state, liar)), ()


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
        phase, queue = _reclaiming(state, state.last) if state.table else (DECLARE, _declaring(state))
    return replace(state, phase=phase, queue=queue, departing=None, taker=None)


# ------------------------------------------------------------------------------------------------- reclaiming


def _reclaiming(state: State, last: int) -> tuple[str, tuple[int, ...]]:
    """Return the phase after the playing and who acts in it, ``last`` being the seat that played last."""
    assert state.start is not None
    order = clockwise(state, state.start)
    if state.setup.options.reclaim == "revised":
        order = clockwise(state, last, -1)
    knockers = state.knockers
    queue = tuple([seat for seat in order if not knockers >> seat & 1]) if knockers else tuple(order)
    return (RECLAIM, queue) if queue else (DECLARE, _declaring(state))


def _reclaims(state: State, action: Reclaims) -> tuple[State, Opened]:
    seat, card = action.seat, action.card
    queue, table = state.queue[1:], tuple([entry for entry in state.table if entry[0] != card])
    phase = RECLAIM
    if not queue or not table:
        phase, queue = DECLARE, _declaring(state)
    state = replace(
        state,
        phase=phase,
        hands=_put(state.hands, seat, state.hands[seat] | 1 << card),
        sizes=_put(state.sizes, seat, state.sizes[seat] + 1),
        table=table,
        queue=queue,
    )
    return state, ()


# -------------------------------------------------------------------------------------------------- declaring


def _declaring(state: State) -> tuple[int, ...]:
    assert state.start is not None
    return tuple(clockwise(state, state.start))


def _declares(state: State, action: Declares | Passes) -> tuple[State, Opened]:
    if state.phase == QUESTION:
        return _asked(state, state.queue[1:])
    declarers = (*state.declarers, action.seat) if isinstance(action, Declares) else state.declarers
    state = replace(state, queue=state.queue[1:], declarers=declarers)
    return (state, ()) if state.queue else _expose(state, _absolutions(action))


def _absolutions(action: Any) -> frozenset[int]:
    return frozenset(part.seat for part in action.opens if isinstance(part, Absolved))


def _expose(state: State, absolutions: frozenset[int]) -> tuple[State, Opened]:
    """Lay open the hand of the first declarer who is still in, and of the next as long as one is knocked out by it."""
    opened: list[Any] = []
    while True:
        declarers = tuple([seat for seat in state.declarers if seat not in state.out])
        if not declarers:
            return _next_round(state), tuple(opened)
        state = replace(state, declarers=declarers)
        seat = declarers[0]
        if state.unknown(seat):
            raise Missing
        hand = state.hands[seat]
        cards = cards_of(hand)
        state = replace(state, seen=tuple([known | hand for known in state.seen]))
        opened.append(Hand(seat, tuple(cards)))
        if state.setup.options.own_conflict == "out" and _own_conflict(state, cards):
            state = _knocked_out(state, seat)
            if state.phase == OVER:
                return state, tuple(opened)
            continue
        if state.setup.options.absolution and absolved(state, seat, told=seat in absolutions):
            return _over(state, seat, ABSOLVED), (*opened, Absolved(seat))
        queue = tuple([other for other in clockwise(state, seat)[1:] if state.sizes[other]])
        if not queue:
            return _over(state, seat, UNPROVEN), tuple(opened)
        return replace(state, phase=QUESTION, queue=queue), tuple(opened)


def _own_conflict(state: State, cards: list[int]) -> bool:
    held = set(cards)
    return not held.isdisjoint([state.partner[card] for card in cards])


def absolved(state: State, seat: int, *, told: bool = False) -> bool:
    """Say whether all of an exposed hand is lies, each provable by a truth in the hand of another player still in.

    A masked state that can't tell believes the brackets (``told``). An empty hand has no lie that could be proven.
    """
    hand = state.hands[seat]
    others = 0
    unknown = False
    for other in clockwise(state, seat)[1:]:
        others |= state.hands[other]
        unknown = unknown or state.unknown(other) > 0
    if not hand:
        return False
    sure = True
    for card in cards_of(hand):
        true, partner = state.truth(card), state.partner[card]
        if true or (not others >> partner & 1 and (not unknown or state.placed >> partner & 1)):
            return False
        sure = sure and true is False and bool(others >> partner & 1)
    return sure or told


def _asked(state: State, queue: tuple[int, ...]) -> tuple[State, Opened]:
    """Go on with the questioning: the declarer whom nobody is left to question wins."""
    if queue:
        return replace(state, queue=queue), ()
    return _over(state, state.declarers[0], UNPROVEN), ()


def _shows(state: State, action: Shows) -> tuple[State, Opened]:
    seat, card, declarer = action.seat, action.card, state.declarers[0]
    bit, other = 1 << card, 1 << state.partner[card]
    true = state.truth(card)
    if true is None:
        raise Missing
    proven = true and state.hands[declarer] & other
    shown = bit | other if proven else bit
    opened: Opened = (Told(card, true),)
    state = replace(
        state,
        hands=_put(state.hands, seat, state.hands[seat] | bit),
        seen=tuple([cards | bit for cards in state.seen]),
        exposed=state.exposed | shown,
        true=state.true | (bit if true else 0),
        false=state.false | (other if proven else 0) | (0 if true else bit),
        knows=tuple([cards | shown for cards in state.knows]),
    )
    if proven:
        state = _knocked_out(state, declarer)
        if state.phase == OVER:
            return state, opened
        state, more = _expose(state, _absolutions(action))
        return state, opened + more
    if not true:
        state = _knocked_out(state, seat)
        if state.phase == OVER:
            return state, opened
    state, _ = _asked(state, state.queue[1:])
    return state, opened


def _knocked_out(state: State, seat: int) -> State:
    """Take a seat out of the game with its hand; whoever is left alone has won."""
    state = _leaves(replace(state, out=(*state.out, seat)), seat)
    left = clockwise(state, 0)
    return _over(state, left[0], LAST) if len(left) == 1 else state


def _leaves(state: State, seat: int) -> State:
    """Let what is left of a hand leave the game."""
    gone = state.gone | state.hands[seat]
    return replace(state, hands=_put(state.hands, seat, 0), sizes=_put(state.sizes, seat, 0), gone=gone)


def _next_round(state: State) -> State:
    step = 1 if state.setup.options.next_start == "left" else -1
    assert state.start is not None
    start = clockwise(state, (state.start + step) % len(state.hands), step)[0]
    return _new_round(state, start, state.round + 1)


def _over(state: State, seat: int, how: str) -> State:
    return replace(state, phase=OVER, queue=(), departing=None, taker=None, declarers=(), won=seat, how=how)


def _put(cells: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    changed = list(cells)
    changed[at] = value
    return tuple(changed)


_RUN: dict[type, Any] = {
    Holds: _holds,
    Truths: _truths,
    Start: _start,
    Plays: _plays,
    Takes: _takes,
    Gives: _gives,
    Reclaims: _reclaims,
    Declares: _declares,
    Passes: _declares,
    Shows: _shows,
}
