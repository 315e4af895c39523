"""The rules of Liars' Guess: who may act, what is allowed, what happens (docs/rules.md §2)."""

from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN
from referee.core.game import ALLOWED, ON_TRUST, Judgment, Refused, Turn
from referee.core.refusals import untimely
from referee.games.liars_guess import deck
from referee.games.liars_guess.actions import (
    Accuses,
    Admits,
    Answers,
    Dealer,
    Denies,
    Faceup,
    Guesses,
    Holds,
    Hole,
    Insists,
    Retracts,
    Shows,
)
from referee.games.liars_guess.deck import LINES, NAMES, OF_CARD
from referee.games.liars_guess.options import ANSWERS, FACEUP, HAND
from referee.games.liars_guess.state import Ask, Hand, State, build_case


def _turns(*verbs: str) -> tuple[tuple[Turn, ...], ...]:
    return tuple((Turn(seat, verbs),) for seat in (0, 1))


_ANSWER, _ACCUSED, _DENIED = _turns("answers"), _turns("admits", "denies"), _turns("insists", "retracts")
_FREE = tuple(
    tuple(Turn(seat, ("accuses", "guesses", *(("shows",) if seat == on else ()))) for seat in (0, 1)) for on in (0, 1)
)
_TABLE = {verb: (Turn(None, (verb,)),) for verb in ("dealer", "faceup", "hole")}


def to_act(state: State) -> tuple[Turn, ...]:
    """Return who may act: on either turn both may guess and accuse, except while an answer is awaited."""
    phase = state.phase
    if phase == "turn":
        return _FREE[state.turn]
    if phase == "answer":
        return _ANSWER[1 - state.turn]
    if phase == "accused":
        return _ACCUSED[1 - state.accuser]
    if phase == "denied":
        return _DENIED[state.accuser]
    return _TABLE.get(phase, ())


def optional(state: State) -> tuple[Turn, ...]:
    """Return the seats that may enter their hand: once a deal, before its first act."""
    if state.phase != "turn" or state.acted:
        return ()
    return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if state.hands[seat] is None)


def judge(state: State, action: Any) -> Judgment:
    """Say whether an action is allowed now: the only place that knows."""
    turns = optional(state) if type(action) is Holds else to_act(state)
    seat, verb = action.seat, action.verb
    if not any(turn.seat == seat and verb in turn.verbs for turn in turns):
        if type(action) is Holds and state.phase not in {"dealer", "faceup", "over"}:
            return _late(state, seat)
        return untimely("guess", state.setup, to_act(state), action)
    match action:
        case Shows():
            return _judge_shows(state, action)
        case Answers() if action.count > 3:
            why = f"{_name(state, seat)} cannot answer {action.count}: a combination has 3 cards (0 to 3)"
            return Refused("guess.answer-range", why)
        case Guesses() if state.seen >> action.card & 1:
            why = f"{_name(state, seat)} cannot guess {NAMES[action.card]}: everybody has seen it"
            return Refused("guess.guess-seen", why)
        case Hole():
            return _judge_hole(state, action.card)
        case Insists() if action.cards:
            return _judge_exposed(state, action)
        case Holds():
            return _judge_holds(state, action)
        case Faceup() if len(set(action.cards)) != FACEUP or len(action.cards) != FACEUP:
            return Refused("guess.faceup", f"{FACEUP} different cards lie face up: {_wrong(action.cards)}")
    return ALLOWED


def _late(state: State, seat: int) -> Refused:
    if state.hands[seat] is not None:
        return Refused("guess.holds-once", f"{_name(state, seat)}’s hand of this deal has been entered already")
    return Refused("guess.holds-once", f"{_name(state, seat)} enters a hand before the first act of a deal, not now")


def _judge_shows(state: State, action: Shows) -> Judgment:
    seat, card = action.seat, action.card
    name = _name(state, seat)
    if state.seen >> card & 1 and not state.exposed[seat] >> card & 1:
        return Refused("guess.seen", f"{name} cannot show {NAMES[card]}: everybody has seen it elsewhere")
    if action.line not in OF_CARD[card]:
        fits = ", ".join(LINES[line][0] for line in OF_CARD[card])
        why = f"{name} cannot ask {LINES[action.line][0]} with {NAMES[card]}: that can ask {fits}"
        return Refused("guess.ask-own", why)
    return _judge_own(state, seat, (card,), "show")


