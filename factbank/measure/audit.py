"""Statistics that show whether a half tells: features by claim position, look-alikes, lock words, shares."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from factbank.check.text import form
from factbank.deal import worn
from factbank.deal.alike import look_alikes
from factbank.deal.choose import choose
from factbank.deal.nouns import lexicon
from factbank.deal.plan import TWINS
from factbank.english import names
from factbank.errors import FactError
from factbank.fill.fill import Filler, Filling
from factbank.packs.reader import Pack
from factbank.packs.topic import Topic

FEATURES = ("characters", "commas", "digits", "number words", "negations")


def sample(
    topics: Sequence[Topic], many: int, rng: Random, locale: str = "en_US", length: str = "any"
) -> list[Filling]:
    """Return independent fillings of topics drawn at random. Raises ``FactError`` when hardly any survives."""
    fillers: dict[str, Filler] = {}
    found: list[Filling] = []
    tries = 0
    while len(found) < many:
        topic = topics[int(rng.random() * len(topics))]
        filler = fillers.get(topic.name) or fillers.setdefault(topic.name, Filler(topic, locale, length))
        filling = filler.draw(rng)
        tries += 1
        if filling:
            found.append(filling)
        elif tries > 200 * (len(found) + 20):
            raise FactError("nearly everything that these packs make is thrown back; run factbank check")
    return found


def by_position(fillings: Sequence[Filling]) -> dict[str, dict[str, float]]:
    """Return the mean of each feature for first and second claims, and how often the first has more, or fewer.

    First is the claim that stands first in the topic; of a varied slot, the value that was drawn first.
    """
    sums = {feature: [0, 0, 0, 0] for feature in FEATURES}
    for filling in fillings:
        first, second = filling.first, filling.second
        if filling.topic.vary is None and filling.drawn[0] > filling.drawn[1]:
            first, second = second, first
        one, other = form(first), form(second)
        for feature in FEATURES:
            row = sums[feature]
            row[0] += one[feature]
            row[1] += other[feature]
            row[2] += one[feature] > other[feature]
            row[3] += one[feature] < other[feature]
    many = max(1, len(fillings))
    columns = ("first", "second", "first has more", "first has fewer")
    return {
        feature: {name: round(value / many, 4) for name, value in zip(columns, row, strict=True)}
        for feature, row in sums.items()
    }


def shares(topics: Sequence[Topic]) -> dict[str, dict[str, int]]:
    """Return how many topics have each kind, shape and theme."""
    return {
        "kinds": dict(Counter(topic.kind for topic in topics).most_common()),
        "shapes": dict(Counter(topic.shape for topic in topics).most_common()),
        "themes": dict(Counter(topic.theme for topic in topics).most_common()),
    }


def likeness_by_difficulty(packs: Sequence[Pack], topics: Sequence[Topic], pairs: int, decks: int) -> dict[str, float]:
    """Return for each difficulty how many pairs of a deck have a near-namesake in it, on average."""
    known = lexicon(packs)
    found = {}
    for difficulty in TWINS:
        alike = 0
        for seed in range(decks):
            nouns = known if difficulty != "hard" else frozenset()
            alike += look_alikes(choose(topics, pairs, difficulty, Random(seed), nouns=nouns).fillings)
        found[difficulty] = round(alike / max(1, decks), 2)
    return found


def filter_hits(topics: Sequence[Topic], locale: str) -> dict[str, dict[str, int]]:
    """Return what the name filter dropped from every list of Faker's that these topics use."""
    kinds = sorted({words.faker for topic in topics for words in topic.slots.values() if words.faker})
    return {kind: names.pool(kind, locale).dropped for kind in kinds}


def report(packs: Sequence[Pack], many: int, seed: int, locale: str, decks: int, pairs: int) -> dict[str, Any]:
    """Return the whole audit."""
    topics = [topic for pack in packs for topic in pack.topics]
    fillings = sample(topics, many, Random(seed), locale)
    return {
        "pairs": len(fillings),
        "locale": locale,
        "by position": by_position(fillings),
        "look-alikes in a deck": likeness_by_difficulty(packs, topics, pairs, decks) if decks else {},
        "pairs in a deck": pairs,
        "lock words": worn.shares([filling.topic for filling in fillings]),
        "names dropped": filter_hits(topics, locale),
        **shares(topics),
    }
