"""English for sentences: numbers in words, lists, counted things, quotations, and “did you mean …?”."""

import contextlib
import re
from collections.abc import Iterable
from datetime import UTC, datetime

_BELOW_20 = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
ONES = tuple(_BELOW_20.split())
TENS = ("zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufffc\u2d7f\U0001107f\U00016fe4\U0001bc9d\U0001bc9e\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Signs that leave nothing on the screen, though some of them count as letters: Unicode's Default_Ignorable_Code_Point,
the empty sign of Braille, and others that fonts draw as nothing."""


def unseen(text: str) -> str:
    """Return the first character in ``text`` that is unprintable or that fonts draw as nothing; "" if there is none."""
    if text.isprintable() and (text.isascii() or not UNSEEN.search(text)):
        return ""
    return next(sign for sign in text if not sign.isprintable() or UNSEEN.match(sign))


def printable(text: str, keep: str = "") -> str:
    """Return a text with U+FFFD for each unprintable character, except those in ``keep``; safe for a terminal."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else "\ufffd" for sign in text)


def moment(at: float, form: str = "%Y-%m-%d %H:%M") -> str:
    """Return a time, in seconds since 1970, as local time; "" if it is out of range.

    ``form`` is the format for ``strftime``. If the time zone of this computer is invalid, the time is in UTC.
    """
    for zone in (None, UTC):
        with contextlib.suppress(OverflowError, OSError, ValueError):
            return datetime.fromtimestamp(at, UTC).astimezone(zone).strftime(form)
    return ""


def quoted(text: object, most: int = 40) -> str:
    """Return ``str(text)`` in quotation marks, shortened to ``most`` characters and without control characters.

    It is for a sentence that quotes what a person wrote.
    """
    try:
        whole = str(text)
    except ValueError:  # a number of more digits than Python writes
        whole = "…"
    shown = printable(whole[: most + 1])
    return f"“{shown if len(shown) <= most else shown[: most - 1] + '…'}”"


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return words as a phrase with the conjunction ``last``: “a, b or c”; "" for no words."""
    *many, one = list(words) or [""]
    return f"{', '.join(many)} {last} {one}" if many else one


def capfirst(sentence: str) -> str:
    """Return a sentence with its first letter as a capital, and the rest unchanged."""
    return sentence[:1].upper() + sentence[1:]


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a number in digits and its noun: “1 pair”, “2 pairs”; ``things`` is the plural if “s” does not make it."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def number_words(number: int) -> str:
    """Return a number in British English words: ``number_words(121) == "one hundred and twenty-one"``."""
    if number < 0:
        return f"minus {number_words(-number)}"
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, one = divmod(number, 10)
        return TENS[tens] + (f"-{ONES[one]}" if one else "")
    for size, name in ((1_000_000, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            many, rest = divmod(number, size)
            tail = "" if not rest else (f" and {number_words(rest)}" if rest < 100 else f", {number_words(rest)}")
            return f"{number_words(many)} {name}{tail}"
    raise AssertionError(number)


def cardinal(number: int, thing: str = "", most: int = 12) -> str:
    """Return a number from 0 to ``most`` in words, any other in digits, followed by the noun ``thing`` if there is one.

    ``cardinal(3, "card")`` is “three cards”, ``cardinal(0, "card")`` “no cards”. The plural is always with “s”.
    """
    spelt = (number_words(number) if number else "no") if 0 <= number <= most else str(number)
    return f"{spelt} {thing}{'s' * (number != 1)}" if thing else spelt


def nearest(word: str, known: Iterable[str], most: int = 1, least: float = 0.6) -> list[str]:
    """Return up to ``most`` of the known words with a similar spelling, the best first; case is ignored.

    ``least`` is the similarity that is needed, from 0 to 1 (``difflib``).
    """
    from difflib import get_close_matches

    spelt = {name.casefold(): name for name in known}
    return [spelt[close] for close in get_close_matches(" ".join(word[:200].split()).casefold(), spelt, most, least)]


def hint(word: str, known: Iterable[str], otherwise: str = "", most: int = 1, least: float = 0.6) -> str:
    """Return the end of a sentence that refuses an unknown word, such as “did you mean lizard?”.

    Up to ``most`` of the known words are named, if their similarity to the word is ``least`` or more, from 0 to 1. If
    none is near, return ``otherwise``; if that is "", return a list of all known words.
    """
    known = list(known)
    if near := nearest(word, known, most, least):
        return f"did you mean {listed(near)}?"
    return otherwise or f"known: {listed(known, 'and')}"
