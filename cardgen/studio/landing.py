"""The studio's first page: from names to a kit, cards to look at, rules to read, and a sample kit."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response

from cardgen.errors import PrintError
from cardgen.studio import render
from cardgen.studio.room import IDLE, REQUESTED, VISIBLE, BadField, KitDraft, Room
from liarsdeck import system
from liarsdeck.files import templates
from liarsdeck.templates import static_address

if TYPE_CHECKING:
    from starlette.requests import Request

_FAN, _PAIR = 5, 2
_ROWS = 4
"""How many pairs of the kit in the making the page shows."""
_HOWS = (("print", "Print it"), ("zip", "Take the files"))
"""What becomes of the deck; it can be played on a screen, too."""
_MOST_SEED = 10**9
_TEXT = re.compile(r"<desc>(.*?)</desc>")


class Landing:
    """The handlers of the first page. `rendered` renders a template, `stamp` registers a kit that is looked at."""

    def __init__(
        self, room: Room, base: str, rendered: Callable[..., Response], stamp: Callable[[KitDraft], str]
    ) -> None:
        self.room, self.base = room, base
        self._rendered, self._stamp = rendered, stamp
        self._seed: int | None = None
        self._sample: dict[str, bytes] = {}

    async def show(self, request: Request) -> Response:
        """Respond with the page; `?five=SEED` shows the cards of that seed, `?names=` has names typed already."""
        if (seed := request.query_params.get("five", "")).isdecimal() and len(seed) < 10:
            self._seed = int(seed)
        return await self.shown(None, {"names": names} if (names := request.query_params.get("names")) else {})

    async def shown(self, fault: BadField | None = None, typed: Mapping[str, str] | None = None) -> Response:
        """Return the page, with a `fault` at its field, and fields as they were `typed`."""
        making = self.room.making
        facts = making.draft.pairs if making.game else ()
        return self._rendered(
            "start.html", 422 if fault else 200,
            hows=(*_HOWS, ("phones", "On our phones" if system.CURRENT_OS.starts_processes else "On this screen")),
            faults={fault.field: str(fault)} if fault else {}, typed=typed or {},
            cards=sample_cards() if self._seed is None else await self._cards(self._seed),
            fresh=self._seed is not None, other=secrets.randbelow(_MOST_SEED),
            rows=list(enumerate(facts[:_ROWS], 1)), stamp=self._stamp(making) if making.game else "",
        )  # fmt: skip

    async def cards(self, _request: Request) -> Response:
        """Respond with the addresses and texts of new cards to look at, as JSON."""
        self._seed = secrets.randbelow(_MOST_SEED)
        return JSONResponse(await self._cards(self._seed))

    async def _cards(self, seed: int) -> dict[str, tuple[str, str]]:
        shown = await self.room.press.ask(VISIBLE, render.shown, seed)
        return {name: (f"{self.base}/show/{seed}/{number}.svg", text) for name, number, text in shown}

    async def card(self, request: Request) -> Response:
        """Respond with one of those cards as SVG."""
        said = request.path_params
        if said["seed"] >= _MOST_SEED:
            raise PrintError("there is no such card")
        drawn = await self.room.press.ask(IDLE, render.shown_card, said["seed"], said["number"])
        return Response(drawn, media_type="image/svg+xml")

    async def rules(self, request: Request) -> Response:
        """Respond with the rulebook of a game, by its usual house rules."""
        title, book = await self.room.press.ask(VISIBLE, render.rules_page, request.path_params["game"])
        return self._rendered("rules.html", title=title, book=book)

    async def sample(self, request: Request) -> Response:
        """Respond with the sample kit as a ZIP, or with one file of it."""
        if not self._sample:
            self._sample = await self.room.press.ask(REQUESTED, render.sample_kit)
        name = request.path_params["name"]
        if name not in self._sample:
            raise PrintError("there is no such file in the sample kit")
        kind = "application/zip" if name.endswith(".zip") else "application/pdf"
        said = f'{"attachment" if name.endswith(".zip") else "inline"}; filename="{name}"'
        return Response(self._sample[name], media_type=kind, headers={"content-disposition": said})

    def routes(self) -> list[tuple[str, Callable[[Request], Awaitable[Response]]]]:
        """Return paths and handlers."""
        return [
            ("/", self.show), ("/show", self.cards), ("/show/{seed:int}/{number:int}.svg", self.card),
            ("/rules/{game}", self.rules), ("/sample/{name}", self.sample),
        ]  # fmt: skip


@cache
def sample_cards() -> dict[str, tuple[str, str]]:
    """Return address and text of each card that the page shows before others are made."""
    folder = templates() / "host" / "static"
    names = [*(f"fan-{at + 1}" for at in range(_FAN)), *(f"pair-{at + 1}" for at in range(_PAIR))]
    found = {}
    for name in names:
        file = f"cards/show/{name}.svg"
        said = _TEXT.search((folder / file).read_text("utf-8"))
        found[name] = static_address(file, folder), said[1] if said else ""
    return found


def halves(one: str, other: str) -> tuple[str, str, str]:
    """Return the words with which two sentences begin alike, and how each goes on; a quotation is not divided."""
    first, second = one.split(" "), other.split(" ")
    at = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    quoted = max((at for at, word in enumerate(first[:at]) if "“" in word), default=at)
    if "”" not in " ".join(first[quoted:at]):
        at = quoted
    return " ".join(first[:at]), " ".join(first[at:]), " ".join(second[at:])
