"""A bot plays by its seat's view alone: what is hidden there can be recognised as hidden, and read it must not be."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.bots import chance, levels, named, play
from referee.core.game import Game
from referee.core.play import seat_actions
from tests.referee.bots.test_bots import ROOMS, any_game, quick, table

HIDDEN = ("hands", "bids", "pending", "entered_reds")  # where a view may hold what it masks


class Read(AssertionError):
    """A hidden part was read."""


def _read(*_: object) -> Any:
    raise Read


class Poison(int):
    """A masked number: it equals what stands for hidden ones, and everything else that is done with it raises."""

    __hash__ = __le__ = __gt__ = __add__ = __radd__ = __sub__ = __rsub__ = _read
    __and__ = __rand__ = __rshift__ = __rrshift__ = __lshift__ = __rlshift__ = __mul__ = __rmul__ = __bool__ = _read

    def __ge__(self, other: object) -> bool:
        return False if other == 0 else _read()  # known or not may be asked

    def __lt__(self, other: object) -> bool:
        return not self >= other


class Sealed:
    """The facts of a kit, whose every part raises but a title, which a refusal quotes."""

    def title_of(self, _card: int) -> str:
        return ""

    def __getattr__(self, name: str) -> Any:
        raise Read(name)


def poisoned(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(poisoned, value))
    return Poison(-1) if type(value) is int and value == -1 else value


def with_poison(view: Any) -> Any:
    """Return a view whose hidden parts raise when they are read; the facts of a kit are nobody's to read."""
    parts = {name: poisoned(getattr(view, name)) for name in HIDDEN if hasattr(view, name)}
    setup = replace(view.setup, facts=Sealed()) if view.setup.facts is not None else view.setup
    return replace(view, setup=setup, **parts)


@pytest.mark.parametrize(("name", "level"), [(name, level) for name in ROOMS for level in levels(any_game(name))])
def test_what_is_hidden_is_not_read(name: str, level: str) -> None:
    game, asked = any_game(name), 0
    for seed in (3, 4, 5):
        setup = table(game, seed)
        bot = quick(level, game)
        for view, seat, lines, rng in moments(game, setup, bot, seed):
            first = bot.choose(view, seat, lines, Random(rng))
            assert bot.choose(with_poison(view), seat, lines, Random(rng)) == first
            asked += first is not None
    assert asked > 5


def moments(game: Game[Any], setup: Any, bot: Any, seed: int) -> list[tuple[Any, int, list[Any], int]]:
    """Return up to 40 views of a game that bots play, each with its seat, its lines and a number for its chance."""
    found: list[tuple[Any, int, list[Any], int]] = []

    class Watched:
        def choose(self, view: Any, seat: int, turns: Any, rng: Random) -> Any:
            if len(found) < 40:
                found.append((view, seat, [*turns], len(found)))
            return bot.choose(view, seat, turns, rng)

    play(game, setup, dict.fromkeys(range(len(setup.seats)), Watched()), str(seed), 150)  # type: ignore[arg-type]
    return found


def test_the_poison_works() -> None:
    game = any_game("lizard")
    view = moments(game, table(game, 3), named("random", game), 3)[0][0]
    hidden = [hand for hand in with_poison(view).hands if hand and -1 in hand]
    assert hidden
    with pytest.raises(Read):
        _ = hidden[0][0] < 52
    with pytest.raises(Read):
        set(hidden[0])


def test_why_is_said_of_what_is_done() -> None:
    """The reason comes out of the same thought as the line, and there is one wherever there was something to choose."""
    for name in ROOMS:
        game = any_game(name)
        for level in levels(game):
            setup, bot = table(game, 3), quick(level, game)
            for view, seat, lines, at in moments(game, setup, bot, 3)[:15]:
                done = bot.choose(view, seat, lines, chance("x", at, seat))
                why = bot.why(view, seat, lines, chance("x", at, seat))
                assert why or done is None or len(seat_actions(game, view, seat)) == 1
                assert done is not None or not why
