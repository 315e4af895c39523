"""Guests: people at the table whom facts are about, by name, with the pronouns they go by or none."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from factbank.errors import FactError

NAME_LIMIT = 30  # characters
SHORT = 12  # characters of a name in a title
GUESTS_LIMIT = 20
PRONOUNS = {"she": ("she", "her", "her"), "he": ("he", "him", "his"), "they": ("they", "them", "their")}


class Guest(NamedTuple):
    """Somebody at the table; ``pronoun`` is she, he, they or "" for whoever is called by name alone."""

    name: str
    pronoun: str = ""

    @property
    def row(self) -> tuple[str, ...]:
        """The forms that a slot for guests has, in the order of ``wordlist.GUEST_FORMS``."""
        short = shortened(self.name)
        return (self.name, f"{self.name}’s", short, f"{short}’s", *PRONOUNS.get(self.pronoun, ("", "", "")))


def shortened(name: str) -> str:
    """Return a name as a title bears it: whole, or its first part, or its initial."""
    if len(name) <= SHORT:
        return name
    first = name.replace("-", " ").split(" ")[0]
    return first if 2 <= len(first) <= SHORT else f"{name[0]}."


def parse_guest(text: str) -> Guest:
    """Read ``Ann``, ``Bob:he``, ``Kim:they``. Raises ``FactError``."""
    name, colon, pronoun = unicodedata.normalize("NFC", text).rpartition(":")
    if not colon:
        name, pronoun = pronoun, ""
    name = " ".join(name.replace("'", "’").split())
    pronoun = pronoun.strip().casefold()
    pronoun = {"her": "she", "him": "he", "them": "they", "none": "", "f": "she", "m": "he"}.get(pronoun, pronoun)
    if pronoun and pronoun not in PRONOUNS:
        raise FactError(f"“{text[:60]}” is no guest: after the colon stands {', '.join(PRONOUNS)} or nothing")
    if not any(sign.isalpha() for sign in name):
        raise FactError(f"“{text[:60]}” is no guest: a name has a letter in it")
    if len(name) > NAME_LIMIT:
        raise FactError(f"the name “{name[:40]}” has {len(name)} characters; {NAME_LIMIT} fit into a fact")
    if not name.isprintable() or any(sign in '"“”{}%' for sign in name):
        raise FactError(f"the name “{name}” holds a sign that no fact can say")
    return Guest(name, pronoun)


def parse_guests(texts: Iterable[str]) -> tuple[Guest, ...]:
    """Read all guests; a text may hold several with commas between. Raises ``FactError``, for a doubled name too."""
    guests: dict[str, Guest] = {}
    for text in texts:
        for part in text.split(","):
            if not part.strip():
                continue
            guest = parse_guest(part)
            if guest.name.casefold() in guests:
                raise FactError(f"the guest “{guest.name}” is named twice: let one be Ann B, say")
            guests[guest.name.casefold()] = guest
    if len(guests) > GUESTS_LIMIT:
        raise FactError(f"there are {len(guests)} guests; facts are about {GUESTS_LIMIT} at most")
    return tuple(guests.values())


def share_out(guests: int, pairs: int) -> int:
    """Return how many pairs of a deck are about guests: three to five for up to five guests, from six on one each.

    Raises ``FactError`` when the deck has fewer pairs than guests.
    """
    if guests > pairs:
        raise FactError(f"{guests} guests want a fact each, but the deck has {pairs} pairs: ask for more pairs")
    wanted = {0: 0, 1: 3, 2: 4}.get(guests, guests)
    return min(wanted, pairs)
