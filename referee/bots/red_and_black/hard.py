"""Red & Black by belief: what the lines say of the other hand, weighed line by line, and what they say of its own.

It guesses when that is better than to wait; till then it asks with attacks, and changes its hand where nobody sees it.
Hands of two cards it plays by a table.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta, Struct

from referee.bots.red_and_black.balance import balanced
from referee.bots.red_and_black.belief import of_other, of_own
from referee.bots.red_and_black.reading import holds, mine
from referee.bots.thinking import Share
from referee.core.game import Action, Game
from referee.games.red_and_black.actions import (
    Attacks,
    Calls,
    Defends,
    Discards,
    Guesses,
    Leaves,
    Peeks,
    Reveals,
    Swaps,
)
from referee.games.red_and_black.state import State
from referee.games.red_and_black.worlds import BLACK, RED

Policy = list[tuple[Action | None, float]]


class Hard(Struct, frozen=True):
    """Draws what it does from a policy, so that it is no open book."""

    game: Game[State]
    sure: Annotated[Share, Meta(description="How sure it is of the other hand when it guesses, in the first turn.")] = (
        0.85
    )
    falls: Annotated[Share, Meta(description="By how much less with every turn.")] = 0.01
    attacks: Annotated[Share, Meta(description="How often it attacks where it may.")] = 1.0

    def choose(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Draw from the policy."""
        chances = self.policy(view, seat, turns)
        if not chances:
            return None
        return rng.choices([action for action, _ in chances], [chance for _, chance in chances])[0]

    def why(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return what it believed of both hands then; "" where it had no choice."""
        action = self.choose(view, seat, turns, rng)
        if action is None or isinstance(action, Reveals):
            return ""
        if not view.sets.table:
            return "The deck has more of it than my hand."
        theirs, own = of_other(view, seat, turns), of_own(view, seat, turns)
        best, size = max(range(len(theirs)), key=lambda reds: theirs[reds]), view.sizes[1 - seat]
        known = own[mine(view, seat) or 0] if len(own) > (mine(view, seat) or 0) else 0.0
        hand = f"{size - best} black and {best} red"
        ours = f"mine was known with one of {known:.0%}"
        return f"I thought that the other hand was {hand}, with a chance of {theirs[best]:.0%}; {ours}."

    def policy(self, view: State, seat: int, turns: Sequence[Action]) -> Policy:
        """Return what it does here, with which probability."""
        reds = mine(view, seat)
        if reds is None or not any(turn.seat == seat for turn in self.game.to_act(view)):
            return []
        if small := balanced(self.game, view, seat):
            return small
        size = view.sizes[seat]
        match view.phase:
            case "call":
                options = view.setup.options
                red = options.red - reds >= options.black - (options.hand - reds)
                return [(Calls(seat=seat, colour=RED if red else BLACK), 1.0)]
            case "reveal":
                return [(Reveals(seat=seat, reds=reds, blacks=size - reds), 1.0)]
        theirs = of_other(view, seat, turns)
        best = max(range(len(theirs)), key=lambda count: theirs[count])
        if theirs[best] >= self._enough(view, seat):
            return [(Guesses(seat=seat, reds=best, blacks=view.sizes[1 - seat] - best), 1.0)]
        if view.phase == "discard":
            return self._discards(view, seat, reds)
        if view.phase == "defend" and view.turn != seat:
            return _spread([(Defends, colour) for colour in (BLACK, RED)], view, seat, 1.0)
        if view.turn != seat or view.phase not in {"turn", "peeked"}:
            return [(None, 1.0)]
        return self._turn(view, seat)

    def _enough(self, view: State, seat: int) -> float:
        cap = view.setup.options.max_turns
        if cap and view.turns >= cap - 1 - (view.turn != seat):
            return 0.5 + 1e-9
        return max(0.4, self.sure - self.falls * view.turns)

    def _turn(self, view: State, seat: int) -> Policy:
        lay = [colour for colour in (BLACK, RED) if holds(view, seat, colour)]
        if view.phase == "peeked":
            found: Policy = [(Swaps(seat=seat, slot=view.peeked + 1, colour=colour), 1 / len(lay)) for colour in lay]
            return found or [(Leaves(seat=seat), 1.0)]
        slots = range(len(view.slots))
        changes: Policy = []
        for slot in slots:
            if view.slots[slot] is None or not lay:
                changes.append((Peeks(seat=seat, slot=slot + 1), 1.0) if view.slots[slot] is None else (None, 0.0))
            else:
                changes += [(Swaps(seat=seat, slot=slot + 1, colour=colour), 1 / len(lay)) for colour in lay]
        changes = [(action, chance) for action, chance in changes if action is not None]
        share = (self.attacks if changes else 1.0) if view.turns else 0.0
        whole = sum(chance for _, chance in changes)
        found = [(action, chance / whole * (1 - share)) for action, chance in changes]
        found = [one for one in found if one[1]]
        if share:
            found += _spread([(Attacks, colour) for colour in (BLACK, RED)], view, seat, share)
        return found

    def _discards(self, view: State, seat: int, reds: int) -> Policy:
        """Any way to discard that its hand allows, each as likely."""
        blacks = view.sizes[seat] - reds
        ways = range(max(0, view.owed - blacks), min(view.owed, reds) + 1)
        return [(Discards(seat=seat, cards=(BLACK,) * (view.owed - red) + (RED,) * red), 1 / len(ways)) for red in ways]


def _spread(kinds: list[tuple[type[Attacks | Defends], int]], view: State, seat: int, share: float) -> Policy:
    """Show cards of either colour, none to two of them, each as likely."""
    found: Policy = []
    for kind, colour in kinds:
        most = min(2, holds(view, seat, colour))
        each = share / len(kinds) / (most + 1)
        found += [(kind(seat=seat, count=count, colour=colour), each) for count in range(most + 1)]
    return found
