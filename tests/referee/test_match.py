"""A match, in all games: what players do by their views alone, refusals, taking back, records, wrong arguments."""

import asyncio
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from factbank.deal.deal import Wish, new_facts
from referee import GAMES, RecordError
from referee.games import game as game_named
from tests.referee.host.wire import Browser

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve"]
SHORT = {"liar-poker": {"chips": 125}, "lizard": {"rounds": 4}}


@cache
def facts_of(game):
    return new_facts(Wish(pairs=15, seed=7)).facts if game_named(game).needs_facts else None


def opened(game, **rules):
    found = game_named(game)
    seats = NAMES[: max(found.seats[0], min(found.seats[1], len(NAMES)))]
    return referee.new(game, seats, facts=facts_of(game), **rules)


def part_played(game, seed, lines):
    """Return a short match that was played at random as far as so many lines."""
    match = opened(game, seed=seed, **SHORT.get(game, {}))
    played = match.playout()
    match.undo(max(0, len(played) - lines))
    return match


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 999), lines=st.integers(0, 60))
@settings(max_examples=5)
def test_the_moves_of_a_view_lack_no_legal_line(game, seed, lines):
    match = part_played(game, seed, lines)
    legal = set(map(str, match.legal))
    for name in match.seats:
        moves = match.view(name).legal
        assert {str(move) for move in match.legal if move.player == name} <= set(map(str, moves))
        for move in moves:
            line = str(move)
            bare = line.removesuffix(" red").removesuffix(" black") if ": swaps " in line else line  # what it lays
            assert (match.refusal(move) is None) == (bare in legal), line
            assert line == f"{move.player}: {' '.join((move.verb, *move.words))}"
            assert set(move.cards) <= set(move.words)
            assert move.card in move.cards or move.card == ""


@pytest.mark.parametrize("game", GAMES)
def test_bots_of_the_house_and_chance_play_to_the_end(game):
    records = []
    for _ in range(2):
        match = opened(game, seed=5, **SHORT.get(game, {}))
        bots = {name: referee.bot(game, seed=name) for name in match.seats} | {None: match.chance}
        while not match.over:
            match.play(bots[match.turn].choose(match.view()))
        assert match.winners
        assert (match.to_act, match.turn) == ({}, None)
        assert list(match.scores) == list(match.seats)
        assert len(match.view(NAMES[0]).lines) == len(match.lines)
        records.append(match.lines)
    assert records[0] == records[1]


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 999), lines=st.integers(1, 60), back=st.integers(0, 60))
@settings(max_examples=5)
def test_taking_back_and_playing_again(game, seed, lines, back):
    match = part_played(game, seed, lines)
    there, shown, seen, twin = match.lines, str(match), match.redacted(NAMES[0]), match.copy()
    taken = match.undo(min(back, len(there)))
    assert match.lines + taken == there
    assert match.redacted(NAMES[0]) == seen[: len(match.lines)]
    assert twin.lines == there
    assert match.play(*taken) == taken
    assert (match.lines, str(match), match.redacted(NAMES[0]), match.to_act) == (there, shown, seen, twin.to_act)
    assert match.playout() == twin.playout()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_read_again_with_and_without_what_is_hidden(game, tmp_path):
    match = part_played(game, 3, 25)
    facts = facts_of(game)
    again = referee.parse(match.record(reveal=True), facts=facts)
    assert (again.lines, again.scores, again.to_act) == (match.lines, match.scores, match.to_act)
    masked = referee.parse(match.record(), facts=facts)
    assert masked.lines == match.redacted()
    assert masked.view(None).public == match.view(None).public
    path = tmp_path / "game.txt"
    path.write_text(match.record(reveal=True), encoding="utf-8")
    if facts is None:
        assert referee.read(path).lines == match.lines


def test_lines_are_played_all_or_none_and_a_refusal_has_its_rule():
    match = opened("lizard", rounds=1)
    with pytest.raises(RecordError, match="Bob cannot bid 9") as no:
        match.play("dealer Ann", "trump 9h", "Bob: bids 9")
    assert no.value.rule == "lizard.bid-range"
    assert match.lines == ()
    assert match.play("# nothing", "", "  DEALER   ann") == ("dealer Ann",)
    refusal = match.refusal("Zoe: bids 1")
    assert refusal is not None
    assert refusal.rule == "lizard.line"
    with pytest.raises(RecordError, match="2 lines can't be taken back: there are 1"):
        match.undo(2)


def test_a_view_knows_its_own_hand_and_no_other():
    match = opened("lizard", rounds=1)
    match.play("dealer Ann", "Bob: holds Ah", "Cat: holds 2h", "trump 9h")
    assert match.view("bob").name == "Bob"
    assert [card for card, _, _ in match.view("Bob").hand] == ["Ah"]
    assert match.view(None).hand == ()
    assert "Cat: holds ?" in match.view("Bob").lines
    assert "2h" not in str(vars(match.view("Bob")))
    assert "Ah" not in str(vars(match.view(None)))


