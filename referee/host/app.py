"""The whole application of one hosting: the guard, the wire, the pages."""

import time

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.types import ASGIApp

from referee.host.api import Api, reply
from referee.host.desk import Desk
from referee.host.guard import Guard
from referee.host.limits import Clock
from referee.host.pages import Pages
from referee.host.people import People
from referee.store.pins import COST


def make_api(desk: Desk, *, clock: Clock = time.monotonic, pin_cost: int = COST) -> Api:
    """Return the wire of a desk."""
    return Api(desk, People(desk, clock), pin_cost=pin_cost)


def make_app(api: Api, *, clock: Clock = time.monotonic) -> ASGIApp:
    """Return the application; it never shows a traceback."""

    async def wrong(_request: object, _error: Exception) -> Response:
        return reply({"why": "The referee stumbled over this. What was confirmed is kept."}, 500)

    async def missing(_request: object, _error: Exception) -> Response:
        return reply({"why": "There is no such page."}, 404)

    async def method(_request: object, _error: Exception) -> Response:
        return reply({"why": "That is asked another way: see docs/host.md."}, 405)

    inner = Starlette(
        routes=[*api.routes(), *Pages(api).routes()], exception_handlers={500: wrong, 404: missing, 405: method}
    )
    return Guard(inner, clock)
