"""What beats ``hard``: ``python -m tests.bench.tune [WORD…]``, one line for each strategy tuned against it.

A strategy's parameters are set, one after another, to what wins most against ``hard`` at the recommended table
(``referee.lab.tune``). What was found plays again on fresh seeds, as ``tests.bench.duel`` plays.
"""

import argparse
import sys
from collections.abc import Sequence

from referee.lab.plan import Cell, Plan
from referee.lab.tune import best_response, dials
from tests.bench.duel import Pairing, duel

STRATEGIES = (
    *(Pairing("liars-guess", 2, word, "hard", 300, None) for word in ("bully", "fisher", "hard", "easy", "wary")),
    *(
        Pairing("liar-poker", 2, word, "hard", 100, None, {"chips": 100, "first_fold": "small", "max_rounds": 300})
        for word in ("hard", "easy", "poker")
    ),
    *(Pairing("red-and-black", 2, word, "hard", 300, None, {"max_turns": 200}) for word in ("hard", "easy", "guesser")),
    *(
        Pairing("liars-lair", 4, word, "hard:samples=40", 100, None, {"each": 2, "max_rounds": 100})
        for word in ("hard:samples=40", "easy", "reader", "lair")
    ),
)
"""The strategies; ``many`` is how many games each value of a parameter plays."""
FRESH = 3
"""How many times as many games the outcome plays on fresh seeds."""


def tuned(pairing: Pairing, seed: str, many: int) -> str:
    """Return the word of the strategy that was found."""
    options = tuple((name, f"{value}") for name, value in pairing.options.items())
    plan = Plan(pairing.game, (), many, seed, cap=1000)
    tried = dials(pairing.level, plan)
    return best_response(plan, Cell(pairing.seats, options, ()), pairing.level, tried, rival=pairing.other).word


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only strategies whose line has these words")
    parser.add_argument("--seed", default="tune", help="the seed of the games that are tuned by")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="play one game in N")
    asked = parser.parse_args(argv)
    chosen = [pairing for pairing in STRATEGIES if all(word in pairing.name for word in asked.words)]
    for pairing in chosen:
        many = max(10, pairing.many // asked.share)
        word = tuned(pairing, asked.seed, many)
        found = duel(pairing._replace(level=word), FRESH * many)
        shown = f"{found.figure:.1f} % [{found.low:.1f}, {found.high:.1f}], {found.unfinished} unfinished"
        print(f"{pairing.name}: {word} wins {shown} of {FRESH * many}", flush=True)
    if not chosen:
        known = "; ".join(pairing.name for pairing in STRATEGIES)
        print(f"no strategy has the words {' '.join(asked.words)}; these are tuned: {known}", file=sys.stderr)
    return 0 if chosen else 2


if __name__ == "__main__":
    sys.exit(main())
