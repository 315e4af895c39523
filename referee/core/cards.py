"""Cards that several games share, as small whole numbers (docs/rules.md, Cards), and sentences about cards and seats.

A standard card is ``rank * 4 + suit`` (0 is 2c, 51 is As), so a higher rank is a higher number. A set of cards is an
integer in which bit ``card`` is 1 for every card of the set. A West card, one of the 27 with a colour, a shape and a
number, is ``colour * 9 + shape * 3 + number``, each from 0 to 2. ``UNKNOWN`` is the hidden card ``?``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, log
from random import Random
from string import Formatter
from typing import Any, TypeGuard, TypeVar

from msgspec import Struct

from liarsdeck import language
from liarsdeck.english import capfirst, quoted
from liarsdeck.language import later

UNKNOWN = -1
"""A hidden card. In a state also a seat, suit or count that is not set yet."""
MASK = "?"

Hand = tuple[int, ...] | None
"""A hand: sorted card numbers, UNKNOWN for a card that a view may not show; None for a hand that nobody has entered."""

STANDARD = 52  # cards of the deck of poker
RANKS = "23456789TJQKA"
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUITS = "cdhs"
SUIT_NAMES = (later("clubs"), later("diamonds"), later("hearts"), later("spades"))
SUIT_SIGNS = ("♣", "♦", "♥", "♠")
LIZARD, SNAKE = STANDARD, STANDARD + 1  # Lizard's specials
COPIES = 4  # of each of them
LIZARD_DECK = STANDARD + 2 * COPIES

COLOURS, SHAPES, NUMBERS = "ryg", "cht", "123"
COLOUR_OF = {"r": later("red"), "y": later("yellow"), "g": later("green"), "b": later("blue"), "k": later("black")}
SHAPE_OF = {
    "c": later("circle"), "h": later("heart"), "t": later("triangle"), "s": later("square"), "o": later("blob"),
}  # fmt: skip
"""Names of the shapes of West cards, by letter. The decks of 64 and 125 cards have the last ones too."""
COLOUR_NAMES = tuple(map(COLOUR_OF.__getitem__, COLOURS))
SHAPE_NAMES = tuple(map(SHAPE_OF.__getitem__, SHAPES))


def standard(rank: int, suit: int) -> int:
    """Return the number of a standard card: rank 0 (two) to 12 (ace), suit 0 to 3 (♣ ♦ ♥ ♠)."""
    return rank * 4 + suit


def _standard_names() -> Iterator[tuple[str, int]]:
    for rank, sign in enumerate(RANKS):
        for suit, letter in enumerate(SUITS):
            yield sign + letter, standard(rank, suit)


NAMES: tuple[str, ...] = (*(name for name, _ in _standard_names()), "lizard", "snake")
"""Each standard card and Lizard's two special cards as records spell them, by card number."""
WEST: tuple[str, ...] = tuple(c + s + n for c in COLOURS for s in SHAPES for n in NUMBERS)
"""The 27 West cards as records spell them (``rc1``), by card number."""

_COURTS = {"T": "10", "J": later("jack"), "Q": later("queen"), "K": later("king"), "A": later("ace")}

_BY_NAME = {name.casefold(): card for card, name in enumerate(NAMES)}
_BY_NAME |= {"10" + name[1:]: card for name, card in _standard_names() if name[0] == "T"}
_BY_NAME |= {"l": LIZARD, "s": SNAKE}
_WEST_BY_NAME = {name: card for card, name in enumerate(WEST)}


def parse_card(text: str, *, specials: bool = False) -> int:
    """Return the number of a card as typed: ``Th``, ``10h``, ``th``, or ``?`` for UNKNOWN.

    With ``specials`` also ``lizard``, ``snake``, ``l`` and ``s``. Raises ``ValueError`` for any other text.
    """
    if text == MASK:
        return UNKNOWN
    card = _BY_NAME.get(text.casefold())
    if card is None or (card >= LIZARD and not specials):
        more = ", or lizard or snake" if specials else ""
        raise ValueError(f"{quoted(text)} is no card: a card is a rank and a suit, like 10h or 9c{more}")
    return card


