"""Rulings of Liar's Lair (docs/rules.md §1) up to the declarations, as short records."""

import pytest

from tests.referee.rulings.case import Case
from tests.referee.rulings.lair import (
    ANN,
    BOTH,
    DEAL,
    EMPTIED,
    HANDS,
    KIT,
    KNOCK,
    LONELY,
    PASSED,
    PLAYED,
    RECLAIMED,
    START,
    TAKEN,
    TRUE,
    room,
)

rule = room()

# fmt: off
# ---------------------------------------------------------------------------------------------------- the deal

rule("Each player gets k truths and k lies, k from 2 to 99 (default 3), from N·k pairs", HANDS, next="table: truths",
     hands=(4, 4, 4, 4))
rule("Each player gets k truths and k lies, k from 2 to 99 (default 3), from N·k pairs | three of each",
     "Ann: holds 1 3 5 2 4 6 / Bob: holds 7 9 11 8 10 12 / Cat: holds 13 15 17 14 16 18 / truths 1 3 5 7 9 11 13 "
     "15 17", seats="Ann,Bob,Cat", options={"each": 3}, facts=KIT[10], next="table: start")
rule("A kit with more pairs than needed still plays", HANDS + TRUE, facts=KIT[10], next="table: start")
rule("A kit with more pairs than needed still plays | the pair 17, 18 instead", HANDS.replace("15 16", "17 18") +
     TRUE.replace("15", "17"), facts=KIT[10], next="table: start")
rule("A record begins with one private line `Ann: holds 3 17 22 41 …`", "", next="Ann: holds; Bob: holds; Cat: holds; "
     "Dan: holds", hands=(0, 0, 0, 0), over=False, winners=[], scores=(0, 0, 0, 0))
rule("of 2k numbers for each seat, in any order", "Cat: holds 13 4 10 7 / Ann: holds 8 1 6 3",
     next="Bob: holds; Dan: holds", hands=(4, 0, 4, 0))
for cards in ("1 3 6", "1 3 6 8 10", "1 3 3 6"):
    rule(f"of 2k numbers for each seat, in any order | {cards}", f"Ann: holds {cards}", refused="lair.holds-count")
rule("of 2k numbers for each seat, in any order | once", "Ann: holds 1 3 6 8 / Ann: holds 1 3 6 8",
     refused="lair.holds-once")
rule("of 2k numbers for each seat, in any order | nor later", START + "Ann: holds 1 3 6 8", refused="lair.holds-once")
rule("of 2k numbers for each seat, in any order | a number of the kit", "Ann: holds 1 3 6 17", refused="lair.kit",
     says="numbered 1 to 16")
rule("of 2k numbers for each seat, in any order | zero is none", "Ann: holds 0 1 3 6", refused="lair.line")
rule("of 2k numbers for each seat, in any order | leading zeros are read", "Ann: holds 01 003 6 8", hands=(4, 0, 0, 0))
rule("of 2k numbers for each seat, in any order | a card lies in one hand", "Ann: holds 1 3 6 8 / Bob: holds 1 5 9 12",
     refused="lair.one-place", secret=True)
rule("then the private line `truths 3 22 …` (exactly the true ones of the dealt numbers)", DEAL, next="table: start")
rule("then the private line `truths 3 22 …` (exactly the true ones of the dealt numbers) | after every hand",
     HANDS.partition("Dan")[0] + TRUE, refused="lair.deal-order", says="Dan still to be entered")
rule("then the private line `truths 3 22 …` (exactly the true ones of the dealt numbers) | once", DEAL + TRUE,
     refused="lair.deal-order")
rule("then the private line `truths 3 22 …` (exactly the true ones of the dealt numbers) | one too few", HANDS +
     "truths 1 3 5 7 9 11 13", refused="lair.truths-halves", says="8 pairs are dealt, so 8 cards are true")
rule("then the private line `truths 3 22 …` (exactly the true ones of the dealt numbers) | both halves", HANDS +
     "truths 1 2 5 7 9 11 13 15", refused="lair.truths-halves")
rule("then the private line `truths 3 22 …` (exactly the true ones of the dealt numbers) | one in the box", HANDS +
     "truths 1 3 5 7 9 11 13 17", facts=KIT[10], refused="lair.truths-dealt", secret=True)
