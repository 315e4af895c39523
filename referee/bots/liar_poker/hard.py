"""Liar Poker by many deals: the other hand is dealt again and again, each deal weighed by what it would have bet.

How often the other folds at once is counted from the record, so whoever is tight meets tight play. The last turn is
solved.
"""

from bisect import bisect_left
from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.liar_poker.cards import best, hidden, own
from referee.bots.liar_poker.endgame import endgame
from referee.bots.liar_poker.reading import bets, folds
from referee.bots.thinking import NOTHING, Share, Thinking, Thought
from referee.core.cards import STANDARD, bits, cards_of
from referee.core.chance import some
from referee.core.game import Action
from referee.games.liar_poker.actions import BETS, LARGE, MIDDLE, Bets, Folds, Reveals
from referee.games.liar_poker.options import HAND
from referee.games.liar_poker.state import State, to_show

# The strength that one hand of seven in twenty, two in twenty … reaches.
_QUANTILES = (1226, 1609, 2424, 2625, 2809, 2985, 3174, 3354, 3656, 4005, 4314, 4658, 4946, 5317, 5605, 5970, 6220,
              6415, 6779)  # fmt: skip


class Hard(Thinking[State], frozen=True):
    """Bets by its chances against what the other would have bet; lies and doubts as an equilibrium has it."""

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many hands of the other it weighs a decision.")] = 60
    enters: Annotated[Share, Meta(description="At which chance it does not fold in the first turn.")] = 0.45
    slow: Annotated[Share, Meta(description="From which chance on it hides what makes its hand.")] = 0.6

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return a bet, the cards to show, a claim, or whether it is believed."""
        if not own(view, seat):
            return NOTHING
        if last := self.policy(view, seat, turns):
            (action,) = rng.choices([action for action, _ in last], [share for _, share in last])
            return Thought(action, "With one card of each hand left, I drew among what no answer gains much against.")
        past = bets(turns, seat)
        chance = self._chance(view, seat, past[-1] if past else [], folds(past[:-1]), rng)
        return self._bet(view, seat, chance) if view.phase == "bet" else self._show(view, seat, chance, rng)

    def policy(self, view: State, seat: int, turns: Sequence[Action]) -> list[tuple[Action, float]]:  # noqa: ARG002
        """Return what it does in the last turn of a round, with which probability; [] before."""
        return endgame(view, seat)

    def _chance(self, view: State, seat: int, made: Sequence[int], tight: float, rng: Random) -> float:
        """Return how likely its cards beat the other's, as they lie."""
        mine, shown, won, whole = best(view, own(view, seat)), view.shown[1 - seat], 0.0, 0.0
        unseen, many = cards_of((1 << STANDARD) - 1 & ~(view.face | bits(own(view, seat)))), HAND - len(shown)
        for _ in range(self.samples):
            theirs = best(view, (*shown, *some(unseen, many, rng)))
            weight = _weight(theirs, made, tight)
            whole += weight
            won += weight * (1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
        return won / whole

    def _bet(self, view: State, seat: int, chance: float) -> Thought:
        enough = self.enters if view.turn == 1 else 0.18
        said = f"My cards would win {chance:.0%} of the time"
        if chance < enough:
            return Thought(Folds(seat=seat), f"{said}, which was not enough.")
        bet = LARGE if chance > 0.62 else MIDDLE if chance > 0.5 else 0
        return Thought(Bets(seat=seat, bet=bet), f"{said}, so I bet {BETS[bet]}.")

    def _show(self, view: State, seat: int, chance: float, rng: Random) -> Thought:
        from itertools import combinations

        held, many = hidden(view, seat), to_show(view)
        ways = [(best(view, (*view.shown[seat], *cards)), rng.random(), cards) for cards in combinations(held, many)]
        if chance >= self.slow:
            return Thought(Reveals(seat=seat, cards=max(ways)[2]), "I was strong, and kept back what made me so.")
        return Thought(Reveals(seat=seat, cards=min(ways)[2]), "I showed what looked best.")


def _weight(theirs: int, made: Sequence[int], tight: float) -> float:
    """Return how likely somebody with this hand bets so."""
    above = bisect_left(_QUANTILES, theirs) / len(_QUANTILES)  # 0: the best of all
    weight = 1.0 if above <= 1 - tight else 0.03  # what folds at once is no matter
    for bet in made:
        if bet == LARGE:
            weight *= 1.25 - above
        elif bet != MIDDLE:
            weight *= 0.4 + 0.8 * above
    return weight
