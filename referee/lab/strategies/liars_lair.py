"""Rules of thumb for Liar's Lair, and spoilers: always truths, always lies, only hunting, declaring at once."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.thinking import Share
from referee.core.cards import cards_of
from referee.core.game import Action
from referee.core.play import may
from referee.games.liars_lair.actions import NOTHING, Declares, Gives, Passes, Plays, Reclaims, Shows, Takes
from referee.games.liars_lair.state import DECLARE, State
from referee.lab.strategies import Named, Rule

NEVER = 2.0


def rival(view: State, card: int) -> int:
    """Return the other half of a pair, as a bit."""
    return 1 << view.partner[card]


def dangerous(view: State, seat: int, card: int) -> float:
    """Return how likely it is that others can prove a card of one's own hand a lie: 0, 0.5 where nobody knows, 1."""
    gone = view.gone | view.hands[seat]
    if view.truth(card) or gone & rival(view, card):
        return 0.0
    return 0.5 if view.truth(card) is None else 1.0


def safety(view: State, seat: int) -> float:
    """Return the share of one's own cards that nobody could hold against a declaration; 0 where that is out at once."""
    hand = cards_of(view.hands[seat])
    own = view.setup.options.own_conflict == "out" and any(view.hands[seat] & rival(view, card) for card in hand)
    if own:
        return 0.0
    return 1 - sum(dangerous(view, seat, card) for card in hand) / len(hand) if hand else 1.0


class Lair(Rule[State], frozen=True):
    """Strikes down a lie in play if it can, else tells truths; declares when it feels safe enough.

    ``truths``: how often it plays a truth where both would do. ``dump``: 1 to play a lie whenever nobody comes after it
    in the round. ``strike``: 0 to pass over lies in play. ``declare``: the safety (0 to 1) from which it declares;
    over 1 never. ``show``: 0 to let declarers pass.
    """

    truths: Share = 0.75
    dump: Share = 1
    strike: Share = 1
    declare: Annotated[float, Meta(ge=0, le=NEVER)] = 0.75
    show: Share = 1

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        hand = cards_of(view.hands[seat])
        match verbs[0]:
            case "plays":
                return Plays(seat, self._card(view, hand, rng))
            case "reclaims":
                return self._reclaims(view, seat)
            case "takes":
                assert view.departing is not None
                cards = cards_of(view.hands[view.departing])
                return Takes(seat, min(cards, key=lambda card: self._burden(view, seat, card), default=NOTHING))
            case "gives":
                return Gives(seat, max(hand, key=lambda card: dangerous(view, seat, card)))
        if view.phase == DECLARE:
            return Declares(seat) if safety(view, seat) >= self.declare else Passes(seat)
        exposed = view.hands[view.declarers[0]]
        proofs = [card for card in hand if view.truth(card) and exposed & rival(view, card)]
        return Shows(seat, proofs[0]) if proofs and self.show else Passes(seat)

    def _card(self, view: State, hand: Sequence[int], rng: Random) -> int:
        truths = [card for card in hand if view.truth(card)]
        if self.strike and (strikes := [card for card in truths if view.in_play & rival(view, card)]):
            return strikes[0]
        hidden = [card for card in hand if not view.truth(card) and not view.in_play & rival(view, card)]
        if not hidden or not truths:
            return rng.choice(hidden or truths or hand)
        last = len(view.queue) == 1 and rng.random() < self.dump
        return rng.choice(hidden if last or rng.random() >= self.truths else truths)

    def _reclaims(self, view: State, seat: int) -> Reclaims:
        own = [card for card, who in view.table if who != seat] or [card for card, _ in view.table]
        legal = [card for card in own if may(self.game, view, Reclaims(seat, card))]
        return Reclaims(seat, min(legal, key=lambda card: self._burden(view, seat, card)))

    def _burden(self, view: State, seat: int, card: int) -> float:
        """Return how little one likes to have a card."""
        pair = view.hands[seat] & rival(view, card) and view.setup.options.own_conflict == "out"
        return 3.0 if pair else dangerous(view, seat, card)


class Dumb(Lair, frozen=True):
    """Plays what it has decided to play whatever lies there, and never strikes by design."""

    strike: Share = 0
    dump: Share = 0


class Hunter(Lair, frozen=True):
    """Waits for lies: plays the truths whose lie nobody has shown yet, and no lie while it has a truth."""

    truths: Share = 1
    dump: Share = 0
    declare: Annotated[float, Meta(ge=0, le=NEVER)] = NEVER


STRATEGIES = {
    "lair": Named(Lair),
    "truth": Named(Dumb, {"truths": 1, "declare": NEVER}),
    "lie": Named(Dumb, {"truths": 0, "declare": NEVER}),
    "hunt": Named(Hunter),
    "at-once": Named(Lair, {"declare": 0}),
    "no-look": Named(Lair, {"dump": 0}),
}