rule("then the private line `truths 3 22 …` (exactly the true ones of the dealt numbers) | no card", HANDS +
     "truths 1 3 5 7 9 11 13 99", refused="lair.kit")
rule("so that every hand holds exactly k truths and k lies", HANDS + "truths 2 3 5 7 9 11 13 15",
     refused="lair.truths-even", secret=True)
rule("A pair held whole by one player is a loop: one truth, one lie, balanced by itself", HANDS + TRUE.replace("15",
     "16"), next="table: start")
rule("then `start Ann`", START, start="Ann", phase="play", next="Ann: plays", round=1)
rule("then `start Ann` | anybody", DEAL + "start dan", start="Dan", next="Dan: plays")
rule("then `start Ann` | after the truths", HANDS + "start Ann", refused="lair.deal-order")
rule("then `start Ann` | once", START + "start Bob", refused="lair.step")
rule("These are required here, and `next` lists them", "Ann: holds 1 3 6 8 / Ann: plays 1", refused="lair.step")
rule('Until then `phase` is "deal", `round` 1, `start` null', DEAL, phase="deal", round=1, start=None, table={},
     out=[], exposed={})
rule("A bad deal is refused at the first line that shows it (a pair that is not whole: the last `holds`)",
     HANDS.replace("16", "17"), facts=KIT[10], refused="lair.pairs-whole", secret=True)
rule("A card in no hand is in the box", START + "Ann: plays 17", facts=KIT[10], refused="lair.play-held", secret=True)
for option in ("assigned", "entered"):
    rule(f"Two ways to deal: | the record is the same: {option}", START, options={"deal": option}, next="Ann: plays")

# --------------------------------------------------------------------------------------------------- the round

rule("From the starter clockwise each player still in plays one card: `Ann: plays 17`", START + "Ann: plays 3",
     next="Bob: plays", table={"Ann": 3}, hands=(3, 4, 4, 4))
rule("From the starter clockwise each player still in plays one card: `Ann: plays 17` | from the last to the first",
     DEAL + "start Dan / Dan: plays 11", next="Ann: plays")
rule("From the starter clockwise each player still in plays one card: `Ann: plays 17` | in turn", START +
     "Bob: plays 5", refused="lair.turn")
rule("From the starter clockwise each player still in plays one card: `Ann: plays 17` | one", PLAYED + "Ann: plays 1",
     refused="lair.step")
rule("From the starter clockwise each player still in plays one card: `Ann: plays 17` | of the own hand", START +
     "Ann: plays 5", refused="lair.play-held", secret=True)
rule("From the starter clockwise each player still in plays one card: `Ann: plays 17` | not one in play", START +
     "Ann: plays 3 / Bob: plays 3", refused="lair.play-held", says="it lies in play")
rule("From the starter clockwise each player still in plays one card: `Ann: plays 17` | not one that is gone", KNOCK +
     "Ann: takes 9 / Cat: plays 1", refused="lair.play-held", says="it has left the game")
rule("A card contradicts its pair's other half, nothing else | true on true, lie on lie", START + "Ann: plays 6 / "
     "Bob: plays 12 / Cat: plays 4", out=[], table={"Ann": 6, "Bob": 12, "Cat": 4})
rule("A card contradicts its pair's other half, nothing else | not one in a hand", START + "Ann: plays 1", out=[],
     exposed={})
rule("If the other half is in play: the lie's player is knocked out | the second card is the lie", KNOCK, out=["Bob"],
     phase="take", next="Ann: takes")
rule("If the other half is in play: the lie's player is knocked out | the first is", START.replace("start Ann",
     "start Bob") + "Bob: plays 2 / Cat: plays 7 / Dan: plays 11 / Ann: plays 1", out=["Bob"], next="Ann: takes")
rule("both cards leave the game", KNOCK, table={}, exposed={"1": True, "2": False}, hands=(3, 3, 4, 4))
rule("who may take one card from the departing hand | taken", KNOCK + "Ann: takes 9", hands=(4, 0, 4, 4),
     next="Cat: plays")
rule("who may take one card from the departing hand | nothing", KNOCK + "Ann: takes nothing", hands=(3, 0, 4, 4),
     next="Cat: plays")
