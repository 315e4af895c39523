"""What an arrangement is made from: a page, the view behind it, and what has just happened in these eyes."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from referee.core.game import Action, Setup
from referee.host.screens import Page


class Moment(Struct, frozen=True):
    """One thing that happened, as some eyes saw it: the view before it, the line, the view after it."""

    before: object
    action: Action
    after: object


class Sight(Struct, frozen=True):
    """``seat`` None are the open table's eyes. ``moments`` came of the last tap; ``past`` gives all since the deal."""

    page: Page
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
