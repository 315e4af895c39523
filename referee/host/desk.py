"""What of a hosting outlives its process: the word, who joined and sits where, what was answered ahead."""

import contextlib
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import Struct, field

from liarsdeck.files import FORMAT_KEY, check_format, read_within
from referee.bots import laid, turned
from referee.core.game import Action, Json, RecordError, Refused
from referee.core.page import Asked, Eyes, Passed, go_on
from referee.core.play import format_action, narrated
from referee.store.journal import FREED, LINE, MARK, SAT, Journal, Notice
from referee.store.lock import TableLock, held
from referee.tables.table import MisfitError, RefusedError, Table, rematch, tally

VERSION = 1
_OLD_COOKIE = "liarsdeck"  # of hostings made before they had an id
_LONGEST = 4_000_000  # bytes


class Chair(Struct):
    """A name in the lobby, in seat order. ``pin`` is its slow hash, "" until somebody sits; ``laptop``: no phone.

    ``bot`` is the level of the bot that plays it, "" for a person.
    """

    name: str
    pin: str = ""
    laptop: bool = False
    bot: str = ""


class Session(Struct):
    """A browser that joined. ``seat`` is the name that it plays, "" for one that looks on; ``host`` may do more.

    ``alone`` is who sits alone at the laptop now, a seat without a phone, on the host's own page. ``was`` is the seat
    that was taken from it, by another phone or the host.
    """

    seat: str = ""
    was: str = ""
    host: bool = False
    alone: str = ""
    at: float = 0.0


class Ahead(Struct):
    """A line given before its turn. ``on`` is what it rests on: when that changes, the seat is asked again."""

    line: str
    on: tuple[int, ...]


def new_id() -> str:
    """Return the id of a new hosting: 40 random bits in hexadecimal."""
    return secrets.token_hex(5)


class Hosting(Struct):
    """All of it. ``sessions`` are by the hash of their cookie; ``ahead`` by the seat's name.

    ``id`` stays the same from the lobby through every rematch and restart, whatever the port: it names the lobby's lock
    and the cookie, so that two hostings on one machine share neither.
    """

    word: str
    host: str  # the hash of the host's key
    id: str = field(default_factory=new_id)
    format: int = VERSION
    port: int = 0
    table: int = 0  # 0 in the lobby
    base: int = 0  # what ``seq`` was when the table was set up
    deals: bool = False
    game: str = ""
    options: str = "{}"  # JSON
    facts: str = ""  # the kit's code
    chairs: list[Chair] = field(default_factory=list)
    sessions: dict[str, Session] = field(default_factory=dict)
    ahead: dict[str, Ahead] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)  # seats without a phone that the host lets a phone have
    ended: bool = False
    again: list[str] = field(default_factory=list)  # who would play another game, when this one is over

    @property
    def cookie(self) -> str:
        """The name of this hosting's cookie. A browser sends its cookies to every port of an address."""
        return f"liarsdeck-{self.id}"

    def cookie_of(self, cookies: Mapping[str, str]) -> str:
        """Return the value of this hosting's cookie among those that a browser sent, "" where there is none."""
        return cookies.get(self.cookie) or cookies.get(_OLD_COOKIE, "")

    def unseat(self, name: str) -> None:
        """Take a seat from the browser that plays it; that one will be told what became of it."""
        for one in self.sessions.values():
            if name and one.seat == name:
                one.seat, one.was = "", name
        self.open = [one for one in self.open if one != name]


def hosting_of(journal: Journal, table: int) -> Hosting | None:
    """Return the hosting that was kept of a table, None where none was. Raises ``RecordError`` for a newer program's.

    One that cannot be read is as good as none: everybody joins and sits down again, with the PINs of the journal.
    """
    kept = [_read(data, name) for name, _, data in journal.hostings(table)[:1]]
    with suppress(OSError):
        kept = kept or [_read(read_within(path := file_of(journal, table), _LONGEST), str(path))]
    return kept[0] if kept else None


def lobbies(journal: Journal) -> list[tuple[float, Hosting]]:
    """Return the lobbies that are kept, open ones too, with the time of their last change, the newest first.

    The lobby that an earlier version kept in a file is put beside them. Raises ``RecordError`` for one of a newer
    program.
    """
    old = file_of(journal, 0)
    with suppress(OSError):
        if (found := _read(read_within(old, _LONGEST), str(old))) is not None:
            journal.keep_hosting(found.id, 0, written(found))
        old.unlink()
    kept = [(at, _read(data, name)) for name, at, data in journal.hostings(0)]
    return [(at, hosting) for at, hosting in kept if hosting is not None]


def file_of(journal: Journal, table: int) -> Path:
    """Return the file in which earlier versions kept a table's hosting, for 0 the lobby's."""
    return journal.path.parent / "hosting" / f"{table or 'lobby'}.json"


def written(hosting: Hosting) -> bytes:
    """Return a hosting as it is kept."""
    return msgspec.json.encode(hosting)


def read_back(data: bytes) -> Hosting:
    """Return the hosting that ``written`` made this of."""
    return msgspec.json.decode(data, type=Hosting)


def _read(data: bytes, where: str) -> Hosting | None:
    try:
        found = read_back(data)
    except msgspec.DecodeError:
        return None
    try:
        check_format({FORMAT_KEY: found.format}, VERSION, where)
    except ValueError as error:
        raise RecordError(str(error)) from None
    return found


