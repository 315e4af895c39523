"""What Lizard finds worth remembering, in small games by hand of which one knows it."""

from referee.core.accounts import BID, BLUFF, LIE
from tests.referee.games.moments import cards, found

TWO = """
    dealer Ann
    trump 9h
    Bob: bids 1
    Cat: bids 0
    Ann: bids 0
    Bob: plays Ah
    Cat: plays 2h
    Ann: plays 3c
    trump 5d
"""
LIZARD = f"""
    {TWO}
    Cat: bids 1
    Ann: bids 1
    Bob: bids 1
    Cat: plays Kc
    Ann: plays Ac
    Bob: plays 2c
    Ann: plays 4s
    Bob: plays Qs
    Cat: plays 3s
"""


def test_bids_that_hung_on_the_last_trick():
    moments, _ = found("lizard", ["Ann", "Bob", "Cat"], LIZARD, rounds=2)
    assert moments[LIE].words == (
        "Cat bid 1 in round 2. It could still come true until the very last trick, which Bob took with the queen of "
        "spades."
    )
    assert moments[BID].words == (
        "Bob had bid 1 in round 2 and won nothing, with one trick to go. Bob took it with the queen of spades."
    )
    assert cards(moments[BID]) == [("4s", ""), ("Qs", ""), ("3s", "")]
    assert moments[BID].cards[1].note == "Bob, who took it"
    assert moments[BLUFF].words == "In round 2 Bob bid 1 with none of the high cards, and won that one trick."
    assert cards(moments[BLUFF]) == [("Qs", "")]


def test_a_revoke_that_came_out_is_the_lie():
    lines = LIZARD.replace("Qs", "x").replace("2c", "Qs").replace("x", "2c")
    moments, _ = found("lizard", ["Ann", "Bob", "Cat"], lines, rounds=2)
    assert moments[LIE].words == (
        "In trick 1 of round 2 Bob seemed to have no clubs. In trick 2 Bob played the 2 of clubs."
    )
    assert cards(moments[LIE]) == [("2c", "LIE")]


def test_where_only_tricks_or_scores_are_kept():
    tricks = """
        dealer Ann
        Bob: bids 1
        Cat: bids 0
        Ann: bids 0
        trick Ann
        Cat: bids 2
        Ann: bids 1
        Bob: bids 0
        trick Cat
        trick Ann
    """
    moments, _ = found("lizard", ["Ann", "Bob", "Cat"], tricks, rounds=2, track="tricks")
    assert moments[BID].words == ("Ann had bid 1 in round 2 and won nothing, with one trick to go. Ann took it.")
    assert moments[LIE].words.startswith("Cat bid 2 in round 2. It could still come true until the very last trick")
    scores = """
        dealer Ann
        Bob: bids 1
        Cat: bids 0
        Ann: bids 0
        Ann: won 1
        Bob: won 0
        Cat: won 0
    """
    moments, _ = found("lizard", ["Ann", "Bob", "Cat"], scores, rounds=1, track="scores")
    assert moments[BID].words == "In round 1 Bob bid 1 and won 0: one trick from 30 points."


def test_a_snake_promises_nothing_where_there_is_no_trump():
    lines = """
        dealer Ann
        trump snake
        Bob: bids 0
        Cat: bids 1
        Ann: bids 0
        Bob: plays snake
        Cat: plays 2h
        Ann: plays 3c
    """
    _, everything = found("lizard", ["Ann", "Bob", "Cat"], lines, rounds=1)
    assert [one.words for one in everything if one.kind == BLUFF] == [
        "In round 1 Cat bid 1 with none of the high cards, and won that one trick."
    ]


def test_high_cards_that_were_held_back_and_low_ones_that_won():
    held = """
        Cat: bids 1
        Ann: bids 0
        Bob: bids 1
        Cat: plays Ac
        Ann: plays 3c
        Bob: plays 2c
        Cat: plays Td
        Ann: plays 4d
        Bob: plays Jd
    """
    _, everything = found("lizard", ["Ann", "Bob", "Cat"], TWO + held, rounds=2)
    words = [one.words for one in everything if one.kind == BLUFF]
    assert "In round 2 Cat held two cards that look like tricks, bid 1, and won one trick and no more." in words
    (right,) = [one for one in everything if one.kind == BLUFF and one.words.startswith("In round 1 Bob")]
    assert right.words == "In round 1 Bob bid 1 of 1 trick, and won exactly that."
    assert right.cards[0].note == "took a trick for Bob"
    low = """
        Cat: bids 2
        Ann: bids 0
        Bob: bids 0
        Cat: plays 4c
        Ann: plays 3c
        Bob: plays 2c
        Cat: plays 7s
        Ann: plays 6s
        Bob: plays 3s
    """
    moments, _ = found("lizard", ["Ann", "Bob", "Cat"], TWO + low, rounds=2)
    assert moments[BLUFF].words == "In round 2 Cat bid 2 with none of the high cards, and won both tricks."
    assert moments[BLUFF].grade == 99


def test_bids_beside_an_even_share_where_no_cards_are_entered():
    """Three players share six tricks by two each: a bid of one that came true is little, a bid of five much."""
    won = {"Ann": 1, "Bob": 5, "Cat": 0}
    lines = ["dealer Ann"]
    for number in range(1, 7):
        names = [("Ann", "Bob", "Cat")[(number + place) % 3] for place in range(3)]
        lines += [f"{name}: bids {won[name] if number == 6 else 0}" for name in names]
        lines += [f"trick {name}" for name, tricks in won.items() for _ in range(tricks)][-number:]
    _, everything = found("lizard", ["Ann", "Bob", "Cat"], "\n".join(lines), rounds=6, track="tricks")
    bold = {one.words: one.grade for one in everything if one.kind == BLUFF}
    assert bold["In round 6 Bob bid 5 of 6 tricks, and won exactly that."] == 50
    assert bold["In round 6 Ann bid 1 of 6 tricks, and won exactly that."] == 1
