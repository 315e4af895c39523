"""What chance does in Liars' Guess: the first dealer, the face-up cards, the hands, the hole card."""

from collections.abc import Sequence
from random import Random

from referee.core.cards import WEST, cards_of
from referee.core.chance import pick, sample
from referee.games.liars_guess import deck
from referee.games.liars_guess.actions import Dealer, Faceup, Holds, Hole, Move
from referee.games.liars_guess.options import FACEUP, HAND
from referee.games.liars_guess.state import State, unseen


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
    """Return the table's next act by chance: the first dealer, the face-up cards, a hand, the hole card; or None."""
    match state.phase:
        case "dealer":
            return Dealer(who=pick(among or (0, 1), rng))
        case "faceup":
            return Faceup(cards=tuple(sample(range(len(WEST)), FACEUP, rng)))
        case "turn" if hands and not state.acted and None in state.hands:
            cards = sample(cards_of(_loose(state)), HAND, rng)
            return Holds(seat=state.hands.index(None), cards=tuple(sorted(cards)))
        case "hole":
            return Hole(card=pick(cards_of(_loose(state)), rng))
    return None


def odds(state: State) -> tuple[tuple[Move, int], ...]:
    """Return what ``draw`` gives, each with its weight: the first dealer, the hole card."""
    match state.phase:
        case "dealer":
            return tuple((Dealer(who=who), 1) for who in (0, 1))
        case "hole":
            return tuple((Hole(card=card), 1) for card in cards_of(_loose(state)))
    return ()


def _loose(state: State) -> int:
    """Return the cards that nobody has seen and that are in no known hand, as bits."""
    first, second = state.hands
    return unseen(state) & ~deck.bits((first or ()) + (second or ()))
