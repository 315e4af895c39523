"""The bots of a hosted table: they think in a process beside the server, and each line comes after the same time.

How long a bot thinks depends on its hand. So nobody waits for it: the line before it is answered first, the server goes
on answering, and the bot's line comes ``MOMENT_S`` after the table last changed, whenever it was decided.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from liarsdeck.errors import UserError
from liarsdeck.worker import Worker, WorkerError
from referee import games
from referee.bots import quick
from referee.core.game import Action, Json
from referee.host.desk import Desk, No, Session, text, texts
from referee.host.people import AWAY_S, People, sit_bot, why_seatless
from referee.records import CHOSEN
from referee.store.journal import JournalError
from referee.store.pins import COST, hash_pin, pin_fits
from referee.tables.table import Table

MOMENT_S = 1.2
"""Seconds that every bot seems to think."""
_POLITE = 10  # how far a bot's thinking stands back for the server, as `nice` counts


class BotTurns:
    """Lets the bots of a desk play, from ``begin`` on, until nothing is theirs to do."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._worker = Worker(_POLITE)
        self._turn = 0  # counts the turns begun: one that is not the last is no longer played
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Begin the turn of a bot: the table has changed, and waits for one."""
        self._turn += 1
        task = asyncio.get_running_loop().create_task(self._play(self._turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let no bot play any more, and end the process."""
        self._turn += 1
        for task in self._tasks:
            task.cancel()
        await self._worker.close()

    async def _play(self, turn: int) -> None:
        loop, table = asyncio.get_running_loop(), self._desk.table
        assert table is not None
        due, state = loop.time() + MOMENT_S, table.state
        decided, action = await self._decided(turn, table, due)
        await asyncio.sleep(max(0.0, due - loop.time()))
        if turn != self._turn or table is not self._desk.table or table.state is not state:
            return
        try:
            self._desk.bot_plays(action if decided else table.by_bot(_quick(table)))
        except JournalError:  # a full disk: nothing has changed, and it is tried again
            self.begin()

    async def _decided(self, turn: int, table: Table, due: float) -> tuple[bool, Action | None]:
        """Return whether a line was decided in time, and the line: by a quick level where the bot's own took longer."""
        found: tuple[bool, Action | None] = False, None
        for bots in [_quick(table), table.bots] if _quick(table) != table.bots else [table.bots]:
            if turn != self._turn:
                break
            acting = {turn.seat for turn in table.game.to_act(table.state)}
            seen = {seat: [*table.seen_by(seat)] for seat in bots if seat in acting}
            asked = games.decide, table.game.name, table.state, bots, seen, table.kept.seed
            try:
                found = True, await self._worker.ask(*asked, within_s=due - asyncio.get_running_loop().time())
            except (UserError, WorkerError):
                break
        return found


def _quick(table: Table) -> dict[int, str]:
    return {seat: quick(table.game, level) for seat, level in table.bots.items()}


NOT_KEPT = "The host’s computer could not keep that: its disk may be full. Nothing has changed. Try again in a while."
MOST_BODY = 8_000  # bytes
_BODY_S = 10.0  # seconds that a body may take
_BEAT_S = 15.0  # seconds between two signs of life on a stream
_STREAMS = 4  # of one session
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NOTE, _NOTES = 200, 200  # characters of a note, and cards that a seat may keep one on


def reply(answer: Mapping[str, object], status: int = 200) -> Response:
    """Return an answer as JSON."""
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


