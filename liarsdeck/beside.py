"""A room beside the place that is written: what is in it takes the place at one stroke, or is gone.

A room is a hidden folder, its owner's alone, locked by the program that writes in it. What a program left that was
killed is swept by the next one that writes in the same folder.
"""

import errno
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from liarsdeck.signals import held_back

if sys.platform != "win32":
    import fcntl

_MARK = ".liarsdeck"
ROOM = re.compile(rf"\..*\.[a-z0-9_]{{8}}{re.escape(_MARK)}", re.DOTALL)
"""Names of rooms."""

NEW = "new"
"""What is made in a room, by the name that it has there."""

_OLD = "old"  # what a room holds of the folder that is being replaced, under its own name
_OPEN: dict[Path, int | None] = {}  # rooms of this process, with what holds each
_FORGOTTEN_S = 24 * 3600  # until a room is given up where nobody can say whether it is still written in
_SWAP = 2  # both RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS
_AT_CWD = -100


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
        try:
            _clear(room)
        finally:
            lock = _OPEN.pop(room)
            if lock is not None:
                os.close(lock)


def leave_all() -> None:
    """Take away what this program still holds: a signal may come in the very moment in which a room is left."""
    with suppress(OSError):
        for room in list(_OPEN):
            _leave(room)


def _made(parent: Path, name: str) -> Path:
    """Make a room and hold it; another program may sweep it in the moment between."""
    while True:
        room = Path(tempfile.mkdtemp(prefix=f".{name[:40]}.", suffix=_MARK, dir=parent))
        held, lock = _hold(room)
        if held is not False and room.exists():
            _OPEN[room] = lock
            return room
        if lock is not None:
            os.close(lock)


def _hold(room: Path) -> tuple[bool | None, int | None]:
    """Lock a room: whether it is ours now (None: such locks are not to be had here), and what holds it."""
    if sys.platform == "win32":
        return None, None
    try:
        lock = os.open(room, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None, None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        return (False if error.errno in (errno.EWOULDBLOCK, errno.EACCES) else None), None
    return True, lock


def sweep(parent: Path) -> None:
    """Take away the rooms that dead programs left in a folder, and put back what one had taken from its place."""
    with suppress(OSError), os.scandir(parent) as found:
        rooms = [Path(entry.path) for entry in found if ROOM.fullmatch(entry.name) and _ours(entry)]
        for room in rooms:
            held, lock = _hold(room)
            with held_back(), suppress(OSError):
                if held or (held is None and _age_s(room) > _FORGOTTEN_S):
                    _clear(room)
            if lock is not None:
                os.close(lock)


def _ours(entry: os.DirEntry[str]) -> bool:
    """Say whether a room was made by this user, and is a folder and no link to one."""
    with suppress(OSError):
        made = entry.stat(follow_symlinks=False)
        return stat.S_ISDIR(made.st_mode) and (sys.platform == "win32" or made.st_uid == os.geteuid())
    return False


def _age_s(room: Path) -> float:
    with suppress(OSError):
        return time.time() - room.stat().st_mtime
    return 0.0


def _clear(room: Path) -> None:
    """Take a room away; a folder that was moved into it, and for which nothing new stands, goes back first."""
    for old in _names(room / _OLD):
        if not (room.parent / old).exists():
            (room / _OLD / old).rename(room.parent / old)
    shutil.rmtree(room, ignore_errors=True)


def _names(folder: Path) -> list[str]:
    with suppress(OSError):
        return os.listdir(folder)
    return []


def take_place(new: Path, place: Path) -> None:
    """Let a folder made in a room stand at ``place``; one that stood there is in the room afterwards.

    At one stroke where the system can let two folders change places, else in two, between which a program that dies
    leaves it to ``sweep`` to put the old one back. Raises ``OSError``; then all is as it was.
    """
    if not place.exists():
        new.rename(place)
    elif not _exchanged(new, place):
        old = new.parent / _OLD
        old.mkdir()
        with held_back():
            place.rename(old / place.name)
            new.rename(place)  # if it can't, the old one is put back when the room is cleared


def _exchanged(one: Path, other: Path) -> bool:
    """Let two folders change places; False where that is not to be had."""
    import ctypes

    with suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None, use_errno=True)
        names = os.fsencode(one), os.fsencode(other)
        if sys.platform == "darwin":
            return bool(libc.renamex_np(*names, _SWAP) == 0)
        if sys.platform == "linux":
            return bool(libc.renameat2(_AT_CWD, names[0], _AT_CWD, names[1], _SWAP) == 0)
    return False
