"""How alike the titles of a deck are."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from factbank.fill.fill import Filling


def beginning(title: str) -> str:
    """Return the first word of a title, articles aside."""
    said = re.findall(r"[\w’'-]+", title.casefold())
    while len(said) > 1 and said[0] in {"a", "an", "the"}:
        said = said[1:]
    return said[0] if said else ""


def likeness(one: str, other: str) -> float:
    """Return how alike two titles look, from 0 to 1: their letters, and whether their words begin alike."""
    initials: list[list[str]] = [
        [word[0] for word in re.findall(r"[^\W\d_]+", title.casefold())] for title in (one, other)
    ]
    same = sum(first == second for first, second in zip(*initials, strict=False))
    begin: float = same / max(len(initials[0]), len(initials[1]), 1)
    letters: float = SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()
    return (letters + begin) / 2


def look_alikes(fillings: Sequence[Filling], least: float = 0.6) -> int:
    """Return how many pairs of a deck have a near-namesake in it: of the same topic, or much alike in title."""
    alike: set[int] = set()
    for index, one in enumerate(fillings):
        for place in range(index + 1, len(fillings)):
            other = fillings[place]
            if one.topic.name == other.topic.name or likeness(one.title, other.title) >= least:
                alike.update((index, place))
    return len(alike)
