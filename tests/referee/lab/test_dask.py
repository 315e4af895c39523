"""On a cluster: a real scheduler and two workers, one of them killed with its hands full: ``make cluster``."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee import games
from referee.lab import run
from referee.lab.plan import Plan, cells
from tests.programs import ran
from tests.sampling import WHOLE

ROOT = Path(__file__).parents[3]
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_LOGGING__DISTRIBUTED": "error"}


def started(stack: ExitStack, *words: str) -> subprocess.Popen[bytes]:
    done = subprocess.Popen([sys.executable, "-m", *words], env=ENV, cwd=ROOT, stderr=subprocess.DEVNULL)
    stack.callback(done.wait)
    stack.callback(done.kill)
    return done


@pytest.fixture
def cluster() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        started(stack, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        words = ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        one = started(stack, *words)
        started(stack, *words)
        yield address, one


@pytest.mark.slow
@pytest.mark.skipif(not WHOLE, reason="starts three programs: make cluster")
def test_a_cluster_whose_worker_is_killed(tmp_path: Path, cluster: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, one = cluster
    game = games.game("liars-lair")
    plan = Plan(game.name, cells(game, (4,), (), (), ("no-look", "lair")), 60, "7")
    run.begin(tmp_path / "here", plan)
    run.go(tmp_path / "here", plan, workers=1)
    run.begin(tmp_path / "there", plan)
    chunks: list[float] = []

    def step() -> None:
        chunks.append(time.monotonic())
        if len(chunks) == 1:
            one.kill()

    run.go(tmp_path / "there", plan, dask=address, step=step)
    assert len(chunks) == len(run.chunks(plan))
    assert one.wait(5) < 0
    assert run.digest(run.rows_of(tmp_path / "there")) == run.digest(run.rows_of(tmp_path / "here"))


@pytest.mark.slow
@pytest.mark.skipif(not WHOLE, reason="starts three programs: make cluster")
def test_a_search_on_a_cluster_finds_the_same(tmp_path: Path, cluster: tuple[str, subprocess.Popen[bytes]]) -> None:
    words = ("lab", "liars-guess", "--search", "--vary", "deals=1,2", "--games", "20", "--tables", "2", "--drama", "1")
    for name, more in (("here", ("--workers", "1")), ("there", ("--dask", cluster[0]))):
        done = ran("referee", *words, *more, "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "here" / "front.csv").read_bytes() == (tmp_path / "there" / "front.csv").read_bytes()


def test_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_PATIENCE_S", 0.2)
    words = "lab red-and-black --bots at-once --games 2 --dask tcp://127.0.0.1:1 -o"
    done = ran("referee", *words.split(), tmp_path / "lab")
    assert done.returncode == 2
    assert re.match(r"referee: --dask tcp://127.0.0.1:1: nobody answers there: .*\n$", done.stderr)
