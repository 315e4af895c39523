"""A match: one game that is being played, by typed moves or by the lines of its record (docs/library.md)."""

import secrets
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from msgspec import Struct

from liarsdeck.english import quoted
from liarsdeck.errors import file_errors_as
from referee import games
from referee.core.game import Action, Game, RecordError, Setup
from referee.core.play import choose, format_line, seat_named
from referee.core.setup import read_options
from referee.core.text_layout import layout, table
from referee.records import Replay, make_header, parse_record, print_record, replay_file, replay_record, shut

if TYPE_CHECKING:
    from factbank.factfile import Facts
    from referee import bots
    from referee.host.asgi import HostedApp

_WIDTH = 80  # cells of a screen as text
_TURN = ""  # stands for whose turn it is; no name is empty
T = TypeVar("T")


def new(
    game: str,
    seats: Sequence[str],
    /,
    *,
    seed: int | str | None = None,
    facts: "Facts | None" = None,
    hands: bool = True,
    **rules: object,
) -> "Match":
    """Return a new match of ``game`` (such as ``liars-lair``) between players with these names, seated clockwise.

    ``rules`` are the game's house rules, such as ``rounds=1``. ``facts`` are the pairs of sentences that Liar's Lair is
    played with; other games take None. The same ``seed`` gives the same deals; None draws a seed from the system's
    random source. With ``hands`` the match deals; with ``hands=False`` people deal, and the match knows only what is
    played. Raises ``RecordError`` that names the bad value.
    """
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise RecordError(f'seats: they are names in a list, like ["Ann", "Bob", "Cat"], and not {quoted(seats)}')
    setup = games.setup(games.game(game), [*seats], rules, facts=_facts(facts))
    return Match(setup, seed=_checked(seed, (int, str, type(None)), "seed: it is a number or a text"), hands=hands)


def read(path: Path | str, /, *, facts: Path | str | None = None) -> "Match":
    """Return the match of a record file, after its last line.

    ``facts`` is the path of a fact file that replaces the one that the record names; with None, the record's is used.
    Raises ``RecordError`` that names the first illegal line, or the file that can't be read.
    """
    return Match.replayed(_replay_of_file(path, facts))


def parse(text: str, /, *, facts: "Facts | None" = None) -> "Match":
    """Return the match of a record's text, after its last line.

    ``facts`` replace the facts that the record names; with None, the record's are used. Raises ``RecordError`` that
    names the first illegal line.
    """
    return Match.replayed(_replay_of_text(text, facts))


def bot(game: str, level: str = "", /, *, seed: int | str | None = None, **parameters: float) -> "Player":
    """Return one of our bots for ``game``, which can play any seat of a match.

    ``level`` is a name of docs/bots.md, such as ``easy``, ``hard`` or ``bold``. "" means ``easy``, or the strongest
    level if the game has no ``easy``. The same ``seed`` gives the same decisions in the same game; with None, the seed
    is random. ``parameters`` are numbers that change how the bot plays (docs/bots.md). Raises ``RecordError`` that
    names the bad value.
    """
    return _HouseBot(game, level, _checked(seed, (int, str, type(None)), "seed: it is a number or a text"), parameters)


def asgi(match: "Match", /) -> "HostedApp":
    """Return an ASGI application that shows a match on everybody's phone. Serve it with uvicorn or the like.

    Players open ``/`` and join with ``app.word``. The host opens ``/screen#`` followed by ``app.host_key``, on the
    machine that serves. The table is kept in this household's journal (its file of all games) and continues from the
    match's position. The match itself does not change. Raises ``RecordError`` if the journal can't be written.
    """
    from referee.host.asgi import HostedApp

    _checked(match, Match, "asgi: it hosts a match")
    return HostedApp(match._setup, [action for _, action, _ in match._steps])  # noqa: SLF001, of this module