def test_the_table_moves_where_chance_does_and_people_who_deal_are_waited_for():
    match = referee.new("lizard", NAMES[:3], seed="x", rounds=1)
    assert match.turn is None
    assert match.play(match.chance.choose(match.view())) == ("dealer Cat",)
    assert referee.new("lizard", NAMES[:3], seed="x", rounds=1).deal()[0] == "dealer Cat"
    real = referee.new("lizard", NAMES[:3], seed="x", hands=False)
    assert not any("holds" in line for line in real.playout())
    people = referee.new("lizard", NAMES[:3], hands=False, rounds=1)
    people.play("dealer Ann", "trump 9h")
    assert people.turn == "Bob"
    with pytest.raises(RecordError, match="chance: Lizard goes on with what people do or see"):
        people.chance.choose(people.view())


def test_a_match_is_hosted_from_where_it_stands(monkeypatch, tmp_path):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    match = opened("lizard", rounds=1, seed=4)
    match.deal()
    app, loop = referee.asgi(match), asyncio.new_event_loop()
    evening = SimpleNamespace(app=app, loop=loop, now=0.0, people=app._api.people)
    phone, stranger = Browser(evening, client="10.0.0.2"), Browser(evening, client="10.0.0.3")
    assert stranger.post("join", word="guess").status == 403
    assert phone.post("join", word=app.word).status == 200
    assert phone.post("claim", seat="Ann", pin="4711").status == 200
    assert phone.get("seat").json["public"] == match.view("Ann").public
    assert app.hosted.table.log.lines == match.lines
    loop.run_until_complete(app.close())
    loop.close()


_GAME = opened("lizard", rounds=1)
WRONG = {
    "a name": (lambda: _GAME.view("Cta"), "did you mean Cat"),
    "a house rule": (lambda: referee.house_rules("lizard", rounds=99), r"options\.rounds"),
    "a house rule’s name": (lambda: opened("lizard", round=1), "did you mean rounds"),
    "no facts": (lambda: referee.new("liars-lair", NAMES), "needs the facts"),
    "seats in one text": (lambda: referee.new("lizard", "Ann"), "seats: they are names in a list"),
    "no seats": (lambda: referee.new("lizard", None), "seats: they are names in a list"),
    "a seat": (lambda: referee.new("lizard", ["Ann", "Bob", 3]), "“3” is no name"),
    "a game": (lambda: referee.new(5, NAMES), "there is no game “5”"),
    "facts": (lambda: referee.new("liars-lair", NAMES, facts="kit"), "facts: they are what factbank.facts"),
    "a seed": (lambda: referee.new("lizard", NAMES[:3], seed=[1]), "seed: it is a number or a text"),
    "a line": (lambda: _GAME.play(None), r"a line is text, .* and not None"),
    "a line to judge": (lambda: _GAME.play(5), "a line is text"),
    "a player": (lambda: _GAME.view(5), "a player is called by name, and not “5”"),
    "lines": (lambda: _GAME.undo("x"), "lines: it is a number"),
    "chance": (lambda: _GAME.deal(7), "rng: it is a random.Random"),
    "a level": (lambda: referee.bot("lizard", 5), "bot: its level is a word"),
    "no level": (lambda: referee.bot("lizard", "brilliant"), "there is no level “brilliant” of Lizard"),
    "a parameter": (lambda: referee.bot("lizard", "hard", depth=1), "there is no parameter “depth”"),
    "a view": (lambda: referee.bot("lizard").choose("x"), "bot: it chooses by a view of a match"),
    "the table’s view": (lambda: referee.bot("lizard").choose(_GAME.view(None)), "plays Lizard for a player"),
    "another game’s": (lambda: referee.bot("liar-poker").choose(_GAME.view("Ann")), "plays Liar Poker for a player"),
    "nobody’s turn": (lambda: referee.bot("lizard").choose(_GAME.view("Ann")), "Ann has nothing to do now"),
    "a match": (lambda: referee.asgi(5), "asgi: it hosts a match"),
    "a kit": (
        lambda: referee.parse('+++\ngame = "liars-lair"\nseats = ["Ann", "Bob", "Cat"]\nkit = "N6Q7-QE"\n+++\n'),
        "no kit N6Q7-QE was made on this computer.*; facts= takes them",
    ),
    "a text": (lambda: referee.parse(5), "a record is text"),
    "a path": (lambda: referee.read(5), "a record is named by its path"),
    "a path of facts": (lambda: referee.read(Path("x"), facts=5), "facts: they are named by the path"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_said_in_a_sentence(wrong):
    call, sentence = WRONG[wrong]
    with pytest.raises(RecordError, match=sentence):
        call()


def test_names_of_the_version_before_work_with_a_warning(tmp_path):
    with pytest.warns(DeprecationWarning, match=r"referee\.open_match goes with the next version"):
        match = referee.open_match("lizard", NAMES[:3], rounds=1)
    match.deal(Random(7), hands=False)
    assert match.legal(match.awaits[0]) == [line for line in match.legal() if line.startswith(f"{match.awaits[0]}: ")]
    assert match.view().name is None
    with pytest.warns(DeprecationWarning, match="View.legal"):
        choices = match.view(match.awaits[0]).choices()
    assert match.play(choices[0]) == (choices[0],)
    (tmp_path / "game.txt").write_text(match.record(), encoding="utf-8")
    with pytest.warns(DeprecationWarning, match=r"referee\.read_match"):
        again = referee.read_match(tmp_path / "game.txt")
    with pytest.warns(DeprecationWarning, match=r"referee\.parse_match"):
        parsed = referee.parse_match(match.record())
    assert again.legal() == parsed.legal() == match.legal()
