"""The state of a hosting (lobby or table): ``HostedTable`` plays lines, ``People`` has sessions and seats.

Everything runs in one thread. Each call is one transaction: all of its changes are stored, or none is made.
"""

import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.language import later, number_word, say
from liarsdeck.web import Rate, new_token, token_hash
from referee import games
from referee.bots import laid, turned
from referee.core.cards import text
from referee.core.game import Action, Event, Game, Json, RecordError, Refused
from referee.core.play import folded, format_action
from referee.core.screens import Passed, ViewsByViewer
from referee.core.setup import name_fault, new_name_fault
from referee.host.hosting import Ahead, Chair, Hosting, Session, Slow, Wanted, file_of, same_word
from referee.store.journal import LINE, MARK, SAT, WANTED, WRONG_PINS, Journal, Notice, tap_of
from referee.store.lock import TableLock, held
from referee.store.pins import LONGEST_PIN, SHORTEST_PIN, heard_of
from referee.tables.table import MisfitError, RefusedError, Table, rematch, tally

if TYPE_CHECKING:
    from factbank.factfile import Facts

Said = tuple[Event, ...]
"""The public events of one line."""
Clock = Callable[[], float]

LONGEST = 600  # characters of a line that comes in
_REPLIES = 400  # that are kept, to be given again
_STEPS = 200  # lines that a tap on what was shown before them is held against; older ones are out of date


class HttpRefusal(RecordError):
    """Refuses a request: HTTP status, sentence ``why`` (with ``fields``), id of the broken ``rule`` or ""."""

    def __init__(self, status: int, why: str, rule: str = "", **fields: object) -> None:
        super().__init__(say(why, **fields), rule=rule)
        self.status = status


class Reply(Struct, frozen=True):
    """The answer to a line: the new state's number (``HostedTable.seq``), and a sentence for whoever sent it.

    ``ahead`` means that the line was stored for the sender's turn.
    """

    seq: int
    said: str
    ahead: bool = False


class _Step(NamedTuple):
    """A played line: the state's number after it, each viewer's view before and after it, who sent it."""

    seq: int
    before: ViewsByViewer
    after: ViewsByViewer
    by: int | None


P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="HostedTable | People")


