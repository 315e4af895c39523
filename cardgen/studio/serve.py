"""The server of the studio, and its access control by keys and cookies.

A key is part of a URL. It works once, in exchange for a cookie. Keys are signed with a secret that is new in each run.
Port and secret are in the lock file, which only its owner can read, so a second `cardgen studio` can make a key without
a request over the network.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
import socket
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlencode, urljoin
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.errors import PrintError
from cardgen.studio.answers import SENTENCES, environment, told
from cardgen.studio.pages import Pages
from cardgen.studio.room import VISIBLE, RenderPool, Room, kept_file
from liarsdeck.errors import UserError
from liarsdeck.files import data_dir
from liarsdeck.language import say, speaking
from liarsdeck.serving import listen, serve
from liarsdeck.web import FOREIGN, HEADERS, STATIC, Guard, application, is_foreign, new_token
from referee.store.lock import TableLock

LOOPBACK = "127.0.0.1"
_NONCE = 12  # characters of a key before its signature
_PATIENCE_S, _LOOK_S = 5.0, 0.1


class Entrance(Struct, frozen=True):
    """How to enter a running studio: its port, and the secret that signs keys (one-time parts of URLs)."""

    port: int
    secret: str

    def address(self, to: str = "") -> str:
        """Return the URL of the page with the path `to` ("" for the first page), with a new key, which works once."""
        nonce = secrets.token_urlsafe(_NONCE * 3 // 4)
        return f"http://{LOOPBACK}:{self.port}/{nonce}{_signature(self.secret, nonce)}/{to}"


def _signature(secret: str, nonce: str) -> str:
    return urlsafe_b64encode(hmac.digest(secret.encode(), nonce.encode(), "sha256")[:18]).decode()


class Keys:
    """The keys (one-time parts of URLs) that were used in one run of the studio, each with its cookie."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._cookies: dict[str, str] = {}

    def exchange(self, key: str) -> str | None:
        """Return a new cookie for a key; None if the key is not of this run, "" if it was used before."""
        nonce, signature = key[:_NONCE], key[_NONCE:]
        if not hmac.compare_digest(signature.encode(), _signature(self._secret, nonce).encode()):
            return None
        if key in self._cookies:
            return ""
        self._cookies[key] = new_token()
        return self._cookies[key]

    def revoke(self, key: str) -> bool:
        """Revoke the cookie that a key was exchanged for; return False if the key was never exchanged."""
        if key not in self._cookies:
            return False
        self._cookies[key] = ""
        return True

    def opens(self, cookie: str) -> bool:
        """Return whether a cookie is valid: it was given for a key, and was not revoked."""
        return any(one and hmac.compare_digest(one.encode(), cookie.encode()) for one in self._cookies.values())


def studio_lock() -> TableLock:
    """Return the studio's lock on the data folder; entering it raises TableHeld while a studio is running."""
    return TableLock(_lock_file(), "the studio’s kit")


def entrance() -> Entrance:
    """Return port and secret of the running studio, from its lock file.

    If they are not there yet, wait for up to five seconds; then raise PrintError.
    """
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        with suppress(OSError, ValueError):  # it is beginning, or ending
            _process, port, secret = _lock_file().read_text("ascii").split()
            return Entrance(int(port), secret)
        time.sleep(_LOOK_S)
    raise PrintError("a studio is open that does not say where: close it, or try again in a moment")


def _lock_file() -> Path:
    return data_dir() / "locks" / "studio.lock"


_HOSTS = ("127.0.0.1", "localhost")
_PATH = 300  # characters of an address
_SHUT = "shut"  # below a used key: revokes its cookie
# A browser without a script says the Origin of a form only where it may say it.
_HEADERS = HEADERS | {"referrer-policy": "same-origin"}


