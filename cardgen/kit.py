"""Everything for one game night, in one folder."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks.faces import DeckOptions, make_deck
from cardgen.decks.model import Deck
from cardgen.errors import PrintError
from cardgen.extras.occasion import Occasion, Stock
from cardgen.extras.registry import EXTRAS, extras_of, write_what_fits
from cardgen.guide import Cover, FileRow, Kind, cover_pdf, listed_files
from cardgen.layout import SheetOptions, lay_out, named_files
from cardgen.print.sheets import ink_use, print_deck
from factbank import factfile as facts
from factbank.factfile import Facts
from liarsdeck.english import listed
from liarsdeck.files import whole_folder


class Night(Struct, frozen=True):
    """What a kit is for: the game, its house rules, how many play, how large indices and print are.

    A game of facts has its `facts`. `deal_seed` repeats a deal of the answer sheet; without one it is drawn.
    """

    game: str
    options: Struct
    players: int
    facts: Facts | None = None
    deal_seed: int | None = None
    indices: Literal["normal", "jumbo"] = "normal"
    stock: Stock = Stock()
    large: bool = False

    @property
    def code(self) -> str:
        """Give the kit's code; a game without facts has none, since all its kits are alike."""
        return self.facts.kit if self.facts else ""

    def table(self, sheet: SheetOptions, deck: Deck | None = None) -> Occasion:
        """Give what the night's extras are printed for; `deck` is what is played with."""
        stock = replace(self.stock, layers=2 if sheet.sides == "fold" else 1)
        return Occasion(
            self.game, self.options, self.players, self.facts, stock, self.deal_seed, deck=deck, large=self.large
        )

    def steps(self, sheet: SheetOptions) -> int:
        """Count how often `step` is called for the kit: for deck, book, each extra and the cover."""
        return 3 + len(extras_of(self.table(sheet)))


_WIDTH = 78


class Said(Struct, frozen=True):
    """What makes a kit once more, as its command line takes it: options of `kit` alone, and those of `deck` too.

    `files` tells that files or folders are among them, which are looked for from where the command is given.
    """

    kit: str = ""
    cards: str = ""
    files: bool = False


def readme(
    night: Night, deck: Deck, sheet: SheetOptions, parts: Sequence[FileRow], left_out: Sequence[str], said: Said | None
) -> str:
    """Return the text, in lines of at most 78 characters; a command to copy is one line, however long.

    Without `said` the commands tell the house rules and the paper.
    """
    from referee import games

    game = games.game(night.game)
    title = f"{game.title}, kit {night.code}" if night.code else game.title
    rules = "".join(f" --option {name}={value}" for name, value in _house_rules(night))
    lines = [title, "=" * len(title), "", *_wrapped(_in_short(night, len(deck.cards))), "", "PRINT", ""]
    lines += _how_to_print(sheet, parts)
    for sentence in left_out:
        lines += ["", *_wrapped(f"Left out for want of room. {sentence}.")]
    lines += ["", "PLAY WITH THE COMPUTER AS REFEREE", ""]
    lines += _with_referee(night, rules)
    if night.facts:
        lines += ["PLAY ON PAPER", ""]
        lines += _wrapped(
            "Somebody who does not play is the referee, prints answer-sheet.pdf unseen by the others, and opens it at "
            "the table. It says which number is true, which two belong together, and who gets which cards. "
            + _how_dealt(night)
        )
        lines.append("")
    lines += ["AGAIN", ""]
    lines += _again(night, deck, sheet, said or _said(night, sheet, rules), rules)
    return "\n".join(lines) + "\n"


def _in_short(night: Night, cards: int) -> str:
    """Say what the deck is and how it is dealt."""
    players, options = night.players, night.options
    if night.facts:
        pairs, each = len(night.facts.pairs), int(getattr(options, "each", 0))
        spare = pairs - players * each
        return (
            f"For {players} players: {cards} cards, {pairs} pairs of facts that cannot both be true. Everybody is "
            f"dealt {each} truths and {each} lies."
            + (f" {spare} {'pair stays' if spare == 1 else 'pairs stay'} in the box." if spare else "")
            + (f" Some of the facts are about {listed(night.facts.guests, 'and')}." if night.facts.guests else "")
        )
    values = {
        "liars-guess": f"the {cards} cards of the West deck. Nine are dealt to each player, eight lie face up, and one "
        "lies face down: the hole card.",
        "lizard": "the standard 52 with four lizards and four snakes. In round 1 everybody gets one card, in every "
        "later round one more.",
        "red-and-black": f"{getattr(options, 'red', 0)} red and {getattr(options, 'black', 0)} black ones. Nothing but "
        f"their colour counts. Everybody is dealt {getattr(options, 'hand', 0)}, and {getattr(options, 'river', 0)} "
        "lie in the river.",
        "liar-poker": f"the standard 52. Each player begins with {getattr(options, 'chips', 0)} chips.",
    }
    return f"For {players} players: {cards} cards{', ' + values[night.game] if night.game in values else '.'}"


