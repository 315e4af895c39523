"""Write a kit: a folder with everything for one game night."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks import Deck, find
from cardgen.errors import PrintError
from cardgen.extras.registry import EXTRAS, extras_of_kit, printed_deck, write_what_fits
from cardgen.layout import PAPERS, Feed, Paper, SheetOptions, Sides, lay_out, named_files, on_slots
from cardgen.pages.guide import Cover, FileRow, cover_pdf, listed_files
from cardgen.print.sheets import ink_use, print_deck
from cardgen.spec import KitSpec
from factbank import factfile
from liarsdeck.files import whole_folder
from liarsdeck.language import both, later, say, say_n, speaking

if TYPE_CHECKING:
    from cardgen.pages.book import PrintedBook
    from factbank.factfile import Facts

COVER, DECK, BOOK = "print-me-first.pdf", "deck.pdf", "rulebook.pdf"
FACTS, README = "facts.json", "README.txt"
_WIDTH = 78


class CommandLine(Struct, frozen=True):
    """The options with which a kit can be made again, as they were typed; its README quotes them.

    `kit` are the options that only `cardgen kit` has, `cards` those that `cardgen deck` has too. `files` is true if an
    option names a file or folder: their paths are relative to the current folder.
    """

    kit: str = ""
    cards: str = ""
    files: bool = False


class WrittenKit(Struct, frozen=True):
    """A kit that was written.

    `folder` is where it was written, and `code` is the kit's code ("" for a game without facts). `cards` is the number
    of cards in the deck, and `sheets` that of sheets of paper in all files. `left_out` has a sentence for each extra
    that did not fit the paper. `shares` is a phrase with the number of facts about each guest ("" if there are none).
    """

    folder: Path
    code: str
    cards: int
    sheets: int
    left_out: tuple[str, ...] = ()
    shares: str = ""


def check_table(spec: KitSpec) -> None:
    """Check the game, its house rules and the number of players, without printing.

    Raises PrintError, with the referee's sentence, if the game can't be played so.
    """
    from referee import games
    from referee.core.setup import seated

    game = games.game(spec.game)
    fault = game.check(seated(game, spec.players, spec.options, spec.facts))
    if fault is not None:
        raise PrintError(fault[1])


def steps(spec: KitSpec) -> int:
    """Return how often `write_kit` calls its `step`: once for the deck, the book, each extra and the cover."""
    return 3 + len(extras_of_kit(spec))


def write_kit(
    spec: KitSpec,
    folder: Path,
    *,
    booklet: bool = True,
    with_art: Callable[[Deck], Deck] | None = None,
    command: CommandLine | None = None,
    step: Callable[[], None] | None = None,
) -> WrittenKit:
    """Write a kit's folder, completely or not at all.

    With `booklet` the rulebook is to be folded, else it has single pages. `with_art` takes the game's deck and returns
    it with people's own art. `command` has the options that the README quotes (None: house rules and paper only).
    `step` is called after each part, for a progress bar. Raises PrintError if the game can't be played so or a
    necessary part does not fit the paper, RecordError for a game without a book, and OSError; `folder` is then
    unchanged.
    """
    step = step or (lambda: None)
    check_table(spec)
    with speaking(spec.facts.language if spec.facts else spec.language):
        made = _write_kit(spec, folder, booklet=booklet, with_art=with_art, command=command, step=step)
    return replace(made, shares=spec.facts.shares if spec.facts else "")


def _write_kit(
    spec: KitSpec, folder: Path, *, booklet: bool, with_art: Callable[[Deck], Deck] | None,
    command: CommandLine | None, step: Callable[[], None],
) -> WrittenKit:  # fmt: skip
    layout = lay_out(spec.sheet)
    deck = with_art(spec.game_deck()) if with_art else spec.game_deck()
    spec = replace(spec, deck=deck)
    with whole_folder(folder) as inside:
        printed = printed_deck(spec, deck)
        print_deck(printed, replace(spec.sheet, cover=False), inside / DECK)
        main = [cards_row(deck, printed, spec.sheet)]
        step()
        main.append(print_book(spec, inside, booklet=booklet))
        step()
        extras, left_out = write_what_fits(spec, inside, step)
        teach = [part for part in extras if part.file == EXTRAS["teach"].file]
        parts = [*teach, *main, *(part for part in extras if part not in teach)]
        if spec.sheet.cover:
            company = spec.guests(40) or (spec.seats if spec.facts else "")
            cover = Cover(spec.title, layout, tuple(parts), spec.code, ink_use(deck, layout), company)
            (inside / COVER).write_bytes(cover_pdf(cover))
        if spec.facts:
            factfile.write(spec.facts, inside / FACTS, private=True)
        (inside / README).write_bytes(readme(spec, deck, parts, left_out, command).encode())
        step()
    sheets = sum(part.sheets for part in parts) + spec.sheet.cover
    return WrittenKit(folder, spec.code, len(deck.cards), sheets, left_out)


def cards_row(deck: Deck, printed: Deck, sheet: SheetOptions) -> FileRow:
    """Return the entry of the deck's PDF in a kit's list of files.

    `printed` is `deck` followed by the reference cards that share its last sheet, if any. Raises PrintError if the
    cards do not fit the paper.
    """
    layout = lay_out(replace(sheet, cover=False))
    files = named_files(Path(DECK), sheet.sides, sheet.feed)
    more = len(printed.cards) - len(deck.cards)
    beside = say_n("{n} reference card", "{n} reference cards", more) if more else ""
    return FileRow(say("Cards"), layout.sheets(len(printed.cards)), files, "cards", layout, beside=beside)


def print_book(spec: KitSpec, inside: Path, *, booklet: bool) -> FileRow:
    """Write a kit's rulebook into the folder `inside`, and return its entry in the list of files.

    With `booklet` it is to be folded, else it has single pages.
    """
    from cardgen.pages.book import write_book

    sheet, out = spec.sheet, inside / BOOK
    book = write_book(spec, out, booklet=booklet)
    if book.booklet:
        return FileRow(say("Rulebook"), book.sheets, named_files(out, sheet.sides, sheet.feed), "booklet")
    return FileRow(say("Rulebook"), book.sheets, out.name, "page")


def readme(
    spec: KitSpec, deck: Deck, parts: Sequence[FileRow], left_out: Sequence[str], command: CommandLine | None
) -> str:
    """Return the text of the kit's README, in lines of at most 78 characters except for commands.

    `parts` are the entries of its files, `left_out` the sentences on extras that did not fit. Without a `command`, the
    commands in the text state house rules and paper only.
    """
    from referee import games
    from referee.core.setup import as_typed, given_options, seated

    game = games.game(spec.game)
    sheet, usual = spec.sheet, type(spec.options)()
    house_rules = [
        row
        for name in given_options(spec.options)
        for row in as_typed(name, getattr(spec.options, name))
        if row not in as_typed(name, getattr(usual, name))
    ]
    rules = "".join(f" --option {name}={value}" for name, value in house_rules)
    kit = f"--kit {spec.code}" if spec.code else ""
    plain = CommandLine(f"{kit} --players {spec.players}{rules}".lstrip(), f"--paper {sheet.paper.name}")
    command = command or plain
    blocks: list[list[str]] = []  # with a line free between them

    def paragraph(*texts: str) -> None:
        blocks.append([
            line
            for text in texts
            for line in textwrap.wrap(text, _WIDTH, break_on_hyphens=False, break_long_words=False)
        ])  # fmt: skip

    def copy(*words: str) -> str:
        return "    " + " ".join(filter(None, words))

    title = say("{game}, kit {kit}", game=game.title, kit=spec.code) if spec.code else game.title
    blocks.append([title, "=" * len(title)])
    note = game.deck_note(seated(game, spec.players, spec.options, spec.facts), len(deck.cards))
    players = say("For {players} players: {cards} cards", players=spec.players, cards=len(deck.cards))
    paragraph(players + note)
    blocks.append([say("PRINT")])
    how = [say(_how_to_print(sheet), paper=sheet.paper.name)]
    if sheet.cover:
        how.insert(0, say("Begin with print-me-first.pdf: one page that says how, and a ruler to check it."))
    prepared = [part.file for part in parts if part.layout and on_slots(part.layout.options)]
    if sheet.slots and prepared:
        files = both(prepared)
        how.append(say("On the prepared sheets, “{sheet}”, go {files}.", sheet=sheet.slots.title, files=files))
    paragraph(*how)
    blocks.append(listed_files(parts, sheet, _WIDTH))
    for part in parts:
        if part.beside:
            paragraph(say("The last cards of {file} are {beside}.", file=part.file, beside=part.beside))
    for sentence in left_out:
        paragraph(say("Left out for want of room. {why}.", why=sentence))

    blocks.append([say("PLAY WITH THE COMPUTER AS REFEREE")])
    does = say("The referee keeps the score and knows the rules; you shuffle and deal.")
    if spec.facts:
        does = say("The referee deals by number, so nobody has to see the facts.")
    where = say("In a terminal, on one computer (it asks who sits at the table, clockwise) or on everybody's phone:")
    paragraph(f"{does} {where}")
    blocks.append([copy(f"referee {word}", spec.game, f"{kit}{rules}".lstrip()) for word in ("new", "host")])
    paragraph(_by_make(house_rules))
    if spec.facts:
        if spec.facts.guests:
            paragraph(say("In the lobby, phones are offered the names {names}.", names=both(spec.facts.guests)))
        paragraph(say("On another computer, in this folder:"))
        blocks += [[copy("referee new", spec.game, f"--facts facts.json{rules}")], [say("PLAY ON PAPER")]]
        sheet_says = say(
            "Somebody who does not play is the referee, prints answer-sheet.pdf unseen by the others, and opens it at "
            "the table. It says which number is true, which two belong together, and who gets which cards."
        )
        dealt = say("It was dealt by chance: nothing outside it leads to what is inside.")
        if spec.deal_seed is not None:
            dealt = say(
                "It was dealt by --deal-seed {seed}, and says so: whoever knows that can deal it again.",
                seed=spec.deal_seed,
            )
        seats = say(
            "It has {players} seats. If one stays empty, its slip and its cards go into the box, unread, and some "
            "claims have no rival.",
            players=spec.players,
        )
        paragraph(f"{sheet_says} {dealt} {seats}")

    blocks.append([say("AGAIN")])
    paragraph(_again(spec))
    blocks.append([copy("cardgen kit", spec.game, command.kit, command.cards)])
    added = say(
        "What print-me-first.pdf speaks of is added there: --ink low, --back-ink low (sparing on backs), --colour-aid "
        "(patterns), --sides short, long or fold, --feed manual (by hand). cardgen calibrate measures the printer."
    )
    paragraph(added)
    if spec.facts:
        spoil = say(
            "The facts in facts.json spoil the game: do not look. Which half of a pair is true is drawn anew for every "
            "game by the referee, and for every answer sheet, which serves for one game. This prints the next sheet:"
        )
        paragraph(spoil)
        blocks.append([copy("cardgen extras", spec.game, plain.kit, plain.cards, "--only answers")])
    paragraph(say("One card lost? This prints it alone, with its back (name it as the rules do):"))
    counts = " ".join(f"--{name} {value}" for name, value in house_rules if name in find(spec.game).takes)
    blocks.append([copy("cardgen deck", spec.game, kit, counts, command.cards, f"--only {deck.cards[0].name}")])
    if command.files:
        paragraph(say("Give both in the folder where this kit was made: files of yours are named in them."))
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _by_make(house_rules: Sequence[tuple[str, str]]) -> str:
    """Return the README's paragraph on what to type instead, for people who printed the kit with make.

    `house_rules` has the name and value of each house rule; make takes them in its variable `OPTIONS`.
    """
    words = later(
        "If you printed with make, the programs lie in liarsdeck's folder. Open the terminal there and put .venv/bin/ "
        "before each command on these pages (Windows: .venv\\Scripts\\); with make, --ink low is INK=low."
    )
    if house_rules:
        words = later(
            "If you printed with make, the programs lie in liarsdeck's folder. Open the terminal there and put "
            ".venv/bin/ before each command on these pages (Windows: .venv\\Scripts\\); with make, --ink low is "
            'INK=low and these house rules are OPTIONS="{rules}".'
        )
    return say(words, rules=" ".join(f"{name}={value}" for name, value in house_rules))


def _again(spec: KitSpec) -> str:
    """Return the README's sentence on what the command below it does, which makes the kit again."""
    words = later("This makes the same kit once more. Change what you like, such as the paper or the players:")
    if spec.facts and spec.deal_seed is None:
        words = later(
            "This makes the same kit once more, with another answer sheet (on another computer with --facts facts.json "
            "in place of --kit and its code). Change what you like, such as the paper or the players:"
        )
    elif spec.facts:
        words = later(
            "This makes the same kit once more (on another computer with --facts facts.json in place of --kit and its "
            "code). Change what you like, such as the paper or the players:"
        )
    return say(words)


