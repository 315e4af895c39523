"""A match: one game that is being played, by the lines of its record. The library's front door (docs/library.md)."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from referee import games
from referee.core.game import Action, Game, RecordError, Setup
from referee.core.play import choose, seat_named
from referee.core.setup import read_options
from referee.core.text_layout import layout, table
from referee.records import Replay, make_header, parse_record, print_record, replay_file, replay_record, shut

if TYPE_CHECKING:
    from factbank.factfile import Facts

_WIDTH = 80  # cells of a screen as text


def open_match(game: str, seats: Sequence[str], /, *, facts: "Facts | None" = None, **rules: object) -> "Match":
    """Return a new match of ``game`` between the players of these names, seated clockwise.

    ``rules`` are the game's house rules, such as ``rounds=1``; Liar's Lair is played with ``facts``. Raises
    ``RecordError`` naming what will not do.
    """
    found = games.game(game)
    return Match(games.setup(found, seats, rules, facts=facts))


def read_match(path: Path, *, facts: Path | None = None) -> "Match":
    """Return the match that a record file holds; ``facts`` is the fact file to use in place of the one it names.

    Raises ``RecordError`` naming the first line that is not legal, and ``OSError``.
    """
    return _replayed(replay_file(path, facts=facts))


def parse_match(text: str, *, facts: "Facts | None" = None) -> "Match":
    """Return the match of a record's text, as ``read_match`` does."""
    return _replayed(replay_record(parse_record(text, facts=facts)))


def _replayed(done: Replay) -> "Match":
    return Match(done.record.setup, done.record.header, done.actions)


def house_rules(game: str, /, **rules: object) -> Struct:
    """Return the house rules of a game, those that are not given as usual. Raises ``RecordError`` naming the rule."""
    found = games.game(game)
    made: Struct = read_options(found.options, rules, found.name)
    return made


def _names(setup: Setup, seats: Iterable[int | None]) -> tuple[str | None, ...]:
    return tuple(None if seat is None else setup.seats[seat] for seat in seats)


