"""Where phones find the table: this machine's own addresses, and the code that a camera reads."""

import io
import json
import socket
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from ipaddress import IPv4Address, ip_address
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from liarsdeck.english import cardinal, counted, listed, quoted
from referee import games
from referee.books.html import book_page, lesson_page
from referee.books.rulebook import games as shelf
from referee.books.teach import has_lesson, lesson
from referee.core.game import CAUGHT, SAID_LIE, Field, Game, RecordError, Setup, Turn, chapter
from referee.core.page import (
    Arranged,
    Choice,
    HandCard,
    HeldHand,
    Moment,
    Past,
    Sayable,
    ScreenPage,
    SeatMark,
    Sight,
    hand_values,
    plain,
)
from referee.core.play import walked
from referee.core.setup import first_table
from referee.core.text_layout import ending
from referee.host.api import Api, answering, is_here
from referee.host.desk import Desk, No, Session, text
from referee.host.people import People, why_seatless
from referee.host.templating import book_card, environment, folder
from referee.records import CHOSEN_SEED
from referee.story import BIG, NARROW, WIDE, Story, day, honours, story_of_table, values
from referee.tables.table import Table, chain


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on networks that phones may share, the likeliest first.

    Nobody is asked: they are what the system says of its own adapters. Addresses of home networks come first; those of
    containers, tunnels and virtual machines last.
    """
    import ifaddr

    found = []
    for adapter in ifaddr.get_adapters():
        name = str(adapter.nice_name or adapter.name).casefold()
        mine = [IPv4Address(one.ip) for one in adapter.ips if isinstance(one.ip, str)]
        found += [(_rank(address, name), str(address)) for address in mine if not address.is_loopback]
    return [address for _, address in sorted(found)]


_INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "virtualbox", "hyper-v", "vethernet", "wsl")
_TUNNELS = ("tun", "tap", "wg", "utun", "tailscale", "zerotier", "vpn", "ppp")


def _rank(address: IPv4Address, name: str) -> int:
    if address.is_link_local:
        return 5
    if any(name.startswith(one) or f" {one}" in name for one in _INNER):
        return 4
    if any(name.startswith(one) or f" {one}" in name for one in _TUNNELS):
        return 3
    text = str(address)
    return 0 if text.startswith("192.168.") else 1 if address.is_private else 2


def address_of(bind: str) -> str:
    """Return the address in numbers that ``--bind`` means; ``*`` and nothing are all of this machine's.

    No name but ``localhost`` is looked up: that would ask the network. Raises ``RecordError``.
    """
    named = {"": "0.0.0.0", "*": "0.0.0.0", "localhost": "127.0.0.1"}  # noqa: S104, phones come over the home network
    text = bind.strip().casefold()
    text = named.get(text, text.removeprefix("[").removesuffix("]"))
    try:
        found = socket.getaddrinfo(text, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        raise RecordError(
            f"--bind {quoted(bind)}: give an address in numbers, such as 192.168.1.20, or localhost, or * for all"
        ) from None
    return str(found[0][4][0])


def is_any(address: str) -> bool:
    """Say whether an address in numbers means all of the machine's."""
    return ip_address(address).is_unspecified


def code_text(joining: str) -> str:
    """Return the code as half-blocks for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(joining, error="m", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


@lru_cache(1)
def code_svg(joining: str) -> bytes:
    """Return the code as SVG."""
    import segno

    out = io.BytesIO()
    segno.make(joining, error="m", micro=False).save(
        out,
        kind="svg",
        border=0,
        xmldecl=False,
        dark="#1b1922",
        light=None,
        omitsize=True,
        lineclass=None,
        svgclass=None,
    )
    return out.getvalue()


def page(desk: Desk, people: People, session: Session | None) -> ScreenPage:
    """Return what a browser's screen needs."""
    if session is None:
        return ScreenPage("join", address=desk.address)
    name = session.seat
    found = _lobby(desk, people, session) if desk.table is None else _table(desk, people, session)
    if name or session.host or desk.hosting.ended:
        return found
    return replace(found, kind="seats", lost=why_seatless(people, session))


