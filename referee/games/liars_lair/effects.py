"""The effects of an action of Liar's Lair: the next state, and what the action makes public.

Brackets at the end of a record line, as in ``Ann: plays 7 (2 false)``, say what the line makes public.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from liarsdeck.language import later
from referee.core.cards import UNKNOWN, bits, cards_of, put
from referee.games.liars_lair import state as lair
from referee.games.liars_lair.state import DECLARE, OVER, PLAY, QUESTION, Move, Plays, State, clockwise

Opened = tuple[lair.Opening, ...]
"""All that a line opens to the table, in order."""

LAST = "{} is the last one left"
UNPROVEN = "nobody could prove {} a liar"
ABSOLVED = "{} held nothing but lies that others could prove"
FEWEST = "{} held the fewest lies that could be proven at dawn"
HOW = {
    LAST: later("{who} is the last one left"), UNPROVEN: later("nobody could prove {who} a liar"),
    ABSOLVED: later("{who} held nothing but lies that others could prove"),
    FEWEST: later("{who} held the fewest lies that could be proven at dawn"),
}  # fmt: skip
"""How a game was won, as messages, by ``State.how``."""


class Missing(Exception):
    """Raised if a view does not know what an action makes public, so that the line needs brackets."""


def run(state: State, action: Move) -> tuple[State, Opened]:
    """Return the next state, and all that the action makes public, even what everybody knew before.

    ``action`` must be legal. Raises ``Missing`` if ``state`` is a view that does not know what is made public.
    """
    if action.opens:
        state = learn(state, action.opens)
    return _RUN[type(action)](state, action)


def learn(state: State, opens: Iterable[lair.Opening]) -> State:
    """Return the state with what the brackets at a line's end (``opens``) add: hands and truths."""
    hands, seen, true, false = list(state.hands), list(state.seen), state.true, state.false
    for part in opens:
        if isinstance(part, lair.Known):
            true, false = (true | 1 << part.card, false) if part.true else (true, false | 1 << part.card)
        elif isinstance(part, lair.Hand):
            hands[part.seat] |= bits(part.cards)
            seen[part.seat] |= bits(part.cards)
    return replace(state, hands=tuple(hands), seen=tuple(seen), true=true, false=false)


def _known(cards: tuple[int, ...]) -> int:
    """Return those of ``cards`` that are not UNKNOWN, as a set: bit n is card n."""
    return bits(cards if UNKNOWN not in cards else [card for card in cards if card != UNKNOWN])


def _holds(state: State, action: lair.Holds) -> tuple[State, Opened]:
    seat, cards = action.seat, _known(action.cards)
    hands, sizes = put(state.hands, seat, cards), put(state.sizes, seat, len(action.cards))
    return replace(state, hands=hands, sizes=sizes, seen=put(state.seen, seat, state.seen[seat] | cards)), ()


def _truths(state: State, action: lair.Truths) -> tuple[State, Opened]:
    true = _known(action.cards)
    false = state.false | (sum(state.hands) & ~true if true else 0)
    return replace(state, dealt=True, true=state.true | true, false=false, knows=(*state.hands, 0)), ()


def new_round(state: State, first: int, number: int) -> State:
    """Return the state at the start of a round. ``first`` is the seat that leads it, ``number`` counts from 1.

    Seats without cards are skipped. If no seat has a card, the phase is "reclaim" if cards of earlier rounds may be
    reclaimed, else "declare".
    """
    sizes = state.sizes
    queue = tuple([seat for seat in clockwise(state, first) if sizes[seat]])
    phase = PLAY
    old = state.in_play if state.setup.options.reclaim == "earlier" else 0
    if not queue:
        phase, queue = lair.RECLAIM if old else DECLARE, clockwise(state, first)
    return replace(
        state, phase=phase, round=number, start=first, queue=queue, knockers=0, last=first, declarers=(), old=old
    )


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


def contradicted(state: State, card: int) -> tuple[int, int] | None:
    """Return (rival, seat): the card in play that contradicts ``card``, and the seat that put it there.

    None if the rival is not in play, or if that seat is out.
    """
    other = state.partner[card]
    for entry in state.table:
        if entry[0] == other:
            return None if entry[1] in state.out else entry
    return None


