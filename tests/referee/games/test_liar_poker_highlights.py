"""What Liar Poker finds worth remembering, in small games by hand of which one knows it."""

from referee import new
from referee.core.accounts import BID, BLUFF, LIE
from referee.core.game import CAUGHT, DOUBTED, SAID_LIE, SAID_TRUTH
from referee.games import game as game_named
from tests.referee.games.moments import cards, found

SMALL = """
    board 5h 6h
    Ann: holds 2c 2s 8d 9s Jd
    Bob: holds 3d 4d Tc Qc Ks
    Ann: bets small
    Bob: bets small
    Ann: reveals 2c 2s 8d
    Bob: reveals 3d 4d Tc
    Ann: bets small
    Bob: bets small
    Ann: reveals 9s
    Bob: reveals Qc
    Ann: bets small
    Bob: bets small
"""
POKER = f"""
    board 4s 7c
    Ann: holds Ac 3c 7d 7h Kd
    Bob: holds 2d 9h Ts 9c Qs
    Ann: bets small
    Bob: bets small
    Ann: reveals Ac 3c 7d
    Bob: reveals 2d 9h Ts
    Ann: bets middle
    Bob: bets middle
    Ann: reveals 7h
    Bob: reveals 9c
    Ann: bets large
    Bob: bets large
    Ann: claims Kh
    Bob: claims Qs
    Ann: accepts
    Bob: accepts
    {SMALL}
    Ann: claims Jd
    Bob: claims Qd
    Ann: suspects
    Bob: accepts
    Bob: turns Ks
"""


def test_a_claim_is_said_once_and_judged_once():
    """A suspicion alone says nothing: who was caught, and who was doubted for nothing, comes when it is settled."""
    match = new("liar-poker", ["Ann", "Bob"], chips=300, max_rounds=2)
    doubted = POKER.replace("Bob: accepts\n    Bob: turns", "Bob: suspects\n    Ann: turns Jd\n    Bob: turns")
    match.play(*[line.strip() for line in doubted.strip().splitlines()])
    game = game_named("liar-poker")
    steps = match._steps
    said = [(one.seat, one.kind) for step in steps for one in game.sayings(*step)]
    claims = [(0, SAID_LIE), (1, SAID_TRUTH), (0, SAID_TRUTH), (1, SAID_LIE)]
    assert said == [*claims, (0, DOUBTED), (1, CAUGHT)]


def test_a_lie_that_was_believed_and_one_that_was_not():
    moments, _ = found("liar-poker", ["Ann", "Bob"], POKER, chips=300, max_rounds=2)
    assert moments[LIE].words == (
        "In round 1 Ann claimed the king of hearts. It was the king of diamonds, and Bob never had it turned."
    )
    assert cards(moments[LIE]) == [("Kh", "LIE"), ("Kd", "true")]
    assert moments[BID].words == "In round 2 both laid down a pair, and Bob’s was the better. In the pot lay 80 chips."
    assert moments[BLUFF].words == (
        "With 80 chips in the pot of round 2, Bob claimed the queen of diamonds. Ann had it turned, and it was the "
        "king of spades."
    )


def test_a_last_card_that_nobody_has_seen_is_no_lie():
    lines = "\n".join(line for line in POKER.splitlines() if "holds" not in line)
    moments, _ = found("liar-poker", ["Ann", "Bob"], lines, chips=300, max_rounds=2)
    assert LIE not in moments
    assert cards(moments[BLUFF]) == [("Qd", "LIE"), ("Ks", "true")]


SECOND_LIE = f"""
    {SMALL}
    Ann: claims Jh
    Bob: claims Ks
    Ann: accepts
    Bob: accepts
"""
TIE = """
    board Ah Kd
    Ann: holds 5c 6c 9s Jd Qc
    Bob: holds 5d 6d 9h Js Qd
    Ann: bets small
    Bob: bets small
    Ann: reveals 5c 6c 9s
    Bob: reveals 5d 6d 9h
    Ann: bets small
    Bob: bets small
    Ann: reveals Jd
    Bob: reveals Js
    Ann: bets small
    Bob: bets small
    Ann: claims Qh
    Bob: claims Qd
    Ann: accepts
    Bob: accepts
"""
FIRST = POKER.partition("    board 5h")[0]


def test_lies_running():
    moments, _ = found("liar-poker", ["Ann", "Bob"], FIRST + SECOND_LIE, chips=300, max_rounds=2)
    lie = moments[LIE]
    assert lie.words == (
        "Two claims running, in rounds 1 and 2, Ann named a card that was not there, and Bob trusted every one."
    )
    assert lie.honour == "Ann, who lied twice and was trusted."
    assert (lie.grade, lie.at) == (50, 13)
    moments, _ = found("liar-poker", ["Ann", "Bob"], FIRST + SECOND_LIE + TIE, chips=300, max_rounds=3)
    lie = moments[LIE]
    assert lie.words.startswith("Three claims running, in rounds 1, 2 and 3, Ann named")
    assert lie.honour == "Ann, who lied three times and was trusted."
    assert (lie.grade, lie.at) == (60, 13)
    assert cards(lie) == [("Kh", "LIE"), ("Kd", "true"), ("Jh", "LIE"), ("Jd", "true")]
    assert moments[BID].words == (
        "In round 3 Ann and Bob laid down hands of exactly the same worth, a high card. In the pot lay 80 chips."
    )
    assert moments[BID].honour == "Ann against Bob in round 3, a high card each."
    assert moments[BID].grade == 100


def test_a_true_claim_ends_a_run():
    honest = SECOND_LIE.replace("claims Jh", "claims Jd")
    _, everything = found("liar-poker", ["Ann", "Bob"], FIRST + honest + TIE, chips=300, max_rounds=3)
    runs = [one for one in everything if one.kind == LIE]
    assert [one.honour for one in runs] == ["Ann, who lied once and was trusted."] * 2
    assert [(one.grade, one.at) for one in runs] == [(33, 13), (33, 47)]


def test_a_fold_is_no_showdown():
    folded = """
        board 4s 7c
        Ann: holds Ac 3c 7d 7h Kd
        Bob: holds 2d 9h Ts 9c Qs
        Ann: bets small
        Bob: folds
    """
    _, everything = found("liar-poker", ["Ann", "Bob"], folded + SECOND_LIE, chips=300, max_rounds=2)
    assert [one.words for one in everything if one.kind == LIE] == [
        "In round 2 Ann claimed the jack of hearts. It was the jack of diamonds, and Bob never had it turned."
    ]
    assert {one.at for one in everything} == {18, 21}
