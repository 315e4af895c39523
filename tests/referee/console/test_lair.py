"""Liar's Lair at the console: the dealing script, first looks, the laptop that goes round, and what nobody may see."""

import re

import pytest

from factbank.factfile import Card, Pair, make
from factbank.kits import keep
from referee import games
from referee.console.console import Console
from referee.tables.table import Table
from tests.referee.seat import FakeTerminal

SEATS = ["Ann", "Bob", "Cat"]


def sit(journal, *answers, seed="7", width=80, pairs=6, **options):
    made = [(n, (Card(2 * n - 1, f"Goats {n}."), Card(2 * n, f"No goats {n}."))) for n in range(1, pairs + 1)]
    facts = make([Pair(f"Pair {n}", cards) for n, cards in made])
    keep(facts)
    setup = games.setup(games.game("liars-lair"), SEATS, {"each": 2, **options}, facts=facts)
    table = Table.new(journal, setup, kit=facts.kit, seed=seed)
    terminal = FakeTerminal(*answers, width=width)
    return Console(table, terminal), terminal


def go_on(table, *answers):
    terminal = FakeTerminal(*answers)
    console = Console(Table(table.journal, table.number), terminal)
    console.run()
    return console.table, terminal


def unsealed(text):
    """What was said without the seals: they differ from deal to deal, and say nothing."""
    return re.sub(r"(sealed|dealt): [0-9A-Z-]{24}", r"\1", text)


SCRIPT = [""] * 12  # twelve cards, one at a time


def test_the_dealing_script_is_read_card_by_card_with_a_way_back(journal):
    console, terminal = sit(journal, "", "b", "again from 11", "b", "", "", "b", "again from 1", *SCRIPT, "skip")
    console.run()
    read = re.findall(r"Card (\d+) of 12\s+((?:\w )*\w)\n", terminal.private)
    assert [int(card) for card, _name in read[:8]] == [1, 2, 1, 11, 10, 11, 12, 11]
    dealt = {int(card): name.replace(" ", "").title() for card, name in read if name != "B O X"}
    hands = {seat: set(hand) for seat, hand in zip(SEATS, holds(console.table), strict=True)}
    assert dealt == {number: name for name, hand in hands.items() for number in hand}
    assert "The cards are dealt." in terminal.shared
    assert "Card 1 of 12" not in terminal.shared


def holds(table):
    return [action.cards for action in table.actions if action.verb == "holds"]


def test_the_script_is_heard_once_and_stands_nowhere(journal):
    console, _terminal = sit(journal, *SCRIPT)
    console.run()
    _table, terminal = go_on(console.table, "history all", "skip")
    assert terminal.private == ""
    assert "Card 1 of 12" not in terminal.shared
    kept = b"".join(path.read_bytes() for path in journal.path.parent.glob("tables*"))
    assert b"1 of 12" not in kept


def test_a_script_that_was_interrupted_is_read_again(journal):
    console, _terminal = sit(journal, "")
    console.run()
    _table, terminal = go_on(console.table, *SCRIPT, "skip")
    assert "number 1 on top" in terminal.private
    assert "The cards are dealt." in terminal.shared


def test_everybody_looks_first_and_sees_what_is_true(journal):
    console, terminal = sit(journal, *SCRIPT, "", "1", "1", "", "c", "3", "3", "", "", "2", "2", "", "", "quit")
    console.run()
    looks = [p for p in terminal.prompts if "see your cards" in p]
    assert [p.split()[1].rstrip(":") for p in looks] == ["Ann", "Bob", "Bob"]
    assert terminal.private.count("LIE") == terminal.private.count("true") == 6
    assert "LIE" not in terminal.shared
    assert "true" not in terminal.shared
    assert "leads." in terminal.shared


def test_who_backs_out_before_the_pin_is_asked_again(journal):
    console, terminal = sit(journal, *SCRIPT, "", "", "skip", "quit")
    console.run()
    assert [p for p in terminal.prompts if "see your cards" in p] == [terminal.prompts[12]] * 2


