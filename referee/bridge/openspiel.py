"""Our games as OpenSpiel games: ``pyspiel.load_game("liarsdeck_lizard(rounds=1)")`` (docs/openspiel.md).

The import registers every game of our registry with OpenSpiel, with its house rules as parameters. An OpenSpiel action
is an index in the list of legal actions, which a seat finds from its view. Raises ``ImportError`` if OpenSpiel is not
installed.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any

from liarsdeck.installed import remedy
from referee import games
from referee.bots import Player
from referee.bridge import moments
from referee.bridge.moments import CHANCE, EVERYTHING, OVER, SpielMoment
from referee.core.game import Action, Game, RecordError

try:
    import pyspiel
except ImportError:
    raise ImportError(f"OpenSpiel is not installed; {remedy('lab')}") from None

__all__ = ["SpielGame", "SpielState", "pyspiel", "register"]

PREFIX = "liarsdeck_"
LENGTH, UTILITY = 100_000, 1e6  # upper bounds that no game comes near: moves in a game, and points


class SpielState(pyspiel.State):
    """An OpenSpiel state, which wraps the ``SpielMoment`` (a decision point of a game) ``moment``."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.moment: SpielMoment = game.begin

    def current_player(self) -> int:
        """Return whose turn it is: a seat, or OpenSpiel's number for chance or the end of the game."""
        return self.moment.turn

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.moment.turn == OVER

    def _legal_actions(self, _player: int) -> Sequence[int]:
        """Return the indices of the legal actions, in the ``choices`` of the moment.

        Raises ``RecordError`` if there are more than the game's parameter ``actions`` allows.
        """
        many, most = len(self.moment.choices), self.moment.table.given["actions"]
        if many > most:
            raise RecordError(f"actions: here are {many} lines to choose from; load the game with actions={many}")
        return range(many)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (index of the action, probability) for each outcome, at a turn of chance."""
        return self.moment.odds()

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        said = self.moment.said(self.moment.choice(action))
        return said if self.moment.choices else f"{said} (deal {action})"

    def returns(self) -> list[float]:
        """Return each seat's score minus the mean of the other seats' scores; zeros before the end."""
        return self.moment.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a random state that ``player`` cannot tell from this one.

        ``sampler`` returns a random number from 0 to 1.
        """
        found: SpielState = self.get_game().new_initial_state()
        found.moment = self.moment.guessed(player, Random(int(sampler() * 2**53)))
        return found

    def __str__(self) -> str:
        return "\n".join((self.moment.heard(EVERYTHING), *(f"# {seat} waits" for seat in self.moment.passed)))


class Observer:
    """Writes what a player knows of a state as text: an information state or an observation.

    The information state is all that the player has read so far, the observation what the player sees now. ``kind`` (an
    ``IIGObservationType``) says which of them is written. There is no tensor.
    """

    tensor = None

    def __init__(self, kind: Any) -> None:
        self.dict: dict[str, object] = {}
        self.kind = kind

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing, as there is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the information state or the observation of ``player``, whichever this observer is for.

        An observer of public information returns what everybody may see.
        """
        if self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return state.moment.seen(None)
        return state.moment.heard(player) if self.kind.perfect_recall else state.moment.seen(player)


class SpielGame(pyspiel.Game):
    """An OpenSpiel game; the base class of a class for each of our games.

    ``rules`` is our game. ``begin`` is the moment at its start.
    """

    rules: Game[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        table = moments.table(self.rules, params or {})
        self.begin = table.begin()
        given, players = table.given, len(table.setup.seats)
        chances = max(moments.SHUFFLES, given["shuffles"])
        info = pyspiel.GameInfo(given["actions"], chances, players, -UTILITY, UTILITY, 0.0, LENGTH)
        super().__init__(_type(self.rules, players), info, given)

    def new_initial_state(self) -> SpielState:
        """Return the state at the start of the game."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, _params: Any = None) -> Observer:
        """Return an observer that writes states as text.

        ``kind`` is an ``IIGObservationType``; None gives observations (what a player sees now).
        """
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
    """Register a game with OpenSpiel. Return its name for ``pyspiel.load_game``, such as ``liarsdeck_lizard``."""
    kind = _type(game)
    if kind.short_name not in pyspiel.registered_names():
        moments.GAMES[game.name] = game
        pyspiel.register_game(kind, type(SpielGame.__name__, (SpielGame,), {"rules": game}))
    name: str = kind.short_name
    return name


for _name in games.REGISTRY:
    register(games.game(_name))


Weights = Callable[[SpielMoment], Sequence[float]]
"""A strategy: given a moment, it returns a probability for each of ``choices``."""
Informed = Callable[[SpielMoment], tuple[Hashable, Sequence[int]]]
"""Takes a moment. Returns its information state, and the indices of its choices in the order of the tree's actions.

Moments of one information state must have the same choices in this order.
"""
Policy = Callable[[Any, int, Sequence[Action]], Sequence[tuple[Action | None, float]]]
"""A bot's mixed strategy.

Takes its view, its seat and the lines as it reads them; returns (action, probability) pairs.
"""


def by_policy(policy: Policy) -> Weights:
    """Return the strategy (``Weights``) of a bot that has a policy.

    The strategy is a function that takes a moment and returns a probability for each of its ``choices``. The function
    raises ``RecordError`` if the policy names an action that is not among the choices.
    """

    def weights(moment: SpielMoment) -> list[float]:
        seat, found = moment.turn, [0.0] * len(moment.choices)
        view = moment.table.game.view(moment.state, seat)
        for action, share in policy(view, seat, moment.read(seat)):
            if action not in moment.choices:
                said = "to let it pass" if action is None else moment.said(action)
                raise RecordError(f"bot: {said} is none of the choices of {moment.table.setup.seats[seat]}")
            found[moment.choices.index(action)] += share
        return found

    return weights


