"""The pages of the studio: forms in, pages out. A script only spares the reload; without it every form still works."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cardgen.errors import PrintError
from cardgen.studio.answers import form_of, pdf, picture_of, static
from cardgen.studio.drawn import kit as drawing
from cardgen.studio.drawn import printer as printers
from cardgen.studio.drawn import printing
from cardgen.studio.frame import Handler, RoomPages
from cardgen.studio.making import USUAL, Making, kit_line, kit_words
from cardgen.studio.own import TARGETS, OwnPages
from cardgen.studio.press import ASKED, LATER, SEEN
from cardgen.studio.room import HOW, BadField, Room
from cardgen.studio.table import Tables, table_line
from liarsdeck.errors import UserError

_PICTURES = 60  # that are kept drawn
_DPI = {24: LATER, 72: SEEN, 96: SEEN}
"""How fine the pictures are: small ones, the page that is looked at, and at 100 %."""
STEPS = {
    "guests": "Who comes", "rules": "House rules", "facts": "The facts", "look": "The look", "printer": "Printer",
    "print": "Print",
}  # fmt: skip


class Pages(RoomPages):
    """What the browser asks for, below `base`."""

    def __init__(self, room: Room, base: str, stop: Callable[[], None]) -> None:
        super().__init__(room, base)
        self._stop = stop
        self._jobs: OrderedDict[str, drawing.Job] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, str, int, int], bytes] = OrderedDict()
        self._own = OwnPages(room, base)
        self._tables = Tables()

    def choose(self, deck: str) -> None:
        """Watch a deck file. Raises PrintError."""
        self._own.choose(deck)

    async def close(self) -> None:
        """End what was begun beside the pages."""
        await self._tables.close()

    @property
    def table_is_open(self) -> bool:
        """Whether people may be playing at a table that was opened here."""
        return self._tables.now is not None

    # --- looking

    async def start(self, _request: Request) -> Response:
        """The five games."""
        return self.rendered("start.html")

    async def step(self, request: Request) -> Response:
        """One step of a kit; without a game, the five games."""
        name = request.path_params["step"]
        if not self.room.making.game or name not in STEPS:
            return self.to("")
        return await self.shown(name, request.query_params)

    async def shown(
        self, step: str, query: Mapping[str, str], fault: BadField | None = None, typed: Mapping[str, str] | None = None
    ) -> Response:
        """Return a step's page; what will not do is said at its field, beside what was typed there."""
        from referee import games

        making, faults = self.room.making, {fault.field: str(fault)} if fault else {}
        needs = games.game(making.game).needs_facts
        steps = [(name, title) for name, title in STEPS.items() if needs or name != "facts"]
        if step not in dict(steps):
            step = "guests"
        glance = await self.room.glance(making)
        values: dict[str, object] = {
            "making": making, "step": step, "steps": steps, "glance": glance,
            "line": kit_line(making), "how": _how(making),
            "faults": faults, "typed": dict(typed or {}), "edit": query.get("edit", ""), "needs": needs,
            "seats": games.game(making.game).seats, "facts": making.facts, "usual": USUAL,
        }  # fmt: skip
        values |= await self._of_step(step, making, query)
        values |= {"desk": await self._desk(making, glance, query)}
        return self.rendered("kit.html", 422 if fault else 200, **values)

    async def _of_step(self, step: str, making: Making, query: Mapping[str, str]) -> dict[str, object]:
        ask = self.room.press.ask
        if step == "rules":
            return {"rules": await ask(SEEN, drawing.rules, self.room.job(making))}
        if step == "printer":
            wizard = {name: query.get(name, "") for name in ("across", "up", "name", "tray", "refine", "kept")}
            known, paper = await ask(SEEN, printers.known_printers), await ask(SEEN, printers.usual_paper)
            return {"known": known, "usual_paper": paper, "wizard": wizard}
        if step == "print":
            parts, left_out = await ask(ASKED, drawing.parts, self.room.job(making))
            return {
                "parts": parts, "left_out": left_out, "passes": printing.passes(parts, making.left),
                "written": query.get("written", ""), "table": self._tables.now, "table_line": table_line(making),
                "targets": TARGETS,
            }  # fmt: skip
        return {}

    async def _desk(self, making: Making, glance: drawing.Glance, query: Mapping[str, str]) -> dict[str, object]:
        """Return what lies at the right: which part, which page, how large; and that page is drawn by now."""
        job = self.room.job(making)
        stamp = self._stamp(job)
        names = [name for name, _ in glance.parts]
        part = query.get("part", drawing.CARDS)
        part = part if part in names else drawing.CARDS
        page = int(query["page"]) if query.get("page", "").isdecimal() and len(query["page"]) < 5 else 0
        view = query.get("view", "page")
        desk: dict[str, object] = {"stamp": stamp, "part": part, "view": view, "page": 0, "pages": 0, "why": ""}
        try:
            pages = await self.room.press.ask(SEEN, drawing.pages_of, job, part)
            page = min(page, max(pages - 1, 0))
            two = pages > 1 and making.word("sides") in ("long", "short") and pages % 2 == 0
            desk |= {"page": page, "pages": pages, "two": two, "front": page - page % 2}
            if pages:
                await self._picture(stamp, part, page, 96 if view == "full" else 72, SEEN)
        except PrintError as no:
            desk |= {"why": self.said(no), "two": False, "front": 0}
        return desk

    def _stamp(self, job: drawing.Job) -> str:
        stamp = hashlib.sha256(msgspec.json.encode(job)).hexdigest()[:16]
        self._jobs[stamp] = job
        self._jobs.move_to_end(stamp)
        while len(self._jobs) > 12:
            self._jobs.popitem(last=False)
        return stamp

    async def _picture(self, stamp: str, part: str, page: int, dpi: int, soon: int) -> bytes:
        at = (stamp, part, page, dpi)
        if at not in self._drawn:
            job = self._jobs.get(stamp)
            if job is None:
                raise PrintError("something else is looked at by now")

            def wanted() -> bool:
                return soon == SEEN or stamp == next(reversed(self._jobs))

            self._drawn[at] = await self.room.press.ask(soon, drawing.page, job, part, page, dpi, wanted=wanted)
            while len(self._drawn) > _PICTURES:
                self._drawn.popitem(last=False)
        return self._drawn[at]

    async def picture(self, request: Request) -> Response:
        """One page of the kit, as a picture."""
        said = request.path_params
        if said["dpi"] not in _DPI:
            raise PrintError("there is no such picture")
        dpi = said["dpi"]
        data = await self._picture(said["stamp"], said["part"], said["page"], dpi, _DPI[dpi])
        return picture_of(data)

    # --- doing

    async def do(self, request: Request) -> Response:
        """Do what a form asks for; then show the step where it stood, or the one it leads to."""
        form = await form_of(request)
        step, verb = form.get("step", ""), request.path_params["verb"]
        try:
            await self.room.do(verb, form)
        except BadField as fault:
            if not self.room.making.game or step not in STEPS:
                return self.rendered("start.html", 422, faults={fault.field: str(fault)})
            return await self.shown(step, request.query_params, fault, form)
        to = form.get("to", step)
        if "x-part" in request.headers and to == step and step in STEPS:
            return await self.shown(step, _without_edit(request.query_params, verb, form))
        return self.to(to if to in STEPS else "", _query(_without_edit(request.query_params, verb, form)))

    async def measure(self, request: Request) -> Response:
        """Say what two numbers mean; keep them where that is asked."""
        form = await form_of(request)
        making = self.room.making
        flip = "short" if making.word("sides") == "short" else "long"
        said = [making.word("paper"), flip, form.get("across", ""), form.get("up", "")]
        values = {name: form.get(name, "") for name in ("across", "up", "name", "tray", "refine")}
        try:
            self.room.check_shown(form.get("kit", ""))
            if form.get("what") != "remember":
                words = await self.room.press.ask(SEEN, printers.read, *said)
                return await self.shown("printer", {**request.query_params, **values, "kept": words})
            words = await self.room.press.ask(
                ASKED, printers.remember, *said, values["name"], values["tray"], bool(values["refine"])
            )
            chosen = {"printer": values["name"].strip(), "tray": values["tray"].strip()}
            await self.room.do("words", {"field": "printer", **chosen})
        except (UserError, BadField) as error:
            field = "name" if "called" in str(error) else "across"
            fault = error if isinstance(error, BadField) else BadField(field, self.said(error))
            return await self.shown("printer", {**request.query_params, **values}, fault)
        kept = {"kept": words, "name": values["name"], "tray": values["tray"], "refine": "1"}
        return await self.shown("printer", {**request.query_params, **kept})

    async def sheet(self, request: Request) -> Response:
        """The test sheet as a PDF, or a proof of a printer that is known."""
        making, query = self.room.making, request.query_params
        flip = "short" if making.word("sides") == "short" else "long"
        data = await self.room.press.ask(
            ASKED, printers.test_sheet, making.word("paper"), flip, query.get("printer", ""), query.get("tray", "")
        )
        return pdf(data, "printer-test.pdf")

    async def sheet_picture(self, _request: Request) -> Response:
        """The test sheet as a picture."""
        return picture_of(await self.room.press.ask(LATER, printers.test_picture))

    # --- printing

    async def zip(self, request: Request) -> Response:
        """The kit's folder as a ZIP."""
        words, name = await self._final(request.query_params)
        data = await self.room.press.ask(ASKED, printing.zipped, words, name)
        said = {"content-disposition": f'attachment; filename="{name}.zip"'}
        return Response(data, media_type="application/zip", headers=said)

    async def folder(self, request: Request) -> Response:
        """The kit's folder, written where the command line writes it."""
        form = await form_of(request)
        try:
            words, name = await self._final(form)
            place = await self.room.press.ask(ASKED, printing.folder, words, name, "force" in form)
        except BadField as fault:
            return await self.shown("print", request.query_params, fault)
        except PrintError as no:
            return await self.shown("print", request.query_params, BadField("folder", self.said(no)))
        return await self.shown("print", {**request.query_params, "written": place})

    async def one_pass(self, request: Request) -> Response:
        """Everything of one printing pass, as one PDF."""
        words, name = await self._final(request.query_params)
        making, number = self.room.making, request.path_params["number"]
        parts, _ = await self.room.press.ask(ASKED, drawing.parts, self.room.job(making))
        found = printing.passes(parts, making.left)
        if not 1 <= number <= len(found):
            raise PrintError("there is no such printing pass")
        data = await self.room.press.ask(ASKED, printing.pass_pdf, words, found[number - 1].files)
        return pdf(data, f"{name}-pass-{number}.pdf")

    async def export(self, request: Request) -> Response:
        """The deck for a print shop or a table on the screen, as a ZIP."""
        words, name = await self._final(request.query_params)
        target, making = request.path_params["target"], self.room.making
        deck = {"liars-guess": "west"}.get(making.game, making.game)
        more = ["--kit", words[2]] if making.facts else []
        look = [f"--{key}" if key == "colour-aid" else f"--{key}={value}" for key, value in making.words.items()
                if key in ("card", "ink", "back-ink", "ground", "deck-theme", "indices", "colour-aid")]  # fmt: skip
        data = await self.room.press.ask(ASKED, printing.export, target, (deck, *more, *look), f"{name}-{target}")
        said = {"content-disposition": f'attachment; filename="{name}-{target}.zip"'}
        return Response(data, media_type="application/zip", headers=said)

    async def _final(self, asked: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
        """Enter the facts in the ledger; return the words of the kit's command, and what its folder is called.

        Raises BadField where `asked` names another state of the kit.
        """
        if not self.room.making.game:
            raise PrintError("choose a game first")
        if "kit" in asked:
            self.room.check_shown(asked["kit"])
        making = await self.room.enter()
        code = making.entered if making.facts else ""
        self.room.kept.last = making
        self.room.keep(making)
        return tuple(kit_words(making, code)), f"{making.game}-{code}" if code else making.game

    async def table(self, request: Request) -> Response:
        """Open a table of `referee host` with this kit and these guests."""
        form = await form_of(request)
        try:
            await self._final(form)
            await self._tables.open(self.room.making)
        except BadField as fault:
            return await self.shown("print", request.query_params, fault)
        except PrintError as no:
            return await self.shown("print", request.query_params, BadField("table", self.said(no)))
        return await self.shown("print", request.query_params)

    # --- the rest

    async def here(self, _request: Request) -> Response:
        """A sign of life, both ways."""
        return PlainTextResponse("here")

    async def mark(self, _request: Request) -> Response:
        """What changes when the kit does, in whichever tab."""
        return JSONResponse({"mark": str(self.room.kept.changes)})

    async def end(self, request: Request) -> Response:
        """End the program."""
        await form_of(request)
        self._stop()
        return self.rendered("ended.html")

    def routes(self) -> list[Route]:
        """Return the routes, which begin below `base`."""
        shown: list[tuple[str, Handler]] = [
            ("/", self.start), ("/here", self.here), ("/mark", self.mark), ("/sheet.pdf", self.sheet),
            ("/sheet", self.sheet_picture), ("/page/{stamp}/{part}/{page:int}/{dpi:int}", self.picture),
            ("/kit.zip", self.zip),
            ("/pass/{number:int}.pdf", self.one_pass), ("/export/{target}.zip", self.export),
            ("/static/{name:path}", static),
        ]  # fmt: skip
        done: list[tuple[str, Handler]] = [
            ("/do/{verb}", self.do), ("/measure", self.measure), ("/folder", self.folder), ("/table", self.table),
            ("/end", self.end),
        ]  # fmt: skip
        found = [Route(path, self.answering(do), methods=["GET"]) for path, do in shown]
        found += [Route(path, self.answering(do), methods=["POST"]) for path, do in done]
        return [*found, *self._own.routes(), Route("/{step}", self.answering(self.step), methods=["GET"])]


def _how(making: Making) -> str:
    """Return which of the ways of printing was chosen, "" for another one."""
    chosen = {name: making.word(name) for name in ("sides", "feed")}
    usual = {name: USUAL[name] for name in chosen}
    return next((name for name, words in HOW.items() if usual | words == chosen), "")


def _without_edit(query: Mapping[str, str], verb: str, form: Mapping[str, str]) -> dict[str, str]:
    done = verb == "own" or (verb == "pair" and form.get("what") in ("keep", "swap", "hide"))
    return {name: value for name, value in query.items() if not (name == "edit" and done)}


def _query(query: Mapping[str, str]) -> str:
    from urllib.parse import urlencode

    return urlencode(query)
