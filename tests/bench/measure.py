"""What the benchmarks measure with: time by the clock and of the processor, memory, and two commands in turn."""

import os
import resource
import statistics
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path


def wall(work: Callable[[], object]) -> float:
    """Return the seconds that something takes by the clock."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def wall_of(command: Sequence[str]) -> float:
    """Return the seconds that a program takes by the clock."""
    return wall(lambda: subprocess.run(command, check=True, capture_output=True))


def cpu_of(command: Sequence[str], env: Mapping[str, str] | None = None) -> float:
    """Return the seconds of the processor, user and system, of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compiled(folder: object) -> dict[str, str]:
    """Return an environment in which a first run compiles the modules, as an installed program has them."""
    env = {**os.environ, "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def peak_mb(command: Sequence[str], env: Mapping[str, str]) -> float:
    """Return the largest resident set of a program, asked by a parent that has no other child."""
    probe = (
        "import resource, subprocess, sys; "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", probe, *command], check=True, capture_output=True, text=True, env=env)
    return int(done.stdout) / (1024 if sys.platform != "darwin" else 1024 * 1024)


def taken_out(commit: str, folder: Path, *what: str) -> bool:
    """Lay an earlier commit, or ``what`` was named of it, in a folder; say whether this checkout knows it."""
    here = Path(__file__).parents[2]
    done = subprocess.run(["git", "archive", commit, *what], cwd=here, capture_output=True, check=False)
    if done.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return True


def in_turns(ours: Callable[[], float], peer: Callable[[], float], rounds: int) -> tuple[float, float, float]:
    """Return the medians of two measures that are taken in turn, and of their ratios."""
    pairs = [(ours(), peer()) for _ in range(rounds)]
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return mine, theirs, statistics.median(a / b for a, b in pairs)
