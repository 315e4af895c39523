"""What each player of Liar's Lair has seen and reads, and the same rules written a second time, plainly."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.core.game import RecordError
from referee.core.play import format_action, game_status, last_ruling, narrated, parse, playout, redacted
from referee.core.setup import setup
from referee.games.liars_lair import GAME
from referee.games.liars_lair.state import Holds, Truths
from tests.referee import conformance as law
from tests.referee.games.by_hand import refusal
from tests.referee.games.lair import (
    DECLARE,
    FACTS,
    FOUR,
    KNOCK,
    START,
    play,
    replay_on,
)
from tests.referee.plain_lair import PlainLair
from tests.sampling import WHOLE


def test_who_has_seen_what() -> None:
    state = play(DECLARE)
    ann, dan, table = GAME.view(state, 0), GAME.view(state, 3), GAME.view(state, None)
    assert table.hands == (1 << 11, 1 << 3, 1 << 5, 1 << 7)  # reclaimed openly
    assert ann.hands[0] == 1 << 1 | 1 << 6 | 1 << 8 | 1 << 11
    assert ann.truth(3) is True  # dealt to Ann, and still known when it lies in Bob's hand
    assert dan.truth(3) is None
    assert table.truth(7) is None
    assert ann.truth(4) is False  # its other half


def test_an_unseen_take_makes_the_table_forget_where_the_hand_went() -> None:
    """Bob's 3 lies openly in his hand; when Ann takes a card unseen it may be with her, or gone."""
    lines = DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: passes\n"
    state = play(lines + "Bob: plays 2\nCat: plays 4\nDan: plays 14\nAnn: plays 1\n")
    taken = replay_on(state, "Ann: takes 9")
    before, after = GAME.view(state, None), GAME.view(taken, None)
    assert before.hands[1] >> 3 & 1
    assert not any(hand >> 3 & 1 for hand in after.hands)
    assert not after.gone >> 3 & 1
    assert GAME.judge(after, parse(GAME, state.setup, "Ann: reclaims 3")).legal is False
    own = GAME.view(taken, 0)
    assert own.hands[0] >> 9 & 1
    assert own.gone >> 3 & 1  # Ann saw what she left
    assert GAME.view(replay_on(state, "Ann: takes nothing"), None).gone >> 3 & 1


def test_lines_as_others_read_them() -> None:
    lines = KNOCK + "Ann: takes 9"
    state = play(lines)
    actions = [parse(GAME, state.setup, line) for line in lines.splitlines()]
    known = [action for action in actions if action is not None]

    def read_by(seat: int | None) -> list[str]:
        return [format_action(GAME, state.setup, action) for action in redacted(GAME, state.setup, known, seat)]

    assert read_by(None)[:1] + read_by(None)[4:] == [
        "Ann: holds ? ? ? ?",
        "truths ?",
        "start Ann",
        "Ann: plays 1",
        "Bob: plays 2 (2 false)",
        "Ann: takes ?",
    ]
    assert read_by(0)[0] == "Ann: holds 1 3 6 8"
    assert read_by(0)[4:] == [
        "truths ? (1 true; 3 true; 6 false; 8 false)",
        "start Ann",
        "Ann: plays 1",
        "Bob: plays 2 (2 false; Bob holds 5 9 12)",
        "Ann: takes 9",
    ]
    assert read_by(1)[-1] == "Ann: takes ?"


def test_brackets_in_a_full_record_must_be_true() -> None:
    state = play(START + "Ann: plays 1")
    assert GAME.judge(state, parse(GAME, state.setup, "Bob: plays 2 (2 false)")).legal
    assert GAME.judge(state, parse(GAME, state.setup, "Bob: plays 2 (1 true)")).legal
    for brackets in ("2 true", "1 false", "9 true", "2 false; Cat holds 4 7 10 13", "Bob absolved", "nothing"):
        assert refusal(state, f"Bob: plays 2 ({brackets})").rule == "lair.bracket-false"
    assert refusal(state, "Bob: plays 5 (5 true)").rule == "lair.bracket-false"
    asked = play(DECLARE + "Ann: declares\nBob: passes\nCat: passes")
    assert GAME.judge(asked, parse(GAME, asked.setup, "Dan: passes (Ann holds 11 8 6 1)")).legal
    assert refusal(asked, "Dan: passes (Ann holds 1 6 8)").rule == "lair.bracket-false"
    assert refusal(asked, "Dan: passes (Bob holds 2 3 9 12)").rule == "lair.bracket-false"


