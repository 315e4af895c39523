"""The routes of the studio: pages, forms, pictures, PDFs and ZIPs."""

from __future__ import annotations

import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cardgen.errors import PrintError
from cardgen.studio import brought, render
from cardgen.studio.answers import (
    Handlers,
    RoomPages,
    brought_things,
    download,
    form_of,
    pdf,
    picture_of,
    sent_of,
    static,
)
from cardgen.studio.household import HouseholdPages
from cardgen.studio.landing import Landing
from cardgen.studio.phones import Tables, Writing, table_line
from cardgen.studio.render import OwnJob
from cardgen.studio.room import (
    IDLE,
    OF_DECK,
    REQUESTED,
    USUAL,
    VISIBLE,
    BadField,
    KitDraft,
    Room,
    kit_line,
    kit_words,
    look_words,
    own_job,
)
from liarsdeck import installed, system
from liarsdeck.cli import spelt
from liarsdeck.english import printable
from liarsdeck.errors import UserError
from liarsdeck.language import later, say

if TYPE_CHECKING:
    from cardgen.studio.phones import Device
    from factbank.jokes import Box


TARGETS = {
    "png": later("Pictures"), "tgc": "The Game Crafter", "mpc": "MakePlayingCards", "dtc": "DriveThruCards",
    "press": later("Any print shop"), "tts": "Tabletop Simulator", "svg": later("Vector drawings"),
}  # fmt: skip


class OwnLook(NamedTuple):
    """The look of the user's own deck: `words` maps chosen command-line options (no dashes) to values."""

    words: Mapping[str, str]

    def word(self, name: str) -> str:
        """Return the value of the option `name`, a key of `OF_DECK`: the chosen one, else the usual one."""
        return self.words.get(name, OF_DECK[name])


class OwnPages(RoomPages):
    """The pages for the user's own deck, made from a deck file that the studio watches."""

    def _job(self) -> OwnJob:
        return own_job(self.room.making)

    async def show(self, request: Request) -> Response:
        """Respond with the page of the user's own deck; if the deck file has faults, the page shows these.

        The query's `page` is the side of a sheet to show, counted from 0.
        """
        said = request.query_params.get("page", "")
        return await self._shown(200, int(said) if said.isdecimal() and len(said) < 5 else 0)

    async def shown(self, fault: BadField | None, typed: Mapping[str, str]) -> Response:
        """Return the page of the deck, with the error `fault` (if any) at its field.

        `typed` maps names of fields to the texts to put into them.
        """
        return await self._shown(422 if fault else 200, 0, {fault.field: str(fault)} if fault else {}, typed)

    async def _shown(
        self, status: int, page: int, faults: Mapping[str, str] | None = None, typed: Mapping[str, str] | None = None
    ) -> Response:
        values: dict[str, object] = {"deck": "", "mark": "", "page": 0, "why": "", "glance": None, "line": ""}
        values |= {
            "targets": TARGETS,
            "faults": faults or {},
            "typed": typed or {},
            **brought_things("deck", "theme", "back"),
        }
        values |= await self._of_printer()
        if self.room.making.deck:
            job = self._job()
            values |= {"deck": job.file, "mark": job.mark, "line": own_line(job)}
            try:
                glance = await self.room.press.ask(VISIBLE, render.look, job)
                page = min(page, glance.pages - 1)
                await self.room.press.ask(VISIBLE, render.own_deck_page, job, page, 72)
                values |= {"glance": glance, "page": page}
            except PrintError as no:
                values |= {"why": str(no)}
        values |= {"look": OwnLook(self.room.making.deck_words), "step": "own", "here": ""}
        values |= {"kept_here": values["deck"] in [one.file for one in brought.kept("deck")]}
        return self.rendered("own.html", status, **values)

    async def mark(self, _request: Request) -> Response:
        """Respond with JSON whose `mark` is a hash that changes when the deck's files change."""
        return JSONResponse({"mark": self._job().mark if self.room.making.deck else ""})

    async def picture(self, request: Request) -> Response:
        """Respond with a picture of a side of a sheet; the path has its number from 0 and dpi (72 or 96)."""
        dpi = request.path_params["dpi"]
        if dpi not in (72, 96):
            raise PrintError(say("there is no such picture"))
        data = await self.room.press.ask(VISIBLE, render.own_deck_page, self._job(), request.path_params["page"], dpi)
        return picture_of(data)

    async def open(self, request: Request) -> Response:
        """Make the form's deck file the user's own deck, and redirect to its page, or show an error there."""
        form = await form_of(request)
        try:
            self.choose(form.get("deck", "").strip())
        except PrintError as no:
            return await self._shown(422, 0, {"deck": self.said(no)}, form)
        return self.to("own")

    def choose(self, name: str) -> None:
        """Make the deck file at the path `name` the user's own deck. Raises PrintError if there is none."""
        from cardgen.decks import is_deck_file

        there = False
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            path = Path(name).expanduser()
            there = is_deck_file(name) and path.is_file()
        if not there:
            shown = printable(name[:80])
            raise PrintError(say("there is no deck file “{name}”: it is a TOML file, or a CSV table", name=shown))
        self.room.keep(replace(self.room.making, deck=str(path.absolute()), deck_words={}))

    async def words(self, request: Request) -> Response:
        """Change the user's own deck by a form, and redirect to the deck's page.

        The path's `verb` says what to do, such as set paper and look (`deck`), or delete an upload (`forget`). If a
        field is wrong, respond with the page and the error.
        """
        form = await form_of(request)
        try:
            await self.room.do(request.path_params["verb"], form)
        except BadField as fault:
            return await self._shown(422, 0, {fault.field: str(fault)}, form)
        return self.to("own")

    async def pdf(self, request: Request) -> Response:
        """Respond with the PDF of the user's own deck.

        With manual feed it has the fronts alone or, if the path ends in `backs.pdf`, the backs alone.
        """
        backs = request.path_params["name"] == "backs"
        data = await self.room.press.ask(REQUESTED, render.deck_pdf_of, self._job(), backs)
        return pdf(data, f"{request.path_params['name']}.pdf")

    async def export(self, request: Request) -> Response:
        """Respond with a ZIP of the user's own deck in the form that a print shop or program takes.

        The path's `target` is a key of `TARGETS`.
        """
        job, target = self._job(), request.path_params["target"]
        name = f"{Path(job.file).stem}-{target}"
        words = look_words(self.room.making.deck_words, OF_DECK)
        data = await self.room.press.ask(REQUESTED, render.export, target, (job.file, *words), name)
        return download(data, f"{target}.zip")

    def routes(self) -> list[Route]:
        """Return the routes of these pages."""
        shown: Handlers = [
            ("/own", self.show), ("/own/mark", self.mark), ("/own/page/{mark}/{page:int}/{dpi:int}", self.picture),
            ("/own/{name}.pdf", self.pdf), ("/own/export/{target}.zip", self.export),
        ]  # fmt: skip
        return self.routed(shown, [("/own/open", self.open), ("/own/do/{verb}", self.words)])


