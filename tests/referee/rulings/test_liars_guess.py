"""Every ruling of Liars' Guess (docs/rules.md §2), as short records."""

import re

import pytest

from referee.core.game import last_ruling
from tests.referee.rulings.case import Case, Room

rule = Room("liars-guess", "Ann Bob", "deal dealer faceup shown hands asks unseen")

EIGHT = "rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2"
REST = "rt3 yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3 gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2 gt3"  # what nobody has seen then
DEAL = f"dealer Ann / faceup {EIGHT} / "  # Bob plays first
ASK = DEAL + "Bob: shows gt3 asks gt / "
TURN = ASK + "Ann: answers 2 / "  # 2 of gt1 gt2
ANN, BOB = "yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3", "gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2 gt3"
OWN = DEAL + f"Ann: holds {ANN} / "
ACCUSED = TURN + "Bob: accuses / "
DENIED = ACCUSED + "Ann: denies / "
GOES_ON = {"after_accusation": "continues"}


def without(*cards: str) -> str:
    """Return what nobody has seen after the deal but for these."""
    return " ".join(card for card in REST.split() if card not in cards)


WHOLE = DEAL + "".join(
    f"Bob: shows {bob} asks {bob[:2]} / Ann: answers 0 / Ann: shows {ann} asks {ann[:2]} / Bob: answers 0 / "
    for ann, bob in zip(ANN.split(), BOB.split(), strict=True)
)  # eighteen answers: both hands are shown
LAST = WHOLE.removesuffix("Ann: shows yt3 asks yt / Bob: answers 0 / ")


def rounds(answer: int, many: int) -> str:
    """Return so many turns each: Bob asks of lines that share no card, Ann answers and shows what none speaks of."""
    return DEAL + "".join(
        f"Bob: shows {card} asks {card[:2]} / Ann: answers {answer} / "
        f"Ann: shows {mine} asks {mine[:2]} / Bob: answers 0 / "
        for card, mine in (("yc1", "gt1"), ("yh1", "gt2"), ("yt1", "gt3"), ("gc1", "rt3"))[:many]
    )


# fmt: off
# ---------------------------------------------------------------------------------------------------- the deal

rule("`deal` (0 before the first)", "", deal=0, dealer=None, faceup=[], shown={}, hands={}, asks=[], unseen=[],
     next="table: dealer", over=False, winners=[], scores=(0, 0))
rule("`dealer Ann` (once; the dealer alternates by itself)", "dealer Ann", deal=0, dealer="Ann", next="table: faceup")
rule("`dealer Ann` (once; the dealer alternates by itself) | not twice", "dealer Ann / dealer Bob",
     refused="guess.step")
rule("`dealer Ann` (once; the dealer alternates by itself) | alternates", WHOLE + f"faceup {EIGHT}", deal=2,
     dealer="Bob", next="Ann: accuses guesses shows; Bob: accuses guesses")
rule("`dealer Ann` (once; the dealer alternates by itself) | and back", WHOLE + f"faceup {EIGHT} / Ann: guesses rt3 / "
     f"hole rt3 / faceup {EIGHT}", options={"deals": 3}, deal=3, dealer="Ann")
rule("deals 9 and 9, turns 8 face up", DEAL, hands=(9, 9), faceup=EIGHT, unseen=REST, shown=([], []), asks=[], deal=1)
for cards in ("rc1 rc2 rc3 rh1 rh2 rh3 rt1", EIGHT + " rt3", "rc1 rc1 rc3 rh1 rh2 rh3 rt1 rt2"):
    rule(f"8 distinct cards | {len(cards.split())}: {cards}", f"dealer Ann / faceup {cards}", refused="guess.faceup")
rule("8 distinct cards | as dealt", "dealer Ann / faceup RT2 rc1 gh3 rc3 rh1 rh2 rh3 rt1",
     faceup="rt2 rc1 gh3 rc3 rh1 rh2 rh3 rt1")
rule("every later deal begins with this line", WHOLE + "Ann: shows rc1 asks rc", refused="guess.step",
     says="“faceup” comes next")
for card in ("bc1", "rs1", "rc4", "rc?", "ko4", "r1", "Th"):
    rule(f"The **West** deck is the 27 cards of r y g × c h t × 1 2 3 | not {card}",
         f"dealer Ann / faceup {card} rc2 rc3 " "rh1 rh2 rh3 rt1 rt2", refused="guess.line",
         says="no card of the West deck")