@pytest.mark.parametrize(("said", "allowed"), [("bob", {1}), ("b, c", {1, 2}), ("c and b", {1, 2}), ("", {0, 1, 2})])
def test_the_leader_is_drawn_among_the_volunteers(journal, said, allowed):
    leaders = set()
    for seed in range(12):
        console, _terminal = sit(journal, *SCRIPT, "skip", said, seed=str(seed))
        console.run()
        leaders.add(console.table.actions[-1].who)
    assert leaders == allowed


def entered(*hands):
    """The answers by which hands are entered in private, everybody choosing their number as PIN."""
    answers = []
    for seat, hand in enumerate(hands):
        answers += ["", str(seat), str(seat), hand, ""]
    return answers


def test_an_entered_deal(journal):
    hands = ["1 2 3 5", "4 6 7 9", "8 10 11 12"]
    console, terminal = sit(journal, *entered(*hands), "skip", "a", deal="entered")
    console.run()
    assert [sorted(map(int, hand.split())) for hand in hands] == [list(hand) for hand in holds(console.table)]
    assert "truths" in [action.verb for action in console.table.actions]
    for secret in ("1 2 3 5", "4 6 7 9", "8 10 11 12"):
        assert secret not in terminal.shared


def boxed(said):
    """The cards that a sentence leaves in the box."""
    return [int(card) for card in re.findall(r"\d+", said.partition("unread:")[2].partition(".")[0])]


def test_people_who_deal_are_told_which_pairs_stay_in_the_box(journal):
    """Two pairs of eight, whole, at random, the same at every look; in a game with all of them, none."""
    seen = set()
    for seed in range(8):
        console, terminal = sit(journal, deal="entered", pairs=8, seed=str(seed))
        console.run()
        told = " ".join(terminal.shared.split())
        box = boxed(told)
        assert len(box) == 4
        assert all((card + 1 if card % 2 else card - 1) in box for card in box)
        assert "Shuffle the others and deal 4 to everybody." in told
        seen.add(tuple(box))
        assert boxed(" ".join(go_on(console.table, *entered("1 2 3 5")[:5])[1].shared.split())) == box
    assert len(seen) > 3
    _console, terminal = sit(journal, deal="entered")
    _console.run()
    assert "Shuffle all cards and deal 4 to everybody." in terminal.shared
    _console, terminal = sit(journal, deal="entered", pairs=8, aside="cards")
    _console.run()
    assert "What is left over stays in the box, unread." in " ".join(terminal.shared.split())
    _console, terminal = sit(journal, pairs=8)
    _console.run()
    assert "Shuffle" not in terminal.shared


def test_hands_are_never_laid_open_on_one_line(journal):
    console, terminal = sit(journal, "help", "ann 1 2 3 5, bob 4 6 7 9, cat 8 10 11 12", deal="entered")
    console.run()
    assert holds(console.table) == []
    assert "That is not for the shared screen" in terminal.shared
    assert "laid open" not in terminal.shared
    assert "Ann, Bob, Cat (enter your hand): take the laptop" in terminal.prompts[-1]


def test_entered_hands_are_judged_only_when_all_are_in_and_nobody_hears_whose_is_wrong(journal):
    """Bob's 3 is Ann's: he hears nothing of it, nor does anybody until Cat's hand is in; then all are entered again."""
    first = [*entered("1 2 3 5", "4 6 7 3"), "", "2", "2", "8 10 11 13", "8 10 11", "8 10 11 12", "same", ""]
    again = ["ann", "0", "same", "", "bob", "1", "4 6 7 9", ""]
    console, terminal = sit(journal, *first, *again, deal="entered")
    console.run()
    assert [list(hand) for hand in holds(console.table)] == [[8, 10, 11, 12], [1, 2, 3, 5], [4, 6, 7, 9]]
    bob, cat = terminal.private.split(", alone")[2:4]
    assert "Kept" in bob
    assert "fit" not in bob
    refusals = [line for line in cat.splitlines() if "cannot" in line or "fit" in line or "kit" in line]
    assert len(refusals) == 3, "a card that is not in the kit, three cards, and hands that do not fit together"
    assert not any(name in line for line in refusals for name in ("Ann", "Bob"))
    assert "8 10 11 12 before; `same`" in cat
    assert "the hands that were entered do not fit together" in terminal.shared
    assert "truths" in [action.verb for action in console.table.actions]