def house_rules(game: str, /, **rules: object) -> Struct:
    """Return all house rules of a game as a frozen struct: those given as keywords, else the defaults.

    Raises ``RecordError`` if the game or a rule is unknown, or if a rule has a wrong value; the error names which.
    """
    known = games.game(game)
    options: Struct = read_options(known.options, rules, known.name)
    return options


class Move(Struct, frozen=True):
    """A line that may be played. ``str(move)`` is the line as the record has it.

    ``line`` is this text. ``player`` is the player's name, None for a line of the table, such as a deal. ``verb`` is
    the word that says what the line does, and ``words`` are the words after it. ``card`` is the card that the move is
    about, as the record writes it (``9h``); "" if there is none or several. ``cards`` are all cards that the move is
    about. ``number`` is a number that the move says, such as a bid, or None.
    """

    line: str
    player: str | None
    verb: str
    words: tuple[str, ...] = ()
    card: str = ""
    cards: tuple[str, ...] = ()
    number: int | None = None

    def __str__(self) -> str:
        return self.line


class Player(Protocol):
    """Anything with this method can play: one of our bots, the ``chance`` of a match, or a class of your own."""

    def choose(self, view: "View", /) -> Move | str:
        """Return what this player does now: a move of ``view.legal``, or a line as text.

        ``view`` is what the player may know.
        """