def _knocks_out(state: State, action: Plays, rival: tuple[int, int]) -> tuple[State, Opened]:
    """Return the state after a card met its rival in play, and what becomes public.

    ``rival`` is (rival card, seat that played it). The seat that played the false one is out. With the house rule
    ``caught = "spared"`` it stays in the first time, and then the other seat gives it a card. Raises ``Missing`` if the
    state does not know which card is true.
    """
    seat, card, (other, owner) = action.seat, action.card, rival
    true = state.truth(card)
    if true is None:
        raise Missing
    bit, both = 1 << card, 1 << card | 1 << other
    liar, honest = (owner, seat) if true else (seat, owner)
    spared = state.setup.options.caught == "spared" and not state.caught >> liar & 1
    state = replace(
        state,
        table=tuple([entry for entry in state.table if entry[0] != other]),
        gone=state.gone | both,
        exposed=state.exposed | both,
        true=state.true | (bit if true else 1 << other),
        false=state.false | (1 << other if true else bit),
        knows=tuple([cards | both for cards in state.knows]),
        out=state.out if spared else (*state.out, liar),
        caught=state.caught | (1 << liar if spared else 0),
    )
    opened = (lair.Known(card, true),)
    if spared:
        if liar == honest or not state.sizes[honest]:
            return _play_on(state), opened
        return replace(state, phase=lair.TAKE, spared=liar, taker=honest), opened
    if len(state.out) == len(state.hands) - 1:
        return _discard_hand(over(state, clockwise(state, 0)[0], LAST), liar), opened
    if liar in state.queue:  # the lie lay there since an earlier round, when somebody who went home reclaimed nothing
        state = _without(state, liar)
    if liar == honest and state.setup.rules > 1:  # by such a card of their own: nobody takes, as one could by rules 1
        return _play_on(_discard_hand(state, liar)), opened
    departing = state.setup.options.departing
    if departing != "pool":
        state = replace(state, knockers=state.knockers | 1 << honest)
    if not state.sizes[liar]:
        return _play_on(state), opened
    if departing == "pick":
        state = replace(state, seen=put(state.seen, honest, state.seen[honest] | state.hands[liar]))
    return replace(state, phase=lair.TAKE, departing=liar, taker=honest), opened


def _takes(state: State, action: lair.Takes) -> tuple[State, Opened]:
    liar, card = state.departing, action.card
    assert liar is not None
    if card == lair.NO_CARD or lair.Took() in action.opens:
        return _play_on(_discard_hand(state, liar)), ()
    return _hand_over(state, liar, action.seat, card, (action.seat,)), ()


def _gives(state: State, action: lair.Gives) -> tuple[State, Opened]:
    if state.spared is not None:
        return _give_to_spared(state, action, state.spared), ()
    liar, honest, card = action.seat, state.taker, action.card
    assert honest is not None
    if state.setup.options.departing == "gift":
        return _hand_over(state, liar, honest, card, (liar, honest)), ()
    given = 0 if card == UNKNOWN else 1 << card
    seen = tuple([cards | given for cards in state.seen])
    hands = put(state.hands, liar, state.hands[liar] & ~given)
    state = replace(state, hands=hands, seen=seen, table=(*state.table, (card, liar)))
    return _play_on(_discard_hand(state, liar)), ()


def _give_to_spared(state: State, action: lair.Gives, liar: int) -> State:
    """Return the state after a seat gave a card to ``liar``, the liar whom it caught and who is spared.

    Only these two seats still know which cards are in the giver's hand.
    """
    giver, card = action.seat, action.card
    hands, sizes, hand = list(state.hands), list(state.sizes), state.hands[giver]
    moved = 0 if card == UNKNOWN else 1 << card
    seen = [cards | moved if eyes in {giver, liar} else cards & ~hand for eyes, cards in enumerate(state.seen)]
    hands[giver] = hand & ~moved if moved else 0
    hands[liar] |= moved
    sizes[giver] -= 1
    sizes[liar] += 1
    traded = state.traded | 1 << giver | 1 << liar
    return _play_on(replace(state, hands=tuple(hands), sizes=tuple(sizes), seen=tuple(seen), traded=traded))


