"""The stored state of a lobby or hosted table, the word and QR code for joining, this computer's addresses."""

import io
import re
import secrets
import socket
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, ip_address
from pathlib import Path

import msgspec
from msgspec import Struct, field

from factbank.asked import Asked
from liarsdeck.english import quoted
from liarsdeck.files import FORMAT_KEY, check_format, read_within
from liarsdeck.language import ENGLISH
from referee import games
from referee.core.game import RecordError
from referee.core.setup import new_name_fault
from referee.records import DIGITS
from referee.store.journal import Journal
from referee.store.pins import Tries, wait_s

VERSION = 1
_LONGEST = 4_000_000  # bytes


def new_id() -> str:
    """Return a new id of a hosting: 40 random bits as hexadecimal digits."""
    return secrets.token_hex(5)


_ID = re.compile("[0-9a-f]{10}")  # it names a file and a cookie


class Chair(Struct):
    """A seat in the lobby.

    ``name`` is the player's name. ``pin`` is the slow hash of the player's PIN, "" if nobody with a phone sits there.
    ``laptop`` means a player without a phone. ``bot`` is the level of the bot that plays, "" for a person. ``about`` is
    what fresh facts may say about the player: pronoun and pastime, as on the command line (``she:sails``). ``left_out``
    is only set in files of earlier versions; now ``Asked.silent`` names the people about whom no facts are dealt.
    ``typed`` means that the name was typed on a phone, so the chair is removed when that phone stands up. ``watches``
    means a person who does not play in the next game, or in the present one.
    """

    name: str
    pin: str = ""
    laptop: bool = False
    bot: str = ""
    about: str = ""
    left_out: bool = False
    typed: bool = False
    watches: bool = False


class Session(Struct):
    """A browser that has joined.

    ``seat`` is the name of its player or spectator, "" for none. ``was`` is the name of a seat that another phone or
    the host has taken from it. ``host`` marks the host's browser. ``alone``, only for the host's browser, is the name
    of the player without a phone who uses the laptop now, "" for nobody. ``at`` is the time of joining by the process's
    clock, in seconds.
    """

    seat: str = ""
    was: str = ""
    host: bool = False
    alone: str = ""
    at: float = 0.0


class Ahead(Struct):
    """A line of text that a player has given before their turn.

    ``on`` are those values in the game's state on which the line depends (``Coming.on``). If these values change, the
    line is dropped and not played.
    """

    line: str
    on: tuple[int, ...]


class Hosting(Struct):
    """The stored state of a hosting: a lobby, or a table with phones. Comments explain further fields.

    ``word`` is the join word. ``id`` names the lobby's lock and the cookie, so that two hostings on one computer share
    neither; it stays the same through lobby, rematches and restarts. ``deals`` is true if the phones hold the cards.
    ``sessions`` are by the hash of their cookie, and ``ahead`` (lines given before a turn) by the player's name.
    ``ended`` is true if the host has ended the evening.
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
    first: bool = False  # in their place those that are recommended for a first evening of so many
    facts: str = ""  # the kit's code
    chairs: list[Chair] = field(default_factory=list)
    sessions: dict[str, Session] = field(default_factory=dict)
    ahead: dict[str, Ahead] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)  # seats without a phone that the host lets a phone have
    ended: bool = False
    last: int = 0  # the table of the game before this lobby, 0 for none
    about: list[str] = field(default_factory=list)  # guests as on the command line, of whom fresh facts speak
    guests: bool = True  # whether fresh facts speak of those who sit
    fresh: bool = False  # whether the facts in play were written for this table
    moment_s: int = 8  # for how many seconds all screens hold a result, if nobody goes on before
    again: list[str] = field(default_factory=list)  # who would play another game, when this one is over
    asked: Asked = field(default_factory=Asked)  # what guests write about each other in the lobby
    laughs: dict[str, int] = field(default_factory=dict)  # how often “Ha” was thrown, by a guest's sentence; "": others
    noses: str = "all"  # who smells whether a claim is a lie: all, out (those who are out) or off
    smelled: dict[str, dict[str, bool]] = field(default_factory=dict)  # by claim (LINE.PLACE) and name: a lie?
    told: list[str] = field(default_factory=list)  # of which of them it was said how many smell a lie
    nosed: dict[str, tuple[int, int]] = field(default_factory=dict)  # earlier games' noses: right, of how many
    language: str = ENGLISH  # what guests read

    def leave_laptop(self) -> None:
        """Forget which player without a phone uses the laptop; the next one has to type their PIN."""
        for session in self.sessions.values():
            session.alone = ""

    def undone(self, lines: int) -> None:
        """Forget what an undo makes void: answers given ahead, wishes for another game, votes on undone claims.

        ``lines`` is the number of lines that are left.
        """
        self.ahead.clear()
        self.again.clear()
        self.smelled = {key: noses for key, noses in self.smelled.items() if int(key.partition(".")[0]) < lines}
        self.told = [key for key in self.told if key in self.smelled]


Wanted = tuple[int, tuple[str, ...], tuple[int, ...]]
"""What fresh facts are dealt for: how many pairs, whom they are about, and the numbers of guests' openings in them."""


