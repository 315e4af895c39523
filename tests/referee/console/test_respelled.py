"""What people type, and the line that it is: commas, suits first, signs, first letters, verbs before names, one key."""

import pytest

from tests.referee.console.test_console import play

ABC, TWO = ("Ann", "Bob", "Cat"), ("Ann", "Bob")
LIZARD = ("dealer Ann", "trump 9h", "1", "0", "0")
GUESS = ("dealer Bob", "faceup rc1 rc2 rh3 yc1 yh2 gt1 gt2 gc3")
RIVER = ("dealer Bob", "red", "red black red")

CLAIMED = ("4s 7c", "s s", "Ac 3c 7d 2d 9h Ts", "s s", "Kd 2h", "s s", "Qs Qh")
HAND = "rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3"

OPEN = [
    # game, who sits there, lines before, what is typed, the line that is kept
    ("lizard", ABC, (), "ann", "dealer Ann"),
    ("lizard", ABC, (), "Bob,", "dealer Bob"),
    ("lizard", ABC, (), "dealer: b", "dealer Bob"),
    ("lizard", ABC, ("a",), "9♥", "trump 9h"),
    ("lizard", ABC, ("a",), "♥9", "trump 9h"),
    ("lizard", ABC, ("a",), "h9", "trump 9h"),
    ("lizard", ABC, ("a",), "trump 10H", "trump Th"),
    ("lizard", ABC, ("a",), "h10", "trump Th"),
    ("lizard", ABC, ("a",), "l", "trump lizard"),
    ("lizard", ABC, ("a",), "S", "trump snake"),
    ("lizard", ABC, ("a", "l"), "h", "Ann: calls hearts"),
    ("lizard", ABC, ("a", "9h"), "bob 1", "Bob: bids 1"),
    ("lizard", ABC, ("a", "9h"), "Bob, 1", "Bob: bids 1"),
    ("lizard", ("Ann", "Aunt Sue", "Aunt Pat"), ("ann", "9h"), "aunt sue 1", "Aunt Sue: bids 1"),
    ("lizard", ("Ann", "Aunt Sue", "Aunt Pat"), ("ann", "9h"), "aunt s 1", "Aunt Sue: bids 1"),
    ("lizard", ABC, ("a", "9h"), "bid bob 1", "Bob: bids 1"),
    ("lizard", ABC, ("a", "9h"), "bids Bob: 1", "Bob: bids 1"),
    ("lizard", ABC, LIZARD, "Q♠", "Bob: plays Qs"),
    ("lizard", ABC, LIZARD, "♠Q", "Bob: plays Qs"),
    ("lizard", ABC, LIZARD, "sq", "Bob: plays Qs"),
    ("lizard", ABC, LIZARD, "l", "Bob: plays lizard"),
    ("lizard", ABC, LIZARD, "liz", "Bob: plays lizard"),
    ("lizard", ABC, LIZARD, "s", "Bob: plays snake"),
    ("lizard", ABC, LIZARD, "plays s", "Bob: plays snake"),
    ("lizard", ABC, LIZARD, "play bob l", "Bob: plays lizard"),
    ("lizard", ABC, LIZARD, "bob, l", "Bob: plays lizard"),
    ("lizard", ("Liz", "Sam", "Pia"), ("l", "9h", "1", "0", "0"), "l", "Sam: plays lizard"),
    ("lizard", ("Liz", "Sam", "Pia"), ("l", "9h", "1", "0", "0"), "s", "Sam: plays snake"),
    ("lizard", ("Liz", "Sam", "Pia"), ("l", "9h", "1", "0", "0"), "s s", "Sam: plays snake"),
    ("liars-guess", TWO, ("b",), "rc1, rc2, rh3, yc1, yh2, gt1, gt2, gc3", GUESS[1]),
    ("liars-guess", TWO, ("b",), "rc1,rc2,rh3,yc1,yh2,gt1,gt2,gc3", GUESS[1]),
    ("liars-guess", TWO, GUESS, "gt3 gt", "Ann: shows gt3 asks gt"),
    ("liars-guess", TWO, GUESS, "ann gt3, gt", "Ann: shows gt3 asks gt"),
    ("liars-guess", TWO, GUESS, "show gt3 gt", "Ann: shows gt3 asks gt"),
    ("liars-guess", TWO, (*GUESS, "gt3 gt"), "2,", "Bob: answers 2"),
    ("liars-guess", TWO, (*GUESS, "gt3 gt"), "None", "Bob: answers 0"),
    ("liars-guess", TWO, (*GUESS, "gt3 gt"), "bob two", "Bob: answers 2"),
    ("liars-guess", TWO, GUESS, "guess bob rt1,", "Bob: guesses rt1"),
    ("liars-guess", TWO, (*GUESS, "bob accuses"), "deny", "Ann: denies"),
    ("liars-guess", TWO, (*GUESS, "bob accuses"), "n", "Ann: denies"),
    ("liars-guess", TWO, (*GUESS, "bob accuses"), "Yes", "Ann: admits"),
    ("liars-guess", TWO, (*GUESS, "bob accuses", "deny"), "insist exposing yt1, yt2", "Bob: insists exposing yt1 yt2"),
    ("liars-guess", TWO, (*GUESS, "bob accuses", "deny"), "withdraw", "Bob: retracts"),
    ("liars-guess", TWO, (*GUESS, "bob accuses", "deny"), "Bob: withdraws", "Bob: retracts"),
    ("red-and-black", TWO, ("b",), "r", "Ann: calls red"),
    ("red-and-black", TWO, ("b", "red"), "r, b, r", "river red black red"),
    ("red-and-black", TWO, (*RIVER, "1"), "p 1", "Bob: peeks 1"),
    ("red-and-black", TWO, (*RIVER, "1", "2"), "attack 2, red", "Ann: attacks 2 red"),
    ("red-and-black", TWO, (*RIVER, "1", "2"), "attack ann 2 r", "Ann: attacks 2 red"),
    ("red-and-black", TWO, (*RIVER, "1"), "bob guess 3 black, 2 red", "Bob: guesses 3 black 2 red"),
    ("liar-poker", TWO, (), "♠4, ♣7", "board 4s 7c"),
    ("liar-poker", TWO, (), "s4 c7", "board 4s 7c"),
    ("liar-poker", TWO, ("4s 7c",), "s m", "Bob: bets middle"),
    ("liar-poker", TWO, ("4s 7c",), "l l", "Bob: bets large"),
    ("liar-poker", TWO, ("4s 7c",), "small, large", "Bob: bets large"),
    ("liar-poker", TWO, ("4s 7c",), "l f", "Bob: folds"),
    ("liar-poker", TWO, ("4s 7c",), "ann s, bob m", "Bob: bets middle"),
    ("liar-poker", TWO, ("4s 7c",), "ann large bob large", "Bob: bets large"),
    ("liar-poker", TWO, ("4s 7c", "s s"), "Ac 3c 7d 2d 9h Ts", "Bob: reveals 2d 9h Ts"),
    ("liar-poker", TWO, ("4s 7c", "s s"), "♣A ♣3 ♦7, d2 h9 s10", "Bob: reveals 2d 9h Ts"),
]