rule("who may take one card from the departing hand | not two", KNOCK + "Ann: takes 5 9", refused="lair.line")
rule("who may take one card from the departing hand | not another's", KNOCK + "Ann: takes 13",
     refused="lair.take-departing", secret=True)
rule("who may take one card from the departing hand | not the lie itself", KNOCK + "Ann: takes 2",
     refused="lair.take-departing", says="it has left the game")
rule("who may take one card from the departing hand | nobody else", KNOCK + "Cat: takes 9", refused="lair.turn")
rule("who may take one card from the departing hand | the game waits", KNOCK + "Cat: plays 7", refused="lair.step")
rule("and will not reclaim this round", TAKEN, next="Cat: reclaims")
rule("and will not reclaim this round | nor who took nothing", TAKEN.replace("takes 9", "takes nothing"),
     next="Cat: reclaims")
rule("and will not reclaim this round | refused", TAKEN + "Cat: reclaims 11 / Ann: reclaims 7", refused="lair.turn")
rule("and will not reclaim this round | in the next round as ever", TAKEN + "Cat: reclaims 11 / Dan: reclaims 7 / "
     "Ann: passes / Cat: passes / Dan: passes / Cat: plays 11 / Dan: plays 7 / Ann: plays 3", round=2,
     next="Cat: reclaims")
rule("what is left of the departing hand leaves the game", KNOCK + "Ann: takes 9 / Cat: plays 5",
     refused="lair.play-held", secret=True)
rule("what is left of the departing hand leaves the game | the taken card is played like one's own", TAKEN +
     "Cat: reclaims 11 / Dan: reclaims 7 / Ann: passes / Cat: passes / Dan: passes / Cat: plays 11 / Dan: plays 7 / "
     "Ann: plays 9", table={"Ann": 9, "Cat": 11, "Dan": 7})
rule("From an empty departing hand nothing is taken and no line is written | Ann's last card is a lie",
     EMPTIED.replace("Ann: holds 1 3 5 7", "Ann: holds 1 3 5 8").replace("Eve: holds 8",
     "Eve: holds 7").partition("Eve: plays 8")[0] + "Eve: plays 7 / Fay: plays 20 / Ann: plays 8", **LONELY,
     out=["Bob", "Cat", "Dan", "Ann"], phase="reclaim", next="Fay: reclaims", hands=(0, 0, 0, 0, 3, 3))
rule("Holding both halves is allowed and contradicts nothing", RECLAIMED, hands=(4, 4, 4, 4), exposed={}, out=[])
rule("A knocked-out player's hand leaves the game | and its owner does nothing any more", KNOCK +
     "Ann: takes 9 / Bob: plays 5", refused="lair.out")

# -------------------------------------------------------------------------------------------------- the reclaim

rule("From the starter clockwise, each player still in who knocked nobody out this round takes one card "
     "from those in play", PLAYED, phase="reclaim", next="Ann: reclaims", table={"Ann": 3, "Bob": 5, "Cat": 7,
     "Dan": 11})
rule("From the starter clockwise, each player still in who knocked nobody out this round takes one card "
     "from those in play | clockwise", PLAYED + "Ann: reclaims 11", next="Bob: reclaims", hands=(4, 3, 3, 3))
rule("From the starter clockwise, each player still in who knocked nobody out this round takes one card "
     "from those in play | in turn", PLAYED + "Bob: reclaims 11", refused="lair.turn")
rule("From the starter clockwise, each player still in who knocked nobody out this round takes one card "
     "from those in play | not one of a hand", PLAYED + "Ann: reclaims 1", refused="lair.reclaim-table")
rule("From the starter clockwise, each player still in who knocked nobody out this round takes one card "
     "from those in play | one of the kit", PLAYED + "Ann: reclaims 99", refused="lair.kit")
rule("From the starter clockwise, each player still in who knocked nobody out this round takes one card "
     "from those in play | all done", RECLAIMED, phase="declare", table={}, next="Ann: declares passes")
rule("not the card that they themselves played this round, unless it is the only one left", PLAYED + "Ann: reclaims 3",
     refused="lair.reclaim-own", says="played by Ann this round")
rule("not the card that they themselves played this round, unless it is the only one left | the only one", PLAYED +
     "Ann: reclaims 5 / Bob: reclaims 3 / Cat: reclaims 11 / Dan: reclaims 7", phase="declare")
