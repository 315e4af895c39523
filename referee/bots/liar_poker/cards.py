"""What can be seen of both hands of Liar Poker, and which of a hand's cards to show or to claim."""

from itertools import combinations

from referee.core.cards import STANDARD, UNKNOWN, cards_of
from referee.games.liar_poker.hands import strength
from referee.games.liar_poker.options import HAND
from referee.games.liar_poker.state import State

PAIR, TWO_PAIR = 6185, 3325  # the weakest hand of each kind, as ``strength`` counts
WORST = 7463


def own(view: State, seat: int) -> tuple[int, ...]:
    """Return the hand of a seat, where the view knows it; () where nobody entered it."""
    hand = view.hands[seat]
    return hand if hand and UNKNOWN not in hand else ()


def best(view: State, hand: tuple[int, ...]) -> int:
    """Return how strong the cards of a hand are with the board; the lower the better."""
    cards = (*hand, *view.board)
    return strength(cards) if len(cards) >= HAND else WORST


def open_best(view: State, seat: int) -> int:
    """Return how strong what a seat has shown is, with the board."""
    return best(view, view.shown[seat])


def hidden(view: State, seat: int) -> tuple[int, ...]:
    """Return the cards of a hand that it has not shown."""
    return tuple(card for card in own(view, seat) if not view.face >> card & 1)


def shows(view: State, seat: int, many: int) -> tuple[int, ...]:
    """Return which cards to show: those that leave the strongest hand open, so that a claim need not be believed."""
    return min(combinations(hidden(view, seat), many), key=lambda cards: best(view, (*view.shown[seat], *cards)))


def claims(view: State, seat: int) -> list[tuple[int, int]]:
    """Return every card that may be claimed, with how strong the hand is then; the strongest first."""
    down = cards_of((1 << STANDARD) - 1 & ~view.face)
    return sorted((best(view, (*view.shown[seat], card)), card) for card in down)
