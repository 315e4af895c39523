"""The house rules of Red & Black, and the rules a line can break (docs/rules.md §4)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core.cards import STANDARD
from referee.core.game import Setup
from referee.core.refusals import common_rules

SEATS = (2, 2)
IDEAL = 13  # cards of each colour, says the seed; 9 is the bare minimum


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's."""

    red: Annotated[int, Meta(ge=9, le=99, description="How many red cards the deck has.")] = STANDARD // 2
    black: Annotated[int, Meta(ge=9, le=99, description="How many black cards the deck has.")] = STANDARD // 2
    hand: Annotated[int, Meta(ge=1, le=49, description="How many cards each player is dealt.")] = 5
    river: Annotated[int, Meta(ge=1, le=8, description="How many cards lie in the river.")] = 3
    possible: Annotated[
        Literal["private", "shared"],
        Meta(description="Whether the shared screen shows which numbers of red cards a hand can still have."),
    ] = "private"
    max_turns: Annotated[
        int, Meta(ge=0, le=10_000, description="After how many turns the game ends unfinished; 0: never.")
    ] = 0


RULES: dict[str, str] = common_rules("redblack", opens=False) | {
    "redblack.river": "The river is as many cards as it has slots, and what lies face up stays what it is.",
    "redblack.slot": "The slots of the river are numbered from 1, left to right.",
    "redblack.face-up": "A face-down slot is peeked at before it is swapped, and only a face-down slot is peeked at.",
    "redblack.peeked": "Who has peeked swaps that slot or leaves it.",
    "redblack.empty": "Who holds no card cannot swap.",
    "redblack.first-attack": "The first player does not attack on the first turn.",
    "redblack.show-size": "Nobody shows more cards than they hold.",
    "redblack.possible": "What is shown must agree with everything that the table has seen.",
    "redblack.held": "What is shown must agree with the hands that were entered.",
    "redblack.owed": "The defender discards exactly the cards owed.",
    "redblack.guess-size": "A guess names as many cards as the other hand has.",
    "redblack.unsettled": "Nobody guesses while the other player has peeked and not finished, or owes a discard.",
    "redblack.reveal-size": "A revealed hand is as many cards as it has.",
    "redblack.holds": "A hand is entered when it is settled: all of its cards, each red or black.",
}


def check(setup: Setup) -> tuple[str, str] | None:
    """Say what is wrong with the options together, as (key, sentence), or None."""
    options: Options = setup.options
    need, there = 2 * options.hand + options.river, options.red + options.black
    if need > there:
        why = f"two hands of {options.hand} and a river of {options.river} need {need} cards; the deck has {there}"
        return "hand", why
    return None


def warnings(setup: Setup) -> tuple[str, ...]:
    """Return what is worth saying before the start."""
    few = [f"{count} {name}" for name in ("red", "black") if (count := getattr(setup.options, name)) < IDEAL]
    return (f"With {' and '.join(few)} the game is thin: {IDEAL} of each colour is better",) if few else ()
