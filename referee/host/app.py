"""The ASGI application of one hosting (lobby or table): its HTTP API (``/api/v1``, docs/host.md) and pages.

``HostGuard`` checks each request, ``Api`` parses it and calls session.py and lobby.py, pages.py makes the page values.
"""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial

import msgspec
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from liarsdeck.errors import UserError
from liarsdeck.language import later, say, speaking
from liarsdeck.web import (
    FOREIGN,
    Guard,
    Rate,
    application,
    is_foreign,
    named_by_number,
    read_body,
    static_files,
)
from liarsdeck.worker import WorkerError
from referee import games
from referee.books.html import book_page, lesson_page
from referee.books.rulebook import games as shelf
from referee.books.teach import has_lesson, lesson
from referee.core.game import NOTED, Json, Setup
from referee.host import pages, talk
from referee.host.bot_turns import BotTurns
from referee.host.evening import Evenings
from referee.host.hosting import Session, code_svg
from referee.host.lobby import Lobby
from referee.host.session import AWAY_S, Clock, HostedTable, HttpRefusal, Said, spoken
from referee.records import CHOSEN
from referee.store.journal import JournalError
from referee.store.pins import COST, hash_pin, pin_fits
from referee.story import own_emblem

NOT_KEPT = later(
    "The host’s computer could not keep that: its disk may be full. Nothing has changed. Try again in a while."
)
JOIN_FIRST = later("Join first, with the word that stands on the big screen.")
MOST_BODY = 8_000  # bytes
_BODY_S = 10.0  # seconds that a body may take
_BEAT_S = 15.0  # seconds between two signs of life on a stream
_STREAMS = 4  # of one session
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NOTE, _NOTES = 200, 200  # characters of a note, and cards that a seat may keep one on
_BURST, _PER_S = 80, 20  # requests of one session, or of an address that has none
_ALL_BURST, _ALL_PER_S = 600, 100  # of all sessions of one address, but this machine's own
_PATH = 200  # characters of an address
_HEARD = 20  # lines that a phone's list of what happened has at most
_TICK_S = 0.01  # a timer may ring a little early
_LONGEST_S = 60  # that screens can be told to hold a result
_FREE = "when a phone may take the seat at once, else false"

Body = Mapping[str, object]
Handler = Callable[[Request], Awaitable[Response]]


def reply(answer: Mapping[str, object], status: int = 200) -> Response:
    """Return a response with ``answer`` as a JSON object and this HTTP status."""
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def client_of(request: HTTPConnection) -> str:
    """Return the IP address of the client, "" if the server does not know it."""
    return request.client.host if request.client else ""


def is_here(request: HTTPConnection) -> bool:
    """Return whether a request comes from this computer: from loopback or from the server's own address."""
    server = request.scope.get("server")
    return client_of(request) in {"127.0.0.1", "::1", "::ffff:127.0.0.1", server[0] if server else "127.0.0.1"}


def text(body: Body, name: str, default: str | None = None) -> str:
    """Return the text field ``name`` of a request's body, or ``default`` if it is missing.

    Raises ``HttpRefusal`` (400) for another type, or if it is missing and has no default.
    """
    value = body.get(name, default)
    if not isinstance(value, str):
        raise HttpRefusal(400, f"“{name}” is missing, or is no text.")
    return value


def texts(body: Body, name: str) -> list[str]:
    """Return the field ``name`` of a request's body, a list of texts; [] if it is missing.

    Raises ``HttpRefusal`` (400) for another type.
    """
    values = body.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise HttpRefusal(400, f"“{name}” is a list of texts.")
    return [str(value) for value in values]


def number(body: Body, name: str) -> int:
    """Return the whole number in the field ``name`` of a request's body.

    Raises ``HttpRefusal`` (400) if there is none.
    """
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise HttpRefusal(400, f"“{name}” is missing, or is no whole number.")
    return value


def flag(body: Body, name: str, usual: bool, meaning: str) -> bool:
    """Return the boolean field ``name`` of a request's body, or ``usual`` if it is missing.

    Raises ``HttpRefusal`` (400) for another type. ``meaning`` ends the refusal's sentence: “NAME” is true MEANING.
    """
    value = body.get(name, usual)
    if not isinstance(value, bool):
        raise HttpRefusal(400, f"“{name}” is true {meaning}.")
    return value


