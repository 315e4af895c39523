"""How a round and a game of Liar's Lair end, its options, fields and views (docs/rules.md §1), as short records."""

import pytest

from tests.referee.rulings.case import RECORDS, Case
from tests.referee.rulings.lair import (
    ANN,
    BOTH,
    DEAL,
    HANDS,
    KIT,
    KNOCK,
    LONE,
    LONELY,
    PASSED,
    PLAYED,
    RECLAIMED,
    START,
    TAKEN,
    THREE,
    room,
)

rule = room()

# fmt: off
# ------------------------------------------------------------------------------------------- next round, and the end

rule("The new starter is the seat left of the old one", RECLAIMED + PASSED, round=2, start="Bob", phase="play",
     next="Bob: plays")
rule("The new starter is the seat left of the old one | the last seat's is the first", START.replace("start Ann",
     "start Dan") +
     "Dan: plays 11 / Ann: plays 3 / Bob: plays 5 / Cat: plays 7 / Dan: reclaims 7 / Ann: reclaims 11 / Bob: "
     "reclaims 3 / Cat: reclaims 5 / Dan: passes / Ann: passes / Bob: passes / Cat: passes", start="Ann", round=2)
rule('"Left of X" is the next seat in the list that is still in the game', TAKEN +
     "Cat: reclaims 11 / Dan: reclaims 7 / Ann: passes / Cat: passes / Dan: passes", start="Cat", round=2,
     next="Cat: plays")
rule('"Left of X" is the next seat in the list that is still in the game | of a starter who is out', ANN +
     "Bob: passes / Cat: shows 5", start="Bob")
END = THREE + "Ann: plays 1 / Bob: plays 2 / Ann: takes nothing / "
rule("One player left wins, on the spot, at whatever moment that happens | by a contradiction: nobody takes", END +
     "Cat: plays 4 / Cat: reclaims 4 / Ann: passes / Cat: passes / Cat: plays 4 / Ann: plays 3", seats="Ann,Bob,Cat",
     facts=KIT[6], over=True, winners=["Ann"], phase="over", hands=(2, 0, 0), out=["Bob", "Cat"],
     exposed={"1": True, "2": False, "3": True, "4": False}, next="")
rule("One player left wins, on the spot, at whatever moment that happens | by a false card shown", END +
     "Cat: plays 4 / Cat: reclaims 4 / Ann: passes / Cat: declares / Ann: shows 6", seats="Ann,Bob,Cat",
     facts=KIT[6], winners=["Cat"], over=True, hands=(0, 0, 4), out=["Bob", "Ann"])
rule("One player left wins, on the spot, at whatever moment that happens | by a declaration that is proven", END +
     "Cat: plays 11 / Cat: reclaims 11 / Ann: passes / Cat: declares / Ann: shows 3", seats="Ann,Bob,Cat",
     facts=KIT[6], winners=["Ann"], over=True, out=["Bob", "Cat"])
rule("One player left wins, on the spot, at whatever moment that happens | nobody gives", END.replace("takes nothing",
     "takes 5").replace("Ann: takes 5", "Bob: gives 5") +
     "Cat: plays 4 / Cat: reclaims 4 / Ann: passes / Cat: passes / Cat: plays 4 / Ann: plays 3",
     seats="Ann,Bob,Cat", facts=KIT[6], options={"departing": "gift"}, over=True, winners=["Ann"])
rule("After the end of a game every further line is refused | Liar's Lair", BOTH +
     "Bob: passes / Cat: passes / Dan: passes / Bob: plays 9", refused="lair.over")

# -------------------------------------------------------------------------------------------------- empty hands

rule("Who has no card is passed over, without a line, at playing and showing | playing", LONE, **LONELY,
     next="Fay: reclaims", hands=(0, 0, 0, 0, 0, 3), table={"Fay": 18})
rule("who finds none in play, at reclaiming", LONE + "Fay: reclaims 18", **LONELY, next="Fay: declares passes")
rule("Who has no card is passed over, without a line, at playing and showing | showing", LONE + "Fay: reclaims 18 / "
     "Fay: declares / Ann: passes", **LONELY, over=True, winners=["Fay"])
rule("Otherwise an empty hand reclaims, declares or passes like any other | passes", LONE +
     "Fay: reclaims 18 / Fay: passes", **LONELY, next="Ann: declares passes")
