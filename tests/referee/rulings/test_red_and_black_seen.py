"""What a seat of Red & Black has seen, and nobody else (docs/rules.md §4), as short records."""

import pytest

from referee import games
from referee.core.play import choices, redacted, standing
from referee.records import parse_record, replay_record
from tests.referee.conformance import law_of_views
from tests.referee.rulings.case import Case
from tests.referee.rulings.red_and_black import CALL, DEAL, SWAP, room

rule = room()
GAME = games.game("red-and-black")
BOTH = "dealer Ann / Ann: holds r r r b b / Bob: holds r r b b b / Bob: calls red / river red black red / "

rule(
    "`Bob: peeks 2 red` and `Bob: swaps 2 black` (the colour that Bob lays) say what only Bob may know | a look",
    SWAP + "Ann: peeks 2 red",
    next="Ann: guesses leaves swaps",
)
rule(
    "`Bob: peeks 2 red` and `Bob: swaps 2 black` (the colour that Bob lays) say what only Bob may know | a swap",
    DEAL + "Bob: swaps 2 black / Ann: attacks 0 red / Bob: defends 0 red",
    river=["red", None, "red"],
)
rule("and may be left out", DEAL + "Bob: swaps 2 / Ann: peeks 2 / Ann: leaves", turn="Bob")
rule(
    "Where it can be computed it must be true | a card that is not in the hand",
    CALL.replace("Bob: calls", "Bob: holds b b b b b / Bob: calls") + "river red black red / Bob: swaps 1 red",
    refused="redblack.held",
    secret=True,
)
rule(
    "Where it can be computed it must be true | everybody knows what lies there",
    CALL + "river red red red / Bob: swaps 1 / Ann: attacks 0 red / Bob: defends 5 red / Bob: swaps 2 black",
    refused="redblack.possible",
    says="Bob cannot lay black",
)
rule(
    "Where it can be computed it must be true | what was laid there was said",
    BOTH + "Bob: swaps 1 black / Ann: peeks 1 red",
    refused="redblack.held",
    secret=True,
)


def played(lines):
    text = '+++\ngame = "red-and-black"\nseats = ["Ann", "Bob"]\n+++\n' + lines.replace(" / ", "\n")
    done = replay_record(parse_record(text))
    return done.record.setup, done.actions, done.state


def read_by(lines, seat):
    setup, actions, _ = played(lines)
    return [games.format_action(GAME, setup, action) for action in redacted(GAME, setup, actions, seat)][-1]


@rule.proves("the last word is private, `?` for everybody else")
def test_what_others_read():
    for line in ("Bob: swaps 2 black", "Bob: swaps 1 red"):
        open_line = line.rpartition(" ")[0]
        assert read_by(DEAL + line, 1) == line
        assert read_by(DEAL + line, 0) == read_by(DEAL + line, None) == f"{open_line} ?"
    assert read_by(DEAL + "Bob: swaps 2", 0) == "Bob: swaps 2"
    one, two = (played(DEAL + f"Bob: swaps 2 {colour}")[2] for colour in ("red", "black"))
    assert standing(GAME, one) == standing(GAME, two)
    assert GAME.view(one, 0) == GAME.view(two, 0)


@rule.proves(
    "With both hands known (dealt by the referee, or entered) the referee follows every card",
    "a look shows Bob the colour that the referee knows, and a view keeps what its seat peeked at, took and laid until "
    "that slot changes or is turned up",
)
def test_the_referee_follows_every_card():
    peeked = BOTH + "Bob: swaps 1 black / Ann: peeks 1"
    assert read_by(peeked, 0) == "Ann: peeks 1 black"
    assert read_by(peeked, 1) == "Ann: peeks 1"
    _, _, state = played(peeked)
    assert GAME.hidden(GAME.view(state, 0))["river"] == ["black", "black", "red"]
    assert GAME.hidden(GAME.view(state, None))["river"] == [None, "black", "red"]
    _, _, state = played(peeked + " / Ann: swaps 1 red")
    assert GAME.hidden(GAME.view(state, 0))["river"] == ["red", "black", "red"]
    assert GAME.hidden(GAME.view(state, 0))["hands"] == {"Ann": ["black", "black", "black", "red", "red"], "Bob": None}
    assert GAME.hidden(GAME.view(state, 1))["river"] == [None, "black", "red"]
    assert GAME.hidden(state)["river"] == ["red", "black", "red"]
    fields = GAME.fields(GAME.view(state, 1), 1, "swaps")
    assert [field.among for field in fields] == [("2", "3"), ("black", "red")]
    assert len(choices(GAME, GAME.view(state, 1), 1, everyone=False)) > 4


@rule.proves("A hand known once stays known to its owner as long as each swap says what was laid.")
def test_a_hand_stays_known():
    for said, known in ((" black", True), ("", False)):
        _, _, state = played(
            BOTH + f"Bob: swaps 1{said} / Ann: attacks 0 red / Bob: defends 0 red / Bob: swaps 2{said}"
        )
        hand = GAME.hidden(GAME.view(state, 1))["hands"]["Bob"]
        assert (hand == ["black", "black", "red", "red", "red"]) if known else (hand is None)


ENDS = (
    "Bob: swaps 1 black / Ann: peeks 1 black / Ann: swaps 1 red / Bob: peeks 1 / Bob: leaves",
    "Bob: swaps 2 red / Ann: peeks 2 / Ann: leaves / Bob: attacks 1 black / Ann: guesses 2 black 3 red",
)


@pytest.mark.parametrize("begin", [BOTH, DEAL, CALL + "Bob: holds r r b b b / river red black red / "])
def test_the_law_of_views_with_colours_said(begin):
    for end in ENDS:
        setup, actions, _ = played(begin + end)
        law_of_views(GAME, setup, list(actions))


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)
