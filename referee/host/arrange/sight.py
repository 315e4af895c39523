"""What an arrangement is made from: a page, the view behind it, and what has just happened in these eyes."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from referee.core.game import Action, Setup
from referee.host.eyes import Passed
from referee.host.screen_values import ScreenPage


class Moment:
    """One thing that happened, as some eyes saw it: the view before it, the line, the view after it."""

    def __init__(self, happened: Passed, seat: int | None) -> None:
        self._happened, self._seat = happened, seat

    @property
    def before(self) -> object:
        """The view before it."""
        return self._happened.before.view(self._seat)

    @property
    def action(self) -> Action:
        """The line, redacted."""
        return self._happened.before.redacted(self._happened.action, self._seat)

    @property
    def after(self) -> object:
        """The view after it."""
        return self._happened.after.view(self._seat)


class Past:
    """All that happened since the deal, as some eyes saw it: a moment is made when it is looked at."""

    def __init__(self, happened: Sequence[Passed], seat: int | None) -> None:
        self._happened, self._seat = happened, seat

    def __len__(self) -> int:
        return len(self._happened)

    def at(self, place: int) -> Moment:
        """Return what happened at a place."""
        return Moment(self._happened[place], self._seat)


class Sight(Struct, frozen=True):
    """``seat`` None are the open table's eyes. ``moments`` came of the last tap; ``past`` gives all since the deal."""

    page: ScreenPage
    setup: Setup
    view: object
    seat: int | None
    moments: tuple[Moment, ...] = ()
    past: Callable[[], Past] = lambda: Past((), None)

    @property
    def open(self) -> bool:
        """Whether the eyes are the open table's."""
        return self.seat is None


Arranged = Mapping[str, object]
