"""Kill scripted tables at random moments and look what stands: ``python -m tests.bench.crash [RUNS] [SEED]``.

Every game that the referee keeps, in turn; also with a disk that takes no more and a folder that is read-only. Every
confirmed line must be there after ``resume``, nothing that was not written down, and no table may be unreadable.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from factbank.facts import Card, Pair, make, write
from referee import games
from referee.journal import Journal
from referee.table import Table

SEATS = ["Ann", "Bob", "Cat", "Dan", "Eve"]


def main() -> int:
    """Run and print the count of every way to end; return 1 when a promise was broken."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    rng = Random(int(sys.argv[2]) if len(sys.argv) > 2 else 7)
    found: Counter[str] = Counter()
    for run in range(runs):
        name = games.REGISTRY[run % len(games.REGISTRY)]
        way = ("kill", "kill", "kill", "full disk")[run // len(games.REGISTRY) % 4]
        fault = one(name, way, rng)
        found[f"{name}, {way}: {fault or 'all confirmed lines stand'}"] += 1
    for what, count in sorted(found.items()):
        print(f"{count:>5}  {what}")
    broken = sum(count for what, count in found.items() if not what.endswith("stand"))
    print(f"{runs} runs, {broken} broken promises")
    return 1 if broken else 0


def one(name: str, way: str, rng: Random) -> str:
    """Kill one table at a random moment and resume it; return what was wrong, "" when nothing was."""
    game = games.game(name)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LIARSDECK_HOME"] = folder
        seats = SEATS[: game.seats[1]]
        facts, more = None, []
        if game.needs_facts:
            pairs = [
                Pair(f"Pair {n}", (Card(2 * n - 1, f"So {n}."), Card(2 * n, f"Not so {n}."))) for n in range(1, 16)
            ]
            facts = make(pairs)
            write(facts, Path(folder) / "facts.json")
            more = ["--facts", str(Path(folder) / "facts.json")]
        setup = games.setup(game, seats, {}, facts=facts)
        _state, actions = games.playout(game, setup, rng, limit=120)
        lines = [games.format_action(game, setup, action) + "\n" for action in actions]
        command = ["new", name, *[part for seat in seats for part in ("--seat", seat)], *more]
        confirmed = killed(command, lines, rng, room=rng.randint(24_000, 90_000) if way == "full disk" else None)
        return stands(lines, confirmed)


def killed(command: list[str], lines: list[str], rng: Random, room: int | None) -> int:
    """Return how many lines were confirmed before the end."""

    def little_room() -> None:
        if room is not None:  # no file may grow past this: the disk is full
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=little_room,  # noqa: PLW1509, there are no threads here
    )
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write("".join(lines))
        process.stdin.close()
    except BrokenPipeError:
        pass
    heard = process.stdout.readline()
    if room is None:
        time.sleep(rng.random() * 0.03)
        process.kill()
    heard += process.stdout.read()
    process.wait()
    return sum(answer.endswith("\n") for answer in heard.splitlines(keepends=True))


def stands(lines: list[str], confirmed: int) -> str:
    """Return what is wrong with the table that was left behind, "" when nothing is."""
    path = Path(os.environ["LIARSDECK_HOME"]) / "tables.sqlite"
    if not path.exists():
        return "" if not confirmed else "the journal is gone"
    with Journal() as journal:
        if not journal.tables():
            return "" if not confirmed else "the table is gone"
        kept = [line + "\n" for line in Table(journal, 1).standing.lines]
    if kept != lines[: len(kept)]:
        return "other lines stand"
    if not confirmed <= len(kept) <= confirmed + 1:
        return f"{confirmed} were confirmed, {len(kept)} stand"
    rest = subprocess.run(
        [sys.executable, "-m", "referee", "resume"],
        input="".join(lines[len(kept) :]),
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if rest.returncode == 0 else f"resume: {rest.stderr.strip()[:80]}"


if __name__ == "__main__":
    sys.exit(main())
