"""What a view of Liar Poker could hide: the other hand, and what was chosen in a secret step."""

from random import Random

from msgspec.structs import replace

from referee.core.cards import STANDARD, UNKNOWN, bits, cards_of
from referee.core.chance import some
from referee.core.rows import put_pair
from referee.games.liar_poker.actions import FOLD, MASKED, Chosen
from referee.games.liar_poker.options import HAND
from referee.games.liar_poker.state import State, to_show


def guess(view: State, seat: int | None, rng: Random) -> State:  # noqa: ARG001, the view masks what it does not know
    """Return a full state that this view could be of: any unseen cards, and any choice that could have been made."""
    hands, pending = view.hands, view.pending
    pool: list[int] = []
    for other in (0, 1):
        hand = hands[other]
        if hand and UNKNOWN in hand:
            pool = pool or cards_of(_unseen(view))
            open_cards = [card for card in (*view.shown[other], view.turned[other]) if card >= 0]
            many = HAND - len(open_cards)
            hands = put_pair(hands, other, tuple(sorted(open_cards + some(pool, many, rng))))
            del pool[:many]
    if MASKED in pending:
        view = replace(view, hands=hands)
        for other in (0, 1):
            if pending[other] == MASKED:
                pending = put_pair(pending, other, _chosen(view, other, rng))
        return replace(view, pending=pending)
    return view if hands is view.hands else replace(view, hands=hands)


def _unseen(view: State) -> int:
    """Return the cards that lie neither face up nor, as far as the view knows, in a hand; as bits."""
    known = [card for held in (*view.hands, *view.pending) if isinstance(held, tuple) for card in held if card >= 0]
    return (1 << STANDARD) - 1 & ~(view.face | bits(known))


def _chosen(state: State, seat: int, rng: Random) -> Chosen:
    """Return a choice of this step that ``seat`` could have made, whose hand is known where one was entered."""
    match state.phase:
        case "bet":
            return rng.randint(0, FOLD)
        case "suspect":
            return rng.randint(0, 1)
    down = (1 << STANDARD) - 1 & ~state.face
    if state.phase == "claim":
        return rng.choice(cards_of(down))
    hand = state.hands[seat]
    own = cards_of((_unseen(state) if hand is None else bits(hand)) & down)
    return tuple(some(own, to_show(state), rng))
