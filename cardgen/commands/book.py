"""The commands `cardgen rulebook`, `extras`, `slips` and `story`."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec.structs import replace

from cardgen.commands.deck import (
    BOOK_URL,
    INK,
    LANGUAGE,
    PAPER,
    CardWords,
    DeckSource,
    check_game,
    check_players,
    chosen_language,
    gathered,
    given_deck,
    given_facts,
    known_deck,
    one_of,
    output_file,
    own_art,
    read_house,
    read_sheet,
    written,
    written_options,
)  # fmt: skip
from cardgen.decks import REGISTRY, Deck, draw_blank, has_deck, is_deck_file
from cardgen.errors import PrintError
from cardgen.layout import SIDES, Feed, Paper, SheetOptions, Sides, default_paper, parse_paper
from cardgen.pages.booklet import NAMES, SIZES
from cardgen.pages.booklet import choose as choose_page
from cardgen.spec import KitSpec, Stock, check_url, parse_stock
from liarsdeck.cli import command, note, progress
from liarsdeck.english import counted
from liarsdeck.errors import OPTION
from liarsdeck.files import STDOUT
from liarsdeck.language import speaking


def _paper(name: str | None) -> Paper:
    return default_paper() if name is None else parse_paper(name)


@command(
    "rulebook",
    examples=[
        "cardgen rulebook liars-lair -o rules.pdf",
        "cardgen rulebook lizard --players 4 --option rounds=10",
        "cardgen rulebook liars-lair --players 4 --option reclaim=revised --paper letter --booklet no -o rules.pdf",
        "cardgen rulebook liar-poker --large-print",
        "cardgen rulebook red-and-black --html -o rules.html",
    ],
)
@click.argument("game")
@click.option("--players", type=int, help="How many play. [default: as many as is usual]")
@click.option("--each", type=int, help="Truths, and lies, for each player.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--facts", "facts_file", metavar="FILE", help="The facts of the kit that the book is for.")
@click.option("--kit", "code", metavar="CODE", help="Or the code of that kit.")
@PAPER
@click.option(
    "--size", type=click.Choice(tuple(SIZES), case_sensitive=False), help="The page. [default: half the paper]"
)
@one_of(
    "--booklet", ["yes", "no"], "Two pages a side, to fold and staple; or plain pages. [default: yes, where they fit]"
)
@BOOK_URL
@click.option("--large-print", is_flag=True, help="Type for low vision: 16 points on whole sheets, 13 on half ones.")
@one_of(
    "--sides", SIDES, "The edge that the printer flips on; with fold, fronts or backs the book is plain pages.", "long"
)
@one_of("--feed", ["duplex", "manual"], "By hand: all fronts in one file, all backs in another.", "duplex")
@INK
@LANGUAGE
@click.option("--html", is_flag=True, help="One page for a phone at the table, in place of the PDF.")
@click.option("-o", "--out", metavar="FILE", help="The file to write. [default: by game]")
def rulebook(
    game: str,
    players: int | None,
    each: int | None,
    options: tuple[str, ...],
    facts_file: str | None,
    code: str | None,
    paper: str | None,
    size: str | None,
    booklet: str | None,
    book_url: str,
    large_print: bool,
    sides: Sides,
    feed: Feed,
    ink: str,
    language: str | None,
    html: bool,
    out: str | None,
) -> None:
    """Print the rules of one game as a booklet.

    Every number in the book comes from the house rules: change an option and the book changes.

    \f
    `each` is the number of truths, and of lies, for each player; `options` are house rules as `name=value`.
    `facts_file` or `code` names the kit. `booklet` is `yes`, `no`, or None for a booklet where it fits; `language` is a
    code such as `de` (None: that of the facts, else English). With `html` the book is one HTML page, without paper.
    `out` is the file to write (None: named after the game). The others are those of `cardgen.library.print_rulebook`.
    """
    from referee import games
    from referee.books import rulebook as shelf

    name = check_game(game, shelf.games(), "rulebook")
    if html:
        about_paper = ("paper", "size", "booklet", "large_print", "sides", "feed", "ink", "book_url")
        for option in (option.replace("_", "-") for option in about_paper if option in written_options()):
            raise PrintError(f"--html makes a page for a screen, and --{option} is about paper: leave one of them out")
    if not games.game(name).needs_facts and (facts_file or code):
        option = "--facts" if facts_file else "--kit"
        raise PrintError(f"{option} means nothing to {games.game(name).title}: it is for {_of_facts()}")
    sheet = _paper(paper)
    house = read_house(name, options, each=each)
    seats = check_players(name, players)
    facts = given_facts(facts_file, code)
    spoken = chosen_language(language, "rulebook", name, facts)
    if html:
        from cardgen.pages.web import write_page

        with speaking(spoken):
            written(write_page(name, house, seats, output_file(out, f"{name}-rules.html"), facts=facts))
        note("One page, with everything in it: open it in a browser, or send it to a phone")
        return
    wanted = {"yes": True, "no": False, None: None}[booklet]
    page, folded = choose_page(sheet, sides, size, large=large_print, booklet=wanted)
    path = output_file(out, f"{name}-rules.pdf")
    if str(path) == STDOUT and folded and feed == "manual":
        raise PrintError("standard output takes one file, and --feed manual writes two: name one with -o")
    from cardgen.pages.book import write_book

    options_of_paper = SheetOptions(sheet, sides=sides, low_ink=ink == "low", feed=feed)
    spec = KitSpec(name, house, seats, facts, large=large_print, sheet=options_of_paper, book_url=check_url(book_url))
    with speaking(spoken):
        printed = write_book(spec, path, booklet=folded, size=page)
    for made in printed.paths:
        written(made)
    how = "fold and staple them" if printed.booklet else "one side each"
    note(f"{printed.pages} pages of {NAMES[page]} on {counted(printed.sheets, 'sheet')} of {sheet.name}: {how}")


def _of_facts() -> str:
    """Return the name of the game whose deck is printed from facts."""
    return next(name for name, entry in REGISTRY.items() if entry.needs_facts)


MOST_BOXED = 1000


@command(
    "extras",
    examples=[
        "cardgen extras lizard --players 4 -o lizard-extras",
        "cardgen extras liar-poker --option chips=300 --only chips,bets",
        "cardgen extras liars-lair --only box --stock 250g --sleeved",
        "cardgen extras lizard --only two-piece --paper letter",
        "cardgen extras liars-guess --only box --cards 64",
        "cardgen extras my-deck.toml --stock 300g -o my-box",
    ],
)
@click.argument("name", metavar="GAME|DECK")
@click.option("--players", type=int, help="How many play. [default: as many as is usual]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--facts", "facts_file", metavar="FILE", help="The facts of a kit of Liar’s Lair.")
@click.option("--kit", "code", metavar="CODE", help="Or the code of that kit.")
@click.option(
    "--deal-seed", "--seed", type=int, metavar="N",
    help="Repeat a deal of the answer sheet, which then says so. [default: drawn by chance]",
)  # fmt: skip
@click.option(
    "--stock", "stock_text", metavar="MM|G", default="0.3mm", show_default=True,
    help="The cards’ thickness, or weight (200g).",
)  # fmt: skip
@click.option("--sleeved", is_flag=True, help="A box for cards in sleeves.")
@click.option(
    "--cards", "boxed", type=int, metavar="N", help="A box for N cards. [default: the deck, and what is beside]"
)
@click.option(
    "--box-pair", type=int, metavar="NUMBER",
    help="A card of the kit that the back of its box shows, with its rival. [default: a pair that is not in the kit]",
)  # fmt: skip
@click.option(
    "--only",
    multiple=True,
    metavar="WHAT,…",
    help="Some of them: teach, box, two-piece, reference, notes, pads, scores, chips, bets … May be given again.",
)
@click.option("--large-print", is_flag=True, help="The teaching page in type for low vision.")
@click.option("--back", "own_back", metavar="IMAGE", help="A picture of your own for the back of the box.")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by game]")
@gathered(CardWords, "words", *[name for name in CardWords.__struct_fields__ if name != "indices"])
def extras(
    name: str,
    players: int | None,
    options: tuple[str, ...],
    facts_file: str | None,
    code: str | None,
    deal_seed: int | None,
    stock_text: str,
    sleeved: bool,
    boxed: int | None,
    box_pair: int | None,
    only: tuple[str, ...],
    large_print: bool,
    own_back: str | None,
    out: str | None,
    words: CardWords,
) -> None:
    """Print a game's page to teach by, box, reference cards, pads and chips.

    Every number on them comes from the house rules. A deck that belongs to no game (see cardgen list), or one of
    your own (a TOML file or a table), has a tuck box. A two-piece box is printed only if it is named. Every answer
    sheet is dealt by chance, anew. What the folder holds of other extras stays there; a file of the same name is
    replaced.

    \f
    `name` is a game, a deck or a deck file, `options` are house rules as `name=value`; `facts_file` or `code` names the
    kit. `deal_seed` repeats a deal of the answer sheet. `stock_text` is the cards' thickness or weight, `sleeved` is
    true for cards in sleeves, `boxed` is how many cards the box holds (None: the deck and what is beside), `box_pair`
    the number of a card that its back shows (None: a pair that is not in the kit), `own_back` a picture file for its
    back. `only` names what to print (empty: all usual extras), `large_print` is for the teaching page. `out` is the
    folder (None: named after the game); `words` are further options for cards and paper.
    """
    from cardgen.extras.registry import MARK, choose_extras, extras_of, write_folder
    from cardgen.kit import check_table
    from cardgen.pages.guide import printed_as
    from liarsdeck.files import check_folder, default_folder
    from referee import games

    if is_deck_file(name) or (has_deck(name) and name.casefold() not in games.REGISTRY):
        about_games = {"players": players, "option": options, "facts": facts_file, "kit": code, "deal-seed": deal_seed}
        about_games["box-pair"] = box_pair
        for option in (option for option, value in about_games.items() if value not in (None, ())):
            raise PrintError(f"{OPTION[option]} means nothing to {name}, which has a box and no rules of ours")
        words = known_deck(name, words)
        sheet = read_sheet(words)
        deck, _ = given_deck(name, DeckSource(own_back=own_back), words)
        spoken = chosen_language(words.language, "extras", deck.name)
        label, spec = deck.name, KitSpec("", None, 0, deck=deck)
    else:
        label = check_game(name, what="extra")
        sheet = read_sheet(words)
        spec = KitSpec(label, read_house(label, options), check_players(label, players), deal_seed=deal_seed)
        needs_facts = games.game(label).needs_facts
        if not needs_facts:
            check_table(spec)
        spec = replace(spec, facts=given_facts(facts_file, code))
        spoken = chosen_language(words.language, "extras", label, spec.facts)
        if spec.facts and not needs_facts:
            title = REGISTRY[_of_facts()].title
            raise PrintError(f"only {title} is played with facts: leave out {OPTION.facts} and {OPTION.kit}")
        if own_back:
            bare = Deck(label, label, (), draw_blank)
            spec = replace(spec, deck=own_art(bare, DeckSource(own_back=own_back), words.card_size))
    stock = Stock(parse_stock(stock_text), sleeved)
    if boxed is not None and not 1 <= boxed <= MOST_BOXED:
        raise PrintError(f"{OPTION.cards:{boxed}} will not do: boxes are for 1 to {MOST_BOXED} cards")
    if box_pair is not None:
        if not spec.facts:
            raise PrintError("--box-pair shows a pair of a kit's facts: name them with --facts FILE or --kit CODE")
        if box_pair not in spec.facts.partner:
            raise PrintError(f"--box-pair {box_pair} is no card of the kit: they are 1 to {max(spec.facts.partner)}")
    spec = replace(spec, sheet=sheet, stock=stock, boxed=boxed or 0, box_pair=box_pair or 0, large=large_print)
    named = [word for given in only for word in given.split(",") if word.strip()]
    if only and not named:
        raise PrintError("--only names no extra: write some of " + ", ".join(extras_of(spec)))
    names = choose_extras(spec, named)
    folder = Path(out) if out else default_folder() / f"{label}-extras"
    check_folder(folder, MARK, "", force=True)
    with progress("Printing", len(names)) as step, speaking(spoken):
        parts = write_folder(spec, folder, only=names, step=step)
    click.echo(folder)
    for part in parts:
        note(f"{part.file}: {printed_as(part, sheet)}")


@command(
    "slips", examples=["cardgen slips friday -o slips.pdf", "cardgen slips friday/1-Ann.txt --paper letter -o ann.pdf"]
)
@click.argument("texts", nargs=-1, required=True, metavar="DIR|FILE…")
@PAPER
@INK
@click.option("-o", "--out", metavar="FILE", default="slips.pdf", show_default=True, help="The PDF to write.")
def slips(texts: tuple[str, ...], paper: str | None, ink: str, out: str) -> None:
    """Print the referee's secret slips, to be folded shut.

    They are the ones that `referee slips TABLE -o DIR` wrote, one for each player: which cards are true, which are
    lies, and room for notes. They are printed on one side; the notes fold up over the cards, and the name folds back,
    so that nothing but the name can be read.

    \f
    `texts` are files and folders of slips, `paper` is a paper's name (None: by locale), `ink` is `full` or `low`, and
    `out` the PDF to write.
    """
    from cardgen.pages.secret import read_slips, write_slips

    sheet = _paper(paper)
    path = output_file(out, "slips.pdf")
    secrets = read_slips([Path(text) for text in texts])
    sheets = write_slips(secrets, path, sheet, low_ink=ink == "low")
    written(path)
    names = ", ".join(slip.name for slip in secrets)
    note(f"{counted(sheets, 'sheet')} of {sheet.name}, on one side, for {names}. Print it unseen, then cut and fold.")


@command(
    "story", examples=["cardgen story game.txt -o evening.pdf", "cardgen story game.txt --facts facts.json --ink low"]
)
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--facts", type=click.Path(path_type=Path), metavar="FILE", help="The fact file, whatever the record's header says."
)
@INK
@click.option("-o", "--out", metavar="FILE", help="The PDF to write. [default: by game]")
def story(record: Path, facts: Path | None, ink: str, out: str | None) -> None:
    """Print what an evening looked like, as pages of A5.

    How it went, and its best moments, with their cards.

    RECORD is what `referee export --reveal` wrote of a table. It becomes a page or two of A5, to keep in the box.
    Before the end of a game they hold nothing that is still secret.

    \f
    `facts` is a fact file that replaces the one named in the record. `ink` is `full` or `low`, `out` the PDF to write
    (None: named after the game).
    """
    from cardgen.pages.story import write_story
    from referee.core.game import RecordError
    from referee.records import replay_file
    from referee.story import story_of_record

    try:
        done = replay_file(record, facts=facts)
    except RecordError as error:
        raise PrintError(f"{record}: {error}") from None
    path = output_file(out, f"{done.record.setup.game}-story.pdf")
    pages = write_story(story_of_record(done), path, low_ink=ink == "low")
    written(path)
    note(f"{counted(pages, 'page')} of A5: print them one on a sheet, or two beside each other on A4")
