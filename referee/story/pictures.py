"""Where a card is drawn: the files of ``templates/host/static/cards``, which the printer's own hand has drawn."""

from referee.core.cards import WEST, is_card

_SPECIAL = {
    "?": "liar-poker/back",
    "rb?": "red-and-black/back",
    "lizard": "lizard/lizard",
    "snake": "lizard/snake",
}


def picture_file(card: str) -> str:
    """Return the file of a card, by its name; “?” is a hidden card of poker, “rb?” one of Red & Black."""
    if card in WEST:
        return f"cards/west/{card}.svg"
    return f"cards/{_SPECIAL.get(card) or f'standard52/{card}'}.svg"


def is_drawn(card: str) -> bool:
    """Say whether there is a drawing of a card of this name."""
    return card in WEST or card in _SPECIAL or is_card(card)


def emblem_file(name: str) -> str:
    """Return the file of an emblem of Liar's Lair."""
    return f"cards/emblems/{name}.svg"