def _lobby(desk: Desk, people: People, session: Session) -> ScreenPage:
    hosting = desk.hosting
    seats = tuple(
        SeatMark(
            one.name,
            one.name == session.seat,
            sits=bool(one.pin or one.bot),
            laptop=one.laptop,
            here=people.here(one.name),
            bot=bool(one.bot),
            closed=people.closed(one.name),
        )
        for one in hosting.chairs
    )
    game = games.game(hosting.game) if hosting.game else None
    options = json.loads(hosting.options)
    first = first_table(game, len(people.sitting)) if game and session.host and not hosting.facts else None
    firstly = first is not None and options == first.options
    return ScreenPage(
        "lobby",
        desk.seq,
        hosting.game,
        game.title if game else "",
        hosting.facts,
        session.seat,
        session.host,
        seats,
        address=desk.address,
        word=hosting.word,
        advice="" if people.visited else desk.advice,
        most=game.seats[1] if game else 12,
        games=tuple((name, games.game(name).title) for name in games.names()) if session.host else (),
        deals=hosting.deals,
        first=first if firstly or not options else None,
        firstly=firstly,
        asking=people.asking if session.host else (),
    )


def _table(desk: Desk, people: People, session: Session) -> ScreenPage:
    table = desk.table
    assert table is not None
    game, setup, you = table.game, table.setup, session.seat or session.alone
    seat = setup.seats.index(you) if you in setup.seats else None
    eyes = desk.eyes
    view = eyes.view(seat)
    public = eyes.standing(None)["public"]
    assert isinstance(public, Mapping)
    turns = game.to_act(view)
    outcome = game.outcome(view)
    kind = "ended" if desk.hosting.ended else "over" if outcome.over else "table"
    asked = desk.asked(seat) if seat is not None or session.host else None
    mine = next((turn for turn in turns if turn.seat == seat), None)
    return ScreenPage(
        kind,
        desk.seq,
        game.name,
        game.title,
        table.kit,
        you,
        session.host,
        tuple(replace(one, you=True) if one.name == you else one for one in _ribbon(desk, people, turns)),
        desk.said,
        tuple(setup.seats[seat] for seat in sorted(_wanted(turns))),
        game.ask(view, mine) if mine is not None else "",
        next((game.ask(eyes.view(None), turn) for turn in turns if turn.seat is None), ""),
        () if asked is None else _answers(desk, asked.choices, asked.fields, asked.verbs[: asked.due]),
        asked.coming if asked else None,
        desk.ahead_of(you),
        len(game.hand(view, seat)) if seat is not None else 0,
        *eyes.drawn(),
        public,
        desk.noticed[-6:],
        ending(setup, outcome) if outcome.over else "",
        tuple(setup.seats[winner] for winner in outcome.winners),
        desk.tally,
        desk.address,
        desk.hosting.word,
        advice="" if people.visited else desk.advice,
        again=tuple(desk.hosting.again),
        others=_others(desk, people) if session.host and not you else (),
        deals=desk.hosting.deals,
        asking=people.asking if session.host else (),
        undealt=session.host and not desk.hosting.deals and bool(table.handouts()),
        earlier=tuple(setup.seats[one] for one in _earlier(game, view, seat)),
        seal=table.seal,
        seeded=CHOSEN_SEED if table.seeded else "",
        number=table.number,
    )


def _earlier(game: Game[object], view: object, seat: int | None) -> list[int]:
    """Return the seats that speak before this one in a step that goes round."""
    order = [it.seat for it in game.coming(view)]
    return order[: order.index(seat)] if seat in order else []


def _others(desk: Desk, people: People) -> tuple[tuple[str, tuple[Sayable, ...]], ...]:
    """Return what the host may say openly for those who have no phone."""
    table = desk.table
    assert table is not None
    found = []
    for turn in table.game.to_act(desk.eyes.view(None)):
        if turn.seat is None or people.holder(table.name(turn.seat)) is not None:
            continue
        if turn.seat in table.bots and desk.passed is not table.state:
            continue
        asked = desk.eyes.asked(turn.seat, openly=True)
        answers = _answers(desk, asked.choices, asked.fields, asked.verbs[: asked.due])
        found.append((table.name(turn.seat), tuple(one for one in answers if not one.private)))
    return tuple(one for one in found if one[1])


