"""A match, in all games: what bots do by their views alone, refusals, taking back, records."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbank.deal.deal import Wish, new_facts
from referee import GAMES, RecordError, house_rules, open_match, parse_match, read_match
from referee.games import game as game_named

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve"]
FACTS = new_facts(Wish(pairs=15, seed=7)).facts


def opened(game, **rules):
    found = game_named(game)
    seats = NAMES[: max(found.seats[0], min(found.seats[1], len(NAMES)))]
    return open_match(game, seats, facts=FACTS if found.needs_facts else None, **rules)


def part_played(game, seed, lines):
    """Return a match that was played at random as far as so many lines."""
    match = opened(game)
    played = match.playout(Random(seed))
    match.undo(max(0, len(played) - lines))
    return match


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 999), lines=st.integers(0, 60))
@settings(max_examples=5)
def test_the_choices_of_a_view_lack_no_legal_line(game, seed, lines):
    match = part_played(game, seed, lines)
    for name in match.seats:
        choices = match.view(name).choices()
        assert set(match.legal(name)) <= set(choices)
        for line in choices:
            bare = line.removesuffix(" red").removesuffix(" black") if ": swaps " in line else line  # what it lays
            assert (match.refusal(line) is None) == (bare in match.legal(name)), line


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_to_the_end_by_their_views_alone(game):
    rng = Random(5)
    match = opened(game)
    for _ in range(20_000):
        match.deal(rng)
        if match.over:
            break
        name = rng.choice(list(match.to_act))
        choices = match.view(name).choices()
        line = rng.choice([line for line in choices if match.refusal(line) is None])
        assert match.play(line) == (line,)
    assert match.over
    assert match.winners
    assert match.to_act == {}
    assert list(match.scores) == list(match.seats)


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 999), lines=st.integers(1, 60), back=st.integers(0, 60))
@settings(max_examples=5)
def test_taking_back_and_playing_again(game, seed, lines, back):
    match = part_played(game, seed, lines)
    there, shown, twin = match.lines, str(match), match.copy()
    taken = match.undo(min(back, len(there)))
    assert match.lines + taken == there
    assert twin.lines == there
    assert match.play(*taken) == taken
    assert (match.lines, str(match), match.to_act) == (there, shown, twin.to_act)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_read_again_with_and_without_what_is_hidden(game, tmp_path):
    match = part_played(game, 3, 25)
    again = parse_match(match.record(reveal=True), facts=match._setup.facts)
    assert (again.lines, again.scores, again.to_act) == (match.lines, match.scores, match.to_act)
    masked = parse_match(match.record(), facts=match._setup.facts)
    assert masked.lines == match.redacted()
    assert masked.view().public == match.view().public
    path = tmp_path / "game.txt"
    path.write_text(match.record(reveal=True), encoding="utf-8")
    if match._setup.facts is None:
        assert read_match(path).lines == match.lines


def test_lines_are_played_all_or_none_and_a_refusal_has_its_rule():
    match = open_match("lizard", ["Ann", "Bob", "Cat"], rounds=1)
    with pytest.raises(RecordError, match="Bob cannot bid 9") as no:
        match.play("dealer Ann", "trump 9h", "Bob: bids 9")
    assert no.value.rule == "lizard.bid-range"
    assert match.lines == ()
    assert match.play("# nothing", "", "  DEALER   ann") == ("dealer Ann",)
    with pytest.raises(RecordError, match=r"a line is text, .* and not None"):
        match.play(None)
    refusal = match.refusal("Zoe: bids 1")
    assert refusal is not None
    assert refusal.rule == "lizard.line"
    with pytest.raises(RecordError, match="2 lines can't be taken back: there are 1"):
        match.undo(2)


def test_a_view_knows_its_own_hand_and_no_other():
    match = open_match("lizard", ["Ann", "Bob", "Cat"], rounds=1)
    match.play("dealer Ann", "Bob: holds Ah", "Cat: holds 2h", "trump 9h")
    assert match.view("bob").name == "Bob"
    assert [card for card, _, _ in match.view("Bob").hand] == ["Ah"]
    assert match.view().hand == ()
    assert "2h" not in str(vars(match.view("Bob")))
    assert "Ah" not in str(vars(match.view()))
    with pytest.raises(RecordError, match="did you mean Cat"):
        match.view("Cta")


def test_house_rules_are_checked_and_the_rest_is_usual():
    assert house_rules("lizard", rounds=10) == open_match("lizard", NAMES[:3], rounds=10).house_rules
    with pytest.raises(RecordError, match=r"options\.rounds"):
        house_rules("lizard", rounds=99)
    with pytest.raises(RecordError, match="did you mean rounds"):
        open_match("lizard", NAMES[:3], round=1)
    with pytest.raises(RecordError, match="needs the facts"):
        open_match("liars-lair", NAMES)
