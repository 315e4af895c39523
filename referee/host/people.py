"""What must not be guessed: the word that people join by, the host's key, the cookies; kept as hashes alone."""

import asyncio
import hashlib
import json
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import TYPE_CHECKING

from factbank.factfile import EACH
from liarsdeck.english import cardinal, listed
from referee import games
from referee.bots import level_of
from referee.core.game import Game, Json, Setup
from referee.core.play import folded
from referee.core.setup import check_options, check_seats, name_fault, new_name_fault, read_options, seated
from referee.host.desk import Chair, Desk, Hosting, No, Session, together
from referee.records import DIGITS
from referee.store.journal import FREED, SAT, WANTED, WRONG_PINS
from referee.store.pins import FREE_TRIES, LONGEST_PIN, SHORTEST_PIN, Tries, heard_of, wait_s
from referee.tables.table import Table

if TYPE_CHECKING:
    from factbank.factfile import Facts


_CONSONANTS, _VOWELS = "BDHJKLMNPRSTVWZ", "AEIOU"
_LOOKALIKES = str.maketrans("ILOU", "110V")
_WORD, _CODE = 7, 4
LONGEST = 64  # characters of a word or key that are looked at

Below = Callable[[int], int]
"""Chance: a number from 0, below that which is given."""


def new_word(below: Below = secrets.randbelow) -> str:
    """Return a word that can be called across a room, and four signs: ``TOMALIK-7X4K``, 42 bits together."""
    word = "".join((_CONSONANTS, _VOWELS)[at % 2][below(5 if at % 2 else 15)] for at in range(_WORD))
    return f"{word}-{''.join(DIGITS[below(len(DIGITS))] for _ in range(_CODE))}"


def same_word(typed: str, word: str) -> bool:
    """Say whether somebody typed the word: in any case, with or without the hyphen, O for 0 and I for 1."""
    return secrets.compare_digest(_plain(typed).encode(), _plain(word).encode())


def _plain(text: str) -> str:
    signs = "".join(sign for sign in text[:LONGEST].upper() if sign.isascii() and sign.isalnum())
    return signs[:_WORD] + signs[_WORD:].translate(_LOOKALIKES)


def new_key() -> str:
    """Return a key nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


@lru_cache(maxsize=256)
def hashed(key: str) -> str:
    """Return how a key is kept: who reads it cannot use it. A key is random, so a quick hash will do."""
    return hashlib.sha256(key[: 4 * LONGEST].encode("utf-8", "surrogatepass")).hexdigest()


Clock = Callable[[], float]
_KNOWN = 2000  # clients that are kept in mind; the one that was quiet longest is forgotten first


class Rate:
    """So many at once, and so many a second from then on, for each client by itself."""

    def __init__(self, burst: float, per_s: float, clock: Clock) -> None:
        self._burst, self._per_s, self._clock = burst, per_s, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Count one, and say whether it may be."""
        now = self._clock()
        left, at = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + max(0.0, now - at) * self._per_s)
        may = left >= 1
        self._left[client] = (left - may, now)
        while len(self._left) > _KNOWN:
            self._left.popitem(last=False)
        return may


