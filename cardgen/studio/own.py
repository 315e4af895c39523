"""The pages of a deck of one's own: its file is watched, its faults are said at their lines, its cards shown beside."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.errors import PrintError
from cardgen.studio.answers import form_of, pdf, picture_of
from cardgen.studio.drawn import own as owndraw
from cardgen.studio.drawn import printing
from cardgen.studio.drawn.own import OwnJob
from cardgen.studio.frame import RoomPages
from cardgen.studio.making import look_words
from cardgen.studio.press import ASKED, SEEN
from cardgen.studio.room import printers_mark
from liarsdeck.cli import spelt
from liarsdeck.english import printable

_MOST_FILES = 2000  # of a deck's folder that are watched
TARGETS = {
    "png": "Pictures", "tgc": "The Game Crafter", "mpc": "MakePlayingCards", "dtc": "DriveThruCards",
    "press": "Any print shop", "tts": "Tabletop Simulator", "svg": "Vector drawings",
}  # fmt: skip


class OwnPages(RoomPages):
    """The pages of one's own deck, beside those of a kit."""

    def _job(self) -> OwnJob:
        making = self.room.making
        if not making.deck:
            raise PrintError("name the file of your deck first: a TOML file, or a CSV table")
        words = {name: value for name, value in making.words.items() if name in ("paper", "sides", "feed", "ink")}
        return OwnJob(making.deck, tuple(look_words(words)), f"{mark_of(Path(making.deck))}{printers_mark()}")

    async def show(self, request: Request) -> Response:
        """The deck as it is now, or its faults."""
        said = request.query_params.get("page", "")
        return await self._shown(200, int(said) if said.isdecimal() and len(said) < 5 else 0)

    async def _shown(
        self, status: int, page: int, faults: Mapping[str, str] | None = None, typed: Mapping[str, str] | None = None
    ) -> Response:
        values: dict[str, object] = {"deck": "", "mark": "", "page": 0, "why": "", "glance": None, "line": ""}
        values |= {"targets": TARGETS, "faults": faults or {}, "typed": typed or {}}
        if self.room.making.deck:
            job = self._job()
            values |= {"deck": job.file, "mark": job.mark, "line": "cardgen deck " + spelt([job.file, *job.words])}
            try:
                glance = await self.room.press.ask(SEEN, owndraw.look, job)
                page = min(page, glance.pages - 1)
                await self.room.press.ask(SEEN, owndraw.page, job, page, 72)
                values |= {"glance": glance, "page": page}
            except PrintError as no:
                values |= {"why": str(no)}
        return self.rendered("own.html", status, **values)

    async def mark(self, _request: Request) -> Response:
        """What changes when the deck's files do."""
        return JSONResponse({"mark": self._job().mark})

    async def picture(self, request: Request) -> Response:
        """One page."""
        dpi = request.path_params["dpi"]
        if dpi not in (72, 96):
            raise PrintError("there is no such picture")
        data = await self.room.press.ask(SEEN, owndraw.page, self._job(), request.path_params["page"], dpi)
        return picture_of(data)

    async def open(self, request: Request) -> Response:
        """Look at another deck file."""
        form = await form_of(request)
        try:
            self.choose(form.get("deck", "").strip())
        except PrintError as no:
            return await self._shown(422, 0, {"deck": self.said(no)}, form)
        return self.to("own")

    def choose(self, name: str) -> None:
        """Take a deck file to be watched. Raises PrintError for what is none."""
        from cardgen.custom.deckfile import is_deck_file

        there = False
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            path = Path(name).expanduser()
            there = is_deck_file(name) and path.is_file()
        if not there:
            raise PrintError(f"there is no deck file “{printable(name[:80])}”: it is a TOML file, or a CSV table")
        self.room.keep(replace(self.room.making, deck=str(path.absolute())))

    async def pdf(self, _request: Request) -> Response:
        """The deck's PDF."""
        return pdf(await self.room.press.ask(ASKED, owndraw.deck_pdf_of, self._job()), "deck.pdf")

    async def export(self, request: Request) -> Response:
        """The deck for a print shop or a table on the screen, as a ZIP."""
        job, target = self._job(), request.path_params["target"]
        name = f"{Path(job.file).stem}-{target}"
        data = await self.room.press.ask(ASKED, printing.export, target, (job.file,), name)
        said = {"content-disposition": f'attachment; filename="{target}.zip"'}
        return Response(data, media_type="application/zip", headers=said)

    def routes(self) -> list[Route]:
        """Return the routes."""
        found = [
            ("/own", self.show), ("/own/mark", self.mark), ("/own/page/{mark}/{page:int}/{dpi:int}", self.picture),
            ("/own/deck.pdf", self.pdf), ("/own/export/{target}.zip", self.export),
        ]  # fmt: skip
        opened = Route("/own/open", self.answering(self.open), methods=["POST"])
        return [*(Route(path, self.answering(do), methods=["GET"]) for path, do in found), opened]


def mark_of(file: Path) -> str:
    """Return a mark that changes when the deck file, or any file in its folder, does."""
    found = []
    for place, folders, files in os.walk(file.parent):
        folders[:] = sorted(name for name in folders if not name.startswith("."))[:50]
        for name in sorted(files):
            try:
                at = os.stat(os.path.join(place, name))
            except OSError:
                continue
            found.append((place, name, at.st_mtime_ns, at.st_size))
            if len(found) >= _MOST_FILES:
                break
        if len(found) >= _MOST_FILES:
            break
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]
