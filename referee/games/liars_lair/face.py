"""What is printed on a card of Liar's Lair: its number, title and sentence, and the emblem that it wears."""

from functools import cache

from msgspec import Struct

from factbank.emblems import emblem_of
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
    text, wears = setup.facts.card(number).text, emblem_of(setup.facts.pair_of(number))
    return Face(number, title_of(setup, number), text, wears, who, is_underlined(str(number)), true)


@cache
def is_underlined(number: str) -> bool:
    """Say whether a number wants a line under it: turned by 180° it would read as another."""
    return set(number) <= set("01689") and number != number[::-1].translate(_TURNED)
