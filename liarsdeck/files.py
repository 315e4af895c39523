"""Write files and folders completely or not at all, and read files of strangers with limits.

Output is written to a staging directory in the folder where it is to be, then moved to its place. A staging directory
has a special name, and is locked while its program runs. If a program is killed, the next one that writes in the same
folder deletes the staging directory that was left.
"""

import errno
import os
import re
import shutil
import stat
import sys
import time
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from secrets import token_hex

from liarsdeck import system
from liarsdeck.english import quoted
from liarsdeck.errors import UserError, elsewhere
from liarsdeck.system import raise_if_ended, signals_deferred

HOME_VARIABLE = "LIARSDECK_HOME"
FORMAT_KEY = "format"
STDOUT = "-"
"""The path that stands for standard output, wherever one file is written."""

STAGING_NAME = re.compile(r"\..*\.[a-z0-9_]{8}\.liarsdeck", re.DOTALL)
_NEW, _OLD = "new", "old"  # in a staging directory: what is being made; a replaced folder, under its own name
_WHOLE = "whole"  # there too: what ``exchange_names`` moves to its places, also after its program died
_OPEN: dict[Path, int | None] = {}  # staging directories of this process, and the handle that locks each
_ABANDONED_S = 24 * 3600  # where nothing can be locked, an older staging directory is given up
_REMOTE = re.compile(r"[/\\]{2}|[/\\]\?\?[/\\]|.*://", re.DOTALL)  # \\server\share, \??\UNC\server\share, an address


# ------------------------------------------------------------------------------------------------------ the places


def data_dir() -> Path:
    """Return the folder for all that the program stores for a user.

    It holds the kits, the ledger of facts, tables, own packs and printers. It is the folder in the environment variable
    ``LIARSDECK_HOME``, else the platform's folder for user data. It may not exist yet. Raises ``UserError`` if there is
    no home folder.
    """
    if named := os.environ.get(HOME_VARIABLE):
        folder = os.path.expanduser(named)
    else:
        from platformdirs import user_data_dir

        try:
            folder = user_data_dir("liarsdeck", appauthor=False)
        except RuntimeError:  # as its newer versions say it
            folder = "~"
    if folder.startswith("~"):  # nobody knows whose: a folder of that name would be made wherever one stands
        why = f"there is no home folder to keep things in ({folder})"
        raise UserError(f"{why}: name a folder for tables and kits in {HOME_VARIABLE}")
    return Path(folder)


@cache
def templates() -> Path:
    """Return the folder of the templates: in the package ``referee`` of a wheel, beside that package in a checkout."""
    packages = Path(__file__).parents[1]
    inside = packages / "referee" / "templates"
    return inside if inside.is_dir() else packages / "templates"


def packs_dir() -> Path:
    """Return the folder of the user's own fact packs (TOML files), which can be used by name."""
    return data_dir() / "packs"


def brought_dir() -> Path:
    """Return the folder of files that people uploaded to the studio; they may be a stranger's work."""
    return data_dir() / "brought"


def kits_dir() -> Path:
    """Return the folder that keeps the facts of every kit in a file named by the kit's code."""
    return data_dir() / "kits"


def ledger_path() -> Path:
    """Return the path of the ledger: the SQLite file of all facts that this household was dealt."""
    return data_dir() / "ledger.sqlite"


def default_folder() -> Path:
    """Return the folder for output: ``output/`` in a checkout of this project, else the current folder."""
    here = Path("pyproject.toml")
    with suppress(OSError, UnicodeDecodeError):
        if Path("output").is_dir() and 'name = "liarsdeck"' in here.read_text(encoding="utf-8"):
            return Path("output")
    return Path()


# ------------------------------------------------------------------------------------------------------- writing