def _how_to_print(sheet: SheetOptions, parts: Sequence[FileRow]) -> list[str]:
    lines = []
    if sheet.cover:
        lines += _wrapped("Begin with print-me-first.pdf: one page that says how, and a ruler to check it.")
    lines += _wrapped(f"Print everything at 100 %, no scaling, on {sheet.paper.name}{_sides(sheet)}.")
    from cardgen.layout import on_slots

    prepared = [part.file for part in parts if part.layout and on_slots(part.layout.options)]
    if sheet.slots and prepared:
        lines += _wrapped(f"On the prepared sheets, “{sheet.slots.title}”, go {' and '.join(prepared)}.")
    lines.append("")
    return lines + listed_files(parts, sheet, _WIDTH)


def _with_referee(night: Night, rules: str) -> list[str]:
    kit = f" --kit {night.code}" if night.code else ""
    why = (
        "The referee deals by number, so nobody has to see the facts. In a terminal (it asks who sits at the table, "
        "clockwise):"
        if night.facts
        else "The referee keeps the score and knows the rules; you shuffle and deal. In a terminal (it asks who sits "
        "at the table, clockwise):"
    )
    lines = [*_wrapped(why), "", f"    referee new {night.game}{kit}{rules}", ""]
    lines += _wrapped(
        "If you printed with make, the program lies in its folder: .venv/bin/referee (Windows: "
        ".venv\\Scripts\\referee)." + (" On another computer, in this folder:" if night.facts else "")
    )
    lines.append("")
    return [*lines, f"    referee new {night.game} --facts facts.json{rules}", ""] if night.facts else lines


def _how_dealt(night: Night) -> str:
    if night.deal_seed is not None:
        return f"It was dealt by --deal-seed {night.deal_seed}, and says so: whoever knows that can deal it again."
    return "It was dealt by chance: nothing outside it leads to what is inside."


def _again(night: Night, deck: Deck, sheet: SheetOptions, said: Said, rules: str) -> list[str]:
    needs = " (on another computer with --facts facts.json in place of --kit and its code)" if night.facts else ""
    fresh = ", with another answer sheet" if night.facts and night.deal_seed is None else ""
    lines = _wrapped(
        f"This makes the same kit once more{fresh}{needs}. Change what you like, such as the paper or the players:"
    )
    lines += ["", _command("cardgen kit", night.game, said.kit, said.cards), ""]
    if night.facts:
        lines += _wrapped(
            "The facts in facts.json spoil the game: do not look. Which half of a pair is true is drawn anew for every "
            "game by the referee, and for every answer sheet, which serves for one game. This prints the next sheet:"
        )
        alone = _said(night, sheet, rules)
        lines += ["", _command("cardgen extras", night.game, alone.kit, alone.cards, "--only answers"), ""]
    lines += _wrapped("One card lost? This prints it alone, with its back (name it as the rules do):")
    counts = " ".join(f"--{name} {value}" for name, value in _house_rules(night) if name in ("red", "black"))
    kit = f"--kit {night.code}" if night.code else ""
    lines += ["", _command("cardgen deck", night.game, kit, counts, said.cards, f"--only {deck.cards[0].name}")]
    if said.files:
        lines += ["", *_wrapped("Give both in the folder where this kit was made: files of yours are named in them.")]
    return lines


def _command(*words: str) -> str:
    return "    " + " ".join(word for word in words if word)


def _said(night: Night, sheet: SheetOptions, rules: str) -> Said:
    kit = f"--kit {night.code} " if night.code else ""
    return Said(f"{kit}--players {night.players}{rules}", f"--paper {sheet.paper.name}")


def _house_rules(night: Night) -> Iterator[tuple[str, str]]:
    """Yield the options that differ from the referee's defaults, as its command line takes them."""
    from referee.core.setup import as_typed, given_options

    plain = type(night.options)()
    for name in given_options(night.options):
        usual = as_typed(name, getattr(plain, name))
        yield from (row for row in as_typed(name, getattr(night.options, name)) if row not in usual)