class Match:
    """One game that is being played. It plays and judges lines, and returns views and the record.

    Get one from ``new``, ``read`` or ``parse``; ``print(match)`` shows the table. A player is given by name everywhere.
    None stands for the table, which deals and turns cards.
    """

    def __init__(
        self,
        setup: Setup,
        header: Mapping[str, object] | None = None,
        actions: Iterable[Action] = (),
        *,
        seed: int | str | None = None,
        hands: bool = True,
    ) -> None:
        kit = {} if setup.facts is None else {"kit": setup.facts.kit}
        self._game: Game[object] = games.game(setup.game)
        self._setup = setup
        self._header = make_header(setup, kit) if header is None else header
        self._rng = Random(secrets.token_hex(16) if seed is None else str(seed))
        self._hands = hands
        self._start()
        for action in actions:
            self._do(action)

    @classmethod
    def replayed(cls, done: Replay) -> Self:
        """Return the match of a record that was replayed (``referee.records.Replay``), after its last line."""
        return cls(done.record.setup, done.record.header, done.actions)

    def _start(self) -> None:
        self._state = self._game.start(self._setup)
        self._steps: list[tuple[object, Action, object]] = []
        self._seen: dict[int | None, list[Action]] = {}
        self._turn: tuple[object, str | None] = (None, None)

    def __repr__(self) -> str:
        return f"<Match of {self.title}: {', '.join(self.seats)}; {len(self._steps)} lines>"

    def __str__(self) -> str:
        return str(self.view(None))

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

    @property
    def chance(self) -> Player:
        """A player for the table: its ``choose`` returns the next line that chance decides.

        Ask it while ``turn`` is None and the game is not over. Its lines deal cards or turn them, drawn by the match's
        seed.
        """
        return _Chance(self._drawn)

    # How it stands

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line so far, hidden things included. ``redacted`` has the lines as players may see them."""
        return tuple(self._line(action) for _, action, _ in self._steps)

    @property
    def turn(self) -> str | None:
        """The name of the player who moves next; None if the table does, or if the game is over.

        The lines of the table come from ``chance``, or from what people see on a real table. If several players may
        act, this is the first one whom the game waits for.
        """
        if self._turn[0] is not self._state:
            drawn = self._game.draw(self._state, Random(0), hands=self._hands)
            awaited = self.awaits
            self._turn = self._state, None if drawn is not None or not awaited else awaited[0]
        return self._turn[1]

    @property
    def to_act(self) -> dict[str | None, tuple[str, ...]]:
        """The verbs that may be used now, by player, in seat order: ``{"Bob": ("bids",)}``.

        The key None is the table.
        """
        turns = self._game.to_act(self._state)
        return {None if turn.seat is None else self.seats[turn.seat]: turn.verbs for turn in turns}

    @property
    def awaits(self) -> tuple[str | None, ...]:
        """The players of ``to_act`` whom the game waits for; None among them is the table.

        The other players of ``to_act`` need not act: for example, they may only guess.
        """
        return _names(self._setup, self._game.awaits(self._state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome(self._state).over

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who have won; empty until the game is over."""
        return tuple(self.seats[seat] for seat in self._game.outcome(self._state).winners)

    @property
    def scores(self) -> dict[str, int]:
        """The points so far by player's name."""
        return dict(zip(self.seats, self._game.outcome(self._state).scores, strict=True))

    @property
    def flags(self) -> tuple[str, ...]:
        """Irregularities in the game so far, such as a card that did not follow suit, a sentence each."""
        return self._game.flags(self._state)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of all players that may come next, judged by all that the match knows, hidden cards included.

        Do not give it to bots: ``View.legal`` has what one player may know. Where a line holds a number without an
        upper bound, not every value is listed.
        """
        return tuple(_move(self._game, self._setup, action) for action in games.legal_actions(self._game, self._state))

    def view(self, name: str | None = _TURN) -> "View":
        """Return the view of a player, which has only what this player may know.

        ``name`` is the player's name. None means the view of everybody at the table. By default, it is the view of the
        player whose turn it is.
        """
        seat = self._seat(self.turn if name == _TURN else name)
        return View(self._game, self._setup, seat, self._game.view(self._state, seat), self._read_by(seat))

    def redacted(self, name: str | None = None) -> tuple[str, ...]:
        """Return every line so far as text, with "?" in place of what the player of this name may not know.

        None, the default, is what everybody at the table may know.
        """
        return tuple(map(self._line, self._read_by(self._seat(name))))

    def refusal(self, line: Move | str) -> RecordError | None:
        """Return the error that ``play`` would raise for a move or line; None if it is legal.

        The match does not change.
        """
        try:
            self.copy().play(line)
        except RecordError as no:
            return no
        return None

    # What happens

    def play(self, *lines: Move | str) -> tuple[str, ...]:
        """Play moves or lines, all of them or none; return the lines played, as the record has them.

        Blank lines and comments are skipped. If a line is not legal, nothing is played and ``RecordError`` is raised
        for the first such line: its ``rule`` is the id of the broken rule, and its ``why`` a sentence that reveals
        nothing hidden.
        """
        before, many = self._state, len(self._steps)
        try:
            for line in lines:
                if not isinstance(line, Move | str):
                    raise RecordError(f"a line is text, like one of match.legal, and not {line!r}"[:200])
                action = games.parse(self._game, self._setup, str(line))
                if action is not None:
                    state = games.step(self._game, self._state, action)
                    self._steps.append((self._state, action, state))
                    self._state = state
        except RecordError:
            self._state = before
            del self._steps[many:]
            raise
        return self._since(many)

    def deal(self, rng: Random | None = None, *, hands: bool | None = None) -> tuple[str, ...]:
        """Play what chance decides (dealer, hands, a card that is turned) until players have to act.

        Return the lines played. ``rng`` replaces the match's own random generator, and ``hands`` says whether the match
        deals hands (False: people deal). With None, both are as the match was made.
        """
        rng, many = self._chance(rng), len(self._steps)
        hands = self._hands if hands is None else hands
        while (action := self._game.draw(self._state, rng, hands=hands)) is not None:
            self._do(action)
        return self._since(many)

    def playout(self, rng: Random | None = None, *, hands: bool | None = None) -> tuple[str, ...]:
        """Play random legal moves for everybody to the end of the game. Return the lines played.

        ``rng`` replaces the match's own random generator, and ``hands`` says whether the match deals hands (False:
        people deal). With None, both are as the match was made. The same ``rng``, or the same seed of the match, gives
        the same game.
        """
        rng, many = self._chance(rng), len(self._steps)
        hands = self._hands if hands is None else hands
        while turns := self._game.to_act(self._state):
            self._do(choose(self._game, self._state, turns, rng, hands=hands))
        return self._since(many)

    def undo(self, lines: int = 1) -> tuple[str, ...]:
        """Take back the last ``lines`` lines and return them. Raises ``RecordError`` if there are not so many."""
        _checked(lines, int, "lines: it is a number")
        if not 0 <= lines <= len(self._steps):
            raise RecordError(f"{lines} lines can't be taken back: there are {len(self._steps)}")
        keep = len(self._steps) - lines
        taken = self._since(keep)
        if taken:
            self._state = self._steps[keep][0]
            del self._steps[keep:]
            self._seen = {}
        return taken

    def copy(self) -> "Match":
        """Return an independent match in the same position, with its random generator in the same state.

        This is cheap.
        """
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _steps=self._steps.copy(), _seen={}, _rng=Random())
        twin._rng.setstate(self._rng.getstate())
        return twin

    def record(self, *, reveal: bool = False) -> str:
        """Return the record as text: a header and every line. ``parse`` reads it.

        With ``reveal``, the record has everything. Without, each hidden thing, such as a hand, is left out or written
        "?".
        """
        actions, header = [action for _, action, _ in self._steps], self._header
        if not reveal:
            full = actions
            actions = [self._game.redact(before, action, None) for before, action, _ in self._steps]
            header = shut(self._game, self._setup, header, full, actions)
        return print_record(self._game, header, self._setup, actions)

    def _drawn(self) -> Move:
        action = self._game.draw(self._state, self._rng, hands=self._hands)
        if action is None:
            raise RecordError(f"chance: {self.title} goes on with what people do or see")
        return _move(self._game, self._setup, action)

    def _do(self, action: Action) -> None:
        before, self._state = self._state, self._game.apply(self._state, action)
        self._steps.append((before, action, self._state))

    def _line(self, action: Action) -> str:
        return games.format_action(self._game, self._setup, action)

    def _since(self, many: int) -> tuple[str, ...]:
        return tuple(self._line(action) for _, action, _ in self._steps[many:])

    def _read_by(self, seat: int | None) -> tuple[Action, ...]:
        """Return the lines so far as ``seat`` may read them; None means as everybody may.

        Lines that were redacted for this seat before are not redacted again.
        """
        seen = self._seen.setdefault(seat, [])
        seen += [self._game.redact(before, action, seat) for before, action, _ in self._steps[len(seen) :]]
        return tuple(seen)

    def _chance(self, rng: Random | None) -> Random:
        return _checked(rng, (Random, type(None)), "rng: it is a random.Random") or self._rng

    def _seat(self, name: str | None) -> int | None:
        if name is None:
            return None
        return seat_named(self._game, self._setup, _checked(name, str, "a player is called by name"))


class View:
    """What one player may know of a match at one moment; if ``name`` is None, what everybody may know.

    A view has no other knowledge, so a bot that is given only its player's view cannot cheat. ``print(view)`` shows the
    table as on that player's private screen.
    """

    def __init__(
        self, game: Game[object], setup: Setup, seat: int | None, state: object, actions: Sequence[Action] = ()
    ) -> None:
        self._game = game
        self._setup = setup
        self._seat = seat
        self._state = state
        self._actions = actions

    def __repr__(self) -> str:
        return f"<View of {self._setup.name(self._seat)} on {self._game.title}>"

    def __str__(self) -> str:
        lines = table(self.hand, _WIDTH) + layout(self._game.show(self._state, self._seat), _WIDTH, "")
        return "\n".join(lines)

    @property
    def game(self) -> str:
        """The game's name: ``liars-lair``."""
        return self._game.name

    @property
    def name(self) -> str | None:
        """The player whose view it is; None for the view of everybody at the table."""
        return None if self._seat is None else self._setup.seats[self._seat]

    @property
    def awaits(self) -> tuple[str | None, ...]:
        """The players whom the game waits for; None among them is the table. As ``Match.awaits``."""
        return _names(self._setup, self._game.awaits(self._state))

    @property
    def public(self) -> Mapping[str, object]:
        """What everybody can see, as JSON values by field: the ``public`` of ``referee replay --json``.

        Each game has its own fields (docs/rules.md).
        """
        return self._game.public(self._state)

    @property
    def hidden(self) -> Mapping[str, object]:
        """What is not public, as far as this player knows it, as JSON values by field; each game has its own fields.

        For example ``{"hands": {"Ann": ["9h"], "Bob": ["?"]}}``. ``"?"`` is a card of which the player knows only that
        it is there. None stands for what the player does not know at all, or what nobody has entered.
        """
        return self._game.hidden(self._state)

    @property
    def hand(self) -> tuple[tuple[str, str, str], ...]:
        """The player's cards as (card, title, mark); () for the view of everybody.

        ``card`` is the card's name in the record. ``title`` is a text to show for it, such as ``9♥`` or the title of a
        printed fact; "" means to show ``card``. ``mark`` is a word on the card for this player, such as ``true`` or
        ``LIE``; "" means none.
        """
        return () if self._seat is None else self._game.hand(self._state, self._seat)

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line so far as text, with "?" in place of what this player may not know."""
        return tuple(games.format_action(self._game, self._setup, action) for action in self._actions)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that are legal as far as this player knows; for the view of everybody, those of all players.

        Every legal move is listed, except that a number without an upper bound is not listed with every value. A move
        may still be refused if it depends on others' cards. Some moves say what only this player may know, such as the
        colour of a card laid face down.
        """
        actions = games.actions_in_view(self._game, self._state, self._seat, everyone=self._seat is None)
        if self._seat is not None:
            actions += [
                reply for reply in games.seat_actions(self._game, self._state, self._seat) if reply not in actions
            ]
        return tuple(_move(self._game, self._setup, action) for action in actions)

    def _chosen(self, bot: "bots.Player[object]", seed: str) -> Move | None:
        from referee.bots import chance

        assert self._seat is not None
        rng = chance(seed, len(self._actions), self._seat)
        action = bot.choose(self._state, self._seat, self._actions, rng)
        return None if action is None else _move(self._game, self._setup, action)

    def choices(self) -> list[str]:
        """Return the moves of ``legal`` as texts. Deprecated: use ``legal``."""
        warnings.warn("View.choices() goes with the next version: View.legal", DeprecationWarning, stacklevel=2)
        return [str(move) for move in self.legal]


