"""What the cards of Lizard are worth: how strong they are, and how many tricks a hand is good for."""

from collections.abc import Sequence
from functools import cache

from referee.games.lizard.apply import STRENGTHS, winner
from referee.games.lizard.deck import DECK, KINDS, LIZARD, SNAKE, SUIT_OF, SUITS, total
from referee.games.lizard.state import State

_YIELDS = 0.15  # of what others bid above their shares


def _power(card: int, trump: int) -> int:
    if card in {LIZARD, SNAKE}:
        return 200 if card == LIZARD else -1
    return card + 100 if SUIT_OF[card] == trump else card


POWERS = tuple(tuple(_power(card, trump) for card in range(KINDS)) for trump in (*range(len(SUITS)), -1))
"""By the trump (the last where there is none) how strong each card is: snakes below the suits, trumps above them,
lizards above all."""


def taking(view: State, cards: Sequence[int]) -> list[int]:
    """Return those of the cards that would take the trick as it lies."""
    trick, trump = view.trick, view.trump
    if not trick:
        return [card for card in cards if card != SNAKE]
    if view.follow < 0:
        snakes = view.setup.options.all_snakes
        return [card for card in cards if winner((*trick, card), trump, snakes) == len(trick)]
    if LIZARD in trick:
        return []
    strengths = STRENGTHS[trump][view.follow]
    best = max([strengths[card] for card in trick])
    return [card for card in cards if strengths[card] > best]


def estimate(view: State, hand: Sequence[int]) -> float:
    """Return how many tricks a hand is good for: its share of the round's, and as much more as it is above the average.

    Where those who bid before want more than their shares, it is good for a little less.
    """
    seats, worths = len(view.hands), _worths(view.trump, len(view.hands))
    bids = [bid for bid in view.bids if bid is not None and bid >= 0]
    over = sum(bids) - len(bids) * view.round / seats
    return sum(worths[card] for card in hand) - _YIELDS * over


@cache
def _worths(trump: int, seats: int) -> tuple[float, ...]:
    """Return for each card how many tricks it is good for, such that the whole deck is good for all of them."""
    worths = [_worth(card, trump, seats) for card in range(KINDS)]
    surplus = sum(worth * total(card) for card, worth in enumerate(worths)) / DECK - 1 / seats
    return tuple(worth - surplus for worth in worths)


def _worth(card: int, trump: int, seats: int) -> float:
    """Return a card's worth as people count: high trumps, and of the other suits little but aces and kings."""
    if card in {LIZARD, SNAKE}:
        return 0.95 * (card == LIZARD)
    rank = (card >> 2) / 12
    if SUIT_OF[card] == trump:
        return 0.25 + 0.65 * rank
    return rank**4 * (2.25 if trump < 0 else 1.8) / seats
