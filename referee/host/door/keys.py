"""What must not be guessed: the word that people join by, the host's key, the cookies; kept as hashes alone."""

import hashlib
import secrets
from collections.abc import Callable
from functools import lru_cache

from referee.records.seal import DIGITS

_CONSONANTS, _VOWELS = "BDHJKLMNPRSTVWZ", "AEIOU"
_LOOKALIKES = str.maketrans("ILOU", "110V")
_WORD, _CODE = 7, 4
LONGEST = 64  # characters of a word or key that are looked at

Below = Callable[[int], int]
"""Chance: a number from 0, below that which is given."""


def new_word(below: Below = secrets.randbelow) -> str:
    """Return a word that can be called across a room, and four signs: ``TOMALIK-7X4K``, 42 bits together."""
    word = "".join((_CONSONANTS, _VOWELS)[at % 2][below(5 if at % 2 else 15)] for at in range(_WORD))
    return f"{word}-{''.join(DIGITS[below(len(DIGITS))] for _ in range(_CODE))}"


def same_word(typed: str, word: str) -> bool:
    """Say whether somebody typed the word: in any case, with or without the hyphen, O for 0 and I for 1."""
    return secrets.compare_digest(_plain(typed).encode(), _plain(word).encode())


def _plain(text: str) -> str:
    signs = "".join(sign for sign in text[:LONGEST].upper() if sign.isascii() and sign.isalnum())
    return signs[:_WORD] + signs[_WORD:].translate(_LOOKALIKES)


def new_key() -> str:
    """Return a key nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


@lru_cache(maxsize=256)
def hashed(key: str) -> str:
    """Return how a key is kept: who reads it cannot use it. A key is random, so a quick hash will do."""
    return hashlib.sha256(key[: 4 * LONGEST].encode("utf-8", "surrogatepass")).hexdigest()
