"""Rulings that a short record does not say: who sees what, what is explained, warnings, the first rules of a game."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from referee import games
from referee.core.cards import put
from referee.core.play import actions_in_view, game_status, last_ruling, redacted
from referee.core.setup import setup
from referee.records import parse_record, replay_record
from tests.referee.conformance import law_of_views
from tests.referee.rulings.case import Case
from tests.referee.rulings.rooms import GUESS, KITS, LAIR, RED_AND_BLACK


@GUESS.proves(
    "On request the referee explains it",
    "The explanation is the smallest set of answers it could find that cannot all be true, and why",
)
def test_the_referee_explains_by_the_fewest_answers() -> None:
    """After no green circle there is one green 2 left, so of five answers these two quarrel."""
    lines = (
        "Ann: answers 2 / Ann: shows yc1 asks yc / Bob: answers 0 / Bob: shows gc1 asks gc / Ann: answers 0 / "
        "Ann: shows yc2 asks yc / Bob: answers 0 / Bob: shows gh2 asks g2 / Ann: answers 2 / "
        "Bob: accuses / Ann: denies / Bob: insists"
    )
    case = Case("", GUESS.named["ASK"] + tuple(lines.split(" / ")), {}, "", "", False, ("Ann", "Bob"), {}, None)
    done = GUESS.replay(case, GUESS.text(case))
    assert done.answer()["scores"] == {"Ann": 0, "Bob": 14}
    _at, said = last_ruling(done.record.game, done.record.setup, done.actions)
    assert [sentence.split(":")[0] for sentence in said[:-1]] == ["Question 3", "Question 5"]
    assert "Ann answered 0 green circles" in said[0]
    assert re.search(r"So 0 of Ann’s \d hidden cards would be among these: ", said[0])
    assert "Ann answered 2 green 2s" in said[1]


@LAIR.proves(
    "The line is private, and the departing hand is shown to this player only",
    "With `gift`, the departing player chooses the card unseen, privately (`Cat: gives 4`)",
)
@pytest.mark.parametrize(("departing", "shown_to"), [("pick", {0, 1}), ("gift", {1}), ("pool", {1})])
def test_who_sees_the_departing_hand(departing: str, shown_to: set[int]) -> None:
    """Bob leaves 5, 9 and 12 behind: he has them in his hand, Ann may pick where she picks, and nobody else looks."""
    case = Case("", LAIR.named["KNOCK"], {}, "", "", False, LAIR.seats, {"each": 2, "departing": departing}, KITS[8])
    state = LAIR.replay(case, LAIR.text(case)).state
    for eyes in (None, 0, 1, 2, 3):
        seen = LAIR.game.view(state, eyes).hands[1]
        assert (seen == 1 << 5 | 1 << 9 | 1 << 12) == (eyes in shown_to), eyes
        assert seen == 0 or eyes in shown_to


@LAIR.proves(
    "The line is private, and only the two see which card it is. Nothing is said of its truth",
    "The redacted line is `dawn (Ann holds 3 6; Bob holds 9; 3 true; 6 false; 9 false)`",
)
def test_who_sees_the_gift_to_a_liar_and_what_dawn_opens() -> None:
    """Ann gives Bob 8, which only these two read; whoever had seen Ann's other cards is not sure of them any more."""
    options = {"each": 2, "caught": "spared", "dawn": 1}
    lines = ("Ann: gives 8", "Cat: plays 7", "Dan: plays 11", "Ann: reclaims 7", "Bob: reclaims 11")
    said = (*LAIR.named["KNOCK"], *lines, *LAIR.named["PASSES"], "dawn")
    case = Case("", said, {}, "", "", False, LAIR.seats, options, KITS[8])
    done = LAIR.replay(case, LAIR.text(case))
    game, setup_ = done.record.game, done.record.setup
    for eyes in (None, 0, 1, 2, 3):
        masked = redacted(game, setup_, done.actions, eyes)
        (gift,) = (action for action in masked if action.verb == "gives")
        assert game.write(setup_, gift).words == (["8"] if eyes in {0, 1} else ["?"])
        opens = game.write(setup_, masked[-1]).opens
        assert "Bob holds 5 8 9 11 12" in opens
        assert ("8 false" in opens) == ("7 true" not in opens)
    law_of_views(game, setup_, list(done.actions))