def _hand_over(state: State, liar: int, honest: int, card: int, witnesses: tuple[int, ...]) -> State:
    """Return the state after a card of the departing hand went to the seat ``honest``.

    The rest of the hand leaves the game. ``liar`` is the seat of the departing hand. ``card`` is UNKNOWN if it is
    hidden. Only the seats ``witnesses`` see which card it was; for all others it is no longer known where the cards of
    this hand are.
    """
    hand, moved = state.hands[liar], 0 if card == UNKNOWN else 1 << card
    seen = [cards | moved if eyes in witnesses else cards & ~hand for eyes, cards in enumerate(state.seen)]
    hands, sizes = list(state.hands), list(state.sizes)
    hands[liar], sizes[liar] = 0, 0
    hands[honest] |= moved
    sizes[honest] += 1
    gone = state.gone | (0 if card == UNKNOWN else hand & ~moved)
    return _play_on(replace(state, hands=tuple(hands), sizes=tuple(sizes), seen=tuple(seen), gone=gone))


def _play_on(state: State) -> State:
    phase, queue = PLAY, state.queue
    options, start = state.setup.options, state.start or 0
    if options.reclaim == "earlier" or options.caught == "spared":  # a hand may have become empty, or no longer be so
        after = (state.last - start) % len(state.hands)
        sizes = state.sizes
        queue = tuple(
            [seat for seat in clockwise(state, start) if sizes[seat] and (seat - start) % len(state.hands) > after]
        )
    if not queue:
        phase, queue = _reclaiming(state, state.last) if state.table else (DECLARE, clockwise(state, start))
    return replace(state, phase=phase, queue=queue, departing=None, taker=None, spared=None)


def _reclaiming(state: State, last: int) -> tuple[str, tuple[int, ...]]:
    """Return the phase after the playing, and the seats that act in it, in order.

    The phase is "reclaim", or "declare" if no seat may reclaim a card. ``last`` is the seat that played last.
    """
    revised = state.setup.options.reclaim == "revised"
    order = clockwise(state, last, -1) if revised else clockwise(state, state.start or 0)
    knockers = state.knockers
    queue = tuple([seat for seat in order if not knockers >> seat & 1]) if knockers else order
    if state.setup.options.reclaim == "earlier" and not state.old_cards:
        queue = ()
    return (lair.RECLAIM, queue) if queue else (DECLARE, clockwise(state, state.start or 0))


def _reclaims(state: State, action: lair.Reclaims) -> tuple[State, Opened]:
    seat, card = action.seat, action.card
    queue, table = state.queue[1:], tuple([entry for entry in state.table if entry[0] != card])
    phase, left = lair.RECLAIM, table
    if state.setup.options.reclaim == "earlier":
        left = tuple([entry for entry in table if state.old >> entry[0] & 1])
    if not queue or not left:
        phase, queue = DECLARE, clockwise(state, state.start or 0)
    hands, sizes = list(state.hands), list(state.sizes)
    hands[seat] |= 1 << card
    sizes[seat] += 1
    return replace(state, phase=phase, hands=tuple(hands), sizes=tuple(sizes), table=table, queue=queue), ()


# ------------------------------------------------------------------------------------------- the end of a round


def _declares(state: State, action: lair.Declares | lair.Passes) -> tuple[State, Opened]:
    """Return the state after a seat declares or passes, and what becomes public.

    After the last seat, the hands of those who declared are laid open. In the questioning, a pass leads to the next
    seat.
    """
    if state.phase == QUESTION:
        return _ask_on(state, state.queue[1:]), ()
    declarers = (*state.declarers, action.seat) if type(action) is lair.Declares else state.declarers
    state = replace(state, queue=state.queue[1:], declarers=declarers)
    return (state, ()) if state.queue else _expose(state, action)


