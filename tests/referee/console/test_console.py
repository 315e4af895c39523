"""What a person sees and types: one sentence for what happened, one line for what is next, and no secret in sight."""

import pytest

from referee import games
from referee.commands import TableWish
from referee.commands.play import _setup
from referee.console.console import Console
from referee.core.setup import advice
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.seat import FakeTerminal

SEATS = ["Ann", "Bob", "Cat"]


def sit(journal, *answers, game="lizard", seats=SEATS, seed="7", width=80, wipes=True, bots=None, **options):
    found = games.game(game)
    table = Table.new(journal, games.setup(found, seats, options), seed=seed, bots=bots)
    terminal = FakeTerminal(*answers, width=width, wipes=wipes)
    return Console(table, terminal), terminal


def play(journal, *answers, **more):
    console, terminal = sit(journal, *answers, **more)
    status = console.run()
    return console.table, terminal, status


BIDDING = ("dealer Ann", "trump 9h")
ROUND = (*BIDDING, "1", "0", "0", "ah", "2h", "3c")


def lines(table):
    return list(table.log.lines)


WORDS = ("table", "history", "scores", "options", "rules", "reveal", "help", "why", "notes", "", "look", "")


@pytest.mark.parametrize("width", [40, 80])
def test_nothing_is_wider_than_the_terminal(journal, width):
    _table, terminal, _ = play(journal, *ROUND, *WORDS, width=width, rounds=2)
    asked = [prompt.rstrip("\n") for prompt in terminal.prompts]
    assert [line for line in terminal.shared.splitlines() if len(line) > width and line not in asked] == []


@pytest.mark.parametrize("typed", ["undo", "undo 3", "redo", "undo x", "undo 0", "undo -1"])
def test_nothing_to_take_back(journal, typed):
    table, terminal, _ = play(journal, typed)
    assert lines(table) == []
    assert not any(p.startswith("Take back") for p in terminal.prompts)


def test_reveal_only_when_over(journal):
    _table, terminal, _ = play(journal, *BIDDING, "reveal")
    assert "when the game is over, not before" in terminal.shared


@pytest.mark.parametrize("word", ["quit", "save", "pause", "exit", "q", KeyboardInterrupt, EOFError])
def test_leaving(journal, word):
    table, terminal, status = play(journal, *BIDDING, word, "1")
    assert status == (130 if word is KeyboardInterrupt else 0)
    assert "Saved" in terminal.shared
    assert terminal.answers == ["1"]
    assert "Bob" in journal.table(table.number).stands


def test_ctrl_c_inside_a_question_only_ends_the_question(journal):
    table, _terminal, status = play(journal, *BIDDING, "1", "undo", KeyboardInterrupt, "0")
    assert status == 0
    assert lines(table) == [*BIDDING, "Bob: bids 1", "Cat: bids 0"]


def test_a_disk_that_takes_no_more_is_said_and_the_game_goes_on(journal):
    def stop(_words):
        journal._sql.execute("PRAGMA query_only = ON")
        return "1"

    def go_on(_words):
        journal._sql.execute("PRAGMA query_only = OFF")
        return "0"

    table, terminal, _ = play(journal, *BIDDING, stop, go_on)
    assert "can't be written" in terminal.shared
    assert lines(table) == lines(Table(journal, 1)) == [*BIDDING, "Bob: bids 0"]


def ask_for(*answers, game=None, kit=None, options=()):
    terminal = FakeTerminal(*answers)
    return _setup(terminal, TableWish(game=game, kit=kit, options=options)), terminal


def test_what_is_missing_is_asked_for():
    setup, terminal = ask_for("lizard", "Ann, Bob Lee ,Cat", "")
    assert (setup.game, setup.seats) == ("lizard", ("Ann", "Bob Lee", "Cat"))
    assert "Ann, Bob Lee and Cat at Lizard." in terminal.shared
    setup, terminal = ask_for("", "Ann Bob Cat", "rounds=10", "", game="lizard")
    assert (setup.seats, setup.options.rounds) == (("Ann", "Bob", "Cat"), 10)
    advised = advice(games.game("lizard"), 3, games.game("lizard").options())
    assert " ".join(terminal.shared.split()).count(advised) == 1


def test_house_rules_can_be_seen_and_changed_before_the_deal():
    answers = ("Ann Bob Cat", "options", "rounds=3", "hook=true", "hok=true", "rounds=99", "")
    setup, terminal = ask_for(*answers, game="lizard", options=["rounds=2"])
    assert (setup.options.rounds, setup.options.hook) == (3, True)
    assert "rounds=10" not in terminal.shared
    assert "estimates=open (open or secret)" in terminal.shared
    assert "no such option" in terminal.shared
    assert "“99” will not do" in terminal.shared


