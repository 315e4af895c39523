"""The door: whose requests are heard at all. Host and Origin, rates, and the headers of every answer."""

import ipaddress
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.host.api import client_of, is_here, reply
from referee.host.door.headers import HEADERS
from referee.host.door.limits import Clock, Rate
from referee.host.people import People

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
