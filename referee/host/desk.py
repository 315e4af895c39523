"""The table as phones play it: lines by key, answers given ahead, what changed for whom, undo, rematch.

Nothing here knows a rule: a line is read, judged and applied by its game, and what a seat is asked comes from its view.
"""

import contextlib
from collections import deque
from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from referee.bots.seated import laid, turned
from referee.core.errors import RecordError
from referee.core.game import Action, Json
from referee.core.play import narrated
from referee.host.asked import Asked
from referee.host.eyes import Eyes, Passed, go_on
from referee.host.hosting import Ahead, Hosting, file_of, read_back, written
from referee.host.taps import No, Reply, Taps, drop_ahead, due_ahead, read_line, tap_mark
from referee.lines.line import format_action
from referee.store.entries import LINE, MARK
from referee.store.journal import Journal
from referee.store.lock import TableLock, held
from referee.store.notices import FREED, SAT, Notice
from referee.tables.entered import MisfitError
from referee.tables.evening import rematch, tally
from referee.tables.table import Table

_STEPS = 200  # lines that a tap on what was shown before them is held against; older ones are out of date


class _Step(NamedTuple):
    """A line: the state that it made, what everybody saw before and after it, and the seat that said it."""

    seq: int
    before: Eyes
    after: Eyes
    by: int | None


P = ParamSpec("P")
R = TypeVar("R")


class _Whole(Protocol):
    def whole(self) -> contextlib.AbstractContextManager[None]: ...


W = TypeVar("W", bound=_Whole)


def together(method: Callable[Concatenate[W, P], R]) -> Callable[Concatenate[W, P], R]:
    """Make all that a method does one thing, which is kept on the disk or has not happened: ``Desk.whole``."""

    @wraps(method)
    def done(self: W, /, *args: P.args, **how: P.kwargs) -> R:
        with self.whole():
            return method(self, *args, **how)

    return done


