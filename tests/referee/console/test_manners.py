"""Manners at the table: a no in a person's words, a slip asked about, a private screen that asks for what is due."""

import pytest

from factbank.deal.deal import Wish, new_facts
from factbank.kits import keep
from liarsdeck.errors import UserError
from referee import games
from referee.console.console import Console
from referee.core.game import Refused
from referee.core.play import parse
from tests.referee.console.test_console import BIDDING, SEATS, ask_for, lines, play
from tests.referee.console.test_lair import go_on
from tests.referee.seat import FakeTerminal


@pytest.mark.parametrize(
    ("game", "before", "line", "said"),
    [
        ("lizard", "dealer Ann\ntrump 9h", "Ann: plays 9h", "Ann cannot play now: it is Bob’s turn to bid"),
        ("lizard", "dealer Ann", "Ann: bids 1", "Ann cannot bid now: “trump” comes next"),
        ("lizard", "dealer Ann\ntrump 9h", "trump 8h", "“trump” is not written now: it is Bob’s turn to bid"),
        ("lizard", "dealer Ann\ntrump 9h", "Ann: won 1", "Ann cannot write “won” now: it is Bob’s turn to bid"),
        (
            "liars-guess",
            "dealer Ann\nfaceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2",
            "Bob: admits",
            "Bob cannot admit now: Ann may accuse or guess, Bob may accuse, guess or show",
        ),
        (
            "liars-guess",
            "dealer Ann\nfaceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2\nBob: accuses",
            "Bob: shows rt3 asks rt",
            "Bob cannot show now: it is Ann’s turn to admit or deny",
        ),
        ("liar-poker", "board 2c 3c", "Ann: accepts", "Ann cannot trust now: Ann and Bob may bet or fold"),
        (
            "red-and-black",
            "dealer Ann\nBob: calls red\nriver red red red\nBob: swaps 1\nAnn: attacks 1 red\nBob: defends 0 black",
            "Ann: peeks 1",
            "Ann cannot peek now: Ann and Bob may guess, “river” comes next",
        ),
    ],
)
def test_out_of_turn_in_a_persons_words(game, before, line, said):
    found = games.game(game)
    setup = games.setup(found, SEATS[: found.seats[0]])
    state = games.replay(found, setup, [parse(found, setup, text) for text in before.splitlines()])
    judgment = found.judge(state, parse(found, setup, line))
    assert isinstance(judgment, Refused)
    assert judgment.why == said


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        ("lizard", {"options": ["ghost=1"]}, "no such option"),
        ("lizard", {"options": ["rounds=0"]}, "will not do"),
        ("liars-lair", {"kit": "K7Q4-9M"}, "no kit K7Q4-9M"),
    ],
)
def test_what_was_given_is_looked_at_before_anybody_is_asked(home, game, given, said):
    with pytest.raises(UserError, match=said):
        ask_for(AssertionError, game=game, **given)


def test_the_guests_of_a_kit_are_offered_as_seats(home):
    made = new_facts(Wish(pairs=15, seed=3, guests=("Ann", "Ó Súilleabháin:he", "Anna-Lena:she"))).facts
    keep(made)
    setup, terminal = ask_for("", "", game="liars-lair", kit=made.kit)
    assert setup.seats == ("Ann", "Ó Súilleabháin", "Anna-Lena")  # as they were typed
    assert terminal.prompts[0].strip() == f"Who is at the table, clockwise? (Enter: {', '.join(setup.seats)})"
    assert ask_for("Bob, Cat, Dan", "", game="liars-lair", kit=made.kit)[0].seats == ("Bob", "Cat", "Dan")


def test_guests_too_few_to_sit_are_named_and_not_offered(home):
    made = new_facts(Wish(pairs=15, seed=3, guests=("Ann", "Bob:he"))).facts
    keep(made)
    setup, terminal = ask_for("", "Ann, Bob, Cat", "", game="liars-lair", kit=made.kit)
    assert setup.seats == ("Ann", "Bob", "Cat")
    who = f"Who is at the table, clockwise? ({' and '.join(made.guests)} are in the facts)"
    assert [prompt.strip() for prompt in terminal.prompts[:2]] == [who, who]


