"""A deal of Liar's Lair for paper: the game's own draw, laid out by seat."""

from __future__ import annotations

from random import Random

import msgspec

from cardgen.errors import PrintError
from factbank.facts import Facts

GAME = "liars-lair"


class SheetDeal(msgspec.Struct, frozen=True):
    """A truth and a deal: which dealt numbers are true, the hand of each seat, and what stays in the box."""

    truths: frozenset[int]
    hands: tuple[tuple[int, ...], ...]
    box: tuple[int, ...]

    def seat(self, number: int) -> int | None:
        """Return the seat (from 1) that is dealt a card; None for the box."""
        return next((at for at, hand in enumerate(self.hands, 1) if number in hand), None)

    def share(self, seat: int, *, true: bool) -> tuple[int, ...]:
        """Return the true, or the false, numbers of a seat's hand (seats from 1)."""
        return tuple(number for number in self.hands[seat - 1] if (number in self.truths) == true)


class _Hidden(msgspec.Struct, frozen=True):
    """What the game itself lays open of a deal."""

    hands: dict[str, tuple[int, ...]]
    truths: tuple[int, ...] | None


def deal(facts: Facts, options: msgspec.Struct, players: int, rng: Random) -> SheetDeal:
    """Deal as the referee does at the table: hands, then truths, drawn by the game from `rng`.

    Raises PrintError, in the game's own words, for a kit that is too small (docs/rules.md, 1).
    """
    from referee import games
    from referee.core.setup import seated

    game = games.game(GAME)
    setup = seated(game, players, options, facts)
    if fault := game.check(setup):
        raise PrintError(fault[1])
    state = game.start(setup)
    for _ in range(players + 1):  # a line for each hand, and one for the truths
        action = game.draw(state, rng)
        assert action is not None, "the game deals every hand and the truths by itself"
        state = game.apply(state, action)
    hidden = msgspec.convert(game.hidden(state), _Hidden)
    hands = tuple(hidden.hands[name] for name in setup.seats)
    dealt = frozenset(number for hand in hands for number in hand)
    box = tuple(sorted(card.number for card in facts.cards if card.number not in dealt))
    return SheetDeal(frozenset(hidden.truths or ()), hands, box)
