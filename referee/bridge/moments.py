"""A game as one turn after another: chance, or one seat that chooses among lines, whoever else might act then.

What a game is comes from ``Game`` alone; nothing here knows of another program. Chance is exact where a game lists its
odds; else it is one of so many numbered deals, each as likely, so that the same choices are always the same game.
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

CHANCE, OVER = -1, -4  # in the place of a seat whose turn it is, as OpenSpiel has them
EVERYTHING = -2  # in the place of a seat that reads: the record
SHUFFLES, MOST = 256, 256
OWN = ("players", "shuffles", "actions")


class SpielTable(Struct, frozen=True):
    """A game, the parameters that it was set up with, and its setup."""

    game: Game[Any]
    given: dict[str, Any]
    setup: Setup

    def begin(self) -> "SpielMoment":
        """Return the first moment."""
        return SpielMoment(self, self.game.start(self.setup), dict(enumerate(self.setup.seats)) | {EVERYTHING: ""})


class SpielMoment:
    """A moment of a game: its state, what everybody has read so far, and who has let this moment pass.

    It never changes, so that copies share it; what is found out about it is kept.
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
        """Whose turn it is: a seat, CHANCE, or nobody's since the game is OVER.

        Chance deals first. Then whoever may act and need not is asked, then who must; of several that must the first
        in seat order: what others chose in secret is in no view.
        """
        if self._turn is None:
            game, state = self.table.game, self.state
            drawn, awaited = game.draw(state, Random(0)), game.awaits(state)
            may = (turn.seat for turn in game.to_act(state) if turn.seat not in awaited)
            if game.outcome(state).over:
                self._turn = OVER
            elif drawn is not None and drawn.seat is not None:
                self._turn = CHANCE
            elif (seat := next(seat for seat in (*may, *awaited) if seat not in self.passed)) is not None:
                self._turn = seat
            elif drawn is not None:
                self._turn = CHANCE
            else:
                why = f"{game.title} goes on with what people see and programs don't: who took a trick, say"
                raise RecordError(why)
        return self._turn

    @property
    def choices(self) -> Sequence[Action | None]:
        """What whose turn it is may do as far as its view can tell (None: to let it pass); what chance may, listed."""
        if self._choices is None:
            game, seat = self.table.game, self.turn
            if seat == CHANCE:
                self._choices = [action for action, _ in game.odds(self.state)]
            else:
                found: list[Action | None] = [*dict.fromkeys(seat_actions(game, game.view(self.state, seat), seat))]
                self._choices = found if seat in game.awaits(self.state) else [None, *found]
        return self._choices

    def choice(self, at: int) -> Action | None:
        """Return the line at this place: of the choices, or the deal of this number."""
        if choices := self.choices:
            return choices[at]
        return self.table.game.draw(self.state, Random(f"{self.lines}/{at}"))

    def odds(self) -> list[tuple[int, float]]:
        """Return each place of what chance may do, with its probability."""
        weights = [weight for _, weight in self.table.game.odds(self.state)] or [1] * self.table.given["shuffles"]
        whole = sum(weights)
        return [(at, weight / whole) for at, weight in enumerate(weights)]

    def after(self, at: int) -> "SpielMoment":
        """Return the moment after the choice at this place. The line is judged."""
        return self._after(self.choice(at), self.turn)

    def _after(self, action: Action | None, seat: int) -> "SpielMoment":
        if action is None:
            return SpielMoment(self.table, self.state, self.heard_by, self, None, (*self.passed, seat))
        return SpielMoment(self.table, step(self.table.game, self.state, action, reveal=True), {}, self, action)

    def then(self, *lines: str) -> "SpielMoment":
        """Return the moment after these lines, as a record writes them. Raises ``RecordError`` at what is not legal."""
        moment = self
        for line in lines:
            moment = moment._after(parse(self.table.game, self.table.setup, line), EVERYTHING)
        return moment

    def onward(self) -> list["SpielMoment"]:
        """Return the moments that may come next, one for each choice or for each that chance may do."""
        many = len(self.odds()) if self.turn == CHANCE else len(self.choices)
        return [self.after(at) for at in range(many)]

    def returns(self) -> list[float]:
        """Return what each seat scored beyond the mean of the others; nothing before the end."""
        outcome = self.table.game.outcome(self.state)
        if not outcome.over:
            return [0.0] * len(outcome.scores)
        total, others = sum(outcome.scores), len(outcome.scores) - 1
        return [score - (total - score) / others for score in outcome.scores]

    # What is known

    def heard(self, seat: int) -> str:
        """Return every line so far as a seat reads it (EVERYTHING: all of it). Its view follows from that."""
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
        """Return the lines so far as a seat reads them; behind a guess, those since."""
        lines, moment = list[Action](), self
        while moment.before is not None:
            if moment.action is not None:
                lines.append(moment.last(seat))
            moment = moment.before
        return lines[::-1]

    def last(self, seat: int) -> Action:
        """Return the line that led here as a seat reads it."""
        assert self.before is not None
        assert self.action is not None
        return self.action if seat == EVERYTHING else self.table.game.redact(self.before.state, self.action, seat)

    def seen(self, seat: int | None) -> str:
        """Return the view of a seat, or of the open table, as text: the same for the same view."""
        view = self.table.game.view(self.state, seat)
        return " ".join(f"{name}={getattr(view, name)!r}" for name in view.__struct_fields__ if name != "setup")

    def guessed(self, seat: int, rng: Random) -> "SpielMoment":
        """Return a moment that this seat cannot tell from this one, all that it does not know being dealt anew.

        What the others have read is not known then; they know what their views of the new state say.
        """
        game = self.table.game
        state = game.sample_state(game.view(self.state, seat), seat, rng)
        dealt = SpielMoment(self.table, state, {}, passed=self.passed)
        known = {other: f"{name}\n{dealt.seen(other)}" for other, name in enumerate(self.table.setup.seats)}
        dealt.heard_by = known | {seat: self.heard(seat), EVERYTHING: repr(state)}
        return dealt

    def said(self, action: Action | None) -> str:
        """Return a line as a record writes it."""
        return "(waits)" if action is None else format_action(self.table.game, self.table.setup, action)


