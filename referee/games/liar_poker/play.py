"""The rules of Liar Poker: who may act, what is allowed, what happens (docs/rules.md §5)."""

from typing import Any

from msgspec.structs import replace

from referee.core.cards import NAMES, UNKNOWN
from referee.core.game import ALLOWED, ON_TRUST, Judgment, Refused, Turn, Unopened
from referee.core.refusals import untimely
from referee.games.liar_poker.actions import (
    FOLD,
    LARGE,
    MASKED,
    MIDDLE,
    Accepts,
    Bets,
    Board,
    Claims,
    Folds,
    Holds,
    Reveals,
    Suspects,
    Turns,
)
from referee.games.liar_poker.hands import strength
from referee.games.liar_poker.settle import Settlement, fold, settle
from referee.games.liar_poker.state import Hand, State, seven

_VERBS = {
    "bet": ("bets", "folds"),
    "reveal": ("reveals",),
    "claim": ("claims",),
    "suspect": ("accepts", "suspects"),
    "turn-up": ("turns",),
}
_SEATS = {phase: tuple(Turn(seat, verbs) for seat in (0, 1)) for phase, verbs in _VERBS.items()}
_STEPS = {
    phase: {(True, True): turns, (True, False): turns[:1], (False, True): turns[1:], (False, False): ()}
    for phase, turns in _SEATS.items()
}
_BOARD = (Turn(None, ("board",)),)


def to_act(state: State) -> tuple[Turn, ...]:
    """Return who may act: in a secret step both, in any order, once each."""
    phase = state.phase
    if phase == "board":
        return _BOARD
    if phase == "turn-up":
        return _STEPS[phase][(_waits(state, 0), _waits(state, 1))]
    steps = _STEPS.get(phase)
    return steps[(state.pending[0] is None, state.pending[1] is None)] if steps else ()


def _waits(state: State, seat: int) -> bool:
    """Say whether ``seat`` is suspected and has not turned its last card up."""
    return state.suspects[1 - seat] and state.turned[seat] < 0


def optional(state: State) -> tuple[Turn, ...]:
    """Return the seats that may enter their hand: once a round, before its first bet."""
    if state.phase != "bet" or state.turn != 1 or state.pending != (None, None):
        return ()
    return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if state.hands[seat] is None)


def judge(state: State, action: Any) -> Judgment:
    """Say whether an action is allowed now: the only place that knows."""
    turns = optional(state) if type(action) is Holds else to_act(state)
    seat, verb = action.seat, action.verb
    for turn in turns:
        if turn.seat == seat and verb in turn.verbs:
            break
    else:
        return _untimely(state, action)
    match action:
        case Bets() | Folds() | Suspects() | Accepts():
            chosen = chosen_by(action)
            return _judge_step(state, action, chosen != MASKED)
        case Reveals():
            return _judge_reveals(state, action)
        case Claims():
            if action.card != UNKNOWN and state.face >> action.card & 1:
                why = f"{_name(state, seat)} cannot claim {NAMES[action.card]}: it lies face up"
                return Refused("poker.face-up", why)
            return _judge_step(state, action, action.card != UNKNOWN)
        case Turns():
            return _judge_turns(state, action)
        case Holds():
            return _judge_holds(state, action)
        case Board() if action.cards[0] == action.cards[1]:
            return Refused("poker.board", f"the board is two different cards, not twice {NAMES[action.cards[0]]}")
    return ALLOWED


def _untimely(state: State, action: Any) -> Refused:
    seat = action.seat
    if type(action) is Holds and state.phase not in {"board", "over"}:
        if state.hands[seat] is not None:
            why = f"{_name(state, seat)}’s hand of this round has been entered already"
        else:
            why = f"{_name(state, seat)} enters a hand before the first bet of a round, not now"
        return Refused("poker.holds-once", why)
    verbs = _VERBS.get(state.phase, ())
    if seat is not None and action.verb in verbs and state.phase != "turn-up":
        other = _name(state, 1 - seat)
        return Refused("poker.chosen", f"{_name(state, seat)} has chosen already: {other} has still to choose")
    return untimely("poker", state.setup, to_act(state), action)


