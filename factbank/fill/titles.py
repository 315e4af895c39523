"""Own titles: each card of a pair under a title of its own, so that only reading finds its rival.

A title is a short run of words of its own sentence. Those of a pair share no word, and no two of a deck are the same;
which run is taken is drawn, and both halves are treated alike. Runs of words that both halves say come first, so that a
title shows no disputed word where the frame has words enough.
"""

import re
from functools import lru_cache
from itertools import product
from random import Random

from factbank.english.lists import words
from factbank.english.spelling import STOP, content_stems, headline

TITLE_LIMIT = 24
LONGEST_RUN = 4  # words
_PART = re.compile(r"[^,;:.!?“”()—]+")
_EDGE = re.compile(r"^[’'-]+|[’'-]+$")


def runs(text: str) -> list[str]:
    """Return the runs of words that may be a title of a sentence: they begin and end with words that carry meaning."""
    found: dict[str, None] = {}
    for part in _PART.findall(text):
        said = part.split()
        for begin in range(len(said)):
            for end in range(begin + 1, min(begin + LONGEST_RUN, len(said)) + 1):
                run = " ".join(said[begin:end])
                if len(run) <= TITLE_LIMIT and _carries(said[begin]) and _carries(said[end - 1]):
                    found.setdefault(_EDGE.sub("", run))
    return list(found)


def _carries(word: str) -> bool:
    plain = word.strip("’'-").casefold()
    return len(plain) > 2 and plain not in STOP and plain not in words("prepositions") and not plain.isdigit()


def own_titles(first: str, second: str, taken: set[str], rng: Random) -> tuple[str, str]:
    """Return a title for each of two sentences, and note them in ``taken`` (in casefolded form)."""
    said, answered = _stems(first), _stems(second)

    def undisputed(text: str) -> list[str]:
        return [run for run in runs(text) if _stems(run) <= said & answered]

    for offers in (undisputed, _preferred, runs):  # what both halves say first: it tells nothing of the dispute
        ones, others = offers(first), offers(second)
        rng.shuffle(ones)
        rng.shuffle(others)
        for one, other in product(map(headline, ones), map(headline, others)):
            if {one.casefold(), other.casefold()} & taken or not _apart(one, other):
                continue
            taken.update((one.casefold(), other.casefold()))
            return one, other
    # Hardly a word in it: the beginning and the end, numbered where they were taken.
    return _numbered(headline((runs(first) or [first])[0]), taken), _numbered(
        headline((runs(second) or [second])[-1]), taken
    )


@lru_cache(maxsize=4096)
def _stems(title: str) -> frozenset[str]:
    return frozenset(content_stems(title))


def _apart(one: str, other: str) -> bool:
    return one.casefold() != other.casefold() and _stems(one).isdisjoint(_stems(other))


def _preferred(text: str) -> list[str]:
    """Return the runs of a sentence, those of one word left out where there are enough others."""
    every = runs(text)
    longer = [run for run in every if " " in run]
    return longer if len(longer) > 3 else every


def _numbered(title: str, taken: set[str]) -> str:
    number = 2
    found = title = title[:TITLE_LIMIT].strip()
    while found.casefold() in taken:
        found, number = f"{title[: TITLE_LIMIT - 4].strip()} {number}", number + 1
    taken.add(found.casefold())
    return found