def _sides(sheet: SheetOptions) -> str:
    if sheet.sides in ("long", "short"):
        if sheet.feed == "manual":
            return f", the fronts first, then the backs on the turned stack (turn it on its {sheet.sides} edge)"
        return f", on both sides, flipped on the {sheet.sides} edge"
    return ", on one side" + (", then fold along the dashed line and glue" if sheet.sides == "fold" else "")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, break_on_hyphens=False, break_long_words=False)


Step = Callable[[], None]

COVER, DECK, BOOK = "print-me-first.pdf", "deck.pdf", "rulebook.pdf"
FACTS, README = "facts.json", "README.txt"


class WrittenKit(Struct, frozen=True):
    """A kit that was written: its folder, how much paper it asks for, and what its paper has no room for."""

    folder: Path
    code: str
    cards: int
    sheets: int
    left_out: tuple[str, ...] = ()


def check_night(night: Night) -> None:
    """Refuse what the table cannot be served with, such as too few facts, in the referee's own words (PrintError)."""
    from referee import games
    from referee.core.setup import seated

    it = games.game(night.game)
    fault = it.check(seated(it, night.players, night.options, night.facts))
    if fault is not None:
        raise PrintError(fault[1])


def kit_deck(night: Night) -> Deck:
    """Return the deck that a game is played with, as its house rules have it. Raises PrintError."""
    counts = {colour: getattr(night.options, colour) for colour in ("red", "black") if hasattr(night.options, colour)}
    return make_deck(night.game, DeckOptions(night.facts, night.indices, **counts))


def make_kit(
    night: Night,
    sheet: SheetOptions,
    folder: Path,
    *,
    booklet: bool = True,
    dress: Callable[[Deck], Deck] | None = None,
    said: Said | None = None,
    step: Step | None = None,
) -> WrittenKit:
    """Write a kit's folder, whole or not at all; `dress` puts art of people's own in the deck, and
    `said` is how its README says that it is made once more.

    Raises PrintError, RecordError and OSError; `folder` is then as it was before.
    """
    step = step or (lambda: None)
    check_night(night)
    layout = lay_out(sheet)
    deck = dress(kit_deck(night)) if dress else kit_deck(night)
    with whole_folder(folder) as inside:
        own = []
        for part in _parts(night, deck, sheet, inside, booklet=booklet):
            own.append(part)
            step()
        table = night.table(sheet, deck)
        extras, left_out = write_what_fits(table, sheet, inside, step)
        first = [part for part in extras if part.file == EXTRAS["teach"].file]
        parts = [*first, *own, *(part for part in extras if part not in first)]
        if sheet.cover:
            (inside / COVER).write_bytes(
                cover_pdf(
                    Cover(table.title, layout, tuple(parts), night.code, ink_use(deck, layout), table.company(40))
                )
            )
        if night.facts:
            facts.write(night.facts, inside / FACTS, private=True)
        (inside / README).write_bytes(readme(night, deck, sheet, parts, left_out, said).encode())
        step()
    return WrittenKit(folder, night.code, len(deck.cards), sum(part.sheets for part in parts) + sheet.cover, left_out)


def _parts(night: Night, deck: Deck, sheet: SheetOptions, inside: Path, *, booklet: bool) -> Iterator[FileRow]:
    """Write a kit's files and yield what each is."""
    yield print_cards(deck, sheet, inside)
    yield print_book(night, sheet, inside, booklet=booklet)


def print_cards(deck: Deck, sheet: SheetOptions, inside: Path) -> FileRow:
    """Write a kit's cards into its folder, and return what that is."""
    print_deck(deck, replace(sheet, cover=False), inside / DECK)
    return cards_row(deck, sheet)


def cards_row(deck: Deck, sheet: SheetOptions) -> FileRow:
    """Return what a kit's cards are. Raises PrintError where they have no room."""
    layout = lay_out(replace(sheet, cover=False))
    files = named_files(Path(DECK), sheet.sides, sheet.feed)
    return FileRow("Cards", layout.sheets(len(deck.cards)), files, "cards", layout)


def print_book(night: Night, sheet: SheetOptions, inside: Path, *, booklet: bool) -> FileRow:
    """Write a kit's rulebook into its folder, and return what that is."""
    from cardgen.book.pdf import write_rulebook

    out = inside / BOOK
    book = write_rulebook(
        night.game,
        night.options,
        night.players,
        out,
        facts=night.facts,
        paper=sheet.paper,
        sides=sheet.sides,
        booklet=booklet,
        large=night.large,
        low_ink=sheet.low_ink,
        feed=sheet.feed,
    )
    kind: Kind = "booklet" if book.booklet else "page"
    file = named_files(out, sheet.sides, sheet.feed) if book.booklet else out.name
    return FileRow("Rulebook", book.sheets, file, kind)
