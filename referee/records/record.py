"""The plain-text record: a TOML header between ``+++`` lines, then one line an act; read and printed (docs/rules.md).

Reading stops at the header: lines are kept as text with their number as an editor shows it, since whoever replays them
must meet a line that is illegal before a later one that is unreadable.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from liarsdeck import formats
from liarsdeck.english import quoted
from liarsdeck.files import named_file, read_within
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup
from referee.core.options import given_options
from referee.core.setup import setup as make_setup
from referee.games import game as game_named
from referee.lines.line import format_action

if TYPE_CHECKING:
    from factbank.facts import Facts

FENCE = "+++"
FORMAT = 1  # of a record; one without a format is of the first
HEADER_LIMIT = 500_000  # characters: the seals of 2,500 deals, or what nobody but a program reads
RECORD_LIMIT = 8_000_000  # bytes: thousands of evenings


class Record(Struct, frozen=True):
    """A record with its header understood. ``lines`` are (line number, text), comments and blanks among them."""

    game: Game[object]
    header: dict[str, object]
    setup: Setup
    lines: tuple[tuple[int, str], ...]


def read_record(path: Path, *, facts: Path | None = None) -> Record:
    """Read a record file; ``facts`` overrides what its header names. Raises ``RecordError``, and ``OSError``."""
    raw = read_within(Path(path), RECORD_LIMIT)
    if len(raw) > RECORD_LIMIT:
        raise RecordError(f"this is no record: it is larger than {RECORD_LIMIT // 1_000_000} MB")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("this is not UTF-8 text", line=raw.count(b"\n", 0, error.start) + 1) from None
    return parse_record(text, folder=Path(path).parent, facts=facts)


def parse_record(text: str, *, folder: Path | None = None, facts: "Path | Facts | None" = None) -> Record:
    """Read a record; its ``facts`` lie in ``folder``, and the argument ``facts`` overrides ``facts`` and ``kit``.

    Raises ``RecordError`` at line 1, naming the key, for whatever is wrong with the header.
    """
    rows = text.removeprefix("\ufeff").split("\n")
    head, first = _header(rows)
    try:
        header = _toml(head)
        game, setup = _understand(header, folder, facts)
    except RecordError as error:
        raise RecordError(error.why, line=1) from None
    lines = tuple((first + at, row.rstrip("\r")) for at, row in enumerate(rows[first - 1 :]))
    return Record(game, header, setup, lines)


def _header(rows: list[str]) -> tuple[str, int]:
    """Return the header's TOML and the number of the first line after it."""
    opened = next((at for at, row in enumerate(rows) if row.strip()), None)
    if opened is None or rows[opened].strip() != FENCE:
        raise RecordError(f"a record begins with a line {FENCE}, its header and another line {FENCE}", line=1)
    for at in range(opened + 1, len(rows)):
        if rows[at].strip() == FENCE:
            return "\n".join(row.rstrip("\r") for row in rows[opened + 1 : at]) + "\n", at + 2
    raise RecordError(f"the header has no end: a second line {FENCE} is missing", line=1)


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
    rules = cast("int | None", header.get("rules"))  # so does make_setup
    seats = header.get("seats")
    if not isinstance(seats, list):
        raise RecordError('seats: the header names the players clockwise, like seats = ["Ann", "Bob", "Cat"]')
    options = header.get("options", {})
    if not isinstance(options, dict):
        raise RecordError("options: the header has them under a line [options]")
    known, key = _facts(header, folder, facts) if game.needs_facts else (None, "facts")
    try:
        return game, make_setup(game, seats, options, rules=rules, facts=known)
    except RecordError as error:
        if key == "kit" and error.why.startswith("facts:"):
            raise RecordError(f"kit:{error.why.removeprefix('facts:')}") from None
        raise


def _facts(
    header: Mapping[str, object], folder: Path | None, given: "Path | Facts | None"
) -> tuple["Facts | None", str]:
    """Return the facts that a header names, and the key that named them."""
    from factbank.errors import FactError
    from factbank.facts import Facts, read
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
    """Return the header of a new record; ``more`` are further keys, such as ``{"kit": "K7Q4-9M"}``."""
    header: dict[str, object] = {
        "format": FORMAT,
        "game": setup.game,
        "rules": setup.rules,
        "seats": list(setup.seats),
        **(more or {}),
    }
    options = given_options(setup.options)
    return header | ({"options": options} if options else {})


def print_record(game: Game[object], header: Mapping[str, object], setup: Setup, actions: Iterable[Action]) -> str:
    """Print a record: the header with all its keys, names as it spells them, and one canonical line an action."""
    lines = [format_action(game, setup, action) for action in actions]
    return "\n".join([FENCE, *_toml_lines(setup, header), FENCE, *lines]) + "\n"


def print_header(setup: Setup, header: Mapping[str, object]) -> str:
    """Print a header alone, with its fences: what a journal keeps of it."""
    return "\n".join([FENCE, *_toml_lines(setup, header), FENCE]) + "\n"


def _toml_lines(setup: Setup, header: Mapping[str, object]) -> list[str]:
    first = {"format": header["format"]} if "format" in header else {}
    first |= {"game": setup.game, "rules": setup.rules, "seats": list(setup.seats)}
    rest = {key: value for key, value in header.items() if key not in {*first, "options"}}
    lines = [line for key, value in (first | rest).items() for line in formats.entry(key, value)]
    options = header.get("options")
    if isinstance(options, dict) and options:
        lines += ["[options]", *(formats.line(key, value) for key, value in options.items())]
    return lines
