"""What a player of Liar's Lair can make of what they see: which cards are true, and who could prove which a lie."""

from referee.core.cards import cards_of
from referee.games.liars_lair.state import State

DOUBT = 0.5  # that a card nobody knows anything of is true


def trust(view: State, card: int) -> float:
    """Return how likely a card is true as far as a view knows."""
    true = view.truth(card)
    return DOUBT if true is None else float(true)


def rival_lies(view: State, card: int) -> int | None:
    """Return who has put the other half of a card's pair in play and is still in, or None."""
    rival = view.partner[card]
    for other, seat in view.table:
        if other == rival:
            return None if seat in view.out else seat
    return None


def holders(view: State, seat: int, card: int) -> float:
    """Return how likely it is that somebody else holds the other half of a card's pair."""
    rival = 1 << view.partner[card]
    if view.placed & rival:
        return float(any(hand & rival for other, hand in enumerate(view.hands) if other != seat))
    return 1.0 if view.dealt else 0.5


def later(view: State, card: int) -> float:
    """Return how likely it is that somebody who plays after this seat in this round holds the other half of a card."""
    rival, after = 1 << view.partner[card], set(view.queue[1:])
    for other, hand in enumerate(view.hands):
        if hand & rival:
            return float(other in after)
    if view.placed & rival:
        return 0.0
    hidden = [view.unknown(other) for other in range(len(view.hands))]
    whole = sum(hidden)
    return sum(hidden[other] for other in after) / whole if whole else 0.0


def safety(view: State, seat: int) -> float:
    """Return how likely nobody can prove a seat a liar who lays its hand open."""
    hand = view.hands[seat]
    safe, both = 1.0, view.setup.options.own_conflict == "out"
    for card in cards_of(hand):
        rival = 1 << view.partner[card]
        if hand & rival:
            if both:
                return 0.0
            continue
        safe *= 1 - (1 - trust(view, card)) * holders(view, seat, card)
    return safe
