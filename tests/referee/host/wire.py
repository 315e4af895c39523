"""A hosting in this process, its clock in our hands, and browsers that talk to it: no socket, no wait, no chance."""

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from factbank.kits import keep
from liarsdeck.web import token_hash
from referee import games
from referee.host.app import make_api, make_app
from referee.host.hosting import Chair, Hosting, new_word
from referee.host.lobby import Lobby
from referee.host.session import HostedTable
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee import conformance

KEY, PIN_COST = "the-key-of-the-host", 4
SIGNS = {"Content-Type": "application/json"}


class Answer:
    """What came back: its status, headers and bytes."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes):
        self.status, self.body, self.sent = status, body, headers
        self.headers = {name.decode().lower(): value.decode() for name, value in headers}

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def __repr__(self) -> str:
        return f"{self.status} {self.body[:300]!r}"


class Evening:
    """One hosting. ``now`` is its clock, in seconds, for ``moment_s`` of which it holds a result."""

    def __init__(self, folder, setup=None, *, seed="7", deals=True, hosting=None, number=0, moment_s=0):
        self.now = 1000.0
        self.folder = folder
        self.journal = Journal(folder / "tables.sqlite", clock=lambda: self.now)
        made = hosting or Hosting(new_word(Random(seed).randrange), token_hash(KEY), deals=deals, moment_s=moment_s)
        self.hosted = HostedTable(self.journal, made)
        self.hosted.address = "127.0.0.1:7777"
        if setup is not None:
            if setup.facts is not None:
                keep(setup.facts)
            kit = setup.facts.kit if setup.facts else ""
            number = Table.new(self.journal, setup, kit=kit, seed=seed).number
        if number:
            if setup is not None:
                self.hosting.open = list(setup.seats)  # nobody came by way of the lobby: the host lets phones have all
            self.hosted.open_table(number)
        else:
            self.hosted.open_lobby()
        self.api = make_api(self.hosted, clock=lambda: self.now, pin_cost=PIN_COST)
        self.hosted.later = lambda: None  # a test lets the bots play
        self.app = make_app(self.api)
        self.loop = asyncio.new_event_loop()
        self.count = 0

    @property
    def hosting(self) -> Hosting:
        return self.hosted.hosting

    @property
    def people(self) -> Lobby:
        return self.api.people

    @property
    def table(self) -> Table:
        assert self.hosted.table is not None
        return self.hosted.table

    def browser(self, **how) -> "Browser":
        return Browser(self, **how)

    def host(self) -> "Browser":
        found = self.browser(client="127.0.0.1")
        assert found.post("join", host=KEY).status == 200
        return found

    def seated(self, *names, pin="4711") -> list["Browser"]:
        found = []
        for name in names:
            one = self.browser(client=f"10.0.0.{len(found) + 2}")
            assert one.post("join", word=self.hosting.word).status == 200
            answer = one.post("claim", seat=name, pin=pin)
            assert answer.status == 200, answer
            found.append(one)
        return found

    def phones(self, *names) -> dict[str, "Browser"]:
        """Seat these people, or those of all seats, and return their phones by name."""
        names = names or self.table.setup.seats
        return dict(zip(names, self.seated(*names), strict=True))

    def guest(self, client="10.0.0.9") -> "Browser":
        """Return a phone that has joined and sits nowhere."""
        found = self.browser(client=client)
        assert found.post("join", word=self.hosting.word).status == 200
        return found

    def twin(self, one: "Browser") -> "Browser":
        """Return what a browser of this hosting, as it was before a restart, is now."""
        return self.browser(client=one.client, cookie=one.cookie)

    @property
    def due(self) -> str:
        """The name of the player for whom the game waits first."""
        return self.table.name(self.table.game.to_act(self.table.state)[0].seat)

    @property
    def legal(self) -> tuple[str, ...]:
        """The lines that this player may say."""
        return self.hosted.views.legal(self.table.game.to_act(self.table.state)[0].seat).lines

    def play_on(self, until: Callable[[], Any] = lambda: False, rng: Random | None = None) -> None:
        """Play by chance, as whoever is asked, until so far or to the end of the game."""
        rng = rng or Random(1)
        while not self.table.over and not until():
            turn, seen = self.table.game.to_act(self.table.state)[0], self.hosted.seq
            if turn.seat is None:
                self.hosted.draw([])
            else:
                self.hosted.say(turn.seat, rng.choice(self.hosted.views.legal(turn.seat).lines), f"on-{seen}", seen)

    def again(self) -> "Evening":
        """Kill the process and start another on what it left behind."""
        self.hosted._lock.close()
        kept = {name: data for name, _, data in self.journal.hostings(self.hosting.table)}
        found = Evening(
            self.folder, hosting=msgspec.json.decode(kept[self.hosting.id], type=Hosting), number=self.hosting.table
        )
        found.now = self.now
        return found

    def close(self):
        if self.loop.is_closed():
            return
        self.hosted.close()
        self.journal.close()
        self.loop.run_until_complete(self.api.bots.close())
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())  # streams that a client left open
        self.loop.close()


class Browser:
    """One client with its cookie. ``host`` and ``origin`` are what it says of where it is."""

    def __init__(self, evening: Evening, client="10.0.0.1", host="127.0.0.1:7777", cookie=""):
        self.evening, self.client, self.host, self.cookie = evening, client, host, cookie

    def ask(self, method, path, body=b"", headers=None, parts=None) -> Answer:
        """Send a request and return what came back; ``parts`` are the pieces a body comes in, None for a hang-up."""
        return self.evening.loop.run_until_complete(self.asking(method, path, body, headers, parts))

    async def asking(self, method, path, body=b"", headers=None, parts=None) -> Answer:
        """Ask as ``ask`` does, beside what others ask."""
        self.evening.now += 0.06  # an unhurried guest
        signs = {"host": self.host}
        signs |= {"cookie": f"{self.evening.people.cookie}={self.cookie}"} if self.cookie else {}
        signs |= {"content-type": "application/json"} if body else {}
        signs |= headers or {}
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in signs.items()],
            "client": (self.client, 50000), "server": ("127.0.0.1", 7777),
        }  # fmt: skip
        pieces = list(parts) if parts is not None else [body]
        sent: list[Any] = []

        async def receive():
            if not pieces:
                await asyncio.sleep(3600)
            piece = pieces.pop(0)
            if piece is None:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

        async def send(message):
            sent.append(message)

        await self.evening.app(scope, receive, send)
        start = next(message for message in sent if message["type"] == "http.response.start")
        data = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
        answer = Answer(start["status"], list(start["headers"]), data)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        return answer

    def get(self, name) -> Answer:
        return self.ask("GET", name if name.startswith("/") else f"/api/v1/{name}")

    def page(self, part: str = "phone") -> str:
        """Return the HTML of a part of the pages."""
        return self.get(f"/part/{part}").body.decode()

    def post(self, name, **values) -> Answer:
        return self.ask("POST", f"/api/v1/{name}", json.dumps(values).encode())

    def say(self, line, key="", seen=None) -> Answer:
        self.evening.count += 1
        seen = self.evening.hosted.seq if seen is None else seen
        return self.post("line", line=line, key=key or f"tap-{self.evening.count}", seen=seen)


def lizard(folder, *names, **options) -> Evening:
    """Return a hosted table of Lizard, its hands dealt."""
    game = games.game("lizard")
    names = names or ("Ann", "Bob", "Cat")
    return Evening(folder, games.setup(game, names, {"rounds": 2} | options))


def some_evening(folder, name, seed, **how) -> Evening:
    """Return a hosted table of any game with random seats and house rules."""
    game = games.game(name)
    return Evening(folder, conformance.some_setup(game, Random(seed)), seed=str(seed), **how)


def lobby(folder, game="lizard", names=(), **how) -> Evening:
    """Return a lobby."""
    hosting = Hosting(
        new_word(Random(3).randrange), token_hash(KEY), game=game, chairs=[Chair(name) for name in names], **how
    )
    return Evening(folder, hosting=hosting)