def _judge_step(state: State, action: Any, said: bool, trust: bool = False) -> Judgment:
    """Judge a line of a secret step by its brackets: the second one opens both choices."""
    seat = action.seat
    other = state.pending[1 - seat]
    opened = dict(action.opens)
    if len(opened) != len(action.opens):
        return Refused("poker.bracket-false", "the brackets name a seat twice")
    if other is None:
        if opened:
            return Refused("poker.bracket-false", "choices are opened by the second of them: leave out the brackets")
        return ALLOWED if said and not trust else ON_TRUST
    mine = chosen_by(action) if said else MASKED
    for who, known in ((seat, mine), (1 - seat, other)):
        if who in opened and known not in (MASKED, opened[who]):
            return Refused("poker.bracket-false", f"{_name(state, who)} did not choose what the brackets say")
        if who in opened and not _can_open(state, action, opened[who]):
            return Refused("poker.bracket-false", f"{_name(state, who)} cannot have chosen what the brackets say")
        if who not in opened and known == MASKED:
            why = f"the second line must say what was chosen in secret: {_name(state, who)}’s choice is missing"
            return Unopened("poker.bracket-missing", why)
    if isinstance(action, Reveals):
        first, second = opened.get(seat, mine), opened.get(1 - seat, other)
        if set(first) & set(second):
            return Refused("poker.one-place", "a card cannot be in both hands")
        for who, cards in opened.items():
            no = _judge_cards(state, who, cards, "reveal")
            if no:
                return no
    return ALLOWED if said and not trust else ON_TRUST


def _can_open(state: State, action: Any, chosen: Any) -> bool:
    """Say whether what the brackets open could have been chosen in this step."""
    if isinstance(action, Reveals):
        fresh = all(not state.face >> card & 1 for card in chosen)
        return fresh and len(set(chosen)) == len(chosen) == to_show(state)
    return not (isinstance(action, Claims) and state.face >> chosen & 1)


def chosen_by(action: Any) -> Any:
    """Return what a line of a secret step chooses, as ``pending`` holds it."""
    match action:
        case Bets():
            return action.bet
        case Folds():
            return FOLD
        case Suspects():
            return MASKED if action.masked else 1
        case Accepts():
            return 0
        case Reveals():
            return action.cards or MASKED
    return action.card


def to_show(state: State) -> int:
    """Return how many cards each player reveals in this turn."""
    return 3 if state.turn == 1 else 1


def _judge_reveals(state: State, action: Reveals) -> Judgment:
    seat, cards = action.seat, action.cards
    if not cards:
        return _judge_step(state, action, said=False)
    name, many = _name(state, seat), to_show(state)
    if len(cards) != many or len(set(cards)) != many:
        right = "three different cards" if many == 3 else "one more card"
        return Refused("poker.show-count", f"{name} must reveal {right} in turn {state.turn}")
    no = _judge_cards(state, seat, cards, "reveal")
    return no or _judge_step(state, action, True, not _known(state.hands[seat]))


def _judge_cards(state: State, seat: int, cards: tuple[int, ...], verb: str) -> Refused | None:
    """Refuse cards that lie face up, that a known hand does not have, or that the other hand has."""
    name, hand, other = _name(state, seat), state.hands[seat], state.hands[1 - seat] or ()
    for card in cards:
        if state.face >> card & 1:
            return Refused("poker.face-up", f"{name} cannot {verb} {NAMES[card]}: it lies face up")
    if _known(hand):
        missing = " ".join(NAMES[card] for card in cards if card not in (hand or ()))
        if missing:
            held = " ".join(NAMES[card] for card in hand or ())
            return Refused("poker.held", f"{name} cannot {verb} {missing}: {held} are held")
        return None
    pending = state.pending[1 - seat]
    laid = pending if state.phase == "reveal" and isinstance(pending, tuple) else ()
    for card in cards:
        if card in other or card in laid:
            return Refused("poker.one-place", f"{name} cannot {verb} {NAMES[card]}: it is in the other hand")
    return None


def _judge_turns(state: State, action: Turns) -> Judgment:
    no = _judge_cards(state, action.seat, (action.card,), "turn up")
    if no:
        return no
    return ALLOWED if _known(state.hands[action.seat]) else ON_TRUST


