"""All pages of the studio in the pseudo-language, and every refusal that a form can meet: no English is left."""

import asyncio
import re
from html import unescape
from pathlib import Path
from unittest import mock
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from cardgen.studio import render, room
from cardgen.studio.answers import SENTENCES, told
from cardgen.studio.brought import KINDS
from cardgen.studio.pages import Pages
from cardgen.studio.room import Kept, Room
from liarsdeck import language
from liarsdeck.web import application
from referee import games
from tests import pseudo
from tests.cardgen.studio.shop import multipart
from tests.cardgen.studio.test_brought import packed

ROOT = Path(__file__).parents[3]
ALLOWED = {
    *re.findall(
        r"\S+",
        "ann bob cat dan eve fay gus hal ivy kim joost ann’s bob’s cat’s "
        "liar’s liars’ liar deck lair lizard guess red black poker "
        "letter legal tabloid bond cover index bridge tcg tarot mini square box all five zero name text birds "
        "liarsdeck python cardgen studio html toml csv zip svg png jpeg webp ttf pdf docs themes factbank new-pack "
        "new pack ask household emblem topic colours rows row back theme table file files nothing unseen xyz "
        "the game crafter makeplayingcards drivethrucards tabletop simulator",
    ),
    "a" * 39,
}
"""Names, titles, kinds of files, values that are typed, and what tests type."""
CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{2}\b")  # of a kit
TAGS = re.compile(r"<(script|style|svg|code|noscript)\b.*?</\1>|<[^>]+>|\b[a-z]+\.[a-z-]+\b", re.DOTALL)
TOLD = re.compile(r'\b(?:aria-label|alt|placeholder|title)="([^"]*)"')


class Press:
    """The workers, in this process. Facts are drawn in English, and then said in the language."""

    async def ask(self, _priority, work, *args, wanted=None):
        if work is room.drawn:
            wish, *rest = args
            draft = work(replace(wish, language="en"), *rest)
            return replace(draft, pairs=tuple(replace(one, pair=said(one.pair)) for one in draft.pairs))
        return render.in_language(work, language.spoken(), *args)

    async def close(self):
        pass


def said(pair):
    """Return a pair of facts in the pseudo-language."""
    cards = tuple(replace(card, text=pseudo.said(card.text), title="") for card in pair.cards)
    return replace(pair, title=pseudo.said(pair.title), cards=cards, pieces=None, ties=(), language=pseudo.CODE)


class House:
    """A studio without a server: its room, and what it answers."""

    def __init__(self, file):
        self.room = Room(file, Press())
        self.room.kept = Kept()
        self.room.keep(replace(self.room.making, language=pseudo.CODE))
        self.pages = Pages(self.room, "", lambda: None)
        self.app = application(self.pages.routes(), told, SENTENCES)

    def ask(self, path, form=None, files=None):
        """Return the body of an answer."""
        kind, body = "application/x-www-form-urlencoded", urlencode(form).encode() if form else b""
        if files is not None:
            body, kind = multipart(files.items(), **(form or {}))
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "method": "GET" if form is None and files is None else "POST", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
            "http_version": "1.1", "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1),
            "headers": [(b"content-type", kind.encode()), (b"x-part", b"1")],
        }  # fmt: skip
        came = []

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            came.append(message)

        async def answered():
            with language.speaking(self.room.making.language):
                await self.app(scope, receive, send)

        asyncio.run(answered())
        headers = dict(came[0]["headers"])
        if came[0]["status"] == 303:
            return self.ask(headers[b"location"].decode())
        return b"".join(one.get("body", b"") for one in came[1:]).decode()

    def do(self, verb, step="guests", **form):
        """Return the page that comes of doing something."""
        return self.ask(f"/do/{verb}", {"step": step, **form})


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    pseudo.write(tmp_path / "languages")
    with mock.patch.object(language, "places", return_value=(*language.places(), tmp_path / "languages")):
        yield House(tmp_path / "studio.json")
    for cached in (language.language, render._drawn, render._asked):
        cached.cache_clear()


def english(page):
    """Return the words of a page that are in English."""
    texts = [*TOLD.findall(page), TAGS.sub(" ", page) if "<" in page else page]
    return pseudo.plain(CODE.sub(" ", unescape(" ".join(texts))), ALLOWED)


@pytest.mark.parametrize("game", games.names())
def test_every_page_is_in_the_language(house, game):
    pages = {"first": house.ask("/"), "game": house.do("game", game=game), "add": house.do("add", guest="Ann", what="")}
    for step in ("guests", "rules", "facts", "look", "printer", *(["print"] if game == "liars-lair" else [])):
        pages[step] = house.ask(f"/{step}")
    pages |= {view: house.ask(f"/guests?view={view}&page=1") for view in ("light", "full")}
    for how in ("short", "hand", "fold") if game == "liars-lair" else ("fold",):
        house.do("words", "printer", how=how, printer="none", thrift="low", paper="letter")
        pages |= {f"{step} {how}": house.ask(f"/{step}") for step in ("printer", "print")}
    house.do("words", "look", thrift="backs")
    pages |= {"backs": house.ask("/look"), "first again": house.ask("/"), "own": house.ask("/own")}
    left = {name: found for name, page in pages.items() if (found := english(page))}
    assert not left
    assert all(re.search("[áéíóú]", page) for page in pages.values())


