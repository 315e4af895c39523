"""Own titles: each card of a pair under a title of its own, so that only reading finds its rival.

A title is a short run of words of its own sentence. Those of a pair share no word, and no two of a deck are the same;
which run is taken is drawn, and both halves are treated alike, so a title tells nothing but what its sentence says.
"""

import re
from random import Random

from factbank.english.lists import words
from factbank.english.spelling import STOP, content_stems, headline

TITLE_LIMIT = 24
LONGEST_RUN = 4  # words
TRIES = 60
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
    halves = [_preferred(first), _preferred(second)]
    best: tuple[str, str] | None = None
    for attempt in range(TRIES):
        one, other = (headline(rng.choice(half)) for half in halves)
        free = not {one.casefold(), other.casefold()} & taken and one.casefold() != other.casefold()
        if free and set(content_stems(one)).isdisjoint(content_stems(other)):
            best = (one, other)
            break
        if free and attempt > TRIES // 2:
            best = best or (one, other)
    if best is None:
        best = _numbered(headline(halves[0][0]), taken), _numbered(headline(halves[1][-1]), taken)
    taken.update(title.casefold() for title in best)
    return best


def _preferred(text: str) -> list[str]:
    """Return the runs of a sentence, those of one word left out where there are enough others."""
    every = runs(text)
    longer = [run for run in every if " " in run]
    return (longer if len(longer) > 3 else every) or [text[:TITLE_LIMIT].strip()]


def _numbered(title: str, taken: set[str]) -> str:
    number = 2
    found = title
    while found.casefold() in taken:
        found, number = f"{title[: TITLE_LIMIT - 4].strip()} {number}", number + 1
    taken.add(found.casefold())
    return found