class Slow:
    """Wrong tries of a client at one thing (a seat's PIN, the word): five are free, then it waits ever longer.

    A client is known by several names at once, its address and its session: it waits as long as any of them has to.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tries: OrderedDict[tuple[str, str], Tries] = OrderedDict()

    def wait_s(self, what: str, *client: str) -> int:
        """Return the whole seconds that this client has to wait, 0 mostly."""
        return max(wait_s(self._tries.get((what, name), Tries()), self._clock()) for name in client)

    def wrong(self, what: str, *client: str) -> None:
        """Count a wrong try."""
        for name in client:
            tries = self._tries.pop((what, name), Tries())
            self._tries[what, name] = Tries(tries.wrong + 1, self._clock())
        while len(self._tries) > _KNOWN:
            self._tries.popitem(last=False)

    def right(self, what: str, *client: str) -> None:
        """Forget the wrong tries: this one was right."""
        for name in client:
            self._tries.pop((what, name), None)


AWAY_S = 20.0
"""So long after its last stream ended a seat is away."""
_SESSIONS = 60  # browsers that joined; of the address with most that play nothing, the first is forgotten first
_JOINS, _CLAIMS, _PER_S = 40, 20, 1  # of one address: each is kept on the disk, each claim hashes for a tenth second


class People:
    """Everybody who joined, and the lobby until the game begins."""

    def __init__(self, desk: Desk, clock: Clock) -> None:
        self.desk = desk
        self._clock = clock
        self.slow = Slow(clock)
        self._joins, self._claims = Rate(_JOINS, _PER_S, clock), Rate(_CLAIMS, _PER_S, clock)
        self._from: dict[str, str] = {}  # the address that a session joined from
        self.streams: dict[str, int] = {}  # how many event streams a session has open, by the hash of its cookie
        self._left: dict[str, float] = {}  # when a seat's last stream ended, by its name
        self.visited = any(not one.host for one in desk.hosting.sessions.values())  # whether any phone ever came
        self._wrong = Counter[str]()  # wrong PINs at a seat, by its name: in the lobby, in the game, from wherever
        self._wanted = Counter[str]()  # how often a phone wanted a seat that is not a phone's
        self._asking: list[str] = []  # seats that a phone wanted, or that were freed
        self.beginning = False  # whether the game is being set up: nothing of the lobby changes meanwhile
        self._spare: dict[int, str] = {}  # facts that were dealt and not played, by how many pairs
        self.once = ""  # the hash of a host's key that works once: it is seen in this machine's list of programs

    @property
    def hosting(self) -> Hosting:
        """What is kept."""
        return self.desk.hosting

    def whole(self) -> AbstractContextManager[None]:
        """Keep all that happens inside together: ``Desk.whole``."""
        return self.desk.whole()

    # Joining

    def session(self, cookie: str) -> tuple[str, Session] | None:
        """Return the session of a cookie, and its key; None for a cookie that opens nothing."""
        key = hashed(cookie) if cookie else ""
        found = self.hosting.sessions.get(key)
        return None if found is None else (key, found)

    def join(self, client: str, word: str, host_key: str, *, here: bool, cookie: str = "") -> str:
        """Return a new cookie for whoever says the word, or the host's key on this machine (``here``).

        Raises ``No``: 403 for what opens nothing, 429 after too many of it.
        """
        old = self.session(cookie)
        if old is not None and not host_key:
            return ""  # who is in is in: another site's page can lead a guest to wrong words, and shuts nobody out
        if wait := self.slow.wait_s("", client):
            raise No(429, f"Too many wrong words: try again in {wait} s.")
        if host_key:
            right, what = here and hashed(host_key) in {self.hosting.host, self.once}, "This key opens nothing here."
        else:
            right, what = same_word(word, self.hosting.word), "That is not tonight’s word: it stands on the big screen."
        if not right:
            self.slow.wrong("", client)
            raise No(403, what)
        self.slow.right("", client)
        if not host_key:
            self.came()
        if old is not None and old[1].host:
            return ""
        if not self._joins.allows(client):
            raise No(429, "Too many at once: wait a moment.")
        made = new_key()
        with self.whole():
            self.hosting.sessions[hashed(made)] = Session(host=bool(host_key), at=self._clock())
            self._from[hashed(made)] = client
            self._forget()
        self.once = "" if hashed(host_key) == self.once else self.once
        return made

    def came(self) -> None:
        """Note that a phone gets through: the first one takes the advice off the screens, also while it still joins."""
        if not self.visited:
            self.visited = True
            self.desk.heard()

    def _forget(self) -> None:
        """Forget a session when there are too many: of those that play nothing, from where most of them joined."""
        idle = [key for key, one in self.hosting.sessions.items() if not one.seat and not one.host]
        if len(self.hosting.sessions) > _SESSIONS and idle:
            places = Counter(self._from.get(key, "") for key in idle)
            where = max(places, key=lambda one: places[one])
            gone = next(key for key in idle if self._from.get(key, "") == where)
            del self.hosting.sessions[gone]
            self._from.pop(gone, None)

    def may_hash(self, client: str) -> None:
        """Count a PIN that is going to be hashed. Raises ``No``: 429 when one address asks for more than its share."""
        if not self._claims.allows(client):
            raise No(429, "Too many at once: wait a moment.")

    # Seats

    @property
    def names(self) -> tuple[str, ...]:
        """The names that somebody can take, in seat order."""
        table = self.desk.table
        return tuple(chair.name for chair in self.hosting.chairs) if table is None else table.setup.seats

    def name(self, typed: str) -> str | None:
        """Return a name as it is spelled here, None where nobody is called so."""
        return next((name for name in self.names if folded(name) == folded(typed)), None)

    def holder(self, name: str) -> str | None:
        """Return the session that plays a seat, None while it has no phone."""
        return next((key for key, one in self.hosting.sessions.items() if one.seat == name), None)

    def here(self, name: str) -> bool:
        """Say whether a seat's phone is here: a stream is open, or was a moment ago."""
        key = self.holder(name)
        return key is not None and self._heard(name, key)

    def _heard(self, name: str, key: str) -> bool:
        return key in self.streams or self._clock() - self._left.get(name, -AWAY_S) < AWAY_S

    @property
    def presence(self) -> tuple[tuple[bool, bool, bool], ...]:
        """Of every seat whether a phone plays it, whether that is here, and whether no phone may have it."""
        phones = {one.seat: key for key, one in self.hosting.sessions.items()}
        return tuple(
            (name in phones, name in phones and self._heard(name, phones[name]), self.closed(name))
            for name in self.names
        )

    def went(self, name: str) -> None:
        """Note that a seat's last stream has ended."""
        self._left[name] = self._clock()

    def pin_of(self, name: str) -> str:
        """Return the hash of a seat's PIN, "" where none is chosen."""
        table = self.desk.table
        if table is not None:
            return table.journal.pin(table.number, table.setup.seats.index(name))
        return next((chair.pin for chair in self.hosting.chairs if chair.name == name), "")

    def laptop(self, name: str) -> bool:
        """Say whether a seat is for somebody without a phone: no phone may have it until the host says so."""
        table = self.desk.table
        if table is None:
            return any(chair.laptop for chair in self.hosting.chairs if chair.name == name)
        return self.holder(name) is None and table.setup.seats.index(name) not in table.bots

    def closed(self, name: str) -> bool:
        """Say whether no phone may have a seat until the host says so."""
        return self.laptop(name) and name not in self.hosting.open

    @property
    def asking(self) -> tuple[str, ...]:
        """The seats of which the host is asked whether a phone may have them."""
        return tuple(name for name in self._asking if name in self.names and self.closed(name))

    def ask_about(self, name: str) -> None:
        """Ask the host whether a phone may have a seat."""
        if name not in self.asking:
            self._asking = [*(one for one in self._asking if one != name), name]
            self.desk.heard()

    def check_new(self, name: str, others: Iterable[str]) -> None:
        """Raise ``No`` where a name that is new in the lobby can't sit beside others."""
        if fault := new_name_fault(name, others, games.verbs()):
            raise No(422, fault, "host.name")

    def check_claim(self, key: str, session: Session, typed: str, pin: str, client: str) -> str:
        """Return the name that a claim is for, before its PIN is looked at; ``key`` is the session's. Raises ``No``."""
        if fault := name_fault(" ".join(typed.split())):
            raise No(422, fault, "host.name")
        if self.desk.table is None:
            self.check_lobby()
        name = self.name(typed)
        if name is not None and not (session.host or session.seat) and self.closed(name):
            raise self._ask_for(name)
        if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:
            raise No(422, f"A PIN has {SHORTEST_PIN} characters or more.", "host.pin")
        if session.seat and session.seat != name:
            raise No(409, f"You sit as {session.seat}: stand up first.")
        if session.host and (self.desk.table is None or name is None or self.holder(name) is not None):
            raise No(409, "The laptop is for those without a phone, when the game has begun.")
        if name is None:
            if self.desk.table is not None:
                raise No(409, f"Nobody is called so at this table: {listed(self.names, 'and')} play.")
            most = 12 if not self.hosting.game else games.game(self.hosting.game).seats[1]
            if len(self.hosting.chairs) >= most:
                raise No(409, "All seats are taken.")
            self.check_new(" ".join(typed.split()), self.names)
            return " ".join(typed.split())
        if self.desk.table is not None and self.desk.table.setup.seats.index(name) in self.desk.table.bots:
            raise No(409, f"A bot plays for {name}: the host can give the seat back to a person.")
        if wait := self.slow.wait_s(name, client, key):
            raise No(429, f"Too many wrong PINs: try again in {wait} s.")
        return name

    def _ask_for(self, name: str) -> No:
        """Let the table hear that a phone wants a seat that is not a phone's, ask the host, and return the answer."""
        self.ask_about(name)
        if self.desk.table is not None:
            if (times := self._wanted[name] + 1) == 1 or heard_of(times):
                self._notice(WANTED, name, cardinal(times) if times > 1 else "")
            self._wanted[name] = times
        return No(
            403, f"{name} has no phone here. The host can say otherwise, with one tap; then sit down.", "host.laptop"
        )

    def _notice(self, kind: str, name: str, text: str) -> None:
        if (table := self.desk.table) is not None:
            table.notice(kind, table.setup.seats.index(name), text)
            self.desk.refresh()

    @together
    def give_phones(self, names: list[str], *, phone: bool) -> None:
        """Let a phone have each of these seats, which have none, or take that back. Raises ``No``."""
        if self.desk.table is None:
            self.check_lobby()
        known = [self._known(name) for name in names]
        for name in known:
            if not self.laptop(name) and (phone or self.desk.table is not None):
                raise No(409, f"{name}’s seat is not one without a phone.")
        self._asking = [name for name in self._asking if name not in known]
        if self.desk.table is None:
            for chair in self.hosting.chairs:
                if chair.name in known:
                    chair.laptop = not (phone or chair.pin or chair.bot)
        else:
            others = [name for name in self.hosting.open if name not in known]
            self.hosting.open = [*others, *known] if phone else others
        self.changed()

    def wrong_pin(self, key: str, name: str, client: str) -> No:
        """Count a wrong PIN of a session, and return what it is answered."""
        if heard_of(wrong := self._wrong[name] + 1):
            self._notice(WRONG_PINS, name, cardinal(wrong))
        self._wrong[name] = wrong
        self.slow.wrong(name, client, key)
        if self.here(name):
            return No(409, f"{name} sits already. Another phone needs {name}’s PIN.", "host.taken")
        return No(403, f"That is not {name}’s PIN.", "host.pin")

    @together
    def sit(self, key: str, name: str, pin: str, client: str) -> None:
        """Let a session play a seat; ``pin`` is the hash of a PIN that is new, "" for one that was right.

        At the host's own page that is for as long as somebody sits alone at the laptop.
        """
        self.slow.right(name, client, key)
        table = self.desk.table
        if self.hosting.sessions[key].host and table is not None:
            self.hosting.sessions[key].alone = name
            self.hosting.open = [one for one in self.hosting.open if one != name]
            if pin:
                table.journal.keep_pin(table.number, table.setup.seats.index(name), pin)
            return
        self.hosting.unseat(name)
        self.hosting.sessions[key].seat, self.hosting.sessions[key].was = name, ""
        if table is None:
            chair = next((one for one in self.hosting.chairs if one.name == name), None)
            if chair is None:
                chair = Chair(name)
                self.hosting.chairs.append(chair)
            chair.pin, chair.laptop, chair.bot = pin or chair.pin, False, ""
            self.changed()
            return
        seat = table.setup.seats.index(name)
        if pin:
            table.journal.keep_pin(table.number, seat, pin)
        self.desk.announce(SAT, seat)

    @together
    def stand_up(self, session: Session) -> None:
        """Let a phone leave its seat in the lobby (the name stays), or the laptop be the whole table's again."""
        if session.host:
            session.alone = ""
            return
        if self.desk.table is not None:
            raise No(409, "The game has begun: the host can free your seat.")
        self.check_lobby()
        if not session.seat:
            return
        for chair in self.hosting.chairs:
            if chair.name == session.seat:
                chair.pin = ""
        session.seat = ""
        self.changed()

    @together
    def free(self, typed: str) -> None:
        """Take a seat from its phone, and its PIN with it; everybody is told. Raises ``No``."""
        name = self._known(typed)
        table = self.desk.table
        if table is None:
            self.check_lobby()
        self.hosting.unseat(name)
        if table is None:
            for chair in self.hosting.chairs:
                if chair.name == name:
                    chair.pin = ""
            self.changed()
            return
        seat = table.setup.seats.index(name)
        table.journal.keep_pin(table.number, seat, "")
        self.ask_about(name)
        self.desk.announce(FREED, seat)

    def _known(self, typed: str) -> str:
        name = self.name(typed)
        if name is None:
            raise No(422, f"Nobody is called so: {listed(self.names, 'and') or 'nobody sits yet'}.", "host.name")
        return name

    # The lobby

    def changed(self) -> None:
        """Count a change of the lobby, and let all screens know."""
        self.hosting.base += 1
        self.desk.heard()

    def check_lobby(self) -> None:
        """Raise ``No`` where the lobby can't be changed (any more)."""
        if self.desk.table is not None:
            raise No(409, "The game has begun.")
        if self.beginning:
            raise No(409, "The game is about to begin: wait a moment.")

    @together
    def set_up(self, game: str, options: dict[str, object], facts: str, *, deals: bool) -> None:
        """Say what is played: a game, its house rules, the code of its kit, and whether the phones hold the cards.

        Raises ``RecordError``.
        """
        self.check_lobby()
        found = games.game(game)
        check_options(found, read_options(found.options, options, found.name, words=True))
        self.hosting.game, self.hosting.options = found.name, json.dumps(options)
        self.hosting.facts, self.hosting.deals = facts if found.needs_facts else "", deals
        self.changed()

    @together
    def arrange(self, seats: list[str], laptop: list[str]) -> None:
        """Order the lobby's names as people sit, clockwise: new ones are added, those left out go.

        ``laptop`` are those who play without a phone. Raises ``RecordError``.
        """
        self.check_lobby()
        if len({folded(name) for name in seats}) != len(seats):
            raise No(422, "Two seats have one name.", "host.name")
        known = {folded(chair.name): chair for chair in self.hosting.chairs}
        for at, name in enumerate(seats):
            if folded(name) not in known:
                self.check_new(name, [*seats[:at], *seats[at + 1 :]])
        self.hosting.chairs = [known.get(folded(name), Chair(name)) for name in seats]
        without = {folded(name) for name in laptop}
        for chair in self.hosting.chairs:
            chair.laptop = folded(chair.name) in without and not (chair.pin or chair.bot)
        for gone in known.values():
            if gone not in self.hosting.chairs:
                self.hosting.unseat(gone.name)
        self.changed()

    @property
    def sitting(self) -> list[Chair]:
        """Those whom the game would begin with: they sit, or play at the laptop, or are bots."""
        return [chair for chair in self.hosting.chairs if chair.pin or chair.laptop or chair.bot]

    @property
    def lacking(self) -> int:
        """How many pairs of fresh facts the game still needs: those who sit hold them in their phones."""
        if not self.hosting.game or not self.hosting.deals or self.hosting.facts or self.desk.table is not None:
            return 0
        game: Game[object] = games.game(self.hosting.game)
        options = read_options(game.options, json.loads(self.hosting.options), game.name, words=True)
        enough = len(self.sitting) >= game.seats[0]
        return getattr(options, "each", EACH) * len(self.sitting) if game.needs_facts and enough else 0

    async def begin(self) -> None:
        """Set up the table for those who sit, with fresh facts where nobody named a kit, and deal.

        Until it stands nothing of the lobby changes. Raises ``No``, ``RecordError`` when they are too few or too many,
        and where it can't be kept; facts that were dealt for nothing are played the next time.
        """
        self.check_lobby()
        if not self.hosting.game:
            raise No(409, "Which game? The host chooses it first.")
        game: Game[object] = games.game(self.hosting.game)
        check_seats(game, tuple(chair.name for chair in self.sitting))
        if game.needs_facts and not (self.hosting.facts or self.hosting.deals):
            raise No(422, f"{game.title} needs a kit: its code stands on the box. Or let the phones hold it.")
        self.beginning, lacking, facts = True, self.lacking, self.hosting.facts
        try:
            if lacking:
                if lacking not in self._spare:
                    self._spare[lacking] = await asyncio.to_thread(fresh_facts, lacking)
                facts = self._spare[lacking]
            self._begin(game, facts)
            self._spare.pop(lacking, None)
        finally:
            self.beginning = False

    @together
    def _begin(self, game: Game[object], facts: str) -> None:
        hosting, chairs = self.hosting, self.sitting
        names, options = tuple(chair.name for chair in chairs), json.loads(hosting.options)
        setup = games.setup(game, names, options, facts=self._facts(game, facts), words=True)
        bots = {seat: chair.bot for seat, chair in enumerate(chairs) if chair.bot}
        table = Table.new(self.desk.journal, setup, kit=setup.facts.kit if setup.facts else "", bots=bots)
        for seat, chair in enumerate(chairs):
            if chair.pin:
                table.journal.keep_pin(table.number, seat, chair.pin)
            if (wrong := self._wrong[chair.name]) and wrong >= FREE_TRIES:
                table.notice(WRONG_PINS, seat, cardinal(wrong))
        hosting.facts = facts
        hosting.deals = hosting.deals or bool(bots and not setup.facts)  # else nobody knows a bot's hand
        hosting.base += 1
        self.desk.open_table(table.number)

    def setup(self) -> Setup:
        """Return what is going to be played, by those who sit or as many as are needed. Raises ``No``."""
        if not self.hosting.game:
            raise No(404, "Nobody has chosen a game yet.")
        game: Game[object] = games.game(self.hosting.game)
        low, high = game.seats
        many = min(max(len(self.hosting.chairs), low), high)
        options = read_options(game.options, json.loads(self.hosting.options), game.name, words=True)
        return seated(game, many, options, self._facts(game, self.hosting.facts))

    def _facts(self, game: Game[object], kit: str) -> "Facts | None":
        """Return the facts of a kit, None where the game needs none or none was named."""
        if not game.needs_facts or not kit:
            return None
        from factbank.kits import find

        return find(kit)

    def as_json(self) -> list[Json]:
        """Return the seats as everybody sees them: who sits, at what, and who is here."""
        table = self.desk.table
        if table is None:
            return [
                {
                    "seat": one.name,
                    "sits": bool(one.pin),
                    "laptop": one.laptop,
                    "closed": one.laptop,
                    "here": self.here(one.name),
                    "bot": one.bot,
                }
                for one in self.hosting.chairs
            ]
        return [
            {
                "seat": name,
                "sits": sits,
                "laptop": not (sits or bot),
                "closed": self.closed(name),
                "here": self.here(name),
                "bot": bot,
            }
            for seat, name in enumerate(table.setup.seats)
            for sits, bot in [(self.holder(name) is not None, table.bots.get(seat, ""))]
        ]


