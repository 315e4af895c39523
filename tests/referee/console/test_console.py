"""What a person sees and types: one sentence for what happened, one line for what is next, and no secret in sight."""

from random import Random

import pytest

from referee import games
from referee.console.console import Console
from referee.core.setup import advice
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.conformance import some_setup
from tests.referee.seat import FakeTerminal

SEATS = ["Ann", "Bob", "Cat"]


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "tables.sqlite", pin_cost=4) as opened:
        yield opened


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


@pytest.mark.parametrize("typed", ["undo", "undo 3", "redo", "undo x", "undo 0", "undo -1"])
def test_nothing_to_take_back(journal, typed):
    table, terminal, _ = play(journal, typed)
    assert lines(table) == []
    assert not any(p.startswith("Take back") for p in terminal.prompts)


def test_undo_and_redo_survive_a_restart(journal):
    table, _, _ = play(journal, *BIDDING, "1", "0", "undo", "y")
    again = Table(journal, table.number)
    assert lines(again) == [*BIDDING, "Bob: bids 1"]
    assert again.redo() == ["Cat bids 0."]
    assert lines(Table(journal, table.number)) == [*BIDDING, "Bob: bids 1", "Cat: bids 0"]


def test_rename_changes_everything_written(journal):
    table, terminal, _ = play(
        journal, *BIDDING, "1", "rename b Roberta", "rename", "cat", "Bob: x", "rename c", "Kit", "0"
    )
    assert lines(table) == ["dealer Ann", "trump 9h", "Roberta: bids 1", "Kit: bids 0"]
    assert lines(Table(journal, table.number)) == lines(table)
    assert journal.table(table.number).seats == ("Ann", "Roberta", "Kit")
    assert "no name" in terminal.shared


@pytest.mark.parametrize(
    "word", ["table", "history", "scores", "options", "rules", "reveal", "help", "why", "notes", "look"]
)
@pytest.mark.parametrize("width", [40, 80])
def test_nothing_is_wider_than_the_terminal(journal, word, width):
    _table, terminal, _ = play(journal, *ROUND, word, "", width=width, rounds=2)
    shown = [line for line in terminal.shared.splitlines() if line not in [p.rstrip("\n") for p in terminal.prompts]]
    assert max(map(len, shown)) <= width


def test_reveal_only_when_over(journal):
    _table, terminal, _ = play(journal, *BIDDING, "reveal")
    assert "when the game is over, not before" in terminal.shared


@pytest.mark.parametrize("word", ["quit", "save", "pause", "exit", "q"])
def test_leaving(journal, word):
    table, terminal, status = play(journal, *BIDDING, word, "1")
    assert status == 0
    assert "Saved" in terminal.shared
    assert terminal.answers == ["1"]
    assert "Bob" in journal.table(table.number).stands


def test_ctrl_c_and_ctrl_d_leave_with_everything_kept(journal):
    _table, terminal, status = play(journal, *BIDDING, KeyboardInterrupt)
    assert (status, "Saved" in terminal.shared) == (130, True)
    _table, terminal, status = play(journal, *BIDDING, EOFError)
    assert (status, "Saved" in terminal.shared) == (0, True)


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


def ask_for(*answers, game=None, options=()):
    from referee.commands.play import _setup

    terminal = FakeTerminal(*answers)
    return _setup(terminal, game, (), (), None, None, options), terminal


def test_what_is_missing_is_asked_for():
    setup, terminal = ask_for("lizard", "Ann, Bob Lee ,Cat", "")
    assert (setup.game, setup.seats) == ("lizard", ("Ann", "Bob Lee", "Cat"))
    assert "Ann, Bob Lee and Cat at Lizard." in terminal.shared
    setup, terminal = ask_for("", "Ann Bob Cat", "rounds=10", "", game="lizard")
    assert (setup.seats, setup.options.rounds) == (("Ann", "Bob", "Cat"), 10)
    advised = advice(games.game("lizard"), 3, games.game("lizard").options())
    assert " ".join(terminal.shared.split()).count(advised) == 1


def test_house_rules_can_be_seen_and_changed_before_the_deal():
    setup, terminal = ask_for(
        "Ann Bob Cat",
        "options",
        "rounds=3",
        "hook=true",
        "hok=true",
        "rounds=99",
        "",
        game="lizard",
        options=["rounds=2"],
    )
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


def test_a_secret_is_never_taken_from_the_shared_screen(journal):
    table, terminal, _ = secret(journal, "Ann: bids 1", "1234", "1234", "", "")
    assert lines(table) == list(BIDDING)
    assert "is secret: it is typed on the private screen" in terminal.shared


def test_what_nobody_asked_for_is_wiped_where_only_secrets_are_due(journal, tmp_path):
    _table, terminal, _ = secret(journal, "3 4 5", "swordfish")
    assert terminal.shared.count("That is not for the shared screen. Enter hands it to Ann") == 2
    with Journal(tmp_path / "quiet.sqlite", pin_cost=4) as other:
        assert terminal.wiped == secret(other)[1].wiped + 2


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


def test_five_wrong_pins_make_the_seat_wait(journal):
    _table, terminal, _ = play(journal, *BIDDING, "look b", "1234", "1234", "", "look b", *"11111", "", rounds=1)
    assert terminal.private.count("That is not Bob's PIN") == 5
    assert "Too many wrong PINs: try again in" in terminal.private


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


def test_completion_is_the_open_tables(journal):
    seen = []

    def tab(words):
        seen.extend(words)
        return ""

    play(journal, *BIDDING, "b: holds", "1234", "1234", "9s", "", "1", "0", "0", tab, rounds=1)
    assert "9s" in seen
    assert "Ah" in seen  # only Bob's own screen knows that he can't play it
    assert "undo" in seen
    assert not any("holds" in word for word in seen)


@pytest.mark.parametrize("name", games.REGISTRY)
def test_hands_are_entered_on_the_private_screen_in_every_game(name):
    game = games.game(name)
    holds = [verb.private for verb in game.verbs if verb.name == "holds"]
    if not holds:
        pytest.skip("it is played without hands")
    assert holds == [True]
    for seed in range(30):
        setup = some_setup(game, Random(seed))
        assert game.private(setup, "holds")


def test_a_hand_of_liars_guess_is_never_typed_where_all_can_read_it(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    guess = games.game("liars-guess")
    with Journal(pin_cost=1) as journal:
        table = Table.new(journal, games.setup(guess, ["Ann", "Bob"]), seed="7")
        for line in ("dealer Ann", "faceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2"):
            table.act(table.read(line))
        hand = "yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3"
        typed = iter(["Ann: holds", "1234", "1234", hand, ""])
        terminal = FakeTerminal(*typed)
        Console(table, terminal).run()
        assert table.log.lines[-1] == f"Ann: holds {hand}"
        assert "yc1" in terminal.private
        assert "yc1" not in terminal.shared
        assert not any("holds y" in word for word in Console(table, FakeTerminal()).words())