class Api:
    """The handlers of one hosting's HTTP API and pages; ``pin_cost`` is log2 of scrypt's N for new PINs.

    A method that takes a ``Request`` and returns a ``Response`` is the handler of one path (``routes``); docs/host.md
    has the fields of bodies and answers. Unless it says otherwise, such a method raises ``HttpRefusal``: 401 for a
    browser that has not joined, 403 for a session without the seat or host's rights that it needs.
    """

    def __init__(self, hosted: HostedTable, people: Lobby, *, pin_cost: int = COST) -> None:
        self.hosted = hosted
        self.people = people
        self._evenings = Evenings()
        self.stage = pages.Stage(hosted, people, partial(self._evenings.closing, hosted))
        self.talk = talk.Talk(hosted, people)
        self.bots = BotTurns(hosted)
        self.rung = 0  # counts the changes that streams told
        self.closing = False
        self._pin_cost = pin_cost
        self._hashing = asyncio.Lock()
        self._bells: set[asyncio.Event] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._curtain: asyncio.TimerHandle | None = None  # rings when what the screens hold is over
        self._kept: dict[tuple[str | int, ...], str] = {}  # parts by template and viewer, until anything changes
        self._kept_at: object = None
        self._books: dict[str, tuple[tuple[Setup, bool], str]] = {}  # books that were asked for, by how they are played
        hosted.changed, hosted.later = self.ring, self.bots_turn

    # Event streams

    def ring(self) -> None:
        """Tell all open event streams that something has changed.

        If the screens show a result for some seconds, tell the streams again when this time is over.
        """
        self.rung += 1
        for bell in self._bells:
            bell.set()
        if self._curtain is not None:
            self._curtain.cancel()
            self._curtain = None
        with contextlib.suppress(RuntimeError):  # no loop runs yet: whoever asks first finds how late it is
            if left := self.stage.left_s:
                self._curtain = asyncio.get_running_loop().call_later(left + _TICK_S, self.go_on)

    def go_on(self) -> None:
        """Make the screens show what comes after a result, and let the bots play on."""
        self.ring()
        if self.hosted.table is not None and self.hosted.table.bot_awaited:
            self.bots_turn()

    def bots_turn(self) -> None:
        """Let the next bot play. If the screens show a result, do nothing: ``go_on`` will call this again."""
        if self.stage.shown() is None:
            self.bots.begin()

    def close(self) -> None:
        """End all event streams to the browsers and cancel the timers, so that the server can stop."""
        self.closing = True
        self.ring()
        for timer in (*self._timers, *([self._curtain] if self._curtain else ())):
            timer.cancel()

    async def _stream(self, key: str, seat: str) -> AsyncIterator[bytes]:
        bell, streams = asyncio.Event(), self.people.streams
        if streams[key] >= _STREAMS:
            return  # many were asked for at once, before any of them was counted
        came = bool(seat) and not self.people.here(seat)
        self._bells.add(bell)
        streams[key] += 1
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
                    self._timers.add(asyncio.get_running_loop().call_later(AWAY_S + 0.1, self._gone))

    def _event(self) -> bytes:
        return b"data: " + msgspec.json.encode({"seq": self.hosted.seq}) + b"\n\n"

    def _gone(self) -> None:
        """Make all screens reload, as a player whose phone is disconnected may count as away now."""
        now = asyncio.get_running_loop().time()
        self._timers = {timer for timer in self._timers if timer.when() > now}
        self.ring()

    async def events(self, request: Request) -> Response:
        """Return a stream of server-sent events: one after each change, with the state's number (``seq``).

        Raises ``HttpRefusal`` (429) if the session has too many streams.
        """
        key, session = self.session(request)
        if self.people.streams[key] >= _STREAMS:
            raise HttpRefusal(429, "Too many pages are open.")
        return StreamingResponse(self._stream(key, session.seat), media_type="text/event-stream")

    # Who asks, and what

    async def sent(self, request: Request) -> tuple[str, Session, dict[str, object]]:
        """Return (the session's key, the session, the body) of a request.

        Raises ``HttpRefusal`` as the methods ``session`` and ``body`` do. The session is looked up after the body has
        arrived, since its seat may have been freed or taken in the meantime.
        """
        self.session(request)
        body = await self.body(request)
        return *self.session(request), body

    async def body(self, request: Request) -> dict[str, object]:
        """Return the JSON object in a request's body.

        Raises ``HttpRefusal``: 400 for anything else, 408 if it comes too slowly, 413 if it is too long, 415 for
        another content type.
        """
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HttpRefusal(415, "A body is JSON: content-type: application/json.")
        try:
            async with asyncio.timeout(_BODY_S):
                data = await read_body(request, MOST_BODY)
        except TimeoutError:
            raise HttpRefusal(408, "That took too long.") from None
        if data is None:
            raise HttpRefusal(413, f"A body has {MOST_BODY} bytes at most.")
        try:
            found = msgspec.json.decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise HttpRefusal(400, "That is no JSON.") from None
        if not isinstance(found, dict):
            raise HttpRefusal(400, "A body is a JSON object.")
        return found

    def session(self, request: Request, why: str = JOIN_FIRST) -> tuple[str, Session]:
        """Return (key, session) of a request. The key is the hash of the session's cookie.

        Raises ``HttpRefusal`` (401) with the sentence ``why`` if the request has no session.
        """
        found = self.people.session(request.cookies)
        if found is None:
            raise HttpRefusal(401, why)
        return found

    def visitor(self, request: Request) -> Session | None:
        """Return the session of a request, None for a browser that has not joined."""
        found = self.people.session(request.cookies)
        return None if found is None else found[1]

    def seat(self, session: Session) -> int:
        """Return the seat (from 0) that a session plays. Raises ``HttpRefusal``: 403 for none, 409 before the game."""
        name, table = session.seat or session.alone, self.hosted.table
        if not name or table is None or name not in table.setup.seats:
            why = self.people.why_seatless(session) or "You have no seat at this table yet."
            raise HttpRefusal(403 if table is not None else 409, why)
        return table.setup.seats.index(name)

    def player(self, session: Session) -> str:
        """Return the name of the player or spectator of this session.

        Raises ``HttpRefusal``: 403 if it has no seat and does not watch, 409 before the game.
        """
        watches = self.hosted.table is not None and session.seat in self.people.watchers
        return session.seat if watches else self.hosted.begun.name(self.seat(session))

    def host(self, request: Request) -> Session:
        """Return the host's session. Raises ``HttpRefusal`` (403) for any other session, and on any other machine."""
        _, session = self.session(request)
        if not session.host or not is_here(request):
            raise HttpRefusal(403, "That is the host's, on the machine that hosts.")
        return session

    def done(self, more: Mapping[str, object] | None = None) -> Response:
        """Return the reply to a completed action: a JSON object with ``seq`` and the fields of ``more``.

        ``seq`` is the number of the table's state, by which a page sees that it is out of date (``HostedTable.seq``).
        """
        return reply({"seq": self.hosted.seq, **(more or {})})

    # The wire: joining and sitting

    async def join(self, request: Request) -> Response:
        """Let a browser join: set a session cookie, if the body has the join word or the host's key.

        The body has `word` or `host` (the key). A browser that has joined already gets no new cookie. Raises
        ``HttpRefusal``: 403 for a wrong word or key, 429 after too many tries.
        """
        body = await self.body(request)
        word, host = text(body, "word", ""), text(body, "host", "")
        made = self.people.join(client_of(request), word, host, here=is_here(request), cookies=request.cookies)
        answer = reply({"ok": True})
        if made:
            answer.set_cookie(self.people.cookie, made, httponly=True, samesite="strict", path="/")
        return answer

    async def claim(self, request: Request) -> Response:
        """Give the `seat` in the body to the requesting session, if the `pin` in the body is right.

        If the seat has no PIN yet, `pin` becomes its PIN. With `new` true, a seat that has a PIN is refused. Raises
        ``HttpRefusal``: 403 for a wrong PIN or a seat closed to phones, 409 if the seat can't be had, 422 for a bad
        name or PIN, 429 after too many tries.
        """
        key, session, body = await self.sent(request)
        people, seat, pin, client = self.people, text(body, "seat"), text(body, "pin"), client_of(request)

        def checked() -> str:
            return people.check_claim(key, self.session(request)[1], seat, pin, client)

        if checked() == session.seat:
            return reply({"seat": session.seat, "seq": self.hosted.seq})  # who sits there sits there
        people.may_hash(client)
        async with self._hashing:  # one at a time: each takes a core and 32 MB
            name = checked()
            kept = people.pin_of(name)
            if kept and flag(body, "new", False, "for a name that nobody has, else false"):
                why = later("{name} sits already. Is it you? Then go back and touch your name. If not, choose another.")
                raise HttpRefusal(409, why, "host.name", name=name)
            if kept and not await asyncio.to_thread(pin_fits, pin, kept):
                raise people.wrong_pin(key, name, client)
            made = "" if kept else await asyncio.to_thread(hash_pin, pin, self._pin_cost)
            name = checked()  # the host may have written it otherwise meanwhile
            if people.pin_of(name) != kept:  # the seat was freed meanwhile, or somebody chose a PIN
                raise people.wrong_pin(key, name, client)
            people.sit(key, name, made, client)
        return reply({"seat": name, "seq": self.hosted.seq})

    async def about(self, request: Request) -> Response:
        """Store what newly dealt facts may say about the requesting player.

        The body has `pronoun` (she, he, they or "") and `said` (such as a pastime), or `left_out`: true if the facts
        shall not be about the player.
        """
        _, session, body = await self.sent(request)
        left_out = flag(body, "left_out", False, "when they say nothing, else false")
        self.people.tell_about(session, text(body, "pronoun", ""), text(body, "said", ""), left_out=left_out)
        return self.done()

    async def asked(self, request: Request) -> Response:
        """Return as JSON what guests are asked to write, as the requesting player or the host may see it."""
        return reply(self.people.ask_json(self.session(request)[1]))

    async def ask(self, request: Request) -> Response:
        """Execute one action of a guest who completes sentences into facts, and return the new state as ``asked`` does.

        The body has an ending (`text`) for the opening (a sentence's beginning) with the number `no`, or doubts that
        opening (`doubt`), or refuses an opening about the guest (`veto`: its number) or all of these (`silent`). A body
        with `no` alone asks for another opening.
        """
        _, session, body = await self.sent(request)
        people = self.people
        if "silent" in body:
            people.hush(session, silent=flag(body, "silent", True, "when no opening is about you, else false"))
        elif "veto" in body:
            people.veto(session, number(body, "veto"))
        elif "text" in body:
            sure = flag(body, "sure", False, "when the word is meant, else false")
            people.write(session, number(body, "no"), text(body, "text"), sure=sure)
        elif "doubt" in body:
            doubts = flag(body, "doubt", True, "when two answers could both be true, else false")
            people.doubt(session, number(body, "no"), doubts=doubts)
        else:
            people.pass_on(session, number(body, "no"))
        return reply(people.ask_json(session))

    async def stand(self, request: Request) -> Response:
        """Free the requester's seat in the lobby; for the host, end a phoneless player's use of the laptop."""
        self.people.stand_up(self.session(request)[1])
        return self.done()

    # The wire: the table

    async def table(self, request: Request) -> Response:
        """Return the public state of the table or lobby."""
        self.session(request)
        return reply(self.public())

    def public(self) -> dict[str, Json]:
        """Return the public state as JSON values: of the table, or of the lobby before the deal."""
        hosted = self.hosted
        hosted.refresh()
        found: dict[str, Json] = {"seq": hosted.seq, "seats": pages.seats_json(self.people)}
        if (table := hosted.table) is None:
            return {"game": hosted.hosting.game or None, "next": []} | found
        found |= {"again": list(hosted.hosting.again)} if table.over else {}
        found |= {"seal": table.seal or None} | ({"seed": CHOSEN} if table.seeded else {})
        found |= {"said": [*map(spoken, hosted.said)], "notices": list(hosted.noticed[-8:])}
        found |= {"moment": pages.moment_json(self.stage.shown(), table.setup), "noses": self.talk.as_json()}
        return hosted.standing() | found

    async def own(self, request: Request) -> Response:
        """Return as JSON what the requesting player may know, with their legal lines and their notes."""
        seat = self.seat(self.session(request)[1])
        self.hosted.refresh()
        table, moves = self.hosted.begun, self.hosted.views.legal(seat)
        name = table.setup.seats[seat]
        found = self.hosted.standing(seat) | moves.as_json() | {"seat": name}
        coming = list(moves.coming.verbs) if moves.coming else []
        found |= {"coming": coming, "ahead": self.hosted.ahead_of(name) or None}
        found |= {"notes": table.journal.notes(table.number, seat), "seats": pages.seats_json(self.people)}
        found |= {"moment": pages.moment_json(self.stage.shown(name), table.setup), "noses": self.talk.as_json(name)}
        return reply(found)

    async def reveal(self, request: Request) -> Response:
        """Return all hidden cards. Raises ``HttpRefusal`` (409) before the game is over."""
        self.session(request)
        return reply({"hidden": self.hosted.hidden(), "seq": self.hosted.seq} | pages.written_json(self.hosted))

    async def line(self, request: Request) -> Response:
        """Play the action that `line` in the body says; return the new ``seq`` and a sentence for the sender.

        `key` is the line's idempotency key, `seen` the ``seq`` (number of the state) that the sender's screen showed.
        """
        _, session, body = await self.sent(request)
        line, key, seen = text(body, "line"), text(body, "key"), body.get("seen")
        if not _KEY.fullmatch(key):
            raise HttpRefusal(400, "“key” is the tap's own: 1 to 64 letters, digits, - or _.")
        if isinstance(seen, bool) or not isinstance(seen, int) or not 0 <= seen < 1 << 53:
            raise HttpRefusal(400, "“seen” is the number of the state that was shown: “seq”.")
        if session.host and not session.alone:
            self.host(request)
            phones = [name for name in self.people.names if self.people.holder(name) is not None]
            done = self.hosted.say(None, line, key, seen, phones)
        else:
            done = self.hosted.say(self.seat(session), line, key, seen)
        return reply({"seq": done.seq, "said": done.said} | ({"ahead": True} if done.ahead else {}))

    async def take_back(self, request: Request) -> Response:
        """Delete the answer that the requesting player has given ahead of their turn."""
        self.hosted.take_back(self.seat(self.session(request)[1]))
        return self.done()

    async def note(self, request: Request) -> Response:
        """Store a seat's private note (`text`) on a `card`, both from the body; an empty text deletes it.

        Raises HttpRefusal (422) if the note is too long, or if the seat has notes on too many cards already.
        """
        _, session, body = await self.sent(request)
        seat, table = self.seat(session), self.hosted.begun
        card, words = text(body, "card"), " ".join(text(body, "text").split())
        if not 0 < len(card) <= 24 or not card.isprintable() or len(words) > _NOTE:
            raise HttpRefusal(422, "A note is on a card, and has {n} characters at most.", "host.note", n=_NOTE)
        kept = table.journal.notes(table.number, seat)
        if len(kept) >= _NOTES and card not in kept:
            raise HttpRefusal(422, "A seat keeps notes on {n} cards at most.", "host.note", n=_NOTES)
        table.journal.note(table.number, seat, card, words)
        return self.done()

    async def again(self, request: Request) -> Response:
        """Record that the requesting player wants another game."""
        self.hosted.ask_again(self.seat(self.session(request)[1]))
        return self.done()

    async def moment(self, request: Request) -> Response:
        """Stop showing the result that `since` and `place` name to the requester, or to all for the host."""
        _, session, body = await self.sent(request)
        since, place = number(body, "since"), number({"place": 0} | body, "place")
        if session.host and not session.alone:
            self.host(request)
            name = ""
        else:
            name = self.player(session)
        if self.stage.go_on(name, since, place):
            self.go_on()
        return self.done()

    async def nose(self, request: Request) -> Response:
        """Record whether the requesting player takes the claim with the id `claim` for a `lie` (true or false)."""
        _, session, body = await self.sent(request)
        lie = flag(body, "lie", True, "when your nose says lie, else false")
        self.talk.smell(self.player(session), text(body, "claim"), lie=lie)
        return self.done()

    async def stamp(self, request: Request) -> Response:
        """Show the requesting player's stamp (a word such as “Ha”) on the big screen."""
        _, session, body = await self.sent(request)
        self.talk.throw(self.player(session), text(body, "stamp"))
        return self.done()

    def _pace(self, body: Body) -> None:
        """Set how many `seconds` (in the body, 0 to 60) screens show a result. Raises HttpRefusal (400)."""
        seconds = body.get("seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int) or not 0 <= seconds <= _LONGEST_S:
            raise HttpRefusal(400, f"“seconds” is a whole number from 0 to {_LONGEST_S}.")
        with self.hosted.transaction():
            self.hosted.hosting.moment_s = seconds
        self.go_on()

    async def health(self, _request: Request) -> Response:
        """Respond that the server runs."""
        return reply({"ok": True})

    # The wire: what the host alone may do

    def _game(self, body: Body) -> None:
        """Set the game, house rules, kit and dealing mode of the lobby from the fields of the body.

        They are `game`, `options` (house rules by name), `kit` (its code), `deal` (whether the phones hold the cards)
        and `guests` (whether fresh facts are about the players). Missing fields keep their values; with another game,
        options and kit are reset.
        """
        now = self.people.hosting
        game = text(body, "game", now.game or None)
        chosen = None if now.first or game != now.game else json.loads(now.options)
        options = body.get("options", chosen)
        if options is not None and not isinstance(options, dict):
            raise HttpRefusal(400, "“options” are an object of house rules.")
        kit = text(body, "kit", now.facts if game == now.game else "")
        first = not (now.game or kit)  # chosen in the page, by people with phones
        deals = flag(body, "deal", now.deals or first, "when the phones hold the cards, else false")
        guests = flag(body, "guests", now.guests, "when fresh facts speak of those who sit, else false")
        self.people.set_up(game, options, kit, deals=deals, guests=guests)

    def _asking(self, body: Body) -> Mapping[str, object]:
        """Execute one action of the host on the facts that guests write.

        With `strike`, the pair with this number is dropped. With `keep`, all complete pairs are stored as a pack, and
        the result has a sentence on that (`said`). Otherwise `on` says whether guests are asked to write, and `share`
        how many of the pairs they write.
        """
        people = self.people
        if "strike" in body:
            people.strike(number(body, "strike"))
        elif "keep" in body:
            return {"said": people.keep_written()}
        else:
            on = flag(body, "on", people.hosting.asked.on, "when guests write facts, else false")
            people.ask_guests(on, text(body, "share", ""))
        return {}

    def _of_host(self, action: Callable[..., Mapping[str, object] | None], *, bodied: bool) -> Handler:
        async def handled(request: Request) -> Response:
            self.host(request)
            return self.done(action(await self.body(request)) if bodied else action())

        return handled

    async def begin(self, request: Request) -> Response:
        """Begin the game with the seats that are taken; for the host only."""
        self.host(request)
        await self.people.begin()
        return self.done()

    async def rematch(self, request: Request) -> Response:
        """Begin another game with the same people; for the host only."""
        self.host(request)
        await self.people.rematch()
        return self.done()

    # The pages

    def _values(self, session: Session | None, **more: object) -> dict[str, object]:
        shown = pages.page(self.hosted, self.people, session, self.stage)
        found = {"page": shown, "at": pages.arranged(self.hosted, shown), "played": self._played, **more}
        found |= {"leaving": partial(pages.departures, self.hosted), "takeback": self._takeback}
        if session is not None:
            found |= {"talk": self.talk.page(shown.you, shown.moment)}
        if shown.over or shown.kind == "ended":
            found |= self._evenings.end(self.hosted, shown.you) | {
                "decided": next(self.stage.results(shown.you, lines=1), None)
            }
        return found

    def _takeback(self) -> str:
        """Return the public sentences on the lines that an undo would take back; "" if there are none."""
        with contextlib.suppress(UserError):
            back = self.hosted.begun.takeback()
            return " ".join((*back.said, *([say("What came of it goes, too.")] if back.lines > len(back.said) else [])))
        return ""

    def _page(self, template: str, session: Session | None, **more: object) -> Response:
        self.hosted.refresh()
        return self._rendered(template, **self._values(session, **more))

    @staticmethod
    def _rendered(template: str, **values: object) -> Response:
        return HTMLResponse(pages.environment().get_template(template).render(values))

    def _part(self, template: str, session: Session | None, **more: object) -> Response:
        """Return a page part (``template``), cached per kind of viewer until the table changes.

        After a change that concerns one seat only, such as an answer given ahead, only that seat's part is rendered.
        """
        at = self.rung, self.people.presence
        if at != self._kept_at:
            self._kept_at = at
            self._kept.clear()
            self.hosted.refresh()
        held = self.stage.shown(session.seat or session.alone) if session is not None else None
        key: tuple[str | int, ...] = (template, *((held.since, held.place, held.waits) if held else ()))
        if session is not None:
            key += session.seat, session.was, session.alone, session.host, self.hosted.ahead_of(session.seat)
        if key not in self._kept:
            self._kept[key] = pages.environment().get_template(template).render(self._values(session, **more))
        return HTMLResponse(self._kept[key])

    async def phone(self, request: Request) -> Response:
        """Return a phone's page: to join, to sit down or to play."""
        if not is_here(request):
            self.people.came()
        return self._page("phone.html", self.visitor(request))

    async def phone_part(self, request: Request) -> Response:
        """Return the content of a phone's page, which replaces the old content after a change."""
        return self._part("parts/phone.html", self.visitor(request))

    async def menu_part(self, request: Request) -> Response:
        """Return a phone's menu: actions, what has happened, scores, seats, notices, the rulebook."""
        session = self.visitor(request)
        if session is None or not (session.seat or session.alone):
            raise HttpRefusal(401, "Sit down first.")
        results = partial(self.stage.results, session.seat or session.alone)
        return self._part("parts/menu.html", session, heard=self._heard, results=results)

    def _played(self) -> list[pages.PlayedCard]:
        """Return the cards with sentences (facts) that everybody has seen in this game; [] in the lobby."""
        return [] if self.hosted.table is None else pages.played_cards(self.hosted)

    def _heard(self) -> list[Said]:
        """Return the public events of the last 20 lines, newest first, without lines that only enter a hand."""
        past = [] if self.hosted.table is None else self.hosted.past[: -_HEARD - 1 : -1]
        return [said for said in (passed.events(None) for passed in past) if any(one.kind != NOTED for one in said)]

    def _open(self, request: Request) -> Session | None:
        """Return the session without its seat, for the big screen; as the host's only on this machine."""
        session = self.visitor(request)
        return None if session is None else Session(host=session.host and is_here(request))

    async def screen(self, request: Request) -> Response:
        """Return the big screen's page."""
        return self._page("screen.html", self._open(request))

    async def screen_part(self, request: Request) -> Response:
        """Return the content of the big screen's page, which replaces the old content after a change."""
        return self._part("parts/screen.html", self._open(request))

    async def laptop(self, request: Request) -> Response:
        """Return the laptop's page for players without a phone, or (``/part/``) its content; for the host only.

        It contains the dealing script of a sorted deck, until that was read out.
        """
        session = self.host(request)
        template = "parts/laptop.html" if "/part/" in request.url.path else "laptop.html"
        return self._page(template, session, script=() if session.alone else pages.script(self.hosted))

    async def hand_part(self, request: Request) -> Response:
        """Return the requesting player's hand as HTML. A phone fetches it while its player holds the button."""
        session = self.session(request)[1]
        held = pages.hand(self.hosted, self.seat(session))
        more = pages.hand_values(self.hosted.begun.setup, held)
        return self._page("parts/hand.html", session, hand=held, **more)

    async def confirm_part(self, request: Request) -> Response:
        """Return the page part that asks the player to confirm a line, with the line's card drawn.

        The `line` is in the body and not in the address, so that no log contains it. Raises ``HttpRefusal`` (409) if
        the line is not possible any more.
        """
        line, session = text(await self.body(request), "line"), self.visitor(request)
        shown = pages.page(self.hosted, self.people, session, self.stage)
        choice = next((choice for prompt in shown.answers for choice in prompt.choices if choice.line == line), None)
        if choice is None or self.hosted.table is None:
            raise HttpRefusal(409, "The table has changed meanwhile: look again.")
        face_of = partial(self.hosted.table.game.printed_face, self.hosted.table.setup)
        return self._page("parts/confirm.html", session, choice=choice, face_of=face_of)

    async def reveal_part(self, request: Request) -> Response:
        """Return the page of all hidden cards. Raises ``HttpRefusal`` (409) before the game is over."""
        return self._page("parts/reveal.html", self.session(request)[1], hidden=self.hosted.hidden())

    async def rules(self, request: Request) -> Response:
        """Return the rulebook with this table's house rules. Each rule has an anchor with its id."""
        setup = self._setup(request)
        if setup.game not in shelf():
            raise HttpRefusal(404, "This game has no book.")
        card = pages.book_card(games.game(setup.game))
        return self._book(setup, "/rules", lambda: book_page(setup, card, dealt=self.hosted.hosting.deals))

    async def teach(self, request: Request) -> Response:
        """Return the lesson to read aloud, with this table's house rules."""
        setup = self._setup(request)
        if not has_lesson(setup.game):
            raise HttpRefusal(404, "Nobody has written how to teach this game.")
        return self._book(setup, "/teach", partial(self._lesson, setup))

    def _lesson(self, setup: Setup) -> str:
        card = pages.lesson_card(games.game(setup.game))
        dealt = self.hosted.hosting.deals
        return lesson_page(lesson(setup, dealt=dealt), card, dealt=dealt)

    def _setup(self, request: Request) -> Setup:
        """Return the table's setup, or the lobby's. Raises ``HttpRefusal``: 401 not joined, 404 no game."""
        self.session(request, later("Join first: the rules are those of the table that is played."))
        return self.people.setup()

    def _book(self, setup: Setup, path: str, write: Callable[[], str]) -> Response:
        """Return the page of the book at ``path``; ``write`` makes its text, kept while ``setup`` is equal."""
        of = setup, self.hosted.hosting.deals
        if path not in self._books or self._books[path][0] != of:
            teaches, rules = path == "/teach", path == "/rules"
            others = [(say("In two minutes"), "teach")] if rules and has_lesson(setup.game) else []
            others += [(say("The rulebook"), "rules")] if teaches and setup.game in shelf() else []
            what = say("in two minutes") if teaches else say("the rulebook")
            values = {"title": games.game(setup.game).title, "what": what, "book": write(), "others": others}
            self._books[path] = of, pages.environment().get_template("rules.html").render(values)
        return HTMLResponse(self._books[path][1])

    async def story(self, request: Request) -> Response:
        """Return the story page (course, best moments) of the table's game, from what everybody may see."""
        why = later("Join first: the story is that of the table that is played.")
        self.session(request, why)
        if self.hosted.table is None:
            raise HttpRefusal(401, why)
        return self._rendered("story.html", **self._evenings.page(self.hosted))

    async def code(self, request: Request) -> Response:
        """Return the QR code of the joining address as SVG."""
        self.session(request)
        return Response(code_svg(self.hosted.joining), media_type="image/svg+xml")

    async def emblem(self, request: Request) -> Response:
        """Return the household's own emblem that the path names, as SVG. Raises ``HttpRefusal`` (404)."""
        self.session(request)
        if (drawn := own_emblem(request.path_params["name"])) is None:
            raise HttpRefusal(404, "There is no such emblem.")
        return Response(drawn, media_type="image/svg+xml")

    # The application

    def answering(self, handler: Handler) -> Handler:
        """Wrap a handler so that an error gives a response with a status and ``{"why": sentence}``.

        A failed write gives 503: it is reported in full to the host's console, and guests get a sentence without the
        file's name.
        """

        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except HttpRefusal as no:
                rule = {"rule": no.rule} if no.rule or no.status == 422 else {}
                return reply({**rule, "why": no.why}, no.status)
            except JournalError as error:
                self.hosted.fault(str(error))
                return reply({"why": say(NOT_KEPT)}, 503)
            except UserError as error:
                return reply({"rule": getattr(error, "rule", ""), "why": getattr(error, "why", str(error))}, 422)
            except ClientDisconnect:
                return Response(status_code=400)
            except SystemExit as error:  # a plug-in's: the host goes on
                raise WorkerError from error

        return answer

    def routes(self) -> list[Route | Mount]:
        """Return the routes of all handlers, the most frequent first."""
        hosted, people = self.hosted, self.people
        shown: dict[str, Handler] = {
            "/part/phone": self.phone_part, "/part/screen": self.screen_part, "/": self.phone, "/screen": self.screen,
            "/laptop": self.laptop, "/part/menu": self.menu_part, "/part/laptop": self.laptop,
            "/part/hand": self.hand_part, "/code.svg": self.code, "/rules": self.rules, "/teach": self.teach,
            "/part/reveal": self.reveal_part, "/story": self.story, "/api/v1/table": self.table,
            "/api/v1/seat": self.own, "/api/v1/events": self.events, "/api/v1/health": self.health,
            "/api/v1/reveal": self.reveal, "/api/v1/ask": self.asked, "/emblem/{name}": self.emblem,
        }  # fmt: skip
        told: dict[str, Handler] = {
            "join": self.join, "claim": self.claim, "stand": self.stand, "line": self.line, "note": self.note,
            "again": self.again, "begin": self.begin, "moment": self.moment, "nose": self.nose, "stamp": self.stamp,
            "rematch": self.rematch, "about": self.about, "ask": self.ask,
        }  # fmt: skip
        bodied: dict[str, Callable[[Body], Mapping[str, object] | None]] = {
            "undo": lambda body: {"said": hosted.undo(body.get("seen"))},
            "free": lambda body: people.free(text(body, "seat"), phone=flag(body, "phone", False, _FREE)),
            "phone": lambda body: people.give_phones(
                phone=flag(body, "phone", True, "when a phone may have the seats, else false"),
                names=texts(body, "seats"),
            ),
            "bot": lambda body: people.sit_bot(
                text(body, "seat"), text(body, "level", ""), phone=flag(body, "phone", False, _FREE)
            ),
            "game": self._game,
            "moments": self._pace,
            "noses": lambda body: self.talk.choose(text(body, "noses")),
            "draw": lambda body: people.draw(texts(body, "seats")),
            "lobby": lambda body: people.another_game(
                text(body, "game", ""),
                unfinished=flag(body, "unfinished", False, "when a game that goes on is left, else false"),
            ),
            "asking": self._asking,
            "watch": lambda body: people.watch(
                text(body, "seat"), text(body, "instead", ""), watches=flag(body, "watches", True, "or false")
            ),
            "rename": lambda body: people.rename(text(body, "seat"), text(body, "name")),
            "seats": lambda body: people.arrange(texts(body, "seats"), texts(body, "laptop")),
        }
        bare = {"dealt": hosted.dealt, "end": hosted.end, "reopen": people.reopen}
        told |= {name: self._of_host(action, bodied=True) for name, action in bodied.items()}
        told |= {name: self._of_host(action, bodied=False) for name, action in bare.items()}
        files = GZipMiddleware(static_files(*pages.static_folders()), minimum_size=500)
        return [
            *(Route(path, self.answering(handler), methods=["GET"]) for path, handler in shown.items()),
            *(Route(f"/api/v1/{name}", self.answering(handler), methods=["POST"]) for name, handler in told.items()),
            Route("/api/v1/ahead", self.answering(self.take_back), methods=["DELETE"]),
            Route("/part/confirm", self.answering(self.confirm_part), methods=["POST"]),
            Mount("/static", files),
        ]


class HostGuard(Guard):
    """Refuses requests that other sites cause, that come too fast, or whose Host is a name other than ``localhost``."""

    def __init__(self, app: ASGIApp, people: Lobby) -> None:
        super().__init__(app)
        self._people = people
        self._rate = Rate(_BURST, _PER_S, people.clock)
        self._address_rate = Rate(_ALL_BURST, _ALL_PER_S, people.clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an ASGI request in the language of the table."""
        with speaking(self._people.hosting.language):
            await super().__call__(scope, receive, send)

    def check(self, scope: Scope) -> Response | None:
        """Return the response that refuses a request (its ASGI ``scope``), or None if the request may pass.

        The rate limit counts a request for its session if the cookie is valid, otherwise for its IP address.
        """
        request, path = HTTPConnection(scope), str(scope["path"])
        if len(path) > _PATH:
            return reply({"why": say("There is no such page.")}, 414)
        if not named_by_number(request.headers.get("host", "")):
            why = "This table is reached by its number, such as 192.168.1.20:7777, and by no other name."
            return reply({"why": why}, 421)
        if is_foreign(request.headers, navigation=not path.startswith(("/api/", "/part/"))):
            return reply({"why": FOREIGN}, 403)
        session, address = self._people.session(request.cookies), client_of(request)
        in_time = is_here(request) or self._address_rate.allows(address)
        if not in_time or not self._rate.allows(address if session is None else session[0]):
            return reply({"why": say("Too many at once: wait a moment.")}, 429)
        return None


def make_api(hosted: HostedTable, *, clock: Clock = time.monotonic, pin_cost: int = COST) -> Api:
    """Return the API and pages of ``hosted``. ``clock`` gives seconds; ``pin_cost`` is log2 of scrypt's N."""
    return Api(hosted, Lobby(hosted, clock), pin_cost=pin_cost)


def make_app(api: Api) -> ASGIApp:
    """Return the ASGI application that serves ``api`` behind a ``HostGuard``. No error response has a traceback."""
    sentences = {
        500: later("The referee stumbled over this. What was confirmed is kept."),
        404: later("There is no such page."),
        405: "That is asked another way: see docs/host.md.",
    }
    inner = application(api.routes(), lambda why, status: reply({"why": say(why)}, status), sentences)
    return HostGuard(inner, api.people)
