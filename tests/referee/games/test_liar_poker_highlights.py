"""What Liar Poker finds worth remembering, in small games by hand of which one knows it."""

import pytest

from referee import games, new
from referee.core.game import CAUGHT, DOUBTED, SAID_LIE, SAID_TRUTH
from tests.referee.games.moments import lines, told

BETS = "Ann: bets small / Bob: bets small"
DEALT = """board 4s 7c / Ann: holds Ac 3c 7d 7h Kd / Bob: holds 2d 9h Ts 9c Qs
/ Ann: bets small / Bob: """
FIRST = f"""{DEALT}bets small / Ann: reveals Ac 3c 7d / Bob: reveals 2d 9h Ts / Ann: bets middle / Bob: bets middle
/ Ann: reveals 7h / Bob: reveals 9c / Ann: bets large / Bob: bets large / Ann: claims Kh / Bob: claims Qs
/ Ann: accepts / Bob: accepts"""
SMALL = f"""board 5h 6h / Ann: holds 2c 2s 8d 9s Jd / Bob: holds 3d 4d Tc Qc Ks / {BETS} / Ann: reveals 2c 2s 8d
/ Bob: reveals 3d 4d Tc / {BETS} / Ann: reveals 9s / Bob: reveals Qc / {BETS}"""
POKER = lines(f"{FIRST} / {SMALL} / Ann: claims Jd / Bob: claims Qd / Ann: suspects / Bob: accepts / Bob: turns Ks")
SECOND_LIE = f"{SMALL} / Ann: claims Jh / Bob: claims Ks / Ann: accepts / Bob: accepts"
TIE = f"""board Ah Kd / Ann: holds 5c 6c 9s Jd Qc / Bob: holds 5d 6d 9h Js Qd / {BETS} / Ann: reveals 5c 6c 9s
/ Bob: reveals 5d 6d 9h / {BETS} / Ann: reveals Jd / Bob: reveals Js / {BETS} / Ann: claims Qh / Bob: claims Qd
/ Ann: accepts / Bob: accepts"""
GAMES = {
    "a lie that was believed, and one that was not": POKER,
    "a last card that nobody has seen is no lie": "\n".join(row for row in POKER.split("\n") if "holds" not in row),
    "two lies running": f"{FIRST} / {SECOND_LIE}",
    "three lies running, and hands of the same worth": f"{FIRST} / {SECOND_LIE} / {TIE}",
    "a true claim ends a run": f"{FIRST} / {SECOND_LIE.replace('claims Jh', 'claims Jd')} / {TIE}",
    "a fold is no showdown": f"{DEALT}folds / {SECOND_LIE}",
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_worth_remembering(name, snapshot):
    rounds = lines(GAMES[name]).count("board")
    assert told("liar-poker", "Ann Bob", GAMES[name], chips=300, max_rounds=rounds) == snapshot


def test_a_claim_is_said_once_and_judged_once():
    """A suspicion alone says nothing: who was caught, and who was doubted for nothing, comes when it is settled."""
    match, game = new("liar-poker", ["Ann", "Bob"], chips=300, max_rounds=2), games.game("liar-poker")
    match.play(*POKER.replace("Bob: accepts\nBob: turns", "Bob: suspects\nAnn: turns Jd\nBob: turns").split("\n"))
    said = [(one.seat, one.kind) for step in match._steps for one in game.sayings(*step)]
    claims = [(0, SAID_LIE), (1, SAID_TRUTH), (0, SAID_TRUTH), (1, SAID_LIE)]
    assert said == [*claims, (0, DOUBTED), (1, CAUGHT)]