def test_the_facts_of_a_table_are_told_in_the_language(house):
    pages = {"deal": house.do("deal", "start", names="Ann, Bob, Cat", how="print", to="print")}
    pages["shown"] = house.do("pair", "facts", at="1", what="show")
    pages["pinned"] = house.do("pair", "facts", at="1", what="pin")
    pages |= {"edit": house.ask("/facts?edit=1"), "first": house.ask("/")}
    for guests in (("Dan",), ("Eve", "Fay")):
        for guest in guests:
            pages[guest] = house.do("add", guest=guest, **{"as": "she"})
    pages["nobody"] = house.do("about", about="none")
    pages["all about"] = house.do("about", about="some")
    text = "Ann, Bob\nXyz fáts / Xyz téts\nXyz fáts\nfáts / téts"
    pages["box"] = house.do("box", box=text)
    pages["box dealt"] = house.do("box", box=text, read=text)
    pages["household"] = house.ask("/household") + house.ask("/household?back")
    pages["printed"] = house.ask("/folder", {"kit": str(house.room.kept.changes)})
    pages["printed twice"] = house.ask("/folder", {"kit": str(house.room.kept.changes)})
    pages["measured"] = house.ask("/measure", {"across": "0.8", "up": "-0,3", "what": "read"})
    pages["kept"] = house.ask("/measure", {"across": "0.8", "up": "0", "what": "remember", "name": "xyz"})
    pages["own"] = house.ask("/bring/deck", {"step": "own"}, {"birds.csv": b"name,text\nXyz,Xyz.\n"})
    pages["pack"] = house.ask("/own") + house.ask("/end", {"step": "own"})
    left = {name: found for name, page in pages.items() if (found := english(page))}
    assert not left


def test_every_refusal_is_in_the_language(house):
    asked = [
        ("deal", {"names": "Ann"}), ("deal", {"names": "Ann, Bob"}), ("deal", {"names": ", ,"}),
        ("deal", {"names": "Ann, Bob, Cat, Dan, Eve, Fay, Gus, Hal, Ivy, Kim"}), ("game", {"game": "xyz"}),
        ("nothing", {}),
    ]  # fmt: skip
    pages = [house.do(verb, "start", **form) for verb, form in asked]
    house.do("deal", "start", names="Ann, Bob, Cat", to="guests")
    asked = [
        ("add", {"guest": "Ann"}), ("add", {"guest": "A" * 60}), ("add", {"guest": "A(b"}),
        ("players", {"players": "x"}),
        ("pair", {"at": "999", "what": "show"}), ("pair", {"at": "1", "what": "xyz"}), ("pair", {"at": "x"}),
        ("own", {"title": "Xyz", "first": "Xyz.", "second": "Xyz."}), ("words", {"paper": "xyz"}),
        ("words", {"paper": "1x1mm"}), ("words", {"card": "xyz"}), ("words", {"card": "1x1mm"}),
        ("own", {"title": "Xyz", "first": "Xýz " * 90, "second": "Xyz."}), ("players", {"players": "3", "kit": "0"}),
        ("add", {"guest": "Dan", "what": "x" * 200}), ("box", {"box": "Ann, Ann"}), ("box", {"box": "Ann; B{b}, 3"}),
    ]  # fmt: skip
    pages += [house.do(verb, **form) for verb, form in asked]
    pages += [house.ask("/measure", {"across": across, "up": "0", "what": "read"}) for across in ("xyz", "55")]
    pages += [house.ask("/measure", {"across": "0", "up": "0", "what": "remember", "name": ""})]
    files = [
        {}, {"xyz.pdf": b"x"}, {"a.zip": b"x"}, {"a.zip": packed([("../x.csv", b"")])},
        {"a.zip": packed([("a.csv", b""), ("b.csv", b"")])},
        {"a.csv": b"", "A.csv": b""}, {"x" * 300 + ".csv": b""}, {"a:b.csv": b""},
    ]  # fmt: skip
    pages += [house.ask("/bring/deck", {"step": "own"}, sent) for sent in files]
    pages += [house.ask(f"/bring/{kind}", {"step": "own"}, {"xyz.pdf": b"x"}) for kind in (*KINDS, "xyz")]
    households = {}, {"a.zip": packed([("x", b"")])}, {"a.zip": packed([])}
    pages += [house.ask("/household", {"step": "own"}, sent) for sent in households]
    pages += [house.ask("/own/open", {"deck": "xyz"}), house.ask("/own/deck.pdf"), house.ask("/pass/99.pdf?kit=0")]
    pages += [house.ask("/rules/xyz"), house.ask("/sample/xyz"), house.ask("/static/xyz"), house.ask("/a/b/c")]
    left = [
        (found, re.findall(r'class="(?:fault|lead)"[^>]*>([^<]*)', page)) for page in pages if (found := english(page))
    ]
    assert not left


@pytest.mark.parametrize(
    "script", ["templates/studio/static/land.js", "templates/studio/static/studio.js", "web/shell.js"]
)
def test_scripts_tell_their_sentences(script):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", (ROOT / script).read_text("utf-8"), flags=re.DOTALL)
    sentences = re.findall(r'(\w*)\(?\s*"([A-Z][a-z]+ [^"]*)"', text)
    assert not [sentence for told, sentence in sentences if told != "told"]
    assert sentences
