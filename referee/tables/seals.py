"""The seals of a table's deals: commitments are kept with the lines that chance deals, and opened in its record."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from msgspec import Struct

from referee.core.game import Action, Game, Setup
from referee.records.seal import (
    Seal,
    Sealing,
    commitment_of,
    dealt_verbs,
    line_of,
    nonce_of,
    old_lines,
    old_seal,
)

_COMMITTED = "committed"  # the mark of a private line: its place, its commitment, and the name that its seat had then
_SEALED = "sealed"  # the mark of a whole deal in format 1: how many lines stood, its nonce, its seal


class SealedLine(Struct, frozen=True):
    """A private line of a deal: its place in the record, what commits to it, and its seat's name at the deal."""

    place: int
    commitment: str
    nonce: str
    name: str


@dataclass(frozen=True)
class SealedDeal:
    """A deal that the referee made: how many lines stood after it, its seal, and its lines.

    Without lines it was sealed by format 1, with one ``nonce``, and covers ``many`` lines.
    """

    after: int
    seal: str
    lines: tuple[SealedLine, ...] = ()
    nonce: str = ""
    many: int = 0

    @property
    def places(self) -> range:
        """The places that its private lines have in the record, from 1."""
        return range(self.after - (len(self.lines) or self.many) + 1, self.after + 1)

    def opened(self, names: Sequence[str], actions: Sequence[Action]) -> Seal:
        """Return the seal as a full record of these actions holds it; ``names`` are the seats' now."""
        seats = [actions[one.place - 1].seat for one in self.lines]
        same = all(seat is None or one.name == names[seat] for one, seat in zip(self.lines, seats, strict=True))
        called = () if same else tuple(one.name for one in self.lines)
        return Seal(self.after, self.seal, tuple(one.nonce for one in self.lines), called, self.nonce)


def commitments(
    game: Game[object], setup: Setup, seed: str, actions: Sequence[Action], marks: Set[str]
) -> tuple[str, ...]:
    """Return the marks that belong to the last of ``actions``, which chance gave: () where it is no secret of a deal.

    They commit to all private lines of the deal, hands that people entered before it too, but for those of ``marks``.
    """
    verbs, found = dealt_verbs(game, setup), []
    for place in range(len(actions), 0, -1):
        action = actions[place - 1]
        if action.verb not in verbs:
            break
        name, line = "" if action.seat is None else setup.seats[action.seat], line_of(game, setup, action)
        found.append(f"{_COMMITTED} {place} {commitment_of(nonce_of(seed, place, line), place, line)} {name}".rstrip())
    return tuple(mark for mark in reversed(found) if mark not in marks)


def sealed_deals(
    game: Game[object], setup: Setup, seed: str, actions: Sequence[Action], marks: Iterable[str], *, chosen: bool
) -> tuple[SealedDeal, ...]:
    """Return the deals that stand and were sealed, in their order; ``chosen``: somebody chose the seed."""
    lines: dict[int, SealedLine] = {}
    old: dict[int, list[tuple[str, str]]] = {}
    for mark in sorted(mark for mark in marks if mark.startswith((_COMMITTED, _SEALED))):
        word, *parts = mark.split(" ", 3)
        if word == _COMMITTED and (place := int(parts[0])) <= len(actions):
            name = parts[2] if len(parts) > 2 else ""
            line = line_of(game, setup, actions[place - 1], name)
            nonce = nonce_of(seed, place, line)
            if commitment_of(nonce, place, line) == parts[1]:  # else it was taken back, and something else stands
                lines[place] = SealedLine(place, parts[1], nonce, name)
        elif word == _SEALED:
            old.setdefault(int(parts[0]), []).append((parts[1], parts[2]))
    deals: dict[int, SealedDeal] = {}
    for after, covered in old_lines(game, setup, actions, old).items():
        for nonce, made in old[after]:
            if old_seal(nonce, covered) == made:
                deals[after] = SealedDeal(after, made, nonce=nonce, many=len(covered))
    sealing, deal = Sealing(chosen=chosen), list[SealedLine]()
    for place in sorted(lines):
        deal.append(lines[place])
        if place + 1 not in lines:
            seal = sealing.seal(one.commitment for one in deal)
            deals[place], deal = SealedDeal(place, seal, tuple(deal)), []
    return tuple(deals[after] for after in sorted(deals))
