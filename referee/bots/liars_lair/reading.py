"""What a player of Liar's Lair can make of what they see: which cards are true, and who could prove which a lie."""

from collections.abc import Callable

from referee.core.cards import cards_of
from referee.games.liars_lair.state import State

DOUBT = 0.5  # that a card nobody knows anything of is true

Likely = Callable[[int], float]
"""How likely something is of a card."""


def trust(view: State, card: int) -> float:
    """Return how likely a card is true as far as a view knows."""
    true = view.truth(card)
    return DOUBT if true is None else float(true)


def rival_liars(view: State) -> dict[int, int]:
    """Return the cards whose other half lies in play under the name of somebody who is still in, with who that is."""
    return {view.partner[card]: seat for card, seat in view.table if seat not in view.out}


def holders(view: State, seat: int) -> Likely:
    """Return how likely it is of a card that somebody else holds the other half of its pair."""
    placed, others, unseen, partner = view.placed, 0, 1.0 if view.dealt else 0.5, view.partner
    for other, hand in enumerate(view.hands):
        if other != seat:
            others |= hand

    def held(card: int) -> float:
        rival = 1 << partner[card]
        return float(bool(others & rival)) if placed & rival else unseen

    return held


def later(view: State) -> Likely:
    """Return how likely it is of a card that somebody who plays after this seat in this round holds its other half."""
    after, ahead, placed, partner = view.queue[1:], 0, view.placed, view.partner
    for other in after:
        ahead |= view.hands[other]
    hidden = [view.unknown(other) for other in range(len(view.hands))]
    whole = sum(hidden)
    share = sum([hidden[other] for other in after]) / whole if whole else 0.0

    def held(card: int) -> float:
        rival = 1 << partner[card]
        return float(bool(ahead & rival)) if placed & rival else share

    return held


def safety(view: State, seat: int) -> float:
    """Return how likely nobody can prove a seat a liar who lays its hand open."""
    hand, held, partner = view.hands[seat], holders(view, seat), view.partner
    safe, both = 1.0, view.setup.options.own_conflict == "out"
    for card in cards_of(hand):
        if hand >> partner[card] & 1:
            if both:
                return 0.0
            continue
        safe *= 1 - (1 - trust(view, card)) * held(card)
    return safe