def script(desk: Desk) -> tuple[tuple[str, str], ...]:
    """Return the dealing script, card by card: it is heard once at the table, and gone when it was dealt."""
    table = desk.table
    if table is None or desk.hosting.deals:
        return ()
    return tuple((one.card, "the box" if one.seat is None else table.name(one.seat)) for one in table.handouts())


def _wanted(turns: tuple[Turn, ...]) -> set[int]:
    """Return the seats that the game waits for: not those who may only do what everybody may at any time."""
    seats = {turn.seat: set(turn.verbs) for turn in turns if turn.seat is not None}
    always = set.intersection(*seats.values()) if len(seats) > 1 else set()
    busy = any(turn.seat is None for turn in turns)  # then the table is waited for
    return {seat for seat, verbs in seats.items() if verbs - always} or (set() if busy else set(seats))


def _ribbon(desk: Desk, people: People, turns: tuple[Turn, ...]) -> tuple[SeatMark, ...]:
    """Return the seats as everybody sees them, put together once for all eyes that see the same turns."""
    table, presence = desk.table, people.presence
    assert table is not None
    kept, key = desk.eyes.kept, (turns, presence, tuple(table.bots))
    if key not in kept:
        public = desk.eyes.standing(None)["public"]
        assert isinstance(public, Mapping)
        out, hands = public.get("out"), public.get("hands")
        acts, scores = _wanted(turns), table.game.outcome(desk.eyes.view(None)).scores
        kept[key] = tuple(
            SeatMark(
                name,
                False,
                seat in acts,
                isinstance(out, list) and name in out,
                many if isinstance(hands, Mapping) and isinstance(many := hands.get(name), int) else None,
                scores[seat],
                phone or seat in table.bots,
                not phone and seat not in table.bots,
                here,
                seat in table.bots,
                closed,
            )
            for seat, (name, (phone, here, closed)) in enumerate(zip(table.setup.seats, presence, strict=True))
        )
    return kept[key]


def _answers(
    desk: Desk, choices: tuple[Choice, ...], fields: Mapping[str, tuple[Field, ...]], due: tuple[str, ...]
) -> tuple[Sayable, ...]:
    table = desk.table
    assert table is not None
    by_verb: dict[str, list[Choice]] = {}
    for choice in choices:
        by_verb.setdefault(choice.verb, []).append(choice)
    return tuple(
        Sayable(
            verb.name,
            verb.help,
            tuple(by_verb.get(verb.name, ())),
            fields.get(verb.name, ()),
            table.private(verb.name),
            verb.weighty,
            verb.name not in due,
        )
        for verb in table.game.verbs
        if verb.name in by_verb or verb.name in fields
    )


def hand(desk: Desk, seat: int) -> HeldHand:
    """Return a seat's hand, its notes and its notebook, from its own view."""
    table = desk.table
    assert table is not None
    game, setup = table.game, table.setup
    view = desk.eyes.view(seat)
    notes = dict(table.journal.notes(table.number, seat))
    cards = tuple(
        HandCard(card, title, game.face(setup, card), mark, notes.pop(card, ""))
        for card, title, mark in game.hand(view, seat)
    )
    return HeldHand(
        setup.seats[seat], cards, tuple(sorted(notes.items())), game.notebook(view, seat), game.hidden(view)
    )


def arranged(desk: Desk, page: ScreenPage) -> Arranged:
    """Return what the templates draw of a table for a page's eyes; without a table nothing."""
    table = desk.table
    if table is None:
        return {"form": "", "where": "", "titles": {}, "step": "", "ask": "", "forms": ([], [])}
    setup = table.setup
    seat = setup.seats.index(page.you) if page.you in setup.seats else None

    moments = tuple(Moment(one, seat) for one in desk.moments)
    sight = Sight(page, setup, desk.eyes.view(seat), seat, moments, lambda: Past(desk.past, seat))
    if not page.game:  # whoever has not joined is not told which game is played
        return plain(sight)
    own = getattr(chapter(table.game, "screens"), "arrange", plain)
    found: Arranged = own(sight)
    return found


