"""PINs of private screens: salted slow hashes, and growing waits after five wrong tries."""

import hashlib
import hmac
import math
import secrets
from dataclasses import dataclass

from referee.core.game import RecordError

COST = 15
"""log2 of scrypt's N: 2**15 takes about 0.1 s and 32 MB, which a person doesn't notice and a guesser does."""

MOST_COST = 20
"""A hash with a higher cost is refused: it would take all memory.

It can only come from a file that was tampered with.
"""

ROUNDS, MOST_ROUNDS = 50_000, 1_000_000
"""Rounds of PBKDF2, which is used where Python has no scrypt. They take half a second in a web page.

A hash with more than MOST_ROUNDS is refused.
"""

FREE_TRIES = 5
FIRST_WAIT_S = 10.0
LONGEST_WAIT_S = 300.0
SHORTEST_PIN = 4
"""The fewest characters of a PIN. A single one could be guessed from the movement of a hand."""
LONGEST_PIN = 64
"""The most characters of a PIN."""


@dataclass(frozen=True)
class Tries:
    """Wrong tries at a PIN since the last right one, and the time of the last of them, in seconds since 1970."""

    wrong: int = 0
    last: float = 0.0


def hash_pin(pin: str, cost: int = COST) -> str:
    """Return a slow hash of a PIN with a new random salt: ``scrypt$COST$SALT$KEY``.

    ``cost`` is log2 of scrypt's N: each step up doubles time and memory. If Python has no scrypt, ``cost`` is ignored
    and the hash is ``pbkdf2$ROUNDS$SALT$KEY``.
    """
    salt = secrets.token_bytes(16)
    if not hasattr(hashlib, "scrypt"):
        return f"pbkdf2${ROUNDS}${salt.hex()}${_by_rounds(pin, salt, ROUNDS).hex()}"
    return f"scrypt${cost}${salt.hex()}${_key(pin, salt, cost).hex()}"


def pin_fits(pin: str, kept: str) -> bool:
    """Return whether ``kept`` is a hash of ``pin``; False if ``kept`` is malformed.

    Raises ``RecordError`` if ``kept`` is a scrypt hash and Python has no scrypt.
    """
    try:
        name, cost, salt, key = kept.split("$")
        most, made = {"scrypt": (MOST_COST, _key), "pbkdf2": (MOST_ROUNDS, _by_rounds)}[name]
        if not 0 < int(cost) <= most:
            return False
        return hmac.compare_digest(made(pin, bytes.fromhex(salt), int(cost)), bytes.fromhex(key))
    except (ValueError, KeyError):
        return False


def wait_s(tries: Tries, now: float) -> int:
    """Return how many seconds are left before the PIN may be tried again; 0 if none.

    The wait begins with the last wrong try. There is none up to four wrong tries; with five it is 10 s, and each
    further one doubles it, up to 300 s. ``now`` is the time in seconds since 1970. If ``now`` is before the last try
    (the clock was set back), the whole wait is left.
    """
    if tries.wrong < FREE_TRIES:
        return 0
    full = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(tries.wrong - FREE_TRIES, 10))
    passed = max(0.0, now - tries.last)
    return max(0, math.ceil(full - passed))


def heard_of(wrong: int) -> bool:
    """Return whether wrong try number ``wrong`` leaves a public notice: 5, 10, 20, 40 and so on do."""
    times, rest = divmod(wrong, FREE_TRIES)
    return not rest and times > 0 and times & (times - 1) == 0


def _key(pin: str, salt: bytes, cost: int) -> bytes:
    if not hasattr(hashlib, "scrypt"):
        raise RecordError("A web page can’t check this PIN, which was chosen elsewhere: let the host free the seat.")
    block = 8
    room = 256 * block * 2**cost + 2**20
    return hashlib.scrypt(_bytes(pin), salt=salt, n=2**cost, r=block, p=1, maxmem=room, dklen=32)


def _by_rounds(pin: str, salt: bytes, rounds: int) -> bytes:
    """Return the first block of PBKDF2 with HMAC-SHA256 (RFC 8018) of a PIN, 32 bytes.

    If ``hashlib`` lacks this function, as in a web page, it is computed in Python.
    """
    if hasattr(hashlib, "pbkdf2_hmac"):
        return hashlib.pbkdf2_hmac("sha256", _bytes(pin), salt, rounds)
    keyed = hmac.new(_bytes(pin), digestmod="sha256")
    block, found = salt + b"\0\0\0\1", 0
    for _ in range(rounds):
        (now := keyed.copy()).update(block)
        block = now.digest()
        found ^= int.from_bytes(block, "big")
    return found.to_bytes(32, "big")


def _bytes(pin: str) -> bytes:
    return pin[:LONGEST_PIN].encode("utf-8", "surrogatepass")
