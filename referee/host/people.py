"""``People``: the sessions that joined, who plays which seat, and the checks of joining and claiming a seat."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from liarsdeck.language import both, later, number_word, say
from liarsdeck.web import Rate, new_token, token_hash
from referee import games
from referee.core.game import Game
from referee.core.play import folded
from referee.core.setup import name_fault, new_name_fault
from referee.host.hosting import Chair, Hosting, Session, Slow, Wanted, same_word
from referee.host.session import Clock, HostedTable, HttpRefusal, atomic
from referee.store.journal import SAT, WANTED, WRONG_PINS
from referee.store.pins import LONGEST_PIN, SHORTEST_PIN, heard_of
from referee.tables.table import Table

if TYPE_CHECKING:
    from factbank.factfile import Facts

AWAY_S = 20.0
"""Seconds without an event stream after which a seat counts as away."""
_CHAIRS = 12  # in a lobby; for whom a game has no seat watches it
_SESSIONS = 60  # browsers that joined; of the address with most that play nothing, the first is forgotten first
_JOINS, _CLAIMS, _PER_S = 40, 20, 1  # of one address: each is kept on the disk, each claim hashes for a tenth second


class People:
    """The sessions that joined, who plays which seat, and the checks of joining and claiming a seat."""

    def __init__(self, hosted: HostedTable, clock: Clock) -> None:
        self.hosted = hosted
        self.clock = clock
        self.slow = Slow(clock)
        self._joins, self._claims = Rate(_JOINS, _PER_S, clock), Rate(_CLAIMS, _PER_S, clock)
        self._from: dict[str, str] = {}  # the address that a session joined from
        self.streams = Counter[str]()  # how many event streams a session has open, by the hash of its cookie
        self._left: dict[str, float] = {}  # when a seat's last stream ended, by its name
        # Whether a phone ever came.
        self.visited = not all(session.host for session in hosted.hosting.sessions.values())
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
        """The name of this hosting's cookie. A browser sends its cookies to every port of an address."""
        return f"liarsdeck-{self.hosting.id}"

    def session(self, cookies: Mapping[str, str]) -> tuple[str, Session] | None:
        """Return the key and the session that a browser's cookies name, None where they name none."""
        cookie = cookies.get(self.cookie) or cookies.get("liarsdeck", "")  # as of hostings before they had an id
        key = token_hash(cookie) if cookie else ""
        found = self.hosting.sessions.get(key)
        return None if found is None else (key, found)

    def join(
        self, client: str, word: str, host_key: str, *, here: bool, cookies: Mapping[str, str] | None = None
    ) -> str:
        """Return a new cookie for the right word, or for the host's key from this machine (``here``).

        Return "" where the browser has a session already. Raises ``HttpRefusal``: 403 for a wrong word or key, 429
        after too many tries.
        """
        old = self.session(cookies or {})
        if old is not None and not host_key:
            return ""  # who is in is in: another site's page can lead a guest to wrong words, and shuts nobody out
        if wait := self.slow.wait_s("", client):
            raise HttpRefusal(429, "Too many wrong words: try again in {wait} s.", wait=wait)
        if host_key:
            right = here and token_hash(host_key) in {self.hosting.host, self.once}
            why = later("This key opens nothing here.")
        else:
            right, why = (
                same_word(word, self.hosting.word),
                later("That is not tonight’s word: it stands on the big screen."),
            )
        if not right:
            self.slow.wrong("", client)
            raise HttpRefusal(403, why)
        self.slow.right("", client)
        if not host_key:
            self.came()
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
        self.once = "" if token_hash(host_key) == self.once else self.once
        return made

    def came(self) -> None:
        """Record that a phone has reached the server; the first one removes the connection advice from the screens."""
        if not self.visited:
            self.visited = True
            self.hosted.changed()

    def may_hash(self, client: str) -> None:
        """Count a PIN hash against its address's rate. Raises ``HttpRefusal`` (429) above the limit."""
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
        """Return the key of the session that plays a seat, None while it has no phone."""
        return next((key for key, session in self.hosting.sessions.items() if session.seat == name), None)

    def here(self, name: str) -> bool:
        """Return whether a seat's phone has an event stream open, or had one within ``AWAY_S``."""
        key = self.holder(name)
        return key is not None and self._is_heard(name, key)

    def _is_heard(self, name: str, key: str) -> bool:
        return key in self.streams or self.clock() - self._left.get(name, -AWAY_S) < AWAY_S

    @property
    def presence(self) -> tuple[tuple[bool, bool, bool], ...]:
        """For every seat: whether a phone plays it, whether that is connected, whether it is closed to phones."""
        phones = {session.seat: key for key, session in self.hosting.sessions.items()}
        return tuple(
            (name in phones, name in phones and self._is_heard(name, phones[name]), self.closed(name))
            for name in self.names
        )

    def went(self, name: str) -> None:
        """Record that a seat's last stream has ended."""
        self._left[name] = self.clock()

    def pin_of(self, name: str) -> str:
        """Return the hash of a seat's PIN, "" where none is chosen."""
        if self.table is not None:
            return self.table.journal.pin(self.table.number, self.table.setup.seats.index(name))
        return next((chair.pin for chair in self.hosting.chairs if chair.name == name), "")

    def bot(self, name: str) -> str:
        """Return the level of the bot that plays a seat, "" for a person."""
        if self.table is not None:
            return self.table.bots.get(self.table.setup.seats.index(name), "")
        return next((chair.bot for chair in self.hosting.chairs if chair.name == name), "")

    def laptop(self, name: str) -> bool:
        """Return whether a seat is for somebody without a phone; then no phone may take it until the host allows it."""
        if self.table is None:
            return any(chair.laptop for chair in self.hosting.chairs if chair.name == name)
        return self.holder(name) is None and not self.bot(name)

    def closed(self, name: str) -> bool:
        """Return whether no phone may take a seat until the host allows it."""
        return self.laptop(name) and name not in self.hosting.open

    @property
    def asking(self) -> tuple[str, ...]:
        """The seats about which the host is asked whether a phone may take them."""
        return tuple(name for name in self._asking if name in self.names and self.closed(name))

    def ask_about(self, name: str) -> None:
        """Ask the host whether a phone may take a seat."""
        if name not in self.asking:
            self._asking = [*(other for other in self._asking if other != name), name]
            self.hosted.changed()

    def why_seatless(self, session: Session) -> str:
        """Return the sentence why a browser has lost its seat, "" where it had none or has one."""
        name = session.was
        if not name or session.seat:
            return ""
        if name not in self.names:
            return say("The host has taken {seat} off the list.", seat=name)
        if self.bot(name):
            return say("A bot plays for {seat} now.", seat=name)
        if self.holder(name) is not None:
            why = later("{seat} sits at another phone now. If that is somebody else, the host can free the seat.")
            return say(why, seat=name)
        return say("The host has freed {seat}’s seat.", seat=name)

    # Taking and leaving a seat

    def check_new(self, name: str, others: Iterable[str]) -> None:
        """Raise ``HttpRefusal`` if a new name in the lobby is not allowed beside the others."""
        if fault := new_name_fault(name, others, games.verbs()):
            raise HttpRefusal(422, fault, "host.name")

    def check_claim(self, key: str, session: Session, typed: str, pin: str, client: str) -> str:
        """Check all of a claim but the PIN itself and return the seat's name; ``key`` is the session's.

        Raises ``HttpRefusal`` (403, 409, 422, 429).
        """
        typed, table = " ".join(typed.split()), self.table
        if fault := name_fault(typed):
            raise HttpRefusal(422, fault, "host.name")
        if table is None:
            self.check_lobby()
        name = self.name(typed)
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
            if table is not None:
                raise HttpRefusal(409, "Nobody is called so at this table: {who} play.", who=both(self.names))
            if len(self.hosting.chairs) >= _CHAIRS:
                raise HttpRefusal(409, "All seats are taken.")
            self.check_new(typed, self.names)
        elif table is not None and self.bot(name):
            raise HttpRefusal(409, "A bot plays for {seat}: the host can give the seat back to a person.", seat=name)
        if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:  # last: a phone asks without one whether a name will do
            raise HttpRefusal(422, "A PIN has {n} characters or more.", "host.pin", n=SHORTEST_PIN)
        if name is not None and (wait := self.slow.wait_s(name, client, key)):
            raise HttpRefusal(429, "Too many wrong PINs: try again in {wait} s.", wait=wait)
        return name or typed

    def wrong_pin(self, key: str, name: str, client: str) -> HttpRefusal:
        """Count a wrong PIN of a session and return the refusal to raise."""
        self._wrong[name] += 1
        if heard_of(self._wrong[name]):
            self.hosted.notice(WRONG_PINS, name, number_word(self._wrong[name]))
        self.slow.wrong(name, client, key)
        return HttpRefusal(403, "That is not {seat}’s PIN.", "host.pin", seat=name)

    @atomic
    def sit(self, key: str, name: str, pin: str, client: str) -> None:
        """Give a seat to a session; ``pin`` is the hash of a new PIN, "" where the stored one was matched.

        The host's session takes it as ``alone``: a player without a phone uses the laptop until ``stand_up``.
        """
        self.slow.right(name, client, key)
        table, session = self.table, self.hosting.sessions[key]
        if pin and table is not None:
            table.journal.keep_pin(table.number, table.setup.seats.index(name), pin)
        if session.host and table is not None:
            session.alone = name
            self.hosting.open = [other for other in self.hosting.open if other != name]
            return
        self._unseat(name)
        session.seat, session.was = name, ""
        if table is not None:
            self.hosted.notice(SAT, name)
            return
        new = self.chair(name) is None
        chair = self._seat_of(name)
        chair.pin, chair.laptop, chair.bot, chair.typed = pin or chair.pin, False, "", chair.typed or new
        self.changed()

    def _seat_of(self, name: str) -> Chair:
        """Return a name's chair in the lobby, a new one where there is none."""
        if (chair := self.chair(name)) is None:
            chair = Chair(name)
            self.hosting.chairs.append(chair)
        return chair

    def _unseat(self, name: str) -> None:
        """Take a seat from its session, which keeps the name in ``was`` to be told why."""
        for session in self.hosting.sessions.values():
            if name and session.seat == name:
                session.seat, session.was = "", name
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