@pytest.mark.parametrize(("game", "seats", "before", "typed", "line"), OPEN)
def test_what_is_typed_is_the_line_that_was_meant(journal, game, seats, before, typed, line):
    table, terminal, _ = play(journal, *before, typed, game=game, seats=seats)
    assert table.log.lines[-1] == line, terminal.shared[-400:]
    assert not any("(y/n)" in prompt or "Which number" in prompt for prompt in terminal.prompts), "without a question"


PRIVATE = [
    ("lizard", ("a", "9h"), "b: holds", "♠Q,", "Bob: holds Qs"),
    ("lizard", ("a", "9h"), "b: holds", "s", "Bob: holds snake"),
    ("liars-guess", GUESS, "a: holds", "rh1, rh2 rt1,rt2 rt3, yc2 yc3 yh1 yh3", f"Ann: holds {HAND}"),
    ("liar-poker", ("4s 7c",), "", "l", "Ann: bets large"),
    ("liar-poker", ("4s 7c",), "", "large,", "Ann: bets large"),
    ("liar-poker", ("4s 7c",), "", "bet l", "Ann: bets large"),
    ("liar-poker", ("4s 7c",), "", "f", "Ann: folds"),
    ("liar-poker", ("4s 7c", "s m"), "", "♣A, c3 7♦", "Ann: reveals Ac 3c 7d"),
    ("liar-poker", ("4s 7c", "s m"), "", "show Ac 3c 7d", "Ann: reveals Ac 3c 7d"),
    ("liar-poker", ("4s 7c", "s m"), "", "reveals Ac 3c 7d", "Ann: reveals Ac 3c 7d"),
    ("liar-poker", CLAIMED, "", "trust", "Ann: accepts"),
    ("liar-poker", CLAIMED, "", "t", "Ann: accepts"),
    ("liar-poker", CLAIMED, "", "accepts", "Ann: accepts"),
    ("red-and-black", RIVER, "a: holds", "r, r, r, b, b", "Ann: holds black black red red red"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "before", "who", "typed", "line"), PRIVATE)
def test_it_is_the_same_on_a_private_screen(journal, game, before, who, typed, line):
    seats = ABC if game == "lizard" else TWO
    table, terminal, _ = play(journal, *before, who, "5", "5", typed, "", game=game, seats=seats)
    assert table.log.lines[-1] == line, terminal.private[-400:]