def _judge_holds(state: State, action: Holds) -> Judgment:
    name, cards = _name(state, action.seat), action.cards
    if cards == (UNKNOWN,) * 5:
        return ON_TRUST
    if len(cards) != 5 or len(set(cards)) != 5 or UNKNOWN in cards:
        return Refused("poker.holds-count", f"{name} must enter five different cards")
    other = state.hands[1 - action.seat] or ()
    for card in cards:
        if state.face >> card & 1 or card in other:
            where = "it lies face up" if state.face >> card & 1 else "it is in the other hand"
            return Refused("poker.one-place", f"{name} cannot hold {NAMES[card]}: {where}")
    return ALLOWED


def apply(state: State, action: Any) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    match action:
        case Turns():
            turned = _put(state.turned, action.seat, action.card)
            state = replace(state, turned=turned, face=state.face | 1 << action.card)
            return state if _waits(state, 0) or _waits(state, 1) else _settle(state)
        case Holds():
            return replace(state, hands=_put(state.hands, action.seat, action.cards))
        case Board():
            return State(
                setup=state.setup,
                phase="bet",
                round=state.round + 1,
                turn=1,
                chips=state.chips,
                bonus=state.bonus,
                history=state.history,
                board=action.cards,
                face=1 << action.cards[0] | 1 << action.cards[1],
            )
    pending = list(_put(state.pending, action.seat, chosen_by(action)))
    if None in pending:
        return replace(state, pending=(pending[0], pending[1]))
    for seat, chosen in action.opens:
        pending[seat] = chosen
    both = (pending[0], pending[1])
    state = replace(state, pending=(None, None))
    match state.phase:
        case "bet":
            return _open_bets(state, both)
        case "reveal":
            return _open_cards(state, both)
        case "claim":
            return replace(state, phase="suspect", turn=4, bets=(), claimed=both)
    suspects = (both[0] == 1, both[1] == 1)
    state = replace(state, phase="turn-up", suspects=suspects)
    return state if any(suspects) else _settle(state)


def _open_bets(state: State, both: tuple[int, int]) -> State:
    state = replace(state, bets=both)
    options, at = state.setup.options, state.turn - 1
    if FOLD in both:
        folded = (both[0] == FOLD, both[1] == FOLD)
        fine = options.bets.small[0] if options.first_fold == "small" and at == 0 else 0
        return _end_round(state, fold(state.chips, state.pot, state.bonus, folded, fine))
    bet = both[0] if both[0] == both[1] else MIDDLE
    amounts = options.bets.large if bet == LARGE else options.bets.middle if bet == MIDDLE else options.bets.small
    first, second = state.chips
    amount = min(amounts[at], first, second)
    phase = "claim" if state.turn == 3 else "reveal"
    return replace(state, phase=phase, chips=(first - amount, second - amount), pot=state.pot + 2 * amount)


def _open_cards(state: State, both: tuple[tuple[int, ...], tuple[int, ...]]) -> State:
    shown = ((*state.shown[0], *both[0]), (*state.shown[1], *both[1]))
    face = state.face
    for card in (*both[0], *both[1]):
        face |= 1 << card
    return replace(state, phase="bet", turn=state.turn + 1, bets=(), shown=shown, face=face)


def _settle(state: State) -> State:
    claimed = state.claimed or (0, 0)
    caught = (
        state.suspects[1] and state.turned[0] != claimed[0],
        state.suspects[0] and state.turned[1] != claimed[1],
    )
    return _end_round(state, settle(state.chips, state.pot, state.bonus, card_winner(state), state.suspects, caught))


def card_winner(state: State) -> int:
    """Return the seat with the better hand, its claimed card in it; −1 for equal hands."""
    first, second = strength(seven(state, 0)), strength(seven(state, 1))
    return -1 if first == second else 0 if first < second else 1


def _end_round(state: State, done: Settlement) -> State:
    phase = "over" if 0 in done.chips else "board"
    history = (*state.history, (*done.chips, done.bonus, done.winner))
    return replace(state, phase=phase, chips=done.chips, pot=0, bonus=done.bonus, winner=done.winner, history=history)


def _put(pair: Any, at: int, value: Any) -> Any:
    return (value, pair[1]) if at == 0 else (pair[0], value)


def _known(hand: Hand) -> bool:
    return hand is not None and UNKNOWN not in hand


def _name(state: State, seat: int) -> str:
    return state.setup.seats[seat]
