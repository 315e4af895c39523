"""What all pages of the studio share: templates, static files, forms, and responses."""

from __future__ import annotations

import mimetypes
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from cardgen.errors import PrintError
from cardgen.studio import brought, render
from cardgen.studio.room import HOW, USUAL, VISIBLE, BadField, Room, sentence
from liarsdeck import installed, system
from liarsdeck.errors import UserError
from liarsdeck.files import templates
from liarsdeck.language import later, say, speech
from liarsdeck.templates import environment as shared_environment
from liarsdeck.templates import script_words, static_address, static_file

if TYPE_CHECKING:
    from jinja2 import Environment
    from starlette.types import Message


SENTENCES = {
    500: later("The studio stumbled over this. Your kit is kept: go back, and try again."),
    404: later("There is no such page."),
}


def told(sentence: str, status: int) -> Response:
    """Return a plain-text response with this HTTP status and `sentence` in the current language."""
    return PlainTextResponse(say(sentence), status)


def folder() -> Path:
    """Return the folder of the studio's templates."""
    return templates() / "studio"


@cache
def environment() -> Environment:
    """Return the Jinja environment of the studio's pages; it escapes all values."""
    from referee import games

    made = shared_environment(folder(), templates() / "host")
    made.globals |= {"static": static_url, "command": installed.typed, "halves": halves}
    made.globals["words"] = partial(script_words, folder() / "static")
    made.globals["native"] = system.CURRENT_OS.starts_processes
    made.filters["brought"] = brought_by
    made.filters["game"] = lambda name: games.game(name).title.replace("'", "’")
    return made


def static_folders() -> tuple[Path, Path]:
    """Return the folders of static files: the studio's, and those that it shares with the phones."""
    return folder() / "static", templates() / "host" / "static"


@cache
def static_url(name: str) -> str:
    """Return the URL of a static file by its name, for templates.

    The URL changes with the file's content, so browsers may cache the file for ever.
    """
    return static_address(name, *static_folders())


def halves(one: str, other: str) -> tuple[str, str, str]:
    """Return the words with which two sentences both begin, the rest of `one`, and the rest of `other`.

    If a quotation begins in the common words and does not end there, it belongs to the rests as a whole.
    """
    first, second = one.split(" "), other.split(" ")
    at = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    quotes = speech().quotes
    begins, ends = quotes[0], quotes[1]
    quoted = max((at for at, word in enumerate(first[:at]) if begins in word), default=at)
    if ends not in " ".join(first[quoted:at]):
        at = quoted
    return " ".join(first[:at]), " ".join(first[at:]), " ".join(second[at:])


_PRONOUNS = {"she": later("she"), "he": later("he"), "they": later("they")}


def brought_by(said: str) -> str:
    """Return the details about a guest in the form that the page shows.

    ``said`` is the text after the name on the command line, with colons between the details: `she:sails` gives “she,
    sails”.
    """
    pronoun, _, rest = said.partition(":")
    first = say(_PRONOUNS[pronoun]) if pronoun in _PRONOUNS else pronoun
    return ", ".join(part for part in (first, *rest.split(":")) if part)


MOST_BODY = 64_000  # bytes of a form


async def static(request: Request) -> Response:
    """Respond with the static file that the path names."""
    file = static_file(request.path_params["name"], *static_folders())
    if file is None:
        return PlainTextResponse(say("There is no such file."), 404)
    kind = "font/woff2" if file.suffix == ".woff2" else mimetypes.guess_type(file.name)[0]
    return FileResponse(file, media_type=kind)


def picture_of(data: bytes) -> Response:
    """Return a response with a picture, whose type (PNG or JPEG) is told by its first bytes."""
    return Response(data, media_type="image/png" if data.startswith(b"\x89PNG") else "image/jpeg")


def pdf(data: bytes, name: str) -> Response:
    """Return a response with a PDF, to be shown in the browser; `name` is its file name if it is saved."""
    said = {"content-disposition": f'inline; filename="{name}"'}
    return Response(data, media_type="application/pdf", headers=said)


def download(data: bytes, name: str) -> Response:
    """Return a response with a ZIP, to be saved by the browser under the file name `name`."""
    said = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/zip", headers=said)


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a URL-encoded form. Raises PrintError if the request has none, or one that is too large."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
        raise PrintError(say("that is no form of this page"))
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BODY:
            raise PrintError(say("a form has {most} bytes at most", most=MOST_BODY))
    try:
        fields = parse_qsl(data.decode(), keep_blank_values=True, max_num_fields=200)
    except ValueError:
        raise PrintError(say("that is no form of this page")) from None
    return dict(fields)


