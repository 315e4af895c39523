"""How a game of Red & Black ends, and its fields (docs/rules.md §4), as short records."""

import pytest

from tests.referee.rulings.case import Case
from tests.referee.rulings.red_and_black import ALL, ATTACK, CALL, DEAL, EMPTY, MET, OWES, PEEKED, SWAP, room

rule = room()

# ------------------------------------------------------------------------------------------------ an empty hand

rule("An empty hand plays on: it attacks and defends with 0", EMPTY, next="Ann: guesses; Bob: attacks guesses")
rule(
    "An empty hand plays on: it attacks and defends with 0 | no more",
    EMPTY + "Bob: attacks 1 red",
    refused="redblack.show-size",
    says="0 cards are in the hand",
)
rule(
    "An empty hand plays on: it attacks and defends with 0 | defends",
    EMPTY + "Bob: attacks 0 black / Ann: defends 0 black / Ann: attacks 0 red / Bob: defends 0 black",
    turn="Bob",
)
rule(
    "peeks but must leave",
    EMPTY + "Bob: attacks 0 red / Ann: defends 0 red / Ann: swaps 1 / Bob: peeks 1",
    next="Bob: guesses leaves",
)
rule(
    "peeks but must leave | refused",
    EMPTY + "Bob: attacks 0 red / Ann: defends 0 red / Ann: swaps 1 / Bob: peeks 1 / Bob: swaps 1",
    refused="redblack.empty",
)
rule("can't swap", EMPTY + "Bob: swaps 1", refused="redblack.empty", says="has no card to swap")
rule(
    "is guessed as `0 black 0 red`",
    EMPTY + "Ann: guesses 0 black 0 red / Bob: reveals 0 black 0 red",
    winners=["Ann"],
    over=True,
)
rule(
    "is guessed as `0 black 0 red` | as nothing else",
    EMPTY + "Ann: guesses 1 black 0 red",
    refused="redblack.guess-size",
    says="0 cards",
)

# ------------------------------------------------------------------------------------------------------ the end

rule(
    "From the river on either player may guess at every moment | not before",
    CALL + "Ann: guesses 4 black 1 red",
    refused="redblack.step",
)
rule(
    "From the river on either player may guess at every moment | at once",
    DEAL + "Ann: guesses 4 black 1 red",
    next="Bob: reveals",
    turn="Bob",
)
rule(
    "also between attack, defence and river | the defender",
    ATTACK + "Bob: guesses 4 black 1 red",
    next="Ann: reveals",
    turn="Ann",
)
rule(
    "also between attack, defence and river | the attacker", ATTACK + "Ann: guesses 4 black 1 red", next="Bob: reveals"
)
rule(
    "also between attack, defence and river | before the river, either",
    MET + "Bob: guesses 3 black 2 red",
    next="Ann: reveals",
)
rule(
    "both colours, in either order | the other order",
    DEAL + "Ann: guesses 1 red 4 black / Bob: reveals 1 red 4 black",
    winners=["Ann"],
)
rule("both colours, in either order | one colour", DEAL + "Ann: guesses 5 black", refused="redblack.line")
rule("both colours, in either order | twice the same", DEAL + "Ann: guesses 4 black 1 black", refused="redblack.line")
for guess in ("4 black 2 red", "4 black 0 red"):
    rule(
        f"the numbers must add up to the other hand's size | {guess}",
        DEAL + f"Ann: guesses {guess}",
        refused="redblack.guess-size",
        says="Ann must name 5 cards: Bob holds so many",
    )
rule(
    "an impossible guess is legal and loses",
    ATTACK + "Bob: guesses 5 black 0 red / Ann: reveals 3 black 2 red",
    winners=["Ann"],
    over=True,
    scores=(1, 0),
)
rule("then `Ann: reveals 3 black 2 red`", DEAL + "Bob: guesses 4 black 1 red", next="Ann: reveals")
rule(
    "then `Ann: reveals 3 black 2 red` | the whole hand",
    DEAL + "Bob: guesses 4 black 1 red / Ann: reveals 1 black 1 red",
    refused="redblack.reveal-size",
)
rule(
    "then `Ann: reveals 3 black 2 red` | one's own",
    DEAL + "Bob: guesses 4 black 1 red / Bob: reveals 4 black 1 red",
    refused="redblack.turn",
)
rule(
    "then `Ann: reveals 3 black 2 red` | no second guess",
    DEAL + "Bob: guesses 4 black 1 red / Ann: guesses 4 black 1 red",
    refused="redblack.step",
)
rule(
    "Right wins, wrong loses | right",
    DEAL + "Bob: guesses 3 black 2 red / Ann: reveals 3 black 2 red",
    over=True,
    winners=["Bob"],
    scores=(0, 1),
    turn=None,
    possible=([2], ALL),
    next="",
)
rule(
    "Right wins, wrong loses | wrong",
    DEAL + "Bob: guesses 4 black 1 red / Ann: reveals 3 black 2 red",
    over=True,
    winners=["Ann"],
    scores=(1, 0),
    turn=None,
)
rule(
    "Refused only while the *other* player's hand is unsettled | peeked",
    PEEKED + "Bob: guesses 4 black 1 red",
    refused="redblack.unsettled",
    says="Ann has peeked and not finished",
)
rule(
    "Refused only while the *other* player's hand is unsettled | owes",
    OWES + "Ann: guesses 4 black 1 red",
    refused="redblack.unsettled",
    says="Bob owes a discard",
)
rule("one's own unsettled hand is no bar | peeked", PEEKED + "Ann: guesses 4 black 1 red", next="Bob: reveals")
rule("one's own unsettled hand is no bar | owes", OWES + "Bob: guesses 3 black 2 red", next="Ann: reveals")
rule(
    "After the end of a game every further line is refused | Red & Black",
    DEAL + "Bob: guesses 3 black 2 red / Ann: reveals 3 black 2 red / Ann: swaps 1",
    refused="redblack.over",
)

# ---------------------------------------------------------------------------------------------------- the fields

rule(
    "`hands` (name to number), `discards` (name to list)",
    SWAP + "Ann: attacks 3 red / Bob: defends 1 red / Bob: discards red black",
    hands=(5, 3),
    discards=([], ["red", "black"]),
    possible=([3, 4, 5], [0, 1, 2, 3]),
)
rule("stays with the attacker until the attack is settled | defence", ATTACK, turn="Ann")
rule("stays with the attacker until the attack is settled | river", MET, turn="Ann")
rule("stays with the attacker until the attack is settled | discard", OWES, turn="Ann")
rule("stays with the attacker until the attack is settled | settled", OWES + "Bob: discards r r", turn="Bob")
rule(
    "Such brackets may stand in a full record too, and must then be true | Red & Black has nothing to open",
    DEAL + "Bob: swaps 2 (red)",
    refused="redblack.bracket-false",
)


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)
