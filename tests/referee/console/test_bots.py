"""Bots at the table: a chair from the start, one of somebody who goes home, the same again after an undo, and why."""

import re
from io import StringIO

import pytest

from referee import games
from referee.console.console import Console
from referee.console.scripted import run
from referee.core.game import RecordError
from referee.records import parse_record
from referee.tables.export import record_of, slips
from referee.tables.table import Table
from tests.referee.conformance import _kit
from tests.referee.seat import FakeTerminal


def table(journal, bots, game="lizard", seats=("Ann", "Zoe", "Yan"), seed="7", **options):
    found = games.game(game)
    facts = _kit(len(seats) * 2, 1) if found.needs_facts else None
    return Table.new(journal, games.setup(found, seats, options, facts=facts), seed=seed, bots=bots)


def scripted(made, typed=()):
    out, err = StringIO(), StringIO()
    status = run(made, typed, draws=True, out=out, err=err)
    return status, out.getvalue(), err.getvalue()


def test_bots_play_between_the_lines_of_people(journal):
    made = table(journal, {1: "easy", 2: "random"}, rounds=1)
    status, said, wrong = scripted(made, ["Ann: bids 0"])
    assert (status, wrong) == (0, "")
    assert "Zoe bids" in said
    assert "hand is noted" not in said
    seats = {turn.seat for turn in made.game.to_act(made.state)}
    assert seats <= {0}
    again = Table(journal, made.number)
    assert again.bots == {1: "easy", 2: "random"}
    assert again.state == made.state


def test_an_undo_takes_the_bots_lines_with_it_and_they_play_the_same(journal):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    scripted(made, ["Ann: bids 0"])
    lines = list(made.log.lines)
    made.undo(made.takeback())
    assert not any("Ann: bids" in line for line in made.log.lines)
    scripted(made, ["Ann: bids 0"])
    assert list(made.log.lines) == lines


def test_all_bots_play_a_game_to_its_end(journal):
    made = table(journal, dict.fromkeys(range(3), "easy"), rounds=2)
    assert scripted(made)[0] == 0
    assert made.over
    record = parse_record(record_of(made, reveal=True))
    assert record.header["bots"] == ["Ann:easy", "Zoe:easy", "Yan:easy"]


def test_house_rules_under_which_bots_see_nothing(journal):
    for track in ("tricks", "scores"):
        for level in ("easy", "random"):
            with pytest.raises(RecordError, match="only what the referee knows"):
                table(journal, {1: level}, track=track)
    with pytest.raises(RecordError, match="no level"):
        table(journal, {1: "hrad"})


def console(made, *typed):
    terminal = FakeTerminal(*typed)
    Console(made, terminal).run()
    return terminal


def test_why_is_said_when_it_is_settled(journal):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    scripted(made)
    while not made.over:
        line = next(one for one in games.legal_actions(made.game, made.state) if one.seat == 0)
        scripted(made, [games.format_action(made.game, made.setup, line)])
    said = console(made, "why zoe").shared
    assert "Zoe: bids" in said
    assert "My hand was good for about" in said


def test_why_tells_nothing_of_what_a_person_did_before_the_bot(journal):
    """Ann has folded her hand, which nobody saw, and went home: the bot in her place would have folded it too."""
    told = []
    for seed in "123456789":
        made = table(journal, {1: "easy"}, game="liar-poker", seats=("Ann", "Zoe"), seed=seed)
        scripted(made, ["Ann: folds"])
        made.seat_bot(0, "easy")
        assert made.game.deals_scored(made.state) == 1
        assert made.reasons(0, 6) == []
        told += made.reasons(1, 6)
    assert told


def test_printed_cards_lie_in_a_row(journal):
    made = table(journal, {1: "easy", 2: "easy"}, game="liars-lair", each=2)
    terminal = console(made, *[""] * 12, "skip", "Zoe")
    assert "Zoe’s cards lie in a row, face down, the lowest number on the left." in terminal.shared
    assert re.search("The [a-z]+ from the left of Zoe’s row: Zoe plays [0-9]", terminal.shared)
    again = console(made, "bot Ann", "y")
    assert "A bot plays for Ann now (easy). Ann’s cards lie in a row" in again.shared


