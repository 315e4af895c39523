"""How fast the referee's core is: random games, guesses at views, undo."""

import time
from collections.abc import Iterator
from random import Random

from referee import games
from referee.core.game import Setup
from referee.core.play import playout, state_after
from tests.bench.measure import wall
from tests.bench.row import Row
from tests.referee.conformance import some_facts

SEATS = {"liars-lair": 5, "lizard": 4}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def rows() -> Iterator[Row]:
    """Yield playouts of every game, guesses at its views, an undo in 1,000 lines."""
    for name in games.REGISTRY:
        yield playouts(name)
    for name in games.REGISTRY:
        yield guesses(name)
    yield undo()


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
            game.sample_state(view, seat, rng)
        best = min(best, (time.process_time() - began) / len(seen))
    bare = spent / actions
    return Row(f"a guess at a view of {name}", best * 1e6, "µs", bare * 1e6, best / bare, "≤ 50 µs", "peer: an action")


def undo(lines: int = 1000) -> Row:
    """Fold all but the last of 1,000 lines."""
    game = games.game("liar-poker")
    setup = games.setup(game, NAMES[:2])
    played = (playout(game, setup, Random(seed))[1] for seed in range(1000))
    actions = next(actions for actions in played if len(actions) >= lines)[: lines - 1]
    spent = min(wall(lambda: state_after(game, setup, actions)) for _ in range(7))
    return Row("undo the last of 1,000 lines (Liar Poker)", spent * 1000, "ms", bound="≤ 50")
