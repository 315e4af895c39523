"""What Liar's Lair finds worth remembering, in small games by hand of which one knows it."""

from referee.core.game import BID, BLUFF, HONEST, LIE, OUT
from tests.referee.games.moments import cards, found

BEGUN = """
    Ann: holds 1 3 6 8
    Bob: holds 5 7 10 12
    Cat: holds 2 4 9 11
    truths 1 3 5 7 9 11
    start Ann
    Ann: plays 6
"""
LAIR = f"""
    {BEGUN}
    Bob: plays 10
    Cat: plays 11
    Ann: reclaims 10
    Bob: reclaims 11
    Cat: reclaims 6
    Ann: passes
    Bob: passes
    Cat: passes
    Bob: plays 12
    Cat: plays 6
    Ann: plays 8
    Bob: reclaims 6
    Cat: reclaims 8
    Ann: reclaims 12
    Bob: passes
    Cat: declares
    Ann: passes
"""
PASSED = "    Ann: passes\n    Bob: passes\n"


def test_a_lie_that_went_round_the_table_and_a_declaration_full_of_lies():
    moments, everything = found("liars-lair", ["Ann", "Bob", "Cat"], LAIR + PASSED, each=2)
    assert moments[LIE].words == (
        "6, “Title 3”, was a lie. It lay on the table in two rounds, played by Ann and then Cat, and nobody could "
        "prove it."
    )
    assert cards(moments[LIE]) == [("6", "LIE"), ("5", "true")]
    assert moments[LIE].cards[1].note == "in Bob’s hand"
    assert moments[BID].words == (
        "In round 1 Ann’s lie, 6, lay in play, and Bob held the truth, 5, among four cards. Bob played 10."
    )
    assert cards(moments[BID]) == [("6", "LIE"), ("5", "true"), ("10", "LIE")]
    assert moments[BLUFF].words == (
        "In round 2 Cat declared with four cards, three lies among them. Nobody proved one, and Cat won."
    )
    assert cards(moments[BLUFF]) == [("2", "LIE"), ("4", "LIE"), ("8", "LIE")]
    assert not [one for one in everything if one.kind in {OUT, HONEST}]


def test_a_declaration_that_was_proven_and_who_was_out_first():
    moments, everything = found("liars-lair", ["Ann", "Bob", "Cat"], LAIR + "    Ann: shows 1\n", over=False, each=2)
    assert BLUFF not in moments, "what Cat held is not all open while Ann and Bob play on"
    (first,) = [one for one in everything if one.kind == OUT]
    assert first.honour == "Cat, out in round 2 with “Title 1”."


def test_before_the_end_only_lies_that_lie_open_are_lies():
    lines = LAIR + "    Ann: shows 1\n"
    moments, everything = found("liars-lair", ["Ann", "Bob", "Cat"], lines, over=False, each=2)
    assert LIE not in moments
    assert BID not in moments
    assert {shown.card for one in everything for shown in one.cards} <= {"1", "2"}


def test_a_lie_that_met_its_truth_in_the_same_round_did_not_live():
    lines = f"""
        {BEGUN}
        Bob: plays 5
        Bob: takes nothing
        Cat: plays 9
        Cat: reclaims 9
        Bob: declares
        Cat: passes
        Cat: shows 9
    """
    moments, everything = found("liars-lair", ["Ann", "Bob", "Cat"], lines, each=2)
    assert LIE not in moments
    assert moments[BLUFF].words == (
        "In round 1 Bob declared with three cards, two lies among them. Cat proved it with 9."
    )
    assert [one.honour for one in everything if one.kind == OUT] == ["Ann, out in round 1 with “Title 3”."]
    boldest = [one for one in everything if one.kind == BLUFF and one.cards[0].card == "6"]
    assert len(boldest) == 1
    assert boldest[0].words.endswith("still to come and the truth in Bob’s hand. Bob laid it beside the lie.")


def test_who_declared_and_went_home():
    lines = LAIR + "    Cat: leaves\n    Bob: leaves\n"
    moments, everything = found("liars-lair", ["Ann", "Bob", "Cat"], lines, each=2)
    assert moments[BLUFF].words == ("In round 2 Cat declared with four cards, three lies among them. Cat went home.")
    assert not [one for one in everything if one.kind == OUT], "nobody was knocked out"
