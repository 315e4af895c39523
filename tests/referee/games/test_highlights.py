"""What each game finds worth remembering, in small games by hand of which one knows it."""

from factbank.facts import Card, Pair, make
from referee import open_match
from referee.core.play import walked
from referee.core.screens import BID, BLUFF, HONEST, KINDS, LIE, OUT
from referee.games import game as game_named
from referee.story.story import best


def facts(pairs):
    return make(
        [
            Pair(f"Title {at}", (Card(2 * at - 1, f"{at} is so."), Card(2 * at, f"{at} is not so.")), key=f"k/{at}")
            for at in range(1, pairs + 1)
        ]
    )


def found(name, seats, lines, *, over=True, **options):
    """Return the best moment of each kind, and everything that was found."""
    needs = facts(6) if name == "liars-lair" else None
    match = open_match(name, seats, facts=needs, **options)
    match.play(*[line.strip() for line in lines.strip().splitlines()])
    assert match.over is over
    game = game_named(name)
    everything = game.highlights(walked(game, match._setup, match._actions))
    return {one.kind: one for one in best(everything, KINDS)}, everything


def cards(moment):
    return [(one.card, one.mark) for one in moment.cards]


# --------------------------------------------------------------------------------------------- Liar's Lair

LAIR = """
    Ann: holds 1 3 6 8
    Bob: holds 5 7 10 12
    Cat: holds 2 4 9 11
    truths 1 3 5 7 9 11
    start Ann
    Ann: plays 6
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
    lines = """
        Ann: holds 1 3 6 8
        Bob: holds 5 7 10 12
        Cat: holds 2 4 9 11
        truths 1 3 5 7 9 11
        start Ann
        Ann: plays 6
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


# ------------------------------------------------------------------------------------------------- Lizard

LIZARD = """
    dealer Ann
    trump 9h
    Bob: bids 1
    Cat: bids 0
    Ann: bids 0
    Bob: plays Ah
    Cat: plays 2h
    Ann: plays 3c
    trump 5d
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


# ------------------------------------------------------------------------------------------- Liars' Guess

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


# --------------------------------------------------------------------------------------------- Red & Black


def test_a_secret_a_close_attack_and_cards_kept_back():
    lines = """
        dealer Ann
        Ann: holds black black black red red
        Bob: holds black black red red red
        Bob: calls red
        river red black red
        Bob: swaps 1 black
        Ann: peeks 1
        Ann: leaves
        Bob: attacks 1 red
        Ann: defends 0 black
        river black black red
        Ann: guesses 1 black 4 red
        Bob: reveals 1 black 4 red
    """
    moments, everything = found("red-and-black", ["Ann", "Bob"], lines)
    assert moments[LIE].words == (
        "Bob laid a card face down in slot 1, and there it lay for three turns, until an attack turned the river. It "
        "was black."
    )
    assert moments[BID].words == (
        "Bob attacked with 1 red, Ann defended with 0 black: two against two, the river included. It was held off."
    )
    assert moments[BLUFF].words == "Bob held four red cards and attacked with one of them."
    assert cards(moments[BLUFF]) == [("red", "")] * 4
    guess = next(one for one in everything if one.title == "The boldest guess")
    assert guess.words.endswith("hands were still possible when Ann guessed that Bob held 1 black and 4 red. It was "
                                "exactly that.")  # fmt: skip


# --------------------------------------------------------------------------------------------- Liar Poker

POKER = """
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
    Ann: claims Jd
    Bob: claims Qd
    Ann: suspects
    Bob: accepts
    Bob: turns Ks
"""


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
