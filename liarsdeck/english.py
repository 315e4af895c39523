"""What sentences are made of: lists, counted things, words in quotes, and “did you mean …?”."""

import contextlib
from collections.abc import Iterable
from datetime import UTC, datetime

_CARDINALS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]


def printable(text: str, keep: str = "") -> str:
    """Return a text as a terminal may show it: every sign that steers it is replaced, except those in ``keep``."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else "\ufffd" for sign in text)


def moment(at: float, form: str = "%Y-%m-%d %H:%M") -> str:
    """Return a moment (seconds since 1970) as this computer's clock shows it; "" for one that no calendar has.

    A clock may be far off, and ``TZ`` may be anything: then the moment is that of Greenwich, or not said.
    """
    for zone in (None, UTC):
        with contextlib.suppress(OverflowError, OSError, ValueError):
            return datetime.fromtimestamp(at, UTC).astimezone(zone).strftime(form)
    return ""


def quoted(text: object, most: int = 40) -> str:
    """Return what somebody wrote as a sentence may hold it: in quotes, ``most`` characters, none that steers."""
    try:
        said = str(text)
    except ValueError:  # a number of more digits than Python writes
        said = "…"
    shown = printable(said[: most + 1])
    return f"“{shown if len(shown) <= most else shown[: most - 1] + '…'}”"


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return words as people list them: “a, b or c”; nothing for no words."""
    *many, one = list(words) or [""]
    return f"{', '.join(many)} {last} {one}" if many else one


def capfirst(sentence: str) -> str:
    """Return a sentence with a capital at its beginning, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]


def counted(number: int, thing: str, things: str = "") -> str:
    """Return so many things: “1 pair”, “2 pairs”; ``things`` is a plural that is not made with s."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def cardinal(number: int, thing: str = "", most: int = 12) -> str:
    """Spell a number up to ``most`` (20 at most): “three”, “three cards”; “no” for 0. Larger ones are in figures."""
    spelt = _CARDINALS[number] if 0 <= number <= most else str(number)
    return f"{spelt} {thing}{'s' * (number != 1)}" if thing else spelt


def nearest(word: str, known: Iterable[str], most: int = 1, least: float = 0.6) -> list[str]:
    """Return up to ``most`` of the known words that are spelt like a word, the nearest first; case does not count.

    ``least`` is how much alike they have to be, from 0 to 1.
    """
    from difflib import get_close_matches

    spelt = {name.casefold(): name for name in known}
    return [spelt[close] for close in get_close_matches(" ".join(word[:200].split()).casefold(), spelt, most, least)]


def hint(word: str, known: Iterable[str], otherwise: str = "", most: int = 1, least: float = 0.6) -> str:
    """Return what helps whoever wrote an unknown word: “did you mean lizard?”, or what there is.

    ``otherwise`` is said in place of the list of what is known.
    """
    known = list(known)
    if near := nearest(word, known, most, least):
        return f"did you mean {listed(near)}?"
    return otherwise or f"known: {listed(known, 'and')}"
