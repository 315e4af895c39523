"""Whole evenings at one keyboard, each a golden: what was typed, every screen and prompt, and the lines that were kept.

What differs in a diff of the goldens is what a person at the table would see differently. What a shared screen must
never show is tested by itself (test_console, test_honest).
"""

import re

import pytest

from tests.referee.console.test_console import BIDDING, ROUND, SEATS, play

TWO = SEATS[:2]
GUESS = {"game": "liars-guess", "seats": TWO}
RIVER = {"game": "red-and-black", "seats": TWO}
POKER = {"game": "liar-poker", "seats": TWO}
SECRET = {"estimates": "secret", "rounds": 1}
FACEUP = ("b", "rc1 rc2 rh3 yc1 yh2 gt1 gt2 gc3")
RED = ("b", "red", "red black red")
CHAIRS = ("Ann", "Zoe", "Yan")
BOTS = {"rounds": 1, "seats": CHAIRS, "bots": {1: "easy", 2: "easy"}}
DONE = (*BIDDING, "1", "0", "0", "ah")
ONE_ROW = ("Ann 1, Bob 0, Cat 0", "undo", "y")

EVENINGS = {
    # the open screen
    "a game in few keys": (("a", "9h", "1", "0", "0", "ah", "2h", "3c"), {"rounds": 1}),
    "who won is said once": ((*RED, "bob guesses 3 black 2 red", "reveal 3 black 2 red"), RIVER),
    "a refusal, and why": ((*BIDDING, "4", "why", "why lizard.follow", "why lizard.nothing"), {}),
    "all that was typed is refused": (("ann", "red", "r r", "r r r", "guess 4 black"), RIVER),
    "a line that begins like a command": (
        ("ann", *RED[1:], "bob guesses 3 black 2 red", "reveal", "reveal 3 black 2 red"),
        RIVER,
    ),
    "of many near cards none is guessed": (("dealer Ann", "Zh", "trump Zh", "2"), {"rounds": 1}),
    "a wrong name": (("zed",), {"rounds": 1}),
    "a verb out of its step": (("Cat: Ah", "Cat: 2", "plays Ah"), {"rounds": 1, "before": BIDDING}),
    "a verb out of its step, by its rule": ((*RED, "attacks 1 red", "attack 1 red", "Bob: 1 red"), RIVER),
    "a bare card is of two people": ((*FACEUP, "rt1", "", "rt1", "2"), GUESS),
    "only one verb of one seat": ((*FACEUP, "rt1 asks rt", "3", "Bob: gt3"), GUESS),
    "short answers": ((*RED, "1", "1", "leaves", "2 red"), RIVER),
    "a bare guess is asked about": ((*RED, "1", "peek 1", "1 black 4 red", "n", "leave"), RIVER),
    "a bare hand is no line": ((*FACEUP, "rh1 rh2 rt1 rt2 rt3 yc2 yc3 yh1 yh3"), GUESS),
    # slips
    "a slip and a no": ((*BIDDING, "Bpb 1", "n", "Bpb 1", "", "Bpb 1", "y"), {}),
    "a slip and another line": ((*BIDDING, "Bpb 1", "Bob 0", "hisotry", "1"), {"rounds": 1}),
    "a slip in a command": ((*BIDDING, "hisotry", "y"), {}),
    "a slip in leaving": ((*BIDDING, "qiut", "n", "qiut", "y", "1"), {}),
    # commands
    "undo and redo": ((*BIDDING, "1", "0", "undo", "n", "undo 2", "y", "redo"), {}),
    "rename": ((*BIDDING, "1", "rename b Roberta", "rename", "cat", "Bob: x", "rename c", "Kit", "0"), {}),
    "help": ((*BIDDING, "help", "?", "help undo", "help bids", "help me"), {}),
    "scores and history": ((*ROUND, "scores", "history 2"), {"rounds": 2}),
    "reveal": ((*ROUND, "reveal"), {"rounds": 1}),
    "why the last ruling, why the last refusal": (
        ("why", *FACEUP, "rh1 rh", "0", "ann accuses", "denies", "insists exposing yc2", "why", "faceup rc1", "why"),
        GUESS,
    ),
    "a ruling stays known": ((*FACEUP, "shows rc1 asks rc", "rh1 rh", "why"), GUESS),
    "why: trump": ((*BIDDING, "1", "0", "0", "9s", "2h", "3c", "why"), {}),
    "why: the suit led": ((*BIDDING, "1", "0", "0", "9s", "2s", "3c", "why"), {}),
    "why: a lizard": ((*BIDDING, "1", "0", "0", "l", "2s", "3c", "why"), {}),
    "why: nothing but snakes": ((*BIDDING, "1", "0", "0", "s", "s", "s", "why"), {}),
    "why: a defence": ((*RED, "1", "2", "attacks 1 red", "0 red", "why"), RIVER),
    "why: the bets": (("4s 7c", "s s", "Ac 3c 7d 2d 9h Ts", "l f", "why"), POKER),
    "a line is corrected": (("fix 3", "0", "y", "history all"), {"before": DONE}),
    "a correction and no yes": (("fix 1 dealer Bob", "nonsense"), {"before": DONE}),
    "corrections that can't be": (
        ("fix", "", "fix 99", "fix 3 bob bids 4", "fix 3 bob sings", "fix 3 1"),
        {"before": DONE},
    ),
    # bots
    "a bot takes a chair and gives it back": (
        ("a", "bot Zoe", "n", "bot Zoe:hrd", "bot Zoe:easy", "y", "bot Ann:person", "bot zoe:person", "y"),
        {"rounds": 1, "seats": CHAIRS},
    ),
    "nobody speaks for a bot": (
        ("skip", "red", "Zoe: guesses 3 black 2 red", "guess 3 black 2 red"),
        {"game": "red-and-black", "seats": CHAIRS[:2], "bots": {1: "hard"}},
    ),
    "help names people alone": (("help",), {"game": "liars-guess", "seats": CHAIRS[:2], "bots": {1: "easy"}}),
    "an undo in the words of people": (("skip", "0", "fix 6", "undo", "n", "undo", "y", "bids", "why"), BOTS),
    "where no person is left": (("skip", "bot Ann", "y", "help", "bot Ann:person", "y"), BOTS),
    "why a bot did so": (("skip", "0", "why z", "why ann", "look zoe", "pin zoe", "y"), BOTS),
    # private screens
    "the private screen asks in the game's words": (("", "1", "1", "help", "7", "1", ""), SECRET),
    "help names everybody once": (("help",), SECRET),
    "whoever comes to enter a hand is asked for it": (("Ann: holds", "1", "1", "9h", "Qs", "1", ""), SECRET),
    "a hand where a bid is due is asked about": (("", "1", "1", "Qs", "y", "0", ""), SECRET),
    "a name alone hands the laptop over": (("Cat", "1234", "1234", "0", ""), SECRET),
    "a secret on the shared screen": (("Ann: bids 1", "1234", "1234", "", ""), SECRET),
    "what nobody asked for": (("3 4 5", "swordfish"), SECRET),
    "half of a secret step": (("Bob 1", "Bob 1, Zed 0", "Ann 0, Bob 1"), SECRET),
    "laid open, and taken back as one": ((*ONE_ROW, "redo", "undo", "y"), SECRET),
    "laid open, and a card after it": ((*ONE_ROW, "redo", "Ah", "undo 2", "y", "redo", "undo 2", "y"), SECRET),
    "laid open and done again": ((*ONE_ROW, "redo", "Ah", "undo 2", "y", "redo 2"), SECRET),
    "one alone, the others laid open": (
        ("", "1", "1", "1", "", "Bob 0, Cat 0", "undo", "y", "Bob 0, Cat 1", "undo 2", "y"),
        SECRET,
    ),
    "a line laid open is done whole": (
        ("4s 7c", "Ann small, Bob small", "Ann Ac 3c 7d, Bob 2d 9h 4s", "Ann Ac 3c 7d, Bob 2d 9h Ts"),
        POKER,
    ),
    "nor with a card of somebody else": (("4s 7c", "s s", "Ann Ac 3c 7d, Bob 2d 9h Ac", "2d 9h"), POKER),
    "the notebook": ((*RED, "Ann: holds", "5", "5", "book", "r r r b b", "book", ""), {**RIVER, "red": 9, "black": 9}),
    "two different PINs": (("look b", "1234", "1235", "77", "77", ""), {"rounds": 1, "before": BIDDING}),
    "a forgotten PIN": (
        ("look b", "1234", "1234", "", "pin b", "n", "pin b", "y", "99", "99", "look b", "99", ""),
        {"rounds": 1, "before": BIDDING},
    ),
    "a terminal that can't be wiped": (("look b", "n"), {"rounds": 1, "before": BIDDING, "wipes": False}),
}


@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_at_the_keyboard(journal, evening, snapshot):
    typed, table = EVENINGS[evening]
    before = table.get("before", BIDDING if table is SECRET else ())
    options = {name: value for name, value in table.items() if name != "before"}
    played, terminal, status = play(journal, *before, *typed, **options)
    unread = [f"not read: {terminal.answers}"] if terminal.answers else []
    kept = [*played.log.lines, *unread, f"status {status}, wiped {terminal.wiped} times"]
    screens = {"shared": terminal.shared, "private": terminal.private, "kept": "\n".join(kept)}
    text = "\n".join(f"=== {name}\n{text}" for name, text in screens.items())
    text = re.sub(r"(sealed:|is:)\s+[0-9A-Z-]{24}", r"\1 SEAL", text)
    assert re.sub(r"\b\d\d:\d\d\b", "HH:MM", text) == snapshot