rule("**Deal.** West deck. | all 27 of it", DEAL, faceup=EIGHT, unseen=REST)
rule("`rc1` is the red circle 1 | in any case", DEAL + "Bob: shows GT3 asks Gt", asks=[["Bob", "gt3", "gt", None]])
rule("The other player acts first", DEAL, next="Ann: accuses guesses; Bob: accuses guesses shows")
rule("The other player acts first | the dealer does not", DEAL + "Ann: shows yc1 asks yc", refused="guess.turn")

# ---------------------------------------------------------------------------------------------------- the turn

for line in ("gt", "g3", "t3"):
    rule(f"asks for one of that card's three combinations | {line}", DEAL + f"Bob: shows gt3 asks {line}",
         asks=[["Bob", "gt3", line, None]], next="Ann: answers")
for line in ("gc", "r3", "t1", "yh"):
    rule(f"asks for one of that card's three combinations | not {line}", DEAL + f"Bob: shows gt3 asks {line}",
         refused="guess.ask-own", says="that can ask gt, g3, t3")
rule("A pair of attributes is a *combination* | read in either order", DEAL + "Bob: shows gt3 asks 3t",
     asks=[["Bob", "gt3", "t3", None]])
for line in ("g", "gt3", "rg", "33", "zz"):
    rule(f"A pair of attributes is a *combination* | not {line}", DEAL + f"Bob: shows gt3 asks {line}",
         refused="guess.line")
rule("The shown card joins the table", ASK, shown=([], ["gt3"]), hands=(9, 8), unseen=without("gt3"))
rule("`Ann: answers 2` (0 to 3, true or not)", TURN, asks=[["Bob", "gt3", "gt", 2]])
for count in range(4):
    rule(f"`Ann: answers 2` (0 to 3, true or not) | {count}, whatever she holds", OWN + f"Bob: shows gt3 asks gt / "
         f"Ann: answers {count}", asks=[["Bob", "gt3", "gt", count]])
rule("`Ann: answers 2` (0 to 3, true or not) | 4", ASK + "Ann: answers 4", refused="guess.answer-range", says="0 to 3")
rule("`Ann: answers 2` (0 to 3, true or not) | 03", ASK + "Ann: answers 03", asks=[["Bob", "gt3", "gt", 3]])
for count in ("-1", "two", "2.5"):
    rule(f"`Ann: answers 2` (0 to 3, true or not) | {count}", ASK + f"Ann: answers {count}", refused="guess.line")
rule("`Ann: answers 2` (0 to 3, true or not) | not by the asker", ASK + "Bob: answers 2", refused="guess.turn")
rule("Then it is Ann's turn", TURN, next="Ann: accuses guesses shows; Bob: accuses guesses")
rule("A card that is face up or shown cannot be shown again | face up", DEAL + "Bob: shows rc1 asks rc",
     refused="guess.seen")
rule("A card that is face up or shown cannot be shown again | shown, by the other", TURN + "Ann: shows gt3 asks gt",
     refused="guess.seen")
rule("A card that is face up or shown cannot be shown again | shown, by the same", TURN + "Ann: shows yc1 asks yc / "
     "Bob: answers 0 / Bob: shows gt3 asks g3", refused="guess.seen")
rule("A player without cards is asked, answers, guesses and accuses as ever", LAST, hands=(1, 0),
     next="Ann: accuses guesses shows; Bob: accuses guesses")
rule("A player without cards is asked, answers, guesses and accuses as ever | is asked", LAST +
     "Ann: shows yt3 asks yt", next="Bob: answers", hands=(0, 0))
rule("A player without cards is asked, answers, guesses and accuses as ever | guesses", LAST + "Bob: guesses rt3 / "
     "hole rt3", scores=(0, 1))
rule("A player without cards is asked, answers, guesses and accuses as ever | accuses", LAST + "Bob: accuses / "
     "Ann: admits", scores=(0, 1))
rule("the deal ends, without points, with the eighteenth answer", WHOLE, hands=(0, 0), scores=(0, 0), unseen="rt3",
     next="table: faceup")

