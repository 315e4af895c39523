"""Manners at the table: a no in a person's words, a slip asked about, a private screen that asks for what is due."""

import pytest

from factbank.deal.deal import Wish, new_facts
from factbank.kits import keep
from referee import games
from referee.commands.play import _setup
from referee.console.console import Console
from referee.console.interpret import Reader
from referee.core.game import Refused
from referee.core.play import parse
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.console.test_console import BIDDING, SEATS, lines, play
from tests.referee.console.test_lair import go_on
from tests.referee.seat import FakeTerminal


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "tables.sqlite", pin_cost=4) as opened:
        yield opened


def secret(journal, *answers, **more):
    return play(journal, *BIDDING, *answers, estimates="secret", rounds=1, **more)


def test_what_is_wrong_is_told_of_all_that_was_typed(journal):
    """“r r” is a river of two, not “river r”; who guesses badly on Bob's turn is Bob."""
    _, terminal, _ = play(
        journal, "ann", "red", "r r", "r r r", "guess 4 black", game="red-and-black", seats=["Ann", "Bob"]
    )
    assert "The river has 3 cards, not 2" in terminal.shared
    assert "it is written Bob: guesses COUNT black COUNT red" in " ".join(terminal.shared.split())


def test_a_line_that_begins_like_a_command_is_a_line(journal):
    """`reveal` lays all open at the end; “reveal 3 black 2 red” is Ann's hand after Bob's guess."""
    before = ("ann", "red", "red black red", "bob guesses 3 black 2 red")
    table, terminal, _ = play(
        journal, *before, "reveal", "reveal 3 black 2 red", game="red-and-black", seats=["Ann", "Bob"]
    )
    assert table.over
    assert "Truths and hands are laid open when the game is over" in terminal.shared
    assert lines(table)[-1] == "Ann: reveals 3 black 2 red"


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
        ("liar-poker", "board 2c 3c", "Ann: accepts", "Ann cannot accept now: Ann and Bob may bet or fold"),
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


def test_of_many_near_cards_none_is_guessed(journal):
    table, terminal, _ = play(journal, "dealer Ann", "Zh", "trump Zh", "2", rounds=1)
    assert not any("(y/n)" in prompt for prompt in terminal.prompts)
    assert terminal.shared.count("“Zh” is no card") == 2
    assert "“2” is no card" in terminal.shared
    assert lines(table) == ["dealer Ann"]


def test_a_wrong_name_says_who_is_there(journal):
    _, terminal, _ = play(journal, "zed", rounds=1)
    assert "Nobody here is called “zed”: the seats are Ann, Bob and Cat" in terminal.shared


def test_what_is_typed_instead_of_a_yes_is_done(journal):
    table, terminal, _ = play(journal, *BIDDING, "Bpb 1", "Bob 0", "hisotry", "1", rounds=1)
    assert lines(table)[2:] == ["Bob: bids 0", "Cat: bids 1"]
    assert "Bpb? Bob (y/n) " in terminal.prompts


def test_help_names_everybody_once(journal):
    _, terminal, _ = secret(journal, "help")
    assert "· Ann, Bob, Cat: bids NUMBER: Estimate how many tricks you will win. (on the private screen)" in (
        " ".join(terminal.shared.split())
    )
    assert "goes on one line" in terminal.shared


def test_the_private_screen_asks_in_the_games_words(journal):
    table, terminal, _ = secret(journal, "", "1", "1", "help", "7", "1", "")
    assert "Ann, will you win the trick? (1 or 0) " in terminal.prompts
    assert "· bids NUMBER: Estimate" in terminal.private
    assert "Ann cannot bid 7: this round has 1 trick (0 to 1) [lizard.bid-range]" in terminal.private
    assert "Kept. Ann bids 1." in terminal.private
    assert lines(table)[2:] == ["Ann: bids 1"]


