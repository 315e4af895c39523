"""What an attack found: its figures, and every promise that fell."""

import contextlib
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import Any
from unittest import mock

from liarsdeck.files import STAGING_NAME, sweep

SLOW_S = 1.0  # of CPU time: a busy machine is nobody's fault
MORE_MB = 175  # of memory than before
_UNIT = 1 if sys.platform == "darwin" else 1024


@contextlib.contextmanager
def household() -> Iterator[Path]:
    """Give everything inside a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, LIARSDECK_HOME=folder):
        yield Path(folder)


def started(
    *words: object, lines: str = "", env: Mapping[str, str] = MappingProxyType({}), **how: Any
) -> "subprocess.CompletedProcess[str]":
    """Run a program in a process of its own, ``lines`` on its standard input."""
    command = [sys.executable, "-m", *map(str, words)]
    env = {**os.environ, **env}
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=False, env=env, **how)


def forked(do: Callable[[], int]) -> int:
    """Do something in a fork of this process; return the status that it ends with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of whoever runs the tests: the child has none
        child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 99
    try:
        status = do()
    finally:
        os._exit(status)


def left_behind(home: Path, *, swept: bool = True) -> str:
    """Return what is left half-written below a folder, as a fault; after the next program has ``swept``."""
    for folder in {home, *(path for path in home.rglob("*") if path.is_dir())} if swept else ():
        sweep(folder)
    left = [path for path in home.rglob("*") if STAGING_NAME.fullmatch(path.name)]
    return f"{left[0].relative_to(home)} is left" if left else ""


class Hang(BaseException):
    """One input took more than a second; not an Exception, so that nothing takes it for an ordinary fault."""


@dataclass
class Report:
    """``figures`` are counts and measures by name; ``faults`` are sentences, () when every promise held."""

    name: str
    figures: dict[str, float | str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def fault(self, sentence: str) -> None:
        """Note a promise that fell (the first 50 of them are kept, all are counted)."""
        self.counts["faults"] += 1
        if len(self.faults) < 50:
            self.faults.append(sentence[:400])

    def note(self, faults: Iterable[str], before: str = "") -> None:
        """Note several."""
        for fault in faults:
            self.fault(before + fault)

    @contextlib.contextmanager
    def little_memory(self) -> Iterator[None]:
        """Note it as a fault if much memory is taken inside."""
        held, begun = memory_mb(), memory_mb(what="VmRSS")
        yield
        self.figures["memory in MB"] = round(memory_mb(), 1)
        # Other tests of the same process may have held more before, and hold what they imported.
        if memory_mb() > max(begun + MORE_MB, held):
            self.fault(f"{memory_mb():.0f} MB of memory were held")

    @contextlib.contextmanager
    def trial(self, where: object, slow_s: float = math.inf) -> Iterator[None]:
        """Note what is done inside as a fault if it raises, or takes more CPU time than that."""
        try:
            with within_a_second(slow_s) if slow_s < math.inf else contextlib.nullcontext():
                yield
        except Hang:
            self.fault(f"{where}: took over {slow_s:g} s")
        except Exception as error:
            self.fault(f"{where}: {last_frames(error)}")

    def lines(self) -> list[str]:
        """Return the report as lines of text."""
        told = [f"  {what}: {_number(value)}" for what, value in self.figures.items()]
        told += [f"  {what}: {many:,}" for what, many in sorted(self.counts.items()) if what != "faults"]
        verdict = "every promise held" if not self.faults else f"{self.counts['faults']:,} FAULTS"
        return [f"{self.name}: {verdict}", *told, *(f"  FAULT {fault}" for fault in self.faults)]


def _number(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def last_frames(error: BaseException, most: int = 3) -> str:
    """Return where an exception comes from, on one line."""
    frames = traceback.extract_tb(error.__traceback__)[-most:]
    told = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(error).__name__}: {str(error)[:200]} ({told})"


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise Hang


@contextlib.contextmanager
def within_a_second(slow_s: float = SLOW_S) -> Iterator[None]:
    """Raise ``Hang`` when what is done inside takes more CPU time than that."""
    begun = time.process_time()
    before = signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, slow_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if time.process_time() - begun > slow_s:
        raise Hang


def memory_mb(pid: int | None = None, what: str = "VmHWM") -> float:
    """Return the most memory that this process, or ``pid``, ever held, in megabytes; ``VmRSS`` is what it holds.

    Where the system keeps no such file: the most of this process and those that started it, 0 of another.
    """
    status = Path(f"/proc/{pid or 'self'}/status")
    if status.exists():
        kib = next(line for line in status.read_text().splitlines() if line.startswith(what)).split()[1]
        return int(kib) * 1024 / 1e6
    if pid is not None:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT / 1e6
