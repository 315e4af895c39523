"""A table on one device that is passed from hand to hand, with the pages of `referee host` but no server.

The page is that of the host, on the device that hosts. Players without a phone use it as they would use the host's
laptop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from liarsdeck.errors import UserError
from liarsdeck.language import ENGLISH
from liarsdeck.web import new_token, token_hash
from referee import games
from referee.commands.host import HostWish, hosted
from referee.host.app import make_api, make_app
from referee.host.hosting import Hosting, new_word
from referee.host.session import HostedTable
from referee.store.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.host.app import Api
    from referee.host.lobby import Lobby
    from referee.store.lock import TableLock

_OURS = {b"host", b"cookie", b"origin"}
"""Headers that a browser sends to a server alone."""
_LEFT = 6  # tables that a new lobby offers to go on with


class Device:
    """An ASGI application with the pages of a table hosted in this process; one table is open at a time.

    `language` is the code, such as `de`, of the language of tables that have no kit.
    """

    def __init__(self, language: str = ENGLISH) -> None:
        self._language = language
        self._journal = Journal()
        self._api: Api | None = None
        self._people: Lobby | None = None
        self._app: ASGIApp | None = None
        self._headers: list[tuple[bytes, bytes]] = []

    async def open(
        self, game: str, kit: str | None = None, seats: Sequence[str] = (), options: Sequence[str] = ()
    ) -> None:
        """Open a lobby (where players join) for a game; the table that was open is saved and closed first.

        `kit` is the code of the kit whose facts are played, or None; `seats` are names of players; `options` are house
        rules, `name=value`. Raises ``UserError`` if one of them is wrong.
        """
        language = None if kit else self._language
        wish = HostWish(game=game, seats=tuple(seats), kit=kit, options=tuple(options), language=language, deal=True)
        await self._host(*hosted(self._journal, wish))

    async def _go_on(self, table: int | None = None) -> None:
        """Open the stored table with this number; if `table` is None, open what was hosted last.

        Raises UserError if there is no such table.
        """
        await self._host(*hosted(self._journal, HostWish(table=table, deal=True)))

    async def _anew(self) -> None:
        """Open a new lobby, without a game, in place of the table that was open."""
        key = new_token()
        hosting = Hosting(new_word(), token_hash(key), language=self._language)
        await self._host(hosting, self._journal.hold_lobby(hosting.id), key)

    async def _host(self, hosting: Hosting, lock: TableLock, key: str) -> None:
        if self._api is not None:
            self._api.close()
            await self._api.bots.close()
            self._api.hosted.close()
            self._api = None
        hosting.sessions.clear()  # of phones, or of this page before a reload: whoever was sitting takes it anew
        for chair in hosting.chairs:
            chair.laptop = not (chair.pin or chair.bot)
        table = HostedTable(self._journal, hosting)
        table.left = tuple(
            (one.number, games.game(one.game).title, one.seats)
            for one in self._journal.tables(_LEFT)
            if not one.over and one.game in games.names()
        )
        if hosting.table:
            table.open_table(hosting.table, lock)
        else:
            hosting.deals = True
            table.open_lobby(lock)
        self._api = api = make_api(table)
        if self._people is not None:
            api.people.wrong_as(self._people)
        self._people = api.people
        self._app = make_app(api)
        cookie = f"{api.people.cookie}={api.people.join('', '', key, here=True)}"
        self._headers = [(b"host", b"127.0.0.1"), (b"cookie", cookie.encode())]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as if the host of the table had sent it.

        ``/screen?new`` opens a new lobby first, and ``/screen?table=3`` opens table 3 first. If no table is open, the
        one that was hosted last is opened.
        """
        asked = parse_qs(scope["query_string"].decode(), keep_blank_values=True) if scope["path"] == "/screen" else {}
        try:
            if "new" in asked:
                await self._anew()
            elif asked.get("table", [""])[0].isdecimal():
                await self._go_on(int(asked["table"][0]))
            elif self._app is None:
                await self._go_on()
        except UserError as error:
            await PlainTextResponse(str(error), 422)(scope, receive, send)
            return
        if "new" in asked or "table" in asked:
            await RedirectResponse("screen", 303)(scope, receive, send)
            return
        assert self._app is not None
        sent = [pair for pair in scope["headers"] if pair[0] not in _OURS]
        await self._app({**scope, "headers": [*sent, *self._headers]}, receive, send)
