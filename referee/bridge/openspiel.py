"""The games as OpenSpiel takes them: ``pyspiel.load_game("liarsdeck_lizard(rounds=1)")`` (docs/openspiel.md).

Every game of the registry is registered there, its house rules being parameters. An action is a place in the list of
what a seat may do by its view.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from referee import games
from referee.bridge import moments
from referee.bridge.moments import EVERYTHING, OVER, SpielMoment
from referee.core.errors import RecordError
from referee.core.game import Game

try:
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed: pip install 'liarsdeck[lab]', or pip install open_spiel") from None

__all__ = ["SpielGame", "SpielState", "pyspiel", "register"]

PREFIX = "liarsdeck_"
LENGTH, UTILITY = 100_000, 1e6  # moments of a game, and points: what none comes near


class SpielState(pyspiel.State):
    """A state as OpenSpiel knows one; ``moment`` is what it stands for."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.moment: SpielMoment = game.begin

    def current_player(self) -> int:
        """Return whose turn it is."""
        return self.moment.turn

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.moment.turn == OVER

    def _legal_actions(self, _player: int) -> Sequence[int]:
        """Return the places of what may be done. Raises ``RecordError`` where they are too many."""
        many, most = len(self.moment.choices), self.moment.table.given["actions"]
        if many > most:
            raise RecordError(f"actions: here are {many} lines to choose from; load the game with actions={many}")
        return range(many)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, each with its probability."""
        return self.moment.odds()

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        said = self.moment.said(self.moment.choice(action))
        return said if self.moment.choices else f"{said} (deal {action})"

    def returns(self) -> list[float]:
        """Return what each seat scored beyond the mean of the others; nothing before the end."""
        return self.moment.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state that ``player`` cannot tell from this one; ``sampler`` gives numbers from 0 to 1."""
        found: SpielState = self.get_game().new_initial_state()
        found.moment = self.moment.guessed(player, Random(int(sampler() * 2**53)))
        return found

    def __str__(self) -> str:
        return "\n".join((self.moment.heard(EVERYTHING), *(f"# {seat} waits" for seat in self.moment.passed)))


class Observer:
    """What a player has read (the information state) or sees now (the observation), as text; there is no tensor."""

    tensor = None

    def __init__(self, kind: Any) -> None:
        self.dict: dict[str, object] = {}
        self.kind = kind

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what is asked for as text."""
        if self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return state.moment.seen(None)
        return state.moment.heard(player) if self.kind.perfect_recall else state.moment.seen(player)


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel knows one; ``begin`` is its first moment. Each of ours has a class of its own."""

    rules: Game[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        table = moments.table(self.rules, params or {})
        self.begin = table.begin()
        given, players = table.given, len(table.setup.seats)
        chances = max(moments.SHUFFLES, given["shuffles"])
        info = pyspiel.GameInfo(given["actions"], chances, players, -UTILITY, UTILITY, 0.0, LENGTH)
        super().__init__(_type(self.rules, players), info, given)

    def new_initial_state(self) -> SpielState:
        """Return the first state."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, _params: Any = None) -> Observer:
        """Return what makes strings of states."""
        return Observer(kind or pyspiel.IIGObservationType(perfect_recall=False))


def _type(game: Game[Any], players: int = 0) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=players or game.seats[0],
        max_num_players=players or game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=moments.parameters(game),
    )


def register(game: Game[Any]) -> str:
    """Make a game known to ``pyspiel.load_game``; return its name there."""
    kind = _type(game)
    if kind.short_name not in pyspiel.registered_names():
        moments.GAMES[game.name] = game
        pyspiel.register_game(kind, type(SpielGame.__name__, (SpielGame,), {"rules": game}))
    name: str = kind.short_name
    return name


for _name in games.REGISTRY:
    register(games.game(_name))