def _expose(state: State, action: Move) -> tuple[State, Opened]:
    """Return the state after the first declarer still in the game lays the hand open, and what becomes public.

    If two cards of the hand contradict each other, the declarer is out (unless the house rules allow it), and the next
    declarer follows. Otherwise the declarer wins if all cards are provable lies and the house rules have
    ``absolution``; if not, the others question the declarer. If no declarer is left, the next round begins, or dawn, or
    the game ends.
    """
    opened: Opened = ()
    options = state.setup.options
    while declarers := tuple([seat for seat in state.declarers if seat not in state.out]):
        seat = declarers[0]
        if state.unknown(seat):
            raise Missing
        hand = state.hands[seat]
        cards = cards_of(hand)
        state = replace(state, declarers=declarers, seen=tuple([known | hand for known in state.seen]))
        opened = (*opened, lair.Hand(seat, tuple(cards)))
        if options.own_conflict == "allowed" or not hand & bits([state.partner[card] for card in cards]):
            if options.absolution and _is_absolved(state, seat, proven=lair.Absolved(seat) in action.opens):
                return over(state, seat, ABSOLVED), (*opened, lair.Absolved(seat))
            queue = tuple([other for other in clockwise(state, seat)[1:] if state.sizes[other]])
            return _ask_on(replace(state, phase=QUESTION), queue), opened
        state = _knock_out(state, seat)
        if state.phase == OVER:
            return state, opened
    if state.round == options.dawn:
        return replace(state, phase=lair.DAWN, queue=(), declarers=()), opened
    if state.round == options.max_rounds:
        return replace(state, phase=OVER, queue=(), declarers=()), opened
    step = 1 if options.next_start == "left" else -1
    start = clockwise(state, ((state.start or 0) + step) % len(state.hands), step)[0]
    return new_round(state, start, state.round + 1), opened


def _dawns(state: State, _: lair.Dawn) -> tuple[State, Opened]:
    """Return the final state after all hands were laid open, and what becomes public.

    The players whose hands have the fewest lies that count (``dawn_lies``) win. Raises ``Missing`` if the state does
    not know all hands and truths.
    """
    players, every = clockwise(state, 0), 0
    opened: list[lair.Opening] = []
    for seat in players:
        if state.unknown(seat):
            raise Missing
        every |= state.hands[seat]
        opened.append(lair.Hand(seat, tuple(cards_of(state.hands[seat]))))
    true = false = 0
    for card in cards_of(every):
        truth = state.truth(card)
        if truth is None:
            raise Missing
        opened.append(lair.Known(card, truth))
        true, false = (true | 1 << card, false) if truth else (true, false | 1 << card)
    after = replace(
        state,
        phase=OVER,
        how=FEWEST,
        exposed=state.exposed | every,
        true=state.true | true,
        false=state.false | false,
        seen=tuple([cards | every for cards in state.seen]),
        knows=tuple([cards | every for cards in state.knows]),
    )
    lies = {seat: len(cards) for seat, cards in dawn_lies(after).items()}
    fewest = min(lies.values())
    return replace(after, won=tuple([seat for seat in players if lies[seat] == fewest])), tuple(opened)


def dawn_lies(state: State) -> dict[int, list[int]]:
    """Return {seat: its lies that count at dawn} for each seat still in the game.

    At dawn all hands lie open. A lie counts if its true rival is in a hand of the game. A rival in the same hand counts
    too, unless ``own_conflict`` is "allowed". The state must know all hands and truths.
    """
    players, every, allowed = clockwise(state, 0), 0, state.setup.options.own_conflict == "allowed"
    for seat in players:
        every |= state.hands[seat]
    lies = {}
    for seat in players:
        hand = state.hands[seat]
        proofs = every & ~hand if allowed else every
        lies[seat] = [card for card in cards_of(hand & state.false) if proofs >> state.partner[card] & 1]
    return lies


