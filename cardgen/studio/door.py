"""The door of the studio: this computer alone, under one address that nobody can guess."""

from __future__ import annotations

import secrets

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.host.door.headers import HEADERS

_HOSTS = ("127.0.0.1", "localhost")
_PATH = 300  # characters of an address
_STATIC = "/static/"
# A browser without a script says the Origin of a form only where it may say it.
_ALWAYS = [(name.encode(), value.encode()) for name, value in (HEADERS | {"referrer-policy": "same-origin"}).items()]
_KEPT = b"private, max-age=31536000, immutable"


class Door:
    """ASGI middleware: what has another Host or Origin, or lacks the secret, is not heard."""

    def __init__(self, app: ASGIApp, port: int, secret: str) -> None:
        self._app = app
        self._hosts = {f"{host}:{port}" for host in _HOSTS}
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear a request, or refuse it."""
        if scope["type"] != "http":
            return
        path = str(scope["path"])
        refused = self._refused(Headers(scope=scope), path)
        fixed = path.startswith(_STATIC)

        async def safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = [(name, _KEPT if fixed and name == b"cache-control" else value) for name, value in _ALWAYS]
                names = {name for name, _ in ours}
                message["headers"] = [*(one for one in message["headers"] if one[0] not in names), *ours]
            await send(message)

        if refused:
            await PlainTextResponse(refused[1], refused[0])(scope, receive, safe)
        else:
            inner = path if fixed else path.removeprefix(f"/{self._secret}")
            await self._app({**scope, "path": inner, "raw_path": inner.encode()}, receive, safe)

    def _refused(self, headers: Headers, path: str) -> tuple[int, str] | None:
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        if len(path) > _PATH:
            return 414, "There is no such page."
        if host not in self._hosts:
            return 421, "The studio is reached at 127.0.0.1, on this computer alone."
        if origin is not None and origin.lower() != f"http://{host}":
            return 403, "This comes from another site."
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return 403, "This comes from another site."
        if path.startswith(_STATIC):
            return None
        word = path.removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(word.encode(), self._secret.encode()):
            return 404, "There is no such page. Open the address that cardgen studio printed."
        return None