@pytest.mark.parametrize("typed", ["Zh", "1 2", "bob bob", "plays 9h 8h", "l s", "♠", "Bob 7"])
def test_what_is_no_line_is_not_guessed(journal, typed):
    table, _terminal, _ = play(journal, *LIZARD, typed, game="lizard", seats=ABC)
    assert len(table.log.lines) == len(LIZARD)


def test_the_prompt_says_how_choices_are_laid_open(journal):
    _table, terminal, _ = play(journal, "4s 7c", game="liar-poker", seats=TWO)
    assert terminal.prompts[-1].endswith("(or all laid open, in this order: s m): ")
    _table, terminal, _ = play(journal, "4s 7c", "s m", game="liar-poker", seats=TWO)
    assert terminal.prompts[-1].endswith("then Enter: "), "of cards there are too many for an example"


def test_the_last_count_and_the_last_card_in_play_are_taken_by_enter(journal):
    """When the other two have won all the tricks, the last has won none: the prompt says so."""
    before = ("a", "9h", "1", "0", "0", "Bob 1", "Cat 0")
    table, terminal, _ = play(journal, *before, "", game="lizard", seats=ABC, track="scores", rounds=1)
    assert table.over
    assert "Ann, how many tricks did you win? (Enter: Ann: won 0) " in terminal.prompts


UNTIMELY = [
    ("lizard", ABC, ("a", "9h"), "ann 1", "Ann has to wait: it is Bob’s turn to bid [lizard.turn]"),
    ("lizard", ABC, ("a", "9h"), "cat, 1", "Cat has to wait: it is Bob’s turn to bid [lizard.turn]"),
    ("lizard", ABC, LIZARD, "ann 9h", "Ann has to wait: it is Bob’s turn to play [lizard.turn]"),
    ("lizard", ABC, LIZARD, "bids 2", "Bob cannot bid now: it is Bob’s turn to play [lizard.step]"),
    ("red-and-black", TWO, RIVER, "p 2", "Ann cannot peek: the whole river is face up [redblack.face-up]"),
    ("red-and-black", TWO, RIVER, "bob 2", "; Ann may guess or swap, Bob may guess [redblack.line]"),
    ("liars-guess", TWO, GUESS, "gt1 gt", "Ann cannot show gt1: everybody has seen it elsewhere [guess.seen]"),
    ("liars-guess", TWO, GUESS, "gt3 rc", "Ann cannot ask rc with gt3: that can ask gt, g3, t3 [guess.ask-own]"),
    ("liars-guess", TWO, GUESS, "2", "Ann may accuse, guess or show, Bob may accuse or guess"),
]


@pytest.mark.parametrize(("game", "seats", "before", "typed", "said"), UNTIMELY)
def test_what_comes_at_the_wrong_time_hears_whose_turn_it_is_or_by_which_rule(
    journal, game, seats, before, typed, said
):
    _table, terminal, _ = play(journal, *before, typed, game=game, seats=seats)
    assert said in " ".join(terminal.shared.split())


def test_the_hook_offers_only_what_is_legal_and_a_trump_that_nobody_entered_is_not_denied(journal):
    _table, terminal, _ = play(journal, "a", "9h", "1", "1", game="lizard", seats=ABC, hook=True, width=60)
    assert "Ann, will you win the trick? (1 or 0) " in terminal.prompts, "1 + 1 is more than one trick already"
    _table, terminal, _ = play(journal, "a", "9h", "1", "0", game="lizard", seats=ABC, hook=True)
    assert "Ann, will you win the trick? (1) (Enter: Ann: bids 1) " in terminal.prompts
    _table, terminal, _ = play(journal, "a", "1", "0", "0", game="lizard", seats=ABC, track="scores")
    assert "trump" not in terminal.shared.rpartition(" Lizard · ")[2]
    _table, terminal, _ = play(journal, "a", "snake", "1", "0", "0", game="lizard", seats=ABC, track="scores")
    assert "no trump" in terminal.shared.rpartition(" Lizard · ")[2]


def test_where_two_may_act_a_bare_card_is_of_whom_the_prompt_calls(journal):
    before = ("4s 7c", "s s", "Ac 3c 7d 2d 9h Ts", "s s", "4c 4d", "s s", "Kh Qh", "s s")
    table, terminal, _ = play(journal, *before, "5d", "Qh", game="liar-poker", seats=TWO)
    assert table.log.lines[-2:] == ("Ann: turns 5d", "Bob: turns Qh")
    assert not any("Which number" in prompt for prompt in terminal.prompts)


def test_cards_typed_where_a_bid_is_due_hear_what_is_wrong_with_the_cards(journal):
    before = ("a", "9h", "1", "0", "0", "ah", "2h", "3c", "trump 5d")
    _table, terminal, _ = play(journal, *before, "cat: holds", "5", "5", "ah 9z", "", game="lizard", seats=ABC)
    assert "“9z” is no card" in terminal.private
