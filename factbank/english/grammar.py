"""The filters a sentence may use: plural, a, ordinal, words; from a library, with our own list of exceptions.

The library (inflect) takes well over a second to import, so forms of the built-in packs' words come from tables made
beforehand (`factbank.fill.forms`); it is imported only for words that no table holds.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from factbank.english.spelling import number_words, ordinal_words

if TYPE_CHECKING:
    from inflect import engine

# What the library gets wrong, found by comparing it with our spelling over every word of the built-in packs.
PLURAL_EXCEPTIONS: Mapping[str, str] = {
    "banjo": "banjos",
    "burrito": "burritos",
    "octopus": "octopuses",
    "hippopotamus": "hippopotamuses",
    "piccolo": "piccolos",
    "platypus": "platypuses",
    "flamingo": "flamingos",
    "mango": "mangoes",
    "lasagne": "lasagnes",
    "yo-yo": "yo-yos",
    "hovercraft": "hovercraft",
    "dwarf": "dwarfs",
    "genie": "genies",
    "mongoose": "mongooses",
    "talisman": "talismans",
}
AN_EXCEPTIONS: Mapping[str, str] = {"usher": "an", "unicorn": "a", "ukulele": "a", "ewe": "a", "eucalyptus": "a"}

_plurals: dict[str, str] = {}
_articled: dict[str, str] = {}
_engine: "engine | None" = None


def learn(plurals: Mapping[str, str], articled: Mapping[str, str]) -> None:
    """Take over forms made beforehand: word to plural, and word to the word with its article."""
    _plurals.update(plurals)
    _articled.update(articled)


def _library() -> "engine":
    global _engine  # noqa: PLW0603 - one engine for the process: importing it is the slowest thing we do
    if _engine is None:
        import inflect

        _engine = inflect.engine()
    return _engine


def ask_plural(noun: str) -> str:
    """Return the plural by exceptions and library, without tables."""
    head, gap, last = noun.rpartition(" ")
    if noun in PLURAL_EXCEPTIONS:
        return PLURAL_EXCEPTIONS[noun]
    if last in PLURAL_EXCEPTIONS:
        return head + gap + PLURAL_EXCEPTIONS[last]
    return str(_library().plural_noun(noun))


def ask_a(phrase: str) -> str:
    """Return the phrase with its article by exceptions and library, without tables."""
    first = phrase.split(" ", 1)[0].casefold()
    if first in AN_EXCEPTIONS:
        return f"{AN_EXCEPTIONS[first]} {phrase}"
    return str(_library().a(phrase))


def plural(value: object) -> str:
    """``goat`` gives ``goats``."""
    noun = str(value)
    found = _plurals.get(noun)
    if found is None:
        found = _plurals[noun] = ask_plural(noun)
    return found


def a(value: object) -> str:
    """``owl`` gives ``an owl``."""
    phrase = str(value)
    found = _articled.get(phrase)
    if found is None:
        found = _articled[phrase] = ask_a(phrase)
    return found


def ordinal(value: object) -> str:
    """``9`` gives ``ninth``."""
    return ordinal_words(int(str(value)))


def words(value: object) -> str:
    """``9`` gives ``nine``."""
    return number_words(int(str(value)))


FILTERS: Mapping[str, Callable[[object], str]] = {"plural": plural, "a": a, "ordinal": ordinal, "words": words}
