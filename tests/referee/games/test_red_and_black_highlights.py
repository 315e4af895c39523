"""What Red & Black finds worth remembering, in small games by hand of which one knows it."""

from referee.core.accounts import BID, BLUFF, LIE
from tests.referee.games.moments import cards, found

SWAPPED = """
    dealer Ann
    Ann: holds black black black red red
    Bob: holds black black red red red
    Bob: calls red
    river red black red
    Bob: swaps 1 black
    Ann: peeks 1
"""


def test_a_secret_a_close_attack_and_cards_kept_back():
    lines = f"""
        {SWAPPED}
        Ann: leaves
        Bob: attacks 1 red
        Ann: defends 0 black
        river black black red
        Ann: guesses 1 black 4 red
        Bob: reveals 1 black 4 red
    """
    moments, everything = found("red-and-black", ["Ann", "Bob"], lines)
    assert moments[LIE].words == (
        "Bob laid a card face down in slot 1, and there it lay for three turns, until an attack turned the river. It "
        "was black."
    )
    assert moments[BID].words == (
        "Bob attacked with 1 red, Ann defended with 0 black: two against two, the river included. It was held off."
    )
    assert moments[BLUFF].words == "Bob held four red cards and attacked with one of them."
    assert cards(moments[BLUFF]) == [("red", "")] * 4
    guess = next(one for one in everything if one.title == "The boldest guess")
    assert guess.words.endswith("hands were still possible when Ann guessed that Bob held 1 black and 4 red. It was "
                                "exactly that.")  # fmt: skip


TAKEN = f"""
    {SWAPPED}
    Ann: swaps 1 red
    Bob: attacks 1 red
    Ann: defends 3 black
    river red black red
    Ann: guesses 1 black 4 red
    Bob: reveals 1 black 4 red
"""


def test_a_card_that_somebody_took_away_and_an_attack_that_was_held_off():
    moments, everything = found("red-and-black", ["Ann", "Bob"], TAKEN)
    lay = "laid a card face down in slot 1, and there it lay for two turns, until"
    assert [one.words for one in everything if one.kind == LIE] == [
        f"Bob {lay} Ann took it away. It was black.",
        f"Ann {lay} an attack turned the river. It was red.",
    ]
    assert moments[BID].words == (
        "Bob attacked with 1 red, Ann defended with 3 black: three against four, the river included. It was held off."
    )
    assert moments[BID].grade == 90 - 12 + 7


def test_hands_that_nobody_entered_are_no_bluff():
    lines = "\n".join(line for line in TAKEN.splitlines() if "Ann: holds" not in line)
    _, everything = found("red-and-black", ["Ann", "Bob"], lines)
    assert [one.words for one in everything if one.title == "The boldest bluff"] == [
        "Bob held four red cards and attacked with one of them."
    ]