rule("not the card that they themselves played this round, unless it is the only one left | the own", PLAYED +
     "Ann: reclaims 5 / Bob: reclaims 3 / Cat: reclaims 7", refused="lair.reclaim-own")
rule("not the card that they themselves played this round, unless it is the only one left | then it is taken", PLAYED +
     "Ann: reclaims 5 / Bob: reclaims 7 / Cat: reclaims 3 / Dan: reclaims 11", phase="declare", hands=(4, 4, 4, 4))
rule("The referee says nothing about the truth of a reclaimed card", RECLAIMED, exposed={})

# ------------------------------------------------------------------------------------------------- declarations

rule("from the starter clockwise, everyone still in writes `Ann: declares` or `Bob: passes`", RECLAIMED +
     "Ann: passes", next="Bob: declares passes", phase="declare")
rule("from the starter clockwise, everyone still in writes `Ann: declares` or `Bob: passes` | who knocked "
     "somebody out too", TAKEN + "Cat: reclaims 11 / Dan: reclaims 7", next="Ann: declares passes")
rule("before the first hand is exposed", RECLAIMED + "Ann: declares / Bob: passes / Cat: declares", phase="declare",
     next="Dan: declares passes")
rule("before the first hand is exposed | all have spoken", BOTH, phase="question", next="Bob: passes shows",
     exposed={})
rule("before the first hand is exposed | nobody shows before", RECLAIMED + "Ann: declares / Bob: shows 5",
     refused="lair.step")
rule("Once a seat has been passed over it can't declare this round", RECLAIMED +
     "Ann: passes / Bob: passes / Ann: declares", refused="lair.declare-late")
rule("Once a seat has been passed over it can't declare this round | nor in the questioning", ANN + "Bob: declares",
     refused="lair.declare-late")
rule("Once a seat has been passed over it can't declare this round | it is not while others play", START +
     "Ann: declares", refused="lair.step")
rule("Once a seat has been passed over it can't declare this round | nor before its turn", RECLAIMED +
     "Bob: declares", refused="lair.turn")
rule("Once a seat has been passed over it can't declare this round | but in the next", RECLAIMED + PASSED +
     "Bob: plays 9 / Cat: plays 13 / Dan: plays 15 / Ann: plays 8 / Bob: reclaims 8 / Cat: reclaims 9 / Dan: "
     "reclaims 13 / Ann: reclaims 15 / Bob: declares", round=2, phase="declare", next="Cat: declares passes")
rule("Then declarers are dealt with in the same order, one hand at a time | Ann, proven, then Cat", BOTH +
     "Bob: passes / Cat: shows 5", phase="question", out=["Ann"], next="Dan: passes shows")
rule("Then declarers are dealt with in the same order, one hand at a time | from the starter, not from the first seat",
     RECLAIMED + PASSED +
     "Bob: plays 9 / Cat: plays 13 / Dan: plays 15 / Ann: plays 8 / Bob: reclaims 8 / Cat: reclaims 15 / "
     "Dan: reclaims 9 / Ann: reclaims 13 / Bob: passes / Cat: passes / Dan: declares / Ann: declares",
     next="Ann: passes shows", phase="question", out=[])
rule("Clockwise from the declarer every other player still in (pending declarers too) exposes one card or passes",
     BOTH + "Bob: passes", next="Cat: passes shows")
rule("Clockwise from the declarer every other player still in (pending declarers too) exposes one card or "
     "passes | from a declarer in the middle", RECLAIMED +
     "Ann: passes / Bob: declares / Cat: passes / Dan: passes", next="Cat: passes shows")
rule("Clockwise from the declarer every other player still in (pending declarers too) exposes one card or "
     "passes | not the declarer", ANN + "Ann: passes", refused="lair.turn")
rule("Clockwise from the declarer every other player still in (pending declarers too) exposes one card or "
     "passes | a card of one's own", ANN + "Bob: shows 5", refused="lair.show-held")
rule("The shown card is false: the shower is knocked out, whatever happens later", ANN + "Bob: shows 12", out=["Bob"],
     exposed={"12": False}, hands=(4, 0, 4, 4), next="Cat: passes shows")