def test_the_words_of_an_evening() -> None:
    def said(lines: str, line: str, seat: int | None = None, **options: Any) -> str:
        state = play(lines, **options)
        action = parse(GAME, state.setup, line)
        assert action is not None
        return narrated(GAME, state, action, GAME.apply(state, action), seat)

    assert said(START, "Ann: plays 1") == "Ann plays 1, The Screw-Top Pear."
    assert said(START + "Ann: plays 1", "Bob: plays 2") == (
        "Bob plays 2, The Screw-Top Pear. It contradicts Ann's 1, and 2 is the lie: Bob is out!"
    )
    assert said(KNOCK, "Ann: takes 9") == "Ann takes one card of Bob's hand, and none from the table this round."
    assert said(KNOCK, "Ann: takes 9", 0).startswith("Ann takes 9, Camels & Lampshades of Bob's hand")
    question = DECLARE + "Ann: declares\nBob: passes\nCat: declares\nDan: passes\n"
    assert (
        said(question, "Bob: shows 3")
        == "Bob shows 3, Goats & Trombones. It is true, but contradicts nothing in Ann's hand."
    )
    assert said(question, "Bob: shows 12") == "Bob shows 12, The Bells of Marsh End. It is a lie: Bob is out!"
    assert said(question + "Bob: passes\n", "Cat: shows 5") == (
        "Cat shows 5, Mules & Abacuses. It is true, and contradicts Ann's 6: Ann is out! Cat's hand lies open: "
        "4 Goats & Trombones; 5 Mules & Abacuses; 10 Camels & Lampshades; 13 How to Wake a Baker."
    )
    assert said(DECLARE + "Ann: passes\nBob: passes\nCat: passes\n", "Dan: declares").endswith(
        "It contradicts itself: Dan is out! Round 2: Bob leads."
    )


def test_a_hand_on_its_private_screen() -> None:
    state = play(KNOCK)
    assert GAME.hand(GAME.view(state, 0), 0) == (
        ("3", "Goats & Trombones", "true"),
        ("6", "Mules & Abacuses", "LIE"),
        ("8", "The Sound of Parsnips", "LIE"),
        ("5", "Mules & Abacuses", "Bob's hand"),
        ("9", "Camels & Lampshades", "Bob's hand"),
        ("12", "The Bells of Marsh End", "Bob's hand"),
    )
    assert GAME.hand(GAME.view(state, 2), 2)[0] == ("4", "Goats & Trombones", "LIE")


def test_why_somebody_was_knocked_out() -> None:
    made = setup(GAME, FOUR, {"each": 2}, facts=FACTS[8])
    actions = [action for line in KNOCK.splitlines() if (action := parse(GAME, made, line)) is not None]
    at, (why,) = last_ruling(GAME, made, actions)
    assert at == len(actions)
    assert why.startswith("2 and 1 are rivals, ")
    assert why.endswith("so one of them is a lie: by the draw at the deal 2 is a lie, and 1 true.")
    assert last_ruling(GAME, made, actions[:-1]) == (0, ())


def test_hands_and_truths_are_kept_sorted() -> None:
    state = play("")
    assert parse(GAME, state.setup, "ann: HOLDS 8 ? 1 3") == Holds(0, (1, 3, 8, -1))
    assert parse(GAME, state.setup, "truths 5 3") == Truths((3, 5))
    for line in (
        "truths ? 3",
        "truths",
        "Ann: holds",
        "Ann: holds 0 1 2 3",
        "Ann: plays ?",
        "Ann: shows nothing",
        "start Zed",
    ):
        with pytest.raises(RecordError) as caught:
            parse(GAME, state.setup, line)
        assert caught.value.rule == "lair.line"


def test_a_plain_telling_of_the_rules_says_the_same() -> None:
    """Random games with every option, line by line: what the table sees, who is next, who wins."""
    for seed in range(500 if WHOLE else 150):
        made, actions, _, _ = law.random_game(GAME, seed)
        made = replace(made, seats=tuple(name.replace(" ", "_") for name in made.seats))
        state = GAME.start(made)
        plain = PlainLair(list(made.seats), made.options, state.partner)
        for action in actions:
            line = GAME.write(made, action)
            plain.line(None if line.seat is None else made.seats[line.seat], line.verb, line.words)
            state = GAME.apply(state, action)
            answer = game_status(GAME, state)
            where = f"seed {seed}: {format_action(GAME, made, action)}"
            assert answer["public"] == plain.public(), where
            assert answer["next"] == plain.next(), where
            assert answer["winners"] == plain.winners, where
        assert plain.winners or plain.public()["round"] == made.options.max_rounds, (
            "only the last round of a cap ends without a winner"
        )


def test_every_ending_is_met() -> None:
    made = setup(GAME, FOUR[:3], {"each": 2, "absolution": True}, facts=FACTS[6])
    reasons = Counter(playout(GAME, made, Random(seed))[0].how for seed in range(600))
    assert len(reasons) == 3, reasons
