"""Where this household's data live, and how a file is written so that it is never half there."""

import contextlib
import os
import tempfile
from pathlib import Path

HOME_VARIABLE = "LIARSDECK_HOME"


def data_dir() -> Path:
    """Return the folder for kits, ledger, tables, own packs and printers (not made until something is written).

    ``LIARSDECK_HOME`` names it; otherwise it is the platform's folder for user data.
    """
    if named := os.environ.get(HOME_VARIABLE):
        return Path(named).expanduser()
    from platformdirs import user_data_dir

    return Path(user_data_dir("liarsdeck", appauthor=False))


def packs_dir() -> Path:
    """Return the folder whose packs are found by name."""
    return data_dir() / "packs"


def kits_dir() -> Path:
    """Return the folder that keeps the facts of every kit by its code."""
    return data_dir() / "kits"


def ledger_path() -> Path:
    """Return the household's ledger of what has been dealt."""
    return data_dir() / "ledger.sqlite"


def write_atomic(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``: beside it first, then renamed, so that nobody ever sees half a file.

    Folders on the way are made. Raises ``OSError`` when the place can't be written; the old file then still stands.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes a private file; a kit is meant to be shared like any other document.
        mask = os.umask(0)
        os.umask(mask)
        Path(beside).chmod(0o666 & ~mask)
        Path(beside).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise
