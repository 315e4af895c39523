"""The studio inside a web page, where a script passes requests in and gets answers back (docs/web.md).

`web/worker.js` starts this program in Pyodide. It has the pages of `cardgen studio`, without server and access control,
as only the web page can reach it. It also has the pages of `referee host`, for a table on one device.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from importlib import invalidate_caches
from typing import TYPE_CHECKING

from starlette import concurrency
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from factbank.packs.reader import all_built_in
from liarsdeck import cli, templates
from liarsdeck.files import HOME_VARIABLE
from liarsdeck.language import ENGLISH, codes, speaking, whole_for
from liarsdeck.system import CURRENT_OS
from liarsdeck.web import HEADERS, Guard, application

if TYPE_CHECKING:
    from cardgen.studio.device import Device
    from cardgen.studio.room import KitDraft

_POLICY = "content-security-policy"
_HEADERS = HEADERS | {
    _POLICY: HEADERS[_POLICY].replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN",  # the page shows the studio in a frame
    "referrer-policy": "same-origin",
}


Reply = Callable[[int, Sequence[tuple[str, str]], bytes, bool], Awaitable[None]]
"""The script's function for one piece of an answer: its status, its headers, bytes, and whether more will come."""


async def _at_once(function: Callable[..., object], *args: object, **_: object) -> object:
    """Return the result of `function(*args)`, called in this thread, since a web page has no other.

    It replaces functions that call in a thread; their other keyword arguments are ignored.
    """
    return function(*args)


class _Headers(Guard):
    def check(self, scope: Scope) -> Response | None:  # noqa: ARG002
        return None


def wished(languages: Sequence[str]) -> str:
    """Return the code (`de`) of the first of a browser's languages (`de-DE`) that the studio speaks, else English."""
    spoken = [ENGLISH, *(code for code in codes()[1:] if whole_for(code, "studio"))]
    return next((code for code in (one[:2].lower() for one in languages) if code in spoken), ENGLISH)


class WebPage:
    """The studio and a table, as the script of a web page uses them.

    `folder` is the page's path on its host ("" or "/a/folder"), and `home` the folder for all data. `language` is the
    list of languages that the browser prefers (`de-DE,de,en`). The first of these decides on the usual paper, and the
    first that the studio is translated into is the language of its pages. `end` is called if the user ends the studio.
    `progress` is called with a label, the number of steps done, and their total.
    """

    def __init__(
        self, folder: str, home: str, language: str, end: Callable[[], None], progress: Callable[[str, int, int], None]
    ) -> None:
        os.environ |= {HOME_VARIABLE: home, "LANG": language.partition(",")[0].replace("-", "_")}
        self._language = wished(language.split(","))
        cli.progress_told = progress
        if not CURRENT_OS.starts_processes:
            concurrency.anyio.to_thread.run_sync = _at_once  # type: ignore[attr-defined]
            asyncio.to_thread = _at_once  # type: ignore[assignment]
        templates.ROOT = folder
        from cardgen.studio.answers import SENTENCES, told
        from cardgen.studio.pages import Pages
        from cardgen.studio.room import RenderPool, Room, kept_file

        self._base, self._table_base = f"{folder}/studio", f"{folder}/table"
        self._room = Room(kept_file(), RenderPool())
        pages = Pages(self._room, self._base, end, self._open_table)
        self._studio = _Headers(application(pages.routes(), told, SENTENCES), _HEADERS, "private")
        self._table = _Headers(self._at_table, _HEADERS, "private")
        self._device: Device | None = None

    def all_here(self) -> None:
        """Make Python find modules and packs that were loaded after the start (`LATER` in `web/build.py`)."""
        invalidate_caches()
        all_built_in.cache_clear()

    async def answer(
        self, method: str, path: str, query: str, headers: Sequence[Sequence[str]], body: bytes, reply: Reply,
        gone: Awaitable[None] | None = None,
    ) -> None:  # fmt: skip
        """Answer one HTTP request by calling `reply`.

        `path` begins with the page's folder, and `query` is the text after the question mark. `headers` are pairs
        (name, value). `reply` is called with the status, the headers, a piece of the body, and whether more pieces
        follow; it is called once for each piece. `gone` is done when the client leaves, which ends a stream of events
        (None: the client stays).
        """
        at_table = path.startswith(f"{self._table_base}/")
        path = path.removeprefix(self._table_base if at_table else self._base) or "/"
        scope: Scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
            "client": ("127.0.0.1", 0), "server": ("127.0.0.1", 80), "state": {},
        }  # fmt: skip
        came: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        start: list[Message] = []

        async def receive() -> Message:
            if came:
                return came.pop()
            if gone is not None:
                await gone
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.append(message)
                return
            said = [(name.decode(), value.decode()) for name, value in start[0]["headers"]]
            await reply(start[0]["status"], said, message.get("body", b""), message.get("more_body", False))

        await self._room.speak(self._language)
        with speaking(self._language):
            await (self._table if at_table else self._studio)(scope, receive, send)

    def _here(self) -> Device:
        """Return the table on this device; it is made at the first call.

        The module is imported only then, as its file is loaded a little later than the studio's.
        """
        from cardgen.studio.device import Device

        self._device = self._device or Device(self._language)
        return self._device

    async def _at_table(self, scope: Scope, receive: Receive, send: Send) -> None:
        app: ASGIApp = self._here()
        await app(scope, receive, send)

    async def _open_table(self, making: KitDraft) -> str:
        options = [f"{name}={value}" for name, value in sorted(making.rules.items())]
        await self._here().open(making.game, making.facts.kit if making.facts else None, making.names, options)
        return f"{self._table_base}/screen"