rule("It may be declared, and no card contradicts it", LONE +
     "Fay: reclaims 18 / Fay: passes / Ann: declares / Fay: passes", **LONELY, over=True, winners=["Ann"])
rule("It may be declared, and no card contradicts it | a truth shown", LONE + "Fay: reclaims 18 / Fay: passes / "
     "Ann: declares / Fay: shows 21", **LONELY, over=True, winners=["Ann"], exposed={
         **{str(n): n % 2 == 1 for n in range(1, 9)}, "21": True})
rule("Empty hands** (they come from `takes nothing`)", KNOCK + "Ann: takes nothing", hands=(3, 0, 4, 4))

# ------------------------------------------------------------------------------------------------------ options

rule('`aside = "pairs" | "cards"` (cards: single cards are set aside', HANDS.replace("16", "17"), facts=KIT[10],
     options={"aside": "cards"}, next="table: truths")
rule("so a card's other half may not be in play | every dealt half of a whole pair is judged", HANDS.replace("16",
     "17") + "truths 1 3 5 7 9 11 13 14", facts=KIT[10], options={"aside": "cards"}, refused="lair.truths-halves")
rule("so a card's other half may not be in play | a lone half may be either", HANDS.replace("16", "17") +
     "truths 1 3 5 7 9 11 13 17", facts=KIT[10], options={"aside": "cards"}, next="table: start")
rule("so a card's other half may not be in play | or a lie", HANDS.replace("16", "17") + "truths 1 3 5 7 9 11 13 15",
     facts=KIT[10], options={"aside": "cards"}, next="table: start")
rule("so a card's other half may not be in play | not one in the box", HANDS.replace("16", "17") +
     "truths 1 3 5 7 9 11 13 16", facts=KIT[10], options={"aside": "cards"}, refused="lair.truths-dealt", secret=True)
REVISED = {"reclaim": "revised"}
rule('`reclaim = "seed" | "revised"` (revised: the last seat that played reclaims first', PLAYED, options=REVISED,
     next="Dan: reclaims")
rule("then anticlockwise", PLAYED + "Dan: reclaims 3", options=REVISED, next="Cat: reclaims")
rule("the own card is allowed", PLAYED + "Dan: reclaims 11", options=REVISED, hands=(3, 3, 3, 4))
OUT_LAST = DEAL + "start Bob / Bob: plays 5 / Cat: plays 4 / Dan: plays 11 / Ann: plays 6 / Bob: takes 8 / "
rule("or the next anticlockwise still in", OUT_LAST, options=REVISED, out=["Ann"], next="Dan: reclaims")
rule("or the next anticlockwise still in | by the seed's way from the starter, who knocked somebody out", OUT_LAST,
     next="Cat: reclaims")
rule("knockers are skipped", OUT_LAST + "Dan: reclaims 4 / Cat: reclaims 11", options=REVISED, phase="declare")
rule('`next_start = "left" | "right"`', RECLAIMED + PASSED, options={"next_start": "right"}, start="Dan")
rule('`next_start = "left" | "right"` | past who is out', TAKEN + "Cat: reclaims 11 / "
     "Dan: reclaims 7 / Ann: passes / Cat: passes / Dan: passes / Dan: plays 7 / Ann: plays 3 / Cat: plays 11 / "
     "Dan: reclaims 11 / Ann: reclaims 7 / Cat: reclaims 3 / Dan: passes / Ann: passes / Cat: passes",
     options={"next_start": "right"}, start="Cat", round=3)
rule('`mix = "even" | "random"` (random: hands need not balance)', HANDS + "truths 2 3 5 7 9 11 13 15",
     options={"mix": "random"}, next="table: start")
rule('`mix = "even" | "random"` (random: hands need not balance) | the halves must', HANDS +
     "truths 2 4 5 7 9 11 13 14", options={"mix": "random"}, refused="lair.truths-halves")
GIFT, POOL = {"departing": "gift"}, {"departing": "pool"}
rule("gift: the departing player chooses the card unseen, privately, `Cat: gives 4`", KNOCK, options=GIFT,
     next="Bob: gives", phase="take", hands=(3, 3, 4, 4))
rule("gift: the departing player chooses the card unseen, privately, `Cat: gives 4` | given", KNOCK + "Bob: gives 12",
     options=GIFT, hands=(4, 0, 4, 4), next="Cat: plays", table={})
rule("gift: the departing player chooses the card unseen, privately, `Cat: gives 4` | one's own", KNOCK +
     "Bob: gives 13", options=GIFT, refused="lair.give-own", secret=True)
