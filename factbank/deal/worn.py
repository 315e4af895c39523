"""What wears out when thirty cards are read in a row: lock words ("only", "just", "nothing but") and openings.

A lock is honest, and "The one review of …" a good beginning, but thirty in a row are all that anybody hears. So a deck
holds few locks, few of one word, and few sentences that begin alike, as long as other topics are left.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from factbank.english.lists import ordered
from factbank.packs.topic import Topic

# Hundredths of a deck that may lean on one lock word, on any, and begin alike: wishes, which give in before any goal.
OF_ONE_WORD = 10
OF_ANY = 25
OF_ONE_OPENING = 10
_SLOT = re.compile(r"\{\{.*?\}\}")


@cache
def _lock() -> re.Pattern[str]:
    words = "|".join(re.escape(word.replace("-", " ")) for word in ordered("locks"))
    # "Left alone at night" locks nothing.
    return re.compile(rf"(?<!left )\b(?:{words})\b", re.IGNORECASE)


@cache
def _of(claims: tuple[str, ...]) -> frozenset[str]:
    return frozenset(found.casefold() for claim in claims for found in _lock().findall(_SLOT.sub("…", claim)))


def lock_words(topic: Topic) -> frozenset[str]:
    """Return the lock words that the frames of a topic hold; what its word lists hold is a picture, not a lock."""
    return _of(topic.claims)


@cache
def _opening(claim: str) -> str:
    return " ".join(_SLOT.sub("…", claim).casefold().split()[:2])


def opening(topic: Topic) -> str:
    """Return how the sentences of a topic begin: two words of its first claim, a slot as “…”."""
    return _opening(topic.claims[0])


def shares(topics: Sequence[Topic]) -> dict[str, float]:
    """Return the shares of pairs, given as their topics, that hold each lock word, most first; and that hold any."""
    counted = Counter(word for topic in topics for word in lock_words(topic))
    found = dict(counted.most_common()) | {"any": sum(bool(lock_words(topic)) for topic in topics)}
    return {word: round(many / max(1, len(topics)), 4) for word, many in found.items()}


class Worn:
    """The lock words and openings of a deck, as it grows to a number of pairs."""

    def __init__(self, pairs: int) -> None:
        self.of_one_word = max(1, pairs * OF_ONE_WORD // 100)
        self.of_any = max(1, pairs * OF_ANY // 100)
        self.of_one_opening = max(1, pairs * OF_ONE_OPENING // 100)
        self.words: Counter[str] = Counter()
        self.openings: Counter[str] = Counter()
        self.locked = 0

    def out(self, topic: Topic, more: int = 1) -> bool:
        """Tell whether so many more pairs of a topic (twins begin alike on purpose) would be heard too often."""
        if self.openings[opening(topic)] >= self.of_one_opening:
            return True
        words = lock_words(topic)
        return bool(words) and (
            self.locked + more > self.of_any or any(self.words[word] + more > self.of_one_word for word in words)
        )

    def use(self, topic: Topic) -> None:
        """Note the lock words and the opening of a pair just taken."""
        words = lock_words(topic)
        self.words.update(words)
        self.openings[opening(topic)] += 1
        self.locked += bool(words)
