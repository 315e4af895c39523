"""The folders of this household's data, and the default folder for prints."""

import os
from contextlib import suppress
from pathlib import Path

from liarsdeck.errors import UserError

HOME_VARIABLE = "LIARSDECK_HOME"


def data_dir() -> Path:
    """Return the folder for kits, ledger, tables, own packs and printers (not made until something is written).

    ``LIARSDECK_HOME`` names it; otherwise it is the platform's folder for user data. Raises ``UserError`` where there
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
        raise UserError(f"{why}: name a folder for tables and kits in {HOME_VARIABLE}")
    return Path(folder)


def packs_dir() -> Path:
    """Return the folder whose packs are found by name."""
    return data_dir() / "packs"


def kits_dir() -> Path:
    """Return the folder that keeps the facts of every kit by its code."""
    return data_dir() / "kits"


def ledger_path() -> Path:
    """Return the file of the household's ledger of dealt facts."""
    return data_dir() / "ledger.sqlite"


def default_folder() -> Path:
    """Return ``output/`` in a checkout of this project, and the current folder anywhere else."""
    here = Path("pyproject.toml")
    with suppress(OSError, UnicodeDecodeError):
        if Path("output").is_dir() and 'name = "liarsdeck"' in here.read_text(encoding="utf-8"):
            return Path("output")
    return Path()
