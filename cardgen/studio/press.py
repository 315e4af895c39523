"""The press: two processes that draw, one what is looked at, the other all that can wait.

Drawing that falls over, or never ends, takes its process away and not the page: another one is started.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

from cardgen.errors import PrintError

R = TypeVar("R")
_LONGEST_S = 120.0
_POLITE = 10  # how far what can wait stands back, as `nice` counts
SEEN, ASKED, LATER = 0, 1, 2
"""How soon: what is looked at, what is waited for, what may be looked at."""


def _begin(nice: int) -> None:
    """Prepare a process that draws: Ctrl-C is the server's, and without its server it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)


class Press:
    """Work for the processes that draw."""

    def __init__(self) -> None:
        self._at_once, self._later = _Hand(0), _Hand(_POLITE)

    async def ask(
        self, soon: int, work: Callable[..., R], *args: object, wanted: Callable[[], bool] = lambda: True
    ) -> R:
        """Return what `work` returns in one of them.

        Raises PrintError: its own, or that it fell over, or that it is not `wanted` any more.
        """
        hand = self._at_once if soon == SEEN else self._later
        return await hand.ask(soon, work, *args, wanted=wanted)

    def close(self) -> None:
        """End both."""
        self._at_once.close()
        self._later.close()


class _Hand:
    """One process, and what waits for it."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._waiting: list[
            tuple[int, int, Callable[[], bool], Callable[..., Any], tuple[Any, ...], asyncio.Future[Any]]
        ]
        self._waiting = []
        self._count = itertools.count()
        self._pool: ProcessPoolExecutor | None = None
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
                made = await self._done(work, args)
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(made)

    async def _done(self, work: Callable[..., R], args: tuple[object, ...]) -> R:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (self._nice,))
        try:
            async with asyncio.timeout(_LONGEST_S):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise PrintError("this could not be drawn: what draws was started anew, so try it once more") from None

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for one in list((pool._processes or {}).values()):  # noqa: SLF001, nothing public ends a stuck one
                with contextlib.suppress(OSError, ValueError):
                    one.kill()
            pool.shutdown(wait=False, cancel_futures=True)
