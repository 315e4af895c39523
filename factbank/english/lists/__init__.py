"""Word lists in plain text: the English ones beside this module, others in the folder of their language."""

import re
from functools import cache
from pathlib import Path

from liarsdeck.errors import UserError
from liarsdeck.language import ENGLISH, reading


@cache
def _sections(language: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    if language == ENGLISH:
        written = (Path(__file__).parent / "english.txt").read_text("utf-8")
    else:
        with reading(language, "words.txt") as data:
            written = data.decode()
    for line in written.splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("["):
            current = sections.setdefault(text.strip("[]"), [])
        else:
            current += text.split()
    return sections


def ordered(section: str, language: str = ENGLISH) -> list[str]:
    """Return the words of a word list, in the order of the list.

    ``section`` is the name of the list: a heading ``[section]`` in ``english.txt``, or in the ``words.txt`` of another
    language. If another language has no such list, the result is []. Raises ``KeyError`` if English has no such list.
    """
    sections = _sections(language)
    return list(sections[section] if language == ENGLISH else sections.get(section, ()))


@cache
def words(section: str, language: str = ENGLISH) -> frozenset[str]:
    """Return the words of a word list as a set; ``section`` is the name of the list, as for ``ordered``."""
    return frozenset(ordered(section, language))


@cache
def any_of(section: str, language: str = ENGLISH) -> re.Pattern[str]:
    """Return a pattern that finds each word of the list ``section`` as a whole word, in any case.

    A hyphen in the list stands for a blank. For an empty list the pattern finds nothing.
    """
    found = "|".join(re.escape(word.replace("-", " ")) for word in ordered(section, language))
    return re.compile(rf"\b(?:{found})\b" if found else r"(?!)", re.IGNORECASE)


def pairs(section: str, language: str = ENGLISH) -> dict[str, str]:
    """Return the list ``section`` of entries ``one:other`` as a mapping of one to other; see ``ordered``.

    Raises ``UserError`` for an entry without a colon.
    """
    parted = [entry.partition(":") for entry in ordered(section, language)]
    if odd := [one for one, colon, _ in parted if not colon]:
        raise UserError(f"the list [{section}] of the language {language} has “{odd[0][:40]}”: write one:other")
    return {one: other for one, _, other in parted}


@cache
def opposites(section: str = "opposites", language: str = ENGLISH) -> dict[str, str]:
    """Return a mapping from each word of a list of opposites to its opposite, in both directions.

    ``section`` is the name of the list. If a word has several opposites, the first one is taken.
    """
    both_ways: dict[str, str] = {}
    for one, other in pairs(section, language).items():
        both_ways.setdefault(one, other)
        both_ways.setdefault(other, one)
    return both_ways


@cache
def lines(file: str) -> tuple[str, ...]:
    """Return the entries of a file beside this module that has one entry a line, such as ``people.txt``."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
