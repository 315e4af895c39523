"""What chance does in Red & Black: the dealer, the hands, the river."""

from collections.abc import Sequence
from itertools import product
from math import comb, perm
from random import Random

from referee.core.chance import pick, sample
from referee.games.red_and_black.actions import MASKED, Dealer, Holds, Move, River
from referee.games.red_and_black.state import State, rivers
from referee.games.red_and_black.worlds import BLACK, RED


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
    """Return the table's next act by chance: the dealer, a hand, the river; None where players choose."""
    match state.phase:
        case "dealer":
            return Dealer(who=pick(among or (0, 1), rng))
        case "call" if hands and None in state.entered_reds:
            options = state.setup.options
            return Holds(
                seat=state.entered_reds.index(None), reds=sum(deal(state, rng, options.hand)), size=options.hand
            )
        case "deal":
            return River(slots=deal(state, rng, state.setup.options.river))
        case "river":
            return River(slots=pick(_turned(state), rng))
    return None


def odds(state: State) -> tuple[tuple[Move, int], ...]:
    """Return what ``draw`` gives, each with its weight: the dealer, a hand, the river."""
    options = state.setup.options
    match state.phase:
        case "dealer":
            return tuple((Dealer(who=who), 1) for who in (0, 1))
        case "call" if None in state.entered_reds:
            seat, size, (red, black) = state.entered_reds.index(None), options.hand, undealt(state)
            ways = [(reds, comb(red, reds) * comb(black, size - reds)) for reds in range(size + 1)]
            return tuple((Holds(seat=seat, reds=reds, size=size), many) for reds, many in ways if many)
        case "deal":
            red, black = undealt(state)
            dealt = [
                (slots, perm(red, sum(slots)) * perm(black, len(slots) - sum(slots)))
                for slots in product((BLACK, RED), repeat=options.river)
            ]
            return tuple((River(slots=slots), many) for slots, many in dealt if many)
        case "river":
            return tuple((River(slots=slots), 1) for slots in _turned(state))
    return ()


def _turned(state: State) -> list[tuple[int, ...]]:
    """Return the rivers that can lie there when an attack turns it."""
    worlds = state.sets.all
    return [slots for slots in rivers(state) if state.shape.lying(worlds, slots)]


def deal(state: State, rng: Random, count: int) -> tuple[int, ...]:
    """Deal the colours of ``count`` cards out of those that are in no entered hand."""
    red, black = undealt(state)
    return tuple([RED if card < red else BLACK for card in sample(range(red + black), count, rng)])


def undealt(state: State) -> tuple[int, int]:
    """Return how many red and how many black cards are in no entered hand."""
    options = state.setup.options
    red, black = options.red, options.black
    for reds in state.entered_reds:
        if reds is not None and reds != MASKED:
            red -= reds
            black -= options.hand - reds
    return red, black
