"""What the record says of how the other plays Liar Poker: their bets now; how often they fold, lie and doubt."""

from collections.abc import Sequence

from msgspec import Struct

from referee.core.game import Action
from referee.games.liar_poker.actions import FOLD, Accepts, Bets, Board, Claims, Folds, Reveals, Suspects, Turns
from referee.games.liar_poker.hands import strength
from referee.games.liar_poker.options import HAND

_LINES = 600  # of the record, that are looked back


class Round(Struct):
    """What lay open of a round: ``bets`` are the other's, ``doubted`` whether they doubted my claim."""

    board: tuple[int, ...]
    bets: list[int]
    shown: tuple[list[int], list[int]]
    claims: list[int]
    turned: int = -1
    doubted: bool | None = None

    def beats(self, seat: int) -> bool:
        """Say whether a seat's claim made it the better hand, which what it had shown was not."""
        if -1 in self.claims:
            return False
        mine, theirs = ((self.claims[at], *self.shown[at], *self.board) for at in (seat, 1 - seat))
        return strength(mine) < strength(theirs) and strength(mine) < _best((*self.shown[seat], *self.board))


def _best(cards: tuple[int, ...]) -> int:
    return strength(cards) if len(cards) >= HAND else 9999


class Habits(Struct, frozen=True):
    """How often the other folds in turn 1, lies where a claim decides, and doubts a claim that does."""

    folds: float
    lies: float
    doubts: float


def rounds(turns: Sequence[Action], seat: int) -> list[Round]:
    """Return the rounds so far as a seat has seen them, the last one being played."""
    found: list[Round] = []
    for action in turns[-_LINES:]:
        if isinstance(action, Board):
            found.append(Round(action.cards, [], ([], []), [-1, -1]))
        elif found:
            _read(found[-1], action, seat)
    return found


def _read(now: Round, action: Action, seat: int) -> None:
    said = dict(action.opens)
    match action:
        case Bets() | Folds() if 1 - seat in said:
            now.bets.append(said[1 - seat])
        case Reveals():
            cards = {**said, **({action.seat: action.cards} if action.cards else {})}
            for who, shown in cards.items():
                now.shown[who].extend(shown)
        case Claims():
            for who, card in ({action.seat: action.card} | said).items():
                now.claims[who] = card if card >= 0 else now.claims[who]
        case Suspects() | Accepts() if 1 - seat in said:
            now.doubted = said[1 - seat] == 1
        case Turns() if action.seat != seat:
            now.turned = action.card


def habits(past: Sequence[Round], seat: int) -> Habits:
    """Return what the rounds that are over say of the other, begun with what is usual."""
    other = 1 - seat
    begun = [one for one in past if one.bets]
    folds = sum(one.bets[0] == FOLD for one in begun)
    lied = [one.turned != one.claims[other] for one in past if one.turned >= 0 and one.beats(other)]
    doubted = [one.doubted for one in past if one.doubted is not None and one.beats(seat)]
    return Habits(
        (2 + folds) / (5 + len(begun)), (2 + sum(lied)) / (4 + len(lied)), (2 + sum(doubted)) / (4 + len(doubted))
    )
