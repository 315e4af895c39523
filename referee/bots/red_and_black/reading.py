"""What can be known of the other hand of Red & Black: how likely each number of red cards is."""

from math import comb, perm

from referee.core.cards import cards_of
from referee.games.red_and_black.state import State, own_reds
from referee.games.red_and_black.worlds import RED


def mine(view: State, seat: int) -> int | None:
    """Return how many red cards a seat holds, None where its view does not say."""
    reds = own_reds(view, seat)
    return reds[0] if reds and len(reds) == 1 else None


def holds(view: State, seat: int, colour: int) -> int:
    """Return how many cards of a colour a seat holds whose hand is known."""
    reds = mine(view, seat) or 0
    return reds if colour == RED else view.sizes[seat] - reds


def chances(view: State, seat: int) -> list[float]:
    """Return for each number of red cards how likely the other hand has so many.

    As likely as a shuffled deck would deal it: what a player chose to show says no more than that it was there.
    """
    return weighed(view, 1 - seat, view.sets.second if seat else view.sets.first)


def weighed(view: State, seat: int, worlds: int) -> list[float]:
    """Return for each number of red cards how likely a seat has so many, as a shuffled deck deals these worlds."""
    side, options = view.shape.hand + 1, view.setup.options
    weights, sizes = [0.0] * (view.sizes[seat] + 1), view.sizes
    gone = (*view.discards[0], *view.discards[1])
    red, black = options.red - sum(gone), options.black - (len(gone) - sum(gone))
    for world in cards_of(worlds):
        reds = (world % side, world // side % side)
        dealt = sum(reds) + (world // side // side).bit_count()
        ways = comb(sizes[0], reds[0]) * comb(sizes[1], reds[1])
        weights[reds[seat]] += ways * perm(red, dealt) * perm(black, sum(sizes) + len(view.slots) - dealt)
    whole = sum(weights)
    return [weight / whole for weight in weights] if whole else [1 / len(weights)] * len(weights)
