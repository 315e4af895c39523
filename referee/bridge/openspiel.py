"""The games as OpenSpiel's algorithms take them (docs/openspiel.md): ``pyspiel.load_game("liarsdeck_lizard(rounds=1)")``.

Every game of the registry is registered under its name, with the number of players and its house rules as parameters.
What a game is comes from ``Game`` alone: the lines a seat may write are those that its view allows, and OpenSpiel's
actions are their places in that list. Chance is exact where a game lists its odds; else it is one of so many numbered
deals, each as likely, so that a history is always the same game.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from factbank.facts import Card, Facts, Pair, make
from referee import games
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup
from referee.core.options import Option, as_typed, option_list
from referee.core.play import replies, step
from referee.lines.line import format_action, parse

try:
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed: pip install 'liarsdeck[lab]', or pip install open_spiel") from None

PREFIX = "liarsdeck_"
ACTIONS, SHUFFLES = 256, 256
LENGTH, UTILITY = 100_000, 1e6  # what no game comes near
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim")
OWN = ("players", "shuffles", "actions")
_RECORD = -1  # in the place of a seat: who reads everything
_PASS = "(lets it pass)"

_TERMINAL, _CHANCE = pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.CHANCE


class Table(Struct, frozen=True):
    """A game and its setup; ``shuffles`` is how many ways chance has where its odds are not listed, ``name`` loads it all."""

    game: Game[Any]
    setup: Setup
    shuffles: int
    name: str

    def begin(self) -> "Point":
        """Return the first moment."""
        heard = dict(enumerate(self.setup.seats))
        return Point(self, self.game.start(self.setup), heard | {_RECORD: self.setup.game})


class Point:
    """A moment of a game: its state, what everybody has read so far, and who has let this moment pass.

    It never changes, so that a copy of a state shares it; what is found out about it is kept.
    """

    __slots__ = ("_choices", "_heard", "_turn", "action", "before", "lines", "passed", "state", "table")

    def __init__(
        self,
        table: Table,
        state: Any,
        heard: dict[int, str],
        before: "Point | None" = None,
        action: Action | None = None,
        passed: tuple[int, ...] = (),
    ) -> None:
        self.table, self.state, self.before, self.action, self.passed = table, state, before, action, passed
        self.lines: int = 0 if before is None else before.lines + (action is not None)
        self._heard = heard
        self._turn: int | None = None
        self._choices: Sequence[Action | None] | None = None

    def __deepcopy__(self, _: object) -> "Point":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Point"], tuple[object, ...]]:
        first, lines = self, list[str]()
        while first.before is not None:
            if first.action is not None:
                lines.append(self.said(first.action))
            first = first.before
        root = None if first.state == first.table.begin().state else (first.state, first._heard)
        return _taken_up, (self.table.name, root, lines[::-1], self.passed)

    def after(self, action: Action | None, seat: int) -> "Point":
        """Return the moment after a line, or after ``seat`` lets this one pass. The line is judged."""
        if action is None:
            return Point(self.table, self.state, self._heard, self, None, (*self.passed, seat))
        return Point(self.table, step(self.table.game, self.state, action, reveal=True), {}, self, action)

    @property
    def turn(self) -> int:
        """Whose turn it is: a seat, chance, or nobody's since the game is over.

        Chance deals first. Then whoever may act and need not is asked, then who must; where several must, in seat order.
        """
        if self._turn is None:
            self._turn = self._whose()
        return self._turn

    def _whose(self) -> int:
        game, state = self.table.game, self.state
        if game.outcome(state).over:
            return int(_TERMINAL)
        drawn, awaited = game.draw(state, Random(0)), game.awaits(state)
        if drawn is not None and drawn.seat is not None:
            return int(_CHANCE)
        may = (turn.seat for turn in game.to_act(state) if turn.seat not in awaited)
        seat = next(seat for seat in (*may, *awaited) if seat not in self.passed)
        if seat is not None:
            return seat
        if drawn is None:
            raise RecordError(f"{game.title} goes on with what people see and OpenSpiel does not: who took a trick, say")
        return int(_CHANCE)

    @property
    def choices(self) -> Sequence[Action | None]:
        """What whose turn it is may do as far as its view can tell (None: to let it pass); what chance may, listed."""
        if self._choices is None:
            game, seat = self.table.game, self.turn
            if seat == _CHANCE:
                self._choices = [action for action, _ in game.odds(self.state)]
            else:
                found: list[Action | None] = [*replies(game, game.view(self.state, seat), seat)]
                self._choices = found if seat in game.awaits(self.state) else [None, *found]
        return self._choices

    def choice(self, at: int) -> Action | None:
        """Return the line at this place: of the choices, or the deal of this number."""
        if choices := self.choices:
            return choices[at]
        return self.table.game.draw(self.state, Random(f"{self.lines}/{at}"))

    def odds(self) -> list[tuple[int, float]]:
        """Return each place of what chance may do, with its probability."""
        weights = [weight for _, weight in self.table.game.odds(self.state)] or [1] * self.table.shuffles
        whole = sum(weights)
        return [(at, weight / whole) for at, weight in enumerate(weights)]

    def heard(self, seat: int) -> str:
        """Return every line so far as a seat reads it: all that it knows, since its view follows from that."""
        fresh, point = list[Point](), self
        while seat not in point._heard:
            if point.action is not None:
                fresh.append(point)
            assert point.before is not None
            point = point.before
        text = point._heard[seat]
        for after in reversed(fresh):
            text = after._heard[seat] = f"{text}\n{self.said(after._read(seat))}"
        return text

    def _read(self, seat: int) -> Action:
        """Return the line that led here as a seat reads it."""
        assert self.before is not None
        assert self.action is not None
        return self.action if seat == _RECORD else self.table.game.redact(self.before.state, self.action, seat)

    def seen(self, seat: int | None) -> str:
        """Return the view of a seat, or of the open table, as text: the same for the same view."""
        view = self.table.game.view(self.state, seat)
        return " ".join(f"{name}={getattr(view, name)!r}" for name in view.__struct_fields__ if name != "setup")

    def guessed(self, seat: int, rng: Random) -> "Point":
        """Return a moment that this seat cannot tell from this one, all that it does not know being dealt anew.

        What the others have read is not known then; they know what their views of the new state say.
        """
        game = self.table.game
        state = game.guess(game.view(self.state, seat), seat, rng)
        dealt = Point(self.table, state, {}, passed=self.passed)
        known = {other: f"{name}\n{dealt.seen(other)}" for other, name in enumerate(self.table.setup.seats)}
        dealt._heard = known | {seat: self.heard(seat), _RECORD: repr(state)}
        return dealt

    def said(self, action: Action) -> str:
        """Return a line as a record writes it."""
        return format_action(self.table.game, self.table.setup, action)


def _taken_up(
    name: str, root: tuple[Any, dict[int, str]] | None, lines: Sequence[str], passed: tuple[int, ...]
) -> Point:
    """Return a moment by its record: the lines since the deal, or since a guess."""
    point = pyspiel.load_game(name).table.begin()
    table = point.table
    if root is not None:
        point = Point(table, root[0], root[1])
    for line in lines:
        action = parse(table.game, table.setup, line)
        assert action is not None
        point = point.after(action, _RECORD)
    for seat in passed:
        point = point.after(None, seat)
    return point


class State(pyspiel.State):
    """A state as OpenSpiel knows one; ``point`` is the moment it stands for."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.point = game.begin

    def current_player(self) -> int:
        """Return whose turn it is."""
        return self.point.turn

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.point.turn == _TERMINAL

    def _legal_actions(self, player: int) -> Sequence[int]:
        """Return the places of what ``player`` may do, whose turn it is. Raises ``RecordError`` where they are too many."""
        many, most = len(self.point.choices), self.get_game().num_distinct_actions()
        if many > most:
            raise RecordError(f"actions: {player + 1} has {many} lines to choose from; load the game with actions={many}")
        return range(many)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, each with its probability."""
        return self.point.odds()

    def _apply_action(self, action: int) -> None:
        self.point = self.point.after(self.point.choice(action), self.point.turn)

    def _action_to_string(self, player: int, action: int) -> str:
        line = self.point.choice(action)
        said = _PASS if line is None else self.point.said(line)
        return said if self.point.choices else f"{said} (deal {action})"

    def returns(self) -> list[float]:
        """Return what each seat scored beyond the mean of the others; nothing before the end."""
        outcome = self.point.table.game.outcome(self.point.state)
        if not outcome.over:
            return [0.0] * len(outcome.scores)
        total, others = sum(outcome.scores), len(outcome.scores) - 1
        return [score - (total - score) / others for score in outcome.scores]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """Return a state that ``player`` cannot tell from this one; ``sampler`` gives numbers from 0 to 1."""
        found: State = self.get_game().new_initial_state()
        found.point = self.point.guessed(player, Random(int(sampler() * 2**53)))
        return found

    def __str__(self) -> str:
        return "\n".join((self.point.heard(_RECORD), *(f"{_PASS} {seat}" for seat in self.point.passed)))


class Observer:
    """What a player has read (``information_state_string``) or sees now (``observation_string``); there is no tensor."""

    tensor = None

    def __init__(self, kind: Any) -> None:
        self.dict: dict[str, object] = {}
        self.kind = kind

    def set_from(self, state: State, player: int) -> None:
        """Do nothing."""

    def string_from(self, state: State, player: int) -> str:
        """Return what is asked for as text."""
        if self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return state.point.seen(None)
        return state.point.heard(player) if self.kind.perfect_recall else state.point.seen(player)


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel knows one; ``table`` is the game and its setup. Each of ours has a class of its own."""

    rules: Game[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = self.rules
        given = parameters(game) | dict(params or {})
        setup = setup_of(game, given)
        name = f"{short_name(game)}({','.join(f'{key}={value}' for key, value in sorted(given.items()))})"
        self.table = Table(game, setup, given["shuffles"], name)
        self.begin = self.table.begin()
        players, most = len(setup.seats), max(ACTIONS, given["shuffles"])
        info = pyspiel.GameInfo(given["actions"], most, players, -UTILITY, UTILITY, 0.0, LENGTH)
        super().__init__(_type(game, players), info, given)

    def new_initial_state(self) -> State:
        """Return the first state."""
        return State(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return what makes strings of states."""
        return Observer(kind or pyspiel.IIGObservationType(perfect_recall=False))


def short_name(game: Game[Any]) -> str:
    """Return what OpenSpiel knows a game by."""
    return PREFIX + game.name.replace("-", "_")


def _type(game: Game[Any], players: int = 0) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=short_name(game),
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
        parameter_specification=parameters(game),
    )


def parameters(game: Game[Any]) -> dict[str, Any]:
    """Return what a game may be loaded with, and what each is usually: its house rules among them.

    ``shuffles`` is how many ways chance has where a game does not list its odds, ``actions`` the most lines that anybody
    has to choose from.
    """
    found: dict[str, Any] = {"players": game.seats[0], "shuffles": SHUFFLES, "actions": ACTIONS}
    for option in option_list(game.options):
        found |= _of_option(option)
    return found


def _of_option(option: Option) -> dict[str, Any]:
    if isinstance(option.default, Struct):
        rows = as_typed(option.name, option.default)
        return {name: value.replace(",", " ") for name, value in rows}
    if option.low is not None and not isinstance(option.default, int):
        return {option.name: 0}  # OpenSpiel's parameters are of one kind: 0 is the word that the option usually is
    return {option.name: option.default}


def setup_of(game: Game[Any], given: Mapping[str, Any]) -> Setup:
    """Return the setup that parameters come to. Raises ``RecordError`` naming the one that will not do."""
    usual, options = parameters(game), dict[str, Any]()
    for name, value in given.items():
        room, _, part = name.partition(".")
        if room in OWN or value == usual[name]:
            continue
        if part:
            options.setdefault(room, {})[part] = str(value).split()
        else:
            options[name] = value
    seats = NAMES[: given["players"]]
    facts = _facts(len(seats) * options.get("each", 3)) if game.needs_facts else None
    return games.setup(game, seats, options, facts=facts, words=True)


def _facts(pairs: int) -> Facts:
    """Return so many pairs that say nothing: the words on its cards are no part of Liar's Lair's rules."""
    return make(
        Pair(f"Pair {at}", (Card(2 * at - 1, f"{at} is so."), Card(2 * at, f"{at} is not so.")), key=f"pair/{at}")
        for at in range(1, pairs + 1)
    )


def register(game: Game[Any]) -> str:
    """Make a game known to ``pyspiel.load_game``; return its name there."""
    name = short_name(game)
    if name not in pyspiel.registered_names():
        pyspiel.register_game(_type(game), type(SpielGame.__name__, (SpielGame,), {"rules": game}))
    return name


for _name in games.REGISTRY:
    register(games.game(_name))
