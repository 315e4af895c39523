"""Liar's Lair, ruling by ruling (docs/rules.md §1). Odd cards are true unless the test says so: 1 and 2 are a pair."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from factbank.facts import read
from referee.core.errors import RecordError
from referee.core.game import Refused
from referee.core.play import legal, narrated, redacted, replay, ruling, standing
from referee.core.rulings import last_ruling
from referee.core.setup import setup
from referee.games.liars_lair import GAME
from referee.games.liars_lair.actions import Holds, Truths
from referee.games.liars_lair.deal import draw_truths, orient
from referee.games.liars_lair.state import State
from referee.lines.line import format_action, parse
from referee.lines.playout import playout
from tests.referee import conformance as law
from tests.referee.plain_lair import PlainLair

RECORDS = Path(__file__).parents[2] / "records"
FACTS = {pairs: read(RECORDS / f"lair-{pairs}-pairs.json") for pairs in (6, 8, 10, 12)}
FOUR = ("Ann", "Bob", "Cat", "Dan")
HANDS = "Ann: holds 1 3 6 8\nBob: holds 2 5 9 12\nCat: holds 4 7 10 13\nDan: holds 11 14 15 16\n"
DEAL = HANDS + "truths 1 3 5 7 9 11 13 15\n"
START = DEAL + "start Ann\n"
KNOCK = START + "Ann: plays 1\nBob: plays 2\n"
ROUND = "Ann: plays 3\nBob: plays 5\nCat: plays 7\nDan: plays 11\n"
RECLAIM = "Ann: reclaims 11\nBob: reclaims 3\nCat: reclaims 5\nDan: reclaims 7\n"
DECLARE = START + ROUND + RECLAIM  # Ann 1 6 8 11, Bob 2 3 9 12, Cat 4 5 10 13, Dan 7 14 15 16


def play(lines: str, pairs: int = 8, seats: tuple[str, ...] = FOUR, **options: Any) -> State:
    made = setup(GAME, seats, {"each": 2} | options, facts=FACTS[pairs])
    actions = [parse(GAME, made, line) for line in lines.strip().splitlines()]
    return replay(GAME, made, [action for action in actions if action is not None])


def refusal(state: State, line: str) -> Refused:
    judgment = GAME.judge(state, parse(GAME, state.setup, line))
    assert isinstance(judgment, Refused), f"{line} is legal"
    return judgment


def public(state: State) -> dict[str, Any]:
    answer: dict[str, Any] = standing(GAME, state)["public"]
    return answer


def nexts(state: State) -> list[tuple[str | None, list[str]]]:
    return [(turn["seat"], turn["verbs"]) for turn in standing(GAME, state)["next"]]


# ------------------------------------------------------------------------------------------------------ the deal


def test_the_deal_in_any_order() -> None:
    lines = HANDS.splitlines()
    state = play("\n".join([lines[2], lines[0]]))
    assert nexts(state) == [("Bob", ["holds"]), ("Dan", ["holds"])]
    assert public(state) == {
        "round": 1,
        "start": None,
        "phase": "deal",
        "table": {},
        "hands": {"Ann": 4, "Bob": 0, "Cat": 4, "Dan": 0},
        "out": [],
        "exposed": {},
    }
    assert nexts(play(HANDS)) == [(None, ["truths"])]
    assert nexts(play(DEAL)) == [(None, ["start"])]
    assert public(play(DEAL))["phase"] == "deal"
    assert nexts(play(START)) == [("Ann", ["plays"])]


def test_a_bad_deal_is_refused_at_the_first_line_that_shows_it() -> None:
    state = play(HANDS[: HANDS.index("Dan")])
    assert refusal(state, "Dan: holds 11 14 15").rule == "lair.holds-count"
    assert refusal(state, "Dan: holds 11 14 15 15").rule == "lair.holds-count"
    assert refusal(state, "Dan: holds 11 14 15 1").rule == "lair.one-place"
    assert refusal(state, "Dan: holds 11 14 15 17").rule == "lair.kit"
    assert refusal(state, "Ann: holds 11 14 15 16").rule == "lair.holds-once"
    large = play(HANDS[: HANDS.index("Dan")], pairs=10)
    assert refusal(large, "Dan: holds 11 14 15 17").rule == "lair.pairs-whole"
    assert refusal(play(HANDS), "truths 1 3 5 7 9 11 13").rule == "lair.truths-halves"
    assert refusal(play(HANDS), "truths 1 2 3 5 7 9 11 13").rule == "lair.truths-halves"
    assert refusal(play(HANDS), "truths 2 3 5 7 9 11 13 15").rule == "lair.truths-even"
    assert refusal(play(HANDS, pairs=10), "truths 1 3 5 7 9 11 13 17").rule == "lair.truths-dealt"
    assert refusal(play(DEAL), "truths 1 3 5 7 9 11 13 15").rule == "lair.deal-order"
    assert refusal(play(HANDS), "start Ann").rule == "lair.deal-order"
    assert refusal(play(START), "Ann: holds 1 3 6 8").rule == "lair.holds-once"


def test_entering_a_hand_is_no_way_to_ask_what_others_hold() -> None:
    state = play(HANDS[: HANDS.index("Dan")], pairs=10, deal="entered")
    wrong = parse(GAME, state.setup, "Dan: holds 11 9 15 17")
    shared, own = ruling(GAME, state, wrong), ruling(GAME, state, wrong, 3)
    assert isinstance(shared, Refused)
    assert isinstance(own, Refused)
    assert shared.why == "Dan: holds … does not fit the cards entered"
    torn = ruling(GAME, state, parse(GAME, state.setup, "Dan: holds 11 14 15 17"), 3)
    assert isinstance(torn, Refused)
    assert (own.rule, own.why) == (torn.rule, torn.why) == ("", shared.why), "the same for every reason"


def test_even_hands_unless_the_mix_is_random() -> None:
    assert play(HANDS + "truths 2 3 5 7 9 11 13 15", mix="random").dealt
    assert refusal(play(HANDS, mix="random"), "truths 1 2 5 7 9 11 13 15").rule == "lair.truths-halves"


def test_the_smallest_kit_that_serves() -> None:
    for seats, each, pairs, said in (
        (4, 3, 10, "each = 2 for 4 players, or each = 3 for 3 players"),
        (6, 2, 10, "each = 2 for 5 players"),
        (8, 6, 12, "each = 2 for 6 players"),
    ):
        with pytest.raises(RecordError, match=f"facts: this kit has {pairs} pairs.*{said}$"):
            setup(GAME, law.NAMES[:seats], {"each": each}, facts=FACTS[pairs])


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from(["pairs", "cards"]), st.sampled_from(["even", "random"]))
def test_every_drawn_deal_is_a_deal(seed: int, aside: str, mix: str) -> None:
    rng = Random(seed)
    seats, each = rng.randint(3, 8), rng.randint(2, 5)
    facts = law.some_facts(seats * each + rng.randint(0, 4), rng)
    made = setup(GAME, law.NAMES[:seats], {"each": each, "aside": aside, "mix": mix}, facts=facts)
    state = GAME.start(made)
    while state.start is None:
        action = GAME.draw(state, rng)
        assert action is not None
        assert GAME.judge(state, action).legal, action
        state = GAME.apply(state, action)
    assert state.phase == "play"


def test_drawing_goes_on_from_hands_that_people_entered() -> None:
    for seed in range(40):
        rng = Random(seed)
        made = setup(GAME, FOUR, {"each": 2, "deal": "entered"}, facts=FACTS[10])
        state = GAME.start(made)
        for line in ("Cat: holds 1 2 3 19", "Ann: holds 4 6 8 10"):
            state = replay_on(state, line)
        while not state.dealt:
            action = GAME.draw(state, rng)
            assert action is not None
            assert GAME.judge(state, action).legal, action
            state = GAME.apply(state, action)


def replay_on(state: State, line: str) -> State:
    action = parse(GAME, state.setup, line)
    assert action is not None
    assert GAME.judge(state, action).legal
    return GAME.apply(state, action)


def test_no_deal_agrees_with_hands_that_touch_too_many_pairs() -> None:
    state = play("Ann: holds 1 3 5 7\nBob: holds 9 11 13 15\nCat: holds 17 2 4 6", pairs=10)
    assert GAME.draw(state, Random(1)) is None


def test_every_choice_of_truths_is_as_likely() -> None:
    """An Eulerian orientation at random: of a multigraph with a loop and a double edge, each of all there are."""
    edges = [(0, 1), (0, 1), (1, 2), (2, 0), (1, 2), (2, 0), (3, 3), (0, 3), (3, 1), (0, 1)]
    degree = Counter(vertex for edge in edges for vertex in edge)
    possible = set()
    for way in product((0, 1), repeat=len(edges)):
        into = Counter(edge[end] for edge, end in zip(edges, way, strict=True))
        if all(2 * into[vertex] == degree[vertex] for vertex in degree):
            possible.add(way)
    assert len(possible) > 40
    rng, drawn = Random(5), Counter[tuple[int, ...]]()
    many = 300 * len(possible)
    for _ in range(many):
        drawn[tuple(orient(edges, 4, rng))] += 1
    assert set(drawn) == possible
    squares = sum((times - 300) ** 2 / 300 for times in drawn.values())
    assert squares < 2 * len(possible)  # chi-squared: about one for each choice when all are equally likely


def test_truths_tell_nothing_of_how_they_were_drawn() -> None:
    """Over all deals a card is true as often as not, whatever its number and whoever holds it."""
    rng, true = Random(3), Counter[int]()
    state = play(HANDS)
    for _ in range(2000):
        true.update(draw_truths(state, rng))
    assert all(800 < true[card] < 1200 for card in range(1, 17)), true


def test_handouts_read_the_deal_aloud_from_the_top_of_the_deck() -> None:
    state = play("", pairs=10)
    deal = [parse(GAME, state.setup, line) for line in HANDS.splitlines()]
    script = GAME.handouts(state.setup, deal)
    assert [step.card for step in script] == [str(card) for card in range(1, 21)]
    assert [step.seat for step in script][:5] == [0, 1, 0, 2, 1]
    assert [step.seat for step in script][16:] == [None] * 4
    entered = play("", pairs=10, deal="entered")
    assert GAME.handouts(entered.setup, deal) == ()
    assert GAME.drawn(state) == ("holds",)
    assert GAME.drawn(entered) == ()
    assert GAME.drawn(play(HANDS, deal="entered")) == ("truths",)
    assert GAME.among(play(DEAL)) == "Who volunteers to lead?"
    assert {GAME.draw(play(DEAL), Random(seed), among=(1, 3)).who for seed in range(20)} == {1, 3}


# ----------------------------------------------------------------------------------------------------- the round


def test_a_contradiction_knocks_out_and_waits_for_the_taker() -> None:
    state = play(KNOCK)
    assert public(state) == {
        "round": 1,
        "start": "Ann",
        "phase": "take",
        "table": {},
        "hands": {"Ann": 3, "Bob": 3, "Cat": 4, "Dan": 4},
        "out": ["Bob"],
        "exposed": {"1": True, "2": False},
    }
    assert nexts(state) == [("Ann", ["takes"])]
    assert {format_action(GAME, state.setup, action) for action in legal(GAME, state)} == {
        "Ann: takes 5", "Ann: takes 9", "Ann: takes 12", "Ann: takes nothing",
    }  # fmt: skip
    taken, nothing = play(KNOCK + "Ann: takes 5"), play(KNOCK + "Ann: takes nothing")
    assert public(taken)["hands"] == {"Ann": 4, "Bob": 0, "Cat": 4, "Dan": 4}
    assert public(nothing)["hands"] == {"Ann": 3, "Bob": 0, "Cat": 4, "Dan": 4}
    assert nexts(taken) == nexts(nothing) == [("Cat", ["plays"])]


def test_the_earlier_card_may_be_the_lie_and_the_knocker_skips_the_reclaim() -> None:
    state = play(START.replace("start Ann", "start Bob") + "Bob: plays 2\nCat: plays 7\nDan: plays 11\nAnn: plays 1")
    assert public(state)["out"] == ["Bob"]
    state = replay_on(state, "Ann: takes 12")
    assert nexts(state) == [("Cat", ["reclaims"])]
    assert refusal(state, "Cat: reclaims 7").rule == "lair.reclaim-own"
    assert refusal(state, "Cat: reclaims 1").rule == "lair.reclaim-table"
    state = replay_on(replay_on(state, "Cat: reclaims 11"), "Dan: reclaims 7")
    assert nexts(state) == [("Cat", ["declares", "passes"])]


def test_the_other_half_in_a_hand_or_gone_contradicts_nothing() -> None:
    state = play(KNOCK + "Ann: takes 9\nCat: plays 10\nDan: plays 11\nCat: reclaims 11\nDan: reclaims 10")
    assert public(state)["exposed"] == {"1": True, "2": False}


def test_a_refused_take_says_no_title_of_a_card_that_the_taker_has_not_seen() -> None:
    """Halves share a title: with it 13 would be known as the rival of a card in hand, and nobody would hear of it."""
    mine = GAME.view(play(KNOCK), 0)
    assert refusal(mine, "Ann: takes 13").why == "Ann cannot take 13 from Bob's hand: it is not there"
    title = mine.setup.facts.title_of(3)
    assert refusal(mine, "Ann: takes 3").why == f"Ann cannot take 3 from Bob's hand ({title}): it lies in Ann's hand"


def test_nobody_plays_what_lies_elsewhere() -> None:
    state = play(START + "Ann: plays 3")
    for line, said in (
        ("Bob: plays 3", "it lies in play"),
        ("Bob: plays 1", "it lies in Ann's hand"),
        ("Bob: plays 99", "there is no card 99 in this kit, whose cards are numbered 1 to 16"),
    ):
        assert said in refusal(state, line).why
    assert "it has left the game" in refusal(play(KNOCK + "Ann: takes 9"), "Cat: plays 1").why
    shared = ruling(GAME, state, parse(GAME, state.setup, "Bob: plays 1"))
    assert isinstance(shared, Refused)
    assert shared.why == "Bob: plays … does not fit the cards entered"


def test_pick_gift_and_pool_have_their_own_verbs() -> None:
    assert refusal(play(KNOCK), "Bob: gives 5").rule == "lair.out"
    assert refusal(play(KNOCK), "Ann: gives 3").rule == "lair.step"
    gift = play(KNOCK, departing="gift")
    assert nexts(gift) == [("Bob", ["gives"])]
    assert refusal(gift, "Bob: gives nothing").rule == "lair.give-own"
    assert refusal(gift, "Bob: gives 3").rule == "lair.give-own"
    assert refusal(gift, "Ann: takes 5").rule == "lair.step"
    given = replay_on(gift, "Bob: gives 12")
    assert public(given)["hands"] == {"Ann": 4, "Bob": 0, "Cat": 4, "Dan": 4}
    assert GAME.private(gift.setup, "gives")
    pool = play(KNOCK, departing="pool")
    assert refusal(pool, "Bob: gives ?").rule == "lair.give-own"
    assert not GAME.private(pool.setup, "gives")
    assert public(replay_on(pool, "Bob: gives 12"))["table"] == {"Bob": 12}


def test_an_empty_departing_hand_is_not_asked_for() -> None:
    """Ann knocks out Bob, whose hand is empty since every card he played left the game."""
    lines = (RECORDS / "lair-empty-hand.txt").read_text(encoding="utf-8").split("+++\n")[2]
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
    till = lines[: lines.index("Fay: plays 18")]
    state = play(till, pairs=12, seats=names, mix="random")
    assert public(state)["hands"] == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0, "Eve": 0, "Fay": 4}
    assert nexts(state) == [("Fay", ["plays"])]
    state = replay_on(state, "Fay: plays 18")  # Ann is passed over
    assert nexts(state) == [("Fay", ["reclaims"])]
    state = replay_on(state, "Fay: reclaims 18")  # Ann finds none in play
    assert nexts(state) == [("Fay", ["declares", "passes"])]
    state = replay_on(replay_on(state, "Fay: declares"), "Ann: passes")  # Ann has nothing to show
    assert standing(GAME, state)["winners"] == ["Fay"]


def test_who_knocks_out_an_empty_hand_is_asked_for_nothing() -> None:
    """Bob, taking nothing, has played his hand away but for a lie; who knocks him out then finds no card to take."""
    hands = "Ann: holds 1 3 6 8\nBob: holds 5 7 10 12\nCat: holds 2 9 13 15\nDan: holds 4 11 14 16\n"
    deal = hands + "truths 1 3 5 7 9 11 13 15\n"
    lines = deal + "start Bob\n" + "Bob: plays 5\nCat: plays 2\nDan: plays 16\nAnn: plays 6\n"  # 6 is the lie of 5
    state = play(lines, mix="random")
    assert public(state)["out"] == ["Ann"]
    for departing, asked in (("pick", "takes"), ("gift", "gives"), ("pool", "gives")):
        assert nexts(play(lines, mix="random", departing=departing))[0][1] == [asked]
    for departing in ("pick", "gift", "pool"):
        bare = emptied(play(lines[: lines.index("Ann: plays")], mix="random", departing=departing), 0)
        state = GAME.apply(bare, parse(GAME, bare.setup, "Ann: plays 6"))
        assert public(state)["phase"] == "reclaim"
        assert public(state)["hands"]["Ann"] == 0
        expected = (
            ["Bob"] if departing == "pool" else ["Cat"]
        )  # in the pool who got nothing reclaims like everybody else
        assert nexts(state) == [(expected[0], ["reclaims"])]


def emptied(state: State, seat: int) -> State:
    """Return the same state with only the card 6 left in a hand."""
    hands, sizes = list(state.hands), list(state.sizes)
    hands[seat], sizes[seat] = 1 << 6, 1
    return replace(state, hands=tuple(hands), sizes=tuple(sizes))


# -------------------------------------------------------------------------------------------------- declarations


def test_the_declarations_come_before_the_first_hand_is_exposed() -> None:
    state = play(DECLARE + "Ann: declares\nBob: passes\nCat: declares")
    assert public(state)["phase"] == "declare"
    assert refusal(state, "Bob: declares").rule == "lair.declare-late"
    assert refusal(state, "Ann: shows 1").rule == "lair.step"
    state = replay_on(state, "Dan: passes")
    assert public(state)["phase"] == "question"
    assert nexts(state) == [("Bob", ["passes", "shows"])]
    assert refusal(state, "Dan: declares").rule == "lair.declare-late"
    view = GAME.view(state, None)
    assert [hand.bit_count() for hand in view.hands] == [
        4,
        1,
        1,
        1,
    ]  # Ann's lies open; three hold what they reclaimed


def test_the_first_declarer_whom_nobody_proves_wins_at_once() -> None:
    state = play(
        DECLARE + "Ann: passes\nBob: declares\nCat: declares\nDan: passes\nCat: shows 10\nDan: passes\nAnn: passes"
    )
    answer = standing(GAME, state)
    assert answer["winners"] == ["Bob"]
    assert answer["public"]["hands"] == {"Ann": 4, "Bob": 4, "Cat": 0, "Dan": 4}
    assert answer["public"]["exposed"] == {"10": False}
    assert answer["scores"] == {"Ann": 0, "Bob": 1, "Cat": 0, "Dan": 0}


def test_a_false_shower_is_out_even_if_the_declarer_is_proven_a_liar_later() -> None:
    state = play(DECLARE + "Ann: declares\nBob: passes\nCat: passes\nDan: passes\nBob: shows 12\nCat: shows 5")
    assert public(state)["out"] == ["Bob", "Ann"]
    assert public(state)["exposed"] == {"5": True, "6": False, "12": False}
    assert public(state)["round"] == 2
    assert public(state)["start"] == "Cat"
    assert nexts(state) == [("Cat", ["plays"])]


def test_both_halves_in_a_declared_hand() -> None:
    out = play(DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: declares")
    assert public(out)["out"] == ["Dan"]
    assert public(out)["exposed"] == {}
    allowed = play(DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: declares", own_conflict="allowed")
    assert nexts(allowed) == [("Ann", ["passes", "shows"])]
    both = play(DECLARE + "Ann: declares\nBob: passes\nCat: passes\nDan: declares\nBob: passes\nCat: shows 5")
    assert public(both)["out"] == ["Ann", "Dan"]  # Dan's hand was exposed next
    assert public(both)["round"] == 2


def test_absolution_needs_every_lie_provable_by_others_still_in() -> None:
    lines = (RECORDS / "lair-absolution.txt").read_text(encoding="utf-8").split("+++\n")[2]
    three = ("Ann", "Bob", "Cat")
    assert standing(GAME, play(lines, 6, three, absolution=True))["winners"] == ["Ann"]
    plain = play(lines, 6, three)
    assert nexts(plain) == [("Bob", ["passes", "shows"])]
    truthful = play(DECLARE + "Ann: declares\nBob: passes\nCat: passes\nDan: passes", absolution=True)
    assert public(truthful)["phase"] == "question"


def test_right_and_revised() -> None:
    state = play(DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: passes", next_start="right")
    assert public(state)["start"] == "Dan"
    state = play(START + ROUND, reclaim="revised")
    assert nexts(state) == [("Dan", ["reclaims"])]
    state = replay_on(state, "Dan: reclaims 11")  # the own card
    assert nexts(state) == [("Cat", ["reclaims"])]


# ----------------------------------------------------------------------------------------------------- knowledge


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
    assert said(KNOCK, "Ann: takes 9") == "Ann takes one card of Bob's hand, and will not reclaim this round."
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
        "It contradicts itself: Dan is out! Round 2: Bob starts."
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
    assert why.startswith("2 and 1 are the two halves of one pair, ")
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
    for seed in range(500):
        made, actions, _, _ = law.random_game(GAME, seed)
        made = replace(made, seats=tuple(name.replace(" ", "_") for name in made.seats))
        state = GAME.start(made)
        plain = PlainLair(list(made.seats), made.options, state.partner)
        for action in actions:
            line = GAME.write(made, action)
            plain.line(None if line.seat is None else made.seats[line.seat], line.verb, line.words)
            state = GAME.apply(state, action)
            answer = standing(GAME, state)
            where = f"seed {seed}: {format_action(GAME, made, action)}"
            assert answer["public"] == plain.public(), where
            assert answer["next"] == plain.next(), where
            assert answer["winners"] == ([plain.winner] if plain.winner else []), where
        assert plain.winner or plain.public()["round"] == made.options.max_rounds, (
            "only the last round of a cap ends without a winner"
        )


def test_every_ending_is_met() -> None:
    made = setup(GAME, FOUR[:3], {"each": 2, "absolution": True}, facts=FACTS[6])
    reasons = Counter(playout(GAME, made, Random(seed))[0].how for seed in range(600))
    assert len(reasons) == 3, reasons
