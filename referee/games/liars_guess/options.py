"""The house rules of Liars' Guess, and the rules a line can break (docs/rules.md §2)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core.cards import WEST
from referee.core.refusals import common_rules

SEATS = (2, 2)
HAND = 9
FACEUP = len(WEST) - 2 * HAND - 1  # all but the two hands and the hole card
ANSWERS = 2 * HAND  # a deal ends, without points, with this answer: both hands have been shown
MOST = 3  # cards of a combination, so the highest answer


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's, or where it is silent the ruling's."""

    deals: Annotated[int, Meta(ge=1, le=99, description="How many deals make a match.")] = 2
    after_accusation: Annotated[
        Literal["ends", "continues"],
        Meta(description="The deal is over after an accusation, or goes on where it was."),
    ] = "ends"


RULES: dict[str, str] = common_rules("guess", opens=False) | {
    "guess.faceup": "Eight different cards lie face up.",
    "guess.holds-once": "A hand is entered once a deal, before its first act.",
    "guess.holds-count": "A dealt hand is nine different cards.",
    "guess.one-place": "No card is in two places: face up, in a hand, or in the hole.",
    "guess.seen": "A card that lies face up or has been shown is not shown again.",
    "guess.held": "A player shows and exposes cards of their own hand.",
    "guess.ask-own": "The question is about one of the three combinations of the shown card.",
    "guess.answer-range": "An answer is a number from 0 to 3, true or not.",
    "guess.guess-seen": "Only a card that nobody has seen can be guessed.",
    "guess.hole": "The hole card is one that nobody has seen and that is in no hand.",
    "guess.expose": "Evidence is one or more different cards that nobody has seen yet, out of the accuser's own hand.",
}
