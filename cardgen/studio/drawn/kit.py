"""What draws: pages of a kit as pictures, its files, its rules in words. It runs in a process of its own.

Everything here is asked for by words of the command line, and answers with plain records; what a person can cause
comes as one sentence, `PrintError`.
"""

from __future__ import annotations

import io
import json
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from factbank.facts import Facts, parse
from liarsdeck.errors import UserError

if TYPE_CHECKING:
    from cardgen.commands.kit import KitOrder
    from cardgen.decks.model import Deck
    from cardgen.guide.steps import FileRow
    from cardgen.kit.night import Night
    from cardgen.layout.impose import Layout, SheetOptions
    from cardgen.studio.drawn.rules import HouseRule

R = TypeVar("R")
COVER, CARDS, BOOK = "cover", "cards", "book"
_SEALED = "answers"
_KEPT = 4  # kits whose files are kept drawn


class Job(Struct, frozen=True):
    """A kit to draw: the words after `cardgen kit`, a fact file, and the cards of it that are shown by their backs.

    `code` is the kit's, which is not that of facts of which some are unseen. `printers` is a mark that changes when the
    profiles do that this household keeps: the words may name one, or mean the usual one.
    """

    words: tuple[str, ...]
    file: bytes = b""
    code: str = ""
    hidden: tuple[int, ...] = ()
    printers: str = ""

    @property
    def facts(self) -> Facts | None:
        """Give its facts. Raises FactError."""
        return replace(parse(json.loads(self.file), "these facts"), kit=self.code) if self.file else None


class Part(Struct, frozen=True):
    """One file of a kit: its name here, title and file, how many sheets and pages, and how it is printed.

    `stock` is its paper in words, `sides` how it is printed, `after` what is done with it then, `need` what for.
    """

    name: str
    title: str
    file: str
    sheets: int
    pages: int
    stock: str = ""
    sides: str = ""
    after: str = ""
    need: str = ""
    kind: str = ""
    minutes: int = 0


class Glance(Struct, frozen=True):
    """What can be said of a kit before it is drawn; `minutes` with scissors are those for its cards."""

    title: str
    players: int
    pairs: int
    cards: int
    sheets: int
    paper: str
    parts: tuple[tuple[str, str], ...]
    profile: str
    minutes: int


def said(work: Callable[..., R]) -> Callable[..., R]:
    """Let whatever a person can cause come out as a `PrintError`, which another process can read."""
    from functools import wraps

    @wraps(work)
    def done(*args: object) -> R:
        try:
            return work(*args)
        except click.ClickException as error:
            raise PrintError(error.format_message()) from None
        except UserError as error:
            raise PrintError(str(error)) from None
        except OSError as error:
            raise PrintError(f"{error.filename or 'a file'}: {error.strerror or error}") from None
        except (RecursionError, MemoryError):
            raise PrintError("this is too large to be drawn") from None

    return done


def _context(words: Sequence[str]) -> AbstractContextManager[click.Context]:
    from cardgen.commands.kit import kit

    return kit.make_context("kit", [*words, "--quiet"])


@lru_cache(maxsize=16)
def _asked(words: tuple[str, ...], _printers: str) -> KitOrder:
    from cardgen.commands.kit import understood
    from cardgen.commands.options import SheetWords

    with _context(words) as context:
        given = context.params
        sheet = SheetWords(**{name: given[name] for name in SheetWords.__struct_fields__})
        table = given["game"], given["players"], given["each"], given["options"]
        return understood(*table, given["stock"], sheet, sleeved=given["sleeved"], large=given["large_print"])