rule("The shown card is false: the shower is knocked out, whatever happens later | the declarer is proven a liar then",
     ANN + "Bob: shows 12 / Cat: shows 5", out=["Bob", "Ann"], exposed={"5": True, "6": False, "12": False})
rule("It is true and contradicts a card in the exposed hand: the declarer is knocked out, and the questioning ends",
     ANN + "Bob: passes / Cat: shows 5", out=["Ann"], exposed={"5": True, "6": False}, phase="play", round=2,
     next="Bob: plays", hands=(0, 4, 4, 4))
rule("It is true and contradicts nothing there: nothing happens; both sides have simply seen it", ANN + "Bob: shows 3",
     out=[], exposed={"3": True}, hands=(4, 4, 4, 4), next="Cat: passes shows")
rule("The first declarer whom nobody proves a liar wins at once", BOTH + "Bob: passes / Cat: passes / Dan: passes",
     over=True, winners=["Ann"], scores=(1, 0, 0, 0), phase="over", next="")
rule("The first declarer whom nobody proves a liar wins at once | the second", BOTH + "Bob: passes / Cat: shows 5 / "
     "Dan: passes / Bob: passes", over=True, winners=["Cat"])
rule("A declarer who holds both halves of a pair is knocked out when the hand is exposed", RECLAIMED + "Ann: passes / "
     "Bob: passes / Cat: passes / Dan: declares", out=["Dan"], round=2, exposed={}, next="Bob: plays")
rule("A declarer who holds both halves of a pair is knocked out when the hand is exposed | not before", RECLAIMED +
     "Ann: passes / Bob: passes / Cat: declares / Dan: declares", out=[], next="Dan: passes shows")
rule("A declarer who holds both halves of a pair is knocked out when the hand is exposed | when the turn comes to it",
     BOTH. replace("Dan: passes", "Dan: declares") + "Bob: passes / Cat: shows 5 / Dan: passes / Bob: passes",
     winners=["Cat"], out=["Ann"], over=True)
rule("A declarer who holds both halves of a pair is knocked out when the hand is exposed | at once after "
     "the one before", RECLAIMED +
     "Ann: declares / Bob: passes / Cat: passes / Dan: declares / Bob: passes / Cat: shows 5", out=["Ann", "Dan"],
     round=2, next="Bob: plays")
rule('(option `own_conflict = "out"`, or `"allowed"`)', RECLAIMED +
     "Ann: passes / Bob: passes / Cat: passes / Dan: declares", options={"own_conflict": "allowed"}, out=[],
     next="Ann: passes shows")
rule("A declarer who is knocked out meanwhile is not judged any more", BOTH +
     "Bob: passes / Cat: shows 10 / Dan: passes", over=True, winners=["Ann"], out=["Cat"])
rule("A declarer who is knocked out meanwhile is not judged any more | the next round begins", RECLAIMED +
     "Ann: declares / Bob: declares / Cat: passes / Dan: passes / Bob: shows 2 / Cat: shows 5", out=["Bob", "Ann"],
     round=2, phase="play", exposed={"2": False, "5": True, "6": False}, next="Cat: plays")
rule("A knocked-out player's hand leaves the game", ANN + "Bob: passes / Cat: shows 5 / Bob: plays 11",
     refused="lair.play-held", says="it has left the game")

# fmt: on


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)


@rule.proves(
    "private; the departing hand is shown to that player only", "gift: the departing player chooses the card unseen"
)
@pytest.mark.parametrize(("departing", "shown_to"), [("pick", {0, 1}), ("gift", {1}), ("pool", {1})])
def test_who_sees_the_departing_hand(departing: str, shown_to: set[int]) -> None:
    """Bob leaves 5, 9 and 12 behind: he has them in his hand, Ann may pick where she picks, and nobody else looks."""
    lines = tuple(line.strip() for line in KNOCK.split(" / ") if line.strip())
    case = Case("", lines, {}, "", "", False, rule.seats, {"each": 2, "departing": departing}, KIT[8])
    state = rule.replay(case, rule.text(case)).state
    for eyes in (None, 0, 1, 2, 3):
        seen = rule.game.view(state, eyes).hands[1]
        assert (seen == 1 << 5 | 1 << 9 | 1 << 12) == (eyes in shown_to), eyes
        assert seen == 0 or eyes in shown_to