def _how_to_print(sheet: SheetOptions) -> str:
    """Return the sentence on how to print, in English, with `{paper}` in the place of the paper's name."""
    if sheet.sides == "fold":
        return later(
            "Print everything at 100 %, no scaling, on {paper}, on one side, then fold along the dashed line and glue."
        )
    if sheet.sides not in ("long", "short"):
        return later("Print everything at 100 %, no scaling, on {paper}, on one side.")
    if sheet.feed == "manual" and sheet.sides == "long":
        return later(
            "Print everything at 100 %, no scaling, on {paper}, the fronts first, then the backs on the turned stack "
            "(turn it on its long edge)."
        )
    if sheet.feed == "manual":
        return later(
            "Print everything at 100 %, no scaling, on {paper}, the fronts first, then the backs on the turned stack "
            "(turn it on its short edge)."
        )
    if sheet.sides == "long":
        return later("Print everything at 100 %, no scaling, on {paper}, on both sides, flipped on the long edge.")
    return later("Print everything at 100 %, no scaling, on {paper}, on both sides, flipped on the short edge.")


def make_kit(spec: KitSpec, sheet: SheetOptions, folder: Path, *, booklet: bool = True) -> WrittenKit:
    """Write a kit's folder for the options `sheet`, with a folded book if `booklet`. Deprecated: use `write_kit`."""
    return write_kit(replace(spec, sheet=sheet), folder, booklet=booklet)


def write_rulebook(
    game: str, options: Struct, players: int, out: Path, *, facts: Facts | None = None, paper: Paper = PAPERS["a4"],
    sides: Sides = "long", booklet: bool = True, size: str | None = None, large: bool = False, low_ink: bool = False,
    feed: Feed = "duplex", url: str = "", step: Callable[[], None] | None = None,
) -> PrintedBook:  # fmt: skip
    """Write a rulebook as `cardgen.pages.book.write_book` does, and call `step` after that. Deprecated: use that."""
    from cardgen.pages.book import write_book

    sheet = SheetOptions(paper, sides=sides, feed=feed, low_ink=low_ink)
    spec = KitSpec(game, options, players, facts, large=large, sheet=sheet, book_url=url)
    made = write_book(spec, out, booklet=booklet, size=size)
    if step:
        step()
    return made