class Door(Guard):
    """ASGI middleware that passes on requests with this run's path and cookie, and exchanges keys for cookies.

    Other requests, except for static files, are refused. A browser sends a cookie to all ports of a computer, but only
    below the cookie's path. So all pages are below a random path, `base`, and the cookie is for that path. `entrance`
    has the port and secret of this run. `old_port` is the port of the last run (0: none); requests to it get only a
    page that explains how to open the studio.
    """

    def __init__(self, app: ASGIApp, entrance: Entrance, base: str, old_port: int = 0) -> None:
        super().__init__(self._below_base, _HEADERS, "private")
        self._inner, self._base, self._keys = app, base, Keys(entrance.secret)
        self._cookie = f"liarsdeck-studio-{entrance.port}"
        self._hosts = {f"{host}:{entrance.port}" for host in _HOSTS}
        self._old = {f"{host}:{old_port}" for host in _HOSTS}

    async def _below_base(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with `base` removed from its path."""
        path = str(scope["path"]).removeprefix(self._base)
        await self._inner({**scope, "path": path, "raw_path": path.encode()}, receive, send)

    def check(self, scope: Scope) -> Response | None:
        """Return None if a request has a valid cookie or asks for a static file, and so may be passed on.

        Otherwise return the response. If the path has a valid key, that is a page that sets the cookie. Else it is a
        refusal, or a page that explains how to open the studio.
        """
        headers, path = Headers(scope=scope), str(scope["path"])
        if len(path) > _PATH:
            return PlainTextResponse(say("There is no such page."), 414)
        if headers.get("host", "").lower() not in self._hosts | self._old:
            return PlainTextResponse(say("The studio is reached at 127.0.0.1, on this computer alone."), 421)
        if is_foreign(headers):
            return PlainTextResponse(FOREIGN, 403)
        below = secrets.compare_digest(path[: len(self._base) + 1].encode(), f"{self._base}/".encode())
        # Programs at other ports can set cookies of the same name, and a browser then sends theirs beside ours.
        sent = [pair.partition("=") for pair in headers.get("cookie", "").split("; ")]
        holds = any(name == self._cookie and self._keys.opens(value) for name, _, value in sent)
        of_this_run = headers.get("host", "").lower() in self._hosts  # not the port of the run before
        if path.startswith(STATIC) or (below and holds and of_this_run):
            return None
        key, _, to = path.removeprefix("/").partition("/")
        if scope["method"] == "POST" and of_this_run and to == _SHUT and self._keys.revoke(key):
            return _shut("closed")
        cookie = self._keys.exchange(key) if scope["method"] == "GET" and of_this_run else None
        if not cookie:
            return _shut("" if cookie is None else "twice", f"/{key}/{_SHUT}")
        # A browser that was sent here by another program may keep a strict cookie back from a redirect (Firefox,
        # Safari), but not from an address that this page leads to. The page leaves no trace in the browser's Back.
        address = quote(f"{self._base}/{to}")
        answer = HTMLResponse(environment().get_template("enter.html").render(address=address))
        answer.headers["refresh"] = f"0; url={address}"
        answer.set_cookie(self._cookie, cookie, path=f"{self._base}/", httponly=True, samesite="strict")
        return answer


def _shut(why: str, address: str = "") -> Response:
    """Return the page for a request without access, which explains how to open the studio.

    `why` is "" for a wrong key or none, "twice" for a key that was used before, and "closed" after its cookie was
    revoked. If it is "twice", the page has a button that sends a form to `address`, which revokes the cookie that was
    given for the key.
    """
    page = environment().get_template("shut.html").render(base="", run="", why=why, address=address)
    return HTMLResponse(page, 403)


ALONE_S = 60 * 60
"""Seconds without a request after which the program ends."""
_SERVE_LOOK_S = 20.0


class Studio:
    """One run of the studio, with its sockets, its draft of a kit, and its render workers.

    `lock` is the result of `studio_lock()`, already entered. `port` is the port to use. If it is None, a free port is
    taken that is not the last run's; another program may have used that one since, and left a service worker in the
    browser, which would see all requests to that address. If the last run's port is free, the studio listens there,
    too, and answers with a page that explains how to open it. `language` is the code of the language of pages and kit
    (None: that of the draft). `clock` returns the time in seconds.
    """

    def __init__(
        self, lock: TableLock, port: int | None = None, language: str | None = None, *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.press = RenderPool()
        self.room = Room(kept_file(), self.press)
        self._language = language or self.room.making.language
        kept = self.room.kept
        old_port = kept.port if kept.port != port else 0
        self._old: list[socket.socket] = []
        with suppress(UserError):  # somebody else has taken that port
            self._old += [listen(LOOPBACK, old_port)] if old_port else []
        self.listening = listen(LOOPBACK, port or 0)
        kept.port = self.listening.getsockname()[1]
        self.room.keep(kept.making)
        self._clock = clock
        self._end = asyncio.Event()
        self.entrance = Entrance(kept.port, new_token())
        base = f"/{secrets.token_urlsafe(18)}"
        self.pages = Pages(self.room, base, self._end.set)

        self._app: ASGIApp = application(self.pages.routes(), told, SENTENCES)
        self._visited = clock()
        self._door = Door(self._visit, self.entrance, base, old_port)
        lock.says(f"{self.entrance.port} {self.entrance.secret}")  # into its file, which only its owner can read

    async def _visit(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the time of a request that the door let in, and pass it on."""
        self._visited = self._clock()
        await self._app(scope, receive, send)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, in the draft's language, if the door lets it in."""
        with speaking(self.room.making.language):
            await self._door(scope, receive, send)

    def close(self) -> None:
        """Make `run` return; the server calls this when it stops."""
        self._end.set()

    async def run(self, begun: Callable[[], None]) -> None:
        """Serve pages until a user ends the studio, or until an hour passes without a request.

        While phones may be using the studio, it does not end by itself. `begun` is called once requests are accepted.
        """
        from cardgen.studio.render import warm

        async def started() -> None:
            await self.room.speak(self._language)
            begun()
            with contextlib.suppress(Exception):
                await self.press.ask(VISIBLE, warm)

        serving = asyncio.create_task(serve(self, self.close, started, self.listening, *self._old))
        watching = asyncio.create_task(self._watch())
        try:
            await asyncio.wait({serving, watching}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            watching.cancel()
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving
            await self.pages.close()
            await self.press.close()
            for listening in (self.listening, *self._old):
                listening.close()

    async def _watch(self) -> None:
        """Return when the studio is to end.

        That is when a user ended it, or when an hour passed without a request while no phones could be using it.
        """
        while self._clock() - self._visited < ALONE_S or self.pages.phones_come:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_SERVE_LOOK_S):
                    await self._end.wait()
                await asyncio.sleep(0.3)  # what was asked last is still being answered
                return


_ITSELF = build_opener(ProxyHandler({}), HTTPCookieProcessor())  # the address holds a key: no proxy hears of it


def watch(entrance: Entrance, deck: Path) -> None:
    """Tell the studio that runs at `entrance` to show a deck file and its changes. Raises PrintError if it refuses."""
    form = urlencode({"deck": str(deck.absolute())}).encode()
    try:
        with _ITSELF.open(entrance.address(), timeout=20) as let_in:
            start = urljoin(let_in.url, let_in.headers["refresh"].partition("=")[2])
        _ITSELF.open(f"{start}own/open", form, timeout=20).close()
    except OSError:
        raise PrintError(f'there is no deck file "{deck}": it is a TOML file, or a CSV table') from None
