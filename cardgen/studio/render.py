"""The functions that the render workers (separate processes) run: pictures, a kit's files, printers.

None of them knows about the browser. Arguments and results can be pickled. Parts of a kit are named by keys, such as
``cover``, ``cards``, ``book`` and ``answers``.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import zipfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from factbank.factfile import Facts, format_facts, parse
from liarsdeck.errors import UserError
from liarsdeck.language import both, later, say, speaking, spoken
from referee.books import rulebook
from referee.core.setup import as_typed, option_list

if TYPE_CHECKING:
    from cardgen.decks import Deck
    from cardgen.layout import Layout, Profile
    from cardgen.pages.guide import FileRow
    from cardgen.spec import KitSpec


_ROW = re.compile(r"^\| (?:`([\w.]+)`)? ?\| \**`([^`]*)`\**(?: ◆)? \| (.*) \|$", re.MULTILINE)
_MAY_BE = re.compile(r"(?<=[.*]) [^.*]*\d\.\**$|\*\*")
"""The last sentence of the book on an option, which says what numbers it may be; and Markdown's asterisks."""


class HouseRule(Struct, frozen=True):
    """A house rule of a kit's game, as the studio shows it.

    `name` is the option's name, `value` its present value and `usual` its usual value, as text. `values` has each
    possible value with its meaning. `about` says what the rule decides. If the value is a whole number, `values` has
    the present value only, and `low` and `high` are the bounds (None: no bound); otherwise both are None.
    """

    name: str
    value: str
    usual: str
    values: tuple[tuple[str, str], ...]
    about: str
    low: int | None = None
    high: int | None = None


def house_rules(game: str, options: Struct, players: int) -> tuple[HouseRule, ...]:
    """Return the house rules of a game as set in `options` for this many players, in the rulebook's order."""
    known = {option.name: option for option in option_list(type(options))}
    played = dict(row for name in known for row in as_typed(name, attrgetter(name)(options)))
    found: dict[str, list[tuple[str, str]]] = {}
    name = ""
    for named, value, means in _ROW.findall(rulebook.book(game, options, players).more):
        name = named or name
        if name in known:
            found.setdefault(name, []).append((value, _MAY_BE.sub("", means)))
    rules = []
    for name, rows in found.items():
        option = known[name]
        low, high = (option.low, option.high) if option.many == len(rows) == 1 else (None, None)
        about = say(option.description)
        about = (about.partition(":")[0] if len(rows) > 1 else about).rstrip(".")
        rules.append(HouseRule(name, played[name], option.usual, tuple(rows), about, low, high))
    return tuple(rules)


R = TypeVar("R")


def in_language(work: Callable[..., R], language: str, *args: object) -> R:
    """Call `work(*args)` with the current language set to the code `language`, and return the result.

    Any error that a person can cause is raised as a PrintError (see `print_errors`).
    """
    with speaking(language), print_errors():
        return work(*args)


@contextlib.contextmanager
def print_errors() -> Iterator[None]:
    """In this context, any error that a person can cause becomes a PrintError, which can be pickled; others may not."""
    try:
        yield
    except click.ClickException as error:
        raise PrintError(error.format_message()) from None
    except UserError as error:
        raise PrintError(str(error)) from None
    except OSError as error:
        raise PrintError(f"{error.filename or 'a file'}: {error.strerror or error}") from None
    except (RecursionError, MemoryError):
        raise PrintError(say("this is too large to be drawn")) from None


COVER, CARDS, BOOK = "cover", "cards", "book"
_SEALED = "answers"
_KEPT = 4  # kits whose files are kept drawn