async def sent_of(request: Request) -> tuple[dict[str, str], list[tuple[str, bytes]]]:
    """Return the fields of a request's form with uploads, by their names, and the files as (name, content).

    Raises PrintError if the request has no such form, or if it has too much data or too many files.
    """
    from starlette.exceptions import HTTPException

    if request.headers.get("content-type", "").partition(";")[0] != "multipart/form-data":
        raise PrintError(say("that is no form of this page"))
    left = brought.MOST_BYTES + MOST_BODY
    receive = request.receive

    async def counted() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise PrintError(brought.too_much())
        return message

    try:
        async with Request(request.scope, counted).form(max_files=brought.MOST_FILES, max_fields=20) as form:
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
            files = [one for one in form.getlist("files") if not isinstance(one, str) and one.filename]
            return fields, [(one.filename or "", await one.read()) for one in files]
    except HTTPException as error:
        too_much = "Too many" in error.detail
        raise PrintError(brought.too_much() if too_much else say("that is no form of this page")) from None


def brought_things(*kinds: str) -> dict[str, object]:
    """Return what people uploaded of these kinds (entries of `brought.KINDS`), as a value for a template.

    The value's name is `brought`; it maps each kind to what is stored of it.
    """
    return {"brought": {kind: brought.kept(kind) for kind in kinds}}


Handler = Callable[[Request], Awaitable[Response]]
Handlers = Sequence[tuple[str, Handler]]
"""Handlers of requests, each with the path that it answers for."""


class RoomPages:
    """The base class of page handlers; `room` is the studio's state, `base` the path before all URLs."""

    def __init__(self, room: Room, base: str) -> None:
        self.room, self.base = room, base

    def said(self, no: Exception) -> str:
        """Return the error `no` as a sentence for the page.

        If the error quotes a pair of facts that is hidden, the result is a sentence that reveals nothing.
        """
        return sentence(self.room.making, str(no))

    def rendered(self, template: str, status: int = 200, **values: object) -> Response:
        """Return a template's HTML with this HTTP status, filled with `values` and what all pages need."""
        kept = self.room.kept
        always = {"base": self.base, "run": self.room.run, "changes": kept.changes}
        always |= {"making": kept.making, "last": kept.last}
        page = environment().get_template(template).render(always | {"faults": {}, "typed": {}} | values)
        return HTMLResponse(page, status)

    def how(self) -> str:
        """Return the way of printing that is chosen, as a key of `HOW`.

        That is the entry with the chosen options `sides` and `feed`; the result is "" if no entry has both.
        """
        chosen = {name: self.room.making.word(name) for name in ("sides", "feed")}
        usual = {name: USUAL[name] for name in chosen}
        return next((name for name, words in HOW.items() if usual | words == chosen), "")

    async def _of_printer(self) -> dict[str, object]:
        """Return the values for the part of a template in which paper and printer are chosen."""
        ask = self.room.press.ask
        known, paper = await ask(VISIBLE, render.known_printers), await ask(VISIBLE, render.usual_paper)
        return {"known": known, "usual_paper": paper, "how": self.how()}

    def to(self, step: str, query: str = "") -> Response:
        """Return a redirect to the page of a step.

        `step` is a key of `STEPS`, `own` (the user's own deck), or "" (the first page). `query` is the URL's query
        without the question mark, such as `page=2`.
        """
        return RedirectResponse(f"{self.base}/{step}{'?' + query if query else ''}", 303)

    def answering(self, do: Handler) -> Handler:
        """Return a handler that calls the handler `do`, and turns its errors into responses.

        If `do` raises UserError or BadField, the response is a page that shows the error's sentence. For a request of a
        page's picture, it is empty (status 204).
        """

        async def answer(request: Request) -> Response:
            try:
                made = await do(request)
                if "x-part" in request.headers and made.status_code == 422:
                    made.status_code = 200  # the script puts it in the page's place
                return made
            except (UserError, BadField) as no:
                if "/page/" in request.url.path:  # of what is not looked at any more
                    return Response(status_code=204)
                return self.rendered("no.html", 422, why=self.said(no))

        return answer

    def routed(self, shown: Handlers, done: Handlers = ()) -> list[Route]:
        """Return the routes of these handlers: those of `shown` are by GET, those of `done` by POST."""
        return [
            Route(path, self.answering(do), methods=[method])
            for method, pairs in (("GET", shown), ("POST", done))
            for path, do in pairs
        ]