def atomic(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Decorate a method of HostedTable or People to run in one ``HostedTable.transaction``."""

    @wraps(method)
    def done(self: S, /, *args: P.args, **options: P.kwargs) -> R:
        with (self.hosted if isinstance(self, People) else self).transaction():
            return method(self, *args, **options)

    return done


class HostedTable:
    """Plays the lines of one hosted table and gives what its screens show; in the lobby, ``table`` is None."""

    def __init__(self, journal: Journal, hosting: Hosting) -> None:
        self.journal = journal
        self.hosting = hosting
        self.table: Table | None = None
        self.changed: Callable[[], None] = lambda: None  # is called when any screen has something new
        self.fault: Callable[[str], None] = lambda _: None  # hears what the disk did not take, in its own words
        self.later: Callable[[], None] | None = None  # lets ``bot_plays`` be called in a moment; else bots play at once
        self.notices: list[Notice] = []
        self.said: tuple[Said, ...] = ()  # what the open table heard of the last thing that happened
        self.latest: tuple[Passed, ...] = ()  # of that: the table before, the action, the table after
        self.passed: object = None  # the state in which the bots let pass what they need not do
        self.address = self.advice = ""  # where phones find the table: 192.168.1.20:7777; what to do when none has come
        self.left: tuple[tuple[int, str, tuple[str, ...]], ...] = ()  # on one device: number, title and seats of others
        self._lock = contextlib.ExitStack()
        self._kept = self._within = False  # whether the hosting was kept yet; whether a transaction has begun
        self._views: ViewsByViewer | None = None
        self._past: list[Passed] = []
        self._tallied: tuple[object, str] | None = None
        self._noticed: tuple[str, ...] = ()
        self._events = 0  # lines and undos in the journal
        self._undone = self.moved = 0  # what ``seq`` was at the last undo, and at the last line or undo
        self._steps: deque[_Step] = deque(maxlen=_STEPS)  # the latest lines
        self._begun = 0  # a tap on what was shown before this ``seq`` is out of date for everybody
        self._replies: OrderedDict[tuple[str, str], tuple[str, Reply]] = OrderedDict()  # by who ("": host) and key

    # Opening and closing

    @property
    def joining(self) -> str:
        """The URL in the QR code. Its fragment is the join word, which browsers send to no server."""
        return f"http://{self.address}/#{self.hosting.word}"

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Return a context manager that stores all changes made inside, or undoes all of them at an exception.

        ``hosting`` is included. A nested transaction joins the outer one. Raises ``JournalError`` if the write fails.
        """
        if self._within:
            yield
            return
        hosting, entries, table, lock = msgspec.json.encode(self.hosting), self.journal.written, self.table, self._lock
        said, latest, passed, moved = self.said, self.latest, self.passed, self.moved
        self._within = True
        try:
            with self.journal.writing(in_loop=True):
                yield
                now = msgspec.json.encode(self.hosting)
                if not self._kept or now != hosting:
                    self.journal.keep_hosting(self.hosting.id, self.hosting.table, now)
        except BaseException:
            self.hosting = msgspec.json.decode(hosting, type=Hosting)
            if self._lock is not lock:
                self._lock.close()
            changed = self.journal.written != entries or self.table is not table
            self._lock, self.table = lock, table
            if table is None:
                self._events, self.notices, self._noticed = 0, [], ()
                self.said, self.latest, self.passed, self.moved = said, latest, passed, moved
            if changed and table is not None:
                self.table = Table(self.journal, table.number)
                self._replies.clear()
                self._load()
                self.said, self.latest, self.passed, self.moved = said, latest, passed, moved
                if self.later and self.table.bot_awaited:
                    self.later()
            raise
        finally:
            self._within = False
        self._kept = True
        if self._lock is not lock:
            lock.close()

    @atomic
    def open_lobby(self, lock: TableLock | None = None) -> None:
        """Store the lobby and hold its ``lock`` (None: take it) till the game begins. Raises ``TableHeld`` if held."""
        self._lock = held(lock or self.journal.hold_lobby(self.hosting.id), self.address)

    @atomic
    def open_table(self, number: int, lock: TableLock | None = None) -> None:
        """Load a table from the journal, hold its ``lock`` (None: take it), and play what chance and bots have to play.

        Raises ``RecordError`` for no or a damaged table, ``TableHeld`` if another referee holds it.
        """
        self._lock = held(lock or self.journal.hold(number), self.address)
        self.table = Table(self.journal, number)
        self.table.keep_facts()
        self.journal.opened(number)
        self.hosting.table = number
        self.hosting.leave_laptop()
        self._replies.clear()
        self._load()
        self.said = tuple(told for passed in self.latest if (told := passed.events(None)))
        self._settle()
        with contextlib.suppress(OSError):
            file_of(self.journal, number).unlink()

    def close(self) -> None:
        """Release the table and its lock."""
        if self.table is not None:
            with contextlib.suppress(RecordError):
                self.table.leave()
        self._lock.close()

    def _load(self) -> None:
        """Recompute ``seq`` and its parts from the journal's entries; clear the cached views and lines."""
        table = self.begun
        entries = [entry for entry in self.journal.entries(table.number) if entry.kind != MARK]
        self._events, self.notices = len(entries), table.notices()
        undone = max((at for at, entry in enumerate(entries, 1) if entry.kind != LINE), default=0)
        before = sum(notice.entry < entries[undone - 1].number for notice in self.notices) if undone else 0
        self._undone = self.moved = self.hosting.base + undone + before if undone else 0
        self._past, self._noticed = [], ()
        self.latest = tuple(self.past[-1:])
        self._steps.clear()
        self._drop_ahead()

    @property
    def begun(self) -> Table:
        """The table. Raises ``HttpRefusal`` in the lobby."""
        if self.table is None:
            raise HttpRefusal(409, "The game has not begun: the host begins it when all sit.")
        return self.table

    # What is shown

    @property
    def seq(self) -> int:
        """The number of the state that everybody sees: it rises with every line, undo and notice."""
        return self.hosting.base + self._events + len(self.notices)

    def refresh(self) -> None:
        """Load notices that any process has added to the journal; if there are any, update all screens."""
        if self.table is not None and (more := self.table.notices(len(self.notices))):
            self.notices += more
            self.changed()

    @property
    def noticed(self) -> tuple[str, ...]:
        """The table's public notices as sentences, such as that the host freed a seat; oldest first."""
        if len(self._noticed) != len(self.notices):
            self._noticed = tuple(notice.said(self.begun.setup.seats) for notice in self.notices)
        return self._noticed

    @property
    def views(self) -> ViewsByViewer:
        """What each viewer may see of the current state."""
        table = self.begun
        if self._views is None or self._views.state is not table.state or self._views.setup is not table.setup:
            self._views = ViewsByViewer(table.game, table.setup, table.state)
        return self._views

    @property
    def past(self) -> list[Passed]:
        """All lines of the game so far, the deal included, each with what every viewer may see before and after it."""
        table, past = self.begun, self._past
        for before, action, after in table.steps[len(past) :]:
            then = past[-1].after if past else ViewsByViewer(table.game, table.setup, before)
            now = self.views if after is table.state else ViewsByViewer(table.game, table.setup, after)
            past.append(Passed(then, action, now))
        return past

    @property
    def tally(self) -> str:
        """A sentence on who has won how many games this evening; "" during and after the first one."""
        table = self.begun
        if self._tallied is None or self._tallied[0] != (table.number, table.over):
            self._tallied = (table.number, table.over), tally(self.journal, table)
        return self._tallied[1]

    def standing(self, seat: int | None = None) -> dict[str, Json]:
        """Return what ``referee replay --json`` shows a seat (None: all), and ``seq``, without any solution."""
        return self.views.standing(seat) | {"seq": self.seq}

    def hidden(self) -> dict[str, Json]:
        """Return hands and other hidden things as JSON values. Raises ``HttpRefusal`` (409) before the game is over."""
        table = self.begun
        if not table.over:
            raise HttpRefusal(409, "The cards are laid open when the game is over.")
        return dict(table.game.hidden(table.state))

    def ahead_of(self, name: str) -> str:
        """Return the line that the player ``name`` has given ahead of their turn, "" if none."""
        kept = self.hosting.ahead.get(name)
        return "" if kept is None else kept.line

    # Lines

    def say(self, seat: int | None, typed: str, key: str, seen: int, phones: Collection[str] = ()) -> Reply:
        """Play the line of text ``typed``, sent by a seat or by the host (None), and return the answer to it.

        ``key`` is the line's idempotency key: sent again, the line is not done again but answered as it was. ``seen``
        is the ``seq`` that the sender's screen showed. ``phones`` are players for whom the host may send no line.
        Raises ``HttpRefusal``: 403 for another's line, 409 if ``seen`` is out of date, 422 for an illegal line.
        """
        table = self.begun
        who = "" if seat is None else table.setup.seats[seat]
        if (before := self._answered(who, key, typed)) is not None:
            return before
        action = self._read(typed)
        if self.hosting.ended:
            raise HttpRefusal(409, "The evening is over: the host can set up another game.")
        if seen > self.seq or seen < self._undone:
            raise HttpRefusal(409, "Something was taken back meanwhile: look again.")
        if seat is not None and action.seat != seat:
            raise HttpRefusal(403, "You play {you}: this line is {seat}’s.", you=who, seat=table.name(action.seat))
        # Who goes home is never asked for it: the host says so when everybody agrees.
        anytime = any(verb.anytime and verb.name == action.verb for verb in table.game.verbs)
        leaves = anytime and action.seat is not None and action.verb not in self.views.legal(action.seat).verbs
        if leaves and seat is not None:
            raise HttpRefusal(403, "Who goes home says so to the host, when all agree.")
        if seat is None and action.seat is not None and table.name(action.seat) in phones and not leaves:
            raise HttpRefusal(403, "{seat} has a phone: this line is said there.", seat=table.name(action.seat))
        done: Reply | HttpRefusal | None = None
        if seat is not None:
            # Compared only here, when that seat asks: no other answer may take longer for what is in its hand.
            since = [step for step in self._steps if step.seq > seen and step.by != seat]
            stale = seen < self._begun or (len(self._steps) == _STEPS and seen < self._steps[0].seq)
            if stale or any(step.before.legal(seat) != step.after.legal(seat) for step in since):
                raise HttpRefusal(409, "The table has changed meanwhile: look again.")
            done = self._give_ahead(seat, action)
        done = done or self._act(action, seat, f"tap {who}/{key} {len(table.actions)} {self.seq + 1}")
        if isinstance(done, HttpRefusal):
            raise done
        self._replies[who, key] = typed, done
        while len(self._replies) > _REPLIES:
            self._replies.popitem(last=False)
        return done

    def _read(self, typed: str) -> Action:
        table = self.begun
        rule = f"{table.game.prefix}.line"
        if len(typed) > LONGEST:
            why = later("that line has {n} characters; the longest that is read has {longest}")
            raise HttpRefusal(422, why, rule, n=len(typed), longest=LONGEST)
        try:
            action = table.read(typed)
        except RecordError as error:
            raise HttpRefusal(422, error.why, error.rule) from None
        if action is None:
            raise HttpRefusal(422, "there is nothing in that line", rule)
        if action.opens:
            raise HttpRefusal(422, "brackets are the referee's to write: leave them out", rule)
        return action

    def _answered(self, who: str, key: str, typed: str) -> Reply | None:
        """Return the earlier reply if ``typed`` was sent with this ``key`` before; None for a new line.

        ``who`` is the sender's name, "" for the host. Raises ``HttpRefusal`` if another line had this key. The keys of
        lines from before this process was started are in the journal: ``tap WHO/KEY PLACE SEQ``.
        """
        table = self.begun
        if (kept := self._replies.get((who, key))) is not None:
            if kept[0] != typed:
                raise HttpRefusal(422, "this key was another line's: every tap has its own", "host.key")
            return kept[1]
        taps = [tap_of(mark) for mark in table.log.marks if mark.startswith(f"tap {who}/{key} ")]
        mine = [tap[1:] for tap in taps if tap is not None and tap[0] == f"{who}/{key}"]  # a name may have a "/"
        place, seq = max(mine, default=(len(table.actions), 0))
        if place >= len(table.actions):
            return None
        try:
            read = table.read(typed)
        except RecordError:
            read = None
        if read is None or format_action(table.game, table.setup, read) != table.log.lines[place]:
            return None
        passed = self.past[place]
        told = spoken(passed.events(read.seat if who else None))
        return Reply(seq, told or table.words(passed.before.state, passed.action))

    @atomic
    def _act(self, action: Action, seat: int | None, mark: str) -> Reply | HttpRefusal:
        """Play a line; return the reply, or a refusal, since raising it would undo the journal's entry."""
        table, before = self.begun, self.views
        try:
            table.act(action, seat, mark=mark)
        except RefusedError as error:
            if isinstance(error, MisfitError):
                self._load()
                self.changed()
            self.refresh()
            return HttpRefusal(422, error.why, error.rule)
        self.latest = ()
        passed = self._count(before, action, seat)
        self.said, seq = (self._told(passed),), self.seq
        self._settle()
        return Reply(seq, spoken(passed.events(seat)) or spoken(self._told(passed)))

    def _count(self, before: ViewsByViewer, action: Action, by: int | None) -> Passed:
        """Count a played line and store the views before and after it; ``by`` is the seat that sent it."""
        self._events += 1
        self.moved = self.seq
        passed = Passed(before, action, self.views)
        self.latest = (*self.latest, passed)
        self._steps.append(_Step(self.seq, before, self.views, by))
        return passed

    def _told(self, passed: Passed) -> Said:
        """Return the public events of a line; if it has none, one event with the line itself as text."""
        return passed.events(None) or (Event("", text(self.begun.words(passed.before.state, passed.action))),)

    def _settle(self) -> None:
        """Play chance actions, answers given ahead and bots' lines until a person is to act; update all screens."""
        table = self.begun
        while not table.over:
            chance = table.draw(everything=self.hosting.deals)
            action = chance or self._due_ahead()
            if action is None and self.later is None:
                action = table.by_bot()
                self.passed = self.passed if action else table.state
            if action is None:
                break
            self._do(action, unasked=bool(chance) or self.later is None)
        self._drop_ahead()
        self.changed()
        if self.later and not table.over and table.bot_awaited:
            self.later()

    def _do(self, action: Action, *, unasked: bool) -> None:
        """Play a line given ahead, or with ``unasked`` one of chance or a bot, undone with the last decision."""
        table, before = self.begun, self.views
        hidden = replace(before.redacted(action, None), opens=()) != replace(action, opens=())  # a deal keeps its cards
        printed = table.of_bot(action) and not self.hosting.deals
        card = turned(table.game, table.state, table.actions, action) if printed else ""
        if unasked:
            table.act_by_chance(action)
        else:
            table.act(action)
        passed = self._count(before, action, action.seat)
        if not hidden or action.seat is not None:
            where = (Event("turned", text(card)),) if card else ()
            self.said = (*self.said, where + self._told(passed))

    @atomic
    def bot_plays(self, action: Action | None) -> None:
        """Play a bot's decision (None: it does nothing in an optional turn), then what chance and other bots play."""
        if action is None:
            self.passed = self.begun.state
            self.changed()
        elif not self.hosting.ended:
            self.said = self.latest = ()
            self._do(action, unasked=True)
            self._settle()

    @atomic
    def resume(self) -> None:
        """Continue the game after a seat was given to a bot or a person."""
        self.hosting.base += 1
        self._settle()

    # Lines given ahead of the turn

    @atomic
    def _give_ahead(self, seat: int, action: Action) -> Reply | None:
        """Store ``action`` for a later turn of the seat; return None if it is due now or can't be stored."""
        table, question = self.begun, self.views.legal(seat)
        if question.coming is None or action.verb not in question.coming.verbs:
            return None
        line = format_action(table.game, table.setup, action)
        if line not in question.lines:
            return None
        self.hosting.ahead[table.setup.seats[seat]] = Ahead(line, question.coming.on)
        return Reply(self.seq, say("Kept for your turn. Nobody sees it till then."), ahead=True)

    @atomic
    def take_back(self, seat: int) -> None:
        """Delete the answer that a seat has given ahead of its turn."""
        self.hosting.ahead.pop(self.begun.setup.seats[seat], None)

    def _rests_on(self) -> dict[str, tuple[int, ...]]:
        """Return, by seat name, the values on which an answer given ahead depends (``Coming.on``)."""
        table = self.begun
        return {table.setup.seats[coming.seat]: coming.on for coming in table.game.coming(table.view)}

    def _due_ahead(self) -> Action | None:
        """Remove the stored answers that are due; return the first that is still valid and legal, or None."""
        table, on = self.begun, self._rests_on()
        for turn in table.game.to_act(table.state):
            if turn.seat is None or (kept := self.hosting.ahead.pop(name := table.name(turn.seat), None)) is None:
                continue
            action = table.read(kept.line)
            if action is None or action.verb not in turn.verbs or on.get(name) != kept.on:
                continue
            if not isinstance(table.game.judge(table.state, action), Refused):
                return action
        return None

    def _drop_ahead(self) -> None:
        """Delete the stored answers whose conditions have changed or whose turn is past."""
        on, kept = self._rests_on(), self.hosting.ahead
        self.hosting.ahead = {name: ahead for name, ahead in kept.items() if on.get(name) == ahead.on}

    # What the host alone may do

    @atomic
    def undo(self, seen: object = None) -> str:
        """Undo the last decision; return a sentence on what was taken back.

        Raises ``HttpRefusal`` (409) if a line or undo came after ``seen``, the host screen's ``seq`` (None: no check).
        """
        table = self.begun
        if isinstance(seen, int) and seen < self.moved:
            raise HttpRefusal(409, "The table has changed meanwhile: look again.")
        back = table.takeback()
        table.undo(back, " ".join(back.said))
        self._events += 1
        self.notices = table.notices()
        self.hosting.undone(len(table.actions))
        self._undone = self.moved = self.seq
        self._past.clear()
        self._replies.clear()
        self._steps.clear()
        self.said = ((Event("undo", text(said := say("Taken back: {what}", what=" ".join(back.said)))),),)
        self.latest = ()
        self._settle()
        return said

    @atomic
    def dealt(self) -> None:
        """Record that the dealing script (which card goes to whom) was read out; it is not shown again."""
        table = self.begun
        table.dealt()
        rows = laid(table.game, table.state, table.actions, table.bots)
        self.said = tuple((Event("dealt", text(row)),) for row in (say("The cards are dealt."), *rows))
        self.changed()

    @atomic
    def draw(self, seats: list[int]) -> None:
        """Draw one of ``seats`` ([]: all) and play that line. Raises HttpRefusal (409) if no draw is due."""
        table = self.begun
        drawn = table.draw(among=seats or range(len(table.setup.seats))) if table.game.among(table.state) else None
        if drawn is None:
            raise HttpRefusal(409, "There is nobody to draw now.")
        self.said = self.latest = ()
        self._do(drawn, unasked=False)
        self._settle()

    @atomic
    def rematch(self, facts: "Facts | None" = None) -> None:
        """Set up another game for the same people, with ``facts`` (None: those of the last game).

        Raises ``HttpRefusal`` (409) while the last game goes on.
        """
        again = rematch(self.journal, self.finished, facts)
        self._leave()
        self.open_table(again.number)
        self._begun = self.seq

    @atomic
    def leave_table(self) -> None:
        """Leave the table, which stays in the journal, and go back to the lobby."""
        self.hosting.last = self.begun.number
        self._leave()
        self._events, self.notices, self._noticed, self.latest, self.moved = 0, [], (), (), 0
        self._past, self.table, self.hosting.table = [], None, 0
        self.open_lobby()
        self._begun = self.seq

    def _leave(self) -> None:
        """Leave the table, and delete what was kept for its game only, such as lines given ahead."""
        self.begun.leave()
        self.hosting.base, self.hosting.ended, self._undone, self.said = self.seq + 1, False, 0, ()
        on = self.hosting
        for kept in (on.ahead, on.again, on.smelled, on.told, on.open, self._steps, self._replies):
            kept.clear()

    @atomic
    def ask_again(self, seat: int) -> None:
        """Record that a seat wants another game. Raises ``HttpRefusal`` (409) while this game goes on."""
        name = self.finished.name(seat)
        if name not in self.hosting.again:
            self.hosting.again.append(name)
            self.hosting.base += 1
            self.changed()

    @property
    def finished(self) -> Table:
        """The table, when its game is over. Raises ``HttpRefusal`` (409) before."""
        if not self.begun.over:
            raise HttpRefusal(409, "This game is not over yet.")
        return self.begun

    @atomic
    def end(self) -> None:
        """End the evening: screens show the tally, further lines are refused."""
        self.hosting.ended = True
        self.hosting.base += 1
        if self.table is not None:
            self.table.leave()
        self.changed()

    def notice(self, kind: str, name: str, words: str = "") -> None:
        """Store a public notice about the seat ``name``; no effect in the lobby, or for a name that only watches.

        ``kind`` is a constant of ``store.journal``, such as SAT, and ``words`` is a detail for its sentence.
        """
        if self.table is not None and name in self.table.setup.seats:
            self.table.notice(kind, self.table.setup.seats.index(name), words)
            self.refresh()


def spoken(events: Iterable[Event]) -> str:
    """Return the full sentences of events as plain text, joined by spaces."""
    return " ".join([str(event.message) for event in events])


AWAY_S = 20.0
"""Seconds without an event stream after which a seat counts as away."""
_CHAIRS = 12  # in a lobby; for whom a game has no seat watches it
_SESSIONS = 60  # browsers that joined; of the address with most that play nothing, the first is forgotten first
_JOINS, _CLAIMS, _PER_S = 40, 20, 1  # of one address: each is kept on the disk, each claim hashes for a tenth second


class People:
    """Keeps the sessions that joined and who plays which seat; checks who may join and who may take a seat."""

    def __init__(self, hosted: HostedTable, clock: Clock) -> None:
        self.hosted = hosted
        self.clock = clock
        self.slow = Slow(clock)
        self._joins, self._claims = Rate(_JOINS, _PER_S, clock), Rate(_CLAIMS, _PER_S, clock)
        self._from: dict[str, str] = {}  # the address that a session joined from
        self.streams = Counter[str]()  # how many event streams a session has open, by the hash of its cookie
        self._left: dict[str, float] = {}  # when a seat's last stream ended, by its name
        self.visited = not all(session.host for session in hosted.hosting.sessions.values())  # a phone has come
        self._wrong = Counter[str]()  # wrong PINs at a seat, by its name: in the lobby, in the game, from wherever
        self._wanted = Counter[str]()  # how often a phone wanted a seat that is not a phone's
        self._asking: list[str] = []  # seats that a phone wanted, or that were freed
        self.beginning = False  # whether the game is being set up: nothing of the lobby changes meanwhile
        self._spare: dict[Wanted, Facts] = {}  # facts dealt and not played
        self.once = ""  # the hash of a host's key that works once: it is seen in this machine's list of programs

    @property
    def hosting(self) -> Hosting:
        """The stored state of the hosting."""
        return self.hosted.hosting

    @property
    def table(self) -> Table | None:
        """The table, None in the lobby."""
        return self.hosted.table

    # Joining

    @property
    def cookie(self) -> str:
        """The name of this hosting's cookie, with its id: browsers send cookies to all ports of an address."""
        return f"liarsdeck-{self.hosting.id}"

    def session(self, cookies: Mapping[str, str]) -> tuple[str, Session] | None:
        """Return (hash of the cookie, session) for a browser's cookies; None if they name no session."""
        cookie = cookies.get(self.cookie) or cookies.get("liarsdeck", "")  # as of hostings before they had an id
        key = token_hash(cookie) if cookie else ""
        return (key, self.hosting.sessions[key]) if key in self.hosting.sessions else None

    def join(
        self, client: str, word: str, host_key: str, *, here: bool, cookies: Mapping[str, str] | None = None
    ) -> str:
        """Return a new cookie for the right word, or for the host's key from this machine (``here``).

        ``client`` is the browser's IP address. Return "" if its ``cookies`` name such a session already. Raises
        ``HttpRefusal``: 403 wrong word or key, 429 too many tries.
        """
        old = self.session(cookies or {})
        if old is not None and not host_key:
            return ""  # who is in is in: another site's page can lead a guest to wrong words, and shuts nobody out
        if wait := self.slow.wait_s("", client):
            raise HttpRefusal(429, "Too many wrong words: try again in {wait} s.", "host.wait", wait=wait)
        right = here and token_hash(host_key) in {self.hosting.host, self.once}
        if not (right if host_key else same_word(word, self.hosting.word)):
            self.slow.wrong("", client)
            no_key = later("This key opens nothing here.")
            no_word = later("That is not tonight’s word: it stands on the big screen.")
            raise HttpRefusal(403, no_key if host_key else no_word)
        self.slow.right("", client)
        if not host_key:
            self.came()
        self.once = "" if token_hash(host_key) == self.once else self.once
        if old is not None and old[1].host:
            return ""
        if not self._joins.allows(client):
            raise HttpRefusal(429, "Too many at once: wait a moment.")
        made = new_token()
        with self.hosted.transaction():
            self.hosting.sessions[token_hash(made)] = Session(host=bool(host_key), at=self.clock())
            self._from[token_hash(made)] = client
            idle = [key for key, session in self.hosting.sessions.items() if not session.seat and not session.host]
            if len(self.hosting.sessions) > _SESSIONS and idle:
                places = Counter(self._from.get(key, "") for key in idle)
                where = max(places, key=lambda place: places[place])
                gone = next(key for key in idle if self._from.get(key, "") == where)
                del self.hosting.sessions[gone]
                self._from.pop(gone, None)
        return made

    def came(self) -> None:
        """Record that a phone has reached the server; the first one removes the connection advice from the screens."""
        if not self.visited:
            self.visited = True
            self.hosted.changed()

    def may_hash(self, client: str) -> None:
        """Count a PIN check by the address ``client``. Raises ``HttpRefusal`` (429) after too many."""
        if not self._claims.allows(client):
            raise HttpRefusal(429, "Too many at once: wait a moment.")

    # Who sits where

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats or lobby chairs, in seat order."""
        return tuple(chair.name for chair in self.hosting.chairs) if self.table is None else self.table.setup.seats

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of those who watch this game with a phone, and may play the next one."""
        return tuple(chair.name for chair in self.hosting.chairs if chair.watches and chair.name not in self.names)

    def name(self, typed: str) -> str | None:
        """Return a name in this table's spelling, None for an unknown one; case is ignored."""
        return next((name for name in self.names if folded(name) == folded(typed)), None)

    def chair(self, name: str) -> Chair | None:
        """Return a name's chair in the lobby, None where there is none."""
        return next((chair for chair in self.hosting.chairs if folded(chair.name) == folded(name)), None)

    def holder(self, name: str) -> str | None:
        """Return the key (the cookie's hash) of the session that plays a seat, None while it has no phone."""
        return next((key for key, session in self.hosting.sessions.items() if session.seat == name), None)

    def here(self, name: str) -> bool:
        """Return whether a seat's phone has an event stream open, or had one within ``AWAY_S`` seconds."""
        key = self.holder(name)
        return key is not None and self._is_heard(name, key)

    def _is_heard(self, name: str, key: str) -> bool:
        return key in self.streams or self.clock() - self._left.get(name, -AWAY_S) < AWAY_S

    @property
    def presence(self) -> tuple[tuple[bool, bool, bool], ...]:
        """For every seat: (a phone plays it, that phone is connected, no phone may take it), true or false."""
        phones = {session.seat: key for key, session in self.hosting.sessions.items()}
        return tuple(
            (name in phones, name in phones and self._is_heard(name, phones[name]), self.closed(name))
            for name in self.names
        )

    def went(self, name: str) -> None:
        """Record that the last event stream of a seat's phone has ended."""
        self._left[name] = self.clock()

    def pin_of(self, name: str) -> str:
        """Return the slow hash of a seat's PIN, "" where none is chosen."""
        if self.table is not None and name in self.names:
            return self.table.journal.pin(self.table.number, self.names.index(name))
        return next((chair.pin for chair in self.hosting.chairs if chair.name == name), "")

    def bot(self, name: str) -> str:
        """Return the level of the bot that plays a seat, "" for a person."""
        if self.table is not None and name in self.names:
            return self.table.bots.get(self.names.index(name), "")
        return next((chair.bot for chair in self.hosting.chairs if chair.name == name), "")

    def laptop(self, name: str) -> bool:
        """Return whether a seat is for somebody without a phone; then no phone may take it until the host allows it."""
        if self.table is None:
            return any(chair.laptop for chair in self.hosting.chairs if chair.name == name)
        return self.holder(name) is None and not self.bot(name)

    def closed(self, name: str) -> bool:
        """Return whether no phone may take a seat until the host allows it."""
        return self.laptop(name) and name not in (*self.hosting.open, *self.watchers)

    @property
    def asking(self) -> tuple[str, ...]:
        """The seats about which the host is asked whether a phone may take them."""
        return tuple(name for name in self._asking if name in self.names and self.closed(name))

    def ask_about(self, name: str) -> None:
        """Ask the host, on the host's screen, whether a phone may take a seat."""
        if name not in self.asking:
            self._asking = [*(other for other in self._asking if other != name), name]
            self.hosted.changed()

    def why_seatless(self, session: Session) -> str:
        """Return the sentence why a browser has lost its seat, "" where it had none or has one."""
        name = session.was
        if not name or session.seat:
            return ""
        why = later("The host has freed {seat}’s seat.")
        if name not in (*self.names, *self.watchers):
            why = later("The host has taken {seat} off the list.")
        elif self.bot(name):
            why = later("A bot plays for {seat} now.")
        elif self.holder(name) is not None:
            why = later("{seat} sits at another phone now. If that is somebody else, the host can free the seat.")
        return say(why, seat=name)

    # Taking and leaving a seat

    def check_new(self, name: str, others: Iterable[str]) -> None:
        """Raise ``HttpRefusal`` (422) if ``name`` is not allowed for a new player, or is one of ``others``."""
        if fault := new_name_fault(name, others, games.verbs()):
            raise HttpRefusal(422, fault, "host.name")

    def check_claim(self, key: str, session: Session, typed: str, pin: str, client: str) -> str:
        """Check a wish to take a seat, but not whether the PIN is right; return the seat's name.

        ``key`` is the session's, ``typed`` the name that was typed, ``client`` the browser's IP address. Raises
        ``HttpRefusal``: 403 closed to phones, 409 not to be had, 422 bad name or PIN, 429 too many tries.
        """
        typed, table = " ".join(typed.split()), self.table
        if fault := name_fault(typed):
            raise HttpRefusal(422, fault, "host.name")
        if table is None:
            self.check_lobby()
        name = self.name(typed) or next((name for name in self.watchers if folded(name) == folded(typed)), None)
        if name is not None and not (session.host or session.seat) and self.closed(name):
            self.ask_about(name)
            if table is not None:
                if (times := self._wanted[name] + 1) == 1 or heard_of(times):
                    self.hosted.notice(WANTED, name, number_word(times) if times > 1 else "")
                self._wanted[name] = times
            why = later("{seat} has no phone here. The host can say otherwise, with one tap; then sit down.")
            raise HttpRefusal(403, why, "host.laptop", seat=name)
        if session.seat and session.seat != name:
            raise HttpRefusal(409, "You sit as {seat}: stand up first.", seat=session.seat)
        if session.host and (table is None or name is None or self.holder(name) is not None):
            raise HttpRefusal(409, "The laptop is for those without a phone, when the game has begun.")
        if name is None:
            if len({*self.names, *(chair.name for chair in self.hosting.chairs)}) >= _CHAIRS:
                raise HttpRefusal(409, "All seats are taken.")
            self.check_new(typed, (*self.names, *self.watchers))
        elif table is not None and self.bot(name):
            raise HttpRefusal(409, "A bot plays for {seat}: the host can give the seat back to a person.", seat=name)
        if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:  # last: a phone asks without one whether a name will do
            raise HttpRefusal(422, "A PIN has {n} characters or more.", "host.pin", n=SHORTEST_PIN)
        if name is not None and (wait := self.slow.wait_s(name, client, key)):
            raise HttpRefusal(429, "Too many wrong PINs: try again in {wait} s.", "host.wait", wait=wait)
        return name or typed

    def wrong_pin(self, key: str, name: str, client: str) -> HttpRefusal:
        """Count a wrong PIN for a seat (session ``key``, address ``client``); return the refusal to raise."""
        self._wrong[name] += 1
        if heard_of(self._wrong[name]):
            self.hosted.notice(WRONG_PINS, name, number_word(self._wrong[name]))
        self.slow.wrong(name, client, key)
        forgot = later("That is not {seat}’s PIN. Forgotten? The big screen can free the seat: ask whoever is at it.")
        why = forgot if self._wrong[name] > 1 else later("That is not {seat}’s PIN.")
        return HttpRefusal(403, why, "host.pin", seat=name)

    @atomic
    def sit(self, key: str, name: str, pin: str, client: str) -> None:
        """Give the seat ``name`` to the session ``key``; ``pin`` is a new PIN's hash, "" where the stored one fitted.

        Wrong tries of that session and of ``client``, its IP address, are forgotten. The host's session takes the seat
        as ``alone``: a player without a phone uses the laptop until ``stand_up``.
        """
        self.slow.right(name, client, key)
        table, session, plays = self.table, self.hosting.sessions[key], name in self.names
        if pin and table is not None and plays:
            table.journal.keep_pin(table.number, table.setup.seats.index(name), pin)
        self._unseat(name)
        if session.host and table is not None:
            session.alone = name
            return
        session.seat, session.was = name, ""
        if table is not None and plays:
            self.hosted.notice(SAT, name)
            return
        new = self.chair(name) is None
        chair = self._seat_of(name)
        chair.pin, chair.laptop, chair.bot, chair.typed = pin or chair.pin, False, "", chair.typed or new
        chair.watches = chair.watches or table is not None  # a latecomer plays the next game
        self.changed()

    def _seat_of(self, name: str) -> Chair:
        """Return a name's chair in the lobby; if there is none, add one."""
        if (chair := self.chair(name)) is None:
            chair = Chair(name)
            self.hosting.chairs.append(chair)
        return chair

    def _unseat(self, name: str) -> None:
        """Take a seat from its session, which keeps the name in ``was`` so that its browser is told why."""
        for session in self.hosting.sessions.values():
            if name and session.seat == name:
                session.seat, session.was = "", name
            session.alone = "" if session.alone == name else session.alone
        self.hosting.open = [other for other in self.hosting.open if other != name]

    # The lobby

    def changed(self) -> None:
        """Raise the state's number and update all screens."""
        self.hosting.base += 1
        self.hosted.changed()

    def check_lobby(self) -> None:
        """Raise ``HttpRefusal`` (409) when the game has begun or is about to."""
        if self.table is not None:
            raise HttpRefusal(409, "The game has begun.")
        if self.beginning:
            raise HttpRefusal(409, "The game is about to begin: wait a moment.")

    @property
    def game(self) -> Game[object]:
        """The game of the lobby, which the host has chosen."""
        return games.game(self.hosting.game)
