"""What is known of the hands of Red & Black, and hands that are entered (docs/rules.md §4), as short records."""

import pytest

from tests.referee.rulings.case import Case
from tests.referee.rulings.red_and_black import ALL, CALL, DEAL, OWES, PEEKED, SWAP, room

rule = room()

# ------------------------------------------------------------------------------------------- what is still possible

rule(
    "some deal out of the deck's red and black counts | few reds: the river takes three of nine",
    CALL + "river red red red / Bob: swaps 1 / Ann: attacks 5 red",
    options={"red": 9, "black": 9},
    possible=([5], [1, 2]),
)
rule(
    "some deal out of the deck's red and black counts | few blacks",
    CALL + "river black black black",
    options={"red": 9, "black": 9, "hand": 7},
    possible=([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7]),
)
rule(
    "some deal out of the deck's red and black counts | before the river too",
    "dealer Ann",
    options={"red": 9, "black": 9, "hand": 7, "river": 4},
    possible=(list(range(8)), list(range(8))),
)
rule(
    "some deal out of the deck's red and black counts | all eighteen dealt: who has none leaves nine to the others",
    "dealer Ann",
    options={"red": 9, "black": 9, "hand": 8, "river": 2},
    possible=(list(range(9)), list(range(9))),
)
rule(
    "some deal out of the deck's red and black counts | one card over",
    "dealer Ann",
    options={"red": 9, "black": 9, "hand": 8, "river": 1},
    possible=(list(range(9)), list(range(9))),
)
rule(
    "some choice of the hidden swapped cards | a black is laid where a red lay: one red more",
    CALL + "river red red red / Bob: swaps 1 / Ann: attacks 0 red / Bob: defends 0 black / river black red red",
    possible=(ALL, [1, 2, 3, 4, 5]),
)
rule(
    "some choice of the hidden swapped cards | a red is laid where a black lay",
    SWAP + "Ann: attacks 0 red / Bob: defends 0 black / river red red red / Bob: discards b b b",
    possible=(ALL, [0, 1, 2]),
)
rule(
    "that agree with all the table has seen | two shown, then a swap",
    SWAP + "Ann: attacks 3 red / Bob: defends 3 red / Bob: swaps 1",
    possible=([3, 4, 5], [3, 4, 5]),
)
rule(
    "that agree with all the table has seen | what is laid face down may be any of the five",
    SWAP + "Ann: attacks 3 red / Bob: defends 3 red / Bob: peeks 2 / Bob: swaps 2",
    possible=([3, 4, 5], [2, 3, 4, 5]),
)
SEEN = SWAP + "Ann: attacks 3 red / Bob: defends 3 red / "
rule(
    "An attack, defence, discard, river or reveal that leaves no possibility is refused | defence",
    SEEN + "Bob: attacks 0 red / Ann: defends 3 black",
    refused="redblack.possible",
    says="Ann cannot show 3 black: at most 2 are possible",
)
rule(
    "An attack, defence, discard, river or reveal that leaves no possibility is refused | attack",
    SEEN + "Bob: attacks 3 black",
    refused="redblack.possible",
    says="Bob cannot show 3 black: at most 2 are possible",
)
rule(
    "An attack, defence, discard, river or reveal that leaves no possibility is refused | discard",
    SWAP + "Ann: attacks 5 red / Bob: defends 2 red / Bob: discards b b b / Bob: attacks 0 red / Ann: defends 0 red / "
    "Ann: attacks 1 red / Bob: defends 0 red / Bob: discards b",
    refused="redblack.possible",
)
rule(
    "An attack, defence, discard, river or reveal that leaves no possibility is refused | reveal",
    SEEN + "Bob: guesses 5 black 0 red / Ann: reveals 5 black 0 red",
    refused="redblack.possible",
)
rule(
    "An attack, defence, discard, river or reveal that leaves no possibility is refused | river",
    CALL + "river red red red / Bob: swaps 1 / Ann: attacks 5 red / Bob: defends 2 red / Bob: discards r r b / "
    "Bob: attacks 2 black / Ann: defends 5 red / river black red red",
    options={"red": 9, "black": 9},
    river="black red red",
)
rule(
    "An attack, defence, discard, river or reveal that leaves no possibility is refused | river: what Bob "
    "laid down was "
    "black, for he has both reds",
    CALL + "river red red red / Bob: swaps 1 / Ann: attacks 5 red / Bob: defends 2 red / "
    "Bob: discards r r b / Bob: attacks 2 black / Ann: defends 5 red / river red red red",
    refused="redblack.possible",
    options={"red": 9, "black": 9},
)
rule(
    "An attack, defence, discard, river or reveal that leaves no possibility is refused | river at the deal",
    CALL + "river r r r r r r r r",
    options={"red": 9, "black": 9, "hand": 1, "river": 8},
    river=["red"] * 8,
    possible=([0, 1], [0, 1]),
)

# ------------------------------------------------------------------------------------------------- entered hands

