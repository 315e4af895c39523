"""Statistics of packs: what they hold, and whether a half's form tells which half is true."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from factbank.check import form
from factbank.deal import choose as worn
from factbank.deal.choose import TWINS, choose, lexicon, look_alikes
from factbank.english import names
from factbank.errors import FactError
from factbank.fill import Filler, Filling
from factbank.packs.reader import Pack, Topic

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


SAMPLES = 200  # fillings of each topic, for the rate of survival


def topic_row(topic: Topic, locale: str, samples: int) -> dict[str, Any]:
    """Return the figures of one topic."""
    filler = Filler(topic, locale)
    return {
        "id": topic.id,
        "theme": topic.theme,
        "kind": topic.kind,
        "shape": topic.shape,
        "varies": topic.vary,
        "keys": filler.count(),
        "survival": round(filler.survival(Random(topic.name), samples), 3) if samples else None,
    }


def pack_row(pack: Pack, locale: str = "en_US", samples: int = SAMPLES) -> dict[str, Any]:
    """Return the figures of one pack, with those of its topics."""
    topics = [topic_row(topic, locale, samples) for topic in pack.topics]
    keys = sum(row["keys"] for row in topics)
    alive = sum(row["keys"] * (row["survival"] or 0) for row in topics)
    return {
        "name": pack.name,
        "file": pack.file,
        "sha256": pack.sha256,
        "uses": list(pack.uses),
        "keys": keys,
        "survival": round(alive / keys, 3) if samples and keys else None,
        "themes": sorted({topic.theme for topic in pack.topics}),
        "shapes": sorted({topic.shape for topic in pack.topics}),
        "topics": topics,
    }


def words_of(packs: Iterable[Pack]) -> set[str]:
    """Return every different word and name that the packs' lists hold, rows by their first form; no numbers."""
    found: set[str] = set()
    for pack in packs:
        for words in pack.words.values():
            if not words.numbers:
                found.update(row if isinstance(row, str) else row[0] for row in words.entries)
    return found


def total(packs: list[Pack], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the sums over all packs."""
    topics = [topic for row in rows for topic in row["topics"]]
    keys = sum(row["keys"] for row in rows)
    alive = sum(row["keys"] * (row["survival"] or 0) for row in rows)
    return {
        "packs": len(rows),
        "topics": len(topics),
        "varying": sum(topic["varies"] is not None for topic in topics),
        "themes": len({topic["theme"] for topic in topics}),
        "shapes": len({topic["shape"] for topic in topics}),
        "words": len(words_of(packs)),
        "keys": keys,
        "survival": round(alive / keys, 3) if keys else None,
        "least keys of a topic": min((topic["keys"] for topic in topics), default=0),
    }
