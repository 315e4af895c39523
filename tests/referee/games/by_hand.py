"""Games by hand: lines that are played, and one that is refused."""

from collections.abc import Mapping, Sequence
from typing import Any

from factbank.factfile import Facts
from referee import games
from referee.core.game import Game, Refused
from referee.core.play import parse, replay
from referee.core.setup import setup


def after(
    game: Game[Any], seats: Sequence[str], lines: str, options: Mapping[str, object], facts: Facts | None = None
) -> Any:
    """Return the state after a game's lines, each judged."""
    made = setup(game, seats, options, facts=facts)
    actions = [parse(game, made, line) for line in lines.strip().splitlines()]
    return replay(game, made, [action for action in actions if action is not None])


def refusal(state: Any, line: str) -> Refused:
    """Return why a line can't follow."""
    game = games.game(state.setup.game)
    action = parse(game, state.setup, line)
    assert action is not None
    judgment = game.judge(state, action)
    assert isinstance(judgment, Refused), f"{line} is legal"
    return judgment