def guest_chairs(guests: Iterable[str], names: Sequence[str], most: int) -> list[Chair]:
    """Return a new chair for each of ``guests`` (names), in order, as far as there is room.

    ``names`` are the names of the chairs that exist already; with them, there will be at most ``most`` chairs. A guest
    is skipped if the name is not allowed for a seat or is taken.
    """
    chairs: list[Chair] = []
    for guest in guests:
        others = [*names, *(chair.name for chair in chairs)]
        if len(others) < most and not new_name_fault(guest, others, games.verbs()):
            chairs.append(Chair(guest))
    return chairs


def hosting_of(journal: Journal, table: int) -> Hosting | None:
    """Return the stored hosting of a table; None if there is none or it can't be read.

    With None, a new hosting is needed, in which players join and sit down again with the PINs in the journal. Raises
    ``RecordError`` if a newer program stored the hosting.
    """
    kept = [_read(data, name) for name, _, data in journal.hostings(table)[:1]]
    with suppress(OSError):
        kept = kept or [_read(read_within(path := file_of(journal, table), _LONGEST), str(path))]
    return kept[0] if kept else None


def lobbies(journal: Journal) -> list[tuple[float, Hosting]]:
    """Return (time of the last change, lobby) for each stored lobby, the newest first, those that are open included.

    The time is in seconds since 1970. A lobby that an earlier version of this program kept in a file of its own is
    moved to the journal first. Raises ``RecordError`` if a newer program stored one.
    """
    old = file_of(journal, 0)
    with suppress(OSError):
        if (found := _read(read_within(old, _LONGEST), str(old))) is not None:
            journal.keep_hosting(found.id, 0, msgspec.json.encode(found))
        old.unlink()
    kept = [(at, _read(data, name)) for name, at, data in journal.hostings(0)]
    return [(at, hosting) for at, hosting in kept if hosting is not None]


def file_of(journal: Journal, table: int) -> Path:
    """Return the file in which earlier versions kept the hosting of a table (0: the lobby)."""
    return journal.path.parent / "hosting" / f"{table or 'lobby'}.json"


def _read(data: bytes, where: str) -> Hosting | None:
    try:
        hosting = msgspec.json.decode(data, type=Hosting)
    except (msgspec.DecodeError, ValueError, TypeError):  # damaged, or of another type than it is kept in
        return None
    if not (_ID.fullmatch(hosting.id) and hosting.word.isascii() and hosting.word.isprintable()):
        return None
    try:
        check_format({FORMAT_KEY: hosting.format}, VERSION, where)
    except ValueError as error:
        raise RecordError(str(error)) from None
    for chair in hosting.chairs:
        if chair.left_out:
            chair.left_out = False
            hosting.asked.hush(chair.name, silent=True)
    return hosting


# The word by which guests join

_CONSONANTS, _VOWELS = "BDHJKLMNPRSTVWZ", "AEIOU"
_LOOKALIKES = str.maketrans("ILOU", "110V")
_WORD, _CODE = 7, 4
_MOST_TYPED = 64  # characters of a word that are looked at
_CLIENTS = 2000  # whose wrong tries are counted; the one that was quiet longest is forgotten first


def new_word(randbelow: Callable[[int], int] = secrets.randbelow) -> str:
    """Return a new join word: pronounceable letters and four characters, ``TOMALIK-7X4K``, 42 random bits.

    ``randbelow(n)`` returns a random number below ``n``.
    """
    word = "".join((_CONSONANTS, _VOWELS)[at % 2][randbelow(5 if at % 2 else 15)] for at in range(_WORD))
    return f"{word}-{''.join(DIGITS[randbelow(len(DIGITS))] for _ in range(_CODE))}"


