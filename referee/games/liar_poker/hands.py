"""The best five of seven, by treys (a well-kept evaluator of poker hands)."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from referee.core.cards import NAMES

if TYPE_CHECKING:
    from treys import Evaluator


@cache
def _evaluator() -> "Evaluator":
    from treys import Evaluator

    return Evaluator()


@cache
def _treys(card: int) -> int:
    from treys import Card

    number: int = Card.new(NAMES[card])
    return number


def strength(cards: tuple[int, ...]) -> int:
    """Return how strong the best five of these seven cards are: a lower number beats a higher one."""
    suits = 0
    for card in cards:
        suits += 1 << 4 * (card & 3)
    if suits + 0x3333 & 0x8888:  # five of a suit or more
        return _strength(cards)
    return _unsuited(tuple(sorted([card >> 2 for card in cards])))


@cache  # 49,205 at most
def _unsuited(ranks: tuple[int, ...]) -> int:
    """Return how strong cards of these ranks, in order, are without a flush: next to each other, equal ones differ."""
    return _strength([rank << 2 | at & 3 for at, rank in enumerate(ranks)])


def _strength(cards: Iterable[int]) -> int:
    five = [_treys(card) for card in cards]
    rank: int = _evaluator().evaluate(five[:2], five[2:])
    return rank


def hand_name(cards: tuple[int, ...]) -> str:
    """Return what the best five of these seven cards are called: ``Two Pair``, ``Royal Flush`` …"""
    evaluator = _evaluator()
    name: str = evaluator.class_to_string(evaluator.get_rank_class(strength(cards)))
    return name