@pytest.mark.parametrize("bob", ["4 6 7 3", "4 6 1 2"])
def test_hands_that_wait_for_each_other_survive_a_restart(journal, bob):
    console, _terminal = sit(journal, *entered("1 2 3 5", bob), deal="entered")
    console.run()
    table, terminal = go_on(console.table, "cat", "2", "2", "8 10 11 12", "", "history all")
    assert table.actions == ()
    assert "do not fit together" in terminal.shared
    assert bob not in terminal.shared
    assert " ".join(sorted(bob.split())) not in terminal.shared


def playing(journal, *answers, **options):
    """A table where Ann holds 1 2 3 5, Bob 4 6 7 9, Cat 8 10 11 12, and the even ones' truth is known."""
    table = entered("1 2 3 5", "4 6 7 9", "8 10 11 12")
    console, terminal = sit(journal, *table, "skip", "start Ann", *answers, deal="entered", **options)
    console.run()
    return console.table, terminal


def test_a_card_not_held_is_refused_without_telling_whose_it_is(journal):
    said = []
    for card in ("4", "8"):
        _table, terminal = playing(journal, card)
        said.append([line.replace(card, "N") for line in terminal.shared.splitlines() if "fit" in line])
    assert said[0] == said[1] == ["Ann: plays … does not fit the hidden cards [lair.play-held]"]


def test_brackets_are_no_way_to_ask_what_is_true(journal):
    said = []
    for claim in ("true", "false"):
        table, terminal = playing(journal, f"3 (3 {claim})", f"Ann: plays 3 (3 {claim})")
        assert table.actions[-1].verb == "start"
        said.append(unsealed(terminal.shared))
    assert said[0] == said[1]
    assert said[0].count("Brackets are the referee's to write") == 2


def test_a_knock_out_waits_for_the_private_take(journal):
    table, terminal = playing(journal, "3", "4")
    departing = [action.verb for action in table.actions][-2:]
    assert departing == ["plays", "plays"]
    taker = table.game.to_act(table.view)[0].seat
    name = SEATS[taker]
    assert terminal.prompts[-1] == f"▸ {name} (take): take the laptop, then Enter: "
    gone = {0: "1 2 5", 1: "6 7 9"}[1 - taker]
    card = gone.split()[1]
    table, terminal = go_on(table, f"takes {card}", str(taker), card, "")
    assert f"What {name} takes is secret" in terminal.shared
    assert table.actions[-1].verb == "takes"
    assert table.actions[-1].card == int(card)
    private = terminal.private
    assert all(re.search(rf"^ ?{number} ", private, re.MULTILINE) for number in gone.split())
    assert f"takes one card of {SEATS[1 - taker]}'s hand" in terminal.shared
    history = go_on(table, "history all", "scores", "table")[1].shared
    assert f"{card}, Pair" not in history


def test_undo_of_something_secret_says_that_it_was_seen(journal):
    table, _terminal = playing(journal, "3", "4")
    taker = table.game.to_act(table.view)[0].seat
    card = {0: "1", 1: "6"}[1 - taker]
    table, _terminal = go_on(table, "", str(taker), card, "")
    table, terminal = go_on(table, "undo", "y")
    asked = next(p for p in terminal.prompts if p.startswith("Take back"))
    assert "takes ?" in asked
    assert "What was seen can't be unseen." in asked
    assert f"takes {card}" not in terminal.shared
    assert table.actions[-1].verb == "plays"


