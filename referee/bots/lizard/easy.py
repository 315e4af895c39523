"""Lizard by rules of thumb: count the tricks that the hand is good for, win them cheaply, duck the rest."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from liarsdeck.english import counted
from referee.bots.lizard.cards import POWERS, estimate, taking
from referee.bots.thinking import Mix, Mixing, surely
from referee.core.game import Action
from referee.games.lizard.actions import Bids, Calls, Plays
from referee.games.lizard.deck import LIZARD, SUIT_OF, SUITS
from referee.games.lizard.state import State


class Easy(Mixing[State], frozen=True):
    """Bids what its cards are worth, and plays for just that."""

    low: Annotated[float, Meta(ge=-2, le=2, description="How many tricks it bids under its estimate.")] = 0.0

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a bid, a card, or the trump that it names."""
        hand = view.hands[seat]
        if not hand:
            return surely(None)
        match view.phase:
            case "call":
                suit = max(range(len(SUITS)), key=lambda suit: _weight(hand, suit))
                return surely(Calls(seat=seat, suit=suit), f"I had most in {SUITS[suit]}.")
            case "bid":
                return self._bid(view, seat, hand)
        return _play(view, seat, hand)

    def _bid(self, view: State, seat: int, hand: Sequence[int]) -> Mix:
        worth = estimate(view, hand)
        bids = sorted(range(view.round + 1), key=lambda bid: (abs(bid - (worth - self.low)), bid))
        bid = next(bid for bid in bids if self.may(view, Bids(seat=seat, count=bid)))
        return surely(Bids(seat=seat, count=bid), f"My hand was good for about {worth:.1f} tricks, and I bid {bid}.")


def _weight(hand: Sequence[int], suit: int) -> int:
    return sum(5 + (card >> 2) for card in hand if card < LIZARD and SUIT_OF[card] == suit)


def playable(view: State, hand: Sequence[int]) -> list[int]:
    """Return the different cards of a hand that may be played now, the weakest first."""
    follow = view.follow
    if follow >= 0:
        suited = [card for card in hand if SUIT_OF[card] == follow]
        hand = [*suited, *[card for card in hand if card >= LIZARD]] if suited else hand
    return sorted(set(hand), key=POWERS[view.trump].__getitem__)


def _play(view: State, seat: int, hand: Sequence[int]) -> Mix:
    card, why = choose_card(view, seat, hand)
    return surely(Plays(seat=seat, card=card), why)


def choose_card(view: State, seat: int, hand: Sequence[int]) -> tuple[int, str]:
    """Return the card that a person would play who wants as many tricks as they have bid, and why."""
    cards = playable(view, hand)
    if len(cards) == 1:
        return cards[0], "I had no choice."
    bid = view.bids[seat] or 0
    needs = bid - view.won[seat]
    winning = taking(view, cards)
    losing = [card for card in cards if card not in winning]
    last = len(view.trick) == len(view.hands) - 1
    if needs > 0:
        if not winning:
            kept = sorted(hand, key=POWERS[view.trump].__getitem__)[-needs:]
            spare = [card for card in losing if card not in kept]
            return (spare or losing[:1])[-1], (
                f"I could not take this trick: I kept my best {counted(needs, 'card')} and threw the next."
            )
        if last:
            return winning[0], f"I needed {needs} more, and it was the cheapest that took the trick."
        if not view.trick and needs < len(hand):
            best = [card for card in winning if card != LIZARD] or winning
            return best[-1], f"I needed {needs} more and led the highest."
        return winning[-1], f"I needed {needs} more."
    if losing:
        return losing[-1], "I wanted no more tricks, and it was the highest that could not take this one."
    return (cards[-1] if last else cards[0]), "I wanted no more tricks, and had nothing that was sure to lose."
