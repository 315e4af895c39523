"""The house rules of Liar's Lair, and the rules a line can break (docs/rules.md, 1)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from factbank.facts import EACH
from referee.core.game import Setup
from referee.core.refusals import common_rules

SEATS = (3, 8)
LEAST = 2  # truths, and lies, of the smallest hand


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's."""

    each: Annotated[
        int, Meta(ge=LEAST, le=99, description="How many truths, and how many lies, each player is dealt.")
    ] = EACH
    deal: Annotated[
        Literal["assigned", "entered"],
        Meta(description="The referee reads out who gets which card, or people deal and enter their numbers."),
    ] = "assigned"
    aside: Annotated[
        Literal["pairs", "cards"],
        Meta(description="What stays in the box when the kit is larger than needed: whole pairs, or single cards."),
    ] = "pairs"
    reclaim: Annotated[
        Literal["seed", "revised"],
        Meta(description="From the starter clockwise and not the own card, or from the last to play anticlockwise."),
    ] = "seed"
    next_start: Annotated[
        Literal["left", "right"],
        Meta(description="The seat beside the old starter that starts the next round."),
    ] = "left"
    mix: Annotated[
        Literal["even", "random"],
        Meta(description="Every hand holds as many truths as lies, or chance decides."),
    ] = "even"
    departing: Annotated[
        Literal["pick", "gift", "pool"],
        Meta(description="A departing hand loses a card: picked by who told the truth, given to them, or put in play."),
    ] = "pick"
    absolution: Annotated[
        bool, Meta(description="A declarer who holds nothing but lies that others can prove wins at once.")
    ] = False
    own_conflict: Annotated[
        Literal["out", "allowed"],
        Meta(description="What happens to a declarer who holds both halves of a pair."),
    ] = "out"
    max_rounds: Annotated[
        int, Meta(ge=0, le=10_000, description="After how many rounds the game ends unfinished; 0: never.")
    ] = 0


RULES: dict[str, str] = common_rules("lair") | {
    "lair.out": "Who has been knocked out of the game does nothing any more.",
    "lair.deal-order": "Hands are entered first, then the truths, then the starter is named.",
    "lair.holds-once": "Every player's hand is entered once.",
    "lair.holds-count": "A dealt hand is twice as many cards as the option each says, all different.",
    "lair.one-place": "A card lies in one hand only.",
    "lair.pairs-whole": "Unless single cards are set aside, a pair is in the game whole or not at all.",
    "lair.kit": "Every card number is one of the kit's.",
    "lair.truths-dealt": "Only cards that were dealt are true.",
    "lair.truths-halves": "Of the two halves of a pair exactly one is true.",
    "lair.truths-even": "Every hand is dealt as many truths as lies, unless the mix is random.",
    "lair.play-held": "A player plays a card of their own hand.",
    "lair.take-departing": "Who told the truth takes a card of the departing hand, or nothing.",
    "lair.give-own": "A departing player gives one card of their own hand, never nothing.",
    "lair.reclaim-table": "Only a card in play can be reclaimed.",
    "lair.reclaim-own": "Nobody reclaims the card that they played this round, unless it is the only one left.",
    "lair.declare-late": "Once a seat has been passed over it cannot declare in this round.",
    "lair.leave-deal": "During the deal nobody leaves: a new table is set up instead.",
    "lair.show-held": "A card shown to a declarer is a card of the shower's own hand.",
}


def check(setup: Setup) -> tuple[str, str] | None:
    """Return what the header has wrong: a kit that is too small, with what it could serve."""
    assert setup.facts is not None
    pairs, each, seats = len(setup.facts.pairs), setup.options.each, len(setup.seats)
    if pairs >= each * seats:
        return None
    why = f"this kit has {pairs} pairs; {seats} players with {each} truths and {each} lies each need {each * seats}"
    if pairs < SEATS[0] * LEAST:
        return "facts", f"{why}. The smallest table ({SEATS[0]} players, {LEAST} of each) needs {SEATS[0] * LEAST}"
    fits = []
    if pairs // seats >= LEAST:
        fits.append(f"each = {pairs // seats} for {seats} players")
    if pairs // each >= SEATS[0]:
        fits.append(f"each = {each} for {min(SEATS[1], pairs // each)} players")
    if not fits:
        fits.append(f"each = {LEAST} for {min(SEATS[1], pairs // LEAST)} players")
    return "facts", f"{why}. The most it can serve is {', or '.join(fits)}"
