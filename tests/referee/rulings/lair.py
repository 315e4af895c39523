"""How the rulings of Liar's Lair begin: a room for their cases, and the lines that lead up to them.

1 and 2 are a pair, 3 and 4; odd ones are true.
"""

from factbank.factfile import read
from tests.referee.rulings.case import RECORDS, Room

KIT = {pairs: read(RECORDS / f"lair-{pairs}-pairs.json") for pairs in (6, 8, 10, 12, 15)}


def room() -> Room:
    """Return an empty room of the game."""
    return Room("liars-lair", "Ann Bob Cat Dan", "round start phase table hands out exposed", KIT[8], {"each": 2})


HANDS = "Ann: holds 1 3 6 8 / Bob: holds 2 5 9 12 / Cat: holds 4 7 10 13 / Dan: holds 11 14 15 16 / "
TRUE = "truths 1 3 5 7 9 11 13 15 / "
DEAL = HANDS + TRUE
START = DEAL + "start Ann / "
KNOCK = START + "Ann: plays 1 / Bob: plays 2 / "  # Bob is out; Ann may take one of 5 9 12
TAKEN = KNOCK + "Ann: takes 9 / Cat: plays 7 / Dan: plays 11 / "
PLAYED = START + "Ann: plays 3 / Bob: plays 5 / Cat: plays 7 / Dan: plays 11 / "
RECLAIMED = PLAYED + "Ann: reclaims 11 / Bob: reclaims 3 / Cat: reclaims 5 / Dan: reclaims 7 / "
# Then Ann holds 1 6 8 11, Bob 2 3 9 12, Cat 4 5 10 13, Dan 7 14 15 16 (a pair of his own).
PASSED = "Ann: passes / Bob: passes / Cat: passes / Dan: passes / "
ANN = RECLAIMED + "Ann: declares / Bob: passes / Cat: passes / Dan: passes / "  # Cat's 5 proves her 6 a lie
BOTH = RECLAIMED + "Ann: declares / Bob: passes / Cat: declares / Dan: passes / "
SIX = "Ann,Bob,Cat,Dan,Eve,Fay"
_LINES = (RECORDS / "lair-empty-hand.txt").read_text(encoding="utf-8").split("+++\n")[2]
EMPTIED = " / ".join(
    line.split("#")[0] for line in _LINES[: _LINES.index("Fay: plays 18")].splitlines() if line[0] != "#"
)
LONE = EMPTIED + " / Fay: plays 18 / "  # Ann, whose hand is empty, and Fay with four cards are left
LONELY = {"seats": SIX, "options": {"mix": "random"}, "facts": KIT[12]}
THREE = "Ann: holds 1 3 6 8 / Bob: holds 2 5 9 12 / Cat: holds 4 7 10 11 / truths 1 3 5 7 9 11 / start Ann / "
