"""The rules of Liars' Guess: what chance does, what is allowed, and what happens (docs/rules.md)."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, WEST, Hand, cards_of, is_known, pick, put_pair, sample
from referee.core.game import ALLOWED, ON_TRUST, Field, Judgment, Refused, Turn
from referee.core.refusals import Leaves, is_due, judge_leaves, untimely
from referee.games.liars_guess import state as deck
from referee.games.liars_guess.state import (
    ANSWERS,
    FACEUP,
    HAND,
    LINES,
    MOST,
    NAMES,
    OF_CARD,
    Accuses,
    Admits,
    Answers,
    Ask,
    Dealer,
    Denies,
    Faceup,
    Guesses,
    Holds,
    Hole,
    Insists,
    Move,
    Retracts,
    Shows,
    State,
    build_case,
    unseen,
)


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
    """Return the table's next act by chance: the first dealer, the face-up cards, a hand, the hole card; or None."""
    match state.phase:
        case "dealer":
            return Dealer(who=pick(among or (0, 1), rng))
        case "faceup":
            return Faceup(cards=tuple(sample(range(len(WEST)), FACEUP, rng)))
        case "turn" if hands and not state.acted and None in state.hands:
            cards = sample(cards_of(_loose(state)), HAND, rng)
            return Holds(seat=state.hands.index(None), cards=tuple(sorted(cards)))
        case "hole":
            return Hole(card=pick(cards_of(_loose(state)), rng))
    return None


def odds(state: State) -> tuple[tuple[Move, int], ...]:
    """Return what ``draw`` gives, each with its weight: the first dealer, the hole card."""
    match state.phase:
        case "dealer":
            return tuple((Dealer(who=who), 1) for who in (0, 1))
        case "hole":
            return tuple((Hole(card=card), 1) for card in cards_of(_loose(state)))
    return ()


def _loose(state: State) -> int:
    """Return the cards that nobody has seen and that are in no known hand, as bits."""
    first, second = state.hands
    return unseen(state) & ~deck.bits((first or ()) + (second or ()))


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


def awaits(state: State) -> tuple[int | None, ...]:
    """Return who must act: whoever has the turn, as the other may guess or accuse; at other times all who may."""
    return (state.turn,) if state.phase == "turn" else tuple(turn.seat for turn in to_act(state))


def optional(state: State) -> tuple[Turn, ...]:
    """Return the seats that may enter their hand: once a deal, before its first act."""
    if state.phase != "turn" or state.acted:
        return ()
    return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if state.hands[seat] is None)


def fields(state: State, seat: int | None, verb: str) -> tuple[Field, ...]:
    """Return the cards that are dealt or laid open as evidence."""
    if verb == "faceup":
        return (Field("card", NAMES, FACEUP, FACEUP),)
    fresh = tuple(NAMES[card] for card in (_own(state, seat) if seat is not None else ()) if not state.seen >> card & 1)
    if verb == "holds":
        return (Field("card", fresh, HAND, HAND),)
    if verb == "insists" and seat is not None:
        most = state.sizes[seat] - state.exposed[seat].bit_count()
        return (Field("card", fresh, 0, min(most, len(fresh)), before="exposing"),)
    return ()


def judge(state: State, action: Move) -> Judgment:
    """Say whether an action is allowed now: the only place that knows."""
    if type(action) is Leaves:
        return judge_leaves("guess", state.setup, to_act(state), action)
    turns = optional(state) if type(action) is Holds else to_act(state)
    if not is_due(turns, action):
        return _untimely(state, action)
    judged = _JUDGE.get(type(action))
    return judged(state, action) if judged else ALLOWED


def _untimely(state: State, action: Move) -> Refused:
    if type(action) is not Holds or state.phase in {"dealer", "faceup", "over"}:
        return untimely("guess", state.setup, to_act(state), action)
    seat = action.seat
    if state.hands[seat] is not None:
        return Refused("guess.holds-once", f"{_name(state, seat)}’s hand of this deal has been entered already")
    return Refused("guess.holds-once", f"{_name(state, seat)} enters a hand before the first act of a deal, not now")


def _judge_faceup(_state: State, action: Faceup) -> Judgment:
    if len(set(action.cards)) != FACEUP or len(action.cards) != FACEUP:
        return Refused("guess.faceup", f"{FACEUP} different cards lie face up: {_wrong(action.cards)}")
    return ALLOWED


def _judge_shows(state: State, action: Shows) -> Judgment:
    seat, card, name = action.seat, action.card, _name(state, action.seat)
    if state.seen >> card & 1 and not state.exposed[seat] >> card & 1:
        return Refused("guess.seen", f"{name} cannot show {NAMES[card]}: everybody has seen it elsewhere")
    if action.line not in OF_CARD[card]:
        fits = ", ".join(LINES[line][0] for line in OF_CARD[card])
        why = f"{name} cannot ask {LINES[action.line][0]} with {NAMES[card]}: that can ask {fits}"
        return Refused("guess.ask-own", why)
    return _judge_own(state, seat, (card,), "show")


