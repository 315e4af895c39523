"""The application of one hosting (the guard, the wire, the pages), and the server round it: its socket, its bounds."""

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import cast

import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from liarsdeck.signals import answered
from referee.core.errors import RecordError
from referee.host.api import Api, reply
from referee.host.desk import Desk
from referee.host.door.limits import Clock
from referee.host.guard import Guard
from referee.host.pages import Pages
from referee.host.people import People
from referee.store.pins import COST

_FROM_ONE = 60  # connections that one address may have open: ten browser windows on one machine take six each
_ALL = 300
_FIRST_S = 10  # seconds until a connection has asked for something


def make_api(desk: Desk, *, clock: Clock = time.monotonic, pin_cost: int = COST) -> Api:
    """Return the wire of a desk."""
    return Api(desk, People(desk, clock), pin_cost=pin_cost)


def make_app(api: Api, *, clock: Clock = time.monotonic) -> ASGIApp:
    """Return the application; it never shows a traceback."""

    async def wrong(_request: object, _error: Exception) -> Response:
        return reply({"why": "The referee stumbled over this. What was confirmed is kept."}, 500)

    async def missing(_request: object, _error: Exception) -> Response:
        return reply({"why": "There is no such page."}, 404)

    async def method(_request: object, _error: Exception) -> Response:
        return reply({"why": "That is asked another way: see docs/host.md."}, 405)

    inner = Starlette(
        routes=[*Pages(api).routes(), *api.routes()], exception_handlers={500: wrong, 404: missing, 405: method}
    )
    return Guard(inner, clock)


class Gathered:
    """A transport that sends at once what is written in one step: an answer's head and body are one call, not three."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Send this with whatever else is written before the loop turns."""
        if data and not self._parts:
            self._loop.call_soon(self._flush)
        if data:
            self._parts.append(data)

    def close(self) -> None:
        """Send what is left, and close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        data = b"".join(self._parts)
        self._parts.clear()
        if data and not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)


class Bounded(H11Protocol):
    """HTTP as uvicorn speaks it, with bounds: who opens connections and says nothing spoils nobody's evening."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or close it at once when its address has too many."""
        super().connection_made(transport)
        bounded = [one.client for one in self.connections if isinstance(one, Bounded)]
        others = sum(one is not None and self.client is not None and one[0] == self.client[0] for one in bounded)
        if others > _FROM_ONE or len(self.connections) > _ALL:
            transport.abort()
            return
        self.transport = cast("asyncio.Transport", Gathered(transport, self.loop))
        self.loop.call_later(_FIRST_S, self._spoken, transport)

    def _spoken(self, transport: asyncio.Transport) -> None:
        if self.cycle is None and not transport.is_closing():
            transport.abort()


def listen(bind: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises ``RecordError`` in words when it cannot."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    # The protocol by its name: asyncio turns Nagle's algorithm off where it sees TCP, and a page is 40 ms sooner.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((bind, port))
        made.listen(64)
    except OSError as error:
        made.close()
        raise RecordError(f"{bind}:{port} can't be listened to ({error.strerror}): give another --port") from None
    return made


async def serve(
    app: ASGIApp, api: Api, listening: socket.socket, started: Callable[[], Coroutine[None, None, None]]
) -> None:
    """Serve until somebody stops it; ``started`` runs beside it. All streams are ended before it returns."""
    config = uvicorn.Config(
        app,
        http=Bounded,
        ws="none",
        lifespan="off",
        access_log=False,
        log_level="critical",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=20,
        h11_max_incomplete_event_size=16_384,
        backlog=64,
        timeout_graceful_shutdown=2,
    )
    server = Stopping(config, api)
    beside = asyncio.create_task(started())
    try:
        await server.serve(sockets=[listening])
    finally:
        beside.cancel()


class Stopping(uvicorn.Server):
    """A server that lets go of its streams when it is to stop."""

    def __init__(self, config: uvicorn.Config, api: Api) -> None:
        super().__init__(config)
        self._api = api

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take each way to end a program as what it is, the end of the evening: nothing is raised anew."""
        with super().capture_signals(), answered(self.handle_exit):
            yield
            self._captured_signals.clear()

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop: Ctrl-C, or the system."""
        super().handle_exit(sig, frame)  # type: ignore[arg-type]
        self._api.close()
