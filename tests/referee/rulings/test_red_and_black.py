"""The deal, the swap and the attack of Red & Black (docs/rules.md §4), as short records."""

import pytest

from referee import games
from referee.core.setup import setup
from tests.referee.rulings.case import Case
from tests.referee.rulings.red_and_black import ALL, ATTACK, CALL, DEAL, EMPTY, FOUR, MET, SWAP, room

rule = room()

# ---------------------------------------------------------------------------------------------------- the deal

rule(
    '`public`: `river` (list of "red", "black" or null for face down; `[]` before it lies) | nothing yet',
    "",
    river=[],
    hands={},
    discards={},
    turn=None,
    possible={},
    next="table: dealer",
    over=False,
    winners=[],
    scores=(0, 0),
)
rule(
    "`dealer Ann`: five cards each",
    "dealer Ann",
    hands=(5, 5),
    discards=([], []),
    turn=None,
    river=[],
    possible=(ALL, ALL),
)
rule(
    "`dealer Ann`: five cards each | option hand",
    "dealer Ann",
    options={"hand": 4},
    hands=(4, 4),
    possible=([0, 1, 2, 3, 4], [0, 1, 2, 3, 4]),
)
rule(
    "whether the shared screen shows what is still possible | option possible",
    "dealer Ann",
    options={"possible": "shared"},
    possible=(ALL, ALL),
)
rule("then the river of three face up", DEAL, river="red black red")
rule(
    "then the river of three face up | not two",
    CALL + "river red black",
    refused="redblack.river",
    says="the river has 3 cards, not 2",
)
rule("then the river of three face up | option river", CALL + "river red", options={"river": 1}, river="red")
rule("then the river of three face up | nothing of it is unknown", CALL + "river red ? red", refused="redblack.line")
rule("the other player calls its colour: `Bob: calls red`", "dealer Ann", next="Bob: calls")
rule(
    "the other player calls its colour: `Bob: calls red` | not the dealer",
    "dealer Ann / Ann: calls red",
    refused="redblack.turn",
)
rule(
    "the other player calls its colour: `Bob: calls red` | nothing of a colour",
    "dealer Ann / Bob: calls green",
    refused="redblack.line",
)
rule(
    "the other player calls its colour: `Bob: calls red` | before the river",
    "dealer Ann / river red black red",
    refused="redblack.step",
)
rule("then `river red black red`, the last being the called one", CALL, next="table: river", river=[], turn=None)
rule(
    "then `river red black red`, the last being the called one | the others don't count",
    CALL + "river red red black",
    turn="Ann",
)
rule("Right: the caller goes first", DEAL, turn="Bob")
rule("Right: the caller goes first | whoever deals", "dealer Bob / Ann: calls black / river red red black", turn="Ann")
rule("wrong: the dealer does", "dealer Ann / Bob: calls black / river red black red", turn="Ann")
for colour in ("r", "R", "Red"):
    rule(
        f"Colours for Red & Black: `red`, `black` (also `r`, `b`) | {colour}",
        f"dealer Ann / Bob: calls {colour} / river {colour} b {colour}",
        river="red black red",
        turn="Bob",
    )

# ---------------------------------------------------------------------------------------------------- the swap

rule("`Bob: swaps 2`: river slot 2 (1 to 3) is face up", SWAP, river=["red", None, "red"], hands=(5, 5), turn="Ann")
for slot in ("0", "4"):
    rule(
        f"`Bob: swaps 2`: river slot 2 (1 to 3) is face up | slot {slot}",
        DEAL + f"Bob: swaps {slot}",
        refused="redblack.slot",
        says="name 1 to 3",
    )
