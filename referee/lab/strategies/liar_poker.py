"""Rules of thumb for Liar Poker: fold all but the best hands, always lie, never suspect, always suspect."""

from bisect import bisect_left
from collections.abc import Sequence
from random import Random

from referee.bots.thinking import Share
from referee.core.cards import STANDARD
from referee.core.game import Action
from referee.games.liar_poker.actions import BETS, LARGE, MIDDLE, Accepts, Bets, Claims, Folds, Reveals, Suspects, Turns
from referee.games.liar_poker.hands import strength
from referee.games.liar_poker.state import State
from referee.lab.strategies import Named, Rule

SMALL = BETS.index("small")
BEST = (1609, 2626, 2987, 3360, 4013, 4665, 5319, 5976, 6416)
"""How strong a hand of seven cards must be to be among the best tenth, two tenths … of all (by 60,000 hands)."""


class Poker(Rule[State], frozen=True):
    """Folds all hands but the best ``play`` of them in turn 1; bets by its strength.

    ``lie``: how often it claims the card that makes the best hand. ``suspect``: how often it suspects a claim that
    makes a better hand than its own. ``always``: 1 to suspect whatever is claimed.
    """

    play: Share = 1
    lie: Share = 0.3
    suspect: Share = 0.5
    always: Share = 0

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        hand = view.hands[seat] or ()
        match view.phase:
            case "bet":
                tenth = bisect_left(BEST, strength((*hand, *view.board))) / 10
                if view.turn == 1 and tenth >= self.play:
                    return Folds(seat)
                return Bets(seat, LARGE if tenth < 0.3 else SMALL if tenth >= 0.7 else MIDDLE)
            case "reveal":
                return self._reveals(view, seat, hand)
            case "claim":
                return self._claims(view, seat, hand, rng)
            case "suspect":
                return self._suspects(view, seat, rng)
            case "turn-up":
                left = [card for card in hand if card not in view.shown[seat]]
                return Turns(seat, left[0]) if "turns" in verbs else None
        return None

    def _reveals(self, view: State, seat: int, hand: Sequence[int]) -> Reveals:
        """Show the least telling cards: low ones first, so that the last may be believed to be high."""
        left = sorted(card for card in hand if card not in view.shown[seat])
        return Reveals(seat, tuple(left[: 3 if view.turn == 1 else 1]))

    def _claims(self, view: State, seat: int, hand: Sequence[int], rng: Random) -> Claims:
        held = next(card for card in hand if card not in view.shown[seat])
        if rng.random() >= self.lie:
            return Claims(seat, held)
        shown = (*view.shown[seat], *view.board)
        free = [card for card in range(STANDARD) if not view.face >> card & 1 and card != held]
        return Claims(seat, min(free, key=lambda card: strength((card, *shown))))

    def _suspects(self, view: State, seat: int, rng: Random) -> Suspects | Accepts:
        assert view.claimed is not None
        mine = strength((view.claimed[seat], *view.shown[seat], *view.board))
        theirs = strength((view.claimed[1 - seat], *view.shown[1 - seat], *view.board))
        doubts = self.always or (theirs < mine and rng.random() < self.suspect)
        return Suspects(seat) if doubts else Accepts(seat)


STRATEGIES = {
    "poker": Named(Poker),
    "tight": Named(Poker, {"play": 0.1}),
    "folder": Named(Poker, {"play": 0}),
    "liar": Named(Poker, {"lie": 1}),
    "honest": Named(Poker, {"lie": 0}),
    "suspicious": Named(Poker, {"suspect": 1}),
    "always-suspect": Named(Poker, {"always": 1}),
    "trusting": Named(Poker, {"suspect": 0}),
}