rule("never nothing", KNOCK + "Bob: gives nothing", options=GIFT, refused="lair.give-own", says="cannot give nothing")
rule("never nothing | nor in the pool", KNOCK + "Bob: gives nothing", options=POOL, refused="lair.give-own")
rule("and it goes to the truth's player", KNOCK + "Bob: gives 12 / Cat: plays 7 / Dan: plays 11", options=GIFT,
     next="Cat: reclaims")
rule("and it goes to the truth's player | who takes nothing by himself", KNOCK + "Ann: takes 12", options=GIFT,
     refused="lair.step")
rule("pool: `Cat: gives 4` adds a card to those in play under the giver's name", KNOCK + "Bob: gives 12", options=POOL,
     table={"Bob": 12}, hands=(3, 0, 4, 4), next="Cat: plays")
rule("where it contradicts nothing", KNOCK + "Bob: gives 12 / Cat: plays 7 / Dan: plays 11", options=POOL, out=["Bob"],
     table={"Bob": 12, "Cat": 7, "Dan": 11}, exposed={"1": True, "2": False})
rule("and the truth's player, having got nothing, reclaims like everybody else", KNOCK +
     "Bob: gives 12 / Cat: plays 7 / Dan: plays 11", options=POOL, next="Ann: reclaims")
rule("and the truth's player, having got nothing, reclaims like everybody else | the pooled card", KNOCK +
     "Bob: gives 12 / Cat: plays 7 / Dan: plays 11 / Ann: reclaims 12 / Cat: reclaims 11 / Dan: reclaims 7",
     options=POOL, hands=(4, 0, 4, 4), phase="declare")
rule('`departing = "pick" | "gift" | "pool"` | pick: nobody gives', KNOCK + "Bob: gives 5", refused="lair.out")
_SOLVED = (RECORDS / "lair-absolution.txt").read_text(encoding="utf-8").split("+++\n")[2]
LIES = " / ".join(line.split("#")[0] for line in _SOLVED.splitlines() if line and line[0] != "#")
rule("`absolution = false` (true: a declarer whose whole hand is lies, each provable by a truth that "
     "another player still in holds, wins at once", LIES, seats="Ann,Bob,Cat", facts=KIT[6],
     options={"absolution": True}, over=True, winners=["Ann"])
rule("`absolution = false` (true: a declarer whose whole hand is lies, each provable by a truth that "
     "another player still in holds, wins at once | not without it", LIES, seats="Ann,Bob,Cat", facts=KIT[6],
     phase="question", next="Bob: passes shows")
rule("each provable by a truth that another player still in holds | 11, the truth of her 12, lies in the box",
     LIES.replace("Cat: holds 4 7 10 11", "Cat: holds 4 7 10 13").replace("9 11 /", "9 13 /"), seats="Ann,Bob,Cat",
     facts=KIT[8], options={"absolution": True, "aside": "cards"}, phase="question", next="Bob: passes shows")
rule("after `own_conflict` and before questioning | a truth in the hand: questioned", ANN,
     options={"absolution": True}, phase="question")
rule("after `own_conflict` and before questioning | a pair of one's own: out", RECLAIMED +
     "Ann: passes / Bob: passes / Cat: passes / Dan: declares", options={"absolution": True}, out=["Dan"], round=2)

# ----------------------------------------------------------------------------------------------------- the fields

rule("`public`: `round`, `start`, `phase` (\"deal\", \"play\", \"take\"", "", round=1, start=None, phase="deal",
     table={}, hands=(0, 0, 0, 0), out=[], exposed={})
rule("0 for who is out; a departing hand counts until something is taken or given, or the game ends", KNOCK,
     hands=(3, 3, 4, 4), out=["Bob"])
rule("0 for who is out; a departing hand counts until something is taken or given, or the game ends | taken", KNOCK +
     "Ann: takes nothing", hands=(3, 0, 4, 4))
rule("`out` (names, in order of leaving)", RECLAIMED + "Ann: declares / Bob: declares / Cat: passes / Dan: passes / "
     "Bob: shows 2 / Cat: shows 5", out=["Bob", "Ann"])
rule("and the card of the exposed hand that a shown truth contradicts; nothing merely concluded", ANN + "Bob: shows 3",
     exposed={"3": True})
rule("in a game without points 0, and 1 for the winner at the end", BOTH + "Bob: passes / Cat: passes / Dan: passes",
     scores=(1, 0, 0, 0))

# ----------------------------------------------------------------------------------------------------- the views

MASKED = ("Ann: holds ? ? ? ? / Bob: holds ? ? ? ? / Cat: holds ? ? ? ? / Dan: holds ? ? ? ? / truths ? / start Ann / "
          "Ann: plays 1 / ")
rule("`?` stands for the argument (`Bob: takes ?`, `Ann: holds ? ? ?`)", MASKED +
     "Bob: plays 2 (2 false) / Ann: takes ?", hands=(4, 0, 4, 4), next="Cat: plays")
rule("`?` stands for the argument (`Bob: takes ?`, `Ann: holds ? ? ?`) | nothing was taken", MASKED +
     "Bob: plays 2 (2 false) / Ann: takes ? (nothing)", hands=(3, 0, 4, 4))
rule("`truths` is masked to a seat's own dealt cards (`truths ? (3 true; 11 false)`)", "Ann: holds 1 3 6 8 / "
     "Bob: holds ? ? ? ? / Cat: holds ? ? ? ? / Dan: holds ? ? ? ? / truths ? (1 true; 3 true; 6 false; 8 false) "
     "/ start Ann / Ann: plays 1 / Bob: plays 2", exposed={"1": True, "2": False}, next="Ann: takes")
rule("`Cat: plays 2 (2 false)`", MASKED + "Bob: plays 2 (2 false)", exposed={"1": True, "2": False}, out=["Bob"])
rule("`Cat: plays 2 (2 false)` | or the other way round", MASKED + "Bob: plays 2 (2 true)", exposed={"1": False,
     "2": True}, out=["Ann"], next="Bob: takes")
rule("a redacted record that lacks a bracket it needs is refused | Liar's Lair", MASKED + "Bob: plays 2",
     refused="lair.bracket-missing")
QUIET = (MASKED.replace("plays 1", "plays 3") + "Bob: plays 5 / Cat: plays 7 / Dan: plays 11 / Ann: reclaims 11 / "
         "Bob: reclaims 3 / Cat: reclaims 5 / Dan: reclaims 7 / Ann: declares / Bob: passes / Cat: passes / ")
rule("`Dan: passes (Ann holds 3 6 8 9)`", QUIET + "Dan: passes (Ann holds 1 6 8 11)", phase="question",
     next="Bob: passes shows")
rule("`Dan: passes (Ann holds 3 6 8 9)` | the 11 that she took openly must be there", QUIET +
     "Dan: passes (Ann holds 1 6 8 9)", refused="lair.bracket-false")
for cards in ("1 6 11", "1 6 8 9 11"):
    rule(f"`Dan: passes (Ann holds 3 6 8 9)` | all four: {cards}", QUIET + f"Dan: passes (Ann holds {cards})",
         refused="lair.bracket-false")
rule("`Dan: passes (Ann holds 3 6 8 9)` | each card once", QUIET + "Dan: passes (Ann holds 1 6 11 11)",
     refused="lair.bracket-false")
rule("`Dan: passes (Ann holds 3 6 8 9)` | missing", QUIET + "Dan: passes", refused="lair.bracket-missing")
rule("Such brackets may stand in a full record too, and must then be true | Liar's Lair", START + "Ann: plays 1 / "
     "Bob: plays 2 (2 false)", out=["Bob"])
rule("Such brackets may stand in a full record too, and must then be true | Liar's Lair: the hand that is left", START +
     "Ann: plays 1 / Bob: plays 2 (2 false; Bob holds 5 9 12)", out=["Bob"], next="Ann: takes")
rule("Such brackets may stand in a full record too, and must then be true | Liar's Lair: not the card on the table",
     START + "Ann: plays 1 / Bob: plays 2 (2 false; Bob holds 2 5 9 12)", refused="lair.bracket-false")
for said in ("2 true", "9 true", "Cat holds 4 7 10 13", "Ann absolved"):
    rule(f"Such brackets may stand in a full record too, and must then be true | Liar's Lair: {said}", START +
         f"Ann: plays 1 / Bob: plays 2 ({said})", refused="lair.bracket-false", secret=True)
rule("Such brackets may stand in a full record too, and must then be true | Liar's Lair: what opens nothing", START +
     "Ann: plays 1 (1 true)", refused="lair.bracket-false")
# fmt: on


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)
