"""Liar's Lair by rules of thumb: truths while others can answer, lies when nobody can, and a close eye on its own."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from referee.bots.liars_lair.reading import Likely, holders, later, rival_liars, safety, trust
from referee.bots.thinking import Mix, Mixing, Share, Thought, best, evenly, surely
from referee.core.cards import cards_of
from referee.core.game import Action
from referee.games.liars_lair import actions
from referee.games.liars_lair.actions import Declares, Gives, Passes, Plays, Reclaims, Shows, Takes
from referee.games.liars_lair.state import DEAL, DECLARE, PLAY, QUESTION, RECLAIM, State


class Easy(Mixing[State], frozen=True):
    """Plays the truth, lays off a lie when it plays last, knocks out whom it can, and declares when rather safe."""

    safe: Annotated[Share, Meta(description="How safe it must feel to declare, in the first round.")] = 0.6
    bolder: Annotated[Share, Meta(description="By how much less with every round.")] = 0.03
    risk: Annotated[Share, Meta(description="At which chance to be proven wrong it still lays off a lie.")] = 0.1

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a card to play, take, reclaim or show, or whether it declares."""
        match view.phase:
            case x if x == DEAL:
                return surely(None)
            case x if x == PLAY:
                return self._play(view, seat)
            case x if x == RECLAIM:
                return _reclaim(view, seat)
            case x if x == DECLARE:
                return self._declare(view, seat)
            case x if x == QUESTION:
                return _question(view, seat)
        return _take(view, seat) if view.departing != seat else _give(view, seat)

    def _play(self, view: State, seat: int) -> Mix:
        hand, liars = cards_of(view.hands[seat]), rival_liars(view)
        proofs = [card for card in hand if liars.get(card, seat) != seat and view.truth(card)]
        if proofs:
            names = view.setup.seats
            return evenly(
                [
                    Thought(Plays(seat, card), f"{card} was true, so it proved {names[liars[card]]} a liar.")
                    for card in proofs
                ]
            )
        calm = [card for card in hand if card not in liars] or hand
        held = later(view)
        trusted = {card: trust(view, card) for card in calm}
        caught = {card: (1 - trusted[card]) * held(card) for card in calm}
        lies = best(calm, lambda card: (trusted[card] < 1, -caught[card], -trusted[card]))
        if trusted[lies[0]] < 1 and caught[lies[0]] <= self.risk:
            why = "I wanted to be rid of {}, and hardly anybody could prove it a lie then."
            return evenly([Thought(Plays(seat, card), why.format(card)) for card in lies])
        return evenly(
            [
                Thought(
                    Plays(seat, card),
                    f"{card} was true: nobody could harm me." if view.truth(card) else f"{card} was the least danger.",
                )
                for card in best(calm, lambda card: (-caught[card], trusted[card]))
            ]
        )

    def _declare(self, view: State, seat: int) -> Mix:
        safe = safety(view, seat)
        enough = max(0.1, self.safe - self.bolder * (view.round - 1))
        if safe >= enough:
            return surely(Declares(seat), f"I thought that my hand would stand, with a chance of {safe:.0%}.")
        return surely(Passes(seat), f"My hand would have stood with a chance of only {safe:.0%}.")


def _worth(view: State, seat: int) -> Likely:
    """Return how good a card is to have: true, or of no harm; best the other half of an own lie."""
    hand, held, partner = view.hands[seat], holders(view, seat), view.partner

    def worth(card: int) -> float:
        if hand >> partner[card] & 1:
            return 2.0 if view.truth(card) else -1.0 if view.truth(partner[card]) else 0.6
        return trust(view, card) + (0.3 if not held(card) else 0.0)

    return worth


def _reclaim(view: State, seat: int) -> Mix:
    table = dict(view.table)
    free = [card for card, whose in table.items() if whose != seat] or [*table]
    order, worth = list(table.values()), _worth(view, seat)
    trusted = "I trusted {}’s {} most of what lay there."
    return evenly(
        [
            Thought(
                Reclaims(seat, card),
                f"{card} was sure to be true."
                if view.truth(card)
                else trusted.format(view.setup.seats[table[card]], card),
            )
            for card in best(free, lambda card: worth(card) - 0.05 * order.index(table[card]))
        ]
    )


def _question(view: State, seat: int) -> Mix:
    declarer = view.declarers[0]
    name = view.setup.seats[declarer]
    against = [card for card in cards_of(view.hands[seat]) if view.hands[declarer] >> view.partner[card] & 1]
    if against:
        card = max(against, key=lambda card: trust(view, card))
        if view.truth(card):
            return surely(Shows(seat, card), f"{card} was true, and proved {name} a liar.")
        if view.truth(card) is None and len(view.queue) == 1:
            return surely(Shows(seat, card), f"Nobody else could stop {name}, and {card} might have been true.")
    return surely(Passes(seat), f"I had nothing against {name}.")


def _take(view: State, seat: int) -> Mix:
    assert view.departing is not None
    cards, worth = cards_of(view.hands[view.departing]), _worth(view, seat)
    card = max(cards, key=worth, default=actions.NOTHING)
    if card == actions.NOTHING or worth(card) < 1:
        return surely(Takes(seat, actions.NOTHING), "A smaller hand is easier to keep clean.")
    return surely(Takes(seat, card), f"I knew that {card} was true.")


def _give(view: State, seat: int) -> Mix:
    cards = best(cards_of(view.hands[seat]), lambda card: -trust(view, card))
    return evenly([Thought(Gives(seat, card), "I gave a lie, if I had one.") for card in cards])
