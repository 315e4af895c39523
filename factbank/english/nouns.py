"""Which words of an entry are nouns, as far as its build tells."""

from functools import cache

from factbank.english.lists import words
from factbank.english.spelling import STOP, WORD_IN, stem

_AFTER_NOUN = words("prepositions")


def entry_nouns(entry: str) -> list[str]:
    """Return the stems of what are nouns in an entry: its last word, and every word before a preposition."""
    found = []
    said = WORD_IN.findall(entry)
    for word, following in zip(said, [*said[1:], None], strict=True):
        if (following is None or following in _AFTER_NOUN) and word.islower() and len(word) > 2 and word not in STOP:
            found.append(stem(word))
    return found


@cache
def list_nouns(entries: tuple[str, ...] | tuple[tuple[str, ...], ...]) -> frozenset[str]:
    """Return the stems of the nouns of a word list, rows by their first form."""
    found: set[str] = set()
    for row in entries[:1000]:
        found.update(entry_nouns(row if isinstance(row, str) else row[0]))
    return frozenset(found)