def fresh_facts(pairs: int) -> str:
    """Deal fresh facts for a table that needs no printed card; return the code of their kit. Raises ``FactError``."""
    from factbank import deal_facts
    from liarsdeck.files import ledger_path

    with deal_facts(pairs, ledger_path()) as dealt:
        return dealt.facts.kit


PERSON = "person"
NAMES = (
    "Zoe",
    "Yan",
    "Xenia",
    "Wim",
    "Vera",
    "Udo",
    "Tess",
    "Sol",
    "Rosa",
    "Quinn",
    "Pia",
    "Otto",
)  # of bots nobody named


def sit_bot(people: People, typed: str, level: str) -> None:
    """Let a bot play a seat from now on: a new chair of the lobby, or one that is there; ``person``: nobody's yet.

    In the lobby a new one may be without a name: then it is given one.

    Raises ``No``, ``RecordError``.
    """
    with people.whole():
        _sit_bot(people, typed, level)


def _sit_bot(people: People, typed: str, level: str) -> None:
    table, hosting = people.desk.table, people.hosting
    if table is None:
        people.check_lobby()
        if not hosting.game:
            raise No(409, "Which game? Choose it first, then its bots.")
        names = {folded(name) for name in people.names}
        typed = " ".join(typed.split()) or next(name for name in NAMES if folded(name) not in names)
        if folded(typed) not in names:
            people.check_new(typed, people.names)
            if len(names) >= games.game(hosting.game).seats[1]:
                raise No(409, "All seats are taken.")
        level = "" if level == PERSON else level_of(games.game(hosting.game), level)
        chair = next((one for one in hosting.chairs if folded(one.name) == folded(typed)), None)
        if chair is None:
            chair = Chair(typed)
            hosting.chairs.append(chair)
        hosting.unseat(chair.name)
        chair.bot, chair.pin, chair.laptop = level, "", False
        people.changed()
        return
    name = people.name(typed)
    if name is None:
        raise No(422, "Nobody is called so at this table.", "host.name")
    seat = table.setup.seats.index(name)
    if level == PERSON:
        if seat not in table.bots:
            raise No(409, f"No bot plays for {name}.")
        table.seat_bot(seat, None)
        people.ask_about(name)
    else:
        if people.holder(name) is not None:
            people.free(name)
        table.seat_bot(seat, level)
    people.desk.resume()


def why_seatless(people: People, session: Session) -> str:
    """Return what became of the seat that a browser had, "" where it had none."""
    name, table = session.was, people.desk.table
    if not name or session.seat:
        return ""
    if name not in people.names:
        return f"The host has taken {name} off the list."
    seat = people.names.index(name)
    if table.bots.get(seat) if table else people.hosting.chairs[seat].bot:
        return f"A bot plays for {name} now."
    if people.holder(name) is not None:
        return f"{name} sits at another phone now. If that is somebody else, the host can free the seat."
    return f"The host has freed {name}’s seat."
