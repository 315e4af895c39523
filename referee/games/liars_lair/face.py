"""What is printed on a card of Liar's Lair: its number, title and sentence, and the emblem that it wears."""

from msgspec import Struct

from referee.core.game import Setup
from referee.games.liars_lair.deck import title_of

_TURNED = str.maketrans("01689", "01986")


class Face(Struct, frozen=True):
    """What is printed on a card, and whose it is on the table. ``under``: its number wants a line under it."""

    number: int
    title: str
    text: str
    emblem: str
    who: str = ""
    under: bool = False
    true: bool | None = None


def face(setup: Setup, number: int, who: str = "", true: bool | None = None) -> Face:
    """Return a card of the kit."""
    assert setup.facts is not None
    digits = str(number)
    under = set(digits) <= set("01689") and digits != digits[::-1].translate(_TURNED)
    text = setup.facts.card(number).text
    return Face(number, title_of(setup, number), text, emblem_of(setup, number), who, under, true)


def emblem_of(setup: Setup, number: int) -> str:
    """Return the name of the emblem that a card wears."""
    from factbank.emblems import emblem_of as emblem

    assert setup.facts is not None
    return emblem(setup.facts.pair_of(number))
