"""What happens in Lizard: the next state of every action, tricks and points (docs/rules.md §3)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.core.cards import STANDARD, UNKNOWN
from referee.core.leaving import Leaves
from referee.core.rows import put
from referee.games.lizard.actions import Bids, Calls, Dealer, Holds, Move, Plays, Trick, Trump, Won
from referee.games.lizard.deck import LIZARD, NAMES, ONE, SNAKE, SUIT_OF, SUITS
from referee.games.lizard.options import RIGHT, TRICK
from referee.games.lizard.state import Round, State, cards_left, opening


def apply(state: State, action: Move) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    return _RUN[type(action)](state, action)


def _apply_dealer(state: State, action: Dealer) -> State:
    return replace(state, dealer=action.who, phase=opening(state))


def _apply_holds(state: State, action: Holds) -> State:
    return replace(state, hands=put(state.hands, action.seat, action.cards))


def _apply_trump(state: State, action: Trump) -> State:
    options, card = state.setup.options, action.card
    state = replace(state, turned=(*state.turned, card), seen=state.seen + ONE[card])
    if card == LIZARD:
        return replace(state, phase="call" if options.trump_lizard == "dealer" else "bid")
    if card == SNAKE:
        again = options.trump_snake == "redraw" and cards_left(state) > 0
        return state if again else replace(state, phase="bid")
    return replace(state, trump=SUIT_OF[card], phase="bid")


def _apply_calls(state: State, action: Calls) -> State:
    return replace(state, trump=action.suit, phase="bid")


def _apply_bid(state: State, action: Bids) -> State:
    bids = list(put(state.bids, action.seat, action.count))
    if None not in bids:
        for seat, count in action.opens:
            bids[seat] = count
        phase = {"cards": "play", "tricks": "tricks", "scores": "won"}[state.setup.options.track]
        leader = (state.dealer + 1) % len(bids)
        return replace(state, bids=tuple(bids), phase=phase, leader=leader)
    return replace(state, bids=tuple(bids), phase="bid")


def _apply_play(state: State, action: Plays) -> State:
    seat, card = action.seat, action.card
    hand, hands, failed, flags = state.hands[seat], state.hands, state.failed, state.flags
    suit, follow, trick = SUIT_OF[card], state.follow, state.trick
    if hand is not None:
        at = 0 if hand[0] == UNKNOWN else hand.index(card)
        hands = put(hands, seat, hand[:at] + hand[at + 1 :])
    if suit >= 0:
        if failed and (hand is None or hand[0] == UNKNOWN):  # a hand that is known cannot revoke
            failed, flags = _revokes(state, seat, card)
        if follow >= 0 and suit != follow:
            failed = (*failed, (seat, state.number, follow))
    if follow < 0 <= suit and LIZARD not in trick:
        follow = suit
    trick = (*trick, card)
    seen, leader = state.seen + ONE[card], state.leader
    complete = len(trick) == len(hands)
    if complete:
        leader = (leader + winner(trick, state.trump, state.setup.options.all_snakes)) % len(hands)
        trick, follow = (), -1
    state = replace(
        state, hands=hands, seen=seen, leader=leader, trick=trick, follow=follow, failed=failed, flags=flags
    )
    return _take(state, leader) if complete else state


def _revokes(state: State, seat: int, card: int) -> tuple[tuple[tuple[int, int, int], ...], tuple[str, ...]]:
    """Return ``failed`` and ``flags`` after a seat has shown a card of a suit that it may have failed to follow."""
    suit, name = SUIT_OF[card], state.setup.seats[seat]
    shown = [entry for entry in state.failed if entry[0] == seat and entry[2] == suit]
    if not shown:
        return state.failed, state.flags
    said = [
        f"round {state.round} trick {number}: {name} revoked: {SUITS[suit]} were led, and {name} showed "
        f"{NAMES[card]} in trick {state.number}"
        for _, number, _ in shown
    ]
    return tuple(entry for entry in state.failed if entry not in shown), (*state.flags, *said)


def winner(trick: tuple[int, ...], trump: int, all_snakes: str) -> int:
    """Return the place in the trick (from 0) of the card that takes it: docs/rules.md §3, Play."""
    if LIZARD in trick:
        return trick.index(LIZARD)
    for card in trick:
        if card != SNAKE:
            return trick.index(max(trick, key=STRENGTHS[trump][SUIT_OF[card]].__getitem__))
    return {"second": 1, "first": 0, "last": len(trick) - 1}[all_snakes]


def _strengths(trump: int, led: int) -> tuple[int, ...]:
    """Return how strong each card is in a trick that began with a suit: snakes below all, lizards above all."""
    suited = [card + STANDARD * (2 * (suit == trump) + (suit == led)) for card, suit in enumerate(SUIT_OF[:STANDARD])]
    return (*suited, 4 * STANDARD, -1)


STRENGTHS = tuple(tuple(_strengths(trump, led) for led in range(len(SUITS))) for trump in (*range(len(SUITS)), -1))
"""By the trump (the last where there is none) and the suit that was led: how strong each card is in the trick."""


def _apply_trick(state: State, action: Trick) -> State:
    return _take(state, action.who)


def _take(state: State, taker: int) -> State:
    won = put(state.won, taker, state.won[taker] + 1)
    if state.number == state.round:
        return _settle(replace(state, won=won))
    return replace(state, won=won, number=state.number + 1)


def _apply_won(state: State, action: Won) -> State:
    won, counted_in = put(state.won, action.seat, action.count), put(state.counted_in, action.seat, True)
    state = replace(state, won=won, counted_in=counted_in)
    return _settle(state) if all(counted_in) else state


def _apply_leaves(state: State, action: Leaves) -> State:
    return replace(state, phase="over", left=action.seat)


def points(bid: int, won: int) -> int:
    """Return a round's points: for a right bid and each trick won, or off for each trick of difference."""
    return RIGHT + TRICK * won if bid == won else -TRICK * abs(bid - won)


def _settle(state: State) -> State:
    """Score a round and begin the next one; after the last everything stays as it is."""
    bids = tuple(bid or 0 for bid in state.bids)
    scored = tuple(points(bid, won) for bid, won in zip(bids, state.won, strict=True))
    seats = len(bids)
    totals = tuple(a + b for a, b in zip(state.totals, scored, strict=True))
    history = (*state.history, Round(bids, state.won, scored))
    if state.round == state.last:
        return replace(state, phase="over", history=history, totals=totals)
    fresh = State(
        setup=state.setup,
        last=state.last,
        phase="trump",
        round=state.round + 1,
        dealer=(state.dealer + 1) % seats,
        bids=(None,) * seats,
        hands=(None,) * seats,
        won=(0,) * seats,
        counted_in=(False,) * seats,
        flags=state.flags,
        history=history,
        totals=totals,
    )
    return fresh if cards_left(fresh) > 0 else replace(fresh, phase="bid")


_RUN: dict[type, Callable[[State, Any], State]] = {
    Dealer: _apply_dealer,
    Holds: _apply_holds,
    Trump: _apply_trump,
    Calls: _apply_calls,
    Bids: _apply_bid,
    Plays: _apply_play,
    Trick: _apply_trick,
    Won: _apply_won,
    Leaves: _apply_leaves,
}
