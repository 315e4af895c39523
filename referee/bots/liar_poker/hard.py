"""Liar Poker by many deals: the other hand is dealt again and again, each deal weighed by what it would have bet.

What the other does often (fold at once, lie, doubt) is counted from the record, so whoever is tight meets tight play.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.liar_poker.cards import best, claims, hidden, open_best, own
from referee.bots.liar_poker.reading import Habits, habits, rounds
from referee.bots.thinking import NOTHING, Thinking, Thought
from referee.core.cards import sign_card
from referee.core.game import Action
from referee.games.liar_poker.actions import BETS, LARGE, MIDDLE, Accepts, Bets, Claims, Folds, Reveals, Suspects, Turns
from referee.games.liar_poker.state import State, to_show

# The strength that one hand of seven in twenty, two in twenty … reaches.
_QUANTILES = (1226, 1609, 2424, 2625, 2809, 2985, 3174, 3354, 3656, 4005, 4314, 4658, 4946, 5317, 5605, 5970, 6220,
              6415, 6779)  # fmt: skip
Share = Annotated[float, Meta(ge=0, le=1)]


class Hard(Thinking[State], frozen=True):
    """Bets by its chances against what the other would have bet, and lies and doubts as far as the record lets it."""

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many hands of the other it weighs a decision.")] = 60
    enters: Annotated[Share, Meta(description="At which chance it does not fold in the first turn.")] = 0.45
    slow: Annotated[Share, Meta(description="From which chance on it hides what makes its hand.")] = 0.6

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return a bet, the cards to show, a claim, or whether it is believed."""
        if not own(view, seat):
            return NOTHING
        past = rounds(turns, seat)
        now, known = past[-1].bets if past else [], habits(past[:-1], seat)
        match view.phase:
            case "bet":
                return self._bet(view, seat, self._chance(view, seat, now, known, rng))
            case "reveal":
                return self._show(view, seat, self._chance(view, seat, now, known, rng), rng)
            case "claim":
                return self._claim(view, seat, now, known, rng)
            case "suspect":
                return self._doubt(view, seat, known)
        return Thought(Turns(seat=seat, card=hidden(view, seat)[0]))

    def _chance(self, view: State, seat: int, bets: Sequence[int], known: Habits, rng: Random) -> float:
        """Return how likely its cards beat the other's, as they lie."""
        mine, won, whole = best(view, own(view, seat)), 0.0, 0.0
        for _ in range(self.samples):
            hand = self.game.guess(view, seat, rng).hands[1 - seat] or ()
            theirs = best(view, hand)
            weight = _weight(theirs, bets, known)
            whole += weight
            won += weight * (1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
        return won / whole

    def _bet(self, view: State, seat: int, chance: float) -> Thought:
        enough = self.enters if view.turn == 1 else 0.18
        said = f"My cards would win by {chance:.0%}"
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

    def _claim(self, view: State, seat: int, bets: Sequence[int], known: Habits, rng: Random) -> Thought:
        card = hidden(view, seat)[0]
        chance = self._chance(view, seat, bets, known, rng)
        theirs = open_best(view, 1 - seat)
        better = [claimed for strength, claimed in claims(view, seat) if strength < theirs and claimed != card]
        lies = 1 - chance if known.doubts < 0.6 else 0.1
        if chance < 0.5 and better and rng.random() < lies:
            lie = rng.choice(better[: max(3, len(better) // 2)])
            why = f"The truth would have won by {chance:.0%} only, and I was doubted {known.doubts:.0%} of the time."
            return Thought(Claims(seat=seat, card=lie), f"{why} So I said {sign_card(lie)}.")
        return Thought(Claims(seat=seat, card=card), "It was the truth.")

    def _doubt(self, view: State, seat: int, known: Habits) -> Thought:
        assert view.claimed is not None
        claimed, other = view.claimed[1 - seat], 1 - seat
        mine, theirs = (best(view, (*view.shown[at], view.claimed[at])) for at in (seat, other))
        if claimed in own(view, seat):
            return Thought(Suspects(seat=seat), f"{sign_card(claimed)} was in my own hand.")
        if theirs > mine or theirs == open_best(view, other):
            return Thought(Accepts(seat=seat), "The claim decided nothing.")
        ways = [card for _, card in claims(view, other) if card not in own(view, seat)]
        true = sum(best(view, (*view.shown[other], card)) < mine for card in ways) / max(1, len(ways))
        lied = known.lies * (1 - true) / (known.lies * (1 - true) + true)
        kind, word = (Suspects, "doubted") if lied > 0.5 else (Accepts, "believed")
        return Thought(kind(seat=seat), f"It was a lie by {lied:.0%}, so I {word} it.")


def _weight(theirs: int, bets: Sequence[int], known: Habits) -> float:
    """Return how likely somebody with this hand bets so."""
    above = sum(theirs > limit for limit in _QUANTILES) / len(_QUANTILES)  # 0: the best of all
    weight = 1.0 if above <= 1 - known.folds else 0.03  # what folds at once is no matter
    for bet in bets:
        if bet == LARGE:
            weight *= 1.25 - above
        elif bet != MIDDLE:
            weight *= 0.4 + 0.8 * above
    return weight