def test_undo_reaches_back_over_what_the_referee_drew(journal):
    table, terminal = playing(journal, "undo", "y", "undo", "y")
    verbs = [action.verb for action in table.actions]
    assert verbs == ["holds", "holds"]
    asked = [p for p in terminal.prompts if p.startswith("Take back")]
    assert asked[0].startswith("Take back “start Ann”?")
    assert asked[1].startswith("Take back “truths ?”, then “Cat holds ? ? ? ?”?")


def test_a_deal_alone_cannot_be_taken_back(journal):
    console, terminal = sit(journal, *SCRIPT, "skip", "undo")
    console.run()
    assert "There is nothing to take back." in terminal.shared


def test_what_the_shared_screen_shows_does_not_depend_on_secrets(journal, tmp_path):
    """Two deals that differ in nothing but who holds what, and the same open acts: the same shared screen."""
    shown = []
    for hands in (("1 2 3 5", "4 6 7 9", "8 10 11 12"), ("1 2 7 9", "3 5 4 6", "8 10 11 12")):
        acts = ("skip", "start Cat", "8", "look a", "0", "", "table", "help", "history", "scores", "8", "why")
        console, terminal = sit(journal, *entered(*hands), *acts, deal="entered")
        console.run()
        shown.append((unsealed(terminal.shared), terminal.wiped, len(terminal.prompts)))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("width", [40, 80])
def test_a_long_table_fits(journal, width):
    console, terminal = sit(journal, *SCRIPT, "skip", "start Ann", "table", "help", "scores", "options", width=width)
    console.run()
    asked = {p.rstrip("\n") for p in terminal.prompts}
    for line in terminal.shared.splitlines():
        assert len(line) <= width or line in asked


def test_the_last_card_in_play_is_reclaimed_by_enter(journal):
    """Cat finds nothing but her own card left, which the rules then let her take: the prompt says so."""
    table, terminal = playing(journal, "5", "9", "8", "9", "5", "help", "")
    assert table.log.lines[-1] == "Cat: reclaims 8"
    assert "(Enter: Cat: takes 8)" in terminal.prompts[-2]
    assert "Cat: takes NUMBER: Take a card from the table" in " ".join(terminal.shared.split())
    assert "which you may take depends on the house rules" in " ".join(terminal.shared.split())


@pytest.mark.parametrize("typed", ["takes 9", "take 9", "Ann: takes 9", "t 9", "take ann 9", "reclaims 9", "9"])
def test_a_card_is_taken_by_either_word_and_said_to_be_taken(journal, typed):
    """The record says reclaims, as it did; what is completed, asked and told says takes."""
    table, terminal = playing(journal, "5", "9", "8", typed)
    assert table.log.lines[-1] == "Ann: reclaims 9"
    assert "Ann takes 9" in terminal.shared
    table, terminal = playing(journal, "5", "9", "8")
    words = Console(table, FakeTerminal()).words()
    assert {"Ann: takes 9", "9"} <= {*words}
    assert not any("reclaim" in word for word in words)
    assert terminal.prompts[-1] == "Ann takes a card from the table, not the 5: "
    table, terminal = playing(journal, "takes 9")
    assert "Nobody can take now" in terminal.shared or "cannot take now" in terminal.shared


def test_what_is_typed_in_private_instead_of_a_yes_is_done(journal):
    """At “nte? note (y/n)” whoever types the card to be taken takes it, as a line at the open table would be."""
    table, _terminal = playing(journal, "3", "4")
    taker = table.game.to_act(table.view)[0].seat
    card = {0: "1", 1: "6"}[1 - taker]
    table, _terminal = go_on(table, "", str(taker), "nte 5 mine", card, "")
    assert (table.actions[-1].verb, table.actions[-1].card) == ("takes", int(card))
    assert not journal.notes(table.number, taker)
