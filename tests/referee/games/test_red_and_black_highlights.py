"""What Red & Black finds worth remembering, in small games by hand of which one knows it."""

import pytest

from tests.referee.games.moments import lines, told

SWAPPED = """dealer Ann / Ann: holds black black black red red / Bob: holds black black red red red / Bob: calls red
/ river red black red / Bob: swaps 1 black / Ann: peeks 1"""
GUESSED = "Ann: guesses 1 black 4 red / Bob: reveals 1 black 4 red"
TAKEN = lines(f"""{SWAPPED} / Ann: swaps 1 red / Bob: attacks 1 red / Ann: defends 3 black / river red black red
/ {GUESSED}""")
GAMES = {
    "a secret, a close attack and cards kept back": f"""{SWAPPED} / Ann: leaves / Bob: attacks 1 red
    / Ann: defends 0 black / river black black red / {GUESSED}""",
    "a card that somebody took away, and an attack that was held off": TAKEN,
    "hands that nobody entered are no bluff": "\n".join(row for row in TAKEN.split("\n") if "Ann: holds" not in row),
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_worth_remembering(name, snapshot):
    assert told("red-and-black", "Ann Bob", GAMES[name]) == snapshot