# --------------------------------------------------------------------------------------------------- the guess

rule("from `faceup` on, on either turn | at once, by either", DEAL + "Ann: guesses rt3", next="table: hole")
rule("from `faceup` on, on either turn | not before", "dealer Ann / Ann: guesses rt3", refused="guess.step")
rule("from `faceup` on, on either turn | on the other's turn", TURN + "Bob: guesses rt3", next="table: hole")
rule("from `faceup` on, on either turn | on one's own", TURN + "Ann: guesses rt3", next="table: hole")
rule("except while a question, an accusation or a guess waits for its answer | a question", ASK + "Bob: guesses rt3",
     refused="guess.step")
rule("except while a question, an accusation or a guess waits for its answer | an accusation", ACCUSED +
     "Ann: guesses rt3", refused="guess.step")
rule("except while a question, an accusation or a guess waits for its answer | a denial", DENIED + "Bob: guesses rt3",
     refused="guess.step")
rule("except while a question, an accusation or a guess waits for its answer | a guess", TURN + "Bob: guesses rt3 / "
     "Ann: guesses gt1", refused="guess.step")
rule("then `hole yh2` (a card that nobody has seen and that is in no known hand", TURN + "Bob: guesses rt3 / hole gt3",
     refused="guess.hole")
rule("then `hole yh2` (a card that nobody has seen and that is in no known hand | face up", TURN +
     "Bob: guesses rt3 / hole rc1", refused="guess.hole")
rule("then `hole yh2` (a card that nobody has seen and that is in no known hand | known", OWN + "Bob: guesses yc1 / "
     "hole yc1", refused="guess.hole", secret=True)
rule("it counts as seen from then on", TURN + "Bob: guesses rt3 / hole yc1", unseen=without("gt3", "yc1"))
rule("Right: Bob scores the number of cards in Ann's hand", TURN + "Bob: guesses rt3 / hole rt3", scores=(0, 9))
rule("Right: Bob scores the number of cards in Ann's hand | Ann's guess, by Bob's hand", TURN + "Ann: guesses rt3 / "
     "hole rt3", scores=(8, 0))
rule("Wrong: Ann scores that number", TURN + "Bob: guesses rt3 / hole yc1", scores=(9, 0))
rule("Wrong: Ann scores that number | Ann's guess, by Bob's hand", TURN + "Ann: guesses rt3 / hole yc1", scores=(0, 8))
rule("The deal is over. | right", TURN + "Bob: guesses rt3 / hole rt3", next="table: faceup", deal=1)
rule("The deal is over. | wrong", TURN + "Bob: guesses rt3 / hole yc1", next="table: faceup", deal=1)
rule("A guess of a card already seen is refused | face up", DEAL + "Bob: guesses rc1", refused="guess.guess-seen")
rule("A guess of a card already seen is refused | shown", TURN + "Bob: guesses gt3", refused="guess.guess-seen")
rule("A guess of a card already seen is refused | laid open as evidence", DENIED + "Bob: insists exposing gt1 / "
     "Ann: guesses gt1", options=GOES_ON, refused="guess.guess-seen")
rule("A guess of a card already seen is refused | one's own card is a guess like any other", OWN + "Ann: guesses yc1",
     next="table: hole")

# ------------------------------------------------------------------------------------------------ the accusation

rule("At the same times, also before any answer (which proves nothing): `Bob: accuses` | at once", DEAL +
     "Bob: accuses", next="Ann: admits denies")
rule("At the same times, also before any answer (which proves nothing): `Bob: accuses` | proves nothing", DEAL +
     "Bob: accuses / Ann: denies / Bob: insists", scores=(18, 0))
rule("At the same times, also before any answer (which proves nothing): `Bob: accuses` | on the other's turn", TURN +
     "Bob: accuses", next="Ann: admits denies")
rule("At the same times, also before any answer (which proves nothing): `Bob: accuses` | not while a question waits",
     ASK + "Bob: accuses", refused="guess.step")
rule("At the same times, also before any answer (which proves nothing): `Bob: accuses` | nor a guess", TURN +
     "Bob: guesses rt3 / Ann: accuses", refused="guess.step")