def _is_absolved(state: State, seat: int, *, proven: bool) -> bool:
    """Return whether all cards of an open hand are lies that the other players can prove.

    A lie can be proven if another player still in the game holds its true rival. If a view cannot tell, return
    ``proven``: whether the brackets of the line say so. For an empty hand, return False.
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


def _ask_on(state: State, queue: tuple[int, ...]) -> State:
    """Return the state with the seats ``queue`` left to question the declarer; if none, the declarer wins."""
    return replace(state, queue=queue) if queue else over(state, state.declarers[0], UNPROVEN)


def _shows(state: State, action: lair.Shows) -> tuple[State, Opened]:
    """Return the state after a card was shown to a declarer, and what becomes public.

    If the card is true and contradicts a card of the declarer, the declarer is out. If it is a lie, the seat that
    showed it is out. Otherwise the questioning goes on. Raises ``Missing`` if the state does not know whether the card
    is true.
    """
    seat, card, declarer = action.seat, action.card, state.declarers[0]
    bit, other = 1 << card, 1 << state.partner[card]
    true = state.truth(card)
    if true is None:
        raise Missing
    proven = true and bool(state.hands[declarer] & other)
    shown = bit | other if proven else bit
    opened: Opened = (lair.Known(card, true),)
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
        state = _knock_out(state, declarer if proven else seat)
        if state.phase == OVER:
            return state, opened
    if proven:
        state, more = _expose(state, action)
        return state, opened + more
    return _ask_on(state, state.queue[1:]), opened


def _knock_out(state: State, seat: int) -> State:
    """Return the state with a seat out of the game, together with its hand.

    If only one seat is left, that seat has won.
    """
    state = _discard_hand(replace(state, out=(*state.out, seat)), seat)
    left = clockwise(state, 0)
    return over(state, left[0], LAST) if len(left) == 1 else state


def _discard_hand(state: State, seat: int) -> State:
    """Return the state after all cards of a seat's hand have left the game."""
    gone = state.gone | state.hands[seat]
    return replace(state, hands=put(state.hands, seat, 0), sizes=put(state.sizes, seat, 0), gone=gone)


def over(state: State, seat: int, how: str) -> State:
    """Return the state at the end of the game, won by ``seat``. ``how`` is a key of ``HOW``."""
    return replace(
        state, phase=OVER, queue=(), departing=None, taker=None, spared=None, declarers=(), won=(seat,), how=how
    )


# ----------------------------------------------------------------------------------------------------- going home


def _goes_home(state: State, action: lair.Leaves) -> tuple[State, Opened]:
    """Return the state after a seat went home, and what becomes public.

    Its hand leaves the game. If the game waited for this seat, the next step follows.
    """
    seat, phase, departing = action.seat, state.phase, state.departing
    if state.spared is not None and seat in {state.taker, state.spared}:
        state = _knock_out(replace(state, taker=None, spared=None), seat)  # there is no gift
        return (state if state.phase == OVER else _play_on(_without(state, seat))), ()
    takes = seat == state.taker and state.setup.options.departing != "pool"
    if departing is not None and (takes or seat == departing):
        state = _discard_hand(state, departing)  # nothing of it is taken or given any more
        if takes:
            state = _knock_out(state, seat)
        return (state if state.phase == OVER else _play_on(_without(state, seat))), ()
    declarer = phase == QUESTION and state.declarers[0] == seat
    state = _knock_out(state, seat)
    if state.phase == OVER:
        return (state if departing is None else _discard_hand(state, departing)), ()
    state = _without(state, seat)
    if declarer or (phase == DECLARE and not state.queue):
        return _expose(state, action)
    if phase == QUESTION:
        return _ask_on(state, state.queue), ()
    if state.queue or phase in {lair.TAKE, lair.DAWN}:
        return state, ()
    if phase == PLAY:
        return _play_on(state), ()
    return replace(state, phase=DECLARE, queue=clockwise(state, state.start or 0)), ()


def _without(state: State, seat: int) -> State:
    """Return the state without a seat among those still to act and among the declarers."""
    queue = tuple([other for other in state.queue if other != seat])
    return replace(state, queue=queue, declarers=tuple([other for other in state.declarers if other != seat]))


_RUN: dict[type, Callable[[State, Any], tuple[State, Opened]]] = {
    lair.Holds: _holds,
    lair.Truths: _truths,
    lair.Start: lambda state, action: (new_round(state, action.who, 1), ()),
    Plays: _plays,
    lair.Takes: _takes,
    lair.Gives: _gives,
    lair.Reclaims: _reclaims,
    lair.Declares: _declares,
    lair.Passes: _declares,
    lair.Shows: _shows,
    lair.Leaves: _goes_home,
    lair.Dawn: _dawns,
}