def write_atomic(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write ``data`` to ``path`` atomically; it is synced to the disk when this returns.

    ``-`` is standard output. Missing folders are made. The target of a link is written; a pipe or device is written
    to, not replaced. A ``private`` file, and folders made for it, are readable by their owner only. Raises ``OSError``
    if that fails; an old file is then unchanged.
    """
    path = Path(path)
    if str(path) == STDOUT:
        write_stdout(data)
        return
    if why := system.CURRENT_OS.name_fault(path):
        raise OSError(errno.EINVAL, why, str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    place = Path(os.path.realpath(path))
    make_folder(place.parent, private=private)
    try:
        with staged_file(place, private=private) as new:
            new.write_bytes(data)
    except OSError as error:  # of the staging directory, or without a name (a full disk): name the path asked for
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_stdout(data: bytes) -> None:
    """Write to standard output; if that is a file, it is synced to the disk. Raises ``OSError``."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    with suppress(OSError):  # a pipe, a screen
        system.CURRENT_OS.flush(sys.stdout.fileno())


@contextmanager
def staged_file(place: Path, *, private: bool) -> Iterator[Path]:
    """Yield the path of an empty staging file; at the end of the block, move the file to ``place``.

    The file is synced to the disk before it is moved. Only its owner can read a ``private`` file. If the block deletes
    the staging file or raises, ``place`` is not changed. Raises ``OSError`` if the file can't be written or moved;
    ``place`` is then unchanged.
    """
    with staging_dir(place) as staging:
        new = staging / _NEW
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666))
        yield new
        if not new.exists():
            return
        system.CURRENT_OS.sync(new)
        raise_if_ended()
        system.CURRENT_OS.replace(new, place)
        sync_folder(place.parent)


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty staging folder; at the end of the block, put it in place of ``folder``.

    The folder is synced to the disk before. If the block raises an exception, also on Ctrl-C, nothing is left behind,
    and an earlier ``folder`` is unchanged. Raises ``OSError`` if the folder can't be written.
    """
    parent = folder.absolute().parent
    made = [path for path in (parent, *parent.parents) if not path.exists()]
    try:
        make_folder(parent)
        with staging_dir(folder) as staging:
            new = staging / _NEW
            new.mkdir()
            yield new
            _sync_all(new)
            raise_if_ended()
            replace_folder(new, folder)
            sync_folder(parent)
    except BaseException as error:
        with signals_deferred(), suppress(OSError):
            for path in made:
                path.rmdir()
        if isinstance(error, OSError):
            at: object = error.filename
            if at is None or (isinstance(at, str) and any(map(STAGING_NAME.fullmatch, Path(at).parts))):
                raise OSError(error.errno, error.strerror, str(folder)) from None  # name the folder asked for
        raise


def replace_folder(new: Path, place: Path) -> None:
    """Move ``new``, a folder in a staging directory, to ``place``.

    An earlier folder at ``place`` is moved into the staging directory. The two moves are one atomic exchange if the
    system can do that. Otherwise they are two renames; if the program dies between these, ``sweep`` restores the old
    folder. Raises ``OSError`` if that fails; then all is unchanged.
    """
    if not place.exists():
        system.CURRENT_OS.rename(new, place)
    elif not system.CURRENT_OS.exchange(new, place):
        old = new.parent / _OLD
        old.mkdir()
        with signals_deferred():
            system.CURRENT_OS.rename(place, old / place.name)
            system.CURRENT_OS.rename(new, place)  # on failure ``_remove`` moves the old one back


@contextmanager
def exchanged_names(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    """Yield an empty staging folder; at the end of the block, its entries replace ``names`` in ``folder``.

    ``names`` are entries of ``folder``, all of which are removed; the block makes new ones in the staging folder. If
    the block raises, ``folder`` is unchanged. If the program dies while old entries are moved away, ``sweep`` restores
    them; if it dies later, ``sweep`` completes the exchange. Raises ``OSError`` if that fails; then all is unchanged.
    """
    with staging_dir(folder / "household") as staging:
        (new := staging / _NEW).mkdir(mode=0o700)
        yield new
        _sync_all(new)
        raise_if_ended()
        (staging / _OLD).mkdir()
        with signals_deferred():
            for name in names:
                if os.path.lexists(folder / name):
                    system.CURRENT_OS.rename(folder / name, staging / _OLD / name)
            system.CURRENT_OS.rename(new, staging / _WHOLE)
            sync_folder(staging)
            _move_back(staging, _WHOLE)
            sync_folder(folder)


def _sync_all(new: Path) -> None:
    for inside, _folders, names in os.walk(new, topdown=False):
        for name in names:
            if not os.path.islink(file := os.path.join(inside, name)):
                system.CURRENT_OS.sync(Path(file))
        sync_folder(Path(inside))


def make_folder(folder: Path, *, private: bool = False) -> None:
    """Make a folder and its missing parents. With ``private``, only their owner may read them, whatever the umask.

    An existing folder keeps its mode. Raises ``OSError``.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700 if private else 0o777, exist_ok=True)
        sync_folder(path.absolute().parent)
    folder.mkdir(exist_ok=True)  # raises where a file of that name exists


def sync_folder(folder: Path) -> None:
    """Sync a folder's directory entries to the disk; do nothing where the system or a network folder refuses."""
    with suppress(OSError):
        system.CURRENT_OS.sync(folder)


# -------------------------------------------------------------------------------------------- staging directories


