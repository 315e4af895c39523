"""What an arrangement is made from: a page, the view behind it, and what has just happened in these eyes."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from referee.core.game import Action, Game, Setup
from referee.host.eyes import Passed
from referee.host.screens import ScreenPage


class Moment:
    """One thing that happened, as some eyes saw it: the view before it, the line, the view after it."""

    def __init__(self, game: Game[object], happened: Passed, seat: int | None) -> None:
        self._game, self._happened, self._seat = game, happened, seat

    @cached_property
    def before(self) -> object:
        """The view before it."""
        return self._game.view(self._happened.before, self._seat)

    @cached_property
    def action(self) -> Action:
        """The line, redacted."""
        return self._game.redact(self._happened.before, self._happened.action, self._seat)

    @cached_property
    def after(self) -> object:
        """The view after it."""
        return self._game.view(self._happened.after, self._seat)


class Sight(Struct, frozen=True):
    """``seat`` None are the open table's eyes. ``moments`` came of the last tap; ``past`` gives all since the deal."""

    page: ScreenPage
    setup: Setup
    view: object
    seat: int | None
    moments: tuple[Moment, ...] = ()
    past: Callable[[], Sequence[Moment]] = tuple

    @property
    def open(self) -> bool:
        """Whether the eyes are the open table's."""
        return self.seat is None


Arranged = Mapping[str, object]
