"""Who may use the studio: keys that work once, and the cookies that they are exchanged for.

Keys are signed with a secret that every run of the studio draws anew. While it runs, port and secret stand in its lock
file, which its owner alone can read: so a second `cardgen studio` makes itself a key, and asks nobody over the network.
"""

from __future__ import annotations

import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from cardgen.errors import PrintError
from liarsdeck.paths import data_dir
from referee.store.lock import TableLock

HERE = "127.0.0.1"
_NONCE = 12  # characters of a key before its signature
_PATIENCE_S, _LOOK_S = 5.0, 0.1


class Entrance(Struct, frozen=True):
    """The way into a studio that is open: its port, and the secret of its keys."""

    port: int
    secret: str

    def address(self, to: str = "") -> str:
        """Return an address with a new key; it leads to the page `to`."""
        nonce = secrets.token_urlsafe(_NONCE * 3 // 4)
        return f"http://{HERE}:{self.port}/{nonce}{_signature(self.secret, nonce)}/{to}"


def _signature(secret: str, nonce: str) -> str:
    return urlsafe_b64encode(hmac.digest(secret.encode(), nonce.encode(), "sha256")[:18]).decode()


class Keys:
    """The keys of one run that were used, and the cookies that each was exchanged for."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._cookies: dict[str, str] = {}

    def exchange(self, key: str) -> str | None:
        """Return a new cookie for a key, None for what is no key of this run, "" for a key that came before.

        Two people hold a key that comes twice, so the cookie that it was exchanged for opens nothing from then on.
        """
        nonce, signature = key[:_NONCE], key[_NONCE:]
        if not hmac.compare_digest(signature.encode(), _signature(self._secret, nonce).encode()):
            return None
        self._cookies[key] = "" if key in self._cookies else secrets.token_urlsafe(24)
        return self._cookies[key]

    def opens(self, cookie: str) -> bool:
        """Say whether a cookie was given for a key, and holds still."""
        return any(one and hmac.compare_digest(one.encode(), cookie.encode()) for one in self._cookies.values())


def studio_lock() -> TableLock:
    """Return the lock of this household's studio. Entered, it raises TableHeld where a studio is open."""
    return TableLock(_lock_file(), "the studio’s kit")


def publish(lock: TableLock, entrance: Entrance) -> None:
    """Write down the way into a studio that is open now, for its owner."""
    lock.says(f"{entrance.port} {entrance.secret}")


def entrance() -> Entrance:
    """Return the way into the studio that is open. Raises PrintError where it does not say it within five seconds."""
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        with suppress(OSError, ValueError):  # it is beginning, or ending
            _process, port, secret = _lock_file().read_text("ascii").split()
            return Entrance(int(port), secret)
        time.sleep(_LOOK_S)
    raise PrintError("a studio is open that does not say where: close it, or try again in a moment")


def _lock_file() -> Path:
    return data_dir() / "locks" / "studio.lock"
