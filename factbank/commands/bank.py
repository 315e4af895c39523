"""The commands that measure packs: packs, audit."""

import json

import click

from factbank.check.load import load
from factbank.deal.deal import PAIRS_LIMIT
from factbank.english.names import check_locale
from factbank.errors import FactError
from factbank.fill import forms
from factbank.packs.reader import Pack, built_in_names, own_names
from liarsdeck.cli import command, note, progress


@command("packs", examples=["factbank packs", "factbank packs --topics --pack cabinet", "factbank packs --json"])
@click.option("--pack", "names", multiple=True, metavar="NAME|FILE", help="Only this pack; may be given often.")
@click.option("--topics", is_flag=True, help="List every topic as well.")
@click.option(
    "--samples", type=click.IntRange(0, 100_000), default=200, show_default=True, help="Fillings of each topic."
)
@click.option("--locale", default="en_US", show_default=True, metavar="L", help="For names from Faker.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def packs(names: tuple[str, ...], topics: bool, samples: int, locale: str, as_json: bool) -> None:
    """List the packs, with how many pairs each can make.

    Keys are counted exactly, before any filling is thrown back; how many fillings survive is a sampled share.
    """
    from factbank.measure import census

    check_locale(locale)
    found = _packs(names)
    rows = []
    with progress("Counting", len(found)) as step:
        for pack in found:
            rows.append(census.pack_row(pack, locale, samples))
            step()
    total = census.total(found, rows)
    if as_json:
        click.echo(json.dumps({"packs": rows, "total": total}, ensure_ascii=False, indent=1))
        return
    for row in rows:
        click.echo(
            f"{row['name']:<14} {len(row['topics']):3} topics  {row['keys']:>16,} pairs  {_share(row['survival'])}"
        )
        for topic in row["topics"] if topics else ():
            what = f"{topic['theme']}, {topic['kind']}, {topic['shape']}"
            click.echo(f"  {topic['id']:<14} {topic['keys']:>23,} pairs  {_share(topic['survival'])}  {what}")
    said = f"{total['topics']} topics, {total['themes']} themes, {total['shapes']} shapes, {total['words']:,} words"
    click.echo(f"{'in all':<14} {said}, {total['keys']:,} pairs")


def _share(survival: float | None) -> str:
    return "" if survival is None else f"{100 * survival:3.0f} % survive"


def _packs(names: tuple[str, ...]) -> list[Pack]:
    """Return the packs named, or every pack there is; a broken one of the user's own is left out and said."""
    if names:
        found = [load(name) for name in names]
    else:
        found = [load(name) for name in built_in_names()]
        for name in own_names():
            try:
                found.append(load(name))
            except FactError as error:
                note(f"left out: {error}")
    forms.load(found)
    return found


@command("audit", examples=["factbank audit", "factbank audit --pack cabinet --pairs 500 --json"])
@click.option("--pack", "names", multiple=True, metavar="NAME|FILE", help="Only this pack; may be given often.")
@click.option("--pairs", type=click.IntRange(10, 1_000_000), default=5_000, show_default=True, help="How many to draw.")
@click.option("--seed", type=int, default=1, show_default=True, help="For other pairs.")
@click.option("--locale", default="en_US", show_default=True, metavar="L", help="For names from Faker.")
@click.option("--decks", type=click.IntRange(0, 1000), default=10, show_default=True, help="Decks of each difficulty.")
@click.option(
    "--deck-pairs", type=click.IntRange(1, PAIRS_LIMIT), default=15, show_default=True, help="Pairs of a deck."
)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def audit(
    names: tuple[str, ...], pairs: int, seed: int, locale: str, decks: int, deck_pairs: int, as_json: bool
) -> None:
    """Measure whether anything tells one half from the other, and what the packs are made of."""
    from factbank.measure.audit import report

    check_locale(locale)
    found = report(_packs(names), pairs, seed, locale, decks, deck_pairs)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    click.echo(f"{found['pairs']} pairs: mean by claim position, and how often the first has more or fewer")
    for feature, row in found["by position"].items():
        means = f"{row['first']:8.3f} {row['second']:8.3f}"
        click.echo(
            f"  {feature:<14} {means}   {100 * row['first has more']:5.1f} % {100 * row['first has fewer']:5.1f} %"
        )
    if found["look-alikes in a deck"]:
        alike = ", ".join(f"{name} {many}" for name, many in found["look-alikes in a deck"].items())
        click.echo(f"look-alikes in a deck of {deck_pairs}: {alike}")
    said = ", ".join(f"{word} {100 * share:.1f} %" for word, share in found["lock words"].items())
    click.echo(f"lock words: {said} of the pairs")
    for kind, dropped in found["names dropped"].items():
        click.echo(f"names of the kind {kind} dropped: {', '.join(f'{why} {many}' for why, many in dropped.items())}")
    for what in ("kinds", "shapes", "themes"):
        click.echo(f"{what} of topics: {', '.join(f'{name} {many}' for name, many in found[what].items())}")
