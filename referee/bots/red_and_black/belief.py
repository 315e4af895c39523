"""What a reader of the lines believes of a hand of Red & Black, and of the river: every world with its chance.

A world is how many red cards the hand holds, and the colours of the river. Lines change it one by one: a card that is
swapped is of any colour the hand holds; who shows cards shows any number of them, or all.
"""

from collections.abc import Callable, Sequence
from math import comb

from referee.core.game import Action
from referee.games.red_and_black.actions import Attacks, Defends, Discards, Holds, Peeks, River, Swaps
from referee.games.red_and_black.options import Options
from referee.games.red_and_black.state import State
from referee.games.red_and_black.worlds import BLACK, RED

World = tuple[int, tuple[int, ...]]
Worlds = dict[World, float]

ALL = 0.35  # of those who show cards of a colour show all that they have


class Belief:
    """What is believed of the hand of ``seat`` by who knows ``other`` red cards of the other hand, or (None) not."""

    def __init__(self, options: Options, seat: int, other: int | None) -> None:
        self.options, self.seat, self.other = options, seat, other
        self.size = options.hand
        self.worlds: Worlds = {}

    def read(self, turns: Sequence[Action]) -> "Belief":
        """Take lines in, as the one who believes reads them."""
        for action in turns:
            self._take(action)
        return self

    @property
    def reds(self) -> list[float]:
        """How likely each number of red cards is."""
        found = [0.0] * (self.size + 1)
        for (reds, _), chance in self.worlds.items():
            found[min(reds, self.size)] += chance
        whole = sum(found)
        return [chance / whole for chance in found] if whole else [1 / len(found)] * len(found)

    def _take(self, action: Action) -> None:
        mine = action.seat == self.seat
        match action:
            case River() if not self.worlds:
                self._deal(action.slots)
            case River():
                self._keep(lambda _, slots: slots == action.slots)
            case Swaps():
                self._swap(action.slot - 1, action.colour, mine=mine)
            case Peeks() if action.colour in (BLACK, RED):
                self._keep(lambda _, slots: slots[action.slot - 1] == action.colour)
            case Attacks() | Defends() if mine:
                self._shown(action.count, action.colour)
            case Discards() if mine:
                self.size -= len(action.cards)
                self.worlds = _sum(
                    ((reds - action.reds, slots), chance) for (reds, slots), chance in self.worlds.items()
                )
                self._keep(lambda reds, _: 0 <= reds <= self.size)
            case Holds() if mine and action.reds >= 0 and self.worlds:
                self._keep(lambda reds, _: reds == action.reds)

    def _deal(self, slots: tuple[int, ...]) -> None:
        options, hand = self.options, self.options.hand
        red, black = options.red - sum(slots), options.black - (len(slots) - sum(slots))
        if self.other is not None:
            red, black = red - self.other, black - (hand - self.other)
        for reds in range(hand + 1):
            if chance := comb(max(red, 0), reds) * comb(max(black, 0), hand - reds):
                self.worlds[reds, slots] = chance

    def _keep(self, fits: Callable[[int, tuple[int, ...]], bool]) -> None:
        kept = {world: chance for world, chance in self.worlds.items() if fits(*world)}
        self.worlds = kept or self.worlds

    def _swap(self, slot: int, laid: int | None, *, mine: bool) -> None:
        said = laid if laid in (BLACK, RED) else None
        found: list[tuple[World, float]] = []
        for (reds, slots), chance in self.worlds.items():
            for colour in (BLACK, RED) if said is None else (said,):
                held = (reds if colour == RED else self.size - reds) if mine else 1
                if held > 0:
                    after = reds + slots[slot] - colour if mine else reds
                    found.append(((after, (*slots[:slot], colour, *slots[slot + 1 :])), chance / 2))
        self.worlds = _sum(found) or self.worlds

    def _shown(self, count: int, colour: int) -> None:
        for (reds, slots), chance in [*self.worlds.items()]:
            held = reds if colour == RED else self.size - reds
            likely = 0.0 if count > held else ALL * (count == held) + (1 - ALL) / (held + 1)
            self.worlds[reds, slots] = chance * likely
        self._keep(lambda reds, slots: self.worlds[reds, slots] > 0)


def _sum(found: object) -> Worlds:
    worlds: Worlds = {}
    for world, chance in found:  # type: ignore[attr-defined]
        worlds[world] = worlds.get(world, 0.0) + chance
    return worlds


def of_other(view: State, seat: int, turns: Sequence[Action]) -> list[float]:
    """Return how likely each number of red cards of the other hand is to a seat that has read these lines."""
    own = next((line.reds for line in turns if isinstance(line, Holds) and line.seat == seat), None)
    return Belief(view.setup.options, 1 - seat, own).read(turns).reds


def of_own(view: State, seat: int, turns: Sequence[Action]) -> list[float]:
    """Return how likely each number of red cards of a seat's own hand is to who sees only the table."""
    belief = Belief(view.setup.options, seat, None)
    return belief.read([_open(line) for line in turns if not isinstance(line, Holds)]).reds


def _open(line: Action) -> Action:
    if isinstance(line, Swaps):
        return Swaps(seat=line.seat, slot=line.slot)
    return Peeks(seat=line.seat, slot=line.slot) if isinstance(line, Peeks) else line