def _judge_answers(state: State, action: Answers) -> Judgment:
    if action.count > MOST:
        name = _name(state, action.seat)
        why = f"{name} cannot answer {action.count}: a combination has {MOST} cards (0 to {MOST})"
        return Refused("guess.answer-range", why)
    return ALLOWED


def _judge_guesses(state: State, action: Guesses) -> Judgment:
    if state.seen >> action.card & 1:
        why = f"{_name(state, action.seat)} cannot guess {NAMES[action.card]}: everybody has seen it"
        return Refused("guess.guess-seen", why)
    return ALLOWED


def _judge_own(state: State, seat: int, cards: tuple[int, ...], verb: str) -> Judgment:
    """Judge cards that ``seat`` lays open out of its hand: they are there, or may be there."""
    name, hand = _name(state, seat), state.hands[seat]
    if is_known(hand):
        missing = [NAMES[card] for card in cards if card not in hand]
        if missing:
            return Refused("guess.held", f"{name} cannot {verb} {' '.join(missing)}: {_listed(hand)} are held")
        return ALLOWED
    other = state.hands[1 - seat] or ()
    for card in cards:
        if card in other:
            return Refused("guess.one-place", f"{name} cannot {verb} {NAMES[card]}: it is in the other hand")
    fresh = [card for card in cards if not state.exposed[seat] >> card & 1]
    room = state.sizes[seat] - state.exposed[seat].bit_count()
    if len(fresh) > room:
        laid = _listed(tuple(cards_of(state.exposed[seat])))
        return Refused("guess.held", f"{name} cannot {verb} {_listed(tuple(fresh))}: all of the hand is known, {laid}")
    return ON_TRUST


def _judge_hole(state: State, action: Hole) -> Judgment:
    card = action.card
    if state.seen >> card & 1:
        return Refused("guess.hole", f"the hole card cannot be {NAMES[card]}: everybody has seen it elsewhere")
    if any(card in hand for hand in state.hands if hand):
        return Refused("guess.hole", f"the hole card cannot be {NAMES[card]}: it is in a hand that was entered")
    return ALLOWED


def _judge_insists(state: State, action: Insists) -> Judgment:
    seat, cards = action.seat, action.cards
    if not cards:
        return ALLOWED
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


_JUDGE: dict[type, Callable[[State, Any], Judgment]] = {
    Faceup: _judge_faceup,
    Holds: _judge_holds,
    Shows: _judge_shows,
    Answers: _judge_answers,
    Guesses: _judge_guesses,
    Hole: _judge_hole,
    Insists: _judge_insists,
}
_SHOWS = tuple(
    tuple(tuple(Shows(seat=seat, card=card, line=line) for line in OF_CARD[card]) for card in range(len(WEST)))
    for seat in (0, 1)
)
_GUESSES = tuple(tuple(Guesses(seat=seat, card=card) for card in range(len(WEST))) for seat in (0, 1))
_FIXED: dict[str, tuple[tuple[Move, ...], ...]] = {
    "answers": tuple(tuple(Answers(seat=seat, count=count) for count in range(MOST + 1)) for seat in (0, 1)),
    **{kind.verb: tuple((kind(seat=seat),) for seat in (0, 1)) for kind in (Accuses, Admits, Denies, Retracts)},
}


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Move]:
    """Return the actions worth judging. Of the sets of evidence: none, each card alone, and all of a known hand."""
    if seat is None:
        if verb == "dealer":
            return [Dealer(who=who) for who in (0, 1)]
        return [Hole(card=card) for card in cards_of(unseen(state))] if verb == "hole" else []
    if verb in _FIXED:
        return _FIXED[verb][seat]
    match verb:
        case "guesses":
            return [_GUESSES[seat][card] for card in cards_of(unseen(state))]
        case "shows":
            return [shows for card in _own(state, seat) for shows in _SHOWS[seat][card]]
        case "insists":
            fresh = tuple(card for card in _own(state, seat) if not state.seen >> card & 1)
            whole = [fresh] if 1 < len(fresh) <= state.sizes[seat] - state.exposed[seat].bit_count() else []
            return [Insists(seat=seat, cards=cards) for cards in ((), *((card,) for card in fresh), *whole)]
    return ()


def _own(state: State, seat: int) -> Sequence[int]:
    """Return the cards that a seat may hold."""
    hand = state.hands[seat]
    return hand if is_known(hand) else cards_of(unseen(state) | state.exposed[seat])


def _wrong(cards: tuple[int, ...]) -> str:
    """Say what is wrong with face-up cards: one is there twice, or they are too few or too many."""
    twice = next((card for card in cards if cards.count(card) > 1), None)
    return f"here are {len(cards)}" if twice is None else f"{NAMES[twice]} is there twice"


