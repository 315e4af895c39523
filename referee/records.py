"""Records of games as text: parse, print, replay, seal and verify them.

When the referee has dealt, it shows a *seal*: a hash of *commitments* to each private line of the deal. A commitment is
a hash of a line and a secret *nonce*. Whoever gets lines and nonces later can verify that nothing was changed.
"""

import contextlib
import hashlib
import hmac
import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from liarsdeck import formats
from liarsdeck.english import quoted
from liarsdeck.files import named_file, read_within
from liarsdeck.language import later
from referee.core.cards import MASK
from referee.core.game import Action, Game, Json, RecordError, Setup
from referee.core.play import folded, format_action, game_status, parse, redacted, step, steps
from referee.core.setup import given_options
from referee.core.setup import setup as make_setup
from referee.games import game as game_named

if TYPE_CHECKING:
    from factbank.factfile import Facts


NONCE_BITS = 128
SEAL_BITS = 100
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none looks like another
_NONCE, _COMMITMENT = NONCE_BITS // 4, 64  # hexadecimal digits
_GROUP = 4
_FORM, _FORM_1 = "liarsdeck seal 2", "liarsdeck seal 1"
CHOSEN = "chosen"
"""The value of ``seed`` in the header of a record whose seed somebody chose."""
CHOSEN_SEED = later("The seed of this table was chosen: whoever knows it knows every deal.")


class Seal(Struct, frozen=True, omit_defaults=True):
    """A seal in a record's header: what was shown at a deal, so that the deal can be proven later.

    ``after`` is the number of lines that the record had when the seal was made; the last of them is the last private
    line of the deal. ``seal`` is the text that was shown, a hash (``7K4M-9Q2X-…``). ``lines`` has an entry for each
    private line of the deal, in order: the line's nonce (32 hex digits) if the record has the line, or its commitment
    (64 hex digits) if the line is masked. ``called`` are the names that the seats of these lines had at the deal; () if
    none was renamed since. ``nonce`` is only used in format 1, an earlier version's, which has () in ``lines``.
    """

    after: int
    seal: str
    lines: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    nonce: str = ""


class Proof(Struct, frozen=True):
    """What a record's seals prove. Numbers of lines count from 1.

    ``proven`` is how many private lines are as they were sealed. ``shut`` are the sealed lines that this record leaves
    out. ``entered`` are the lines of hands that people typed, which no seal covers. ``bare`` are the lines of a deal
    that lack the seal that they should have. ``choices`` are secret choices of players, which are no part of a deal.
    ``renamed`` has (present name, name at the deal) of renamed seats. ``unopened`` are seals of format 1 without their
    nonce: nobody can tell whether they were made of this deal.
    """

    proven: int
    shut: tuple[int, ...]
    entered: tuple[int, ...]
    bare: tuple[int, ...]
    choices: tuple[int, ...]
    renamed: tuple[tuple[str, str], ...]
    unopened: tuple[str, ...]


def dealt_verbs(game: Game[Any], setup: Setup) -> frozenset[str]:
    """Return the verbs of a deal's private lines: those that enter a hand, and the table's private ones."""
    return frozenset(verb.name for verb in game.verbs if verb.kept or (verb.table and game.private(setup, verb.name)))


def line_of(game: Game[Any], setup: Setup, action: Action, name: str = "") -> str:
    """Return the text of a private line in the form that a seal covers.

    What the line opens (the brackets at its end) is left out. ``name`` is the name that the line's seat had at the
    deal; "" means its present name.
    """
    if name and action.seat is not None:
        setup = replace(setup, seats=tuple(name if at == action.seat else one for at, one in enumerate(setup.seats)))
    return format_action(game, setup, replace(action, opens=()))


def nonce_of(seed: str, place: int, line: str) -> str:
    """Return the nonce of a private line: 32 hexadecimal digits that reveal nothing of the line.

    ``place`` is the line's number in the record, from 1, and ``line`` its text (from ``line_of``). The nonce is derived
    from ``seed``, the table's seed. That adds no risk, as whoever knows the seed can compute the deal anyway.
    """
    text = "\n".join((_FORM, "nonce", str(place), line))
    return hmac.new(seed.encode(), text.encode(), hashlib.sha256).hexdigest()[:_NONCE]