class Job(Struct, frozen=True):
    """A kit that the render workers shall draw.

    `words` are the arguments of `cardgen kit`. `file` is the content of a fact file (b"" for a kit without facts); it
    has blanks in place of facts that the user must not see. `code` is the code of the real facts. `hidden` are the
    numbers of the cards with blanks, which are drawn as backs. `household` is a text that changes if printer profiles
    or uploads (such as themes) change, so that no outdated drawing is used.
    """

    words: tuple[str, ...]
    file: bytes = b""
    code: str = ""
    hidden: tuple[int, ...] = ()
    household: str = ""

    @property
    def facts(self) -> Facts | None:
        """The facts in `file`, with `code` as their kit code; None if `file` is b"".

        Raises FactError if `file` is no valid fact file.
        """
        return replace(parse(json.loads(self.file), "these facts"), kit=self.code) if self.file else None


class Part(Struct, frozen=True):
    """A part of a kit, such as the cards or the rulebook.

    `name` is its key and `title` its name on the page. `file` is the name of its file (or names of its files); `sheets`
    and `pages` are how many it has. The other fields are phrases ("": nothing to say): `stock` is the paper to use,
    `sides` says how to print it, `after` what to do with it after printing, and `need` what it is for.
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


class Glance(Struct, frozen=True):
    """A summary of a kit.

    `title` is the game's title. `players`, `pairs` (of facts) and `cards` are counts, and `sheets` is the number of
    sheets of the cards alone. `paper` is the name of the paper. `parts` has the key and the title of each part.
    `profile` describes the printer's correction ("": none), and `lasts` says how long a game takes ("": unknown).
    """

    title: str
    players: int
    pairs: int
    cards: int
    sheets: int
    paper: str
    parts: tuple[tuple[str, str], ...]
    profile: str
    lasts: str


@lru_cache(maxsize=16)
def _asked(words: tuple[str, ...], _household: str) -> tuple[KitSpec, str | None]:
    """Return the kit that `words` ask for, and the path of the picture on its backs (None: the usual back).

    `words` are the arguments of `cardgen kit`. `_household` is as in `Job`, and keeps outdated results out of the
    cache.
    """
    from cardgen.commands.deck import CardWords
    from cardgen.commands.kit import kit, read_spec

    with kit.make_context("kit", [*words, "--quiet"]) as context:
        given = context.params
        sheet = CardWords(**{name: given[name] for name in CardWords.__struct_fields__})
        table = given["game"], given["players"], given["each"], given["options"]
        more = {"sleeved": given["sleeved"], "large": given["large_print"], "face": given["face"]}
        return read_spec(*table, given["stock"], sheet, **more), given["own_back"]


class _Drawn:
    """A kit with its files; each file is drawn when it is first needed.

    `drawn` maps the keys of parts to what was drawn, and `left_out` maps those of parts that cannot be drawn to the
    reason.
    """

    def __init__(self, job: Job) -> None:
        from cardgen.extras.registry import printed_deck
        from cardgen.kit import check_table
        from cardgen.layout import lay_out

        self.job = job
        spec, picture = _asked(job.words, job.household)
        spec = replace(spec, language=spoken())
        spec = replace(spec, facts=job.facts, deal_seed=0 if job.file else None)
        check_table(spec)
        self.layout: Layout = lay_out(spec.sheet)
        self.deck = spec.game_deck()
        if picture:
            from cardgen.custom.art import replace_art

            self.deck = replace_art(self.deck, Path(picture), None, spec.sheet.card).deck
        self._whole = self.deck
        if job.hidden and spec.facts is not None:  # backs in place of the faces that stay unseen
            both = zip(self.deck.cards, spec.facts.cards, strict=True)
            back = self.deck.back
            cards = (replace(face, draw=back) if card.number in job.hidden else face for face, card in both)
            self.deck = replace(self.deck, cards=tuple(cards))
        self.spec = replace(spec, deck=self.deck)
        self.printed = printed_deck(self.spec, self.deck)
        self.drawn: dict[str, tuple[FileRow, bytes]] = {}
        self.left_out: dict[str, str] = {}

    def names(self) -> list[str]:
        """Return the keys of the parts in the order in which they are shown."""
        from cardgen.extras.registry import extras_of_kit

        extras = list(extras_of_kit(self.spec))
        first = [name for name in ("teach",) if name in extras]
        return [COVER, CARDS, BOOK, *first, *(name for name in extras if name not in first)]

    def lasts(self) -> str:
        """Return how long the game lasts, such as `30–65 minutes for 6`; "" if it has no teaching page."""
        from referee import games
        from referee.books.teach import has_lesson, lesson
        from referee.core.setup import seated

        spec = self.spec
        if not has_lesson(spec.game):
            return ""
        it = lesson(seated(games.game(spec.game), spec.players, spec.options, spec.facts))
        return f"{it.minutes} {it.unit}"

    def title(self, name: str) -> str:
        from cardgen.extras.registry import EXTRAS

        ours = {COVER: later("Print me first"), CARDS: later("Cards"), BOOK: later("Rulebook")}
        return say(ours.get(name) or EXTRAS[name].title)

    def part(self, name: str) -> tuple[FileRow, bytes]:
        """Return the row of a part in the list of files, and the part's PDF.

        Fronts and backs alternate in the PDF, even if the printer is fed by hand. For the cards, the PDF is b"", since
        `page` draws their sheets one by one. Raises PrintError if there is no such part, or if the part does not fit on
        the paper.
        """
        from cardgen.extras.registry import EXTRAS, write_extras
        from cardgen.kit import cards_row

        if name in self.left_out:
            raise PrintError(self.left_out[name])
        if name in self.drawn:
            return self.drawn[name]
        if name == COVER:
            made = self._cover()
        elif name == CARDS:
            made = cards_row(self.deck, self.printed, self.spec.sheet), b""
        elif name == BOOK:
            made = self._book()
        elif name not in EXTRAS:
            raise PrintError(say("there is no such part of this kit"))
        else:
            try:
                made = _written(lambda inside: write_extras(self.spec, inside, only=[name])[0])
            except PrintError as no:
                self.left_out[name] = str(no)
                raise
        self.drawn[name] = made
        return made

    def _book(self) -> tuple[FileRow, bytes]:
        """Return the row and the PDF of the rulebook.

        Drawing the book is half the work of a kit. So the latest books are kept, and used again for a kit with the same
        game, options, players, facts and paper; the look of the cards makes no difference.
        """
        from cardgen.commands.kit import kit
        from cardgen.kit import print_book
        from cardgen.layout import SheetOptions
        from cardgen.spec import KitSpec

        spec, sheet = self.spec, self.spec.sheet
        with kit.make_context("kit", [*self.job.words, "--quiet"]) as context:
            booklet = bool(context.params["booklet"] == "yes")
        paper = SheetOptions(sheet.paper, sides=sheet.sides, low_ink=sheet.low_ink, feed=sheet.feed)
        own = KitSpec(spec.game, spec.options, spec.players, spec.facts, large=spec.large, sheet=paper)
        spec = replace(own, language=spec.language)
        for known, made in _books:  # facts are not hashed
            if known == (spec, booklet):
                return made
        made = _written(lambda inside: print_book(spec, inside, booklet=booklet))
        _books.append(((spec, booklet), made))
        return made

    def _cover(self) -> tuple[FileRow, bytes]:
        from cardgen.kit import COVER as FILE
        from cardgen.pages.guide import Cover, FileRow, cover_pdf
        from cardgen.print.sheets import ink_use

        parts = tuple(self.rows_of_files())
        spec = self.spec
        cover = Cover(spec.title, self.layout, parts, spec.code, ink_use(self._whole, self.layout), spec.guests(40))
        return FileRow(say("Print me first"), 1, FILE, "page", self.layout, "plain"), cover_pdf(cover)

    def rows_of_files(self) -> list[FileRow]:
        """Draw all parts but the cover; return the file list's row of each part that fits on the paper."""
        rows = []
        for name in self.names()[1:]:
            try:
                rows.append(self.part(name)[0])
            except PrintError:
                if name not in self.left_out:
                    raise
        return rows