OWN = "dealer Ann / Ann: holds red red black black black / Bob: calls red / river red black red / Bob: swaps 2 / "
rule(
    "It stands after the deal's line (`faceup`; `dealer` in Red & Black | not before",
    "Ann: holds r r b b b",
    refused="redblack.step",
)
rule(
    "It stands after the deal's line (`faceup`; `dealer` in Red & Black | then",
    "dealer Ann / Ann: holds r r b b b",
    next="Bob: calls",
)
rule(
    "`holds` may be written again whenever that hand is settled | before the river it must be the same",
    "dealer Ann / Ann: holds r r b b b / Ann: holds r r r b b",
    refused="redblack.held",
    secret=True,
)
rule(
    "`holds` may be written again whenever that hand is settled | the same again",
    "dealer Ann / Ann: holds r r b b b / Ann: holds b b b r r",
    next="Bob: calls",
)
rule("`holds` may be written again whenever that hand is settled | late", SWAP + "Bob: holds r r r b b", turn="Ann")
rule(
    "`holds` may be written again whenever that hand is settled | not with a peek open",
    PEEKED + "Ann: holds r r b b b",
    refused="redblack.holds",
)
rule(
    "`holds` may be written again whenever that hand is settled | the other's is settled then",
    PEEKED + "Bob: holds r r b b b",
    turn="Ann",
)
rule(
    "`holds` may be written again whenever that hand is settled | not while a discard is owed",
    OWES + "Bob: holds r r b b b",
    refused="redblack.holds",
)
rule(
    "`holds` may be written again whenever that hand is settled | not after the end",
    DEAL + "Bob: guesses 3 black 2 red / Ann: reveals 3 black 2 red / Ann: holds r r b b b",
    refused="redblack.over",
)
rule(
    "and says what the hand is now | all of it",
    DEAL + "Ann: holds r r b b",
    refused="redblack.holds",
    says="must enter 5 cards, not 4",
)
rule("and says what the hand is now | after a discard", OWES + "Bob: discards r b / Bob: holds r b b", turn="Bob")
rule("and says what the hand is now | each red or black", DEAL + "Ann: holds r r b b x", refused="redblack.line")
rule(
    "between a face-down swap and the next `holds` a known hand is known as far as the possible counts go | no more",
    OWN + "Ann: swaps 1 / Ann: holds red red red red black",
    refused="redblack.held",
    secret=True,
)
rule(
    "between a face-down swap and the next `holds` a known hand is known as far as the possible counts go | one more",
    OWN + "Ann: swaps 1 / Ann: holds red red red black black",
    turn="Bob",
)
rule(
    "between a face-down swap and the next `holds` a known hand is known as far as the possible counts go | then shown",
    OWN + "Ann: swaps 1 / Bob: swaps 3 / Ann: attacks 4 red",
    refused="redblack.held",
    secret=True,
)
rule(
    "With a known hand, showing, playing, exposing, discarding or turning a card that is not there is refused at once "
    "| Red & Black: both known",
    "dealer Ann / Ann: holds r r b b b / Bob: holds r r r b b / Bob: calls red / "
    "river red black red / Bob: swaps 2 / Ann: attacks 3 red",
    refused="redblack.held",
    secret=True,
)
rule(
    "With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
    "refused at once "
    "| Red & Black: attack",
    OWN + "Ann: attacks 3 red",
    refused="redblack.held",
    secret=True,
)
rule(
    "With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
    "refused at once "
    "| Red & Black: defence",
    DEAL + "Ann: holds r r b b b / Bob: swaps 1 / Ann: swaps 2 / Bob: attacks 0 red / Ann: defends 3 red",
    refused="redblack.held",
    secret=True,
)
rule(
    "With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
    "refused at once "
    "| Red & Black: discard",
    SWAP + "Bob: holds r b b b b / Ann: attacks 2 red / Bob: defends 0 red / Bob: discards r r",
    refused="redblack.held",
    secret=True,
)
rule(
    "With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
    "refused at once "
    "| Red & Black: reveal",
    OWN + "Bob: guesses 4 black 1 red / Ann: reveals 4 black 1 red",
    refused="redblack.held",
    secret=True,
)
rule(
    "a *statement* (an answer, a guess, a claim, an accusation, a bid) never is | Red & Black: a guess",
    OWN + "Bob: guesses 0 black 5 red",
    next="Ann: reveals",
)
rule(
    "A card in another seat's known hand can't be shown, played or turned by anybody else either | Red & Black",
    "dealer Ann / Ann: holds r r r r r / Bob: calls red / river red red red / Bob: swaps 1 / Ann: attacks 0 red / "
    "Bob: defends 3 red",
    options={"red": 9, "black": 9},
    refused="redblack.held",
    secret=True,
)
rule(
    "A card in another seat's known hand can't be shown, played or turned by anybody else either | Red & Black: held",
    "dealer Ann / Ann: holds r r r r r / Bob: holds r r r r r",
    options={"red": 9, "black": 9},
    refused="redblack.held",
    secret=True,
)
rule(
    "A card in another seat's known hand can't be shown, played or turned by anybody else either | Red & Black: dealt",
    "dealer Ann / Ann: holds r r r r r / Bob: holds r r r r b / Bob: calls red / river red b b",
    options={"red": 9, "black": 9},
    refused="redblack.held",
    secret=True,
)


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)