_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


class Played(Struct, frozen=True):
    """A game of the tally: its number as it stands there, what it was, who won it, and how."""

    number: str
    title: str
    about: str
    winner: str
    how: str


class Evenings:
    """What the end pages show; a game's story is read once for as many lines as it has."""

    def __init__(self) -> None:
        self._stories: dict[int, tuple[int, Story]] = {}
        self._believed: tuple[object, tuple[int, ...]] = (None, ())

    def story(self, table: Table) -> Story:
        """Return the story of a table as it stands."""
        lines, found = self._stories.get(table.number, (-1, None))
        if found is None or lines != len(table.actions):
            found = story_of_table(table, day(table.kept.last))
            self._stories[table.number] = len(table.actions), found
        return found

    def page(self, desk: Desk) -> dict[str, object]:
        """Return what the page of a table's story reads."""
        assert desk.table is not None
        return values(self.story(desk.table), WIDE, NARROW)

    def end(self, desk: Desk, you: str = "") -> dict[str, object]:
        """Return what the end of a screen reads: the last game's story, the tally, the honours, a player's figures."""
        if desk.table is None:
            return {"plots": (), "moments": (), "games": (), "honours": (), "when": "", "figures": ()}
        stories = [self.story(table) for table in chain(desk.journal, desk.table)]
        games = tuple(_played(number, story) for number, story in enumerate(stories, 1))
        evening = {"games": games, "honours": honours(stories), "when": stories[-1].when}
        return values(stories[-1], BIG) | evening | {"figures": self._figures(desk, stories, you) if you else ()}

    def _figures(self, desk: Desk, stories: Sequence[Story], you: str) -> tuple[tuple[str, str], ...]:
        """Return a finished game as one player may remember it: how long it was, what of it was theirs, and tonight."""
        table, story = desk.table, stories[-1]
        if table is None or not story.over or you not in story.setup.seats:
            return ()
        seat, each = story.setup.seats.index(you), story.course.each or "turn"
        found = [(f"{each}s", str(count))] if (count := table.game.rounds(table.state)) else []
        believed = self._lies(table) if desk.hosting.deals or story.setup.facts is not None else ()
        if believed:
            found.append(("your lies believed", str(believed[seat])))
        elif story.course.each and (runs := story.course.runs):
            best = max((after - before for before, after in pairwise(runs[seat])), default=0)
            found.append((f"your best {each}", f"{best:+}".replace("-", "−")))
        wins = sum(you in one.winners for one in stories)
        return (*found, ("tonight", "no win" if not wins else counted(wins, "win")))

    def _lies(self, table: Table) -> tuple[int, ...]:
        """Return how many lies of each seat nobody found out, in a game that is known whole; () where nobody lies."""
        if self._believed[0] is not table.state:
            game, seats = table.game, len(table.setup.seats)
            found, standing, spoken = [0] * seats, [0] * seats, False
            for before, action, after in walked(game, table.setup, table.actions):
                for saying in game.sayings(before, action, after):
                    spoken = True
                    now = standing[saying.seat] + {SAID_LIE: 1, CAUGHT: -1}.get(saying.kind, 0)
                    standing[saying.seat] = max(0, now)  # what was found out may be found out once more
                if game.settled(after) != game.settled(before) or game.outcome(after).over:
                    found, standing = [was + more for was, more in zip(found, standing, strict=True)], [0] * seats
            self._believed = table.state, tuple(found) if spoken else ()
        return self._believed[1]


def _played(number: int, story: Story) -> Played:
    names = story.setup.seats
    about = listed(names, "and") if len(names) == 2 else cardinal(len(names), "player")
    rounds = next((int(label) for label in reversed(story.course.labels) if label.isdigit()), 0)
    if rounds:
        about += f", {cardinal(rounds, story.course.each)}"
    winner = listed(story.winners, "and") if story.winners else "nobody" if story.over else "not finished"
    return Played(roman(number), story.title, about, winner, story.how)