def _written(write: Callable[[Path], FileRow]) -> tuple[FileRow, bytes]:
    """Return the row and the PDF of a part that the function `write` writes into a folder.

    `write` gets an empty folder and returns the row. If it writes two files (fronts, and backs in reverse order), their
    pages are combined so that each front is followed by its back.
    """
    with TemporaryDirectory() as folder:
        row = write(Path(folder))
        pdfs = [file.read_bytes() for file in sorted(Path(folder).iterdir())]
    if len(pdfs) == 1:
        return row, pdfs[0]
    import pypdfium2

    backs, fronts = (pypdfium2.PdfDocument(pdf) for pdf in pdfs)
    with pypdfium2.PdfDocument.new() as whole:
        for at in range(len(fronts)):
            whole.import_pages(fronts, [at])
            if at < len(backs):
                whole.import_pages(backs, [len(backs) - 1 - at])
        out = io.BytesIO()
        whole.save(out)
    return row, out.getvalue()


_books: deque[tuple[tuple[KitSpec, bool], tuple[FileRow, bytes]]] = deque(maxlen=_KEPT)


@lru_cache(maxsize=_KEPT)
def _drawn(job: Job) -> _Drawn:
    return _Drawn(job)


def glance(job: Job) -> Glance:
    """Return the title of the kit that `job` describes, and how many pairs, cards and sheets it has.

    Raises PrintError if the kit can't be made.
    """
    from referee import games

    drawn = _drawn(job)
    asked, count = drawn.spec, len(drawn.deck.cards)
    profile = asked.sheet.profile
    return Glance(
        games.game(asked.game).title.replace("'", "’"), asked.players, asked.pairs if job.file else 0, count,
        drawn.layout.sheets(len(drawn.printed.cards)), asked.sheet.paper.name,
        tuple((name, drawn.title(name)) for name in drawn.names()),
        profile.describe() if not profile.is_zero else "", drawn.lasts(),
    )  # fmt: skip


