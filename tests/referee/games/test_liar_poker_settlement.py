"""Every way a round of Liar Poker can be settled, with numbers worked out by hand (docs/rules.md §5, Settle).

Each has 420 chips left, the pot is 160, half of it 80, and the bonus 40 from before: 1,040 in all. What happens to a
claim: ``-`` nobody suspects it, ``v`` it is suspected in vain, ``x`` it is suspected and was a lie.
"""

import pytest

from referee.games.liar_poker.rules import settle

# Ann's claim, Bob's claim: Ann's chips, Bob's chips, bonus, round winner (A, B or nobody)
ANN_BETTER = {
    "--": (620, 420, 0, "A"),  # pot and bonus
    "-v": (540, 420, 80, "A"),  # Ann suspected in vain
    "-x": (700, 340, 0, "A"),  # and 80 from Bob for his lie
    "v-": (620, 340, 80, "A"),
    "vv": (540, 340, 160, "A"),
    "vx": (700, 260, 80, "A"),  # Bob pays for his lie, and for his vain suspicion
    "x-": (340, 540, 160, "B"),  # the pot goes to the bonus, Bob takes 80 and the old bonus
    "xv": (260, 540, 240, "B"),
    "xx": (420, 420, 200, ""),  # lie costs cancel out, nobody received more
}
EQUAL = {
    "--": (420, 420, 200, ""),
    "-v": (340, 420, 280, ""),  # a suspicion is no lie cost: nobody received anything
    "-x": (540, 340, 160, "A"),
    "v-": (420, 340, 280, ""),
    "vv": (340, 340, 360, ""),
    "vx": (540, 260, 240, "A"),
    "x-": (340, 540, 160, "B"),
    "xv": (260, 540, 240, "B"),
    "xx": (420, 420, 200, ""),
}
MIRROR = {"A": "B", "B": "A", "": ""}
BOB_BETTER = {
    how[::-1]: (bob, ann, bonus, MIRROR[winner]) for how, (ann, bob, bonus, winner) in ANN_BETTER.items()
}  # the game knows no first player
ALL = [
    (best, how, after)
    for best, table in ((0, ANN_BETTER), (1, BOB_BETTER), (-1, EQUAL))
    for how, after in table.items()
]


@pytest.mark.parametrize(("best", "how", "after"), ALL)
def test_every_settlement(best: int, how: str, after: tuple[int, int, int, str]) -> None:
    suspects = (how[1] != "-", how[0] != "-")
    caught = (how[0] == "x", how[1] == "x")
    ann, bob, bonus, winner = after
    done = settle((420, 420), 160, 40, best, suspects, caught)
    assert (done.chips, done.bonus, done.winner) == ((ann, bob), bonus, "AB".index(winner) if winner else -1)
    assert ann + bob + bonus == 1040
    for seat in (0, 1):  # what the sentence names is what was paid
        pot = 160 if best == seat and not caught[seat] else 0
        lies = done.lie * (caught[1 - seat] - caught[seat])
        assert done.chips[seat] == 420 + pot + lies - done.doubts[seat] + (40 if done.winner == seat else 0)