def is_card(text: str) -> bool:
    """Return whether a text is one of the 52 cards, as in a record (``9h``) or as typed (``10H``)."""
    return _BY_NAME.get(text.casefold(), LIZARD) < LIZARD


def format_card(card: int) -> str:
    """Return a standard or special card as records name it: ``9h``, ``lizard``; ``?`` for UNKNOWN."""
    return MASK if card == UNKNOWN else NAMES[card]


def sign_card(card: int) -> str:
    """Return a card of the 52 with its suit as a sign: ``9♥``, ``10♣``. The names of special cards stay as they are."""
    if card == UNKNOWN or card >= LIZARD:
        return language.say(format_card(card))
    rank = RANKS[card >> 2]
    return ("10" if rank == "T" else rank) + SUIT_SIGNS[card & 3]


def in_words(card: int) -> str:
    """Return a card of the 52 or a special card in words: “queen of spades”, “10 of clubs”, “lizard”."""
    if card == UNKNOWN or card >= LIZARD:
        return language.say(format_card(card))
    rank = RANKS[card >> 2]
    named, suit = language.say(_COURTS.get(rank, rank)), language.say(SUIT_NAMES[card & 3])
    return language.say("{rank} of {suit}", rank=named, suit=suit)


def west_in_words(card: int) -> str:
    """Return a West card in words, for a sentence: “red circle 2”."""
    colour, shape, number = WEST[card][0], WEST[card][1], WEST[card][2]
    return language.say(
        "{colour} {shape} {number}", colour=language.say(COLOUR_OF[colour]), shape=language.say(SHAPE_OF[shape]),
        number=number,
    )  # fmt: skip


def called(name: str) -> str:
    """Return in words the card that a record calls ``name``: “Queen of spades” for ``Qs``.

    A West card such as ``rc2`` is “red circle 2”. Any other name (such as ``lizard``, or ``?`` for “hidden”) is
    translated into the current language if a translation exists; otherwise it is returned as it is.
    """
    if is_card(name):
        return capfirst(in_words(_BY_NAME[name.casefold()]))
    if name in WEST:
        return west_in_words(WEST.index(name))
    return language.say(CALLED.get(name, name))


CALLED = {
    "?": later("hidden"), "rb?": later("hidden"), "": later("no card"), "lizard": later("lizard"),
    "snake": later("snake"), "red": later("red"), "black": later("black"),
}  # fmt: skip


def parse_suit(text: str) -> int:
    """Return the number of a suit (its place in ``SUITS``) as typed: ``hearts``, ``h``, ``♥``.

    Raises ``ValueError`` for any other text.
    """
    word = text.casefold()
    for suit, name in enumerate(SUIT_NAMES):
        if word in {name, name[:-1], SUITS[suit], SUIT_SIGNS[suit]}:
            return suit
    raise ValueError(f"{quoted(text)} is no suit: the suits are {', '.join(SUIT_NAMES)}")


def parse_west(text: str) -> int:
    """Return the number of a West card as typed (``rc1``), or UNKNOWN for ``?``.

    Raises ``ValueError`` for other texts.
    """
    if text == MASK:
        return UNKNOWN
    card = _WEST_BY_NAME.get(text.casefold())
    if card is None:
        raise ValueError(
            f"{quoted(text)} is no card of the West deck: colour r y g, shape c h t and number 1 2 3, like rc1"
        )
    return card


def sorted_hand(cards: Iterable[int]) -> tuple[int, ...]:
    """Return the cards in ascending order of their numbers, with UNKNOWN cards last."""
    return tuple(sorted(cards, key=lambda card: (card < 0, card)))


def is_known(hand: Hand) -> TypeGuard[tuple[int, ...]]:
    """Return whether a hand was entered and all its cards are known."""
    return hand is not None and UNKNOWN not in hand


