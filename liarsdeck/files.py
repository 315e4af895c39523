"""Files and folders written whole or not at all, through a staging directory; places refused before work begins."""

import errno
import os
import re
import shutil
import stat
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from liarsdeck import system
from liarsdeck.errors import UserError
from liarsdeck.system import go_on, held_back

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


STDOUT = "-"
"""The path that stands for standard output, wherever one file is written."""

_ELSEWHERE = re.compile(r"[/\\]{2}|[/\\]\?\?[/\\]|.*://", re.DOTALL)  # \\server\share, \??\UNC\server\share, an address


def read_within(path: Path, limit: int) -> bytes:
    """Return a file's bytes, but no more than ``limit`` + 1 of them, whatever the file claims. Raises ``OSError``.

    Who gets more than ``limit`` refuses the file; a device or a pipe without an end does no harm.
    """
    with Path(path).open("rb") as file:
        return file.read(limit + 1)


def read_text(path: Path, limit: int) -> str:
    """Return a file's text. Raises ``OSError``; ``ValueError``, in words, for more than ``limit`` bytes or no UTF-8."""
    data = read_within(path, limit)
    if len(data) > limit:
        size = f"{limit // 1_000_000} MB" if limit >= 1_000_000 else f"{limit // 1000} kB"
        raise ValueError(f"it is larger than {size}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"it is no text in UTF-8 (line {line})") from None


def named_file(folder: Path, name: str) -> Path:
    """Return the path of a file that another file names, which may be a stranger's. Raises ``ValueError`` in words.

    Nothing is asked of another machine, and no pipe or device is opened; there may be no such file.
    """
    if _ELSEWHERE.match(name):
        raise ValueError("nothing is fetched from another machine: save it here, and name the file")
    if why := system.HERE.unfit(Path(name)):
        raise ValueError(why)
    path = _spelt(folder / name)
    with suppress(OSError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise ValueError(f"{path} is no file")
    return path


def _spelt(path: Path) -> Path:
    """Return a path as it is spelt on this disk: a Mac writes é as two signs, others as one."""
    spelt = (unicodedata.normalize(form, str(path)) for form in ("NFC", "NFD"))
    return Path(next((text for text in (str(path), *spelt) if os.path.exists(text)), path))


def make_folder(folder: Path, *, private: bool = False) -> None:
    """Make a folder and those on the way that are missing, ``private`` ones for their owner alone, whatever the mask.

    One that is there keeps its mode. Raises ``OSError``.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700 if private else 0o777, exist_ok=True)
        sync_names(path.absolute().parent)
    folder.mkdir(exist_ok=True)  # says so where a file stands in its place


def sync_names(folder: Path) -> None:
    """Return when a folder's list of names is on the disk; a system or a network folder that refuses this goes on."""
    with suppress(OSError):
        system.HERE.sync(folder)


def sync_all(folder: Path) -> None:
    """Return when a folder, and all that is in it, is on the disk. Raises ``OSError``."""
    for path, _folders, names in os.walk(folder, topdown=False):
        for name in names:
            if not os.path.islink(file := os.path.join(path, name)):
                system.HERE.sync(Path(file))
        sync_names(Path(path))


def write_atomic(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write ``data`` to ``path``: beside it first, then renamed, so that nobody ever sees half a file.

    ``-`` is standard output. Folders on the way are made. A link is followed, so that what it points to is written; a
    pipe or a device is written into, never replaced. A ``private`` file, and a folder made for it, can be read by its
    owner alone. It is on the disk when this returns. Raises ``OSError`` when the place can't be written; the old file
    then still stands.
    """
    path = Path(path)
    if str(path) == STDOUT:
        write_stdout(data)
        return
    if why := system.HERE.unfit(path):
        raise OSError(errno.EINVAL, why, str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    place = Path(os.path.realpath(path))
    make_folder(place.parent, private=private)
    try:
        with room_beside(place) as room:
            new = room / NEW
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                system.HERE.flush(file.fileno())
            go_on()
            system.HERE.replace(new, place)
    except OSError as error:  # nobody asked for the file beside, and a full disk names none: name the one asked for
        raise OSError(error.errno, error.strerror, str(path)) from None
    sync_names(place.parent)


def write_stdout(data: bytes) -> None:
    """Write to standard output; where that is a file, it is on the disk when this returns. Raises ``OSError``."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    with suppress(OSError):  # a pipe, a screen
        system.HERE.flush(sys.stdout.fileno())


def check_file(out: Path) -> Path:
    """Return the path, or refuse what cannot become a file (UserError), before any work is done.

    ``-`` is standard output, where that is no screen.
    """
    if str(out) == STDOUT:
        if sys.stdout.isatty():
            raise UserError("a print goes to a file or into a pipe, not to the screen: name a file with -o")
        return out
    if out.is_dir():
        raise UserError(f"{out} is a folder; name a file in it, such as {out / 'deck.pdf'}")
    check_writable(out)
    return out


def check_folder(folder: Path, mark: str, code: str, *, force: bool) -> Path:
    """Return where a kit's folder may stand, or refuse (UserError) before any work is done.

    An empty folder is taken. So is one that holds this kit already, or another kit where `force` is given: `mark` is
    the file that tells a kit's folder, and `code` stands in it. Anything else is left alone.
    """
    check_no_file(folder)
    if folder.is_dir():
        held = sorted(path.name for path in folder.iterdir())
        if held and mark not in held:
            raise UserError(f"{folder} holds other things ({held[0]} …): name an empty or a new folder with -o")
        if held and not force and code not in _text(folder / mark):
            raise UserError(f"{folder} holds another kit: name another folder with -o, or replace it with --force")
    check_writable(folder)
    return folder


def check_no_stdout(folder: Path) -> None:
    """Refuse the sign for standard output where a folder is to be written (UserError)."""
    if str(folder) == STDOUT:
        raise UserError("this writes a folder, which standard output can't take: name one with -o")


def check_no_file(folder: Path) -> None:
    """Refuse what cannot become a folder: a file, a link, the sign for standard output (UserError)."""
    check_no_stdout(folder)
    if folder.is_symlink():
        raise UserError(f"{folder} is a link: name what it points to, or another folder, with -o")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is there already and is no folder: name another one with -o")


def _text(path: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return path.read_text(encoding="utf-8")
    return ""


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written (UserError)."""
    if why := system.HERE.unfit(path):
        raise UserError(f"{path} cannot be written: {why}")
    folders = path.absolute().parents
    parent = next((folder for folder in folders if folder.exists()), None)
    if parent is None:
        raise UserError(f"{path} cannot be written: there is no {folders[-1]}")
    if not parent.is_dir():
        raise UserError(f"{path} cannot be written: {parent} is a file")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UserError(f"{path} cannot be written: the folder {parent} may not be written to")


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder beside `folder` to write in; it takes the other's place when all went well, and is on the disk.

    What goes wrong, Ctrl-C too, leaves nothing behind, and a folder that was there before as it was.
    """
    parent = folder.absolute().parent
    made = [path for path in (parent, *parent.parents) if not path.exists()]
    try:
        make_folder(parent)
        with room_beside(folder) as room:
            new = room / NEW
            new.mkdir()
            yield new
            sync_all(new)
            go_on()
            take_place(new, folder)
            sync_names(parent)
    except BaseException as error:
        with held_back(), suppress(OSError):
            for path in made:
                path.rmdir()
        if isinstance(error, OSError) and _in_room(error.filename):
            raise OSError(error.errno, error.strerror, str(folder)) from None  # nobody asked for the folder beside
        raise


def _in_room(filename: object) -> bool:
    return filename is None or (isinstance(filename, str) and any(map(ROOM.fullmatch, Path(filename).parts)))