def own_line(job: OwnJob) -> str:
    """Return the command line that prints the user's own deck in a terminal."""
    return f"{installed.typed('cardgen deck')} " + spelt([job.file, *job.words])


_PICTURES = 60  # that are kept drawn
_DPI = {24: IDLE, 72: VISIBLE, 96: VISIBLE}
"""The resolutions of pictures, each with its priority: small ones, the visible page, and that at 100 %."""
STEPS = {
    "guests": later("Who comes"), "rules": later("House rules"), "facts": later("The facts"),
    "look": later("The look"), "printer": later("Printer"), "print": later("Print"),
}  # fmt: skip


class Pages(RoomPages):
    """The handlers of requests for all pages of the studio.

    `room` is the studio's state, and `base` the path that all URLs begin with. `stop` is called to end the program.
    `device` is called to open a table in this process, if no server can be started; if it is None, `referee host` is
    started instead.
    """

    def __init__(self, room: Room, base: str, stop: Callable[[], None], device: Device | None = None) -> None:
        super().__init__(room, base)
        self._stop = stop
        self._jobs: OrderedDict[str, render.Job] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, str, int, int], bytes] = OrderedDict()
        self._own = OwnPages(room, base)
        self._tables, self._writing = Tables(device), Writing()
        self._household = HouseholdPages(room, base)
        self._landing = Landing(room, base, self._stamp)

    def choose(self, deck: str) -> None:
        """Make the deck file with this path the user's own deck. Raises PrintError if there is none."""
        self._own.choose(deck)

    async def close(self) -> None:
        """Close the table and the page on which guests write, if they were opened from here."""
        await self._tables.close()
        with contextlib.suppress(UserError):
            await self._writing.close()

    @property
    def phones_come(self) -> bool:
        """Whether a table, or a page on which guests write, is open, so that phones may be using it."""
        return self._tables.now is not None or self._writing.now is not None

    # --- looking

    async def step(self, request: Request) -> Response:
        """Respond with a step's page; if the step is unknown or no game chosen, redirect to the first page."""
        name = request.path_params["step"]
        if not self.room.making.game or name not in STEPS:
            return self.to("")
        return await self.shown(name, request.query_params)

    async def shown(
        self, step: str, query: Mapping[str, str], fault: BadField | None = None,
        typed: Mapping[str, str] | None = None, box: Box | None = None,
    ) -> Response:  # fmt: skip
        """Return the page of a step, with the error `fault` (None: no error) at its field.

        `step` is a key of `STEPS`, and `query` has the parameters of the page's URL. `typed` maps names of fields to
        the texts that stand in them. `box` is the guests and jokes read from a text, which the user has to confirm. If
        `box` is None, the page of the step `guests` shows those from which the kit was made.
        """
        from referee import games

        making, faults = self.room.making, {fault.field: str(fault)} if fault else {}
        needs = games.game(making.game).needs_facts
        steps = [(name, say(title)) for name, title in STEPS.items() if needs or name != "facts"]
        if step not in dict(steps):
            step = "guests"
        dealt = step == "guests" and not box and not faults and bool(making.box.strip())
        box = await self._read(making.box) if dealt else box
        glance = await self.room.glance(making)
        values: dict[str, object] = {
            "making": making, "step": step, "steps": steps, "glance": glance,
            "line": kit_line(making), "how": self.how(),
            "faults": faults, "typed": dict(typed or {}), "edit": query.get("edit", ""), "needs": needs,
            "box": box, "dealt": dealt, "seats": games.game(making.game).seats, "facts": making.facts, "usual": USUAL,
            "about": sum(bool(one.pair.guest) for one in making.draft.pairs), "writing": self._writing.now,
        }  # fmt: skip
        values |= await self._of_step(step, making, query)
        values |= {"desk": await self._desk(making, glance, query)}
        return self.rendered("kit.html", 422 if fault else 200, **values)

    async def _of_step(self, step: str, making: KitDraft, query: Mapping[str, str]) -> dict[str, object]:
        ask = self.room.press.ask
        if step == "guests":
            from factbank.deal.deal import unsayable

            return {"unsaid": unsayable(making.guests, making.language)}
        if step == "rules":
            return {"rules": await ask(VISIBLE, render.rules, self.room.job(making))}
        if step == "printer":
            wizard = {name: query.get(name, "") for name in ("across", "up", "name", "tray", "refine", "kept")}
            return {"wizard": wizard, **await self._of_printer()}
        if step == "look":
            return brought_things("theme", "back")
        if step == "facts":
            return brought_things("pack", "emblem")
        if step == "print":
            parts, left_out = await ask(REQUESTED, render.parts, self.room.job(making))
            return {
                "parts": parts, "left_out": left_out, "passes": render.passes(parts, making.left),
                "written": query.get("written", ""), "take": query.get("take") == "zip", "table": self._tables.now,
                "table_line": table_line(making), "targets": TARGETS,
            }  # fmt: skip
        return {}

    async def _desk(self, making: KitDraft, glance: render.Glance, query: Mapping[str, str]) -> dict[str, object]:
        """Return the values that the page's preview needs, such as part, page and view.

        The picture of that page is drawn first. `glance` is the summary of the kit, and `query` has the parameters of
        the page's URL. If `take` is in the query, the picture is drawn later, when the browser asks for it. If a part
        cannot be drawn, the value `why` is a sentence with the reason.
        """
        stamp = self._stamp(making)
        job = self._jobs[stamp]
        names = [name for name, _ in glance.parts]
        part = query.get("part", render.CARDS)
        part = part if part in names else render.CARDS
        page = int(query["page"]) if query.get("page", "").isdecimal() and len(query["page"]) < 5 else 0
        view = query.get("view", "page")
        desk: dict[str, object] = {"stamp": stamp, "part": part, "view": view, "page": 0, "pages": 0, "why": ""}
        try:
            pages = await self.room.press.ask(VISIBLE, render.pages_of, job, part)
            page = min(page, max(pages - 1, 0))
            two = pages > 1 and making.word("sides") in ("long", "short") and pages % 2 == 0
            desk |= {"page": page, "pages": pages, "two": two, "front": page - page % 2}
            if pages and "take" not in query:
                await self._picture(stamp, part, page, 96 if view == "full" else 72, VISIBLE)
        except PrintError as no:
            desk |= {"why": self.said(no), "two": False, "front": 0}
        return desk

    def _stamp(self, making: KitDraft) -> str:
        """Return the key of a kit, which is part of the URLs of its pictures.

        The kit is stored under this key for later requests. Only the latest 12 kits stay stored.
        """
        job = self.room.job(making)
        stamp = hashlib.sha256(msgspec.json.encode(job)).hexdigest()[:16]
        self._jobs[stamp] = job
        self._jobs.move_to_end(stamp)
        while len(self._jobs) > 12:
            self._jobs.popitem(last=False)
        return stamp

    async def _picture(self, stamp: str, part: str, page: int, dpi: int, priority: int) -> bytes:
        at = (stamp, part, page, dpi)
        if at not in self._drawn:
            job = self._jobs.get(stamp)
            if job is None:
                raise PrintError(say("something else is looked at by now"))

            def wanted() -> bool:
                return priority == VISIBLE or stamp == next(reversed(self._jobs))

            self._drawn[at] = await self.room.press.ask(priority, render.page, job, part, page, dpi, wanted=wanted)
            while len(self._drawn) > _PICTURES:
                self._drawn.popitem(last=False)
        return self._drawn[at]

    async def picture(self, request: Request) -> Response:
        """Respond with a picture of one page of a part of the kit.

        The path has the kit's key `stamp`, the part's key, the page from 0, and the resolution `dpi`: 24, 72 or 96.
        """
        said = request.path_params
        if said["dpi"] not in _DPI:
            raise PrintError(say("there is no such picture"))
        dpi = said["dpi"]
        data = await self._picture(said["stamp"], said["part"], said["page"], dpi, _DPI[dpi])
        return picture_of(data)

    # --- doing

    async def do(self, request: Request) -> Response:
        """Change the kit by a form, and show a step's page.

        The path's `verb` says what to do (see `Room.do`). The field `to` names the step to show; without that field, it
        is the step `step` from which the form came. If a field is wrong, the step `step` is shown with the error.
        """
        form = await form_of(request)
        step, verb = form.get("step", ""), request.path_params["verb"]
        try:
            unread = form.get("read", "").split() != form.get("box", "").split()
            if verb == "box" and self.room.making.game and unread:
                self.room.check_shown(form.get("kit", ""))
                box = await self._read(form.get("box", ""))
                return await self.shown("guests", request.query_params, None, form, box)
            await self.room.do(verb, form)
            if verb == "deal" and form.get("how") in ("zip", "phones"):
                return await self._opened({}, request) if form["how"] == "phones" else self.to("print", "take=zip")
        except BadField as fault:
            if not self.room.making.game or step not in STEPS:
                return await self._landing.shown(fault, form)
            return await self.shown(step, request.query_params, fault, form)
        to = form.get("to", step)
        if "x-part" in request.headers and to == step and step in STEPS:
            return await self.shown(step, _without_edit(request.query_params, verb, form))
        return self.to(to if to in STEPS else "", urlencode(_without_edit(request.query_params, verb, form)))

    async def _read(self, text: str) -> Box:
        """Return the guests and jokes in a text that a user typed, and a sentence for each line left out."""
        from factbank.jokes import read_box

        return await self.room.press.ask(VISIBLE, read_box, text, self.room.making.language)

    async def measure(self, request: Request) -> Response:
        """Respond with the printer page and the correction that follows from a reading of the test sheet.

        The form's fields `across` and `up` are that reading in mm. If the field `what` is `remember`, the correction is
        also stored as the profile of the printer `name`, and that printer is chosen.
        """
        form = await form_of(request)
        making = self.room.making
        flip = "short" if making.word("sides") == "short" else "long"
        said = [making.word("paper"), flip, form.get("across", ""), form.get("up", "")]
        values = {name: form.get(name, "") for name in ("across", "up", "name", "tray", "refine")}
        try:
            self.room.check_shown(form.get("kit", ""))
            if form.get("what") != "remember":
                words = await self.room.press.ask(VISIBLE, render.read, *said)
                return await self.shown("printer", {**request.query_params, **values, "kept": words})
            words = await self.room.press.ask(
                REQUESTED, render.remember, *said, values["name"], values["tray"], bool(values["refine"])
            )
            chosen = {"printer": values["name"].strip(), "tray": values["tray"].strip()}
            await self.room.do("words", {"field": "printer", **chosen})
        except (UserError, BadField) as error:
            nameless = form.get("what") == "remember" and not values["name"].strip()
            field = "name" if nameless else "across"
            fault = error if isinstance(error, BadField) else BadField(field, self.said(error))
            return await self.shown("printer", {**request.query_params, **values}, fault)
        kept = {"kept": words, "name": values["name"], "tray": values["tray"], "refine": "1"}
        return await self.shown("printer", {**request.query_params, **kept})

    async def sheet(self, request: Request) -> Response:
        """Respond with the printer's test sheet as a PDF, corrected by a profile if the query names a printer."""
        making, query = self.room.making, request.query_params
        flip = "short" if making.word("sides") == "short" else "long"
        data = await self.room.press.ask(
            REQUESTED, render.test_sheet, making.word("paper"), flip, query.get("printer", ""), query.get("tray", "")
        )
        return pdf(data, "printer-test.pdf")

    async def sheet_picture(self, _request: Request) -> Response:
        """Respond with a small picture of the front of the printer's test sheet."""
        return picture_of(await self.room.press.ask(IDLE, render.test_picture))

    async def bring(self, request: Request) -> Response:
        """Check and store uploaded files, use them in the kit or own deck, and show the form's page again."""
        kind = request.path_params["kind"]
        if kind not in brought.KINDS:
            raise PrintError(say("there is no such thing to bring"))
        step, fault = "own", None
        remarks: tuple[str, ...] = ()
        try:
            fields, files = await sent_of(request)
            step = fields.get("step", step)
            if not files:
                raise PrintError(say("choose a file first"))
            one = await self.room.press.ask(REQUESTED, brought.bring, kind, files)
            taken = await self.room.take(kind, one, for_deck=step not in STEPS)
            kept = say("{name} is kept, and chosen", name=one.name) if taken else say("{name} is kept", name=one.name)
            remarks = (kept, *one.remarks)
        except (UserError, BadField) as no:
            fault = BadField(f"bring-{kind}", str(no) if isinstance(no, BadField) else self.said(no))
        sentences = [f"{remark[:1].upper()}{remark[1:].rstrip('.')}." for remark in remarks]
        said = {f"kept-{kind}": " ".join(sentences)} if sentences else {}
        if step in STEPS and self.room.making.game:
            return await self.shown(step, request.query_params, fault, said)
        return await self._own.shown(fault, said)

    # --- printing

    async def zip(self, request: Request) -> Response:
        """Respond with the folder of the kit as a ZIP.

        The kit's facts are entered in the ledger, since the kit now counts as printed.
        """
        words, name = await self._final(request.query_params)
        data = await self.room.press.ask(REQUESTED, render.zipped, words, name)
        return download(data, f"{name}.zip")

    async def folder(self, request: Request) -> Response:
        """Write the kit's folder to the place where the command line writes it, and show the folder's path.

        If a different kit is there, it is replaced only if the form has a field `force`.
        """
        form = await form_of(request)
        try:
            if not system.CURRENT_OS.starts_processes:
                raise PrintError(say("a web page writes to no folder of yours: download it"))
            words, name = await self._final(form)
            place = await self.room.press.ask(REQUESTED, render.folder, words, name, "force" in form)
        except BadField as fault:
            return await self.shown("print", request.query_params, fault)
        except PrintError as no:
            return await self.shown("print", request.query_params, BadField("folder", self.said(no)))
        return await self.shown("print", {**request.query_params, "written": place})

    async def one_pass(self, request: Request) -> Response:
        """Respond with the PDF of one printing pass, which has all sheets of that pass.

        A pass is a run of sheets that need the same paper and sides. The path's `number` counts from 1.
        """
        words, name = await self._final(request.query_params)
        making, number = self.room.making, request.path_params["number"]
        parts, _ = await self.room.press.ask(REQUESTED, render.parts, self.room.job(making))
        found = render.passes(parts, making.left)
        if not 1 <= number <= len(found):
            raise PrintError(say("there is no such printing pass"))
        data = await self.room.press.ask(REQUESTED, render.pass_pdf, words, found[number - 1].files)
        return pdf(data, f"{name}-pass-{number}.pdf")

    async def export(self, request: Request) -> Response:
        """Respond with a ZIP of the kit's deck for the print shop or program `target`, a key of `TARGETS`."""
        words, name = await self._final(request.query_params)
        target, making = request.path_params["target"], self.room.making
        more = ["--kit", words[2]] if making.facts else []
        of_cards = (*OF_DECK, "indices", "face")
        look = look_words(making.words, {key: usual for key, usual in USUAL.items() if key in of_cards})
        data = await self.room.press.ask(
            REQUESTED, render.export, target, (making.game, *more, *look), f"{name}-{target}"
        )
        return download(data, f"{name}-{target}.zip")

    async def _final(self, asked: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
        """Return the arguments of `cardgen kit` that make the kit, and the name of the kit's folder.

        Before that, the kit's facts are entered in the ledger. `asked` are the fields of the request. If its field
        `kit` is not the present count of changes, the kit was changed in another tab, and BadField is raised. Raises
        PrintError if no game is chosen.
        """
        if not self.room.making.game:
            raise PrintError(say("choose a game first"))
        if "kit" in asked:
            self.room.check_shown(asked["kit"])
        making = await self.room.enter()
        code = making.entered if making.facts else ""
        return tuple(kit_words(making, code)), f"{making.game}-{code}" if code else making.game

    async def table(self, request: Request) -> Response:
        """Open a table with this kit and its guests, as `referee host` does, and show the table's address."""
        return await self._opened(await form_of(request), request)

    async def _opened(self, form: Mapping[str, str], request: Request) -> Response:
        """Open a table with the kit, and return the page that says where it is, or why it could not be opened.

        `form` are the fields of the request `request`.
        """
        try:
            await self._final(form)
            await self._tables.open(self.room.making)
        except BadField as fault:
            return await self.shown("print", request.query_params, fault)
        except PrintError as no:
            return await self.shown("print", request.query_params, BadField("table", self.said(no)))
        return await self.shown("print", request.query_params)

    async def writing(self, request: Request) -> Response:
        """Open or close the page on which guests write facts.

        If the form's field `what` is `stop`, that page is closed. If it is `print`, the page is closed, what the guests
        wrote is dealt into the kit, and the response is a redirect to the step `print`. Otherwise the page is opened.
        The response is the page of the step `guests`, with the error if something fails.
        """
        form = await form_of(request)
        try:
            if form.get("what") == "stop":
                await self._writing.close()
            elif form.get("what") == "print":
                self.room.check_shown(form.get("kit", ""))
                self._writing.check()
                if (gathered := await self._writing.close()) is not None:
                    await self.room.deal_written(gathered)
                    gathered.forget()
                return self.to("print")
            else:
                await self._writing.open(self.room.making.language)
        except PrintError as no:
            return await self.shown("guests", request.query_params, BadField("writing", self.said(no)))
        except BadField as fault:
            return await self.shown("guests", request.query_params, fault)
        return await self.shown("guests", request.query_params)

    async def code(self, _request: Request) -> Response:
        """Respond with the QR code, as SVG, of the page on which guests write."""
        return Response(self._writing.code(), media_type="image/svg+xml")

    # --- the rest

    async def here(self, _request: Request) -> Response:
        """Respond to an open page that asks if the studio still runs; this keeps the studio from ending."""
        return PlainTextResponse("here")

    async def mark(self, _request: Request) -> Response:
        """Respond with JSON: `mark` changes when the kit does, in any tab; `live` when guests sit down or write."""
        now = self._writing.now
        return JSONResponse({"mark": str(self.room.kept.changes), "live": now.live if now else ""})

    async def end(self, request: Request) -> Response:
        """End the program, and respond with a page that says so."""
        await form_of(request)
        self._stop()
        return self.rendered("ended.html")

    def routes(self) -> list[Route]:
        """Return the routes of all pages, without `base` in their paths."""
        shown: Handlers = [
            ("/here", self.here), ("/mark", self.mark), ("/sheet.pdf", self.sheet), ("/sheet", self.sheet_picture),
            ("/page/{stamp}/{part}/{page:int}/{dpi:int}", self.picture), ("/kit.zip", self.zip),
            ("/pass/{number:int}.pdf", self.one_pass), ("/export/{target}.zip", self.export),
            ("/writing.svg", self.code), ("/static/{name:path}", static),
        ]  # fmt: skip
        done: Handlers = [
            ("/do/{verb}", self.do), ("/measure", self.measure), ("/folder", self.folder), ("/table", self.table),
            ("/writing", self.writing), ("/end", self.end), ("/bring/{kind}", self.bring),
        ]  # fmt: skip
        others = [*self._landing.routes(), *self._household.routes(), *self._own.routes()]
        return [*self.routed(shown, done), *others, *self.routed([("/{step}", self.step)])]


def _without_edit(query: Mapping[str, str], verb: str, form: Mapping[str, str]) -> dict[str, str]:
    done = verb == "own" or (verb == "pair" and form.get("what") in ("keep", "swap", "hide"))
    return {name: value for name, value in query.items() if not (name == "edit" and done)}