rule("`Ann: admits`: Bob scores n, the number of cards in Ann's hand then", ACCUSED + "Ann: admits", scores=(0, 9))
rule("`Ann: admits`: Bob scores n, the number of cards in Ann's hand then | 8 of Bob's", TURN + "Ann: accuses / "
     "Bob: admits", scores=(8, 0))
rule("`Ann: admits`: Bob scores n, the number of cards in Ann's hand then | not for her", ACCUSED + "Bob: admits",
     refused="guess.turn")
rule("`Ann: denies`, then `Bob: retracts`: Ann scores n", DENIED, next="Bob: insists retracts", scores=(0, 0))
rule("`Ann: denies`, then `Bob: retracts`: Ann scores n | n", DENIED + "Bob: retracts", scores=(9, 0))
rule("`Ann: denies`, then `Bob: retracts`: Ann scores n | not before she has denied", ACCUSED + "Bob: retracts",
     refused="guess.step")
rule("`Bob: insists exposing rc2 rc3`: one or more different unseen cards of Bob's own hand | proven by one", DENIED +
     "Bob: insists exposing gt1", scores=(0, 18), unseen=without("gt3", "gt1"))
rule("`Bob: insists exposing rc2 rc3`: one or more different unseen cards of Bob's own hand | by two", DENIED +
     "Bob: insists exposing yc1 gt1", scores=(0, 18), unseen=without("gt3", "gt1", "yc1"))
for cards, why in (("gt3", "shown"), ("rc1", "face up"), ("gt1 gt1", "twice")):
    rule(f"`Bob: insists exposing rc2 rc3`: one or more different unseen cards of Bob's own hand | {why}", DENIED +
         f"Bob: insists exposing {cards}", refused="guess.expose")
rule("`Bob: insists exposing rc2 rc3`: one or more different unseen cards of Bob's own hand | none named", DENIED +
     "Bob: insists exposing", refused="guess.line")
rule("no more than he holds", DENIED + f"Bob: insists exposing {ANN}", refused="guess.expose",
     says="8 of the hand are unseen")
rule("no more than he holds | not counting what he laid open before", DENIED + "Bob: insists exposing gc1 gc2 / "
     "Bob: accuses / Ann: denies / Bob: insists exposing yc1 yc2 yc3 yh1 yh2 yh3 yt1", options=GOES_ON,
     refused="guess.expose", says="6 of the hand are unseen")
LAID = DENIED + "Bob: insists exposing gt1 gc1 / "
rule("they are seen from then on, stay in his hand, may later be shown by him only, and can't be guessed | stay", LAID,
     options=GOES_ON, hands=(9, 8), shown=([], ["gt3"]), unseen=without("gt3", "gt1", "gc1"))
rule("they are seen from then on, stay in his hand, may later be shown by him only, and can't be guessed | by him",
     LAID + "Ann: shows yc1 asks yc / Bob: answers 0 / Bob: shows gt1 asks gt", options=GOES_ON, hands=(8, 7),
     shown=(["yc1"], ["gt3", "gt1"]))
rule("they are seen from then on, stay in his hand, may later be shown by him only, and can't be guessed | only",
     LAID + "Ann: shows gt1 asks gt", options=GOES_ON, refused="guess.seen")
rule("they are seen from then on, stay in his hand, may later be shown by him only, and can't be guessed | once",
     LAID +
     "Ann: shows yc1 asks yc / Bob: answers 0 / Bob: shows gt1 asks gt / Ann: answers 0 / Ann: shows yc2 asks yc / "
     "Bob: answers 0 / Bob: shows gt1 asks g1", options=GOES_ON, refused="guess.seen")
rule("they are seen from then on, stay in his hand, may later be shown by him only, and can't be guessed | a hand all "
     "laid open has no other card", DEAL + f"Bob: accuses / Ann: denies / Bob: insists exposing {BOB} / "
     "Bob: shows yc1 asks yc", options=GOES_ON, refused="guess.held")
rule("The referee judges: proven, Bob scores 2n; not proven, Ann scores 2n | not proven", DENIED + "Bob: insists",
     scores=(18, 0))
rule("The referee judges: proven, Bob scores 2n; not proven, Ann scores 2n | 2n of Bob's 8", TURN + "Ann: accuses / "
     "Bob: denies / Ann: insists", scores=(0, 16))
