"""What the cards of Lizard are worth: how strong they are, and how many tricks a hand is good for."""

from collections.abc import Sequence

from referee.games.lizard import deck
from referee.games.lizard.apply import winner
from referee.games.lizard.deck import LIZARD, SNAKE, SUIT_OF
from referee.games.lizard.state import State, known


def power(card: int, trump: int) -> int:
    """Return how strong a card is: snakes below the suits, trumps above them, lizards above all."""
    if card == SNAKE:
        return -1
    if card == LIZARD:
        return 200
    return card + 100 if card & 3 == trump else card


def takes(view: State, card: int) -> bool:
    """Say whether a card would take the trick as it lies."""
    if not view.trick:
        return card != SNAKE
    trick = (*view.trick, card)
    return winner(trick, view.trump, view.setup.options.all_snakes) == len(trick) - 1


def estimate(view: State, hand: Sequence[int]) -> list[float]:
    """Return for each card of a hand the chance that it takes a trick.

    A card loses to a stronger one that another holds: the more of those are out, and the more cards the others hold,
    the less it is worth. A card beside the trumps must also not be trumped, so it is worth less late in a long hand.
    """
    others = len(view.hands) - 1
    pool = deck.members(deck.FULL - view.seen - known(view))
    share = min(1.0, others * view.round / max(1, len(pool)))
    trump, worth = view.trump, []
    trumps = len([card for card in pool if SUIT_OF[card] == trump]) if trump >= 0 else 0
    lizards = pool.count(LIZARD)
    for card in hand:
        if card == SNAKE:
            worth.append(0.02)
        elif card == LIZARD:
            worth.append(0.95)
        else:
            suit = SUIT_OF[card]
            higher = len([other for other in pool if other > card and SUIT_OF[other] == suit])
            if suit == trump:
                out = higher * share
                worth.append(1 / (1 + 0.28 * out + 0.10 * lizards * share))
            else:
                out = higher * share
                length = len([own for own in hand if SUIT_OF[own] == suit])
                ruff = 0.16 * trumps * share / max(1, others) * (0.6 + 0.2 * length)
                worth.append(1 / (1 + 0.75 * out + ruff + 0.10 * lizards * share) * 0.95)
    return worth
