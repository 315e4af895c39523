"""How a round of Liar Poker is paid out (docs/rules.md §5): plain numbers in, plain numbers out.

Chips are conserved to the chip: the two stacks, the pot and the bonus always add up to what the match began with.
"""

from msgspec import Struct
from msgspec.structs import replace

from referee.core.cards import UNKNOWN


class Settlement(Struct, frozen=True):
    """What a round came to: stacks and bonus after it, and the seat that won the round (UNKNOWN: nobody).

    ``lie`` is what a seat caught alone paid to the other, ``doubts`` what each seat's suspicion cost it.
    """

    chips: tuple[int, int]
    bonus: int
    winner: int
    lie: int = 0
    doubts: tuple[int, int] = (0, 0)


def settle(
    chips: tuple[int, int],
    pot: int,
    bonus: int,
    best: int,
    suspects: tuple[bool, bool],
    caught: tuple[bool, bool],
) -> Settlement:
    """Pay out a round that came to turn 4.

    ``best`` is the card winner's seat (−1 for equal hands), ``suspects`` who suspected, ``caught`` who was suspected
    and had lied. The pot is paid first, then lie costs, then suspicions; nobody pays more than they have then. The
    round winner takes the bonus as it stood before this round; what this round adds stays for the next.
    """
    half = pot // 2
    stacks, received, kept, lie, doubts = list(chips), [0, 0], 0, 0, [0, 0]
    if best >= 0 and not caught[best]:
        stacks[best] += pot
        received[best] += pot
    else:
        kept += pot
    if caught[0] != caught[1]:
        liar = 0 if caught[0] else 1
        lie = min(half, stacks[liar])
        stacks[liar] -= lie
        stacks[1 - liar] += lie
        received[liar] -= lie
        received[1 - liar] += lie
    for seat in (0, 1):
        if suspects[seat] and not caught[1 - seat]:
            doubts[seat] = min(half, stacks[seat])
            stacks[seat] -= doubts[seat]
            kept += doubts[seat]
    winner = -1 if received[0] == received[1] else 0 if received[0] > received[1] else 1
    return replace(_with_bonus(stacks, bonus, kept, winner), lie=lie, doubts=(doubts[0], doubts[1]))


def fold(chips: tuple[int, int], pot: int, bonus: int, folded: tuple[bool, bool], fine: int = 0) -> Settlement:
    """Pay out a round in which somebody folded; who folds alone pays ``fine`` to the other, as far as it goes."""
    if all(folded):
        return Settlement(chips, bonus + pot, UNKNOWN)
    other = 1 if folded[0] else 0
    stacks = list(chips)
    paid = min(fine, stacks[1 - other])
    stacks[1 - other] -= paid
    stacks[other] += pot + paid
    return _with_bonus(stacks, bonus, 0, other if pot > 0 else UNKNOWN)


def _with_bonus(stacks: list[int], bonus: int, kept: int, winner: int) -> Settlement:
    if winner >= 0:
        stacks[winner] += bonus
        bonus = 0
    return Settlement((stacks[0], stacks[1]), bonus + kept, winner)
