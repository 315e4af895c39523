"""Every ruling of Red & Black (docs/rules.md §4), as short records."""

import pytest

from referee import games
from referee.setup import setup
from tests.referee.rulings.case import Case, Room

rule = Room("red-and-black", "Ann Bob", "river hands discards turn possible")

CALL = "dealer Ann / Bob: calls red / "
DEAL = CALL + "river red black red / "  # Bob called right and begins
SWAP = DEAL + "Bob: swaps 2 / "  # red, face down, red; now Ann
ATTACK = SWAP + "Ann: attacks 2 red / "
MET = ATTACK + "Bob: defends 3 black / "  # different colours, and slot 2 lies face down
ALL, FOUR = [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4]
EMPTY = (CALL + "river red red red / Bob: swaps 1 / Ann: attacks 5 red / Bob: defends 0 black / river red red red / "
         "Bob: discards b b b r r / ")  # fmt: skip
# Bob has no card left and is on turn; the river lies open
# fmt: off
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
    "`Bob: peeks 2`, then `Bob: swaps 2` or `Bob: leaves` | leaving without a look",
    SWAP + "Ann: leaves",
    refused="redblack.step",
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
PEEKED = SWAP + "Ann: peeks 2 / "
rule(
    "Refused only while the *other* player's hand is unsettled | peeked",
    PEEKED + "Bob: guesses 4 black 1 red",
    refused="redblack.unsettled",
    says="Ann has peeked and not finished",
)
OWES = ATTACK + "Bob: defends 0 red / "
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
# fmt: on


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
