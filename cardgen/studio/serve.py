"""The studio's server: this computer alone, one address, ended by whoever opened it or when nobody comes any more."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.errors import PrintError
from cardgen.studio.door import Door
from cardgen.studio.keys import HERE, Entrance, publish
from cardgen.studio.making import kept_file
from cardgen.studio.pages import Pages
from cardgen.studio.press import SEEN, Press
from cardgen.studio.room import Room
from referee.core.game import RecordError
from referee.host.serve import listen, serve
from referee.store.lock import TableLock

ALONE_S = 60 * 60
"""After how long without a visitor the program ends."""
_LOOK_S = 20.0


class Visits:
    """ASGI middleware: notes when somebody came last."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float]) -> None:
        self._app, self._clock = app, clock
        self.last = clock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear a request."""
        self.last = self._clock()
        await self._app(scope, receive, send)


class Studio:
    """One run of the studio: its sockets, its kit, its press. `lock` is the household's, and held.

    Without a `port` it takes one that is free, never that of the run before: who listened there meanwhile may have left
    a program in the browser (a service worker) that hears all of that address. What comes to the old port hears how to
    open the studio, where the port is free.
    """

    def __init__(
        self, lock: TableLock, port: int | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.press = Press()
        self.room = Room(kept_file(), self.press)
        kept = self.room.kept
        old_port = kept.port if kept.port != port else 0
        self._old = _listen_again(old_port)
        self.listening = listen(HERE, port or 0)
        kept.port = self.listening.getsockname()[1]
        self.room.keep(kept.making)
        self._clock = clock
        self._end = asyncio.Event()
        self.entrance = Entrance(kept.port, secrets.token_urlsafe(24))
        base = f"/{secrets.token_urlsafe(18)}"
        self.pages = Pages(self.room, base, self._end.set)

        async def wrong(_request: object, _error: Exception) -> Response:
            return PlainTextResponse("The studio stumbled over this. Your kit is kept: go back, and try again.", 500)

        async def missing(_request: object, _error: Exception) -> Response:
            return PlainTextResponse("There is no such page.", 404)

        inner = Starlette(routes=self.pages.routes(), exception_handlers={500: wrong, 404: missing})
        self._visits = Visits(inner, clock)
        self._door = Door(self._visits, self.entrance, base, old_port)
        publish(lock, self.entrance)

    def close(self) -> None:
        """Let go of everything; the server asks for it when it is to stop."""
        self._end.set()

    async def run(self, begun: Callable[[], None]) -> None:
        """Serve until somebody ends it. `begun` is called when it can be visited."""
        from cardgen.studio.drawn.kit import warm

        async def started() -> None:
            begun()
            with contextlib.suppress(Exception):
                await self.press.ask(SEEN, warm)

        serving = asyncio.create_task(serve(self._door, self, self.listening, started, *self._old))
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
        """Return when the program is to end: asked for, or nobody came for an hour and no table is open."""
        while self._clock() - self._visits.last < ALONE_S or self.pages.table_is_open:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_S):
                    await self._end.wait()
                await asyncio.sleep(0.3)  # what was asked last is still being answered
                return


def _listen_again(port: int) -> list[socket.socket]:
    """Listen at the port of the run before, unless there was none or somebody else has taken it."""
    with contextlib.suppress(RecordError):
        return [listen(HERE, port)] if port else []
    return []


_ITSELF = build_opener(ProxyHandler({}), HTTPCookieProcessor())  # the address holds a key: no proxy hears of it


def watch(entrance: Entrance, deck: Path) -> None:
    """Let a studio that is open watch a deck file. Raises PrintError where it will not."""
    form = urlencode({"deck": str(deck.absolute())}).encode()
    try:
        with _ITSELF.open(entrance.address(), timeout=20) as let_in:
            start = urljoin(let_in.url, let_in.headers["refresh"].partition("=")[2])
        _ITSELF.open(f"{start}own/open", form, timeout=20).close()
    except OSError:
        raise PrintError(f'there is no deck file "{deck}": it is a TOML file, or a CSV table') from None
