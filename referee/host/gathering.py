"""Serves the lobby's page, without a game, on which guests write facts for a deck that will be printed.

``cardgen kit --ask`` and the studio start it.
"""

import asyncio
import contextlib
from collections.abc import Callable
from random import Random
from threading import Thread
from typing import NamedTuple

from factbank.asked import Asked, Lacking
from factbank.factfile import Pair
from liarsdeck.errors import UserError
from liarsdeck.language import ENGLISH
from liarsdeck.serving import listen, serve
from liarsdeck.web import new_token, token_hash
from referee.host.app import make_api, make_app
from referee.host.asking import guest_of
from referee.host.hosting import Hosting, address_of, lobbies, new_word, own_addresses
from referee.host.session import HostedTable
from referee.store.journal import Journal
from referee.store.lock import TableHeld

GAME = "liars-lair"
PORT = 7777


class Gathered(NamedTuple):
    """What guests have written for a deck of facts: the texts (``asked``) and about whom.

    ``names`` are the guests who sat down. ``guests`` are those of them who may be named in facts, in the form of the
    command line: name, pronoun and pastime (``Ann:she:sails``). ``hosting`` is the id under which the journal keeps all
    of this, so that the next call of ``gather`` goes on from it, until ``forget`` deletes it. ``unsaid`` are the names
    that no fact can contain or no card can show.
    """

    asked: Asked
    names: tuple[str, ...]
    guests: tuple[str, ...]
    hosting: str
    unsaid: tuple[str, ...]

    def pairs(self, players: int, each: int, rng: Random) -> list[Pair]:
        """Return guests' pairs for a deck that deals ``each`` pairs to each of ``players`` people.

        There are as many as can be dealt so that nobody gets a card of a pair that they wrote on. ``rng`` makes the
        random choices.
        """
        others = (str(number) for number in range(len(self.names), players))  # who comes, and did not write
        seats = [*self.names, *others][:players]
        return self.asked.pairs(self.asked.choose(self.names, seats, each, rng))

    def forget(self) -> None:
        """Delete what guests wrote from the journal. Call this when the deck is made."""
        with Journal() as journal:
            journal.forget_hosting(self.hosting)


def gather(
    announce: Callable[[HostedTable], None], wait: Callable[[], object], lacking: Lacking, bind: str = "*",
    language: str = ENGLISH,
) -> Gathered:  # fmt: skip
    """Let the phones of this household write facts until ``wait`` returns; return what they wrote.

    ``announce`` is called with the lobby when phones can join. ``wait`` runs in a thread of its own. ``lacking``
    returns those parts of a text that can't be printed; endings with such parts are refused. ``bind`` is the address to
    listen at, as after ``--bind``. ``language`` is the code of the language of pages and facts, such as ``de``. Raises
    ``UserError`` if it can't listen at this address or if another program has the page open, and ``KeyboardInterrupt``
    at a signal.
    """
    with Journal() as journal:
        kept = next((hosting for _, hosting in lobbies(journal) if hosting.asked.prints), None)
        fresh = Asked(on=True, share="all", prints=True)
        hosting = kept or Hosting(new_word(), token_hash(new_token()), game=GAME, deals=True, asked=fresh)
        hosting.language = hosting.asked.language = language
        evening = HostedTable(journal, hosting)
        try:
            if not asyncio.run(_serve(evening, announce, wait, lacking, bind)):
                raise KeyboardInterrupt
        finally:
            evening.close()
        return gathered(evening.hosting, lacking)


def gathered(hosting: Hosting, lacking: Lacking) -> Gathered:
    """Return what guests of this hosting have written so far.

    ``lacking`` returns those parts of a text that can't be printed; a name with such parts is in ``unsaid``.
    """
    sitting = [chair for chair in hosting.chairs if chair.pin]
    willing = [chair for chair in sitting if not hosting.asked.hushed(chair.name)]
    spoken_of = [chair for chair in willing if guest_of(chair) is not None and not lacking(chair.name)]
    guests = tuple(f"{chair.name}:{chair.about}".rstrip(":") for chair in spoken_of)
    unsaid = tuple(chair.name for chair in willing if chair not in spoken_of)
    return Gathered(hosting.asked, tuple(chair.name for chair in sitting), guests, hosting.id, unsaid)


async def _serve(
    evening: HostedTable, announce: Callable[[HostedTable], None], wait: Callable[[], object], lacking: Lacking,
    bind: str,
) -> bool:  # fmt: skip
    """Serve the lobby until ``wait`` returns or the server is ended; return whether ``wait`` has returned.

    Parameters as in ``gather``; ``evening`` is the lobby that is served.
    """
    at = address_of(bind)
    try:
        listening = listen(at, evening.hosting.port or PORT)
    except UserError:  # another table is hosted there
        listening = listen(at, 0)
    with contextlib.closing(listening):
        evening.hosting.port = listening.getsockname()[1]
        found = own_addresses() if bind == "*" else [at]
        evening.address = f"{found[0] if found else '127.0.0.1'}:{evening.hosting.port}"
        try:
            evening.open_lobby()
        except TableHeld:
            raise UserError("the page for your guests is open in another window: close it there first") from None
        api, loop, done = make_api(evening), asyncio.get_running_loop(), asyncio.Event()
        api.people.unprintable = lacking

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