def _judge_own(state: State, seat: int, cards: tuple[int, ...], verb: str) -> Judgment:
    """Judge cards that ``seat`` lays open out of its hand: they are there, or may be there."""
    name, hand = _name(state, seat), state.hands[seat]
    if _known(hand):
        missing = [NAMES[card] for card in cards if card not in (hand or ())]
        if missing:
            return Refused("guess.held", f"{name} cannot {verb} {' '.join(missing)}: {_listed(hand or ())} are held")
        return ALLOWED
    other = state.hands[1 - seat] or ()
    for card in cards:
        if card in other:
            return Refused("guess.one-place", f"{name} cannot {verb} {NAMES[card]}: it is in the other hand")
    fresh = [card for card in cards if not state.exposed[seat] >> card & 1]
    room = state.sizes[seat] - state.exposed[seat].bit_count()
    if len(fresh) > room:
        laid = _listed(tuple(card for card in range(27) if state.exposed[seat] >> card & 1))
        return Refused("guess.held", f"{name} cannot {verb} {_listed(tuple(fresh))}: all of the hand is known, {laid}")
    return ON_TRUST


def _judge_hole(state: State, card: int) -> Judgment:
    if state.seen >> card & 1:
        return Refused("guess.hole", f"the hole card cannot be {NAMES[card]}: everybody has seen it elsewhere")
    if any(card in hand for hand in state.hands if hand):
        return Refused("guess.hole", f"the hole card cannot be {NAMES[card]}: it is in a hand that was entered")
    return ALLOWED


def _judge_exposed(state: State, action: Insists) -> Judgment:
    seat, cards = action.seat, action.cards
    name = _name(state, seat)
    for card in cards:
        if state.seen >> card & 1:
            why = f"{name} cannot expose {NAMES[card]}: everybody has seen it; evidence is a card nobody has seen"
            return Refused("guess.expose", why)
    if len(set(cards)) != len(cards):
        return Refused("guess.expose", f"{name} exposes different cards, each once: not {_listed(cards)}")
    room = state.sizes[seat] - state.exposed[seat].bit_count()
    if len(cards) > room:
        why = f"{name} cannot expose {len(cards)} cards: {room} of the hand {'is' if room == 1 else 'are'} unseen"
        return Refused("guess.expose", why)
    return _judge_own(state, seat, cards, "expose")


def _judge_holds(state: State, action: Holds) -> Judgment:
    name, cards = _name(state, action.seat), action.cards
    hidden = cards.count(UNKNOWN)
    if len(cards) != HAND or (not hidden and len(set(cards)) != HAND):
        return Refused("guess.holds-count", f"{name} must enter {HAND} different cards, not {len(set(cards))}")
    if hidden == HAND:
        return ON_TRUST
    if hidden:
        return Refused("guess.holds-count", f"{name} must enter all {HAND} cards: {hidden} are missing")
    other = state.hands[1 - action.seat] or ()
    for card in cards:
        if state.seen >> card & 1:
            return Refused("guess.one-place", f"{name} cannot hold {NAMES[card]}: it lies face up")
        if card in other:
            return Refused("guess.one-place", f"{name} cannot hold {NAMES[card]}: it is in the other hand")
    return ALLOWED


def apply(state: State, action: Any) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    match action:
        case Shows():
            return _apply_shows(state, action)
        case Answers():
            return _apply_answer(state, action.count)
        case Accuses():
            return replace(state, phase="accused", accuser=action.seat, acted=True)
        case Guesses():
            return replace(state, phase="hole", accuser=action.seat, guess=action.card, acted=True)
        case Hole():
            winner = state.accuser if action.card == state.guess else 1 - state.accuser
            points = state.sizes[1 - state.accuser]
            return _end_deal(_score(replace(state, seen=state.seen | 1 << action.card), winner, points))
        case Admits():
            return _closed(state, state.accuser, state.sizes[action.seat], settled=True)
        case Denies():
            return replace(state, phase="denied")
        case Retracts():
            return _closed(state, 1 - action.seat, state.sizes[1 - action.seat], settled=False)
        case Insists():
            return _apply_insists(state, action)
        case Holds():
            hands = (action.cards, state.hands[1]) if action.seat == 0 else (state.hands[0], action.cards)
            return replace(state, hands=hands)
        case Faceup():
            return _apply_faceup(state, action.cards)
        case Dealer():
            return replace(state, phase="faceup", dealer=action.who)
    raise TypeError(f"{action} is no action of Liars' Guess")


