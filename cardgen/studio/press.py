"""The press: two processes that draw, one what is looked at, the other all that can wait.

Drawing that falls over, or never ends, takes its process away and not the page: another one is started.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from typing import Any, TypeVar

from cardgen.errors import PrintError
from liarsdeck.errors import UserError
from liarsdeck.worker import Worker, WorkerError

R = TypeVar("R")
_LONGEST_S = 120.0
_FAULT = "this could not be drawn, and your kit is as it was: try once more"
_POLITE = 4  # how far what can wait stands back, as `nice` counts
SEEN, ASKED, LATER = 0, 1, 2
"""How soon: what is looked at, what is waited for, what may be looked at."""


class Press:
    """Work for the processes that draw."""

    def __init__(self) -> None:
        self._at_once, self._later = _Queue(0), _Queue(_POLITE)

    async def ask(
        self, soon: int, work: Callable[..., R], *args: object, wanted: Callable[[], bool] = lambda: True
    ) -> R:
        """Return what `work` returns in one of them.

        Raises PrintError: its own, or that it fell over, or that it is not `wanted` any more.
        """
        queue = self._at_once if soon == SEEN else self._later
        return await queue.ask(soon, work, *args, wanted=wanted)

    async def close(self) -> None:
        """End both."""
        await self._at_once.close()
        await self._later.close()


class _Queue:
    """One process, and what waits for it, the soonest first."""

    def __init__(self, nice: int) -> None:
        self._worker = Worker(nice)
        self._waiting: list[
            tuple[int, int, Callable[[], bool], Callable[..., Any], tuple[Any, ...], asyncio.Future[Any]]
        ]
        self._waiting = []
        self._count = itertools.count()
        self._working: asyncio.Task[None] | None = None

    async def ask(self, soon: int, work: Callable[..., R], *args: object, wanted: Callable[[], bool]) -> R:
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (soon, next(self._count), wanted, work, args, answer))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        while self._waiting:
            _, _, wanted, work, args, answer = heapq.heappop(self._waiting)
            if answer.done():
                continue
            if not wanted():
                answer.set_exception(PrintError("something else is looked at by now"))
                continue
            try:
                made = await self._worker.ask(work, *args, within_s=_LONGEST_S)
            except UserError as error:
                if not answer.done():
                    answer.set_exception(PrintError(str(error)))
            except WorkerError:
                if not answer.done():
                    answer.set_exception(
                        PrintError("this could not be drawn, and your kit is as it was: try once more")
                    )
            else:
                if not answer.done():
                    answer.set_result(made)

    async def close(self) -> None:
        """End the process, and what it does or is being started for."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait({self._working})
        await self._worker.close()
