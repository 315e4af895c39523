"""A process beside this one: what it returns, what it raises, and what becomes of one that falls over or hangs."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from factbank.errors import FactError
from liarsdeck.errors import UserError
from liarsdeck.worker import Worker, WorkerError


def refuse():
    raise FactError("there are no such facts")


def tried(what):
    """Run a coroutine function with a worker that is ended behind it."""

    async def run():
        worker = Worker()
        try:
            await what(worker)
        finally:
            await worker.close()

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.fixture(autouse=True)
def functions_of_this_file(monkeypatch):
    """Let the process beside this one import what stands here."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


def test_a_file_in_the_current_folder_is_no_module(tmp_path, monkeypatch):
    (tmp_path / "pickle.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)

    async def what(worker):
        assert await worker.ask(divmod, 7, 2, within_s=30) == (3, 1)

    tried(what)


def test_what_is_raised_there_comes_back_as_what_it_is():
    async def what(worker):
        assert await worker.ask(divmod, 7, 2, within_s=30) == (3, 1)
        with pytest.raises(UserError, match="no such facts"):
            await worker.ask(refuse, within_s=30)
        with pytest.raises(WorkerError):
            await worker.ask(divmod, 7, 0, within_s=30)
        assert await worker.ask(os.getpid, within_s=30) != os.getpid()

    tried(what)


def test_one_that_falls_over_or_takes_too_long_is_ended_and_another_started():
    async def what(worker):
        first = await worker.ask(os.getpid, within_s=30)
        with pytest.raises(WorkerError):
            await worker.ask(os._exit, 3, within_s=30)
        second = await worker.ask(os.getpid, within_s=30)
        with pytest.raises(WorkerError):
            await worker.ask(time.sleep, 600, within_s=0.05)
        asking = asyncio.create_task(worker.ask(time.sleep, 600, within_s=600))
        third = asyncio.create_task(worker.ask(os.getpid, within_s=30))  # waits for the one before it
        await asyncio.sleep(0.05)
        asking.cancel()
        assert len({first, second, await third}) == 3

    tried(what)


def test_work_in_turn_and_a_result_is_never_anothers():
    async def what(worker):
        found = await asyncio.gather(*(worker.ask(pow, 2, n, within_s=30) for n in range(20)))
        assert found == [2**n for n in range(20)]

    tried(what)
