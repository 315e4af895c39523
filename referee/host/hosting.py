"""What of a hosting outlives its process: the word, who joined and sits where, what was answered ahead."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct, field

from liarsdeck.files import read_within
from liarsdeck.formats import KEY, check_format
from referee.core.errors import RecordError
from referee.store.journal import Journal

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
        check_format({KEY: found.format}, VERSION, where)
    except ValueError as error:
        raise RecordError(str(error)) from None
    return found
