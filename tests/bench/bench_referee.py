"""How fast the referee's core is: random games, undo, a record replayed."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from referee import games
from referee.core.game import Action, Setup
from referee.core.play import fold, playout
from referee.records import make_header, print_record
from tests.bench.row import Row
from tests.referee.conformance import some_facts

SEATS = {"liars-lair": 5, "lizard": 4}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def rows() -> Iterator[Row]:
    """Yield playouts of every game, guesses at its views, an undo in 1,000 lines, a record of 200 lines replayed."""
    for name in games.REGISTRY:
        yield playouts(name)
    for name in games.REGISTRY:
        yield guesses(name)
    yield undo()
    yield replayed()


def setup_of(name: str) -> Setup:
    """Return the setup of a game with everything at its default."""
    game = games.game(name)
    facts = some_facts(15, Random(1)) if game.needs_facts else None
    return games.setup(game, NAMES[: SEATS.get(name, game.seats[0])], facts=facts)


def playouts(name: str, seconds: float = 1.5) -> Row:
    """Play random games, hands dealt, no views, and count the actions a second of CPU time, best of five runs."""
    game, setup, rng = games.game(name), setup_of(name), Random(7)
    best, each = 0.0, []
    for _ in range(5):
        made, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds / 5:
            actions = len(playout(game, setup, rng)[1])
            made += actions
            each.append(actions)
        best = max(best, made / spent)
    note = f"{len(setup.seats)} seats, {sum(each) / len(each):.0f} actions a game, hands dealt, every action judged"
    return Row(f"random games of {name}", best, "actions/s", bound="≥ 150,000", note=note)


def guesses(name: str, views: int = 1500) -> Row:
    """Guess at views of random games, of one seat each; the CPU time of one, best of five runs, beside an action's."""
    game, setup, rng = games.game(name), setup_of(name), Random(7)
    seen, actions, spent = [], 0, 0.0
    while len(seen) < views:
        began = time.process_time()
        lines = playout(game, setup, rng)[1]
        spent += time.process_time() - began
        actions += len(lines)
        state = game.start(setup)
        for line in lines:
            state, seat = game.apply(state, line), rng.randrange(len(setup.seats))
            seen.append((game.view(state, seat), seat))
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for view, seat in seen:
            game.guess(view, seat, rng)
        best = min(best, (time.process_time() - began) / len(seen))
    bare = spent / actions
    return Row(f"a guess at a view of {name}", best * 1e6, "µs", bare * 1e6, best / bare, "≤ 50 µs", "peer: an action")


def long_record(name: str, seats: int, lines: int) -> tuple[str, Setup, list[Action]]:
    """Return a random game that is at least so long, cut there."""
    game = games.game(name)
    setup = games.setup(game, NAMES[:seats])
    for seed in range(1000):
        _, actions = playout(game, setup, Random(seed))
        if len(actions) >= lines:
            return print_record(game, make_header(setup), setup, actions[:lines]), setup, actions[:lines]
    raise AssertionError(f"no game of {name} has {lines} lines")


def undo() -> Row:
    """Fold all but the last of 1,000 lines."""
    _, setup, actions = long_record("liar-poker", 2, 1000)
    game = games.game("liar-poker")
    spent = _best(lambda: fold(game, setup, actions[:-1]))
    return Row("undo the last of 1,000 lines (Liar Poker)", spent * 1000, "ms", bound="≤ 50")


def replayed() -> Row:
    """Replay a record of 200 lines in a new process, against Python importing click and json."""
    text, _, _ = long_record("lizard", 4, 200)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.txt"
        path.write_text(text, encoding="utf-8")
        ours = [sys.executable, "-m", "referee", "replay", str(path), "--json"]
        bare = [sys.executable, "-c", "import click, json"]
        pairs = [(_process(ours), _process(bare)) for _ in range(9)]
    mine, peer = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    note = "peer: python -c 'import click, json'; best of 9, in turns"
    return Row("referee replay, 200 lines", mine * 1000, "ms", peer * 1000, mine / peer, "≤ 2.5", note)


def _process(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began


def _best(work: object, runs: int = 7) -> float:
    assert callable(work)
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)