def commitment_of(nonce: str, place: int, line: str) -> str:
    """Return the commitment to a private line: a SHA-256 hash in hexadecimal.

    ``nonce`` is the line's nonce (from ``nonce_of``), ``place`` its number in the record, from 1, and ``line`` its text
    (from ``line_of``).
    """
    return hashlib.sha256("\n".join((_FORM, "line", nonce, str(place), line)).encode()).hexdigest()


class Sealing:
    """Computes the seals of a table, one deal after the other. Each seal covers all deals so far."""

    def __init__(self, *, chosen: bool = False) -> None:
        """With ``chosen`` (somebody chose the table's seed), all seals differ, so no record can conceal it."""
        self._so_far = hashlib.sha256("\n".join((_FORM, "deals", "chosen" if chosen else "")).encode())

    def seal(self, commitments: Iterable[str]) -> str:
        """Add a deal, whose private lines have these commitments; return the seal after it (``7K4M-…``)."""
        for commitment in commitments:
            self._so_far.update(f"\n{commitment}".encode())
        return _shown(self._so_far.digest())


def _shown(digest: bytes) -> str:
    number = int.from_bytes(digest, "big") >> (256 - SEAL_BITS)
    digits = "".join(DIGITS[number >> shift & 31] for shift in range(SEAL_BITS - 5, -1, -5))
    return "-".join(digits[at : at + _GROUP] for at in range(0, len(digits), _GROUP))


_OLD_LINES = 200_000  # that all seals of format 1 may cover: each is kept as often as it is covered


def old_lines(
    game: Game[Any], setup: Setup, actions: Iterable[Action], after: Collection[int]
) -> dict[int, tuple[str, ...]]:
    """Return the lines that each seal of format 1 covers, by the ``after`` of the seal.

    ``after`` has the number of lines that the record had when each seal was made. A seal covers the private lines
    directly before it, with numbers of seats (from 1) in place of names. Raises ``RecordError`` if all seals together
    cover too many lines.
    """
    found: dict[int, tuple[str, ...]] = {}
    many = 0
    if not after:
        return found
    numbered = replace(setup, seats=tuple(str(seat) for seat in range(1, len(setup.seats) + 1)))
    lines: list[str] = []
    for place, (before, action, _) in enumerate(steps(game, setup, actions), start=1):
        line = format_action(game, numbered, replace(action, opens=()))
        if game.redact(before, action, None) == action and MASK not in line.split():
            lines.clear()
        else:
            lines.append(line)
        if place in after:
            if (many := many + len(lines)) > _OLD_LINES:
                raise RecordError(f"seals: those of format 1 cover more than {_OLD_LINES} lines together")
            found[place] = tuple(lines)
    return found


def old_seal(nonce: str, lines: Sequence[str]) -> str:
    """Return the seal of format 1, an earlier version's, for a deal with these lines and this nonce."""
    return _shown(hashlib.sha256("\n".join((_FORM_1, nonce, *lines, "")).encode()).digest())


def shut(
    game: Game[object], setup: Setup, header: Mapping[str, object], actions: Sequence[Action], shown: Sequence[Action]
) -> dict[str, object]:
    """Return the header for a copy of a record in which some lines are masked.

    ``header`` and ``actions`` are those of the full record, and ``shown`` are the same actions with some masked. In the
    seals of the returned header, each masked line has its commitment in place of its nonce.
    """
    header = dict(header)
    with contextlib.suppress(RecordError):  # a key of that name that is no seals of ours is kept, like any other
        seals = []
        for seal in read_seals(header):
            if not 0 < seal.after <= len(actions):
                continue
            lines = list(seal.lines)
            for at, place in enumerate(range(seal.after - len(lines) + 1, seal.after + 1)):
                if place > 0 and len(lines[at]) == _NONCE and MASK in game.write(setup, shown[place - 1]).words:
                    line = line_of(game, setup, actions[place - 1], seal.called[at] if seal.called else "")
                    lines[at] = commitment_of(lines[at], place, line)
            seals.append(to_builtins(replace(seal, lines=tuple(lines), nonce="")))
        header["seals"] = seals
    return header


