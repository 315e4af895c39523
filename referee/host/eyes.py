"""What everybody sees of one state: worked out once, however many screens ask for it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.core.game import Action, Game, Json, Setup
from referee.core.play import standing
from referee.core.screens import Screen, Sheet
from referee.host.asked import Asked, asked
from referee.host.marks import SeatMark


class Eyes:
    """One state of a table. Seats are numbers; None are the open table's eyes."""

    def __init__(self, game: Game[object], setup: Setup, state: object) -> None:
        self.game, self.setup, self.state = game, setup, state
        self._views: dict[int | None, object] = {}
        self._redacted: dict[tuple[int | None, Action], Action] = {}
        self._asked: dict[tuple[int | None, bool], Asked] = {}
        self._public: dict[str, Json] | None = None
        self._drawn: tuple[Screen, Sheet | None] | None = None
        self.kept: dict[object, tuple[SeatMark, ...]] = {}  # the ribbon, by what else it rests on

    def view(self, seat: int | None) -> object:
        """Return what a seat may see."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def redacted(self, action: Action, seat: int | None) -> Action:
        """Return what a seat may read of what comes next."""
        key = seat, action
        if key not in self._redacted:
            self._redacted[key] = self.game.redact(self.state, action, seat)
        return self._redacted[key]

    def asked(self, seat: int | None, *, openly: bool = False) -> Asked:
        """Return what a seat may say, as far as its own view can tell, or (``openly``) the open table's."""
        key = seat, openly
        if key not in self._asked:
            self._asked[key] = asked(self.game, self.setup, self.view(None if openly else seat), seat)
        return self._asked[key]

    def standing(self, seat: int | None) -> dict[str, Json]:
        """Return the JSON object of ``referee replay --json`` for these eyes, less what would solve the game."""
        if seat is not None:
            return self._standing(seat)
        if self._public is None:
            self._public = self._standing(None)
        return dict(self._public)

    def _standing(self, seat: int | None) -> dict[str, Json]:
        found = standing(self.game, self.view(seat), reveal=seat is not None)
        public = found["public"]
        assert isinstance(public, Mapping)
        found["public"] = {name: value for name, value in public.items() if name not in self.game.unsent}
        return found

    def drawn(self) -> tuple[Screen, Sheet | None]:
        """Return the open table and its score sheet."""
        if self._drawn is None:
            self._drawn = self.game.show(self.view(None), None), self.game.sheet(self.view(None))
        return self._drawn


class Passed(NamedTuple):
    """One thing that happened: the table before it, the action, the table after it."""

    before: Eyes
    action: Action
    after: Eyes


def go_on(
    game: Game[object], setup: Setup, actions: Sequence[Action], state: object, past: list[Passed]
) -> list[Passed]:
    """Bring a table's ``past`` up to its ``actions``, after which it is in ``state``; return it."""
    now = past[-1].after if past else Eyes(game, setup, game.start(setup))
    for place in range(len(past), len(actions)):
        last = place + 1 == len(actions)
        after = Eyes(game, setup, state if last else game.apply(now.state, actions[place]))
        past.append(Passed(now, actions[place], after))
        now = after
    return past
