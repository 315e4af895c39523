"""Everything for one game night, in one folder: cards, book, extras, facts and how to print it all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks.faces import DeckOptions, make_deck
from cardgen.decks.model import Deck
from cardgen.errors import PrintError
from cardgen.extras.registry import EXTRAS, write_what_fits
from cardgen.guide.cover import Cover, cover_pdf
from cardgen.guide.steps import FileRow, Kind
from cardgen.kit.night import Night
from cardgen.kit.readme import Said, readme
from cardgen.layout.impose import SheetOptions, named_files
from cardgen.layout.refusals import lay_out
from cardgen.print.inkuse import ink_use
from cardgen.print.sheets import print_deck
from factbank import facts
from liarsdeck.files import whole_folder

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
