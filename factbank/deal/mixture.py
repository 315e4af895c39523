"""Count the traits of pairs that become tiresome when many pairs of a deck have them, and limit them.

A trait is a text such as ``quoted``, ``written sign`` or ``tic bus``. Its first word is its kind, a key of ``SOFT`` or
``HARD``, which have the most pairs of each kind. The words that each kind looks for are in
``english/lists/english.txt``, or in the `words.txt` of another language.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import zip_longest

from factbank.check import load
from factbank.english.grammar import stem
from factbank.english.lists import opposites, ordered, pairs, words
from factbank.factfile import Pair, Parts, parted
from factbank.fill import Filling
from factbank.packs.reader import Topic
from liarsdeck.language import ENGLISH

EVENING = 15  # pairs, for which the caps are written; a larger deck has more in proportion, rounded down
SOFT = {
    "quoted": (4, "endings in quotation marks"),
    "unique": (4, "frames of uniqueness"),
    "tail": (2, "comma tails on both halves"),
    "mirror": (2, "mirrored halves"),
    "town": (5, "invented towns"),
}
"""For each kind of trait: the most pairs of an evening's deck that have it, if possible, and what is counted."""
HARD = {"written": 2, "verb": 2, "name": 1, "tic": 1}
"""The most pairs with one written thing, one verb of writing, names that are alike, or one tic; never given up."""

_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
_OWNER = r"(?:the|its|his|her|their|our|a|’s|s’|every|very|of|in)"
_SUPERLATIVE = re.compile(rf"\b(?!(?:{'|'.join(ordered('not-superlative'))})\b)[a-z]{{3,}}est\b")
_TAIL = re.compile(r",\s[^,]{2,40}$")
_LONGEST_TAIL = 6  # words
_ONE_THING = re.compile(rf"\bone (?!(?:{'|'.join(ordered('one-of-several'))})\b)[\w’-]+(?! too\b)\b")


@cache
def _any_of(section: str, language: str) -> re.Pattern[str]:
    """Return a pattern that finds any word of a word list in a casefolded text.

    ``section`` is the name of the list. A hyphen in an entry stands for a space. For an empty list nothing is found.
    """
    return _pattern(word.replace("-", " ") for word in ordered(section, language))


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    found = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<![\w’])(?:{found})(?![\w’])" if found else "(?!)")