def test_who_comes_to_enter_a_hand_is_asked_for_it_first(journal):
    table, terminal, _ = secret(journal, "Ann: holds", "1", "1", "9h", "Qs", "1", "")
    assert "holds CARD…: " in terminal.prompts
    assert "Ann cannot hold 9h" in terminal.private
    assert lines(table)[2:] == ["Ann: holds Qs", "Ann: bids 1"]
    assert "Q♠" not in terminal.shared


def test_a_hand_typed_where_a_bid_is_due_is_asked_about(journal):
    table, _, _ = secret(journal, "", "1", "1", "Qs", "y", "0", "")
    assert lines(table)[2:] == ["Ann: holds Qs", "Ann: bids 0"]


def test_a_long_slip_is_quoted_short():
    found = games.game("lizard")
    setup = games.setup(found, SEATS)
    state = games.replay(found, setup, [parse(found, setup, text) for text in BIDDING])
    assert len(Reader(found, setup, state).read("9" * 500).why) < 120


def test_what_was_given_is_looked_at_before_anybody_is_asked():
    for options, said in ((["ghost=1"], "no such option"), (["rounds=0"], "will not do")):
        terminal = FakeTerminal("Ann, Bob, Cat")
        with pytest.raises(games.RecordError, match=said):
            _setup(terminal, "lizard", (), (), None, None, options)
        assert terminal.prompts == []


