"""What the two games of liars find worth remembering, in small games by hand of which one knows it."""

import pytest

from referee import games, new
from referee.core.accounts import BID, BLUFF, LIE
from referee.core.game import CAUGHT, SAID_LIE, SAID_TRUTH
from tests.referee.games.moments import found, lines, told

LAIR = """
Ann: holds 1 3 6 8 / Bob: holds 5 7 10 12 / Cat: holds 2 4 9 11 / truths 1 3 5 7 9 11 / start Ann / Ann: plays 6
"""
ROUNDS = f"""{LAIR} / Bob: plays 10 / Cat: plays 11 / Ann: reclaims 10 / Bob: reclaims 11 / Cat: reclaims 6
/ Ann: passes / Bob: passes / Cat: passes / Bob: plays 12 / Cat: plays 6 / Ann: plays 8 / Bob: reclaims 6
/ Cat: reclaims 8 / Ann: reclaims 12 / Bob: passes / Cat: declares / Ann: passes"""
OPENING = "dealer Bob / faceup rc1 rc2 rh3 yc1 yh2 gt1 gt2 gc3"
HANDS = f"""{OPENING} / Ann: holds rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3
/ Bob: holds rc3 yt1 yt2 yt3 gc1 gc2 gh1 gh2 gh3"""
LIE_OF_3 = "Ann: shows rt1 asks rt / Bob: answers 3"
ASKED = f"""{LIE_OF_3} / Bob: shows yt1 asks yt / Ann: answers 0 / Ann: shows yc2 asks yc / Bob: answers 1
/ Bob: shows yt2 asks t2 / Ann: answers 1 / Ann: shows yh1 asks h1 / Bob: answers 1"""
GUESSED = "Bob: guesses gt3 / hole gt3"
HELD_LATER = f"""{OPENING} / Ann: shows rh1 asks rh / Bob: answers 0 / Bob: shows gh1 asks h1 / Ann: answers 0
/ Ann: shows yh1 asks yh / Bob: answers 0 / {GUESSED}"""  # Ann's yh1 was hers still when Bob asked for 1s, rh1 was not

GAMES = {
    "lair, a lie goes round the table and many lies are declared": f"{ROUNDS} / Ann: passes / Bob: passes",
    "lair, a declaration is proven while two play on": f"{ROUNDS} / Ann: shows 1",
    "lair, a lie meets its truth in the same round": f"""{LAIR} / Bob: plays 5 / Bob: takes nothing / Cat: plays 9
    / Cat: reclaims 9 / Bob: declares / Cat: passes / Cat: shows 9""",
    "lair, who declared goes home": f"{ROUNDS} / Cat: leaves / Bob: leaves",
    "guess, false answers and the guess": f"{HANDS} / {ASKED} / {GUESSED}",
    "guess, only the open cards prove a lie": f"{OPENING} / {ASKED} / {GUESSED}",
    "guess, a verdict": f"{HANDS} / {ASKED} / Bob: accuses / Ann: denies / Bob: insists",
    "guess, a lie is admitted": f"""{HANDS} / {LIE_OF_3} / Bob: shows yt1 asks yt / Ann: answers 2 / Ann: accuses
    / Bob: admits""",
    "guess, the last three of many answers are shown": f"""{HANDS} / {ASKED} / Bob: shows gh1 asks gh / Ann: answers 0
    / Ann: shows rh1 asks rh / Bob: answers 0 / Bob: shows gh2 asks gh / Ann: answers 0 / Ann: accuses / Bob: denies
    / Ann: insists exposing rt2""",
    "guess, what was shown later had been held": HELD_LATER,
    "guess, the same where rh1 is not known": HELD_LATER.replace("rh1 asks rh", "rt1 asks rt"),
    "guess, a deal goes on after a verdict": f"""{HANDS} / {LIE_OF_3} / Bob: shows yt1 asks yt / Ann: answers 1
    / Ann: accuses / Bob: denies / Ann: insists exposing rt2 rt3 rh1 rh2 yc2 yc3 / Ann: shows yh3 asks yh
    / Bob: answers 0 / Bob: guesses yh1 / hole gt3""",
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_worth_remembering(name, snapshot):
    if name.startswith("lair"):
        assert told("liars-lair", "Ann Bob Cat", GAMES[name], over="play on" not in name, each=2) == snapshot
    else:
        ends = "continues" if "goes on" in name else "ends"
        assert told("liars-guess", "Ann Bob", GAMES[name], deals=1, after_accusation=ends) == snapshot


def test_before_the_end_only_lies_that_lie_open_are_lies():
    played = GAMES["lair, a declaration is proven while two play on"]
    moments, everything = found("liars-lair", "Ann Bob Cat", played, over=False, each=2)
    assert not {LIE, BID, BLUFF} & set(moments)
    assert {shown.card for one in everything for shown in one.cards} <= {"1", "2"}


def test_who_admits_is_caught_with_each_false_answer_of_their_own():
    """Bob's two lies; what Ann answered to Bob's question is not his."""
    match, game = new("liars-guess", ["Ann", "Bob"], deals=1), games.game("liars-guess")
    asked = lines(f"{HANDS} / {ASKED}").partition("\nBob: shows yt2")[0]
    match.play(*asked.split("\n"), "Ann: accuses", "Bob: admits")
    said = [(one.seat, one.kind) for step in match._steps for one in game.sayings(*step)]
    assert said == [(1, SAID_LIE), (0, SAID_TRUTH), (1, SAID_LIE), (1, CAUGHT), (1, CAUGHT)]
