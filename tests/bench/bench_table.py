"""The table's promises: durable appends, the start of ``--help``, the answer to a line, undo in a long game."""

import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from referee import games
from referee.console.interpret import Reader
from referee.store.journal import LINE, Journal
from referee.tables.table import Table
from tests.bench.measure import in_turns, wall, wall_of
from tests.bench.row import Row

_BARE_HELP = """
import click
@click.group(help="A bare program.")
def main(): pass
def add(name):
    @main.command(name, help=f"Do {name}.")
    @click.argument("what", required=False)
    @click.option("--plain", is_flag=True, help="Plain.")
    def one(what, plain): pass
for name in "new resume tables scores slips export replay rules".split(): add(name)
main(prog_name="bare")
"""


def rows() -> Iterator[Row]:
    """Yield the table's figures."""
    yield from _appends()
    yield from _starts()
    yield from _lines()


def _appends(runs: int = 70, many: int = 30) -> Iterator[Row]:
    """Durable appends of ours and of a bare SQLite loop, in turns, on the same disk."""
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as folder:
        sql = sqlite3.connect(Path(folder) / "bare.sqlite", isolation_level=None)
        sql.execute("PRAGMA journal_mode = WAL")
        sql.execute("PRAGMA synchronous = EXTRA")
        sql.execute("CREATE TABLE lines (id INTEGER PRIMARY KEY, at REAL, text TEXT)")
        with Journal(Path(folder) / "tables.sqlite") as journal:
            number = journal.create("lizard", "", ["Ann"], "7")
            for run in range(runs):
                begun = time.perf_counter()
                for place in range(many):
                    journal.append(number, run * many + place + 1, LINE, "Ann: plays Ah")
                middle = time.perf_counter()
                for _ in range(many):
                    sql.execute("INSERT INTO lines (at, text) VALUES (?, ?)", (time.time(), "Ann: plays Ah"))
                done = time.perf_counter()
                ours.append(many / (middle - begun))
                bare.append(many / (done - middle))
        sql.close()
    mine, peer = statistics.median(ours), statistics.median(bare)
    ratio = statistics.median([a / b for a, b in zip(ours, bare, strict=True)])
    yield Row(
        "durable appends, against a bare SQLite loop", mine, "/s", peer, ratio, "≥ 0.8", "WAL, FULL, commit a row"
    )


def _starts(runs: int = 15) -> Iterator[Row]:
    """Wall time of starting a program: ``--help`` against bare click, a 200-line replay against two imports."""
    with tempfile.TemporaryDirectory() as folder:
        bare, record = Path(folder) / "bare.py", Path(folder) / "game.txt"
        bare.write_text(_BARE_HELP)
        lines = _record(record, 200)
        for name, ours, peer, bound in (
            ("referee --help, against bare click with as many commands", ("--help",), (str(bare), "--help"), "≤ 1.5"),
            (f"referee replay of {lines} lines, against import click, json", ("replay", str(record), "--json"),
             ("-c", "import click, json"), "≤ 2.5"),
        ):  # fmt: skip
            program, other = (sys.executable, "-m", "referee", *ours), (sys.executable, *peer)
            mine, theirs, ratio = in_turns(lambda p=program: wall_of(p), lambda o=other: wall_of(o), runs)
            yield Row(name, mine * 1e3, "ms", theirs * 1e3, ratio, bound)


def _record(path: Path, many: int) -> int:
    """Write a Lizard record of about ``many`` lines."""
    game = games.game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat", "Dan"], {})
    _state, actions = games.playout(game, setup, Random(7), hands=False)
    lines = [games.format_action(game, setup, action) for action in actions[:many]]
    path.write_text(f'+++\ngame = "lizard"\nseats = {json.dumps(setup.seats)}\n+++\n' + "\n".join(lines) + "\n")
    return len(lines)


def _lines(many: int = 1000) -> Iterator[Row]:
    """Time from a typed line to its answer at a long table, completion and undo there."""
    game = games.game("liars-guess")
    setup = games.setup(game, ["Ann", "Bob"], {"deals": 99})
    rng, state, actions = Random(7), game.start(setup), []
    while len(actions) < many:  # nobody guesses or accuses, so that the match is long
        quiet = [act for act in games.legal_actions(game, state) if act.verb in {"dealer", "shows", "answers"}]
        actions.append(rng.choice(quiet) if quiet else game.draw(state, rng, hands=False))
        state = game.apply(state, actions[-1])
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "tables.sqlite") as journal:
        table = Table.new(journal, setup, seed="7")
        answers, offered = [], []
        for action in actions:
            typed = games.format_action(game, setup, action)
            offered.append(1e3 * wall(lambda: Reader(game, setup, table.view).lines()))
            answers.append(1e3 * wall(lambda typed=typed: _answer(table, typed)))
        note = f"99 of 100, over {len(answers)} lines"
        yield Row("a typed line, from Enter to its answer", _slow(answers), "ms", bound="≤ 50", note=note)
        yield Row("completion of the legal lines", _slow(offered), "ms", bound="≤ 50", note=note)
        undo = 1e3 * wall(lambda: table.undo(table.takeback()))
        yield Row(f"undo of the last of {len(answers):,} lines", undo, "ms", bound="≤ 50")


def _slow(times: list[float]) -> float:
    return sorted(times)[int(0.99 * len(times))]


def _answer(table: Table, typed: str) -> None:
    understood = Reader(table.game, table.setup, table.view).read(typed)
    table.act(understood.readings[0].action)
    table.game.show(table.view, None)