@contextmanager
def staging_dir(place: Path) -> Iterator[Path]:
    """Yield an empty, locked folder beside ``place``, so on the same disk; delete it after the block.

    Staging directories that dead programs left there are deleted first. Raises ``OSError`` if no folder can be made.
    """
    parent = place.absolute().parent
    sweep(parent)
    staging = None
    try:
        with signals_deferred():
            staging = _make_staging(parent, place.name)
        yield staging
    finally:
        if staging is not None:
            with signals_deferred():
                _remove(staging, _OPEN.pop(staging))


def _make_staging(parent: Path, name: str) -> Path:
    while True:  # another program may sweep it before it is locked
        staging = parent / f".{name[:40]}.{token_hex(4)}.liarsdeck"
        staging.mkdir(mode=system.CURRENT_OS.staging_mode)
        locked, handle = _lock(staging)
        if locked is not False and staging.exists():
            _OPEN[staging] = handle
            return staging
        if handle is not None:
            os.close(handle)


def _lock(staging: Path) -> tuple[bool | None, int | None]:
    """Lock a staging directory; return (whether it is ours now, the handle of the lock or None).

    The first value is False if another program has the lock, and None if the file system can't lock.
    """
    try:
        return True, system.CURRENT_OS.lock_folder(staging)
    except BlockingIOError:
        return False, None
    except OSError:
        return None, None


def sweep(parent: Path) -> None:
    """Delete the staging directories that dead programs left in the folder ``parent``; errors are ignored.

    If such a program died while it replaced folders, the old folders are restored. If all new entries were ready, the
    replacement is completed instead.
    """
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in [entry for entry in entries if STAGING_NAME.fullmatch(entry.name)]:
            with suppress(OSError):  # another program may delete it meanwhile
                status = entry.stat(follow_symlinks=False)
                if not stat.S_ISDIR(status.st_mode) or not system.CURRENT_OS.owns(status):
                    continue
                staging = Path(entry.path)
                locked, handle = _lock(staging)
                with signals_deferred():
                    if locked or (locked is None and time.time() - status.st_mtime > _ABANDONED_S):
                        _remove(staging, handle)


def remove_staging() -> None:
    """Delete all staging directories of this process, which an exit by a signal would leave behind."""
    with suppress(OSError):
        for staging in list(_OPEN):
            with signals_deferred():
                _remove(staging, _OPEN.pop(staging))


def _remove(staging: Path, handle: int | None) -> None:
    """Delete a staging directory and release its lock, if ``handle`` is not None.

    Folders in it that were moved away from their place go back there, unless the place is taken.
    """
    try:
        with suppress(FileNotFoundError):
            _move_back(staging, _WHOLE if (staging / _WHOLE).exists() else _OLD)
        shutil.rmtree(staging, ignore_errors=True)
    finally:
        if handle is not None:
            os.close(handle)
    if staging.exists():  # the open lock file lay in it (Windows)
        shutil.rmtree(staging, ignore_errors=True)


def _move_back(staging: Path, inside: str) -> None:
    if os.path.realpath(staging / inside) != os.path.join(os.path.realpath(staging), inside):
        return  # a link, which we never make: what it leads to is not ours to move
    for name in os.listdir(staging / inside):
        if not os.path.lexists(staging.parent / name):
            system.CURRENT_OS.rename(staging / inside / name, staging.parent / name)


# ------------------------------------------------------------------------------------------------------- reading


def check_format(document: Mapping[str, object], newest: int, what: str) -> int:
    """Return the format version that a TOML or JSON document states (key ``format``), or 1 if it states none.

    ``newest`` is the highest version that this program reads. ``what`` names the document in a sentence: "this pack".
    Raises ``ValueError``, with a sentence, for a number above ``newest``, and for a value that is no number from 1 up.
    """
    version = document.get(FORMAT_KEY, 1)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ValueError(f"{FORMAT_KEY} is the number of {what}’s format, such as {newest}, not {str(version)[:40]}")
    if version > newest:
        raise ValueError(f"{what} is of format {version}; this liarsdeck reads up to {newest}: install a newer one")
    return version


def read_within(path: Path, limit: int) -> bytes:
    """Return the first bytes of a file, at most ``limit`` + 1, so that an endless device does no harm.

    If there are more than ``limit`` bytes, the file is too large. Raises ``OSError`` if the file can't be read, or if
    it is a named pipe. A pipe of the shell (``/dev/stdin``, ``/dev/fd/63``) is read.
    """
    path = Path(path)
    if stat.S_ISFIFO(path.stat().st_mode) and not path.is_relative_to("/dev"):
        raise OSError(errno.EINVAL, "it is a pipe, which may never say anything: name a file", str(path))
    with path.open("rb") as file:
        return file.read(limit + 1)


