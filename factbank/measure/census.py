"""Count what packs hold: topics, keys before throw-backs, how many fillings survive, words."""

from collections.abc import Iterable
from random import Random
from typing import Any

from factbank.fill.fill import Filler
from factbank.packs.reader import Pack
from factbank.packs.topic import Topic

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