class _HouseBot:
    """One of our bots, as ``bot`` returns it. It chooses by the views of a match."""

    def __init__(self, game: str, level: str, seed: int | str | None, parameters: Mapping[str, float]) -> None:
        from referee import bots

        self._game = games.game(game)
        self._level = bots.level_of(self._game, _checked(level, str, "bot: its level is a word, like hard"))
        self._bot: bots.Player[object] = bots.named(self._level, self._game, parameters)
        self._seed = secrets.token_hex(16) if seed is None else str(seed)

    def __repr__(self) -> str:
        return f"<Bot: {self._level} of {self._game.title}>"

    def choose(self, view: View, /) -> Move:
        """Return the move that the bot chooses for the player of this view.

        Raises ``RecordError`` if this player has nothing to do now, if the view is everybody's, or if the view is of
        another game.
        """
        _checked(view, View, "bot: it chooses by a view of a match")
        if view.game != self._game.name or view.name is None:
            raise RecordError(f"bot: this one plays {self._game.title} for a player, and not by {view!r}")
        action = view._chosen(self._bot, self._seed)  # noqa: SLF001, of this module
        if action is None:
            raise RecordError(f"bot: {view.name} has nothing to do now")
        return action


class _Chance(Struct, frozen=True):
    """The player for the table in a match. ``draw`` returns the next move that chance decides."""

    draw: Callable[[], Move]

    def choose(self, _view: View, /) -> Move:
        """Return the next move that chance decides.

        Raises ``RecordError`` if the game goes on with what people do or see, or is over.
        """
        return self.draw()


