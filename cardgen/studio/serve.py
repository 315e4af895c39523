"""The studio's server: this computer alone, one address, ended by whoever opened it or when nobody comes any more."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, build_opener

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.errors import PrintError
from cardgen.studio.door import Door
from cardgen.studio.making import kept_file
from cardgen.studio.pages import Pages
from cardgen.studio.press import SEEN, Press
from cardgen.studio.room import Room
from referee.core.errors import RecordError
from referee.host.serve import listen, serve

ALONE_S = 60 * 60
"""After how long without a visitor the program ends."""
_LOOK_S = 20.0
HERE = "127.0.0.1"


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
    """One run of the studio: its socket, its kit, its press."""

    def __init__(self, port: int | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.press = Press()
        self.room = Room(kept_file(), self.press)
        kept = self.room.kept
        kept.secret = kept.secret or secrets.token_urlsafe(18)
        self.listening = _listen(port, kept.port)
        kept.port = self.listening.getsockname()[1]
        self.room.keep(kept.making)
        self._clock = clock
        self._end = asyncio.Event()
        self.address = f"http://{HERE}:{kept.port}/{kept.secret}/"
        self.pages = Pages(self.room, f"/{kept.secret}", self._end.set)

        async def wrong(_request: object, _error: Exception) -> Response:
            return PlainTextResponse("The studio stumbled over this. Your kit is kept: go back, and try again.", 500)

        async def missing(_request: object, _error: Exception) -> Response:
            return PlainTextResponse("There is no such page.", 404)

        inner = Starlette(routes=self.pages.routes(), exception_handlers={500: wrong, 404: missing})
        self._visits = Visits(Door(inner, kept.port, kept.secret), clock)

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

        serving = asyncio.create_task(serve(self._visits, self, self.listening, started))
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
            self.listening.close()

    async def _watch(self) -> None:
        """Return when the program is to end: asked for, or nobody came for an hour and no table is open."""
        while self._clock() - self._visits.last < ALONE_S or self.pages.table_is_open:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_S):
                    await self._end.wait()
                await asyncio.sleep(0.3)  # what was asked last is still being answered
                return


def _listen(port: int | None, kept: int) -> socket.socket:
    """Listen where a reload looks for it, or anywhere. Raises RecordError where a port was asked for that is taken."""
    if port is not None:
        return listen(HERE, port)
    with contextlib.suppress(RecordError):
        return listen(HERE, kept)
    return listen(HERE, 0)


def already_open() -> str:
    """Return the address of a studio of this household that is open now, "" where none is."""
    from cardgen.studio.making import read_kept

    kept = read_kept(kept_file())
    if not kept.port or not kept.secret:
        return ""
    address = f"http://{HERE}:{kept.port}/{kept.secret}/"
    try:
        with _ITSELF.open(f"{address}here", timeout=2) as answer:
            return address if answer.read(10) == b"here" else ""
    except (URLError, OSError, ValueError):
        return ""


_ITSELF = build_opener(ProxyHandler({}))  # the address holds a secret: no proxy hears of it


def watch(address: str, deck: Path) -> None:
    """Let a studio that is open watch a deck file. Raises PrintError where it will not."""
    form = urlencode({"deck": str(deck.absolute())}).encode()
    try:
        _ITSELF.open(f"{address}own/open", form, timeout=20).close()
    except OSError:
        raise PrintError(f'there is no deck file "{deck}": it is a TOML file, or a CSV table') from None
