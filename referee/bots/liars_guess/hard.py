"""Liars' Guess by counting: every way the cards can lie, times every lie that the other may keep to.

Ten cards at most are unknown, and whoever lies safely leaves one card of their own out of all answers, so there are a
hundred worlds at most: all of them are weighed, and none has to be drawn.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from referee.bots.liars_guess.reading import Heard, hand_of, has_lied, heard, holes, knows, pretended, unknown
from referee.bots.thinking import Mix, Mixing, Share, Thought, best, evenly, surely
from referee.core.cards import cards_of, west_in_words
from referee.core.game import Action
from referee.games.liars_guess import deck
from referee.games.liars_guess.actions import Accuses, Admits, Answers, Denies, Guesses, Insists, Retracts, Shows
from referee.games.liars_guess.state import State


class Hard(Mixing[State], frozen=True):
    """Weighs how much to believe, and mixes truth and one lie that can't be proven."""

    lies: Annotated[Share, Meta(description="How often it begins a lie where it can.")] = 0.6
    doubt: Annotated[Share, Meta(description="How often it takes the other to keep to a lie.")] = 0.6
    slip: Annotated[Share, Meta(description="How often an answer is any number.")] = 0.03
    sure: Annotated[Share, Meta(description="How sure it is of the hole card when it guesses.")] = 0.65

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a question, an answer, a guess, an accusation, or what follows one."""
        if not knows(view, seat):
            return surely(None)
        match view.phase:
            case "answer":
                return self._answer(view, seat)
            case "accused":
                kind, why = (Admits, "I had lied.") if has_lied(view, seat) else (Denies, "I had told the truth.")
                return surely(kind(seat=seat), why)
            case "denied":
                if holes(view, seat):
                    return surely(Retracts(seat=seat), "After all it could be true.")
                fresh = tuple(card for card in hand_of(view, seat) if not view.seen >> card & 1)
                return surely(Insists(seat=seat, cards=fresh), "With all my cards laid open it was proven.")
        if not holes(view, seat):
            return surely(Accuses(seat=seat), "No card could lie in the hole if all that I heard was true.")
        likely = self.likely(view, seat)
        card = max(likely, key=lambda card: likely[card])
        if likely[card] >= self.sure or (view.turn == seat and not hand_of(view, seat)):
            return surely(
                Guesses(seat=seat, card=card),
                f"The {west_in_words(card)} lay there with a chance of {likely[card]:.0%}, lies and all.",
            )
        return self._ask(view, seat, likely) if view.turn == seat else surely(None)

    def likely(self, view: State, seat: int) -> dict[int, float]:
        """Return how likely each unknown card lies in the hole."""
        hidden = unknown(view, seat)
        answers, cards = heard(view, seat, hidden), cards_of(hidden)
        weights = dict.fromkeys(cards, 0.0)
        feigned = self.doubt / max(1, len(cards) - 1)
        for hole in cards:
            weights[hole] = (1 - self.doubt) * self._chance(answers, hole, 0)
            for lie in cards:
                if lie != hole:
                    weights[hole] += feigned * self._chance(answers, hole, 1 << lie)
        whole = sum(weights.values())
        return {card: weight / whole for card, weight in weights.items()}

    def _chance(self, answers: Sequence[Heard], hole: int, lie: int) -> float:
        chance = 1.0
        for one in answers:
            said = one.truth(hole) - bool(one.cards & lie)
            chance *= (1 - self.slip if one.said == said else 0) + self.slip / 4
        return chance

    def _answer(self, view: State, seat: int) -> Mix:
        cards = deck.LINES[view.asks[-1].line][1]
        held = sum(1 for card in hand_of(view, seat) if cards >> card & 1)
        feigned, lied = pretended(view, seat), has_lied(view, seat)
        out = [card for card in feigned if cards >> card & 1]
        less = Answers(seat=seat, count=held - 1)
        if lied and out and len(out) == len(feigned):
            return surely(less, "I kept to my lie.")
        lies = self.lies if out and not lied else 0.0
        return [
            (Thought(less, "I lied: one too few, so that a card of mine seemed to lie in the hole."), lies),
            (Thought(Answers(seat=seat, count=held), "It was the truth."), 1 - lies),
        ]

    def _ask(self, view: State, seat: int, likely: dict[int, float]) -> Mix:
        """Show what says least of my own lie, and ask what halves the chances best."""
        hand = hand_of(view, seat)
        kept = set(pretended(view, seat)) if has_lied(view, seat) else set()
        free = [card for card in hand if card not in kept] or list(hand)
        asks = best(
            [(card, line) for card in free for line in deck.OF_CARD[card]],
            lambda ask: -round(abs(_inside(ask[1], likely) - 0.5), 2),
        )
        why = "The answer would tell most of what I did not know."
        return evenly([Thought(Shows(seat=seat, card=card, line=line), why) for card, line in asks])


def _inside(line: int, likely: dict[int, float]) -> float:
    """Return how likely the hole card is one of a combination."""
    return sum(chance for card, chance in likely.items() if deck.LINES[line][1] >> card & 1)
