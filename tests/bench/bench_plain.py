"""What frozen states cost: a plain mutable trick game beside ours; and the judge of Liars' Guess at its slowest."""

import time
from collections.abc import Iterator
from random import Random

from referee import games
from referee.games.liars_guess.state import hand_exists, smallest_conflict
from tests.bench.row import Row
from tests.referee.games.test_liars_guess_solver import positions

BUYS = "no views, records, undo, rule ids or unknown hands there: it can only be played forward"


def rows() -> Iterator[Row]:
    """Yield the plain class beside Lizard, in turns, and the judge's slowest answers."""
    ours, plain = [], []
    for turn in range(5):
        plain.append(_speed(lambda seed: _Plain(Random(seed)).play(), turn))
        ours.append(_speed(_lizard(), turn))
    best, peer = max(ours), max(plain)
    yield Row("Lizard, against a plain mutable class of 13 tricks", best, "actions/s", peer, best / peer, note=BUYS)
    cases = [case for seed in range(20) for case in positions(seed, 100)]
    for name, judge in (("judges", hand_exists), ("explains", smallest_conflict)):
        slowest = max(_timed_ms(lambda case=case, judge=judge: judge(*case)) for case in cases)
        yield Row(f"Liars' Guess {name} a deal, slowest of {len(cases):,}", slowest, "ms", bound="≤ 50")


class _Plain:
    """Four hands of thirteen, follow suit, highest of the suit or trump: what a program that only plays would be."""

    def __init__(self, rng: Random) -> None:
        deck = list(range(52))
        rng.shuffle(deck)
        self.rng, self.trump = rng, deck[0] & 3
        self.hands = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
        self.won = [0] * 4

    def play(self) -> int:
        leader, done = 0, 0
        for _ in range(13):
            best, taker, led = -1, leader, -1
            for turn in range(4):
                seat = (leader + turn) & 3
                hand = self.hands[seat]
                fits = [card for card in hand if card & 3 == led] if led >= 0 else hand
                fits = fits or hand
                card = fits[int(self.rng.random() * len(fits))]
                hand.remove(card)
                led = card & 3 if led < 0 else led
                worth = (card >> 2) + (100 if card & 3 == self.trump else 50 if card & 3 == led else 0)
                if worth > best:
                    best, taker = worth, seat
                done += 1
            self.won[taker] += 1
            leader = taker
        return done


def _lizard():  # type: ignore[no-untyped-def]
    game = games.game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat", "Dan"])
    return lambda seed: len(games.playout(game, setup, Random(seed))[1])


def _speed(play, seed: int, seconds: float = 0.3) -> float:  # type: ignore[no-untyped-def]
    begun, made = time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds:
        made += play(seed)
        seed += 5
    return made / spent


def _timed_ms(what) -> float:  # type: ignore[no-untyped-def]
    begun = time.process_time()
    what()
    return (time.process_time() - begun) * 1e3