def read_seals(header: Mapping[str, Any]) -> tuple[Seal, ...]:
    """Return the seals in a record's header, with which ``verify`` can prove the deals.

    Raises ``RecordError`` if there are none, or if one is malformed.
    """
    if not header.get("seals"):
        raise RecordError("seals: the header has none, so nothing was promised at the deal")
    form = '[{ after = 6, seal = "7K4M-…", lines = ["…"] }]'
    try:
        found = msgspec.convert(header["seals"], tuple[Seal, ...])
    except msgspec.ValidationError:
        raise RecordError(f"seals: they are written {form}") from None
    for seal in found:
        digits = all(len(line) in {_NONCE, _COMMITMENT} and set(line) <= set("0123456789abcdef") for line in seal.lines)
        seen = all(text.isprintable() for text in (seal.seal, seal.nonce, *seal.called))
        if not (digits and seen) or len(seal.called) not in {0, len(seal.lines)}:
            raise RecordError(f"seals: they are written {form}")
    return found


def read_entered(header: Mapping[str, object]) -> tuple[int, ...]:
    """Return the numbers (from 1) of the lines of hands that people typed.

    No seal covers these lines. They are listed in the header under ``entered``; () if the header has no list. Raises
    ``RecordError`` if the list is malformed.
    """
    try:
        return msgspec.convert(header.get("entered", ()), tuple[int, ...])
    except msgspec.ValidationError:
        raise RecordError("entered: these are numbers of lines, like [4, 5]") from None


def _check_order(seals: Sequence[Seal]) -> None:
    """Raise ``RecordError`` if a seal of format 1 (an earlier version's) comes after one of format 2."""
    forms = [bool(seal.lines) for seal in seals]
    if forms != sorted(forms):
        at = forms.index(False, forms.index(True))
        why = "is of format 1, and stands after one of format 2: it was put there later"
        raise RecordError(f"seals: number {at + 1} ({seals[at].seal}) {why}")


