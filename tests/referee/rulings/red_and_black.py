"""How the rulings of Red & Black begin: a room for their cases, and the lines that lead up to them."""

from tests.referee.rulings.case import Room


def room() -> Room:
    """Return an empty room of the game."""
    return Room("red-and-black", "Ann Bob", "river hands discards turn possible")


CALL = "dealer Ann / Bob: calls red / "
DEAL = CALL + "river red black red / "  # Bob called right and begins
SWAP = DEAL + "Bob: swaps 2 / "  # red, face down, red; now Ann
ATTACK = SWAP + "Ann: attacks 2 red / "
MET = ATTACK + "Bob: defends 3 black / "  # different colours, and slot 2 lies face down
ALL, FOUR = [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4]
# Bob has no card left and is on turn; the river lies open
EMPTY = (CALL + "river red red red / Bob: swaps 1 / Ann: attacks 5 red / Bob: defends 0 black / river red red red / "
         "Bob: discards b b b r r / ")  # fmt: skip
PEEKED = SWAP + "Ann: peeks 2 / "
OWES = ATTACK + "Bob: defends 0 red / "
