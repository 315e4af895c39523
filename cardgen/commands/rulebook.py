"""`cardgen rulebook`: the rules of one game, as a booklet or as plain pages."""

from __future__ import annotations

import click

from cardgen.commands.house import check_game, check_players, read_house
from cardgen.commands.sources import given_facts, output_file
from cardgen.paper import default_paper, parse_paper
from cardgen.sheet import SIDES, Sides
from factbank.shell import command, note


@command(
    "rulebook",
    examples=[
        "cardgen rulebook liars-lair -o rules.pdf",
        "cardgen rulebook lizard --players 4 --option rounds=10",
        "cardgen rulebook liars-lair --players 4 --option reclaim=revised --paper letter --booklet no -o rules.pdf",
    ],
)
@click.argument("game")
@click.option("--players", type=int, help="How many play. [default: 5, or as many as can]")
@click.option("--each", type=int, help="Truths, and lies, for each player.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--facts", "facts_file", metavar="FILE", help="The facts of the kit that the book is for.")
@click.option("--kit", "code", metavar="CODE", help="Or the code of that kit.")
@click.option("--paper", metavar="NAME|WxHmm", help="A4, A3, Letter, Legal, Tabloid, or a size. [default: by locale]")
@click.option(
    "--sides",
    type=click.Choice(SIDES, case_sensitive=False),
    default="long",
    show_default=True,
    help="The edge that the printer flips on; with fold, fronts or backs the book is plain pages.",
)
@click.option(
    "--ink", type=click.Choice(["full", "low"], case_sensitive=False), default="full", show_default=True,
    help="Low: outlines on white.",
)  # fmt: skip
@click.option(
    "--booklet",
    type=click.Choice(["yes", "no"], case_sensitive=False),
    default="yes",
    show_default=True,
    help="Two pages a side, to fold and staple; or plain pages.",
)
@click.option("-o", "--out", metavar="FILE", help="The PDF to write. [default: by game]")
def rulebook(
    game: str,
    players: int | None,
    each: int | None,
    options: tuple[str, ...],
    facts_file: str | None,
    code: str | None,
    paper: str | None,
    sides: Sides,
    ink: str,
    booklet: str,
    out: str | None,
) -> None:
    """Print the rules of one game as a booklet.

    Every number in the book comes from the house rules: change an option and the book changes.
    """
    from referee import games
    from referee import rulebook as shelf

    name = check_game(game, shelf.games(), "rulebook")
    sheet = parse_paper(paper) if paper is not None else default_paper()
    house = read_house(name, options, each=each)
    seats = check_players(name, min(5, games.game(name).seats[1]) if players is None else players)
    facts = given_facts(facts_file, code)
    path = output_file(out, f"{name}-rules.pdf")
    from cardgen.book import write_rulebook
    from cardgen.told import sheet_count

    printed = write_rulebook(
        name,
        house,
        seats,
        path,
        facts=facts,
        paper=sheet,
        sides=sides,
        booklet=booklet == "yes",
        low_ink=ink == "low",
    )
    click.echo(printed.path)
    how = "fold and staple them" if printed.booklet else "one side each"
    note(f"{printed.pages} pages on {sheet_count(printed.sheets)} of {sheet.name}: {how}")
