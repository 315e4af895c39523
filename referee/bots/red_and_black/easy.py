"""Red & Black by rules of thumb: change the hand where the other cannot see it, show little, guess when rather sure."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from referee.bots.red_and_black.reading import chances, holds, mine
from referee.bots.thinking import Mix, Mixing, Share, Thought, evenly, surely
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


class Easy(Mixing[State], frozen=True):
    """Waits for the other to err: swaps more than it attacks, attacks with a card or two, and guesses late."""

    sure: Annotated[Share, Meta(description="How sure it is of the other hand when it guesses.")] = 0.8
    patience: Annotated[int, Meta(ge=0, description="After how many turns it begins to guess at less.")] = 10
    attacks: Annotated[Share, Meta(description="How often it attacks where it may.")] = 0.3

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return what to do; a guess at any moment."""
        reds = mine(view, seat)
        if reds is None or (view.phase == "reveal" and view.guess[0] == seat):
            return surely(None)
        size = view.sizes[seat]
        if view.phase == "call":
            return surely(Calls(seat=seat, colour=_likelier(view, reds)), "The deck has more of it than my hand.")
        if view.phase == "reveal":
            return surely(Reveals(seat=seat, reds=reds, blacks=size - reds))
        if view.phase == "discard":
            few = min(view.owed, reds if 2 * reds < size else max(0, view.owed - (size - reds)))
            few = max(few, view.owed - (size - reds))
            cards = (BLACK,) * (view.owed - few) + (RED,) * few
            return surely(Discards(seat=seat, cards=cards), "I kept what leaves most open.")
        return self._guess(view, seat) or self._turn(view, seat)

    def _guess(self, view: State, seat: int) -> Mix | None:
        likely = chances(view, seat)
        best = max(range(len(likely)), key=lambda reds: likely[reds])
        enough = max(1 / len(likely), self.sure - 0.03 * max(0, view.turns - self.patience))
        if likely[best] < enough:
            return None
        size = view.sizes[1 - seat]
        guess = Guesses(seat=seat, reds=best, blacks=size - best)
        return surely(guess, f"{spelled(best, size - best)} was {likely[best]:.0%} likely by what I had seen.")

    def _turn(self, view: State, seat: int) -> Mix:
        if view.phase == "defend" and view.turn != seat:
            why = "I showed little: what is shown is known."
            return evenly(
                [
                    Thought(Defends(seat=seat, count=min(holds(view, seat, colour), many), colour=colour), why)
                    for colour in (BLACK, RED)
                    for many in range(3)
                ]
            )
        if view.turn != seat or view.phase not in {"turn", "peeked"}:
            return surely(None)
        lays = [colour for colour in (BLACK, RED) if holds(view, seat, colour)]
        if view.phase == "peeked":
            if not lays:
                return surely(Leaves(seat=seat), "I had no card to lay there.")
            return evenly([_swap(seat, view.peeked, colour) for colour in lays])
        attacks = (self.attacks if lays else 1.0) if view.turns else 0.0
        return [
            *((thought, attacks * share) for thought, share in _attack(view, seat, lays or [BLACK])),
            *((thought, (1 - attacks) * share) for thought, share in _change(view, seat, lays)),
        ]


def _swap(seat: int, slot: int, colour: int) -> Thought:
    return Thought(Swaps(seat=seat, slot=slot + 1, colour=colour), "So that my hand was less known.")


def _attack(view: State, seat: int, lays: Sequence[int]) -> Mix:
    """Show none to two cards of a colour, each as likely."""
    counts = [(min(holds(view, seat, colour), many), colour) for colour in lays for many in range(3)]
    return evenly(
        [
            Thought(
                Attacks(seat=seat, count=count, colour=colour),
                f"With {count} {COLOURS[colour]} I made the other show something.",
            )
            for count, colour in counts
        ]
    )


def _change(view: State, seat: int, lays: Sequence[int]) -> Mix:
    """Choose any place of the river: lay a card where one lies open, else look at any that lies face down."""
    down = [slot for slot, lies in enumerate(view.slots) if lies is None]
    open_ = [slot for slot, lies in enumerate(view.slots) if lies is not None] if lays else []
    looks = [Thought(Peeks(seat=seat, slot=slot + 1), "I wanted to see what lay there.") for slot in down]
    laid = len(open_) / len(view.slots)
    return [
        *((_swap(seat, slot, colour), laid / len(open_) / len(lays)) for slot in open_ for colour in lays),
        *((look, (1 - laid) / len(looks)) for look in looks),
    ]


def _likelier(view: State, reds: int) -> int:
    options: Options = view.setup.options
    return RED if options.red - reds >= options.black - (options.hand - reds) else BLACK
