"""Words of the bank that are not among the commonest of English, by how often they are said (pyspellchecker's list).

Run: python -m tests.factbank.words prints them with where they stand; those that `uncommon.txt` lets pass, last.
"""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from spellchecker import SpellChecker

from factbank.check import load
from factbank.english.grammar import stem
from factbank.packs.reader import Topic, built_in_names

COMMONEST = 8_000  # families: a word with its plural, its -ed and -ing
UNCOMMON = Path(__file__).parent / "uncommon.txt"
# Lists of invented names: nobody looks up what Kettlemouth means.
NAMES = [
    "airlines",
    "apps",
    "aunt_names",
    "aunts",
    "cast",
    "castles",
    "cities",
    "hotels",
    "inventors",
    "kings",
    "manors",
    "pieces",
    "planets",
    "ports",
    "pubs",
    "ships",
    "streets",
    "teams",
    "towns",
    "villages",
]
_SLOT = re.compile(r"\{\{.*?\}\}(?:’s)?|@name|@own")
_WORD = re.compile(r"[^\W\d_]+(?:’[^\W\d_]+)?")
_ENDING = re.compile(r"’(?:s|re|ll|ve|d|m)?$")


@cache
def commonest() -> frozenset[str]:
    """Return the stems of the commonest families of words."""
    said = SpellChecker(language="en").word_frequency.dictionary
    found: set[str] = set()
    for word in sorted(said, key=lambda word: (-said[word], word)):
        found.add(stem(word))
        if len(found) == COMMONEST:
            break
    return frozenset(found)


def common(word: str) -> bool:
    """Tell whether a word is of one of the commonest families."""
    return not {root(word), stem(word.casefold().replace("’", "'"))}.isdisjoint(commonest())


def root(word: str) -> str:
    """Return the stem of a word without what an apostrophe has put to it."""
    return stem(_ENDING.sub("", word.casefold()))


@cache
def let_pass() -> frozenset[str]:
    """Return the stems of the words that may stand in the bank all the same."""
    lines = UNCOMMON.read_text("utf-8").splitlines()
    words = " ".join(line for line in lines if not line.startswith(("#", "["))).split()
    return frozenset(stem(word.casefold()) for word in words)


def texts(topic: Topic) -> list[str]:
    """Return all that a topic can say, names apart: its frames and title, and every entry of its lists."""
    found = [topic.title, *topic.claims]
    for listed in topic.slots.values():
        if not (listed.numbers or listed.faker or listed.guest or listed.name in NAMES):
            found += [text for row in listed.entries for text in ([row] if isinstance(row, str) else row)]
    return found


def uncommon() -> dict[str, list[str]]:
    """Return each word that is not common, with the texts that say it."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in built_in_names():
        for topic in load(name).topics:
            for text in texts(topic):
                for word in _WORD.findall(_SLOT.sub(" ", text)):
                    if not common(word) and text not in found[word]:
                        found[word].append(text)
    return {word: where for word, where in found.items() if where}


def main() -> None:
    """Print the words."""
    found = uncommon()
    for word in sorted(found, key=lambda word: (passes(word), word.casefold())):
        print(f"{word}{' (may stand)' if passes(word) else ''}: {' / '.join(found[word][:2])}")


def passes(word: str) -> bool:
    """Tell whether a word is let pass."""
    return root(word) in let_pass()


if __name__ == "__main__":
    main()
