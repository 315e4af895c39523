"""Statistics of packs for ``factbank packs`` and ``audit``.

They show what the packs contain, and whether the form of a sentence gives away which half of a pair is true.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from factbank.check import form
from factbank.deal.choose import TWINS, choose, lexicon, look_alikes, shares
from factbank.deal.mixture import is_unique, of_topic
from factbank.english import names
from factbank.errors import FactError
from factbank.fill import Filler, Filling, named
from factbank.packs.reader import JOKES, Pack, Topic

_SLOT = re.compile(r"\{\{.*?\}\}")

FEATURES = ("characters", "commas", "digits", "number words", "negations")
BEGINNING = 3  # words that two openings may not share; a slot is one
SAMPLES = 200  # fillings of each topic, for the rate of survival


def sample(
    topics: Sequence[Topic], many: int, rng: Random, locale: str = "en_US", length: str = "any"
) -> list[Filling]:
    """Return ``many`` pairs drawn from topics at random.

    ``locale`` is Faker's, for names of people. ``length`` is a key of ``fill.LENGTHS``, the longest sentence. Raises
    ``FactError`` if nearly all draws are rejected.
    """
    fillers: dict[str, Filler] = {}
    fillings: list[Filling] = []
    tries = 0
    while len(fillings) < many:
        topic = topics[int(rng.random() * len(topics))]
        filler = fillers.get(topic.name) or fillers.setdefault(topic.name, Filler(topic, locale, length))
        filling = filler.draw(rng)
        tries += 1
        if filling:
            fillings.append(filling)
        elif tries > 200 * (len(fillings) + 20):
            raise FactError("nearly everything that these packs make is thrown back; run factbank check")
    return fillings


def by_position(fillings: Sequence[Filling]) -> dict[str, dict[str, float]]:
    """Return how the first and the second sentences of pairs differ, for each feature of ``check.form``.

    For each feature, such as "commas", "first" and "second" are the mean counts in the first and in the second
    sentences. "first has more" and "first has fewer" are the shares of the pairs, from 0 to 1, in which the first
    sentence has more or fewer. The first sentence is the one whose claim comes first in the topic. If a slot varies, it
    is the one with the value that was drawn first.
    """
    sums = {feature: [0, 0, 0, 0] for feature in FEATURES}
    for filling in fillings:
        first, second = filling.first, filling.second
        if filling.topic.vary is None and filling.drawn[0] > filling.drawn[1]:
            first, second = second, first
        for row, one, other in zip(sums.values(), form(first).values(), form(second).values(), strict=True):
            row[0] += one
            row[1] += other
            row[2] += one > other
            row[3] += one < other
    count = max(1, len(fillings))
    columns = ("first", "second", "first has more", "first has fewer")
    means = {feature: [round(value / count, 4) for value in row] for feature, row in sums.items()}
    return {feature: dict(zip(columns, row, strict=True)) for feature, row in means.items()}


def variety(topics: Sequence[Topic]) -> dict[str, Any]:
    """Return counts of topics that show how varied the topics are, by the names of the counts.

    Such a count is "about guests" or "beginning like another". "jokes" has a count for each kind of joke. "chapters"
    has a count of chapters for each running character, largest count first.
    """
    openings = [_SLOT.sub("…", topic.opening or topic.claims[0]) for topic in topics]
    begun = Counter(" ".join(opening.casefold().split()[:BEGINNING]) for opening in openings)
    jokes = Counter(topic.joke for topic in topics)
    told = Counter(named(topic.slots[topic.cast or ""].entries[0]) for topic in topics if topic.chapter)
    return {
        "about guests": sum(topic.guest is not None for topic in topics),
        "with no frame of uniqueness": sum(not is_unique(opening) for opening in openings),
        "beginning like another": sum(many for many in begun.values() if many > 1),
        "in an invented town": sum("town" in of_topic(topic) for topic in topics),
        "with an emblem or a thing": sum(bool(topic.emblem or topic.thing) for topic in topics),
        "jokes": {joke: jokes[joke] for joke in JOKES},
        "chapters": dict(told.most_common()),
    }


def report(packs: Sequence[Pack], many: int, seed: int, locale: str, decks: int, pairs: int) -> dict[str, Any]:
    """Return the figures of ``factbank audit`` as a document for JSON.

    They are taken from ``many`` random pairs, drawn from the packs with ``seed``, and from ``decks`` decks of ``pairs``
    pairs for each difficulty. ``locale`` is Faker's, for names of people. Raises ``FactError`` if the packs can't make
    the pairs.
    """
    topics = [topic for pack in packs for topic in pack.topics]
    fillings = sample(topics, many, Random(seed), locale)
    alike = {}
    for difficulty in TWINS if decks else ():
        nouns = lexicon(packs) if difficulty != "hard" else frozenset()
        chosen = (choose(topics, pairs, difficulty, Random(deck), nouns=nouns) for deck in range(decks))
        alike[difficulty] = round(sum(look_alikes(deck.fillings) for deck in chosen) / decks, 2)
    kinds = sorted({words.faker for topic in topics for words in topic.slots.values() if words.faker})
    return {
        "pairs": len(fillings),
        "locale": locale,
        "by position": by_position(fillings),
        "look-alikes in a deck": alike,
        "pairs in a deck": pairs,
        "lock words": shares([filling.topic for filling in fillings]),
        "names dropped": {kind: names.pool(kind, locale).dropped for kind in kinds},
        "variety": variety(topics),
        "kinds": dict(Counter(topic.kind for topic in topics).most_common()),
        "shapes": dict(Counter(topic.shape for topic in topics).most_common()),
        "themes": dict(Counter(topic.theme for topic in topics).most_common()),
    }


def pack_row(pack: Pack, locale: str = "en_US", samples: int = SAMPLES) -> dict[str, Any]:
    """Return the figures of a pack and of its topics for ``factbank packs``.

    In the result, ``keys`` is how many pairs are possible. ``survival`` is the share of ``samples`` draws for each
    topic that are accepted, from 0 to 1, or None if ``samples`` is 0. ``locale`` is Faker's, for names of people.
    """
    topics = []
    for topic in pack.topics:
        filler = Filler(topic, locale)
        row = {"id": topic.id, "theme": topic.theme, "kind": topic.kind, "shape": topic.shape, "varies": topic.vary}
        survival = round(filler.survival(Random(topic.name), samples), 3) if samples else None
        topics.append({**row, "keys": filler.count(), "survival": survival})
    return {
        "name": pack.name,
        "file": pack.file,
        "sha256": pack.sha256,
        "uses": list(pack.uses),
        "keys": sum(row["keys"] for row in topics),
        "survival": _survival(topics) if samples else None,
        "themes": sorted({topic.theme for topic in pack.topics}),
        "shapes": sorted({topic.shape for topic in pack.topics}),
        "topics": topics,
    }


def words_of(packs: Iterable[Pack]) -> set[str]:
    """Return all different words and names in the packs' lists, without numbers; of a row, the first form."""
    lists = (words for pack in packs for words in pack.words.values() if not words.numbers)
    return {named(row) for words in lists for row in words.entries}


def total(packs: list[Pack], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the totals over all packs, by name; ``rows`` has the result of ``pack_row`` for each pack."""
    topics = [topic for row in rows for topic in row["topics"]]
    return {
        "packs": len(rows),
        "topics": len(topics),
        "varying": sum(topic["varies"] is not None for topic in topics),
        "themes": len({topic["theme"] for topic in topics}),
        "shapes": len({topic["shape"] for topic in topics}),
        "words": len(words_of(packs)),
        "keys": sum(row["keys"] for row in rows),
        "survival": _survival(rows),
        "least keys of a topic": min((topic["keys"] for topic in topics), default=0),
    }


def _survival(rows: list[dict[str, Any]]) -> float | None:
    """Return the share (0 to 1) of draws that are accepted, over all rows; None if no pair is possible.

    Each row counts by its ``keys``, the number of possible pairs; ``survival`` is the row's own share.
    """
    keys = sum(row["keys"] for row in rows)
    return round(sum(row["keys"] * (row["survival"] or 0) for row in rows) / keys, 3) if keys else None
