"""Which arrangement a game has; one that has none of its own has the plain one, so every registered game has phones."""

from collections.abc import Callable, Mapping

from referee.host.arrange import guess, lair, lizard, plain, poker, redblack
from referee.host.arrange.sight import Arranged, Moment, Past, Sight
from referee.host.desk import Desk
from referee.host.screen_values import ScreenPage

OWN: Mapping[str, Callable[[Sight], Arranged]] = {
    "liars-lair": lair.arrange,
    "liars-guess": guess.arrange,
    "lizard": lizard.arrange,
    "red-and-black": redblack.arrange,
    "liar-poker": poker.arrange,
}


def arranged(desk: Desk, page: ScreenPage) -> Arranged:
    """Return what the templates draw of a table for a page's eyes; without a table nothing."""
    table = desk.table
    if table is None:
        return {"form": "", "where": "", "titles": {}, "step": "", "ask": "", "forms": ([], [])}
    setup = table.setup
    seat = setup.seats.index(page.you) if page.you in setup.seats else None

    moments = tuple(Moment(one, seat) for one in desk.moments)
    sight = Sight(page, setup, desk.eyes.view(seat), seat, moments, lambda: Past(desk.past, seat))
    return OWN.get(page.game, plain.arrange)(sight)
