"""What chance does in Lizard: the first dealer, the hands, the card turned for trump."""

from collections.abc import Sequence
from random import Random

from referee.games.lizard import deck
from referee.games.lizard.actions import Dealer, Holds, Move, Trump
from referee.games.lizard.state import State, known


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
    """Return the table's next act by chance: the first dealer, a hand, the card turned for trump; None otherwise."""
    match state.phase:
        case "dealer":
            return Dealer(who=rng.choice(among or tuple(range(len(state.hands)))))
        case "trump" | "bid" if hands and None in state.hands and not any(bid is not None for bid in state.bids):
            pool = deck.members(deck.FULL - state.seen - known(state))
            cards = tuple(sorted(rng.sample(pool, state.round)))
            return Holds(seat=state.hands.index(None), cards=cards)
        case "trump" if state.setup.options.track == "cards":
            return Trump(card=rng.choice(deck.members(deck.FULL - state.seen - known(state))))
    return None
