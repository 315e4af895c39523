"""Present a game as a sequence of single decisions, each made by chance or by one seat.

Seats that may act at the same time are asked one by one. If a game lists the odds of a chance event (``Game.odds``),
chance has these probabilities. If not, chance picks one of a fixed number of deals with equal probability; the number
of the deal seeds the random generator. So equal choices give equal games.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from factbank.factfile import Card, Pair, make
from referee import games
from referee.core.game import Action, Game, RecordError, Setup
from referee.core.play import format_action, parse, seat_actions, step
from referee.core.setup import EXAMPLE_NAMES, option_list

CHANCE, OVER = -1, -4  # values of ``turn`` that are no seat; the numbers are OpenSpiel's
EVERYTHING = -2  # in place of a seat, for a reader who sees everything, as the full record does
SHUFFLES, MOST = 256, 256
OWN = ("players", "shuffles", "actions")


class SpielTable(Struct, frozen=True):
    """A table for OpenSpiel: a game with players and house rules.

    ``given`` has the values of all ``parameters`` of the game, by name; ``setup`` is the setup that follows from them.
    """

    game: Game[Any]
    given: dict[str, Any]
    setup: Setup

    def begin(self) -> "SpielMoment":
        """Return the first moment (decision point) of the game."""
        return SpielMoment(self, self.game.start(self.setup), dict(enumerate(self.setup.seats)) | {EVERYTHING: ""})


class SpielMoment:
    """A decision point of a game: its state, what each seat has read, and which seats chose not to act.

    ``state`` is the full state. ``heard_by`` maps a seat to the text that the seat has read; it is filled by ``heard``.
    ``before`` is the previous moment, None at the start. ``action`` is the action between the two moments, None if a
    seat chose not to act. ``passed`` are the seats that chose not to act since the last action. ``lines`` is the number
    of actions so far. A moment never changes, so a copy is the same object.
    """

    __slots__ = ("_choices", "_turn", "action", "before", "heard_by", "lines", "passed", "state", "table")

    def __init__(
        self,
        table: SpielTable,
        state: Any,
        heard_by: dict[int, str],
        before: "SpielMoment | None" = None,
        action: Action | None = None,
        passed: tuple[int, ...] = (),
    ) -> None:
        self.table, self.state, self.before, self.action, self.passed = table, state, before, action, passed
        self.lines: int = 0 if before is None else before.lines + (action is not None)
        self.heard_by = heard_by
        self._turn: int | None = None
        self._choices: Sequence[Action | None] | None = None

    def __deepcopy__(self, _: object) -> "SpielMoment":
        return self

    def __reduce__(self) -> tuple[Callable[..., "SpielMoment"], tuple[object, ...]]:
        first, lines = self, list[str]()
        while first.before is not None:
            if first.action is not None:
                lines.append(self.said(first.action))
            first = first.before
        guessed = None if first.heard_by[EVERYTHING] == "" else (first.state, first.heard_by)
        return _taken_up, (self.table.game.name, self.table.given, guessed, lines[::-1], self.passed)

    # What comes next

    @property
    def turn(self) -> int:
        """Whose turn it is: a seat, CHANCE, or OVER if the game has ended.

        A deal by chance comes first. Then come the seats that may act but need not, then the seats that must act, each
        group in seat order. No view shows what others chose in secret, so this order gives nothing away. Raises
        ``RecordError`` if the game needs something that only people at a real table can see.
        """
        if self._turn is None:
            game, state = self.table.game, self.state
            drawn, awaited = game.draw(state, Random(0)), game.awaits(state)
            may = (turn.seat for turn in game.to_act(state) if turn.seat not in awaited)
            if game.outcome(state).over:
                self._turn = OVER
            elif drawn is not None and drawn.seat is not None:
                self._turn = CHANCE
            elif (seat := next((seat for seat in (*may, *awaited) if seat not in self.passed), None)) is not None:
                self._turn = seat
            elif drawn is not None:
                self._turn = CHANCE
            else:
                why = f"{game.title} goes on with what people see and programs don't: who took a trick, say"
                raise RecordError(why)
        return self._turn

    @property
    def choices(self) -> Sequence[Action | None]:
        """The legal actions of the seat whose turn it is, as far as this seat can tell.

        None among them means that the seat may choose not to act now. At a turn of chance, these are the outcomes for
        which the game lists odds; they are empty if it lists none.
        """
        if self._choices is None:
            game, seat = self.table.game, self.turn
            if seat == CHANCE:
                self._choices = [action for action, _ in game.odds(self.state)]
            else:
                found: list[Action | None] = [*dict.fromkeys(seat_actions(game, game.view(self.state, seat), seat))]
                self._choices = found if seat in game.awaits(self.state) else [None, *found]
        return self._choices

    def choice(self, at: int) -> Action | None:
        """Return the action at the index ``at`` of ``choices``; None means not to act now.

        If it is chance's turn and the game lists no odds, ``at`` is the number of a random deal, from 0 to ``shuffles``
        - 1 (``shuffles`` is a parameter of the game).
        """
        if choices := self.choices:
            return choices[at]
        return self.table.game.draw(self.state, Random(f"{self.lines}/{at}"))

    def odds(self) -> list[tuple[int, float]]:
        """Return (index, probability) for each outcome of chance; call it only at a turn of chance.

        The index is one of ``choices``. If the game lists no odds, it is the number of a random deal, from 0 to
        ``shuffles`` - 1, and all are equally likely. The probabilities add up to 1.
        """
        weights = [weight for _, weight in self.table.game.odds(self.state)] or [1] * self.table.given["shuffles"]
        whole = sum(weights)
        return [(at, weight / whole) for at, weight in enumerate(weights)]

    def after(self, at: int) -> "SpielMoment":
        """Return the moment that follows the choice ``at``.

        ``at`` is an index of ``choices``; if it is chance's turn and the game lists no odds, it is the number of a
        deal. Raises ``RecordError`` if the action is illegal in the full state.
        """
        return self._after(self.choice(at), self.turn)

    def _after(self, action: Action | None, seat: int) -> "SpielMoment":
        if action is None:
            return SpielMoment(self.table, self.state, self.heard_by, self, None, (*self.passed, seat))
        return SpielMoment(self.table, step(self.table.game, self.state, action, reveal=True), {}, self, action)

    def then(self, *lines: str) -> "SpielMoment":
        """Return the moment after these lines, written as in a record. Raises ``RecordError`` at an illegal one."""
        moment = self
        for line in lines:
            moment = moment._after(parse(self.table.game, self.table.setup, line), EVERYTHING)
        return moment

    def onward(self) -> list["SpielMoment"]:
        """Return the moments that can follow, one for each choice or outcome of chance, in the order of the indices."""
        many = len(self.odds()) if self.turn == CHANCE else len(self.choices)
        return [self.after(at) for at in range(many)]

    def returns(self) -> list[float]:
        """Return each seat's score minus the mean of the other seats' scores; zeros before the end."""
        outcome = self.table.game.outcome(self.state)
        if not outcome.over:
            return [0.0] * len(outcome.scores)
        total, others = sum(outcome.scores), len(outcome.scores) - 1
        return [score - (total - score) / others for score in outcome.scores]

    # What is known

    def heard(self, seat: int) -> str:
        """Return all lines so far as text, as ``seat`` may read them; for EVERYTHING, nothing is hidden."""
        fresh, moment = list[SpielMoment](), self
        while seat not in moment.heard_by:
            if moment.action is not None:
                fresh.append(moment)
            assert moment.before is not None
            moment = moment.before
        text = moment.heard_by[seat]
        for after in reversed(fresh):
            text = after.heard_by[seat] = f"{text}\n{self.said(after.last(seat))}"
        return text

    def read(self, seat: int) -> list[Action]:
        """Return the actions so far as ``seat`` may read them.

        If this or an earlier moment came from ``guessed``, the actions before that moment are left out.
        """
        lines, moment = list[Action](), self
        while moment.before is not None:
            if moment.action is not None:
                lines.append(moment.last(seat))
            moment = moment.before
        return lines[::-1]

    def last(self, seat: int) -> Action:
        """Return the action that led to this moment, as ``seat`` reads it; for EVERYTHING, nothing is hidden.

        Use it only if there is one (``action`` is not None).
        """
        assert self.before is not None
        assert self.action is not None
        return self.action if seat == EVERYTHING else self.table.game.redact(self.before.state, self.action, seat)

    def seen(self, seat: int | None) -> str:
        """Return the view of ``seat`` as text (None: the view of everybody); equal views give equal texts.

        A view is the state, in which everything that the seat may not know is unknown.
        """
        view = self.table.game.view(self.state, seat)
        return " ".join(f"{name}={getattr(view, name)!r}" for name in view.__struct_fields__ if name != "setup")

    def guessed(self, seat: int, rng: Random) -> "SpielMoment":
        """Return a random moment that ``seat`` cannot tell from this one (a determinization).

        The seat's view is the same; what the seat can't see is drawn with ``rng``. The lines that the other seats have
        read can't be rebuilt. For each of them, the text of ``heard`` begins with its view of the new state.
        """
        game = self.table.game
        state = game.sample_state(game.view(self.state, seat), seat, rng)
        dealt = SpielMoment(self.table, state, {}, passed=self.passed)
        known = {other: f"{name}\n{dealt.seen(other)}" for other, name in enumerate(self.table.setup.seats)}
        dealt.heard_by = known | {seat: self.heard(seat), EVERYTHING: repr(state)}
        return dealt

    def said(self, action: Action | None) -> str:
        """Return an action as a line of a record; “(waits)” for None, which means not to act."""
        return "(waits)" if action is None else format_action(self.table.game, self.table.setup, action)


def _taken_up(
    name: str,
    given: Mapping[str, Any],
    guessed: tuple[Any, dict[int, str]] | None,
    lines: Sequence[str],
    passed: tuple[int, ...],
) -> SpielMoment:
    """Return a pickled moment, rebuilt by replaying its actions.

    ``name`` is the game's name, ``given`` are the values of its parameters, and ``lines`` the actions as in a record.
    They begin at the start of the game, or, if ``guessed`` is not None, at a determinization: its state, and what each
    seat had read. ``passed`` are the seats that chose not to act after the last line.
    """
    set_up = table(GAMES.get(name) or games.game(name), given)
    moment = set_up.begin() if guessed is None else SpielMoment(set_up, *guessed)
    moment = moment.then(*lines)
    for seat in passed:
        moment = moment._after(None, seat)  # noqa: SLF001
    return moment


GAMES: dict[str, Game[Any]] = {}
"""Games that are not in our registry (``referee.games``), by name."""


def parameters(game: Game[Any]) -> dict[str, Any]:
    """Return a game's parameters for OpenSpiel, by name with their defaults.

    ``players`` is the number of players. ``shuffles`` is the number of deals that chance picks from if the game lists
    no odds. ``actions`` is the largest number of choices that a seat may have in one turn. All others are the house
    rules.
    """
    usual: dict[str, Any] = {"players": game.seats[0], "shuffles": SHUFFLES, "actions": MOST}
    for option in option_list(game.options):
        usual[option.name] = option.usual.replace(",", " ") if option.many > 1 else option.default
        if option.many == 1 and option.low is not None and not isinstance(option.default, int):
            usual[option.name] = 0  # an OpenSpiel parameter has one type; 0 stands for the option's default, a word
    return usual


def table(game: Game[Any], given: Mapping[str, Any]) -> SpielTable:
    """Return the table for the values ``given`` of a game's ``parameters``, by name.

    A parameter that is missing has its default. Raises ``RecordError``, which names the parameter, for a wrong value.
    """
    usual = parameters(game)
    whole = usual | dict(given)
    options = {name: value for name, value in whole.items() if name not in OWN and value != usual[name]}
    seats = EXAMPLE_NAMES[: whole["players"]]
    facts = None
    if game.needs_facts:  # the rules do not depend on the cards' texts
        pairs = range(1, len(seats) * options.get("each", 3) + 1)
        facts = make(
            Pair(f"Pair {at}", (Card(2 * at - 1, f"{at} is so."), Card(2 * at, f"{at} is not so.")), key=f"pair/{at}")
            for at in pairs
        )
    return SpielTable(game, whole, games.setup(game, seats, options, facts=facts, words=True))
