"""The turns of a hosted table's bots: when they play, and where their lines are decided."""

import asyncio

from liarsdeck.errors import UserError
from liarsdeck.worker import Worker, WorkerError
from referee import games
from referee.bots import quick
from referee.core.game import Action
from referee.host.session import HostedTable
from referee.store.journal import JournalError
from referee.tables.table import Table

MOMENT_S, MOMENTS = 1.2, 3
"""Seconds from a change of the table to a bot's line, and the largest factor for these.

The delay is the same for all bots, as it must not tell of their hands. After a line that takes people long, such as a
card with a fact to read, it is longer by a factor.
"""
_NICE = 10  # how far a bot's process stands back for the server


def moments(table: Table) -> float:
    """Return the factor, from 1 to ``MOMENTS``, by which a bot waits longer after the last line.

    It grows with the time that people need for a line with that verb, and is 1 for verbs that take 8 seconds or less.
    """
    last = table.actions[-1].verb if table.actions else ""
    return min(max(1.0, table.game.seconds.get(last, 0) / 8), MOMENTS)


class BotTurns:
    """Plays the turns of a hosted table's bots. A worker process decides their lines.

    The time that a decision takes depends on the bot's hand and is therefore hidden: each line is played after a fixed
    delay from the last change of the table. No turn begins while the screens show a result.
    """

    def __init__(self, hosted: HostedTable) -> None:
        self._hosted = hosted
        self._worker = Worker(_NICE)
        self._turn = 0  # counts the turns begun: one that is not the last is no longer played
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Schedule the next bot's turn in place of one that is pending. Call it when the table waits for a bot."""
        self._turn += 1
        task = asyncio.get_running_loop().create_task(self._play(self._turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all turns and end the worker process."""
        self._turn += 1
        for task in self._tasks:
            task.cancel()
        await self._worker.close()

    async def _play(self, turn: int) -> None:
        try:
            await self._played(turn)
        except JournalError:  # a full disk: nothing has changed, and it is tried again
            self.begin()
        except (Exception, SystemExit) as error:  # a plug-in's: the host goes on
            self._hosted.fault(f"no bot can go on: the game has failed ({type(error).__name__})")

    async def _played(self, turn: int) -> None:
        loop, table = asyncio.get_running_loop(), self._hosted.begun
        due, state = loop.time() + MOMENT_S * moments(table), table.state
        bots = dict(table.bots)
        quickly = {seat: quick(table.game, level) for seat, level in table.bots.items()}
        decided, action = await self._decided(turn, table, quickly, due)
        await asyncio.sleep(max(0.0, due - loop.time()))
        if turn != self._turn or table is not self._hosted.table or table.state is not state or table.bots != bots:
            return
        self._hosted.bot_plays(action if decided else table.by_bot(quickly))

    async def _decided(
        self, turn: int, table: Table, quickly: dict[int, str], due: float
    ) -> tuple[bool, Action | None]:
        """Return (whether a decision was made in time, the action or None for doing nothing).

        The quick levels decide first, then the bots' own levels; the last decision before ``due`` counts. ``turn`` is
        the number of this turn: when another has begun, no more is asked. ``quickly`` has a quick level for the seat of
        each bot. ``due`` is a time of the event loop's clock, in seconds.
        """
        found: tuple[bool, Action | None] = False, None
        acting = {turn.seat for turn in table.game.to_act(table.state)}
        for bots in [quickly, table.bots] if quickly != table.bots else [table.bots]:
            if turn != self._turn:
                break
            seen = {seat: [*table.seen_by(seat)] for seat in bots if seat in acting}
            asked = games.decide, table.game.name, table.state, bots, seen, table.kept.seed
            try:
                found = True, await self._worker.ask(*asked, within_s=due - asyncio.get_running_loop().time())
            except (UserError, WorkerError):
                break
        return found
