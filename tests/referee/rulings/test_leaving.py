"""Somebody goes home, or a cap ends the game: the rulings of all five games, as short records."""

import pytest

from referee import games
from tests.referee.rulings import test_liar_poker as poker
from tests.referee.rulings import test_liars_guess as guess
from tests.referee.rulings import test_liars_lair as lair
from tests.referee.rulings.case import Case, Room
from tests.referee.rulings.general import ROUND
from tests.referee.rulings.red_and_black import room

of_lair = Room("liars-lair", "Ann Bob Cat Dan", "round start phase table hands out exposed", lair.KIT[8], {"each": 2})
of_guess = Room("liars-guess", "Ann Bob", "deal dealer faceup shown hands asks unseen")
of_lizard = Room("lizard", "Ann Bob Cat", "round rounds dealer trump bids won trick history")
of_poker = Room("liar-poker", "Ann Bob", "round turn pot bonus board shown claimed turned bets hands")
of_redblack = room()
ROOMS = (of_lair, of_guess, of_lizard, of_poker, of_redblack)
BID = " / ".join(ROUND.split(" / ")[:5]) + " / "
RIVER = "dealer Ann / Bob: calls red / river red black red / "

# fmt: off
LEAVING = "Somebody has to go home: `Ann: leaves` (never in `next`; the host says it, everybody agrees)"
OUT = "Ann is out and her hand leaves the game, nobody takes from it"
of_lair(LEAVING, lair.START + "Ann: leaves", next="Bob: plays", out="Ann", hands=(0, 4, 4, 4))
of_lair(OUT, lair.PLAYED + "Bob: leaves", out="Bob", hands=(3, 0, 3, 3), next="Ann: reclaims",
        table={"Ann": 3, "Bob": 5, "Cat": 7, "Dan": 11})
of_lair(OUT + " | once", lair.START + "Ann: leaves / Ann: leaves", refused="lair.out")
of_lair(OUT + " | who was knocked out does not leave", lair.TAKEN + "Bob: leaves", refused="lair.out")
of_lair("her card in play stays, where it contradicts nothing", lair.START +
        "Ann: plays 1 / Ann: leaves / Bob: plays 2", table={"Ann": 1, "Bob": 2}, out="Ann",
        exposed={}, next="Cat: plays")
ON = "whoever was waiting for her goes on"
of_lair(ON, lair.KNOCK + "Ann: leaves", out="Bob Ann", hands=(0, 0, 4, 4), phase="play", next="Cat: plays")
of_lair(ON + " | the last to play", lair.START + "Ann: plays 3 / Bob: plays 5 / Cat: plays 7 / Dan: leaves",
        phase="reclaim", next="Ann: reclaims")
of_lair(ON + " | the last to reclaim", lair.PLAYED +
        "Ann: reclaims 11 / Bob: reclaims 3 / Cat: reclaims 5 / Dan: leaves", phase="declare",
        next="Ann: declares passes")
of_lair(ON + " | the last to declare", lair.RECLAIMED + "Ann: declares / Bob: passes / Cat: passes / Dan: leaves",
        phase="question", next="Bob: passes shows", out="Dan")
of_lair(ON + " | nobody declared", lair.RECLAIMED + "Ann: passes / Bob: passes / Cat: passes / Dan: leaves", round=2,
        phase="play", start="Bob")
of_lair(ON + " | the declarer who is questioned, and the next", lair.BOTH + "Ann: leaves", out="Ann", phase="question",
        next="Dan: passes shows")
of_lair(ON + " | the last to question", lair.ANN + "Bob: passes / Cat: passes / Dan: leaves", over=True,
        winners=["Ann"])
of_lair(ON + " | the departing hand has nothing more to give", lair.KNOCK + "Bob: leaves", hands=(3, 0, 4, 4),
        options={"departing": "gift"}, next="Cat: plays", out="Bob")
of_lair(ON + " | a hand that goes into play is given all the same", lair.KNOCK + "Ann: leaves / Bob: gives 9",
        options={"departing": "pool"}, next="Cat: plays", table={"Bob": 9})
