"""One table as an ASGI application, for programs that serve it themselves."""

from collections.abc import Iterable

from starlette.types import Receive, Scope, Send

from liarsdeck.web import new_token, token_hash
from referee.core.game import Action, Setup
from referee.host.app import make_api, make_app
from referee.host.hosting import Hosting, new_word
from referee.host.session import HostedTable
from referee.store.journal import Journal
from referee.tables.table import Table


class HostedApp:
    """An ASGI application that hosts one table, to be served by uvicorn or another server at an IP address.

    Players open ``/`` and join by ``word``. The host opens ``/screen#`` followed by ``host_key``, on the machine that
    serves.
    """

    def __init__(self, setup: Setup, actions: Iterable[Action] = (), journal: Journal | None = None) -> None:
        """Host a game in which ``actions`` were played already. It is stored in ``journal`` (None: this household's).

        Raises ``RecordError``, for example for an illegal action.
        """
        self._journal = journal or Journal()
        self.word, self.host_key = new_word(), new_token()
        table = Table.new(self._journal, setup, kit=setup.facts.kit if setup.facts else "")
        for action in actions:
            table.act(action)
        hosting = Hosting(self.word, token_hash(self.host_key), game=setup.game, deals=True, open=list(setup.seats))
        self.hosted = HostedTable(self._journal, hosting)
        self.hosted.open_table(table.number)
        self._api = make_api(self.hosted)
        self._app = make_app(self._api)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an ASGI request."""
        await self._app(scope, receive, send)

    async def close(self) -> None:
        """End all event streams and the bots, and release the table's lock; the journal keeps the game."""
        self._api.close()
        await self._api.bots.close()
        self.hosted.close()