@LAIR.proves(
    "A gift, or a card taken from a departing hand, may come before its owner's turn in the round. "
    "Then that player plays, even if the hand was empty when the round began. "
    "A prover who has given away the last card is passed over"
)
def test_a_hand_is_looked_at_when_its_turn_comes() -> None:
    def after(lines: list[str], state: Any) -> Any:
        for line in lines:
            state = games.step(LAIR.game, state, games.parse(LAIR.game, state.setup, line))
        return state

    def holding(state: Any, seat: int, hand: int) -> Any:
        sizes = put(state.sizes, seat, hand.bit_count())
        return replace(
            state, hands=put(state.hands, seat, hand), sizes=sizes, gone=state.gone | state.hands[seat] & ~hand
        )

    options = {"each": 2, "reclaim": "earlier", "caught": "spared"}
    start = LAIR.game.start(games.setup(LAIR.game, LAIR.seats, options, facts=KITS[8]))
    first = ["Ann: plays 6", "Bob: plays 9", "Cat: plays 7", "Dan: plays 15", *LAIR.named["PASSES"][:3]]
    empty = after(["Dan: passes"], holding(after([*LAIR.named["START"], *first], start), 0, 0))
    assert empty.queue == (1, 2, 3)
    given = after(["Bob: plays 5", "Bob: gives 12", "Cat: plays 13", "Dan: plays 11"], empty)
    assert given.actor == 0
    first[0] = "Ann: plays 3"
    last = after(["Dan: passes"], holding(after([*LAIR.named["START"], *first], start), 0, 1 << 8))
    caught = after(["Bob: plays 5", "Cat: plays 4", "Ann: gives 8", "Dan: plays 11"], last)
    assert caught.phase == "reclaim"


@LAIR.proves("N is from 0 to 10,000, and 0 means no dawn")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dawn": 3, "max_rounds": 2}, "options.dawn: the game ends after round 2, and dawn would come after round 3"),
        ({"dawn": 10_001}, "options.dawn"),
    ],
)
def test_a_dawn_that_never_comes_is_refused(options: dict[str, int], says: str) -> None:
    with pytest.raises(games.RecordError, match=re.escape(says)):
        games.setup(LAIR.game, LAIR.seats, {"each": 2} | options, facts=KITS[8])
    assert games.setup(LAIR.game, LAIR.seats, {"each": 2, "dawn": 10_000}, facts=KITS[8]).options.dawn == 10_000


@pytest.mark.parametrize("rules", [1, 2])
def test_by_the_first_rules_one_took_of_ones_own_hand(rules: int) -> None:
    """What contradicts one's own card, left over: a record of those days goes on as it did."""
    passes = ["Bob: passes", "Cat: passes", "Dan: passes"]
    lines = [*LAIR.named["DANS"], *passes, "Bob: plays 12", "Cat: plays 4", "Dan: plays 15"]
    game = LAIR.game
    state = game.start(games.setup(game, LAIR.seats, {"each": 2}, rules=rules, facts=KITS[8]))
    for line in lines + ["Dan: takes nothing"] * (rules == 1):
        state = games.step(game, state, games.parse(game, state.setup, line))
    turn = game.to_act(state)[0]
    assert (state.setup.seats[turn.seat], turn.verbs) == ("Bob", ("reclaims",))
    assert state.out == (0, 3)


@RED_AND_BLACK.proves(
    "`red = 26` and `black = 26` (9 to 99 each)", "Under 13 there is a warning on stderr at the start, and no flag"
)
@pytest.mark.parametrize(("red", "black", "said"), [(13, 13, ()), (12, 26, ("12 red",)), (9, 9, ("9 red", "9 black"))])
def test_a_thin_deck_is_warned_of(red: int, black: int, said: tuple[str, ...]) -> None:
    game = games.game("red-and-black")
    warned = game.warnings(setup(game, ("Ann", "Bob"), {"red": red, "black": black}))
    assert len(warned) == bool(said)
    assert all(word in warned[0] for word in said)


GAME = RED_AND_BLACK.game
CALL, DEAL = (" / ".join(RED_AND_BLACK.named[name]) + " / " for name in ("CALL", "DEAL"))
BOTH = "dealer Ann / Ann: holds r r r b b / Bob: holds r r b b b / Bob: calls red / river red black red / "


def played(lines):
    text = '+++\ngame = "red-and-black"\nseats = ["Ann", "Bob"]\n+++\n' + lines.replace(" / ", "\n")
    done = replay_record(parse_record(text))
    return done.record.setup, done.actions, done.state


def read_by(lines, seat):
    setup, actions, _ = played(lines)
    return [games.format_action(GAME, setup, action) for action in redacted(GAME, setup, actions, seat)][-1]


@RED_AND_BLACK.proves("The last word is private, is `?` for everybody else, and may be left out")
def test_what_others_read():
    for line in ("Bob: swaps 2 black", "Bob: swaps 1 red"):
        open_line = line.rpartition(" ")[0]
        assert read_by(DEAL + line, 1) == line
        assert read_by(DEAL + line, 0) == read_by(DEAL + line, None) == f"{open_line} ?"
    assert read_by(DEAL + "Bob: swaps 2", 0) == "Bob: swaps 2"
    one, two = (played(DEAL + f"Bob: swaps 2 {colour}")[2] for colour in ("red", "black"))
    assert game_status(GAME, one) == game_status(GAME, two)
    assert GAME.view(one, 0) == GAME.view(two, 0)


@RED_AND_BLACK.proves(
    "With both hands known (dealt by the referee, or entered) the referee follows every card",
    "A look shows Bob the colour that the referee knows",
    "A view keeps what its seat peeked at, took and laid until that slot changes or is turned up",
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
    assert len(actions_in_view(GAME, GAME.view(state, 1), 1, everyone=False)) > 4


@RED_AND_BLACK.proves("A hand known once stays known to its owner as long as each swap says what was laid.")
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