def test_what_will_not_do_is_asked_again(home):
    setup, terminal = ask_for("lizrad", "lizard", "Ann, Ann, Bob", "Ann", "Ann Bob Cat", "")
    assert setup.seats == ("Ann", "Bob", "Cat")
    assert "did you mean lizard?" in terminal.shared
    assert "two seats are called Ann" in terminal.shared
    assert "here is 1" in terminal.shared


def test_a_comma_that_seems_to_be_missing_is_asked_about(home):
    setup, terminal = ask_for("Ann, Bob Cat", "Ann, Bob, Cat Dan", "", game="lizard")
    assert setup.seats == ("Ann", "Bob", "Cat Dan")
    assert "Lizard is for 3 to 5 players; is “Bob Cat” one name? Commas part names" in " ".join(terminal.shared.split())


DEAL = ("b", "rc1 rc2 rh3 yc1 yh2 gt1 gt2 gc3")


def two(journal, *answers, game="liars-guess", **more):
    return play(journal, *answers, game=game, seats=["Ann", "Bob"], **more)


@pytest.mark.parametrize(
    ("game", "before", "hand"),
    [
        ("liars-guess", DEAL, "rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3"),
        ("red-and-black", ("b", "red", "red black red"), "r b b b b"),
        ("liar-poker", ("4s 7c",), "Ac 3c 7d 7h 2s"),
    ],
)
def test_a_hand_is_entered_on_the_private_screen_alone(journal, game, before, hand):
    table, terminal, _ = two(journal, *before, f"Ann: holds {hand}", "5", "5", hand, "", game=game)
    assert lines(table)[-1].startswith("Ann: holds ")
    assert f"Kept: {lines(table)[-1].partition(': ')[2]}" in terminal.private
    assert "is secret: it is typed on the private screen" in terminal.shared
    assert "Ann’s hand is noted." in terminal.shared
    assert not any(card in terminal.shared.split("Ann’s hand")[1].split() for card in hand.split() if len(card) == 3)
    assert not any("holds" in word for word in Console(table, FakeTerminal()).words())


def test_a_ruling_is_known_when_the_table_is_opened_again(journal):
    table, _, _ = two(journal, *DEAL, "rh1 rh", "0", "ann accuses", "denies", "insists exposing yc2")
    assert "answers that count (1) can all be true" in go_on(table, "why")[1].shared


def test_revokes_leave_the_table_when_their_round_is_scored(journal):
    """Bob puts a heart on a spade, and shows a spade in the next trick; round 3 knows nothing of it any more."""
    first = ("1", "0", "0", "9s", "2h", "3c")
    second = ("trump 5d", "0", "0", "2", "Cat: 9s", "3s", "4h", "Cat: 8c", "7c")
    table, terminal, _ = play(journal, *BIDDING, *first, *second, "table", rounds=3)
    assert "revoked" not in terminal.shared
    table, terminal = go_on(table, "6s", "table")
    view = terminal.shared.rpartition(" Lizard · round 3")[2]
    assert terminal.shared.count("revoked") == 1, "said when it was shown"
    assert "revoked" not in view
    assert "round 2 trick 1: Bob revoked" in table.game.flags(table.view)[0]


def test_an_accusation_by_number_is_offered_the_answers_that_count(journal):
    """A number alone is no accusation."""
    accusing = ("bob accuses", "bob accuses 2", "bob accuses 1", "denies", "retracts")
    table, terminal, _ = two(journal, *DEAL, "rh1 rh", "0", "gh2 gh", "1", *accusing, accuse="named")
    shared = " ".join(terminal.shared.split())
    assert shared.count("answers of Ann can’t all be true: 1 (1 green heart) [guess.named]") == 1
    assert "cannot name answer 2 of Ann: the answers that count are 1 (1 green heart)" in shared
    assert "Bob says of Ann that answer 1 (1 green heart) is a lie" in shared
    assert "Ann, do you admit that this was a lie? 1 (1 green heart) (admits, denies)" in shared
    assert lines(table)[-3:] == ["Bob: accuses 1", "Ann: denies", "Bob: retracts"]
