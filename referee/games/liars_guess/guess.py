"""What a view of Liars' Guess could hide: the other hand, out of the cards that nobody has seen."""

from random import Random

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, Hand, cards_of
from referee.core.chance import some
from referee.core.rows import put_pair
from referee.games.liars_guess import deck
from referee.games.liars_guess.state import State, unseen


def guess(view: State, seat: int | None, rng: Random) -> State:  # noqa: ARG001, the view masks what it does not know
    """Return a full state that this view could be of: evidence lies in its hand, any unseen cards are the rest."""
    hands: tuple[Hand, Hand] = view.hands
    pool: list[int] = []
    for other, hand in enumerate(view.hands):
        if hand and UNKNOWN in hand:
            pool = pool or cards_of(unseen(view) & ~deck.bits((*(hands[0] or ()), *(hands[1] or ()))))
            exposed = cards_of(view.exposed[other])
            many = len(hand) - len(exposed)
            hands = put_pair(hands, other, tuple(sorted(exposed + some(pool, many, rng))))
            del pool[:many]
    return view if hands is view.hands else replace(view, hands=hands)
