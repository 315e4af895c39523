"""What Liars' Guess finds worth remembering, in small games by hand of which one knows it."""

from referee import new
from referee.core.game import BID, BLUFF, CAUGHT, LIE, SAID_LIE, SAID_TRUTH
from referee.games import game as game_named
from tests.referee.games.moments import cards, found

GUESS = """
    dealer Bob
    faceup rc1 rc2 rh3 yc1 yh2 gt1 gt2 gc3
    Ann: holds rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3
    Bob: holds rc3 yt1 yt2 yt3 gc1 gc2 gh1 gh2 gh3
    Ann: shows rt1 asks rt
    Bob: answers 3
    Bob: shows yt1 asks yt
    Ann: answers 0
    Ann: shows yc2 asks yc
    Bob: answers 1
    Bob: shows yt2 asks t2
    Ann: answers 1
    Ann: shows yh1 asks h1
    Bob: answers 1
    Bob: guesses gt3
    hole gt3
"""


def test_false_answers_and_the_guess():
    moments, _ = found("liars-guess", ["Ann", "Bob"], GUESS, deals=1)
    assert moments[LIE].words == (
        "In deal 1 Bob answered “three red triangles” and held none. Nobody had proven it when the deal was over, four "
        "questions later."
    )
    assert moments[BID].words == (
        "The hole card of deal 1 could be one of seven. Bob named the green triangle 3, and there it lay: 6 points "
        "for Bob."
    )
    assert moments[BLUFF].words == "Ann asked for yellow circles. Bob said one, and held none."


def test_a_lie_that_only_the_open_cards_prove():
    lines = GUESS.replace("    Ann: holds rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3\n", "").replace(
        "    Bob: holds rc3 yt1 yt2 yt3 gc1 gc2 gh1 gh2 gh3\n", ""
    )
    moments, everything = found("liars-guess", ["Ann", "Bob"], lines, deals=1)
    assert moments[LIE].words.startswith("In deal 1 Bob answered “three red triangles” and held two at most.")
    assert all(one.words.find("yellow") < 0 for one in everything if one.kind in {LIE, BLUFF}), "one could be true"


def test_a_lie_that_was_proven_and_one_that_was_admitted():
    judged = GUESS.partition("    Bob: guesses")[0] + "    Bob: accuses\n    Ann: denies\n    Bob: insists\n"
    moments, _ = found("liars-guess", ["Ann", "Bob"], judged, deals=1)
    assert moments[BID].words == (
        "In deal 1 Bob accused Ann on two answers. There was a hand that fits them all, and Ann scored 12."
    )
    admitted = GUESS.partition("    Bob: shows yt1")[0] + "    Bob: shows yt1 asks yt\n    Ann: answers 2\n"
    admitted += "    Ann: accuses\n    Bob: admits\n"
    moments, _ = found("liars-guess", ["Ann", "Bob"], admitted, deals=1)
    assert moments[LIE].words.endswith("and held none. Bob admitted to lying, one question later.")


def test_who_admits_is_caught_with_each_false_answer_of_their_own():
    """Bob's two lies; what Ann answered to Bob's question is not his."""
    lines = GUESS.partition("    Bob: shows yt2")[0] + "    Ann: accuses\n    Bob: admits\n"
    match = new("liars-guess", ["Ann", "Bob"], deals=1)
    match.play(*[line.strip() for line in lines.strip().splitlines()])
    game = game_named("liars-guess")
    said = [(one.seat, one.kind) for step in match._steps for one in game.sayings(*step)]
    assert said == [(1, SAID_LIE), (0, SAID_TRUTH), (1, SAID_LIE), (1, CAUGHT), (1, CAUGHT)]


HANDS = GUESS.partition("    Ann: shows")[0]
OPENING = HANDS.partition("    Ann: holds")[0]


def test_of_many_answers_the_last_three_are_shown():
    lines = (
        GUESS.partition("    Bob: guesses")[0]
        + """
        Bob: shows gh1 asks gh
        Ann: answers 0
        Ann: shows rh1 asks rh
        Bob: answers 0
        Bob: shows gh2 asks gh
        Ann: answers 0
        Ann: accuses
        Bob: denies
        Ann: insists exposing rt2
    """
    )
    _, everything = found("liars-guess", ["Ann", "Bob"], lines, deals=1)
    (verdict,) = [one for one in everything if one.title == "The narrowest verdict"]
    assert verdict.words == ("In deal 1 Ann accused Bob on four answers. No hand fits them all, and Ann scored 10.")
    assert verdict.grade == 32
    assert [one.card for one in verdict.cards] == ["yc2", "yh1", "rh1"]
    (lie,) = [one for one in everything if one.kind == LIE and "red triangles" in one.words]
    assert lie.words.endswith("and held none. Ann proved that Bob had lied, seven questions later.")


def test_what_was_shown_later_had_been_held():
    """Nobody entered hands: Ann’s yh1 was still hers when Bob asked for 1s, her rh1 was not."""
    lines = (
        OPENING
        + """
        Ann: shows rh1 asks rh
        Bob: answers 0
        Bob: shows gh1 asks h1
        Ann: answers 0
        Ann: shows yh1 asks yh
        Bob: answers 0
        Bob: guesses gt3
        hole gt3
    """
    )
    moments, _ = found("liars-guess", ["Ann", "Bob"], lines, deals=1)
    assert moments[LIE].words.startswith("In deal 1 Ann answered “no heart 1s” and held one.")
    assert cards(moments[LIE]) == [("gh1", ""), ("yh1", "true")]
    lines = lines.replace("shows rh1 asks rh", "shows rt1 asks rt")
    _, everything = found("liars-guess", ["Ann", "Bob"], lines, deals=1)
    (bluff,) = [one for one in everything if one.kind == BLUFF]
    assert cards(bluff) == [("gh1", ""), ("yh1", "true")]
    assert bluff.words == "Bob asked for heart 1s. Ann said none, and held at least one."


def test_a_deal_that_goes_on_after_a_verdict():
    """Ann lays open six cards to prove a lie; of the one left to her and the hole card Bob takes the wrong one."""
    lines = (
        HANDS
        + """
        Ann: shows rt1 asks rt
        Bob: answers 3
        Bob: shows yt1 asks yt
        Ann: answers 1
        Ann: accuses
        Bob: denies
        Ann: insists exposing rt2 rt3 rh1 rh2 yc2 yc3
        Ann: shows yh3 asks yh
        Bob: answers 0
        Bob: guesses yh1
        hole gt3
    """
    )
    moments, everything = found("liars-guess", ["Ann", "Bob"], lines, deals=1, after_accusation="continues")
    assert moments[BID].words == (
        "The hole card of deal 1 could be one of two. Bob named the yellow heart 1, and it was the green triangle 3: "
        "7 points for Ann."
    )
    assert moments[BID].grade == 93
    lies = [one.words.partition(" held ")[2] for one in everything if one.kind == LIE]
    assert lies == [
        "none. Ann proved that Bob had lied, one question later.",
        "none. Nobody had proven it when the deal was over, one question later.",
    ]
