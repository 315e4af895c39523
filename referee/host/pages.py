"""The pages: rendered on the server from ``screens``, kept up to date by fetching a part again at every event."""

from collections.abc import Callable

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from referee import games
from referee.books.page import book_page
from referee.books.rulebook import games as shelf
from referee.books.teach import has_lesson, lesson
from referee.books.teach_page import lesson_page
from referee.core.game import Setup
from referee.games.liars_lair.face import face
from referee.host.api import Api, answering, is_here
from referee.host.arrange.by_game import arranged
from referee.host.arrange.evening import Evenings
from referee.host.arrange.hands import hand_values
from referee.host.hosting import Session
from referee.host.screens import hand, page, script
from referee.host.taps import No, text
from referee.host.templating import book_card, environment, folder


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
        setup = table.setup
        return self._page("parts/confirm.html", session, choice=choice, face_of=lambda card: face(setup, int(card)))

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
        from referee.host.addresses import code_svg

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
