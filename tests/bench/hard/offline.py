"""No network: all three programs at work, in this process, with every socket blocked and every look-up refused."""

import contextlib
import io
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from referee import games
from tests.bench.hard.report import Report, last_frames
from tests.bench.hard.twice import COMMANDS, _inputs

MORE: tuple[tuple[str, ...], ...] = (
    ("factbank", "packs"),
    ("factbank", "new", "--pairs", "5", "--locale", "de_DE", "-o", "de.json"),
    ("factbank", "history"),
    ("factbank", "check", "cabinet"),
    ("factbank", "packs", "--topics"),
    ("referee", "tables"),
    ("referee", "rules", "lizard"),
    ("referee", "export"),
    ("referee", "scores", "--svg"),
    ("referee", "slips", "-o", "slips", "--yes"),
    ("cardgen", "list"),
)
FULL = len(COMMANDS) + len(MORE)
SAMPLE = 3


class Asked(AssertionError):
    """Something asked for the network."""


def _never(*_args: Any, **_more: Any) -> Any:
    raise Asked("the network was asked for")


@contextlib.contextmanager
def no_network() -> Iterator[None]:
    """Let nothing in this process open a socket or look up a name."""
    names = ("socket", "create_connection", "getaddrinfo", "gethostbyname", "create_server", "socketpair")
    kept = {name: getattr(socket, name) for name in names}
    try:
        for name in names:
            setattr(socket, name, _never)
        yield
    finally:
        for name, value in kept.items():
            setattr(socket, name, value)


def run(count: int, seed: int) -> Report:
    """Run ``count`` commands of the three programs."""
    report = Report("without a network")
    commands = [*MORE, *COMMANDS]
    if count < len(commands):
        commands = Random(seed).sample(MORE, count)
    before, kept = Path.cwd(), os.environ.get("LIARSDECK_HOME")
    with tempfile.TemporaryDirectory() as folder, no_network():
        os.environ["LIARSDECK_HOME"] = str(Path(folder) / "home")
        try:
            os.chdir(folder)
            _inputs(Path(folder))
            _a_table(report)
            for command in commands:
                _one(command, report)
        finally:
            os.chdir(before)
            os.environ.pop("LIARSDECK_HOME")
            if kept is not None:
                os.environ["LIARSDECK_HOME"] = kept
    report.figures["commands"] = len(commands)
    return report


def _a_table(report: Report) -> None:
    from referee.store.journal import Journal
    from referee.tables.table import Table

    lizard = games.game("lizard")
    setup = games.setup(lizard, ["Ann", "Bob", "Cat"], {"rounds": 1})
    _state, actions = games.playout(lizard, setup, Random(1))
    with Journal(pin_cost=1) as journal:
        table = Table.new(journal, setup, seed="1")
        for action in actions[:5]:
            table.act(action)
    report.counts["tables played"] += 1


def _one(command: tuple[str, ...], report: Report) -> None:
    from importlib import import_module

    from liarsdeck.cli import _status
    from referee.core.game import RecordError

    program, *args = command
    room = import_module(f"{program}.cli")
    errors = [RecordError]
    if program == "cardgen":
        from cardgen.errors import PrintError

        errors.append(PrintError)

    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = _status(room.program, program, args)
    except (Asked, Exception) as error:
        report.fault(f"{' '.join(command)}: {last_frames(error)}")
        return
    report.counts[f"{program}: ended with {status}"] += 1
    if status:
        report.fault(f"{' '.join(command)}: ended with {status}: {err.getvalue()[-200:]}")
