"""One file with all that a household keeps: ledger, tables, kits, printers' profiles, packs and uploads.

The studio on a computer and the one in a web page write and read the same file, so a household can move from one to the
other. The kit that is being made in the studio is not in this file.
"""

from __future__ import annotations

import io
import os
import sqlite3
import zipfile
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.errors import PrintError
from cardgen.studio import brought
from cardgen.studio.answers import Handlers, RoomPages, download, sent_of
from cardgen.studio.room import REQUESTED, BadField
from factbank.deal import ledger
from liarsdeck import sqlite
from liarsdeck.files import data_dir, exchanged_names, make_folder, sweep, write_atomic
from liarsdeck.language import later, say
from referee.store import journal
from referee.store.lock import HOUSEHOLD, TableLock, held_files

NAME = "household.zip"
BEFORE = "household-before.zip"
"""The copy of a household that was replaced; further copies have a number behind this name."""
_STORES = {"ledger.sqlite": ledger.KIND, "tables.sqlite": journal.KIND}
_FILES = ("printers.toml", "names.toml")
_FOLDERS = ("kits", "packs", "brought")
_DATE = (1980, 1, 1, 0, 0, 0)


class HouseholdPages(RoomPages):
    """The handlers of requests for the household's file."""

    async def show(self, request: Request) -> Response:
        """Respond with the page on which the household's file can be saved, and a saved one restored."""
        return self.rendered("household.html", back="back" in request.query_params)

    async def save(self, _request: Request) -> Response:
        """Respond with a ZIP file of all that the household keeps, as a download."""
        data = await self.room.press.ask(REQUESTED, packed)
        return download(data, NAME)

    async def read(self, request: Request) -> Response:
        """Replace the household's data by the uploaded file, and redirect to the page of `show`.

        If the upload is refused, respond with that page and the reason.
        """
        _, files = await sent_of(request)
        try:
            if len(files) != 1:
                raise BadField("household", say("Choose one file first: the {name} that was saved.", name=NAME))
            await self.room.press.ask(REQUESTED, replace, files[0][1])
        except (PrintError, BadField) as no:
            return self.rendered("household.html", 422, back=False, faults={"household": str(no)})
        return self.to("household", "back")

    def routes(self) -> list[Route]:
        """Return the routes of these pages."""
        shown: Handlers = [("/household", self.show), ("/household.zip", self.save)]
        return self.routed(shown, [("/household", self.read)])


def packed() -> bytes:
    """Return a ZIP of the household's data (ledger, tables …). Raises PrintError if a database is damaged."""
    sweep(data_dir())  # what a killed reading back left
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, file in _kept(data_dir()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, _copied(file, _STORES[name]) if name in _STORES else file.read_bytes())
    return out.getvalue()