class Api:
    """One hosting's wire. ``pin_cost`` is how slow PINs are hashed."""

    def __init__(self, desk: Desk, people: People, *, pin_cost: int = COST) -> None:
        self.desk = desk
        self.people = people
        self._pin_cost = pin_cost
        self._hashing = asyncio.Lock()
        self._bells: set[asyncio.Event] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self.bots = BotTurns(desk)
        self.closing = False
        self.rung = 0
        desk.heard, desk.later = self.ring, self.bots.begin

    # Streams

    def ring(self) -> None:
        """Let every stream say that something happened."""
        self.rung += 1
        for bell in self._bells:
            bell.set()

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closing = True
        for timer in self._timers:
            timer.cancel()
        self.ring()

    async def _stream(self, key: str, seat: str) -> AsyncIterator[bytes]:
        bell, streams = asyncio.Event(), self.people.streams
        if streams.get(key, 0) >= _STREAMS:
            return  # many were asked for at once, before any of them was counted
        came = not self.people.here(seat) if seat else False
        self._bells.add(bell)
        streams[key] = streams.get(key, 0) + 1
        if came:
            self.ring()
        try:
            yield b"retry: 1000\n" + self._event()
            while not self.closing:
                try:
                    async with asyncio.timeout(_BEAT_S):
                        await bell.wait()
                    bell.clear()
                    yield self._event()
                except TimeoutError:
                    yield b"event: beat\n" + self._event()
        finally:
            self._bells.discard(bell)
            streams[key] -= 1
            if not streams[key]:
                del streams[key]
                if seat and not self.closing:
                    self.people.went(seat)
                    self._later()

    def _event(self) -> bytes:
        return b"data: " + msgspec.json.encode({"seq": self.desk.seq}) + b"\n\n"

    def _later(self) -> None:
        """Look again who is here when somebody may have gone."""
        timer = asyncio.get_running_loop().call_later(AWAY_S + 0.1, self._gone)
        self._timers.add(timer)

    def _gone(self) -> None:
        now = asyncio.get_running_loop().time()
        self._timers = {timer for timer in self._timers if timer.when() > now}
        self.ring()

    # Requests

    async def body(self, request: Request) -> dict[str, object]:
        """Return the object that a request brings. Raises ``No``."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise No(415, "A body is JSON: content-type: application/json.")
        data = b""
        try:
            async with asyncio.timeout(_BODY_S):
                async for part in request.stream():
                    data += part
                    if len(data) > MOST_BODY:
                        raise No(413, f"A body has {MOST_BODY} bytes at most.")
        except TimeoutError:
            raise No(408, "That took too long.") from None
        try:
            found = msgspec.json.decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise No(400, "That is no JSON.") from None
        if not isinstance(found, dict):
            raise No(400, "A body is a JSON object.")
        return found

    def session(self, request: Request) -> tuple[str, Session]:
        """Return the session of a request. Raises ``No``: 401."""
        found = self.people.session(self.people.hosting.cookie_of(request.cookies))
        if found is None:
            raise No(401, "Join first, with the word that stands on the big screen.")
        return found

    def seat(self, session: Session) -> int:
        """Return the seat that a session plays. Raises ``No``: 403."""
        name = session.seat or session.alone
        table = self.desk.table
        if not name or table is None or name not in table.setup.seats:
            why = why_seatless(self.people, session) or "You have no seat at this table yet."
            raise No(403 if table is not None else 409, why)
        return table.setup.seats.index(name)

    def host(self, request: Request) -> Session:
        """Return the host's session. Raises ``No``: 403 for anybody else, and from any other machine."""
        _, session = self.session(request)
        if not session.host or not is_here(request):
            raise No(403, "That is the host's, on the machine that hosts.")
        return session

    async def join(self, request: Request) -> Response:
        """Exchange the word, or the host's key, for a cookie."""
        body = await self.body(request)
        word, host = text(body, "word", ""), text(body, "host", "")
        hosting = self.people.hosting
        cookie = hosting.cookie_of(request.cookies)
        made = self.people.join(client_of(request), word, host, here=is_here(request), cookie=cookie)
        answer = reply({"ok": True})
        if made:
            answer.set_cookie(hosting.cookie, made, httponly=True, samesite="strict", path="/")
        return answer

    async def claim(self, request: Request) -> Response:
        """Take a seat with a PIN: a new one, or the one that was chosen."""
        key, session = self.session(request)
        body = await self.body(request)
        typed, pin, client = text(body, "seat"), text(body, "pin"), client_of(request)
        if self.people.check_claim(key, session, typed, pin, client) == session.seat:
            return reply({"seat": session.seat, "seq": self.desk.seq})  # who sits there sits there
        self.people.may_hash(client)
        async with self._hashing:  # one at a time: each takes a core and 32 MB
            name = self.people.check_claim(key, session, typed, pin, client)
            kept = self.people.pin_of(name) if self.people.name(name) is not None else ""
            if kept:
                fits = await asyncio.to_thread(pin_fits, pin, kept)
                if not fits:
                    raise self.people.wrong_pin(key, name, client)
            made = "" if kept else await asyncio.to_thread(hash_pin, pin, self._pin_cost)
            if key not in self.people.hosting.sessions:
                raise No(401, "Join first, with the word that stands on the big screen.")
            self.people.check_claim(key, session, typed, pin, client)
            self.people.sit(key, name, made, client)
        return reply({"seat": name, "seq": self.desk.seq})

    async def stand(self, request: Request) -> Response:
        """Leave a seat in the lobby, or the laptop."""
        self.people.stand_up(self.session(request)[1])
        return reply({"seq": self.desk.seq})

    async def table(self, request: Request) -> Response:
        """Return what everybody may know."""
        self.session(request)
        return reply(self.public())

    def public(self) -> dict[str, Json]:
        """Return what everybody may know, before the deal too."""
        self.desk.refresh()
        found: dict[str, Json] = {"seq": self.desk.seq, "seats": self.people.as_json()}
        if (table := self.desk.table) is None:
            return {"game": self.people.hosting.game or None, "next": []} | found
        found |= {"again": list(self.people.hosting.again)} if table.over else {}
        found |= {"seal": table.seal or None} | ({"seed": CHOSEN} if table.seeded else {})
        return self.desk.standing() | found | {"said": list(self.desk.said), "notices": list(self.desk.noticed[-8:])}

    async def own(self, request: Request) -> Response:
        """Return what a seat may know and say."""
        seat = self.seat(self.session(request)[1])
        self.desk.refresh()
        table = self.desk.table
        assert table is not None
        asked = self.desk.asked(seat)
        found = self.desk.standing(seat) | asked.as_json() | {"seat": table.setup.seats[seat]}
        coming = list(asked.coming.verbs) if asked.coming else []
        found |= {"coming": coming, "ahead": self.desk.ahead_of(table.setup.seats[seat]) or None}
        found |= {"notes": table.journal.notes(table.number, seat)}
        return reply(found | {"seats": self.people.as_json()})

    async def laid_open(self, request: Request) -> Response:
        """Return who held what, when the game is over and the table asks."""
        self.session(request)
        return reply({"hidden": self.desk.laid_open(), "seq": self.desk.seq})

    async def line(self, request: Request) -> Response:
        """Do a line."""
        _, session = self.session(request)
        body = await self.body(request)
        line, key, seen = text(body, "line"), text(body, "key"), body.get("seen")
        if not _KEY.fullmatch(key):
            raise No(400, "“key” is the tap's own: 1 to 64 letters, digits, - or _.")
        if isinstance(seen, bool) or not isinstance(seen, int) or not 0 <= seen < 1 << 53:
            raise No(400, "“seen” is the number of the state that was shown: “seq”.")
        if session.host and not session.alone:
            self.host(request)
            phones = [name for name in self.people.names if self.people.holder(name) is not None]
            done = self.desk.say(None, line, key, seen, phones)
        else:
            done = self.desk.say(self.seat(session), line, key, seen)
        more = {"ahead": True} if done.ahead else {}
        return reply({"seq": done.seq, "said": done.said} | more)

    async def take_back(self, request: Request) -> Response:
        """Take back an answer that was given ahead."""
        self.desk.take_back(self.seat(self.session(request)[1]))
        return reply({"seq": self.desk.seq})

    async def note(self, request: Request) -> Response:
        """Keep a secret note on a card; an empty one takes it away."""
        seat = self.seat(self.session(request)[1])
        body = await self.body(request)
        card, words = text(body, "card"), " ".join(text(body, "text").split())
        table = self.desk.table
        if not 0 < len(card) <= 24 or not card.isprintable() or len(words) > _NOTE or table is None:
            raise No(422, f"A note is on a card, and has {_NOTE} characters at most.", "host.note")
        kept = table.journal.notes(table.number, seat)
        if len(kept) >= _NOTES and card not in kept:
            raise No(422, f"A seat keeps notes on {_NOTES} cards at most.", "host.note")
        table.journal.note(table.number, seat, card, words)
        return reply({"seq": self.desk.seq})

    async def events(self, request: Request) -> Response:
        """Say that something happened, and never what."""
        key, session = self.session(request)
        if self.people.streams.get(key, 0) >= _STREAMS:
            raise No(429, "Too many pages are open.")
        return StreamingResponse(self._stream(key, session.seat), media_type="text/event-stream")

    async def health(self, _request: Request) -> Response:
        """Say that the server runs."""
        return reply({"ok": True})

    # The host's own

    async def undo(self, request: Request) -> Response:
        """Take back the last decision."""
        self.host(request)
        words = self.desk.undo((await self.body(request)).get("seen"))
        return reply({"seq": self.desk.seq, "said": f"Taken back: {'; '.join(words)}."})

    async def free(self, request: Request) -> Response:
        """Take a seat from its phone."""
        self.host(request)
        self.people.free(text(await self.body(request), "seat"))
        return reply({"seq": self.desk.seq})

    async def phone(self, request: Request) -> Response:
        """Let a phone have seats that have none, or take that back."""
        self.host(request)
        body = await self.body(request)
        phone = body.get("phone", True)
        if not isinstance(phone, bool):
            raise No(400, "“phone” is true when a phone may have the seats, else false.")
        self.people.give_phones(texts(body, "seats"), phone=phone)
        return reply({"seq": self.desk.seq})

    async def bot(self, request: Request) -> Response:
        """Let a bot play a seat from now on, or a person again."""
        self.host(request)
        body = await self.body(request)
        sit_bot(self.people, text(body, "seat"), text(body, "level", ""))
        return reply({"seq": self.desk.seq})

    async def dealt(self, request: Request) -> Response:
        """Note that the cards were dealt as the script says."""
        self.host(request)
        self.desk.dealt()
        return reply({"seq": self.desk.seq})

    async def rematch(self, request: Request) -> Response:
        """Play again with the same people."""
        self.host(request)
        self.desk.rematch()
        return reply({"seq": self.desk.seq})

    async def again(self, request: Request) -> Response:
        """Note that a seat would play another game."""
        self.desk.ask_again(self.seat(self.session(request)[1]))
        return reply({"seq": self.desk.seq})

    async def end(self, request: Request) -> Response:
        """End the evening."""
        self.host(request)
        self.desk.end()
        return reply({"seq": self.desk.seq})

    async def game(self, request: Request) -> Response:
        """Choose the game, its house rules, its kit, and where its cards are; what is not said stays as it is."""
        self.host(request)
        body, now = await self.body(request), self.people.hosting
        game = text(body, "game", now.game or None)
        options = body.get("options", json.loads(now.options) if game == now.game else {})
        if not isinstance(options, dict):
            raise No(400, "“options” are an object of house rules.")
        deals = body.get("deal", now.deals)
        if not isinstance(deals, bool):
            raise No(400, "“deal” is true when the phones hold the cards, else false.")
        kit = text(body, "kit", now.facts if game == now.game else "")
        self.people.set_up(game, options, kit, deals=deals)
        return reply({"seq": self.desk.seq})

    async def seats(self, request: Request) -> Response:
        """Order the names of the lobby."""
        self.host(request)
        body = await self.body(request)
        self.people.arrange(texts(body, "seats"), texts(body, "laptop"))
        return reply({"seq": self.desk.seq})

    async def begin(self, request: Request) -> Response:
        """Begin with those who sit."""
        self.host(request)
        await self.people.begin()
        return reply({"seq": self.desk.seq})

    def routes(self) -> list[Route]:
        """Return the routes of the wire."""
        asked = {
            "table": self.table, "seat": self.own, "events": self.events, "health": self.health,
            "reveal": self.laid_open,
        }  # fmt: skip
        said = {
            "join": self.join, "claim": self.claim, "stand": self.stand, "line": self.line, "note": self.note,
            "again": self.again, "rematch": self.rematch, "undo": self.undo, "free": self.free, "phone": self.phone,
            "bot": self.bot, "dealt": self.dealt, "end": self.end, "game": self.game, "seats": self.seats,
            "begin": self.begin,
        }  # fmt: skip
        found = [*(("GET", *one) for one in asked.items()), *(("POST", *one) for one in said.items())]
        found.append(("DELETE", "ahead", self.take_back))
        return [
            Route(f"/api/v1/{name}", answering(do, self.desk.fault), methods=[method]) for method, name, do in found
        ]


def answering(
    do: Callable[[Request], Awaitable[Response]], fault: Callable[[str], None]
) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers what a person can cause with its status and one sentence.

    What the disk does not take is told to ``fault`` as it is; guests do not hear which file it was.
    """

    async def answer(request: Request) -> Response:
        try:
            return await do(request)
        except No as no:
            return reply(_refusal(no), no.status)
        except JournalError as error:
            fault(str(error))
            return reply({"why": NOT_KEPT}, 503)
        except UserError as error:
            return reply({"rule": getattr(error, "rule", ""), "why": getattr(error, "why", str(error))}, 422)
        except ClientDisconnect:
            return Response(status_code=400)

    return answer


def _refusal(no: No) -> dict[str, str]:
    return {"rule": no.rule, "why": no.why} if no.rule or no.status == 422 else {"why": no.why}


def is_here(request: HTTPConnection) -> bool:
    """Say whether a request comes from this machine: from its loopback, or from the very address that it came to."""
    server = request.scope.get("server")
    return client_of(request) in {"127.0.0.1", "::1", "::ffff:127.0.0.1", server[0] if server else "127.0.0.1"}


def client_of(request: HTTPConnection) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client else ""