def by_choices(bot: Player[Any], tries: int) -> Weights:
    """Return an estimate of the strategy (``Weights``) of a bot that has no policy.

    The strategy is a function that takes a moment and asks the bot ``tries`` times with different random numbers. The
    probability of each of the moment's ``choices`` is its share of the answers.
    """

    def weights(moment: SpielMoment) -> list[float]:
        seat, found = moment.turn, [0.0] * len(moment.choices)
        view, read = moment.table.game.view(moment.state, seat), moment.read(seat)
        for number in range(tries if len(found) > 1 else 1):
            action = bot.choose(view, seat, read, Random(f"{number}/{moment.heard(seat)}"))
            found[moment.choices.index(action)] += 1
        whole = sum(found)
        return [share / whole for share in found]

    return weights


def uniform(moment: SpielMoment) -> list[float]:
    """Return a probability for each of a moment's ``choices``, all equal."""
    return [1 / len(moment.choices)] * len(moment.choices)


def heard(moment: SpielMoment) -> tuple[str, Sequence[int]]:
    """Return the information state of the seat whose turn it is, and the indices of its choices.

    The information state is the text of all that the seat has read.
    """
    return moment.heard(moment.turn), range(len(moment.choices))


class Tree:
    """The game tree below one moment, or below several moments with their probabilities.

    ``begin`` is this moment, or the pairs (probability, moment). ``informed`` takes a moment and returns its
    information state and the indices of its choices, as ``heard`` does; if it gives one state to moments that a player
    with perfect recall would tell apart, the table of a simple strategy stays small. ``game`` is the tree as an
    OpenSpiel game, and ``nodes`` the number of its nodes. ``states`` has a dict for each seat, which maps each
    information state to one of its moments.
    """

    def __init__(self, begin: SpielMoment | Sequence[tuple[float, SpielMoment]], informed: Informed = heard) -> None:
        begins = [(1.0, begin)] if isinstance(begin, SpielMoment) else begin
        seats = begins[0][1].table.setup.seats
        self._informed = informed
        self._numbers: list[dict[Hashable, int]] = [{} for _ in seats]
        self.states: list[dict[Hashable, SpielMoment]] = [{} for _ in seats]
        lines, stack = [f'EFG 2 R "" {{ {" ".join(map(_quoted, seats))} }}'], list[SpielMoment]()
        if len(begins) > 1:
            lines.append(_chance(0, [share for share, _ in begins]))
        stack += [moment for _, moment in reversed(begins)]
        while stack:
            moment = stack.pop()
            turn = moment.turn
            if turn == OVER:
                lines.append(f't "" {len(lines)} "" {{ {" ".join(map(str, moment.returns()))} }}')
            elif turn == CHANCE:
                lines.append(_chance(len(lines), [share for _, share in moment.odds()]))
                stack += reversed(moment.onward())
            else:
                key, places = informed(moment)
                self.states[turn].setdefault(key, moment)
                number = self._numbers[turn].setdefault(key, len(self._numbers[turn]) + 1)
                lines.append(f'p "" {turn + 1} {number} "" {{ {" ".join(map(_quoted, range(len(places))))} }} 0')
                stack += [moment.after(at) for at in reversed(places)]
        self.nodes = len(lines) - 1
        self.game = pyspiel.load_efg_game("\n".join(lines))

    def name(self, moment: SpielMoment) -> str:
        """Return OpenSpiel's name for the information state at a moment of this tree."""
        seat, (key, _) = moment.turn, self._informed(moment)
        return f"{seat}-{seat}-{self._numbers[seat][key]}-"

    def table(self, weights: Weights) -> Any:
        """Return a strategy for all seats as OpenSpiel's ``TabularPolicy`` of this tree.

        ``weights`` is the strategy: a function that takes a moment and returns a probability for each of its
        ``choices``.
        """
        found: dict[str, list[tuple[int, float]]] = {}
        for moment in [moment for states in self.states for moment in states.values()]:
            shares, (_, places) = weights(moment), self._informed(moment)
            found[self.name(moment)] = [(number, shares[at]) for number, at in enumerate(places)]
        return pyspiel.TabularPolicy(found)

    def exploitability(self, weights: Weights) -> float:
        """Return the exploitability of a strategy: the gain of a best response to it, as the mean over seats.

        ``weights`` is the strategy: a function that takes a moment and returns a probability for each of its
        ``choices``.
        """
        return float(pyspiel.exploitability(self.game, self.table(weights)))

    def solved(self, rounds: int) -> Weights:
        """Return the average strategy after ``rounds`` iterations of CFR+, for all seats.

        The strategy is a function that takes a moment and returns a probability for each of its ``choices``. For two
        players it approaches an equilibrium.
        """
        solver = pyspiel.CFRPlusSolver(self.game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        average = solver.tabular_average_policy()

        def weights(moment: SpielMoment) -> list[float]:
            shares, (_, places) = dict(average.get_state_policy(self.name(moment))), self._informed(moment)
            found = [0.0] * len(moment.choices)
            for number, at in enumerate(places):
                found[at] = shares[number]
            return found

        return weights


def _chance(number: int, shares: Sequence[float]) -> str:
    odds = " ".join(f"{_quoted(at)} {share:.16f}" for at, share in enumerate(shares))
    return f'c "" {number} "" {{ {odds} }} 0'


def _quoted(name: object) -> str:
    return f'"{name}"'