def _apply_faceup(state: State, cards: tuple[int, ...]) -> State:
    dealer = state.dealer if state.deal == 0 else 1 - state.dealer
    return State(
        setup=state.setup,
        phase="turn",
        deal=state.deal + 1,
        dealer=dealer,
        turn=1 - dealer,
        faceup=cards,
        sizes=(HAND, HAND),
        seen=deck.bits(cards),
        scores=state.scores,
        history=state.history,
    )


def _apply_shows(state: State, action: Shows) -> State:
    seat, card = action.seat, action.card
    bit = 1 << card
    return replace(
        state,
        phase="answer",
        acted=True,
        seen=state.seen | bit,
        exposed=_put(state.exposed, seat, state.exposed[seat] & ~bit),
        shown=_put(state.shown, seat, (*state.shown[seat], card)),
        sizes=_put(state.sizes, seat, state.sizes[seat] - 1),
        hands=_put(state.hands, seat, _less(state.hands[seat], card)),
        asks=(*state.asks, Ask(seat, card, action.line)),
    )


def _apply_answer(state: State, count: int) -> State:
    last = state.asks[-1]
    asks = (*state.asks[:-1], Ask(last.asker, last.card, last.line, count))
    state = replace(state, phase="turn", turn=1 - state.turn, asks=asks)
    return _end_deal(state) if len(asks) == ANSWERS else state


def _apply_insists(state: State, action: Insists) -> State:
    seat = action.seat
    if action.cards:
        laid = deck.bits(action.cards)
        state = replace(state, seen=state.seen | laid, exposed=_put(state.exposed, seat, state.exposed[seat] | laid))
    case = build_case(state, 1 - seat)
    points = 2 * state.sizes[1 - seat]
    return _closed(replace(state, case=case), seat if case.proven else 1 - seat, points, settled=case.proven)


def _closed(state: State, winner: int, points: int, *, settled: bool) -> State:
    """Score an accusation; the deal is over or goes on where it was."""
    accused = 1 - state.accuser
    state = _score(state, winner, points)
    if state.setup.options.after_accusation == "ends":
        return _end_deal(state)
    if settled:
        state = replace(state, settled=_put(state.settled, accused, len(state.asks)))
    return replace(state, phase="turn", accuser=-1)


def _score(state: State, winner: int, points: int) -> State:
    return replace(state, scores=_put(state.scores, winner, state.scores[winner] + points))


def _end_deal(state: State) -> State:
    phase = "over" if state.deal == state.setup.options.deals else "faceup"
    return replace(state, phase=phase, history=(*state.history, state.scores))


def _wrong(cards: tuple[int, ...]) -> str:
    """Say what is wrong with face-up cards: one is there twice, or they are too few or too many."""
    twice = next((card for card in cards if cards.count(card) > 1), None)
    return f"here are {len(cards)}" if twice is None else f"{NAMES[twice]} is there twice"


def _put(pair: Any, at: int, value: Any) -> Any:
    return (value, pair[1]) if at == 0 else (pair[0], value)


def _known(hand: Hand) -> bool:
    return hand is not None and UNKNOWN not in hand


def _less(hand: Hand, card: int) -> Hand:
    """Take a card out of a hand; out of a masked one any."""
    if hand is None:
        return None
    at = hand.index(card) if card in hand else len(hand) - 1
    return hand[:at] + hand[at + 1 :]


def _name(state: State, seat: int) -> str:
    return state.setup.seats[seat]


def _listed(cards: tuple[int, ...]) -> str:
    more = f" and {len(cards) - 27} more" if len(cards) > 27 else ""
    return " ".join(NAMES[card] for card in cards[:27]) + more or "none"
