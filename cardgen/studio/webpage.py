"""The studio inside a web page: requests come from a script, and answers go back to it (docs/web.md).

`web/worker.js` starts it in Pyodide. It is the application of `cardgen studio` without its server and its door, as the
page alone can reach it; and that of `referee host`, for a table on one device.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from starlette import concurrency
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from liarsdeck import cli, templates
from liarsdeck.files import HOME_VARIABLE
from liarsdeck.system import CURRENT_OS
from liarsdeck.web import HEADERS, Guard, application

if TYPE_CHECKING:
    from cardgen.studio.device import Device
    from cardgen.studio.room import KitDraft

SENTENCES = {
    500: "The studio stumbled over this. Your kit is kept: go back, and try again.",
    404: "There is no such page.",
}
_POLICY = "content-security-policy"
_HEADERS = HEADERS | {
    _POLICY: HEADERS[_POLICY].replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN",  # the page shows the studio in a frame
    "referrer-policy": "same-origin",
}


Reply = Callable[[int, Sequence[tuple[str, str]], bytes, bool], Awaitable[None]]
"""The script's function for one piece of an answer: its status, its headers, bytes, and whether more will come."""


async def _at_once(function: Callable[..., object], *args: object, **_: object) -> object:
    """Call a function in this thread, as there is no other."""
    return function(*args)


class _Headers(Guard):
    def check(self, scope: Scope) -> Response | None:  # noqa: ARG002
        return None


class WebPage:
    """Studio and table of a page in `folder` of its host ("" or "/a/folder"); `home` is the household's folder.

    `language` is the browser's (`en-US`), for the usual paper. `end` is called when somebody ends the studio, and
    `progress` with a label, the steps done, and their total.
    """

    def __init__(
        self, folder: str, home: str, language: str, end: Callable[[], None], progress: Callable[[str, int, int], None]
    ) -> None:
        os.environ |= {HOME_VARIABLE: home, "LANG": language.replace("-", "_")}
        cli.progress_told = progress
        if not CURRENT_OS.starts_processes:
            concurrency.anyio.to_thread.run_sync = _at_once  # type: ignore[attr-defined]
            asyncio.to_thread = _at_once  # type: ignore[assignment]
        templates.ROOT = folder
        from cardgen.studio.pages import Pages
        from cardgen.studio.room import RenderPool, Room, kept_file

        self._base, self._table_base = f"{folder}/studio", f"{folder}/table"
        pages = Pages(Room(kept_file(), RenderPool()), self._base, end, self._open_table)
        self._studio = _Headers(application(pages.routes(), PlainTextResponse, SENTENCES), _HEADERS, "private")
        self._table = _Headers(self._at_table, _HEADERS, "private")
        self._device: Device | None = None

    async def answer(
        self, method: str, path: str, query: str, headers: Sequence[Sequence[str]], body: bytes, reply: Reply,
        gone: Awaitable[None] | None = None,
    ) -> None:  # fmt: skip
        """Answer one request by calling `reply` for each piece of the answer. `path` begins with the page's folder.

        Who asked is `gone` when that is done: then a stream of events ends.
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

        await (self._table if at_table else self._studio)(scope, receive, send)

    def _here(self) -> Device:
        """Return the table on this device; its code is there a little later than the studio's."""
        from cardgen.studio.device import Device

        self._device = self._device or Device()
        return self._device

    async def _at_table(self, scope: Scope, receive: Receive, send: Send) -> None:
        app: ASGIApp = self._here()
        await app(scope, receive, send)

    async def _open_table(self, making: KitDraft) -> str:
        options = [f"{name}={value}" for name, value in sorted(making.rules.items())]
        await self._here().open(making.game, making.facts.kit if making.facts else None, making.names, options)
        return f"{self._table_base}/screen"
