"""Red & Black with hands of one or two cards, played as near an equilibrium as a table of a few hundred rows can be.

OpenSpiel's CFR has made the table (``python -m tests.bench.exploit --write``). A row is all moments that are alike in
what matters: whose turn it is, how many turns are left, how sure one is of the other hand, and in how much danger one's
own is, that is how likely those at the table must think it. Where the hand is in danger one guesses at once, else one
waits for the other to err. Colours are counted from the hand's own side, so that red and black are one row.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.bots.red_and_black.reading import chances, mine, weighed
from referee.core.game import Action, Game
from referee.core.play import replies
from referee.games.red_and_black.actions import Attacks, Calls, Defends, Discards, Guesses, Reveals, Swaps
from referee.games.red_and_black.options import Options
from referee.games.red_and_black.state import State

TABLE = Path(__file__).with_name("balance.json")
TURNS = 3  # left, that the table tells apart


class Situation(Struct, frozen=True):
    """What matters of a moment: ``row`` names it in the table. ``turned``: red counts as black here.

    ``likely`` says of each number of cards of one's own colour how likely the other hand has it; ``order`` ranks them.
    """

    row: str
    turned: bool
    likely: tuple[float, ...]
    order: tuple[int, ...]

    def label(self, action: Action | None) -> str:
        """Return what the table calls an action."""
        match action:
            case None:
                return "wait"
            case Guesses():
                many = action.blacks if self.turned else action.reds
                return f"guess {self.order.index(many)}" if self.likely[many] else f"guess no {many}"
            case Swaps():
                return f"swap {self._own(action.colour or 0)}"
            case Attacks() | Defends():
                return f"{action.verb} {action.count} {self._own(action.colour)}"
            case Calls():
                return f"call {self._own(action.colour)}"
            case Discards():
                return f"discard {action.blacks if self.turned else action.reds}"
            case Reveals():
                return f"reveal {action.blacks if self.turned else action.reds}"
        return action.verb

    def _own(self, colour: int) -> int:
        return 1 - colour if self.turned else colour


def situation(view: State, seat: int) -> Situation | None:
    """Return what matters of a moment to a seat whose hand is known to it, None where it is not."""
    reds = mine(view, seat)
    if reds is None:
        return None
    size, options = view.sizes[seat], _options(view)
    likely: list[float] = []
    danger = 0.0
    if view.sets.table:
        likely = chances(view, seat)
        danger = weighed(view, seat, view.sets.table)[reds]
    turned = _turned(view, reds, size, likely)
    if turned:
        likely.reverse()
        reds = size - reds
    order = tuple(sorted(range(len(likely)), key=lambda many: (-round(likely[many], 9), many)))
    left = min(options.max_turns - view.turns, TURNS) if options.max_turns else TURNS
    count, colour = view.attack if view.phase in {"defend", "river", "discard"} else (0, 0)
    sure = f"{round(10 * likely[order[0]])} {order[0]}" if order else "-"
    whose = "on" if view.turn == seat else "off"
    colour = 1 - colour if turned else colour
    row = f"{view.phase} {whose} {left} {sure} {count}:{colour} {size} {round(5 * danger)}"
    return Situation(row, turned, tuple(likely), order)


def _options(view: State) -> Options:
    options: Options = view.setup.options
    return options


def _turned(view: State, reds: int, size: int, likely: Sequence[float]) -> bool:
    """Say whether to count by black: of which the hand has more, else the other hand, else what lies open."""
    if 2 * reds != size:
        return 2 * reds < size
    mean, half = sum(many * share for many, share in enumerate(likely)), (len(likely) - 1) / 2
    if likely and abs(mean - half) > 0.1:
        return mean < half
    if view.phase in {"defend", "river", "discard"}:
        return view.attack[1] == 0
    return bool(view.slots) and view.slots[0] == 0


@cache
def _table() -> dict[str, list[dict[str, float]]]:
    return msgspec.json.decode(TABLE.read_bytes(), type=dict[str, list[dict[str, float]]])


def balanced(game: Game[State], view: State, seat: int) -> list[tuple[Action | None, float]]:
    """Return what a seat does, each with its probability; [] where the table has no such row: the hands are larger."""
    found = situation(view, seat)
    if found is None or found.row not in _table():
        return []
    waits: list[Action | None] = [] if seat in game.awaits(view) else [None]
    choices = {found.label(choice): choice for choice in (*waits, *replies(game, view, seat))}
    for row in _table()[found.row]:
        if row.keys() == choices.keys() and (whole := sum(row.values())):
            return [(choices[label], share / whole) for label, share in row.items() if share]
    return []
