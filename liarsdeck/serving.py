"""The HTTP server of the host and the studio: it listens, limits connections, and stops at a signal.

Only commands that serve import this module, as it imports uvicorn.
"""

import asyncio
import contextlib
import errno
import os
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from liarsdeck import system
from liarsdeck.errors import UserError

_FROM_ONE = 60  # connections that one address may have open: ten browser windows on one machine take six each
_ALL = 300
_LOOK_S = 10  # seconds between two looks at a connection: one that asks nothing and reads nothing is closed
_IDLE_LOOKS = 3  # that a connection may stay as it is when it was answered: longer than it is kept alive
_BESIDE = 16_384  # bytes of a request beside its body
_STUCK_S = 3.0  # that the loop may stand still before a second signal ends the process
_PIPED = 8  # requests that may wait on one connection while another is answered
_NO_HTTP = b"HTTP/1.1 400 Bad Request\r\ncache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Gathered:
    """A wrapper of an asyncio transport that joins all writes of one event loop iteration into one write.

    So the head and the body of a response are sent together.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Queue the data, to be sent with all other writes of this loop iteration."""
        if data and not self._parts:
            self._loop.call_soon(self._flush)
        if data:
            self._parts.append(data)

    def close(self) -> None:
        """Send the queued data, and close the transport."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        data = b"".join(self._parts)
        self._parts.clear()
        if data and not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)


class Bounded(HttpToolsProtocol):
    """uvicorn's handler of one HTTP connection, with limits so that no client can block the others.

    Limited are connections (per address, in all), idle time, bytes beside a body, and waiting requests.
    """

    _beside = 0  # bytes of the request that comes in, beside its body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it at once if its address has more than ``_FROM_ONE`` open ones.

        If there are now more than ``_ALL`` connections, one of the address with most of them is closed.
        """
        super().connection_made(transport)
        by_address: dict[str, list[Bounded]] = {}
        for other in self.connections:
            if isinstance(other, Bounded) and not other.transport.is_closing():
                by_address.setdefault(other.client[0] if other.client else "", []).append(other)
        if len(by_address[self.client[0] if self.client else ""]) > _FROM_ONE:
            transport.abort()
            return
        self.transport = cast("asyncio.Transport", Gathered(transport, self.loop))
        if len(self.connections) > _ALL:  # the address with most makes room: none shuts out another
            most = max(by_address.values(), key=len)
            next((other for other in most if other.is_idle), most[-1]).transport.abort()
        self.loop.call_later(_LOOK_S, self._look, None, 1, 0)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered on this connection."""
        return self.cycle is None or self.cycle.response_complete

    def _look(self, was: object, looks: int, unread: int) -> None:
        """Close this connection if it is idle, or if the client stopped reading a response; called every 10 s.

        The arguments are from the last look: `was` is the request that was answered last, or None; `looks` counts the
        looks at the connection while it was idle since that request, of which some are allowed; `unread` is the number
        of bytes that waited to be sent. A connection that never sent the whole head of a request is closed at the first
        look, so a client that sends single bytes can't hold a connection.
        """
        if self.transport.is_closing():
            return
        waiting = self.transport.get_write_buffer_size()
        looks = looks + 1 if self.is_idle and self.cycle is was else 1
        if (self.is_idle and (self.cycle is None or looks > _IDLE_LOOKS)) or (unread and waiting >= unread):
            self.transport.abort()
            return
        self.loop.call_later(_LOOK_S, self._look, self.cycle, looks, waiting)

    def data_received(self, data: bytes) -> None:
        """Parse received data; answer 400 if a request has more than ``_BESIDE`` bytes without its body."""
        self._beside += len(data)
        super().data_received(data)
        if self._beside > _BESIDE and not self.transport.is_closing():
            self.send_400_response("")

    def on_body(self, body: bytes) -> None:
        """Receive a part of a request's body, and leave it out of the bytes that ``_BESIDE`` limits.

        ``liarsdeck.web.read_body`` limits the size of the body.
        """
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Record that a request was received completely: the bytes for ``_BESIDE`` are counted from 0 again."""
        self._beside = 0
        super().on_message_complete()

    def on_headers_complete(self) -> None:
        """Accept a request; if ``_PIPED`` requests already wait on this connection, close the connection."""
        if self.transport.is_closing():
            return
        if len(self.pipeline) >= _PIPED:
            self.transport.abort()
            return
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer data that is not HTTP with status 400, and close the connection; ``msg`` is not used.

        If a response has begun already, the connection is closed without this answer.
        """
        if self.cycle is None or not self.cycle.response_started:
            self.transport.write(_NO_HTTP)
        self.transport.close()


def listen(bind: str, port: int) -> socket.socket:
    """Return a socket that listens at the numeric IPv4 or IPv6 address ``bind``. Raises ``UserError`` if that fails."""
    six = ":" in bind
    with contextlib.ExitStack() as undo:
        try:
            # The protocol by its name: asyncio turns Nagle's algorithm off where it sees TCP, a page is 40 ms sooner.
            made = socket.socket(socket.AF_INET6 if six else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            undo.callback(made.close)
            made.setsockopt(socket.SOL_SOCKET, getattr(socket, system.CURRENT_OS.port_option), 1)
            if six:  # where it listens at all addresses, phones come by IPv4 too
                made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            made.bind((bind, port))
            made.listen(64)
        except OSError as error:
            if error.errno in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL}:
                raise UserError(f"{bind} is no address of this machine that phones can reach") from None
            raise UserError(f"{bind}:{port} can't be listened to ({error.strerror}): give another --port") from None
        undo.pop_all()
    return made


async def serve(
    app: ASGIApp,
    stopping: Callable[[], None],
    started: Callable[[], Coroutine[None, None, None]],
    *listening: socket.socket,
) -> None:
    """Serve ``app`` on the sockets ``listening`` until a signal that ends the program comes.

    Meanwhile the coroutine ``started()`` runs as a task, and is cancelled at the end. ``stopping`` is called at the
    signal, and must end all responses that stream.
    """
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
        backlog=64,
        timeout_graceful_shutdown=2,
    )
    beside = asyncio.create_task(started())
    try:
        await Stopping(config, stopping).serve(sockets=[*listening])
    finally:
        beside.cancel()


class Stopping(uvicorn.Server):
    """A uvicorn server that calls ``stopping`` before it stops, and ends without an error at a signal."""

    def __init__(self, config: uvicorn.Config, stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._stopping = stopping
        self._ticked = time.monotonic()

    async def on_tick(self, counter: int) -> bool:
        """Record the time, as a sign that the event loop runs, and return whether the server should stop.

        uvicorn calls this method ten times a second; ``counter`` is the number of the call.
        """
        self._ticked = time.monotonic()
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """In the block, let every signal that ends a program stop the server.

        Unlike in uvicorn, these signals are not raised again after the block.
        """
        with super().capture_signals(), system.signals_sent_to(self.handle_exit):
            yield
            self._captured_signals.clear()

    def handle_exit(self, sig: int, frame: object) -> None:
        """Call ``stopping``, and tell the server to stop; this is the handler of signals.

        A second signal ends the process at once if the event loop hangs by then, as in a plug-in that never returns.
        """
        if self.should_exit and time.monotonic() - self._ticked > _STUCK_S:
            os._exit(128 + sig)
        super().handle_exit(sig, frame)  # type: ignore[arg-type]
        self._stopping()