@cache
def _written(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    named = {word.replace("-", " "): heading for word, heading in pairs("written", language).items()}
    return _pattern(named), named


@cache
def _towns(language: str) -> frozenset[str]:
    """Return the names of the invented towns in the word lists of the built-in packs."""
    packs, lists = ordered("town-packs", language), ordered("town-lists", language)
    found = [load(pack).words.get(name) for pack in packs for name in lists]
    return frozenset(str(town) for towns in found if towns for town in towns.entries)


def _ends(town: str, language: str) -> tuple[str, str]:
    """Return the beginning and the end of a town's name, by which two names sound alike.

    For a name with a space these are the last word and all that comes before it; else the first four letters and the
    ending, such as “ham”.
    """
    head, blank, tail = town.rpartition(" ")
    if blank:
        return head, tail
    return town[:4], next((tail for tail in ordered("town-tails", language) if town.endswith(tail)), town[-3:])


def traits(pair: Filling | Pair) -> frozenset[str]:
    """Return the traits of a pair: what would tire people if many pairs of a deck had it.

    A trait is ``quoted``, ``unique``, ``mirror``, ``tail`` or ``town``, or a kind and its word or name, as in ``tic
    bus``, ``verb reads``, ``written sign`` and ``name Marsh…``. ``tail`` means that both sentences end with a comma and
    a few words. ``mirror`` means that the sentences differ by opposites, or in the order of their words. A ``tic`` is a
    word that soon tires, such as “bus”.
    """
    if isinstance(pair, Pair):
        (first, second), parts, language = (card.text for card in pair.plain.cards), pair.plain.parts, pair.language
    else:
        first, second, language = pair.first, pair.second, pair.topic.language
        parts = pair.parts or parted(first, second)
    return _traits(first, second, parts, language)


@lru_cache(4096)
def _traits(first: str, second: str, parts: Parts, language: str) -> frozenset[str]:
    shared = f"{parts.opening} … {parts.closing}"
    found = {f"tic {tic}" for text in (first, second) for tic in _any_of("tics", language).findall(text.casefold())}
    if any("“" in text for text in (first, second)):
        found.add("quoted")
        beside = words("beside-verbs-of-writing", language)
        verb = [word for word in first.partition("“")[0].split() if word not in beside]
        if verb and (last := verb[-1].strip(",:").casefold()) in words("verbs-of-writing", language):
            found.add(f"verb {last}")
        pattern, headings = _written(language)
        found |= {f"written {headings[thing]}" for thing in pattern.findall(shared.casefold())[-1:]}
    if is_unique(shared, language):
        found.add("unique")
    if all(map(_has_tail, _unlike(parts.endings))):
        found.add("tail")
    if _is_mirrored(*parts.endings, language=language):
        found.add("mirror")
    for town in _towns_in(first, language):
        head, tail = _ends(town, language)
        found |= {"town", f"name {head}…", f"name …{tail}"}
    return frozenset(found)


def is_unique(shared: str, language: str = ENGLISH) -> bool:
    """Return whether a text calls something unique, as “the only” or “the oldest” does.

    ``shared`` is the text that both sentences of a pair have in common.
    """
    text = shared.casefold()
    alone = _any_of("frames-alone", language).search(text)
    if language != ENGLISH:
        return bool(alone or _any_of("frames-of-uniqueness", language).search(text))
    return bool(alone or _SUPERLATIVE.search(text) or _ONE_THING.search(text)) or any(
        re.search(rf"(?<!\bon ){_OWNER}\s+(?:[\w’-]+\s+)?$", text[: found.start()])
        for found in _any_of("frames-of-uniqueness", ENGLISH).finditer(text)
    )


def _unlike(endings: tuple[str, str]) -> tuple[str, str]:
    """Return two endings without the words with which both begin or both end.

    Quotation marks and the stop at either end are left out as well.
    """
    one, other = (ending.strip("“”.!?").split(" ") for ending in endings)
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return " ".join(one), " ".join(other)


def _has_tail(ending: str) -> bool:
    found = _TAIL.search(ending.rstrip("”.!?,"))
    return found is not None and len(found[0][1:].split()) <= _LONGEST_TAIL


@cache
def _opposites(language: str) -> frozenset[tuple[str, str]]:
    """Return the pairs of stems that are opposites or contrasts; each pair is in the set in both orders."""
    both = (*opposites(language=language).items(), *opposites("contrasts", language).items())
    found = [(stem(one, language), stem(other, language)) for one, other in both]
    return frozenset(found) | {(other, one) for one, other in found}


def _heard(ending: str, language: str) -> Counter[str]:
    """Return how often each word's stem occurs in an ending, without words of the list ``unheard``."""
    said = (word.casefold() for word in _WORD.findall(ending))
    return Counter(stem(word, language) for word in said if word not in words("unheard", language))


def _is_mirrored(*endings: str, language: str = ENGLISH) -> bool:
    """Return whether two endings (pass exactly two) mirror each other.

    They do if they differ only by opposites or by words that people hardly hear (the list ``unheard``), or if they have
    the same words in another order, of which at most one may differ.
    """
    one, other = (_heard(ending, language) for ending in endings)
    if not one or not other:
        return False
    only_one, only_other = (sorted((a - b).elements()) for a, b in ((one, other), (other, one)))
    opposite = _opposites(language)
    if all((a, b) in opposite for a, b in zip_longest(only_one, only_other)):
        return True
    both = [word for word in one if word in other]
    swapped = both != [word for word in other if word in one]
    return swapped and max(len(only_one), len(only_other)) <= 1


def _towns_in(text: str, language: str) -> Iterable[str]:
    """Yield the invented towns that a text names."""
    said = [word.removesuffix("’s") for word in re.findall(r"[\w’-]+", text)]
    known = _towns(language)
    for place, word in enumerate(said):
        for name in (" ".join(said[place : place + 2]), word):
            if name in known:
                yield name
                break


def of_topic(topic: Topic) -> frozenset[str]:
    """Return the traits (``quoted``, ``tic bus`` …) of every pair of a topic, whatever fills its slots."""
    towns = ordered("town-lists", topic.language)
    slots = "|".join(slot for slot, listed in topic.slots.items() if listed.name in towns)
    return _of_frame(
        topic.opening or topic.claims[0], all("“" in claim for claim in topic.claims), slots, topic.language
    )


@cache
def _of_frame(frame: str, quoted: bool, towns: str, language: str) -> frozenset[str]:
    tics = _any_of("tics", language).findall(frame.casefold())
    found = {f"tic {tic}" for tic in tics} | ({"quoted"} if quoted else set())
    if is_unique(re.sub(r"\{\{.*?\}\}", "…", frame), language):
        found.add("unique")
    if towns and re.search(rf"\{{\{{ (?:{towns})\b", frame):
        found.add("town")
    return frozenset(found)


class Mixture:
    """How many of the pairs chosen so far for a deck have each trait.

    ``pairs`` is the final number of pairs in the deck, from which the caps follow. ``counts`` has the number of pairs
    by trait.
    """

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs
        self.counts: Counter[str] = Counter()

    def cap(self, trait: str) -> int:
        """Return how many pairs of the deck may have a trait: at least 1, else in proportion to its size."""
        kind = trait.partition(" ")[0]
        cap = SOFT[kind][0] if kind in SOFT else HARD[kind]
        return max(1, cap * self.pairs // EVENING)

    def over(self, traits: Iterable[str], more: int = 1, beside: Iterable[Iterable[str]] = ()) -> set[str]:
        """Return which ``traits`` would exceed their caps if ``more`` pairs with them joined the deck.

        ``beside`` has the traits of each other pair that is certain to join as well.
        """
        to_come = Counter(trait for shown in beside for trait in shown)
        return {trait for trait in traits if self.counts[trait] + to_come[trait] + more > self.cap(trait)}

    def use(self, traits: Iterable[str]) -> None:
        """Count ``traits``, the traits of a pair that was chosen for the deck, in ``counts``."""
        self.counts.update(traits)
