"""The bots of a hosted table: they think in a process beside the server, and each line comes after the same time.

How long a bot thinks depends on its hand. So nobody waits for it: the line before it is answered first, the server goes
on answering, and the bot's line comes ``MOMENT_S`` after the table last changed, whenever it was decided.
"""

import asyncio

from liarsdeck.errors import UserError
from liarsdeck.worker import Worker, WorkerError
from referee.bots.seated import decide, quick
from referee.core.game import Action
from referee.host.desk import Desk
from referee.store.journal_file import JournalError
from referee.tables.table import Table

MOMENT_S = 1.2
"""Seconds that every bot seems to think."""
_POLITE = 10  # how far a bot's thinking stands back for the server, as `nice` counts


class BotTurns:
    """Lets the bots of a desk play, from ``begin`` on, until nothing is theirs to do."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._worker = Worker(_POLITE)
        self._turn = 0  # counts the turns begun: one that is not the last is no longer played
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Begin the turn of a bot: the table has changed, and waits for one."""
        self._turn += 1
        task = asyncio.get_running_loop().create_task(self._play(self._turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let no bot play any more, and end the process."""
        self._turn += 1
        for task in self._tasks:
            task.cancel()
        await self._worker.close()

    async def _play(self, turn: int) -> None:
        loop, table = asyncio.get_running_loop(), self._desk.table
        assert table is not None
        due, state = loop.time() + MOMENT_S, table.state
        decided, action = await self._decided(turn, table, due)
        await asyncio.sleep(max(0.0, due - loop.time()))
        if turn != self._turn or table is not self._desk.table or table.state is not state:
            return
        try:
            self._desk.bot_plays(action if decided else table.by_bot(_quick(table)))
        except JournalError:  # a full disk: nothing has changed, and it is tried again
            self.begin()

    async def _decided(self, turn: int, table: Table, due: float) -> tuple[bool, Action | None]:
        """Return whether a line was decided in time, and the line: by a quick level where the bot's own took longer."""
        found: tuple[bool, Action | None] = False, None
        for bots in [_quick(table), table.bots] if _quick(table) != table.bots else [table.bots]:
            if turn != self._turn:
                break
            asked = decide, table.game.name, table.setup, table.state, table.actions, bots, table.kept.seed
            try:
                found = True, await self._worker.ask(*asked, within_s=due - asyncio.get_running_loop().time())
            except (UserError, WorkerError):
                break
        return found


def _quick(table: Table) -> dict[int, str]:
    return {seat: quick(table.game, level) for seat, level in table.bots.items()}