class Desk:
    """One table that is hosted. All of it happens in one thread, one call after another."""

    def __init__(self, journal: Journal, hosting: Hosting) -> None:
        self.journal = journal
        self.hosting = hosting
        self.table: Table | None = None
        self.heard: Callable[[], None] = lambda: None  # is called when any screen has something new
        self.fault: Callable[[str], None] = lambda _: None  # hears what the disk did not take, in its own words
        self.later: Callable[[], None] | None = None  # lets ``bot_plays`` be called in a moment; else bots play at once
        self._lock = contextlib.ExitStack()
        self._kept = self._within = False  # whether the hosting was kept yet; whether this is inside of ``whole``
        self._eyes: Eyes | None = None
        self._past: list[Passed] = []
        self._tallied: tuple[object, str] | None = None
        self._events = 0
        self.notices: list[Notice] = []
        self._noticed: tuple[str, ...] = ()
        self._undone = self._moved = 0  # what ``seq`` was at the last undo, and at the last line or undo
        self._steps: deque[_Step] = deque(maxlen=_STEPS)  # the latest lines
        self._begun = 0  # a tap on what was shown before this ``seq`` is out of date for everybody
        self._taps = Taps()
        self.said: tuple[str, ...] = ()  # what the open table heard of the last thing that happened
        self.moments: tuple[Passed, ...] = ()  # of that: the table before, the action, the table after
        self.passed: object = None  # the state in which the bots let pass what they need not do
        self.address = ""  # where phones find the table: 192.168.1.20:7777
        self.advice = ""  # what to do when no phone has come

    # Opening and closing

    @property
    def joining(self) -> str:
        """What the code says: the address, and behind the # the word, which no server and no log is sent."""
        return f"http://{self.address}/#{self.hosting.word}"

    @contextlib.contextmanager
    def whole(self) -> Iterator[None]:
        """Keep on the disk all that happens inside, the hosting too, or let none of it have happened.

        One inside another is part of it. Raises ``JournalError`` where the disk does not take it.
        """
        if self._within:
            yield
            return
        hosting, entries, table, lock = written(self.hosting), self.journal.written, self.table, self._lock
        said, moments, passed = self.said, self.moments, self.passed
        self._within = True
        try:
            with self.journal.writing():
                yield
                if not self._kept or written(self.hosting) != hosting:
                    self.journal.keep_hosting(self.hosting.id, self.hosting.table, written(self.hosting))
        except BaseException:
            self.hosting = read_back(hosting)
            if self._lock is not lock:
                self._lock.close()
            self._lock, self.table = lock, table
            if table is None:
                self._events, self.notices, self._noticed = 0, [], ()
            if self.journal.written != entries and table is not None:
                self.table = Table(self.journal, table.number)
                self._taps.clear()
                self._load()
                self.said, self.moments, self.passed = said, moments, passed
                if self.later and self.table.bot_awaited:
                    self.later()
            raise
        finally:
            self._within = False
        self._kept = True
        if self._lock is not lock:
            lock.close()

    @together
    def open_lobby(self, lock: TableLock | None = None) -> None:
        """Keep the lobby, and hold its ``lock`` till it is a table. Raises ``RecordError``."""
        self._lock = held(lock or self.journal.hold_lobby(self.hosting.id), self.address)

    @together
    def open_table(self, number: int, lock: TableLock | None = None) -> None:
        """Take a table of the journal, hold its ``lock``, and let chance do what is its to do.

        Raises ``RecordError``, ``TableHeld`` where another referee keeps it.
        """
        self._lock = held(lock or self.journal.hold(number), self.address)
        self.table = table = Table(self.journal, number)
        table.keep_facts()
        self.journal.opened(number)
        self.hosting.table = number
        self._taps.clear()
        self._load()
        self._settle()
        with contextlib.suppress(OSError):
            file_of(self.journal, number).unlink()

    def close(self) -> None:
        """Let go of the table."""
        if self.table is not None:
            with contextlib.suppress(RecordError):
                self.table.leave()
        self._lock.close()

    def _load(self) -> None:
        table = self._held()
        entries = [entry for entry in self.journal.entries(table.number) if entry.kind != MARK]
        notices = table.notices()
        self._events, self.notices = len(entries), notices
        undone = max((at for at, entry in enumerate(entries, 1) if entry.kind != LINE), default=0)
        before = sum(notice.entry < entries[undone - 1].number for notice in notices) if undone else 0
        self._undone = self._moved = self.hosting.base + undone + before if undone else 0
        self._past, self._noticed = [], ()
        self.moments = tuple(self.past[-1:])
        self._steps.clear()
        self._drop_ahead()

    def _held(self) -> Table:
        if self.table is None:
            raise No(409, "The game has not begun: the host begins it when all sit.")
        return self.table

    # What is shown

    @property
    def seq(self) -> int:
        """The number of the state that everybody sees: it rises with every line, undo and notice."""
        return self.hosting.base + self._events + len(self.notices)

    def refresh(self) -> None:
        """Read what the table was told meanwhile, by this program or another."""
        if self.table is not None and (more := self.table.notices(len(self.notices))):
            self.notices += more
            self.heard()

    @property
    def noticed(self) -> tuple[str, ...]:
        """The notices as sentences."""
        if len(self._noticed) != len(self.notices):
            self._noticed = tuple(notice.said(self._held().setup.seats) for notice in self.notices)
        return self._noticed

    @property
    def eyes(self) -> Eyes:
        """What everybody sees of the table as it stands."""
        table = self._held()
        if self._eyes is None or self._eyes.state is not table.state or self._eyes.setup is not table.setup:
            self._eyes = Eyes(table.game, table.setup, table.state)
        return self._eyes

    def asked(self, seat: int | None) -> Asked:
        """Return what a seat may say now, from its own view; None is the table."""
        return self.eyes.asked(seat)

    @property
    def past(self) -> list[Passed]:
        """All that has happened since the deal."""
        table = self._held()
        return go_on(table.game, table.setup, table.actions, table.state, self._past)

    @together
    def dealt(self) -> None:
        """Note that the dealing script was read out to its end: it is shown no more."""
        table = self._held()
        table.dealt()
        self.said = laid(table.game, table.state, table.actions, table.bots) or self.said
        self.heard()

    def standing(self, seat: int | None = None) -> dict[str, Json]:
        """Return the JSON object of ``referee replay --json`` for these eyes, less what would solve the game."""
        return self.eyes.standing(seat) | {"seq": self.seq}

    @property
    def tally(self) -> str:
        """How the evening stands when a game of it is over, in a sentence; "" before, and after the first."""
        table = self._held()
        if self._tallied is None or self._tallied[0] is not table.state:
            self._tallied = table.state, tally(self.journal, table) if table.over else ""
        return self._tallied[1]

    def laid_open(self) -> dict[str, Json]:
        """Return all that was hidden, when the game is over and the table asks for it. Raises ``No`` before."""
        table = self._held()
        if not table.over:
            raise No(409, "The cards are laid open when the game is over.")
        return dict(table.game.hidden(table.state))

    def ahead_of(self, name: str) -> str:
        """Return the line that a seat has given ahead, "" for none."""
        kept = self.hosting.ahead.get(name)
        return "" if kept is None else kept.line

    # Lines

    def say(self, seat: int | None, text: str, key: str, seen: int, phones: Collection[str] = ()) -> Reply:
        """Do a line that a seat sent, or the host (None). Raises ``No`` with 403, 409 or 422, ``RecordError`` else.

        ``key`` is the tap's own: said again, the line is not done again but answered as it was. ``seen`` is the number
        of the state that its seat was shown. ``phones`` are the seats that the host says no lines for.
        """
        table = self._held()
        who = "" if seat is None else table.setup.seats[seat]
        if (before := self._taps.answered(table, who, key, text)) is not None:
            return before
        action = read_line(table, text)
        if self.hosting.ended:
            raise No(409, "The evening is over: the host can set up another game.")
        if seen > self.seq or seen < self._undone:
            raise No(409, "Something was taken back meanwhile: look again.")
        if seat is not None and action.seat != seat:
            raise No(403, f"You play {who}: this line is {table.name(action.seat)}’s.")
        home = self._goes_home(action)
        if home and seat is not None:
            raise No(403, "Who goes home says so to the host, when all agree.")
        if seat is None and action.seat is not None and table.name(action.seat) in phones and not home:
            raise No(403, f"{table.name(action.seat)} has a phone: this line is said there.")
        if seat is not None:
            if self._changed(seat, seen):
                raise No(409, "The table has changed meanwhile: look again.")
            if (ahead := self._give_ahead(seat, action)) is not None:
                return self._taps.keep(who, key, text, ahead)
        try:
            table.judge(action, seat)
        except RecordError as error:
            if seat is not None:
                table.doubt(action, seat)
            self.refresh()
            raise No(422, error.why, error.rule) from None
        done = self._act(action, seat, who, key)
        if isinstance(done, No):
            raise done
        return self._taps.keep(who, key, text, done)

    def _goes_home(self, action: Action) -> bool:
        """Say whether a line is one that is never asked for, and said by the host when everybody agrees."""
        anytime = any(verb.anytime and verb.name == action.verb for verb in self._held().game.verbs)
        return anytime and action.seat is not None and action.verb not in self.asked(action.seat).verbs

    @together
    def _act(self, action: Action, seat: int | None, who: str, key: str) -> Reply | No:
        """Do a line, and return what it is answered; hands that do not fit are all taken back, and that is kept."""
        table, before = self._held(), self.eyes
        try:
            sentence = table.act(action, seat, mark=tap_mark(who, key, len(table.actions), self.seq + 1))
        except MisfitError as error:
            self._load()
            self.heard()
            return No(422, error.why)
        self._events += 1
        heard = narrated(table.game, before.state, action, table.state, seat) or sentence
        self.said = (sentence,)
        self.moments = (Passed(before, action, self.eyes),)
        seq = self.seq
        self._note(seat, before)
        self._settle()
        return Reply(seq, heard)

    def _settle(self) -> None:
        """Let chance and the answers given ahead do what is theirs to do, then tell all screens."""
        table = self._held()
        while not table.over:
            chance = table.draw(everything=self.hosting.deals)
            action = chance or self._due_ahead() or (None if self.later else self._by_bot())
            if action is None:
                break
            self._done(table, action, unasked=bool(chance) or self.later is None)
        self._drop_ahead()
        self.heard()
        if self.later and not table.over and table.bot_awaited:
            self.later()

    def _by_bot(self) -> Action | None:
        table = self._held()
        if (action := table.by_bot()) is None:
            self.passed = table.state
        return action

    @together
    def bot_plays(self, action: Action | None) -> None:
        """Do what the bot whose turn it is has decided, then what is chance's and others' to do; None: it lets pass."""
        table = self._held()
        if action is None:
            self.passed = table.state
            self.heard()
        elif not self.hosting.ended:
            self.said = self.moments = ()
            self._done(table, action, unasked=True)
            self._settle()

    @together
    def resume(self) -> None:
        """Go on after somebody, or a bot, took a seat."""
        self.hosting.base += 1
        self._settle()

    def _done(self, table: Table, action: Action, *, unasked: bool) -> None:
        hidden, before = table.game.redact(table.state, action, None) != action, self.eyes
        printed = table.of_bot(action) and not self.hosting.deals
        card = turned(table.game, table.state, table.actions, action) if printed else ""
        sentence = table.act_by_chance(action) if unasked else table.act(action)
        self.moments = (*self.moments, Passed(before, action, self.eyes))
        self._events += 1
        if not hidden or action.seat is not None:
            self.said = (*self.said, f"{card} {sentence}".strip())
        self._note(action.seat, before)

    def _note(self, by: int | None, before: Eyes | None = None) -> None:
        """Note that something happened by a seat, and what everybody saw before it."""
        self._moved = self.seq
        if before is None:
            self._steps.clear()
        else:
            self._steps.append(_Step(self.seq, before, self.eyes, by))

    def _changed(self, seat: int, seen: int) -> bool:
        """Say whether somebody else has changed a seat's question since it was shown the state ``seen``.

        It is worked out when that seat asks: no answer to anybody else may take longer for what is in its hand.
        """
        if seen < self._begun or (len(self._steps) == _STEPS and seen < self._steps[0].seq):
            return True
        since = [step for step in self._steps if step.seq > seen and step.by != seat]
        return any(step.before.asked(seat) != step.after.asked(seat) for step in since)

    # Ahead

    @together
    def _give_ahead(self, seat: int, action: Action) -> Reply | None:
        """Keep an answer whose turn will come; None when it is due now, or can't be given ahead."""
        question = self.asked(seat)
        if question.coming is None or action.verb not in question.coming.verbs:
            return None
        table = self._held()
        line = format_action(table.game, table.setup, action)
        if line not in question.legal:
            return None
        self.hosting.ahead[table.setup.seats[seat]] = Ahead(line, question.coming.on)
        return Reply(self.seq, "Kept for your turn. Nobody sees it till then.", ahead=True)

    @together
    def take_back(self, seat: int) -> None:
        """Take back the answer that a seat has given ahead."""
        self.hosting.ahead.pop(self._held().setup.seats[seat], None)

    def _due_ahead(self) -> Action | None:
        return due_ahead(self.hosting.ahead, self._held())

    def _drop_ahead(self) -> None:
        """Forget the answers that rest on what has changed, or whose step is over."""
        drop_ahead(self.hosting.ahead, self._held())

    # The host's own

    @together
    def undo(self, seen: object = None) -> tuple[str, ...]:
        """Take back the last decision; return what it was, as the open table may read it.

        Raises ``No`` where something happened since ``seen``, the number of the state that the host was shown.
        """
        table = self._held()
        if isinstance(seen, int) and seen < self._moved:
            raise No(409, "The table has changed meanwhile: look again.")
        back = table.takeback()
        table.undo(back)
        self._events += 1
        self.notices = table.notices()
        self.hosting.ahead.clear()
        self.hosting.again.clear()
        self._undone = self.seq
        self._past.clear()
        self._taps.clear()
        self.said = (f"Taken back: {'; '.join(back.words)}.",)
        self.moments = ()
        self._note(None)
        self._settle()
        return back.words

    @together
    def rematch(self) -> None:
        """Set up another game for the same people. Raises ``No`` while this one goes on."""
        table = self._held()
        if not table.over:
            raise No(409, "This game is not over yet.")
        again = rematch(self.journal, table)
        table.leave()
        self.hosting.base = self.seq + 1
        self.hosting.ahead.clear()
        self.hosting.again.clear()
        self.hosting.ended = False
        self._undone = 0
        self.said = ()
        self.open_table(again.number)
        self._begun = self.seq

    @together
    def ask_again(self, seat: int) -> None:
        """Note that a seat would play another game: everybody sees it, the host begins it. Raises ``No`` too early."""
        table = self._held()
        if not table.over:
            raise No(409, "This game is not over yet.")
        if table.name(seat) not in self.hosting.again:
            self.hosting.again.append(table.name(seat))
            self.hosting.base += 1
            self.heard()

    @together
    def end(self) -> None:
        """End the evening: the tally is shown, and no line is taken any more."""
        self.hosting.ended = True
        self.hosting.base += 1
        if self.table is not None:
            self.table.leave()
        self.heard()

    @together
    def announce(self, kind: str, seat: int) -> None:
        """Let everybody know who sat down (SAT) or which seat was freed (FREED)."""
        assert kind in {SAT, FREED}
        self._held().notice(kind, seat)
        self.refresh()
