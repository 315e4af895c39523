"""The door of the studio: this computer alone, and only browsers that were let in by a key."""

from __future__ import annotations

import secrets
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardgen.studio.keys import Entrance, Keys
from cardgen.studio.templating import environment
from referee.host.serve import HEADERS

_HOSTS = ("127.0.0.1", "localhost")
_PATH = 300  # characters of an address
_STATIC = "/static/"
# A browser without a script says the Origin of a form only where it may say it.
_ALWAYS = [(name.encode(), value.encode()) for name, value in (HEADERS | {"referrer-policy": "same-origin"}).items()]
_KEPT = b"private, max-age=31536000, immutable"


class Door:
    """ASGI middleware: hears what comes from a page of this studio and has its cookie; exchanges keys for cookies.

    A browser sends a cookie to all ports of a computer, whoever listens there, but only below the cookie's path. So the
    pages lie below a path that nobody can guess, and the cookie is for that path alone. What comes to the port of the
    run before, `old_port`, hears how to open the studio, and nothing else.
    """

    def __init__(self, app: ASGIApp, entrance: Entrance, base: str, old_port: int = 0) -> None:
        self._app, self._base, self._keys = app, base, Keys(entrance.secret)
        self._cookie = f"liarsdeck-studio-{entrance.port}"
        self._hosts = {f"{host}:{entrance.port}" for host in _HOSTS}
        self._old = {f"{host}:{old_port}" for host in _HOSTS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear a request, or refuse it."""
        if scope["type"] != "http":
            return
        path, headers = str(scope["path"]), Headers(scope=scope)
        fixed = path.startswith(_STATIC)

        async def safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = [(name, _KEPT if fixed and name == b"cache-control" else value) for name, value in _ALWAYS]
                names = {name for name, _ in ours}
                message["headers"] = [*(one for one in message["headers"] if one[0] not in names), *ours]
            await send(message)

        answer = self._refused(headers, path)
        if answer is None and not fixed and not self._is_in(headers, path):
            answer = self._outside(str(scope["method"]), headers, path)
        if answer is not None:
            await answer(scope, receive, safe)
        else:
            inner = path if fixed else path.removeprefix(self._base)
            await self._app({**scope, "path": inner, "raw_path": inner.encode()}, receive, safe)

    def _refused(self, headers: Headers, path: str) -> Response | None:
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        if len(path) > _PATH:
            return PlainTextResponse("There is no such page.", 414)
        if host not in self._hosts | self._old:
            return PlainTextResponse("The studio is reached at 127.0.0.1, on this computer alone.", 421)
        if origin is not None and origin.lower() != f"http://{host}":
            return PlainTextResponse("This comes from another site.", 403)
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return PlainTextResponse("This comes from another site.", 403)
        return None

    def _is_in(self, headers: Headers, path: str) -> bool:
        """Say whether a page is asked for with its path and its cookie.

        Programs at other ports can set cookies of the same name, and a browser then sends theirs beside ours.
        """
        below = secrets.compare_digest(path[: len(self._base) + 1].encode(), f"{self._base}/".encode())
        sent = [pair.partition("=") for pair in headers.get("cookie", "").split("; ")]
        holds = any(name == self._cookie and self._keys.opens(value) for name, _, value in sent)
        return below and holds and self._is_new(headers)

    def _is_new(self, headers: Headers) -> bool:
        """Say whether this comes to the port of this run, not to that of the run before."""
        return headers.get("host", "").lower() in self._hosts

    def _outside(self, method: str, headers: Headers, path: str) -> Response:
        """Return a cookie for a key, else a page that says how to open the studio."""
        key, _, to = path.removeprefix("/").partition("/")
        cookie = self._keys.exchange(key) if method == "GET" and self._is_new(headers) else None
        if not cookie:
            page = environment().get_template("shut.html").render(base="", run="", twice=cookie == "")
            return HTMLResponse(page, 403)
        # A browser that was sent here by another program may keep a strict cookie back from a redirect (Firefox,
        # Safari), but not from an address that this page leads to. The page leaves no trace in the browser's Back.
        address = quote(f"{self._base}/{to}")
        answer = HTMLResponse(environment().get_template("enter.html").render(address=address))
        answer.headers["refresh"] = f"0; url={address}"
        answer.set_cookie(self._cookie, cookie, path=f"{self._base}/", httponly=True, samesite="strict")
        return answer
