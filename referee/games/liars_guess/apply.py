"""What happens in Liars' Guess: the next state of every action, and what a deal scores (docs/rules.md §2)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, Hand
from referee.core.leaving import Leaves
from referee.core.rows import put_pair
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
    Move,
    Retracts,
    Shows,
)
from referee.games.liars_guess.options import ANSWERS, HAND
from referee.games.liars_guess.state import Ask, State, build_case


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
