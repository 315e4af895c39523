"""A tiny Liar Poker: the last turn of a match of six chips, four cards of each hand shown.

What the last card makes of the hand is one of four things (three of a kind, kings and a pair, two lower pairs, a pair);
one card stands for all that make the same, as often as they come, and what is claimed is one of the four. Ann's hand
beats Bob's of the same kind. Nothing is left in the end but the last card, the claims and the doubts.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from referee import games
from referee.bridge.moments import SpielMoment, table
from referee.bridge.openspiel import Weights
from referee.core.cards import NAMES, STANDARD
from referee.games.liar_poker.state import Accepts, Bets, Claims, Turns

GIVEN = {"chips": 6, "bets.large": "1 1 1", "bets.middle": "1 1 1", "bets.small": "1 1 1", "max_rounds": 1}
BOARD = "Kd 8h"
SHOWN = ("Qs Qh 5d 4c", "Js Jh 6d 3c")
STANDS = (("Qd", "Kc", "8c", "2s"), ("Jd", "Ks", "6h", "2h"))
KINDS = ({"Q": 0, "K": 1, "8": 2, "5": 2, "4": 2}, {"J": 0, "K": 1, "8": 2, "6": 2, "3": 2})
CHIPS = 12  # of both: the whole match


def begins() -> list[tuple[float, SpielMoment]]:
    """Return how the last turn may begin, with the odds of the cards that are left."""
    down = [card for card in NAMES[:STANDARD] if card not in f"{BOARD} {' '.join(SHOWN)}".split()]
    many = Counter((kind(0, one), kind(1, other)) for one, other in permutations(down, 2))
    whole = sum(many.values())
    return [(count / whole, _begin(*kinds)) for kinds, count in sorted(many.items())]


def _begin(one: int, other: int) -> SpielMoment:
    ann, bob = (f"{shown} {STANDS[seat][at]}" for seat, (shown, at) in enumerate(zip(SHOWN, (one, other), strict=True)))
    moment = (
        table(games.game("liar-poker"), GIVEN).begin().then(f"board {BOARD}", f"Ann: holds {ann}", f"Bob: holds {bob}")
    )
    for turn in (slice(0, 3), slice(3, 4)):
        moment = moment.then("Ann: bets small", "Bob: bets small")
        moment = moment.then(
            *(
                f"{who}: reveals {' '.join(shown.split()[turn])}"
                for who, shown in zip(("Ann", "Bob"), SHOWN, strict=True)
            )
        )
    return moment


def kind(seat: int, card: str) -> int:
    """Return what a card makes of a seat's hand, 0 the best."""
    return KINDS[seat].get(card[0], 3)


def told(moment: SpielMoment) -> tuple[str, Sequence[int]]:
    """Tell moments apart by everything read; of claims only those count that stand for a kind."""
    places = range(len(moment.choices))
    stands = STANDS[moment.turn]
    kept = [
        at for at in places if not (isinstance(line := moment.choices[at], Claims) and NAMES[line.card] not in stands)
    ]
    return moment.heard(moment.turn), kept


def honest(moment: SpielMoment) -> list[float]:
    """Bet, claim what is held, believe everything."""
    hand = moment.state.hands[moment.turn]
    good = [
        (isinstance(line, Bets) and not line.bet)
        or isinstance(line, Accepts | Turns)
        or (isinstance(line, Claims) and line.card in hand)
        for line in moment.choices
    ]
    return [float(one) for one in good]


def by_kind(weights: Weights) -> Weights:
    """Return weights in which the cards that make the same are claimed by the one that stands for them."""

    def found(moment: SpielMoment) -> list[float]:
        seat, shares = moment.turn, [0.0] * len(moment.choices)
        stands = {NAMES[line.card]: at for at, line in enumerate(moment.choices) if isinstance(line, Claims)}
        for at, share in enumerate(weights(moment)):
            line = moment.choices[at]
            shares[stands[STANDS[seat][kind(seat, NAMES[line.card])]] if isinstance(line, Claims) else at] += share
        return shares

    return found
