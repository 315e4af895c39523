"""Rules of thumb for Liars' Guess: answer truly, one too few, one too many, at random; trust or check the answers."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.core.cards import UNKNOWN, cards_of
from referee.core.game import Action
from referee.games.liars_guess import deck
from referee.games.liars_guess.actions import Accuses, Admits, Answers, Denies, Guesses, Insists, Shows
from referee.games.liars_guess.options import MOST
from referee.games.liars_guess.state import State, unseen
from referee.lab.strategies import Named, Rule

RANDOM = 9
"""As ``answer``: any number."""


def open_to(view: State, seat: int, *, slack: int) -> list[int]:
    """Return what the hole card can be to a seat that allows every answer to be ``slack`` too few or too many."""
    other = 1 - seat
    hidden = unseen(view) & ~deck.bits(view.hands[seat] or ())
    fits = []
    for card in cards_of(hidden):
        held, shown, fit = hidden & ~(1 << card), view.shown[other], True
        for place, ask in enumerate(view.asks):
            if ask.asker == seat and ask.answer != UNKNOWN:
                before = sum(earlier.asker == other for earlier in view.asks[:place])
                had = (held | deck.bits(shown[before:])) & deck.LINES[ask.line][1]
                fit = fit and abs(had.bit_count() - ask.answer) <= slack
        if fit:
            fits.append(card)
    return fits


class Guesser(Rule[State], frozen=True):
    """Asks where the answer parts what is left best, and guesses once few enough cards are left.

    ``answer``: what it adds to a true answer, 9 for any answer. ``trust``: 1 to believe answers, 0 to allow each of
    them one more or less. ``guess``: how sure it must be. ``informed``: 0 to ask at random. ``deny``: 1 to deny a lie.
    ``accuse``: 0 to let lies pass.
    """

    answer: Annotated[float, Meta(ge=-3, le=9)] = 0
    trust: Annotated[float, Meta(ge=0, le=1)] = 1
    guess: Annotated[float, Meta(ge=0, le=1)] = 0.99
    informed: Annotated[float, Meta(ge=0, le=1)] = 1
    deny: Annotated[float, Meta(ge=0, le=1)] = 0
    accuse: Annotated[float, Meta(ge=0, le=1)] = 1

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        match view.phase:
            case "answer":
                return self._answers(view, seat, rng) if "answers" in verbs else None
            case "accused":
                return Denies(seat) if self.deny or not self._lied(view, seat) else Admits(seat)
            case "denied":
                seen = view.seen
                return Insists(seat, tuple(card for card in sorted(view.hands[seat] or ()) if not seen >> card & 1))
        fits = open_to(view, seat, slack=0 if self.trust else 1)
        if not open_to(view, seat, slack=0) and self.accuse and "accuses" in verbs:
            return Accuses(seat)
        if "guesses" in verbs and fits and 1 / len(fits) >= self.guess:
            return Guesses(seat, rng.choice(fits))
        return self._shows(view, seat, fits, rng) if "shows" in verbs else None

    def _answers(self, view: State, seat: int, rng: Random) -> Answers:
        if self.answer == RANDOM:
            return Answers(seat, rng.randint(0, MOST))
        held = (deck.bits(view.hands[seat] or ()) & deck.LINES[view.asks[-1].line][1]).bit_count()
        return Answers(seat, min(max(held + round(self.answer), 0), MOST))

    def _shows(self, view: State, seat: int, fits: Sequence[int], rng: Random) -> Shows | None:
        options = [
            (card, line)
            for card in view.hands[seat] or ()
            for line in deck.OF_CARD[card]
            if not view.seen >> card & 1 or view.exposed[seat] >> card & 1
        ]
        if not options:
            return None
        rng.shuffle(options)
        if self.informed:
            left = deck.bits(tuple(fits))
            options.sort(key=lambda one: abs((left & deck.LINES[one[1]][1]).bit_count() - len(fits) / 2))
        return Shows(seat, *options[0])

    @staticmethod
    def _lied(view: State, seat: int) -> bool:
        hand, shown = deck.bits(view.hands[seat] or ()), view.shown[seat]
        for place, ask in enumerate(view.asks):
            if ask.asker != seat and ask.answer != UNKNOWN:
                since = deck.bits(shown[sum(earlier.asker == seat for earlier in view.asks[:place]) :])
                if ((hand | since) & deck.LINES[ask.line][1]).bit_count() != ask.answer:
                    return True
        return False


STRATEGIES = {
    "guesser": Named(Guesser),
    "honest": Named(Guesser),
    "too-few": Named(Guesser, {"answer": -1}),
    "too-many": Named(Guesser, {"answer": 1}),
    "any-answer": Named(Guesser, {"answer": RANDOM}),
    "wary": Named(Guesser, {"trust": 0, "guess": 0.5}),
    "uninformed": Named(Guesser, {"informed": 0}),
    "trusting": Named(Guesser, {"accuse": 0}),
}