LEFT = lair.START + "Ann: plays 3 / Ann: leaves / Bob: plays 5 / Cat: plays 10 / "  # so one card is not reclaimed
CATS = LEFT + "Dan: plays 11 / Bob: reclaims 11 / Cat: reclaims 3 / Dan: reclaims 5 / "
DANS = LEFT + "Dan: plays 16 / Bob: reclaims 10 / Cat: reclaims 3 / Dan: reclaims 5 / "
ROUND_2 = "Bob: passes / Cat: passes / Dan: passes / "
of_lair("the lie's player is knocked out | who is still to play, by a card left over", CATS + ROUND_2 +
        "Bob: plays 9 / Bob: takes nothing", out="Ann Cat", hands=(0, 3, 0, 4), next="Dan: plays")
of_lair("the lie's player is knocked out | by a card of their own, left over, and nobody takes", DANS + ROUND_2 +
        "Bob: plays 12 / Cat: plays 4 / Dan: plays 15", out="Ann Dan", hands=(0, 3, 3, 0), next="Bob: reclaims")
of_lair("the lie's player is knocked out | the last but one by a card of their own", DANS + ROUND_2 +
        "Bob: leaves / Cat: plays 4 / Dan: plays 15", over=True, winners=["Cat"])
of_lair("the last one left wins", lair.START + "Ann: leaves / Bob: leaves / Dan: leaves", over=True, winners=["Cat"],
        scores=(0, 0, 1, 0), hands=(0, 0, 4, 0))
of_lair("During the deal of Liar's Lair nobody leaves: a new table is set up instead", lair.DEAL + "Ann: leaves",
        refused="lair.leave-deal")
of_lair("the last one left wins | and nobody leaves any more", lair.START +
        "Ann: leaves / Bob: leaves / Dan: leaves / Cat: leaves", refused="lair.over")

REST = "In the other games the game ends unfinished, with the scores of what was settled"
of_guess(REST, guess.TURN + "Ann: leaves", over=True, winners=[], scores=(0, 0), next="")
of_guess(REST + " | while an answer is awaited", guess.ASK + "Bob: leaves", over=True, winners=[])
of_guess(REST + " | and no line follows", guess.ASK + "Bob: leaves / Ann: answers 2", refused="guess.over")
of_lizard(REST, "dealer Ann / Cat: leaves", over=True, winners=[], scores=(0, 0, 0))
of_lizard(REST + " | a round that is settled counts", ROUND + " / Bob: leaves", options={"rounds": 2}, over=True,
          winners=[], scores=(20, 30, 20))
of_lizard(REST + " | an open one does not", BID + "Bob: leaves", over=True, winners=[], scores=(0, 0, 0), trick=[])
of_lizard(REST + " | and no line follows", BID + "Bob: leaves / Bob: plays Ah", refused="lizard.over")
BARE = LEAVING + " | it carries nothing"
of_lair(BARE, lair.START + "Ann: leaves 1", refused="lair.line")
of_guess(BARE, guess.ASK + "Bob: leaves 1", refused="guess.line")
of_lizard(BARE, "dealer Ann / trump 9h / Bob: leaves 1", refused="lizard.line", says="it is written Bob: leaves")
of_lizard(BARE + ", nor a hidden bid", "dealer Ann / trump 9h / Bob: leaves ?", options={"estimates": "secret"},
          refused="lizard.line")
of_poker(BARE, poker.T2 + "Bob: leaves 1", refused="poker.line")
of_redblack(BARE, RIVER + "Bob: leaves 1", refused="redblack.line")
of_poker("(in Liar Poker the chips of an open round go back)", poker.T2 + "Bob: leaves", over=True, winners=[],
         scores=(500, 500), pot=0)
of_poker("(in Liar Poker the chips of an open round go back) | not those of a settled one", poker.T1 +
         "Ann: folds / Bob: bets small / board Ac 3c / Ann: bets small / Bob: leaves", over=True, winners=[],
         scores=(490, 510), pot=0)
of_redblack(REST, RIVER + "Ann: leaves", over=True, winners=[], scores=(0, 0), turn=None)
SLOT = "In Red & Black the same line, by who has peeked and not finished, leaves the slot"
of_redblack(SLOT, RIVER + "Bob: swaps 1 / Ann: peeks 1 / Ann: leaves", over=False, turn="Bob")
of_redblack(SLOT + " | not by the other", RIVER + "Bob: swaps 1 / Ann: peeks 1 / Bob: leaves", over=True, winners=[])
of_redblack(SLOT + " | and the second time the table", RIVER +
            "Bob: swaps 1 / Ann: peeks 1 / Ann: leaves / Ann: leaves", over=True, winners=[])
for place in ("unless somebody, or a bot, sits down in her place (nothing is written: the seat keeps its name)",):
    of_lizard(place, "dealer Ann / trump 9h / Bob: bids 1", over=False, next="Cat: bids")