def read_text(path: Path, limit: int) -> str:
    """Return the text of a UTF-8 file, without a byte order mark.

    Raises ``OSError``, and ``ValueError`` with a phrase for more than ``limit`` bytes or text that is not UTF-8.
    """
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
    """Return the path of the file that another file in ``folder`` refers to by ``name``.

    The other file may be a stranger's. Raises ``ValueError``, with a phrase, if the path leads to another machine, to a
    pipe or a device, or out of the folder of uploaded files (``brought_dir``) if ``folder`` is in that. The file need
    not exist. If it exists only under a name with composed or decomposed accents, the path has that name.
    """
    if _REMOTE.match(name):
        raise ValueError("nothing is fetched from another machine: save it here, and name the file")
    if why := system.CURRENT_OS.name_fault(Path(name)):
        raise ValueError(why)
    path = folder / name
    spellings = (str(path), *(unicodedata.normalize(form, str(path)) for form in ("NFC", "NFD")))
    path = Path(next((text for text in spellings if os.path.exists(text)), path))
    with suppress(OSError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise ValueError(f"{path} is no file")
    with suppress(UserError):  # there is no household
        brought, here, there = (Path(os.path.realpath(place)) for place in (brought_dir(), folder, path))
        if here.is_relative_to(brought) and not there.is_relative_to(brought):
            raise ValueError("it lies outside of what was brought: bring it along, beside the file that names it")
    return path


# ---------------------------------------------------------------------------------- places refused before any work


def check_file(out: Path) -> Path:
    """Return ``out`` if a file can be written there; raise ``UserError`` if not.

    The path ``-`` is standard output, which is refused if it is a terminal.
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
    """Return ``folder`` if a kit (the printed files of one deck) may be written there.

    It may be missing or empty, or hold this kit; with ``force``, it may hold any kit. ``mark`` is the name of a file
    that every kit has, and whose text contains the kit's ``code``. Without ``force``, every other file must be one that
    the kit's ``README.txt`` names. Raises ``UserError`` otherwise.
    """
    check_no_file(folder)
    if folder.is_dir():
        names = sorted(path.name for path in folder.iterdir())
        if names and mark not in names:
            raise UserError(elsewhere(folder, f"other things ({names[0]} …)", force=False))
        kit = ""
        if names and not force:
            with suppress(OSError, UnicodeDecodeError):
                kit = (folder / mark).read_text(encoding="utf-8")
            if code not in kit:
                raise UserError(elsewhere(folder, "another kit"))
            told = ""
            with suppress(OSError, UnicodeDecodeError):
                told = (folder / "README.txt").read_text(encoding="utf-8")
            check_ours(folder, {name for name in names if name in told} | {mark, "README.txt"})
    check_writable(folder)
    return folder


def check_ours(folder: Path, ours: Collection[str]) -> None:
    """Raise ``UserError`` if a folder has an entry that is not named in ``ours``.

    Files that the system's file manager makes, such as ``.DS_Store``, are allowed.
    """
    for path in sorted(folder.iterdir()):
        if path.name not in ours and path.name not in {".DS_Store", "Thumbs.db", "desktop.ini"}:
            raise UserError(elsewhere(folder, f"{quoted(path.name)}, which would be lost"))


def check_no_stdout(folder: Path) -> None:
    """Raise ``UserError`` if ``folder`` is ``-``, which means standard output and can't be a folder."""
    if str(folder) == STDOUT:
        raise UserError("this writes a folder, which standard output can't take: name one with -o")


def check_no_file(folder: Path) -> None:
    """Raise ``UserError`` if a path can't become a folder: it is a file, a link, or ``-`` for stdout."""
    check_no_stdout(folder)
    if folder.is_symlink():
        raise UserError(f"{folder} is a link: name what it points to, or another folder, with -o")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is there already and is no folder: name another one with -o")


def check_writable(path: Path) -> None:
    """Raise ``UserError`` if a path can't be written.

    That is so if there is no permission or no such drive, or if a folder above it is a file. The folder of ``path`` may
    be missing; if the folder above that is missing as well, the path is taken for mistyped.
    """
    if why := system.CURRENT_OS.name_fault(path):
        raise UserError(f"{path} cannot be written: {why}")
    folders = path.absolute().parents
    parent = next((folder for folder in folders if folder.exists()), None)
    if parent is None:
        raise UserError(f"{path} cannot be written: there is no {folders[-1]}")
    if not parent.is_dir():
        raise UserError(f"{path} cannot be written: {parent} is a file")
    missing = [folder for folder in path.parents if not folder.exists()]
    if len(missing) > 1:
        raise UserError(f"{path} cannot be written: there is no folder {missing[-1]}")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UserError(f"{path} cannot be written: the folder {parent} may not be written to")