rule("`Bob: swaps 2`: river slot 2 (1 to 3) is face up | once a turn", SWAP + "Bob: swaps 1", refused="redblack.turn")
rule(
    "puts another one of his hand there face down | not the one he took: a river of black for one who has "
    "no black "
    "must stay possible only where a black was in the hand",
    CALL + "river red red red / Ann: holds b b b b b / Bob: swaps 1 / Ann: attacks 5 black",
    next="Ann: guesses; Bob: defends guesses",
)
rule(
    "it was in the hand before; it may have the same colour | all that follows: the black he took is in his hand",
    SWAP,
    possible=(ALL, FOUR),
)
rule(
    "it was in the hand before; it may have the same colour | five reds, one laid down: a red lies there",
    "dealer Ann / Bob: holds r r r r r / Bob: calls red / river red black red / Bob: swaps 2 / Ann: attacks 0 "
    "red / "
    "Bob: defends 0 black / river red black red",
    refused="redblack.held",
    secret=True,
)
rule(
    "A face-down slot is peeked at first",
    SWAP + "Ann: swaps 2",
    refused="redblack.face-up",
    says="slot 2 is face down: peek at it first",
)
rule("A face-down slot is peeked at first | only a face-down one", SWAP + "Ann: peeks 1", refused="redblack.face-up")
rule(
    "A face-down slot is peeked at first | none to peek at",
    DEAL + "Bob: peeks 1",
    refused="redblack.face-up",
    says="the whole river is face up",
)
rule(
    "A face-down slot is peeked at first | none to swap",
    DEAL + "Bob: swaps 1 / Ann: swaps 2 / Bob: swaps 3 / Ann: swaps 1",
    refused="redblack.face-up",
    says="every slot is face down",
)
rule(
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves`",
    SWAP + "Ann: peeks 2",
    next="Ann: guesses leaves swaps",
    turn="Ann",
)
rule(
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves` | swapped",
    SWAP + "Ann: peeks 2 / Ann: swaps 2",
    turn="Bob",
    river=["red", None, "red"],
)
rule(
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves` | left",
    SWAP + "Ann: peeks 2 / Ann: leaves",
    turn="Bob",
    river=["red", None, "red"],
)
rule(
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves` | another slot",
    SWAP + "Ann: peeks 2 / Ann: swaps 1",
    refused="redblack.peeked",
)
rule(
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves` | no second look",
    DEAL + "Bob: swaps 2 / Ann: swaps 1 / Bob: peeks 2 / Bob: peeks 1",
    refused="redblack.step",
)
rule(
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves` | nor an attack",
    SWAP + "Ann: peeks 2 / Ann: attacks 1 red",
    refused="redblack.step",
)
rule(
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves` | leaving without a look is going home",
    SWAP + "Ann: leaves",
    over=True,
    winners=[],
)

# -------------------------------------------------------------------------------------------------- the attack

rule("Not on the first player's first turn", DEAL, next="Ann: guesses; Bob: guesses swaps")
rule("Not on the first player's first turn | refused", DEAL + "Bob: attacks 1 red", refused="redblack.first-attack")
rule(
    "Not on the first player's first turn | the second player's first turn is free",
    SWAP,
    next="Ann: attacks guesses peeks swaps; Bob: guesses",
)
rule(
    "Not on the first player's first turn | and the first player's second",
    SWAP + "Ann: swaps 1",
    next="Ann: guesses; Bob: attacks guesses peeks swaps",
)
rule("`Bob: attacks 2 red`, `Ann: defends 3 black`", ATTACK, turn="Ann", next="Ann: guesses; Bob: defends guesses")
rule(
    "0 up to the hand's size, one colour | more",
    SWAP + "Ann: attacks 6 red",
    refused="redblack.show-size",
    says="5 cards are in the hand",
)
rule("0 up to the hand's size, one colour | all", SWAP + "Ann: attacks 5 red", possible=([5], FOUR))
rule("0 up to the hand's size, one colour | two colours", SWAP + "Ann: attacks 1 red 1 black", refused="redblack.line")
rule("a count of 0 still names its colour", SWAP + "Ann: attacks 0 black", possible=(ALL, FOUR))
rule("a count of 0 still names its colour | it must", SWAP + "Ann: attacks 0", refused="redblack.line")
rule(
    "a count of 0 still names its colour | the colour counts: 0 red against black takes the river",
    SWAP + "Ann: attacks 0 red / Bob: defends 0 black",
    next="Ann: guesses; Bob: guesses; table: river",
)
rule(
    "Same colour: the river stays out of it",
    ATTACK + "Bob: defends 2 red",
    river=["red", None, "red"],
    turn="Bob",
    hands=(5, 5),
)
rule(
    "Same colour: the river stays out of it | the difference is owed",
    ATTACK + "Bob: defends 1 red",
    next="Bob: discards guesses",
    turn="Ann",
)
rule(
    "Different colours: the whole river is turned up and stays face up", MET + "river red red red", river="red red red"
)
rule(
    "Different colours: the whole river is turned up and stays face up | later too",
    MET + "river red red red / Bob: discards b b / Bob: attacks 0 red / Ann: defends 1 red",
    river="red red red",
    turn="Ann",
)
rule(
    "written only when a slot is face down | needed",
    MET,
    next="Ann: guesses; Bob: guesses; table: river",
    turn="Ann",
    river=["red", None, "red"],
)
rule(
    "written only when a slot is face down | else not",
    MET + "river red red red / Bob: discards b b / Bob: attacks 0 red / Ann: defends 0 black / river red red red",
    refused="redblack.step",
)
rule(
    "agreeing with what was face up",
    MET + "river black red red",
    refused="redblack.river",
    says="slot 1 lies face up: it is red",
)
rule(
    "each side adds the river cards of its colour | attacker: 2 and 2 against 3 and 1",
    MET + "river red black red",
    turn="Bob",
    hands=(5, 5),
)
rule(
    "each side adds the river cards of its colour | 2 and 3 against 3",
    MET + "river red red red",
    next="Bob: discards guesses",
)
rule(
    "If the attack is stronger, the defender discards the difference | the seed's example: 1 red against 3 "
    "black, "
    "three reds in the river",
    CALL + "river red red red / Bob: swaps 1 / Ann: swaps 2 / Bob: attacks 1 red / "
    "Ann: defends 3 black / river red red red / Ann: discards black",
    hands=(4, 5),
    discards=(["black"], []),
    turn="Ann",
    possible=([1, 2], [1, 2, 3, 4, 5]),
)
rule(
    "If the attack is stronger, the defender discards the difference | level holds it off",
    ATTACK + "Bob: defends 2 red",
    turn="Bob",
    hands=(5, 5),
    discards=([], []),
)
rule(
    "or the whole hand if it is smaller",
    CALL + "river red red red / Bob: swaps 1 / Ann: attacks 5 red / "
    "Bob: defends 0 black / river red red red / Bob: discards b b b r r",
    hands=(5, 0),
    turn="Bob",
    discards=([], ["black", "black", "black", "red", "red"]),
)
rule(
    "or the whole hand if it is smaller | all of it",
    CALL + "river red red red / Bob: swaps 1 / Ann: attacks 5 red / "
    "Bob: defends 0 black / river red red red / Bob: discards b b b r",
    refused="redblack.owed",
    says="must discard 5 cards, not 4",
)
rule(
    "`Ann: discards black black` (exactly the cards owed",
    ATTACK + "Bob: defends 0 red / Bob: discards red black",
    hands=(5, 3),
    discards=([], ["red", "black"]),
    turn="Bob",
)
for many in ("red", "red red red"):
    rule(
        f"`Ann: discards black black` (exactly the cards owed | {many}",
        ATTACK + f"Bob: defends 0 red / Bob: discards {many}",
        refused="redblack.owed",
    )
rule(
    "`Ann: discards black black` (exactly the cards owed | the defender does",
    ATTACK + "Bob: defends 0 red / Ann: discards red red",
    refused="redblack.turn",
)
rule(
    "no line when nothing is owed or the hand is empty | nothing owed",
    ATTACK + "Bob: defends 3 red / Bob: discards red",
    refused="redblack.step",
)
rule(
    "no line when nothing is owed or the hand is empty | an empty hand owes nothing",
    EMPTY + "Bob: attacks 0 red / Ann: defends 0 red / Ann: attacks 3 red / Bob: defends 0 red",
    turn="Bob",
    hands=(5, 0),
)
rule(
    "Shown cards go back to their hands",
    ATTACK + "Bob: defends 2 red",
    hands=(5, 5),
    possible=([2, 3, 4, 5], [2, 3, 4]),
)
rule(
    "The attacker never discards",
    SWAP + "Ann: attacks 0 red / Bob: defends 4 red",
    turn="Bob",
    hands=(5, 5),
    discards=([], []),
)
rule("Hands are never refilled", EMPTY + "Bob: attacks 0 red / Ann: defends 0 red / Ann: swaps 1", hands=(5, 0))


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)


@rule.proves("9 to 99 each; under 13 a warning on stderr at the start, no flag")
@pytest.mark.parametrize(("red", "black", "said"), [(13, 13, ()), (12, 26, ("12 red",)), (9, 9, ("9 red", "9 black"))])
def test_a_thin_deck_is_warned_of(red: int, black: int, said: tuple[str, ...]) -> None:
    game = games.game("red-and-black")
    warned = game.warnings(setup(game, ("Ann", "Bob"), {"red": red, "black": black}))
    assert len(warned) == bool(said)
    assert all(word in warned[0] for word in said)
