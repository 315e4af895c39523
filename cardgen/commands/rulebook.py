"""`cardgen rulebook`: the rules of one game, as a booklet or as plain pages."""

from __future__ import annotations

import click

from cardgen.book.size import NAMES, SIZES, choose
from cardgen.commands.house_rules import check_game, check_players, read_house
from cardgen.commands.options import INK, PAPER, one_of
from cardgen.commands.sources import given_facts, output_file, written
from cardgen.errors import PrintError
from cardgen.layout.impose import SIDES, Feed, Sides
from cardgen.layout.paper import default_paper, parse_paper
from liarsdeck.cli import command, note
from liarsdeck.files import STDOUT


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
@click.option("--large-print", is_flag=True, help="Type for weak eyes: 16 points on whole sheets, 13 on half ones.")
@one_of(
    "--sides", SIDES, "The edge that the printer flips on; with fold, fronts or backs the book is plain pages.", "long"
)
@one_of("--feed", ["duplex", "manual"], "By hand: all fronts in one file, all backs in another.", "duplex")
@INK
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
    large_print: bool,
    sides: Sides,
    feed: Feed,
    ink: str,
    html: bool,
    out: str | None,
) -> None:
    """Print the rules of one game as a booklet.

    Every number in the book comes from the house rules: change an option and the book changes.
    """
    from referee import games
    from referee.books import rulebook as shelf

    name = check_game(game, shelf.games(), "rulebook")
    if html:
        _refuse_paper()
    if name != "liars-lair" and (facts_file or code):
        option = "--facts" if facts_file else "--kit"
        raise PrintError(f"{option} means nothing to {games.game(name).title}: it is for liars-lair")
    sheet = parse_paper(paper) if paper is not None else default_paper()
    house = read_house(name, options, each=each)
    seats = check_players(name, players)
    facts = given_facts(facts_file, code)
    if html:
        from cardgen.book.web.page import write_page

        written(write_page(name, house, seats, output_file(out, f"{name}-rules.html"), facts=facts))
        note("One page, with everything in it: open it in a browser, or send it to a phone")
        return
    wanted = {"yes": True, "no": False, None: None}[booklet]
    page, folded = choose(sheet, sides, size, large=large_print, booklet=wanted)
    path = output_file(out, f"{name}-rules.pdf")
    if str(path) == STDOUT and folded and feed == "manual":
        raise PrintError("standard output takes one file, and --feed manual writes two: name one with -o")
    from cardgen.book.pdf import write_rulebook
    from liarsdeck.english import counted

    printed = write_rulebook(
        name,
        house,
        seats,
        path,
        facts=facts,
        paper=sheet,
        sides=sides,
        booklet=folded,
        size=page,
        large=large_print,
        low_ink=ink == "low",
        feed=feed,
    )
    for made in printed.paths:
        written(made)
    how = "fold and staple them" if printed.booklet else "one side each"
    note(f"{printed.pages} pages of {NAMES[page]} on {counted(printed.sheets, 'sheet')} of {sheet.name}: {how}")


def _refuse_paper() -> None:
    """Raise PrintError where an option that speaks of paper was given with --html."""
    context = click.get_current_context()
    for option in ("paper", "size", "booklet", "large_print", "sides", "feed", "ink"):
        if context.get_parameter_source(option) is click.core.ParameterSource.COMMANDLINE:
            given = option.replace("_", "-")
            raise PrintError(f"--html makes a page for a screen, and --{given} is about paper: leave one of them out")
