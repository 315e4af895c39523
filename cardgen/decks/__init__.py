"""Decks: what a deck and its cards consist of, and the list of all decks.

To add a deck, write a module in `cardgen/decks/faces` with a function `make(options)` that returns a `Deck`, and an
entry in `REGISTRY`. Another package adds a deck by an entry point in the group `liarsdeck.decks`: the name of the entry
point is the name of the deck, and its value is a function like `make`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.pdf.ink import POKER_HEIGHT_MM, POKER_WIDTH_MM, Size
from liarsdeck import plug_ins
from liarsdeck.english import hint, listed, nearest
from liarsdeck.errors import OPTION, UserError
from referee import games
from referee.core.cards import LIZARD_DECK, STANDARD, SUIT_SIGNS, SUITS, WEST

if TYPE_CHECKING:
    from cardgen.layout import CardSize
    from cardgen.pdf.ink import Drawing, Ink
    from factbank.factfile import Facts


class CardFace(Struct, frozen=True):
    """One card of a deck: its name, its title, and the functions that draw its two sides.

    `name` is written as in records of the game and may stand in a file name (`Tc`, `07`), `title` is for readers (“Ten
    of clubs”). `draw(ink, size)` draws the front. `back` draws the card's own back; None means the back that its deck
    shares. `text` is what can be read on the front, for programs that search it.
    """

    name: str
    title: str
    draw: Drawing
    back: Drawing | None = None
    text: str = ""


class Deck(Struct, frozen=True):
    """A deck: its cards in printing order, the back that they share, and what printing must know about them.

    `name` is the deck's name in commands and `title` the one for readers. `back` draws the common back. `back_turns` is
    true if the back looks the same when it is turned by 180 degrees; if it is false, the back is turned on the sheet so
    that its top lies on the top of the front. `game` is the game's name, "" for none. `least` is the smallest scale (1
    on a poker card) at which the drawings can be read. `colour` (red, yellow, green, blue or black) and `emblem` (an
    icon's name) are for the deck's box; "" stands for the usual. `foot` is the text at the foot of its sheets, in
    pieces no wider than a card. `remarks` are sentences for the person who prints the deck.
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
    remarks: tuple[str, ...] = ()

    @property
    def has_own_backs(self) -> bool:
        """Whether at least one card of the deck has a back of its own."""
        return any(card.back for card in self.cards)

    def back_of(self, card: CardFace) -> Drawing:
        """Return the function that draws this card's back: its own, or the deck's."""
        return card.back or self.back


FaceStyle = Literal["claim", "plain"]
"""How cards of facts look: the words in dispute large, or whole sentences under their titles."""


class DeckOptions(Struct, frozen=True):
    """What the user chose for a deck.

    `facts` are the facts to print on the cards, None for a deck without facts. `indices` is the size of the corner
    indices. `red`, `black` and `jokers` are the numbers of red, black and joker cards. `name` is the deck's name in the
    registry. `face` is how facts look (see `FaceStyle`); None means `plain` if each card has a title of its own, else
    `claim`. Paper and ink are chosen elsewhere.
    """

    facts: Facts | None = None
    indices: Literal["normal", "jumbo"] = "normal"
    red: int = STANDARD // 2
    black: int = STANDARD // 2
    jokers: int = 0
    name: str = ""
    face: FaceStyle | None = None

    @property
    def is_plain(self) -> bool:
        """Whether facts are printed as whole sentences under their titles (the face `plain`)."""
        own = self.facts is not None and self.facts.titles == "own"
        return self.face == "plain" or (self.face is None and own)


class DeckEntry(Struct, frozen=True):
    """An entry in the list of decks: a deck's title, its number of cards, and how it is made.

    `cards` is a phrase in words if the number of cards depends on the options. `module` is the name of a module of
    `cardgen.decks.faces` with a function `make`, or, for a deck of another package, that function itself. `needs_facts`
    is true if the deck cannot be made without facts. `takes` names the fields of `DeckOptions` that the deck uses,
    without `indices`, which every deck uses. `repeats` is true if all its faces are also in another deck. `screens`
    names the cards (or `back`) that the web pages of `referee host` show; () means all and None means none. `plain` is
    the module that is used in place of `module` if facts have the face `plain`; "" means that the deck has only one
    face.
    """

    title: str
    cards: int | str
    module: str | Callable[[DeckOptions], Deck]
    needs_facts: bool = False
    takes: tuple[str, ...] = ()
    repeats: bool = False
    screens: tuple[str, ...] | None = None
    plain: str = ""

    def make(self, name: str, options: DeckOptions) -> Deck:
        """Make the deck called `name` with these options. Raises PrintError if the options do not fit the deck."""
        options = replace(options, name=name)
        if callable(self.module):
            return self.module(options)
        module = self.plain if self.plain and options.is_plain else self.module
        made: Deck = import_module(f"cardgen.decks.faces.{module}").make(options)
        return made


REGISTRY: dict[str, DeckEntry] = {
    "liars-lair": DeckEntry(
        "Liar’s Lair", "two for each pair of facts", "liars_lair",
        needs_facts=True, takes=("facts", "face"), screens=("09", "back"), plain="plain",
    ),
    "lizard": DeckEntry("Lizard", LIZARD_DECK, "lizard", screens=("lizard", "snake", "back")),
    "west": DeckEntry("West (Liars’ Guess)", len(WEST), "west", screens=()),
    "triple-4": DeckEntry("Triple Topper 4×4×4", 64, "west", repeats=True),
    "triple-5": DeckEntry("Triple Topper 5×5×5", 125, "west"),
    "standard52": DeckEntry(
        "Standard 52", f"{STANDARD}, and up to 2 jokers", "standard", takes=("jokers",), screens=()
    ),
    "red-and-black": DeckEntry(
        "Red & Black", f"{STANDARD}, or 9 and more of each colour", "red_and_black",
        takes=("red", "black"), repeats=True, screens=("back",),
    ),
    "liar-poker": DeckEntry("Liar Poker", STANDARD, "liar_poker", repeats=True, screens=("back",)),
}  # fmt: skip
USUAL = DeckOptions()
PLUG_INS = "liarsdeck.decks"
"""The entry points by which another installed package brings decks: the name of a deck, and its function ``make``."""

TABLES = (".csv", ".tsv", ".txt", ".xlsx")
"""What the names of tables of cards end in."""
OTHER_SHEETS = (".ods", ".xls", ".xlsm", ".xlsb", ".numbers")
"""Spreadsheets that have to be saved as one of them."""


def is_deck_file(name: str) -> bool:
    """Return whether a name has the suffix of a user's deck file: `.toml`, or a table's such as `.csv` or `.xlsx`."""
    return Path(name).suffix.lower() in (".toml", *TABLES, *OTHER_SHEETS)


def deck_name(name: str) -> str:
    """Return the name of the deck that `name` means, in lower case.

    `name` is the name of a deck, or of a game, which stands for the game's deck; its case does not matter. Any other
    name is returned unchanged but for the case, as is the name of a game without a deck.
    """
    known = name.casefold()
    return known if known in REGISTRY or known not in games.names() else games.game(known).deck or known


def find(name: str) -> DeckEntry:
    """Return the entry for a deck's name, or that of a game which has a deck; letter case is ignored.

    Raises PrintError, which names the known decks, for any other name.
    """
    known = deck_name(name)
    if known in REGISTRY:
        return REGISTRY[known]
    if known in plug_ins.found(PLUG_INS):
        return _plugged_in(known)
    names = dict.fromkeys([*REGISTRY, *games.names(), *plug_ins.found(PLUG_INS)])
    near = games.suggestion(known, [*names], f"known: {listed([*REGISTRY, *plug_ins.found(PLUG_INS)], 'and')}")
    raise PrintError(f'there is no deck "{name}"; {near}')


def has_deck(name: str) -> bool:
    """Return whether a deck has this name, letter case ignored; names of games that use it do not count."""
    return name.casefold() in REGISTRY or name.casefold() in plug_ins.found(PLUG_INS)


def all_decks() -> tuple[dict[str, DeckEntry], list[str]]:
    """Return all decks by name, and a sentence for each deck of another package that cannot be made."""
    entries, faults = dict(REGISTRY), []
    for name in sorted(set(plug_ins.found(PLUG_INS)) - set(REGISTRY)):
        try:
            entries[name] = _plugged_in(name)
        except PrintError as fault:
            faults.append(str(fault))
    return entries, faults


@cache
def _plugged_in(name: str) -> DeckEntry:
    """Return the entry for another package's deck, made once to check it. Raises PrintError if that fails."""
    with plug_ins.loading(PLUG_INS, name, PrintError, "the deck {} cannot be made") as point:
        make: Callable[[DeckOptions], Deck] = point.load()
        made = make(DeckOptions(name=name))
        if not isinstance(made, Deck):
            raise UserError(f"{point.value} returns no Deck")
        return DeckEntry(made.title, len(made.cards), make)


def make_deck(name: str, options: DeckOptions = USUAL) -> Deck:
    """Make a deck from its name or from the name of its game (any case).

    Raises PrintError for an unknown deck, for options that it cannot take, and where it needs facts and has none.
    """
    entry = find(name)
    if entry.needs_facts and options.facts is None:
        raise PrintError(
            f"{entry.title} is printed from facts: name them with {OPTION.facts:FILE} or {OPTION.kit:CODE}"
        )
    return entry.make(deck_name(name), options)


def find_deck_of(card: str) -> str:
    """Return the name of the first deck that has a card of this name or title.

    Decks that need facts, or whose faces are all in another deck, are left out. Raises PrintError when none has it, and
    suggests the card whose name is most like it.
    """
    names: list[str] = []
    for name, entry in REGISTRY.items():
        if not entry.needs_facts and not entry.repeats:
            deck = entry.make(name, DeckOptions(jokers=2))
            if has_card(deck, card):
                return name
            names += [*(face.name for face in deck.cards), *(face.title for face in deck.cards)]
    near = hint(card, dict.fromkeys(names), "cards are named like Ah, lizard or rc1", least=0.5)
    raise PrintError(f'no deck has a card "{card}"; {near}')


# --- some cards of a deck

MOST_COPIES, MOST_BLANKS = 100, 500


def choose(deck: Deck, only: Sequence[str] = (), copies: int = 1, blanks: int = 0) -> Deck:
    """Return a deck with the chosen cards in the deck's order, `copies` times over, then `blanks` blank cards.

    Each string of `only` has one name, or several divided by commas or spaces. The name `none` means no card, and an
    empty `only` means all cards. Raises PrintError for a card that the deck does not have (with the nearest name), for
    numbers out of range (`copies` 1 to 100, `blanks` 0 to 500), and if no card is left to print.
    """
    if not 1 <= copies <= MOST_COPIES:
        raise PrintError(f"a deck is printed 1 to {MOST_COPIES} times: {OPTION.copies:{copies}} will not do")
    if not 0 <= blanks <= MOST_BLANKS:
        raise PrintError(f"there can be 0 to {MOST_BLANKS} blank cards: {OPTION.blank:{blanks}} will not do")
    cards = deck.cards
    if only:
        places = _places(deck)
        wanted: set[int] = set()
        for word in (part for several in only for part in several.split(",")):
            if word.strip().casefold() == "none":
                continue
            # A title has blanks in it, and so has a list of names: what is like a title is taken for one.
            title = any(spelling in places for spelling in _spellings(word)) or nearest(
                word, (card.title for card in cards if " " in word.strip()), least=0.8
            )
            for name in [word] if title else word.split():
                wanted.update(_found(deck, places, name))
        cards = tuple(card for place, card in enumerate(cards) if place in wanted)
    if not cards and not blanks:
        raise PrintError(f"there is no card to print: name cards with {OPTION.only}, or ask for {OPTION.blank} cards")
    return replace(deck, cards=cards * copies + (CardFace("blank", "Blank card", draw_blank),) * blanks)


def find_card(deck: Deck, name: str) -> CardFace:
    """Return the first card with this name or title. Raises PrintError, which suggests the nearest, if none has."""
    return deck.cards[_found(deck, _places(deck), name)[0]]


def has_card(deck: Deck, name: str) -> bool:
    """Return whether a deck has a card with this name or title, in any usual spelling (`Th`, `10h`, `♥10`)."""
    places = _places(deck)
    return any(spelling in places for spelling in _spellings(name))


def draw_blank(ink: Ink, size: Size) -> None:
    """Draw a card without a face, to write on: nothing but the colour of the paper."""
    ink.draw(size.ground, ink.paper)


def check_size(deck: Deck, card: CardSize) -> None:
    """Raise PrintError, with the least size, when the deck's drawings could not be read on a card of this size."""
    scale = Size(card.width_mm, card.height_mm).scale
    if scale < deck.least - 1e-6:
        wide, high = (round(side * deck.least, 1) for side in (POKER_WIDTH_MM, POKER_HEIGHT_MM))
        raise PrintError(
            f"{deck.title} cannot be read on cards of {card.width_mm:g} × {card.height_mm:g} mm: "
            f"its cards are at least {wide:g} mm wide and {high:g} mm high"
        )


def _places(deck: Deck) -> dict[str, list[int]]:
    """Return for each name of a card, in lower case, the positions in the deck (from 0) that the name means.

    The user can ask for a card by its name, by its title, or, if several cards have the same name, by `name-2` for the
    second of them. A name means all cards that have it; a title means only the first.
    """
    places: dict[str, list[int]] = {}
    seen: Counter[str] = Counter()
    total = Counter(card.name for card in deck.cards)
    for place, card in enumerate(deck.cards):
        seen[card.name] += 1
        places.setdefault(card.name.casefold(), []).append(place)
        if total[card.name] > 1:
            places.setdefault(f"{card.name}-{seen[card.name]}".casefold(), []).append(place)
    for place, card in enumerate(deck.cards):
        places.setdefault(card.title.casefold(), [place])
    return places


def _spellings(name: str) -> Iterator[str]:
    """Yield the names that a user may have meant by `name`, in lower case, beginning with `name` itself.

    For example, `10h`, `♥10` and `10♥` also yield `th`, and `7` also yields `07`.
    """
    plain = " ".join(name.split()).casefold()
    yield plain
    if suit := next((letter for letter, sign in zip(SUITS, SUIT_SIGNS, strict=True) if sign in plain), ""):
        plain = plain.strip("".join(SUIT_SIGNS)) + suit
        yield plain
    if plain.startswith("10"):
        yield f"t{plain[2:]}"
    if plain.isdecimal() and len(plain) <= 9:
        yield f"{int(plain):02d}"


def _found(deck: Deck, places: dict[str, list[int]], name: str) -> list[int]:
    for spelling in _spellings(name):
        if spelling in places:
            return places[spelling]
    named = f"its cards are named {deck.cards[0].name} to {deck.cards[-1].name}"
    near = hint(name, (text for card in deck.cards for text in (card.name, card.title)), named, least=0.5)
    raise PrintError(f'{deck.title} has no card "{name.strip()}"; {near}')