def test_a_kit_nobody_made_is_said_before_the_names(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    terminal = FakeTerminal("Ann, Bob, Cat")
    with pytest.raises(Exception, match="no kit K7Q4-9M"):
        _setup(terminal, "liars-lair", (), (), "K7Q4-9M", None, [])
    assert terminal.prompts == []


def test_the_guests_of_a_kit_are_offered_as_seats(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    made = new_facts(Wish(pairs=15, seed=3, guests=("Ann", "Ó Súilleabháin:he", "Anna-Lena:she"))).facts
    keep(made)
    terminal = FakeTerminal("", "")
    setup = _setup(terminal, "liars-lair", (), (), made.kit, None, [])
    assert setup.seats == ("Ann", "Ó Súilleabháin", "Anna-Lena")  # as they were typed
    assert terminal.prompts[0].strip() == f"Who is at the table, clockwise? (Enter: {', '.join(setup.seats)})"
    terminal = FakeTerminal("Bob, Cat, Dan", "")
    assert _setup(terminal, "liars-lair", (), (), made.kit, None, []).seats == ("Bob", "Cat", "Dan")


def test_guests_too_few_to_sit_are_named_and_not_offered(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    made = new_facts(Wish(pairs=15, seed=3, guests=("Ann", "Bob:he"))).facts
    keep(made)
    terminal = FakeTerminal("", "Ann, Bob, Cat", "")
    setup = _setup(terminal, "liars-lair", (), (), made.kit, None, [])
    assert setup.seats == ("Ann", "Bob", "Cat")
    who = f"Who is at the table, clockwise? ({' and '.join(made.guests)} are in the facts)"
    assert [prompt.strip() for prompt in terminal.prompts[:2]] == [who, who]


def test_what_will_not_do_is_asked_again(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    terminal = FakeTerminal("lizrad", "lizard", "Ann, Ann, Bob", "Ann", "Ann Bob Cat", "")
    setup = _setup(terminal, None, (), (), None, None, [])
    assert setup.seats == ("Ann", "Bob", "Cat")
    assert "did you mean lizard?" in terminal.shared
    assert "two seats are called Ann" in terminal.shared
    assert "here is 1" in terminal.shared


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
    assert "is secret: it is typed on the private screen" in terminal.shared
    assert "Ann’s hand is noted." in terminal.shared
    assert not any(card in terminal.shared.split("Ann’s hand")[1].split() for card in hand.split() if len(card) == 3)


def test_a_bare_hand_is_no_line_of_the_shared_screen(journal):
    table, _, _ = two(journal, *DEAL, "rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3")
    assert len(lines(table)) == 2


def test_a_bare_card_is_never_taken_for_a_guess(journal):
    table, terminal, _ = two(journal, *DEAL, "rt1", "", "rt1", "2")
    assert terminal.shared.count("Which? 1 Ann: guesses rt1 · 2 Bob: guesses rt1") == 2
    assert lines(table)[2:] == ["Bob: guesses rt1"]


def test_what_only_one_verb_of_one_seat_can_be_is_done(journal):
    table, _, _ = two(journal, *DEAL, "rt1 asks rt", "3", "Bob: gt3")
    assert lines(table)[2:] == ["Ann: shows rt1 asks rt", "Bob: answers 3"]
    begin = ("b", "red", "red black red")
    table, terminal, _ = two(journal, *begin, "1", "1", "leaves", "2 red", game="red-and-black")
    assert lines(table)[3:] == ["Ann: swaps 1", "Bob: peeks 1", "Bob: leaves", "Ann: attacks 2 red"]
    assert not any("(y/n)" in prompt for prompt in terminal.prompts)


def test_whoever_has_the_turn_is_asked(journal):
    _, terminal, _ = two(journal, *DEAL)
    assert terminal.prompts[-1] == "Ann shows a card and asks, like gt3 asks gt: "


def test_half_of_a_secret_step_is_not_taken_and_leaves_the_screen(journal):
    table, terminal, _ = secret(journal, "Bob 1", "Bob 1, Zed 0", "Ann 0, Bob 1")
    assert lines(table) == list(BIDDING)
    assert terminal.shared.count("goes on one line") == 3
    assert terminal.wiped == 3


def test_nothing_unknown_is_laid_open_at_the_end(journal):
    _, terminal, _ = play(journal, *BIDDING, "1", "0", "0", "ah", "2h", "3c", "reveal", rounds=1)
    assert "None" not in terminal.shared


def test_what_a_seat_came_for_is_asked_once_and_the_book_is_at_hand(journal):
    begin = ("b", "red", "red black red")
    _, terminal, _ = two(
        journal, *begin, "Ann: holds", "5", "5", "book", "r r r b b", "book", "", game="red-and-black", red=9, black=9
    )
    assert terminal.prompts.count("holds COLOUR…: ") == 2
    assert "From the table alone, Bob can have 0 or 1 or 2 or 3 or 4 or 5 red of 5." in terminal.private
    assert "With your hand as you entered it, Bob can have 0 or 1 or 2 or 3 or 4 red of 5." in terminal.private


def test_a_verb_out_of_its_step_is_refused_by_its_rule(journal):
    begin = ("b", "red", "red black red")
    _, terminal, _ = two(journal, *begin, "attacks 1 red", "attack 1 red", "Bob: 1 red", game="red-and-black")
    assert terminal.shared.count("[redblack.first-attack]") == 2
    _, terminal, _ = play(journal, *BIDDING, "Cat: Ah", "Cat: 2", "plays Ah", rounds=1)
    assert terminal.shared.count("Cat has to wait: it is Bob’s turn to bid [lizard.turn]") == 2
    assert "Bob cannot play now: it is Bob’s turn to bid [lizard.step]" in terminal.shared


def test_a_bare_guess_is_asked_about_also_when_only_one_may_guess(journal):
    begin = ("b", "red", "red black red", "1", "peek 1")
    table, terminal, _ = two(journal, *begin, "1 black 4 red", "n", "leave", game="red-and-black")
    assert "Bob: guesses 1 black 4 red (y/n) " in terminal.prompts
    assert lines(table)[-1] == "Bob: leaves"


def test_what_was_laid_open_on_one_line_is_taken_back_as_one(journal):
    laid = ["Ann: bids 1", "Bob: bids 0", "Cat: bids 0"]
    one = ("Ann 1, Bob 0, Cat 0", "undo", "y")
    assert lines(secret(journal, *one)[0]) == [*BIDDING]
    assert lines(secret(journal, *one, "redo")[0]) == [*BIDDING, *laid]
    assert lines(secret(journal, *one, "redo", "undo", "y")[0]) == [*BIDDING]
    assert lines(secret(journal, *one, "redo", "Ah", "undo 2", "y", "redo", "undo 2", "y")[0]) == [BIDDING[0]]
    assert lines(secret(journal, *one, "redo", "Ah", "undo 2", "y", "redo 2")[0]) == [*BIDDING, *laid, "Bob: plays Ah"]
    apart = ("", "1", "1", "1", "", "Bob 0, Cat 0", "undo", "y", "Bob 0, Cat 1", "undo 2", "y")
    assert lines(secret(journal, *apart)[0]) == [*BIDDING]


@pytest.mark.parametrize("second", ["2d 9h 4s", "2d 9h Ac", "2d 9h"])
def test_a_line_laid_open_is_done_whole_or_not_at_all(journal, second):
    begin = ("4s 7c", "Ann small, Bob small")
    table, terminal, _ = two(
        journal, *begin, f"Ann Ac 3c 7d, Bob {second}", "Ann Ac 3c 7d, Bob 2d 9h Ts", game="liar-poker"
    )
    assert lines(table)[-2:] == ["Ann: reveals Ac 3c 7d", "Bob: reveals 2d 9h Ts"]
    assert "[poker." in terminal.shared


PROOF = (*DEAL, "rh1 rh", "0", "ann accuses", "denies", "insists exposing yc2")


def test_why_knows_the_last_ruling_and_the_last_refusal_whichever_came_last(journal):
    """A ruling stays known over lines that were merely accepted, and when the table is opened again."""
    _, terminal, _ = two(journal, "why", *PROOF, "why", "faceup rc1", "why")
    assert "Nothing was refused or judged yet." in terminal.shared
    assert terminal.shared.count("`why` says how that was judged.") == 1
    first, second = terminal.shared.split("says how that was judged")[1].split("8 different cards")[:2]
    assert "answers that count (1) can all be true" in first
    assert "can all be true" not in second
    assert second.count("[guess.faceup]") >= 1
    _table, terminal, _ = two(journal, *DEAL, "shows rc1 asks rc", "rh1 rh", "why")
    assert terminal.shared.count("everybody has seen it elsewhere") == 2, "accepted lines since do not hide it"
    again = FakeTerminal("why")
    Console(Table(journal, 1), again).run()
    assert "can all be true" in again.shared


@pytest.mark.parametrize(
    ("game", "seats", "before", "said"),
    [
        ("lizard", SEATS, (*BIDDING, "1", "0", "0", "9s", "2h", "3c"), "Cat’s 2♥: the highest trump takes the trick."),
        ("lizard", SEATS, (*BIDDING, "1", "0", "0", "9s", "2s", "3c"), "the highest of the suit led, spades"),
        ("lizard", SEATS, (*BIDDING, "1", "0", "0", "l", "2s", "3c"), "the first lizard takes the trick"),
        ("lizard", SEATS, (*BIDDING, "1", "0", "0", "l", "2s", "3c"), "Bob bid 1 and won 1: +30, 20 for being right"),
        ("lizard", SEATS, (*BIDDING, "1", "0", "0", "s", "s", "s"), "of nothing but snakes"),
        ("red-and-black", SEATS[:2], ("b", "r", "r b r", "1", "2", "attacks 1 red", "0 red"), "defends with 0 red"),
        ("liar-poker", SEATS[:2], ("4s 7c", "s s", "Ac 3c 7d 2d 9h Ts", "l f"), "The bets are open"),
    ],
)
def test_every_game_says_why(journal, game, seats, before, said):
    _, terminal, _ = play(journal, *before, "why", game=game, seats=seats)
    assert said in " ".join(terminal.shared.split(terminal.prompts[-2])[-2].split())


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


def test_who_won_is_said_once(journal):
    before = ("b", "red", "red black red", "bob guesses 3 black 2 red", "reveal 3 black 2 red")
    _, terminal, _ = play(journal, *before, game="red-and-black", seats=SEATS[:2])
    assert terminal.shared.count("Bob wins") == 1
    assert "`reveal` lays all open" in terminal.shared
