"""No network: all three programs at work, in this process, with every socket blocked and every look-up refused."""

import contextlib
import socket
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest import mock

from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.report import Report, household
from tests.bench.hard.twice import COMMANDS, _inputs
from tests.programs import ran

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
    with mock.patch.multiple(socket, **dict.fromkeys(names, _never)):
        yield


def run(count: int, seed: int) -> Report:
    """Run ``count`` commands of the three programs."""
    report = Report("without a network")
    commands = [*MORE, *COMMANDS]
    if count < len(commands):
        commands = Random(seed).sample(MORE, count)
    with household() as folder, no_network(), contextlib.chdir(folder):
        _inputs(folder)
        _a_table()
        for command in commands:
            _one(command, report)
    report.figures["commands"] = len(commands)
    return report


def _a_table() -> None:
    lizard = games.game("lizard")
    setup = games.setup(lizard, ["Ann", "Bob", "Cat"], {"rounds": 1})
    _state, actions = games.playout(lizard, setup, Random(1))
    with Journal(pin_cost=1) as journal:
        table = Table.new(journal, setup, seed="1")
        for action in actions[:5]:
            table.act(action)


def _one(command: tuple[str, ...], report: Report) -> None:
    where = " ".join(command)
    with report.trial(where):
        done = ran(*command)
        report.counts[f"{command[0]}: ended with {done.returncode}"] += 1
        if done.returncode:
            report.fault(f"{where}: ended with {done.returncode}: {done.stderr[-200:]}")