def test_people_see_their_cards_before_they_bid_and_bots_wait_for_it(journal):
    """The card that is turned for trump after the deal is open: it does not take the private look away."""
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    terminal = console(made, "", "")
    assert "Ann: take the laptop, see your cards" in terminal.prompts[0]
    (card,) = games.game("lizard").hand(made.game.view(made.state, 0), 0)
    assert card[0] in terminal.private
    assert "will you win" in terminal.prompts[-1]
    assert terminal.shared.index("see your cards") < terminal.shared.index("bids")


@pytest.mark.parametrize("typed", ["look zoe", "zoe"])
def test_nobody_takes_the_seat_of_a_bot_to_see_its_cards(journal, typed):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    terminal = console(made, typed, "4711", "4711", "")
    assert "Zoe, alone" not in terminal.private
    assert not journal.has_pin(made.number, 1)
    skipped = console(made, "skip", "look zoe", "pin zoe", "y", "4711", "4711")
    assert "A bot plays for Zoe: nobody sees its cards" in skipped.shared
    assert not journal.has_pin(made.number, 1)


def test_a_look_is_that_of_the_only_person(journal):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    terminal = console(made, "skip", "look", "")
    assert "Ann, alone" in terminal.private
    assert not any("PIN" in prompt for prompt in terminal.prompts)
    beside = table(journal, {2: "easy"}, rounds=1)
    assert any("PIN" in prompt for prompt in console(beside, "skip", "look Ann", "").prompts)
    left = console(beside, "skip", "bot Zoe", "y", "look Ann", "")
    assert any("PIN" in prompt for prompt in left.prompts), "else Zoe sends herself away to see Ann's cards"


def test_slips_are_for_people(journal):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    scripted(made)
    assert [slip.name for slip in slips(made).values()] == ["Ann"]


def poker(journal):
    return table(journal, {1: "easy"}, game="liar-poker", seats=("Ann", "Zoe"))


def test_a_deal_is_sealed_once_and_no_bet_is(journal):
    terminal = console(poker(journal), "", "bets large", "", "", "folds", "")
    assert "The bets are open" in terminal.shared
    assert terminal.shared.count("The deal is sealed") == terminal.shared.count("The board is")
    assert "sealed" not in terminal.shared.partition("Ann has chosen")[2].partition("The bets are open")[0]
    lizard = console(table(journal, {1: "easy", 2: "easy"}, rounds=1)).shared
    assert 0 < lizard.index("The deal is sealed") < lizard.index("is turned")


def test_nobody_lays_a_choice_of_a_bot_open(journal):
    """While Ann has still to see her cards Zoe has not chosen yet: what is typed for both is Ann’s at most."""
    made = poker(journal)
    many = len(made.actions)
    console(made, "large fold", "Ann large, Zoe fold")
    assert not any(line.startswith("Zoe: folds") for line in made.log.lines[many:])


def test_where_no_person_is_left_bots_wait_for_enter(journal):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    assert console(made, "skip", "bot", "Ann:easy", "y").prompts[-1].startswith("Only bots play")
    assert not made.over
    console(made, "")
    assert made.over


def test_all_pass_leaves_bots_their_own_answer(journal):
    made = table(journal, {1: "easy"}, game="liars-lair", seats=("Ann", "Zoe", "Bob"), seed="1", each=2)
    console(made, *[""] * 12, "skip", "Ann")
    while made.game.to_act(made.state)[0].verbs != ("declares", "passes"):
        line = next(one for one in games.legal_actions(made.game, made.state) if one.seat not in {None, 1})
        made.act(line)
        console(made)
    many = len(made.actions)
    console(made, "all")
    of_zoe = [drawn for action, drawn in zip(made.actions[many:], made.drawn[many:], strict=True) if action.seat == 1]
    assert of_zoe
    assert all(of_zoe)


def test_an_end_that_was_taken_back_is_said_anew(journal):
    made = table(journal, {}, game="liars-guess", seats=("Ann", "Zoe"))
    scripted(made)
    said = console(made, "skip", "Ann leaves", "y", "undo", "y", "Ann leaves", "y").shared
    assert said.count("`reveal` lays all open") == 2
