"""Rules of thumb for Lizard: bid what the hand should win, more or less; always zero."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.core.game import Action
from referee.core.play import may
from referee.games.lizard.actions import Bids, Calls, Plays
from referee.games.lizard.deck import LIZARD, SNAKE, SUIT_OF
from referee.games.lizard.state import State
from referee.lab.strategies import Named, Rule


def chance(card: int, trump: int, seats: int) -> float:
    """Return about how often a card takes a trick."""
    if card in {LIZARD, SNAKE}:
        return float(card == LIZARD) * 0.95
    rank = (card >> 2) / 12
    if SUIT_OF[card] == trump:
        return 0.25 + 0.65 * rank
    return max(0.0, rank**4 * (0.75 if trump < 0 else 0.6) * 3 / seats)


def strength(card: int, trump: int) -> int:
    """Return an order of cards by what they beat."""
    if card in {LIZARD, SNAKE}:
        return 99 if card == LIZARD else -1
    return (card >> 2) + (20 if SUIT_OF[card] == trump else 0)


class Bidder(Rule[State], frozen=True):
    """Bids what its hand should take, ``bid`` tricks more or less; then plays high while it needs tricks, else low.

    ``zero``: 1 to bid nothing, always.
    """

    bid: Annotated[float, Meta(ge=-5, le=5)] = 0.0
    zero: Annotated[float, Meta(ge=0, le=1)] = 0

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        del rng
        hand, trump = view.hands[seat] or (), view.trump
        if verbs[0] == "calls":
            return Calls(seat, max(range(4), key=lambda suit: sum(SUIT_OF[card] == suit for card in hand)))
        if verbs[0] == "bids":
            hoped = 0 if self.zero else sum(chance(card, trump, len(view.hands)) for card in hand) + self.bid
            wish = min(max(round(hoped), 0), view.round)
            fits = sorted(range(view.round + 1), key=lambda count: (abs(count - wish), count))
            return next(Bids(seat, count) for count in fits if may(self.game, view, Bids(seat, count)))
        if verbs[0] != "plays":
            return None
        legal = [card for card in dict.fromkeys(hand) if may(self.game, view, Plays(seat, card))]
        needs = (view.bids[seat] or 0) > view.won[seat]
        legal.sort(key=lambda card: strength(card, trump))
        if needs:
            return Plays(seat, legal[-1])
        losing = [card for card in legal if self._loses(view, card)]
        return Plays(seat, losing[-1] if losing else legal[0])

    @staticmethod
    def _loses(view: State, card: int) -> bool:
        """Say whether a card would be beaten by what lies in the trick already."""
        if card == SNAKE or LIZARD in view.trick:
            return bool(view.trick)
        best = max((strength(lies, view.trump) for lies in view.trick), default=-1)
        suited = SUIT_OF[card] in {view.follow, view.trump}
        return bool(view.trick) and card != LIZARD and (not suited or strength(card, view.trump) < best)


STRATEGIES = {
    "bidder": Named(Bidder),
    "low": Named(Bidder, {"bid": -0.25}),
    "high": Named(Bidder, {"bid": 0.25}),
    "zero": Named(Bidder, {"zero": 1}),
}
