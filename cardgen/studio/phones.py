"""What the studio opens to phones: the table of `referee host`, and the page on which guests write facts."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.errors import PrintError
from liarsdeck import installed, system
from liarsdeck.cli import spelt
from liarsdeck.language import ENGLISH, later, say
from liarsdeck.worker import program

if TYPE_CHECKING:
    from cardgen.studio.room import KitDraft
    from referee.host.gathering import Gathered
    from referee.host.session import HostedTable

_PATIENCE_S = 20.0


class Open(Struct, frozen=True):
    """A running table.

    `screen` is the URL of its big screen. `address` and `word` are the address and the code word for phones; both are
    "" if the table is for one device alone.
    """

    screen: str
    address: str = ""
    word: str = ""


Device = Callable[["KitDraft"], Awaitable[str]]
"""Opens a table on this device alone, where no server can be had, and returns the URL of its screen."""


class Tables:
    """The table that the studio opens, as a process of ``referee host``.

    If ``device`` is not None, it is called to open a table in this process instead.
    """

    def __init__(self, device: Device | None) -> None:
        self._device = device
        self._process: asyncio.subprocess.Process | None = None
        self._now: Open | None = None

    @property
    def now(self) -> Open | None:
        """The open table, or None."""
        runs = self._process is not None and self._process.returncode is None
        return self._now if runs or self._device is not None else None

    async def open(self, making: KitDraft) -> None:
        """Open a table with this kit and its guests, unless the studio's table is open already.

        If the table is opened in this process, a new one replaces an open one. Raises PrintError with the error
        sentence of `referee host` if that program does not start.
        """
        if self._device is not None:
            self._now = Open(await self._device(making))
            return
        if self.now is not None:
            return
        self._process = await asyncio.create_subprocess_exec(
            *program("referee"), *table_words(making), "--json", "--quiet",
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        line = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                line = await self._process.stdout.readline()
        if not line:
            await self.close()
            why = (await self._process.stderr.read(2000)).decode(errors="replace").strip().removeprefix("referee: ")
            raise PrintError(why or say("the table did not open: try it in a terminal"))
        said = json.loads(line)
        self._now = Open(f"{said['screen']}#{said['host']}", said["address"], said["word"])

    async def close(self) -> None:
        """End the process of `referee host`, if it runs; the game is saved, and can be resumed with that command."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()


def table_words(making: KitDraft) -> list[str]:
    """Return the arguments of `referee` that start a table with this kit and its guests."""
    facts = making.facts
    words = ["host", making.game, *(["--kit", facts.kit] if facts else [])]
    for name in making.names:
        words += ["--seat", name]
    for name, value in sorted(making.rules.items()):
        words += ["--option", f"{name}={value}"]
    return words if facts or making.language == ENGLISH else [*words, "--language", making.language]


def table_line(making: KitDraft) -> str:
    """Return the command line that starts a table with this kit in a terminal."""
    return f"{installed.typed('referee')} " + spelt(table_words(making))


class WritingPage(Struct, frozen=True):
    """The open page on which guests write facts, and what has come in so far.

    `address` and `word` are the address and the code word for phones. `names` are the guests who sat down. `endings` is
    how many endings they wrote; an ending completes the opening of a fact. ``fewest`` is how many guests have to sit
    down before endings are asked for.
    """

    address: str
    word: str
    names: tuple[str, ...]
    endings: int
    fewest: int

    @property
    def live(self) -> str:
        """A text that changes when somebody sits down or writes."""
        return " ".join((str(self.endings), *self.names))


class Writing:
    """Opens and closes the page on which guests write facts; its server is a thread of this process."""

    def __init__(self) -> None:
        self._evening: HostedTable | None = None
        self._gathering: asyncio.Task[Gathered] | None = None
        self._ends: SimpleQueue[None] = SimpleQueue()

    @property
    def now(self) -> WritingPage | None:
        """The open page and what has come in, or None if it is not open."""
        if self._evening is None or self._gathering is None or self._gathering.done():
            return None
        from referee.host.asking import FEWEST

        hosting = self._evening.hosting
        names = tuple(chair.name for chair in hosting.chairs if chair.pin)
        return WritingPage(self._evening.address, hosting.word, names, hosting.asked.written(), FEWEST)

    async def open(self, language: str) -> None:
        """Open the page in a language such as `de`, unless the page is open already.

        What guests wrote the last time is still there. Raises PrintError if the page cannot be opened.
        """
        if self.now is not None:
            return
        if not system.CURRENT_OS.starts_processes:
            why = later("guests’ phones need a server, which a web page can’t be: install the programs for that")
            raise PrintError(say(why))
        from cardgen.decks.faces.liars_lair import lacking
        from referee.host.gathering import gather

        loop = asyncio.get_running_loop()
        opened: asyncio.Future[HostedTable] = loop.create_future()

        def announce(evening: HostedTable) -> None:
            loop.call_soon_threadsafe(opened.set_result, evening)

        self._ends = SimpleQueue()
        self._gathering = asyncio.create_task(
            asyncio.to_thread(gather, announce, self._ends.get, lacking, language=language)
        )
        either: tuple[asyncio.Future[Gathered], asyncio.Future[HostedTable]] = (self._gathering, opened)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not opened.done():
            raise PrintError(str(self._gathering.exception() or say("the page did not open: try it again")))
        self._evening = opened.result()

    def code(self) -> bytes:
        """Return the SVG of the QR code that phones scan. Raises PrintError if the page is not open."""
        if self._evening is None or self.now is None:
            raise PrintError(say("there is nothing to scan: open the page first"))
        from referee.host.hosting import code_svg

        return code_svg(self._evening.joining)

    def check(self) -> None:
        """Raise PrintError if the page is not open, or if nobody has written anything yet."""
        if (now := self.now) is None:
            raise PrintError(say("the page for your guests is not open any more: open it again, and nothing is lost"))
        if not now.endings:
            raise PrintError(say("nobody has written anything yet"))

    async def close(self) -> Gathered | None:
        """Close the page and return what guests wrote, which stays stored; None if the page was not open."""
        if self._gathering is None:
            return None
        self._ends.put(None)
        gathering, self._gathering, self._evening = self._gathering, None, None
        return await gathering
