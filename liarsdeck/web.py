"""What the web applications host and studio share: request guard, headers, rate limits, error pages.

Only commands that serve import this module, as it imports Starlette. `liarsdeck.serving` has the server.
"""

import contextlib
import hashlib
import ipaddress
import mimetypes
import secrets
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """ASGI middleware that can answer a request itself (``check``), and adds headers to all responses.

    ``headers`` are the headers to add; they replace the application's own of the same names. Static files are cached
    for a year, because their URL changes with their content. ``caching`` says who may cache these files, as in HTTP's
    Cache-Control: ``public`` (also proxies) or ``private``.
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
        """Answer an HTTP request, by ``check`` or else by the application, and add the headers."""
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
    """Return whether a page of another site made the request with these headers.

    With ``navigation``, a request is not foreign if a person followed a link on another site.
    """
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"http://{headers.get('host', '').lower()}":
        return True
    return not navigation and headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}


@lru_cache(maxsize=256)
def named_by_number(host: str) -> bool:
    """Return whether the value of a Host header is a numeric address or localhost, with or without a port.

    Servers refuse any other name, which a DNS rebinding attack would have.
    """
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
    """A rate limit for each client: ``burst`` requests at once, then ``per_s`` requests a second.

    ``clock`` returns the time in seconds. At most ``most_clients`` clients are remembered; beyond that, the client
    whose last request is the oldest is forgotten.
    """

    def __init__(self, burst: float, per_s: float, clock: Callable[[], float], most_clients: int = 2000) -> None:
        self._burst, self._per_s, self._clock, self._most = burst, per_s, clock, most_clients
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Count a request of this client (any string that names it), and return whether it is within the rate."""
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
    """Return an application that answers errors in sentences, never with a traceback.

    ``sentences`` maps each HTTP status to its sentence, and ``answer(sentence, status)`` makes the response.
    """

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
