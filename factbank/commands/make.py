"""The commands for facts and packs of one's own: new-pack, import."""

from pathlib import Path

import click

from factbank import kits
from factbank.commands.new import hand_over, pairs_of
from factbank.errors import FactError
from liarsdeck.cli import command, note
from liarsdeck.files import STDOUT, write_atomic
from liarsdeck.paths import packs_dir


@command("new-pack", examples=["factbank new-pack picnic", "factbank new-pack picnic --own"])
@click.argument("name")
@click.option("--own", is_flag=True, help="Put it in your pack folder, where it is found by name.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it here; else NAME.toml.")
def new_pack(name: str, own: bool, output: Path | None) -> None:
    """Write a starter pack with comments, to be filled with sentences of your own."""
    from factbank.packs.reader import BUILT_IN, SLUG
    from factbank.packs.starter import starter

    if own and output:
        raise click.UsageError("give --own or -o, not both")
    if not SLUG.fullmatch(name):
        raise FactError(f"“{name}” can't be a pack's name: use a to z, 0 to 9 and hyphens")
    if (BUILT_IN / f"{name}.toml").exists():
        raise FactError(f"there is a built-in pack “{name}”; choose another name")
    path = output or (packs_dir() if own else Path()) / f"{name}.toml"
    if path.exists() and str(path) != STDOUT:
        raise FactError(f"{path} is there already")
    write_atomic(path, starter(name).encode())
    if str(path) != STDOUT:
        note(f"wrote {path}; next: factbank check {name if own else path}")


@command("import", examples=["factbank import pairs.csv --seed 7 -o facts.json"])
@click.argument("table", type=click.Path(path_type=Path), metavar="PAIRS.CSV")
@click.option("--seed", type=int, default=0, show_default=True, help="For other card numbers.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to write; else to stdout.")
@click.option("--json", "as_json", is_flag=True, help="Print the facts on stdout beside writing them with -o.")
def import_pairs(table: Path, seed: int, output: Path | None, as_json: bool) -> None:
    """Make a fact file of your own jokes: two sentences a row, and a title if you like.

    A first row that says first, second and title may give the columns another order. Without a title one is made of the
    words that both sentences share.
    """
    from factbank.csv_import import read

    made = read(table, seed)
    where = hand_over(made.facts, output, as_json)
    if said := kits.keep_or_say(made.facts):
        note(said)
    for remark in made.remarks:
        note(remark)
    note(f"{pairs_of(made.facts)}, kit {made.facts.kit}{where}")
