"""A room beside the place that is written: what is in it takes the place at one stroke, or is gone.

A room is a hidden folder, its owner's alone, locked by the program that writes in it. What a program left that was
killed is swept by the next one that writes in the same folder.
"""

import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from liarsdeck import system
from liarsdeck.signals import held_back

_MARK = ".liarsdeck"
ROOM = re.compile(rf"\..*\.[a-z0-9_]{{8}}{re.escape(_MARK)}", re.DOTALL)
"""Names of rooms."""

NEW = "new"
"""What is made in a room, by the name that it has there."""

_OLD = "old"  # what a room holds of the folder that is being replaced, under its own name
_OPEN: dict[Path, int | None] = {}  # rooms of this process, with what holds each
_FORGOTTEN_S = 24 * 3600  # until a room is given up where nobody can say whether it is still written in


@contextmanager
def room_beside(place: Path) -> Iterator[Path]:
    """Yield an empty folder on the same disk as ``place``, in which what is to stand there is made; then it is gone.

    What was left there by programs that died is swept first. Raises ``OSError``.
    """
    parent = place.absolute().parent
    sweep(parent)
    room = None
    try:
        with held_back():
            room = _made(parent, place.name)
        yield room
    finally:
        if room is not None:
            _leave(room)


def _leave(room: Path) -> None:
    """Take a room of this program away, and let go of it."""
    with held_back():
        _clear(room, _OPEN.pop(room))


def leave_all() -> None:
    """Take away what this program still holds: a signal may come in the very moment in which a room is left."""
    with suppress(OSError):
        for room in list(_OPEN):
            _leave(room)


def _made(parent: Path, name: str) -> Path:
    """Make a room and hold it; another program may sweep it in the moment between."""
    while True:
        room = parent / f".{name[:40]}.{token_hex(4)}{_MARK}"
        room.mkdir(mode=system.HERE.room_mode)
        held, lock = _hold(room)
        if held is not False and room.exists():
            _OPEN[room] = lock
            return room
        if lock is not None:
            os.close(lock)


def _hold(room: Path) -> tuple[bool | None, int | None]:
    """Lock a room: whether it is ours now (None: such locks are not to be had here), and what holds it."""
    try:
        return True, system.HERE.hold(room)
    except BlockingIOError:
        return False, None
    except OSError:
        return None, None


def sweep(parent: Path) -> None:
    """Take away the rooms that dead programs left in a folder, and put back what one had taken from its place."""
    with suppress(OSError), os.scandir(parent) as found:
        rooms = [Path(entry.path) for entry in found if ROOM.fullmatch(entry.name) and _ours(entry)]
        for room in rooms:
            held, lock = _hold(room)
            with held_back(), suppress(OSError):
                if held or (held is None and _age_s(room) > _FORGOTTEN_S):
                    _clear(room, lock)


def _ours(entry: os.DirEntry[str]) -> bool:
    """Say whether a room was made by this user, and is a folder and no link to one."""
    with suppress(OSError):
        made = entry.stat(follow_symlinks=False)
        return stat.S_ISDIR(made.st_mode) and system.HERE.owns(made)
    return False


def _age_s(room: Path) -> float:
    with suppress(OSError):
        return time.time() - room.stat().st_mtime
    return 0.0


def _clear(room: Path, lock: int | None) -> None:
    """Take a room away, and let go of it; a folder that was moved into it, and for which nothing stands, goes back."""
    try:
        for old in _names(room / _OLD):
            if not (room.parent / old).exists():
                system.HERE.rename(room / _OLD / old, room.parent / old)
        shutil.rmtree(room, ignore_errors=True)
    finally:
        if lock is not None:
            os.close(lock)
    if room.exists():  # what holds it may lie in it, and stays there while it is open
        shutil.rmtree(room, ignore_errors=True)


def _names(folder: Path) -> list[str]:
    with suppress(FileNotFoundError):
        return os.listdir(folder)
    return []


def take_place(new: Path, place: Path) -> None:
    """Let a folder made in a room stand at ``place``; one that stood there is in the room afterwards.

    At one stroke where the system can let two folders change places, else in two, between which a program that dies
    leaves it to ``sweep`` to put the old one back. Raises ``OSError``; then all is as it was.
    """
    if not place.exists():
        system.HERE.rename(new, place)
    elif not system.HERE.exchange(new, place):
        old = new.parent / _OLD
        old.mkdir()
        with held_back():
            system.HERE.rename(place, old / place.name)
            system.HERE.rename(new, place)  # if it can't, the old one is put back when the room is cleared
