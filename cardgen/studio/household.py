"""What a household keeps, as one file: ledger, tables, kits, printers' profiles, own packs and brought files.

The studio on a computer and the one in a web page write and read the same file, so it carries a household from one to
the other. The kit in the making is not in it.
"""

from __future__ import annotations

import io
import os
import sqlite3
import zipfile
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cardgen.errors import PrintError
from cardgen.studio import brought
from cardgen.studio.render import as_print_error
from cardgen.studio.room import REQUESTED, BadField, Room
from factbank.deal import ledger
from liarsdeck import sqlite
from liarsdeck.files import data_dir, write_atomic
from referee.store import journal

NAME = "household.zip"
BEFORE = "household-before.zip"
"""Where the household lies that was replaced last."""
_STORES = {"ledger.sqlite": ledger.KIND, "tables.sqlite": journal.KIND}
_FILES = ("printers.toml", "names.toml")
_FOLDERS = ("kits", "packs", "brought")
_DATE = (1980, 1, 1, 0, 0, 0)

Sent = Callable[[Request], Awaitable[tuple[Mapping[str, str], Sequence[tuple[str, bytes]]]]]


class HouseholdPages:
    """The handlers for the file. `rendered` renders a template, and `sent` returns what a form with files holds."""

    def __init__(self, room: Room, base: str, rendered: Callable[..., Response], sent: Sent) -> None:
        self._room, self._base, self._rendered, self._sent = room, base, rendered, sent

    async def show(self, request: Request) -> Response:
        """Respond with the page that saves the file and reads it back."""
        return self._rendered("household.html", back="back" in request.query_params)

    async def save(self, _request: Request) -> Response:
        """Respond with the file."""
        data = await self._room.press.ask(REQUESTED, packed)
        said = {"content-disposition": f'attachment; filename="{NAME}"'}
        return Response(data, media_type="application/zip", headers=said)

    async def read(self, request: Request) -> Response:
        """Replace the household by the file that was sent."""
        _, files = await self._sent(request)
        try:
            if len(files) != 1:
                raise BadField("household", f"Choose one file first: the {NAME} that was saved.")
            await self._room.press.ask(REQUESTED, replace, files[0][1])
        except (PrintError, BadField) as no:
            return self._rendered("household.html", 422, back=False, faults={"household": str(no)})
        return RedirectResponse(f"{self._base}/household?back", 303)


@as_print_error
def packed() -> bytes:
    """Return what the household keeps as a ZIP. Raises PrintError for a damaged database."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, file in _kept(data_dir()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, _copied(file, _STORES[name]) if name in _STORES else file.read_bytes())
    return out.getvalue()


@as_print_error
def replace(data: bytes) -> None:
    """Replace what the household keeps by what a ZIP holds; what it kept is left in `BEFORE`.

    Raises PrintError, and changes nothing, for a file that is no copy of a household, or damaged.
    """
    files = brought.opened(NAME, data, brought.MOST_BYTES)
    taken = {name.casefold() for name in files}
    wrong = next((name for name in files if not _is_kept(name) or _is_below(name, taken)), "")
    if wrong or not files:
        what = f"it holds “{wrong[:40]}”" if wrong else "it is empty"
        raise PrintError(f"that is no {NAME} that a studio saved: {what}")
    with TemporaryDirectory() as scratch:
        for name in _STORES.keys() & files.keys():
            (copy := Path(scratch, name)).write_bytes(files[name])
            with closing(sqlite.open_store(copy, _STORES[name], write=True, make=False)) as store:
                sqlite.check(store, copy, _STORES[name])
        home = data_dir()
        write_atomic(home / BEFORE, packed(), private=True)
        for name, kind in _STORES.items():
            if name in files:
                _restore(Path(scratch, name), home / name, kind)
        for name, file in _kept(home):
            if name not in files and name not in _STORES:
                file.unlink()
                with suppress(OSError):  # which is not empty
                    os.removedirs(file.parent)
        for name in files.keys() - _STORES.keys():
            write_atomic(home / name, files[name], private=True)


def _is_kept(name: str) -> bool:
    folder, slash, _ = name.partition("/")
    return folder in _FOLDERS if slash else name in (*_STORES, *_FILES)


def _is_below(name: str, taken: Collection[str]) -> bool:
    """Return whether a name needs a folder where another file is."""
    return any(str(above).casefold() in taken for above in PurePosixPath(name).parents)


def _kept(home: Path) -> Iterator[tuple[str, Path]]:
    """Yield name and path of all files that a household keeps, in order."""
    for name in (*_STORES, *_FILES):
        if (home / name).is_file():
            yield name, home / name
    for folder in _FOLDERS:
        for file in sorted((home / folder).rglob("*")):
            name = file.relative_to(home).as_posix()
            if file.is_file() and not any(part.startswith(".") for part in name.split("/")):
                yield name, file


def _copied(file: Path, kind: sqlite.Kind) -> bytes:
    """Return a database as one file without a write-ahead log, also while others write to it."""
    with TemporaryDirectory() as scratch, closing(sqlite.open_store(file, kind, write=True, make=False)) as store:
        sqlite.back_up(store, file, kind, copy := Path(scratch, file.name))
        with closing(sqlite3.connect(copy, isolation_level=None)) as alone:
            alone.execute("PRAGMA journal_mode = DELETE")
        return copy.read_bytes()


def _restore(copy: Path, place: Path, kind: sqlite.Kind) -> None:
    """Put a checked database into its place, in one transaction, also while others read it."""
    with (
        closing(sqlite.open_store(place, kind, write=True, make=True)) as store,
        closing(sqlite3.connect(copy)) as new,
        sqlite.faults(place, kind.name),
    ):
        new.backup(store)