def _name(state: State, seat: int) -> str:
    return state.setup.seats[seat]


def _listed(cards: tuple[int, ...]) -> str:
    most = len(WEST)  # whoever types more says a card twice
    more = f" and {len(cards) - most} more" if len(cards) > most else ""
    return " ".join(NAMES[card] for card in cards[:most]) + more or "none"


def apply(state: State, action: Move) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    return _RUN[type(action)](state, action)


def _apply_dealer(state: State, action: Dealer) -> State:
    return replace(state, phase="faceup", dealer=action.who)


def _apply_faceup(state: State, action: Faceup) -> State:
    cards = action.cards
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


def _apply_holds(state: State, action: Holds) -> State:
    return replace(state, hands=put_pair(state.hands, action.seat, action.cards))


def _apply_shows(state: State, action: Shows) -> State:
    seat, card = action.seat, action.card
    bit = 1 << card
    return replace(
        state,
        phase="answer",
        acted=True,
        seen=state.seen | bit,
        exposed=put_pair(state.exposed, seat, state.exposed[seat] & ~bit),
        shown=put_pair(state.shown, seat, (*state.shown[seat], card)),
        sizes=put_pair(state.sizes, seat, state.sizes[seat] - 1),
        hands=put_pair(state.hands, seat, _less(state.hands[seat], card)),
        asks=(*state.asks, Ask(seat, card, action.line)),
    )


def _apply_answers(state: State, action: Answers) -> State:
    last = state.asks[-1]
    asks = (*state.asks[:-1], Ask(last.asker, last.card, last.line, action.count))
    state = replace(state, phase="turn", turn=1 - state.turn, asks=asks)
    return _end_deal(state, state.scores) if len(asks) == ANSWERS else state


def _apply_guesses(state: State, action: Guesses) -> State:
    return replace(state, phase="hole", accuser=action.seat, guess=action.card, acted=True)


def _apply_hole(state: State, action: Hole) -> State:
    accuser = state.accuser
    winner = accuser if action.card == state.guess else 1 - accuser
    state = replace(state, seen=state.seen | 1 << action.card)
    return _end_deal(state, _scores(state, winner, state.sizes[1 - accuser]))


def _apply_accuses(state: State, action: Accuses) -> State:
    return replace(state, phase="accused", accuser=action.seat, acted=True)


def _apply_admits(state: State, action: Admits) -> State:
    return _closed(state, state.accuser, state.sizes[action.seat], settled=True)


def _apply_denies(state: State, _action: Denies) -> State:
    return replace(state, phase="denied")


def _apply_retracts(state: State, action: Retracts) -> State:
    return _closed(state, 1 - action.seat, state.sizes[1 - action.seat], settled=False)


def _apply_insists(state: State, action: Insists) -> State:
    seat = action.seat
    if action.cards:
        laid = deck.bits(action.cards)
        state = replace(
            state, seen=state.seen | laid, exposed=put_pair(state.exposed, seat, state.exposed[seat] | laid)
        )
    case = build_case(state, 1 - seat)
    points = 2 * state.sizes[1 - seat]
    return _closed(replace(state, case=case), seat if case.proven else 1 - seat, points, settled=case.proven)


def _closed(state: State, winner: int, points: int, *, settled: bool) -> State:
    """Score an accusation; the deal is over or goes on where it was."""
    accused = 1 - state.accuser
    scores = _scores(state, winner, points)
    if state.setup.options.after_accusation == "ends":
        return _end_deal(state, scores)
    if settled:
        state = replace(state, settled=put_pair(state.settled, accused, len(state.asks)))
    return replace(state, phase="turn", accuser=UNKNOWN, scores=scores)


def _scores(state: State, winner: int, points: int) -> tuple[int, int]:
    return put_pair(state.scores, winner, state.scores[winner] + points)


def _end_deal(state: State, scores: tuple[int, int]) -> State:
    phase = "over" if state.deal == state.setup.options.deals else "faceup"
    return replace(state, phase=phase, scores=scores, history=(*state.history, scores))


def _apply_leaves(state: State, action: Leaves) -> State:
    return replace(state, phase="over", left=action.seat)


def _less(hand: Hand, card: int) -> Hand:
    """Take a card out of a hand; out of a masked one any."""
    if hand is None:
        return None
    at = hand.index(card) if card in hand else len(hand) - 1
    return hand[:at] + hand[at + 1 :]


_RUN: dict[type, Callable[[State, Any], State]] = {
    Dealer: _apply_dealer,
    Faceup: _apply_faceup,
    Holds: _apply_holds,
    Shows: _apply_shows,
    Answers: _apply_answers,
    Guesses: _apply_guesses,
    Hole: _apply_hole,
    Accuses: _apply_accuses,
    Admits: _apply_admits,
    Denies: _apply_denies,
    Insists: _apply_insists,
    Retracts: _apply_retracts,
    Leaves: _apply_leaves,
}
