"""Where this household's data live, and how a file is written so that it is never half there."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from factbank.errors import FactError

HOME_VARIABLE = "LIARSDECK_HOME"


def data_dir() -> Path:
    """Return the folder for kits, ledger, tables, own packs and printers (not made until something is written).

    ``LIARSDECK_HOME`` names it; otherwise it is the platform's folder for user data. Raises ``FactError`` where there
    is no home folder to put it in.
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
        raise FactError(f"{why}: name a folder for tables and kits in {HOME_VARIABLE}")
    return Path(folder)


def packs_dir() -> Path:
    """Return the folder whose packs are found by name."""
    return data_dir() / "packs"


def kits_dir() -> Path:
    """Return the folder that keeps the facts of every kit by its code."""
    return data_dir() / "kits"


def ledger_path() -> Path:
    """Return the household's ledger of what has been dealt."""
    return data_dir() / "ledger.sqlite"


def read_within(path: Path, limit: int) -> bytes:
    """Return a file's bytes, but no more than ``limit`` + 1 of them, whatever the file claims. Raises ``OSError``.

    Who gets more than ``limit`` refuses the file; a device or a pipe without an end does no harm.
    """
    with Path(path).open("rb") as file:
        return file.read(limit + 1)


def write_atomic(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write ``data`` to ``path``: beside it first, then renamed, so that nobody ever sees half a file.

    Folders on the way are made. A link is followed, so that what it points to is written; a pipe or a device is written
    into, never replaced. A ``private`` file can be read by its owner alone. Raises ``OSError`` when the place can't be
    written; the old file then still stands.
    """
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    named, path = path, Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
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
    except BaseException:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise
