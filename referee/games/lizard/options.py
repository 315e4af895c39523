"""The house rules of Lizard, and the rules a line can break (docs/rules.md §3)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core.game import Setup
from referee.core.refusals import common_rules
from referee.games.lizard.deck import DECK

SEATS = (3, 5)
RIGHT, TRICK = 20, 10  # points for a right bid, and for each trick: won when it is right, of difference when not


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's, or where it is silent the ruling's."""

    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=DECK // SEATS[0])] | Literal["all"],
        Meta(description="After how many rounds the game ends, or all."),
    ] = "all"
    trump_snake: Annotated[
        Literal["none", "redraw"],
        Meta(description="A snake turned for trump means no trump, or another card is turned."),
    ] = "none"
    trump_lizard: Annotated[
        Literal["dealer", "none"],
        Meta(description="A lizard turned for trump lets the dealer name a suit, or means no trump."),
    ] = "dealer"
    hook: Annotated[bool, Meta(description="The last to bid may not make the bids add up to the number of tricks.")] = (
        False
    )
    estimates: Annotated[
        Literal["open", "secret"],
        Meta(description="Bids are said one after the other, or made in secret and opened together."),
    ] = "open"
    all_snakes: Annotated[
        Literal["second", "first", "last"],
        Meta(description="Which snake takes a trick of nothing but snakes."),
    ] = "second"
    track: Annotated[
        Literal["cards", "tricks", "scores"],
        Meta(description="How much people enter: every card, who took each trick, or only the tricks won."),
    ] = "cards"


RULES: dict[str, str] = common_rules("lizard") | {
    "lizard.trump-left": "Trump is turned from the cards that were not dealt; when all were dealt there is none.",
    "lizard.card-gone": "No card is in more places than it has copies: one of each, four lizards, four snakes.",
    "lizard.holds-once": "A hand is entered once a round, before the first bid.",
    "lizard.holds-count": "A hand is as many cards as the round has tricks.",
    "lizard.bid-range": "A bid is a number from 0 to the number of tricks of the round.",
    "lizard.hook": "With the hook, the last to bid may not make the bids add up to the number of tricks.",
    "lizard.held": "A player whose hand is known plays a card of it.",
    "lizard.follow": "Who holds the suit that was led follows it; a lizard or a snake may always be played.",
    "lizard.won-sum": "The tricks that the players say they won add up to the tricks of the round.",
}


def last_round(setup: Setup) -> int:
    """Return the number of the last round: the option's, or as many as the deck lasts."""
    rounds = setup.options.rounds
    return DECK // len(setup.seats) if rounds == "all" else int(rounds)


def check(setup: Setup) -> tuple[str, str] | None:
    """Say what is wrong with the options for this many seats, as (key, sentence), or None."""
    most = DECK // len(setup.seats)
    options: Options = setup.options
    if options.rounds != "all" and options.rounds > most:
        return "rounds", f"{len(setup.seats)} players can play 1 to {most} rounds, not {options.rounds}"
    if options.hook and options.estimates == "secret":
        return "hook", "the hook needs open estimates: nobody is the last to bid in secret"
    return None
