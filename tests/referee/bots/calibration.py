"""How well Liar's Lair's hard bot knows which cards are true: Brier skill against the base rate, by place of play.

Run: python -m tests.referee.bots.calibration [GAMES] [SEED] prints the tables of docs/bots.md.
"""

import sys
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from referee import games
from referee.bots import named
from referee.core.game import Action
from referee.games.liars_lair import bots
from referee.games.liars_lair.state import DECLARE, PLAY, RECLAIM
from tests.referee.conformance import NAMES, some_facts

PLACES = ("first", "between", "last")
TABLES: tuple[tuple[str, tuple[str, ...], Mapping[str, Any]], ...] = (
    ("`each = 2`, one among three `easy`", ("hard", "easy", "easy", "easy"), {"each": 2}),
    ("`each = 2`, four `hard`", ("hard",) * 4, {"each": 2}),
    (
        "the bold table, one among three `easy`",
        ("hard", "easy", "easy", "easy"),
        {"each": 3, "reclaim": "earlier", "caught": "spared", "dawn": 10},
    ),
)


class Guess(NamedTuple):
    """What a hard bot thought of a card of another player that it did not know: the place of its first play."""

    place: int
    said: float
    true: bool


def guesses(levels: tuple[str, ...], options: Mapping[str, Any], many: int, seed: int) -> list[Guess]:
    """Return all guesses of the hard bots at a table, in so many games."""
    game, found = games.game("liars-lair"), list[Guess]()
    setup = games.setup(
        game, NAMES[: len(levels)], options, facts=some_facts(len(levels) * options["each"], Random(seed))
    )
    players = [named(level, game) for level in levels]
    for number in range(many):
        rng, state, turns = Random(f"{seed}/{number}"), game.start(setup), list[Action]()
        while not game.outcome(state).over and state.round <= 60:
            action = game.draw(state, rng)
            if action is None:
                (turn,) = game.to_act(state)
                view = game.view(state, turn.seat)
                bot = players[turn.seat]
                if isinstance(bot, bots.Hard) and state.phase in {PLAY, RECLAIM, DECLARE}:
                    worlds = bot._worlds(view, turn.seat, turns, Random(f"{number}/{len(turns)}"))
                    for who, card, place in bots.first_plays(view, turns):
                        if who != turn.seat and view.truth(card) is None and not view.gone >> card & 1:
                            said = bots.trust_in_worlds(worlds, card)
                            found.append(Guess(place, said, bool(state.truth(card))))
                action = bot.choose(view, turn.seat, turns, rng)
            state = game.apply(state, action)
            turns.append(action)
    return found


def skill(found: list[Guess]) -> float:
    """Return the Brier skill: 0 is as good as always saying how many of these cards are true, 1 is never wrong."""
    base = sum(guess.true for guess in found) / len(found)
    off = sum((guess.said - guess.true) ** 2 for guess in found) / len(found)
    return 1 - off / (base * (1 - base)) if 0 < base < 1 else 0.0


def main(many: int, seed: int) -> None:
    """Print a row for each table and place."""
    for words, levels, options in TABLES:
        found = guesses(levels, options, many, seed)
        for name, some in [("all", found), *((PLACES[at], [g for g in found if g.place == at]) for at in range(3))]:
            true, said = (sum(values) / len(some) for values in ([g.true for g in some], [g.said for g in some]))
            print(f"| {words} | {name} | {true:.0%} | {said:.0%} | {skill(some):.2f} | {len(some):,} |", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:] + ["40", "3804"][len(sys.argv) - 1 :])))