def roman(number: int) -> str:
    """Return a small number in Roman figures."""
    text = ""
    for worth, sign in _ROMAN:
        text += sign * (number // worth)
        number %= worth
    return text


class HostPages:
    """The pages of one hosting."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._evenings = Evenings()
        self._kept: dict[tuple[str | bool, ...], str] = {}  # parts by template and eyes, until anything changes
        self._kept_at: object = None
        self._books: dict[str, tuple[Setup, str]] = {}  # books that were asked for, and how they are played

    def _session(self, request: Request) -> Session | None:
        found = self._api.people.session(self._api.people.hosting.cookie_of(request.cookies))
        return None if found is None else found[1]

    def _page(self, template: str, session: Session | None, **more: object) -> Response:
        self._api.desk.refresh()
        return HTMLResponse(self._rendered(template, session, **more))

    def _part(self, template: str, session: Session | None) -> Response:
        """Return a part that many screens ask for, and one screen more than once: rendered once for every change.

        What changes for one seat alone, such as an answer given ahead, costs nobody else a rendering.
        """
        api = self._api
        at = api.rung, api.people.presence
        if at != self._kept_at:
            self._kept_at = at
            self._kept.clear()
            api.desk.refresh()
        key: tuple[str | bool, ...] = (template,)
        if session is not None:
            key += session.seat, session.was, session.alone, session.host, api.desk.ahead_of(session.seat)
        if key not in self._kept:
            self._kept[key] = self._rendered(template, session)
        return HTMLResponse(self._kept[key])

    def _rendered(self, template: str, session: Session | None, **more: object) -> str:
        api = self._api
        shown = page(api.desk, api.people, session)
        values = {"page": shown, "at": arranged(api.desk, shown), **more}
        if shown.over or shown.kind == "ended":
            values |= self._evenings.end(api.desk, shown.you)
        return environment().get_template(template).render(values)

    async def phone(self, request: Request) -> Response:
        """The page of a phone: to join, to sit down, to play."""
        if not is_here(request):
            self._api.people.came()
        return self._page("phone.html", self._session(request))

    async def phone_part(self, request: Request) -> Response:
        """What stands in that page, to be put in its place."""
        return self._part("parts/phone.html", self._session(request))

    async def menu_part(self, request: Request) -> Response:
        """What opens at a phone's name: what may be done, scores, the table, notices, the book."""
        session = self._session(request)
        if session is None or not (session.seat or session.alone):
            raise No(401, "Sit down first.")
        return self._part("parts/menu.html", session)

    async def screen(self, request: Request) -> Response:
        """The big screen."""
        return self._page("screen.html", self._open(request))

    async def screen_part(self, request: Request) -> Response:
        """What stands in that page."""
        return self._part("parts/screen.html", self._open(request))

    def _open(self, request: Request) -> Session | None:
        """Return the session with open eyes alone; the host's only on this machine."""
        found = self._session(request)
        return None if found is None else Session(host=found.host and is_here(request))

    def _laptop(self, template: str, request: Request) -> Response:
        """Return the laptop's page; ``script`` is what is read out once when people deal a sorted deck."""
        session = self._api.host(request)
        return self._page(template, session, script=() if session.alone else script(self._api.desk))

    async def laptop(self, request: Request) -> Response:
        """The laptop's ritual, for those without a phone."""
        return self._laptop("laptop.html", request)

    async def laptop_part(self, request: Request) -> Response:
        """What stands in that page."""
        return self._laptop("parts/laptop.html", request)

    async def hand_part(self, request: Request) -> Response:
        """The hand of whoever asks, while it is held."""
        session = self._session(request)
        if session is None:
            raise No(401, "Join first, with the word that stands on the big screen.")
        found = hand(self._api.desk, self._api.seat(session))
        table = self._api.desk.table
        assert table is not None
        values = {"hand": found, **hand_values(table.setup, found)}
        return HTMLResponse(environment().get_template("parts/hand.html").render(values))

    async def confirm_part(self, request: Request) -> Response:
        """What is asked back before a line is said: its card as it is drawn. It comes in a body, so in no address."""
        session = self._session(request)
        line = text(await self._api.body(request), "line")
        shown = page(self._api.desk, self._api.people, session)
        choice = next((one for answers in shown.answers for one in answers.choices if one.line == line), None)
        table = self._api.desk.table
        if choice is None or table is None:
            raise No(409, "The table has changed meanwhile: look again.")
        face_of = partial(table.game.printed_face, table.setup)
        return self._page("parts/confirm.html", session, choice=choice, face_of=face_of)

    async def reveal_part(self, request: Request) -> Response:
        """Who held what, when the game is over and the table asks."""
        session = self._session(request)
        if session is None:
            raise No(401, "Join first, with the word that stands on the big screen.")
        return self._page("parts/reveal.html", session, hidden=self._api.desk.laid_open())

    async def rules(self, request: Request) -> Response:
        """The whole rulebook, as the game is played at this table: each rule stands under its id."""
        setup = self._setup(request)
        if setup.game not in shelf():
            raise No(404, "This game has no book.")
        return self._book(setup, "the rulebook", lambda: book_page(setup, book_card(setup.game)))

    async def teach(self, request: Request) -> Response:
        """What is read aloud to teach the game, as it is played at this table."""
        setup = self._setup(request)
        if not has_lesson(setup.game):
            raise No(404, "Nobody has written how to teach this game.")
        return self._book(setup, "in two minutes", lambda: lesson_page(lesson(setup)))

    def _setup(self, request: Request) -> Setup:
        """Return what is played at this table, or is going to be."""
        if self._session(request) is None:
            raise No(401, "Join first: the rules are those of the table that is played.")
        table = self._api.desk.table
        return table.setup if table else self._api.people.setup()

    def _book(self, setup: Setup, what: str, write: Callable[[], str]) -> Response:
        """Return a book, written once for as long as the same is played: it takes as long as fifty other answers."""
        if what not in self._books or self._books[what][0] != setup:
            self._books[what] = setup, self._bound(setup, what, write())
        return HTMLResponse(self._books[what][1])

    def _bound(self, setup: Setup, what: str, book: str) -> str:
        other = {
            "In two minutes": ("/teach", has_lesson(setup.game)),
            "The rulebook": ("/rules", setup.game in shelf()),
        }
        others = [(name, path) for name, (path, there) in other.items() if there and name.lower() != what]
        values = {"title": games.game(setup.game).title, "what": what, "book": book, "others": others}
        return environment().get_template("rules.html").render(values)

    async def story(self, request: Request) -> Response:
        """What the evening looked like, as much of it as the open table may know."""
        if self._session(request) is None or self._api.desk.table is None:
            raise No(401, "Join first: the story is that of the table that is played.")
        found = self._evenings.page(self._api.desk)
        return HTMLResponse(environment().get_template("story.html").render(found))

    async def code(self, request: Request) -> Response:
        """The code to scan, for everybody who joined."""
        if self._session(request) is None:
            raise No(401, "Join first, with the word that stands on the big screen.")

        return Response(code_svg(self._api.desk.joining), media_type="image/svg+xml")

    def routes(self) -> list[Route | Mount]:
        """Return the routes of the pages."""
        found = [
            ("/part/phone", self.phone_part), ("/part/screen", self.screen_part),  # what is asked for most often
            ("/", self.phone), ("/screen", self.screen), ("/laptop", self.laptop), ("/part/menu", self.menu_part),
            ("/part/laptop", self.laptop_part), ("/part/hand", self.hand_part),
            ("/code.svg", self.code), ("/rules", self.rules), ("/teach", self.teach),
            ("/part/reveal", self.reveal_part), ("/story", self.story),
        ]  # fmt: skip
        files = GZipMiddleware(StaticFiles(directory=folder() / "static", check_dir=False), minimum_size=500)
        asked_back = Route("/part/confirm", answering(self.confirm_part, self._api.desk.fault), methods=["POST"])
        shown = [Route(path, answering(do, self._api.desk.fault), methods=["GET"]) for path, do in found]
        return [*shown, asked_back, Mount("/static", files)]