def same_word(typed: str, word: str) -> bool:
    """Return whether a typed text is the join word. Case, hyphens, O for 0 and I for 1 make no difference."""

    def plain(text: str) -> bytes:
        signs = "".join(sign for sign in text[:_MOST_TYPED].upper() if sign.isascii() and sign.isalnum())
        return (signs[:_WORD] + signs[_WORD:].translate(_LOOKALIKES)).encode()

    return secrets.compare_digest(plain(typed), plain(word))


class Slow:
    """Counts a client's wrong tries at a secret: a seat's PIN, or the join word.

    After five wrong tries, the client has to wait before each further try, longer each time. In the methods, ``what``
    is the secret: the name of the seat, or "" for the join word. ``client`` are the strings that identify a client: the
    IP address, and the key of the session if there is one. Wrong tries are counted for each of these strings, and the
    longest wait applies.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._tries: OrderedDict[tuple[str, str], Tries] = OrderedDict()

    def wait_s(self, what: str, *client: str) -> int:
        """Return how many seconds a client must wait before the next try at ``what``; 0 for no wait.

        ``what`` is a seat's name, or "" for the join word; ``client`` are the IP address and the session's key.
        """
        return max(wait_s(self._tries.get((what, name), Tries()), self._clock()) for name in client)

    def wrong(self, what: str, *client: str) -> None:
        """Count a wrong try of a client at ``what``.

        ``what`` is a seat's name, or "" for the join word; ``client`` are the IP address and the session's key.
        """
        for name in client:
            tries = self._tries.pop((what, name), Tries())
            self._tries[what, name] = Tries(tries.wrong + 1, self._clock())
        while len(self._tries) > _CLIENTS:
            self._tries.popitem(last=False)

    def right(self, what: str, *client: str) -> None:
        """Reset the client's count of wrong tries at ``what``, after a right one.

        ``what`` is a seat's name, or "" for the join word; ``client`` are the IP address and the session's key.
        """
        for name in client:
            self._tries.pop((what, name), None)


# Where phones find the table

_INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "virtualbox", "hyper-v", "vethernet", "wsl")
_TUNNELS = ("tun", "tap", "wg", "utun", "tailscale", "zerotier", "vpn", "ppp")


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on networks that phones may share, the likeliest first.

    The order is: addresses that begin with 192.168, other private ones, public ones, tunnels, containers and virtual
    machines, link-local ones. They are read from the system's adapters, without network traffic.
    """
    import ifaddr

    def rank(address: IPv4Address, name: str) -> int:
        if address.is_link_local:
            return 5
        for worse, starts in ((4, _INNER), (3, _TUNNELS)):
            if any(name.startswith(start) or f" {start}" in name for start in starts):
                return worse
        return 0 if str(address).startswith("192.168.") else 1 if address.is_private else 2

    found = []
    for adapter in ifaddr.get_adapters():
        name = str(adapter.nice_name or adapter.name).casefold()
        mine = [IPv4Address(ip.ip) for ip in adapter.ips if isinstance(ip.ip, str)]
        found += [(rank(address, name), str(address)) for address in mine if not address.is_loopback]
    return [address for _, address in sorted(found)]


def address_of(bind: str) -> str:
    """Return the IP address to listen at for a value of ``--bind``; ``*`` and "" mean all addresses of this machine.

    Raises ``RecordError`` for a host name other than ``localhost``: resolving it would need the network.
    """
    named = {"": "0.0.0.0", "*": "0.0.0.0", "localhost": "127.0.0.1"}  # noqa: S104, phones come over the home network
    text = bind.strip().casefold()
    text = named.get(text, text.removeprefix("[").removesuffix("]"))
    try:
        found = socket.getaddrinfo(text, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        raise RecordError(
            f"--bind {quoted(bind)}: give an address in numbers, such as 192.168.1.20, or localhost, or * for all"
        ) from None
    return str(found[0][4][0])


def is_any(address: str) -> bool:
    """Return whether an IP address stands for all addresses of the machine (0.0.0.0, ::)."""
    return ip_address(address).is_unspecified


def code_text(joining: str) -> str:
    """Return the QR code of a URL (``joining``) as lines of half-block characters for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(joining, error="m", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


@lru_cache(1)
def code_svg(joining: str) -> bytes:
    """Return the QR code of a URL (``joining``) as SVG in UTF-8."""
    import segno

    out = io.BytesIO()
    look = {"border": 0, "dark": "#1b1922", "light": None, "lineclass": None, "svgclass": None}
    segno.make(joining, error="m", micro=False).save(out, kind="svg", xmldecl=False, omitsize=True, **look)
    return out.getvalue()
