"""Own titles: each card of a pair under a title of its own, so that only reading finds its rival.

A title is a phrase of its own sentence that names somebody, some place or some thing: the words between two that only
hold a sentence together. Those of a pair share no word, and no two of a deck are the same; both halves are treated
alike. Phrases that both halves say come first, so that a title shows no disputed word where the frame names two things.
"""

import re
from functools import cache, lru_cache
from itertools import pairwise, product
from random import Random

from factbank.english.lists import words
from factbank.english.spelling import STOP, content_stems, headline

TITLE_LIMIT = 24
LONGEST_PHRASE = 4  # words
ARTICLES = frozenset({"the", "a", "an", "every", "any", "each", "all", "one", "its"})
_PART = re.compile(r"[^,;:.!?“”()—]+")
_OWNER = re.compile(r"[’']s$|(?<=s)[’']$")


def phrases(text: str) -> list[str]:
    """Return the noun phrases of a sentence as titles: whole ones first, then names and things apart, then words.

    An article before a thing is said (“a green hat” gives “The Green Hat”); before a name it is not.
    """
    whole: dict[str, None] = {}
    apart: dict[str, None] = {}
    single: dict[str, None] = {}
    for part in _PART.findall(text):
        for thing, article in _chunks(part.split()):
            if not (thing[0].islower() and not thing[-1].islower()):  # “one law Copperwell passed”
                _note(whole, thing, article)
            cuts = [0, *(place for place in range(1, len(thing)) if _parts(thing, place)), len(thing)]
            for begin, end in pairwise(cuts):
                _note(apart, thing[begin:end], article if begin == 0 else bool(article))
            for word in thing:
                if word not in words("adjectives"):
                    _note(single, [word], article=False)
    return list({**whole, **apart, **single})


def _chunks(said: list[str]) -> list[tuple[list[str], bool]]:
    """Part words where one only holds the sentence together; each run with whether an article stands before it."""
    found: list[tuple[list[str], bool]] = []
    run: list[str] = []
    article = False
    for place, word in enumerate(said):
        if _holds(word) or _does(said, place):
            if run:
                found.append((run, article))
            run, article = [], word.casefold() in ARTICLES
        elif run and _OWNER.search(said[place - 1]):
            found.append((run, article))
            run, article = [word], True
        else:
            run.append(word)
    return [*found, (run, article)] if run else found


@cache
def _holds(word: str) -> bool:
    """Tell whether a word names nothing: of grammar, of doing, of manner, or a number in figures."""
    plain = word.strip("’'-").casefold()
    return (
        len(plain) < 2
        or (len(plain) < 3 and not word[0].isupper())
        or plain.isdigit()
        or (plain in STOP and plain != "last")
        or plain in words("prepositions")
        or plain in words("frame-verbs")
        or (plain.endswith("ly") and word.islower() and plain not in words("nouns-in-ly"))
    )


def _does(said: list[str], place: int) -> bool:
    """Tell by its neighbours whether a word is a verb: “to refuse soup”, “Return a faulty bicycle”."""
    if place == 0:
        return len(said) > 1 and said[1] in ARTICLES
    return said[place - 1] == "to" and said[place].islower()


def _parts(run: list[str], place: int) -> bool:
    """Tell whether a name begins or ends here: “explorer | Earl Ewing”, “Bad Pesto | sports club”."""
    return run[place - 1][0].isupper() != run[place][0].isupper()


def _note(found: dict[str, None], run: list[str], article: bool) -> None:
    text = _OWNER.sub("", " ".join(run)).strip("’'-")
    if not text or len(run) > LONGEST_PHRASE or run[-1] in words("adjectives"):
        return
    if article and text[0].islower() and len(text) + 4 <= TITLE_LIMIT:
        text = f"the {text}"
    if len(text) <= TITLE_LIMIT:
        found.setdefault(text)


def own_titles(first: str, second: str, taken: set[str], rng: Random) -> tuple[str, str]:
    """Return a title for each of two sentences, and note them in ``taken`` (in casefolded form)."""
    shared = _stems(first) & _stems(second)
    ones, others = _offers(first, shared), _offers(second, shared)
    swapped = rng.random() < 0.5
    if swapped:
        ones, others = others, ones
    # What both halves say before what one says, and whole phrases before single words: the two places added up.
    for (_, one), (_, other) in sorted(product(ones, others), key=lambda both: both[0][0] + both[1][0]):
        if {one.casefold(), other.casefold()} & taken or not _apart(one, other):
            continue
        taken.update((one.casefold(), other.casefold()))
        return (other, one) if swapped else (one, other)
    # Hardly a word in it: the beginning and the end, numbered where they were taken.
    return numbered(headline((phrases(first) or [first])[0]), taken), numbered(
        headline((phrases(second) or [second])[-1]), taken
    )


DISPUTED = 100  # stands behind every phrase of both halves


def _offers(text: str, shared: frozenset[str]) -> list[tuple[int, str]]:
    """Return the titles of a sentence with how far each stands from the best."""
    return [
        (place + (0 if _stems(found) <= shared else DISPUTED), headline(found))
        for place, found in enumerate(phrases(text))
    ]


@lru_cache(maxsize=4096)
def _stems(title: str) -> frozenset[str]:
    return frozenset(content_stems(title))


def _apart(one: str, other: str) -> bool:
    return one.casefold() != other.casefold() and _stems(one).isdisjoint(_stems(other))


def numbered(title: str, taken: set[str]) -> str:
    """Return a title, with a number where it is taken, and note it in ``taken`` (in casefolded form)."""
    number = 2
    found = title = title[:TITLE_LIMIT].strip()
    while found.casefold() in taken:
        found, number = f"{title[: TITLE_LIMIT - 4].strip()} {number}", number + 1
    taken.add(found.casefold())
    return found