def verify(
    game: Game[Any],
    setup: Setup,
    actions: Sequence[Action],
    seals: Sequence[Seal],
    *,
    entered: Iterable[int] = (),
    chosen: bool = False,
) -> Proof:
    """Return what a record's seals prove.

    ``seals`` are the result of ``read_seals``, and ``entered`` that of ``read_entered``. ``chosen`` says whether the
    record says that somebody chose the seed. Raises ``RecordError`` that names the first seal or line that does not
    fit.
    """
    verbs = dealt_verbs(game, setup)
    old = old_lines(game, setup, actions, {seal.after for seal in seals if not seal.lines})
    _check_order(seals)
    sealing, last = Sealing(chosen=chosen), 0  # the line before which all is sealed that will be
    proven, shut, renamed, unopened = set[int](), set[int](), set[tuple[str, str]](), list[str]()
    sealed = set[int]()
    for number, seal in enumerate(seals, start=1):
        which = f"seals: number {number} ({seal.seal})"
        changed = RecordError(f"{which} was not made of this deal: it was changed after the deal")
        shown = seal.seal.strip().upper()
        if not 0 < seal.after <= len(actions):
            raise RecordError(f"{which} was made after {seal.after} lines; the record has {len(actions)}")
        if not seal.lines:  # format 1
            lines = old[seal.after]
            places = range(seal.after - len(lines) + 1, seal.after + 1)
            hidden = {place for place, line in zip(places, lines, strict=True) if MASK in line.split()}
            if not seal.nonce:
                shut |= hidden
                unopened.append(shown)
                continue
            if not lines or hidden:
                raise RecordError(f"{which} covers private lines that this record leaves out: export it revealed")
            if old_seal(seal.nonce, lines) != shown:
                raise changed
            proven |= set(places)
            last = seal.after
            continue
        first = seal.after - len(seal.lines) + 1
        if first <= last or any(action.verb not in verbs for action in actions[first - 1 : seal.after]):
            raise RecordError(f"{which} was not made of this deal: it covers other lines")
        last, commitments = seal.after, []
        sealed.update(range(first, seal.after + 1))
        names = seal.called or ("",) * len(seal.lines)
        for place, (kept, name) in enumerate(zip(seal.lines, names, strict=True), start=first):
            action = actions[place - 1]
            now = "" if action.seat is None else setup.seats[action.seat]
            if name and now and name != now:
                if any(folded(name) == folded(other) for other in setup.seats if other != now):
                    raise RecordError(f"{which}: line {place} was dealt to {name}, and here it is {now}’s")
                renamed.add((now, name))
            line = line_of(game, setup, action, name)
            open_here = MASK not in game.write(setup, action).words
            if len(kept) == _COMMITMENT:
                commitments.append(kept)
                shut |= set() if open_here else {place}  # a line that stands here without its nonce proves nothing
                continue
            if not open_here:
                raise RecordError(f"{which} opens line {place}, which this record leaves out")
            commitments.append(commitment_of(kept, place, line))
            proven.add(place)
        if sealing.seal(commitments) != shown:
            raise changed
    due = {place for place, action in enumerate(actions, start=1) if action.verb in verbs}
    private = {
        place
        for place, (before, action, _) in enumerate(steps(game, setup, actions), start=1)
        if place not in due and game.redact(before, action, None) != action
    }
    left = due - proven - shut
    by_people = left & set(entered) - sealed  # in place of a line that was dealt, nobody enters one
    in_order = (tuple(sorted(places)) for places in (shut, by_people, left - by_people, private - proven))
    closed, typed, bare, choices = in_order
    return Proof(len(proven), closed, typed, bare, choices, tuple(sorted(renamed)), tuple(unopened))


_COMMITTED = "committed"  # the mark of a private line: its place, its commitment, and the name that its seat had then
_SEALED = "sealed"  # the mark of a whole deal in format 1: how many lines stood, its nonce, its seal
_MARK = re.compile(rf"({_COMMITTED}|{_SEALED}) ([1-9][0-9]{{0,8}}) (\S+)(?: (.+))?", re.DOTALL)


class SealedLine(Struct, frozen=True):
    """A private line of a deal: its number in the record, its commitment and nonce, its seat's name at the deal."""

    place: int
    commitment: str
    nonce: str
    name: str


class SealedDeal(Struct, frozen=True):
    """A deal by the referee with its seal.

    ``after`` is the number of lines in the record after the deal, and ``seal`` is the seal's text. ``lines`` are the
    private lines of the deal. ``nonce`` and ``many`` are only used in format 1, an earlier version's: there ``lines``
    is (), and one nonce covers the ``many`` private lines.
    """

    after: int
    seal: str
    lines: tuple[SealedLine, ...] = ()
    nonce: str = ""
    many: int = 0

    @property
    def places(self) -> range:
        """The numbers of the deal's private lines in the record, from 1."""
        return range(self.after - (len(self.lines) or self.many) + 1, self.after + 1)

    def opened(self, names: Sequence[str], actions: Sequence[Action]) -> Seal:
        """Return the seal as the full record prints it, with the nonces that prove the private lines.

        ``names`` are the seats' present names, and ``actions`` all lines of the record. If a seat of these lines was
        renamed, the seal also has the names at the deal.
        """
        seats = [actions[one.place - 1].seat for one in self.lines]
        same = all(seat is None or one.name == names[seat] for one, seat in zip(self.lines, seats, strict=True))
        called = () if same else tuple(one.name for one in self.lines)
        return Seal(self.after, self.seal, tuple(one.nonce for one in self.lines), called, self.nonce)