def _names(setup: Setup, seats: Iterable[int | None]) -> tuple[str | None, ...]:
    return tuple(None if seat is None else setup.seats[seat] for seat in seats)


def _move(game: Game[object], setup: Setup, action: Action) -> Move:
    line = game.write(setup, action)
    words, who = tuple(line.words), None if line.seat is None else setup.seats[line.seat]
    card = words[0] if words and hasattr(action, "card") else ""
    cards = words if hasattr(action, "cards") else (card,) if card else ()
    return Move(format_line(setup, line), who, line.verb, words, card, cards, getattr(action, "count", None))


def _checked(value: T, kind: type | tuple[type, ...], wanted: str) -> T:
    """Return ``value`` if it is of the type ``kind`` (or of one of these types).

    Raises ``RecordError`` if it is not, or if it is True or False. ``wanted`` begins the error's sentence, and says
    what the value should be.
    """
    if isinstance(value, bool) or not isinstance(value, kind):
        raise RecordError(f"{wanted}, and not {quoted(repr(value))}")
    return value


def _facts(facts: "Facts | None") -> "Facts | None":
    if facts is None:
        return None
    from factbank.factfile import Facts

    return _checked(facts, Facts, "facts: they are what factbank.facts, make_facts and read_facts return")


def _replay_of_file(path: Path | str, facts: Path | str | None) -> Replay:
    _checked(path, (Path, str), "a record is named by its path")
    _checked(facts, (Path, str, type(None)), "facts: they are named by the path of their file")
    with file_errors_as(RecordError), _own_facts():
        return replay_file(Path(path), facts=None if facts is None else Path(facts))