LONGEST = 600  # characters of a line that comes in
_RECENT = 400  # replies that are kept, to be given again


class No(RecordError):
    """What the wire answers no to, with its status; ``rule`` may be "" where no rule of the game says so."""

    def __init__(self, status: int, why: str, rule: str = "") -> None:
        super().__init__(why, rule=rule)
        self.status = status


class Reply(Struct, frozen=True):
    """What a line is answered: the number of the state it made, and what its seat hears."""

    seq: int
    said: str
    ahead: bool = False


def text(body: Mapping[str, object], name: str, default: str | None = None) -> str:
    """Return a field that is a text. Raises ``No``."""
    found = body.get(name, default)
    if not isinstance(found, str):
        raise No(400, f"“{name}” is missing, or is no text.")
    return found


def texts(body: Mapping[str, object], name: str) -> list[str]:
    """Return a field that is a list of texts, [] where it is missing. Raises ``No``."""
    found = body.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise No(400, f"“{name}” is a list of texts.")
    return [str(one) for one in found]


def read_line(table: Table, typed: str) -> Action:
    """Return the action of a line that came in. Raises ``No``."""
    line = f"{table.game.prefix}.line"
    if len(typed) > LONGEST:
        raise No(422, f"that line has {len(typed)} characters; the longest that is read has {LONGEST}", line)
    try:
        action = table.read(typed)
    except RecordError as error:
        raise No(422, error.why, error.rule) from None
    if action is None:
        raise No(422, "there is nothing in that line", line)
    if action.opens:
        raise No(422, "brackets are the referee's to write: leave them out", line)
    return action


def tap_mark(who: str, key: str, place: int, seq: int) -> str:
    """Return how the journal marks a tap's line: whose key it was, the line's place, the state that it made."""
    return f"tap {who}/{key} {place} {seq}"


class Taps:
    """The latest taps. ``who`` is a seat's name, "" the host."""

    def __init__(self) -> None:
        self._replies: dict[tuple[str, str], tuple[str, Reply]] = {}

    def clear(self) -> None:
        """Forget them: the journal alone knows what was said."""
        self._replies.clear()

    def keep(self, who: str, key: str, text: str, reply: Reply) -> Reply:
        """Keep what a tap was answered, and return it."""
        self._replies[who, key] = (text, reply)
        while len(self._replies) > _RECENT:
            self._replies.pop(next(iter(self._replies)))
        return reply

    def answered(self, table: Table, who: str, key: str, text: str) -> Reply | None:
        """Return what this tap was answered, None when it is new. Raises ``No`` for a key that was another line's."""
        if (found := self._replies.get((who, key))) is not None:
            if found[0] != text:
                raise No(422, "this key was another line's: every tap has its own", "host.key")
            return found[1]
        return _kept(table, who, key, text)


def _kept(table: Table, who: str, key: str, text: str) -> Reply | None:
    """Return the answer to a tap that was done before this process was started."""
    mark = f"tap {who}/{key} "  # as ``tap_mark`` begins
    found = [one.removeprefix(mark).split() for one in table.log.marks if one.startswith(mark)]
    place, seq = max(((int(at), int(seq)) for at, seq in found), default=(len(table.actions), 0))
    if place >= len(table.actions):
        return None
    action, lines = table.actions[place], table.log.lines
    try:
        same = (read := table.read(text)) is not None and format_action(table.game, table.setup, read)
    except RecordError:
        same = False
    if same != lines[place]:
        return None
    before = table.game.start(table.setup)
    for one in table.actions[:place]:
        before = table.game.apply(before, one)
    after = table.game.apply(before, action)
    seat = action.seat if who else None
    said = narrated(table.game, before, action, after, seat) or table.words(before, action)
    return Reply(seq, said)


def due_ahead(ahead: MutableMapping[str, Ahead], table: Table) -> Action | None:
    """Return the answer given ahead whose turn has come and that still stands and is legal; those due are dropped.

    ``ahead`` is by the seat's name.
    """
    on = _rests_on(table)
    for turn in table.game.to_act(table.state):
        if turn.seat is None or (kept := ahead.pop(name := table.setup.seats[turn.seat], None)) is None:
            continue
        action = table.read(kept.line)
        if action is None or action.verb not in turn.verbs or on.get(name) != kept.on:
            continue
        if not isinstance(table.game.judge(table.state, action), Refused):
            return action
    return None


def drop_ahead(ahead: MutableMapping[str, Ahead], table: Table) -> None:
    """Drop the answers that rest on what has changed, or whose step is over."""
    on = _rests_on(table)
    for name in [name for name, kept in ahead.items() if on.get(name) != kept.on]:
        del ahead[name]


def _rests_on(table: Table) -> dict[str, tuple[int, ...]]:
    return {table.setup.seats[it.seat]: it.on for it in table.game.coming(table.view)}


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
            with self.journal.writing(in_loop=True):
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
        """Do a line, and return what it is answered; what a refused line leaves in the journal is kept."""
        table, before = self._held(), self.eyes
        try:
            sentence = table.act(action, seat, mark=tap_mark(who, key, len(table.actions), self.seq + 1))
        except RefusedError as error:
            if isinstance(error, MisfitError):
                self._load()
                self.heard()
            self.refresh()
            return No(422, error.why, error.rule)
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
