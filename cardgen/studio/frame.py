"""What the pages of a kit and those of a deck of one's own share: how a page, a way on and a refusal come out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardgen.studio.room import BadField, Room, sentence
from cardgen.studio.templating import environment
from liarsdeck.errors import UserError

Handler = Callable[[Request], Awaitable[Response]]


class RoomPages:
    """Pages about one room, below `base`."""

    def __init__(self, room: Room, base: str) -> None:
        self.room, self.base = room, base

    def said(self, no: Exception) -> str:
        """Return a refusal as a page says it."""
        return sentence(self.room.making, str(no))

    def rendered(self, template: str, status: int = 200, **values: object) -> Response:
        """Return a page."""
        kept = self.room.kept
        always = {"base": self.base, "run": self.room.run, "changes": kept.changes}
        always |= {"making": kept.making, "last": kept.last}
        page = environment().get_template(template).render(always | {"faults": {}, "typed": {}} | values)
        return HTMLResponse(page, status)

    def to(self, step: str, query: str = "") -> Response:
        """Lead to a step."""
        return RedirectResponse(f"{self.base}/{step}{'?' + query if query else ''}", 303)

    def answering(self, do: Handler) -> Handler:
        """Let what a person can cause come out as a sentence on a page."""

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
