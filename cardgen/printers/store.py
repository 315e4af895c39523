"""Printers that this household has measured: one profile for each printer and tray, kept in the user data folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.paper import parse_length
from cardgen.layout.profile import Profile, check
from liarsdeck import toml
from liarsdeck.files import read_within, write_atomic
from liarsdeck.paths import data_dir

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
        table = toml.loads(read_within(file, FILE_LIMIT).decode("utf-8-sig"))
    except FileNotFoundError:
        return [], None
    except ValueError as error:
        raise PrintError(f"{file} cannot be read as TOML: {error}") from None
    entries = table.get("printer", [])
    if not isinstance(entries, list):
        raise PrintError(f"{file}: printers stand under [[printer]], each with a name")
    profiles, default = [], None
    for entry in entries:
        profile = _read(entry, file)
        profiles.append(profile)
        if entry.get("default") is True:
            default = profile
    return profiles, default


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
    write_atomic(file, "".join(_entry(one, default=one == was) for one in [*kept, profile]).encode())
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
    if printer is None and tray is None:
        return default or Profile()
    if printer is None:
        printer = default.printer if default else ""
        if not printer:
            raise PrintError("--tray needs --printer NAME beside it, since no printer is the default")
    of_printer = [one for one in profiles if one.printer.casefold() == printer.casefold()]
    if not of_printer:
        names = list(dict.fromkeys(one.printer for one in profiles))
        listed = f"known are {', '.join(names)}" if names else "none has been measured yet"
        raise PrintError(f'there is no profile of a printer "{printer}" ({listed}; cardgen calibrate measures one)')
    if tray is not None:
        of_printer = [one for one in of_printer if one.tray.casefold() == tray.casefold()]
    elif len(of_printer) > 1:
        of_printer = [one for one in of_printer if not one.tray] or [one for one in of_printer if one == default]
    if len(of_printer) == 1:
        return of_printer[0]
    trays = _listed([one.tray for one in profiles if one.printer.casefold() == printer.casefold()])
    raise PrintError(f'which tray of "{printer}"? Write --tray with one of {trays}')


def _listed(trays: Sequence[str]) -> str:
    return ", ".join(tray or "(none)" for tray in trays)


def _key(printer: str, tray: str) -> tuple[str, str]:
    return printer.casefold(), tray.casefold()


def _read(entry: Any, file: Path) -> Profile:
    try:
        x_mm, y_mm = (float(mm) for mm in entry.get("offset", (0, 0)))
        x_scale, y_scale = (float(factor) for factor in entry.get("scale", (1, 1)))
        name, tray, flip = str(entry["name"]), str(entry.get("tray", "")), str(entry.get("flip", ""))
        return check(Profile(name, tray, x_mm, y_mm, float(entry.get("turn", 0)), x_scale, y_scale, flip))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise PrintError(
            f"{file}: a [[printer]] has a name, and may have tray, offset = [x, y], turn and scale = [x, y]"
        ) from None


def _entry(profile: Profile, *, default: bool) -> str:
    lines = ["[[printer]]", f"name = {_quoted(profile.printer)}"]
    if profile.tray:
        lines.append(f"tray = {_quoted(profile.tray)}")
    lines.append(f"offset = [{_number(profile.x_mm)}, {_number(profile.y_mm)}]")
    if profile.turn_deg:
        lines.append(f"turn = {_number(profile.turn_deg)}")
    if (profile.x_scale, profile.y_scale) != (1, 1):
        lines.append(f"scale = [{_number(profile.x_scale, 5)}, {_number(profile.y_scale, 5)}]")
    if profile.flip:
        lines.append(f"flip = {_quoted(profile.flip)}")
    if default:
        lines.append("default = true")
    return "\n".join(lines) + "\n\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(value: float, places: int = 3) -> str:
    return repr(round(float(value), places) + 0.0)