def replace(data: bytes) -> None:
    """Replace all data that the household keeps by the content of a ZIP file that `packed` made.

    `data` are the ZIP file's bytes. The old data are written to a file named `BEFORE` first; if there is one already,
    the new copy gets a number. Raises PrintError, and changes nothing, if the ZIP is damaged or holds other files, if a
    table of the household is open, or if the disk is full. If the program is killed meanwhile, that copy has all old
    data.
    """
    files = brought.opened(NAME, data, brought.MOST_BYTES)
    taken = {name.casefold() for name in files}
    wrong = next((name for name in files if not _is_kept(name) or _is_below(name, taken)), "")
    if wrong or not files:
        if not wrong:
            raise PrintError(say("that is no {name} that a studio saved: it is empty", name=NAME))
        raise PrintError(say("that is no {name} that a studio saved: it holds “{file}”", name=NAME, file=wrong[:40]))
    home = data_dir()
    make_folder(home, private=True)
    with TableLock(home / "locks" / HOUSEHOLD, "the household"), TemporaryDirectory() as scratch, ExitStack() as undo:
        _check_closed(home)
        stores = _STORES.keys() & files.keys()
        for name in stores:
            (copy := Path(scratch, name)).write_bytes(files[name])
            with closing(sqlite.open_store(copy, _STORES[name], write=True, make=False)) as store:
                sqlite.check(store, copy, _STORES[name])
        with exchanged_names(home, (*_FILES, *_FOLDERS)) as new:
            for name in files.keys() - _STORES.keys():
                make_folder((new / name).parent, private=True)
                with open(os.open(new / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(files[name])
            _keep(home, packed())
            for name in sorted(stores):
                if (home / name).is_file():
                    (old := Path(scratch, f"old-{name}")).write_bytes(_copied(home / name, _STORES[name]))
                    undo.callback(_restore, old, home / name, _STORES[name])
                else:
                    undo.callback((home / name).unlink, missing_ok=True)
                _restore(Path(scratch, name), home / name, _STORES[name])
        undo.pop_all()


def _check_closed(home: Path) -> None:
    """Raise PrintError if a program has a table or lobby open, since what is done there would be lost."""
    for file, holder in held_files(home / "tables.sqlite"):
        number = file.stem.rpartition("-")[2]
        if number.isdecimal() and "lobby" not in file.stem:
            why = later("table {n} is open{where}: close it there, then read the file back")
            raise PrintError(say(why, n=number, where=holder))
        raise PrintError(say("a lobby is open{where}: close it there, then read the file back", where=holder))


def _keep(home: Path, data: bytes) -> None:
    """Write `data`, a copy of the household, to the first free name of a copy in the folder `home`.

    If the latest copy there has the same content, nothing is written. Raises PrintError if there are 999 copies.
    """
    first = home / BEFORE
    places = (first, *(first.with_stem(f"{first.stem}-{number}") for number in range(2, 1000)))
    latest = b""
    for place in places:
        if not place.exists():
            if data != latest:
                write_atomic(place, data, private=True)
            return
        latest = place.read_bytes()
    copies = f"{first.stem}-….zip"
    raise PrintError(say("{folder} holds 999 copies {file}: take some of them away first", folder=home, file=copies))


def _is_kept(name: str) -> bool:
    folder, slash, _ = name.partition("/")
    if any(part.startswith(".") for part in name.split("/")):  # a staging folder of ours, or one that hides
        return False
    return folder in _FOLDERS if slash else name in (*_STORES, *_FILES)


def _is_below(name: str, taken: Collection[str]) -> bool:
    """Return whether a path cannot exist because one of the folders above it is a file in `taken`.

    `taken` has paths in casefolded form.
    """
    return any(str(above).casefold() in taken for above in PurePosixPath(name).parents)


def _kept(home: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name in the ZIP and the path of each file that the household keeps, always in the same order.

    `home` is the household's data folder.
    """
    for name in (*_STORES, *_FILES):
        if (home / name).is_file():
            yield name, home / name
    for folder in _FOLDERS:
        for file in sorted((home / folder).rglob("*")):
            name = file.relative_to(home).as_posix()
            if file.is_file() and not any(part.startswith(".") for part in name.split("/")):
                yield name, file


def _copied(file: Path, kind: sqlite.Kind) -> bytes:
    """Return the content of a database file, complete without its write-ahead log.

    This works also while other programs write to the database. `kind` says which of the project's databases it is.
    """
    with TemporaryDirectory() as scratch, closing(sqlite.open_store(file, kind, write=True, make=False)) as store:
        sqlite.back_up(store, file, kind, copy := Path(scratch, file.name))
        with closing(sqlite3.connect(copy, isolation_level=None)) as alone:
            alone.execute("PRAGMA journal_mode = DELETE")
        return copy.read_bytes()


def _restore(copy: Path, place: Path, kind: sqlite.Kind) -> None:
    """Replace the content of the database `place` by that of the database `copy`, in one transaction.

    Other programs may read `place` meanwhile. `copy` must have been checked; `kind` says which of the project's
    databases it is.
    """
    with (
        closing(sqlite.open_store(place, kind, write=True, make=True)) as store,
        closing(sqlite3.connect(copy)) as new,
        sqlite.faults(place, kind.name),
    ):
        new.backup(store)
