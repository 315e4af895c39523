"""Bots that see their seat's view and its lines alone: they play every game, and the same again."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee import games
from referee.bots import CHARACTERS, Lines, chance, kinds, levels, made, moves, named, parameters_of, play, seatable
from referee.core.game import Action, Game, RecordError, Setup
from referee.core.play import replay
from referee.games.lizard.bots import taking
from referee.games.lizard.game import LIZARD, SNAKE, Plays, winner
from tests.referee import tiny
from tests.referee.conformance import some_facts, some_setup
from tests.sampling import some


def any_game(name: str) -> Game[Any]:
    return tiny.GAME if name == "tiny" else games.game(name)


def table(game: Game[Any], seed: int) -> Setup:
    """Return a setup at random in which everything that happens is entered."""
    rng = Random(seed)
    while True:
        setup = some_setup(game, rng)
        if getattr(setup.options, "track", "cards") == "cards":
            return setup


ROOMS = tuple(dict.fromkeys((*games.REGISTRY, "tiny")))


def quick(level: str, game: Game[Any]) -> Any:
    """Return a bot that thinks little."""
    kind = kinds(game)[level]
    return made(kind, game, {"samples": 6} if "samples" in parameters_of(kind) else {})


@pytest.mark.parametrize(("name", "level"), [(name, level) for name in ROOMS for level in seatable(any_game(name))])
def test_a_bot_plays_every_game_from_its_view_alone(name: str, level: str) -> None:
    game = any_game(name)
    most, seeds = (60, 6) if level == "hard" else (1500, 8)
    for seed in some(range(24), seeds):
        setup = table(game, seed)
        bots = dict.fromkeys(range(len(setup.seats)), quick(level, game))
        state, lines = play(game, setup, bots, str(seed), most)
        assert replay(game, setup, lines) == state
        assert game.outcome(state).over or len(lines) == most
        assert play(game, setup, bots, str(seed), most) == (state, lines)


@pytest.mark.parametrize("name", games.REGISTRY)
def test_three_characters_sit_at_every_table_and_do_not_play_alike(name: str) -> None:
    game = any_game(name)
    assert seatable(game) == (*levels(game), *CHARACTERS)
    setup, played = table(game, 1), set()
    for who in CHARACTERS:
        lines = [
            play(game, setup, dict.fromkeys(range(len(setup.seats)), named(who, game)), str(seed), 300)[1]
            for seed in range(6)
        ]
        played.add(str(lines))
    assert len(played) == 3
    assert len({*CHARACTERS.values()}) == 3


def test_what_a_swap_lays_is_said() -> None:
    """A bot names the colour that only its own seat may know, so that its hand stays known."""
    game = any_game("red-and-black")
    setup = games.setup(game, ["Ann", "Bob"])
    bots = dict.fromkeys((0, 1), named("random", game))
    games_played = [play(game, setup, bots, str(seed))[1] for seed in range(9)]
    swaps = [line for lines in games_played for line in lines if line.verb == "swaps"]
    assert swaps
    assert all(line.colour in (0, 1) for line in swaps)


MIXED = (
    *((name, "easy") for name in games.REGISTRY if "easy" in levels(any_game(name))),
    ("liars-guess", "hard"),
    ("red-and-black", "hard"),
)


@pytest.mark.parametrize(("name", "level"), MIXED)
def test_a_policy_adds_up_and_is_what_is_drawn_from(name: str, level: str) -> None:
    """Whatever such a bot does stands in its policy once, and the policy adds up to one; most are no open book."""
    game = any_game(name)
    bot, mixed = named(level, game), 0

    class Checked:
        def choose(self, view: Any, seat: int, turns: Any, rng: Random) -> Any:
            nonlocal mixed
            policy = bot.policy(view, seat, turns)  # type: ignore[attr-defined]
            assert abs(sum(chance for _, chance in policy) - 1) < 1e-9
            assert all(chance > 0 for _, chance in policy)
            assert len({action for action, _ in policy}) == len(policy)
            mixed += len(policy) > 1
            done = bot.choose(view, seat, turns, rng)
            assert done in [action for action, _ in policy]
            return done

    seats = range(max(2, game.seats[0]))
    facts = some_facts(3 * len(seats), Random(5)) if game.needs_facts else None
    setup = games.setup(game, ["Ann", "Bob", "Cat"][: len(seats)], {}, facts=facts)
    for seed in range(3):
        play(game, setup, dict.fromkeys(seats, Checked()), str(seed), 200)  # type: ignore[arg-type]
    assert mixed > 2 or name == "lizard"


def test_what_bots_cannot_see() -> None:
    game = any_game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat"], {"track": "tricks", "rounds": 1})
    with pytest.raises(RecordError, match="people see"):
        play(game, setup, dict.fromkeys(range(3), named("random", game)), "7")


def test_a_bot_that_says_nothing_and_a_seat_without_one() -> None:
    class Silent:
        def choose(self, *_: object) -> None:
            return None

    game = any_game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat"], {"rounds": 1})
    with pytest.raises(RecordError, match=r"Lizard waits for [A-Z][a-z]+: a bot that is awaited can't return None"):
        play(game, setup, dict.fromkeys(range(3), Silent()), "7")  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="no bot plays for Bob and Cat"):
        play(game, setup, {0: named("easy", game)}, "7")


def test_why_is_said_in_words_of_people_and_of_choices_alone() -> None:
    """Red & Black's hard bot counts hands as people do; to reveal, where it has to, has no reason."""
    game = any_game("red-and-black")
    bot, verbs = named("hard", game), set[str]()
    for seed in map(str, range(12)):
        steps = list[tuple[object, Action, object]]()
        lines = Lines(game, 0, steps)
        for before, action, after in moves(game, games.setup(game, ["Ann", "Bob"]), dict.fromkeys((0, 1), bot), seed):
            if action.seat == 0 and action.verb != "holds":
                why = bot.why(game.view(before, 0), 0, lines, chance(seed, len(lines), 0))
                assert "black black" not in why
                assert (why == "") == (action.verb == "reveals")
                verbs.add(action.verb)
            steps.append((before, action, after))
    assert {"reveals", "guesses"} < verbs


@given(st.permutations([*range(52), *[LIZARD] * 4, *[SNAKE] * 4]), st.integers(0, 4), st.integers(-1, 3))
def test_the_cards_that_would_take_a_trick_of_lizard(deck: list[int], many: int, trump: int) -> None:
    game = games.game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat", "Dan", "Eve"])
    state = replace(game.start(setup), phase="play", trump=trump, hands=(None,) * 5)
    for card in deck[:many]:
        state = game.apply(state, Plays(seat=len(state.trick), card=card))
    cards = sorted({*deck[many : many + 12], LIZARD, SNAKE})
    taker = {card: winner((*state.trick, card), trump, setup.options.all_snakes) for card in cards}
    assert taking(state, cards) == [card for card in cards if taker[card] == many and (many or card != SNAKE)]
