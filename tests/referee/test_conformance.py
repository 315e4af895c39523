"""The conformance suite over every game of the registry, and over a sixth game that lives here only."""

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import games
from referee.core.game import Game, RecordError
from referee.core.play import replay
from referee.core.setup import option_list
from referee.records import replay_file
from referee.store.journal import Journal
from tests.referee import conformance as law
from tests.referee import tiny
from tests.sampling import WHOLE, some

REFUSED = Path(__file__).parents[1] / "records" / "refused"
RULINGS = Path(__file__).parent / "rulings"
NAMES = tuple(dict.fromkeys((*games.REGISTRY, "tiny")))


@cache
def game(name: str) -> Game[Any]:
    return tiny.GAME if name == "tiny" else games.game(name)


@pytest.fixture(params=NAMES)
def any_game(request: pytest.FixtureRequest) -> Game[Any]:
    return game(request.param)


@pytest.mark.parametrize("chunk", range(2))
def test_the_law_of_views(any_game: Game[Any], chunk: int) -> None:
    for seed in some(range(chunk * 1000, chunk * 1000 + 30), 5):
        setup, actions, _, _ = law.random_game(any_game, seed)
        law.law_of_views(any_game, setup, actions[:260])


def test_round_trips_and_undo(any_game: Game[Any]) -> None:
    for seed in some(range(2000, 2040), 5):
        setup, actions, state, _ = law.random_game(any_game, seed)
        law.round_trips(any_game, setup, actions, state)
        law.undo(any_game, setup, actions)


def test_turns_and_completion(any_game: Game[Any]) -> None:
    for seed in some(range(3000, 3030), 5):
        setup, actions, _, rng = law.random_game(any_game, seed)
        law.turns_are_true(any_game, setup, actions, rng)
        law.completion_knows(any_game, setup, actions[:120])


def test_what_a_player_must_know(any_game: Game[Any]) -> None:
    for seed in some(range(7000, 7030), 5):
        setup, actions, _, _ = law.random_game(any_game, seed)
        law.players_know(any_game, setup, actions[:150])


def test_a_guess_agrees_with_its_view_and_can_be_played_on(any_game: Game[Any]) -> None:
    for seed in some(range(8000, 8060), 5):
        setup, actions, _, rng = law.random_game(any_game, seed)
        for at, guess in enumerate(law.guesses(any_game, setup, actions[:150], rng)):
            if at % 20 == 7:
                law.plays_on(any_game, guess, rng)


@pytest.mark.parametrize("name", games.REGISTRY)
def test_what_the_referee_deals_is_sealed_and_no_change_passes(name: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "tables.sqlite") as journal:
        for seed in some(range(9000, 9040), 5):
            table = law.dealt_table(journal, games.game(name), seed)
            law.deals_are_sealed(table.game, table, Random(seed))


def test_many_games_end_and_replay(any_game: Game[Any]) -> None:
    played = 0
    for seed in range(4000, 6000):
        setup, actions, state, _ = law.random_game(any_game, seed)
        played += len(actions)
        if seed % 10 == 0:
            assert law.random_game(any_game, seed)[:3] == (setup, actions, state)
            assert replay(any_game, setup, actions) == state
        if played > (12_000 if WHOLE else 2_500):
            break


def test_words(any_game: Game[Any]) -> None:
    for seed in some(range(5000, 5020), 3):
        setup, actions, _, _ = law.random_game(any_game, seed)
        law.words(any_game, setup, actions[:200])
        law.private_verbs(any_game, setup)


def test_every_refusal_has_its_rule_and_every_rule_refuses(any_game: Game[Any]) -> None:
    met = {path.stem for path in REFUSED.glob(f"{any_game.prefix}.*.txt")}
    for path in RULINGS.glob(f"{any_game.name}.txt"):
        met |= {*re.findall(r"^refused = (\S+)", path.read_text("utf-8"), re.MULTILINE)}
    for seed in range(6000, 6060):
        if seed >= 6004 and met >= set(any_game.rules):
            break
        setup, actions, _, rng = law.random_game(any_game, seed)
        met |= set(law.strangers(any_game, setup, actions[:150], rng, 4))
    assert sorted(met - set(any_game.rules)) == []
    assert sorted(set(any_game.rules) - met) == [], "each of these needs a ruling, or a record in tests/records/refused"


def test_no_line_is_taken_for_another_verbs(any_game: Game[Any]) -> None:
    read = 0
    for seed in some(range(9000, 9120), 8):
        setup, actions, _, rng = law.random_game(any_game, seed)
        read += law.own_verbs(any_game, setup, actions, rng, 12 if WHOLE else 7)
    assert read > 50


@pytest.mark.parametrize("path", sorted(REFUSED.glob("*.txt")), ids=lambda path: path.stem)
def test_refused_records(path: Path) -> None:
    """Each record ends with a line that its rule, the file's name, refuses in the words of its comment."""
    last = path.read_text(encoding="utf-8").rstrip("\n")
    number = last.count("\n") + 1
    with pytest.raises(RecordError) as caught:
        replay_file(path)
    assert caught.value.rule == path.stem
    assert caught.value.line == number
    assert str(caught.value) == f"line {number}: {last.rpartition('# ')[2]} [{path.stem}]"


def test_noise_is_refused_with_a_sentence(any_game: Game[Any]) -> None:
    rng = Random(7)
    setup = law.some_setup(any_game, rng)
    verbs = [verb.name for verb in any_game.verbs]
    signs = (*":?();1#x", "", "-1", "٣", "Ah", "rc1", "nothing", "\x1b[2J", "9" * 5000, "red")
    pieces = (*setup.seats, *verbs, *signs)
    for _ in some(range(1500), 3):
        text = "".join(rng.choice(pieces) + rng.choice(("", " ")) for _ in range(rng.randint(1, 7)))
        action, error = law.parsed(any_game, setup, text)
        assert error is None or (error.why.isprintable() and len(error.why) < 500), error
        if action is not None:
            any_game.judge(any_game.start(setup), action)


def test_rules_verbs_and_options_are_described(any_game: Game[Any]) -> None:
    assert all(rule.startswith(f"{any_game.prefix}.") and text.endswith(".") for rule, text in any_game.rules.items())
    names = [verb.name for verb in any_game.verbs]
    assert len(set(names)) == len(names)
    assert any_game.seats[0] <= any_game.usual <= any_game.seats[1]
    assert all(verb.help.endswith((".", "…")) for verb in any_game.verbs)
    for option in option_list(any_game.options):
        assert option.description.endswith("."), option
        assert option.takes


def test_options_that_do_not_exist_or_fit_are_refused(any_game: Game[Any]) -> None:
    rng = Random(1)
    made = law.some_setup(any_game, rng)
    for options, key in (({"ghost": 1}, "options.ghost"), ({option_list(any_game.options)[0].name: []}, "options.")):
        with pytest.raises(RecordError, match=key):
            games.setup(any_game, made.seats, options, facts=made.facts)