CAP = "Every game that can go on for ever has a cap as an option (`max_rounds` in Liar's Lair and Liar Poker"
of_lair(CAP, lair.RECLAIMED + lair.PASSED, options={"max_rounds": 1}, over=True, winners=[], scores=(0, 0, 0, 0),
        phase="over", round=1, next="")
of_lair(CAP + " | not before", lair.RECLAIMED + lair.PASSED, options={"max_rounds": 2}, over=False, round=2)
of_lair(CAP + " | who wins in the last round wins", lair.ANN + "Bob: passes / Cat: passes / Dan: passes",
        options={"max_rounds": 1}, over=True, winners=["Ann"])
of_lair(CAP + " | and no line follows", lair.RECLAIMED + lair.PASSED + "Bob: plays 9", options={"max_rounds": 1},
        refused="lair.over")
of_poker(CAP, poker.T1 + "Ann: folds / Bob: bets small", options={"max_rounds": 1}, over=True, winners=[],
         scores=(490, 510), round=1)
of_poker(CAP + " | not before", poker.T1 + "Ann: folds / Bob: bets small", options={"max_rounds": 2}, over=False)
of_redblack(CAP, RIVER + "Bob: swaps 1 / Ann: swaps 2", options={"max_turns": 2}, over=True, winners=[], scores=(0, 0),
            turn=None)
of_redblack(CAP + " | not before", RIVER + "Bob: swaps 1", options={"max_turns": 2}, over=False, turn="Ann")
DONE = "A capped or left game is over, with no winners and the scores at hand; the reason says so"
of_poker(DONE, poker.FOLDED + "Ann: leaves", over=True, winners=[], scores=(490, 490), bonus=20)
of_redblack("`max_turns = 0`", RIVER + "Bob: swaps 1 / Ann: swaps 2", over=False, turn="Bob")
of_lair("`max_rounds = 0`", lair.RECLAIMED + lair.PASSED, over=False, round=2)

SAYS = "the seed has the accuser name the way, so Bob says it, and may have it written down"
WAY = 'Bob: accuses "three green circles, and I hold two"'
of_guess(SAYS, guess.TURN + WAY, next="Ann: admits denies")
of_guess(SAYS + " | or not", guess.TURN + "Bob: accuses", next="Ann: admits denies")
QUOTE = "(up to 120 characters in straight quotes, in which `#` is no comment; open to all; it decides nothing)"
of_guess(QUOTE, guess.TURN + f'Bob: accuses "{"x" * 120}"', next="Ann: admits denies")
of_guess(QUOTE + " | a comment", guess.TURN + 'Bob: accuses "#1 (of; two): a lie?"', next="Ann: admits denies")
for words in (f'"{"x" * 121}"', '""', '"two', '"two" green', "two green", '"two" "green"'):
    of_guess(f"{QUOTE} | not {words[:12]}", guess.TURN + f"Bob: accuses {words}", refused="guess.line")
of_guess(QUOTE + " | where somebody accuses alone", guess.TURN + 'Bob: shows rt3 asks rt "two"', refused="guess.line")
of_guess(QUOTE + " | decides nothing", guess.TURN + WAY + " / Ann: denies / Bob: insists", over=False, scores=(18, 0))
# fmt: on


@pytest.mark.parametrize(
    ("of", "case"),
    [pytest.param(one, case, id=f"{one.game.name}: {case}") for one in ROOMS for case in one.cases],
)
def test_ruling(of: Room, case: Case) -> None:
    of.prove(case)


@pytest.mark.parametrize("rules", [1, 2])
def test_by_the_first_rules_one_took_of_ones_own_hand(rules: int) -> None:
    """What contradicts one's own card, left over: a record of those days goes on as it did."""
    lines = [line.strip() for line in (DANS + ROUND_2 + "Bob: plays 12 / Cat: plays 4 / Dan: plays 15").split(" / ")]
    game, facts = of_lair.game, lair.KIT[8]
    state = game.start(games.setup(game, of_lair.seats, {"each": 2}, rules=rules, facts=facts))
    for line in lines + ["Dan: takes nothing"] * (rules == 1):
        state = games.step(game, state, games.parse(game, state.setup, line))
    turn = game.to_act(state)[0]
    assert (state.setup.seats[turn.seat], turn.verbs) == ("Bob", ("reclaims",))
    assert state.out == (0, 3)
