"""The headers of every answer: nothing is kept, framed, or fetched from elsewhere."""

import asyncio
import contextlib
import errno
import ipaddress
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, cast

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from liarsdeck import system
from liarsdeck.system import signals_sent_to
from referee.core.game import RecordError
from referee.host.api import client_of, is_here, reply
from referee.host.people import Clock, People, Rate
from referee.store.pins import COST

if TYPE_CHECKING:
    from referee.host.api import Api
    from referee.host.desk import Desk


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


_BURST, _PER_S = 80, 20  # of one session, or of an address that has none
_ALL_BURST, _ALL_PER_S = 600, 100  # of all sessions of one address, but this machine's own
_PATH = 200  # characters of an address
_ALWAYS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_KEPT = b"public, max-age=31536000, immutable"
_OURS = {name for name, _ in _ALWAYS}
_FIXED = [*(pair for pair in _ALWAYS if pair[0] != b"cache-control"), (b"cache-control", _KEPT)]


class Guard:
    """ASGI middleware round everything else."""

    def __init__(self, app: ASGIApp, people: People, clock: Clock) -> None:
        self._app, self._people = app, people
        self._rate = Rate(_BURST, _PER_S, clock)
        self._address_rate = Rate(_ALL_BURST, _ALL_PER_S, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        fixed = str(scope["path"]).startswith("/static/")

        async def safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = _FIXED if fixed and message["status"] == 200 else _ALWAYS
                message["headers"] = [*(one for one in message["headers"] if one[0] not in _OURS), *ours]
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await reply({"why": refused[1]}, refused[0])(scope, receive, safe)
        else:
            await self._app(scope, receive, safe)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if len(str(scope["path"])) > _PATH:
            return 414, "There is no such page."
        if not named_by_number(host):
            return 421, "This table is reached by its number, such as 192.168.1.20:7777, and by no other name."
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return 403, "This comes from another site."
        site = headers.get("sec-fetch-site", "none")
        if site not in {"none", "same-origin"} and str(scope["path"]).startswith(("/api/", "/part/")):
            return 403, "This comes from another site."
        if not self._in_time(HTTPConnection(scope)):
            return 429, "Too many at once: wait a moment."
        return None

    def _in_time(self, asks: HTTPConnection) -> bool:
        """Count a request. A cookie counts by itself only when it opens something: others cost nothing to make up."""
        session, address = self._people.session(self._people.hosting.cookie_of(asks.cookies)), client_of(asks)
        at_all = is_here(asks) or self._address_rate.allows(address)
        return at_all and self._rate.allows(address if session is None else session[0])


@lru_cache(maxsize=256)
def named_by_number(host: str) -> bool:
    """Say whether a Host header is an address in numbers, or localhost: no other site's name can lead there."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    if name.lower() == "localhost":
        return True
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


_FROM_ONE = 60  # connections that one address may have open: ten browser windows on one machine take six each
_ALL = 300
_LOOK_S = 10  # seconds between two looks at a connection: one that asks nothing and reads nothing is let go
_IDLE_LOOKS = 3  # that a connection may stay as it is when it was answered: longer than it is kept alive
_BESIDE = 16_384  # bytes of a question beside its body
_PIPED = 8  # questions that may wait on one connection while another is answered
_NO_HTTP = b"HTTP/1.1 400 Bad Request\r\ncache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def make_api(desk: "Desk", *, clock: Clock = time.monotonic, pin_cost: int = COST) -> "Api":
    """Return the wire of a desk."""
    from referee.host.api import Api
    from referee.host.people import People

    return Api(desk, People(desk, clock), pin_cost=pin_cost)


def make_app(api: "Api", *, clock: Clock = time.monotonic) -> ASGIApp:
    """Return the application; it never shows a traceback."""
    from referee.host.api import reply
    from referee.host.pages import HostPages

    async def wrong(_request: object, _error: Exception) -> Response:
        return reply({"why": "The referee stumbled over this. What was confirmed is kept."}, 500)

    async def missing(_request: object, _error: Exception) -> Response:
        return reply({"why": "There is no such page."}, 404)

    async def method(_request: object, _error: Exception) -> Response:
        return reply({"why": "That is asked another way: see docs/host.md."}, 405)

    inner = Starlette(
        routes=[*HostPages(api).routes(), *api.routes()], exception_handlers={500: wrong, 404: missing, 405: method}
    )
    return Guard(inner, api.people, clock)


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


class Bounded(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with bounds: who opens connections and says nothing spoils nobody's evening."""

    _beside = 0  # bytes of the question that comes in, beside its body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or close it at once when its address has too many."""
        super().connection_made(transport)
        by_address: dict[str, list[Bounded]] = {}
        for one in self.connections:
            if isinstance(one, Bounded) and not one.transport.is_closing():
                by_address.setdefault(one.client[0] if one.client else "", []).append(one)
        if len(by_address[self.client[0] if self.client else ""]) > _FROM_ONE:
            transport.abort()
            return
        self.transport = cast("asyncio.Transport", Gathered(transport, self.loop))
        if len(self.connections) > _ALL:  # whoever has most makes room: no address shuts out another
            most = max(by_address.values(), key=len)
            next((one for one in most if one.is_idle), most[-1]).transport.abort()
        self.loop.call_later(_LOOK_S, self._look, None, 1, 0)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered here."""
        return self.cycle is None or self.cycle.response_complete

    def _look(self, was: object, looks: int, unread: int) -> None:
        """Let go of a connection on which nothing was asked, or nothing read, since the last look.

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
        """Read on; a question whose head, or whatever else is not its body, has no end is let go."""
        self._beside += len(data)
        super().data_received(data)
        if self._beside > _BESIDE and not self.transport.is_closing():
            self.send_400_response("")

    def on_body(self, body: bytes) -> None:
        """Take a part of a body, which whoever reads it bounds."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that a question has come in whole."""
        self._beside = 0
        super().on_message_complete()

    def on_headers_complete(self) -> None:
        """Take a question, unless too many of this connection wait for their answers."""
        if self.transport.is_closing():
            return
        if len(self.pipeline) >= _PIPED:
            self.transport.abort()
            return
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer what is no HTTP; after another answer only close."""
        if self.cycle is None or not self.cycle.response_started:
            self.transport.write(_NO_HTTP)
        self.transport.close()


def listen(bind: str, port: int) -> socket.socket:
    """Return a socket that listens at an address in numbers. Raises ``RecordError`` in words when it cannot."""
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
                raise RecordError(f"{bind} is no address of this machine that phones can reach") from None
            raise RecordError(f"{bind}:{port} can't be listened to ({error.strerror}): give another --port") from None
        undo.pop_all()
    return made


class Streams(Protocol):
    """What a server lets go of when it is to stop."""

    def close(self) -> None:
        """End all streams."""


async def serve(
    app: ASGIApp,
    api: Streams,
    listening: socket.socket,
    started: Callable[[], Coroutine[None, None, None]],
    *others: socket.socket,
) -> None:
    """Serve until somebody stops it, at the sockets ``others`` too; ``started`` runs beside it.

    All streams are ended before it returns.
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
    server = Stopping(config, api)
    beside = asyncio.create_task(started())
    try:
        await server.serve(sockets=[listening, *others])
    finally:
        beside.cancel()


class Stopping(uvicorn.Server):
    """A server that lets go of its streams when it is to stop."""

    def __init__(self, config: uvicorn.Config, api: Streams) -> None:
        super().__init__(config)
        self._api = api

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take each way to end a program as what it is, the end of the evening: nothing is raised anew."""
        with super().capture_signals(), signals_sent_to(self.handle_exit):
            yield
            self._captured_signals.clear()

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop: Ctrl-C, or the system."""
        super().handle_exit(sig, frame)  # type: ignore[arg-type]
        self._api.close()
