"""Rules of thumb for Red & Black: guess at once, guess when sure enough, attack with all, bluff."""

from collections.abc import Sequence
from random import Random

from referee.bots.thinking import Share
from referee.core.game import Action
from referee.core.play import may
from referee.games.red_and_black.actions import Attacks, Calls, Defends, Discards, Guesses, Leaves, Peeks, Swaps
from referee.games.red_and_black.state import State, known_slot, own_reds
from referee.games.red_and_black.worlds import BLACK, RED
from referee.lab.strategies import Named, Rule

_SAMPLES = 24


class Guesser(Rule[State], frozen=True):
    """Guesses once ``sure`` of the other hand; until then it attacks with chance ``attack``, else it swaps.

    ``full``: 1 to attack with all cards of a colour, 0 with one card less. ``bluff``: how often it attacks with none.
    ``read``: 1 to take an attack for all that the other has of its colour, whatever that is worth.
    """

    sure: Share = 0.75
    attack: Share = 0.5
    full: Share = 0
    bluff: Share = 0
    read: Share = 0

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        own = own_reds(view, seat)
        reds = own[0] if own else view.sizes[seat] // 2
        held = {RED: reds, BLACK: view.sizes[seat] - reds}
        more = RED if held[RED] >= held[BLACK] else BLACK
        if "guesses" in verbs and (guess := self._guess(view, seat, rng)):
            return guess
        match view.phase:
            case "call":
                return Calls(seat, 1 - more) if "calls" in verbs else None
            case "defend":
                return Defends(seat, held[more], more) if "defends" in verbs else None
            case "discard":
                return self._legal(view, [Discards(seat, (1 - more,) * view.owed), *self._any(view, seat, "discards")])
            case "peeked":
                return Leaves(seat) if "leaves" in verbs else None
        if view.turn != seat:
            return None
        if "attacks" in verbs and rng.random() < self.attack:
            count = 0 if rng.random() < self.bluff else max(held[more] - (0 if self.full else 1), 0)
            return self._legal(view, [Attacks(seat, count, more)])
        return self._swaps(view, seat, held, more, rng)

    def _guess(self, view: State, seat: int, rng: Random) -> Guesses | None:
        other = 1 - seat
        counts = [0] * (view.sizes[other] + 1)
        for _ in range(_SAMPLES):
            world = self.game.guess(view, seat, rng)
            found = own_reds(world, other)
            if found:
                counts[found[0]] += 1
        if self.read and view.phase == "defend" and view.turn == other and view.attack[0]:
            count, colour = view.attack
            counts = [0] * len(counts)
            counts[count if colour == RED else view.sizes[other] - count] = 1
        best = max(range(len(counts)), key=counts.__getitem__)
        if sum(counts) and counts[best] / sum(counts) >= self.sure:
            return Guesses(seat, best, view.sizes[other] - best)
        return None

    def _swaps(self, view: State, seat: int, held: dict[int, int], more: int, rng: Random) -> Action | None:
        """Swap a face-up card of the rarer colour against one of the commoner; else look at a slot."""
        for slot, lies in enumerate(view.slots, start=1):
            if lies is not None and lies != more and held[more]:
                return self._legal(view, [Swaps(seat, slot, more)])
        hidden = [slot for slot in range(1, len(view.slots) + 1) if known_slot(view, seat, slot - 1) is None]
        if hidden:
            return self._legal(view, [Peeks(seat, rng.choice(hidden))])
        return None

    def _legal(self, view: State, actions: Sequence[Action]) -> Action | None:
        return next((action for action in actions if may(self.game, view, action)), None)

    def _any(self, view: State, seat: int, verb: str) -> Sequence[Action]:
        return self.game.candidates(view, seat, verb)


STRATEGIES = {
    "guesser": Named(Guesser),
    "at-once": Named(Guesser, {"sure": 0}),
    "attacker": Named(Guesser, {"attack": 1, "full": 1}),
    "patient": Named(Guesser, {"attack": 0}),
    "bluffer": Named(Guesser, {"attack": 1, "bluff": 1}),
    "reader": Named(Guesser, {"attack": 0, "read": 1}),
}
