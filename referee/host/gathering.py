"""Phones write facts for a deck that is printed: the lobby's page on the home network, without a game."""

import asyncio
import contextlib
from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

from factbank.asked import Asked
from liarsdeck.errors import UserError
from liarsdeck.serving import listen, serve
from liarsdeck.web import new_token, token_hash
from referee.host.app import make_api, make_app
from referee.host.hosting import Hosting, address_of, lobbies, new_word, own_addresses
from referee.host.session import HostedTable
from referee.store.journal import Journal

GAME = "liars-lair"
PORT = 7777


class Gathered(NamedTuple):
    """What came in: what guests wrote, and the names of those who sit."""

    asked: Asked
    names: tuple[str, ...]


def gather(announce: Callable[[HostedTable], None], wait: Callable[[], object], bind: str = "*") -> Gathered:
    """Let the phones of this household write until ``wait`` returns; it runs in a thread of its own.

    ``announce`` is called when phones can come. What was written before a crash or Ctrl-C is still there the next
    time, and goes when it is returned. Raises ``RecordError``, ``KeyboardInterrupt``.
    """
    with Journal() as journal:
        kept = next((hosting for _, hosting in lobbies(journal) if hosting.asked.prints), None)
        fresh = Asked(on=True, share="all", prints=True)
        hosting = kept or Hosting(new_word(), token_hash(new_token()), game=GAME, deals=True, asked=fresh)
        evening = HostedTable(journal, hosting)
        try:
            if not asyncio.run(_serve(evening, announce, wait, bind)):
                raise KeyboardInterrupt
        finally:
            evening.close()
        journal.forget_hosting(hosting.id)
        sitting = tuple(chair.name for chair in evening.hosting.chairs if chair.pin)
        return Gathered(evening.hosting.asked, sitting)


async def _serve(
    evening: HostedTable, announce: Callable[[HostedTable], None], wait: Callable[[], object], bind: str
) -> bool:
    """Serve the lobby; return whether ``wait`` has returned, False if the server was ended before."""
    at = address_of(bind)
    try:
        listening = listen(at, evening.hosting.port or PORT)
    except UserError:  # another table is hosted there
        listening = listen(at, 0)
    with contextlib.closing(listening):
        evening.hosting.port = listening.getsockname()[1]
        found = own_addresses() if bind == "*" else [at]
        evening.address = f"{found[0] if found else '127.0.0.1'}:{evening.hosting.port}"
        evening.open_lobby()
        api, loop, done = make_api(evening), asyncio.get_running_loop(), asyncio.Event()

        def waiting() -> None:
            wait()
            with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
                loop.call_soon_threadsafe(done.set)

        async def started() -> None:
            announce(evening)
            Thread(target=waiting, daemon=True).start()

        serving = asyncio.create_task(serve(make_app(api), api.close, started, listening))
        waited = asyncio.create_task(done.wait())
        await asyncio.wait({serving, waited}, return_when=asyncio.FIRST_COMPLETED)
        api.close()
        for task in (serving, waited):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await api.bots.close()
        return done.is_set()
