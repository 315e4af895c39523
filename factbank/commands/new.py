"""The command that makes the facts of a game night: new."""

from pathlib import Path

import click

from factbank import facts as factfile
from factbank.deal.deal import PAIRS_LIMIT, Wish, deal
from factbank.deal.plan import TWINS
from factbank.fill.fill import LENGTHS
from factbank.usual import EACH, PLAYERS
from liarsdeck.cli import command, note
from liarsdeck.files import STDOUT, write_stdout
from liarsdeck.paths import ledger_path


@command(
    "new",
    examples=[
        "factbank new --pairs 15 --seed 7 -o facts.json",
        "factbank new --players 6 --each 3 --difficulty hard --no-ledger -o facts.json",
        "factbank new --guest Ann --guest Bob:he --titles own -o facts.json",
        "factbank new --pairs 5 --pack cabinet --theme food --theme sea --length any -o facts.json",
    ],
)
@click.option("--pairs", type=click.IntRange(1, PAIRS_LIMIT), help="How many pairs (two cards each).")
@click.option("--players", type=click.IntRange(1, 50), help=f"How many people play; {PLAYERS} if nothing is said.")
@click.option("--each", type=click.IntRange(1, 20), help=f"How many pairs for each of them; {EACH} if nothing is said.")
@click.option("--seed", type=int, help="For the same facts again (with the same packs, version and ledger).")
@click.option("--pack", "packs", multiple=True, metavar="NAME|FILE", help="Draw from this pack; may be given often.")
@click.option("--theme", "themes", multiple=True, metavar="T", help="Draw from this theme; may be given often.")
@click.option(
    "--difficulty",
    type=click.Choice(list(TWINS)),
    default="normal",
    show_default=True,
    help="Easy: pairs told by two pictures, no look-alikes. Normal: a few look-alikes. Hard: many, in twos and threes.",
)
@click.option(
    "--length",
    type=click.Choice(list(LENGTHS)),
    default="any",
    show_default=True,
    help="The longest sentence: 60 characters (short) or 90 (any).",
)
@click.option(
    "--guest",
    "guests",
    multiple=True,
    metavar="NAME[:she|he|they]",
    help="Facts about somebody at the table, too; may be given often, or once with commas between.",
)
@click.option(
    "--jokes", multiple=True, metavar="NAME|FILE", help="Let every pair of this pack in (see factbank ask), too."
)
@click.option(
    "--titles",
    type=click.Choice(factfile.TITLES),
    default=factfile.TITLES[0],
    show_default=True,
    help="Shared: both cards of a pair bear one title. Own: each its own, so you must read. None: only the facts.",
)
@click.option("--locale", default="en_US", show_default=True, metavar="L", help="Whose names people in the facts have.")
@click.option("--ledger", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Another ledger.")
@click.option("--no-ledger", is_flag=True, help="Neither look at the ledger nor enter the deck.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to write; else to stdout.")
@click.option("--json", "as_json", is_flag=True, help="Print the facts on stdout beside writing them with -o.")
def new(
    pairs: int | None,
    players: int | None,
    each: int | None,
    seed: int | None,
    packs: tuple[str, ...],
    themes: tuple[str, ...],
    difficulty: str,
    length: str,
    guests: tuple[str, ...],
    jokes: tuple[str, ...],
    titles: str,
    locale: str,
    ledger: Path | None,
    no_ledger: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make the facts of a new deck, and write them as a fact file (JSON)."""
    if pairs is not None and (players is not None or each is not None):
        raise click.UsageError("give --pairs, or --players and --each, not both")
    if ledger and no_ledger:
        raise click.UsageError("give --ledger or --no-ledger, not both")
    many = pairs if pairs is not None else (players or PLAYERS) * (each or EACH)
    wish = Wish(many, seed, packs, themes, difficulty, length, locale, guests, jokes, titles)
    with deal(wish, None if no_ledger else ledger or ledger_path()) as dealt:
        dealt.stands_at(output or Path(STDOUT))
        where = hand_over(dealt.facts, output, as_json)
    for line in dealt.notes:
        note(line)
    note(f"{pairs_of(dealt.facts)}, kit {dealt.facts.kit}, seed {dealt.facts.seed}{where}")


def pairs_of(facts: factfile.Facts) -> str:
    """Say how many pairs there are."""
    return "1 pair" if len(facts.pairs) == 1 else f"{len(facts.pairs)} pairs"


def hand_over(facts: factfile.Facts, output: Path | None, as_json: bool = False) -> str:
    """Write a fact file where ``-o`` says, for its owner alone, or print it (``--json``: too); return where it is.

    Raises ``OSError``.
    """
    to_file = output is not None and str(output) != STDOUT
    if output is not None and to_file:
        factfile.write(facts, output, private=True)
    if as_json or not to_file:
        write_stdout(factfile.format_facts(facts))
    return f", in {output}" if to_file else ""