def check_cards(job: Job, numbers: tuple[int, ...]) -> None:
    """Raise PrintError if the text of a card whose number is in `numbers` does not fit on that card."""
    from cardgen.print.sheets import deck_pdf

    drawn = _drawn(job)
    assert job.facts is not None
    both = zip(drawn.deck.cards, job.facts.cards, strict=True)
    some = tuple(face for face, card in both if card.number in numbers)
    bare = replace(drawn.layout, options=replace(drawn.layout.options, cover=False))
    deck_pdf(replace(drawn.deck, cards=some), bare)


def pages_of(job: Job, name: str) -> int:
    """Return how many pages the part with the key `name` has; 0 for the answers while any card is hidden."""
    drawn = _drawn(job)
    if name == CARDS:
        two = drawn.spec.sheet.sides in ("long", "short")
        return drawn.layout.sheets(len(drawn.printed.cards)) * (2 if two else 1)
    if name == _SEALED and job.hidden:
        return 0
    return len(_PAGE.findall(drawn.part(name)[1]))


_PAGE = re.compile(rb"/Type ?/Page\b")
"""A page in a PDF of ours: its objects are not packed, and a web page has no library for PDFs yet when it counts."""


def page(job: Job, name: str, number: int, dpi: int) -> bytes:
    """Return a picture file of page `number` (from 0) of the part with the key `name`: JPEG up to 72 dpi, else PNG.

    Raises PrintError if there is no such page, or if it can't be drawn.
    """
    from cardgen.print.preview import page_picture, sheet_picture

    drawn = _drawn(job)
    if name == CARDS:
        return sheet_picture(drawn.printed, drawn.layout, number, dpi)
    if not 0 <= number < pages_of(job, name):
        raise PrintError(say("there is no such page"))
    return page_picture(drawn.part(name)[1], number, dpi)