class _Drawn:
    """The files of one kit, each drawn when it is asked for."""

    def __init__(self, job: Job) -> None:
        from cardgen.kit.write import check_night, kit_deck
        from cardgen.layout.refusals import lay_out

        self.job = job
        self.asked = _asked(job.words, job.printers)
        self.night = self.asked.night(job.facts, deal_seed=0 if job.file else None)
        check_night(self.night)
        self.layout: Layout = lay_out(self.asked.sheet)
        self.deck = _veiled(kit_deck(self.night), job)
        self.drawn: dict[str, tuple[FileRow, bytes]] = {}
        self.left_out: dict[str, str] = {}

    def names(self) -> list[str]:
        """Name the parts in the order in which they are shown."""
        from cardgen.extras.registry import extras_of

        extras = list(extras_of(self.night.table(self.asked.sheet, self.deck)))
        first = [name for name in ("teach",) if name in extras]
        return [COVER, CARDS, BOOK, *first, *(name for name in extras if name not in first)]

    def title(self, name: str) -> str:
        from cardgen.extras.registry import EXTRAS

        return {COVER: "Print me first", CARDS: "Cards", BOOK: "Rulebook"}.get(name) or EXTRAS[name].title

    def part(self, name: str) -> tuple[FileRow, bytes]:
        """Return a part's row and its PDF (fronts and backs in turn, however the printer is fed).

        The cards' is empty: their sheets are drawn one by one, as they are looked at.
        """
        if name not in self.drawn:
            if name in self.left_out:
                raise PrintError(self.left_out[name])
            self.drawn[name] = self._part(name)
        return self.drawn[name]

    def _part(self, name: str) -> tuple[FileRow, bytes]:
        from cardgen.extras.registry import EXTRAS, write_extras
        from cardgen.kit.write import cards_row

        sheet = self.asked.sheet
        if name == COVER:
            return self._cover()
        if name == CARDS:
            return cards_row(self.deck, sheet), b""
        if name == BOOK:
            return _book(*self._of_the_book())
        if name not in EXTRAS:
            raise PrintError("there is no such part of this kit")
        table = self.night.table(sheet, self.deck)
        try:
            return _written(lambda inside: write_extras(table, sheet, inside, only=[name])[0])
        except PrintError as no:
            self.left_out[name] = str(no)
            raise

    def _of_the_book(self) -> tuple[Night, SheetOptions, bool]:
        """Return what the book depends on, and else nothing of how the kit is made."""
        from cardgen.kit.night import Night
        from cardgen.layout.impose import SheetOptions

        night, sheet = self.night, self.asked.sheet
        with _context(self.job.words) as context:
            booklet = context.params["booklet"] == "yes"
        return (
            Night(night.game, night.options, night.players, night.facts, large=night.large),
            SheetOptions(sheet.paper, sides=sheet.sides, low_ink=sheet.low_ink, feed=sheet.feed),
            bool(booklet),
        )

    def _cover(self) -> tuple[FileRow, bytes]:
        from cardgen.guide.cover import Cover, cover_pdf
        from cardgen.guide.steps import FileRow
        from cardgen.kit.write import COVER as FILE
        from cardgen.print.inkuse import ink_use

        parts = tuple(self.rows_of_files())
        table = self.night.table(self.asked.sheet, self.deck)
        cover = Cover(
            table.title, self.layout, parts, self.night.code, ink_use(self.deck, self.layout), table.company(40)
        )
        return FileRow("Print me first", 1, FILE, "page", self.layout, "plain"), cover_pdf(cover)

    def rows_of_files(self) -> list[FileRow]:
        """Draw all parts but the cover; return the rows of those that the paper has room for."""
        rows = []
        for name in self.names()[1:]:
            try:
                rows.append(self.part(name)[0])
            except PrintError:
                if name not in self.left_out:
                    raise
        return rows


def _written(write: Callable[[Path], FileRow]) -> tuple[FileRow, bytes]:
    with TemporaryDirectory() as folder:
        inside = Path(folder)
        return write(inside), _whole([file.read_bytes() for file in sorted(inside.iterdir())])


_books: deque[tuple[tuple[Night, SheetOptions, bool], tuple[FileRow, bytes]]] = deque(maxlen=_KEPT)


def _book(night: Night, sheet: SheetOptions, booklet: bool) -> tuple[FileRow, bytes]:
    """Draw the book, which is half the work of a kit, and the same however its cards look."""
    from cardgen.kit.write import print_book

    asked = night, sheet, booklet
    for known, made in _books:  # facts are not hashed
        if known == asked:
            return made
    _books.append((asked, _written(lambda inside: print_book(night, sheet, inside, booklet=booklet))))
    return _books[-1][1]


@lru_cache(maxsize=_KEPT)
def _drawn(job: Job) -> _Drawn:
    return _Drawn(job)


def _veiled(deck: Deck, job: Job) -> Deck:
    """Return the deck with backs in place of the faces that nobody is to see."""
    if not job.hidden or job.facts is None:
        return deck
    both = zip(deck.cards, job.facts.cards, strict=True)
    cards = (replace(face, draw=deck.back) if card.number in job.hidden else face for face, card in both)
    return replace(deck, cards=tuple(cards))


