"""Red & Black by rules of thumb: change the hand where the other cannot see it, show little, guess when rather sure."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.red_and_black.reading import chances, holds, mine
from referee.bots.thinking import NOTHING, Share, Thinking, Thought
from referee.core.game import Action
from referee.games.red_and_black.actions import (
    COLOURS,
    Attacks,
    Calls,
    Defends,
    Discards,
    Guesses,
    Leaves,
    Peeks,
    Reveals,
    Swaps,
    spelled,
)
from referee.games.red_and_black.options import Options
from referee.games.red_and_black.state import State
from referee.games.red_and_black.worlds import BLACK, RED


class Easy(Thinking[State], frozen=True):
    """Waits for the other to err: swaps more than it attacks, attacks with a card or two, and guesses late."""

    sure: Annotated[Share, Meta(description="How sure it is of the other hand when it guesses.")] = 0.8
    patience: Annotated[int, Meta(ge=0, description="After how many turns it begins to guess at less.")] = 10
    attacks: Annotated[Share, Meta(description="How often it attacks where it may.")] = 0.3

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return what to do; a guess at any moment."""
        reds = mine(view, seat)
        if reds is None or (view.phase == "reveal" and view.guess[0] == seat):
            return NOTHING
        size = view.sizes[seat]
        if view.phase == "call":
            return Thought(Calls(seat=seat, colour=_likelier(view, reds)), "The deck has more of it than my hand.")
        if view.phase == "reveal":
            return Thought(Reveals(seat=seat, reds=reds, blacks=size - reds))
        if view.phase == "discard":
            few = min(view.owed, reds if 2 * reds < size else max(0, view.owed - (size - reds)))
            few = max(few, view.owed - (size - reds))
            cards = (BLACK,) * (view.owed - few) + (RED,) * few
            return Thought(Discards(seat=seat, cards=cards), "I kept what leaves most open.")
        return self._guess(view, seat) or self._turn(view, seat, rng)

    def _guess(self, view: State, seat: int) -> Thought | None:
        likely = chances(view, seat)
        best = max(range(len(likely)), key=lambda reds: likely[reds])
        enough = max(1 / len(likely), self.sure - 0.03 * max(0, view.turns - self.patience))
        if likely[best] < enough:
            return None
        size = view.sizes[1 - seat]
        guess = Guesses(seat=seat, reds=best, blacks=size - best)
        return Thought(guess, f"{spelled(best, size - best)} was {likely[best]:.0%} likely by what I had seen.")

    def _turn(self, view: State, seat: int, rng: Random) -> Thought:
        size = view.sizes[seat]
        if view.phase == "defend" and view.turn != seat:
            colour = rng.choice((BLACK, RED))
            count = min(holds(view, seat, colour), rng.randint(0, 2))
            return Thought(Defends(seat=seat, count=count, colour=colour), "I showed little: what is shown is known.")
        if view.turn != seat or view.phase not in {"turn", "peeked"}:
            return NOTHING
        lay = rng.choice([colour for colour in (BLACK, RED) if holds(view, seat, colour)] or [BLACK])
        if view.phase == "peeked":
            if not size:
                return Thought(Leaves(seat=seat), "I had no card to lay there.")
            return Thought(Swaps(seat=seat, slot=view.peeked + 1, colour=lay), "So that my hand was less known.")
        if view.turns and (not size or rng.random() < self.attacks):
            count = min(holds(view, seat, lay), rng.randint(0, 2))
            why = f"With {count} {COLOURS[lay]} I made the other show something."
            return Thought(Attacks(seat=seat, count=count, colour=lay), why)
        slot = rng.randrange(len(view.slots))
        if view.slots[slot] is None or not size:
            down = [at for at, lies in enumerate(view.slots) if lies is None]
            return Thought(Peeks(seat=seat, slot=rng.choice(down) + 1), "I wanted to see what lay there.")
        return Thought(Swaps(seat=seat, slot=slot + 1, colour=lay), "So that my hand was less known.")


def _likelier(view: State, reds: int) -> int:
    options: Options = view.setup.options
    return RED if options.red - reds >= options.black - (options.hand - reds) else BLACK
