"""What chance does in Lizard: the first dealer, the hands, the card turned for trump."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from referee.core.chance import pick, sample
from referee.games.lizard import deck
from referee.games.lizard.actions import Dealer, Holds, Move, Trump
from referee.games.lizard.state import State, known


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
    """Return the table's next act by chance: the first dealer, a hand, the card turned for trump; None otherwise."""
    if state.phase == "play":
        return None
    match state.phase:
        case "dealer":
            return Dealer(who=pick(among or tuple(range(len(state.hands))), rng))
        case "trump" | "bid" if hands and _to_deal(state):
            cards = tuple(sorted(sample(_pool(state), state.round, rng)))
            return Holds(seat=state.hands.index(None), cards=cards)
        case "trump" if state.setup.options.track == "cards":
            return Trump(card=pick(_pool(state), rng))
    return None


def odds(state: State) -> tuple[tuple[Move, int], ...]:
    """Return what ``draw`` gives, each with its weight: the first dealer, a hand of one card, the card for trump."""
    match state.phase:
        case "dealer":
            return tuple((Dealer(who=who), 1) for who in range(len(state.hands)))
        case "trump" | "bid" if _to_deal(state):
            seat, kinds = state.hands.index(None), Counter(_pool(state)).items() if state.round == 1 else ()
            return tuple((Holds(seat=seat, cards=(card,)), many) for card, many in kinds)
        case "trump" if state.setup.options.track == "cards":
            return tuple((Trump(card=card), many) for card, many in Counter(_pool(state)).items())
    return ()


def _to_deal(state: State) -> bool:
    """Say whether a hand is to be dealt: one is not entered, and nobody has bid."""
    return None in state.hands and state.bids.count(None) == len(state.bids)


def _pool(state: State) -> list[int]:
    """Return the cards that nobody has seen, and that are in no known hand."""
    return deck.members(deck.FULL - state.seen - known(state))