def _whole(pdfs: Sequence[bytes]) -> bytes:
    """Return one PDF; of a pair of files (backs and fronts, as their names are sorted) the pages in turn."""
    if len(pdfs) == 1:
        return pdfs[0]
    import pypdfium2

    backs, fronts = (pypdfium2.PdfDocument(pdf) for pdf in pdfs)
    with pypdfium2.PdfDocument.new() as whole:
        for at in range(len(fronts)):
            whole.import_pages(fronts, [at])
            if at < len(backs):
                whole.import_pages(backs, [len(backs) - 1 - at])
        out = io.BytesIO()
        whole.save(out)
    return out.getvalue()


@said
def glance(job: Job) -> Glance:
    """Return what can be said of a kit at once, or refuse it in a sentence."""
    from referee import games

    drawn = _drawn(job)
    asked, count = drawn.asked, len(drawn.deck.cards)
    profile = asked.sheet.profile
    return Glance(
        games.game(asked.game).title.replace("'", "’"), asked.players, asked.pairs if job.file else 0, count,
        drawn.layout.sheets(count), asked.sheet.paper.name, tuple((name, drawn.title(name)) for name in drawn.names()),
        profile.describe() if not profile.is_zero else "", minutes(drawn.part(CARDS)[0]),
    )  # fmt: skip


@said
def check_cards(job: Job, numbers: tuple[int, ...]) -> None:
    """Draw some cards to nowhere. Raises PrintError for one whose words do not fit."""
    from cardgen.print.sheets import deck_pdf

    drawn = _drawn(job)
    assert job.facts is not None
    both = zip(drawn.deck.cards, job.facts.cards, strict=True)
    some = tuple(face for face, card in both if card.number in numbers)
    bare = replace(drawn.layout, options=replace(drawn.layout.options, cover=False))
    deck_pdf([replace(drawn.deck, cards=some)], bare)


@said
def pages_of(job: Job, name: str) -> int:
    """Return how many pages a part has; of a sealed part, while anything is unseen, none."""
    import pypdfium2

    drawn = _drawn(job)
    if name == CARDS:
        two = drawn.asked.sheet.sides in ("long", "short")
        return drawn.layout.sheets(len(drawn.deck.cards)) * (2 if two else 1)
    if name == _SEALED and job.hidden:
        return 0
    with pypdfium2.PdfDocument(drawn.part(name)[1]) as document:
        return len(document)


@said
def page(job: Job, name: str, number: int, dpi: int) -> bytes:
    """Return the PNG of one page of a part. Raises PrintError for one that is not there or cannot be drawn."""
    from cardgen.print.look import sheet_picture
    from cardgen.print.preview import page_picture

    drawn = _drawn(job)
    if name == CARDS:
        return sheet_picture(drawn.deck, drawn.layout, number, dpi)
    if not 0 <= number < pages_of(job, name):
        raise PrintError("there is no such page")
    return page_picture(drawn.part(name)[1], number, dpi)


@said
def parts(job: Job) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """Draw all of a kit; return its parts, and a sentence for each that the paper has no room for."""
    from cardgen.guide.steps import printed_as

    drawn = _drawn(job)
    drawn.rows_of_files()
    found = []
    for name in drawn.names():
        if name in drawn.left_out:
            continue
        row = drawn.part(name)[0]
        how = printed_as(row, drawn.asked.sheet)
        found.append(
            Part(
                name, drawn.title(name), row.file, row.sheets, pages_of(job, name), how.stock,
                "both sides" if name == COVER and drawn.asked.sheet.sides in ("long", "short") else how.sides,
                how.after, how.need, row.kind, minutes(row),
            )
        )  # fmt: skip
    return tuple(found), tuple(f"{drawn.title(name)}: {no}" for name, no in drawn.left_out.items())


def minutes(row: FileRow) -> int:
    """Return how long a part takes with scissors and glue: a guess of ours, for hands that have done it once."""
    each = {"cards": 4, "booklet": 1, "sealed": 2, "page": 0, "box": 12}[row.kind]
    return each * row.sheets


@said
def rules(job: Job) -> tuple[HouseRule, ...]:
    """Return the house rules of a game, and what each of their values means, as the book tells it."""
    from cardgen.studio.drawn.rules import house_rules

    asked = _asked(job.words, job.printers)
    return house_rules(asked.game, asked.options, asked.players)


def warm() -> None:
    """Import what draws, and draw something: whoever comes first does not wait for it."""
    page(Job(("lizard", "--players", "4")), CARDS, 0, 96)
