"""Printers that this household has measured: one profile for each printer and tray, kept in the user data folder."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.paper import parse_length
from cardgen.layout.profile import Profile, check
from liarsdeck import formats
from liarsdeck.english import hint, listed
from liarsdeck.files import write_atomic
from liarsdeck.formats import KEY, check_format
from liarsdeck.paths import data_dir

FORMAT = 1  # the newest format of the file that is read
FILE_LIMIT = 1_000_000  # bytes: more printers than a printing house has
NONE = "none"
"""The name that asks for no profile, where one is the default."""


def path() -> Path:
    """Return the file that keeps the profiles."""
    return data_dir() / "printers.toml"


def known() -> tuple[list[Profile], Profile | None]:
    """Return all profiles, and which of them is the default. Raises PrintError when the file cannot be read as such."""
    file = path()
    try:
        document = formats.read(file, FILE_LIMIT)[1]
        check_format(document, FORMAT, "this file of printers")
    except FileNotFoundError:
        return [], None
    except ValueError as error:
        raise PrintError(f"{file} cannot be read: {error}") from None
    try:
        entries = convert(document, _File).printer
        profiles = [_profile(entry) for entry in entries]
    except ValueError:
        raise PrintError(
            f"{file}: a [[printer]] has a name, and may have tray, offset = [x, y], turn and scale = [x, y]"
        ) from None
    defaults = [profile for profile, entry in zip(profiles, entries, strict=True) if entry.default is True]
    return profiles, defaults[-1] if defaults else None


def remember(profile: Profile, *, default: bool = False) -> Path:
    """Keep a profile in place of what was known of that printer and tray; return the file."""
    for called in (profile.printer, profile.tray):
        if not called.isprintable():
            raise PrintError(f"a printer or tray cannot be called {called!a}: some of it cannot be printed")
    profiles, was = known()
    key = _key(profile.printer, profile.tray)
    kept = [other for other in profiles if _key(other.printer, other.tray) != key]
    if default or (was is not None and _key(was.printer, was.tray) == key):
        was = profile
    file = path()
    entries = [_entry(one, default=one == was) for one in [*kept, profile]]
    write_atomic(file, "\n".join([formats.line(KEY, FORMAT) + "\n", *entries]).encode(), private=True)
    return file


def find(printer: str, tray: str) -> Profile | None:
    """Return the profile of this very printer and tray; None when it was never measured."""
    return next((one for one in known()[0] if _key(one.printer, one.tray) == _key(printer.strip(), tray.strip())), None)


def choose(printer: str | None, tray: str | None, back_offset: str | None) -> Profile:
    """Return the profile that the options ask for: the named one, the default, or none.

    `back_offset` overrides its offset once. Raises PrintError for a printer or tray that was never measured, naming
    those that were.
    """
    profile = _named(printer, tray)
    if back_offset is not None:
        x_mm, y_mm = parse_offset(back_offset, "--back-offset")
        profile = check(replace(profile, x_mm=x_mm, y_mm=y_mm, flip=""))
    return profile


def parse_offset(text: str, what: str) -> tuple[float, float]:
    """Read `0.8,-0.3` as millimetres to the right and up. Raises PrintError."""
    parts = text.split(",")
    if len(parts) != 2:
        raise PrintError(f'{what} cannot be "{text}": write millimetres to the right and up, such as 0.8,-0.3')
    return parse_length(parts[0], what), parse_length(parts[1], what)


def _named(printer: str | None, tray: str | None) -> Profile:
    if printer is not None and printer.casefold() == NONE:
        return Profile()
    profiles, default = known()
    if printer is None:
        if tray is None:
            return default or Profile()
        if default is None:
            raise PrintError("--tray needs --printer NAME beside it, since no printer is the default")
        printer = default.printer
    of_printer = [one for one in profiles if one.printer.casefold() == printer.casefold()]
    if not of_printer:
        names = list(dict.fromkeys(one.printer for one in profiles))
        near = hint(printer, names) if names else "none has been measured yet"
        raise PrintError(f'there is no profile of a printer "{printer}"; {near} (cardgen calibrate measures one)')
    return _of_tray(of_printer, tray, default)


def _of_tray(profiles: list[Profile], tray: str | None, default: Profile | None) -> Profile:
    """Return which of a printer's profiles is meant by a tray, or without one: the one that needs no tray named."""
    if tray is not None:
        fitting = [one for one in profiles if one.tray.casefold() == tray.casefold()]
    elif len(profiles) == 1:
        fitting = profiles
    else:
        fitting = [one for one in profiles if not one.tray] or [one for one in profiles if one == default]
    if len(fitting) == 1:
        return fitting[0]
    trays = listed(one.tray or "(none)" for one in profiles)
    raise PrintError(f'which tray of "{profiles[0].printer}"? Write --tray with one of {trays}')


def _key(printer: str, tray: str) -> tuple[str, str]:
    return printer.casefold(), tray.casefold()


class _Entry(Struct, omit_defaults=True):
    """A profile as its file has it; what says nothing is left out."""

    name: str | int
    tray: str | int = ""
    offset: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    flip: str = ""
    default: bool | None = None


class _File(Struct):
    printer: list[_Entry] = []


def _profile(entry: _Entry) -> Profile:
    return check(Profile(str(entry.name), str(entry.tray), *entry.offset, entry.turn, *entry.scale, entry.flip))


def _entry(profile: Profile, *, default: bool) -> str:
    x_mm, y_mm, turn_deg = (round(value, 3) + 0.0 for value in (profile.x_mm, profile.y_mm, profile.turn_deg))
    scale = (round(profile.x_scale, 5), round(profile.y_scale, 5))
    entry = _Entry(profile.printer, profile.tray, (x_mm, y_mm), turn_deg, scale, profile.flip, default or None)
    lines = [formats.line(key, value) for key, value in to_builtins(entry).items()]
    return "\n".join(["[[printer]]", *lines]) + "\n"