def parts(job: Job) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """Draw the whole kit; return its parts, and a sentence for each part that does not fit on the paper."""
    from cardgen.pages.guide import printed_as

    drawn = _drawn(job)
    drawn.rows_of_files()
    found = []
    for name in drawn.names():
        if name in drawn.left_out:
            continue
        row = drawn.part(name)[0]
        how = printed_as(row, drawn.spec.sheet)
        found.append(
            Part(
                name, drawn.title(name), row.file, row.sheets, pages_of(job, name), how.stock,
                say("both sides") if name == COVER and drawn.spec.sheet.sides in ("long", "short") else how.sides,
                how.after, how.need,
            )
        )  # fmt: skip
    return tuple(found), tuple(f"{drawn.title(name)}: {no}" for name, no in drawn.left_out.items())


def rules(job: Job) -> tuple[HouseRule, ...]:
    """Return the kit's house rules as `job` sets them, with what the rulebook says on each possible value."""
    asked, _ = _asked(job.words, job.household)
    return house_rules(asked.game, asked.options, asked.players)


def rules_page(game: str) -> tuple[str, str]:
    """Return a game's title, and the HTML of its rulebook under the usual house rules.

    Raises PrintError for an unknown game.
    """
    from referee import games
    from referee.books.html import book_page
    from referee.core.setup import seated
    from referee.host.pages import book_card

    if game not in games.REGISTRY:
        raise PrintError(say("there is no such game"))
    it = games.game(game)
    return it.title, book_page(seated(it, it.usual, it.options()), book_card(it))


def shown(seed: int) -> list[tuple[str, int, str]]:
    """Return the sample cards that the studio's first page shows for a seed (see `cardgen.export.screens`).

    Each card is its place on the page (such as `fan-1`), its number, and its text.
    """
    from cardgen.export import screens

    return [(one.name, one.number, one.text) for one in screens.shown(seed)]


def shown_card(seed: int, number: int) -> str:
    """Return as SVG the card `number` of the sample cards that the studio's first page shows for `seed`.

    Raises PrintError if there is no such card.
    """
    from cardgen.export import screens

    return screens.shown_card(seed, number)


_SAMPLE = ("liars-lair", "--players", "4", "--deal-seed", "1", "--paper", "a4")


