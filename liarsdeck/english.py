"""English for sentences: numbers in words, lists, counted things, quotations, and “did you mean …?”."""

import contextlib
from collections.abc import Iterable
from datetime import UTC, datetime

_BELOW_20 = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
ONES = tuple(_BELOW_20.split())
TENS = ("zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def printable(text: str, keep: str = "") -> str:
    """Return a text with every control character replaced, except those in ``keep``; safe for a terminal."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else "\ufffd" for sign in text)


def moment(at: float, form: str = "%Y-%m-%d %H:%M") -> str:
    """Return a time (seconds since 1970) as local time in ``strftime`` form; "" if it is out of range.

    UTC is used where the time zone of this computer is invalid.
    """
    for zone in (None, UTC):
        with contextlib.suppress(OverflowError, OSError, ValueError):
            return datetime.fromtimestamp(at, UTC).astimezone(zone).strftime(form)
    return ""


def quoted(text: object, most: int = 40) -> str:
    """Return the first ``most`` characters of what a person wrote, in quotation marks, without control characters."""
    try:
        whole = str(text)
    except ValueError:  # a number of more digits than Python writes
        whole = "…"
    shown = printable(whole[: most + 1])
    return f"“{shown if len(shown) <= most else shown[: most - 1] + '…'}”"


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return words as a phrase: “a, b or c”; "" for no words."""
    *many, one = list(words) or [""]
    return f"{', '.join(many)} {last} {one}" if many else one


def capfirst(sentence: str) -> str:
    """Return a sentence with its first letter as a capital, the rest unchanged."""
    return sentence[:1].upper() + sentence[1:]


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a number and its noun: “1 pair”, “2 pairs”; ``things`` is an irregular plural."""
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
    """Return a number up to ``most`` in words (“three”, “three cards”, “no cards”), a larger one in digits."""
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
    """Return a hint on an unknown word: “did you mean lizard?”, else ``otherwise``, else the list of known words."""
    known = list(known)
    if near := nearest(word, known, most, least):
        return f"did you mean {listed(near)}?"
    return otherwise or f"known: {listed(known, 'and')}"
