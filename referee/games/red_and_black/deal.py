"""What chance does in Red & Black: the dealer, the hands, the river."""

from collections.abc import Sequence
from random import Random

from referee.games.red_and_black.actions import MASKED, Dealer, Holds, Move, River
from referee.games.red_and_black.state import State, rivers
from referee.games.red_and_black.worlds import BLACK, RED


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
    """Return the table's next act by chance: the dealer, a hand, the river; None where players choose."""
    match state.phase:
        case "dealer":
            return Dealer(who=rng.choice(among or (0, 1)))
        case "call" if hands and None in state.entered_reds:
            options = state.setup.options
            return Holds(
                seat=state.entered_reds.index(None), reds=sum(_deal(state, rng, options.hand)), size=options.hand
            )
        case "deal":
            return River(slots=_deal(state, rng, state.setup.options.river))
        case "river":
            worlds = state.sets.all
            return River(slots=rng.choice([slots for slots in rivers(state) if state.shape.lying(worlds, slots)]))
    return None


def _deal(state: State, rng: Random, count: int) -> tuple[int, ...]:
    """Deal the colours of ``count`` cards out of those that are in no entered hand."""
    options = state.setup.options
    red, black = options.red, options.black
    for reds in state.entered_reds:
        if reds is not None and reds != MASKED:
            red -= reds
            black -= options.hand - reds
    return tuple(RED if card < red else BLACK for card in rng.sample(range(red + black), count))