class Match:
    """One game that is being played. Lines go in and come out as a record writes them: “Bob: bids 1”, “trump 9h”.

    ``open_match``, ``read_match`` and ``parse_match`` make one; ``print(match)`` shows the table. All names are those
    of the players; None stands for the table, which deals and turns cards.
    """

    def __init__(
        self, setup: Setup, header: Mapping[str, object] | None = None, actions: Iterable[Action] = ()
    ) -> None:
        kit = {} if setup.facts is None else {"kit": setup.facts.kit}
        self._game: Game[object] = games.game(setup.game)
        self._setup = setup
        self._header = make_header(setup, kit) if header is None else header
        self._actions = list(actions)
        self._state = games.fold(self._game, setup, self._actions)

    def __repr__(self) -> str:
        return f"<Match of {self.title}: {', '.join(self.seats)}; {len(self._actions)} lines>"

    def __str__(self) -> str:
        return str(self.view())

    # What it is

    @property
    def game(self) -> str:
        """The game's name: ``liars-lair``."""
        return self._game.name

    @property
    def title(self) -> str:
        """The game's title: ``Liar's Lair``."""
        return self._game.title

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self._setup.seats

    @property
    def house_rules(self) -> Struct:
        """The game's house rules, a frozen struct."""
        rules: Struct = self._setup.options
        return rules

    # How it stands

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line so far, with all that is hidden; ``redacted`` is for the players' eyes."""
        return tuple(self._lines(self._actions))

    @property
    def to_act(self) -> dict[str | None, tuple[str, ...]]:
        """Who may act now and what they may do, in seat order and then the table: ``{"Bob": ("bids",)}``."""
        turns = self._game.to_act(self._state)
        return {None if turn.seat is None else self.seats[turn.seat]: turn.verbs for turn in turns}

    @property
    def awaits(self) -> tuple[str | None, ...]:
        """Whom the game waits for; who may act besides need not: somebody may guess or accuse at any time, say."""
        return _names(self._setup, self._game.awaits(self._state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome(self._state).over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; empty until the game is over."""
        return tuple(self.seats[seat] for seat in self._game.outcome(self._state).winners)

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player."""
        return dict(zip(self.seats, self._game.outcome(self._state).scores, strict=True))

    @property
    def flags(self) -> tuple[str, ...]:
        """The irregularities that the record has shown, a sentence each."""
        return self._game.flags(self._state)

    def view(self, name: str | None = None) -> "View":
        """Return what a player may know now, by default what everybody at the table may."""
        seat = self._seat(name)
        return View(self._game, self._setup, seat, self._game.view(self._state, seat))

    def redacted(self, name: str | None = None) -> tuple[str, ...]:
        """Return every line so far as a player may read it, by default as everybody may."""
        actions = games.redacted(self._game, self._setup, self._actions, self._seat(name))
        return tuple(self._lines(actions))

    def legal(self, name: str | None = None) -> list[str]:
        """Return the lines that may come next, by default of everybody, judged by all that is known here.

        Where a number in a line has no bound they are not all there. What a player may know of it is ``View.choices``.
        """
        seat = self._seat(name)
        return self._lines(games.legal(self._game, self._state, seat, everyone=name is None))

    def refusal(self, line: str) -> RecordError | None:
        """Return why a line may not come next, its rule and a sentence; None where it may."""
        try:
            self.copy().play(line)
        except RecordError as no:
            return no
        return None

    # What happens

    def play(self, *lines: str) -> tuple[str, ...]:
        """Play lines, all of them or none; return them as the record has them (blanks and comments are none).

        Raises ``RecordError`` at the first that is not legal: its ``rule`` is the rule's id, its ``why`` a sentence
        that says nothing which the open table may not know.
        """
        state, actions = self._state, []
        for line in lines:
            if not isinstance(line, str):
                raise RecordError(f"a line is text, like one of match.legal(), and not {line!r}"[:200])
            action = games.parse(self._game, self._setup, line)
            if action is not None:
                state = games.step(self._game, state, action)
                actions.append(action)
        self._state = state
        self._actions += actions
        return tuple(self._lines(actions))

    def deal(self, rng: Random, *, hands: bool = True) -> tuple[str, ...]:
        """Play what chance decides now (who deals, hands, a card that is turned), until people are to act.

        Return the lines. Without ``hands`` people deal, and the referee is not told what they hold.
        """
        begun = len(self._actions)
        while (action := self._game.draw(self._state, rng, hands=hands)) is not None:
            self._do(action)
        return tuple(self._lines(self._actions[begun:]))

    def playout(self, rng: Random, *, hands: bool = True) -> tuple[str, ...]:
        """Play to the end at random; return the lines. The same ``rng`` gives the same game."""
        begun = len(self._actions)
        while turns := self._game.to_act(self._state):
            self._do(choose(self._game, self._state, turns, rng, hands=hands))
        return tuple(self._lines(self._actions[begun:]))

    def undo(self, lines: int = 1) -> tuple[str, ...]:
        """Take back the last lines; return them. Raises ``RecordError`` when there are not so many."""
        if not 0 <= lines <= len(self._actions):
            raise RecordError(f"{lines} lines can't be taken back: there are {len(self._actions)}")
        kept = len(self._actions) - lines
        taken = self._lines(self._actions[kept:])
        del self._actions[kept:]
        self._state = games.fold(self._game, self._setup, self._actions)
        return tuple(taken)

    def copy(self) -> "Match":
        """Return a match that stands where this one does and goes its own way from here. It costs next to nothing."""
        twin = object.__new__(Match)
        vars(twin).update(vars(self), _actions=self._actions.copy())
        return twin

    def record(self, *, reveal: bool = False) -> str:
        """Return the record as text. What is hidden stays so unless ``reveal``; ``parse_match`` reads both."""
        actions, header = self._actions, self._header
        if not reveal:
            actions = games.redacted(self._game, self._setup, self._actions)
            header = shut(self._game, self._setup, header, self._actions, actions)
        return print_record(self._game, header, self._setup, actions)

    def _do(self, action: Action) -> None:
        self._state = self._game.apply(self._state, action)
        self._actions.append(action)

    def _lines(self, actions: Iterable[Action]) -> list[str]:
        return [games.format_action(self._game, self._setup, action) for action in actions]

    def _seat(self, name: str | None) -> int | None:
        return None if name is None else seat_named(self._game.prefix, self._setup, name)


class View:
    """What one player may know of a match at one moment, or everybody at the table (``name`` None).

    It holds nothing else: a bot that is given its view cannot cheat. ``print(view)`` shows the table as that player's
    private screen does.
    """

    def __init__(self, game: Game[object], setup: Setup, seat: int | None, state: object) -> None:
        self._game = game
        self._setup = setup
        self._seat = seat
        self._state = state

    def __repr__(self) -> str:
        return f"<View of {self._setup.name(self._seat)} on {self._game.title}>"

    def __str__(self) -> str:
        lines = table(self.hand, _WIDTH) + layout(self._game.show(self._state, self._seat), _WIDTH, "")
        return "\n".join(lines)

    @property
    def name(self) -> str | None:
        """Whose view it is; None for the open table's."""
        return None if self._seat is None else self._setup.seats[self._seat]

    @property
    def awaits(self) -> tuple[str | None, ...]:
        """Whom the game waits for, as ``Match.awaits``."""
        return _names(self._setup, self._game.awaits(self._state))

    @property
    def public(self) -> Mapping[str, object]:
        """What lies open: the ``public`` of ``referee replay --json``, other for each game."""
        return self._game.public(self._state)

    @property
    def hidden(self) -> Mapping[str, object]:
        """What is hidden, as far as this player knows it: hands and the like, ``?`` for a card that is only counted."""
        return self._game.hidden(self._state)

    @property
    def hand(self) -> tuple[tuple[str, str, str], ...]:
        """The player's cards, each with its title and what is marked on it."""
        return () if self._seat is None else self._game.hand(self._state, self._seat)

    def choices(self) -> list[str]:
        """Return the lines that this player may play next as far as they know; the open table's are everybody's.

        No legal line is missing (but where a number has no bound). One may be refused that rests on others' cards. What
        only this player may know, such as the colour of a card that is laid face down, is said in some.
        """
        found = games.choices(self._game, self._state, self._seat, everyone=self._seat is None)
        if self._seat is not None:
            found += [said for said in games.replies(self._game, self._state, self._seat) if said not in found]
        return [games.format_action(self._game, self._setup, action) for action in found]
