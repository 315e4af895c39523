"""A table on one device: the pages of `referee host` without a server (docs/web.md)."""

import asyncio
import json
import re

import pytest

from cardgen.studio.webpage import WebPage
from liarsdeck import system, templates
from referee.host import pages

ABSOLUTE = re.compile(r'(?:href|src|action|data-\w+)="/(?!decks/static/)')


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """Return a function that opens the page anew, as a reload does; it lies in a folder of its host."""
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setattr(system, "CURRENT_OS", system.Browser())
    monkeypatch.setattr(templates, "ROOT", "")
    addresses = templates.static_address, pages.static, pages._kept
    for cached in addresses:
        cached.cache_clear()
    yield lambda: Tablet(WebPage("/decks", str(tmp_path), "en-GB", lambda: None, lambda *_: None))
    for cached in addresses:
        cached.cache_clear()


class Tablet:
    def __init__(self, page):
        self.page = page

    async def ask(self, path, body=None):
        """Return status and text of an answer."""
        came = []

        async def reply(status, _headers, data, _more):
            came.append((status, data))

        method, headers = ("GET", []) if body is None else ("POST", [("content-type", "application/json")])
        path, _, query = path.partition("?")
        sent = b"" if body is None else json.dumps(body).encode()
        await self.page.answer(method, f"/decks/table/{path}", query, headers, sent, reply)
        return came[0][0], b"".join(data for _, data in came).decode()

    async def do(self, what, **body):
        status, text = await self.ask(f"api/v1/{what}", body)
        assert status == 200, text
        return json.loads(text)

    async def begin(self, game, *names):
        await self.do("game", game=game)
        await self.do("seats", seats=names, laptop=names)
        await self.do("begin")

    async def line(self, seat, pin="1234"):
        """Let a player take the screen, play the first line that is legal, and give it back."""
        await self.do("claim", seat=seat, pin=pin)
        own = json.loads((await self.ask("api/v1/seat"))[1])
        await self.do("line", line=own["legal"][0], key="tap", seen=own["seq"])
        await self.do("stand")
        return own["legal"][0]

    async def public(self):
        return json.loads((await self.ask("api/v1/table"))[1])["public"]


def test_a_table_goes_on_after_a_reload_and_another_one_beside_it(opened):
    async def evening():
        tablet = opened()
        assert "One screen for all" in (await tablet.ask("screen"))[1]
        await tablet.begin("liar-poker", "Ann", "Bob")
        await tablet.line("Ann")
        stood = await tablet.public()
        tablet = opened()
        assert "Liar Poker" in (await tablet.ask("screen"))[1]
        assert await tablet.public() == stood
        assert (await tablet.ask("screen?new"))[0] == 303
        _, lobby = await tablet.ask("screen")
        assert "Liar Poker, table 1: Ann and Bob" in lobby
        await tablet.begin("red-and-black", "Cat", "Dan")
        assert (await tablet.ask("screen?table=1"))[0] == 303
        assert await tablet.public() == stood
        assert (await tablet.ask("screen?table=99"))[0] == 422
        await tablet.line("Bob", "5678")
        assert await tablet.public() != stood

    asyncio.run(evening())


def test_it_asks_nobody_for_a_pin_of_another_and_its_addresses_stay_in_its_folder(opened):
    async def evening():
        tablet = opened()
        shown = [await tablet.ask("screen")]
        await tablet.begin("liar-poker", "Ann", "Bob")
        shown += [await tablet.ask(path) for path in ("screen", "laptop", "rules", "teach", "story")]
        await tablet.line("Ann")
        status, text = await tablet.ask("api/v1/claim", {"seat": "Ann", "pin": "9999"})
        assert status == 403
        assert "not Ann’s PIN" in text
        await tablet.do("claim", seat="Ann", pin="1234")
        shown += [await tablet.ask(path) for path in ("laptop", "part/laptop", "part/menu", "part/hand", "part/screen")]
        for status, page in shown:
            assert status == 200, page
            assert ABSOLUTE.findall(page) == []

    asyncio.run(evening())


def test_to_open_the_table_again_forgets_no_wrong_pin(opened):
    async def evening():
        tablet = opened()
        await tablet.begin("liar-poker", "Ann", "Bob")
        await tablet.do("claim", seat="Bob", pin="1985")
        answers = []
        for guess in range(1970, 1990):
            assert (await tablet.ask("screen?table=1"))[0] == 303
            answers.append((await tablet.ask("api/v1/claim", {"seat": "Bob", "pin": str(guess)}))[0])
        assert answers == [403] * 5 + [429] * 15
        told = json.loads((await tablet.ask("api/v1/table"))[1])["notices"]
        assert any("five wrong PINs for Bob" in one for one in told)

    asyncio.run(evening())
