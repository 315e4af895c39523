"""A worker process for slow functions, which runs one call after another.

A call is a picklable function with its arguments. A process that crashes or exceeds its time is killed, and the next
call starts a new process. `python -m liarsdeck.worker` is that process. It reads pickled calls from stdin and writes
pickled results to stdout, each after its length in four bytes, and ends when stdin ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import struct
import sys
import traceback
from asyncio.subprocess import PIPE
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, BinaryIO, TypeVar, cast

from liarsdeck.errors import UserError
from liarsdeck.system import CURRENT_OS

R = TypeVar("R")
_LENGTH = struct.Struct(">I")
_GRACE_S = 0.5  # for a process that has nothing to do, or has fallen over


class WorkerError(Exception):
    """The exception for a failed call: its process crashed, took too long, or raised an unexpected exception.

    A ``UserError`` is not unexpected; ``Worker.ask`` raises it as such.
    """


class Worker:
    """A separate process that runs functions for this one by ``ask``; it is started at the first call.

    ``nice`` is how much to lower its priority, as in ``os.nice``; 0 leaves it.
    """

    def __init__(self, nice: int = 0) -> None:
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self._killed = False
        self._free = asyncio.Lock()

    async def ask(self, work: Callable[..., R], *args: object, within_s: float) -> R:
        """Return the result of ``work(*args)``, run in the worker process after all earlier calls.

        If the call raises a ``UserError`` there, one with the same sentence is raised here. Raises ``WorkerError`` if
        the call fails in another way, or takes more than ``within_s`` seconds, including the wait for earlier calls.
        """
        if not CURRENT_OS.starts_processes:
            return await _called(work, *args)
        try:
            data = pickle.dumps((work, args))
        except (pickle.PicklingError, TypeError, AttributeError):
            raise WorkerError from None
        done: bool | None = None
        try:
            async with asyncio.timeout(within_s), self._free:
                process = await self._started()
                assert process.stdout is not None
                assert process.stdin is not None
                try:
                    process.stdin.write(_LENGTH.pack(len(data)) + data)
                    await process.stdin.drain()
                    (size,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
                    done, result = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301, our own
                except BaseException:  # also a cancellation: a late result would be taken for the next one
                    self._kill()
                    raise
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            raise WorkerError from None
        if done is None:
            raise WorkerError
        if not done:
            raise UserError(str(result))
        return cast("R", result)

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._killed:
            await self._process.wait()
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *program("liarsdeck.worker"), str(self._nice), stdin=PIPE, stdout=PIPE, start_new_session=True
            )
            self._killed = False
        return self._process

    def _kill(self) -> None:
        self._killed = True
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process: close its input, and kill the process if it runs on for half a second."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(_GRACE_S):
                await self._process.wait()
        except TimeoutError:
            self._kill()
            await self._process.wait()


async def _called(work: Callable[..., R], *args: object) -> R:
    """Return the result of ``work(*args)``, run in this process; used if the system can't start others.

    Raises ``UserError`` as the call raises it, and ``WorkerError`` for any other exception.
    """
    await asyncio.sleep(0)
    try:
        return work(*args)
    except UserError:
        raise
    except Exception as error:
        traceback.print_exc()  # into the browser's console
        raise WorkerError from error


def executor(workers: int) -> Executor:
    """Return an executor with ``workers`` threads.

    If the system has no threads (a web page), ``submit`` runs the function at once and returns a finished future.
    """
    return ThreadPoolExecutor(workers) if CURRENT_OS.starts_processes else _AtOnce()


class _AtOnce(Executor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def program(module: str) -> list[str]:
    """Return the command line that runs a module of ours, such as ``liarsdeck.worker``.

    It calls Python, or the one-file program if that is running. Python gets ``-P``, which keeps the current folder off
    the module path, so that a ``random.py`` there is not imported.
    """
    return [sys.executable, module] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", module]


def serve(came: BinaryIO, goes: BinaryIO) -> None:
    """Read calls from ``came`` until it ends, and write one answer for each call to ``goes``.

    Each call and each answer stands after its length, which is four bytes, big-endian. A call is the pickled tuple
    (function, arguments). An answer is a pickled tuple: (True, result), (False, sentence of a UserError), or (None, "")
    for any other exception.
    """
    while len(head := came.read(_LENGTH.size)) == _LENGTH.size:
        work, args = pickle.loads(came.read(_LENGTH.unpack(head)[0]))  # noqa: S301, from the program that started this
        answer: tuple[bool | None, object] = None, ""
        with contextlib.suppress(Exception):
            try:
                answer = True, work(*args)
            except UserError as error:
                answer = False, str(error)
        data = pickle.dumps(answer)
        goes.write(_LENGTH.pack(len(data)) + data)
        goes.flush()


def main(nice: int = 0) -> None:
    """Serve calls from stdin to stdout; anything that the called functions print is discarded.

    ``nice`` is how much to lower the priority of this process, as in ``os.nice``; 0 leaves it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    came, goes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b", buffering=0) as nowhere:
        os.dup2(nowhere.fileno(), 0)
        os.dup2(nowhere.fileno(), 1)
    with contextlib.suppress(BrokenPipeError):
        serve(came, goes)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
