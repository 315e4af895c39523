"""Limit what becomes tiresome when it is repeated in a deck: the traits of pairs, and how many pairs may have each.

A trait is a text such as ``quoted``, ``written sign`` or ``tic bus``; its first word is its kind. The words that each
kind looks for are in ``english/lists/english.txt``.
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

EVENING = 15  # pairs, for which the caps are written; a larger deck has more in proportion, rounded down
SOFT = {
    "quoted": (4, "endings in quotation marks"),
    "unique": (4, "frames of uniqueness"),
    "tail": (2, "comma tails on both halves"),
    "mirror": (2, "mirrored halves"),
    "town": (5, "invented towns"),
}
"""The caps that may give in, and what each counts."""
HARD = {"written": 2, "verb": 2, "name": 1, "tic": 1}
"""The caps that never give in: of one written thing, of one verb of writing, of names that are alike, of a tic."""

_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
_OWNER = r"(?:the|its|his|her|their|our|a|’s|s’|every|very|of|in)"
_SUPERLATIVE = re.compile(rf"\b(?!(?:{'|'.join(ordered('not-superlative'))})\b)[a-z]{{3,}}est\b")
_TAIL = re.compile(r",\s[^,]{2,40}$")
_LONGEST_TAIL = 6  # words
_ONE_THING = re.compile(rf"\bone (?!(?:{'|'.join(ordered('one-of-several'))})\b)[\w’-]+(?! too\b)\b")


@cache
def _any_of(section: str) -> re.Pattern[str]:
    """Return a pattern of the words of a list; hyphens stand for blanks."""
    found = sorted((word.replace("-", " ") for word in ordered(section)), key=len, reverse=True)
    return re.compile(rf"(?<![\w’])(?:{'|'.join(map(re.escape, found))})(?![\w’])")


@cache
def _written() -> tuple[re.Pattern[str], dict[str, str]]:
    named = {word.replace("-", " "): heading for word, heading in pairs("written").items()}
    found = sorted(named, key=len, reverse=True)
    return re.compile(rf"(?<![\w’])(?:{'|'.join(map(re.escape, found))})(?![\w’])"), named


@cache
def _towns() -> frozenset[str]:
    """Return the invented towns of the built-in packs."""
    pack = load("cabinet")
    return frozenset(str(town) for name in ordered("town-lists") for town in pack.words[name].entries)


def _ends(town: str) -> tuple[str, str]:
    """Return the first and the last word of a name of two, else its first four letters and its ending."""
    head, blank, tail = town.rpartition(" ")
    if blank:
        return head, tail
    return town[:4], next((tail for tail in ordered("town-tails") if town.endswith(tail)), town[-3:])


def traits(pair: Filling | Pair) -> frozenset[str]:
    """Return the traits of a pair: such as ``quoted``, ``unique``, ``mirror``, ``tail``, ``tic bus``."""
    if isinstance(pair, Pair):
        (first, second), parts = (card.text for card in pair.cards), pair.parts
    else:
        first, second = pair.first, pair.second
        parts = pair.parts or parted(first, second)
    return _traits(first, second, parts)


@lru_cache(4096)
def _traits(first: str, second: str, parts: Parts) -> frozenset[str]:
    shared = f"{parts.opening} … {parts.closing}"
    found = {f"tic {tic}" for text in (first, second) for tic in _any_of("tics").findall(text.casefold())}
    if any("“" in text for text in (first, second)):
        found.add("quoted")
        verb = [word for word in first.partition("“")[0].split() if word not in words("beside-verbs-of-writing")]
        if verb and (last := verb[-1].strip(",:").casefold()) in words("verbs-of-writing"):
            found.add(f"verb {last}")
        pattern, headings = _written()
        found |= {f"written {headings[thing]}" for thing in pattern.findall(shared.casefold())[-1:]}
    if is_unique(shared):
        found.add("unique")
    if all(map(_has_tail, _unlike(parts.endings))):
        found.add("tail")
    if _is_mirrored(*parts.endings):
        found.add("mirror")
    for town in _towns_in(first):
        head, tail = _ends(town)
        found |= {"town", f"name {head}…", f"name …{tail}"}
    return frozenset(found)


def is_unique(shared: str) -> bool:
    """Return whether the text that both halves share is about something unique (“the only”, “the oldest”)."""
    text = shared.casefold()
    alone = _any_of("frames-alone").search(text) or _SUPERLATIVE.search(text) or _ONE_THING.search(text)
    return bool(alone) or any(
        re.search(rf"(?<!\bon ){_OWNER}\s+(?:[\w’-]+\s+)?$", text[: found.start()])
        for found in _any_of("frames-of-uniqueness").finditer(text)
    )


def _unlike(endings: tuple[str, str]) -> tuple[str, str]:
    """Return two endings without quotation marks and the words with which both begin or end."""
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
def _opposites() -> frozenset[tuple[str, str]]:
    """Return the stems of opposites and contrasts, in both orders."""
    both = (*opposites().items(), *opposites("contrasts").items())
    found = [(stem(one), stem(other)) for one, other in both]
    return frozenset(found) | {(other, one) for one, other in found}


def _heard(ending: str) -> Counter[str]:
    """Count the stems of the words of an ending that tell it from its mirror."""
    said = (word.casefold() for word in _WORD.findall(ending))
    return Counter(stem(word) for word in said if word not in words("unheard"))


def _is_mirrored(*endings: str) -> bool:
    """Tell whether two endings say the same words in another order, deny each other, or differ by opposites alone."""
    one, other = (_heard(ending) for ending in endings)
    if not one or not other:
        return False
    only_one, only_other = (sorted((a - b).elements()) for a, b in ((one, other), (other, one)))
    opposite = _opposites()
    if all((a, b) in opposite for a, b in zip_longest(only_one, only_other)):
        return True
    both = [word for word in one if word in other]
    swapped = both != [word for word in other if word in one]
    return swapped and max(len(only_one), len(only_other)) <= 1


def _towns_in(text: str) -> Iterable[str]:
    """Yield the invented towns that a text names."""
    said = [word.removesuffix("’s") for word in re.findall(r"[\w’-]+", text)]
    known = _towns()
    for place, word in enumerate(said):
        for name in (" ".join(said[place : place + 2]), word):
            if name in known:
                yield name
                break


def of_topic(topic: Topic) -> frozenset[str]:
    """Return the traits that every pair of a topic has, by the fixed text of its claims."""
    towns = ordered("town-lists")
    slots = "|".join(slot for slot, listed in topic.slots.items() if listed.name in towns)
    return _of_frame(topic.opening or topic.claims[0], all("“" in claim for claim in topic.claims), slots)


@cache
def _of_frame(frame: str, quoted: bool, towns: str) -> frozenset[str]:
    found = {f"tic {tic}" for tic in _any_of("tics").findall(frame.casefold())} | ({"quoted"} if quoted else set())
    if is_unique(re.sub(r"\{\{.*?\}\}", "…", frame)):
        found.add("unique")
    if towns and re.search(rf"\{{\{{ (?:{towns})\b", frame):
        found.add("town")
    return frozenset(found)


class Mixture:
    """The number of pairs with each trait in a growing deck; ``pairs`` is its final size."""

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs
        self.counts: Counter[str] = Counter()

    def cap(self, trait: str) -> int:
        """Return how many pairs of the deck may have a trait, at least 1."""
        kind = trait.partition(" ")[0]
        cap = SOFT[kind][0] if kind in SOFT else HARD[kind]
        return max(1, cap * self.pairs // EVENING)

    def over(self, traits: Iterable[str], more: int = 1, beside: Iterable[Iterable[str]] = ()) -> set[str]:
        """Return the traits that too many pairs would have with ``more`` pairs, and with those of ``beside``.

        ``beside`` has the traits of each pair that is certain to follow.
        """
        to_come = Counter(trait for shown in beside for trait in shown)
        return {trait for trait in traits if self.counts[trait] + to_come[trait] + more > self.cap(trait)}

    def use(self, traits: Iterable[str]) -> None:
        """Count the traits of a pair that was chosen."""
        self.counts.update(traits)