for lines in ("Ann: admits", "Ann: denies / Bob: retracts", "Ann: denies / Bob: insists",
              "Ann: denies / Bob: insists exposing gt1"):
    rule(f"The deal is over after an accusation | {lines}", ACCUSED + lines, next="table: faceup")
    rule(f"the turn stays where it was | {lines}", ACCUSED + lines, options=GOES_ON,
         next="Ann: accuses guesses shows; Bob: accuses guesses")
AGAIN = "Bob: accuses / Ann: denies / Bob: insists"
rule("after an admitted or proven accusation the answers the accused has given so far are settled | proven", DENIED +
     f"Bob: insists exposing gt1 / {AGAIN}", options=GOES_ON, scores=(18, 18))
rule("after an admitted or proven accusation the answers the accused has given so far are settled | admitted",
     ACCUSED + f"Ann: admits / {AGAIN} exposing gt1", options=GOES_ON, scores=(18, 9))
rule("after an admitted or proven accusation the answers the accused has given so far are settled | a later answer is "
     "evidence again", ACCUSED + "Ann: admits / Ann: shows yc1 asks yc / Bob: answers 0 / Bob: shows gc1 asks gc / "
     f"Ann: answers 2 / {AGAIN} exposing gc2", options=GOES_ON, scores=(0, 9 + 16))
rule("after a retracted or unproven one they remain evidence | retracted", DENIED +
     f"Bob: retracts / {AGAIN} exposing gt1", options=GOES_ON, scores=(9, 18))
rule("after a retracted or unproven one they remain evidence | unproven", DENIED +
     f"Bob: insists / {AGAIN} exposing gt1", options=GOES_ON, scores=(18, 18))
rule("after a retracted or unproven one they remain evidence | the other's answers are not settled by it", TURN +
     "Ann: shows yt1 asks yt / Bob: answers 2 / Bob: accuses / Ann: admits / Ann: accuses / Bob: denies / "
     "Ann: insists exposing yt2", options=GOES_ON, scores=(16, 8))

# ----------------------------------------------------------------------------------------------------- the proof

rule("A lie is proven when *no* way of placing the cards not yet seen | one way is left: gt1 and gt2", DENIED +
     "Bob: insists", scores=(18, 0))
rule("A lie is proven when *no* way of placing the cards not yet seen | three of two unseen", ASK +
     "Ann: answers 3 / " + AGAIN, scores=(0, 18))
for many, scores, left in ((3, (12, 0), 7), (4, (0, 10), 3)):
    rule(f"each of exactly its known size | {many} times two of two, where Ann has {9 - many} hidden cards", rounds(2,
         many) + AGAIN, scores=scores)
    rule(f"each of exactly its known size | {many} times none of two: {left} cards are left for {9 - many}",
         rounds(0, many) + AGAIN, scores=scores)
rule("A lie is proven when *no* way of placing the cards not yet seen | one of two: two ways", ASK +
     "Ann: answers 1 / " + AGAIN, scores=(18, 0))
rule("each of exactly its known size | what the accused laid open is of the hand, and hidden no more", DEAL +
     "Bob: accuses / "
     "Ann: denies / Bob: insists exposing yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 / Bob: shows yc1 asks yc / Ann: "
     "answers 0 / Ann: shows gc1 asks gc / Bob: answers 0 / Ann: accuses / Bob: denies / Ann: insists",
     options=GOES_ON, scores=(18, 16))
rule("the judge uses only what the table has seen, also where hands are known", OWN + "Bob: shows gt3 asks gt / "
     "Ann: answers 2 / " + AGAIN, scores=(18, 0))
rule("it counts the cards of the combination that she has shown since, plus those she still holds | shown since",
     ASK + "Ann: answers 2 / Ann: shows gt1 asks gt / Bob: answers 0 / " + AGAIN, scores=(16, 0))
rule("it counts the cards of the combination that she has shown since, plus those she still holds | shown "
     "since, too many", ASK + "Ann: answers 0 / Ann: shows gt1 asks gt / Bob: answers 0 / " + AGAIN, scores=(0, 16))
rule("it counts the cards of the combination that she has shown since, plus those she still holds | shown "
     "before does not count", DEAL.replace("dealer Ann", "dealer Bob") +
     "Ann: shows gt1 asks gt / Bob: answers 0 / Bob: shows gt3 asks gt / Ann: answers 2 / " + AGAIN, scores=(0, 16))