def bits(cards: Iterable[int]) -> int:
    """Return the cards as a bit set: an integer in which bit n is 1 if card n is among them."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


_BYTES = tuple(
    tuple(tuple(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)) for first in range(0, 64, 8)
)
"""The bits that are set in each byte value, as cards: one table for each byte of a bit set, the lowest byte first."""
_FIRST, _SECOND, _THIRD, _FOURTH = _BYTES[:4]


def cards_of(mask: int) -> list[int]:
    """Return the cards of a bit set (bit n of ``mask`` is card n), lowest first."""
    if mask < 1 << 32:  # as most sets are
        return [*_FIRST[mask & 255], *_SECOND[mask >> 8 & 255], *_THIRD[mask >> 16 & 255], *_FOURTH[mask >> 24]]
    cards: list[int] = []
    for found in _BYTES:
        cards += found[mask & 255]
        mask >>= 8
        if not mask:
            return cards
    for at, byte in enumerate(mask.to_bytes(mask.bit_length() // 8 + 1, "little"), len(_BYTES)):
        if byte:
            cards += [8 * at + bit for bit in _FIRST[byte]]
    return cards


T = TypeVar("T")

SMALL = 21  # cards of a pool of which those drawn are put aside; from a larger one, what comes again is passed over


@lru_cache(maxsize=64)
def _small(many: int) -> int:
    """Return the largest size of a pool from which ``sample`` draws without drawing a card twice.

    ``many`` is the number of cards to draw. From such a pool, each drawn card is moved aside. From a larger one,
    ``sample`` draws again if it hits a card twice. The limit is that of ``random.sample``, so that both use the same
    random numbers.
    """
    return SMALL + (4 ** ceil(log(3 * many, 4)) if many > 5 else 0)


def sample(pool: Sequence[T], many: int, rng: Random) -> list[T]:
    """Return what ``rng.sample(pool, many)`` returns for the same seed, in half the time.

    Raises ``ValueError`` if the pool has fewer than ``many`` entries.
    """
    getrandbits, left = rng.getrandbits, len(pool)
    if many > left:
        raise ValueError(f"{many} of {left} cards cannot be drawn")
    if left > _small(many):
        width = left.bit_length()
        places: list[int] = []
        for _ in range(many):
            at = getrandbits(width)
            while at >= left or at in places:
                at = getrandbits(width)
            places.append(at)
        return [pool[at] for at in places]
    cards, drawn = list(pool), []
    for _ in range(many):
        width = left.bit_length()
        at = getrandbits(width)
        while at >= left:
            at = getrandbits(width)
        left -= 1
        drawn.append(cards[at])
        cards[at] = cards[left]
    return drawn


def pick(pool: Sequence[T], rng: Random) -> T:
    """Return a random element of ``pool``: the same one as ``rng.choice(pool)``, in half the time."""
    many = len(pool)
    width = many.bit_length()
    at = rng.getrandbits(width)
    while at >= many:
        at = rng.getrandbits(width)
    return pool[at]


def some(pool: list[T], many: int, rng: Random) -> list[T]:
    """Return ``many`` entries of ``pool``, drawn at random and in random order.

    This is quicker than ``sample``, but it changes the order of ``pool`` in place.
    """
    random, left = rng.random, len(pool)
    for at in range(many):
        other = at + int(random() * left)
        left -= 1
        pool[at], pool[other] = pool[other], pool[at]
    return pool[:many]


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return a copy of a tuple with ``value`` at index ``at``."""
    cells = list(row)
    cells[at] = value
    return tuple(cells)


def put_pair(pair: tuple[T, T], at: int, value: T) -> tuple[T, T]:
    """Return a copy of a pair with ``value`` at index ``at``, 0 or 1."""
    return (value, pair[1]) if at == 0 else (pair[0], value)


# ---- sentences as values: a template with named fields, which a page can render and address to one seat

_AS_YOU = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_ADDRESSED = re.compile(r"\{(\w+)\} ([A-Za-z]+)(?![A-Za-z])")  # a seat, and the verb of which it is the subject


class Seat(Struct, frozen=True):
    """A player in a message: the number of the seat, and the name."""

    seat: int
    name: str

    def __str__(self) -> str:
        return self.name


