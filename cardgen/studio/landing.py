"""The studio's first page, with a form to start a kit, sample cards, the rules of games, and a sample kit."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.errors import PrintError
from cardgen.studio import render
from cardgen.studio.answers import RoomPages, download, pdf
from cardgen.studio.room import IDLE, REQUESTED, VISIBLE, BadField, KitDraft, Room
from liarsdeck import system
from liarsdeck.files import templates
from liarsdeck.language import ENGLISH, later, say, spoken
from liarsdeck.templates import static_address

if TYPE_CHECKING:
    from starlette.requests import Request

_FAN, _PAIR = 5, 2
_ROWS = 4
"""How many pairs of the kit in the making the page shows."""
_HOWS = (("print", later("Print it")), ("zip", later("Take the files")))
_SCREENS = later("On our phones"), later("On this screen")
"""What becomes of the deck; it can be played on a screen, too."""
_MOST_SEED = 10**9
SAMPLE = 17
"""The seed of the sample cards that the page shows at first (`cardgen.export.screens`)."""
_TEXT = re.compile(r"<desc>(.*?)</desc>")


class Landing(RoomPages):
    """The handlers of requests for the studio's first page and what it links to.

    `stamp` returns the key of a kit, which is part of the URLs of its pictures; the others are as in `RoomPages`.
    """

    def __init__(self, room: Room, base: str, stamp: Callable[[KitDraft], str]) -> None:
        super().__init__(room, base)
        self._stamp = stamp
        self._seed: int | None = None
        self._sample: dict[str, bytes] = {}

    async def show(self, request: Request) -> Response:
        """Respond with the first page; `?five=SEED` chooses its sample cards, `?names=` prefills its names."""
        if (seed := request.query_params.get("five", "")).isdecimal() and len(seed) < 10:
            self._seed = int(seed)
        return await self.shown(None, {"names": names} if (names := request.query_params.get("names")) else {})

    async def shown(self, fault: BadField | None = None, typed: Mapping[str, str] | None = None) -> Response:
        """Return the first page, with the error `fault` (if any) at its field.

        `typed` maps names of fields to the texts to put into them.
        """
        making = self.room.making
        facts = making.draft.pairs if making.game else ()
        return self.rendered(
            "start.html", 422 if fault else 200,
            hows=(*_HOWS, ("phones", _SCREENS[not system.CURRENT_OS.starts_processes])),
            faults={fault.field: str(fault)} if fault else {}, typed=typed or {},
            cards=await self._cards(self._seed),
            fresh=self._seed is not None, other=secrets.randbelow(_MOST_SEED),
            rows=list(enumerate(facts[:_ROWS], 1)), stamp=self._stamp(making) if making.game else "",
        )  # fmt: skip

    async def cards(self, _request: Request) -> Response:
        """Respond with new sample cards as JSON: URL of the picture and text, by place (`fan-1` …)."""
        self._seed = secrets.randbelow(_MOST_SEED)
        return JSONResponse(await self._cards(self._seed))

    async def _cards(self, seed: int | None) -> dict[str, tuple[str, str]]:
        """Return the URL and the text of each sample card, by its place on the page (`fan-1` …).

        `seed` chooses the cards. If it is None, the cards are those of the seed `SAMPLE`; in English, their pictures
        are static files.
        """
        if seed is None and spoken() == ENGLISH:
            return sample_cards()
        seed = SAMPLE if seed is None else seed
        shown = await self.room.press.ask(VISIBLE, render.shown, seed)
        return {name: (f"{self.base}/show/{seed}/{number}.svg", text) for name, number, text in shown}

    async def card(self, request: Request) -> Response:
        """Respond with one sample card as SVG, by its seed and number."""
        said = request.path_params
        if said["seed"] >= _MOST_SEED:
            raise PrintError(say("there is no such card"))
        drawn = await self.room.press.ask(IDLE, render.shown_card, said["seed"], said["number"])
        return Response(drawn, media_type="image/svg+xml")

    async def rules(self, request: Request) -> Response:
        """Respond with the rulebook of a game under its usual house rules."""
        title, book = await self.room.press.ask(VISIBLE, render.rules_page, request.path_params["game"])
        return self.rendered("rules.html", title=title, book=book)

    async def sample(self, request: Request) -> Response:
        """Respond with the sample kit as a ZIP, or with one PDF of it, by the name in the path."""
        if not self._sample:
            self._sample = await self.room.press.ask(REQUESTED, render.sample_kit)
        name = request.path_params["name"]
        if name not in self._sample:
            raise PrintError(say("there is no such file in the sample kit"))
        return (download if name.endswith(".zip") else pdf)(self._sample[name], name)

    def routes(self) -> list[Route]:
        """Return the routes of these pages."""
        return self.routed([
            ("/", self.show), ("/show", self.cards), ("/show/{seed:int}/{number:int}.svg", self.card),
            ("/rules/{game}", self.rules), ("/sample/{name}", self.sample),
        ])  # fmt: skip


@cache
def sample_cards() -> dict[str, tuple[str, str]]:
    """Return the sample cards that the page shows at first, by their place on the page (`fan-1` …).

    Each is the URL of the picture and the text of the card.
    """
    folder = templates() / "host" / "static"
    names = [*(f"fan-{at + 1}" for at in range(_FAN)), *(f"pair-{at + 1}" for at in range(_PAIR))]
    found = {}
    for name in names:
        file = f"cards/show/{name}.svg"
        said = _TEXT.search((folder / file).read_text("utf-8"))
        found[name] = static_address(file, folder), said[1] if said else ""
    return found
