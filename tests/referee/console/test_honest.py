"""A table keeps its secrets from its own keyboard: what was shown, tried or taken back is told to everybody."""

import re
from random import Random

import pytest

from referee.console.console import Console
from referee.core.play import choose, legal_actions
from referee.store import pins
from referee.tables.table import Table, history
from tests.referee.console.test_console import play
from tests.referee.console.test_lair import SCRIPT, go_on, sit
from tests.referee.program import referee
from tests.referee.seat import FakeTerminal


@pytest.fixture
def playing(journal):
    console, _terminal = sit(journal, *SCRIPT, "skip", "start Ann")
    console.run()
    return console.table


@pytest.mark.parametrize("command", [("export", "--reveal"), ("slips", "-o", "slips")])
def test_showing_everything_asks_and_is_told_to_the_table_for_good(playing, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = referee(*command)
    assert asked.returncode == 2
    assert "still being played" in asked.stderr
    assert asked.stdout == ""
    assert not any(path.name == "slips" for path in tmp_path.iterdir())
    assert not playing.notices(), "nothing was shown"
    assert referee(*command, "--yes").returncode == 0
    for _ in range(2):  # now, and whenever it is opened again
        _table, terminal = go_on(playing, "table", "undo", "y", "history all")
        assert f"everything was shown by {command[0]}" in terminal.shared
    assert f"# {playing.notices()[0].said(playing.setup.seats)}" in referee("export").stdout


def test_an_open_table_hears_at_once_what_another_program_shows(playing):
    class Elsewhere(FakeTerminal):
        def ask(self, prompt, words=list, bar=()):
            if len(self.prompts) == 1:
                referee("export", "--reveal", "--yes")
            return super().ask(prompt, words, bar)

    terminal = Elsewhere("help", "help")
    Console(Table(playing.journal, playing.number), terminal).run()
    assert "everything was shown by export" in terminal.shared


def test_ctrl_c_while_a_line_is_said_does_not_say_that_nothing_was_done(playing):
    """What stands is saved, and the table is left."""

    class Broken(FakeTerminal):
        def say(self, text, style=""):
            super().say(text, style)
            if "Ann plays" in text:
                raise KeyboardInterrupt

    hand = next(action.cards for action in playing.actions if action.verb == "holds" and action.seat == 0)
    terminal, before = Broken(str(hand[0])), len(playing.actions)
    assert Console(Table(playing.journal, playing.number), terminal).run() == 130
    assert "Saved" in terminal.shared
    assert "Nothing was done." not in terminal.shared
    assert len(Table(playing.journal, playing.number).actions) == before + 1


def test_what_was_taken_back_stays_in_the_history(playing):
    hand = next(action.cards for action in playing.actions if action.verb == "holds" and action.seat == 0)
    before = len(playing.actions)
    table, terminal = go_on(playing, str(hand[0]), "undo", "y", "history all")
    assert len(table.actions) == before
    struck = [event for event in history(table) if event.struck]
    assert [event.words for event in struck] == [f"Ann plays {hand[0]}, {table.setup.facts.pair_of(hand[0]).title}."]
    assert f"taken back: Ann plays {hand[0]}" in terminal.shared
    assert f"taken back: Ann plays {hand[0]}" in referee("export").stdout
    table, _terminal = go_on(table, "redo")
    assert not any(event.struck for event in history(table))
    assert table.actions[-1].card == hand[0]


def test_pins_are_four_signs_and_whoever_chooses_one_is_named(playing, monkeypatch):
    monkeypatch.setattr(pins, "SHORTEST_PIN", 4)
    _table, terminal = go_on(playing, "look bob", "", "123", "1234", "1234", "")
    assert terminal.private.count("A PIN has 4 characters or more") == 2, "Enter alone asks again"
    assert "Bob chose a PIN" in terminal.shared
    _table, terminal = go_on(playing, "pin bob", "y", "4321", "4321")
    assert "Bob's PIN was set anew" in terminal.shared


def test_the_seal_of_a_deal_is_said_again_to_whoever_goes_on_and_stands_under_the_history(playing):
    _table, terminal = go_on(playing, "history all")
    assert f"The deal is sealed: {playing.seal}" in terminal.shared
    assert terminal.shared.count(playing.seal) == 2


@pytest.mark.parametrize("seed", ["7", None])
def test_that_a_seed_was_chosen_stands_under_the_table_for_good(journal, seed):
    console, terminal = sit(journal, *SCRIPT, "skip", "start Ann", seed=seed)
    console.run()
    _table, again = go_on(console.table, "table")
    for shared in (terminal.shared, again.shared):
        assert ("! The seed of this table was chosen: whoever knows it knows every deal." in shared) is bool(seed)


# Quick: the ways that people type things


def test_the_end_says_how_the_deal_is_proven_and_offers_a_rematch_with_the_same_seats_pins_and_kit(journal, playing):
    table, rng = playing, Random(1)
    while not table.over:
        action = table.draw(everything=True) or choose(table.game, table.state, table.game.to_act(table.state), rng)
        table.act(action)
    journal.set_pin(table.number, 1, "4711")
    terminal = FakeTerminal("", "n", "", "y")
    console = Console(Table(journal, table.number), terminal)
    assert console.run() == 0
    shared = " ".join(terminal.shared.split())
    assert f"`referee export {table.number} --reveal -o game.txt`, then `referee verify game.txt`" in shared
    again = console.again
    assert again.number != table.number
    assert again.follows == table.number
    assert (again.setup.seats, again.kit, again.setup.options) == (table.setup.seats, table.kit, table.setup.options)
    assert again.actions == ()
    assert journal.try_pin(again.number, 1, "4711")


def test_declaring_by_yes_no_all_pass_and_by_a_letter_that_is_a_name_too(playing):
    table = playing
    table.rename(1, "Dan")
    table.rename(2, "Pia")
    while "declares" not in table.game.to_act(table.view)[0].verbs:
        turn = table.game.to_act(table.state)[0]
        for action in legal_actions(table.game, table.state):
            after = table.game.to_act(table.game.apply(table.state, action))
            if action.seat == turn.seat and not any("takes" in then.verbs for then in after):
                break
        table.act(action)
    asked = [table.name(turn.seat) for turn in table.game.to_act(table.view)]
    assert asked == ["Ann"]
    table, terminal = go_on(table, "no", "d")
    said = [(action.seat, action.verb) for action in table.actions[-2:]]
    assert said == [(0, "passes"), (1, "declares")], terminal.shared
    table, _terminal = go_on(table, "undo", "y", "pass except pia")
    assert [(action.seat, action.verb) for action in table.actions[-2:]] == [(0, "passes"), (1, "passes")]
    table, _terminal = go_on(table, "undo 2", "y", "all pass")
    assert [action.verb for action in table.actions[-3:]] == ["passes"] * 3


def test_slips_at_the_first_look_are_written_and_told(journal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    console, terminal = sit(journal, *SCRIPT, "s", "y")
    console.run()
    written = sorted(path.name for path in (tmp_path / f"slips-{console.table.number}").iterdir())
    assert written == ["1-Ann.txt", "2-Bob.txt", "3-Cat.txt"]
    assert "everything was shown by slips" in terminal.shared
    assert not console.table.looks()


# What is asked of hidden cards leaves a trace, and what is secret leaves none


def test_a_refusal_that_rests_on_hidden_cards_stays_in_the_history(playing):
    """Typing card after card on Ann's turn would tell her hand: each no is kept, beside what was taken back."""
    hand = next(action.cards for action in playing.actions if action.verb == "holds" and action.seat == 0)
    other = next(card for card in range(1, 13) if card not in hand)
    table, terminal = go_on(playing, str(other), "99", "history all")
    assert "does not fit the hidden cards" in terminal.shared
    assert [event.words[6:] for event in history(table) if not event.number] == [
        f"tried, and refused as it does not fit the hidden cards: Ann plays {other}"
    ], "a card that the kit has not is no question about hands"
    assert f"refused as it does not fit the hidden cards: Ann plays {other}" in terminal.shared


@pytest.mark.parametrize("typed", ["4711", "Ann: holds 3 4 5 6", "truths 3 5", "swordfish", "3 4 5 6", "ann 3 4 5 6"])
def test_what_may_be_secret_is_wiped_and_not_quoted(playing, typed):
    _table, quiet = go_on(playing)
    _table, terminal = go_on(playing, typed)
    assert terminal.wiped == quiet.wiped + 1
    assert "wiped" in terminal.shared
    assert not re.search("4711|swordfish|[0-9] [0-9]|“[0-9]", terminal.shared)


@pytest.mark.parametrize("typed", ["plays 99", "Bob: plays 3", "hisotry", "zed", "undo 5", "plays x"])
def test_what_is_an_open_line_is_neither_wiped_nor_hidden(playing, typed):
    _table, quiet = go_on(playing)
    _table, terminal = go_on(playing, typed, "n")
    assert terminal.wiped == quiet.wiped


# Entering a hand is no way to ask, in any game

GUESS = ("b", "rc1 rc2 rh3 yc1 yh2 gt1 gt2 gc3")
RIVER = ("b", "red", "red black red")
NINE, RIVAL = "rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3", "yt1 yt2 yt3 gc1 gc2 gh1 gh2 gh3"


@pytest.mark.parametrize(
    ("game", "before", "first", "tries", "options"),
    [
        ("liars-guess", GUESS, NINE, [f"rh1 {RIVAL}", f"rt2 {RIVAL}"], {}),
        ("lizard", ("a", "9h"), "Qs", ["Qs", "Qs"], {}),
        ("red-and-black", RIVER, "r r r r r", ["r r r r r", "r r r r b"], {"red": 9, "black": 9}),
        ("liar-poker", ("4s 7c",), "Ac 3c 7d 7h 2s", ["Ac 8c 9d 9h 5s", "2s 8c 9d 9h 5s"], {}),
    ],
)
def test_a_hand_that_clashes_with_another_hears_one_answer_and_the_table_hears_of_the_second(
    journal, game, before, first, tries, options
):
    """No card is named, no rule: nothing parts one reason from another. The first may be a slip, the second is told."""
    seats = ["Ann", "Bob", "Cat"] if game == "lizard" else ["Ann", "Bob"]
    hands = ("Ann: holds", "1", "1", first, "", "Bob: holds", "2", "2", tries[0], "")
    table, terminal, _ = play(journal, *before, *hands, game=game, seats=seats, **options)
    assert "does not fit" not in terminal.shared
    neutral = "Bob: holds … does not fit the hidden cards\n"
    assert terminal.private.count(neutral) == 1
    table, terminal = go_on(table, "Bob: holds", "2", tries[1], "", "", "history all")
    assert terminal.private.count(neutral) == 1
    assert terminal.shared.count("Bob: a hand that does not fit was entered 2 times") == 2, (
        "at once, and in the history"
    )
    assert [action.verb for action in table.actions].count("holds") == 1