def commitments(
    game: Game[object], setup: Setup, seed: str, actions: Sequence[Action], marks: Set[str]
) -> tuple[str, ...]:
    """Return the commitments that the journal has to store together with the last action.

    There is a text for each private line of the deal so far, with the line's number, its commitment and its seat's
    name; hands that people entered have one, too. Texts in ``marks`` are stored already and left out. () if the last
    action is no private line of a deal. ``seed`` is the seed of the table.
    """
    verbs, found = dealt_verbs(game, setup), []
    for place in range(len(actions), 0, -1):
        action = actions[place - 1]
        if action.verb not in verbs:
            break
        name, line = "" if action.seat is None else setup.seats[action.seat], line_of(game, setup, action)
        found.append(f"{_COMMITTED} {place} {commitment_of(nonce_of(seed, place, line), place, line)} {name}".rstrip())
    return tuple(mark for mark in reversed(found) if mark not in marks)


def sealed_deals(
    game: Game[object], setup: Setup, seed: str, actions: Sequence[Action], marks: Iterable[str], *, chosen: bool
) -> tuple[SealedDeal, ...]:
    """Return the sealed deals of a table, the earliest first, without those that were undone.

    ``seed`` is the seed of the table, and ``chosen`` says whether somebody chose it. ``marks`` are the referee's notes
    in the journal; those that ``commitments`` returned are used.
    """
    lines: dict[int, SealedLine] = {}
    old: dict[int, list[tuple[str, str]]] = {}
    for found in filter(None, map(_MARK.fullmatch, sorted(marks))):  # a stranger's journal may hold others
        place, first, rest = int(found[2]), found[3], found[4] or ""
        if found[1] == _COMMITTED and place <= len(actions):
            line = line_of(game, setup, actions[place - 1], rest)
            nonce = nonce_of(seed, place, line)
            if commitment_of(nonce, place, line) == first:  # else it was taken back, and something else stands
                lines[place] = SealedLine(place, first, nonce, rest)
        elif found[1] == _SEALED:
            old.setdefault(place, []).append((first, rest))
    deals: dict[int, SealedDeal] = {}
    for after, covered in old_lines(game, setup, actions, old).items():
        for nonce, made in old[after]:
            if old_seal(nonce, covered) == made:
                deals[after] = SealedDeal(after, made, nonce=nonce, many=len(covered))
    sealing, deal = Sealing(chosen=chosen), list[SealedLine]()
    for place in sorted(lines):
        deal.append(lines[place])
        if place + 1 not in lines:
            seal = sealing.seal(one.commitment for one in deal)
            deals[place], deal = SealedDeal(place, seal, tuple(deal)), []
    return tuple(deals[after] for after in sorted(deals))


FENCE = "+++"
FORMAT = 1  # of a record; one without a format is of the first
HEADER_LIMIT = 1_500_000  # characters: the seals of 5,000 deals, or what nobody but a program reads
RECORD_LIMIT = 8_000_000  # bytes: thousands of evenings


class Record(Struct, frozen=True):
    """A record: its game, its header by key, its setup, and its lines.

    ``lines`` are (line number in the text, text), also for comments and empty lines.
    """

    game: Game[object]
    header: dict[str, object]
    setup: Setup
    lines: tuple[tuple[int, str], ...]


def read_record(path: Path, *, facts: Path | None = None) -> Record:
    """Return the record in a file.

    ``facts`` is a fact file that replaces the one that the record's header names; with None, the header's is used.
    Raises ``RecordError`` if the record is malformed, and ``OSError`` if the file can't be read.
    """
    raw = read_within(Path(path), RECORD_LIMIT)
    if len(raw) > RECORD_LIMIT:
        raise RecordError(f"this is no record: it is larger than {RECORD_LIMIT // 1_000_000} MB")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("this is not UTF-8 text", line=raw.count(b"\n", 0, error.start) + 1) from None
    return parse_record(text, folder=Path(path).parent, facts=facts)