def _taken_up(
    name: str,
    given: Mapping[str, Any],
    guessed: tuple[Any, dict[int, str]] | None,
    lines: Sequence[str],
    passed: tuple[int, ...],
) -> SpielMoment:
    """Return a moment by its record: the lines since the deal, or since a guess."""
    set_up = table(GAMES.get(name) or games.game(name), given)
    moment = set_up.begin() if guessed is None else SpielMoment(set_up, *guessed)
    moment = moment.then(*lines)
    for seat in passed:
        moment = moment._after(None, seat)  # noqa: SLF001
    return moment


GAMES: dict[str, Game[Any]] = {}
"""Games beside the registry's, by name."""


def parameters(game: Game[Any]) -> dict[str, Any]:
    """Return what a game may be set up with, and what each is usually: its house rules among them.

    ``shuffles`` is how many deals there are where a game does not list the odds, ``actions`` the most lines that
    anybody has to choose from.
    """
    usual: dict[str, Any] = {"players": game.seats[0], "shuffles": SHUFFLES, "actions": MOST}
    for option in option_list(game.options):
        usual[option.name] = option.usual.replace(",", " ") if option.many > 1 else option.default
        if option.many == 1 and option.low is not None and not isinstance(option.default, int):
            usual[option.name] = 0  # OpenSpiel's parameters are of one kind: 0 is the word that the option usually is
    return usual


def table(game: Game[Any], given: Mapping[str, Any]) -> SpielTable:
    """Return the table that parameters come to. Raises ``RecordError`` naming the one that will not do."""
    usual = parameters(game)
    whole = usual | dict(given)
    options = {name: value for name, value in whole.items() if name not in OWN and value != usual[name]}
    seats = EXAMPLE_NAMES[: whole["players"]]
    facts = None
    if game.needs_facts:  # what stands on the cards is no part of the rules
        pairs = range(1, len(seats) * options.get("each", 3) + 1)
        facts = make(
            Pair(f"Pair {at}", (Card(2 * at - 1, f"{at} is so."), Card(2 * at, f"{at} is not so.")), key=f"pair/{at}")
            for at in pairs
        )
    return SpielTable(game, whole, games.setup(game, seats, options, facts=facts, words=True))