def _replay_of_text(text: str, facts: "Facts | None") -> Replay:
    with _own_facts():
        return replay_record(parse_record(_checked(text, str, "a record is text"), facts=_facts(facts)))


@contextmanager
def _own_facts() -> Iterator[None]:
    """As a context manager, add a hint on the argument ``facts`` to errors about a record's ``kit``.

    Such a ``RecordError`` occurs if the kit that a record names is not found.
    """
    try:
        yield
    except RecordError as error:
        if not error.why.startswith("kit:"):
            raise
        raise RecordError(f"{error.why}; facts= takes them", line=error.line) from None


# ------------------------------------------------------------------------- what goes with the next version


class OpenMatch(Match):
    """A ``Match`` whose ``view`` and ``legal`` work as in an earlier version. Deprecated: use ``Match``."""

    def view(self, name: str | None = None) -> View:
        """Return the view of the player ``name``; None is the view of everybody at the table. Deprecated."""
        return super().view(name)

    def legal(self, name: str | None = None) -> list[str]:  # type: ignore[override]
        """Return the legal lines of the player ``name`` as texts; None means everybody's. Deprecated."""
        seat = self._seat(name)
        return [
            self._line(action) for action in games.legal_actions(self._game, self._state, seat, everyone=name is None)
        ]


def open_match(game: str, seats: Sequence[str], /, *, facts: "Facts | None" = None, **rules: object) -> OpenMatch:
    """Return a new match as ``new`` does. Deprecated: use ``new``."""
    return OpenMatch(games.setup(games.game(game), seats, rules, facts=facts))


def read_match(path: Path, *, facts: Path | None = None) -> OpenMatch:
    """Return the match in a record file as ``read`` does. Deprecated: use ``read``."""
    return OpenMatch.replayed(_replay_of_file(path, facts))


def parse_match(text: str, *, facts: "Facts | None" = None) -> OpenMatch:
    """Return the match in a record's text as ``parse`` does. Deprecated: use ``parse``."""
    return OpenMatch.replayed(_replay_of_text(text, facts))