rule("it counts the cards of the combination that she has shown since, plus those she still holds | what "
     "she laid open counts as held", ASK +
     "Ann: answers 0 / Ann: accuses / Bob: denies / Ann: insists exposing gt1 / " + AGAIN, options=GOES_ON, scores=(0,
     16 + 18))
rule("Bob's own answers are no evidence", TURN.replace("Ann: answers 2", "Ann: answers 0") +
     "Ann: shows yc1 asks yc / Bob: answers 3 / " + AGAIN, scores=(16, 0))
rule("Bob's own answers are no evidence | but against him they are", TURN.replace("Ann: answers 2", "Ann: answers 0") +
     "Ann: shows yc1 asks yc / Bob: answers 3 / Ann: accuses / Bob: denies / Ann: insists", scores=(16, 0))

# ----------------------------------------------------------------------------------------------------- the match

rule("The match ends after `deals` deals (option, 1 to 99, default 2), and the higher score wins", WHOLE +
     f"faceup {EIGHT} / " "Ann: guesses rt3 / hole rt3", over=True, winners=["Ann"], scores=(9, 0), next="")
rule("The match ends after `deals` deals (option, 1 to 99, default 2), and the higher score wins | 1", TURN +
     "Bob: guesses rt3 / hole rt3", options={"deals": 1}, over=True, winners=["Bob"], scores=(0, 9))
rule("The match ends after `deals` deals (option, 1 to 99, default 2), and the higher score wins | 3", WHOLE +
     f"faceup {EIGHT} / " "Ann: guesses rt3 / hole rt3", options={"deals": 3}, over=False, next="table: faceup")
rule("The match ends after `deals` deals (option, 1 to 99, default 2), and the higher score wins | points add up",
     TURN + f"Bob: guesses rt3 / hole rt3 / faceup {EIGHT} / Ann: guesses rt3 / hole yc1", scores=(0, 18),
     winners=["Bob"])
rule("level scores share the win", WHOLE + WHOLE.removeprefix("dealer Ann / ").replace("Ann:", "Cat:").replace(
    "Bob:", "Ann:").replace("Cat:", "Bob:"), over=True, winners=["Ann", "Bob"], scores=(0, 0))
rule("A settled deal stays in `public` until the next `faceup`", TURN + "Bob: guesses rt3 / hole yc1", deal=1,
     dealer="Ann", faceup=EIGHT, shown=([], ["gt3"]), hands=(9, 8), asks=[["Bob", "gt3", "gt", 2]])
rule("A settled deal stays in `public` until the next `faceup` | then all is new", TURN +
     "Bob: guesses rt3 / hole yc1 / faceup gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2", deal=2, dealer="Bob",
     faceup="gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2", shown=([], []), hands=(9, 9), asks=[],
     unseen="rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2 rt3 yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3 gt3")
rule("After the end of a game every further line is refused | Liars' Guess", TURN + "Bob: guesses rt3 / hole rt3 / "
     f"faceup {EIGHT}", options={"deals": 1}, refused="guess.over")
rule("this deal's `[asker, card, combination, answer or null]`", TURN + "Ann: shows yc1 asks c1", asks=[
    ["Bob", "gt3", "gt", 2], ["Ann", "yc1", "c1", None]], shown=(["yc1"], ["gt3"]))
rule("`unseen` (the cards nobody has seen, sorted r y g, c h t, 1 2 3", DEAL, unseen=REST)

# -------------------------------------------------------------------------------------------------- entered hands

rule("It stands after the deal's line (`faceup`; `dealer` in Red & Black | Liars' Guess", OWN,
     next="Ann: accuses guesses; Bob: accuses guesses shows")
rule("It stands after the deal's line (`faceup`; `dealer` in Red & Black | Liars' Guess: not before", "dealer Ann / "
     f"Ann: holds {ANN}", refused="guess.step")
for lines in (TURN, ACCUSED + "Ann: admits", DENIED + "Bob: retracts"):
    rule(f"before the first act of that deal | nor between two turns: {lines[-22:]}", f"{lines} / Ann: holds {ANN}",
         options=GOES_ON, refused="guess.holds-once")
