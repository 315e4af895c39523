"""The West deck as bits: cards, and the 27 combinations of two attributes that a question can be about."""

from liarsdeck.english import quoted
from referee.core.cards import COLOUR_NAMES, COLOURS, NUMBERS, SHAPE_NAMES, SHAPES, WEST, parse_west
from referee.core.errors import RecordError

ALL = (1 << len(WEST)) - 1
NAMES = (*WEST, "?")  # the last place is UNKNOWN's, which is −1

LINES: tuple[tuple[str, int], ...] = tuple(
    (name, sum(1 << card for card, west in enumerate(WEST) if all(sign in west for sign in name)))
    for name in (
        *(colour + shape for colour in COLOURS for shape in SHAPES),
        *(colour + number for colour in COLOURS for number in NUMBERS),
        *(shape + number for shape in SHAPES for number in NUMBERS),
    )
)
"""Every combination: its name (``rc``, ``r1``, ``c1``) and its three cards as bits."""

OF_CARD: tuple[tuple[int, ...], ...] = tuple(
    tuple(at for at, (_, cards) in enumerate(LINES) if cards >> card & 1) for card in range(len(WEST))
)
"""The three combinations of every card, as places in LINES."""

_BY_NAME = {name: at for at, (name, _) in enumerate(LINES)} | {name[::-1]: at for at, (name, _) in enumerate(LINES)}


def parse_card(text: str) -> int:
    """Read a West card in any case: ``rc1``, ``?``. Raises RecordError."""
    try:
        return parse_west(text)
    except ValueError as fault:
        raise RecordError(str(fault), rule="guess.line") from None


def parse_line(text: str) -> int:
    """Read a combination in any case and order: ``rc``, ``1r``. Raises RecordError."""
    at = _BY_NAME.get(text.casefold())
    if at is None:
        raise RecordError(
            f"{quoted(text)} is no combination: write two of colour r y g, shape c h t and number 1 2 3, like rc or r1",
            rule="guess.line",
        )
    return at


def spoken(line: int, count: int = 2) -> str:
    """Return a combination as people say it: ``red circles``, ``red 1s``, ``circle 1s``."""
    first, second = tuple(LINES[line][0])
    word = COLOUR_NAMES[COLOURS.index(first)] if first in COLOURS else SHAPE_NAMES[SHAPES.index(first)]
    last = SHAPE_NAMES[SHAPES.index(second)] if second in SHAPES else second
    return f"{word} {last}{'' if count == 1 else 's'}"


def bits(cards: tuple[int, ...]) -> int:
    """Return cards as bits; UNKNOWN has none."""
    mask = 0
    for card in cards:
        if card >= 0:
            mask |= 1 << card
    return mask
