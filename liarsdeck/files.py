"""Files and folders that stand whole or not at all, and places refused before any work is done."""

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from liarsdeck.errors import UserError

STDOUT = "-"
"""The path that stands for standard output, wherever one file is written."""


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


def make_folder(folder: Path, *, private: bool = False) -> None:
    """Make a folder and those on the way that are missing, ``private`` ones for their owner alone, whatever the mask.

    One that is there keeps its mode. Raises ``OSError``.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700 if private else 0o777, exist_ok=True)
    folder.mkdir(exist_ok=True)  # says so where a file stands in its place


def sync(path: Path) -> None:
    """Return when a file, or a folder's list of names, is on the disk; a system that has no such call has done it."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except PermissionError:  # a folder on Windows
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_atomic(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write ``data`` to ``path``: beside it first, then renamed, so that nobody ever sees half a file.

    ``-`` is standard output. Folders on the way are made. A link is followed, so that what it points to is written; a
    pipe or a device is written into, never replaced. A ``private`` file, and a folder made for it, can be read by its
    owner alone. Raises ``OSError`` when the place can't be written; the old file then still stands.
    """
    path = Path(path)
    if str(path) == STDOUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    named, path = path, Path(os.path.realpath(path))
    make_folder(path.parent, private=private)
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    except OSError as error:  # nobody asked for the file beside: name the one that was asked for
        raise OSError(error.errno, error.strerror, str(named)) from None
    try:
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:  # a full disk does not say which file had no room (and closing says it again)
            raise OSError(error.errno, error.strerror, str(named)) from None
        # mkstemp makes a private file; most are meant to be shared like any other document.
        if not private:
            mask = os.umask(0)
            os.umask(mask)
            Path(beside).chmod(0o666 & ~mask)
        Path(beside).replace(path)
        with suppress(OSError):  # the file stands; some network folders refuse this
            sync(path.parent)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise


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
    parent = path.absolute().parent
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir():
        raise UserError(f"{path} cannot be written: {parent} is a file")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UserError(f"{path} cannot be written: the folder {parent} may not be written to")


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder beside `folder` to write in; it takes the other's place when all went well.

    What goes wrong, Ctrl-C too, leaves nothing behind, and a folder that was there before as it was.
    """
    parent = folder.absolute().parent
    made = [path for path in (parent, *parent.parents) if not path.exists()]
    try:
        parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=parent))
        try:
            yield beside
            mask = os.umask(0)
            os.umask(mask)
            beside.chmod(0o777 & ~mask)
            _take_place(beside, folder)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
    except BaseException as error:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        if isinstance(error, OSError) and _beside(error.filename, folder):
            raise OSError(error.errno, error.strerror, str(folder)) from None  # nobody asked for the folder beside
        raise


def _beside(filename: object, folder: Path) -> bool:
    return filename is None or (isinstance(filename, str) and f"{os.sep}.{folder.name}." in filename)


def _take_place(beside: Path, folder: Path) -> None:
    if not folder.exists():
        beside.rename(folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".old", dir=beside.parent))
    try:
        folder.replace(old / folder.name)
        try:
            beside.rename(folder)
        except BaseException:
            (old / folder.name).replace(folder)
            raise
    finally:
        if folder.exists():
            shutil.rmtree(old, ignore_errors=True)
