"""Liar's Lair by rules of thumb: truths while others can answer, lies when nobody can, and a close eye on its own."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.liars_lair.reading import holders, later, rival_lies, safety, trust
from referee.bots.thinking import NOTHING, Share, Thinking, Thought
from referee.core.cards import cards_of
from referee.core.game import Action
from referee.games.liars_lair import actions
from referee.games.liars_lair.actions import Declares, Gives, Passes, Plays, Reclaims, Shows, Takes
from referee.games.liars_lair.state import DEAL, DECLARE, PLAY, QUESTION, RECLAIM, State


class Easy(Thinking[State], frozen=True):
    """Plays the truth, lays off a lie when it plays last, knocks out whom it can, and declares when rather safe."""

    safe: Annotated[Share, Meta(description="How safe it must feel to declare, in the first round.")] = 0.6
    bolder: Annotated[Share, Meta(description="By how much less with every round.")] = 0.03
    risk: Annotated[Share, Meta(description="At which chance to be proven wrong it still lays off a lie.")] = 0.1

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return a card to play, take, reclaim or show, or whether it declares."""
        match view.phase:
            case x if x == DEAL:
                return NOTHING
            case x if x == PLAY:
                return self._play(view, seat, rng)
            case x if x == RECLAIM:
                return _reclaim(view, seat, rng)
            case x if x == DECLARE:
                return self._declare(view, seat)
            case x if x == QUESTION:
                return _question(view, seat)
        return _take(view, seat) if view.departing != seat else _give(view, seat, rng)

    def _play(self, view: State, seat: int, rng: Random) -> Thought:
        hand = cards_of(view.hands[seat])
        rng.shuffle(hand)
        for card in hand:
            liar = rival_lies(view, card)
            if liar is not None and view.truth(card):
                return Thought(Plays(seat, card), f"{card} was true, so it proved {view.setup.seats[liar]} a liar.")
        calm = [card for card in hand if rival_lies(view, card) is None] or hand
        caught = {card: (1 - trust(view, card)) * later(view, card) for card in calm}
        lie = min(calm, key=lambda card: (trust(view, card) >= 1, caught[card], trust(view, card)))
        if trust(view, lie) < 1 and caught[lie] <= self.risk:
            return Thought(
                Plays(seat, lie), f"I wanted to be rid of {lie}, and hardly anybody could prove it a lie then."
            )
        card = min(calm, key=lambda card: (caught[card], -trust(view, card)))
        why = f"{card} was true: nobody could harm me." if view.truth(card) else f"{card} was the least danger."
        return Thought(Plays(seat, card), why)

    def _declare(self, view: State, seat: int) -> Thought:
        safe = safety(view, seat)
        enough = max(0.1, self.safe - self.bolder * (view.round - 1))
        if safe >= enough:
            return Thought(Declares(seat), f"I thought that my hand would stand, by {safe:.0%}.")
        return Thought(Passes(seat), f"My hand would have stood by {safe:.0%} only.")


def _worth(view: State, seat: int, card: int) -> float:
    """Return how good a card is to have: true, or of no harm; best the other half of an own lie."""
    rival = view.partner[card]
    if view.hands[seat] >> rival & 1:
        return 2.0 if view.truth(card) else -1.0 if view.truth(rival) else 0.6
    return trust(view, card) + (0.3 if not holders(view, seat, card) else 0.0)


def _reclaim(view: State, seat: int, rng: Random) -> Thought:
    table = dict(view.table)
    free = [card for card, whose in table.items() if whose != seat] or [*table]
    order = list(table.values())
    rng.shuffle(free)
    card = max(free, key=lambda card: _worth(view, seat, card) - 0.05 * order.index(table[card]))
    name = view.setup.seats[table[card]]
    why = f"{card} was sure to be true." if view.truth(card) else f"I trusted {name}’s {card} most of what lay there."
    return Thought(Reclaims(seat, card), why)


def _question(view: State, seat: int) -> Thought:
    declarer = view.declarers[0]
    name = view.setup.seats[declarer]
    against = [card for card in cards_of(view.hands[seat]) if view.hands[declarer] >> view.partner[card] & 1]
    if against:
        card = max(against, key=lambda card: trust(view, card))
        if view.truth(card):
            return Thought(Shows(seat, card), f"{card} was true, and proved {name} a liar.")
        if view.truth(card) is None and len(view.queue) == 1:
            return Thought(Shows(seat, card), f"Nobody else could stop {name}, and {card} might have been true.")
    return Thought(Passes(seat), f"I had nothing against {name}.")


def _take(view: State, seat: int) -> Thought:
    assert view.departing is not None
    cards = cards_of(view.hands[view.departing])
    card = max(cards, key=lambda card: _worth(view, seat, card), default=actions.NOTHING)
    if card == actions.NOTHING or _worth(view, seat, card) < 1:
        return Thought(Takes(seat, actions.NOTHING), "A smaller hand is easier to keep clean.")
    return Thought(Takes(seat, card), f"I knew that {card} was true.")


def _give(view: State, seat: int, rng: Random) -> Thought:
    cards = cards_of(view.hands[seat])
    rng.shuffle(cards)
    return Thought(Gives(seat, min(cards, key=lambda card: trust(view, card))), "I gave a lie, if I had one.")
