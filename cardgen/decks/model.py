"""A deck as the printer sees it: what is drawn on each card, and on its back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.pdf.ink import POKER_HEIGHT_MM, POKER_WIDTH_MM, Size
from liarsdeck.english import hint, nearest
from referee.core.cards import SUIT_SIGNS, SUITS

if TYPE_CHECKING:
    from cardgen.layout import CardSize
    from cardgen.pdf.ink import Drawing, Ink


class CardFace(Struct, frozen=True):
    """One card: `name` as the rules spell it (file-safe), `title` for people, and how its face is drawn.

    `back` is the card's own back, for cards whose two sides belong together; None stands for the deck's back. `text` is
    what there is to read on it, for programs that search it.
    """

    name: str
    title: str
    draw: Drawing
    back: Drawing | None = None
    text: str = ""


class Deck(Struct, frozen=True):
    """Cards that share a back.

    `back_turns` is true when the back looks the same turned by 180°; any other back is turned on the sheet, where the
    way the paper is flipped asks for it, so that the top of a card's back lies on the top of its front. `least` is the
    smallest scale (1 on a poker card) at which the motifs can still be read. `colour` (red, yellow, green, blue or
    black) and `emblem` (an icon's name) are what a deck of people's own wears on its box; "" stands for the usual.
    `foot` is what its sheets say is done with it, in pieces as wide as a card.
    """

    name: str
    title: str
    cards: tuple[CardFace, ...]
    back: Drawing
    back_turns: bool = True
    game: str = ""
    least: float = 0.0
    colour: str = ""
    emblem: str = ""
    foot: tuple[str, ...] = ()


BLANK = "blank"
NONE = "none"
MOST_COPIES, MOST_BLANKS = 100, 500


def choose(deck: Deck, only: Sequence[str] = (), copies: int = 1, blanks: int = 0) -> Deck:
    """Return the deck with only these cards (all when none are named), so many times over, and blanks behind them.

    `only` holds names, or several in one word divided by commas or blanks; "none" leaves the blanks alone. Raises
    PrintError for a card that the deck does not have, naming the nearest, and for numbers that make no sense.
    """
    if not 1 <= copies <= MOST_COPIES:
        raise PrintError(f"a deck is printed 1 to {MOST_COPIES} times: --copies {copies} will not do")
    if not 0 <= blanks <= MOST_BLANKS:
        raise PrintError(f"there can be 0 to {MOST_BLANKS} blank cards: --blank {blanks} will not do")
    cards = tuple(_named(deck, only)) if only else deck.cards
    if not cards and not blanks:
        raise PrintError("there is no card to print: name cards with --only, or ask for --blank cards")
    spare = tuple(CardFace(BLANK, "Blank card", draw_blank) for _ in range(blanks))
    return replace(deck, cards=cards * copies + spare)


def find_card(deck: Deck, name: str) -> CardFace:
    """Return the first card of this name. Raises PrintError, naming the nearest, when the deck does not have it."""
    known = _known(deck)
    return deck.cards[known[_key(deck, known, name)][0]]


def has_card(deck: Deck, name: str) -> bool:
    """Tell whether a deck has a card of this name or title."""
    known = _known(deck)
    return any(spelling in known for spelling in _spellings(name))


def draw_blank(ink: Ink, size: Size) -> None:
    """Draw a spare card: paper, to write on."""
    ink.draw(size.ground, ink.paper)


def check_size(deck: Deck, card: CardSize) -> None:
    """Refuse a card on which the deck's motifs cannot be read (PrintError), and say from which size they can."""
    scale = Size(card.width_mm, card.height_mm).scale
    if scale < deck.least - 1e-6:
        wide, high = (round(side * deck.least, 1) for side in (POKER_WIDTH_MM, POKER_HEIGHT_MM))
        raise PrintError(
            f"{deck.title} cannot be read on cards of {card.width_mm:g} × {card.height_mm:g} mm: "
            f"its cards are at least {wide:g} mm wide and {high:g} mm high"
        )


def _named(deck: Deck, only: Sequence[str]) -> Iterator[CardFace]:
    """Yield the named cards in the deck's order, each once."""
    known = _known(deck)
    wanted: set[int] = set()
    for word in (part for several in only for part in several.split(",")):
        if word.strip().casefold() == NONE:
            continue
        # A title has blanks in it, and so has a list of names: what is like a title is taken for one.
        titled = any(spelling in known for spelling in _spellings(word))
        if titled or nearest(word, (card.title for card in deck.cards if " " in word.strip()), least=0.8):
            wanted.update(known[_key(deck, known, word)])
            continue
        for name in word.split():
            wanted.update(known[_key(deck, known, name)])
    yield from (card for i, card in enumerate(deck.cards) if i in wanted)


def _known(deck: Deck) -> dict[str, list[int]]:
    """Map every way to name a card to where it stands in the deck."""
    known: dict[str, list[int]] = {}
    seen: Counter[str] = Counter()
    many = Counter(card.name for card in deck.cards)
    for i, card in enumerate(deck.cards):
        seen[card.name] += 1
        known.setdefault(card.name.casefold(), []).append(i)
        if many[card.name] > 1:
            known.setdefault(f"{card.name}-{seen[card.name]}".casefold(), []).append(i)
    for i, card in enumerate(deck.cards):
        known.setdefault(card.title.casefold(), [i])
    return known


def _spellings(name: str) -> Iterator[str]:
    """Yield the ways in which a name may stand in the deck: `10h`, `♥10` and `10♥` are `Th`, and 7 is 07."""
    plain = " ".join(name.split()).casefold()
    yield plain
    if suit := next((letter for letter, sign in zip(SUITS, SUIT_SIGNS, strict=True) if sign in plain), ""):
        plain = plain.strip("".join(SUIT_SIGNS)) + suit
        yield plain
    if plain.startswith("10"):
        yield f"t{plain[2:]}"
    if plain.isdecimal() and len(plain) <= 9:
        yield f"{int(plain):02d}"


def _key(deck: Deck, known: dict[str, list[int]], name: str) -> str:
    for spelling in _spellings(name):
        if spelling in known:
            return spelling
    named = f"its cards are named {deck.cards[0].name} to {deck.cards[-1].name}"
    near = hint(name, (text for card in deck.cards for text in (card.name, card.title)), named, least=0.5)
    raise PrintError(f'{deck.title} has no card "{name.strip()}"; {near}')
