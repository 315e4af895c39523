"""The public API of cardgen: decks that print and export themselves, kits, rulebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cardgen import decks
from cardgen.commands.deck import CardWords, check_game, check_players, known_deck, near, read_sheet
from cardgen.decks import DeckOptions, FaceStyle, check_size, choose, find, is_deck_file, make_deck
from cardgen.errors import PrintError
from cardgen.layout import parse_card
from cardgen.spec import KitSpec, Stock, check_url, parse_stock
from liarsdeck.english import hint
from liarsdeck.errors import file_errors_as, naming_keywords

if TYPE_CHECKING:
    from cardgen.export import Exported, Intent
    from cardgen.kit import WrittenKit
    from cardgen.layout import Feed, Marks, Sides
    from cardgen.pages.book import PrintedBook
    from cardgen.print.sheets import Printed
    from factbank.factfile import Facts

Length = str | float
"""Millimetres, or a text such as "3mm" or "0.125in"."""


class FaceWords(TypedDict, total=False):
    """Keyword arguments for the look of cards, as the options of `cardgen deck`.

    `card` is a size's name or "63x88mm", `theme` a name or a TOML file. With `ink` "low" cards are outlines on white,
    with `back_ink` "low" backs are engravings on white. `ground` is the colour of the paper: the theme's, or white.
    `colour_aid` adds patterns to colours.
    """

    card: str
    theme: str
    ink: Literal["full", "low"]
    back_ink: Literal["full", "low"]
    ground: Literal["paper", "white"]
    colour_aid: bool


class SheetWords(FaceWords, total=False):
    """Keyword arguments for cards on sheets of paper: the options of `cardgen deck` for paper and look.

    `paper` is a name or a size such as "210x297mm". `sides` is the edge on which the printer flips the sheet ("long",
    "short"), "fold" for cards to fold and glue, or "fronts" or "backs" for one side alone. `gap` is the space between
    cards; `bleed` and `back_bleed` are how far fronts and backs are drawn beyond the cut; `margin` is the edge that the
    printer cannot print on. These four are millimetres or a text with a unit. `marks` are the cut marks. `slots` is a
    prepared (perforated) sheet, by its name or as a TOML file. `printer` and `tray` name a stored correction for a
    printer that shifts the backs; `back_offset` gives such a correction itself, such as "0.8,-0.3" (mm right and up).
    `feed` is "duplex", or "manual" for one file a side. `cover` adds the page on how to print. An option that is
    missing has the default of the command line.
    """

    paper: str
    sides: Sides
    gap: Length
    bleed: Length
    back_bleed: Length
    margin: Length
    marks: Marks
    slots: str
    printer: str
    tray: str
    back_offset: str
    feed: Feed
    cover: bool


class Deck:
    """A deck of cards that can be printed or exported; the function `deck` makes one.

    `len(deck)` is the number of cards. `remarks` are sentences that warn the user of faults in pictures or in a deck of
    the user's own; () if there are none.
    """

    def __init__(
        self,
        deck: decks.Deck,
        source: str = "",
        code: str = "",
        remarks: tuple[str, ...] = (),
        given: Mapping[str, object] | None = None,
    ) -> None:
        self._deck = deck
        self._source = source
        self._code = code
        self._given = dict(given or {})
        self.remarks = remarks

    def __repr__(self) -> str:
        return f"<Deck {self.title}: {len(self)} cards>"

    def __len__(self) -> int:
        return len(self._deck.cards)

    @property
    def title(self) -> str:
        """The deck's title, as people read it: `Liar’s Lair`."""
        return self._deck.title

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards in the order of printing, as the rules write them (`Ah`, `lizard`, `12`)."""
        return tuple(card.name for card in self._deck.cards)

    @naming_keywords()
    def choose(self, *cards: str, copies: int = 1, blanks: int = 0) -> Deck:
        """Return a deck with `copies` of each named card (default: all cards), and `blanks` blank cards.

        Raises PrintError if the deck has no card of a given name (the message contains the name), or if a number is out
        of range.
        """
        for name, value, kind in (
            *(("a card", card, str) for card in cards),
            ("copies", copies, int),
            ("blanks", blanks, int),
        ):
            _checked(name, value, kind)
        return Deck(choose(self._deck, cards, copies, blanks), self._source, self._code, self.remarks, self._given)

    @file_errors_as(PrintError)
    @naming_keywords()
    def print(self, out: str | Path, **words: Unpack[SheetWords]) -> Printed:
        """Write the deck to the PDF `out`, as `cardgen deck` does.

        Returns the files written, their layout, and the numbers of cards and sheets. An example is
        `deck.print("out.pdf", paper="a4", card="mini", ink="low")`. `words` are the options of `cardgen deck`, which
        `SheetWords` lists. With `feed="manual"` two files are written, one for the fronts and one for the backs. Raises
        PrintError if an option is wrong or the cards do not fit; then nothing is written.
        """
        from cardgen.print.sheets import print_deck

        return print_deck(self._deck, read_sheet(self._words(words), set(words)), Path(out), code=self._code)

    @file_errors_as(PrintError)
    @naming_keywords()
    def export(
        self,
        target: str,
        folder: str | Path,
        *,
        dpi: int | None = None,
        bleed: bool | None = None,
        sprite: bool = False,
        intent: Intent | Literal[""] = "",
        url: str = "",
        force: bool = False,
        **words: Unpack[FaceWords],
    ) -> Exported:
        """Write the deck into a folder, as `cardgen export` does.

        Returns the folder, the files in it and a summary. `target` is the format: png, tgc, mpc, dtc, press, tts or
        svg. `dpi` is the resolution and counts for png alone. `bleed` (for png and svg) says whether pictures reach
        beyond the cut. With `sprite` (for svg) all cards are in one file. `intent` (for press and dtc) is the printing
        condition. `url` (for tts) is the address at which the pictures will be found. None and "" stand for the
        target's default. With `force` an older export in the folder is replaced. `words` are the options for the look,
        which `FaceWords` lists. Raises PrintError if an option is wrong or the folder holds something else; the folder
        is then unchanged.
        """
        from cardgen.export import TARGETS, ExportOptions, check_export, export_deck

        if target not in TARGETS:
            raise PrintError(f'there is no export "{target}"; {hint(str(target), TARGETS)}')
        asked = {"dpi": dpi, "bleed": bleed, "sprite": sprite, "intent": intent, "url": url}
        look = self._words(words, (*FaceWords.__annotations__, *asked))
        kinds = {"dpi": int, "bleed": bool, "sprite": bool, "intent": str, "url": str}
        for name, value in asked.items():
            if value is not None:
                _checked(name, value, kinds[name])
        options = ExportOptions(
            parse_card(look.card_size), look.theme, look.ink == "low", look.colour_aid, dpi, bleed, sprite, intent, url
        )
        check_export(target, options)
        check_size(self._deck, options.card)
        given = [near(self._source), *_spelt({**self._given, **asked, **words})]
        return export_deck(self._deck, target, options, Path(folder), given=given, force=force)

    def _words(self, words: Mapping[str, object], known: Iterable[str] = SheetWords.__annotations__) -> CardWords:
        given = card_words(words, known)
        return known_deck(self._source, given, "card" in words) if is_deck_file(self._source) else given


def _spelt(words: Mapping[str, object]) -> list[str]:
    """Return keyword arguments as options of the command line, such as `--dpi 300`, without the empty ones.

    A true flag becomes `--name`. A false flag is left out, but `bleed` becomes `--no-bleed`. A file with an absolute
    path is written as its name alone.
    """
    options = []
    for name, value in words.items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            options += [f"--{option}"] if value else ["--no-bleed"] * (name == "bleed")
        elif value:
            options += [f"--{option}", near(value)]
    return options


def card_words(words: Mapping[str, object], known: Iterable[str] = SheetWords.__annotations__) -> CardWords:
    """Return the keyword arguments of `Deck.print` or `Deck.export` as options of the command line.

    Numbers for lengths become texts in mm. Raises PrintError if a value has a wrong type or a name is unknown; the
    message then suggests the nearest of the names in `known`.
    """
    fields = {"card": "card_size", "theme": "deck_theme"}
    hints = get_type_hints(CardWords)
    given: dict[str, Any] = {}
    for name, value in words.items():
        field = fields.get(name, name)
        if field not in hints or name in fields.values():
            raise PrintError(f'there is no setting "{name}" of cards or paper; {hint(name, known)}')
        if field in ("gap", "bleed", "back_bleed", "margin") and isinstance(value, int | float):
            given[field] = f"{value:g}mm"
        else:
            given[field] = _checked(name, str(value) if isinstance(value, Path) else value, hints[field])
    return CardWords(**given)


@file_errors_as(PrintError)
@naming_keywords()
def deck(
    name: str | Path,
    *,
    facts: Facts | None = None,
    back: str | Path | None = None,
    art: str | Path | None = None,
    indices: Literal["normal", "jumbo"] = "normal",
    red: int = DeckOptions().red,
    black: int = DeckOptions().black,
    jokers: int = 0,
    face: FaceStyle | None = None,
) -> Deck:
    """Return a deck by its name in `cardgen list`, by its game's name, or from a file of your own.

    A file of your own is TOML, CSV or XLSX. `facts` are the facts on the cards of Liar's Lair, which needs them; `face`
    is how a fact looks on its card (None: the usual look). `back` is a picture that replaces the backs, `art` a folder
    of pictures that replace the faces and are named after the cards; warnings about them are in the result's `remarks`.
    `indices` is the size of the corner signs on playing cards. `red` and `black` are the numbers of red and of black
    cards in the deck of Red & Black, `jokers` is the number of jokers in the standard deck. Raises PrintError if the
    deck is unknown, an argument is wrong, or a file of your own has faults.
    """
    name = str(name)
    if is_deck_file(name):
        from cardgen.custom.deckfile import read_deck

        made = read_deck(Path(name), card_words({}).theme)
    else:
        if find(name).needs_facts and facts is None:
            raise PrintError(f"{find(name).title} is printed from facts: give them as facts=…")
        counts = {key: _checked(key, value, int) for key, value in (("red", red), ("black", black), ("jokers", jokers))}
        _checked("indices", indices, Literal["normal", "jumbo"])
        if face is not None:
            _checked("face", face, FaceStyle)
        made = make_deck(name, DeckOptions(_checked_facts(facts), indices, face=face, **counts))
    remarks = made.remarks
    if back is not None or art is not None:
        from cardgen.custom.art import replace_art

        illustrated = replace_art(made, Path(back) if back else None, Path(art) if art else None, parse_card("poker"))
        made, remarks = illustrated.deck, (*remarks, *illustrated.remarks)
    code = facts.kit if facts else ""
    usual = {"indices": "normal", "red": DeckOptions().red, "black": DeckOptions().black, "jokers": 0}
    said = {"kit": code, "back": back, "art": art, "indices": indices, "red": red, "black": black, "jokers": jokers}
    said["face"] = face
    given = {name: value for name, value in said.items() if value and value != usual.get(name)}
    return Deck(made, name, code, remarks, given)


@file_errors_as(PrintError)
@naming_keywords()
def print_kit(
    game: str,
    folder: str | Path,
    *,
    players: int | None = None,
    rules: Struct | Mapping[str, object] | None = None,
    facts: Facts | None = None,
    deal_seed: int | None = None,
    indices: Literal["normal", "jumbo"] = "normal",
    stock: str = "0.3mm",
    sleeved: bool = False,
    large_print: bool = False,
    booklet: bool = True,
    face: FaceStyle | None = None,
    book_url: str = "",
    **words: Unpack[SheetWords],
) -> WrittenKit:
    """Write everything for a game night into a folder, as `cardgen kit` does, completely or not at all.

    `players` is the number of players (None: the game's usual number). `rules` are house rules: a mapping, or the
    result of `referee.house_rules` (None: the defaults). `facts` are needed for Liar's Lair; they are stored under
    their code, so that `referee new liars-lair --kit CODE` finds them. `deal_seed` fixes the deal, the list on the
    answer sheet of who is dealt which card; the same seed gives the same deal (None: a random one). `indices` is the
    size of the corner signs on playing cards. `stock` is a card's thickness ("0.3mm") or weight ("250g") and `sleeved`
    says that cards are in sleeves; both decide on the size of the box. With `large_print` the rulebook and the teaching
    page are in large type. With `booklet` the rulebook is printed as a booklet to fold, else as single pages. `face` is
    how a fact looks on its card (None: the usual look). `book_url` is the address of the rulebook on the web, printed
    as a QR code ("": no code). `words` are the options for paper and look, which `SheetWords` lists. Raises PrintError
    if an argument is wrong or something does not fit the paper, RecordError if the game has no such house rule; the
    folder is then unchanged.
    """
    from cardgen.kit import write_kit
    from factbank.kits import keep_or_say

    sheet = read_sheet(card_words(words), set(words))
    thick = Stock(parse_stock(_checked("stock", stock, str)), sleeved)
    spec = _spec(game, players, rules, facts)
    spec = replace(spec, deal_seed=deal_seed, indices=indices, stock=thick, large=large_print, sheet=sheet)
    spec = replace(spec, book_url=check_url(book_url), face=None if face is None else _checked("face", face, FaceStyle))
    written = write_kit(spec, Path(folder), booklet=booklet)
    if facts:
        keep_or_say(facts)
    return written


@file_errors_as(PrintError)
@naming_keywords()
def print_rulebook(
    game: str,
    out: str | Path,
    *,
    players: int | None = None,
    rules: Struct | Mapping[str, object] | None = None,
    facts: Facts | None = None,
    paper: str | None = None,
    size: str | None = None,
    sides: Sides = "long",
    feed: Feed = "duplex",
    booklet: bool | None = None,
    large_print: bool = False,
    ink: Literal["full", "low"] = "full",
    book_url: str = "",
) -> PrintedBook:
    """Write a game's rulebook to the PDF `out`, as `cardgen rulebook` does.

    Returns the files written and the numbers of pages and sheets. `players` is the number of players (None: the game's
    usual number), `rules` are house rules (None: the defaults). `facts` are those of a kit, whose code and number of
    facts the book then names; only Liar's Lair needs them. `paper` is the name or size of the sheets. `size` is the
    size of a page: a5, half-letter, a4 or letter (None: half the paper, or the whole paper for large print). `sides` is
    the edge on which the printer flips the sheet. With `feed` "manual" a booklet becomes two files, fronts and backs.
    `booklet` says whether the sheets are folded (None: if two pages fit on the paper). With `large_print` the type is
    larger, with `ink` "low" less is printed solid. `book_url` is the address of the page that `cardgen rulebook --html`
    writes, printed as a QR code ("": no code). Raises PrintError if an argument is wrong or something does not fit the
    paper, RecordError if the game has no such house rule.
    """
    from cardgen.pages.book import write_book
    from cardgen.pages.booklet import choose as choose_page

    given = {"sides": sides, "feed": feed, "ink": ink, **({"paper": paper} if paper is not None else {})}
    sheet = read_sheet(card_words(given))
    spec = _spec(game, players, rules, facts)
    page, folded = choose_page(sheet.paper, sides, size, large=large_print, booklet=booklet)
    spec = replace(spec, sheet=sheet, large=large_print, book_url=check_url(book_url))
    return write_book(spec, Path(out), booklet=folded, size=page)


def _spec(game: str, players: int | None, rules: Struct | Mapping[str, object] | None, facts: Facts | None) -> KitSpec:
    """Return the spec (content) of a game's kit for these players, house rules and facts.

    None stands for the game's usual number of players, for its default rules, and for no facts. Raises PrintError if
    the game or the number of players is wrong or facts are missing, RecordError for a wrong house rule.
    """
    from referee import house_rules

    name = check_game(_checked("game", game, str))
    options = rules if isinstance(rules, Struct) else house_rules(name, **(rules or {}))
    count = check_players(name, None if players is None else _checked("players", players, int))
    if find(name).needs_facts and facts is None:
        raise PrintError(f"{find(name).title} is printed from facts: give them as facts=…")
    return KitSpec(name, options, count, _checked_facts(facts))


def _checked(name: str, value: object, kind: Any) -> Any:
    """Return `value` if it has the type `kind`.

    If it has not, raises PrintError; the message calls the argument `name` and says what it may be.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        allowed = [word for word in getattr(kind, "__args__", ()) if isinstance(word, str)]
        wanted = {bool: "it is True or False", int: "it is a whole number"}.get(kind, "it is a text")
        raise PrintError(
            f"{name} cannot be {value!r:.80}; {hint(str(value), allowed) if allowed else wanted}"
        ) from None


def _checked_facts(facts: object) -> Facts | None:
    from factbank.factfile import Facts

    if facts is None or isinstance(facts, Facts):
        return facts
    raise PrintError(f"facts cannot be {facts!r:.80}: they are what factbank.facts or factbank.read_facts returns")
