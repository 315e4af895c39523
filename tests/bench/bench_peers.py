"""Random games a second: ours beside what a Python user would take for a like game today, where it is installed.

Peers come with ``pip install '.[peers]'``; each runs in turn with ours, in the same process. Ours knows rule
ids, views and records; theirs what they know. A peer that is not installed is named and left out.
"""

import time
from collections.abc import Callable, Iterator
from random import Random

from referee import games
from tests.bench.row import Row

SECONDS = 1.0
ROUNDS = 3


def rows() -> Iterator[Row]:
    """Yield a row a peer: the slowest of our five games beside it, in actions a second."""
    ours = {name: _ours(name) for name in games.REGISTRY if name != "liars-lair"}
    for name, start in _PEERS.items():
        try:
            play = start()
        except ImportError as missing:
            yield Row(f"peer {name}", 0, "actions/s", note=f"not installed: {missing.name}")
            continue
        best, theirs = dict.fromkeys(ours, 0.0), 0.0
        for _ in range(ROUNDS):
            theirs = max(theirs, _speed(play))
            for game, mine in ours.items():
                best[game] = max(best[game], _speed(mine, SECONDS / 2))
        slowest = min(best, key=lambda game: best[game])
        note = f"ours is the slowest of four: {slowest}"
        yield Row(f"peer {name}", best[slowest], "actions/s", theirs, best[slowest] / theirs, "≥ 1, C++ apart", note)


def _speed(play: Callable[[int], int], seconds: float = SECONDS) -> float:
    begin = time.process_time()
    seed = done = 0
    while (spent := time.process_time() - begin) < seconds:
        done += play(seed)
        seed += 1
    return done / spent


def _ours(name: str) -> Callable[[int], int]:
    game = games.game(name)
    low, _ = game.seats
    setup = games.setup(game, [f"P{seat}" for seat in range(low)])
    return lambda seed: len(games.playout(game, setup, Random(seed), limit=5000)[1])


def _spiel(name: str) -> Callable[[], Callable[[int], int]]:
    def start() -> Callable[[int], int]:
        import pyspiel

        if name.startswith("python_"):
            from open_spiel.python.games import block_dominoes, liars_poker  # noqa: F401

        game = pyspiel.load_game(name)

        def play(seed: int) -> int:
            rng, state, done = Random(seed), game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                done += 1
            return done

        return play

    return start


def _chess() -> Callable[[int], int]:
    import chess

    def play(seed: int) -> int:
        rng, board, done = Random(seed), chess.Board(), 0
        while done < 120 and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
            done += 1
        return done

    return play


def _pokerkit() -> Callable[[int], int]:
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)

    def play(seed: int) -> int:
        rng, done = Random(seed), 0
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2)
        while state.status:
            if state.can_check_or_call() and (rng.random() < 0.8 or not state.can_fold()):
                state.check_or_call()
            else:
                state.fold()
            done += 1
        return done

    return play


def _rlcard() -> Callable[[int], int]:
    import numpy as np
    import rlcard

    env = rlcard.make("leduc-holdem")

    def play(seed: int) -> int:
        env.seed(seed)
        rng = np.random.RandomState(seed)
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            done += 1
        return done

    return play


_PEERS: dict[str, Callable[[], Callable[[int], int]]] = {
    "OpenSpiel python_liars_poker": _spiel("python_liars_poker"),
    "OpenSpiel python_block_dominoes": _spiel("python_block_dominoes"),
    "OpenSpiel C++ oh_hell": _spiel("oh_hell"),
    "python-chess": _chess,
    "pokerkit": _pokerkit,
    "RLCard leduc-holdem": _rlcard,
}