def test_house_rules_in_parts_stand_in_rows_and_each_is_kept():
    setup, terminal = ask_for(
        "Ann Bob", "options", "bets.large=40,50,60", "bets.small=5", "bets.small=5,5,10", "", game="liar-poker"
    )
    bets = setup.options.bets
    assert (bets.large, bets.middle, bets.small) == ((40, 50, 60), (20, 20, 30), (5, 5, 10))
    shown = " ".join(terminal.shared.split())
    assert "bets.small=10,10,20 (three numbers of 0 to 1000, like 10,10,20) What a small bet is worth" in shown
    assert "options.bets.small: “5” will not do" in shown


# Secrets


def secret(journal, *answers, **more):
    return play(journal, *BIDDING, *answers, estimates="secret", rounds=1, **more)


def test_the_private_ritual(journal):
    table, terminal, _ = secret(journal, "", "1234", "1234", "1", "", "b", "1234", "1234", "0", "", "c")
    assert "Ann: bids 1" in lines(table)
    assert "Ann, alone" in terminal.private
    assert terminal.prompts[2].endswith(
        "Ann, Bob, Cat (bid): take the laptop, then Enter (or all laid open, in this order: 0 1 0): "
    )
    assert "bids 1" not in terminal.shared
    assert "bid 1" not in terminal.shared
    assert "1234" not in terminal.shared + terminal.private
    assert terminal.wiped >= 4  # leaving each private screen, and again before the shared one returns


def test_nobody_can_tell_a_choice_from_what_the_shared_screen_says(journal, tmp_path):
    shown = []
    for place, choice in enumerate("01"):
        with Journal(tmp_path / f"{place}.sqlite", pin_cost=4) as other:
            _table, terminal, _ = secret(other, "", "1234", "1234", choice, "")
            shown.append((terminal.shared, terminal.wiped))
    assert shown[0] == shown[1]


def test_a_wrong_pin_shows_nothing(journal):
    _table, terminal, _ = play(
        journal, *BIDDING, "b: holds", "1234", "1234", "9s", "", "look b", "1", "2", "", "look b", "1234", "", rounds=1
    )
    looks = terminal.private.split("Bob, alone")
    assert "9♠" in looks[1]
    assert "9♠" not in looks[2]
    assert looks[2].count("That is not Bob's PIN") == 2
    assert "9♠" in looks[3]
    assert "9♠" not in terminal.shared
    assert "9s" not in terminal.shared


def test_five_wrong_pins_make_the_seat_wait_and_are_told(journal):
    typed = ("look b", "1234", "1234", "", "look b", *"11111", "", "history")
    _table, terminal, _ = play(journal, *BIDDING, *typed, rounds=1)
    assert terminal.private.count("That is not Bob's PIN") == 5
    assert "Too many wrong PINs: try again in" in terminal.private
    assert "five wrong PINs for Bob" in terminal.shared


def test_notes_are_private(journal):
    _table, terminal, _ = play(
        journal, *BIDDING, "note 17 Bob lies", "b", "1234", "1234", "note 17 Cat lies", "note", "", rounds=1
    )
    assert "Notes are secret" in terminal.shared
    assert "Cat lies" not in terminal.shared
    assert journal.notes(1, 1) == {"17": "Cat lies"}
    assert "A note is on a card" in terminal.private


def test_looking_looks_the_same_whether_there_is_something_to_see(tmp_path):
    shown = []
    for place, note in enumerate(["note 17 Cat lies", "note"]):
        with Journal(tmp_path / f"{place}.sqlite", pin_cost=4) as other:
            _table, terminal, _ = play(other, *BIDDING, "look b", "1", "1", note, "", "look b", "1", "", rounds=1)
            shown.append((terminal.shared, terminal.wiped, len(terminal.prompts)))
    assert shown[0] == shown[1]


def test_completion_offers_the_legal_lines_of_the_open_table(journal):
    seen = []

    def tab(words):
        seen.extend(words)
        return ""

    play(journal, *BIDDING, "b: holds", "1234", "1234", "9s", "", "1", "0", "0", tab, rounds=1)
    assert {"9s", "Bob: plays 9s", "Ah", "undo"} <= {*seen}  # that he can't play Ah, only Bob's own screen knows
    assert not any("holds" in word for word in seen)
