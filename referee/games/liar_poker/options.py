"""The house rules of Liar Poker, and the rules a line can break (docs/rules.md §5)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core.game import Setup
from referee.core.refusals import common_rules

SEATS = (2, 2)
HAND, BOARD = 5, 2
SHOWN = (3, 1)  # cards that each player reveals in turns 1 and 2; one is left

Amount = Annotated[int, Meta(ge=0, le=1000)]
Turns = tuple[Amount, Amount, Amount]


class Amounts(Struct, frozen=True, forbid_unknown_fields=True):
    """What each bet is worth in turns 1, 2 and 3, in chips."""

    large: Annotated[Turns, Meta(description="What a large bet is worth in turns 1, 2 and 3.")] = (30, 40, 50)
    middle: Annotated[
        Turns, Meta(description="What a middle bet is worth in turns 1, 2 and 3, never more than a large one.")
    ] = (20, 20, 30)
    small: Annotated[
        Turns, Meta(description="What a small bet is worth in turns 1, 2 and 3, never more than a middle one.")
    ] = (10, 10, 20)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's."""

    chips: Annotated[int, Meta(ge=1, le=100_000, description="How many chips each player begins with.")] = 500
    bets: Amounts = Amounts()
    first_fold: Annotated[
        Literal["free", "small"],
        Meta(description="Who folds alone in turn 1 pays nothing, or the small bet to the other."),
    ] = "free"
    max_rounds: Annotated[
        int, Meta(ge=0, le=10_000, description="After how many rounds the match ends unfinished; 0: never.")
    ] = 0


RULES: dict[str, str] = common_rules("poker") | {
    "poker.chosen": "Who has chosen in a secret step waits for the other; an entered line stands.",
    "poker.board": "The board is two different cards.",
    "poker.holds-once": "A hand is entered once a round, before its first bet.",
    "poker.holds-count": "A hand is five different cards.",
    "poker.one-place": "No card is in two places: on the board, or in a hand.",
    "poker.held": "A player whose hand is known shows cards of it.",
    "poker.show-count": "In turn 1 three different cards are revealed, in turn 2 one more.",
    "poker.face-up": "A card that lies face up is not shown, claimed or turned up.",
}


def check(setup: Setup) -> tuple[str, str] | None:
    """Say what is wrong with the options together, as (key, sentence), or None."""
    bets: Amounts = setup.options.bets
    for turn in range(3):
        large, middle, small = bets.large[turn], bets.middle[turn], bets.small[turn]
        if not large >= middle >= small:
            why = f"in turn {turn + 1} large {large}, middle {middle} and small {small} are not in that order"
            return "bets", why
    return None
