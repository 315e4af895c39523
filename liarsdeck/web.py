"""What the servers of host and studio share: request guard, response headers, rate and connection limits.

Only commands that serve import this module, as it imports uvicorn and Starlette.
"""

import asyncio
import contextlib
import errno
import hashlib
import ipaddress
import mimetypes
import secrets
import socket
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import cast

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from liarsdeck import system
from liarsdeck.errors import UserError

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""The headers of every answer: nothing is cached, framed, or fetched from another site."""
STATIC = "/static/"
FOREIGN = "This comes from another site."
mimetypes.add_type("font/woff2", ".woff2")


class Guard(ABC):
    """ASGI middleware: ``check`` may answer a request itself; common headers are added to all responses.

    Static files are cached for ever, as their URL changes with their content.
    """

    def __init__(self, app: ASGIApp, headers: Mapping[str, str] = HEADERS, caching: str = "public") -> None:
        self._app = app
        self._names = {name.encode() for name in headers}
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        cached = {**headers, "cache-control": f"{caching}, max-age=31536000, immutable"}
        self._cached = [(name.encode(), value.encode()) for name, value in cached.items()]

    @abstractmethod
    def check(self, scope: Scope) -> Response | None:
        """Return a response that replaces the application's, or None to pass the request on."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        static = str(scope["path"]).startswith(STATIC)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = self._cached if static and message["status"] == 200 else self._headers
                message["headers"] = [*(pair for pair in message["headers"] if pair[0] not in self._names), *ours]
            await send(message)

        await (self.check(scope) or self._app)(scope, receive, guarded)


def is_foreign(headers: Headers, *, navigation: bool = False) -> bool:
    """Return whether a page of another site made this request; with ``navigation`` following a link is allowed."""
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"http://{headers.get('host', '').lower()}":
        return True
    return not navigation and headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}


@lru_cache(maxsize=256)
def named_by_number(host: str) -> bool:
    """Return whether a Host header is a numeric address or localhost; others are refused against DNS rebinding."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    with contextlib.suppress(ValueError):
        return name.lower() == "localhost" or bool(ipaddress.ip_address(name.removeprefix("[").removesuffix("]")))
    return False


def new_token() -> str:
    """Return a random URL-safe token of 192 bits."""
    return secrets.token_urlsafe(24)


@lru_cache(maxsize=256)
def token_hash(token: str) -> str:
    """Return the SHA-256 hash under which a token is stored. Tokens are random, so no slow hash is needed."""
    return hashlib.sha256(token[:256].encode("utf-8", "surrogatepass")).hexdigest()


class Rate:
    """A token bucket for each client: ``burst`` requests at once, then ``per_s`` a second."""

    def __init__(self, burst: float, per_s: float, clock: Callable[[], float], most_clients: int = 2000) -> None:
        self._burst, self._per_s, self._clock, self._most = burst, per_s, clock, most_clients
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Count a request of this client; return whether it is within the rate."""
        now = self._clock()
        left, at = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + max(0.0, now - at) * self._per_s)
        self._left[client] = (left - (left >= 1), now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return left >= 1


async def read_body(request: Request, most: int) -> bytes | None:
    """Return the body of a request, or None if it has more than ``most`` bytes."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            return None
    return data


def application(
    routes: Sequence[BaseRoute], answer: Callable[[str, int], Response], sentences: Mapping[int, str]
) -> Starlette:
    """Return an application that answers errors with ``answer(sentences[status], status)``, never with a traceback."""

    def handler(status: int) -> Callable[[Request, Exception], Coroutine[None, None, Response]]:
        async def handled(_request: Request, _error: Exception) -> Response:
            return answer(sentences[status], status)

        return handled

    return Starlette(routes=routes, exception_handlers={status: handler(status) for status in sentences})


def static_files(*folders: Path) -> StaticFiles:
    """Return an ASGI application that serves the files of these folders; the first folder that has a name wins."""
    files = StaticFiles(directory=folders[0], check_dir=False)
    files.all_directories = list(folders)
    return files


_FROM_ONE = 60  # connections that one address may have open: ten browser windows on one machine take six each
_ALL = 300
_LOOK_S = 10  # seconds between two looks at a connection: one that asks nothing and reads nothing is closed
_IDLE_LOOKS = 3  # that a connection may stay as it is when it was answered: longer than it is kept alive
_BESIDE = 16_384  # bytes of a request beside its body
_PIPED = 8  # requests that may wait on one connection while another is answered
_NO_HTTP = b"HTTP/1.1 400 Bad Request\r\ncache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Gathered:
    """A transport that sends all writes of one loop iteration together: head and body of a response in one call."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Send the data together with all other writes of this loop iteration."""
        if data and not self._parts:
            self._loop.call_soon(self._flush)
        if data:
            self._parts.append(data)

    def close(self) -> None:
        """Send pending data, and close."""
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
    """uvicorn's HTTP protocol with limits, so that idle or many connections can't block other clients."""

    _beside = 0  # bytes of the request that comes in, beside its body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it at once if its address has too many."""
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
        """Close a connection on which nothing was asked, or nothing read, since the last look.

        Half a request does not count: who sends a byte now and then holds no place.
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
        """Parse received data; refuse a request with more than ``_BESIDE`` bytes beside its body."""
        self._beside += len(data)
        super().data_received(data)
        if self._beside > _BESIDE and not self.transport.is_closing():
            self.send_400_response("")

    def on_body(self, body: bytes) -> None:
        """Receive a part of a body, whose size ``read_body`` limits."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Record that a request was received completely."""
        self._beside = 0
        super().on_message_complete()

    def on_headers_complete(self) -> None:
        """Accept a request, unless too many are waiting on this connection."""
        if self.transport.is_closing():
            return
        if len(self.pipeline) >= _PIPED:
            self.transport.abort()
            return
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer data that is no HTTP with status 400, or only close if a response has begun."""
        if self.cycle is None or not self.cycle.response_started:
            self.transport.write(_NO_HTTP)
        self.transport.close()


def listen(bind: str, port: int) -> socket.socket:
    """Return a socket that listens at a numeric address (IPv4 or IPv6). Raises ``UserError`` if that fails."""
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
    """Serve ``app`` on these sockets until a signal comes; meanwhile run ``started`` as a task.

    ``stopping`` is called at the signal, and must end all streams.
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
    """A uvicorn server that calls ``stopping`` before it stops, and for which a signal is no error."""

    def __init__(self, config: uvicorn.Config, stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._stopping = stopping

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """In the block, let every signal that ends a program stop the server; do not raise them again."""
        with super().capture_signals(), system.signals_sent_to(self.handle_exit):
            yield
            self._captured_signals.clear()

    def handle_exit(self, sig: int, frame: object) -> None:
        """Call ``stopping``, and let the server stop; called at a signal."""
        super().handle_exit(sig, frame)  # type: ignore[arg-type]
        self._stopping()