class Card(Struct, frozen=True):
    """A card in a message: its ``name`` in a record (``9h``), and its ``text`` as a sentence writes it (9♥)."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.text


class Message(Struct, frozen=True):
    """One sentence: an English template in the notation of ``str.format``, and the values of its named fields.

    A value is a Seat, a Card, a number, a text, another Message, or a tuple of these. A tuple is joined by commas.
    ``str()`` returns the sentence in the current language (``liarsdeck.language``). The template is the unit of
    translation, so it holds a whole sentence.
    """

    template: str
    fields: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return "".join(map(str, self.parts()))

    def render(self, value: Callable[[Any], str], literal: Callable[[str], str] = str) -> str:
        """Return the sentence, with each part passed through ``value`` or ``literal`` and then joined.

        ``value`` gets the values of the fields, and ``literal`` the texts between the fields. A tuple or a nested
        Message is not passed to ``value`` as a whole, but part by part. If the template gives a field a format
        (``{points:+}``), ``value`` gets the formatted text.
        """
        return "".join(literal(part) if isinstance(part, _Literal) else value(part) for part in self.parts())

    def to(self, seat: int | None) -> "Message":
        """Return the message as the player of ``seat`` reads it: “You play 9♥” for “Ann plays 9♥”.

        If the sentence does not begin with that player, or if ``seat`` is None, the message is returned unchanged.
        """
        subject, template = addressed(self.template)
        who = self.fields[subject] if subject and seat is not None else None
        return Message(template, self.fields) if isinstance(who, Seat) and who.seat == seat else self

    def parts(self) -> Iterator[Any]:
        """Yield the parts of the translated sentence in order.

        These are the texts between fields (as ``_Literal``) and the values of the fields. Tuples and nested messages
        are yielded part by part, and a value with a format (``{points:+}``) as formatted text.
        """
        for text, name, form in _parsed(language.say(self.template)):
            if text:
                yield text
            if name:
                value = self.fields[name]
                yield from (format(value, form),) if form else _flat(value)


class _Literal(str):
    """A piece of the text between the fields of a template, as opposed to the value of a field."""

    __slots__ = ()


def text(sentence: str) -> Message:
    """Return a message that consists of a finished sentence, which is not translated."""
    return Message("{text}", {"text": sentence})


def say(template: str, /, **fields: Any) -> Message:
    """Return the message of an English template; ``fields`` are the values of its fields by name."""
    return Message(template, fields)


@lru_cache(maxsize=512)
def addressed(template: str) -> tuple[str, str]:
    """Return (field, template) for a template that begins with a player and a verb, else ("", "").

    For “{seat} plays {card}.”, ``field`` is “seat”, the name of the player's field. The new template addresses that
    player: “You play {card}.”
    """
    match = _ADDRESSED.match(template)
    if match is None:
        return "", ""
    verb = _AS_YOU.get(match[2]) or (infinitive(match[2]) if match[2].endswith("s") else match[2])
    return match[1], f"You {verb}{_AND.sub(lambda more: infinitive(more[0]), template[match.end() :])}"


_AND = re.compile(r"(?<=\band )(?:asks|pays)\b")
"""A second verb with the same subject as the sentence: “… and pays”."""


def infinitive(verb: str) -> str:
    """Return the infinitive of an English verb form: “plays” → “play”, “denies” → “deny”.

    A verb of the record that does not end in “s” has none: for ``faceup``, return ``write “faceup”``.
    """
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith("sses"):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") else f"write “{verb}”"


def verb_name(verb: str) -> str:
    """Return the infinitive of a verb of the record, in the current language: “play” for ``plays``."""
    return language.say(infinitive(verb))


@lru_cache(maxsize=512)
def _parsed(template: str) -> tuple[tuple[_Literal, str, str], ...]:
    return tuple((_Literal(text), name or "", form or "") for text, name, form, _ in Formatter().parse(template))


def _flat(value: Any) -> Iterator[Any]:
    """Yield the parts of a nested message or of a tuple one by one, or else the value itself."""
    if isinstance(value, Message):
        yield from value.parts()
    elif isinstance(value, tuple):
        for at, one in enumerate(value):
            if at:
                yield _Literal(", ")
            yield from _flat(one)
    else:
        yield value
