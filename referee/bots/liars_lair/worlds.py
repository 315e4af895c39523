"""Guesses at a table of Liar's Lair, each weighed by what was played: who plays early tells the truth more often.

A player knows the cards that they were dealt, so the first time that one of these is played says something of it.
Whoever plays it before others have played fears their answers; the last of a round has nothing to fear.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from referee.core.game import Action, Game
from referee.games.liars_lair.actions import Plays, Reclaims
from referee.games.liars_lair.state import State

EARLY, LATE = 0.75, 0.35  # of first plays are true: before others play, and as the last


class World(NamedTuple):
    """A guess: how likely it is beside the others, which cards are true, and who holds what, as bits."""

    weight: float
    true: int
    hands: tuple[int, ...]


def first_plays(turns: Sequence[Action]) -> list[tuple[int, int, float]]:
    """Return who first played which card, and how many in hundred of such plays are true."""
    found: list[tuple[int, int, float]] = []
    known: set[int] = set()
    now: list[tuple[int, int]] = []
    for action in turns:
        match action:
            case Plays():
                if action.seat in [seat for seat, _ in now]:
                    found += _closed(now, known)
                    now = []
                now.append((action.seat, action.card))
            case Reclaims() if now:
                found += _closed(now, known)
                now = []
    return found + [(seat, card, EARLY) for seat, card in now if card not in known]


def _closed(now: list[tuple[int, int]], known: set[int]) -> list[tuple[int, int, float]]:
    fresh = [
        (seat, card, LATE if at == len(now) - 1 else EARLY) for at, (seat, card) in enumerate(now) if card not in known
    ]
    known.update(card for _, card in now)
    return fresh


def worlds(
    game: Game[State], view: State, seat: int, turns: Sequence[Action], samples: int, rng: Random
) -> list[World]:
    """Return so many guesses, whose weights add up to 1."""
    said = [(card, share) for who, card, share in first_plays(turns) if who != seat and view.truth(card) is None]
    found, whole = [], 0.0
    for _ in range(samples):
        state = game.guess(view, seat, rng)
        weight = 1.0
        for card, share in said:
            weight *= share if state.true >> card & 1 else 1 - share
        found.append(World(weight, state.true, state.hands))
        whole += weight
    return [world._replace(weight=world.weight / whole) for world in found]


def trust(found: Sequence[World], card: int) -> float:
    """Return how likely a card is true."""
    return sum(world.weight for world in found if world.true >> card & 1)


def provable(found: Sequence[World], card: int, rival: int, seats: Sequence[int]) -> float:
    """Return how likely a card is false while one of these seats holds the truth."""
    bit = 1 << rival
    return sum(
        world.weight for world in found if not world.true >> card & 1 and any(world.hands[seat] & bit for seat in seats)
    )