for first in ("Bob: shows gt3 asks gt", "Bob: accuses", "Ann: guesses rt3"):
    rule(f"before the first act of that deal | late: {first}", DEAL + f"{first} / Ann: holds {ANN}",
         refused="guess.holds-once", says="before the first act of a deal")
rule("before the first act of that deal | once", OWN + f"Ann: holds {ANN}", refused="guess.holds-once",
     says="entered already")
rule("before the first act of that deal | again in the next", OWN + f"Ann: accuses / Bob: admits / faceup {EIGHT} / "
     f"Ann: holds {BOB}", deal=2)
for cards in (ANN[:-4], ANN + " gc1", ANN[:-3] + "yc1"):
    rule(f"the player entered the cards in private | nine different: {cards[-7:]}", DEAL + f"Ann: holds {cards}",
         refused="guess.holds-count")
rule("a card can't be in more places than it has copies | Liars' Guess: face up", DEAL +
     "Ann: holds rc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3", refused="guess.one-place", says="it lies face up")
rule("a card can't be in more places than it has copies | Liars' Guess: in the other hand", OWN +
     "Bob: holds yc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2 gt3", refused="guess.one-place", secret=True)
rule("With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
     "refused at once | Liars' Guess: shown", OWN +
     "Bob: shows gt3 asks gt / Ann: answers 0 / Ann: shows gt1 asks gt", refused="guess.held", secret=True)
rule("With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
     "refused at once | Liars' Guess: exposed", OWN + "Ann: accuses / Bob: denies / Ann: insists exposing gt1",
     refused="guess.held", secret=True)
rule("a *statement* (an answer, a guess, a claim, an accusation, a bid) never is | Liars' Guess: an answer",
     OWN + "Bob: shows gt3 asks gt / Ann: answers 3", hands=(9, 8))
rule("a *statement* (an answer, a guess, a claim, an accusation, a bid) never is | Liars' Guess: an accusation",
     OWN + "Bob: shows gt3 asks gt / Ann: answers 0 / Bob: accuses", next="Ann: admits denies")
rule("A card in another seat's known hand can't be shown, played or turned by anybody else either | Liars' "
     "Guess: shown", OWN + "Bob: shows yc1 asks yc", refused="guess.one-place", secret=True)
rule("A card in another seat's known hand can't be shown, played or turned by anybody else either | Liars' "
     "Guess: exposed", OWN + "Bob: accuses / Ann: denies / Bob: insists exposing yc1", refused="guess.one-place",
     secret=True)
rule("What others see of a private line is masked | Liars' Guess", DEAL + "Ann: holds ? ? ? ? ? ? ? ? ?", hands=(9, 9))
rule("What others see of a private line is masked | Liars' Guess: all of it", DEAL + "Ann: holds ? ? ? ? ? ? ? ? yc1",
     refused="guess.holds-count")
rule("Such brackets may stand in a full record too, and must then be true | Liars' Guess has nothing to open", ASK +
     "Ann: answers 2 (gt1)", refused="guess.bracket-false")
# fmt: on


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)


@rule.proves("On request the referee explains it: the smallest set of answers it could find that cannot all be true")
def test_the_referee_explains_by_the_fewest_answers() -> None:
    """After no green circle there is one green 2 left, so of five answers these two quarrel."""
    lines = (
        ASK + "Ann: answers 2 / Ann: shows yc1 asks yc / Bob: answers 0 / Bob: shows gc1 asks gc / Ann: answers 0 / "
        "Ann: shows yc2 asks yc / Bob: answers 0 / Bob: shows gh2 asks g2 / Ann: answers 2 / "
        "Bob: accuses / Ann: denies / Bob: insists"
    )
    case = Case("", tuple(lines.split(" / ")), {}, "", "", False, ("Ann", "Bob"), {}, None)
    done = rule.replay(case, rule.text(case))
    assert done.answer()["scores"] == {"Ann": 0, "Bob": 14}
    _at, said = last_ruling(done.record.game, done.record.setup, done.actions)
    assert [sentence.split(":")[0] for sentence in said[:-1]] == ["Question 3", "Question 5"]
    assert "Ann answered 0 green circles" in said[0]
    assert re.search(r"So 0 of Ann’s \d hidden cards would be among these: ", said[0])
    assert "Ann answered 2 green 2s" in said[1]