def parse_record(text: str, *, folder: Path | None = None, facts: "Path | Facts | None" = None) -> Record:
    """Return the record in a text.

    ``facts`` are facts, or the path of a fact file, that replace those that the header names; with None, the header's
    are used. A fact file that the header names is looked for in ``folder`` (None: the current folder). Raises
    ``RecordError`` for a fault of the header, which names the key.
    """
    rows = [row.rstrip("\r") for row in text.removeprefix("\ufeff").split("\n")]
    fences = (at for at, row in enumerate(rows) if row.strip() == FENCE)
    opened, closed = next(fences, len(rows)), next(fences, None)
    if opened == len(rows) or any(row.strip() for row in rows[:opened]):
        raise RecordError(f"a record begins with a line {FENCE}, its header and another line {FENCE}", line=1)
    if closed is None:
        raise RecordError(f"the header has no end: a second line {FENCE} is missing", line=1)
    try:
        header = _toml("\n".join(rows[opened + 1 : closed]) + "\n")
        game, setup = _understand(header, folder, facts)
    except RecordError as error:
        raise RecordError(error.why, line=1) from None
    return Record(game, header, setup, tuple(enumerate(rows[closed + 1 :], start=closed + 2)))


def _toml(text: str) -> dict[str, object]:
    if len(text) > HEADER_LIMIT:
        raise RecordError(f"the header has {len(text)} characters, more than {HEADER_LIMIT}")
    try:
        return dict(formats.loads(text))
    except ValueError as error:
        raise RecordError(f"the header is not TOML: {error}") from None


def _understand(
    header: Mapping[str, object], folder: Path | None, facts: "Path | Facts | None"
) -> tuple[Game[object], Setup]:
    """Return the game and the setup that a header describes.

    ``folder`` is the folder of the record, where a fact file is looked for (None: the current folder). ``facts`` are
    facts or the path of a fact file in place of the header's (None: the header's). Raises ``RecordError`` that names
    the wrong key.
    """
    form = header.get("format", 1)
    if isinstance(form, bool) or not isinstance(form, int) or form < 1:
        raise RecordError(f"format: {quoted(form)} will not do; it is a number, {FORMAT} being the newest")
    if form > FORMAT:
        raise RecordError(
            f"format: a newer liarsdeck wrote this record (its format {form}, ours {FORMAT}): update first"
        )
    if "game" not in header:
        raise RecordError('game: missing; the header says which game it is, like game = "lizard"')
    game = game_named(cast("str", header["game"]))  # which refuses whatever else it is
    seats, options = header.get("seats"), header.get("options", {})
    if not isinstance(seats, list):
        raise RecordError('seats: the header names the players clockwise, like seats = ["Ann", "Bob", "Cat"]')
    if not isinstance(options, dict):
        raise RecordError("options: the header has them under a line [options]")
    known, key = _facts(header, folder, facts) if game.needs_facts else (None, "facts")
    try:
        return game, make_setup(game, seats, options, rules=cast("int | None", header.get("rules")), facts=known)
    except RecordError as error:
        if key == "kit" and error.why.startswith("facts:"):
            raise RecordError(f"kit:{error.why.removeprefix('facts:')}") from None
        raise


def _facts(
    header: Mapping[str, object], folder: Path | None, given: "Path | Facts | None"
) -> tuple["Facts | None", str]:
    """Return (facts, key): the facts of a record, and the key of the header that named them.

    ``given`` are facts or the path of a fact file that replace those of the header (None: the header's); then the key
    is "facts". Without any facts, it returns (None, "facts"). ``folder`` is where a fact file of the header is looked
    for (None: the current folder). Raises ``RecordError`` if the facts are not found or can't be read.
    """
    from factbank.errors import FactError
    from factbank.factfile import Facts, read
    from factbank.kits import find

    if isinstance(given, Facts):
        return given, "facts"
    key = "facts" if given is not None or "facts" in header else "kit"
    named = given if given is not None else header.get(key)
    if named is None:
        return None, "facts"
    if not isinstance(named, str | Path):
        raise RecordError(f"{key}: {quoted(named)} will not do; it is written in quotes")
    try:
        if key == "kit":
            return find(str(named)), key
        return read(named if isinstance(named, Path) else named_file(folder or Path(), named)), key
    except FactError as error:
        raise RecordError(f"{key}: {error}") from None
    except OSError as error:
        raise RecordError(f"{key}: {named} can't be read: {error.strerror or error}") from None
    except ValueError as error:  # a path with a zero byte in it
        raise RecordError(f"{key}: {named!r} can't be read: {error}") from None


