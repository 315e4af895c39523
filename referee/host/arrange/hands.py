"""A hand while it is held: how it lies on the screen."""

from collections.abc import Mapping

from liarsdeck.english import cardinal
from referee.core.cards import NAMES, WEST, is_card
from referee.core.game import Setup
from referee.host.arrange.cards import by_suit
from referee.host.screen_values import HeldHand


def hand_values(setup: Setup, hand: HeldHand) -> Mapping[str, object]:
    """Return what the template of a held hand needs beside the hand."""
    names = [_name(card.name) for card in hand.cards]
    marks = [card.mark for card in hand.cards]
    return {
        "lair": setup.game == "liars-lair",
        "facts": {} if setup.facts is None else {str(card.number): card.text for card in setup.facts.cards},
        "counts": _counts(marks.count("true"), marks.count("LIE"), len(marks)),
        "colours": setup.game == "red-and-black",
        "drawn": all(is_card(name) or name in {"lizard", "snake"} or name in WEST for name in names),
        "sorted_hand": by_suit(names) if all(name in NAMES for name in names) else names,
        "river": river if isinstance(river := hand.hidden.get("river"), list) else [],
    }


def _name(text: str) -> str:
    """Return a card's name in the record from its print: “10♥” is Th."""
    signs = dict(zip("♣♦♥♠", "cdhs", strict=True))
    if text and text[-1] in signs:
        return text[:-1].replace("10", "T") + signs[text[-1]]
    return text


def _counts(true: int, lies: int, all_: int) -> str:
    parts = [f"{cardinal(true)} true"] if true else []
    parts += [f"{cardinal(lies)} {'lie' if lies == 1 else 'lies'}"] if lies else []
    unknown = all_ - true - lies
    parts += [f"{cardinal(unknown)} not told"] if unknown else []
    said = ", ".join(parts) or "no card"
    return said[:1].upper() + said[1:]
