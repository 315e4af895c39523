"""Bots at the table: a chair from the start, one of somebody who goes home, the same again after an undo, and why."""

from io import StringIO

import pytest

from referee import games
from referee.console.console import Console
from referee.console.scripted import run
from referee.core.errors import RecordError
from referee.records.record import parse_record
from referee.store.journal import Journal
from referee.tables.export import record_of
from referee.tables.slips import slips
from referee.tables.table import Table
from tests.referee.conformance import _kit
from tests.referee.seat import FakeTerminal


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "tables.sqlite", pin_cost=4) as opened:
        yield opened


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
    lines = list(made.standing.lines)
    made.undo(made.takeback())
    assert not any("Ann: bids" in line for line in made.standing.lines)
    scripted(made, ["Ann: bids 0"])
    assert list(made.standing.lines) == lines


def test_all_bots_play_a_game_to_its_end(journal):
    made = table(journal, dict.fromkeys(range(3), "easy"), rounds=2)
    assert scripted(made)[0] == 0
    assert made.over
    record = parse_record(record_of(made, reveal=True))
    assert record.header["bots"] == ["Ann:easy", "Zoe:easy", "Yan:easy"]


def test_house_rules_under_which_bots_see_nothing(journal):
    with pytest.raises(RecordError, match="only what the referee knows"):
        table(journal, {1: "easy"}, track="tricks")
    with pytest.raises(RecordError, match="no level"):
        table(journal, {1: "hrad"})


def console(made, *typed):
    terminal = FakeTerminal(*typed)
    Console(made, terminal).run()
    return terminal


def test_a_bot_takes_a_chair_and_gives_it_back(journal):
    made = table(journal, {}, rounds=1)
    scripted(made)
    terminal = console(
        made, "skip", "bot Zoe", "n", "bot Zoe:hrd", "bot Zoe:easy", "y", "bot Ann:person", "bot zoe:person", "y"
    )
    assert "with Zoe’s cards" in terminal.shared
    assert "not “hrd”" in terminal.shared
    assert "A bot plays for Zoe now (easy)." in terminal.shared
    assert "No bot plays for Ann." in terminal.shared
    assert "Zoe is a person again." in terminal.shared
    assert Table(journal, made.number).bots == {}


def test_why_is_said_when_it_is_settled(journal):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    terminal = console(made, "skip", "0", "why zoe")
    assert "secret till then" in terminal.shared
    scripted(made, playing(made))
    assert made.over
    said = console(made, "why zoe").shared
    assert "Zoe: bids" in said
    assert "My hand was good for about" in said


def playing(made):
    """Yield Ann's lines until it is over."""
    while not made.over:
        line = next(one for one in games.legal(made.game, made.state) if one.seat == 0)
        yield games.format_action(made.game, made.setup, line)


def test_printed_cards_lie_in_a_row(journal):
    made = table(journal, {1: "easy", 2: "easy"}, game="liars-lair", each=2)
    terminal = console(made, "", "", "", "skip", "Zoe")
    assert "Lay Zoe’s and Yan’s cards in a row each, face down" in terminal.shared
    assert "from the left." in terminal.shared


def test_people_see_their_cards_before_they_bid_and_bots_wait_for_it(journal):
    """The card that is turned for trump after the deal is open: it does not take the private look away."""
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    terminal = console(made, "", "4711", "4711", "")
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
    assert "Ann, alone" in console(made, "skip", "look").private


def test_slips_are_for_people(journal):
    made = table(journal, {1: "easy", 2: "easy"}, rounds=1)
    scripted(made)
    assert [slip.name for slip in slips(made).values()] == ["Ann"]


def test_nobody_speaks_for_a_bot(journal):
    """In Red & Black anybody may guess at any time: what Ann types is hers, and nobody guesses for Zoe."""
    made = table(journal, {1: "hard"}, game="red-and-black", seats=("Ann", "Zoe"))
    terminal = console(made, "skip", "red", "Zoe: guesses 3 black 2 red", "guess 3 black 2 red")
    assert "A bot plays for Zoe, and says itself what it does." in terminal.shared
    assert "Which?" not in terminal.shared
    assert any(line.startswith("Ann: guesses") for line in made.standing.lines)
    assert not any(line.startswith("Zoe: guesses") for line in made.standing.lines)