# ---------------------------------------------------------------------------------------------------- printing


def make_header(setup: Setup, more: Mapping[str, object] | None = None) -> dict[str, object]:
    """Return the header of a new record. ``more`` has further keys, such as ``{"kit": "K7Q4-9M"}``."""
    header: dict[str, object] = {"format": FORMAT, "game": setup.game, "rules": setup.rules}
    header |= {"seats": list(setup.seats), **(more or {})}
    options = given_options(setup.options)
    return header | ({"options": options} if options else {})


def print_record(game: Game[object], header: Mapping[str, object], setup: Setup, actions: Iterable[Action]) -> str:
    """Return a record as text: the header with all its keys, and one line for each action."""
    return print_header(setup, header) + "".join(f"{format_action(game, setup, action)}\n" for action in actions)


def print_header(setup: Setup, header: Mapping[str, object]) -> str:
    """Return a header as text with the lines ``+++`` around it. Game, rules and seats are those of ``setup``."""
    first = {"format": header["format"]} if "format" in header else {}
    first |= {"game": setup.game, "rules": setup.rules, "seats": list(setup.seats)}
    rest = {key: value for key, value in header.items() if key not in {*first, "options"}}
    lines = [line for key, value in (first | rest).items() for line in formats.entry(key, value)]
    options = header.get("options")
    if isinstance(options, dict) and options:
        lines += ["[options]", *(formats.line(key, value) for key, value in options.items())]
    return "\n".join([FENCE, *lines, FENCE]) + "\n"


class Replay(Struct, frozen=True):
    """A replayed record: the record, its actions, and the full state after the last action."""

    record: Record
    actions: tuple[Action, ...]
    state: object

    def answer(self, *, reveal: bool = False) -> dict[str, Json]:
        """Return the object that ``referee replay --json`` prints, with hidden values only if ``reveal``."""
        return game_status(self.record.game, self.state, reveal=reveal)

    def text(self, *, redact: bool = False) -> str:
        """Return the record as text. With ``redact``, everything is masked that is not public."""
        record, actions, header = self.record, list(self.actions), self.record.header
        if redact:
            actions = redacted(record.game, record.setup, actions)
            header = shut(record.game, record.setup, header, self.actions, actions)
        return print_record(record.game, header, record.setup, actions)


def replay_file(path: Path, *, facts: Path | None = None, reveal: bool = False) -> Replay:
    """Return the replay of a record file.

    ``facts`` is a fact file that replaces the one that the header names (None: the header's). Raises ``RecordError`` if
    the record is malformed or at the first illegal line, and ``OSError`` if the file can't be read. Without ``reveal``,
    the sentence about an illegal line tells only what everybody at the table may know.
    """
    return replay_record(read_record(path, facts=facts), reveal=reveal)


def replay_record(record: Record, *, reveal: bool = False) -> Replay:
    """Return the replay of a record. Raises ``RecordError`` at the first illegal line.

    Without ``reveal``, the sentence of this error tells only what everybody at the table may know.
    """
    game, setup = record.game, record.setup
    state, actions = game.start(setup), []
    for number, text in record.lines:
        try:
            if (action := parse(game, setup, text)) is None:
                continue
            state = step(game, state, action, reveal=reveal)
        except RecordError as error:
            raise RecordError(error.why, line=number, rule=error.rule) from None
        actions.append(action)
    return Replay(record, tuple(actions), state)