def sample_kit() -> dict[str, bytes]:
    """Return the PDFs of a sample kit by their file names, and a ZIP of its whole folder as `sample.zip`."""
    from cardgen.export import screens

    with TemporaryDirectory() as scratch:
        facts, place = Path(scratch, "sample.json"), Path(scratch, "sample")
        made = screens.shown_facts(screens.SAMPLE)
        pairs = made.pairs[:12]
        facts.write_bytes(format_facts(replace(made, pairs=pairs)))
        _write((*_SAMPLE, "--each", str(len(pairs) // 4), "--facts", str(facts)), place)  # which say their language
        files = {file.name: file.read_bytes() for file in sorted(place.glob("*.pdf"))}
        return files | {"sample.zip": zip_of(place)}


def warm() -> None:
    """Draw one sheet of cards, so that the slow imports are done before a user asks for a page."""
    page(Job(("lizard", "--players", "4")), CARDS, 0, 96)


Flip = Literal["long", "short"]


class KnownPrinter(Struct, frozen=True):
    """A stored printer profile; `words` is its correction as a sentence, `usual` says if it is the default."""

    name: str
    tray: str
    words: str
    usual: bool


def known_printers() -> tuple[KnownPrinter, ...]:
    """Return all stored printer profiles."""
    from cardgen.printers import known

    profiles, usual = known()
    return tuple(KnownPrinter(one.printer, one.tray, in_words(one), one == usual) for one in profiles)


def usual_paper() -> str:
    """Return the name of the paper that is used if none is chosen."""
    from cardgen.layout import default_paper

    return default_paper().name


def test_sheet(paper: str, flip: Flip, printer: str, tray: str) -> bytes:
    """Return the PDF of the printer's test sheet.

    `paper` is the paper's name ("": the usual paper), and `flip` the edge on which the sheet is flipped. With a
    `printer` (and perhaps a `tray`), its stored profile corrects the sheet, and readings on the sheet should then be
    zero; "" stands for none.
    """
    from cardgen.layout import Profile, default_paper, parse_paper
    from cardgen.printers import choose, sheet_pdf

    profile = choose(printer, tray or None, None) if printer else Profile()
    return sheet_pdf(parse_paper(paper) if paper else default_paper(), flip, profile)


def test_picture() -> bytes:
    """Return a small picture file (JPEG or PNG) of the front of the sheet by which printers are adjusted."""
    from cardgen.print.preview import page_picture

    return page_picture(test_sheet("", "long", "", ""), 0, 48)


def read(paper: str, flip: Flip, across: str, up: str) -> str:
    """Return the correction for a reading of the test sheet, as a sentence.

    `paper` is the sheet's paper ("": the usual one), and `flip` the edge on which it was flipped. `across` and `up`, as
    typed, say how many mm the needle hole lies right of and above the middle of grid 1. Raises PrintError if one of
    them is no number, or if the hole lies off the grid.
    """
    return in_words(_profile(paper, flip, across, up))


def remember(paper: str, flip: Flip, across: str, up: str, name: str, tray: str, refine: bool) -> str:
    """Store a reading of the test sheet as the profile of a printer, and return the correction as a sentence.

    The first four parameters are the reading, as in `read`. `name` is the printer's name, and `tray` its tray ("":
    none). The profile becomes the default. With `refine`, the sheet was printed with the stored profile, so the reading
    is added to that. Raises PrintError if there is no name, or if the reading is wrong.
    """
    from cardgen.printers import NONE, find, refined, remember

    name, tray = name.strip(), tray.strip()
    if not name or name.casefold() == NONE:
        raise PrintError(say("what shall the printer be called? Give it a name"))
    profile = replace(_profile(paper, flip, across, up), printer=name, tray=tray)
    old = find(name, tray)
    if refine and old is not None:
        profile = refined(old, profile)
    remember(profile, default=True)
    return in_words(profile)


def _profile(paper: str, flip: Flip, across: str, up: str) -> Profile:
    from cardgen.layout import default_paper, parse_paper
    from cardgen.printers import from_holes

    sheet = parse_paper(paper) if paper else default_paper()
    return from_holes(sheet, flip, {1: (_mm(across), _mm(up))})


def _mm(text: str) -> float:
    try:
        return float(text.strip().replace("−", "-").replace(",", ".").removesuffix("mm") or "0")
    except ValueError:
        why = say("“{text}” is no number of millimetres, such as 0.8 or −1.5", text=text[:20])
        raise PrintError(why) from None


def in_words(profile: Profile) -> str:
    """Return the correction of a profile as a sentence: `Backs are moved 0.8 mm left and 0.3 mm up.`"""
    if profile.is_zero:
        return say("Backs lie where they should: nothing is moved.")
    moves = both(profile.moves)
    return (
        say("Backs are moved {moves}.", moves=moves)
        if profile.x_mm or profile.y_mm
        else say("Backs are {moves}.", moves=moves)
    )


_DATE = (1980, 1, 1, 0, 0, 0)
_ID = re.compile(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]")


class Pass(Struct, frozen=True):
    """A printing pass, which is all parts of a kit that need the same paper and the same sides.

    `title`, `stock` (the paper) and `sides` are phrases. `parts` are the keys of the parts, `files` the names of their
    files, and `sheets` is the number of sheets. `again` is true if a printed stack of fronts is fed once more, for its
    backs.
    """

    title: str
    stock: str
    sides: str
    parts: tuple[str, ...]
    files: tuple[str, ...]
    sheets: int
    again: bool = False
    """Whether the stack goes in once more, for its backs."""


def passes(parts: Sequence[Part], left: Sequence[str]) -> tuple[Pass, ...]:
    """Return the printing passes of a kit, in the order of its parts.

    `left` are the keys of parts that are not printed. If sheets are fed by hand, parts with two sides make two passes,
    first all fronts, then all backs; the backs begin with the last part.
    """
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        if part.name not in left:
            groups.setdefault((part.stock, part.sides), []).append(part)
    found = []
    for (stock, sides), those in groups.items():
        names, sheets = tuple(part.name for part in those), sum(part.sheets for part in those)
        title = " · ".join(part.title for part in those)
        found.append(Pass(title, stock, sides, names, tuple(_fronts(part.file) for part in those), sheets))
        by_hand = [part.file.partition("-fronts")[0] for part in reversed(those) if "-fronts" in part.file]
        if backs := tuple(f"{base}-backs.pdf" for base in by_hand):
            found.append(Pass(title, stock, sides, names, backs, sheets, again=True))
    return tuple(found)


def _fronts(file: str) -> str:
    base, by_hand, _ = file.partition("-fronts")  # the file of a part fed by hand names both its files
    return f"{base}-fronts.pdf" if by_hand else file


def quietly(command: click.Command, words: Sequence[str], name: str) -> None:
    """Run a command with the arguments `words`, without its output.

    `name` is the command's name in its error messages. Raises ClickException, UserError or OSError if the command
    fails.
    """
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        command.main([*words, "--quiet"], prog_name=name, standalone_mode=False)


def _write(words: Sequence[str], folder: Path, *more: str) -> None:
    """Run `cardgen kit` with the arguments `words` and `more`, so that it writes the kit to `folder`."""
    from cardgen.commands.kit import kit

    quietly(kit, [*words, "-o", str(folder), *more], "cardgen kit")


def folder(words: tuple[str, ...], name: str, force: bool) -> str:
    """Write a kit to the folder `name` below the command line's default folder, and return its path.

    `words` are the arguments of `cardgen kit`. With `force`, a different kit in that folder is replaced; otherwise
    PrintError is raised. Raises PrintError with the command's error sentence if it fails.
    """
    from liarsdeck.files import default_folder

    place = default_folder() / name
    _write(words, place, *(["--force"] if force else []))
    return str(place.absolute())


def zipped(words: tuple[str, ...], name: str) -> bytes:
    """Return a ZIP of the kit that `cardgen kit` writes, in a folder called `name`.

    `words` are the arguments of that command. Raises PrintError with the command's error sentence if it fails.
    """
    with TemporaryDirectory() as scratch:
        place = Path(scratch, name)
        _write(words, place)
        return zip_of(place)


def zip_of(place: Path) -> bytes:
    """Return a folder as a ZIP file; its entries have a fixed date, so equal files give equal bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for file in sorted(path for path in place.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"{place.name}/{file.relative_to(place).as_posix()}", _DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, file.read_bytes())
    return out.getvalue()


def pass_pdf(words: tuple[str, ...], files: tuple[str, ...]) -> bytes:
    """Return the files of one printing pass of a kit as one PDF.

    `words` are the arguments of `cardgen kit`, and `files` the names of the PDFs that this command writes, in the order
    wanted. Raises PrintError with the command's error sentence if the command fails.
    """
    import pypdfium2

    with TemporaryDirectory() as scratch:
        place = Path(scratch, "kit")
        _write(words, place)
        if len(files) == 1:
            return (place / files[0]).read_bytes()
        out = io.BytesIO()
        with pypdfium2.PdfDocument.new() as whole:
            for file in files:
                with pypdfium2.PdfDocument(place / file) as one:
                    whole.import_pages(one)
            whole.save(out)
    # PDFium writes the time and a random ID: a fixed date and an ID of the content make the bytes reproducible.
    data = re.sub(rb"\(D:\d{14}", b"(D:19800101000000", out.getvalue())
    mark = hashlib.sha256(_ID.sub(b"", data)).hexdigest()[:32].encode()
    return _ID.sub(b"/ID[<%b><%b>]" % (mark, mark), data)


def export(target: str, words: tuple[str, ...], name: str) -> bytes:
    """Return a ZIP file with what `cardgen export` writes for a deck, in the folder `name`.

    `target` is the print shop or program, such as `png`, and `words` are the arguments of the command after the target.
    Raises PrintError with the command's error sentence if it fails.
    """
    from cardgen.commands.deck import export as command

    with TemporaryDirectory() as scratch:
        place = Path(scratch, name)
        quietly(command, [target, *words, "-o", str(place)], "cardgen export")
        if not place.is_dir():
            raise PrintError(say("nothing was written"))
        return zip_of(place)


class OwnJob(Struct, frozen=True):
    """The user's own deck, as the render workers shall draw it.

    `file` is the path of the deck's file, and `words` are options of `cardgen deck` for paper and look. `mark` is a
    text that changes if the deck's files, printer profiles or uploads change.
    """

    file: str
    words: tuple[str, ...]
    mark: str = ""


class OwnGlance(Struct, frozen=True):
    """A summary of the user's own deck: title, numbers of cards, sheets and printed sides, name of paper."""

    title: str
    cards: int
    sheets: int
    pages: int
    paper: str


@lru_cache(maxsize=2)
def _made(job: OwnJob) -> tuple[Deck, Layout]:
    from cardgen.commands.deck import CardWords, DeckSource, given_deck, known_deck, read_sheet
    from cardgen.commands.deck import deck as command
    from cardgen.decks import check_size
    from cardgen.layout import lay_out

    with command.make_context("deck", [job.file, *job.words, "--quiet"]) as context:
        given = context.params
        words = known_deck(job.file, CardWords(**{name: given[name] for name in CardWords.__struct_fields__}))
        layout = lay_out(read_sheet(words))
        made, _ = given_deck(job.file, DeckSource(own_back=given["own_back"]), words)
    check_size(made, layout.options.card)
    return made, layout


def look(job: OwnJob) -> OwnGlance:
    """Return the title of the user's own deck, how many cards and sheets it has, and its paper.

    Raises PrintError with the first faults of the deck's file, by line and column.
    """
    made, layout = _made(job)
    sheets = layout.sheets(len(made.cards))
    two = layout.options.sides in ("long", "short")
    return OwnGlance(made.title, len(made.cards), sheets, sheets * (2 if two else 1), layout.options.paper.name)


@lru_cache(maxsize=8)
def own_deck_page(job: OwnJob, number: int, dpi: int) -> bytes:
    """Return a picture file of one side of the sheets of the user's own deck, at `dpi` pixels an inch.

    `number` counts the sides from 0. Raises PrintError if that side can't be drawn.
    """
    from cardgen.print.preview import sheet_picture

    return sheet_picture(*_made(job), number, dpi)


def deck_pdf_of(job: OwnJob, backs: bool) -> bytes:
    """Return a PDF of the user's own deck as `cardgen deck` writes it.

    With manual feed, that command writes two files; this is the one with the backs if `backs`, else the one with the
    fronts. Raises PrintError with the command's error sentence if it fails.
    """
    from cardgen.commands.deck import deck as command

    with TemporaryDirectory() as scratch:
        out = Path(scratch, "deck.pdf")
        quietly(command, [job.file, *job.words, "-o", str(out)], "cardgen deck")
        files = sorted(Path(scratch).iterdir(), key=lambda file: "fronts" not in file.name)
        return files[-1 if backs else 0].read_bytes()
