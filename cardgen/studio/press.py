"""The press: two processes that draw, one what is looked at, the other all that can wait.

Drawing that falls over, or never ends, takes its process away and not the page: another one is started.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import pickle
from asyncio.subprocess import PIPE
from collections.abc import Callable
from typing import Any, TypeVar, cast

from cardgen.errors import PrintError
from cardgen.studio.drawn.hand import LENGTH
from cardgen.studio.programs import program

R = TypeVar("R")
_LONGEST_S = 120.0
_GRACE_S = 0.5  # for one that has nothing to do, or has fallen over
_POLITE = 4  # how far what can wait stands back, as `nice` counts
SEEN, ASKED, LATER = 0, 1, 2
"""How soon: what is looked at, what is waited for, what may be looked at."""


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

    async def close(self) -> None:
        """End both."""
        await self._at_once.close()
        await self._later.close()


class _Hand:
    """One process, and what waits for it."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._waiting: list[
            tuple[int, int, Callable[[], bool], Callable[..., Any], tuple[Any, ...], asyncio.Future[Any]]
        ]
        self._waiting = []
        self._count = itertools.count()
        self._process: asyncio.subprocess.Process | None = None
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
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *program("cardgen.studio.drawn.hand"), str(self._nice),
                stdin=PIPE, stdout=PIPE, start_new_session=True,
            )  # fmt: skip
        came, goes = self._process.stdout, self._process.stdin
        assert came is not None
        assert goes is not None
        data = pickle.dumps((work, args))
        try:
            async with asyncio.timeout(_LONGEST_S):
                goes.write(LENGTH.pack(len(data)) + data)
                await goes.drain()
                (size,) = LENGTH.unpack(await came.readexactly(LENGTH.size))
                done, made = pickle.loads(await came.readexactly(size))  # noqa: S301, from a process of ours
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            await self._let_go()
            raise PrintError("this could not be drawn: what draws was started anew, so try it once more") from None
        if not done:
            raise PrintError(str(made))
        return cast("R", made)

    async def close(self) -> None:
        """End the process, and what it does or is being started for."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait({self._working})
        await self._let_go()

    async def _let_go(self) -> None:
        """End the process: it ends by itself when nothing can come any more, unless it draws."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(_GRACE_S):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
